"""The rounds of one invocation: each is a fault, what holds right after it, an undisturbed run, and what holds then."""

import random
import sys
import time
from collections import Counter

from tortures import invariants
from tortures.scene import STORES, Scene
from tortures.stores import Store


class Examination:
    """Keeps the scenes, counts the rounds of each kind, and tells what does not hold."""

    def __init__(self, options, root, place, program):
        self.options, self.root, self.place, self.program = options, root, place, program
        self.scenes, self.stores, self.broken = {}, {}, 0
        self.end = time.monotonic() + options.seconds if options.seconds else None

    @property
    def isOver(self):
        """Whether the time is used up."""
        return self.end is not None and time.monotonic() > self.end

    def each(self, kind, cases):
        """The rounds of a kind of fault, each with what decides its moments: the seed and the kind, and nothing else. Cases are that many,
        or a function of that. It ends when the time is used up, with one line about the kind."""
        self.kind, self.counts, self.statuses, self.start = kind, Counter(), Counter(), time.monotonic()
        chance = random.Random(f"{self.options.seed} {kind}")
        for case in cases(chance) if callable(cases) else range(cases):
            yield case, chance
            if self.isOver:
                break
        statuses = ", ".join(f"{count} ended with {status}" for status, count in sorted(self.statuses.items()))
        said = f"; {statuses}" if statuses else ""
        print(f"{self.kind}: {self.counts['rounds']} rounds, {self.counts['broken']} broken{said}; "
              f"{time.monotonic() - self.start:.0f} s", flush=True)

    def skip(self, kind, reason):
        print(f"{kind}: skipped, {reason}", flush=True)

    def scene(self, name):
        """Each is made when it is needed, and kept."""
        if name not in self.scenes:
            store = self.store(STORES[name]) if name in STORES else None
            self.scenes[name] = Scene(name, self.place, self.program, store)
            self.scenes[name].make()
        return self.scenes[name]

    def store(self, kind):
        if kind not in self.stores:
            self.stores[kind] = Store(kind, self.root, self.place)
        return self.stores[kind]

    def hasStores(self):
        return (self.root / ".venv/bin/python3").exists()

    def close(self):
        for store in self.stores.values():
            store.close()

    def round(self, scene, moment, fault, step=0, isExact=True, isSilent=False, before=None, restore=None, judge=None):
        """One round: `step` of the scene is disturbed; `before` is called just before, and `restore` gives back what the fault took.
        `judge` says what is wrong with the outcome beside what always is."""
        scene.reset()
        for undisturbed in scene.steps[:step]:
            scene.must(undisturbed)
        if before:
            before()
        outcome = scene.run(scene.steps[step], fault)
        problems = self.remaining() + invariants.of_outcome(outcome, invariants.signals_of(fault), isSilent)
        problems += judge(outcome) if judge else []
        self.statuses[outcome.status] += 1
        where = f"{moment} ({outcome.operations[0]})" if fault.at and outcome.operations else moment
        if restore:
            restore()
        problems += self.immediate(scene, outcome, step) if isExact else invariants.of_published(scene.state())
        self.settle(scene, where, problems, isExact, outcome)
        return outcome

    def remaining(self):
        return [f"processes outlive it: {found}"] if (found := self.program.remaining()) else []

    def immediate(self, scene, outcome, step):
        """What holds right after the fault. Only the last step of a scene changes the requests."""
        state = scene.state()
        problems = invariants.of_published(state) + invariants.of_requests(scene, state) + invariants.of_reports(state)
        if outcome.status != 0 or step == len(scene.steps) - 1:
            problems += invariants.of_set(scene, state, outcome)
        return problems

    def settle(self, scene, moment, problems, isExact=True, disturbed=None):
        """The next run, which nothing disturbs."""
        scene.age()
        for step in scene.steps:
            outcome = scene.run(step)
            if outcome.status:
                problems.append(f"the next `{' '.join(step)}` ended with {outcome.status}: {outcome.output}{outcome.errors}"[:1500])
        problems += self.remaining()
        state = scene.state()
        problems += invariants.of_published(state) + invariants.of_requests(scene, state) + invariants.of_reports(state)
        problems += invariants.of_rest(scene, state, isExact, disturbed is not None and disturbed.status == 1)
        self.tell(scene, moment, problems, disturbed)

    def tell(self, scene, moment, problems, disturbed=None):
        """Counts a round, and says what does not hold with all that it takes to see it again."""
        self.counts["rounds"] += 1
        if not problems:
            return
        self.counts["broken"] += 1
        self.broken += 1
        status = f", which ended with {disturbed.status}" if disturbed else ""
        lines = [f"BROKEN {self.kind}, {scene.name}, seed {self.options.seed}, {moment}{status}", *(f"  {each}" for each in problems)]
        print("\n".join(lines), file=sys.stderr, flush=True)
