"""Paired gains and how sure they are; limits and times."""

import collections
import statistics

from common import markdown, table

RESAMPLES, SEED, FEW = 10_000, 1, 10
NOTES = f"""\
gain: the mean over pictures, larger is better by every judge, in the judge's own measure; in brackets its 95 % interval, of means
of pictures drawn again (percentile bootstrap): with fewer than {FEW} pictures it is too narrow. Then on how many pictures ours was better,
and the largest loss on one; *: a loss that may be seen."""
# The encoder's facts about a file besides its stages' milliseconds.
OTHERS = ("bytes", "chroma", "memory", "scale", "total", "trials")


def paired(judge, limit, ours, theirs):
    """For each picture that both made, how much better ours is."""
    return [judge.gain(judgements[judge.name], theirs[picture, at][judge.name])
            for (picture, at), judgements in ours.items() if at == limit and (picture, at) in theirs]


def interval(values):
    """The middle 95 % of the means of as many pictures, drawn from these with replacement.

    A picture is drawn with its pair, so that what pictures differ by does not count. The seed is fixed: the same gains have
    the same interval, and all judges are given the same draws.
    """
    import numpy
    values, random = numpy.asarray(values), numpy.random.default_rng(SEED)
    means = values[random.integers(len(values), size=(RESAMPLES, len(values)))].mean(axis=1)
    return tuple(float(bound) for bound in numpy.percentile(means, (2.5, 97.5)))


def cell(judge, gains):
    if not gains:
        return "-"
    bounds = f" [{', '.join(map(judge.signed, interval(gains)))}]" if len(gains) > 1 else ""
    seen = "*" if judge.visible and min(gains) < -judge.visible else ""
    loss = f", {judge.signed(min(gains))}{seen}" if min(gains) < 0 else ""
    return f"{judge.signed(statistics.mean(gains))}{bounds}, {sum(gain > 0 for gain in gains)} of {len(gains)}{loss}"


def gain_table(judges, limits, ours, peers):
    """A row for each judge; peers are their judgements by name."""
    columns = [(limit, peer) for limit in limits for peer in peers]
    return markdown([["mean gain", *(f"{limit:,} bytes, over {peer}" for limit, peer in columns)]] + [
        [judge.title, *(cell(judge, paired(judge, limit, ours, peers[peer])) for limit, peer in columns)] for judge in judges])


def used(encodings):
    return f"{100 * statistics.median(one.bytes / one.limit for one in encodings):.2f} %" if encodings else "-"


def limit_tables(limits, cases, ours, peers):
    """How the limits are kept, and what encoding takes: in all, and in each stage, that first which takes the most."""
    def at(limit, encodings):
        return [encoded for (_, of), encoded in encodings.items() if of == limit]

    rows, sums = [["bytes", "pictures", "made", "over", "used", *(f"{peer} used" for peer in peers), "ms", "longest", "MB"]], collections.Counter()
    for one in ours.values():
        sums.update({name: value for name, value in one.record.items() if name not in OTHERS})
    stages = [["ms", *(name for name, _ in sums.most_common())]]
    for limit in limits:
        made = at(limit, ours)
        times, memory = [one.record["total"] for one in made], [one.record["memory"] for one in made]
        rows.append([f"{limit:,}", str(sum(of == limit for _, of in cases)), str(len(made)), str(sum(one.bytes > limit for one in made)),
                     used(made), *(used(at(limit, encodings)) for encodings in peers.values()),
                     *([f"{statistics.mean(times):.0f}", f"{max(times):.0f}", f"{max(memory) / 1000:.0f}"] if made else "---")])
        stages += [[f"{limit:,}", *(f"{statistics.mean(one.record.get(name, 0) for one in made):.0f}" for name in stages[0][1:])]] if made else []
    return f"{table(rows)}\n\n{table(stages)}"
