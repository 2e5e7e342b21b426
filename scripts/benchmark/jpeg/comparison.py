"""Pictures at several sizes, as this package's encoder and its peers make them, and as the judges see them.

A case is a picture at a size. Encodings and judgements are dictionaries by case; where nothing fits there is none.
"""

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor

from benchmark.jpeg.encoder import encode
from benchmark.jpeg.judging import judged
from benchmark.jpeg.peers import encode_all
from benchmark.jpeg.photographs import by_frame, prepare


class Workers:
    """As many processes as jobs, which encode and judge one picture each at a time.

    They are started again, not copied, because libvips and torch keep threads.
    """

    def __init__(self, jobs):
        self.pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.shutdown(cancel_futures=True)

    def each(self, function, tasks, what=None):
        """What the function makes of each of these tuples of arguments, in order."""
        if what:
            print(f"bench: {what}: {len(tasks)}", file=sys.stderr, flush=True)
        futures = [self.pool.submit(function, *task) for task in tasks]
        return [future.result() for future in futures]


class Comparison:
    def __init__(self, photos, sizes, binaries, workers, place):
        """Prepares these photographs in a new folder."""
        self.sizes, self.binaries, self.workers, self.place = by_frame(sizes), binaries, workers, place
        self.cache = place / "judgements"
        self.cache.mkdir(parents=True)
        tasks = [(photo, number, frame, place) for number, photo in enumerate(photos) for frame in self.sizes]
        made = workers.each(prepare, tasks, "preparing pictures")
        self.pictures = [picture for picture in made if picture]
        self.left_out = len(made) - len(self.pictures)

    @property
    def cases(self):
        return [(picture, size) for picture in self.pictures for size in self.sizes[picture.frame]]

    def of_peer(self, peer, factor=1):
        """What a peer makes of all cases, with so many times the bytes."""
        tasks = [(peer, picture, [factor * size.limit(picture) for size in self.sizes[picture.frame]], self.place)
                 for picture in self.pictures]
        made = self.workers.each(encode_all, tasks, f"encoding pictures ({peer}{', twice the bytes' if factor == 2 else ''})")
        return present(self.cases, [encoded for of_picture in made for encoded in of_picture])

    def timed(self):
        """What the encoder makes of all cases, one after another, so that nothing else of this run takes its time."""
        return present(self.cases, [encode(*self.task(case)) for case in self.cases])

    def with_constants(self, values):
        """What the encoder makes of all cases with these constants."""
        return present(self.cases, self.workers.each(encode, [(*self.task(case), values) for case in self.cases]))

    def task(self, case):
        picture, size = case
        limit = size.limit(picture)
        return self.binaries, picture, limit, self.place / f"{picture.path.stem}-{limit}-ours.jpg"

    def judged(self, encodings, judges, what=None):
        """What these judges say of encodings."""
        names = [judge.name for judge in judges]
        tasks = [(picture, encoded, names, self.binaries, self.cache) for (picture, _), encoded in encodings.items()]
        return dict(zip(encodings, self.workers.each(judged, tasks, what), strict=True))


def present(cases, encodings):
    return {case: encoded for case, encoded in zip(cases, encodings, strict=True) if encoded}
