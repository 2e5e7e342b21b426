"""The memory that this process' descendants use together, from Linux' /proc."""

import os
import threading
from pathlib import Path

PAUSE = 0.02  # seconds between two looks


def descendants(root, without=()):
    """The identifiers of all processes below this one, but for some with all below them."""
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
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


def proportional_bytes(process):
    """The process' memory, its share of what it shares (PSS); 0 when it has ended."""
    try:
        lines = Path("/proc", str(process), "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


class PeakMemory:
    """Watches while its with block runs; peak is then the most bytes seen at once, None where /proc is missing."""

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
            self.peak = max(self.peak, sum(map(proportional_bytes, descendants(os.getpid(), self.without))))

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()
