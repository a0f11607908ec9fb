"""The form of a game of Mate: how it ended, who had foreplaced, or every move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.form import Choice, Control, Data, Form, FormValues, Option, Share, cards_to_choose, seats_to_choose
from scoring.engine.form_groups import Groups, card_label, cards_in_order
from scoring.engine.game import Setup
from scoring.engine.messages import say, seat
from scoring.games.mate.cards import HAND_SIZE, PACK
from scoring.games.mate.models import MateOptions, MateState
from scoring.games.mate.rounds import leader_of

FIELD = "foreplaced"
WHO: dict[str, list[bool | None]] = {
    "nobody": [None, None],
    "0": [True, None],
    "1": [None, True],
    "both": [True, True],
}


def make_form(setup: Setup[MateOptions], state: MateState) -> Form:
    """Returns the form of a game: its mate, a draw, or its moves."""
    mate, moves = {"how": "mate"}, {"how": "moves"}
    leader = leader_of(state)
    how = Choice(
        name="how",
        label=say("How did the game end?"),
        options=[
            Option("mate", say("Mate"), {"kind": "mate"}),
            Option("draw", say("Draw"), {"kind": "draw"}),
            Option("moves", say("Enter every move"), {"kind": "moves"}),
        ],
        default="mate",
    )
    return Form(
        [
            how,
            *(_foreplacing_controls() if setup.options.foreplacing else []),
            Choice(
                name="seat",
                label=say("Who gave mate?"),
                options=seats_to_choose(range(2), "seat"),
                rule="mate",
                when=mate,
            ),
            Choice(
                name="card",
                label=say("With which card?"),
                options=cards_to_choose(PACK.cards, "card"),
                rule="mate",
                when=mate,
            ),
            Choice(
                name="move",
                label=say("On which move?"),
                help=say("The mating lead counts as a move."),
                options=[Option(str(n), str(n), {"move": n}) for n in range(1, HAND_SIZE + 1)],
                rule="scoring",
                when=mate,
            ),
            Groups(
                name="moves",
                label=say("The cards in the order of play"),
                help=say("{who} leads the first move, the winner of each move the next.", who=seat(leader)),
                size=2,
                last_short=True,
                quick=cards_in_order(PACK.cards),
                describe=card_label,
                rule="play",
                when=moves,
            ),
        ]
    )


@dataclass(frozen=True, kw_only=True)
class _ForeplacedBy(Choice):
    """Who put a card aside; a card that is known shows as one put aside."""

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        cards = hand.get(FIELD)
        return super().show({} if cards is None else {FIELD: [True if entry else None for entry in cards]})


@dataclass(frozen=True, kw_only=True)
class _ForeplacedCard(Share):
    """The foreplaced card, if it is known; it replaces the value that ``_ForeplacedBy`` writes.

    Of several cards the first counts.
    """

    def read(self, data: Data) -> dict[str, Any]:
        piles = super().read(data)[FIELD]
        if not any(piles):
            return {}
        who = WHO.get("".join(data.get(FIELD, ())), WHO["nobody"])
        return {FIELD: [pile[0] if pile else unknown for pile, unknown in zip(piles, who, strict=True)]}

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        cards = hand.get(FIELD) or []
        return super().show({FIELD: [[entry] if isinstance(entry, str) else [] for entry in cards]})


def _foreplacing_controls() -> list[Control]:
    """Who put a card aside, and behind a fold which."""
    names = {"nobody": say("Nobody"), "0": seat(0), "1": seat(1), "both": say("Both")}
    return [
        _ForeplacedBy(
            name=FIELD,
            label=say("Who had foreplaced?"),
            options=[Option(who, names[who], {FIELD: fields}) for who, fields in WHO.items()],
            default="nobody",
            rule="foreplacing",
        ),
        _ForeplacedCard(
            name="foreplaced_card",
            path=FIELD,
            label=say("Which card was put aside?"),
            help=say("If it is known. The app then checks that nobody plays it."),
            labels=[seat(0), seat(1)],
            cards=PACK.cards,
            rule="foreplacing",
            when={FIELD: ["0", "1", "both"]},
            fold=True,
        ),
    ]
