"""The pictures that all tools are given."""

import os
import shutil
import subprocess

START_OF_IMAGE, COMMENT = b"\xff\xd8", b"\xff\xfe"


def is_jpeg(path):
    with path.open("rb") as file:
        return file.read(3) == START_OF_IMAGE + b"\xff"


def link(source, target):
    """The same file under another name, without a second copy where the file system allows it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def gather(folder, into):
    """Puts every JPEG of the folder, told by its bytes, into an empty one under names without spaces."""
    found = [path for path in sorted(folder.rglob("*")) if path.is_file() and is_jpeg(path)]
    into.mkdir()
    for number, path in enumerate(found):
        link(path, into / f"picture-{number:04}.jpg")
    return sorted(into.iterdir())


def enlarge(picture, target):
    """A 24-megapixel JPEG of the picture, 6000 x 4000."""
    subprocess.run(["vips", "thumbnail", picture, f"{target}[Q=80,strip]", "6000", "--height", "4000",
                    "--size", "force", "--no-rotate"], check=True)


def distinct(data, number):
    """The same picture in different bytes: with a comment of its own right after the start of the image."""
    text = f"benchmark picture {number}".encode()
    return START_OF_IMAGE + COMMENT + (len(text) + 2).to_bytes(2, "big") + text + data[2:]


def copies(originals, count, into):
    """So many distinct JPEGs in a new folder, in turns of these bytes."""
    into.mkdir()
    wanted, free = max(map(len, originals)) * count, shutil.disk_usage(into).free
    if wanted > free:
        raise SystemExit(f"bench: {count} pictures need up to {wanted >> 20} MiB in {into}, "
                         f"{free >> 20} MiB are free (TMPDIR names another place)")
    for number in range(count):
        (into / f"copy-{number:04}.jpg").write_bytes(distinct(originals[number % len(originals)], number))
    return sorted(into.iterdir())


def large_pictures(pictures, count, into):
    """So many distinct 24-megapixel JPEGs, made from a few enlarged ones."""
    originals, enlarged = [], into.with_suffix(".jpg")
    for picture in pictures[:8]:
        enlarge(picture, enlarged)
        originals.append(enlarged.read_bytes())
    enlarged.unlink()
    return copies(originals, count, into)
