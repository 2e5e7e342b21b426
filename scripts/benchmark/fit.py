"""Trials of the JPEG encoder's constants on photographs."""

import json
import statistics

from benchmark.jpeg import encode, prepare, run, search
from benchmark.tools import fail

PIXELS = 1440 * 1080  # of the photographs that limits are meant for
SUFFIXES = (".jpg", ".jpeg", ".png")


def files(paths):
    found = sorted(path for given in paths for path in (given.rglob("*") if given.is_dir() else [given])
                   if path.suffix.lower() in SUFFIXES)
    return found or fail(f"there are no photographs in {', '.join(map(str, paths))}")


class Photographs:
    """Photographs with libvips' best under each limit."""

    def __init__(self, paths, options, place, scaled=False):
        place.mkdir()
        self.binaries, self.place, self.trials = options.binaries, place, {}
        self.pictures = [prepare(photo, place, options.side) for photo in files(paths)[::1 if scaled else options.every]]
        self.limits = {(picture, limit): round(limit * self.pixels(picture) / PIXELS) if scaled else limit
                       for limit in options.limits for picture in self.pictures}
        self.references = {key: self.reference(key[0], limit) for key, limit in self.limits.items()}

    def pixels(self, picture):
        return int(run(["vipsheader", "-f", "width", picture]).stdout) * int(
            run(["vipsheader", "-f", "height", picture]).stdout)

    def reference(self, picture, limit):
        """What libvips' best scores; None where nothing fits."""
        output = self.place / "vips.jpg"
        return self.judge(picture, output) if search(picture, limit, output) else None

    def judge(self, picture, encoded):
        shown = encoded.with_suffix(".ppm")
        run(["vips", "copy", encoded, shown])
        judged = json.loads(run([self.binaries / "ScorePictures", picture, shown]).stdout)
        return {key: judged[key] for key in ("score", "psnr_y", "ms_ssim") if key in judged}

    def gains(self, values):
        """For each limit what every photograph gains over libvips with these constants."""
        key = tuple(sorted(values.items()))
        if key not in self.trials:
            self.trials[key] = {limit: [self.gain(picture, limit, values) for picture in self.pictures
                                        if self.references[picture, limit]]
                                for limit in dict.fromkeys(limit for _, limit in self.limits)}
        return self.trials[key]

    def gain(self, picture, limit, values):
        output = self.place / "ours.jpg"
        encode(self.binaries / "EncodeJPEG", picture, self.limits[picture, limit], output,
               *(f"{name}={value!r}" for name, value in values.items()))
        judged, reference = self.judge(picture, output), self.references[picture, limit]
        return {name: judged[name] - reference[name] for name in judged}


def means(gains, key):
    """The mean of each limit."""
    return [statistics.mean(gain[key] for gain in of_limit if key in gain) for of_limit in gains.values()]


def improved(best, name, photographs, options):
    """The constants with the best value of one of them: it is multiplied, then divided, for as long as that helps."""
    for factor in (options.step, 1 / options.step):
        changed = False
        while best[name] and (trial := best | {name: best[name] * factor}) and is_better(trial, best, name, photographs, options):
            best, changed = trial, True
        if changed:
            break
    return best


def is_better(trial, best, name, photographs, options):
    gains, before = photographs.gains(trial), photographs.gains(best)
    scores = means(gains, "score")
    rise = statistics.mean(scores) - statistics.mean(means(before, "score"))
    psnr, similarity = means(gains, "psnr_y"), means(gains, "ms_ssim")
    kept = rise >= options.gain and min(psnr) >= options.psnr and min(similarity) >= options.ms_ssim

    def row(numbers):
        return " / ".join(f"{number:+.2f}" for number in numbers)

    print(f"{name}={trial[name]:.6g}: {rise:+.3f}; over libvips {row(scores)}, PSNR-Y {row(psnr)}, "
          f"MS-SSIM {row(similarity)}{', kept' if kept else ''}", flush=True)
    return kept
