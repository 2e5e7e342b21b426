"""A page of Markdown, and the commands on it.

  ```console        what was typed, behind `$ `, and what came of it
  ```sh             commands that must succeed, one on a line
  <!-- before: … -->   a command that must succeed first, and is not shown
  <!-- made by: … -->  the block below it, or the text up to <!-- end -->, is what this command prints
  <!-- saved as: … -->  the block below it lies there from then on
  <!-- not run: … -->  the block below it needs what no test has; its commands are only held against the help
"""
import re
from dataclasses import dataclass, field

COMMENT = re.compile(r"<!-- (before|made by|saved as|not run): (.+) -->")
FENCE = re.compile(r"```(\w*)")
END = "<!-- end -->"


@dataclass
class Step:
    """A command, the lines that show it, and the lines that show its answer, if the page has them."""
    command: str
    line: int
    shown: list = field(default_factory=list)
    answer: list = None


class Page:
    """Text and steps in their order; `unrun` are the commands that only the help can judge, with their lines."""

    def __init__(self, path):
        self.path = path
        self.lines = path.read_text().splitlines()
        self.parts, self.unrun = [], []
        self._read()

    @property
    def steps(self):
        return [part for part in self.parts if isinstance(part, Step)]

    def text(self):
        lines = []
        for part in self.parts:
            lines += part.shown + (part.answer or []) if isinstance(part, Step) else [part]
        return "\n".join(lines) + "\n"

    def _read(self):
        lines, at, comment = self.lines, 0, (None, None)
        while at < len(lines):
            found, fence = COMMENT.fullmatch(lines[at]), FENCE.match(lines[at])
            if found:
                self._begin(found, at)
                comment, at = found.groups(), at + 1
                if comment[0] == "made by":
                    at = self._made(comment[1], at)
                continue
            end = self._end_of_fence(at) if fence else at
            self._fenced(fence and fence[1], at, end, *comment)
            comment, at = (None, None), end + 1

    def _begin(self, found, at):
        self.parts.append(found[0])
        if found[1] == "before":
            self.parts.append(Step(found[2], at + 1))

    def _made(self, command, at):
        """The block or text that a command prints: its first line if it is a fence, the answer, and the line behind it."""
        fenced = FENCE.match(self.lines[at]) is not None
        first, end = (at + 1, self._end_of_fence(at)) if fenced else (at, self.lines.index(END, at))
        self.parts.append(Step(command, at, self.lines[at:first], self.lines[first:end]))
        self.parts.append(self.lines[end])
        return end + 1

    def _end_of_fence(self, at):
        return self.lines.index("```", at + 1)

    def _fenced(self, language, start, end, comment, value):
        inner = list(enumerate(self.lines[start + 1:end], start + 2))
        if language not in ("console", "sh") or comment == "not run":
            self.parts += self.lines[start:end + 1]
            self.unrun += inner if comment == "not run" else []
            self.parts += [saved(value, start, inner)] if comment == "saved as" else []
            return
        self.parts.append(self.lines[start])
        (self._transcript if language == "console" else self._commands)(inner)
        self.parts.append(self.lines[end])

    def _transcript(self, inner):
        """Commands behind `$ `, which a backslash continues, and their answers."""
        step = None
        for number, text in inner:
            if text.startswith("$ "):
                step = Step(text[2:], number, [text], [])
                self.parts.append(step)
            elif step.command.endswith("\\") and not step.answer:
                step.command += "\n" + text
                step.shown.append(text)
            else:
                step.answer.append(text)

    def _commands(self, inner):
        """One command on each line, unless a backslash continues it."""
        command, shown, first = "", [], 0
        for number, text in inner:
            first = first if shown else number
            command, shown = command + text + "\n", shown + [text]
            if not text.endswith("\\"):
                self.parts.append(Step(command, first, shown))
                command, shown = "", []


def saved(name, line, inner):
    """The command that writes a block to a file."""
    text = "\n".join(text for _, text in inner)
    return Step(f"cat >'{name}' <<'END OF BLOCK'\n{text}\nEND OF BLOCK", line)
