"""The form of a hand of Malilla."""

from __future__ import annotations

from scoring.engine.card_by_parts import CardRank, CardSuit
from scoring.engine.cards import SUITS, SYMBOLS
from scoring.engine.form import Choice, Control, Form, Option, Row, Share, sides_to_choose
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import rank, say, side
from scoring.games.malilla.models import ALL_POINTS, CARD_POINTS, PACK_40, RANKS, TRICKS, MalillaOptions

PLAYED = {"kind": "played"}


def make_form(setup: Setup[MalillaOptions]) -> Form:
    """Returns the form of a hand: the turned card and the points of one side are enough."""
    # If a wrong play costs the hand and not the match, the turned card still scores its bonus.
    scores = setup.options.foul == "hand" and setup.options.up_card_bonus
    turned = {"kind": ["played", "foul"]} if scores else PLAYED
    return Form(
        [
            Choice(
                name="kind",
                label=say("How did the hand end?"),
                options=[
                    Option("played", say("Played out"), {"kind": "played"}),
                    Option("foul", say("A wrong play"), {"kind": "foul"}),
                    Option("misdeal", say("A wrong deal"), {"kind": "misdeal"}),
                ],
                default="played",
                fold=True,
                rule="irregularities",
            ),
            CardSuit(
                name="trump",
                path="up_card",
                label=say("Suit of the dealer's last card"),
                options=[Option(letter, SYMBOLS[letter]) for letter in SUITS],
                when=turned,
                rule="bonus",
            ),
            CardRank(
                name="up_card",
                path="up_card",
                suit="trump",
                label=say("Its rank"),
                options=[Option(name, rank(name)) for name in RANKS],
                when=turned,
            ),
            Choice(
                name="way",
                label=say("How was it counted?"),
                options=[
                    Option("points", say("Points")),
                    Option("both", say("Cards and tricks")),
                    Option("cards", say("Tap the cards")),
                ],
                default="points",
                when=PLAYED,
                fold=True,
                rule="scoring",
            ),
            *_counts(setup),
            Share(
                name="captured",
                label=say("Who captured what?"),
                help=say("Tap all the cards of one side; the other has the rest."),
                labels=_labels(setup),
                cards=PACK_40.cards,
                rest_null=True,
                when=PLAYED | {"way": "cards"},
                rule="card-strength",
            ),
            Choice(
                name="side",
                label=say("Who played wrongly?"),
                options=sides_to_choose(len(setup.sides), "side"),
                when={"kind": "foul"},
                rule="foul",
            ),
        ]
    )


def _labels(setup: Setup[MalillaOptions]) -> list[object]:
    return [side(number) for number in range(len(setup.sides))]


def _counts(setup: Setup[MalillaOptions]) -> list[Control]:
    controls = [
        ("points", _("Cards and tricks together"), ALL_POINTS, "points"),
        ("card_points", _("Card points"), CARD_POINTS, "both"),
        ("tricks", _("Tricks"), TRICKS, "both"),
    ]
    return [
        Row(
            name=name,
            label=say(label),
            help=say("One side is enough; both make {all}.", all=total),
            labels=_labels(setup),
            least=0,
            most=total,
            sum_to=total,
            when=PLAYED | {"way": way},
            rule="scoring",
        )
        for name, label, total, way in controls
    ]
