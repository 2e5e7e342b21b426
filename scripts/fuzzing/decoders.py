"""What our readers, libvips and ffprobe say of files, in batches and within limits of time and memory."""

import json
import re
import subprocess

# A decoder may need gigabytes for a false header.
LIMITED = ["bash", "-c", 'ulimit -v 4000000; exec timeout 60 "$@"', "limited"]
BATCH = 100


def batches(files):
    return [files[start:start + BATCH] for start in range(0, len(files), BATCH)]


def ours(program, files):
    """By file; without those that are no pictures to us."""
    found = {}
    for batch in batches(files):
        ended = subprocess.run([program], input="\n".join(map(str, batch)) + "\n", env={"FUZZ_FACTS": "1", "SWIFT_BACKTRACE": "enable=no"},
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, timeout=300)
        lines = ended.stdout.splitlines()
        if ended.returncode:
            raise SystemExit(f"fuzz-differences: our own reader stopped at {batch[len(lines)]}")
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
        ended = subprocess.run([*LIMITED, "vipsheader", "-a", *batch, batch[0]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        fields = {}
        # Each line begins with the file's name, since there are several.
        for name, key, value in re.findall(r"^(\S+?): ([\w-]+): (.*)$", ended.stdout.decode(errors="replace"), re.MULTILINE):
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
    ended = subprocess.run([*LIMITED, "vips", "avg", f"{file}[fail-on=warning]"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    return ended.returncode == 0 and not ended.stderr


def ffprobe(files):
    """What ffprobe says of the first stream, whose frames it counts; without what it has complaints about."""
    found = {}
    for file in files:
        ended = subprocess.run(
            [*LIMITED, "ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0", "-show_entries",
             "stream=width,height,nb_read_packets,codec_name:format=format_name", "-of", "json", file],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if ended.returncode or ended.stderr:
            continue
        told = json.loads(ended.stdout or b"{}")
        streams = told.get("streams") or [{}]
        if streams[0].get("width"):
            found[file] = {"format": told["format"]["format_name"], "width": streams[0]["width"], "height": streams[0]["height"],
                           "frames": int(streams[0].get("nb_read_packets", 0)) or None}
    return found
