"""The money of an event, in the smallest unit: fees for lost games, the pot, prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.events.event import Place
from scoring.events.rules import FeeStep, MoneyRules


def lost_fee(lost: int, steps: Sequence[FeeStep]) -> int:
    """Returns what the lost games of one list cost. steps: the fee of each game, by its number among those lost."""
    whole, done = 0, 0
    for step in steps:
        until = lost if step.up_to is None else min(step.up_to, lost)
        whole += max(0, until - done) * step.each
        done = max(done, until)
    return whole


def pot(rules: MoneyRules, entries: int, fees: int) -> int:
    """Returns what is paid out as prizes: a part of the entry fees, and the other fees if they go there."""
    from_entries = entries * rules.entry_fee * rules.prize_percent // 100
    return from_entries + (fees if rules.fees_to == "prizes" else 0)


def prizes(whole: int, shares: Sequence[int], unit: int = 1) -> list[int]:
    """Returns the prizes of the places: the pot by shares, in multiples of the unit.

    All are rounded down; what is missing goes to the largest fractions, of equal ones to the better place. What is
    less than a unit stays over.
    """
    if not shares:
        return []
    units, parts = whole // unit, sum(shares)
    exact = [Fraction(units * share, parts) for share in shares]
    result = [int(amount) for amount in exact]
    order = sorted(range(len(shares)), key=lambda place: (result[place] - exact[place], place))
    for place in order[: units - sum(result)]:
        result[place] += 1
    return [amount * unit for amount in result]


def prizes_by_entry(places: Sequence[Place], amounts: Sequence[int], unit: int = 1) -> dict[int, int]:
    """Returns the prize of each entry. Entries that share a place share the sum of their places.

    A share is a multiple of the unit; units that are left over go to the lowest numbers among them.
    """
    result: dict[int, int] = {}
    for place in dict.fromkeys(line.place for line in places):
        sharing = sorted(line.entry for line in places if line.place == place)
        whole = sum(amounts[place - 1 : place - 1 + len(sharing)]) // unit
        each, over = divmod(whole, len(sharing))
        for order, entry in enumerate(sharing):
            result[entry] = (each + (order < over)) * unit
    return {entry: amount for entry, amount in result.items() if amount}


def account(entries: int, rules: MoneyRules, fees: Mapping[int, int], paid: Mapping[int, int]) -> dict[str, int]:
    """Returns what comes in and goes out: entry fees, other fees, prizes, and what is left for organiser or kitty."""
    from_entries, from_fees, out = entries * rules.entry_fee, sum(fees.values()), sum(paid.values())
    kitty = from_fees if rules.fees_to == "kitty" else 0
    return {
        "entry_fees": from_entries,
        "fees": from_fees,
        "prizes": out,
        "kitty": kitty,
        "organiser": from_entries + from_fees - out - kitty,
    }
