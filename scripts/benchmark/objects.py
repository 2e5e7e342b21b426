"""Renditions to publish, as an earlier run would have left them: JPEGs under names made of their digests."""

import hashlib
import random
import shutil

SIZES = (30_000, 300_000)
MOST_COMMENT = 65_533  # bytes that a segment can hold


def segment(marker, content):
    return bytes((0xFF, marker)) + (len(content) + 2).to_bytes(2, "big") + content


# A gray picture of 8 x 8 pixels; its Huffman tables have one code each: no difference, end of block.
ONE_CODE = bytes((1, *[0] * 15, 0))
PICTURE = b"".join((
    segment(0xDB, bytes((0, *[1] * 64))), segment(0xC0, bytes((8, 0, 8, 0, 8, 1, 1, 0x11, 0))),
    segment(0xC4, b"\x00" + ONE_CODE + b"\x10" + ONE_CODE), segment(0xDA, bytes((1, 1, 0, 0, 63, 0))), b"\x3f\xff\xd9"))


def jpeg(size, noise):
    """A whole JPEG of about so many bytes, nearly all of them noise in comments."""
    comments = (min(MOST_COMMENT, size - start) for start in range(0, size, MOST_COMMENT))
    return b"\xff\xd8" + b"".join(segment(0xFE, noise.randbytes(length)) for length in comments) + PICTURE


def make_objects(count, into):
    """So many of them in a new folder, the same whenever they are made."""
    into.mkdir()
    wanted, free, noise = count * SIZES[1], shutil.disk_usage(into).free, random.Random(count)
    if wanted > free:
        raise SystemExit(f"bench: {count} objects need up to {wanted >> 20} MiB in {into}, "
                         f"{free >> 20} MiB are free (TMPDIR names another place)")
    for number in range(count):
        data = jpeg(noise.randint(*SIZES), noise)
        (into / f"object-{number:04}.{hashlib.sha256(data).hexdigest()[:12]}.jpg").write_bytes(data)
    return into
