"""Movies under a limit: richpush's, and those of a plain two-pass encode of the same size."""

import os
import shutil
import time

from benchmark.moving import ffmpeg, probe, rendition, ssim
from benchmark.pictures import link
from common import fail, table

PARTS = (2, 4, 8)
PROFILE = "max-movie-bytes: {limit}, max-seconds: 60, max-edge: 1920, max-frame-rate: 60"
NOTES = """
shares are of the limit; ffmpeg: two passes, -b:v, as many bytes as richpush's movie to a percent, same sound;
SSIM of frames scaled back to the source's size; wall time of richpush by that of the ffmpeg runs in it"""
# Replaces ffmpeg in PATH and records how long each run takes.
SHIM = """\
#!/bin/sh
start=$(date +%s%N)
"{program}" "$@"
status=$?
echo $(($(date +%s%N) - start)) >> "{log}"
exit $status
"""
GENERATED = {
    "generated-test.mp4": "testsrc2=s=1280x720:r=30:d=6",
    "generated-zoom.mp4": "mandelbrot=s=960x540:r=25:end_pts=200,trim=duration=6",
    "generated-noise.mp4": "testsrc2=s=640x360:r=30:d=6,noise=alls=12:allf=t:all_seed=1",
}
# Without them programs read the numbers differently, and SSIM would measure that.
TAGS = ["-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
SHOWN = "settb=1/1000,setpts=N,scale={width}:{height}:flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuv420p"


def clips(folder, place):
    """Whole videos of the folder that last two seconds or more, and generated ones."""
    (place / "clips").mkdir()
    for name, source in GENERATED.items():
        ffmpeg("-f", "lavfi", "-i", source, "-c:v", "libx264", "-crf", "14", "-preset", "veryfast", "-pix_fmt",
               "yuv420p", *TAGS, place / "clips" / name)
    for path in sorted(folder.iterdir()) if folder and folder.is_dir() else []:
        done = ffmpeg("-i", path, "-f", "null", "-", ends=None)
        if done.returncode == 0 and not done.stderr and 2 <= float(probe(path, "format=duration").get("duration", 0)) <= 60:
            link(path, place / "clips" / path.name)
    return sorted((place / "clips").iterdir())


def timed_rendition(binary, clip, limit, place):
    """richpush's movie, the seconds that it took, and those of the ffmpeg runs in it."""
    shim, log = place / "shim", place / "shim/log"
    shim.mkdir(exist_ok=True)
    log.write_text("")
    (shim / "ffmpeg").write_text(SHIM.format(program=shutil.which("ffmpeg") or fail("ffmpeg is not there"), log=log))
    (shim / "ffmpeg").chmod(0o755)
    start = time.monotonic()
    made = rendition(binary, clip, place / f"{clip.stem}-{limit}", PROFILE.format(limit=limit), "*.mp4", PATH=f"{shim}:{os.environ['PATH']}")
    return made, time.monotonic() - start, sum(map(int, log.read_text().split())) / 1e9


def plain(clip, made, duration, place):
    """Two passes of ffmpeg with its defaults and the very sound of richpush's movie, tuned to as many bytes."""
    output, sound, wanted = place / "plain.mp4", place / "sound.m4a", made.stat().st_size
    done = ffmpeg("-i", made, "-vn", "-c", "copy", sound, ends=None)
    rest = sound.stat().st_size if done.returncode == 0 else 0
    sounds = ["-i", sound, "-map", "0:v", "-map", "1:a", "-c:a", "copy"] if rest else ["-an"]
    rate = (wanted - rest) * 8 / duration
    for _ in range(4):
        base = ["-vf", "scale=trunc(iw/2)*2:trunc(ih/2)*2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-b:v", int(rate),
                "-passlogfile", place / "pass"]
        ffmpeg("-i", clip, "-an", *base, "-pass", 1, "-f", "null", "-")
        ffmpeg("-i", clip, *sounds, *base, "-pass", 2, "-movflags", "+faststart", output)
        off = (output.stat().st_size - rest) / (wanted - rest)
        if 0.995 <= off <= 1.005:
            break
        rate /= off
    return output


def row(binary, clip, part, place):
    facts, limit = probe(clip, "stream=width,height:format=duration"), int(clip.stat().st_size / part)
    made, seconds, encoding = timed_rendition(binary, clip, limit, place)
    if not made:
        return [clip.name, f"{limit:,}", *["-"] * 7]
    other, size, chain = plain(clip, made, float(facts["duration"]), place), probe(made, "stream=width,height"), SHOWN.format(**facts)
    return [clip.name, f"{limit:,}", *(f"{100 * movie.stat().st_size / limit:.1f} %" for movie in (made, other)),
            f"{size['width']}x{size['height']}", *(f"{ssim(clip, movie, chain):.4f}" for movie in (made, other)),
            f"{seconds:.1f} s", f"{seconds / encoding:.2f}"]


def report(options, place):
    rows = [row(options.binary, clip, part, place) for clip in clips(options.videos, place) for part in options.parts or PARTS]
    return table([["video", "limit", "richpush", "ffmpeg", "frame", "SSIM", "ffmpeg's", "wall", "/ encodes"], *rows]) + "\n" + NOTES
