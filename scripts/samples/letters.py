"""Type and brand colours that the drawn pictures share."""

from pathlib import Path

import font_manrope
from PIL import Image, ImageDraw, ImageFont

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
