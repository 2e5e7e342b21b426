"""The drawn pictures: their type and brand colours, the logo, and the poster of a sale, in shapes and type as a designer would set them."""

from pathlib import Path

import font_manrope
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from scene import BOTTLE_LINE, BOWL_LINE, CUP_LINE, VASE_LINE

INK, CLAY, SUN, PAPER, SAND, SAGE, TEAL = "#2b2320", "#b5532c", "#e9a23b", "#fbf6ef", "#efe4d6", "#6f8068", "#1f6f72"


def font(weight, size):
    """Manrope in a weight such as Bold, its size in pixels."""
    return ImageFont.truetype(str(Path(font_manrope.__file__).parent / "files" / f"Manrope-{weight}.ttf"), size)


def spaced(draw, at, text, face, fill, gap):
    """Writes letter by letter with a gap between; gives back the width."""
    x, y = at
    for letter in text:
        draw.text((x, y), letter, font=face, fill=fill, anchor="ls")
        x += face.getlength(letter) + gap
    return x - gap - at[0]


def mark(draw, x, y, size, bowl, sun):
    """The sign of the house: a sun that rises out of a bowl. The place is the middle of the bowl's rim."""
    half, gap = size / 2, size * .045
    disc = half * .56
    draw.pieslice((x - disc, y - gap - disc, x + disc, y - gap + disc), 180, 360, fill=sun)
    draw.pieslice((x - half, y + gap - half, x + half, y + gap + half), 0, 180, fill=bowl)
    foot = half * .36
    draw.rounded_rectangle((x - foot, y + gap + half * .93, x + foot, y + gap + half * 1.07), half * .06, fill=bowl)


def reduced(picture, times):
    """Drawn large, shown small: smooth edges."""
    return picture.resize((picture.width // times, picture.height // times), Image.Resampling.LANCZOS)


def canvas(width, height, times, colour):
    picture = Image.new("RGB", (width * times, height * times), colour)
    return picture, ImageDraw.Draw(picture)


WIDTH, HEIGHT, TIMES = 1400, 700, 3


def layer(draw_it):
    """A mask of what is drawn, reduced."""
    mask = Image.new("L", (WIDTH * TIMES, HEIGHT * TIMES))
    draw_it(ImageDraw.Draw(mask))
    return reduced(mask, TIMES)


def words(draw):
    at = 575 * TIMES
    spaced(draw, (at, 368 * TIMES), "morgen", font("ExtraBold", 182 * TIMES), 255, -4 * TIMES)
    spaced(draw, (at + 8 * TIMES, 480 * TIMES), "SLOW STONEWARE", font("SemiBold", 43 * TIMES), 255, 14.2 * TIMES)


def sign(draw, bowl, sun):
    mark(draw, 325 * TIMES, 322 * TIMES, 340 * TIMES, bowl, sun)


def logo():
    """The logo as RGBA."""
    layers = [(CLAY, layer(words)), (CLAY, layer(lambda d: sign(d, 255, 0))), (SUN, layer(lambda d: sign(d, 0, 255)))]
    everything = Image.new("L", (WIDTH, HEIGHT))
    for _, mask in layers:
        everything.paste(255, mask=mask)
    shadow = Image.new("L", (WIDTH, HEIGHT))
    shadow.paste(everything, (0, 22))
    shadow = shadow.filter(ImageFilter.GaussianBlur(20)).point(lambda value: value * .34)
    picture = Image.merge("RGBA", [Image.new("L", (WIDTH, HEIGHT), value) for value in (43, 24, 12)] + [shadow])
    for colour, mask in layers:
        coloured = Image.new("RGBA", (WIDTH, HEIGHT), colour)
        coloured.putalpha(mask)
        picture = Image.alpha_composite(picture, coloured)
    return picture


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
