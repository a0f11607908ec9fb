"""The tree of a knock-out, drawn from left to right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.engine.messages import Language
from scoring.events.event import Event, Round, Sitting
from scoring.events.formats import format_of, needs_winner, trees_of

Pair = tuple[int | None, int | None]


@dataclass(frozen=True)
class TreeSide:
    """One side of a match. number: None while it is not known. score: "" before the match. is_out: it has lost."""

    number: int | None
    name: str
    score: str
    has_won: bool
    is_out: bool
    is_mine: bool


@dataclass(frozen=True)
class TreeMatch:
    """A match. note: such as "third place", "" for none."""

    sides: tuple[TreeSide, TreeSide]
    note: str = ""


@dataclass(frozen=True)
class TreeRound:
    """A column of the tree."""

    title: str
    matches: list[TreeMatch]


@dataclass(frozen=True)
class Tree:
    """A tree. title: "" where there is only one."""

    title: str
    rounds: list[TreeRound]


def trees(event: Event, names: Mapping[int, str], language: Language, mine: int | None = None) -> list[Tree]:
    """Returns the trees of an event, none for other formats. names: by number of the entry. mine: the reader's own."""
    titles = {"whole": "", "winners": _("Winners’ tree"), "losers": _("Losers’ tree"), "final": _("Final")}
    found = trees_of(event)
    drawing = _Drawing(event, names, language, mine)
    if event.rules.format == "round_robin" and found:  # its first rounds were those of the groups
        drawing.count(event.rounds[format_of(event).rounds(event) - len(found["whole"]) :])
    else:
        drawing.count(event.rounds)
    return [Tree(titles[name], drawing.rounds(name, rounds)) for name, rounds in found.items()]


class _Drawing:
    def __init__(self, event: Event, names: Mapping[int, str], language: Language, mine: int | None) -> None:
        self.event, self.names, self.language, self.mine = event, names, language, mine
        self.sittings: dict[frozenset[int], list[Sitting]] = {}

    def count(self, rounds: Sequence[Round]) -> None:
        """Takes the sittings of these rounds. Two may meet twice: in both trees, or in a second final."""
        for played in rounds:
            for sitting in played.sittings:
                self.sittings.setdefault(frozenset(sitting.entries), []).append(sitting)

    def rounds(self, name: str, pairs: list[list[Pair]]) -> list[TreeRound]:
        return [self._round(name, number, one, number == len(pairs)) for number, one in enumerate(pairs, 1)]

    def _round(self, name: str, number: int, pairs: list[Pair], is_last: bool) -> TreeRound:
        is_whole = name == "whole"
        third = is_whole and is_last and len(pairs) == 2
        notes = ["", _("Third place")] if third else [""] * len(pairs)
        title = _title(1 if third else len(pairs)) if is_whole else ""
        matches = [self._match(pair, number == 1, note) for pair, note in zip(pairs, notes, strict=True)]
        return TreeRound(title or pgettext("event", "Round {number}").format(number=number), matches)

    def _match(self, pair: Pair, is_first: bool, note: str) -> TreeMatch:
        waiting = self.sittings.get(frozenset(one for one in pair if one is not None), [])
        sitting = waiting.pop(0) if waiting else None
        winner = self.event.winner(sitting) if sitting and sitting.done else None
        one, other = (self._side(number, sitting, winner, is_first) for number in pair)
        return TreeMatch((one, other), note)

    def _side(self, number: int | None, sitting: Sitting | None, winner: int | None, is_first: bool) -> TreeSide:
        if number is None:
            return TreeSide(None, _("free") if is_first else "", "", False, False, False)
        score = sitting.scores.get(number) if sitting else None
        text = self.language.number(score.won if sitting.best_of > 1 else score.points) if sitting and score else ""
        lost = winner is not None and winner != number
        return TreeSide(number, self.names[number], text, winner == number, lost, number == self.mine)


def title_of(event: Event, number: int, table: int | None = None) -> str:
    """Returns what a round of a knock-out is called, or one of its tables: "Semi-finals"; "" for one without a name."""
    if event.rules.format == "double_elimination" or not needs_winner(event, number):
        return ""
    last = format_of(event).rounds(event)
    if number == last and table == 2:
        return _("Third place")
    return _title(2 ** (last - number)) if number <= last else ""


def _title(matches: int) -> str:
    """The name of a round with so many matches, "" for one without a name."""
    return {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}.get(matches, "")
