"""The form of a hand of Kings in the Corner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards_left import CardsLeftRow
from scoring.engine.form import Choice, Control, Form, FormValues, Option, Row, seats_to_choose
from scoring.engine.game import Setup
from scoring.engine.messages import say, seat
from scoring.games.kings_in_the_corner.models import KINGS, MOST_LEFT, KingsInTheCornerOptions, kings_in


def make_form(setup: Setup[KingsInTheCornerOptions]) -> Form:
    """Returns the form of a hand: how it ended, who won it and what is left; the kings only if penalty points are
    scored.
    """
    penalty = setup.options.scoring == "penalty"
    labels = [seat(who) for who in range(setup.players)]
    limits: dict[str, Any] = {"labels": labels, "least": 0, "most": MOST_LEFT, "blank": 0}
    controls: list[Control] = [
        Choice(
            name="kind",
            label=say("How did the hand end?"),
            options=[
                Option("out", say("Somebody ran out"), {"kind": "out"}),
                Option("blocked", say("Locked: all knocked"), {"kind": "blocked"}),
            ],
            default="out",
            rule="end-of-hand",
        ),
        Choice(
            name="winner",
            label=say("Who ran out of cards?"),
            options=seats_to_choose(range(setup.players), "winner"),
            rule="out",
            when={"kind": "out"},
            submits=not penalty,
        ),
        CardsLeftRow(
            name="left_out",
            path="cards_left",
            label=say("Cards left"),
            help=say("None for the player who ran out."),
            rule="scoring",
            when={"kind": "out"},
            fold=not penalty,
            **limits,
        ),
        CardsLeftRow(
            name="cards_left",
            label=say("Cards left"),
            rule="blocked",
            when={"kind": "blocked"},
            **limits,
        ),
    ]
    if penalty:
        kings = say("Kings among them")
        controls.append(_KingsRow(name="kings_left", label=kings, rule="penalty", **limits | {"most": KINGS}))
    return Form(controls)


@dataclass(frozen=True, kw_only=True)
class _KingsRow(Row):
    """A row for the number of kings left to each seat. It shows the number also if the cards were entered."""

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        entered = hand.get("kings_left") or [0] * len(self.labels)
        left = hand.get("cards_left") or []
        if not any(entered) and any(isinstance(entry, list) for entry in left):
            entered = [kings_in(entry) or 0 for entry in left]
        return super().show({"kings_left": entered}) if any(entered) else {}
