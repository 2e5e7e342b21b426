"""What comparing movies and comparing GIFs share: running ffmpeg, a run of richpush over one file, and SSIM."""

import json
import os
import re

from benchmark.pictures import link
from benchmark.session import PIPELINE, richpush
from common import ended, fail, say

# Without a sandbox, in which no stand-in for ffmpeg could write its times.
CONFIGURATION = PIPELINE + "profiles: {universal: {max-bytes: 300000}, ios-motion: {%s}}\ncache: off\nworker: {sandbox: off}\n"


def ffmpeg(*options, ends=(0,)):
    return ended(["ffmpeg", "-v", "error", "-nostdin", "-y", *options], ends)


def probe(path, entries):
    """The values that ffprobe gives for the first stream of pictures, by name."""
    said = ended(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "json", path], ends=None).stdout
    answer = json.loads(said or "{}")
    return {**answer.get("format", {}), **next(iter(answer.get("streams", [])), {})}


def rendition(binary, source, work, profile, kind, **variables):
    """The file of a kind that richpush makes of a source under a profile for what moves; None when it makes none."""
    (work / "campaign").mkdir(parents=True)
    link(source, work / "campaign" / source.name)
    (work / "pipeline.yml").write_text(CONFIGURATION % profile)
    done = richpush(binary, "run", "campaign", "--jobs", "1", ends=(0, 1), cwd=work, env={**os.environ, **variables})
    made = list((work / "public").rglob(kind))
    if not made:
        say(f"no {kind} of {source.name} with {profile}: {done.stderr[-300:]}")
    return made[0] if made else None


def ssim(source, other, chain):
    """Of all planes, frame by frame, after both went through the same filters."""
    said = ended(["ffmpeg", "-nostdin", "-hide_banner", "-i", other, "-i", source, "-lavfi",
                  f"[0:v]{chain.format('c')}[a];[1:v]{chain.format('d')}[b];[a][b]ssim", "-f", "null", "-"]).stderr
    found = re.search(r"All:([\d.]+)", said)
    return float(found[1]) if found else fail(f"no SSIM of {other}: {said[-300:]}")
