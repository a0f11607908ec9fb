"""What the phone asks in Card Stock Market: the first prices, then each turn action by action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.engine.cards import PACK_52, cards_of
from scoring.engine.form import Choice, Event, Events, Form, Option
from scoring.engine.game import Setup
from scoring.engine.messages import Message, card, plural, say, seat, suit
from scoring.games.card_stock_market.ledger import NUMBERS, RAISED, is_picture
from scoring.games.card_stock_market.models import COPIES, MARKET, CardStockMarketOptions, CardStockMarketState
from scoring.games.card_stock_market.turn import MOST_DISCARDED

TURN = {"kind": "turn"}
RANKS = (*NUMBERS, *RAISED)


def make_form(setup: Setup[CardStockMarketOptions], state: CardStockMarketState) -> Form:
    """The form: the opening while the market is closed, afterwards the turn of the player to move."""
    if state.market is None:
        return Form([_first(letter) for letter in MARKET], always={"kind": "opening"})
    return Form([_kind(state), _actions(state)])


def _first(letter: str) -> Choice:
    return Choice(
        name=f"opening.{letter}",
        label=say("First number card of {suit}", suit=suit(letter)),
        options=[Option(code, card(code), {f"opening.{letter}": code}) for code in cards_of(NUMBERS, letter)],
        rule="opening",
    )


def _kind(state: CardStockMarketState) -> Choice:
    who = state.to_move or 0
    drawn = (
        Option("joker", say("A joker was drawn"), {"kind": "joker"})
        if state.reshuffled
        else Option("reshuffle", say("The draw pile ran out"), {"kind": "reshuffle"})
    )
    return Choice(
        name="kind",
        label=say("What happened?"),
        options=[Option("turn", say("{who} played", who=seat(who)), {"kind": "turn", "seat": who}), drawn],
        default="turn",
        rule="turn",
    )


def _actions(state: CardStockMarketState) -> Events:
    """Selling and throwing away by one tap; buying and prices by the card, those left that can be in a hand."""
    own = state.certificates[state.to_move or 0]
    sells = [
        Option(f"sell.{code}", say("Sell {card}", card=card(code)), {"do": "sell", "card": code})
        for code in dict.fromkeys(own)
    ]
    throws = [Option(f"discard.{n}", _thrown(n), {"do": "discard", "count": n}) for n in range(1, MOST_DISCARDED + 1)]
    hidden = [code for letter in MARKET for code in cards_of(RANKS, letter) if state.seen.get(code, 0) < COPIES]
    numbers = [code for code in hidden if not is_picture(code)]
    pictures = [code for code in hidden if is_picture(code)]
    return Events(
        name="actions",
        label=say("In this turn"),
        help=say(
            "Two trades and two prices at most, each kind together; or cards thrown away. An empty turn is allowed too."
        ),
        describe=_describe,
        quick=[*sells, *throws],
        kinds=[
            Event("buy", say("Buy"), [_card(hidden)], {"do": "buy"}),
            Event("price", say("Set a price"), [_card(numbers)], {"do": "price"}),
            Event("raise", say("Raise with a picture card"), [_card(pictures)], {"do": "price", "face": "raise"}),
            Event("bankrupt", say("Bankrupt a suit"), [_card(pictures)], {"do": "price", "face": "bankrupt"}),
        ],
        when=TURN,
        rule="turn",
    )


def _card(codes: Iterable[str]) -> Choice:
    options = [Option(code, card(code), {"card": code}) for code in codes]
    return Choice(name="card", label=say("Which card?"), options=options)


def _thrown(n: int) -> Message:
    return plural(n, "Throw {n} card away", "Throw {n} cards away")


def _describe(action: Mapping[str, Any]) -> Message:
    """What an action is called in the list. Actions come from the form itself or from the record."""
    match action:
        case {"do": "buy", "card": str() as code} if code in PACK_52:
            return say("Buy {card}", card=card(code))
        case {"do": "sell", "card": str() as code} if code in PACK_52:
            return say("Sell {card}", card=card(code))
        case {"do": "price", "card": str() as code, "face": "bankrupt"} if code in PACK_52:
            return say("{card}: bankrupt", card=card(code))
        case {"do": "price", "card": str() as code, "face": "raise"} if code in PACK_52:
            return say("{card}: raise", card=card(code))
        case {"do": "price", "card": str() as code} if code in PACK_52:
            return say("Price {card}", card=card(code))
        case {"do": "discard", "count": int() as n}:
            return _thrown(n)
        case _:
            return say("Say which card")
