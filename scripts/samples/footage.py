"""Film with a moving camera: few new rays a frame, gathered with those of the frames before."""

import math
from dataclasses import replace

import numpy as np
from numba import njit

from geometry import along, dot, unit
from render import aim, capture, develop, draw, in_strips
from scene import assemble

TIMES = 3  # pixels of the picture for one of the film, each way
NEAR, WIDE = 0.3, 0.8  # how far from a pixel a ray counts for it, in pixels of the film; the latter at edges
MEMORY, EDGE_MEMORY = 16.0, 5.0  # rays a pixel remembers; at an edge, where surfaces pass each other
EDGE = 0.025  # metres between the distances of two neighbours that do not lie in one surface


@njit(inline="always", error_model="numpy")
def catmull_rom(t):
    """Weights of four neighbours for a point so far between the middle two."""
    return (((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2, (t - 1) * t * t / 2)


@njit(error_model="numpy")
def between(picture, x, y, k):
    """One colour of the picture at a place between its pixels' middles, never beyond the four nearest."""
    height, width, _ = picture.shape
    column, row = int(math.floor(x - 0.5)), int(math.floor(y - 0.5))
    across, down = catmull_rom(x - 0.5 - column), catmull_rom(y - 0.5 - row)
    total, low, high = 0.0, 1e9, 0.0
    for j in range(4):
        v = min(max(row + j - 1, 0), height - 1)
        for i in range(4):
            u = min(max(column + i - 1, 0), width - 1)
            total += across[i] * down[j] * picture[v, u, k]
            if 0 < i < 3 and 0 < j < 3:
                low, high = min(low, picture[v, u, k]), max(high, picture[v, u, k])
    return min(max(total, low), high)


@njit(error_model="numpy")
def seen_now(light, start, x, y, near):
    """The mean of this frame's rays about a place of its film, and how many rays that is worth."""
    height, width, _ = light.shape
    a, b, c, total = 0.0, 0.0, 0.0, 1e-9
    for row in range(max(int(y) - 1, 0), min(int(y) + 2, height)):
        for column in range(max(int(x) - 1, 0), min(int(x) + 2, width)):
            right, down = draw(column, row, 0, start)[0], draw(column, row, 1, start)[0]
            weight = math.exp(-((column + right - x) ** 2 + (row + down - y) ** 2) / (2 * near * near)) + 1e-6
            a += weight * light[row, column, 0]
            b += weight * light[row, column, 1]
            c += weight * light[row, column, 2]
            total += weight
    return (a / total, b / total, c / total), min(total, 1.0)


@njit(error_model="numpy")
def distances(film, start, x, y):
    """How far off is what the ray next to a place of the film met, and the least and the greatest about it."""
    height, width, _ = film.shape
    next_to, nearest, least, greatest = 0.0, 1e9, 1e9, 0.0
    for row in range(max(int(y) - 1, 0), min(int(y) + 2, height)):
        for column in range(max(int(x) - 1, 0), min(int(x) + 2, width)):
            right, down = draw(column, row, 0, start)[0], draw(column, row, 1, start)[0]
            square = (column + right - x) ** 2 + (row + down - y) ** 2
            if square < nearest:
                next_to, nearest = film[row, column, 12], square
            least, greatest = min(least, film[row, column, 12]), max(greatest, film[row, column, 12])
    return next_to, least, greatest


@njit(error_model="numpy")
def tempered(old, light, x, y, k):
    """One colour as it was, kept within what is seen now about that place: no trail behind edges."""
    height, width, _ = light.shape
    low, high = 1e9, 0.0
    for row in range(max(int(y) - 1, 0), min(int(y) + 2, height)):
        for column in range(max(int(x) - 1, 0), min(int(x) + 2, width)):
            low, high = min(low, light[row, column, k]), max(high, light[row, column, k])
    return min(max(old, low), high)


@njit(inline="always", error_model="numpy")
def looks_at(camera, half, u, v):
    """Direction through a place of the picture: u to the right from its left, v up from its middle, of its width."""
    _, right, up, ahead = camera
    d = along(along(ahead, right, (u - 0.5) * 2 * half), up, v * 2 * half)
    return unit(d[0], d[1], d[2])


@njit(inline="always", error_model="numpy")
def shown_at(camera, half, p):
    """Where the camera shows a point (as looks_at takes it), and how far off it is."""
    eye, right, up, ahead = camera
    v = (p[0] - eye[0], p[1] - eye[1], p[2] - eye[2])
    depth = dot(v, ahead) / dot(ahead, ahead)
    return dot(v, right) / depth / (2 * half) + 0.5, dot(v, up) / depth / (2 * half), math.sqrt(dot(v, v))


@njit(nogil=True, error_model="numpy")
def remember(now, before, start, picture, first, last):
    """Fills these rows of the picture: what was seen before of each point, led on by this frame's rays."""
    light, film, camera, half = now
    old_picture, old_film, old_camera, old_half = before
    height, width, _ = picture.shape
    for row in range(first, last):
        for column in range(width):
            x, y = (column + 0.5) / TIMES, (row + 0.5) / TIMES
            far, least, greatest = distances(film, start, x, y)
            d = looks_at(camera, half, (column + 0.5) / width, (0.5 * height - row - 0.5) / width)
            u, v, distance = shown_at(old_camera, old_half, along(camera[0], d, far))
            u, v, known, edge = u * width, 0.5 * height - v * width, 0.0, greatest - least > EDGE
            if 0 < u < width and 0 < v < height:
                far, least, greatest = distances(old_film, start - 1, u / TIMES, v / TIMES)
                edge |= greatest - least > EDGE
                if abs(far - distance) < EDGE:
                    known = old_picture[int(v), int(u), 3]
            seen, weight = seen_now(light, start, x, y, WIDE if edge or known < 3 else NEAR)
            total = min(known + weight, EDGE_MEMORY if edge else MEMORY)
            for k in range(3):
                old = between(old_picture, u, v, k) if known > 0 else seen[k]
                old = tempered(old, light, x, y, k) if edge else old
                picture[row, column, k] = old + (seen[k] - old) * weight / total
            picture[row, column, 3] = total


@njit(nogil=True, error_model="numpy")
def soften(picture, shown, first, last):
    """Fills these rows of what is shown: the picture, blended with what is around it where a pixel remembers little."""
    height, width, _ = picture.shape
    for row in range(first, last):
        for column in range(width):
            shown[row, column] = picture[row, column, :3]
            if picture[row, column, 3] > EDGE_MEMORY:
                continue
            total = 1.0
            for y in range(max(row - 2, 0), min(row + 3, height)):
                for x in range(max(column - 2, 0), min(column + 3, width)):
                    weight = math.exp(-((y - row) ** 2 + (x - column) ** 2) / 3)
                    shown[row, column] += weight * picture[y, x, :3]
                    total += weight
            shown[row, column] /= total


def footage(views):
    """Each view as 8-bit sRGB: one ray a pixel of a film TIMES coarser, through a lens without a diaphragm."""
    before = None
    for start, view in enumerate(views):
        width, height = view.size
        coarse = replace(view, size=(width // TIMES, height // TIMES), rays=1, diaphragm=0.0)
        light, film = capture(coarse, assemble(), start)
        picture, shown = np.zeros((height, width, 4), np.float32), np.zeros((height, width, 3), np.float32)
        camera = aim(coarse)
        now, old = (light, film, *camera), before or (np.zeros_like(picture), film, *camera)
        in_strips(lambda *rows: remember(now, old, start, picture, *rows), height)
        in_strips(lambda *rows: soften(picture, shown, *rows), height)
        before = picture, film, *camera
        yield develop(shown, view.exposure, view.grain)
