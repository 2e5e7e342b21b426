"""The disk is full at every stage: a small file system of memory that is shrunk before a run, or, where nothing can be mounted, a
limit for the size of each file."""

import resource
import subprocess

from tortures.program import Fault, Program
from tortures.scene import Scene

LARGE = 256 << 20
NAMES = ["directory", "compose", "shards"]


def command(*words):
    return subprocess.run([str(word) for word in words], capture_output=True).returncode == 0


class Disk:
    """A file system of its own, for scenes without a bucket."""

    def __init__(self, examination):
        self.folder = examination.place / "disk"
        self.folder.mkdir()
        self.isMounted = command("mount", "-t", "tmpfs", "-o", f"size={LARGE}", "tmpfs", self.folder)
        own = Program(examination.program.path, examination.program.library, self.folder / "work", examination.place)
        self.scenes = {name: Scene(name, examination.place, own) for name in NAMES}

    def close(self):
        if self.isMounted:
            command("umount", self.folder)

    def used(self):
        return sum(path.lstat().st_blocks * 512 for path in self.folder.rglob("*"))

    def resize(self, size):
        if not command("mount", "-o", f"remount,size={size}", self.folder):
            raise OSError(f"{self.folder} cannot be resized to {size} bytes")

    def leave(self, free):
        """Makes so many bytes be free."""
        self.resize(max(self.used() + free, 1 << 12) + (1 << 12))


def disk_full(examination, rounds):
    """Each round leaves another amount of space."""
    disk = Disk(examination)
    try:
        for number, chance in examination.each("disk-full", rounds):
            scene = disk.scenes[NAMES[number % len(NAMES)]]
            if not hasattr(scene, "later"):
                scene.make()
                scene.growth = growth(disk, scene)
            step = chance.randrange(len(scene.steps))
            free = chance.randrange(0, scene.growth + (1 << 16), 1 << 12)
            fill(examination, disk, scene, step, free, number)
    finally:
        disk.close()


def growth(disk, scene):
    """How many bytes more the later state takes."""
    scene.reset()
    before = disk.used()
    for step in scene.steps:
        scene.must(step)
    return max(disk.used() - before, 1 << 16)


def fill(examination, disk, scene, step, free, number):
    """One round."""
    moment = f"round {number}, step {step}, {free} bytes free"
    if disk.isMounted:
        examination.round(scene, moment, Fault(), step, before=lambda: disk.leave(free), restore=lambda: disk.resize(LARGE))
    else:
        fault = Fault(prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (free, free)))
        examination.round(scene, f"{moment[:-5]} in each file", fault, step)
