"""The bill of materials, in CycloneDX 1.6: the program, what of others is in it, and the libraries that it uses."""
import hashlib
import json
import platform
import uuid
from urllib.parse import quote, urlparse

from release.source import moment


def document(program, version, parts, libraries):
    """The whole document as JSON; the same for the same program."""
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    components = [of_part(part) for part in parts] + [of_library(library) for library in first_of_each(libraries)]
    root = {
        "type": "application", "bom-ref": "richpush", "name": "richpush", "version": version,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }
    return json.dumps({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest + version)}",
        "metadata": {"timestamp": f"{moment():%Y-%m-%dT%H:%M:%SZ}", "component": root},
        "components": components,
        "dependencies": [{"ref": "richpush", "dependsOn": [one["bom-ref"] for one in components]}],
    }, indent=2) + "\n"


def of_part(part):
    """A work that is in the program. SwiftPM's packages are told by their commits too."""
    where = urlparse(part.address)
    found = {
        "type": "library", "bom-ref": part.name, "name": part.name, **({"version": part.version} if part.version else {}),
        "licenses": licences(part.licence), "externalReferences": [{"type": "vcs", "url": part.address}],
        "properties": [{"name": "richpush:linkage", "value": "static"}],
    }
    if part.revision:
        found["purl"] = f"pkg:swift/{where.netloc}{where.path}@{part.version}"
        found["properties"].append({"name": "richpush:commit", "value": part.revision})
    return found


def of_library(library):
    """A package of the system, or the library itself where the system has none."""
    found = {
        "type": "library", "bom-ref": library.package or library.name, "name": library.package or library.name,
        "licenses": licences(library.licence), "description": library.project,
        "properties": [{"name": "richpush:linkage", "value": "dynamic"}],
    }
    if library.package:
        found["version"] = library.version
        found["purl"] = address(library)
    return found


def address(library):
    system = platform.freedesktop_os_release()
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    return (f"pkg:deb/{system['ID']}/{quote(library.package)}@{quote(library.version)}"
            f"?arch={architecture}&distro={system['ID']}-{system.get('VERSION_ID', 'unknown')}")


def licences(expression):
    return [{"expression": expression}] if " " in expression else [{"license": {"id": expression}}]


def first_of_each(libraries):
    """One of each package: some have several libraries."""
    return list({one.package or one.name: one for one in reversed(libraries)}.values())[::-1]
