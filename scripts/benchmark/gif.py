#!/usr/bin/env python3
"""Compares animated GIFs under a byte limit with the best that gifsicle can do. Needs numpy and Pillow: scripts/bench --gifs.

Both are judged by SSIM at the original's size along the original's timeline: luma counts 0.8, both chromas 0.1 each.
gifsicle is searched over scale, colours and --lossy for the best SSIM that fits.
"""

import argparse
import functools
import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
from PIL import Image, ImageSequence

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from table import table  # noqa: E402

PARTS = (1, 0.7, 0.5, 0.3, 0.15)
SCALES = (1, 0.8, 0.64, 0.5, 0.4, 0.3)
COLORS = (256, 128, 64, 32)
MOST_LOSS = 400
C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
SECONDS_OF_NOTHING = 10  # what browsers make of a delay of 0 or 1, in milliseconds; here only so that time goes on


def planes(picture):
    """Luma and both chromas of an RGBA picture on white, from 0 to 255."""
    values = numpy.asarray(picture, dtype=numpy.float32)
    colors = numpy.where(values[..., 3:] >= 128, values[..., :3], 255)
    luma = colors @ numpy.array([0.299, 0.587, 0.114], dtype=numpy.float32)
    return numpy.stack([luma, (colors[..., 2] - luma) / 2 + 128, (colors[..., 0] - luma) / 2 + 128])


def windows(values):
    """Means over windows of 8 x 8 pixels, one every 4 pixels."""
    height, width = (side // 4 * 4 for side in values.shape[-2:])
    blocks = values[..., :height, :width].reshape(*values.shape[:-2], height // 4, 4, width // 4, 4).sum((-3, -1))
    return (blocks[..., :-1, :-1] + blocks[..., 1:, :-1] + blocks[..., :-1, 1:] + blocks[..., 1:, 1:]) / 64


def frames(path):
    """Pictures as they are shown and their delays in milliseconds."""
    with Image.open(path) as image:
        for frame in ImageSequence.Iterator(image):
            yield frame.convert("RGBA"), int(frame.info.get("duration", 0)) or SECONDS_OF_NOTHING


class Original:
    def __init__(self, path):
        self.path, self.bytes = path, path.stat().st_size
        self.planes, self.means, self.squares, self.starts = [], [], [], [0]
        for picture, delay in frames(path):
            self.size = picture.size
            self.planes.append(planes(picture))
            self.means.append(windows(self.planes[-1]))
            self.squares.append(windows(self.planes[-1] ** 2))
            self.starts.append(self.starts[-1] + delay)

    def similarity(self, number, shown):
        """SSIM of one frame and what is shown in its place."""
        mean, other = self.means[number], windows(shown)
        covariance = windows(self.planes[number] * shown) - mean * other
        variances = self.squares[number] - mean ** 2 + windows(shown ** 2) - other ** 2
        values = (2 * mean * other + C1) * (2 * covariance + C2) / ((mean ** 2 + other ** 2 + C1) * (variances + C2))
        return float(values.mean((-2, -1)) @ [0.8, 0.1, 0.1])

    def score(self, path):
        """Mean similarity over the time that is shown."""
        total = start = number = 0
        for picture, delay in frames(path):
            shown, end = planes(picture.resize(self.size, Image.Resampling.BICUBIC)), start + delay
            while number < len(self.planes):
                overlap = min(end, self.starts[number + 1]) - max(start, self.starts[number])
                if overlap > 0:
                    total += overlap * self.similarity(number, shown)
                if self.starts[number + 1] > end:
                    break
                number += 1
            start = end
        return total / self.starts[-1]


class Gifsicle:
    """Every encoding is made once and kept in the folder."""

    def __init__(self, original, folder):
        self.original, self.folder = original, folder
        self.bytes = functools.cache(self.encode)
        self.score = functools.cache(lambda *settings: original.score(self.file(*settings)))

    def file(self, scale, colors, loss):
        return self.folder / f"{self.original.path.stem}-{scale}-{colors}-{loss}.gif"

    def encode(self, scale, colors, loss):
        options = ["-O3"] + ([f"--lossy={loss}"] if loss else []) + ([f"--scale={scale}"] if scale != 1 else [])
        options += [f"--colors={colors}"] if colors < 256 else []
        output = self.file(scale, colors, loss)
        if not output.exists():
            subprocess.run(["gifsicle", "--no-warnings", *options, self.original.path, "-o", output], check=True)
        return output.stat().st_size

    def least_loss(self, scale, colors, limit):
        """By halving; None when no loss is enough."""
        if self.bytes(scale, colors, MOST_LOSS) > limit:
            return None
        low, high = -1, MOST_LOSS
        for middle in (0, 20, 50, 100, 200):
            if low < middle < high:
                low, high = (low, middle) if self.bytes(scale, colors, middle) <= limit else (middle, high)
        while high - low > max(2, high // 12):
            middle = (low + high) // 2
            low, high = (low, middle) if self.bytes(scale, colors, middle) <= limit else (middle, high)
        return high

    def best(self, limit):
        """The best settings under a limit, with bytes and score."""
        found = []
        for scale in SCALES:
            for colors in COLORS:
                if (loss := self.least_loss(scale, colors, limit)) is not None:
                    found.append((self.score(scale, colors, loss), self.bytes(scale, colors, loss), scale, colors, loss))
        return max(found, default=None)


def encode(command, original, limit, output):
    """Runs a command with the original, the output and the limit put in; None when nothing fits."""
    words = [word.format(input=original.path, output=output, limit=limit) for word in shlex.split(command)]
    done = subprocess.run(words, stdout=subprocess.DEVNULL, check=False)
    if done.returncode or not output.exists():
        return None
    return original.score(output), output.stat().st_size


def limits(original):
    return [round(part * original.bytes) for part in PARTS] + ([2_000_000] if original.bytes > 2_000_000 else [])


def compare(path, command, folder):
    original = Original(path)
    gifsicle = Gifsicle(original, folder)
    for limit in limits(original):
        output = folder / f"{path.stem}-ours-{limit}.gif"
        output.unlink(missing_ok=True)
        row = {"file": path.name, "limit": limit, "ours": encode(command, original, limit, output), "gifsicle": gifsicle.best(limit)}
        print(f"bench: {json.dumps(row)}", file=sys.stderr, flush=True)
        yield row


def cell(found):
    return ["-", "-"] if found is None else [f"{found[1]:,}", f"{found[0]:.4f}"]


def report(rows):
    head = ["file", "limit", "richpush", "SSIM", "gifsicle", "SSIM", "scale, colours, lossy"]
    return table([head] + [
        [row["file"], f"{row['limit']:,}", *cell(row["ours"]), *cell(row["gifsicle"]),
         ", ".join(map(str, row["gifsicle"][2:])) if row["gifsicle"] else "-"] for row in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="holds animated GIFs")
    parser.add_argument("--encoder", required=True, metavar="COMMAND",
                        help="makes a GIF under a limit; {input}, {output} and {limit} are replaced")
    parser.add_argument("--keep", type=Path, help="a folder for all encodings, so that a second run is fast")
    options = parser.parse_args()
    if not shutil.which("gifsicle"):
        raise SystemExit("bench: gifsicle is not there: install the package gifsicle")
    with tempfile.TemporaryDirectory(prefix="richpush-bench-") as place:
        folder = options.keep or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        print(report([row for path in sorted(options.folder.glob("*.gif")) for row in compare(path, options.encoder, folder)]))


if __name__ == "__main__":
    main()
