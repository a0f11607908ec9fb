"""The form of a hand of Truc: one tap for a plain hand, two for a raised one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine.form import Choice, Control, Events, Form, Option, Toggle
from scoring.engine.game import Setup
from scoring.engine.messages import Message, card, say, side
from scoring.games.truc.models import HandType, TrucOptions, TrucState
from scoring.games.truc.result import CALLS, STAKES, defenders, hand_type, leaders

QUICK: dict[str, str] = {"entry": "summary"}


def make_form(setup: Setup[TrucOptions], state: TrucState) -> Form:
    """Returns the form of the next hand; the kind of hand follows from the totals."""
    kind = hand_type(setup.options, state.totals)
    controls: list[Control] = [_entry()]
    if kind != "eleven":
        controls += _stake()
    controls += [_winner(setup, state, kind), _events(kind)]
    controls.append(_deal(one_card=setup.options.one_card and kind == "normal"))
    return Form(controls)


def _entry() -> Choice:
    return Choice(
        name="entry",
        label=say("What to write down"),
        options=[
            Option("summary", say("Result"), {"kind": "summary"}),
            Option("events", say("Calls and tricks"), {"kind": "events"}),
        ],
        default="summary",
        fold=True,
        rule="scoring",
    )


def _stake() -> list[Control]:
    return [
        Choice(
            name="stake",
            label=say("Stake agreed"),
            options=[
                Option(str(stake), say("{n}", n=stake), {"stake": stake}, note=CALLS.get(stake, say("plain")))
                for stake in STAKES
            ],
            default=str(STAKES[0]),
            when=QUICK,
            rule="raising",
        ),
        Toggle(
            name="refused",
            label=say("They rejected the next call"),
            help=say(
                "Scored for a refused call: {calls}",
                calls=[say("{call} ({n})", call=CALLS[stake + 1], n=stake) for stake in STAKES[:-1]],
            ),
            when={**QUICK, "stake": [str(stake) for stake in STAKES[:-1]]},
            rule="rejecting",
        ),
    ]


def _winner(setup: Setup[TrucOptions], state: TrucState, kind: HandType) -> Choice:
    """Returns the choice of the winner, which saves the hand.

    In a hand of eleven it also decides whether it was played.
    """
    played = {"eleven_choice": "play"} if kind == "eleven" else {}
    options = [Option(str(number), side(number), {**played, "winner": number}) for number in (0, 1)]
    if kind == "eleven":
        text = say("{who} declined", who=side(leaders(state.totals)))
        options.append(Option("decline", text, {"eleven_choice": "decline"}, own_row=True))
    return Choice(
        name="winner",
        label=say("Hand of eleven: who won it?") if kind == "eleven" else say("Who won the hand?"),
        help=say("Equal tricks: {who}, the dealer's opponents", who=side(defenders(setup, state))),
        options=options,
        submits=True,
        when=QUICK,
        rule="hand" if kind == "normal" else "eleven",
    )


def _events(kind: HandType) -> Events:
    """Buttons for everything that can happen: tricks first, then the calls and answers of each side."""
    events: list[dict[str, Any]] = []
    if kind == "eleven":
        events += [{"kind": "eleven", "choice": choice} for choice in ("play", "decline")]
    events += [{"kind": "trick", "winner": winner} for winner in (0, 1, None)]
    for number in (0, 1) if kind != "eleven" else ():
        events += [{"kind": "raise", "side": number, "to": to} for to in STAKES[1:]]
        events += [{"kind": answer, "side": number} for answer in ("accept", "reject")]
    return Events(
        name="events",
        label=say("The hand as it went"),
        help=say("Up to the trick or the answer that ended it."),
        describe=event_label,
        quick=[Option(str(place), event_label(event), event) for place, event in enumerate(events)],
        when={"entry": "events"},
        rule="hand",
    )


def _deal(*, one_card: bool) -> Choice:
    options = [
        Option("cut", say("Cut, three cards")),
        Option("refused3", say("Not cut, three cards"), {"cut": False}),
    ]
    if one_card:
        options.append(Option("refused1", say("Not cut, one card"), {"cut": False, "hand_size": 1}))
    return Choice(name="deal", label=say("The deal"), options=options, default="cut", fold=True, rule="setup")


def event_label(event: Mapping[str, Any]) -> Message:
    """Returns the label of an event in the list. Events come from the form or from a recorded hand."""
    match event:
        case {"kind": "eleven", "choice": "play"}:
            return say("Play")
        case {"kind": "raise", "side": 0 | 1 as number, "to": 2 | 3 as to}:
            return say("{who} call {call} ({to})", who=side(number), call=CALLS[to], to=to)
        case {"kind": "accept", "side": 0 | 1 as number}:
            return say("{who} accept", who=side(number))
        case {"kind": "reject", "side": 0 | 1 as number}:
            return say("{who} reject", who=side(number))
        case {"kind": "trick", "plays": list() as plays}:
            return say("Trick: {plays}", plays=[card(play["card"]) for play in plays])
        case {"kind": "trick", "winner": 0 | 1 as number}:
            return say("Trick: {who}", who=side(number))
        case {"kind": "trick"}:
            return say("Trick drawn")
        case _:
            return say("Decline")
