"""What a run and a row of the table are, and how two sides are compared fairly."""

import dataclasses
import statistics


@dataclasses.dataclass
class Measure:
    """One run of one side. `value` is per second where the row does not say otherwise."""

    value: float
    accepted: int = 0
    refused: float = 0.0  # share of the requests
    batch: float | None = None  # mean claims per ledger commit


@dataclasses.dataclass
class Row:
    key: str
    work: str
    rival: str
    unit: str  # of both values
    wanted: float | None  # None: shown without a goal
    at_least: bool  # else at most
    durability: str  # ours | theirs
    ours: list = dataclasses.field(default_factory=list)
    theirs: list = dataclasses.field(default_factory=list)

    def compared(self):
        """Numbers that the goal is about: ratios per round, or our own values where there is no rival."""
        if not self.theirs:
            return [measure.value for measure in self.ours]
        return [ours.value / theirs.value for ours, theirs in zip(self.ours, self.theirs)]

    def middle(self):
        return statistics.median(self.compared())

    def met(self):
        """None where there is no goal."""
        if self.wanted is None:
            return None
        return self.middle() >= self.wanted if self.at_least else self.middle() <= self.wanted


def alternate(row, rounds, ours, theirs):
    """`rounds` pairs of runs. Who goes first changes, so that neither always finds the disk busy or the CPU warm."""
    for number in range(rounds):
        if number % 2 == 0:
            row.theirs.append(theirs())
            row.ours.append(ours())
        else:
            row.ours.append(ours())
            row.theirs.append(theirs())
    return row
