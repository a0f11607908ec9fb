"""Settling up: from the totals of a match to who pays whom.

Amounts are in the table's own unit (cents, beans, euros), in whole coins of it: 1, or 0.05 of a euro. Everything is
exact (``Fraction``) until the rounding at the end, and the sum over the players and the kitty is always zero.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, create_model

from scoring.engine.marking import _
from scoring.engine.messages import Number, trim_number
from scoring.engine.refusal import refuse

Method = Literal["differences", "mean", "to_winner", "from_loser", "chips", "stake"]
SettleOn = Literal["totals", "game_points", "list_points"]
Event = str
"""What a fee is owed for: ``lost``, ``passed_in``, or what a game adds. Its amount is the field ``EVENT_fee``."""

MOST = 1_000_000
LONGEST_WORD = 12
_VALUE = re.compile(r"[0-9]{1,7}(\.[0-9]{1,6}|/[0-9]{1,7})?")
K = TypeVar("K", bound=Hashable)


def _value(text: Any) -> Any:
    """Returns a value in its shortest form, as it was written: ``"0.5"`` for ``"0,50"``, ``"1/4"`` for ``"¼"``.

    Raises ValueError if not valid.
    """
    if not isinstance(text, str):
        return text
    plain = unicodedata.normalize("NFKC", text).replace("⁄", "/").replace(",", ".").replace(" ", "")
    fits = _VALUE.fullmatch(plain) and int(plain.partition("/")[2] or 1)
    if not fits or not 0 < Fraction(plain) <= MOST:
        raise ValueError(_("A value is written as 1, 0.25 or 1/4, and is more than 0."))
    return str(Fraction(plain)) if "/" in plain else f"{Decimal(plain).normalize():f}"


def _word(text: Any) -> Any:
    """Returns the unit without spaces around it. Raises ValueError if it is empty or not printable."""
    if isinstance(text, str) and not (text.strip() and text.isprintable()):
        raise ValueError(_("A word such as cents or beans is needed."))
    return text.strip() if isinstance(text, str) else text


def money(amount: Number | Fraction | Decimal) -> Number:
    """Returns an amount as a plain number, with at most two decimals."""
    return trim_number(round(float(amount), 2))


def _money(amount: float) -> Number:
    """Returns a number without a needless fraction. Raises ValueError if it has more than two decimals."""
    if money(amount) != amount:
        raise ValueError(_("An amount has at most two decimals."))
    return money(amount)


Money = Annotated[
    float, Field(allow_inf_nan=False), AfterValidator(_money), PlainSerializer(trim_number, return_type=Any)
]
Amount = Annotated[Money, Field(ge=0, le=MOST)]


class SettlementRules(BaseModel):
    """How a table settles a match. Amounts are in units of ``word``, with at most two decimals."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, json_schema_serialization_defaults_required=True
    )

    word: Annotated[str, BeforeValidator(_word)] = Field(
        "beans",
        min_length=1,
        max_length=LONGEST_WORD,
        title="We play for",
        description="The table's own word for what is paid, such as cents or beans.",
    )
    method: Method = Field(
        "differences",
        title="Who pays whom",
        description="How amounts follow from the result.",
        json_schema_extra={
            "labels": {
                "differences": "each pays each the difference",
                "mean": "everybody is compared with the average",
                "to_winner": "everybody pays the winner the distance",
                "from_loser": "the last pays everybody the distance",
                "chips": "chips are changed back",
                "stake": "every loser pays a stake to the winners",
            }
        },
    )
    value: Annotated[str, BeforeValidator(_value)] = Field(
        "1",
        title="A point is worth",
        description="Written as 1, 0.25 or 1/4. In games of chips: a chip. A stake does not need it.",
        max_length=15,
    )
    stake: Amount = Field(
        0, title="The stake of a match", description="What every loser pays, if a stake is played for."
    )
    unit: Money = Field(
        1,
        ge=0.01,
        le=1000,
        title="Amounts are rounded to",
        description="The smallest coin, such as 0.01, 0.5, 1 or 10.",
    )
    cap: Annotated[Money, Field(gt=0, le=MOST)] | None = Field(
        None,
        title="Nobody pays more than",
        description="Gains then shrink in proportion; fees come on top. Left out: no limit.",
    )
    settle_on: SettleOn = Field(
        "totals",
        title="The points that count",
        description="The totals of the sheet, or in some games the points of the hands alone, or those of the list.",
        json_schema_extra={
            "labels": {
                "totals": "the totals of the sheet",
                "game_points": "the points of the hands alone",
                "list_points": "the points of the list",
            }
        },
    )
    lost_fee: Amount = Field(0, title="A lost game costs", description="What the declarer pays to the kitty for each.")
    later_fee: Annotated[Money, Field(gt=0, le=MOST)] | None = Field(
        None,
        title="Later lost games cost",
        description="What a lost game costs from a certain number on, if not the same.",
    )
    later_from: int = Field(
        4,
        ge=2,
        le=100,
        title="Later means from number",
        description="The first lost game of a player that costs so much.",
    )
    passed_in_fee: Amount = Field(
        0, title="A deal passed in costs", description="What everybody at the table pays to the kitty for each."
    )

    @property
    def point_value(self) -> Fraction:
        """What a point is worth."""
        return Fraction(self.value)

    @property
    def coin(self) -> Fraction:
        """The smallest coin, exact."""
        return Fraction(str(self.unit))

    @property
    def fees(self) -> dict[Event, Number]:
        """What each event costs, also those that a game adds; of lost games the first ones."""
        names = [name for name in type(self).model_fields if name.endswith("_fee") and name != "later_fee"]
        return {name.removesuffix("_fee"): getattr(self, name) for name in names}

    def fee_for_lost(self, games: int) -> Number:
        """Returns what this number of lost games of one player costs."""
        later = max(games - self.later_from + 1, 0) if self.later_fee else 0
        return money((games - later) * self.lost_fee + later * (self.later_fee or 0))

    def check(self) -> None:
        """Raises Refusal if figures do not go together; pointers are relative to the rules."""
        if self.method == "stake" and not self.stake:
            raise refuse("/stake", "stake_missing", "Say what every loser pays.", rule="")
        if self.later_fee and not self.lost_fee:
            raise refuse("/lost_fee", "fee_missing", "Say what the first lost games cost.", rule="")
        fees = {f"{event}_fee": fee for event, fee in self.fees.items()}
        for name, amount in {"cap": self.cap, "stake": self.stake, "later_fee": self.later_fee, **fees}.items():
            if amount and Fraction(str(amount)) % self.coin:
                text = _("{amount} cannot be paid: amounts are rounded to {unit}.")
                raise refuse(f"/{name}", "not_a_multiple", text, rule="", amount=amount, unit=self.unit)

    @property
    def has_fees(self) -> bool:
        """Whether anything is paid to the kitty."""
        return bool(self.later_fee or any(self.fees.values()))


