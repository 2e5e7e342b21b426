"""A short tune on a synthetic glockenspiel, for the clip."""

import wave

import numpy as np

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
