"""The form of a turn of Card Stock Market: the first prices, then each turn action by action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine.cards import PACK_52, cards_of, suit_of
from scoring.engine.form import Choice, Event, Events, Form, Option, cards_to_choose, suits_to_choose
from scoring.engine.game import Setup
from scoring.engine.messages import Message, card, plural, rank, say, seat, suit
from scoring.games.card_stock_market.ledger import NUMBERS, RAISED
from scoring.games.card_stock_market.models import COPIES, MARKET, CardStockMarketOptions, CardStockMarketState
from scoring.games.card_stock_market.turn import MOST_DISCARDED

TURN = {"kind": "turn"}
RANKS = (*NUMBERS, *RAISED)


def make_form(setup: Setup[CardStockMarketOptions], state: CardStockMarketState) -> Form:
    """Returns the form: the opening before the market is open, then the turn of the player to move."""
    if state.market is None:
        return Form([_opening_card(letter) for letter in MARKET], always={"kind": "opening"})
    passed = say("{who} does nothing in this turn", who=seat(state.to_move or 0))
    return Form([_kind(state), _actions(state)], nothing=passed)


def _opening_card(letter: str) -> Choice:
    return Choice(
        name=f"opening.{letter}",
        label=say("First number card of {suit}", suit=suit(letter)),
        options=cards_to_choose(cards_of(NUMBERS, letter), f"opening.{letter}"),
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
        fold=True,
        rule="turn",
    )


def _actions(state: CardStockMarketState) -> Events:
    """Returns the list of actions: selling and throwing away take one tap; for buying and prices the card is asked, of
    those that can be in a hand.
    """
    own = state.certificates[state.to_move or 0]
    sells = [
        Option(f"sell.{code}", say("Sell {card}", card=card(code)), {"kind": "sell", "card": code})
        for code in dict.fromkeys(own)
    ]
    discards = [
        Option(f"discard.{n}", _discard_label(n), {"kind": "discard", "count": n}) for n in range(1, MOST_DISCARDED + 1)
    ]
    return Events(
        name="actions",
        label=say("In this turn"),
        describe=_event_label,
        quick=[*sells, *discards],
        kinds=[_trade(state)],
        when=TURN,
        rule="turn",
    )


def _trade(state: CardStockMarketState) -> Event:
    """Returns the questions of an action: what is done, the suit, the card.

    The first needs a tap only if nothing is bought.
    """
    actions = {
        "buy": (say("Buy"), {"kind": "buy"}),
        "price": (say("Set a price"), {"kind": "price"}),
        "raise": (say("Raise"), {"kind": "price", "face": "raise"}),
        "bankrupt": (say("Bankrupt"), {"kind": "price", "face": "bankrupt"}),
    }
    ranks = [name for name in RANKS if any(state.seen.get(name + letter, 0) < COPIES for letter in MARKET)]
    return Event(
        "trade",
        say("Buy or set a price"),
        [
            Choice(
                name="action",
                label=say("What?"),
                options=[Option(name, label, sets) for name, (label, sets) in actions.items()],
                default="buy",
            ),
            Choice(name="suit", label=say("Which suit?"), options=suits_to_choose("suit", MARKET)),
        ],
        adds=[
            Choice(
                name="rank",
                label=say("Which card?"),
                options=[Option(name, rank(name), {"rank": name}) for name in ranks],
            )
        ],
        keeps=["action"],
        from_fields=_action_from_fields,
        to_fields=_fields_from_action,
    )


def _action_from_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The action with its card, of which suit and rank were tapped."""
    action = {name: value for name, value in fields.items() if name not in ("rank", "suit")}
    return action | ({"card": fields["rank"] + fields["suit"]} if "suit" in fields else {})


def _fields_from_action(action: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**action, "suit": suit_of(action["card"])} if "card" in action else action


def _discard_label(n: int) -> Message:
    return plural(n, "Throw {n} card away", "Throw {n} cards away")


def _event_label(action: Mapping[str, Any]) -> Message:
    """Returns the label of an action in the list. Actions come from the form or from a recorded turn."""
    match action:
        case {"kind": "buy", "card": str() as code} if code in PACK_52:
            return say("Buy {card}", card=card(code))
        case {"kind": "sell", "card": str() as code} if code in PACK_52:
            return say("Sell {card}", card=card(code))
        case {"kind": "price", "card": str() as code, "face": "bankrupt"} if code in PACK_52:
            return say("{card}: bankrupt", card=card(code))
        case {"kind": "price", "card": str() as code, "face": "raise"} if code in PACK_52:
            return say("{card}: raise", card=card(code))
        case {"kind": "price", "card": str() as code} if code in PACK_52:
            return say("Price {card}", card=card(code))
        case {"kind": "discard", "count": int() as n}:
            return _discard_label(n)
        case _:
            return say("Say which card")
