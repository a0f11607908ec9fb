"""Rankings: sums, tie-breaks and lots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from scoring.engine.messages import Number, trim_number
from scoring.events.event import Event, Place, Sitting

WIN_DRAW: dict[str, tuple[Number, Number]] = {"2-1-0": (2, 1), "3-1-0": (3, 1), "1-½-0": (1, 0.5)}
"""What a match counts that is won, and one that is drawn."""


@dataclass
class Row:
    """What one entry has so far. met: the sides that it played against, in order."""

    entry: int
    points: Number = 0
    match_points: Number = 0
    difference: Number = 0
    won: int = 0
    lost: int = 0
    by_round: dict[int, Number] = field(default_factory=dict)
    met: list[int] = field(default_factory=list)


def sides(entries: Sequence[int], alone: bool) -> list[tuple[int, ...]]:
    """Returns the sides of a sitting. alone: four entries are two pairs whose partners change."""
    if alone and len(entries) == 4:
        return [(entries[0], entries[2]), (entries[1], entries[3])]
    return [(number,) for number in entries]


class Rows:
    """The rows of all entries, counted from the rounds of an event."""

    def __init__(self, event: Event, wins: bool, win_draw: tuple[Number, Number] = (1, 0.5)) -> None:
        """wins: sittings of two sides also count as matches that are won, drawn or lost."""
        self.event = event
        self.rows = {entry.number: Row(entry.number) for entry in event.entries}
        self.win, self.draw = win_draw
        for played in event.rounds:
            for sitting in played.sittings:
                if sitting.done:
                    self._add(played.number, sitting, wins)
        for adjustment in event.adjustments:
            row = self.rows[adjustment.entry]
            row.points += adjustment.points
            row.match_points += adjustment.match_points

    def _add(self, round_number: int, sitting: Sitting, wins: bool) -> None:
        for number, score in sitting.scores.items():
            row = self.rows[number]
            row.points += self.capped(score.points)
            row.won += score.won
            row.lost += score.lost
            row.by_round[round_number] = row.by_round.get(round_number, 0) + self.capped(score.points)
        if wins:
            self._add_match(sitting)

    def _add_match(self, sitting: Sitting) -> None:
        both = sides(sitting.entries, self.event.rules.partners == "changing")
        if len(both) != 2:
            return
        winner = self.event.winner(sitting)
        for side, other in (both, both[::-1]):
            for number in side:
                row = self.rows[number]
                row.met.extend(other)
                row.match_points += self.draw if winner is None else self.win if winner in side else 0
                if number in sitting.scores and other[0] in sitting.scores:
                    against = self.capped(sitting.scores[other[0]].points)
                    row.difference += self.capped(sitting.scores[number].points) - against

    def capped(self, points: Number) -> Number:
        """Returns points as they count: a match counts at most ``most_points``."""
        most = self.event.rules.most_points
        return points if most is None else min(points, most)

    def credit_byes(self) -> None:
        """Gives entries for the rounds in which they were free: a win, or their own average where that counts."""
        for played in self.event.rounds:
            for number in played.byes:
                self.rows[number].match_points += self.win
        if self.event.rules.missed == "average":
            self.credit_averages()

    def credit_averages(self) -> None:
        """Gives entries their own average, rounded, for each round in which they were free."""
        for number, row in self.rows.items():
            free = [played.number for played in self.event.rounds if number in played.byes]
            if free and row.by_round:
                average = round(Fraction(str(sum(row.by_round.values()))) / len(row.by_round))
                row.by_round.update(dict.fromkeys(free, average))
                row.points += average * len(free)

    @cached_property
    def opponents(self) -> dict[int, Number]:
        """By entry, the match points of those it met, added."""
        return {number: sum(self.rows[other].match_points for other in row.met) for number, row in self.rows.items()}

    def direct(self, tied: Sequence[Row]) -> dict[int, Number]:
        """Returns the match points of matches among the entries that are tied."""
        among = {row.entry for row in tied}
        result: dict[int, Number] = dict.fromkeys(among, 0)
        alone = self.event.rules.partners == "changing"
        for sitting in self.event.sittings:
            both = sides(sitting.entries, alone)
            if (
                sitting.done
                and len(both) == 2
                and len(among.intersection(*[both[0] + both[1]])) == len(sitting.entries)
            ):
                winner = self.event.winner(sitting)
                for side in both:
                    for number in side:
                        result[number] += self.draw if winner is None else self.win if winner in side else 0
        return result


def rank(rows: Rows, keys: Sequence[str], only: Sequence[int] | None = None) -> list[Place]:
    """Returns the ranking. keys: what counts, in order; entries level in all of them share a place. only: of these.

    Without lots that were drawn, entries that only a lot could part share a place too.
    """
    ranked = [row for number, row in rows.rows.items() if only is None or number in only]
    ordered = _split(rows, ranked, list(keys))
    places, place = list[Place](), 1
    for group, parted_by in ordered:
        for row in sorted(group, key=lambda row: row.entry):
            places.append(
                Place(
                    place,
                    row.entry,
                    trim_number(row.points),
                    trim_number(row.match_points),
                    trim_number(row.difference),
                    row.won,
                    row.lost,
                    row.by_round,
                    "" if places and places[-1].place == place else parted_by,
                )
            )
        place += len(group)
    return places


def _split(rows: Rows, group: list[Row], keys: list[str], parted_by: str = "") -> list[tuple[list[Row], str]]:
    """Returns the group in order, as groups of rows that are level, each with the key that parted it from the one
    before. parted_by: that of the whole group.
    """
    if len(group) < 2 or not keys:
        return [(group, parted_by)] if group else []
    value = _value(rows, group, keys[0])
    by_value: dict[Number, list[Row]] = {}
    for row in group:
        by_value.setdefault(value(row), []).append(row)
    parts = [by_value[key] for key in sorted(by_value, reverse=True)]
    return [
        level
        for place, part in enumerate(parts)
        for level in _split(rows, part, keys[1:], keys[0] if place else parted_by)
    ]


def _value(rows: Rows, group: Sequence[Row], key: str) -> Callable[[Row], Number]:
    """Returns what a key looks at, so that more is better."""
    sign = -1 if rows.event.rules.better == "low" else 1
    match key:
        case "points":
            return lambda row: sign * row.points
        case "match_points":
            return lambda row: row.match_points
        case "difference":
            return lambda row: sign * row.difference
        case "won":
            return lambda row: row.won
        case "fewer_lost":
            return lambda row: -row.lost
        case "best_round":
            return lambda row: max((sign * points for points in row.by_round.values()), default=0)
        case "opponents":
            return lambda row: rows.opponents[row.entry]
        case "direct":
            direct = rows.direct(group)
            return lambda row: direct[row.entry]
        case "lot":
            last = max(rows.event.lots.values(), default=0) + 1
            return lambda row: -rows.event.lots.get(row.entry, last)
    raise ValueError(f"unknown tie-break: {key}")


def keys_of(event: Event) -> list[str]:
    """Returns what counts in the ranking of an event, in order."""
    first = ["match_points"] if event.rules.by_wins else ["points"]
    return [*first, *event.rules.ties]


def needs_lots(event: Event, places: Sequence[Place]) -> list[list[int]]:
    """Returns the groups of entries that share a place and that the rules part by lot, not of those with nothing."""
    if "lot" not in event.rules.ties:
        return []
    groups: dict[int, list[int]] = {}
    for place in places:
        if place.points or place.match_points or place.won or place.lost:
            groups.setdefault(place.place, []).append(place.entry)
    return [group for group in groups.values() if len(group) > 1]
