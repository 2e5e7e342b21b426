"""Encodes photographs under limits of bytes, with this package's encoder and with libvips', and measures what decoders show."""

import json
import re
import subprocess
import time


def run(arguments, **options):
    return subprocess.run([str(argument) for argument in arguments], check=True, capture_output=True, text=True, **options)


def prepare(photo, place, side):
    """The photograph as decoders that know nothing of orientation or profiles see it, fitted into a square."""
    picture = place / f"{photo.stem}.ppm"
    run(["vips", "thumbnail", photo, picture, side, "--height", side, "--size", "down",
         "--export-profile", "srgb"])
    return picture


def search(picture, limit, output):
    """The largest quality of libvips' progressive encoder that fits, by bisection; None where none does. The time is that of the
    encodings alone, as one program would take it."""
    low, high, best, seconds = 0, 101, None, 0
    around = seconds_around(picture)
    while high - low > 1:
        quality = (low + high) // 2
        start = time.monotonic()
        encoded = run_bytes(["vips", "jpegsave", picture, output, "--Q", quality, "--interlace", "--optimize-coding",
                             "--strip"], output)
        seconds += max(time.monotonic() - start - around, 0)
        if len(encoded) <= limit:
            low, best = quality, encoded
        else:
            high = quality
    if best:
        output.write_bytes(best)
    return {"bytes": len(best), "quality": low, "seconds": seconds} if best else None


def seconds_around(picture):
    """What the start of a program takes that reads a picture and hardly does anything."""
    def once():
        start = time.monotonic()
        run(["vips", "avg", picture])
        return time.monotonic() - start
    return min(once() for _ in range(3))


def run_bytes(arguments, output):
    run(arguments)
    return output.read_bytes()


def encode(program, picture, limit, output, *constants):
    """What this package's encoder makes, with the milliseconds of each stage."""
    start = time.monotonic()
    record = json.loads(run([program, picture, limit, output, *constants]).stdout)
    return record | {"seconds": time.monotonic() - start, "bytes": output.stat().st_size}


def judge(picture, encoded, scorer):
    """PSNR and SSIM of luma in decibels, by ffmpeg; the SSIMULACRA 2 score, the time that it took, and MS-SSIM."""
    shown = encoded.with_suffix(".ppm")
    run(["vips", "copy", f"{encoded}[fail_on=warning]", shown])
    result = {"psnr": measure("psnr", "psnr_y", shown, picture), "ssim": decibels(measure("ssim", "Y", shown, picture))}
    judged = json.loads(run([scorer, picture, shown]).stdout)
    size = run(["vipsheader", "-f", "width", shown]).stdout, run(["vipsheader", "-f", "height", shown]).stdout
    similarity = {"ms_ssim": judged["ms_ssim"]} if "ms_ssim" in judged else {}
    return result | similarity | {"score": judged["score"], "score_ms": judged["ms"],
                                  "megapixels": int(size[0]) * int(size[1]) / 1e6}


def thumbnail_time(photo, place):
    """The fastest of five runs of vipsthumbnail over the photograph at 12 megapixels, in seconds."""
    large, seconds = place / "large.jpg", []
    run(["vips", "thumbnail", photo, f"{large}[Q=85]", 4000, "--height", 3000, "--size", "force"])
    for _ in range(5):
        start = time.monotonic()
        run(["vipsthumbnail", large, "--size", "1440x1440", "-o", place / "small.jpg"])
        seconds.append(time.monotonic() - start)
    return min(seconds)


def measure(name, key, shown, picture):
    report = run(["ffmpeg", "-hide_banner", "-i", shown, "-i", picture, "-lavfi",
                  f"[0:v]format=yuv444p[a];[1:v]format=yuv444p[b];[a][b]{name}=stats_file=-", "-f", "null", "-"])
    found = re.search(rf"\b{key}:(inf|[\d.]+)", report.stdout)
    return min(float(found.group(1)), 99.0) if found else 0.0


def decibels(similarity):
    import math
    return -10 * math.log10(max(1 - similarity, 1e-9))
