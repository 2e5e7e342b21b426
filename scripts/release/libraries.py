"""The libraries of the system that a program is linked with, and what they are called there."""
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from common import ended, fail
from release.source import output

GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"

# The project and the licence (as an SPDX expression) of each library, by its name without its version.
PROJECTS = {
    "libvips": ("libvips", "LGPL-2.1-or-later"),
    "libglib-2.0": ("GLib", "LGPL-2.1-or-later"), "libgobject-2.0": ("GLib", "LGPL-2.1-or-later"),
    "libgio-2.0": ("GLib", "LGPL-2.1-or-later"), "libgmodule-2.0": ("GLib", "LGPL-2.1-or-later"),
    "libcurl": ("curl", "curl"),
    "libcrypto": ("OpenSSL", "Apache-2.0"), "libssl": ("OpenSSL", "Apache-2.0"),
    "libz": ("zlib", "Zlib"),
    "libyaml-0": ("libyaml", "MIT"),
    "libseccomp": ("libseccomp", "LGPL-2.1-only"),
    "libc": ("GNU C Library", "LGPL-2.1-or-later"), "libm": ("GNU C Library", "LGPL-2.1-or-later"),
    "ld-linux-x86-64": ("GNU C Library", "LGPL-2.1-or-later"), "ld-linux-aarch64": ("GNU C Library", "LGPL-2.1-or-later"),
    "libstdc++": ("GCC", GCC), "libgcc_s": ("GCC", GCC), "libatomic": ("GCC", GCC),
}


@dataclass(frozen=True)
class Library:
    """One of the system's libraries, as a program names it, and the package of Debian that it comes from."""
    name: str
    project: str
    licence: str
    package: str
    version: str


def linked(program):
    """The libraries that a program names itself, by their names. Those that these need in turn are the system's affair."""
    if not shutil.which("readelf"):
        return []
    names = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", program))
    places = dict(re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", program), re.MULTILINE))
    places |= {Path(path).name: path for path in re.findall(r"^\s*(/\S+) \(", output("ldd", program), re.MULTILINE)}
    return [library(name, places[name]) for name in sorted(names)]


def library(name, path):
    known = PROJECTS.get(name.split(".so")[0])
    if known is None:
        fail(f"nothing is known of {name}, with which the program is linked: add its project and its licence to PROJECTS of "
             "scripts/release/libraries.py, since the notices have to name them")
    return Library(name, *known, *package(path))


def package(path):
    """The package that a file comes from and its version; nothing where Debian's are not used."""
    for place in (path, str(Path(path).resolve()), path.removeprefix("/usr"), "/usr" + path):
        found = ask("dpkg-query", "--search", place)
        if found:
            name = found.splitlines()[0].split(": ")[0]
            return name.split(":")[0], ask("dpkg-query", "--show", "--showformat=${Version}", name)
    return "", ""


def ask(*command):
    """What a command says, if there is one and it knows."""
    if not shutil.which(command[0]):
        return ""
    result = ended(command, ends=None)
    return result.stdout.strip() if result.returncode == 0 else ""
