"""Vectors of three numbers, as tuples; matrices in arrays of many."""

import math

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
