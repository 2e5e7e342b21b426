"""All kinds of faults, by name, and how many rounds of each there are."""

import errno
import os
import resource
import shutil
import signal
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tortures import invariants
from tortures.disk import disk_full
from tortures.names import names
from tortures.program import Fault, changing
from tortures.scene import STEPS, STORES

NO_SPACE = [errno.ENOSPC, errno.EIO]
# The possible errors of each operation. An interrupted one must be repeated.
ERRORS = {
    "open": [errno.EMFILE, errno.EIO, errno.EINTR], "create": [errno.ENOSPC, errno.EMFILE, errno.EIO, errno.EINTR],
    "read": [errno.EIO, errno.EINTR], "pread": [errno.EIO, errno.EINTR], "pread64": [errno.EIO, errno.EINTR],
    "write": [*NO_SPACE, errno.EINTR], "writev": [*NO_SPACE, errno.EINTR], "pwrite": [*NO_SPACE, errno.EINTR],
    "pwrite64": [*NO_SPACE, errno.EINTR], "fsync": [*NO_SPACE, errno.EINTR], "fdatasync": [*NO_SPACE, errno.EINTR],
    "syncfs": NO_SPACE, "rename": NO_SPACE, "link": NO_SPACE, "mkdir": NO_SPACE, "ftruncate": NO_SPACE, "ftruncate64": NO_SPACE,
    "unlink": [errno.EIO], "rmdir": [errno.EIO], "close": [errno.EIO],
}
SIGNALS = [(signal.SIGTERM,), (signal.SIGHUP,), (signal.SIGINT,), (signal.SIGINT, signal.SIGINT)]
VANISHING = ["campaign", "public", "payloads", "out", ".richpush-cache", ".richpush-state", "tmp"]
# Too few for a worker, enough for only one, and for a few.
DESCRIPTORS = [20, 48, 64]


def kill(examination, name, rounds):
    """The process group is killed: three rounds of four before an operation that changes a file, the others at any time."""
    for number, chance in examination.each(f"kill-{name}", rounds):
        scene = examination.scene(name)
        step = chance.randrange(len(scene.steps))
        if number % 4 == 3:
            after = chance.uniform(0, scene.seconds[step])
            moment, fault = f"after {after:.4f} s", Fault(after=after)
        else:
            at = chance.choice(changing(scene.operations[step]))
            moment, fault = f"before operation {at}", Fault(at=at)
        examination.round(scene, f"round {number}, step {step}, killed {moment}", fault, step)


def fail(examination, name, rounds):
    """One file operation of the program fails, each of a scene with each of its errors once, in an order of chance; at most so many."""
    def cases(chance):
        every = [(step, *line.split(" ", 2)[:2], error) for step, operations in enumerate(examination.scene(name).operations)
                 for line in operations for error in ERRORS[line.split(" ", 2)[1]]]
        chance.shuffle(every)
        return every[:rounds]

    for (step, number, operation, error), _ in examination.each(f"fail-{name}", cases):
        moment = f"step {step}, operation {number} ({operation} when nothing disturbed) failed with {errno.errorcode[error]}"
        examination.round(examination.scene(name), moment, Fault(at=int(number), error=error), step)


def scenes(examination):
    """Those that can be made here."""
    return ["directory", "compose", "shards", *(["s3", "gcs", "publish"] if examination.hasStores() else [])]


def around(kind, examination, rounds, fault_of):
    """Rounds over all scenes in turn; `fault_of` gives the moment, the fault, and what else a round needs."""
    for number, chance in examination.each(kind, rounds):
        found = scenes(examination)
        scene = examination.scene(found[number % len(found)])
        step = chance.randrange(len(scene.steps))
        moment, fault, more = fault_of(scene, step, number, chance)
        examination.round(scene, f"round {number}, step {step}, {moment}", fault, step, **more)


