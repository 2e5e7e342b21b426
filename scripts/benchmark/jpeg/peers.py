"""The encoders that this package's is compared with: each at its best settings, and the highest quality that fits.

mozjpeg is asked for trellis quantization, less ringing, the search for scans and its quantization table 3, that of ImageMagick by
N. Robidoux. jpegli's files are written again by jpegtran, with optimal codes and in progressive scans: that changes nothing of what
they show.
"""

import functools
import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmark.tools import fail


@dataclass(frozen=True)
class Encoded:
    """A file, the bytes that it has and may have, and what its encoder says of it."""

    path: Path
    bytes: int
    limit: int
    record: dict


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
    pixels = picture.colours().tobytes()
    return lambda quality: progressive(pyjpegli.encode(pixels, picture.width, picture.height, quality=quality))


def progressive(encoded):
    return subprocess.run(["jpegtran", "-optimize", "-progressive", "-copy", "none"], input=encoded, capture_output=True, check=True).stdout


PEERS = {"mozjpeg": mozjpeg, "jpegli": jpegli}


def encode_all(peer, picture, limits, place):
    """For each of these limits the file of the highest quality that fits; None where none does."""
    encode = functools.cache(PEERS[peer](picture))
    return [best(encode, limit, place / f"{picture.path.stem}-{limit}-{peer}.jpg") for limit in limits]


def best(encode, limit, output):
    """Bisects the quality. Files grow with it, all but strictly."""
    low, high = 0, 100
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if len(encode(middle)) <= limit else (low, middle - 1)
    if not low:
        return None
    output.write_bytes(encode(low))
    return Encoded(output, len(encode(low)), limit, {"quality": low})
