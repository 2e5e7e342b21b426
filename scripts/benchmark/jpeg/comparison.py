"""Pictures, the files that this package's encoder and its peers make of them under limits of bytes, and what judges say of those.

A case is a picture and a limit. Files and judgements are dictionaries by case; where nothing fits there is none. Pictures are as a
decoder sees them that knows nothing of orientation, profiles and transparency.

Each encoder has its best settings, and the highest quality that fits. mozjpeg is asked for trellis quantization, less ringing, the search
for scans and its quantization table 3, that of ImageMagick by N. Robidoux. jpegli's files are written again by jpegtran, with optimal codes
and in progressive scans: that changes nothing of what they show.
"""

import functools
import json
import multiprocessing
import os
import subprocess
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmark.jpeg.judges import judged
from common import ended, executable, fail, say

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff")
SIDE, LEAST_SIDE = 1440, 176  # that pictures are fitted into; the coarsest scale of MS-SSIM still has windows of eleven pixels
# The encoder's message for a limit that is too small; the error that ends it needs no trace.
TOO_SMALL, QUIET = "the smallest takes", {"SWIFT_BACKTRACE": "enable=no"}


@dataclass(frozen=True)
class Picture:
    """A portable pixmap in eight bits of sRGB, with its name in tables."""

    name: str
    path: Path
    width: int
    height: int

    def colours(self):
        """Red, green and blue, 0 to 255: height x width x 3."""
        import numpy  # only in the processes that work: it is not there before the virtual environment is entered
        from PIL import Image
        return numpy.asarray(Image.open(self.path).convert("RGB"))


@dataclass(frozen=True)
class Encoded:
    """A file, the bytes that it has and may have, and what its encoder says of it."""

    path: Path
    bytes: int
    limit: int
    record: dict


def prepare(photo, path):
    """The picture of a photograph; None where it is too small for the judges. Smaller ones are not made larger."""
    import pyvips
    from PIL import Image
    try:
        image = pyvips.Image.thumbnail(str(photo), SIDE, height=SIDE, size="down", export_profile="srgb").colourspace("srgb")
    except pyvips.Error as error:
        fail(f"{photo} cannot be read: {error.detail.strip().splitlines()[-1]}")
    image = (image.flatten(background=255) if image.hasalpha() else image).cast("uchar")
    if min(image.width, image.height) < LEAST_SIDE:
        return None
    Image.fromarray(image.numpy()).save(path)
    return Picture(photo.stem, path, image.width, image.height)


def constants(binaries):
    """The names and values of the encoder's constants."""
    return json.loads(ended([executable(binaries / "EncodeJPEG"), "constants"]).stdout)


def encode(binaries, picture, limit, output, values):
    """Our file, with other constants where they are given; None where nothing fits."""
    changes = [f"{name}={value!r}" for name, value in values.items()]
    done = ended([executable(binaries / "EncodeJPEG"), picture.path, limit, output, *changes], ends=None, env=os.environ | QUIET)
    if done.returncode:
        return None if TOO_SMALL in done.stderr else fail(f"EncodeJPEG failed: {done.stderr.strip()[:400]}")
    return Encoded(output, output.stat().st_size, limit, json.loads(done.stdout))


def mozjpeg(picture):
    """Gives the file of a quality, 1 to 100."""
    import pyvips
    image = pyvips.Image.new_from_array(picture.colours(), interpretation="srgb")
    plain = functools.partial(image.jpegsave_buffer, keep="none", interlace=True, optimize_coding=True)
    # libvips without mozjpeg is silent, and a much weaker peer.
    if plain(Q=50) == plain(Q=50, quant_table=3):
        fail("libvips has no mozjpeg: scripts/benchmark/jpeg-last-requirements.txt names one that has")
    return lambda quality: plain(Q=quality, trellis_quant=True, overshoot_deringing=True, optimize_scans=True, quant_table=3)


def jpegli(picture):
    """Gives the file of a quality, 1 to 100."""
    import pyjpegli
    pixels, command = picture.colours().tobytes(), ["jpegtran", "-optimize", "-progressive", "-copy", "none"]
    return lambda quality: subprocess.run(
        command, input=pyjpegli.encode(pixels, picture.width, picture.height, quality=quality), capture_output=True, check=True).stdout


PEERS = {"mozjpeg": mozjpeg, "jpegli": jpegli}


def best_of_peer(peer, picture, limits, place):
    """For each of these limits the file of the highest quality that fits, by halving: files grow with it, all but strictly."""
    encode, found = functools.cache(PEERS[peer](picture)), []
    for limit in limits:
        low, high, output = 0, 100, place / f"{picture.path.stem}-{limit}-{peer}.jpg"
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if len(encode(middle)) <= limit else (low, middle - 1)
        if low:
            output.write_bytes(encode(low))
        found.append(Encoded(output, len(encode(low)), limit, {"quality": low}) if low else None)
    return found


class Comparison:
    """Cases of photographs, worked on by as many processes as jobs: new ones, since libvips and torch keep threads."""

    def __init__(self, photos, options, place):
        self.limits, self.binaries, self.place = options.limits, options.binaries, place
        place.mkdir()
        self.pool = ProcessPoolExecutor(options.jobs, mp_context=multiprocessing.get_context("spawn"))
        made = self.each(prepare, [(photo, place / f"{number:03}.ppm") for number, photo in enumerate(photos)], "preparing pictures")
        self.pictures = [picture for picture in made if picture]
        self.cases = [(picture, limit) for picture in self.pictures for limit in self.limits]

    def each(self, function, tasks, what=None):
        """What the function makes of each of these tuples of arguments, in order."""
        if what:
            say(f"{what}: {len(tasks)}")
        return [future.result() for future in [self.pool.submit(function, *task) for task in tasks]]

    def of_peer(self, peer, factor=1):
        """What a peer makes of all cases, with so many times the bytes."""
        tasks = [(peer, picture, [factor * limit for limit in self.limits], self.place) for picture in self.pictures]
        made = self.each(best_of_peer, tasks, f"encoding pictures ({peer}{', twice the bytes' if factor == 2 else ''})")
        return self.present(encoded for of_picture in made for encoded in of_picture)

    def ours(self, values):
        """What this package's encoder makes of all cases with these constants."""
        return self.present(self.each(encode, [
            (self.binaries, picture, limit, self.place / f"{picture.path.stem}-{limit}-ours.jpg", values) for picture, limit in self.cases]))

    def present(self, encodings):
        return {case: encoded for case, encoded in zip(self.cases, encodings, strict=True) if encoded}

    def judged(self, encodings, judges, what=None):
        """What these judges say of encodings."""
        names = [judge.name for judge in judges]
        tasks = [(picture, encoded.path, names, self.binaries) for (picture, _), encoded in encodings.items()]
        return dict(zip(encodings, self.each(judged, tasks, what), strict=True))


def photographs(paths):
    """Those in these folders; a path may also be that of a photograph."""
    found = (path for given in paths for path in (given.rglob("*") if given.is_dir() else [given]) if path.suffix.lower() in SUFFIXES)
    return sorted(found) or fail(f"there are no photographs in {', '.join(map(str, paths))}")
