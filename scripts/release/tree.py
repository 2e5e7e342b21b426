"""The files that are installed, as they lie below /usr/local, /usr or the folder of an archive."""
import shutil

from common import ROOT
from release import notices
from release.archive import compressed, settle, write
from release.source import output

DOCUMENTATION = "share/doc/richpush"
DOCUMENTS = ["README.md", "CHANGELOG.md", "SECURITY.md", "pipeline.yml", "docs"]
COMPLETIONS = {
    "bash": "share/bash-completion/completions/richpush",
    "zsh": "share/zsh/site-functions/_richpush",
    "fish": "share/fish/vendor_completions.d/richpush.fish",
}


def assemble(program, parts, libraries, tree):
    """Makes the folder again."""
    shutil.rmtree(tree, ignore_errors=True)
    write(tree / "bin/richpush", program.read_bytes(), 0o755)
    manual = output(ROOT / "scripts/manual", program)
    write(tree / "share/man/man1/richpush.1.gz", compressed(manual.encode()))
    for shell, place in COMPLETIONS.items():
        write(tree / place, completions(program, shell))
    for document in DOCUMENTS:
        for path in [ROOT / document, *sorted((ROOT / document).rglob("*"))]:
            if path.is_file():
                write(tree / DOCUMENTATION / path.relative_to(ROOT), path.read_bytes())
    reference = output(ROOT / "scripts/manual", "--markdown", program)
    write(tree / DOCUMENTATION / "docs/command-line.md", reference.encode())
    write(tree / DOCUMENTATION / "THIRD-PARTY.txt", notices.text(parts, libraries))
    settle(tree)


def completions(program, shell):
    """The script for a shell, which reads it and never starts it: a first line that names a program is left out."""
    script = output(program, "completion", shell)
    return script.partition("\n")[2] if script.startswith("#!") else script
