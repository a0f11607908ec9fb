"""Card Stock Market: a ledger for cash, shares, prices, bank and debts, turn by turn.

Read ``models`` for what is entered, ``ledger`` for money and prices, ``turn`` for the events, ``start`` for going on
from any ledger, ``form`` for the phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from scoring.engine.cards import SYMBOLS
from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Example,
    Figure,
    Game,
    Grid,
    HandResult,
    MatchToSettle,
    Setup,
    Upcoming,
    Verdict,
    leading_sides,
)
from scoring.engine.marking import _
from scoring.engine.messages import Message, Number, card, line, say, seat
from scoring.games.card_stock_market.form import make_form
from scoring.games.card_stock_market.ledger import NUMBERS, PICTURE_SHARES, RAISED, Ledger, shares_in
from scoring.games.card_stock_market.models import (
    HAND,
    MARKET,
    CardStockMarketDetails,
    CardStockMarketJoker,
    CardStockMarketOpening,
    CardStockMarketOptions,
    CardStockMarketReshuffle,
    CardStockMarketState,
    CardStockMarketTurn,
)
from scoring.games.card_stock_market.start import check_ledger, complete_ledger
from scoring.games.card_stock_market.tables import make_tables
from scoring.games.card_stock_market.turn import final_sale, ledger_details, open_market, play_turn, reshuffle

_OPENING = {"kind": "opening", "opening": {"C": "6C", "D": "4D", "H": "8H", "S": "9S"}}


class CardStockMarket(Game[CardStockMarketOptions, CardStockMarketState]):
    """Two packs, four suits as companies: buy, sell, and move the prices."""

    slug = "card-stock-market"
    name = "Card Stock Market"
    family = "Strategy and trading"
    summary = (
        "Cards are shares or prices: buy low, move the market, and have the most money when a joker ends the game."
    )
    players = (2, 3, 4, 5, 6)
    deals_in_turn = False
    follows_people = ("cash", "debt", "certificates")
    names_a_seat = ("to_move",)
    stays_at_table = ("bank", "market", "opening", "seen", "reshuffled")
    counts = "turn"
    deck = "two packs of 52, with two jokers later"
    settles_by = "mean"
    sheet_columns = None
    Options = CardStockMarketOptions
    State = CardStockMarketState
    Details = CardStockMarketDetails
    hands = (CardStockMarketOpening, CardStockMarketTurn, CardStockMarketReshuffle, CardStockMarketJoker)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="The opening, a purchase and a price, cards thrown away",
            players=2,
            hands=[
                _OPENING,
                {
                    "kind": "turn",
                    "seat": 1,
                    "actions": [{"kind": "buy", "card": "7D"}, {"kind": "price", "card": "6D"}],
                },
                {"kind": "turn", "seat": 0, "actions": [{"kind": "discard", "count": 3}]},
            ],
            expect=[0, 0],
        ),
        Example(
            title="A picture card raises the price, and shares are sold",
            players=2,
            hands=[
                _OPENING,
                {"kind": "turn", "seat": 1, "actions": [{"kind": "buy", "card": "QH"}]},
                {"kind": "turn", "seat": 0, "actions": []},
                {
                    "kind": "turn",
                    "seat": 1,
                    "actions": [{"kind": "price", "card": "KH", "face": "raise"}, {"kind": "sell", "card": "QH"}],
                },
            ],
            expect=[0, 65],
        ),
        Example(
            title="The draw pile is reshuffled, a joker ends the game",
            players=2,
            hands=[
                _OPENING,
                {"kind": "turn", "seat": 1, "actions": [{"kind": "buy", "card": "5C"}]},
                {"kind": "reshuffle"},
                {"kind": "joker"},
            ],
            expect=[0, 30],
        ),
    )

    # -- the match before its first hand ----------------------------------------------------------

    def initial(self, setup: Setup[CardStockMarketOptions]) -> CardStockMarketState:
        cash = setup.options.start_cash
        return CardStockMarketState(
            totals=[cash] * setup.players,
            cash=[cash] * setup.players,
            debt=[0] * setup.players,
            bank=setup.options.bank_start,
            certificates=[[]] * setup.players,
            to_move=setup.after(0),
        )

    def complete_start(
        self, setup: Setup[CardStockMarketOptions], state: CardStockMarketState, given: frozenset[str]
    ) -> CardStockMarketState:
        return complete_ledger(setup, state, given)

    def check_start(self, setup: Setup[CardStockMarketOptions], state: CardStockMarketState) -> None:
        check_ledger(setup, state)

    # -- a turn and the next one ----------------------------------------------------------------------

    def apply(
        self, setup: Setup[CardStockMarketOptions], state: CardStockMarketState, hand: Any
    ) -> HandResult[CardStockMarketState]:
        match hand:
            case CardStockMarketOpening():
                return open_market(setup, state, hand)
            case CardStockMarketTurn():
                return play_turn(setup, state, hand)
            case CardStockMarketReshuffle():
                return reshuffle(setup, state)
            case _:
                return final_sale(setup, state)

    def upcoming(self, setup: Setup[CardStockMarketOptions], state: CardStockMarketState) -> Upcoming:
        who = state.to_move or 0
        if state.market is None:
            text = _("{who} turns cards until each suit shows a number card; all others go back into the pack")
            notices = [line(text, who=seat(state.dealer), rule="opening")]
            n = HAND * setup.players
            text = _("Eight cards each, two at a time: {n} dealt, {left} in the draw pile")
            notices.append(line(text, n=n, left=104 - 4 - n, rule="setup"))
        else:
            notices = [line("{who} to move", who=seat(who), rule="turn")]
        notices += [
            line("{who} owes the bank ${debt}", who=seat(owing), debt=debt, rule="debt")
            for owing, debt in enumerate(state.debt)
            if debt
        ]
        if state.reshuffled:
            notices.append(line("The jokers are in the draw pile: the first one ends the game", rule="end"))
        details = {**ledger_details(setup, state), "to_move": who, "jokers_in": state.reshuffled}
        return Upcoming(dealer=state.dealer, leads=who, notices=notices, details=details)

    def verdict(
        self, setup: Setup[CardStockMarketOptions], state: CardStockMarketState, ended: bool = False
    ) -> Verdict:
        if state.over:
            winners = leading_sides(state.totals)
            return Verdict(True, winners, say("A joker was drawn; the most money is ${n}", n=max(state.totals)))
        if not ended:
            return Verdict(False)
        worth = ledger_details(setup, state)["worth"]
        reason = say("The players ended the game; every share counts at its price")
        return Verdict(True, leading_sides(worth) if state.cash_after_turn else [], reason, {"net": worth})

    def totals_to_settle(self, match: MatchToSettle[CardStockMarketOptions, CardStockMarketState]) -> Sequence[Number]:
        state = match.state
        worth: Sequence[Number] = state.totals if state.over else ledger_details(match.setup, state)["worth"]
        return worth

    # -- what the pages show ------------------------------------------------------------------------

    def tables(self, options: CardStockMarketOptions) -> dict[str, Grid]:
        return make_tables(self.players)

    def without_part(self, setup: Setup[CardStockMarketOptions], hand: dict[str, Any]) -> range:
        """Returns everybody: a turn is one player's, and a crash or a dividend is only for those whom it changes."""
        return range(setup.players)

    def form(self, setup: Setup[CardStockMarketOptions], state: CardStockMarketState) -> Form:
        return make_form(setup, state)

    def card_values(self, options: CardStockMarketOptions) -> dict[str, Number]:
        numbers: dict[str, Number] = {rank: place + 1 for place, rank in enumerate(NUMBERS)}
        return numbers | dict.fromkeys(RAISED, PICTURE_SHARES)

    def board(self, setup: Setup[CardStockMarketOptions], state: CardStockMarketState) -> Board:
        """Returns prices with their top cards, bank and jokers; cash, debt, shares and room of every player."""
        ledger = Ledger(setup.options, state)
        prices = [
            Figure(say("{card}", card=card(ledger.tops[letter].card)), say("${n}", n=ledger.price(letter)))
            for letter in MARKET
            if ledger.tops
        ]
        owing = any(state.debt)
        head: list[Message | str] = ["", "$", *([say("owes")] if owing else []), *(SYMBOLS[suit] for suit in MARKET)]
        rows: list[list[Message | Number | str]] = []
        for who, cards in enumerate(state.certificates):
            shares = [f"{shares_in(cards, letter)}/{setup.options.share_limit}" for letter in MARKET]
            debt = [state.debt[who]] if owing else []
            rows.append([say("{who}", who=seat(who)), state.cash[who], *debt, *shares])
        caption = say("Money, and the share limit")
        jokers = say("in the pile") if state.reshuffled else say("not yet")
        return [
            *prices,
            Figure(say("Bank"), say("${n}", n=state.bank)),
            Figure(say("Jokers"), jokers),
            Grid(head, rows, caption),
        ]


game = CardStockMarket()
