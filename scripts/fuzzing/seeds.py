"""What inputs begin with: small pictures and movies in every format, made from the samples, and texts of the project's own pages."""

import json
import re
import shutil
from pathlib import Path

from common import ended

# The seeds of targets; others begin with their folder in Fuzz/seeds and the examples in the pages.
KINDS = {
    "heic": "heif", "strip-jpeg": "jpeg", "strip-png": "png", "rewrite-gif": "gif", "gif-decoder": "gif", "inflate": "zlib",
    "sniff": "pictures", "jpeg": "jpeg", "png": "png", "gif": "gif", "webp": "webp", "avif": "avif", "tiff": "tiff", "bmp": "bmp",
    "jxl": "jxl", "svg": "svg", "movie": "movie", "icc": "icc",
}
LARGEST = 16_384
SIDE = 24


class Seeds:
    def __init__(self, root, place, further):
        self.root, self.place, self.further = root, place, further
        if not (place / "complete").exists():
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            self._make_pictures()
            self._make_movies()
            self._take_texts()
            (place / "complete").touch()
        for folder in further:
            self._take(folder)

    def folder(self, target):
        """The seeds of a target; their folder is called like their kind."""
        kind = KINDS.get(target) or (target if (self.place / target).is_dir() else "texts")
        return self.place / kind

    def _make_pictures(self):
        sources = [file for file in sorted(self.root.glob("samples/campaign/**/*")) if file.suffix in {".jpg", ".png", ".heic", ".webp", ".gif"}]
        for number, source in enumerate(sources):
            small = self.place / f"small-{number}.png"
            if not self._does("vips", "thumbnail", source, small, SIDE):
                continue
            for kind, suffix, options in PICTURES:
                folder = self.place / kind
                folder.mkdir(exist_ok=True)
                name = re.sub(r"\W+", "-", options).strip("-")
                self._does("vips", "copy", small, f"{folder / f'{number}-{name}.{suffix}'}{options}")
            for kind, suffix, options in CODED:
                folder = self.place / kind
                folder.mkdir(exist_ok=True)
                name = "-".join(options).replace("-", "").replace(":", "")
                self._does("ffmpeg", "-v", "error", "-i", small, *options, folder / f"{number}-f{name}.{suffix}")
            small.unlink()
        self._gather()

    def _gather(self):
        """One of each for what tells formats apart, and profiles and streams as they lie in pictures."""
        everything = self.place / "pictures"
        everything.mkdir()
        for kind in {kind for kind, _, _ in PICTURES + CODED}:
            for file in sorted((self.place / kind).iterdir())[:6]:
                shutil.copy(file, everything / f"{kind}-{file.name}")
        drawings = self.place / "svg"
        drawings.mkdir()
        for number, text in enumerate(DRAWINGS):
            (drawings / f"{number}.svg").write_text(text)
        profiles, streams = self.place / "icc", self.place / "zlib"
        profiles.mkdir()
        streams.mkdir()
        for number, file in enumerate([*Path("/usr/share/color").rglob("*.icc"), *self.place.glob("jpeg/*profile*")]):
            profile = file.read_bytes()
            profile = profile if file.suffix == ".icc" else profile.partition(b"ICC_PROFILE\0\1\1")[2]
            if 128 < len(profile) <= LARGEST:
                (profiles / f"{number}.icc").write_bytes(profile)
        for file in self.place.glob("png/*"):
            data = file.read_bytes().partition(b"IDAT")[2]
            (streams / file.name).write_bytes(data)

    def _make_movies(self):
        folder = self.place / "movie"
        folder.mkdir()
        for number, (suffix, options) in enumerate(MOVIES):
            self._does("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=32x32:rate=5:duration=1", "-f", "lavfi", "-i",
                       "sine=duration=1", *options, folder / f"{number}.{suffix}")

    def _take_texts(self):
        """The texts in the code blocks of the pages, and those that were written as seeds."""
        texts = self.place / "texts"
        texts.mkdir()
        pages = [*self.root.glob("docs/*.md"), self.root / "README.md"]
        blocks = [block for page in pages for block in re.findall(r"```\w*\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)]
        files = [file.read_text(encoding="utf-8") for file in [*self.root.glob("samples/**/*.yml"), self.root / "pipeline.yml"]]
        for number, text in enumerate(blocks + files):
            if len(text) <= LARGEST:
                (texts / str(number)).write_text(text, encoding="utf-8")
        for file in (self.root / "Fuzz" / "seeds").glob("*"):
            own = self.place / file.stem
            own.mkdir(exist_ok=True)
            for number, text in enumerate(json.loads(file.read_text(encoding="utf-8"))):
                (own / f"own-{number}").write_text(text, encoding="utf-8")

    def _take(self, folder):
        """Further files, to the kinds that their suffixes tell; long ones would only slow all others down."""
        for number, file in enumerate(sorted(folder.rglob("*"))):
            kind = SUFFIXES.get(file.suffix.lower())
            if file.is_file() and file.stat().st_size <= LARGEST:
                for place in {kind, "pictures"} - {None}:
                    shutil.copy(file, self.place / place / f"further-{number}{file.suffix}")

    @staticmethod
    def _does(*command):
        """Whether a program could do it; not every machine has all encoders."""
        return ended(command, ends=None, timeout=60).returncode == 0


PICTURES = [
    ("jpeg", "jpg", "[Q=60]"), ("jpeg", "jpg", "[Q=60,interlace]"), ("jpeg", "jpg", "[Q=60,profile=srgb]"),
    ("jpeg", "jpg", "[Q=60,restart-interval=1]"), ("jpeg", "jpg", "[Q=90,subsample-mode=off,optimize-coding]"),
    ("png", "png", "[]"), ("png", "png", "[interlace]"), ("png", "png", "[palette]"), ("png", "png", "[bitdepth=16]"), ("png", "png", "[filter=all]"),
    ("gif", "gif", "[]"), ("gif", "gif", "[interlace]"), ("webp", "webp", "[Q=50]"), ("webp", "webp", "[lossless]"), ("webp", "webp", "[Q=50,profile=srgb]"),
    ("heif", "heic", "[Q=40,effort=0]"), ("avif", "avif", "[Q=40,effort=0]"), ("avif", "avif", "[lossless,effort=0]"),
    ("tiff", "tif", "[]"), ("tiff", "tif", "[tile,tile-width=16,tile-height=16,compression=deflate]"), ("tiff", "tif", "[bigtiff,compression=lzw]"),
    ("tiff", "tif", "[pyramid,tile,tile-width=16,tile-height=16]"), ("jxl", "jxl", "[Q=60,effort=1]"), ("jxl", "jxl", "[lossless,effort=1]"),
]
CODED = [
    ("bmp", "bmp", []), ("bmp", "bmp", ["-pix_fmt", "pal8"]), ("bmp", "bmp", ["-pix_fmt", "rgb565"]), ("bmp", "bmp", ["-pix_fmt", "monow"]),
    ("png", "apng", ["-vf", "loop=2:1", "-plays", "0"]), ("gif", "gif", ["-vf", "loop=2:1,rotate=n"]),
    ("webp", "webp", ["-vf", "loop=2:1,rotate=n", "-c:v", "libwebp_anim"]), ("jxl", "jxl", ["-pix_fmt", "gray"]), ("png", "png", ["-pix_fmt", "gray"]),
    ("avif", "avif", ["-vf", "loop=2:1", "-c:v", "libsvtav1"]),
]
MOVIES = [
    ("mp4", ["-c:v", "libx264", "-c:a", "aac"]), ("mp4", ["-c:v", "libx264", "-an", "-movflags", "+faststart"]),
    ("mp4", ["-c:v", "libx265", "-an", "-tag:v", "hvc1"]), ("mov", ["-c:v", "libx264", "-c:a", "pcm_s16le", "-ar", "8000"]),
    ("mp4", ["-c:v", "libx264", "-an", "-movflags", "frag_keyframe+empty_moov"]), ("3gp", ["-c:v", "mpeg4", "-an"]),
    ("webm", ["-c:v", "libvpx-vp9", "-an"]), ("mp4", ["-c:v", "libx264", "-an", "-metadata", "title=t", "-metadata", "location=+1+2/"]),
]
SUFFIXES = {
    ".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png", ".apng": "png", ".gif": "gif", ".webp": "webp", ".heic": "heif", ".heif": "heif",
    ".avif": "avif", ".tif": "tiff", ".tiff": "tiff", ".bmp": "bmp", ".jxl": "jxl", ".svg": "svg", ".mp4": "movie", ".mov": "movie",
    ".m4v": "movie", ".3gp": "movie", ".icc": "icc",
}
DRAWINGS = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20mm" viewBox="0 0 10 20"><image href="a.png"/></svg>',
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">'
    '<style>@import url(a.css); .a { fill: url(#b) }</style><use xlink:href="#a"/></svg>',
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:foreignObject/><svg:script>a</svg:script></svg:svg>',
]
