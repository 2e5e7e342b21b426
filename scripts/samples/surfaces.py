"""What surfaces look like: procedural wood, plaster, glaze, peel and leaf, of value noise that is the same on every machine."""

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


OAK, PLASTER, CREAM, LAGOON, COFFEE, ORANGE, LEMON, LEAF, TWIG, WALNUT, CHARCOAL, BLUSH = range(12)


@njit(inline="always", error_model="numpy")
def mix(a, b, t):
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t


@njit(error_model="numpy")
def wood(x, y, z, light, dark):
    """Wood whose fibres run along x."""
    bend = 0.11 * fractal(x * 1.8, y * 3, z * 6, 3)
    rings = 0.5 + 0.5 * math.sin((z + bend) * 260 + 9 * noise(x * 1.3, y * 4, z * 9))
    fibre = fractal(x * 14, y * 420, z * 420, 3)
    pores = step(0.66, 0.86, noise(x * 55, y * 700, z * 1400))
    cloud = fractal(x * 3, y * 3, z * 12, 3)
    shade = 0.45 * rings * rings + 0.5 * (1 - fibre) + 0.35 * (cloud - 0.5)
    return mix(mix(light, dark, min(max(shade, 0.0), 1.0)), mix(dark, (0.0, 0.0, 0.0), 0.45), pores * 0.55)


@njit(error_model="numpy")
def oak_table(x, z):
    """Planks along x with narrow dark joints."""
    width = 0.165
    plank = math.floor(z / width)
    shift = random(int(plank), 7, 3)
    joint = min(z / width - plank, 1 - z / width + plank) * width
    colour = wood(x + 11 * shift, 5.3 * shift, z + 3.7 * shift, (0.56, 0.36, 0.19), (0.27, 0.145, 0.065))
    tone = 0.86 + 0.28 * shift
    colour = (colour[0] * tone, colour[1] * tone, colour[2] * tone)
    return mix((0.035, 0.02, 0.012), colour, step(0.0004, 0.0022, joint))


@njit(error_model="numpy")
def speckled(x, y, z, glaze, speck):
    """Stoneware glaze: iron specks of two sizes in a colour that drifts a little."""
    drift = fractal(x * 16, y * 16, z * 16, 3) - 0.5
    base = (glaze[0] * (1 + 0.14 * drift), glaze[1] * (1 + 0.16 * drift), glaze[2] * (1 + 0.2 * drift))
    wobble = 0.35 * noise(x * 900, y * 900, z * 900)
    large = 0.8 * dots(x * 210 + wobble, y * 210 + wobble, z * 210 - wobble, 0.22)
    small = 0.6 * dots(x * 480 + wobble + 0.4, y * 480, z * 480 + wobble, 0.30)
    return mix(base, speck, max(large, small))


@njit(error_model="numpy")
def dipped(x, y, z, edge, glaze, speck, clay):
    """A pot dipped in glaze down to a wavering edge; bare clay below. Returns colour, reflectance, roughness."""
    line = edge + 0.004 * (noise(x * 40, 0.0, z * 40) - 0.5)
    covered = step(line - 0.0006, line + 0.0006, y)
    bare = speckled(x, y, z, clay, (0.12, 0.07, 0.04))
    grain = 0.8 + 0.4 * fractal(x * 500, y * 500, z * 500, 2)
    bare = (bare[0] * grain, bare[1] * grain, bare[2] * grain)
    rim = 1 - 0.35 * covered * (1 - step(line, line + 0.006, y))
    top = speckled(x, y, z, glaze, speck)
    top = (top[0] * rim, top[1] * rim, top[2] * rim)
    return mix(bare, top, covered), 0.05 * covered, 0.5 - 0.46 * covered


@njit(error_model="numpy")
def peel(x, y, z, colour):
    """Citrus peel: small pits darken it, its colour drifts."""
    pits = noise(x * 520, y * 520, z * 520)
    shade = 0.9 + 0.16 * (pits - 0.5) + 0.2 * (fractal(x * 22, y * 22, z * 22, 2) - 0.5)
    return colour[0] * shade, colour[1] * shade, colour[2] * shade * shade


@njit(error_model="numpy")
def surface(material, x, y, z, tone):
    """Colour (linear light), reflectance head-on, roughness. The point is in the object's own space."""
    if material == OAK:
        return oak_table(x, z), 0.03, 0.22
    if material == PLASTER:
        shade = 0.96 + 0.08 * fractal(x * 7, y * 7, z * 7, 4)
        return (0.60 * shade, 0.385 * shade, 0.29 * shade), 0.0, 1.0
    if material == CREAM:
        return dipped(x, y, z, 0.028, (0.80, 0.74, 0.63), (0.20, 0.11, 0.06), (0.43, 0.27, 0.17))
    if material == LAGOON:
        return dipped(x, y, z, 0.016, (0.055, 0.23, 0.26), (0.02, 0.07, 0.09), (0.43, 0.27, 0.17))
    if material == BLUSH:
        return dipped(x, y, z, 0.022, (0.66, 0.30, 0.21), (0.25, 0.09, 0.06), (0.50, 0.33, 0.22))
    if material == CHARCOAL:
        return speckled(x, y, z, (0.045, 0.045, 0.05), (0.16, 0.14, 0.12)), 0.045, 0.12
    if material == COFFEE:
        foam = fractal(x * 70 + 3 * noise(x * 30, 1.0, z * 30), 0.0, z * 70, 4)
        ring = step(0.02, 0.03, math.sqrt(x * x + z * z))
        return mix((0.10, 0.035, 0.012), (0.42, 0.20, 0.075), step(0.42, 0.62, foam) * 0.6 + 0.4 * ring), 0.04, 0.06
    if material == ORANGE:
        return peel(x, y, z, (0.88, 0.30, 0.025)), 0.045, 0.25
    if material == LEMON:
        return peel(x, y, z, (0.93, 0.60, 0.03)), 0.045, 0.22
    if material == LEAF:
        shade = 0.75 + 0.5 * tone
        return (0.15 * shade, 0.25 * shade, 0.15 * shade * (1.2 - 0.4 * tone)), 0.03, 0.3
    if material == TWIG:
        return (0.20, 0.11, 0.06), 0.02, 0.5
    return wood(x, y, z, (0.23, 0.115, 0.055), (0.075, 0.032, 0.016)), 0.035, 0.2


@njit(error_model="numpy")
def bump(material, x, y, z):
    """How far the surface stands out, in metres, for shading alone."""
    if material == ORANGE or material == LEMON:
        return 0.0003 * noise(x * 430, y * 430, z * 430)
    if material == PLASTER:
        return 0.0016 * fractal(x * 38, y * 38, z * 38, 3)
    if material == OAK or material == WALNUT:
        return 0.00004 * fractal(x * 30, y * 600, z * 600, 2)
    if material == CREAM or material == LAGOON or material == BLUSH or material == CHARCOAL:
        rings = noise(0.0, y * 210, 0.0) + 0.5 * noise(0.0, y * 90, 4.0)
        return 0.00016 * rings + 0.0005 * noise(x * 26, y * 26, z * 26)
    return 0.0
