"""The notices that go with the program: what of others is in it, and which libraries of the system it uses."""
APACHE = "Apache License"
EXCEPTION = "## Runtime Library Exception"

# The only place with the owner's choices for packages.
OWN_LICENCE = "The owner of richpush has not chosen a licence yet, so there is none: README.md says where it is going to stand."


def text(parts, libraries, shortened=lambda notice: notice):
    """One text with all notices; each licence stands there once.

    `shortened` may refer to a copy of a licence that every system of a kind has."""
    lines = [OWN_LICENCE, "", "The program contains these works of others:", ""]
    lines += [f"  {part.name} {part.version}".rstrip() + f" ({part.licence}), {part.address}" for part in parts]
    if libraries:
        lines += ["", "It uses these libraries, which are the system's and no part of it:", ""]
        lines += [f"  {one.name} of {one.project} ({one.licence})" for one in libraries]
    for notice, names in by_notice(parts).items():
        lines += ["", "-" * 78, ", ".join(names), "", shortened(notice)]
    return "\n".join(lines) + "\n"


def by_notice(parts):
    """The names of the parts that each notice is of."""
    names = {}
    for part in parts:
        names.setdefault(part.notice, []).append(part.name)
    return names


def with_common_licences(notice):
    """The notice as Debian wants it: the Apache licence is on every system, so that only what goes beyond it is quoted."""
    if APACHE not in notice:
        return notice
    beyond = notice.partition(EXCEPTION)[2]
    return ("Licensed under the Apache License, Version 2.0, which lies in /usr/share/common-licenses/Apache-2.0"
            + (f", with an exception.\n\n{EXCEPTION}{beyond}" if beyond else "."))
