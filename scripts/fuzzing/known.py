"""Differences that are not our faults, each with its reason."""


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
