"""The form of a hand of Rolling Stone: who was out first, or how each trick ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards_left import CardsLeftRow
from scoring.engine.form import Choice, Control, Data, Event, Events, Form, Option, Share, seats_to_choose
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import Message, say, seat
from scoring.games.rolling_stone.cards import HAND_SIZE, pack_of
from scoring.games.rolling_stone.models import RollingStoneOptions


def make_form(setup: Setup[RollingStoneOptions]) -> Form:
    """Returns the form of a hand: who was out first and the cards left, or the tricks."""
    scoring = setup.options.scoring
    return Form(
        [
            Choice(
                name="way",
                label=say("Entered by"),
                options=[
                    Option("result", say("The result"), {"kind": "result"}),
                    Option("tricks", say("Trick by trick"), {"kind": "tricks"}),
                ],
                default="result",
                fold=True,
            ),
            Choice(
                name="winner",
                label=say("Who ran out of cards first?"),
                options=seats_to_choose(range(setup.players), "winner"),
                rule="out",
                when={"way": "result"},
                submits=scoring == "wins",
            ),
            _tricks_control(setup),
            _left_control(setup),
        ]
    )


@dataclass(frozen=True, kw_only=True)
class CardsLeftShare(Share):
    """Cards left to each seat; nothing is written if no card was tapped, since a hand may still be played."""

    def read(self, data: Data) -> dict[str, Any]:
        filled = super().read(data)
        return filled if any(filled["cards_left"]) else {}


def _left_control(setup: Setup[RollingStoneOptions]) -> Control:
    """Returns the control for the cards left: their number, or the cards if pips are scored."""
    labels = [seat(who) for who in range(setup.players)]
    if setup.options.scoring == "pips":
        return CardsLeftShare(
            name="cards_left",
            label=say("Cards left"),
            help=say("Tap a player, then the cards; the winner has none."),
            labels=labels,
            cards=pack_of(setup.players).cards,
            rule="pips",
        )
    return CardsLeftRow(
        name="cards_left",
        label=say("Cards left"),
        help=say("None for the winner."),
        labels=labels,
        least=0,
        most=HAND_SIZE * setup.players - 1,
        blank=0,
        rule="cards",
        when={"way": "result"},
        fold=setup.options.scoring == "wins",
    )


def _tricks_control(setup: Setup[RollingStoneOptions]) -> Control:
    def event(kind: str, label: str, question: str, path: str) -> Event:
        who = Choice(name=path, label=say(question), options=seats_to_choose(range(setup.players), path))
        return Event(kind, say(label), [who], {"kind": kind})

    return Events(
        name="tricks",
        label=say("How did each trick end?"),
        help=say("The hand ends when somebody runs out of cards."),
        kinds=[
            event("followed", _("All followed"), _("Who won?"), "winner"),
            event("picked_up", _("Picked up"), _("Who picked up?"), "seat"),
            event("out", _("Out"), _("Who played the last card?"), "seat"),
        ],
        describe=_trick_label,
        rule="play",
        when={"way": "tricks"},
    )


def _trick_label(entry: Mapping[str, Any]) -> Message:
    """The name of an entry in the list."""
    match entry.get("kind"):
        case "followed":
            return say("All followed, {who} wins", who=seat(entry.get("winner", 0)))
        case "picked_up":
            return say("{who} picks up", who=seat(entry.get("seat", 0)))
        case _:
            return say("{who} is out", who=seat(entry.get("seat", 0)))
