"""What is released: the time of its sources and what it is called."""
import datetime
import os

from common import ROOT, ended, fail


def output(*command, **options):
    """What a command prints. Its complaints are passed on, and end this program."""
    return ended(command, stderr=None, **options).stdout


def git(*words):
    """What git says of the sources; nothing where they are in no repository of their own."""
    if not (ROOT / ".git").exists():
        return ""
    result = ended(["git", "-C", ROOT, *words], ends=None)
    return result.stdout.strip() if result.returncode == 0 else ""


def epoch():
    """The time that all files of a release have, in seconds: SOURCE_DATE_EPOCH, else that of the last commit.

    Sources that came in an archive have the times of their files instead."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct") or int((ROOT / "CHANGELOG.md").stat().st_mtime)
    try:
        return int(seconds)
    except ValueError:
        return fail(f"SOURCE_DATE_EPOCH is {seconds!r}; it has to be a number of seconds since 1970, of which packages take their times")


def moment():
    """The same as a date of UTC."""
    return datetime.datetime.fromtimestamp(epoch(), datetime.timezone.utc)


def program_version(program):
    """What the program says of itself: the only place where its version stands is its source."""
    return output(program, "--version").strip()


def release_version(program):
    """The program's version where the last commit has its tag, else one that comes before it and tells which commit it is."""
    version = program_version(program)
    commit = git("rev-parse", "--short=7", "HEAD")
    if not commit or f"v{version}" in git("tag", "--points-at", "HEAD").split():
        return version
    changed = ".changed" if git("status", "--porcelain", "--untracked-files=no") else ""
    return f"{version}~{moment():%Y%m%d}.{commit}{changed}"
