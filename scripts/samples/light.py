"""What a ray meets in the scene, and what the surface there is like; and where the light comes from: sun and sky through a paned window, and
the dim room around."""

import math

from numba import njit

from geometry import along, dot, meet_pot, meet_unit_sphere, minus, pot_normal, times, turn, turn_back, unit
from scene import TABLE_BACK
from surfaces import COFFEE, LEAF, OAK, PLASTER, bump, fractal, step, surface

NOTHING, TABLE, WALL, POT, BLOB = range(5)


@njit(inline="always", error_model="numpy")
def misses(balls, i, o, d, limit):
    """Whether the ray passes by the i-th ball (centre, radius), or ends before it."""
    to = (balls[i, 0] - o[0], balls[i, 1] - o[1], balls[i, 2] - o[2])
    middle, radius = dot(to, d), balls[i, 3]
    return dot(to, to) - middle * middle > radius * radius or middle < -radius or middle - radius > limit


@njit(error_model="numpy")
def meet(scene, o, d, limit, any_will_do):
    """The nearest thing along the ray: (distance, kind, index); the first found when any will do."""
    pots, blobs, groups, balls = scene
    samples, shapes, places, turns, pot_balls, _ = pots
    centres, maps, _ = blobs
    best, kind, index = limit, NOTHING, 0
    if d[1] < 0 and -o[1] / d[1] < best:
        best, kind = -o[1] / d[1], TABLE
    if d[2] < 0 and (TABLE_BACK - o[2]) / d[2] < best:
        best, kind = (TABLE_BACK - o[2]) / d[2], WALL
    if any_will_do and kind != NOTHING:
        return best, kind, index
    for g in range(len(groups)):
        if misses(balls, g, o, d, best):
            continue
        for i in range(groups[g, 0], groups[g, 1]):
            a, b = turn(maps, i, minus(o, centres, i)), turn(maps, i, d)
            t = meet_unit_sphere(a[0], a[1], a[2], b[0], b[1], b[2])
            if t < best:
                best, kind, index = t, BLOB, i
                if any_will_do:
                    return best, kind, index
    for i in range(len(shapes)):
        if misses(pot_balls, i, o, d, best):
            continue
        a, b = turn(turns, i, minus(o, places, i)), turn(turns, i, d)
        t = meet_pot(samples, (shapes[i, 0], shapes[i, 1], shapes[i, 2]), a[0], a[1], a[2], b[0], b[1], b[2], best)
        if t < best:
            best, kind, index = t, POT, i
            if any_will_do:
                return best, kind, index
    return best, kind, index


@njit(error_model="numpy")
def roughened(material, q, n):
    """The normal tilted by the slope of the material's bumps, by differences."""
    h = 0.0002
    here = bump(material, q[0], q[1], q[2])
    if here == 0:
        return n
    gx = (bump(material, q[0] + h, q[1], q[2]) - here) / h
    gy = (bump(material, q[0], q[1] + h, q[2]) - here) / h
    gz = (bump(material, q[0], q[1], q[2] + h) - here) / h
    inward = gx * n[0] + gy * n[1] + gz * n[2]
    return unit(n[0] - gx + inward * n[0], n[1] - gy + inward * n[1], n[2] - gz + inward * n[2])


@njit(error_model="numpy")
def inspect(scene, kind, index, p, d, closely):
    """Normal towards the viewer, colour, reflectance, roughness, and whether light shines through."""
    pots, blobs, _, _ = scene
    tone = 0.0
    if kind == TABLE:
        material, n, q = OAK, (0.0, 1.0, 0.0), p
    elif kind == WALL:
        material, n, q = PLASTER, (0.0, 0.0, 1.0), p
    elif kind == POT:
        samples, shapes, places, turns, _, kinds = pots
        material, q = kinds[index], turn(turns, index, minus(p, places, index))
        n = pot_normal(samples, (shapes[index, 0], shapes[index, 1], shapes[index, 2]), q[0], q[1], q[2])
        if material != COFFEE:
            q = (q[0] + 0.37 * index, q[1], q[2] + 0.37 * index)
    else:
        centres, maps, attributes = blobs
        material, tone = int(attributes[index, 0]), attributes[index, 1]
        q = minus(p, centres, index)
        n = turn_back(maps, index, turn(maps, index, q))
        n = unit(n[0], n[1], n[2])
    if closely:
        n = roughened(material, q, n)
    if kind == POT:
        n = turn_back(turns, index, n)
    colour, reflectance, roughness = surface(material, q[0], q[1], q[2], tone)
    if dot(n, d) > 0 and material == LEAF:
        n = (-n[0], -n[1], -n[2])
    return n, colour, reflectance, roughness, material == LEAF


WINDOW_X = -1.35
LOW, HIGH, NEAR, BACK = 0.30, 1.62, 0.95, -0.45  # the window's edges: y, y, z, z
COLUMNS, ROWS, BAR = 3, 3, 0.045
BLACK = (0.0, 0.0, 0.0)
WINDOW_AREA = (HIGH - LOW) * (NEAR - BACK)


