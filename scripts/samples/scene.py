"""The still life: stoneware, citrus and eucalyptus on an oak table beside a window."""

import functools
import math

import numpy as np

import surfaces as m
from geometry import CELL, MARGIN, distance_field, smooth

TABLE_BACK = -0.62  # the wall's place on the z axis
BOARD_AT = -.055, .125  # x and z of the board's middle


def vessel(outer, inner):
    """A hollow pot's outline: radii and heights of its outside, foot to rim, then of its inside, rim to floor."""
    return np.array([[0, outer[0][1]], *smooth(outer), *smooth(inner), [0, inner[-1][1]]])


VASE_LINE = vessel(
    [(.048, 0), (.052, .004), (.078, .06), (.092, .13), (.080, .20), (.047, .255), (.036, .29), (.044, .325),
     (.047, .331)],
    [(.044, .333), (.040, .325), (.032, .29), (.043, .25), (.076, .20), (.087, .13), (.06, .03), (.02, .02)])
BOWL_LINE = vessel(
    [(.045, 0), (.047, .003), (.052, .008), (.095, .035), (.132, .078), (.140, .098), (.1405, .1005)],
    [(.138, .102), (.136, .099), (.126, .076), (.090, .038), (.05, .018), (.01, .014)])
CUP_LINE = vessel(
    [(.026, 0), (.029, .002), (.037, .020), (.041, .045), (.0405, .070), (.0402, .0725)],
    [(.0388, .074), (.0375, .071), (.0378, .045), (.033, .018), (.01, .008)])
BOTTLE_LINE = vessel(
    [(.030, 0), (.036, .004), (.054, .045), (.050, .085), (.020, .122), (.0135, .150), (.0175, .181), (.018, .1825)],
    [(.0165, .184), (.014, .180), (.010, .15), (.018, .118), (.045, .08), (.02, .02)])
VASE, BOWL, CUP, BOTTLE = map(distance_field, (VASE_LINE, BOWL_LINE, CUP_LINE, BOTTLE_LINE))
COFFEE = distance_field(np.array([[0, .050], [.0372, .050], [.0378, .0575], [.0350, .0568], [0, .0566]]))
BOARD = distance_field(np.array([[0, 0], [.148, 0], [.153, .003], [.155, .009], [.153, .015], [.148, .018], [0, .018]]))

ORANGE = distance_field(smooth([(0, .0025), (.006, .001), (.020, .0055), (.035, .022), (.0405, .040), (.036, .060),
                                (.021, .0755), (.006, .0785), (.003, .077), (0, .0765)]))
LEMON = distance_field(smooth([(0, 0), (.004, .0008), (.0075, .006), (.016, .012), (.028, .026), (.0325, .046),
                               (.029, .064), (.018, .079), (.010, .086), (.007, .094), (.0035, .0975), (0, .098)]))


def turned(long_axis, flat_axis, radii):
    """The map that takes an ellipsoid with these radii (along, across, thick) to the unit sphere."""
    a = np.array(long_axis, float)
    a /= np.linalg.norm(a)
    b = np.cross(flat_axis, a)
    b /= np.linalg.norm(b)
    return np.array([a, b, np.cross(a, b)]) / np.array(radii)[:, None]


def leaning(axis, turn=0.0):
    """The turn that lays a pot's upright axis along another."""
    y = np.array(axis, float) / np.linalg.norm(axis)
    x = np.cross((math.sin(turn), 0.2, math.cos(turn)), y)
    x /= np.linalg.norm(x)
    return np.array([x, y, np.cross(x, y)])


def on_board(turn, x, y, z):
    """Where a thing on the board stands once the board is turned about its middle, and exactly there when it is not."""
    right, front = x - BOARD_AT[0], z - BOARD_AT[1]
    less, sine = math.cos(turn) - 1, math.sin(turn)
    return x + less * right + sine * front, y, z + less * front - sine * right


def pots(turn):
    """Every body of revolution: outline, material, foot, turn; the board and its cups turned by an angle."""
    up = (0, 1, 0)
    yield VASE, m.CREAM, (-.175, 0, -.16), leaning(up, .4)
    yield BOWL, m.LAGOON, (.185, 0, -.10), leaning(up, 1.1)
    yield BOTTLE, m.CHARCOAL, (-.005, 0, -.285), leaning(up, 2)
    blush, cream = on_board(turn, -.105, .018, .095), on_board(turn, .012, .018, .135)
    yield BOARD, m.WALNUT, (BOARD_AT[0], 0, BOARD_AT[1]), leaning(up, .35 + turn)
    yield CUP, m.BLUSH, blush, leaning(up, turn)
    yield COFFEE, m.COFFEE, blush, leaning(up, turn)
    yield CUP, m.CREAM, cream, leaning(up, 2.4 + turn)
    yield COFFEE, m.COFFEE, cream, leaning(up, 1.3 + turn)
    for fruit, material, (x, y, z), axis in [
        (ORANGE, m.ORANGE, (.130, .068, -.078), (.5, .7, .2)), (ORANGE, m.ORANGE, (.219, .070, -.055), (-.3, .6, .6)),
        (ORANGE, m.ORANGE, (.225, .071, -.142), (.2, .9, -.3)), (ORANGE, m.ORANGE, (.151, .073, -.155), (0, 1, .3)),
        (LEMON, m.LEMON, (.182, .121, -.095), (.86, .25, .42)), (LEMON, m.LEMON, (.318, .0325, .110), (.80, .03, .55)),
        (ORANGE, m.ORANGE, (.205, .0402, .165), (.35, .62, .62)),
    ]:
        axis = np.array(axis) / np.linalg.norm(axis)
        yield fruit, material, np.array((x, y, z)) - axis * fruit.shape[1] * CELL * .43, leaning(axis)


