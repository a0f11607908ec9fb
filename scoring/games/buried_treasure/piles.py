"""What the four piles of Buried Treasure are worth, and whether that can be with these cards buried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import PACK_52, SUITS, Pack, card_points, cards_of, rank_of, suit_of
from scoring.engine.game import Setup, check_per_seat
from scoring.engine.messages import Line, card, line, suit
from scoring.engine.refusal import refuse
from scoring.games.buried_treasure.models import BuriedTreasurePilesHand, BuriedTreasureValuesHand

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
VALUES = {"A": 1, "J": 0, "Q": 0, "K": 0} | {rank: int(rank) for rank in RANKS[1:10]}
IN_SUIT = len(RANKS)
SUIT_VALUE = sum(VALUES.values())
BURIED = 4
DEALT = 8


def decks_of(players: int) -> int:
    """How many packs so many play with."""
    return 1 if players <= 5 else 2


def pack_of(players: int) -> Pack:
    """All cards in play."""
    return Pack(PACK_52.cards * decks_of(players))


@dataclass(frozen=True)
class Grave:
    """What is buried of one suit: cards that are known, and how many more of which only the suit is."""

    known: tuple[str, ...]
    unknown: int

    @property
    def number(self) -> int:
        return len(self.known) + self.unknown


def check_buried(setup: Setup[Any], buried: Sequence[Sequence[str]]) -> dict[str, Grave]:
    """What is buried of each suit. Raises Refusal where it cannot be."""
    check_per_seat(setup, buried, "/buried", rule="burying")
    for who, entries in enumerate(buried):
        if len(entries) != BURIED:
            text = "Everybody has four buried cards at the end, not {n}."
            raise refuse(f"/buried/{who}", "buried_count", text, rule="burying", n=len(entries))
    check_in_pack(pack_of(setup.players), _known(buried))
    entries = [entry for of_seat in buried for entry in of_seat]
    graves = {}
    for letter in SUITS:
        known = tuple(entry for entry in entries if entry != letter and suit_of(entry) == letter)
        graves[letter] = Grave(known, entries.count(letter))
        most = IN_SUIT * decks_of(setup.players)
        if graves[letter].number > most:
            text = "There are only {most} {suit} in play, not {n}."
            told: dict[str, Any] = {"most": most, "suit": suit(letter), "n": graves[letter].number}
            raise refuse("/buried", "too_many_of_suit", text, rule="burying", **told)
    return graves


def _known(buried: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """The buried cards that are known, each with its pointer."""
    return [
        (f"/buried/{who}/{place}", entry)
        for who, entries in enumerate(buried)
        for place, entry in enumerate(entries)
        if entry not in SUITS
    ]


def values_of(
    setup: Setup[Any], hand: BuriedTreasureValuesHand | BuriedTreasurePilesHand, graves: dict[str, Grave]
) -> tuple[dict[str, int], list[Line]]:
    """The value of each pile, with the calculation. Raises Refusal where a pile cannot be."""
    values, lines = {}, []
    if isinstance(hand, BuriedTreasurePilesHand):
        _check_piles(setup, hand, graves)
    for letter in SUITS:
        if isinstance(hand, BuriedTreasurePilesHand):
            cards = getattr(hand.piles, letter)
            values[letter] = card_points(cards, VALUES)
            parts = " + ".join(str(VALUES[rank_of(code)]) for code in cards if VALUES[rank_of(code)])
        else:
            values[letter] = getattr(hand.suits, letter)
            _check_value(decks_of(setup.players), letter, values[letter], graves[letter])
            parts = ""
        told: dict[str, Any] = {"suit": suit(letter), "value": values[letter], "rule": "suit-value"}
        if parts and parts != str(values[letter]):
            lines.append(line("The {suit}: {parts}", parts=parts, **told))
        else:
            lines.append(line("The {suit} are worth {n}", n=values[letter], **told))
    return values, lines


def _check_piles(setup: Setup[Any], hand: BuriedTreasurePilesHand, graves: dict[str, Grave]) -> None:
    named = []
    for letter in SUITS:
        for place, code in enumerate(getattr(hand.piles, letter)):
            pointer = f"/piles/{letter}/{place}"
            named.append((pointer, code))
            if suit_of(code) not in ("", letter):
                text = "{card} does not lie in the pile of {suit}."
                told: dict[str, Any] = {"card": card(code), "suit": suit(letter)}
                raise refuse(pointer, "wrong_pile", text, rule="play", **told)
    check_in_pack(pack_of(setup.players), named + _known(hand.buried))
    most = IN_SUIT * decks_of(setup.players)
    for letter in SUITS:
        n = len(getattr(hand.piles, letter)) + graves[letter].number
        if n > most:
            text = "{n} {suit} in the pile and buried: there are only {most}."
            raise refuse(f"/piles/{letter}", "too_many_of_suit", text, rule="play", n=n, suit=suit(letter), most=most)


def _check_value(decks: int, letter: str, value: int, grave: Grave) -> None:
    pointer, told = f"/suits/{letter}", {"suit": suit(letter)}
    if value < 0:
        raise refuse(pointer, "negative", "A pile is never worth less than nothing.", rule="suit-value")
    most = decks * SUIT_VALUE
    if value > most:
        text = "All {suit} together make {most}: a pile cannot be worth {value}."
        raise refuse(pointer, "too_high", text, rule="suit-value", **told, most=most, value=value)
    fewest = fewest_cards(decks, grave.known)
    room = decks * IN_SUIT - grave.number
    possible = [total for total, cards in fewest.items() if cards <= room]
    if value > max(possible):
        text = "With what is buried the pile of {suit} makes {most} at most, not {value}."
        raise refuse(pointer, "too_high_with_buried", text, rule="burying", **told, most=max(possible), value=value)
    if value not in possible:
        text = "The {suit} that are not buried cannot make {value}."
        raise refuse(pointer, "impossible_value", text, rule="suit-value", **told, value=value)


def fewest_cards(decks: int, buried: tuple[str, ...]) -> dict[int, int]:
    """Each value that a pile can have without these cards, with the fewest cards that make it."""
    left = Pack(cards_of(RANKS, suit_of(buried[0]) if buried else "C") * decks).rest(buried)
    fewest = {0: 0}
    for value in (VALUES[rank_of(code)] for code in left):
        if value:
            for total, cards in sorted(fewest.items(), reverse=True):
                fewest[total + value] = min(fewest.get(total + value, cards + 1), cards + 1)
    return fewest
