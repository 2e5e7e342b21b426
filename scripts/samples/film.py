"""From light to picture: evens out what few rays left uneven, then develops like film."""

import math

import numpy as np
from numba import njit

REACH = 5  # pixels


@njit(nogil=True, error_model="numpy")
def likeness(film, row, column, y, x):
    """Near 1 for two pixels in one surface close to each other, near 0 across an edge."""
    apart = ((y - row) ** 2 + (x - column) ** 2) / (0.5 * REACH * REACH)
    for k in range(9, 12):
        apart += (film[y, x, k] - film[row, column, k]) ** 2 * 12
    return math.exp(-apart - ((film[y, x, 12] - film[row, column, 12]) * 60) ** 2)


@njit(nogil=True, error_model="numpy")
def even_out(film, picture, first, last):
    """Adds bounced light to straight light in these rows, blended between neighbours that lie in one surface."""
    height, width, _ = film.shape
    light = np.zeros(3)
    for row in range(first, last):
        for column in range(width):
            light[:] = 0
            weight = 0.0
            for y in range(max(row - REACH, 0), min(row + REACH + 1, height)):
                for x in range(max(column - REACH, 0), min(column + REACH + 1, width)):
                    near = likeness(film, row, column, y, x)
                    weight += near
                    for k in range(3):
                        light[k] += near * film[y, x, 6 + k]
            for k in range(3):
                picture[row, column, k] = film[row, column, k] + film[row, column, 3 + k] * light[k] / weight


def grain(shape):
    """Noise that is softer than a pixel and mostly grey, as film and small sensors have it."""
    random = np.random.default_rng(11)
    noise = random.standard_normal((*shape[:2], 1), np.float32) + 0.35 * random.standard_normal(shape, np.float32)
    return (noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1) + np.roll(noise, (1, 1), (0, 1))) / 2


def develop(light, exposure, graininess):
    """Linear light to 8-bit sRGB: a film's shoulder, darker corners, and grain."""
    height, width, _ = light.shape
    x = light * exposure * 0.62
    x = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)
    down, across = np.mgrid[-1:1:height * 1j, -1:1:width * 1j].astype(np.float32)
    x = np.clip(x * (1 - 0.08 * (down * down + across * across) ** 1.2)[..., None], 0, 1)
    x = np.where(x < 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
    x = x + graininess * grain(x.shape) * (0.35 + 1.3 * np.sqrt(np.clip(x * (1 - x), 0, 1)))
    return (np.clip(x, 0, 1) * 255 + 0.5).astype(np.uint8)