def branch(root, tip, bend, leaves, size, random):
    """A twig along a bowed line, with pairs of round leaves that shrink towards its tip."""
    root, tip, bend = np.array(root), np.array(tip), np.array(bend)
    points = [(1 - t) ** 2 * root + 2 * t * (1 - t) * bend + t * t * tip for t in np.linspace(0, 1, 15)]
    for a, b in zip(points, points[1:]):
        length = np.linalg.norm(b - a)
        yield m.TWIG, (a + b) / 2, turned(b - a, (.3, .1, 1), (length * .75, .0019, .0019)), 0
    for number in range(leaves):
        t = .30 + .68 * number / (leaves - 1)
        at = (1 - t) ** 2 * root + 2 * t * (1 - t) * bend + t * t * tip
        along = 2 * (1 - t) * (bend - root) + 2 * t * (tip - bend)
        along /= np.linalg.norm(along)
        for side in (0, math.pi):
            angle = number * 1.9 + side + random.uniform(-.5, .5)
            u = np.cross(along, (.2, .1, 1))
            u /= np.linalg.norm(u)
            out = math.cos(angle) * u + math.sin(angle) * np.cross(along, u) + .45 * along
            out /= np.linalg.norm(out)
            radius = size * (1.12 - .62 * t) * random.uniform(.85, 1.1)
            face = .6 * along + (0, .25, .65) + random.normal(0, .3, 3)
            yield m.LEAF, at + out * radius * 1.05, turned(out, face, (radius, radius * .86, .0011)), random.random()


def ellipsoids():
    """Groups of neighbouring ellipsoids: each is met only when the ball around it is."""
    random = np.random.default_rng(7)
    mouth = (-.175, .30, -.16)
    yield list(branch(mouth, (-.40, .60, -.15), (-.20, .50, -.16), 9, .030, random))
    yield list(branch(mouth, (-.06, .64, -.22), (-.165, .52, -.18), 9, .029, random))
    yield list(branch(mouth, (.07, .50, -.10), (-.12, .50, -.14), 8, .028, random))
    yield list(branch(mouth, (-.27, .71, -.24), (-.165, .55, -.20), 8, .027, random))
    yield list(branch((-.005, .17, -.285), (.10, .36, -.30), (.0, .29, -.29), 6, .020, random))


def ball_around(field, foot, turn):
    """Centre and radius of a ball that holds the pot."""
    radius, height = field.shape[0] * CELL, field.shape[1] * CELL - MARGIN
    middle = np.array(foot) + turn[1] * (height - MARGIN) / 2
    return [*middle, math.hypot(radius, (height + MARGIN) / 2)]


@functools.cache
def assemble(turn=0.0):
    """The scene as arrays: pots, ellipsoids, groups of ellipsoids and the balls around those groups."""
    bodies, flat, groups, balls = list(pots(turn)), [], [], []
    for group in ellipsoids():
        centres = np.array([centre for _, centre, _, _ in group])
        middle = (centres.min(0) + centres.max(0)) / 2
        reach = max(np.linalg.norm(c - middle) + 1 / np.linalg.norm(k, axis=1).min() for _, c, k, _ in group)
        groups.append([len(flat), len(flat) + len(group)])
        balls.append([*middle, reach])
        flat += group
    fields, kinds, feet, turns = zip(*bodies)
    starts = np.cumsum([0, *(field.size for field in fields)])
    shapes = np.array([[start, *field.shape] for start, field in zip(starts, fields)])
    round_pots = np.array([ball_around(field, foot, turn) for field, _, foot, turn in bodies])
    return ((np.concatenate([field.ravel() for field in fields]), shapes, np.array(feet, float), np.array(turns),
             round_pots, np.array(kinds)),
            (np.array([c for _, c, _, _ in flat]), np.array([k for _, _, k, _ in flat]),
             np.array([[kind, tone] for kind, _, _, tone in flat], float)),
            np.array(groups), np.array(balls))
