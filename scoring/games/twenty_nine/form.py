"""The form of a hand of Twenty-Nine."""

from __future__ import annotations

from scoring.engine.cards import cards_of
from scoring.engine.form import (
    Amount,
    Choice,
    Control,
    Form,
    Option,
    Share,
    seats_to_choose,
    sides_to_choose,
    suits_to_choose,
    yes_no,
)
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import say, side
from scoring.games.twenty_nine.models import RANKS, TwentyNineOptions, TwentyNineState, all_points


def make_form(setup: Setup[TwentyNineOptions], state: TwentyNineState) -> Form:
    """Returns the form of the next hand: the bidder, the bid, the royals and the card points of the bidding side."""
    options = setup.options
    order = range(4)
    most = all_points(options)
    controls: list[Control] = [
        Choice(name="bidder", label=say("Who bid highest?"), options=seats_to_choose(order, "bidder"), rule="bidding"),
        Amount(
            name="bid",
            label=say("Bid"),
            least=options.minimum_bid,
            most=most,
            quick=tuple(range(options.minimum_bid, 23)),
            rule="bidding",
        ),
        Choice(
            name="way",
            label=say("Enter"),
            options=[
                Option("result", say("Made or not made")),
                Option("points", say("Card points")),
                Option("cards", say("The cards")),
            ],
            default="result",
            fold=True,
            rule="scoring",
        ),
        Choice(
            name="made",
            label=say("The contract"),
            options=yes_no("made", _("Made"), _("Not made")),
            when={"way": "result"},
            rule="scoring",
        ),
        Amount(
            name="declarer_points",
            label=say("Card points of the bidder's side"),
            least=0,
            most=most,
            quick=tuple(range(13, 22)),
            when={"way": "points"},
            rule="card-points",
        ),
        Share(
            name="captured",
            label=say("The cards each side won"),
            help=say("Tap the cards of one side and give the rest to the other."),
            labels=[side(0), side(1)],
            cards=cards_of(RANKS),
            rest_null=True,
            when={"way": "cards"},
            rule="card-points",
        ),
    ]
    return Form([*controls, *_rarer_controls(options)], always={"kind": "played"})


def _rarer_controls(options: TwentyNineOptions) -> list[Control]:
    controls: list[Control] = []
    if options.last_trick:
        controls.append(
            Choice(
                name="last_trick",
                label=say("Who took the last trick?"),
                options=sides_to_choose(2, "last_trick"),
                when={"way": "cards"},
                rule="last-trick",
            )
        )
    if options.royals:
        nobody = Option("none", say("Nobody"))
        controls.append(
            Choice(
                name="royals",
                label=say("Who showed the royals?"),
                options=[nobody, *sides_to_choose(2, "royals")],
                default="none",
                rule="royals",
            )
        )
    if options.doubling:
        calls = {"none": say("No"), "double": say("Doubled"), "redouble": say("Redoubled")}
        controls.append(
            Choice(
                name="double",
                label=say("Doubled?"),
                options=[Option(call, label, {"double": call}) for call, label in calls.items()],
                default="none",
                rule="doubling",
            )
        )
    trumps = suits_to_choose("trump")
    return [*controls, Choice(name="trump", label=say("Trump"), options=trumps, fold=True, rule="bidding")]
