"""Names of every awkward kind: of pictures, of the campaign folder, and of the folders and files that are written."""

import json
import shutil

from tortures import invariants, pictures
from tortures.program import Fault, changing
from tortures.scene import ADDRESS, Scene

NAMES = ["new\nline", 'quo"te', "apo'strophe", "-dash", "--help", "two words", "日本語", "Crème Brûlée", "☕🥐", "שלום", "\u202egnp.cod",
         "tab\there", "$(touch x)`y`", "back\\slash", "%2e%2e", "#hash?query", "a:b", "*", "~", " ", "n" * 200, "é" * 100, "n" * 251,
         "\udcff\udcfe"]


class NamedScene(Scene):
    """A campaign of one picture, where everything has one awkward name."""

    def __init__(self, place, program, name):
        super().__init__("directory", place, program)
        self.awkward, self.current_objects = name, {}
        self.steps = [["run", f"./campaign/{name}", "--output", f"public/{name}", "--requests", f"payloads/{name}",
                       "--report", f"out/{name}", "--contact-sheet", f"out/{name[:200]}.html"]]

    def make(self):
        self.clear()
        folder = self.folder / "campaign" / self.awkward
        folder.mkdir(parents=True)
        for parent in ("out", "public", "payloads"):
            (self.folder / parent).mkdir()
        (folder / f"{self.awkward}.png").write_bytes(pictures.png(1))
        (self.folder / "pipeline.yml").write_text(
            f'version: 1\npublish: [{{to: directory, path: public, base-url: "{ADDRESS}"}}]\n'
            "messages: from-pictures\ndefaults: {title: New today, target: {topic: news}}\nprofiles: {universal: {}}\njobs: 1\n")

    def results(self):
        """What lies in the public folder and in that of requests, by name."""
        return [{path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
                for folder in (self.folder / what / self.awkward for what in ("public", "payloads"))]


def names(examination, rounds):
    """Each name goes through a whole run, one that is killed, and another."""
    for name, chance in examination.each("names", lambda chance: chance.sample(NAMES, min(rounds, len(NAMES)))):
        scene = NamedScene(examination.place, examination.program, name)
        scene.make()
        whole = scene.run(scene.steps[0], Fault(at=0))
        problems, wanted = invariants.of_outcome(whole), scene.results()
        examination.statuses[whole.status] += 1
        problems += complete(*wanted) if whole.status == 0 else []
        if whole.status == 0 and (numbers := changing(whole.operations)):
            scene.make()
            scene.run(scene.steps[0], Fault(at=chance.choice(numbers)))
            problems += examination.remaining()
            problems += again(scene, wanted)
        examination.tell(scene, f"everything is called {name!r}: {(whole.output + whole.errors)[:600] if whole.status else ''}",
                         problems, whole)
    shutil.rmtree(examination.program.folder, ignore_errors=True)


def again(scene, wanted):
    """After a run that was killed the next one ends as the undisturbed one did."""
    outcome = scene.run(scene.steps[0])
    if outcome.status:
        return [f"the next run ended with {outcome.status}: {outcome.output}{outcome.errors}"[:1500]]
    return [] if scene.results() == wanted else ["the next run wrote something else"]


def complete(published, requests):
    """One picture and one request that refers to it."""
    state_problems = invariants.of_published(invariants.State(objects=published))
    bodies = [json.loads(content) for name, content in requests.items() if name != "index.json"]
    urls = {url for body in bodies for url in invariants.pictures_of(body)}
    if len(published) != 1 or urls != {ADDRESS + name for name in published}:
        state_problems.append(f"requests refer to {urls}, and there is {list(published)}")
    return state_problems
