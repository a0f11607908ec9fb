"""What the four piles of Buried Treasure are worth, and whether that is possible with these cards buried."""

from __future__ import annotations

from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import SUITS, Pack, card_points, cards_of, rank_of, suit_of
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import Line, card, line, suit
from scoring.engine.refusal import refuse
from scoring.games.buried_treasure.buried_cards import BuriedSuit, known_cards
from scoring.games.buried_treasure.cards import IN_SUIT, RANKS, SUIT_VALUE, VALUES, decks_of, pack_of
from scoring.games.buried_treasure.models import BuriedTreasurePilesHand, BuriedTreasureValuesHand


def count_piles(
    setup: Setup[Any], hand: BuriedTreasureValuesHand | BuriedTreasurePilesHand, buried: dict[str, BuriedSuit]
) -> tuple[dict[str, int], list[Line]]:
    """Returns the value of each pile, with the calculation. Raises Refusal if a pile is not possible."""
    values, lines = {}, []
    if isinstance(hand, BuriedTreasurePilesHand):
        _check_piles(setup, hand, buried)
    for letter in SUITS:
        if isinstance(hand, BuriedTreasurePilesHand):
            cards = getattr(hand.piles, letter)
            values[letter] = card_points(cards, VALUES)
            parts = " + ".join(str(VALUES[rank_of(code)]) for code in cards if VALUES[rank_of(code)])
        else:
            values[letter] = getattr(hand.suits, letter)
            _check_value(decks_of(setup.players), letter, values[letter], buried[letter])
            parts = ""
        params: dict[str, Any] = {"suit": suit(letter), "value": values[letter], "rule": "suit-value"}
        if parts and parts != str(values[letter]):
            lines.append(line("The {suit}: {parts}", parts=parts, **params))
        else:
            lines.append(line("The {suit} are worth {n}", n=values[letter], **params))
    return values, lines


def _check_piles(setup: Setup[Any], hand: BuriedTreasurePilesHand, buried: dict[str, BuriedSuit]) -> None:
    cards = []
    for letter in SUITS:
        for place, code in enumerate(getattr(hand.piles, letter)):
            pointer = f"/piles/{letter}/{place}"
            cards.append((pointer, code))
            if suit_of(code) not in ("", letter):
                text = _("{card} does not lie in the pile of {suit}.")
                params: dict[str, Any] = {"card": card(code), "suit": suit(letter)}
                raise refuse(pointer, "wrong_pile", text, rule="play", **params)
    check_in_pack(pack_of(setup.players), cards + known_cards(hand.buried))
    most = IN_SUIT * decks_of(setup.players)
    for letter in SUITS:
        n = len(getattr(hand.piles, letter)) + buried[letter].number
        if n > most:
            text = _("{n} {suit} in the pile and buried: there are only {most}.")
            raise refuse(f"/piles/{letter}", "too_many_of_suit", text, rule="play", n=n, suit=suit(letter), most=most)


def _check_value(decks: int, letter: str, value: int, buried: BuriedSuit) -> None:
    pointer, params = f"/suits/{letter}", {"suit": suit(letter)}
    if value < 0:
        raise refuse(pointer, "negative", "A pile is never worth less than 0.", rule="suit-value")
    most = decks * SUIT_VALUE
    if value > most:
        text = _("All {suit} together make {most}: a pile cannot be worth {value}.")
        raise refuse(pointer, "too_high", text, rule="suit-value", **params, most=most, value=value)
    fewest = fewest_cards(decks, buried.known)
    room = decks * IN_SUIT - buried.number
    possible = [total for total, cards in fewest.items() if cards <= room]
    if value > max(possible):
        text = _("With what is buried the pile of {suit} makes {most} at most, not {value}.")
        raise refuse(pointer, "too_high_with_buried", text, rule="burying", **params, most=max(possible), value=value)
    if value not in possible:
        text = _("The {suit} that are not buried cannot make {value}.")
        raise refuse(pointer, "impossible_value", text, rule="suit-value", **params, value=value)


def fewest_cards(decks: int, buried: tuple[str, ...]) -> dict[int, int]:
    """Returns each value that a pile can have without these cards, with the fewest cards that make it."""
    left = Pack(cards_of(RANKS, suit_of(buried[0]) if buried else "C") * decks).rest(buried)
    fewest = {0: 0}
    for value in (VALUES[rank_of(code)] for code in left):
        if value:
            for total, cards in sorted(fewest.items(), reverse=True):
                fewest[total + value] = min(fewest.get(total + value, cards + 1), cards + 1)
    return fewest
