"""Gains, limits and times, for people."""

import collections
import statistics

from benchmark.jpeg.encoder import stages
from benchmark.jpeg.gains import paired, summed_up
from benchmark.table import table

FEW = 10
NOTES = f"""\
gain: the mean over pictures, larger is better by every judge, in the judge's own measure; in brackets its 95 % interval, of means
of pictures drawn again (percentile bootstrap): with fewer than {FEW} pictures it is too narrow. *: a loss that may be seen."""


def bounds(judge, gain):
    return "[{}, {}]".format(*map(judge.signed, gain.interval)) if gain.interval else "-"


def wins(gain):
    return f"{gain.wins} of {gain.pictures}"


def largest_loss(judge, gain):
    """What the picture that loses most loses."""
    if gain.least >= 0:
        return "none"
    return judge.signed(gain.least) + ("*" if judge.visible and gain.least < -judge.visible else "")


def gain_table(judges, size, versions, theirs):
    """A row for each judge, with columns for each version of our judgements; a line in its place where there is no pair."""
    heads = [head for version in versions for head in (version, "95 % interval", "wins", "largest loss")]
    rows = [["judge", *heads, "of picture"]]
    for judge in judges:
        gains = [summed_up(paired(judge, size, ours, theirs)) for ours in versions.values()]
        if all(gains):
            rows.append([judge.title, *(cell for gain in gains for cell in cells(judge, gain)),
                         gains[-1].loser if gains[-1].least < 0 else ""])
    return table(rows) if len(rows) > 1 else "there is no picture that both could make"


def cells(judge, gain):
    return judge.signed(gain.mean), bounds(judge, gain), wins(gain), largest_loss(judge, gain)


def gain_tables(judges, sizes, versions, peers):
    """All sizes and peers; peers are their judgements by name."""
    return "\n\n".join(f"{size.title}, over {peer}\n\n{gain_table(judges, size, versions, theirs)}"
                       for size in sizes for peer, theirs in peers.items())


def at(size, encodings):
    return [encoded for (_, of), encoded in encodings.items() if of == size]


def used(encodings):
    return f"{100 * statistics.median(one.bytes / one.limit for one in encodings):.2f} %" if encodings else "-"


def limit_table(sizes, cases, ours, peers):
    """How the limits are kept, and what encoding takes."""
    rows = [["size", "pictures", "made", "over", "used", *(f"{peer} used" for peer in peers), "ms", "longest", "MB"]]
    for size in sizes:
        made = at(size, ours)
        times, memory = [one.record["total"] for one in made], [one.record["memory"] for one in made]
        rows.append([size.title, str(sum(of == size for _, of in cases)), str(len(made)),
                     str(sum(one.bytes > one.limit for one in made)), used(made),
                     *(used(at(size, encodings)) for encodings in peers.values()),
                     *([f"{statistics.mean(times):.0f}", f"{max(times):.0f}", f"{max(memory) / 1000:.0f}"] if made else "---")])
    return table(rows)


def stage_table(sizes, ours):
    """The mean milliseconds of each stage, that first which takes the most."""
    sums = collections.Counter()
    for one in ours.values():
        sums.update(stages(one.record))
    names = [name for name, _ in sums.most_common()]
    return table([["ms", *names]] + [
        [size.title, *(f"{statistics.mean(one.record.get(name, 0) for one in made):.0f}" for name in names)]
        for size in sizes if (made := at(size, ours))])


def markdown(judges, frames, ours, peers):
    """A table for each frame, with a row for each judge."""
    return "\n\n".join(markdown_table(judges, frame, sizes, ours, peers) for frame, sizes in frames.items())


def markdown_table(judges, frame, sizes, ours, peers):
    columns = [(size, peer) for size in sizes for peer in peers]
    lines = [[f"mean gain, {frame}", *(f"{size.file}, over {peer}" for size, peer in columns)], ["---"] * (len(columns) + 1)]
    for judge in judges:
        gains = [summed_up(paired(judge, size, ours, peers[peer])) for size, peer in columns]
        lines.append([judge.title, *(f"{judge.signed(gain.mean)} {bounds(judge, gain)}, {wins(gain)}" if gain else "-" for gain in gains)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
