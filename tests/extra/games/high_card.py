"""High Card: cut the pack; who has cut the highest card scores one."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from scoring.engine.form import Choice, Form, seats_to_choose
from scoring.engine.game import (
    Example,
    Game,
    HandModel,
    HandResult,
    OptionsModel,
    Setup,
    StateModel,
    Verdict,
    add_points,
    check_seat,
    leading_sides,
)
from scoring.engine.messages import line, say, seat


class HighCardOptions(OptionsModel):
    """How long the match lasts."""

    target: int = Field(3, ge=1, le=20, title="Target", description="Cuts to win.")


class HighCardCut(HandModel):
    """One cut."""

    kind: Literal["cut"] = "cut"
    winner: int = Field(ge=0, title="Winner", description="Seat that cut the highest card.")


class HighCard(Game[HighCardOptions, StateModel]):
    """Cut the pack; the highest card scores one."""

    slug = "high-card"
    name = "High Card"
    family = "Strategy and trading"
    summary = "Cut the pack; the highest card scores one."
    players = (2, 3, 4)
    deck = "52 cards"
    draft = True
    Options = HighCardOptions
    hands = (HighCardCut,)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(title="A cut", players=2, hands=[{"kind": "cut", "winner": 1}], expect=[0, 1]),
    )

    def apply(self, setup: Setup[HighCardOptions], state: StateModel, hand: HighCardCut) -> HandResult[StateModel]:
        check_seat(setup, hand.winner, "/winner")
        points = [int(number == hand.winner) for number in range(setup.players)]
        after = state.model_copy(
            update={
                "totals": add_points(state.totals, points),
                "dealer": setup.after(state.dealer),
                "hands_played": state.hands_played + 1,
            }
        )
        winner_line = line("{who} cut the highest card", who=seat(hand.winner), value=1, rule="scoring")
        return HandResult(points=points, state=after, lines=[winner_line], summary=say("{who}", who=seat(hand.winner)))

    def verdict(self, setup: Setup[HighCardOptions], state: StateModel, ended: bool = False) -> Verdict:
        if ended or max(state.totals) >= setup.options.target:
            return Verdict(True, leading_sides(state.totals))
        return Verdict(False)

    def form(self, setup: Setup[HighCardOptions], state: StateModel) -> Form:
        who = seats_to_choose(range(setup.players), "winner")
        return Form([Choice(name="winner", label=say("Highest card"), options=who)], always={"kind": "cut"})


game = HighCard()
