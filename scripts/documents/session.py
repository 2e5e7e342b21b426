"""The commands of a page, typed one after the other into one shell in a folder with the samples."""
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from common import ROOT, ended

# After each command, with its status: output never contains it.
MARK = "\x01"
# The reader's folder, in place of a temporary one.
SHOWN_FOLDER = "/home/you/shop"
# The order of files varies.
PROGRESS = re.compile(r"^\[\d+/\d+\] .*\n", re.MULTILINE)
# The sandbox depends on the kernel; pages show all of it.
SANDBOX = re.compile(r'"sandbox": "[^"]*"')
# A server in the background, and its port.
SERVER = re.compile(r"--port (\d+)\b.*&\s*\Z")
NEXT = f"status=$?; printf '{MARK}%s{MARK}' $status; (exit $status)\n"


class CommandFailed(Exception):
    """A command that a page promises to succeed did not."""


def answer(page, program, cache):
    """Gives each step of the page what its command prints now, without progress. Pages share a render cache.

    Raises CommandFailed where a command without a shown answer fails, or one that makes a block.
    """
    if not page.steps:
        return
    with tempfile.TemporaryDirectory(prefix="richpush-docs-") as folder:
        output = _typed(page.steps, Path(folder), program, cache)
    answers = output.split(MARK)
    for step, text, status in zip(page.steps, answers[::2], answers[1::2]):
        if status != "0" and not step.shown[:1] == [f"$ {step.command}".splitlines()[0]]:
            raise CommandFailed(f"{page.path.name}:{step.line}: status {status}: {step.command.strip()}\n{text}")
        if step.answer is not None:
            text = SANDBOX.sub('"sandbox": "full"', PROGRESS.sub("", text))
            step.answer = text.rstrip("\n").splitlines()


def prepared(folder, cache):
    """A folder with what a reader has after cloning the repository, and a render cache."""
    work = folder / "work"
    work.mkdir()
    shutil.copytree(ROOT / "samples", work / "samples")
    # A busy machine may be slow, but must print the same.
    settings = (ROOT / "pipeline.yml").read_text()
    (work / "pipeline.yml").write_text(re.sub(r"time-limit: \d+", "time-limit: 3_600", settings))
    (work / "scripts").symlink_to(ROOT / "scripts")
    (work / ".richpush-cache").symlink_to(cache)
    return work


def _typed(steps, folder, program, cache):
    """Everything that the shell prints, standard output and standard error as a terminal has them."""
    work = prepared(folder, cache)
    script = "".join(step.command.rstrip("\n") + "\n" + NEXT + _wait(step.command) for step in steps)
    # A started server ends with the shell.
    result = ended(["bash", "--noprofile", "--norc", "-c", script + "kill $(jobs -p) 2>/dev/null"], ends=None, cwd=work,
                   env=_environment(folder, program), stderr=subprocess.STDOUT, timeout=600)
    return result.stdout.replace(str(work), SHOWN_FOLDER)


def _wait(command):
    """What makes the next command wait for a server that this one starts: who types is never as fast as a script."""
    server = SERVER.search(command)
    if not server:
        return ""
    return f"for _ in $(seq 300); do (: </dev/tcp/127.0.0.1/{server[1]}) 2>/dev/null && break; sleep 0.1; done\n"


def _environment(folder, program):
    """That of the user who runs it, without settings of richpush, and with the program first in PATH."""
    (folder / "bin").mkdir()
    (folder / "bin" / "richpush").symlink_to(program)
    # The words that it reads hang on the scripts that a machine has.
    reader = folder / "bin" / "tesseract"
    reader.write_text("#!/bin/sh\nexit 1\n")
    reader.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RICHPUSH_")}
    return kept | {"PATH": f"{folder}/bin:{kept['PATH']}", "HOME": str(folder), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
