"""A package for Debian and its kin."""
import hashlib
import os
import re
import shutil
import tempfile
from email.utils import format_datetime
from pathlib import Path

from common import ROOT, fail
from release import notices
from release.archive import compressed, files, settle, write
from release.source import epoch, moment, output
from release.tree import COMPLETIONS, DOCUMENTATION

# Everything that has no other place, including the maintainer.
CONTROL = ROOT / "packaging/debian/control"
OVERRIDES = ROOT / "packaging/debian/lintian-overrides"


def package(tree, version, parts, libraries, folder):
    """Makes the package of the files that are installed, and returns its path."""
    debian, architecture = version + "-1", output("dpkg", "--print-architecture").strip()
    with tempfile.TemporaryDirectory() as work:
        # The place for dpkg's tools.
        root = Path(work) / "debian/richpush"
        shutil.copytree(tree, root / "usr")
        arrange(root / "usr", debian, parts, libraries)
        write(root / "DEBIAN/md5sums", "".join(f"{md5(path)}  {path.relative_to(root)}\n" for path in files(root / "usr")))
        write(root / "DEBIAN/control", control(root, debian, architecture))
        settle(root)
        path = folder / f"richpush_{debian}_{architecture}.deb"
        # One thread, so that the bytes do not depend on the number of processors.
        output("dpkg-deb", "--root-owner-group", "--build", "-Zxz", root, path,
               env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch()), "DPKG_DEB_THREADS_MAX": "1"})
    return path


def arrange(usr, version, parts, libraries):
    """Brings the files to where Debian wants them, and adds those that it asks for."""
    documentation = usr / DOCUMENTATION
    completions = usr / "share/zsh/vendor-completions"
    completions.mkdir()
    (usr / COMPLETIONS["zsh"]).rename(completions / "_richpush")
    (usr / COMPLETIONS["zsh"]).parent.rmdir()
    (documentation / "THIRD-PARTY.txt").unlink()
    write(documentation / "copyright", notices.text(parts, libraries, notices.with_common_licences))
    changes = documentation / "CHANGELOG.md"
    write(documentation / "changelog.gz", compressed(changes.read_bytes()))
    changes.unlink()
    write(documentation / "changelog.Debian.gz", compressed(changelog(version).encode()))
    write(usr / "share/lintian/overrides/richpush", OVERRIDES.read_bytes())


def changelog(version):
    maintainer = re.search(r"^Maintainer: (.*)$", CONTROL.read_text(), re.MULTILINE)[1]
    return (f"richpush ({version}) unstable; urgency=medium\n\n  * Made of the sources; changelog.gz tells what is new.\n\n"
            f" -- {maintainer}  {format_datetime(moment())}\n")


def control(root, version, architecture):
    """The paragraph of the package: what is kept by hand, and what is computed."""
    sizes = sum((path.stat().st_size + 1023) // 1024 for path in files(root / "usr"))
    computed = {"Version": version, "Architecture": architecture, "Installed-Size": sizes, "Depends": depends(root)}
    head, _, rest = CONTROL.read_text().partition("\n")
    return head + "\n" + "".join(f"{key}: {value}\n" for key, value in computed.items()) + rest


def depends(root):
    """What dpkg-shlibdeps says that the program needs. That a library is linked in vain is of no interest to who uses the package."""
    write(root.parent / "control", "Source: richpush\n\nPackage: richpush\nArchitecture: any\n")
    said = output("dpkg-shlibdeps", "--warnings=1", "-O", root / "usr/bin/richpush", cwd=root.parent.parent)
    if not said.startswith("shlibs:Depends="):
        fail(f"dpkg-shlibdeps says no dependencies, but {said!r}")
    return said.strip().removeprefix("shlibs:Depends=")


def md5(path):
    return hashlib.md5(path.read_bytes()).hexdigest()
