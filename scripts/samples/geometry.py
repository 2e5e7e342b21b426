"""Vectors of three numbers, as tuples; matrices in arrays of many; and where a ray meets a shape: ellipsoids, and pots given by a distance
field of their outline."""

import math

import numpy as np
from numba import njit

@njit(inline="always", error_model="numpy")
def unit(x, y, z):
    """The vector made one long."""
    length = 1 / math.sqrt(x * x + y * y + z * z)
    return x * length, y * length, z * length


@njit(inline="always", error_model="numpy")
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit(inline="always", error_model="numpy")
def along(o, d, t):
    """The point so far along a ray."""
    return o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2]


@njit(inline="always", error_model="numpy")
def turn(maps, i, v):
    """The vector times the i-th matrix."""
    return (maps[i, 0, 0] * v[0] + maps[i, 0, 1] * v[1] + maps[i, 0, 2] * v[2],
            maps[i, 1, 0] * v[0] + maps[i, 1, 1] * v[1] + maps[i, 1, 2] * v[2],
            maps[i, 2, 0] * v[0] + maps[i, 2, 1] * v[1] + maps[i, 2, 2] * v[2])


@njit(inline="always", error_model="numpy")
def turn_back(maps, i, v):
    """The vector times the i-th matrix' transpose."""
    return (maps[i, 0, 0] * v[0] + maps[i, 1, 0] * v[1] + maps[i, 2, 0] * v[2],
            maps[i, 0, 1] * v[0] + maps[i, 1, 1] * v[1] + maps[i, 2, 1] * v[2],
            maps[i, 0, 2] * v[0] + maps[i, 1, 2] * v[1] + maps[i, 2, 2] * v[2])


@njit(inline="always", error_model="numpy")
def minus(p, points, i):
    return p[0] - points[i, 0], p[1] - points[i, 1], p[2] - points[i, 2]


@njit(inline="always", error_model="numpy")
def times(a, b):
    """Each number times its counterpart: light on a colour."""
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]


@njit(inline="always", error_model="numpy")
def scattered(n, u, v):
    """A direction about n, likelier the nearer it is to n (cosine); u and v in 0..<1."""
    angle, high, wide = 2 * math.pi * u, math.sqrt(1 - v), math.sqrt(v)
    x, z = math.cos(angle) * wide, math.sin(angle) * wide
    if abs(n[1]) < 0.9:
        a = unit(n[2], 0.0, -n[0])
    else:
        a = unit(n[1], -n[0], 0.0)
    b = (n[1] * a[2] - n[2] * a[1], n[2] * a[0] - n[0] * a[2], n[0] * a[1] - n[1] * a[0])
    return along(along((n[0] * high, n[1] * high, n[2] * high), a, x), b, z)


FAR = 1e9
CELL = 0.0008  # metres between two samples of an outline's distance field
MARGIN = 0.008


def smooth(points, samples=14):
    """A Catmull-Rom curve through the points."""
    p = np.array([points[0], *points, points[-1]], float)
    curve = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:]):
        for t in np.arange(samples) / samples:
            curve.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.array([*curve, p[-1]])


def distance_field(outline):
    """Signed distances from a grid of (radius, height) to a closed outline that starts and ends on the axis."""
    radius, height = outline[:, 0].max() + MARGIN, outline[:, 1].max() + MARGIN
    r, y = np.meshgrid(np.arange(0, radius, CELL), np.arange(-MARGIN, height, CELL), indexing="ij")
    nearest, inside = np.full(r.shape, FAR), np.zeros(r.shape, bool)
    for (ar, ay), (br, by) in zip(outline, outline[1:]):
        dr, dy = br - ar, by - ay
        if (length := dr * dr + dy * dy) < 1e-12:
            continue
        t = np.clip(((r - ar) * dr + (y - ay) * dy) / length, 0, 1)
        nearest = np.minimum(nearest, np.hypot(r - ar - t * dr, y - ay - t * dy))
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (r < ar + (y - ay) / dy * dr)
    return np.where(inside, -nearest, nearest)


@njit(error_model="numpy")
def field_at(samples, shape, r, y):
    """The distance between the samples, blended. The shape: where the field starts, its rows and columns."""
    start, rows, columns = shape
    u = min(max(r / CELL, 0.0), rows - 1.001)
    v = min(max((y + MARGIN) / CELL, 0.0), columns - 1.001)
    i, j = int(u), int(v)
    u, v = u - i, v - j
    at = start + i * columns + j
    low = samples[at] * (1 - u) + samples[at + columns] * u
    high = samples[at + 1] * (1 - u) + samples[at + columns + 1] * u
    return low * (1 - v) + high * v


@njit(error_model="numpy")
def box_span(ox, oy, oz, dx, dy, dz, half, low, high):
    """The stretch of the ray inside an upright box around the y axis; empty when it ends before it starts."""
    start, end = 0.0, FAR
    for o, d, a, b in ((ox, dx, -half, half), (oy, dy, low, high), (oz, dz, -half, half)):
        inverse = 1 / d if abs(d) > 1e-9 else 1e9
        s, t = (a - o) * inverse, (b - o) * inverse
        start, end = max(start, min(s, t)), min(end, max(s, t))
    return start, end


@njit(error_model="numpy")
def meet_pot(samples, shape, ox, oy, oz, dx, dy, dz, limit):
    """The distance along the ray to the pot that stands at the origin, or FAR: sphere tracing."""
    half, height = (shape[1] - 2) * CELL, (shape[2] - 2) * CELL - MARGIN
    t, end = box_span(ox, oy, oz, dx, dy, dz, half, -MARGIN, height)
    end = min(end, limit)
    for _ in range(160):
        if t >= end:
            return FAR
        x, y, z = ox + t * dx, oy + t * dy, oz + t * dz
        distance = field_at(samples, shape, math.sqrt(x * x + z * z), y)
        if distance < 0.00006:
            return t
        t += max(distance * 0.92, 0.00005)
    return FAR


@njit(error_model="numpy")
def pot_normal(samples, shape, x, y, z):
    """The outward direction at a point of the pot's surface."""
    r = max(math.sqrt(x * x + z * z), 1e-6)
    h = CELL * 1.6
    across = field_at(samples, shape, r + h, y) - field_at(samples, shape, max(r - h, 0.0), y)
    up = field_at(samples, shape, r, y + h) - field_at(samples, shape, r, y - h)
    length = max(math.sqrt(across * across + up * up), 1e-9)
    return across / length * x / r, up / length, across / length * z / r


@njit(error_model="numpy")
def meet_unit_sphere(ox, oy, oz, dx, dy, dz):
    """The distance to the unit sphere in multiples of the direction's length, or FAR."""
    a = dx * dx + dy * dy + dz * dz
    b = ox * dx + oy * dy + oz * dz
    discriminant = b * b - a * (ox * ox + oy * oy + oz * oz - 1)
    if discriminant < 0:
        return FAR
    root = math.sqrt(discriminant)
    t = (-b - root) / a
    return t if t > 1e-6 else FAR
