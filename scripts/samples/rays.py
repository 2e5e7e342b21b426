"""What a ray meets in the scene, and what the surface there is like."""

from numba import njit

from materials import COFFEE, LEAF, OAK, PLASTER, bump, surface
from scene import TABLE_BACK
from shapes import meet_pot, meet_unit_sphere, pot_normal
from vectors import dot, minus, turn, turn_back, unit

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
