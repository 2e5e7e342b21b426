"""Makes everything in samples/: renders, draws, and stores it the way a campaign folder really looks."""

import sys
from pathlib import Path

import numpy as np
import pillow_heif
from PIL import Image
from PIL.ExifTags import GPS, IFD, Base

import views
from clip import save_clip
from drawings import logo, poster
from render import photograph
from screen import order_screen
from spin import save_spin

ORIENTED_BY_A_QUARTER = 6  # EXIF: turn clockwise by 90 degrees to see it upright


def exif(model, taken, orientation=1, place=None):
    """What a camera writes about a picture."""
    data = Image.Exif()
    data[Base.Make], data[Base.Model], data[Base.Orientation] = "Morgen", model, orientation
    data[Base.Artist], data[Base.Copyright] = "Morgen stoneware (a made-up shop)", "CC0 1.0"
    data.get_ifd(IFD.Exif).update({Base.DateTimeOriginal: taken, Base.FNumber: 2.8, Base.ISOSpeedRatings: 200,
                                   Base.FocalLength: 50.0, Base.ExposureTime: 1 / 160})
    if place:
        (north, east) = place
        data.get_ifd(IFD.GPSInfo).update({GPS.GPSLatitudeRef: "N", GPS.GPSLatitude: north,
                                          GPS.GPSLongitudeRef: "E", GPS.GPSLongitude: east})
    return data


def from_the_camera(folder):
    """What a good camera gives: large, upright."""
    Image.fromarray(photograph(views.MORNING_TABLE)).save(
        folder / "morning-table.jpg", quality=91, subsampling="4:2:0", optimize=True,
        exif=exif("Ray 1", "2025:03:01 08:20:00"))
    Image.fromarray(photograph(views.COFFEE_FOR_TWO)).save(folder / "Petit déjeuner à deux ☕.webp", quality=84, method=6)


def from_the_phone(folder):
    """What phones give: sideways with a note of how to turn it and where it was taken, or HEIC."""
    stockholm = ((59.0, 19.0, 21.0), (18.0, 4.0, 7.0))
    Image.fromarray(np.rot90(photograph(views.PORTRAIT)).copy()).save(
        folder / "portrait-from-phone.jpg", quality=90,
        exif=exif("Pocket 6", "2025:03:02 08:05:00", ORIENTED_BY_A_QUARTER, stockholm))
    pillow_heif.from_pillow(Image.fromarray(photograph(views.EVENING))).save(
        folder / "evening light.heic", quality=58, save_nclx_profile=False,
        exif=exif("Pocket 6", "2025:03:02 18:40:00").tobytes())


def graphics(folder):
    """The drawn ones; the poster is a PNG that someone named .jpg."""
    logo().save(folder / "logo.png", optimize=True)
    poster().save(folder / "seconds-sale.jpg", format="PNG", optimize=True)


def screens(folder):
    shelf = {name: Image.fromarray(photograph(view)) for name, view in views.SHELF.items()}
    order_screen(shelf).save(folder / "order-on-its-way.png", optimize=True)


def moving(folder):
    """What moves: a phone's clip, and a GIF."""
    save_clip(folder / "nearer.mov")
    save_spin(folder / "turning board.gif")


def cut_short(whole, path):
    """The first 60 % of a file: what an upload that broke off leaves."""
    data = whole.read_bytes()
    path.write_bytes(data[: len(data) * 6 // 10])


def main(samples):
    for make, name in ((graphics, "graphics"), (screens, "screens"), (from_the_camera, "photos"),
                       (from_the_phone, "photos"), (moving, "clips")):
        folder = samples / "campaign" / name
        folder.mkdir(parents=True, exist_ok=True)
        make(folder)
        print(f"samples: {make.__name__.replace('_', ' ')} made", flush=True)
    (samples / "broken").mkdir(exist_ok=True)
    cut_short(samples / "campaign/photos/portrait-from-phone.jpg", samples / "broken/cut-short.jpg")


main(Path(sys.argv[1]))