@dataclass(frozen=True)
class OwnFee:
    """A fee that one game has. title, description: of its field. sentence: of the rules, with ``{amount}``."""

    event: Event
    title: str
    description: str
    sentence: str


def with_own_fees(fees: Iterable[OwnFee]) -> type[SettlementRules]:
    """Returns the model of the rules with a field for each of these fees."""
    fields: dict[str, Any] = {
        f"{fee.event}_fee": (Amount, Field(0, title=fee.title, description=fee.description)) for fee in fees
    }
    doc = SettlementRules.__doc__
    return create_model("SettlementRules", __base__=SettlementRules, __doc__=doc, __module__=__name__, **fields)


@dataclass(frozen=True)
class MatchResult:
    """The result of a match that is settled.

    sides: the seats of each side, all sides of one size. totals: by side; for the method ``chips`` the gain since the
    start. winners: the sides that have won, none while the match goes on. low: whether the lowest total is the best.
    due: by event and seat, how often its fee is due.
    """

    sides: Sequence[Sequence[int]]
    totals: Sequence[Number]
    winners: Sequence[int] = ()
    low: bool = False
    due: Mapping[Event, Mapping[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Payment(Generic[K]):
    """An amount that one account pays to another."""

    payer: K
    payee: K
    amount: Number


@dataclass(frozen=True)
class Settlement:
    """What everybody gets (above zero) or pays (below).

    amounts: by seat, without the fees. fees: by seat, to the kitty. pots: the contents of the pots, which go to the
    kitty. rounded: whether an amount was no whole number of coins.
    """

    amounts: list[Number]
    fees: list[Number]
    pots: Number
    rounded: bool = False

    @property
    def balances(self) -> list[Number]:
        """By seat, after the fees."""
        return [money(amount - fee) for amount, fee in zip(self.amounts, self.fees, strict=True)]

    @property
    def kitty(self) -> Number:
        """What the kitty gets; below zero if it pays."""
        return money(self.pots + sum(self.fees))

    @property
    def payments(self) -> list[Payment[int | None]]:
        """Who pays whom, by seat; None is the kitty."""
        accounts: dict[int | None, Number] = dict(enumerate(self.balances))
        return payments({**accounts, None: self.kitty})


def settle(result: MatchResult, rules: SettlementRules) -> Settlement:
    """Returns the settlement of a match. Raises ValueError if the sides have unequal numbers of members."""
    size = len(result.sides[0])
    if any(len(side) != size for side in result.sides):
        raise ValueError("all sides need the same number of members")
    cap = None if rules.cap is None else Fraction(str(rules.cap))
    by_side: list[Fraction] = _cap_amounts(_exact_amounts(result, rules), cap, rules.coin)
    # The kitty is the last account: it gets what the players' amounts leave.
    exact = [*by_side, -sum(by_side, Fraction(0))]
    rounded = _round_amounts(exact, [*_rankings(result, rules), inf], rules.coin)
    seats = sum(len(side) for side in result.sides)
    amounts: list[Number] = [0] * seats
    for side, amount in zip(result.sides, rounded, strict=False):
        for seat in side:
            amounts[seat] = money(amount)
    fees = [_fees_of(seat, result.due, rules) for seat in range(seats)]
    return Settlement(amounts, fees, money(rounded[-1] * size), rounded != exact)


def _fees_of(seat: int, due: Mapping[Event, Mapping[int, int]], rules: SettlementRules) -> Number:
    """What a seat pays to the kitty."""
    others = sum(fee * due.get(event, {}).get(seat, 0) for event, fee in rules.fees.items() if event != "lost")
    return money(rules.fee_for_lost(due.get("lost", {}).get(seat, 0)) + others)


def _rankings(result: MatchResult, rules: SettlementRules) -> list[Fraction]:
    """Returns the exact totals, so that the highest is the best."""
    totals = [Fraction(str(total)) for total in result.totals]
    return [-total for total in totals] if result.low and rules.method != "chips" else totals


def _exact_amounts(result: MatchResult, rules: SettlementRules) -> list[Fraction]:
    """Returns what each side gets, before the cap and the rounding."""
    totals, value = _rankings(result, rules), rules.point_value
    n, whole = len(totals), sum(totals, Fraction(0))
    match rules.method:
        case "differences":
            return [value * (n * total - whole) for total in totals]
        case "mean":
            return [value * (total - whole / n) for total in totals]
        case "to_winner":
            best = max(totals)
            return _share_difference([value * (total - best) for total in totals], [t == best for t in totals])
        case "from_loser":
            last = min(totals)
            return _share_difference([value * (total - last) for total in totals], [t == last for t in totals])
        case "chips":
            return [value * total for total in totals]
        case "stake":
            won = [side in result.winners for side in range(n)]
            stakes = [Fraction(0 if has_won or not any(won) else -rules.stake) for has_won in won]
            return _share_difference(stakes, won)


def _share_difference(amounts: Sequence[Fraction], shares: Sequence[bool]) -> list[Fraction]:
    """Returns the amounts with a sum of zero: the difference goes in equal parts to those who share."""
    part = -sum(amounts, Fraction(0)) / max(sum(shares), 1)
    return [part if share else amount for amount, share in zip(amounts, shares, strict=True)]


def _cap_amounts(amounts: Sequence[Fraction], cap: Fraction | None, unit: Fraction) -> list[Fraction]:
    """Returns the amounts with payments limited to the cap, in whole coins.

    All gains, the kitty's too, shrink in proportion.
    """
    before = -sum((amount for amount in amounts if amount < 0), Fraction(0))
    if cap is None or not before:
        return list(amounts)
    most = cap // unit * unit
    capped = [max(amount, -most) for amount in amounts]
    after = -sum((amount for amount in capped if amount < 0), Fraction(0))
    from_kitty = max(sum(amounts, Fraction(0)), Fraction(0))
    factor = (after + from_kitty) / (before + from_kitty)
    return [amount * factor if amount > 0 else amount for amount in capped]


def _round_amounts(amounts: Sequence[Fraction], rankings: Sequence[Fraction | float], unit: Fraction) -> list[Fraction]:
    """Returns amounts in whole coins with a sum of zero. unit: the coin.

    All are rounded down; the missing coins go to the largest fractions, of equal ones to the lowest ranking first,
    then to the first place.
    """
    in_units = [amount / unit for amount in amounts]
    floors = [amount // 1 for amount in in_units]
    order = sorted(range(len(amounts)), key=lambda place: (floors[place] - in_units[place], rankings[place], place))
    for place in order[: -sum(floors)]:
        floors[place] += 1
    return [floor * unit for floor in floors]


def payments(balances: Mapping[K, Number]) -> list[Payment[K]]:
    """Returns who pays whom: the largest debtor pays the largest creditor, until all balances are zero.

    balances: by account, with a sum of zero; of equal ones the first comes first. There are fewer payments than
    accounts. Raises ValueError if the sum is not zero.
    """
    left = {account: round(balance * 100) for account, balance in balances.items()}
    if sum(left.values()):
        raise ValueError("the balances of all accounts together are not zero")
    result: list[Payment[K]] = []
    while any(left.values()):
        payer, payee = min(left, key=lambda account: left[account]), max(left, key=lambda account: left[account])
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        result.append(Payment(payer, payee, money(amount / 100)))
    return result
