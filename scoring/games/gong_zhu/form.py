"""The form of a hand of Gong Zhu."""

from __future__ import annotations

from scoring.engine.form import Choice, Control, Form, Pick, Share, cards_to_pick, seats_to_choose
from scoring.engine.game import Setup
from scoring.engine.messages import say, seat
from scoring.games.gong_zhu.cards import EXPOSABLE, SCORING
from scoring.games.gong_zhu.models import GongZhuOptions


def make_form(setup: Setup[GongZhuOptions]) -> Form:
    """Returns the form of a hand: the exposed cards, and the scoring cards that each player captured."""
    controls: list[Control] = []
    if setup.options.exposing:
        controls.append(
            Pick(
                name="exposed",
                label=say("Exposed before the first lead"),
                options=cards_to_pick(EXPOSABLE),
                rule="exposing",
            )
        )
    controls.append(
        Share(
            name="captured",
            label=say("Who captured what?"),
            help=say("Tap a player, then the cards. One tap gives a player all the others."),
            labels=[seat(number) for number in range(setup.players)],
            cards=SCORING * setup.options.decks,
            rest_path="rest_to",
            rule="scoring",
        )
    )
    if setup.options.decks == 2:
        controls.append(
            Choice(
                name="pig_last",
                label=say("Who took the last pig?"),
                help=say("Only if two players hold a pig."),
                options=seats_to_choose(range(setup.players), "pig_last"),
                rule="two-decks",
            )
        )
    return Form(controls, always={"kind": "cards"})
