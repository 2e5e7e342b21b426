"""All kinds of faults, by name, and how many rounds of each there are."""

from functools import partial

from tortures import surroundings
from tortures.disk import disk_full
from tortures.failures import fail
from tortures.kills import kill
from tortures.names import names
from tortures.scene import STEPS, STORES

DEFAULT_KILLS, DEFAULT_ROUNDS = 500, 48
SMALL_KILLS, SMALL_ROUNDS = 1, 2  # of each scene, and of each other kind
AROUND = {"two-runs": surroundings.two_runs, "vanish": surroundings.vanish, "clock": surroundings.clock, "names": names,
          "descriptors": surroundings.descriptors, "signals": surroundings.signals, "streams": surroundings.streams,
          "disk-full": disk_full}
OF_SCENES = {f"{word}-{name}": partial(work, name=name) for word, work in (("kill", kill), ("fail", fail)) for name in STEPS}
ALL = OF_SCENES | AROUND
NAMES = [*ALL]


def rounds_of(options, kind):
    """How many rounds; None: as many as there are cases."""
    if options.small:
        return SMALL_KILLS if kind in OF_SCENES else SMALL_ROUNDS
    if kind.startswith("fail"):
        return options.rounds
    if kind.startswith("kill"):
        return -(-(options.rounds or DEFAULT_KILLS) // len(STEPS))
    return options.rounds or DEFAULT_ROUNDS


def examine(examination):
    """The kinds that were asked for, one after the other."""
    for kind, work in ALL.items():
        if not kind.startswith(examination.options.only or ""):
            continue
        if examination.isOver:
            examination.skip(kind, "the time is used up")
        elif kind.rpartition("-")[2] in STORES and not examination.hasStores():
            examination.skip(kind, "there are no stores: run scripts/bootstrap")
        else:
            work(examination, rounds=rounds_of(examination.options, kind))
