"""The bid in the form of a hand of Skat: beside the game those that can be too high, behind "more" all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import SUITS
from scoring.engine.form import Choice, Control, FormValues, Option
from scoring.engine.messages import say
from scoring.games.skat.cards import BASE, LEGAL_BIDS, NULL_VALUES

When = dict[str, str | Sequence[str]]

FEW_BIDS = 7

#: The smallest value of each game, and the next bids above it. Lower ones are behind "more": they change nothing.
SMALLEST = {**{game: BASE[game] * 2 for game in (*SUITS, "grand")}, "null": NULL_VALUES[False, False]}
OFFERED = {game: [bid for bid in LEGAL_BIDS if bid > least][:FEW_BIDS] for game, least in SMALLEST.items()}


@dataclass(frozen=True, kw_only=True)
class _Bid(Choice):
    """A bid. offers: the bids for each game; a recorded bid that is not among them is another control's."""

    offers: Mapping[str, Sequence[int]]

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        offered = self.offers.get(hand.get("trump") or hand.get("kind", ""), ())
        return {self.name: [str(hand["bid"])]} if hand.get("bid") in offered else {self.name: ["none"]}


def any_bid(with_declarer: When) -> Choice:
    """Returns every bid; those that can be too high are offered beside the game."""
    rare = {game: [bid for bid in LEGAL_BIDS if bid not in offered] for game, offered in OFFERED.items()}
    return _Bid(
        name="bid",
        label=say("Another bid"),
        help=say("If you leave it out, overbidding is not checked."),
        options=[Option("none", say("Not entered")), *map(_bid_option, LEGAL_BIDS)],
        offers=rare,
        default="none",
        when=with_declarer,
        fold=True,
        rule="overbid",
    )


def bids_that_matter(with_declarer: When) -> list[Control]:
    """Returns the bids above the smallest value of each game: with any other, nobody has bid too high."""
    return [
        _Bid(
            name=f"bid_{game}",
            label=say("Bid"),
            options=[Option("none", say("Bid to {n}", n=SMALLEST[game])), *map(_bid_option, offered)],
            offers={game: offered},
            default="none",
            when={**with_declarer, "game": game},
            inline=True,
        )
        for game, offered in OFFERED.items()
    ]


def _bid_option(bid: int) -> Option:
    return Option(str(bid), say("{n}", n=bid), {"bid": bid})
