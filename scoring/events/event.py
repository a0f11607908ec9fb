"""An event as the calculation sees it: entries, and rounds with their sittings and scores.

A *side* of a sitting is an entry, or two entries that play together where partners change. A sitting's ``entries`` are
in seat order; partners sit opposite each other, as at a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scoring.engine.messages import Number
from scoring.events.rules import EventRules


@dataclass(frozen=True)
class Entry:
    """A player, a pair or a team that takes part.

    seed: its place among the seeded, None if it is not seeded. first_round: the first that it plays. left: the first
    that it does not play any more, None while it is there.
    """

    number: int
    club: str = ""
    team: str = ""
    seed: int | None = None
    first_round: int = 1
    left: int | None = None

    def plays(self, round_number: int) -> bool:
        """Returns whether the entry takes part in this round."""
        return self.first_round <= round_number and (self.left is None or round_number < self.left)


@dataclass(frozen=True)
class Score:
    """What an entry has at the end of a sitting. won, lost: games; in formats of pairs against pairs, matches."""

    points: Number = 0
    won: int = 0
    lost: int = 0


@dataclass(frozen=True)
class Sitting:
    """One table of one round.

    scores: by number of the entry, empty while it is played. by_default: the winner of a sitting that was not played,
    because the other side did not come. best_of: matches at most.
    """

    entries: tuple[int, ...]
    scores: Mapping[int, Score] = field(default_factory=dict)
    by_default: int | None = None
    best_of: int = 1

    @property
    def done(self) -> bool:
        """Whether it has a result."""
        return bool(self.scores) or self.by_default is not None


@dataclass(frozen=True)
class Round:
    """One round. byes: the entries that are free."""

    number: int
    sittings: tuple[Sitting, ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Adjustment:
    """Points or match points that are added (or taken away, below zero) for a reason."""

    entry: int
    points: Number = 0
    match_points: Number = 0


@dataclass(frozen=True)
class Event:
    """Everything that rounds and rankings are computed from.

    rounds: those that are over or run, in order. lots: by entry, drawn once to break ties; the lower one is first.
    order: the entries as they were drawn at the beginning; empty before.
    """

    rules: EventRules
    entries: Sequence[Entry]
    rounds: Sequence[Round] = ()
    adjustments: Sequence[Adjustment] = ()
    lots: Mapping[int, int] = field(default_factory=dict)
    order: Sequence[int] = ()

    @cached_property
    def by_number(self) -> dict[int, Entry]:
        """The entries by number."""
        return {entry.number: entry for entry in self.entries}

    def playing(self, round_number: int) -> list[int]:
        """Returns the numbers of the entries that take part in a round."""
        return [entry.number for entry in self.entries if entry.plays(round_number)]

    @cached_property
    def sittings(self) -> list[Sitting]:
        """Those of all rounds."""
        return [sitting for played in self.rounds for sitting in played.sittings]

    @cached_property
    def byes(self) -> dict[int, int]:
        """How often each entry was free."""
        counts = dict.fromkeys(self.by_number, 0)
        for played in self.rounds:
            for number in played.byes:
                counts[number] += 1
        return counts

    def winner(self, sitting: Sitting) -> int | None:
        """Returns the entry that has won a sitting: by games won, then by points. None if they are level.

        Several matches: who has won the majority, or more than the others; points of cards decide nothing.
        """
        if sitting.by_default is not None:
            return sitting.by_default
        if sitting.best_of > 1:
            most = max((score.won for score in sitting.scores.values()), default=0)
            first = [number for number, score in sitting.scores.items() if score.won == most]
            return first[0] if len(first) == 1 else None
        sign = -1 if self.rules.better == "low" else 1
        ranked = sorted(
            sitting.scores, key=lambda n: (sitting.scores[n].won, sign * sitting.scores[n].points), reverse=True
        )
        if not ranked:
            return None
        best, second = sitting.scores[ranked[0]], sitting.scores[ranked[1]] if len(ranked) > 1 else None
        level = second is not None and (best.won, best.points) == (second.won, second.points)
        return None if level else ranked[0]


@dataclass(frozen=True)
class Notice:
    """Something that the organiser should know before a round is published. entries: those concerned."""

    code: str
    entries: tuple[int, ...] = ()


@dataclass(frozen=True)
class Proposal:
    """A round that is proposed. cost: of meetings and short tables, 0 is best. attempt: the draw that was taken."""

    sittings: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    cost: int = 0
    attempt: int = 1
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True)
class Place:
    """A line of the ranking.

    place: equal for those that are level. match_points: wins and draws in points, 0 where only points count.
    difference: points for and against. by_round: points by round; a round that was missed is not there. parted_by: what
    in the ranking parted it from the place before, "" for the first and for one that is level.
    """

    place: int
    entry: int
    points: Number = 0
    match_points: Number = 0
    difference: Number = 0
    won: int = 0
    lost: int = 0
    by_round: Mapping[int, Number] = field(default_factory=dict)
    parted_by: str = ""
