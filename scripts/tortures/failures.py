"""One file operation of the program fails once. Workers have an environment of their own, so it is the parent's alone."""

import errno

from tortures.program import Fault

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


def cases(scene):
    """All (step, number, name, error) of a scene."""
    for step, operations in enumerate(scene.operations):
        for line in operations:
            number, name, _ = line.split(" ", 2)
            for error in ERRORS[name]:
                yield step, int(number), name, error


def fail(examination, name, rounds):
    """Each case of a scene once, in an order of chance; at most so many."""
    random = examination.begin(f"fail-{name}")
    scene = examination.scene(name)
    every = list(cases(scene))
    random.shuffle(every)
    for step, number, operation, error in every[:rounds]:
        moment = f"step {step}, operation {number} ({operation} when nothing disturbed) failed with {errno.errorcode[error]}"
        examination.round(scene, moment, Fault(at=number, error=error), step)
        if examination.isOver:
            break
    examination.finish()
