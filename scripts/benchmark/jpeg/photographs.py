"""The pictures that all encoders are given, and how large they and their files are.

Pictures are as a decoder sees them that knows nothing of orientation, profiles and transparency.
"""

from dataclasses import dataclass
from pathlib import Path

from benchmark.tools import fail

FITTED, CROPPED = "1440 x 1440", "512 x 512"
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff")
SIDE, CROP_SIDE, CROPPED_SIDE = 1440, 900, 512
# The coarsest of the five scales of MS-SSIM, with windows of eleven pixels.
LEAST_SIDE = 176


@dataclass(frozen=True)
class Picture:
    """A portable pixmap in eight bits of sRGB, with its name in tables."""

    name: str
    frame: str
    path: Path
    width: int
    height: int

    @property
    def pixels(self):
        return self.width * self.height

    def colours(self):
        """Red, green and blue, 0 to 255: height x width x 3."""
        return colours(self.path)


@dataclass(frozen=True)
class Size:
    """A frame, and what a file may take: bytes where pictures are fitted into the frame, bits a pixel where it is cut out."""

    frame: str
    amount: float

    @property
    def title(self):
        return f"{self.file}, {self.frame}"

    @property
    def file(self):
        return f"{self.amount:,.0f} bytes" if self.frame == FITTED else f"{self.amount:g} bits a pixel"

    def limit(self, picture):
        """The most bytes that a file of this picture may have."""
        return int(self.amount if self.frame == FITTED else self.amount * picture.pixels / 8)


def sizes(limits, bits):
    """Each once, in order."""
    return list(dict.fromkeys([*(Size(FITTED, limit) for limit in limits), *(Size(CROPPED, amount) for amount in bits)]))


def by_frame(sizes):
    """The sizes of each frame, in order."""
    return {frame: found for frame in (FITTED, CROPPED) if (found := [size for size in sizes if size.frame == frame])}


def colours(path):
    """Those of a pixmap."""
    import numpy
    from PIL import Image
    return numpy.asarray(Image.open(path).convert("RGB"))


def files(paths, every=1):
    """Every so many of the photographs in these folders; a path may also be that of a photograph."""
    found = sorted(path for given in paths for path in (given.rglob("*") if given.is_dir() else [given]) if path.suffix.lower() in SUFFIXES)
    return found[::every] or fail(f"there are no photographs in {', '.join(map(str, paths))}")


def prepare(photo, number, frame, place):
    """The picture of a photograph in a frame, in a file of this folder; None where it is too small for the judges."""
    from PIL import Image
    image = {FITTED: fitted, CROPPED: cropped}[frame](str(photo)).colourspace("srgb")
    image = (image.flatten(background=255) if image.hasalpha() else image).cast("uchar")
    if min(image.width, image.height) < LEAST_SIDE:
        return None
    path = place / f"{frame.replace(' ', '')}-{number:03}.ppm"
    Image.fromarray(image.numpy()).save(path)
    return Picture(photo.stem, frame, path, image.width, image.height)


def fitted(photo):
    """The whole photograph; smaller ones stay as they are."""
    return thumbnail(photo, SIDE)


def cropped(photo):
    """The centre of a photograph that was shrunk first; of one that is small then in one direction, as much as the frame holds."""
    small = thumbnail(photo, CROP_SIDE)
    if min(small.width, small.height) < CROPPED_SIDE:
        return thumbnail(photo, CROPPED_SIDE, crop="centre")
    return small.crop((small.width - CROPPED_SIDE) // 2, (small.height - CROPPED_SIDE) // 2, CROPPED_SIDE, CROPPED_SIDE)


def thumbnail(photo, side, **options):
    import pyvips  # only in the processes that work: it is not there before the virtual environment is entered
    try:
        return pyvips.Image.thumbnail(photo, side, height=side, size="down", export_profile="srgb", **options)
    except pyvips.Error as error:
        fail(f"{photo} cannot be read: {error.detail.strip().splitlines()[-1]}")
