"""What the benches share: their options, and how they measure time and memory."""

import argparse
import os
import resource
import statistics
import tempfile
import threading
import time
from pathlib import Path

from common import PROGRAM, ROOT, ended, executable, fail, say

# A pipeline.yml without profiles.
PIPELINE = """version: 1
publish: [{to: directory, path: public, base-url: "https://static.example.com/push/"}]
messages: from-pictures
defaults: {title: A title, body: A body, target: {topic: bench}}
"""
PAUSE = 0.02  # seconds between two looks at memory


def entered(description, photos=None, **defaults):
    """What the user gave: --binary, --photos where the help for it is given, and an option for each default and its help. A folder's
    default is None, that of a flag False, and a list without values is one of numbers."""
    made, corpus = argparse.ArgumentParser(description=description), os.environ.get("TEST_CORPUS")
    made.add_argument("--binary", type=executable, default=str(PROGRAM), help=argparse.SUPPRESS)
    if photos:
        made.add_argument("--photos", type=Path, help=photos, default=Path(corpus) / "photos" if corpus else ROOT / "samples/campaign")
    for name, (default, meaning) in defaults.items():
        many = isinstance(default, list)
        kind = Path if default is None else float if default == [] else type(default[0] if many else default)
        more = {"action": "store_true"} if kind is bool else {"type": kind, "default": default, "nargs": "+" if many else None}
        made.add_argument("--" + name, help=meaning, **more)
    return made.parse_args()


def workplace():
    """A temporary folder for the whole measurement; TMPDIR names another place for it."""
    return tempfile.TemporaryDirectory(prefix="richpush-bench-")


def richpush(binary, *words, ends=(0,), **options):
    """A trial by the program."""
    return ended([binary, *words], ends, **options | {"env": {**os.environ, "RICHPUSH_TRIAL": "true", **options.get("env", {})}})


def interleaved(works, runs, warms=True):
    """What each work gives, or the seconds that it took: in turns A B C A B C …, so that a disturbance meets all of them."""
    taken = {name: [] for name in works}
    for number in range(-1 if warms else 0, runs):
        say("warming up" if number < 0 else f"run {number + 1} of {runs}")
        for name, work in works.items():
            start = time.monotonic()
            result = work()
            if number >= 0:
                taken[name].append(time.monotonic() - start if result is None else result)
    return taken


def seconds(taken):
    """The median and the slowest, as cells."""
    return [f"{statistics.median(taken):.2f} s", f"{max(taken):.2f} s"]


def cost(work):
    """Wall seconds, and processor seconds of all processes that were waited for."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    work()
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def descendants(root, without=()):
    """The identifiers of all processes below this one, but for some with all below them."""
    children = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(entry))
    found, waiting = [], [root]
    while waiting:
        below = [process for process in children.get(waiting.pop(), []) if process not in without]
        found += below
        waiting += below
    return found


def bytes_of(process, file, field):
    """A figure of a process in kilobytes; 0 when it has ended."""
    try:
        lines = Path("/proc", str(process), file).read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(field)), 0)


class PeakMemory:
    """Watches while its with block runs; peak is then the most that all descendants had at once (PSS), None where /proc is missing."""

    def __init__(self, without=()):
        self.without = without  # processes that are not meant

    def __enter__(self):
        self.peak = 0 if os.path.exists("/proc/self/smaps_rollup") else None
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def watch(self):
        while self.peak is not None and not self.done.wait(PAUSE):
            now = sum(bytes_of(process, "smaps_rollup", "Pss:") for process in descendants(os.getpid(), self.without))
            self.peak = max(self.peak, now)

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()


def peak_memory(work):
    with PeakMemory() as memory:
        work()
    return memory.peak


def require(found, wanted, what):
    if found != wanted:
        fail(f"after {what} there are {found} of {wanted}")
