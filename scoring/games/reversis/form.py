"""The form of a hand of Reversis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.engine.form import (
    Amount,
    Choice,
    Control,
    Event,
    Events,
    Form,
    Option,
    Pick,
    Row,
    Toggle,
    When,
    cards_to_choose,
    cards_to_pick,
    seats_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import Message, card, say, seat
from scoring.games.reversis.models import ACES, ALL_POINTS, PACK_48, QUINOLA, SPECIAL, TRICKS, ReversisOptions

COUNTING = "AKQJ"
PARTY, REVERSIS = {"kind": "party"}, {"kind": "reversis"}
SO_FAR = {"kind": ["party", "open"]}
BROKEN = REVERSIS | {"made": "broken"}


def make_form(setup: Setup[ReversisOptions]) -> Form:
    """Returns the form of a hand: first whether somebody took nine tricks, then the payments."""
    return Form(
        [
            Choice(
                name="kind",
                label=say("Tricks 1 to 9 all to one player?"),
                options=[
                    Option("party", say("Nobody"), {"kind": "party"}),
                    Option("reversis", say("Yes, a reversis"), {"kind": "reversis"}),
                    Option("open", say("Still playing"), {"kind": "open"}),
                ],
                default="party",
                rule="reversis",
            ),
            *_party(setup),
            *_reversis(setup),
        ]
    )


def _party(setup: Setup[ReversisOptions]) -> list[Control]:
    labels = [seat(number) for number in range(setup.players)]
    return [
        _events(setup, "events", SO_FAR),
        Row(
            name="tricks",
            label=say("Tricks"),
            help=say("Leave one empty; all make {n}.", n=TRICKS),
            labels=labels,
            least=0,
            most=TRICKS,
            sum_to=TRICKS,
            when=PARTY,
            rule="party",
        ),
        Row(
            name="card_points",
            label=say("Card points"),
            help=say("With the talon {n}; leave one empty.", n=ALL_POINTS),
            labels=labels,
            least=0,
            most=ALL_POINTS,
            among="tricks",
            when=PARTY,
            rule="card-strength",
        ),
        _talon("talon", PARTY),
        _espagnolette(setup, "espagnolette", PARTY),
    ]


def _reversis(setup: Setup[ReversisOptions]) -> list[Control]:
    seats = range(setup.players)
    return [
        Choice(name="seat", label=say("Who?"), options=seats_to_choose(seats, "seat"), when=REVERSIS),
        Choice(
            name="made",
            label=say("The last two tricks"),
            options=[
                Option("made", say("Won both: made"), {"made": True}),
                Option("broken", say("Lost one: broken"), {"made": False}),
            ],
            default="made",
            when=REVERSIS,
            rule="reversis",
        ),
        Toggle(
            name="quinola_in_nine",
            label=say("{card} was played in the nine tricks", card=card(QUINOLA)),
            when=REVERSIS,
            rule="reversis",
        ),
        Choice(name="broken_by", label=say("Broken by"), options=seats_to_choose(seats, "broken_by"), when=BROKEN),
        Choice(
            name="broken_trick",
            label=say("First trick lost"),
            options=[Option(str(n), str(n), {"broken_trick": n}) for n in (10, 11)],
            when=BROKEN,
        ),
        Toggle(
            name="broken_with_quinola",
            label=say("{card} won that trick", card=card(QUINOLA)),
            when=BROKEN,
            rule="reversis",
        ),
        _espagnolette(setup, "against", REVERSIS),
        _talon("reversis_talon", REVERSIS),
        _events(setup, "reversis_events", REVERSIS),
    ]


def _espagnolette(setup: Setup[ReversisOptions], name: str, when: dict[str, str]) -> Choice:
    nobody = Option("nobody", say("Nobody"), {"espagnolette": None})
    return Choice(
        name=name,
        label=say("Who refused suit under the espagnolette?"),
        options=[nobody, *seats_to_choose(range(setup.players), "espagnolette")],
        default="nobody",
        when=when,
        fold=True,
        rule="espagnolette",
    )


def _talon(name: str, when: dict[str, str]) -> Pick:
    return Pick(
        name=name,
        path="talon",
        label=say("Talon"),
        help=say("Only aces, kings, queens and jacks count; leave the others out if you like."),
        options=cards_to_pick(sorted(PACK_48.cards, key=lambda code: code[0] not in COUNTING)),  # the others are rare
        most=4,
        always=when == PARTY,
        when=when,
        fold=when == REVERSIS,
        rule="talon",
    )


def _events(setup: Setup[ReversisOptions], name: str, when: When) -> Events:
    seats = range(setup.players)
    ace = Choice(name="card", label=say("Which?"), options=cards_to_choose(ACES, "card"))
    by = Choice(name="seat", label=say("Who played it?"), options=seats_to_choose(seats, "seat"))
    winner = Choice(name="winner", label=say("Who took the trick?"), options=seats_to_choose(seats, "winner"))
    leader = Choice(name="leader", label=say("Who led?"), options=seats_to_choose(seats, "leader"))
    claimed = Toggle(name="claimed", label=say("Claimed before the next deal"), rule="claims")
    trick = Amount(name="trick", label=say("In which trick?"), least=1, most=TRICKS, fold=True)
    return Events(
        name=name,
        path="events",
        label=say("Aces and Quinola"),
        others=say("With the number of the trick, or claimed"),
        describe=event_label,
        kinds=[
            _card_event(seats),
            Event("ace_off", say("Ace thrown"), [ace, by, winner, trick], sets={"kind": "ace_off"}),
            Event("ace_forced", say("Ace followed suit"), [ace, by, leader, trick], sets={"kind": "ace_forced"}),
            Event("ace_led", say("Ace led"), [ace, by, claimed, trick], sets={"kind": "ace_led"}),
            Event("quinola_off", say("Quinola thrown"), [by, winner, trick], sets={"kind": "quinola_off"}),
            Event("quinola_forced", say("Quinola followed suit"), [by, leader, trick], sets={"kind": "quinola_forced"}),
            Event("quinola_led", say("Quinola led"), [by, claimed, trick], sets={"kind": "quinola_led"}),
        ],
        when=when,
        fold=when == REVERSIS,
        rule="aces",
    )


def _card_event(seats: Iterable[int]) -> Event:
    """Returns the questions of an ace or the Quinola: who played it, and how.

    After each of these cards the next is chosen.
    """
    pieces = cards_to_choose(SPECIAL, "card")
    ways = [
        Option(f"off{n}", say("To {who}", who=seat(n)), {"how": "off", "winner": n}, brief=say("took the trick"))
        for n in seats
    ]
    ways += [
        Option(f"forced{n}", say("{who} led", who=seat(n)), {"how": "forced", "leader": n}, brief=say("led the suit"))
        for n in seats
    ]
    ways.append(Option("led", say("Led it"), {"how": "led"}))
    return Event(
        "piece",
        say("Played"),
        [
            Choice(name="piece", label=say("Which card?"), options=pieces, default=SPECIAL[0]),
            Choice(name="by", label=say("Who played it?"), options=seats_to_choose(seats, "seat")),
        ],
        adds=[
            Choice(
                name="how",
                label=say("Thrown to whom, or who led its suit?"),
                help=say("Skip a card that lies in the talon."),
                options=ways,
                columns=[seat(n) for n in seats],
            )
        ],
        next="piece",
        from_fields=_event_from_fields,
        to_fields=_fields_from_event,
    )


def _event_from_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The event, of which the card and how it was played were tapped."""
    others = {name: value for name, value in fields.items() if name not in ("card", "how")}
    if fields.get("card") == QUINOLA:
        return {"kind": f"quinola_{fields['how']}", **others}
    extra = {"card": fields["card"]} if "card" in fields else {}
    return {"kind": f"ace_{fields['how']}", **extra, **others}


def _fields_from_event(event: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"card": QUINOLA, **event} if str(event.get("kind")).startswith("quinola") else event


_EVENT_TEXTS = {
    "off": _("{who} threw {card}, trick to {other}"),
    "forced": _("{who} followed suit with {card}, {other} led"),
    "led": _("{who} led {card}"),
}


def event_label(event: Any) -> Message:
    """Returns the label of an event in the list; the event may be incomplete."""
    if not isinstance(event, Mapping) or "seat" not in event:
        return say("Not complete")
    piece, _, how = str(event.get("kind")).partition("_")
    other = event.get("winner", event.get("leader"))
    if how not in _EVENT_TEXTS or (other is None and how != "led"):
        return say("Not complete")
    played = "JH" if piece == "quinola" else event.get("card", "")
    if not played:
        return say("Not complete")
    extra = {} if other is None else {"other": seat(other)}
    return say(_EVENT_TEXTS[how], who=seat(event["seat"]), card=card(played), **extra)
