"""Animated GIFs under a limit: richpush's, and the best that gifsicle can do. Both are judged at the original's size along its timeline."""

import functools

from benchmark.moving import probe, rendition, ssim
from common import ended, table

PARTS = (1, 1.4, 2, 3.3, 6.7)
SCALES, COLORS, MOST_LOSS = (1, 0.8, 0.64, 0.5, 0.4, 0.3), (256, 128, 64, 32), 400
# On white, where pages are, and fifty times a second, so that frames count for as long as they are shown.
SHOWN = "fps=50,scale={width}:{height}:flags=bicubic,format=rgba[{{0}}0];color=white:size={width}x{height}:rate=50[{{0}}1];" \
    "[{{0}}1][{{0}}0]overlay=shortest=1:format=rgb,format=yuv444p"


class Original:
    def __init__(self, path):
        self.path, self.bytes = path, path.stat().st_size
        self.chain = SHOWN.format(**probe(path, "stream=width,height"))

    def score(self, path):
        return ssim(self.path, path, self.chain)


class Gifsicle:
    """Every encoding is made and judged once."""

    def __init__(self, original, folder):
        self.original, self.folder = original, folder
        self.bytes = functools.cache(lambda *settings: self.file(*settings).stat().st_size)
        self.score = functools.cache(lambda *settings: original.score(self.file(*settings)))

    def file(self, scale, colors, loss):
        output = self.folder / f"{self.original.path.stem}-{scale}-{colors}-{loss}.gif"
        if not output.exists():
            options = ["-O3", *([f"--lossy={loss}"] if loss else []), *([f"--scale={scale}"] if scale != 1 else []),
                       *([f"--colors={colors}"] if colors < 256 else [])]
            ended(["gifsicle", "--no-warnings", *options, self.original.path, "-o", output])
        return output

    def least_loss(self, scale, colors, limit):
        """By halving; None when no loss is enough."""
        if self.bytes(scale, colors, MOST_LOSS) > limit:
            return None
        low, high, middle = -1, MOST_LOSS, 0
        while high - low > max(2, high // 12):
            low, high = (low, middle) if self.bytes(scale, colors, middle) <= limit else (middle, high)
            middle = (low + high) // 2
        return high

    def best(self, limit):
        """The score, the bytes and the settings of the best under a limit."""
        losses = {(scale, colors): self.least_loss(scale, colors, limit) for scale in SCALES for colors in COLORS}
        found = [(*settings, loss) for settings, loss in losses.items() if loss is not None]
        return max(((self.score(*settings), self.bytes(*settings), settings) for settings in found), default=None)


def rows(path, options, place):
    original = Original(path)
    gifsicle = Gifsicle(original, place)
    for part in options.parts or PARTS:
        limit = round(original.bytes / part)
        profile = f"motion: gif, max-gif-bytes: {limit}"
        made, theirs = rendition(options.binary, path, place / f"{path.stem}-{limit}", profile, "*.gif"), gifsicle.best(limit)
        yield [path.name, f"{limit:,}", *([f"{made.stat().st_size:,}", f"{original.score(made):.4f}"] if made else "--"),
               *([f"{theirs[1]:,}", f"{theirs[0]:.4f}", ", ".join(map(str, theirs[2]))] if theirs else "---")]


def report(options, place):
    return table([["file", "limit", "richpush", "SSIM", "gifsicle", "SSIM", "scale, colours, lossy"],
                  *(row for path in sorted(options.gifs.glob("*.gif")) for row in rows(path, options, place))])
