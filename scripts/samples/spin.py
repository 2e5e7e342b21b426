"""The board with both cups, turned once around: a GIF that loops for ever."""

import math

import numpy as np
from PIL import Image

import views
from render import photograph

FRAMES, HUNDREDTHS = 48, 8  # how many, and how long each is shown
COLOURS = 255  # one less than a GIF holds: the last is for pixels that stay as they were
STRENGTH = 6  # of the pattern that blends colours, in 8-bit levels
UNSEEN = 10  # 8-bit levels: a pixel that changes by no more stays as it was, which nearly halves the file


def bayer(size):
    """Every whole number below the square's area, each far in place from those near in value; a power of two."""
    if size == 1:
        return np.zeros((1, 1), int)
    quarter = 4 * bayer(size // 2)
    return np.block([[quarter, quarter + 2], [quarter + 3, quarter + 1]])


def steadied(frames):
    """The frames without changes that are too small to be seen."""
    shown = frames[0]
    for frame in frames:
        changed = np.abs(frame.astype(int) - shown).max(2, keepdims=True) > UNSEEN
        shown = np.where(changed, frame, shown)
        yield shown


def palette(frames):
    """The colours that serve all frames."""
    return Image.fromarray(np.concatenate(frames[::6])).quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2)


def reduced_to(colours, frame):
    """The frame in these colours; the pattern stays where it is, so that what rests does not flicker."""
    height, width, _ = frame.shape
    pattern = np.tile(bayer(8) / 64 - 0.5, (height // 8 + 1, width // 8 + 1))[:height, :width, None]
    blended = Image.fromarray(np.clip(frame + STRENGTH * pattern + 0.5, 0, 255).astype(np.uint8))
    return blended.quantize(palette=colours, dither=Image.Dither.NONE)


def save_spin(path):
    frames = list(steadied([photograph(views.BOARD, 2 * math.pi * number / FRAMES) for number in range(FRAMES)]))
    colours = palette(frames)
    first, *others = [reduced_to(colours, frame) for frame in frames]
    first.save(path, save_all=True, append_images=others, duration=10 * HUNDREDTHS, loop=0)
