"""The form of a hand of Zetema: what is scored, as it is scored; or the sums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine.cards import SUITS, SYMBOLS
from scoring.engine.form import Choice, Control, Event, Events, Form, Option, Pick, Row, Toggle, seats_to_choose
from scoring.engine.game import Setup
from scoring.engine.messages import Message, card, rank, say, seat, side, suit
from scoring.games.zetema.melds import NAMES, least_of_hand, rank_word
from scoring.games.zetema.models import RANKS, ZetemaOptions, ZetemaState, doubled_suit, hand_size, pack_with

BY_EVENTS = {"entry": "events"}
BY_SUMS = {"entry": "summary"}


def make_form(setup: Setup[ZetemaOptions], state: ZetemaState) -> Form:
    """Returns the form of a hand, which may be saved after every score: it stays open until it is over."""
    return Form(
        [
            Choice(
                name="entry",
                label=say("What to write down"),
                options=[
                    Option("events", say("Everything as it is scored"), {"kind": "events"}),
                    Option("summary", say("The sums of the hand"), {"kind": "summary"}),
                ],
                default="events",
                fold=True,
                rule="entry",
            ),
            _events(setup, doubled_suit(setup, state)),
            Toggle(
                name="end",
                label=say("The hand is played out"),
                help=say("Nobody has a card left, and nobody reached the target. Anything not entered is listed."),
                value="stock",
                when=BY_EVENTS,
                rule="stock",
            ),
            Row(
                name="points",
                label=say("Scored in this hand"),
                help=say(
                    "A hand that is played out has at least {least} together.", least=least_of_hand((), married=False)
                ),
                labels=[side(number) for number in range(len(setup.sides))],
                least=0,
                step=5,
                blank=0,
                when=BY_SUMS,
                rule="scoring",
            ),
        ]
    )


def _events(setup: Setup[ZetemaOptions], doubled: str) -> Events:
    melds = [Option(kind, name, {"kind": kind}) for kind, name in NAMES.items()]
    marriages = [Option(letter, SYMBOLS[letter], {"kind": "marriages", "suits": [letter]}) for letter in SUITS]
    ranks = [Option(name, rank(name), {"kind": "zetema", "rank": name}) for name in reversed(RANKS)]
    scoring_event = Event(
        "scored",
        say("Scored"),
        [_seat_choice(setup)],
        adds=[
            Choice(name="meld", label=say("What?"), options=melds),
            Choice(name="marriage", label=say("Or one marriage"), options=marriages),
            Choice(name="zetema", label=say("Or a zetema"), options=ranks),
        ],
    )
    return Events(
        name="events",
        label=say("Scored so far"),
        help=say("Save whenever you like: the hand stays open until the target is reached or it is played out."),
        describe=event_label,
        others=say("Several marriages, an assembly, a meld by its cards"),
        quick=[Option("turns", say("A new turn"), {"kind": "turns"})],
        kinds=[
            scoring_event,
            Event("marriages", say("Several marriages"), [_seat_choice(setup), _suits(doubled)], {"kind": "marriages"}),
            Event("assembly", say("Assembly"), [_seat_choice(setup), _rank()], {"kind": "assembly"}),
            Event("meld", say("A meld by its cards"), _meld(setup, doubled)),
        ],
        when=BY_EVENTS,
        rule="scoring",
    )


def _seat_choice(setup: Setup[ZetemaOptions]) -> Choice:
    return Choice(name="seat", label=say("Who?"), options=seats_to_choose(range(setup.players), "seat"))


def _rank() -> Choice:
    options = [Option(name, rank(name), {"rank": name}) for name in reversed(RANKS)]
    return Choice(name="rank", label=say("Five of which rank?"), options=options, rule="melds")


def _suits(doubled: str) -> Pick:
    options = [Option(letter, SYMBOLS[letter], {"suit": letter}) for letter in SUITS]
    again = Option("again", say("{sign} again", sign=SYMBOLS[doubled]), {"suit": doubled})
    return Pick(name="suits", label=say("Which suits?"), options=[*options, again], always=True, rule="marriages")


def _meld(setup: Setup[ZetemaOptions], doubled: str) -> list[Control]:
    pack = pack_with(doubled).cards
    firsts = len(SUITS) * len(RANKS)
    options = [
        Option(code if place < firsts else f"{code}.2", card(code), {"card": code}) for place, code in enumerate(pack)
    ]
    return [
        _seat_choice(setup),
        Choice(
            name="kind",
            label=say("Which meld?"),
            options=[Option(kind, name, {"kind": kind}) for kind, name in NAMES.items()],
        ),
        Pick(
            name="cards",
            label=say("Its cards"),
            options=options,
            most=hand_size(setup.players),
            fold=True,
            rule="melds",
        ),
    ]


def event_label(event: Mapping[str, Any]) -> Message:
    """Returns the label of an event in the list. Events come from the form or from a recorded hand."""
    match event:
        case {"kind": "turns"}:
            return say("A new turn")
        case {"seat": int() as who, "kind": "marriages", "suits": list() as suits} if all(s in SUITS for s in suits):
            return say("{who}: marriages, {suits}", who=seat(who), suits=[suit(letter) for letter in suits])
        case {"seat": int() as who, "kind": "zetema", "rank": str() as rank} if rank in RANKS:
            return say("{who}: zetema of {rank}", who=seat(who), rank=rank_word(rank))
        case {"seat": int() as who, "kind": "assembly", "rank": str() as rank} if rank in RANKS:
            return say("{who}: assembly of {rank}", who=seat(who), rank=rank_word(rank))
        case {"seat": int() as who, "kind": str() as kind} if kind in NAMES:
            return say("{who}: {meld}", who=seat(who), meld=NAMES[kind])
        case _:
            return say("Say who and what")
