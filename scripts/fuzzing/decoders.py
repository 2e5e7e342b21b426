"""What our readers, libvips and ffprobe say of files, in batches and within limits of time and memory; and the differences that are not
our faults, each with its reason."""

import json
import re

from common import ended, fail

# A decoder may need gigabytes for a false header.
LIMITED = ["bash", "-c", 'ulimit -v 4000000; exec timeout 60 "$@"', "limited"]
BATCH = 100


def batches(files):
    return [files[start:start + BATCH] for start in range(0, len(files), BATCH)]


def ours(program, files):
    """By file; without those that are no pictures to us."""
    found = {}
    for batch in batches(files):
        done = ended([program], ends=None, input="\n".join(map(str, batch)) + "\n", env={"FUZZ_FACTS": "1", "SWIFT_BACKTRACE": "enable=no"},
                     timeout=300)
        lines = done.stdout.splitlines()
        if done.returncode:
            fail(f"our own reader stopped at {batch[len(lines)]}")
        for file, line in zip(batch, lines):
            words = line.split("\t")
            if words[0] == "-":
                continue
            width, height, orientation, frames = (None if word == "-" else int(word) for word in words[1:5])
            found[file] = {"format": words[0], "width": width, "height": height, "orientation": orientation, "frames": frames,
                           "alpha": words[5] == "yes"}
    return found


def vips(files):
    """What libvips reads of headers; without those that it refuses."""
    found = {}
    for batch in batches(files):
        said, fields = ended([*LIMITED, "vipsheader", "-a", *batch, batch[0]], ends=None).stdout, {}
        # Each line begins with the file's name, since there are several.
        for name, key, value in re.findall(r"^(\S+?): ([\w-]+): (.*)$", said, re.MULTILINE):
            fields.setdefault(name, {}).setdefault(key, value)
        found |= {file: facts for file in batch if (facts := vips_facts(fields.get(str(file), {})))}
    return found


def vips_facts(fields):
    if not {"width", "height", "bands"} <= fields.keys():
        return None
    colors = {"b-w": 1, "grey16": 1, "cmyk": 4}.get(fields.get("interpretation"), 3)
    orientation = fields.get("orientation", "1")
    return {
        "format": fields.get("vips-loader", ""), "width": int(fields["width"]), "height": int(fields["height"]),
        "orientation": int(orientation) if orientation.isdigit() else None, "frames": int(fields.get("n-pages", 1)),
        "alpha": int(fields["bands"]) > colors,
    }


def is_sound(file):
    """Whether libvips decodes all of it without a complaint: what is said of damaged files is a matter of luck."""
    done = ended([*LIMITED, "vips", "avg", f"{file}[fail-on=warning]"], ends=None)
    return done.returncode == 0 and not done.stderr


def ffprobe(files):
    """What ffprobe says of the first stream, whose frames it counts; without what it has complaints about."""
    found = {}
    for file in files:
        done = ended([*LIMITED, "ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0", "-show_entries",
                      "stream=width,height,nb_read_packets,codec_name:format=format_name", "-of", "json", file], ends=None)
        if done.returncode or done.stderr:
            continue
        told = json.loads(done.stdout or "{}")
        streams = told.get("streams") or [{}]
        if streams[0].get("width"):
            found[file] = {"format": told["format"]["format_name"], "width": streams[0]["width"], "height": streams[0]["height"],
                           "frames": int(streams[0].get("nb_read_packets", 0)) or None}
    return found


def known(judge, name, own, theirs):
    """Why both may say what they say; None for a difference that is to be looked at."""
    return next((reason for reason, condition in TABLE.items() if condition(judge, name, own, theirs)), None)


def _is(format_, judge_, *names):
    return lambda judge, name, own, theirs: own["format"] in format_.split() and judge == judge_ and name in names


TABLE = {
    "libvips reads APNG's default picture alone": lambda judge, name, own, theirs:
        own["format"] == "png" and judge == "libvips" and name == "frames" and theirs["frames"] == 1,
    "libnsgif takes a canvas without sides, or above 2048 pixels, for a mistake": lambda judge, name, own, theirs:
        own["format"] == "gif" and judge == "libvips" and name in ("width", "height")
        and (0 in (own["width"], own["height"]) or max(own["width"], own["height"]) > 2048),
    "where the first frame leaves the canvas free, browsers show what lies behind": lambda judge, name, own, theirs:
        own["format"] in ("gif", "webp") and name == "alpha" and own["alpha"],
    "libvips says alpha of every WebP with a frame that is smaller than the canvas, drawn over or not": lambda judge, name, own, theirs:
        own["format"] == "webp" and judge == "libvips" and name == "alpha" and (own["frames"] or 0) > 1,
    "libwebp leaves out frames whose picture it cannot find": lambda judge, name, own, theirs:
        own["format"] == "webp" and judge == "libvips" and name == "frames" and own["frames"] > theirs["frames"],
    "ImageMagick takes the fourth byte of 32 bits for alpha, although no mask of the header says so": _is("bmp", "libvips", "alpha"),
    "a HEIF's other pictures are no frames: clients show the primary one": _is("heic avif", "libvips", "frames"),
    "Exif's padding byte is not asked for its value, as Chromium does not": _is("jpeg", "libvips", "orientation"),
    "ffprobe takes the pages of a TIFF for none": _is("tiff", "ffprobe", "frames"),
}
