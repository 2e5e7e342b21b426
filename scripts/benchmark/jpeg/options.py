"""What measuring and fitting share: their options, and the virtual environment that they go on in."""

import argparse
import os
import shutil
import sys
from pathlib import Path

from benchmark.jpeg.comparison import constants
from benchmark.jpeg.judges import chosen
from common import ROOT, environment, executable, fail

LISTS = {ROOT / "scripts/benchmark/jpeg-requirements.txt": [],
         ROOT / "scripts/benchmark/jpeg-last-requirements.txt": ["--no-deps", "--force-reinstall"]}
# One thread for each process: there are as many processes as jobs.
ONE_THREAD = {"VIPS_CONCURRENCY": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
PACKAGES = {"butteraugli_main": "libjxl-devtools", "jpegtran": "libjpeg-turbo-progs (Homebrew: jpeg-turbo)"}
NEEDS = ("Needs butteraugli_main (package libjxl-devtools) and jpegtran (libjpeg-turbo-progs); what Python needs is installed into a virtual "
         "environment in .build the first time: 1.2 GB.")


def parser(description, limits, judges):
    """A parser with these defaults; `judges` are words as --judges takes."""
    corpus, made = os.environ.get("TEST_CORPUS"), argparse.ArgumentParser(description=f"{description} {NEEDS}")
    made.add_argument("--photos", type=Path, nargs="+", metavar="FOLDER", help="folders of photographs, or photographs",
                      default=[Path(corpus) / "photos" if corpus else ROOT / "samples/campaign"])
    made.add_argument("--limits", type=int, nargs="+", metavar="BYTES", default=limits, help="of photographs that are fitted into 1440 x 1440")
    made.add_argument("--judges", nargs="+", metavar="JUDGE", default=judges, help="all, fitted (those that constants are fitted to), or names")
    made.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="the encoder's constants, instead of the defaults")
    made.add_argument("--jobs", type=int, default=2, metavar="N", help="processes that encode and judge")
    made.add_argument("--binaries", type=Path, metavar="FOLDER", default=ROOT / ".build/release", help="where EncodeJPEG and ScorePictures are")
    return made


def entered(options):
    """Goes on in the virtual environment where nothing is missing; `values` are then the constants, and `judging` the judges."""
    options.judging = chosen(options.judges)
    for name in ("EncodeJPEG", "ScorePictures"):
        executable(options.binaries / name)
    for program, package in PACKAGES.items():
        if not shutil.which(program):
            fail(f"{program} is not there: install the package {package}")
    options.values = constants(options.binaries)
    changed = {name: float(value) for name, value in (argument.split("=") for argument in options.set)}
    if unknown := sorted({*changed, *getattr(options, "names", [])} - set(options.values)):
        fail(f"there are no constants {', '.join(unknown)}")
    options.values |= changed
    os.environ.update(ONE_THREAD)
    python = environment("jpeg-benchmark-venv", LISTS)
    if Path(sys.prefix).resolve() != python.parent.parent.resolve():
        os.execv(python, [str(python), "-B", *sys.argv])
    return options
