"""Value noise that is the same on every machine: hashes of whole numbers, blended."""

import math

from numba import njit


@njit(inline="always", error_model="numpy")
def random(x, y, z):
    """A number in 0..<1 for three whole numbers."""
    h = (x * 374761393 + y * 668265263 + z * 2147483647) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 2246822519) & 0xFFFFFFFF
    return (h ^ (h >> 15)) / 4294967296.0


@njit(error_model="numpy")
def noise(x, y, z):
    """Smooth noise in 0...1 with features about one unit wide."""
    i, j, k = math.floor(x), math.floor(y), math.floor(z)
    fx, fy, fz = x - i, y - j, z - k
    i, j, k = int(i), int(j), int(k)
    fx, fy, fz = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy), fz * fz * (3 - 2 * fz)
    total = 0.0
    for corner in range(8):
        a, b, c = corner & 1, corner >> 1 & 1, corner >> 2
        weight = (fx if a else 1 - fx) * (fy if b else 1 - fy) * (fz if c else 1 - fz)
        total += weight * random(i + a, j + b, k + c)
    return total


@njit(error_model="numpy")
def fractal(x, y, z, octaves):
    """Noise with finer and fainter noise upon it, in 0...1."""
    total, weight, scale = 0.0, 0.0, 1.0
    for _ in range(octaves):
        total += noise(x * scale, y * scale, z * scale) / scale
        weight += 1 / scale
        scale *= 2.03
    return total / weight


@njit(inline="always", error_model="numpy")
def step(low, high, x):
    """0 below low, 1 above high, smooth between."""
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3 - 2 * t)


@njit(error_model="numpy")
def dots(x, y, z, share):
    """1 inside small balls strewn one to some of the unit cells, 0 between them."""
    i, j, k = int(math.floor(x)), int(math.floor(y)), int(math.floor(z))
    if random(i, j, k + 50) > share:
        return 0.0
    size = 0.12 + 0.22 * random(i, j, k + 51)
    a, b, c = random(i, j, k + 52), random(i, j, k + 53), random(i, j, k + 54)
    u, v, w = x - i - 0.35 - 0.3 * a, y - j - 0.35 - 0.3 * b, z - k - 0.35 - 0.3 * c
    return 1 - step(size * 0.75, size, math.sqrt(u * u + v * v + w * w))
