"""A decoded match, scored again: a code is never believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.marking import _
from scoring.engine.match import OpenMatch, ScoredHand, open_match, step, stored_options
from scoring.engine.messages import Number, trim_number
from scoring.engine.refusal import pointers_under, refuse
from scoring.games import all_games
from scoring.match_code.coded_match import CodedMatch
from scoring.match_code.history import hands_of


@dataclass(frozen=True)
class Difference:
    """A hand of a printed sheet whose points are not those of the calculators. printed, scored: by side."""

    hand: int
    printed: list[Number]
    scored: list[Number]


@dataclass(frozen=True)
class ReplayedMatch:
    """A decoded match with its scored hands.

    times: seconds since 1970 when each hand was recorded. ended: the players ended the match themselves. differences:
    hands of a printed sheet with other points than those that stand there; None if the code is of no printed sheet.
    """

    match: CodedMatch
    open_match: OpenMatch
    hands: list[ScoredHand] = field(default_factory=list)
    inputs: list[Any] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    ended: bool = False
    differences: list[Difference] | None = None

    @property
    def state(self) -> Any:
        """The state after the last hand."""
        return self.hands[-1].state if self.hands else self.open_match.state

    @property
    def totals(self) -> list[Number]:
        """Score of each side; as the code says if it has totals only."""
        if self.match.totals is not None:
            return list(self.match.totals)
        return [trim_number(value) for value in self.state.totals]


def replay(match: CodedMatch) -> ReplayedMatch:
    """Returns the match with its hands scored by the calculators.

    Raises Refusal with pointers into the match (``/game``, ``/options/…``, ``/hands/3/bid``) and the rule.
    """
    game = all_games().get(match.game)
    if game is None:
        raise refuse("/game", "game_unknown", "There is no game {slug}.", rule="", slug=match.game)
    opened = open_match(game, len(match.players), stored_options(game, match.options), match.start)
    check_totals(match, len(opened.state.totals))
    inputs, times, ended = hands_of(match.changes)
    hands: list[ScoredHand] = []
    state: Any = opened.state
    for number, entered in enumerate(inputs, 1):
        with pointers_under(f"/hands/{number - 1}/input"):
            hands.append(_scored(opened, state, hands, entered, number))
        state = hands[-1].state
    differences = None if match.printed is None else differing(hands, match.printed)
    return ReplayedMatch(match, opened, hands, inputs, times, ended, differences)


def check_totals(match: CodedMatch, sides: int) -> None:
    """Raises Refusal unless a code with totals only has one for each side."""
    if match.totals is not None and len(match.totals) != sides:
        raise refuse("/totals", "wrong_length", "There must be a total for each side.", rule="")


def _scored(opened: OpenMatch, state: Any, hands: Sequence[ScoredHand], entered: Any, number: int) -> ScoredHand:
    if hands and not hands[-1].result.complete:
        raise refuse("", "hand_open", "Hand {n} is still being played.", n=hands[-1].number)
    scored = step(opened, state, entered, number)
    if scored.result.is_query:
        raise refuse("/kind", "only_a_question", "This is a question, not a hand.", rule="")
    return scored


def differing(hands: Sequence[ScoredHand], printed: Sequence[Sequence[Number]]) -> list[Difference]:
    """Returns the hands whose points differ from the printed ones. Raises Refusal unless there are points for each."""
    if len(printed) != len(hands):
        text = _("The number of hands on the sheet is {printed}, in the match {n}.")
        raise refuse("/printed", "wrong_length", text, rule="", printed=len(printed), n=len(hands))
    differences = []
    for scored, on_paper in zip(hands, printed, strict=True):
        points = [trim_number(value) for value in scored.result.points]
        if list(on_paper) != points:
            differences.append(Difference(scored.number, list(on_paper), points))
    return differences