@njit(error_model="numpy")
def pane(y, z):
    """1 where the window lets light in, 0 on its bars and the wall around it."""
    u, v = (z - BACK) / (NEAR - BACK), (y - LOW) / (HIGH - LOW)
    if u < 0 or u > 1 or v < 0 or v > 1:
        return 0.0
    a = u * COLUMNS - math.floor(u * COLUMNS)
    b = v * ROWS - math.floor(v * ROWS)
    across, up = BAR / 2 * COLUMNS / (NEAR - BACK), BAR / 2 * ROWS / (HIGH - LOW)
    return 1.0 if across < a < 1 - across and up < b < 1 - up else 0.0


@njit(error_model="numpy")
def foliage(o, d):
    """How much sun comes past the tree outside."""
    t = (WINDOW_X - 1.1 - o[0]) / d[0]
    y, z = o[1] + t * d[1], o[2] + t * d[2]
    leaves = fractal(y * 6.5, z * 6.5, 1.7, 3) + 0.10 * (z - 0.6)
    return 1 - 0.93 * step(0.545, 0.60, leaves)


@njit(inline="always", error_model="numpy")
def sky(y):
    """The sky through the window, brighter further up."""
    glow = 4.2 + 2.0 * step(LOW, HIGH, y)
    return 0.86 * glow, 0.97 * glow, 1.1 * glow


@njit(error_model="numpy")
def room(d, o, window_too):
    """What a ray that meets nothing sees: the window, or walls and ceiling in its light."""
    if d[0] < 0:
        t = (WINDOW_X - o[0]) / d[0]
        y, z = o[1] + t * d[1], o[2] + t * d[2]
        if pane(y, z) > 0:
            return sky(y) if window_too else BLACK
    shade = 0.16 + 0.17 * (0.5 + 0.5 * d[1]) + 0.13 * (0.5 - 0.5 * d[0])
    return 1.06 * shade, 0.98 * shade, 0.88 * shade


@njit(error_model="numpy")
def sunlight(scene, sun, p, n, through, u, v):
    """Light straight from the sun's disc, or dimmed and tinted through a leaf that has the sun behind it."""
    radius, angle = 0.0085 * math.sqrt(u), 2 * math.pi * v
    side, lift = radius * math.cos(angle), radius * math.sin(angle)
    d = unit(sun[0] + side * sun[1], sun[1] - side * sun[0], sun[2] + lift)
    o, cosine, colour = along(p, n, 0.0004), dot(n, d), (sun[3], sun[4], sun[5])
    if cosine < 0 and through:
        o, cosine, colour = along(p, n, -0.003), -0.55 * cosine, times(colour, (1.25, 1.2, 0.45))
    if cosine <= 0:
        return BLACK
    t = (WINDOW_X - o[0]) / d[0]
    if pane(o[1] + t * d[1], o[2] + t * d[2]) == 0:
        return BLACK
    strength = cosine * foliage(o, d)
    if strength < 0.001 or meet(scene, o, d, t, True)[1] != NOTHING:
        return BLACK
    return colour[0] * strength, colour[1] * strength, colour[2] * strength


@njit(error_model="numpy")
def skylight(scene, brightness, p, n, u, v):
    """Light from one point of the window's sky, for all of it."""
    o = along(p, n, 0.0004)
    y, z = LOW + u * (HIGH - LOW), BACK + v * (NEAR - BACK)
    to = (WINDOW_X - o[0], y - o[1], z - o[2])
    square = dot(to, to)
    d = unit(to[0], to[1], to[2])
    cosine = dot(n, d)
    if cosine <= 0 or pane(y, z) == 0 or meet(scene, o, d, math.sqrt(square), True)[1] != NOTHING:
        return BLACK
    strength = brightness * cosine * -d[0] / square * WINDOW_AREA / math.pi
    red, green, blue = sky(y)
    return red * strength, green * strength, blue * strength


@njit(error_model="numpy")
def direct(scene, sun, p, n, through, u):
    """Light straight from the sun and from the window's sky; u: four numbers in 0..<1."""
    a = sunlight(scene, sun, p, n, through, u[0], u[1])
    b = skylight(scene, sun[6], p, n, u[2], u[3])
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@njit(error_model="numpy")
def second_sight(scene, sun, o, d, window_too, u):
    """What is seen along a bounced ray, with the light after that taken as even."""
    t, kind, index = meet(scene, o, d, 12.0, False)
    if kind == NOTHING:
        return room(d, o, window_too)
    p = along(o, d, t)
    n, colour, _, _, through = inspect(scene, kind, index, p, d, False)
    light = direct(scene, sun, p, n, through, u)
    return times(colour, (light[0] + 0.20, light[1] + 0.17, light[2] + 0.14))
