"""Paired gains and how sure they are."""

from dataclasses import dataclass

RESAMPLES, SEED = 10_000, 1


@dataclass(frozen=True)
class Gain:
    """What is gained at one size over one peer by one judge."""

    mean: float
    interval: tuple[float, float] | None  # holds the mean over all such pictures in 95 % of studies; None of a single picture
    wins: int
    pictures: int
    least: float  # of any picture
    loser: str  # its name


def paired(judge, size, ours, theirs):
    """For each picture that both made, how much better ours is: pairs of a name and a gain."""
    return [(picture.name, judge.gain(judgements[judge.name], theirs[picture, at][judge.name]))
            for (picture, at), judgements in ours.items() if at == size and (picture, at) in theirs]


def summed_up(gains):
    """None where there are no pictures."""
    if not gains:
        return None
    values = [gain for _, gain in gains]
    loser, least = min(gains, key=lambda gain: gain[1])
    return Gain(sum(values) / len(values), interval(values), sum(value > 0 for value in values), len(values), least, loser)


def interval(values):
    """The middle 95 % of the means of as many pictures, drawn from these with replacement (percentile bootstrap).

    A picture is drawn with its pair, so that what pictures differ by does not count. The seed is fixed: the same gains have
    the same interval, and all judges are given the same draws.
    """
    import numpy
    if len(values) < 2:
        return None
    values, random = numpy.asarray(values), numpy.random.default_rng(SEED)
    means = values[random.integers(len(values), size=(RESAMPLES, len(values)))].mean(axis=1)
    return tuple(float(bound) for bound in numpy.percentile(means, (2.5, 97.5)))
