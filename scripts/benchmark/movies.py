"""Movies under a limit: richpush's, and those of a plain two-pass encode of the same size."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from benchmark.pictures import link
from benchmark.tools import fail, must, run

CONFIGURATION = """\
version: 1
profiles:
  universal:
    max-bytes: 300000
  ios-motion:
    max-movie-bytes: {limit}
    max-seconds: 60
    max-edge: 1920
    max-frame-rate: 60
publish:
  - to: directory
    path: public
    base-url: https://static.example.com/
messages: from-pictures
defaults:
  title: A title
  body: A body
  target:
    topic: bench
"""

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


def ffmpeg(*options):
    must(["ffmpeg", "-v", "error", "-nostdin", "-y", *map(str, options)])


def probe(path, entries):
    """The values that ffprobe gives for the first stream of pictures, by name."""
    said = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "json",
                           path], capture_output=True, text=True).stdout
    answer = json.loads(said or "{}")
    return {**answer.get("format", {}), **next(iter(answer.get("streams", [])), {})}


def clips(folder, place):
    """Whole videos of the folder that last two seconds or more, and generated ones."""
    (place / "clips").mkdir()
    for name, source in GENERATED.items():
        ffmpeg("-f", "lavfi", "-i", source, "-c:v", "libx264", "-crf", "14", "-preset", "veryfast", "-pix_fmt",
               "yuv420p", *TAGS, place / "clips" / name)
    for path in sorted(folder.iterdir()) if folder and folder.is_dir() else []:
        status, said = run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "null", "-"])
        seconds = float(probe(path, "format=duration").get("duration", 0))
        if status == 0 and not said and 2 <= seconds <= 60:
            link(path, place / "clips" / path.name)
    return sorted((place / "clips").iterdir())


def shim(place):
    """A folder for the front of PATH, and the log that grows in it."""
    program = subprocess.run(["sh", "-c", "command -v ffmpeg"], capture_output=True, text=True).stdout.strip() or \
        fail("ffmpeg is not there")
    folder, log = place / "shim", place / "shim/log"
    folder.mkdir(exist_ok=True)
    log.write_text("")
    (folder / "ffmpeg").write_text(SHIM.format(program=program, log=log))
    (folder / "ffmpeg").chmod(0o755)
    return folder, log


def richpush(binary, clip, limit, place):
    """The movie that richpush makes; None when it makes none."""
    work = place / f"{clip.stem}-{limit}"
    (work / "campaign").mkdir(parents=True)
    link(clip, work / "campaign" / clip.name)
    (work / "pipeline.yml").write_text(CONFIGURATION.format(limit=limit))
    folder, log = shim(place)
    start = time.monotonic()
    status, said = run([binary, "run", work / "campaign", "--no-cache", "--config", work / "pipeline.yml", "--base-url",
                        "https://static.example.com/", "--output", work / "public", "--requests", work / "requests",
                        "--jobs", "1"], PATH=f"{folder}:{os.environ['PATH']}")
    seconds = time.monotonic() - start
    movies = list((work / "public").rglob("*.mp4"))
    if status not in (0, 1) or not movies:
        print(f"bench: no movie of {clip.name} under {limit:,} bytes: {said[-300:]}", file=sys.stderr)
        return None
    encodes = sum(map(int, log.read_text().split())) / 1e9
    return {"path": movies[0], "bytes": movies[0].stat().st_size, "seconds": seconds, "encode_seconds": encodes}


def plain(clip, made, facts, place):
    """Two passes of ffmpeg with its defaults and the very sound of richpush's movie, tuned to as many bytes."""
    output, wanted, sound = place / "plain.mp4", made["bytes"], place / "sound.m4a"
    size = "scale=trunc(iw/2)*2:trunc(ih/2)*2"
    status, _ = run(["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", made["path"], "-vn", "-c", "copy", sound])
    silent = status != 0 or not sound.stat().st_size
    rest = 0 if silent else sound.stat().st_size
    rate = (wanted - rest) * 8 / float(facts["duration"])
    for attempt in range(4):
        base = ["-vf", size, "-c:v", "libx264", "-pix_fmt", "yuv420p", "-b:v", int(rate), "-passlogfile", place / "pass"]
        ffmpeg("-i", clip, "-an", *base, "-pass", 1, "-f", "null", "-")
        with_sound = [] if silent else ["-i", sound, "-map", "0:v", "-map", "1:a", "-c:a", "copy"]
        ffmpeg("-i", clip, *with_sound, *([] if with_sound else ["-an"]), *base, "-pass", 2, "-movflags", "+faststart", output)
        off = (output.stat().st_size - rest) / (wanted - rest)
        if 0.995 <= off <= 1.005:
            break
        rate /= off
    return {"path": output, "bytes": output.stat().st_size}


def ssim(clip, movie, facts):
    """Of all planes, against the source, frame by frame at the source's size."""
    size = f"settb=1/1000,setpts=N,scale={facts['width']}:{facts['height']}:flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuv420p"
    status, said = run(["ffmpeg", "-nostdin", "-hide_banner", "-i", movie, "-i", clip, "-lavfi",
                        f"[0:v]{size}[a];[1:v]{size}[b];[a][b]ssim", "-f", "null", "-"])
    found = re.search(r"All:([\d.]+)", said)
    return float(found.group(1)) if found else fail(f"no SSIM of {movie}: {said[-300:]}")


def compare(binary, clip, part, place):
    facts = probe(clip, "stream=width,height:format=duration")
    limit = int(clip.stat().st_size / part)
    made = richpush(binary, clip, limit, place)
    if not made:
        return None
    other = plain(clip, made, facts, place)
    size = probe(made["path"], "stream=width,height")
    for movie in (made, other):
        movie["ssim"] = ssim(clip, movie.pop("path"), facts)
    made["size"] = [size["width"], size["height"]]
    return {"name": clip.name, "limit": limit, "richpush": made, "ffmpeg": other}
