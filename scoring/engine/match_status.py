"""The status of a match after its last hand: totals, verdict, the next hand. Each figure is computed once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.engine.game import Upcoming, Verdict
from scoring.engine.match import OpenMatch, line_json
from scoring.engine.messages import ENGLISH, Language, Number, render_sentence, trim_number


@dataclass(frozen=True)
class MatchStatus:
    """The status of a match.

    open_match: the match before its first hand. state: the engine's state after its last hand. next_number: the number
    of the hand that is entered next; of the last one while it is still being played. ended: the players ended the
    match themselves.
    """

    open_match: OpenMatch
    state: Any
    next_number: int
    ended: bool = False

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the match is over and who has won."""
        return self.open_match.game.verdict(self.open_match.setup, self.state, self.ended)

    @cached_property
    def upcoming(self) -> Upcoming | None:
        """The next hand, None once the match is finished."""
        if self.verdict.finished:
            return None
        return self.open_match.game.upcoming(self.open_match.setup, self.state)

    @cached_property
    def totals(self) -> list[Number]:
        """Score of each side."""
        return [trim_number(total) for total in self.state.totals]

    def as_json(self, language: Language = ENGLISH) -> dict[str, Any]:
        """Returns the part of an API answer that is not about hands; names of players are still placeholders."""
        return {**self.without_state(language), "state": self.state.model_dump(mode="json")}

    def without_state(self, language: Language = ENGLISH) -> dict[str, Any]:
        """Returns the same without the engine's state, for callers that have its text already."""
        verdict, upcoming = self.verdict, self.upcoming
        next_hand = None
        if upcoming is not None:
            slug = self.open_match.game.slug
            next_hand = {
                **upcoming.details,
                "number": self.next_number,
                "dealer": upcoming.dealer,
                "leads": upcoming.leads,
                "sits_out": upcoming.sits_out,
                "notices": [line_json(notice, slug, language) for notice in upcoming.notices],
            }
        return {
            "totals": self.totals,
            "finished": verdict.finished,
            "winners": verdict.winners,
            **({"reason": render_sentence(verdict.reason, language)} if verdict.reason else {}),
            **verdict.details,
            "next": next_hand,
        }
