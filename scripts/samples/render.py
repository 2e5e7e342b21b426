"""The camera: a lens with a diaphragm, and many rays through each pixel."""

import math
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numba import njit

from film import develop, even_out
from light import BLACK, direct, room, second_sight
from noise import random
from rays import NOTHING, inspect, meet
from scene import assemble
from vectors import along, dot, scattered, times, unit


@dataclass(frozen=True)
class View:
    """Where the camera stands and what light it finds; metres, degrees."""

    eye: tuple
    look: tuple
    size: tuple
    angle: float = 30.0  # of view, across the longer side
    diaphragm: float = 0.0035  # radius of the opening
    focus: tuple | None = None  # the point that is sharp; None: where it looks
    rays: int = 8
    sun: tuple = (-.80, .50, .34)
    sunlight: tuple = (5.6, 4.55, 3.3)
    skylight: float = 1.0
    exposure: float = 1.0
    grain: float = 0.010


@njit(inline="always", error_model="numpy")
def draw(x, y, pair, i):
    """The i-th of evenly spread pairs of numbers (the R2 sequence), shifted differently at each pixel."""
    u, v = random(x, y, 2 * pair), random(x, y, 2 * pair + 1)
    return (u + i * 0.7548776662466927) % 1.0, (v + i * 0.5698402909980532) % 1.0


@njit(error_model="numpy")
def mirrored(scene, sun, o, d, n, roughness, a, b, c):
    """What a glossy surface shows: a reflection, blurred by its roughness."""
    bump, spread = scattered(n, a[0], a[1]), 2 * roughness * roughness
    m = along(n, bump, spread)
    m = unit(m[0], m[1], m[2])
    r = along(d, m, -2 * dot(m, d))
    if dot(r, n) <= 0:
        return BLACK
    seen = second_sight(scene, sun, o, r, True, (b[0], b[1], c[0], c[1]))
    return min(seen[0], 12.0), min(seen[1], 12.0), min(seen[2], 12.0)


@njit(error_model="numpy")
def trace(scene, sun, o, d, x, y, i):
    """One ray: light that comes straight back, the share of bounced light, bounced light, and where that was."""
    t, kind, index = meet(scene, o, d, 12.0, False)
    if kind == NOTHING:
        return room(d, o, True), BLACK, BLACK, (0.0, 0.0, 0.0, 12.0)
    p = along(o, d, t)
    n, colour, reflectance, roughness, through = inspect(scene, kind, index, p, d, True)
    a, b, c, e = draw(x, y, 2, i), draw(x, y, 3, i), draw(x, y, 4, i), draw(x, y, 5, i)
    light = direct(scene, sun, p, n, through, (a[0], a[1], b[0], b[1]))
    start = along(p, n, 0.0005)
    bounced = second_sight(scene, sun, start, scattered(n, c[0], c[1]), False, (e[0], e[1], a[0], b[0]))
    mirror, reflection = 0.0, BLACK
    if reflectance > 0:
        facing = max(-dot(n, d), 0.0)
        mirror = reflectance + (1 - reflectance) * (1 - facing) ** 5 * (1 - roughness)
        reflection = mirrored(scene, sun, start, d, n, roughness, draw(x, y, 6, i), (e[1], a[0]), (b[0], c[1]))
    own = (colour[0] * (1 - mirror), colour[1] * (1 - mirror), colour[2] * (1 - mirror))
    return along(times(own, light), reflection, mirror), own, bounced, (n[0], n[1], n[2], t)


@njit(error_model="numpy")
def through_lens(camera, diaphragm, u, v, a, b):
    """The ray through a point of the lens to the point of the sharp plane at u, v."""
    radius, angle = diaphragm * math.sqrt(a), 2 * math.pi * b
    p, q = radius * math.cos(angle), radius * math.sin(angle)
    eye, right, up, ahead = camera
    d = along(along(ahead, right, u - p), up, v - q)
    return along(along(eye, right, p), up, q), unit(d[0], d[1], d[2])


@njit(nogil=True, error_model="numpy")
def expose(scene, sun, camera, half, diaphragm, start, rays, film, first, last):
    """Fills these rows of the film with the means of what trace gives from the start-th ray: 13 numbers a pixel."""
    height, width, _ = film.shape
    for row in range(first, last):
        for column in range(width):
            for i in range(start, start + rays):
                a, b = draw(column, row, 0, i), draw(column, row, 1, i)
                u, v = (column + a[0] - 0.5 * width) / width * 2 * half, (0.5 * height - row - a[1]) / width * 2 * half
                o, d = through_lens(camera, diaphragm, u, v, b[0], b[1])
                straight, share, bounced, place = trace(scene, sun, o, d, column, row, i)
                for k in range(3):
                    film[row, column, k] += min(straight[k], 14.0) / rays
                    film[row, column, 3 + k] += share[k] / rays
                    film[row, column, 6 + k] += min(bounced[k], 3.0) / rays
                for k in range(4):
                    film[row, column, 9 + k] += place[k] / rays


def aim(view):
    """Eye, right, up and ahead (as long as the sharp plane is far) of the camera, and half that plane's width."""
    eye, look = np.array(view.eye, float), np.array(view.look, float)
    ahead = (look - eye) / np.linalg.norm(look - eye)
    right = np.cross(ahead, (0, 1, 0))
    right /= np.linalg.norm(right)
    distance = float(np.dot(np.array(view.focus or view.look) - eye, ahead))
    half = math.tan(math.radians(view.angle) / 2) * distance * view.size[0] / max(view.size)
    camera = eye, right, np.cross(right, ahead), ahead * distance
    return tuple(tuple(map(float, vector)) for vector in camera), half


def in_strips(work, height):
    """Does the work, which takes a first row and a last one, on all cores."""
    strips = [(first, min(first + 16, height)) for first in range(0, height, 16)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda rows: work(*rows), strips))


def capture(view, scene, start=0):
    """Linear light, and the film it comes from, made with the view's rays from the start-th on."""
    width, height = view.size
    camera, half = aim(view)
    sun = (*map(float, np.array(view.sun) / np.linalg.norm(view.sun)), *view.sunlight, view.skylight)
    film, light = np.zeros((height, width, 13), np.float32), np.zeros((height, width, 3), np.float32)
    in_strips(lambda *rows: expose(scene, sun, camera, half, view.diaphragm, start, view.rays, film, *rows), height)
    in_strips(lambda *rows: even_out(film, light, *rows), height)
    return light, film


def photograph(view, turn=0.0):
    """The view as 8-bit sRGB, with the board and its cups turned by an angle."""
    light, _ = capture(view, assemble(turn))
    return develop(light, view.exposure, view.grain)
