"""The transparent logo: colours that show on dark and on light ground, soft edges, and a soft shadow that only a true
alpha channel can hold."""

from PIL import Image, ImageDraw, ImageFilter

from letters import CLAY, SUN, font, mark, reduced, spaced

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
