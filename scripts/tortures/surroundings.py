"""What goes on around a run: a second run, a folder that vanishes, a clock that is wrong, signals, streams that are closed, and few
file descriptors."""

import os
import resource
import shutil
import signal
from concurrent.futures import ThreadPoolExecutor

from tortures import invariants
from tortures.program import Fault

SCENES = ["directory", "compose", "shards", "s3", "gcs", "publish"]
SIGNALS = [(signal.SIGTERM,), (signal.SIGHUP,), (signal.SIGINT,), (signal.SIGINT, signal.SIGINT)]
STREAMS = [(0,), (1,), (2,), (0, 1, 2)]
VANISHING = ["campaign", "public", "payloads", "out", ".richpush-cache", ".richpush-state", "tmp"]
# Too few for a worker, enough for only one, and for a few.
DESCRIPTORS = [20, 48, 64]


def scenes(examination):
    """Those that can be made here."""
    return SCENES if examination.hasStores() else SCENES[:3]


def pick(examination, random, number):
    """The scene of a round and the step that is disturbed."""
    names = scenes(examination)
    scene = examination.scene(names[number % len(names)])
    return scene, random.randrange(len(scene.steps))


def two_runs(examination, rounds):
    """The same is begun a second time while it goes on."""
    random = examination.begin("two-runs")
    for number in range(rounds):
        scene = examination.scene(["directory", "compose", *scenes(examination)[3:]][number % len(scenes(examination)[1:])])
        scene.reset()
        delay = random.uniform(0, scene.seconds[0])
        with ThreadPoolExecutor(2) as pool:
            first = pool.submit(scene.run, scene.steps[0], None, "-first")
            second = pool.submit(scene.run, scene.steps[0], Fault(after=delay, action=lambda: None), "-second")
            outcomes = [first.result(), second.result()]
        problems = [problem for outcome in outcomes for problem in invariants.of_outcome(outcome)]
        problems += [f"one of two ended with {outcome.status}: {outcome.output}{outcome.errors}"[:1500]
                     for outcome in outcomes if outcome.status]
        problems += examination.remaining() + examination.immediate(scene, outcomes[0], 0)
        examination.settle(scene, f"round {number}", problems)
        if examination.isOver:
            break
    examination.finish()


def vanish(examination, rounds):
    """A folder is moved away during the run, and back after it."""
    random = examination.begin("vanish")
    for number in range(rounds):
        scene, step = pick(examination, random, number)
        name, after = random.choice(VANISHING), random.uniform(0, scene.seconds[step])
        place = (scene.place if name == "tmp" else scene.folder) / name
        aside = scene.place / "aside"
        fault = Fault(after=after, action=lambda: place.rename(aside) if place.exists() else None)
        examination.round(scene, f"round {number}, step {step}, {name} vanished after {after:.4f} s", fault, step, isExact=False,
                          restore=lambda: give_back(aside, place))
        if examination.isOver:
            break
    examination.finish()


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


def clock(examination, rounds):
    """The clock is an hour behind, or ahead, of that of the former run."""
    random = examination.begin("clock")
    for number in range(rounds):
        scene, step = pick(examination, random, number)
        change = random.choice([-3600, 3600])
        examination.round(scene, f"round {number}, step {step}, the clock changed by {change} s", Fault(clock=change), step)
        if examination.isOver:
            break
    examination.finish()


def signals(examination, rounds):
    """A user ends the run."""
    random = examination.begin("signals")
    for number in range(rounds):
        scene, step = pick(examination, random, number)
        sent, after = SIGNALS[random.randrange(len(SIGNALS))], random.uniform(0, scene.seconds[step])
        names = " and ".join(signal.Signals(each).name for each in sent)
        examination.round(scene, f"round {number}, step {step}, {names} after {after:.4f} s", Fault(after=after, signals=sent), step)
        if examination.isOver:
            break
    examination.finish()


def closed(numbers):
    """What closes streams before the program is there."""
    def prepare():
        for number in numbers:
            os.close(number)
    return prepare


def full():
    """Whatever is printed meets a full disk."""
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


def streams(examination, rounds):
    """Standard input, output and error are closed, each and all; or output cannot be written."""
    random = examination.begin("streams")
    cases = [*((f"{numbers} closed", closed(numbers)) for numbers in STREAMS), ("output full", full)]
    for number in range(rounds):
        scene, step = pick(examination, random, number)
        what, prepare = cases[number % len(cases)]
        fault = Fault(prepare=prepare)
        examination.round(scene, f"round {number}, step {step}, {what}", fault, step, isSilent="2" in what)
        if examination.isOver:
            break
    examination.finish()


def judge_too_few(outcome):
    """No worker can be started, which is said."""
    text = outcome.output + outcome.errors
    isSaid = outcome.status == 3 and "ulimit -n" in text
    return [] if isSaid else [f"it ended with {outcome.status} and does not say that too few files may be open: {text[-1500:]}"]


def descriptors(examination, rounds):
    """Few files may be open."""
    random = examination.begin("descriptors")
    for number in range(rounds):
        scene, step = pick(examination, random, number)
        # Each scene gets all of them in turn.
        most = DESCRIPTORS[(number + number // len(scenes(examination))) % len(DESCRIPTORS)]
        fault = Fault(prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)))
        # Only runs always need workers.
        isTooFew = most == DESCRIPTORS[0] and scene.steps[step][0] == "run"
        examination.round(scene, f"round {number}, step {step}, {most} descriptors", fault, step, judge=judge_too_few if isTooFew else None)
        if examination.isOver:
            break
    examination.finish()
