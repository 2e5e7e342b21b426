"""The clip from a phone: a camera that comes nearer, a last card, a tune; stored sideways, with its place."""

import struct
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import views
from chime import save_tune
from footage import footage
from letters import CLAY, INK, SAND, SUN, canvas, font, mark, reduced, spaced

(WIDTH, HEIGHT), RATE, SECONDS = views.TABLE.size, 30, 6
FILMED, CARD = 150, 135  # frames: as many are filmed; the card begins to show at this one
FADE = 24  # frames out of the black
POINT_NEMO = "-48.8767-123.3933/"  # ISO 6709; the place in the ocean that is farthest from any land
TAGS = {"creation_time": "2025-03-02T07:12:00Z", "location": POINT_NEMO,
        "com.apple.quicktime.location.ISO6709": POINT_NEMO, "com.apple.quicktime.make": "Morgen",
        "com.apple.quicktime.model": "Pocket 6", "com.apple.quicktime.creationdate": "2025-03-02T08:12:00+0100"}


def card():
    """The last card: sign, name and news."""
    picture, draw = canvas(WIDTH, HEIGHT, 2, SAND)
    mark(draw, 1080, 1500, 620, CLAY, SUN)
    for line, y, face, colour, gap in (("morgen", 2270, font("ExtraBold", 340), INK, -8),
                                       ("SLOW STONEWARE", 2460, font("SemiBold", 80), INK, 26),
                                       ("The Morning Table, out now", 3340, font("Bold", 116), CLAY, -1)):
        width = sum(face.getlength(letter) + gap for letter in line) - gap
        spaced(draw, (WIDTH - width / 2, y), line, face, colour, gap)
    return np.array(reduced(picture, 2))


def eased(share):
    """From 0 to 1, slow at both ends."""
    share = min(max(share, 0), 1)
    return share * share * (3 - 2 * share)


def pictures():
    """Every frame, upright: out of the black, nearer, and over to the card."""
    last = card()
    for number, picture in enumerate(footage(views.nearer(FILMED))):
        share = eased((number - CARD) / (FILMED - CARD))
        mixed = picture * eased(number / FADE) * (1 - share) + last * share
        yield (mixed + 0.5).astype(np.uint8)
    yield from [last] * (SECONDS * RATE - FILMED)


def encode(sound, path):
    """The ffmpeg that takes frames that lie on their left side."""
    tags = [part for key, value in TAGS.items() for part in ("-metadata", f"{key}={value}")]
    return subprocess.Popen(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgb24",
         "-video_size", f"{HEIGHT}x{WIDTH}", "-framerate", str(RATE), "-i", "pipe:0", "-i", sound,
         "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-color_primaries", "bt709",
         "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv", "-c:v", "libx264",
         "-preset", "slow", "-crf", "23", "-threads", "2", "-c:a", "aac", "-b:a", "96k",
         "-movflags", "use_metadata_tags", *tags, path], stdin=subprocess.PIPE)


def note_turn(path):
    """Writes into the first track's header that players are to turn it clockwise by a quarter, as phones do."""
    data = bytearray(path.read_bytes())
    matrix = data.index(b"tkhd", data.rindex(b"moov")) + 44
    one = 1 << 16
    data[matrix:matrix + 36] = struct.pack(">9i", 0, one, 0, -one, 0, 0, WIDTH * one, 0, 1 << 30)
    path.write_bytes(data)


def save_clip(path):
    with tempfile.TemporaryDirectory() as folder:
        sound = Path(folder) / "tune.wav"
        save_tune(sound, SECONDS)
        with encode(sound, path) as encoder:
            for picture in pictures():
                encoder.stdin.write(np.rot90(picture).tobytes())
        if encoder.returncode:
            raise SystemExit(f"samples: ffmpeg could not write {path}")
    note_turn(path)
