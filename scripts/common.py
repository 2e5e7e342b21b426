"""What the scripts share: running programs, environments of Python, tables."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build/release/richpush"


def say(text):
    print(f"{Path(sys.argv[0]).name}: {text}", file=sys.stderr, flush=True)


def fail(text):
    raise SystemExit(f"{Path(sys.argv[0]).name}: {text}")


def ended(command, ends=(0,), **options):
    """A program at its end, with its texts. The script fails where there is none, or where it ended otherwise."""
    words = [str(word) for word in command]
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "errors": "replace", **options}
    given |= {} if "input" in given else {"stdin": subprocess.DEVNULL}
    try:
        done = subprocess.run(words, check=False, **given)
    except FileNotFoundError:
        fail(f"{words[0]} is not there: `scripts/bootstrap` installs what scripts need")
    if ends and done.returncode not in ends:
        fail(f"`{' '.join(words)[:300]}` ended with {done.returncode}: {(done.stderr or done.stdout or '').strip()[-600:]}")
    return done


def executable(path):
    """The absolute path of a program of this package."""
    return Path(path).absolute() if os.access(path, os.X_OK) else fail(f"{path} is not there: run make build first")


def environment(name, lists):
    """The Python of a virtual environment in .build with what lists of requirements name, each with flags for pip.

    It keeps a copy of the lists that it was made of, and is made again when they differ."""
    place, wanted = ROOT / ".build" / name, "".join(path.read_text() for path in lists)
    python, ready = place / "bin/python", place / "requirements.txt"
    if not ready.is_file() or ready.read_text() != wanted:
        say(f"making {place}")
        shutil.rmtree(place, ignore_errors=True)
        ended([sys.executable, "-m", "venv", place])
        for path, flags in lists.items():
            ended([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *flags, "--requirement", path])
        ready.write_text(wanted)
    return python


def table(rows):
    """Columns as wide as their widest cell; the first row is the head."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    ruled = [rows[0], ["-" * width for width in widths], *rows[1:]]
    return "\n".join("  ".join([first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])]).rstrip() for first, *rest in ruled)


def markdown(rows):
    """The same as Markdown has it; whole numbers get commas."""
    lines = [rows[0], ["---"] + ["--:"] * (len(rows[0]) - 1), *rows[1:]]
    return "\n".join("| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in line) + " |" for line in lines)


def megabytes(value):
    return "-" if value is None else f"{value / 1e6:.0f} MB"
