"""What the benches share: their options, what they say while they work, and how they end."""

import argparse
import json
import os
import sys
from pathlib import Path

from benchmark.tools import fail

ROOT = Path(__file__).resolve().parent.parent.parent


def parser(description, photos=None):
    """One with --binary; with --photos and --json where the help for the former is given."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--binary", type=Path, default=ROOT / ".build/release/richpush", help=argparse.SUPPRESS)
    if photos:
        corpus = os.environ.get("TEST_CORPUS")
        default = Path(corpus) / "photos" if corpus else ROOT / "samples/campaign"
        made.add_argument("--photos", type=Path, help=photos, default=default)
        made.add_argument("--json", type=Path, metavar="FILE", help="also write the results here")
    return made


def checked(options):
    """The same, when the program and the folder of photographs are there."""
    options.binary = options.binary.absolute()
    if not os.access(options.binary, os.X_OK):
        fail(f"{options.binary} is not there: run make build first")
    if "photos" in options and not options.photos.is_dir():
        fail(f"{options.photos} is not a folder")
    return options


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def finish(options, results, text):
    print(text)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n")
