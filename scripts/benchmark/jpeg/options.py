"""The options that measuring and fitting share."""

import argparse
import os
from pathlib import Path

from benchmark.jpeg.environment import ROOT, built, require
from benchmark.tools import fail


def parser(description, limits, bits, judges):
    """A parser with these defaults; `judges` are words as --judges takes."""
    corpus = os.environ.get("TEST_CORPUS")
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--photos", type=Path, nargs="+", metavar="FOLDER", help="folders of photographs, or photographs",
                      default=[Path(corpus) / "photos" if corpus else ROOT / "samples/campaign"])
    made.add_argument("--every", type=int, default=1, metavar="N", help="only every so many photographs")
    made.add_argument("--limits", type=int, nargs="*", metavar="BYTES", default=limits,
                      help="bytes, of photographs that are fitted into 1440 x 1440; may be empty")
    made.add_argument("--bits", type=float, nargs="*", metavar="BITS", default=bits,
                      help="bits a pixel, of the middle 512 x 512 of photographs in 900 x 900; may be empty")
    made.add_argument("--judges", nargs="+", metavar="JUDGE", default=judges,
                      help="all, fitted (those that constants are fitted to), or names")
    made.add_argument("--jobs", type=int, default=2, metavar="N", help="processes that encode and judge")
    made.add_argument("--binaries", type=Path, metavar="FOLDER", default=ROOT / ".build/release",
                      help="where EncodeJPEG and ScorePictures are")
    return made


def check(options):
    """Fails, before anything is installed, where something is missing."""
    if not options.limits and not options.bits:
        fail("there is no size: give --limits or --bits")
    for name in ("EncodeJPEG", "ScorePictures"):
        built(options.binaries, name)
    require("butteraugli_main", "jpegtran", "vips")
