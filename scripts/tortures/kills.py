"""The process group is killed: at any time, and before any operation that changes a file."""

from tortures.program import Fault

CHANGING = {"create", "write", "writev", "pwrite", "pwrite64", "fsync", "fdatasync", "syncfs", "rename", "link", "unlink", "rmdir",
            "mkdir", "ftruncate", "ftruncate64"}


def changing(operations):
    """The numbers of the operations that change a file, of lines `number name path`."""
    return [int(line.split(" ", 1)[0]) for line in operations if line.split(" ", 2)[1] in CHANGING]


def kill(examination, name, rounds):
    """So many rounds of a scene, three of four at an operation and the others at a time."""
    random = examination.begin(f"kill-{name}")
    scene = examination.scene(name)
    for number in range(rounds):
        step = random.randrange(len(scene.steps))
        if number % 4 == 3:
            after = random.uniform(0, scene.seconds[step])
            moment, fault = f"after {after:.4f} s", Fault(after=after)
        else:
            at = random.choice(changing(scene.operations[step]))
            moment, fault = f"before operation {at}", Fault(at=at)
        examination.round(scene, f"round {number}, step {step}, killed {moment}", fault, step)
        if examination.isOver:
            break
    examination.finish()
