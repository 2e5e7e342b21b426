"""What comparing JPEGs needs beside this package: a virtual environment of its own, and programs of other packages."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from benchmark.tools import fail

ROOT = Path(__file__).resolve().parent.parent.parent.parent
VENV = ROOT / ".build/jpeg-benchmark-venv"
LISTS = {ROOT / "scripts/benchmark/jpeg-requirements.txt": [],
         ROOT / "scripts/benchmark/jpeg-last-requirements.txt": ["--no-deps", "--force-reinstall"]}
# One thread for each process: there are as many processes as jobs.
ONE_THREAD = {"VIPS_CONCURRENCY": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
PACKAGES = {"butteraugli_main": "libjxl-devtools",
            "jpegtran": "libjpeg-turbo-progs (Homebrew: jpeg-turbo)",
            "vips": "libvips-tools (Homebrew: vips)"}
NEEDS = ("Needs butteraugli_main (package libjxl-devtools), jpegtran (libjpeg-turbo-progs) and vips (libvips-tools); what Python "
         "needs is installed into a virtual environment in .build the first time: 1.2 GB.")


def enter():
    """Goes on in the virtual environment; it is made first where it is not there, or lists something else."""
    os.environ.update(ONE_THREAD)
    if Path(sys.prefix).resolve() == VENV.resolve():
        return
    python = VENV / "bin/python"
    make(python)
    sys.stdout.flush()
    os.execv(python, [str(python), *sys.argv])


def make(python):
    """A ready environment keeps a copy of the lists that it was made from."""
    ready, wanted = VENV / "requirements.txt", "".join(path.read_text() for path in LISTS)
    if ready.is_file() and ready.read_text() == wanted:
        return
    print(f"bench: installing what judges pictures into {VENV}", file=sys.stderr, flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
    for path, flags in LISTS.items():
        done = subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *flags,
                               "--requirement", path], check=False)
        if done.returncode:
            fail(f"what {path.relative_to(ROOT)} lists could not be installed")
    ready.write_text(wanted)


def require(*programs):
    """Fails where one of these programs is missing, and says which package has it."""
    for program in programs:
        if not shutil.which(program):
            fail(f"{program} is not there: install the package {PACKAGES[program]}")


def built(binaries, name):
    """The path of a program of this package."""
    path = (binaries / name).resolve()
    return path if os.access(path, os.X_OK) else fail(f"{path} is not there: run swift build -c release --product {name}")


def output_of(command):
    """What a command prints; fails with the last line of what it says about its failure."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip() or "nothing").splitlines()[-1]
        fail(f"{Path(str(command[0])).name} ended with {done.returncode}: {said[:400]}")
    return done.stdout
