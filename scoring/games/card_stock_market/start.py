"""A match that starts from any ledger: the fields that follow from others, and the checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.cards import PACK_52, rank_of, suit_of
from scoring.engine.game import Setup, check_per_seat, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import card, seat, suit
from scoring.engine.refusal import refuse
from scoring.games.card_stock_market.ledger import RAISED, is_picture, pips
from scoring.games.card_stock_market.models import (
    COPIES,
    MARKET,
    CardStockMarketOptions,
    CardStockMarketPrices,
    CardStockMarketState,
    CardStockMarketTop,
)
from scoring.games.card_stock_market.turn import cards_in_sight, first_prices


def complete_ledger(
    setup: Setup[CardStockMarketOptions], state: CardStockMarketState, given: frozenset[str]
) -> CardStockMarketState:
    """Returns the state with everything that follows: market from the opening, totals from cash, who moves, cards seen.

    Raises Refusal if an opening card sets no price and if market and opening are both given.
    """
    changes: dict[str, Any] = {}
    if state.opening is not None:
        if state.market is not None:
            text = _("Give the opening or the market, not both.")
            raise refuse("/opening", "opened_twice", text, rule="opening")
        changes |= {"market": first_prices(state.opening, "/opening"), "opening": None}
    elif state.market is not None:
        changes["market"] = _with_prices(state.market)
    if state.to_move is None or "to_move" not in given:
        changes["to_move"] = setup.after(state.dealer)
    if given & {"cash", "debt"} and "totals" not in given:
        _check_lengths(setup, state)
        changes["totals"] = [cash - debt for cash, debt in zip(state.cash, state.debt, strict=True)]
    elif "totals" in given and not given & {"cash", "debt"}:
        changes["cash"] = [max(int(total), 0) for total in state.totals]
        changes["debt"] = [max(-int(total), 0) for total in state.totals]
    filled = state.model_copy(update=changes)
    if "seen" not in given:
        known = dict(sorted(cards_in_sight(filled).items()))
        filled = filled.model_copy(update={"seen": known})
    return filled


def _with_prices(market: CardStockMarketPrices) -> CardStockMarketPrices:
    """The market with the prices that its number cards show."""
    tops = {}
    for letter in MARKET:
        top: CardStockMarketTop = getattr(market, letter)
        _check_top(letter, top)
        tops[letter] = CardStockMarketTop(card=top.card, price=top.price if is_picture(top.card) else pips(top.card))
    return CardStockMarketPrices(**tops)


def _check_top(letter: str, top: CardStockMarketTop) -> None:
    pointer = f"/market/{letter}"
    if top.card not in PACK_52:
        raise refuse(f"{pointer}/card", "card_unknown", "{card} sets no price.", rule="setup", card=card(top.card))
    if suit_of(top.card) != letter:
        text = _("{card} does not belong to the pile of {suit}.")
        raise refuse(f"{pointer}/card", "wrong_suit", text, rule="prices", card=card(top.card), suit=suit(letter))
    possible: Sequence[int | None] = (RAISED[rank_of(top.card)], 0) if is_picture(top.card) else (pips(top.card), None)
    if top.price not in possible:
        text = _("{card} sets a price of {possible}.")
        params = {"card": card(top.card), "possible": [price for price in possible if price is not None]}
        raise refuse(f"{pointer}/price", "price_impossible", text, rule="prices", **params)


def check_ledger(setup: Setup[CardStockMarketOptions], state: CardStockMarketState) -> None:
    """Raises Refusal if no game can reach this state. Pointers are relative to the state."""
    _check_lengths(setup, state)
    check_seat(setup, state.to_move, "/to_move", rule="turn")
    for who, (cash, debt) in enumerate(zip(state.cash, state.debt, strict=True)):
        if cash < 0:
            raise refuse(f"/cash/{who}", "negative", "Cash is never below zero.", rule="debt")
        if debt < 0:
            raise refuse(f"/debt/{who}", "negative", "A debt is never below zero.", rule="debt")
        if cash and debt:
            text = _("{who} has money and a debt: money that a debtor gets goes to the bank first.")
            raise refuse(f"/debt/{who}", "debtor_with_cash", text, rule="debt", who=seat(who))
        if not state.over and state.totals[who] != cash - debt:
            text = _("The total of {who} is cash less debt: {n}.")
            raise refuse(f"/totals/{who}", "disagree", text, rule="scoring", who=seat(who), n=cash - debt)
    _check_certificates(state)


def _check_certificates(state: CardStockMarketState) -> None:
    """The share limit is not checked here: it limits purchases, and some tables begin with another one."""
    for who, cards in enumerate(state.certificates):
        for place, code in enumerate(cards):
            if code not in PACK_52:
                pointer = f"/certificates/{who}/{place}"
                raise refuse(pointer, "card_unknown", "{card} is not a certificate.", rule="setup", card=card(code))
    for code, times in cards_in_sight(state).items():
        if times > COPIES:
            text = _("{card} lies on the table {n} times, and there are two copies.")
            raise refuse("/certificates", "card_seen", text, rule="reshuffle", card=card(code), n=times)
        if state.seen.get(code, 0) < times:
            text = _("{card} lies on the table, so it was seen: {n} times at least.")
            raise refuse("/seen", "card_seen", text, rule="reshuffle", card=card(code), n=times)
    for code, times in state.seen.items():
        if code not in PACK_52 or not 0 <= times <= COPIES:
            raise refuse("/seen", "card_unknown", "A card of the pack is seen twice at most.", rule="reshuffle")


def _check_lengths(setup: Setup[CardStockMarketOptions], state: CardStockMarketState) -> None:
    for name in ("cash", "debt", "certificates"):
        check_per_seat(setup, getattr(state, name), f"/{name}")
