"""Fits the encoder's constants to many judges at once.

Judges measure in units of their own, so gains are told in halvings: how many halvings of mozjpeg's bytes change the judge as
much, at the same pictures and size. What is to be made larger is a soft minimum over all judges, sizes and peers, so that the
worst counts most and no judge can pay for another.
"""

import math
import statistics
from dataclasses import dataclass

from benchmark.jpeg.gains import paired
from benchmark.jpeg.peers import PEERS
from benchmark.table import table
from benchmark.tools import fail


@dataclass(frozen=True)
class Place:
    """One of all things that a mean gain is told of."""

    judge: object
    size: object
    peer: str

    @property
    def title(self):
        return f"{self.judge.title} over {self.peer} at {self.size.title}"


def units(comparison, judges, mozjpeg):
    """What each judge at each size changes by per halving of mozjpeg's bytes, from twice the limit to the limit."""
    doubled, found = comparison.of_peer("mozjpeg", factor=2), {}
    before = comparison.judged(doubled, judges, "judging files (mozjpeg, twice the bytes)")
    after = comparison.judged(mozjpeg, judges)
    for size in dict.fromkeys(size for _, size in mozjpeg):
        # No quality has exactly the bytes of its limit.
        halvings = sum(math.log2(doubled[case].bytes / mozjpeg[case].bytes) for case in mozjpeg if case[1] == size)
        for judge in judges:
            change = sum(gain for _, gain in paired(judge, size, before, after))
            found[judge, size] = change / halvings if halvings else 0
            if found[judge, size] <= 0:
                fail(f"{judge.title} does not fall with mozjpeg's bytes at {size.title}: there are too few pictures")
    return found


def unit_table(judges, sizes, found):
    return table([["per halving of the bytes", *(size.title for size in sizes)]] + [
        [judge.title, *(f"{found[judge, size]:.{judge.decimals}f}" if (judge, size) in found else "-" for size in sizes)]
        for judge in judges])


class Trials:
    """Constants on pictures; each set of them is tried once."""

    def __init__(self, comparison, judges):
        self.comparison, self.judges, self.made = comparison, judges, {}
        self.encoded = {peer: comparison.of_peer(peer) for peer in PEERS}
        self.peers = {peer: comparison.judged(encoded, judges, f"judging files ({peer})") for peer, encoded in self.encoded.items()}

    def judged(self, values):
        """What the judges say of all pictures with these constants."""
        key = tuple(sorted(values.items()))
        if key not in self.made:
            self.made[key] = self.comparison.judged(self.comparison.with_constants(values), self.judges)
        return self.made[key]


class Fit:
    """The constants' gains in halvings, and what a change of them is worth."""

    def __init__(self, comparison, judges, options):
        self.trials, self.options = Trials(comparison, judges), options
        self.units = units(comparison, judges, self.trials.encoded["mozjpeg"])

    def gains(self, values):
        """The mean gain at each place, in halvings."""
        ours, found = self.trials.judged(values), {}
        for (judge, size), unit in self.units.items():
            for peer, theirs in self.trials.peers.items():
                if pairs := paired(judge, size, ours, theirs):
                    found[Place(judge, size, peer)] = statistics.mean(gain for _, gain in pairs) / unit
        return found

    def objective(self, gains):
        return soft_minimum(list(gains.values()), self.options.softness)

    def improved(self, best, name):
        """The constants with the best value of one of them: it is multiplied, then divided, for as long as that helps."""
        for factor in (self.options.step, 1 / self.options.step):
            changed = False
            while best[name] and self.is_better(trial := best | {name: best[name] * factor}, best, name):
                best, changed = trial, True
            if changed:
                break
        return best

    def is_better(self, trial, best, name):
        gains, before = self.gains(trial), self.gains(best)
        rise = self.objective(gains) - self.objective(before)
        lost = losses(gains, before, self.options.tolerance)
        worst = min(gains, key=gains.get)
        is_kept = rise >= self.options.gain and not lost
        verdict = "kept" if is_kept else "no gain" if rise < self.options.gain else (
            f"refused, {before[lost[0]]:+.3f} becomes {gains[lost[0]]:+.3f} of {lost[0].title}")
        print(f"{name}={trial[name]:.6g}: {rise:+.4f} to {self.objective(gains):+.4f}, least {gains[worst]:+.3f} of {worst.title}: "
              f"{verdict}", flush=True)
        return is_kept


def soft_minimum(values, softness):
    """The least value as softness goes to zero, and the mean as it grows: -s log(mean(exp(-v / s)))."""
    least = min(values)
    return least - softness * math.log(statistics.mean(math.exp((least - value) / softness) for value in values))


def losses(gains, before, tolerance=0.0):
    """Where a change makes us lose on average, the most first: below zero now, and further than before by more than the tolerance."""
    fall = {place: before[place] - gain for place, gain in gains.items() if gain < min(0, before[place]) - tolerance}
    return sorted(fall, key=fall.get, reverse=True)
