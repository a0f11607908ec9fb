"""The form of a hand of Belote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.cards import PACK_32
from scoring.engine.form import (
    Amount,
    Choice,
    Control,
    Event,
    Events,
    Form,
    Option,
    Row,
    Share,
    sides_to_choose,
    suits_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import Message, rank, say, seat, side
from scoring.games.belote.declarations import FOUR_ORDER, FOURS, rank_in_words
from scoring.games.belote.models import ALL_POINTS, RUN_ORDER, SHORTEST_HUNDRED, BeloteOptions, BeloteState


def make_form(setup: Setup[BeloteOptions], state: BeloteState) -> Form:
    """Returns the form of the next hand: the taker, the trump suit and the trick points; cards and declarations if
    wanted.
    """
    order = range(4)
    takers = [Option(str(number), seat(number), {"kind": "played", "taker": number}) for number in order]
    nobody = Option("nobody", say("Nobody"), {"kind": "passed_in"})
    played = {"taker": [option.value for option in takers]}
    ways = {"points": say("Counted"), "capot": say("Capot"), "cards": say("By cards")}
    return Form(
        [
            Choice(name="taker", label=say("Who took?"), options=[*takers, nobody], rule="bidding"),
            Choice(name="trump", label=say("Trump"), options=suits_to_choose("trump"), when=played, rule="bidding"),
            Choice(
                name="way",
                label=say("How did it end?"),
                options=[Option(name, label) for name, label in ways.items()],
                default="points",
                when=played,
                fold=True,
                rule="scoring",
            ),
            *_points_controls({**played, "way": "points"}),
            Choice(
                name="capot",
                label=say("Who took all eight tricks?"),
                options=sides_to_choose(2, "capot"),
                when={**played, "way": "capot"},
                rule="capot",
            ),
            *_card_controls({**played, "way": "cards"}),
            *_declaration_controls(setup.options, order, played),
        ]
    )


def _points_controls(when: dict[str, Any]) -> list[Control]:
    return [
        Row(
            name="trick_points",
            label=say("Trick points"),
            help=say("The other side gets the rest of the {all}.", all=ALL_POINTS),
            labels=[side(0), side(1)],
            least=0,
            most=ALL_POINTS,
            sum_to=ALL_POINTS,
            when=when,
            rule="card-points",
        ),
        Amount(
            name="tricks",
            label=say("Tricks of the side without points"),
            help=say("Only at 162 to 0, if the poorer side won a worthless trick."),
            least=1,
            most=2,
            when=when,
            fold=True,
            rule="capot",
        ),
    ]


def _card_controls(when: dict[str, Any]) -> list[Control]:
    return [
        Share(
            name="captured",
            label=say("The cards each side won"),
            help=say("Tap the cards of one side and give the rest to the other."),
            labels=[side(0), side(1)],
            cards=PACK_32.cards,
            rest_null=True,
            when=when,
            rule="card-points",
        ),
        Choice(
            name="last_trick",
            label=say("Last trick"),
            options=sides_to_choose(2, "last_trick"),
            when=when,
            rule="last-trick",
        ),
    ]


def _declaration_controls(options: BeloteOptions, order: Sequence[int], when: dict[str, Any]) -> list[Control]:
    controls: list[Control] = []
    if options.declarations != "none":
        controls.append(
            Choice(
                name="belote",
                label=say("Belote"),
                options=[Option("none", say("Nobody")), *sides_to_choose(2, "belote")],
                default="none",
                when=when,
                rule="belote",
            )
        )
    if options.declarations == "all":
        controls.append(
            Events(
                name="declarations",
                label=say("Declarations"),
                help=say("Those of the better side are enough; if both are entered, they are compared."),
                kinds=[
                    _event(order, "tierce", _("Run of three"), RUN_ORDER[:6]),
                    _event(order, "fifty", _("Run of four"), RUN_ORDER[:5]),
                    _event(order, "hundred", _("Run of five or more"), RUN_ORDER[:4]),
                    _event(order, "four", _("Four of a kind"), FOUR_ORDER),
                ],
                describe=_declaration_label,
                when=when,
                fold=True,
                rule="declarations",
            )
        )
    return controls


def _event(order: Sequence[int], name: str, label: str, ranks: tuple[str, ...]) -> Event:
    tops = [Option(top, rank(top), {"high": top}) for top in ranks]
    players = [Option(str(number), seat(number), {"side": number % 2, "seat": number}) for number in order]
    controls: list[Control] = [
        Choice(name="seat", label=say("Who declared it?"), options=players, rule="comparison"),
        Choice(name="high", label=say("Which?") if name == "four" else say("Highest card"), options=tops),
    ]
    if name == "hundred":
        controls.append(Amount(name="length", label=say("Cards"), least=5, most=8, default=5))
    if name != "four":
        controls.append(
            Choice(
                name="suit",
                label=say("Suit"),
                help=say("Needed if both sides have the same run."),
                options=suits_to_choose("suit"),
                fold=True,
                rule="comparison",
            )
        )
    return Event(name, say(label), controls, {"type": name})


#: The name of an entry of the list.
_EVENT_NAMES = {
    "tierce": _("{who}: run of three from the {high}"),
    "fifty": _("{who}: run of four from the {high}"),
    "hundred": _("{who}: run of {n} from the {high}"),
    "four": _("{who}: {what}"),
}


def _declaration_label(event: Any) -> Message:
    whose, player, high = event.get("side"), event.get("seat"), event.get("high")
    if whose not in (0, 1) or high is None or event.get("type") not in _EVENT_NAMES:
        return say("Not complete: who declared it, and how high is it?")
    who = seat(player) if player in range(4) else side(whose)
    named = FOURS.get(high, rank(str(high))) if event["type"] == "four" else rank_in_words(str(high))
    return say(_EVENT_NAMES[event["type"]], who=who, high=named, what=named, n=event.get("length") or SHORTEST_HUNDRED)
