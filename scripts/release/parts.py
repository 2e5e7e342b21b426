"""What of others is in the program itself: Swift packages, and Swift's runtime where it is linked statically."""
import json
import re
from dataclasses import dataclass
from pathlib import Path

from common import ROOT, fail
from release.source import output


@dataclass(frozen=True)
class Part:
    """A work that is in the program, with its notice."""
    name: str
    version: str
    revision: str
    licence: str
    address: str
    notice: str


def statically_linked(program):
    """All parts, in the order of their names."""
    return sorted([*packages(checkouts_of(program)), *runtime(program)], key=lambda part: part.name.lower())


def checkouts_of(program):
    """Where SwiftPM keeps the sources of packages: beside the folder of the platform, in which that of the configuration is."""
    return program.resolve().parents[2] / "checkouts"


def packages(checkouts):
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    return [package(pin["location"], pin["state"], checkouts) for pin in pins]


def package(address, state, checkouts):
    name = address.rsplit("/", 1)[-1].removesuffix(".git")
    notice = notice_in(checkouts / name)
    return Part(name, state["version"], state["revision"], licence_of(notice, name), address, notice)


def notice_in(folder):
    """The licence as the package has it, and what a NOTICE adds."""
    files = sorted(path for path in folder.glob("*") if re.match(r"(?i)(licen[cs]e|copying|notice)(\.|$)", path.name))
    if not files:
        fail(f"{folder} has no licence, and notices cannot be made without: look where the package has it")
    return "\n\n".join(path.read_text().strip() for path in files)


def licence_of(notice, name):
    """The SPDX expression of a licence, told by its words."""
    if "Apache License" in notice:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in notice else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in notice and "Redistribution" not in notice:
        return "MIT"
    return fail(f"the licence of {name} is not known: add what tells it to licence_of of scripts/release/parts.py")


def runtime(program):
    """Swift's runtime and the essentials of Foundation, of one release with the compiler; on macOS they are the system's."""
    if b"libswiftCore.dylib" in program.read_bytes():
        return []
    target = json.loads(output("swift", "-print-target-info"))
    version = re.search(r"Swift version (\S+)", target["compilerVersion"])[1]
    notice = (Path(target["paths"]["runtimeResourcePath"]).parent.parent / "share/swift/LICENSE.txt").read_text().strip()
    return [Part("Swift runtime", version, "", licence_of(notice, "Swift"), "https://github.com/swiftlang/swift", notice)]