def two_runs(examination, rounds):
    """The same is begun a second time while it goes on."""
    for number, chance in examination.each("two-runs", rounds):
        found = [name for name in scenes(examination) if name != "shards"]
        scene = examination.scene(found[number % len(found)])
        scene.reset()
        delay = chance.uniform(0, scene.seconds[0])
        with ThreadPoolExecutor(2) as pool:
            first = pool.submit(scene.run, scene.steps[0], None, "-first")
            second = pool.submit(scene.run, scene.steps[0], Fault(after=delay, action=lambda: None), "-second")
            outcomes = [first.result(), second.result()]
        problems = [problem for outcome in outcomes for problem in invariants.of_outcome(outcome)]
        problems += [f"one of two ended with {outcome.status}: {outcome.output}{outcome.errors}"[:1500]
                     for outcome in outcomes if outcome.status]
        problems += examination.remaining() + examination.immediate(scene, outcomes[0], 0)
        examination.settle(scene, f"round {number}", problems)


def vanish(scene, step, _number, chance):
    """A folder is moved away during the run, and back after it."""
    name, after = chance.choice(VANISHING), chance.uniform(0, scene.seconds[step])
    place, aside = (scene.place if name == "tmp" else scene.folder) / name, scene.place / "aside"
    fault = Fault(after=after, action=lambda: place.rename(aside) if place.exists() else None)
    return f"{name} vanished after {after:.4f} s", fault, {"isExact": False, "restore": lambda: give_back(aside, place)}


def give_back(aside, place):
    """What vanished is there again, beside what was made meanwhile."""
    if not aside.exists():
        return
    if place.exists() and place.name == "payloads":
        shutil.rmtree(place)
    if place.name == "tmp":
        place.mkdir(exist_ok=True)
    else:
        shutil.copytree(aside, place, symlinks=True, dirs_exist_ok=True)
    shutil.rmtree(aside)


def clock(_scene, _step, _number, chance):
    """The clock is an hour behind, or ahead, of that of the former run."""
    change = chance.choice([-3600, 3600])
    return f"the clock changed by {change} s", Fault(clock=change), {}


def signals(scene, step, _number, chance):
    """A user ends the run."""
    sent, after = chance.choice(SIGNALS), chance.uniform(0, scene.seconds[step])
    return f"{' and '.join(each.name for each in sent)} after {after:.4f} s", Fault(after=after, signals=sent), {}


def streams(_scene, _step, number, _chance):
    """Standard input, output and error are closed, each and all; or output meets a full disk."""
    closed = [(0,), (1,), (2,), (0, 1, 2), ()][number % 5]

    def prepare():
        for stream in closed:
            os.close(stream)
        if not closed:
            os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
    return f"{closed} closed" if closed else "output full", Fault(prepare=prepare), {"isSilent": 2 in closed}


def descriptors(scene, step, number, _chance):
    """Few files may be open; each scene gets all numbers in turn. Only runs always need workers."""
    most = DESCRIPTORS[(number + number // 6) % len(DESCRIPTORS)]
    fault = Fault(prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)))
    isTooFew = most == DESCRIPTORS[0] and scene.steps[step][0] == "run"
    return f"{most} descriptors", fault, {"judge": judge_too_few if isTooFew else None}


def judge_too_few(outcome):
    """No worker can be started, which is said."""
    text = outcome.output + outcome.errors
    isSaid = outcome.status == 3 and "ulimit -n" in text
    return [] if isSaid else [f"it ended with {outcome.status} and does not say that too few files may be open: {text[-1500:]}"]


DEFAULT_KILLS, DEFAULT_ROUNDS = 500, 48
SMALL_KILLS, SMALL_ROUNDS = 1, 2  # of each scene, and of each other kind
OF_SCENES = {f"{work.__name__}-{name}": partial(work, name=name) for work in (kill, fail) for name in STEPS}
ALL = OF_SCENES | {
    "two-runs": two_runs, **{name: partial(around, name, fault_of=fault) for name, fault in (
        ("vanish", vanish), ("clock", clock), ("descriptors", descriptors), ("signals", signals), ("streams", streams))},
    "names": names, "disk-full": disk_full}
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
