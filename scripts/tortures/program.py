"""Starts the program that is examined, with a fault or without, and tells how it ended."""

import os
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

MOST_SECONDS = 60
CHANGING = {"create", "write", "writev", "pwrite", "pwrite64", "fsync", "fdatasync", "syncfs", "rename", "link", "unlink", "rmdir",
            "mkdir", "ftruncate", "ftruncate64"}
# Its own settings, without those of this shell.
FOREIGN = ("RICHPUSH_", "AWS_", "GOOGLE_", "STORAGE_", "FAULT_", "LD_PRELOAD", "SLURM_")


@dataclass
class Fault:
    """What happens to a run. Each kind of fault sets what it needs."""

    at: int | None = None  # the number of the file operation; 0: all are only listed
    error: int = 0  # with which it fails; 0: SIGKILL
    clock: int = 0  # seconds that the clock is changed by
    after: float | None = None  # seconds until the signals are sent
    signals: tuple = (signal.SIGKILL,)
    prepare: object = None  # called in the process before the program is
    action: object = None  # called after so many seconds in place of signals
    environment: dict = field(default_factory=dict)

    def variables(self, library, folder, log):
        """The environment for fault.c."""
        if self.at is None and not self.clock:
            return self.environment
        own = {"LD_PRELOAD": str(library), "FAULT_ERROR": str(self.error), "FAULT_CLOCK": str(self.clock), "FAULT_LOG": str(log)}
        if self.at is not None:
            own |= {"FAULT_FOLDER": str(folder), "FAULT_AT": str(self.at)}
        return own | self.environment


def changing(operations):
    """The numbers of the operations that change a file, of lines `number name path`."""
    return [int(line.split(" ", 1)[0]) for line in operations if line.split(" ", 2)[1] in CHANGING]


@dataclass
class Outcome:
    """How a run ended."""

    status: int  # negative: by this signal
    output: str
    errors: str
    seconds: float
    operations: list  # "name path" of each file operation that fault.c logged
    isLate: bool

    @property
    def isKilled(self):
        return self.status == -signal.SIGKILL


class Program:
    """The program, at work in one folder."""

    def __init__(self, path, library, folder, place):
        self.path, self.library, self.folder, self.place = Path(path).resolve(), library, folder, place

    def environment(self, more):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        return kept | {"TMPDIR": str(self.place / "tmp"), "HOME": str(self.place / "home"), "RICHPUSH_TRIAL": "true",
                       "NO_COLOR": "1"} | more

    def start(self, arguments, more, prepare, streams):
        # Python ignores SIGXFSZ and SIGPIPE, and so does the program: a write beyond a limit must fail, not end it.
        return subprocess.Popen([self.path, *arguments], cwd=self.folder, env=self.environment(more), stdin=subprocess.DEVNULL,
                                stdout=streams[0], stderr=streams[1], start_new_session=True, preexec_fn=prepare,
                                restore_signals=False)

    def run(self, arguments, more=None, fault=None, label=""):
        """One run from its beginning to its end, workers included. Runs at once have labels that differ."""
        fault, log = fault or Fault(), self.place / f"operations{label}"
        log.unlink(missing_ok=True)
        # Its output goes to files, so that it need not be read while it runs.
        streams = [open(self.place / (name + label), "w+b") for name in ("stdout", "stderr")]
        start = time.monotonic()
        process = self.start(arguments, (more or {}) | fault.variables(self.library, self.folder, log), fault.prepare, streams)
        isLate = self.attend(process, fault)
        seconds = time.monotonic() - start
        operations = log.read_text(errors="replace").splitlines() if log.exists() else []
        output, errors = (self.text(stream) for stream in streams)
        return Outcome(process.returncode, output, errors, seconds, operations, isLate)

    def attend(self, process, fault):
        """Waits for the end; says whether it had to be brought about since it did not come."""
        if fault.after is not None:
            try:
                process.wait(fault.after)
            except subprocess.TimeoutExpired:
                self.disturb(process, fault)
        try:
            process.wait(MOST_SECONDS)
            return False
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return True

    def disturb(self, process, fault):
        if fault.action:
            return fault.action()
        for number in fault.signals:
            try:
                os.killpg(process.pid, number)
            except ProcessLookupError:
                return None
            time.sleep(0.01 if len(fault.signals) > 1 else 0)
        return None

    @staticmethod
    def text(stream):
        stream.seek(0)
        text = stream.read().decode(errors="replace")
        stream.close()
        return text

    def remaining(self, seconds=5):
        """Processes of the program in its folder that are there after so long: none should outlive their parent."""
        end = time.monotonic() + seconds
        while (found := self.processes()) and time.monotonic() < end:
            time.sleep(0.01)
        return found

    def processes(self):
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if (entry / "exe").readlink() == self.path and (entry / "cwd").readlink() == self.folder:
                    found.append(int(entry.name))
            except OSError:
                continue
        return found
