"""The form of a hand of Écarté."""

from __future__ import annotations

from scoring.engine.form import (
    Choice,
    Events,
    Form,
    Option,
    cards_to_choose,
    seat_label,
    seats_in_order,
    seats_to_choose,
)
from scoring.engine.game import Setup
from scoring.engine.messages import say, seat
from scoring.games.ecarte.models import PACK, TRICKS, EcarteOptions, EcarteState


def make_form(setup: Setup[EcarteOptions], state: EcarteState) -> Form:
    """Returns the form of the next hand, usually one tap for the tricks: an exchange, no king turned up and
    none shown.
    """
    dealer, other = state.dealer, setup.after(state.dealer)
    decisive = state.totals[dealer] + 1 >= setup.options.target
    return Form(
        [
            Choice(
                name="turned_as",
                label=say("Card turned up"),
                options=[Option("king", say("King or not")), Option("card", say("Which card"))],
                default="king",
                fold=True,
                rule="king-turned",
            ),
            Choice(
                name="turned",
                label=say("King turned up?"),
                options=[
                    Option("no", say("No")),
                    Option("yes", say("King, 1 for {who}", who=seat(dealer)), {"up_card_king": True}),
                ],
                default="no",
                when={"turned_as": "king"},
                rule="king-turned",
            ),
            Choice(
                name="up_card",
                label=say("Card turned up"),
                options=cards_to_choose(PACK.cards, "up_card"),
                when={"turned_as": "card"},
                rule="king-turned",
            ),
            Choice(
                name="exchange",
                label=say("Exchange"),
                help=say("Leave out anything after the end of the match.") if decisive else None,
                options=[
                    Option("exchanged", say("Exchanged"), {"exchange": "exchanged"}),
                    Option("played", say("{who} played at once", who=seat(other)), {"exchange": "played"}),
                    Option("refused", say("{who} refused", who=seat(dealer)), {"exchange": "refused"}),
                ],
                default=None if decisive else "exchanged",
                rule="vulnerable",
            ),
            Choice(
                name="king_shown",
                label=say("King of trumps shown?"),
                options=[Option("nobody", say("No")), *seats_to_choose(range(setup.players), "king_shown")],
                default="nobody",
                rule="king-shown",
            ),
            Choice(
                name="tricks_as",
                label=say("Tricks"),
                options=[Option("count", say("How many")), Option("order", say("In order"))],
                default="count",
                fold=True,
                rule="point",
            ),
            Choice(
                name="tricks",
                label=say("Tricks of {a} and {b}", a=seat(0), b=seat(1)),
                options=[
                    Option(f"{mine}", say("{a}–{b}", a=mine, b=TRICKS - mine), {"tricks": [mine, TRICKS - mine]})
                    for mine in range(TRICKS, -1, -1)
                ],
                when={"tricks_as": "count"},
                rule="point",
            ),
            Events(
                name="trick_winners",
                label=say("Who won the tricks, in order"),
                describe=seat_label,
                quick=seats_in_order(range(setup.players)),
                when={"tricks_as": "order"},
                rule="point",
            ),
        ],
        always={"kind": "hand"},
    )
