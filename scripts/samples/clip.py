"""The clip from a phone: a camera that comes nearer, a last card, and a short tune on a synthetic glockenspiel; stored sideways, with its
place."""

import struct
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np

import views
from drawings import CLAY, INK, SAND, SUN, canvas, font, mark, reduced, spaced
from footage import footage

RATE = 44_100
TUNE = [(0.35, "D5"), (0.85, "A5"), (1.35, "F#5"), (1.85, "B5"), (2.35, "A5"), (2.85, "D6"), (3.35, "E5"),
        (3.85, "A5"), (4.50, "D5"), (4.56, "F#5"), (4.62, "A5"), (4.68, "D6")]  # seconds, note
GROUND = [(0.35, "D3"), (2.35, "G3"), (3.35, "A3"), (4.50, "D3")]
STEPS = dict(zip("C C# D D# E F F# G G# A A# B".split(), range(12)))


def pitch(note):
    """Hertz of a note such as F#5, in equal temperament about an A4 of 440."""
    return 440 * 2 ** ((STEPS[note[:-1]] - 9) / 12 + int(note[-1]) - 4)


def struck(hertz, length, ring):
    """A struck bar: partials of a free bar (1, 2.76, 5.40), the higher the shorter, and a soft mallet."""
    t = np.arange(int(length * RATE)) / RATE
    partials = ((1, 1.0, 1.0), (2.0, .18, .7), (2.76, .22, .30), (5.40, .07, .12))
    tone = sum(loud * np.sin(2 * np.pi * hertz * times * t) * np.exp(-t / (ring * lasting)) for times, loud, lasting in partials)
    return tone * np.minimum(t / 0.004, 1)


def tune(seconds):
    """Two channels; each note stands a little left or right, and a room answers."""
    sound = np.zeros((int(seconds * RATE), 2))
    for notes, loud, ring in ((TUNE, .30, .55), (GROUND, .26, 1.1)):
        for number, (start, note) in enumerate(notes):
            tone, at = loud * struck(pitch(note), seconds - start, ring), int(start * RATE)
            side = .5 + .22 * (-1) ** number
            sound[at:at + len(tone)] += tone[:len(sound) - at, None] * np.sqrt((side, 1 - side))
    for delay, share in ((.143, .20), (.229, .16), (.371, .11), (.601, .06)):
        late = int(delay * RATE)
        sound[late:] += share * sound[:-late, ::-1]
    left = seconds - np.arange(len(sound)) / RATE
    return sound * np.minimum(left / 0.6, 1)[:, None]


def save_tune(path, seconds):
    sound = tune(seconds)
    with wave.open(str(path), "wb") as file:
        file.setparams((2, 2, RATE, 0, "NONE", None))
        file.writeframes((sound / np.abs(sound).max() * 0.7 * 32767).astype("<i2").tobytes())


(WIDTH, HEIGHT), FRAME_RATE, SECONDS = views.TABLE.size, 30, 6
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
    yield from [last] * (SECONDS * FRAME_RATE - FILMED)


def encode(sound, path):
    """The ffmpeg that takes frames that lie on their left side."""
    tags = [part for key, value in TAGS.items() for part in ("-metadata", f"{key}={value}")]
    return subprocess.Popen(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgb24",
         "-video_size", f"{HEIGHT}x{WIDTH}", "-framerate", str(FRAME_RATE), "-i", "pipe:0", "-i", sound,
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
