"""The tools that are compared: each makes small JPEGs of all pictures, in as many processes as there are jobs."""

import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BOX = "1664x1136>"  # the most that any Android screen shows of a notification's picture; ">": never enlarge

CONFIGURATION = """\
version: 1
profiles:
  universal:
    max-bytes: {limit}
publish:
  - to: directory
    path: public
    base-url: https://static.example.com/
messages: from-pictures
defaults:
  title: A title
  body: A body
  target:
    topic: bench
"""


def fail(message):
    raise SystemExit(f"bench: {message}")


def run(command, **environment):
    """Runs a command quietly; gives its exit status and what it said on stderr. A variable that is None is taken away."""
    variables = {name: value for name, value in {**os.environ, "RICHPUSH_TRIAL": "true", **environment}.items() if value is not None}
    done = subprocess.run(command, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stderr.strip()


def must(command, **environment):
    status, said = run(command, **environment)
    if status:
        fail(f"{command[0]} ended with {status}: {said[-400:]}")


def command_of(*names):
    """The first of these commands that exists. Whole paths go first: a wrapper script on PATH would cost time."""
    return next((found for name in names if (found := shutil.which(name))), None) or \
        fail(f"{names[-1]} is not there: scripts/bootstrap installs it")


class Richpush:
    name = "richpush"

    def __init__(self, binary):
        self.binary = Path(binary)
        if not os.access(self.binary, os.X_OK):
            fail(f"{binary} is not there: run make build first")

    def render(self, pictures, output, limit, jobs):
        configuration, self.report = output / "pipeline.yml", output / "report.json"
        configuration.write_text(CONFIGURATION.format(limit=limit))
        status, said = run([self.binary, "run", pictures[0].parent, "--no-cache", "--config", configuration,
                            "--base-url", "https://static.example.com/", "--output", output / "public",
                            "--requests", output / "requests", "--report", self.report, "--jobs", str(jobs)])
        if status not in (0, 1):  # 1: a picture could not be made to fit; the count of files tells
            fail(f"richpush ended with {status}: {said[-400:]}")

    def check(self, path, limit, jobs, *flags):
        configuration = path.parent / "pipeline.yml"
        configuration.write_text(CONFIGURATION.format(limit=limit))
        status, said = run([self.binary, "check", path, "--config", configuration, "--jobs", str(jobs), *flags])
        if status not in (0, 1):  # 1: something was found
            fail(f"richpush check ended with {status}: {said[-400:]}")

    def encodes(self):
        """How often each picture of the last run was encoded."""
        assets = json.loads(self.report.read_text())["assets"]
        renditions = [rendition for asset in assets for rendition in asset.get("renditions", [])]
        # The quick estimate that begins a search is also an encoding.
        return [len(rendition["encodes"]) + ("estimate" in rendition) for rendition in renditions]


class Vipsthumbnail:
    """One pass at quality 85, no limit kept: the floor of what the work costs."""

    name = "vipsthumbnail"

    def __init__(self):
        self.command = command_of("vipsthumbnail")

    def render(self, pictures, output, limit, jobs):
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda share: must(
                [self.command, *share, "--size", BOX, "--output", f"{output}/%s.jpg[Q=85]"], VIPS_CONCURRENCY="1"),
                filter(None, (pictures[job::jobs] for job in range(jobs)))))


class ImageMagick:
    """Searches the quality itself: jpeg:extent."""

    name = "ImageMagick"

    def __init__(self):
        self.command = command_of("magick", "/usr/bin/convert", "convert")

    def render(self, pictures, output, limit, jobs):
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda picture: must(
                [self.command, picture, "-auto-orient", "-resize", BOX, "-strip", "-define", f"jpeg:extent={limit}",
                 output / picture.name], MAGICK_THREAD_LIMIT="1"), pictures))
