"""The tools that are compared: each makes small JPEGs of all pictures, in as many processes as there are jobs."""

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor

from benchmark.session import PIPELINE, richpush
from common import ended, fail

BOX = "1664x1136>"  # the most that any Android screen shows of a notification's picture; ">": never enlarge

CONFIGURATION = PIPELINE + "profiles: {universal: {max-bytes: %d}}\n"


def command_of(*names):
    """The first of these commands that exists. Whole paths go first: a wrapper script on PATH would cost time."""
    return next(filter(None, map(shutil.which, names)), None) or fail(f"{names[-1]} is not there: scripts/bootstrap installs it")


class Richpush:
    name = "richpush"

    def __init__(self, binary):
        self.binary = binary

    # A status of 1 says that something was found, or that a picture could not be made to fit: the count of files tells.
    def render(self, pictures, output, limit, jobs):
        configuration, self.report = output / "pipeline.yml", output / "report.json"
        configuration.write_text(CONFIGURATION % limit)
        richpush(self.binary, "run", pictures[0].parent, "--no-cache", "--config", configuration, "--output", output / "public",
                 "--requests", output / "requests", "--report", self.report, "--jobs", jobs, ends=(0, 1))

    def check(self, path, limit, jobs, *flags):
        configuration = path.parent / "pipeline.yml"
        configuration.write_text(CONFIGURATION % limit)
        richpush(self.binary, "check", path, "--config", configuration, "--jobs", jobs, *flags, ends=(0, 1))

    def encodes(self):
        """How often each picture of the last run was encoded."""
        renditions = [one for asset in json.loads(self.report.read_text())["assets"] for one in asset.get("renditions", [])]
        # The quick estimate that begins a search is also an encoding.
        return [len(rendition["encodes"]) + ("estimate" in rendition) for rendition in renditions]


class Vipsthumbnail:
    """One pass at quality 85, no limit kept: the floor of what the work costs."""

    name = "vipsthumbnail"

    def __init__(self):
        self.command = command_of("vipsthumbnail")

    def render(self, pictures, output, _limit, jobs):
        words, variables = ["--size", BOX, "--output", f"{output}/%s.jpg[Q=85]"], {**os.environ, "VIPS_CONCURRENCY": "1"}
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda share: ended([self.command, *share, *words], env=variables),
                          filter(None, (pictures[job::jobs] for job in range(jobs)))))


class ImageMagick:
    """Searches the quality itself: jpeg:extent."""

    name = "ImageMagick"

    def __init__(self):
        self.command = command_of("magick", "/usr/bin/convert", "convert")

    def render(self, pictures, output, limit, jobs):
        words, variables = ["-auto-orient", "-resize", BOX, "-strip", "-define", f"jpeg:extent={limit}"], {**os.environ, "MAGICK_THREAD_LIMIT": "1"}
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda picture: ended([self.command, picture, *words, output / picture.name], env=variables), pictures))
