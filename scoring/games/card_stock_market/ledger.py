"""Money, shares and prices during a turn: what a card is worth, who pays whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from scoring.engine.cards import PACK_52, rank_of, suit_of
from scoring.engine.marking import _
from scoring.engine.messages import Line, card, line, seat, suit
from scoring.engine.refusal import refuse
from scoring.games.card_stock_market.models import (
    COPIES,
    MARKET,
    CardStockMarketOptions,
    CardStockMarketPrices,
    CardStockMarketState,
    CardStockMarketTop,
)

RAISED = {"J": 11, "Q": 12, "K": 13}
PICTURE_SHARES = 5
NUMBERS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


def is_picture(code: str) -> bool:
    """Returns whether this is a jack, queen or king."""
    return rank_of(code) in RAISED


def pips(code: str) -> int:
    """Returns the price that a number card shows: an ace 1."""
    return NUMBERS.index(rank_of(code)) + 1


def shares_of(code: str) -> int:
    """Returns the shares of a certificate: pips, and five for a picture card."""
    return PICTURE_SHARES if is_picture(code) else pips(code)


def shares_in(certificates: Sequence[str], letter: str) -> int:
    """Returns the shares of a suit in these certificates."""
    return sum(shares_of(code) for code in certificates if suit_of(code) == letter)


class Ledger:
    """A copy of the state that changes during a turn; ``changes`` has the fields that differ afterwards."""

    def __init__(self, options: CardStockMarketOptions, state: CardStockMarketState) -> None:
        self.options = options
        self.cash = list(state.cash)
        self.debt = list(state.debt)
        self.bank = state.bank
        self.certificates = [list(cards) for cards in state.certificates]
        self.tops: dict[str, CardStockMarketTop] = (
            {letter: getattr(state.market, letter) for letter in MARKET} if state.market else {}
        )
        self.seen: Counter[str] = Counter(state.seen)
        self.levies = 0
        self.lines: list[Line] = []

    @property
    def changes(self) -> dict[str, Any]:
        """The fields of the state that this ledger keeps."""
        return {
            "cash": self.cash,
            "debt": self.debt,
            "bank": self.bank,
            "certificates": self.certificates,
            "market": CardStockMarketPrices(**self.tops) if self.tops else None,
            "seen": dict(sorted(self.seen.items())),
        }

    def price(self, letter: str) -> int:
        """Returns the price of a share of this suit."""
        return self.tops[letter].price or 0

    def net_cash(self) -> list[int]:
        """Returns the cash less the debt of each seat."""
        return [cash - debt for cash, debt in zip(self.cash, self.debt, strict=True)]

    def sale_value(self, who: int) -> int:
        """Returns the value of all shares of a seat at the current prices."""
        return sum(shares_of(code) * self.price(suit_of(code)) for code in self.certificates[who])

    def show(self, code: str, pointer: str) -> None:
        """Records a card that was played face up from a hand. Raises Refusal if no copy can be in a hand any more."""
        if self.seen[code] >= COPIES:
            text = _("Both copies of {card} have shown up since the last shuffle: nobody can hold another.")
            raise refuse(pointer, "card_seen", text, rule="reshuffle", card=card(code))
        self.seen[code] += 1

    # -- trades ---------------------------------------------------------------------------------------

    def buy(self, who: int, code: str) -> None:
        """Raises Refusal (pointers relative to the action) if this card cannot be bought now."""
        letter, shares = self._open_suit(code), shares_of(code)
        held, limit = shares_in(self.certificates[who], letter), self.options.share_limit
        if held + shares > limit:
            text = _("{who} has {held} shares of {suit}; {shares} more would pass the limit of {limit}.")
            params: dict[str, Any] = {"who": seat(who), "held": held, "suit": suit(letter), "shares": shares}
            raise refuse("/card", "share_limit", text, rule="share-limit", limit=limit, **params)
        price = self.price(letter)
        cost = shares * price
        if cost > self.cash[who]:
            text = _("{who} has ${cash}, and {card} costs ${cost}: there is no credit.")
            params = {"who": seat(who), "cash": self.cash[who], "card": card(code), "cost": cost}
            raise refuse("/card", "not_enough_cash", text, rule="trading", **params)
        self.show(code, "/card")
        self.cash[who] -= cost
        self.bank += cost
        self.certificates[who].append(code)
        text = _("{who} buys {card}: {shares} × ${price}")
        params = {"who": seat(who), "card": card(code), "shares": shares, "price": price}
        self.lines.append(line(text, **params, value=-cost, rule="trading"))

    def sell(self, who: int, code: str) -> None:
        """Raises Refusal (pointers relative to the action) if this certificate cannot be sold now."""
        if code not in self.certificates[who]:
            text = _("{who} does not hold {card} as a certificate.")
            raise refuse("/card", "not_held", text, rule="trading", who=seat(who), card=card(code))
        letter, shares = self._open_suit(code), shares_of(code)
        price = self.price(letter)
        value = shares * price
        self._fill_bank(value)
        self.certificates[who].remove(code)
        text = _("{who} sells {card}: {shares} × ${price}")
        params: dict[str, Any] = {"who": seat(who), "card": card(code), "shares": shares, "price": price}
        self.lines.append(line(text, **params, value=value, rule="trading"))
        repaid = min(self.debt[who], value)
        self.bank -= value - repaid
        self.debt[who] -= repaid
        self.cash[who] += value - repaid
        if repaid:
            text = _("${repaid} of it goes to the debt of {who}")
            self.lines.append(line(text, repaid=repaid, who=seat(who), rule="debt"))

    def _open_suit(self, code: str) -> str:
        """The suit of a card that is traded. Raises Refusal if it is closed, or if the card is not in the pack."""
        if code not in PACK_52:
            raise refuse(
                "/card", "card_unknown", "{card} is neither a share nor a price.", rule="setup", card=card(code)
            )
        letter = suit_of(code)
        if not self.price(letter) and not self.options.buy_at_zero:
            text = _("The price of {suit} is zero: no trade until a number card opens the suit again.")
            raise refuse("/card", "suit_closed", text, rule="bankrupt", suit=suit(letter))
        return letter

    def _fill_bank(self, value: int) -> None:
        """Levies until the bank can pay this amount, or nobody can pay any more."""
        while self.bank < value and not self.options.bank_unlimited:
            levy = self.options.levy
            payments = [min(cash, levy) for cash in self.cash]
            text = _("The bank has ${bank} and must pay ${due}: a levy of ${levy} from everybody")
            params = {"bank": self.bank, "due": value, "levy": levy}
            self.lines.append(line(text, **params, value=sum(payments), rule="bank-short"))
            for who, amount in enumerate(payments):
                self.cash[who] -= amount
                self.debt[who] += levy - amount
                if amount < levy:
                    text = _("{who} pays ${amount} and owes ${owed}")
                    params = {"amount": amount, "owed": self.debt[who]}
                    self.lines.append(line(text, who=seat(who), **params, rule="debt"))
            self.bank += sum(payments)
            self.levies += 1
            if not any(payments):
                self.lines.append(
                    line("Nobody has anything left to pay: the sale is made all the same", rule="bank-short")
                )
                return

    # -- prices ---------------------------------------------------------------------------------------

    def set_price(self, code: str, face: str | None) -> None:
        """Raises Refusal (pointers relative to the action) if this card cannot be put on its pile in this way."""
        if code not in PACK_52:
            raise refuse(
                "/card", "card_unknown", "{card} is neither a share nor a price.", rule="setup", card=card(code)
            )
        letter = suit_of(code)
        before = self.price(letter)
        after = self._picture(code, face) if is_picture(code) else self._number(code, face)
        self.show(code, "/card")
        self.tops[letter] = CardStockMarketTop(card=code, price=after)
        params: dict[str, Any] = {"suit": suit(letter), "before": before, "card": card(code)}
        if face == "bankrupt":
            self.lines.append(line("{card} bankrupts {suit}", **params, value=0, rule="bankrupt"))
            self._discard_certificates(letter)
        else:
            rule = "pictures" if is_picture(code) else "prices"
            text = _("{card}: {suit} from ${before} to ${after}")
            self.lines.append(line(text, **params, after=after, value=after, rule=rule))

    def _picture(self, code: str, face: str | None) -> int:
        top = self.tops[suit_of(code)].card
        if face is None:
            text = _("Say what {card} is played for: to raise the price, or to bankrupt the suit.")
            raise refuse("/face", "face_missing", text, rule="pictures", card=card(code))
        if is_picture(top) and not self.options.face_on_face:
            text = _("{top} is on top, and only a number card may cover a picture card.")
            raise refuse("/card", "face_on_face", text, rule="pictures", top=card(top))
        return RAISED[rank_of(code)] if face == "raise" else 0

    def _number(self, code: str, face: str | None) -> int:
        letter, after = suit_of(code), pips(code)
        if face is not None:
            text = _("{card} is a number card: it sets the price that it shows.")
            raise refuse("/face", "face_unused", text, rule="prices", card=card(code))
        top = self.tops[letter].card
        if is_picture(top):
            return after
        limits, change = getattr(self.options.limits, letter), after - pips(top)
        limit = limits.up if change > 0 else limits.down
        if change and limit != "none" and abs(change) > limit:
            up = _("That raises {suit} by {change}; at most {limit} is allowed at once.")
            down = _("That lowers {suit} by {change}; at most {limit} is allowed at once.")
            params: dict[str, Any] = {"suit": suit(letter), "change": abs(change), "limit": limit}
            raise refuse("/card", "limit", up if change > 0 else down, rule="limits", **params)
        return after

    def _discard_certificates(self, letter: str) -> None:
        """Everybody discards the certificates of a bankrupt suit, without pay."""
        for who, cards in enumerate(self.certificates):
            lost = shares_in(cards, letter)
            if lost:
                self.certificates[who] = [code for code in cards if suit_of(code) != letter]
                text = _("{who} loses {n} shares of {suit}")
                self.lines.append(line(text, who=seat(who), n=lost, suit=suit(letter), rule="bankrupt"))
