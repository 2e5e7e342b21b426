"""This package's encoder, as the program EncodeJPEG runs it, and what a score costs beside the rest of the work on a picture."""

import json
import os
import statistics
import subprocess
import time

from benchmark.jpeg.environment import built, output_of
from benchmark.jpeg.peers import Encoded
from benchmark.tools import fail

# The program's facts about a file besides its stages' milliseconds.
OTHERS = ("bytes", "chroma", "memory", "scale", "total", "trials")
# Its message for a limit that is too small; the error that ends it needs no trace.
TOO_SMALL, QUIET = "the smallest takes", {"SWIFT_BACKTRACE": "enable=no"}
MEGAPIXELS = 1.5  # of a picture that scores are made of
PICTURES, RUNS = 5, 5


def constants(binaries):
    """The names and values of the encoder's constants."""
    return json.loads(output_of([built(binaries, "EncodeJPEG"), "constants"]))


def encode(binaries, picture, limit, output, values=None):
    """The encoder's file, with other constants where they are given; None where nothing fits."""
    changes = [f"{name}={value!r}" for name, value in (values or {}).items()]
    done = subprocess.run([built(binaries, "EncodeJPEG"), picture.path, str(limit), output, *changes], env=os.environ | QUIET,
                          capture_output=True, text=True, check=False)
    if done.returncode:
        return None if TOO_SMALL in done.stderr else fail(f"EncodeJPEG failed: {done.stderr.strip()[:400]}")
    return Encoded(output, output.stat().st_size, limit, json.loads(done.stdout))


def stages(record):
    """The stages of an encoding with their milliseconds."""
    return {name: value for name, value in record.items() if name not in OTHERS}


def score_time(binaries, encodings, place):
    """Milliseconds of one score, the median of a few pictures, as if of 1.5 megapixels."""
    taken = []
    for (picture, _), encoded in list(encodings.items())[:PICTURES]:
        shown = place / "shown.ppm"
        output_of(["vips", "copy", encoded.path, shown])
        said = json.loads(output_of([built(binaries, "ScorePictures"), picture.path, shown]))
        taken.append(said["ms"] * MEGAPIXELS * 1e6 / picture.pixels)
    return statistics.median(taken)


def thumbnail_time(photo, place):
    """Milliseconds of decoding and shrinking a photograph of 12 megapixels with vipsthumbnail: the fastest of some runs."""
    large, taken = place / "large.jpg", []
    output_of(["vips", "thumbnail", photo, f"{large}[Q=85]", 4000, "--height", 3000, "--size", "force"])
    for _ in range(RUNS):
        start = time.monotonic()
        output_of(["vipsthumbnail", large, "--size", "1440x1440", "-o", place / "small.jpg"])
        taken.append(time.monotonic() - start)
    return 1000 * min(taken)
