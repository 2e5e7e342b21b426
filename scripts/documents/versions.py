"""With which libraries the answers in the documents were made, as docs/README.md names them."""
import platform
import re

from common import ROOT, ended

PAGE = ROOT / "docs/README.md"
SENTENCE = re.compile(r"(?<=^The output was made with ).*(?=\.$)", re.MULTILINE)


def here():
    """The libraries that decide how many bytes a rendition has, and the kind of machine."""
    return f"libvips {_version('vips')}, ffmpeg {_version('ffmpeg')}, {platform.machine()} {platform.system()}"


def are_those_of_the_documents():
    return SENTENCE.search(PAGE.read_text())[0] == here()


def write():
    PAGE.write_text(SENTENCE.sub(here(), PAGE.read_text()))


def _version(program):
    option = "-version" if program == "ffmpeg" else "--version"
    return re.search(r"\d+(\.\d+)+", ended([program, option], ends=None).stdout)[0]
