"""Where a ray meets a shape: ellipsoids, and pots given by a distance field of their outline."""

import math

import numpy as np
from numba import njit

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
