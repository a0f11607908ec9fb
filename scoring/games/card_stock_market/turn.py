"""The events of a game of Card Stock Market: the opening, a turn, the reshuffle, the joker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, cast

from scoring.engine.cards import PACK_52, rank_of, suit_of
from scoring.engine.game import HandResult, Setup, add_points, check_seat, leading_sides
from scoring.engine.marking import _
from scoring.engine.messages import Message, Number, card, line, plural, say, seat, suit
from scoring.engine.refusal import pointers_under, refuse
from scoring.games.card_stock_market.ledger import NUMBERS, Ledger, pips, shares_in
from scoring.games.card_stock_market.models import (
    MARKET,
    Action,
    CardStockMarketBuy,
    CardStockMarketDetails,
    CardStockMarketDiscard,
    CardStockMarketFirst,
    CardStockMarketLedger,
    CardStockMarketOpening,
    CardStockMarketOptions,
    CardStockMarketPrice,
    CardStockMarketPrices,
    CardStockMarketSell,
    CardStockMarketState,
    CardStockMarketTop,
    CardStockMarketTurn,
)

MOST_OF_A_GROUP = 2
MOST_DISCARDED = 4

Options = CardStockMarketOptions
State = CardStockMarketState


def first_prices(opening: CardStockMarketFirst, pointer: str) -> CardStockMarketPrices:
    """Returns the market after the opening. Raises Refusal at a card that is no number card of its suit."""
    tops = {}
    for letter in MARKET:
        code = getattr(opening, letter)
        if code not in PACK_52 or rank_of(code) not in NUMBERS:
            text = _("{card} sets no first price: turn more cards until a number card of the suit comes, ace to ten.")
            raise refuse(f"{pointer}/{letter}", "no_number_card", text, rule="opening", card=card(code))
        if suit_of(code) != letter:
            text = _("{card} does not belong to the pile of {suit}.")
            raise refuse(f"{pointer}/{letter}", "wrong_suit", text, rule="opening", card=card(code), suit=suit(letter))
        tops[letter] = CardStockMarketTop(card=code, price=pips(code))
    return CardStockMarketPrices(**tops)


def open_market(setup: Setup[Options], state: State, hand: CardStockMarketOpening) -> HandResult[State]:
    """Returns the result of the opening: the first prices. Raises Refusal if the market is open already."""
    if state.market is not None:
        raise refuse("", "opened_twice", "The market is open already.", rule="opening")
    market = first_prices(hand.opening, "/opening")
    cards = [getattr(hand.opening, letter) for letter in MARKET]
    after = state.model_copy(
        update={"market": market, "seen": dict(sorted(Counter(cards).items())), "hands_played": state.hands_played + 1}
    )
    lines = [
        line(
            "First price of {suit}: {card}", suit=suit(suit_of(code)), card=card(code), value=pips(code), rule="opening"
        )
        for code in cards
    ]
    summary = say("Opening: {cards}", cards=[card(code) for code in cards])
    return _result(setup, state, after, lines, summary)


def play_turn(setup: Setup[Options], state: State, hand: CardStockMarketTurn) -> HandResult[State]:
    """Returns the result of a turn, action by action.

    Raises Refusal with the pointer of the action that is not possible.
    """
    _check_open(state)
    check_seat(setup, hand.seat, "/seat", rule="turn")
    if hand.seat != state.to_move:
        text = _("It is {turn}'s turn.")
        raise refuse("/seat", "out_of_turn", text, rule="turn", turn=seat(state.to_move or 0))
    check_groups(hand.actions)
    ledger = Ledger(setup.options, state)
    for place, action in enumerate(hand.actions):
        with pointers_under(f"/actions/{place}"):
            _apply_action(ledger, hand.seat, action)
    if not hand.actions:
        ledger.lines.append(line("{who} does nothing", who=seat(hand.seat), rule="turn"))
    text = _("{who} has ${cash}, the bank ${bank}")
    params: dict[str, Any] = {"who": seat(hand.seat), "cash": ledger.cash[hand.seat], "bank": ledger.bank}
    ledger.lines.append(line(text, **params, rule="trading"))
    points: list[Number] = [new - old for new, old in zip(ledger.net_cash(), state.totals, strict=True)]
    after = state.model_copy(
        update={
            **ledger.changes,
            "totals": add_points(state.totals, points),
            "to_move": setup.after(hand.seat),
            "hands_played": state.hands_played + 1,
            "cash_after_turn": [*state.cash_after_turn, ledger.cash],
        }
    )
    return _result(setup, state, after, ledger.lines, _summary(hand), ledger.levies)


def reshuffle(setup: Setup[Options], state: State) -> HandResult[State]:
    """Returns the result of a reshuffle: the draw pile is made again, with the jokers. Raises Refusal the
    second time.
    """
    _check_open(state)
    if state.reshuffled:
        text = _("The pile is reshuffled only once, and that has happened: a joker must be in it.")
        raise refuse("", "reshuffled_twice", text, rule="reshuffle")
    seen = cards_in_sight(state)
    after = state.model_copy(
        update={"reshuffled": True, "seen": dict(sorted(seen.items())), "hands_played": state.hands_played + 1}
    )
    text = _("The draw pile ran out: everything but certificates, top cards and hands is shuffled, with two jokers")
    return _result(setup, state, after, [line(text, rule="reshuffle")], say("Draw pile reshuffled, with jokers"))


def final_sale(setup: Setup[Options], state: State) -> HandResult[State]:
    """Returns the result of the end: all shares are sold. Raises Refusal if the jokers are not in the draw pile yet."""
    _check_open(state)
    if not state.reshuffled:
        text = _("The jokers join the draw pile when it is reshuffled: none can be drawn before.")
        raise refuse("", "joker_too_early", text, rule="reshuffle")
    ledger = Ledger(setup.options, state)
    sales = [ledger.sale_value(who) for who in range(setup.players)]
    net = [own + sale_value for own, sale_value in zip(ledger.net_cash(), sales, strict=True)]
    lines = []
    for who, sale_value in enumerate(sales):
        text = _("{who}: ${cash} + ${sale} for the shares")
        params: dict[str, Any] = {"who": seat(who), "cash": state.cash[who], "sale": sale_value}
        if state.debt[who]:
            text = _("{who}: ${cash} + ${sale} for the shares − ${debt} of debt")
            params["debt"] = state.debt[who]
        lines.append(line(text, **params, value=net[who], rule="final-sale"))
    winners = leading_sides(net)
    lines.append(line("Most money: {who}", who=[seat(who) for who in winners], value=max(net), rule="end"))
    after = state.model_copy(update={"totals": list(net), "over": True, "hands_played": state.hands_played + 1})
    details = _details(setup, after)
    details["next"], details["finished"], details["winners"] = None, True, winners
    details["final_sale"], details["net"], details["cash_after_turn"] = sales, net, state.cash_after_turn
    return replace(_result(setup, state, after, lines, say("A joker: final sale")), details=details)


def cards_in_sight(state: State) -> Counter[str]:
    """Returns the cards held as certificates or on top of a market pile."""
    seen = Counter(code for cards in state.certificates for code in cards)
    if state.market:
        seen.update(getattr(state.market, letter).card for letter in MARKET)
    return seen


def check_groups(actions: Sequence[Action]) -> None:
    """Raises Refusal if these actions do not make one turn: two trades and two prices, each kind together."""
    if any(isinstance(action, CardStockMarketDiscard) for action in actions):
        _check_discard(actions)
        return
    counted = {"trade": 0, "price": 0}
    for place, action in enumerate(actions):
        group = _group(action)
        counted[group] += 1
        if counted[group] > MOST_OF_A_GROUP:
            code, text = {
                "trade": ("too_many_trades", _("A turn has two trades at most, buying and selling together.")),
                "price": ("too_many_prices", _("A turn has two price changes at most.")),
            }[group]
            raise refuse(f"/actions/{place}", code, text, rule="turn")
    groups = [(group, len(list(members))) for group, members in groupby(actions, _group)]
    if len(groups) > MOST_OF_A_GROUP:
        place = groups[0][1] + groups[1][1]
        text = _("All trades of a turn come together, and so do its price changes: first one group, then the other.")
        raise refuse(f"/actions/{place}", "groups_torn", text, rule="turn")


def _group(action: Action) -> str:
    return "price" if isinstance(action, CardStockMarketPrice) else "trade"


def _check_discard(actions: Sequence[Action]) -> None:
    for place, action in enumerate(actions):
        if isinstance(action, CardStockMarketDiscard):
            if len(actions) > 1:
                text = _("Cards are thrown away once, instead of anything else.")
                raise refuse(f"/actions/{place}", "discard_alone", text, rule="discard")
            if not 1 <= action.count <= MOST_DISCARDED:
                text = _("One to {most} cards are thrown away, not {n}.")
                params = {"most": MOST_DISCARDED, "n": action.count}
                raise refuse(f"/actions/{place}/count", "discard_count", text, rule="discard", **params)


def _check_open(state: State) -> None:
    if state.market is None:
        text = _("The market is not open: enter the first number card of each suit.")
        raise refuse("", "opening_missing", text, rule="opening")


def _apply_action(ledger: Ledger, who: int, action: Action) -> None:
    match action:
        case CardStockMarketBuy():
            ledger.buy(who, action.card)
        case CardStockMarketSell():
            ledger.sell(who, action.card)
        case CardStockMarketPrice():
            ledger.set_price(action.card, action.face)
        case CardStockMarketDiscard():
            text = plural(action.count, "{who} throws {n} card away", "{who} throws {n} cards away", who=seat(who))
            ledger.lines.append(line("{text}", text=text, rule="discard"))


def action_text(action: Action) -> Message:
    """Returns an action in a word or two."""
    match action:
        case CardStockMarketBuy():
            return say("buys {card}", card=card(action.card))
        case CardStockMarketSell():
            return say("sells {card}", card=card(action.card))
        case CardStockMarketPrice(face="bankrupt"):
            return say("{card} bankrupts", card=card(action.card))
        case CardStockMarketPrice(face="raise"):
            return say("{card} raises", card=card(action.card))
        case CardStockMarketPrice():
            return say("sets {card}", card=card(action.card))
        case _:
            return plural(action.count, "{n} card thrown away", "{n} cards thrown away")


def _summary(hand: CardStockMarketTurn) -> Message:
    if not hand.actions:
        return say("{who}: nothing", who=seat(hand.seat))
    return say("{who}: {what}", who=seat(hand.seat), what=[action_text(action) for action in hand.actions])


def ledger_details(setup: Setup[Options], state: State) -> CardStockMarketLedger:
    """Returns the ledger under the names of the specification."""
    ledger = Ledger(setup.options, state)
    return CardStockMarketLedger(
        cash=ledger.cash,
        debt=ledger.debt,
        bank=ledger.bank,
        shares=[{letter: shares_in(cards, letter) for letter in MARKET} for cards in ledger.certificates],
        prices={letter: ledger.price(letter) for letter in MARKET} if state.market else {},
        worth=[own + ledger.sale_value(who) for who, own in enumerate(ledger.net_cash())],
    )


def _result(
    setup: Setup[Options], state: State, after: State, lines: list[Any], summary: Message, levies: int = 0
) -> HandResult[State]:
    return HandResult(
        points=[new - old for new, old in zip(after.totals, state.totals, strict=True)],
        state=after,
        lines=lines,
        summary=summary,
        details=_details(setup, after, levies),
    )


def _details(setup: Setup[Options], after: State, levies: int = 0) -> CardStockMarketDetails:
    further: dict[str, Any] = {"levies": levies, "next": after.to_move, "finished": False, "winners": []}
    return cast(CardStockMarketDetails, {**ledger_details(setup, after), **further})
