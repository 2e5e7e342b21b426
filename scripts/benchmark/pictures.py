"""The pictures that all tools are given."""

import hashlib
import os
import random
import shutil
from pathlib import Path

from common import ended, fail

START_OF_IMAGE, COMMENT, MOST_COMMENT = b"\xff\xd8", 0xFE, 65_533


def link(source, target):
    """The same file under another name, without a second copy where the file system allows it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def gather(folder, into):
    """Puts every JPEG of the folder, told by its bytes, into an empty one under names without spaces."""
    into.mkdir()
    for number, path in enumerate(path for path in sorted(folder.rglob("*")) if path.is_file()):
        with path.open("rb") as file:
            if file.read(3) == START_OF_IMAGE + b"\xff":
                link(path, into / f"picture-{number:04}.jpg")
    return sorted(into.iterdir()) or fail(f"{folder} has no JPEG")


def resized(picture, target, width, height, quality):
    ended(["vips", "thumbnail", picture, f"{target}[Q={quality},strip]", width, "--height", height, "--size", "force", "--no-rotate"])
    data = Path(target).read_bytes()
    Path(target).unlink()
    return data


def segment(marker, content):
    return bytes((0xFF, marker)) + (len(content) + 2).to_bytes(2, "big") + content


def filled(into, count, largest, make):
    """A new folder with so many files, of which none is larger; `make` gives name and bytes of each number."""
    into.mkdir()
    wanted, free = largest * count, shutil.disk_usage(into).free
    if wanted > free:
        fail(f"{count} files need up to {wanted >> 20} MiB in {into}, {free >> 20} MiB are free (TMPDIR names another place)")
    for number in range(count):
        name, data = make(number)
        (into / name).write_bytes(data)
    return sorted(into.iterdir())


def copies(originals, count, into):
    """So many distinct JPEGs in a new folder, in turns of these bytes: each with a comment right after the start of the image."""
    def make(number):
        comment = segment(COMMENT, f"benchmark picture {number}".encode())
        return f"copy-{number:04}.jpg", START_OF_IMAGE + comment + originals[number % len(originals)][2:]
    return filled(into, count, max(map(len, originals)) + 100, make)


def large_pictures(pictures, count, into):
    """So many distinct 24-megapixel JPEGs, made from a few enlarged ones."""
    return copies([resized(picture, into.with_suffix(".jpg"), 6000, 4000, 80) for picture in pictures[:8]], count, into)


# A gray picture of 8 x 8 pixels; its Huffman tables have one code each: no difference, end of block.
ONE_CODE = bytes((1, *[0] * 15, 0))
PICTURE = b"".join((
    segment(0xDB, bytes((0, *[1] * 64))), segment(0xC0, bytes((8, 0, 8, 0, 8, 1, 1, 0x11, 0))),
    segment(0xC4, b"\x00" + ONE_CODE + b"\x10" + ONE_CODE), segment(0xDA, bytes((1, 1, 0, 0, 63, 0))), b"\x3f\xff\xd9"))


def renditions(count, into, sizes=(30_000, 300_000)):
    """So many files as an earlier run would have left them, the same whenever they are made: nearly all of each is noise in comments."""
    noise = random.Random(count)

    def make(number):
        size = noise.randint(*sizes)
        comments = (segment(COMMENT, noise.randbytes(min(MOST_COMMENT, size - start))) for start in range(0, size, MOST_COMMENT))
        data = START_OF_IMAGE + b"".join(comments) + PICTURE
        return f"object-{number:04}.{hashlib.sha256(data).hexdigest()[:12]}.jpg", data
    return filled(into, count, sizes[1] + 1000, make)
