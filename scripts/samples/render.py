"""The camera: a lens with a diaphragm, many rays through each pixel, and a film that is evened out where few rays left it uneven."""

import math
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numba import njit

from geometry import along, dot, scattered, times, unit
from light import BLACK, NOTHING, direct, inspect, meet, room, second_sight
from scene import assemble
from surfaces import random

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
