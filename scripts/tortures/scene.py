"""What is disturbed: a folder in a former state, and the commands that bring it to a later one. Each round begins from the start."""

import hashlib
import os
import re
import shutil
from dataclasses import dataclass, field

from tortures import pictures
from tortures.program import Fault

ADDRESS = "https://static.example.com/"
FORMER_PREFIX = "former/"
RUN = ["run", "campaign", "--report", "out/report.json", "--contact-sheet", "out/sheet.html"]
SHARED = ["--cache-url", "file://{folder}/shared"]
# How each scene gets from the old state to the new one.
STEPS = {
    "directory": [RUN],
    "s3": [[*RUN, "--to", "store"]],
    "gcs": [[*RUN, "--to", "store"]],
    "publish": [["publish", "out/report.json", "--to", "store"]],
    "compose": [["compose", "payloads/index.json", "campaign", "--report", "out/report.json"]],
    "shards": [*(["run", "campaign", *SHARED, "--shard", shard] for shard in ("1/2", "2/2")), [*RUN, *SHARED]],
}
STORES = {"s3": "s3", "gcs": "gcs", "publish": "s3"}


def digest(content):
    return hashlib.sha256(content).hexdigest()


@dataclass
class State:
    """What lies in the folder and in the bucket. The round's own prefix is replaced in all texts by that of no round."""

    files: dict = field(default_factory=dict)  # bytes by relative path; b"" for what is only counted
    objects: dict = field(default_factory=dict)  # bytes by name
    names: set = field(default_factory=set)  # all relative paths, folders included

    def below(self, folder):
        """Digests of the files of a folder."""
        return {name: digest(content) for name, content in self.files.items() if name.startswith(folder + "/")}


class Scene:
    """One of STEPS, in `place`."""

    def __init__(self, name, place, program, store=None):
        self.name, self.place, self.program, self.store = name, place, program, store
        self.folder, self.template = program.folder, place / f"{name}-former"
        self.steps, self.round = [[word.format(folder=self.folder) for word in step] for step in STEPS[name]], 0

    @property
    def prefix(self):
        return f"round-{self.round:05}/"

    def make(self):
        """Makes the former state, and finds out what the later one is when nothing disturbs, and by which file operations."""
        self.clear()
        pictures.write_former(self.folder / "campaign")
        (self.folder / "out").mkdir()
        self.write_configuration(FORMER_PREFIX)
        self.must(self.steps[0] if self.name in ("s3", "gcs") else RUN)
        if self.name == "compose":
            pictures.write_texts(self.folder / "campaign")
        elif self.name != "publish":
            pictures.write_later(self.folder / "campaign")
        shutil.rmtree(self.template, ignore_errors=True)
        shutil.move(self.folder, self.template)
        self.former_objects = self.store.objects(FORMER_PREFIX) if self.store else {}
        self.reset()
        self.former = self.state()
        self.measure()
        self.later = self.state()

    def measure(self):
        self.seconds, self.operations = [], []
        for step in self.steps:
            self.seconds.append(self.must(step).seconds)
        self.later = self.state()
        self.reset()
        for step in self.steps:
            self.operations.append(self.must(step, Fault(at=0)).operations)

    def must(self, step, fault=None):
        outcome = self.run(step, fault)
        if outcome.status:
            raise SystemExit(f"torture: {self.name}: richpush {' '.join(step)} ended with {outcome.status} though nothing disturbed "
                             f"it:\n{outcome.output}{outcome.errors}")
        return outcome

    def run(self, step, fault=None, label=""):
        return self.program.run(step, self.store.environment() if self.store else {}, fault, label)

    def reset(self):
        """Back to the former state, with a prefix in the bucket that nothing lies under."""
        self.round += 1
        self.clear()
        shutil.copytree(self.template, self.folder, symlinks=True)
        self.write_configuration(self.prefix)

    def clear(self):
        """Removes the working folder, and empties those for temporary files and for the user's own."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("tmp", "home"):
            shutil.rmtree(self.place / name, ignore_errors=True)
            (self.place / name).mkdir()

    def age(self):
        """Makes what is being written look abandoned where other machines may write too, so that only what is old is removed."""
        for folder in (".richpush-cache", "shared/ac", "shared/cas"):
            for path in (self.folder / folder).glob(".richpush-*.tmp"):
                os.utime(path, (0, 0))

    def write_configuration(self, prefix):
        web = f'{{to: directory, name: web, path: public, base-url: "{ADDRESS}"}}'
        entries = [web, *([self.store.destination(prefix)] if self.store else [])]
        (self.folder / "pipeline.yml").write_text(
            "version: 1\npublish:\n" + "".join(f"  - {entry}\n" for entry in entries) + "profiles: {universal: {}}\njobs: 2\n")

    def state(self):
        """What there is now."""
        state, digests = State(objects=self.store.objects(self.prefix) if self.store else {}), {}
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            state.names.add(name)
            if path.is_file() and not name.startswith((".richpush-cache/", "shared/", "campaign/")):
                content = path.read_bytes()
                state.files[name] = re.sub(rb"round-\d{5}/", b"round-00000/", content)
                digests[digest(content)] = digest(state.files[name])
        self.translate(state, digests)
        return state

    @staticmethod
    def translate(state, digests):
        """The index has the digests of the requests, and so must have those of the texts with the other prefix."""
        if index := state.files.get("payloads/index.json"):
            state.files["payloads/index.json"] = re.sub(
                rb'(?<="sha256":")[0-9a-f]{64}', lambda match: digests.get(match[0].decode(), match[0].decode()).encode(), index)

    def content(self, url):
        """The bytes to which a request's URL leads, or nil."""
        if url.startswith(ADDRESS):
            path = self.folder / "public" / url.removeprefix(ADDRESS)
            return path.read_bytes() if path.is_file() else None
        name = url.rpartition("/")[2]
        if url.startswith(self.store.address(FORMER_PREFIX)):
            return self.former_objects.get(name)
        return self.current_objects.get(name)
