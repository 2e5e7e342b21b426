"""The commands of richpush as the program describes them itself, and what is wrong with one that a page names."""
import json
import re
import shlex

from common import ended

CODE = re.compile(r"`(richpush [^`]+)`")
ENDS = {"|", "||", "&&", ";", ":::", ")", ">", "2>", ">>", "<", "…", "..."}


class Usage:
    """What `--help` says of each command, by its words: `("scaffold", "slurm")`, and `()` for the program itself."""

    def __init__(self, program):
        printed = ended([program, "--experimental-dump-help"]).stdout
        self.commands = {}
        self._collect((), json.loads(printed)["command"])

    def _collect(self, words, command):
        self.commands[words] = command
        for inner in command.get("subcommands", []):
            self._collect((*words, inner["commandName"]), inner)

    def faults(self, line):
        """What is wrong with the calls of richpush in a line of a script."""
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            words = line.split()
        calls = [words[place + 1:] for place, word in enumerate(words) if word.endswith("richpush")]
        return [fault for call in calls for fault in self._faults_of(call)]

    def _faults_of(self, words):
        end = next((place for place, word in enumerate(words) if word in ENDS), len(words))
        name, words = (), words[:end]
        while words and (*name, words[0]) in self.commands:
            name, words = (*name, words[0]), words[1:]
        if not name and words and words[0][0] not in "-<":
            return [f"there is no command `{words[0]}`"]
        known = flags(self.commands[name]) | {"--help", "-h", "--version", "--help-hidden"}
        wanted = [word.split("=")[0].rstrip("),;") for word in words if re.match(r"--?[a-z]", word)]
        return [f"`{' '.join(('richpush', *name))}` has no flag `{flag}`" for flag in wanted if flag not in known]


def flags(command):
    """The flags of a command as they are typed."""
    return {typed(name) for argument in command.get("arguments", []) for name in argument.get("names", [])}


def typed(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def named_in_text(page):
    """The calls of richpush that stand as code in running text, with their lines."""
    return [(number, call) for number, line in enumerate(page.lines, 1) for call in CODE.findall(line)]
