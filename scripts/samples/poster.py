"""A flat poster for the seconds sale: silhouettes of the pots under a low sun."""

from letters import CLAY, INK, PAPER, SAND, SUN, TEAL, canvas, font, reduced, spaced
from scene import BOTTLE_LINE, BOWL_LINE, CUP_LINE, VASE_LINE

TIMES = 3


def silhouette(draw, outline, x, y, scale, colour):
    """The outside of a pot, both halves, standing at x, y."""
    outside = outline[: outline[:, 1].argmax() + 1]
    right = [(x + r * scale, y - h * scale) for r, h in outside]
    left = [(x - r * scale, y - h * scale) for r, h in reversed(outside)]
    draw.polygon(right + left, fill=colour)


def poster():
    """2:1, 1600 pixels across."""
    picture, draw = canvas(1600, 800, TIMES, SAND)
    t = TIMES
    draw.ellipse((890 * t, 110 * t, 1470 * t, 690 * t), fill=SUN)
    draw.rectangle((0, 668 * t, 1600 * t, 800 * t), fill=CLAY)
    for outline, x, y, scale, colour in [(VASE_LINE, 1060, 706, 1480, PAPER), (BOTTLE_LINE, 1262, 690, 1500, INK),
                                         (BOWL_LINE, 1390, 728, 1120, TEAL), (CUP_LINE, 880, 736, 1650, "#e5a88c"),
                                         (CUP_LINE, 1190, 752, 1650, "#f3dfc9")]:
        silhouette(draw, outline, x * t, y * t, scale * t, colour)
    spaced(draw, (96 * t, 150 * t), "SECONDS SALE", font("Bold", 40 * t), CLAY, 9 * t)
    for line, y in (("Perfectly", 285), ("imperfect.", 415)):
        spaced(draw, (88 * t, y * t), line, font("ExtraBold", 132 * t), INK, -3 * t)
    draw.rounded_rectangle((96 * t, 478 * t, 372 * t, 566 * t), 44 * t, fill=INK)
    draw.text((234 * t, 522 * t), "30 % off", font=font("Bold", 46 * t), fill=PAPER, anchor="mm")
    draw.text((400 * t, 522 * t), "until Sunday, 23:59", font=font("SemiBold", 38 * t), fill=INK, anchor="lm")
    draw.text((96 * t, 734 * t), "morgen", font=font("ExtraBold", 50 * t), fill=PAPER, anchor="lm")
    return reduced(picture, t)
