"""What is bad in a hand of Tëtka, and who pays for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import cards_of, rank_of, suit_of
from scoring.engine.game import HandDetails
from scoring.engine.marking import _
from scoring.engine.messages import Line, card, line, plural, seat, suit

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
QUEENS = cards_of(("Q",))
TRICKS = 13
IN_A_TRICK = 4

BUM_CARD, TETKA, OTHER_QUEEN, BAD_TRICK, LAST_TRICK, MOST_TRICKS = 1, 2, 1, 1, 1, 1


def tetka_of(bum_card: str) -> str:
    """Returns the queen that costs two: the one of the bum card's suit."""
    return "Q" + suit_of(bum_card)


def bad_trick_of(bum_card: str) -> int:
    """Returns the number of the bad trick: ace 1, numbers their value, jack 11, queen 12, king 13."""
    rank = rank_of(bum_card)
    return {"A": 1, "J": 11, "Q": 12, "K": 13}.get(rank) or int(rank)


def queen_cost(queen: str, bum_card: str) -> int:
    """Returns what capturing this queen costs, the bum card's own point not counted."""
    return TETKA if queen == tetka_of(bum_card) else OTHER_QUEEN


@dataclass(frozen=True)
class Most:
    """Who pays for most tricks. seat: None if nobody does. tied: all who had that many. by: what decided."""

    seat: int | None
    tied: tuple[int, ...]
    by: str


class TetkaDetails(HandDetails):
    """Who took what."""

    tetka: str
    """The queen of the bum card's suit."""
    bad_trick: int
    """The number of the bad trick, from 1."""
    queens: dict[str, int]
    """By card, the seat that took it."""
    bum_taker: int
    """The seat that took the bum card."""
    bum_trick: int
    """The seat that won the bad trick."""
    last_trick: int
    """The seat that won the last trick."""
    tricks: list[int]
    """Tricks won, by seat."""
    most_tricks: int | None
    """The seat that pays for most tricks; null for nobody."""


@dataclass(frozen=True)
class Captures:
    """What everybody took in a hand. queens: captor of each queen. most: who pays for most tricks."""

    bum_card: str
    queens: dict[str, int]
    bum_taker: int
    bum_trick: int
    last_trick: int
    tricks: Sequence[int]
    most: Most

    @property
    def details(self) -> TetkaDetails:
        """The derived figures of the hand."""
        return TetkaDetails(
            tetka=tetka_of(self.bum_card),
            bad_trick=bad_trick_of(self.bum_card),
            queens=dict(self.queens),
            bum_taker=self.bum_taker,
            bum_trick=self.bum_trick,
            last_trick=self.last_trick,
            tricks=list(self.tricks),
            most_tricks=self.most.seat,
        )


def penalties(captures: Captures) -> tuple[list[int], list[Line]]:
    """Returns points of each seat and the calculation, a line for each penalty."""
    points = [0] * len(captures.tricks)
    bum, tetka, number = captures.bum_card, tetka_of(captures.bum_card), bad_trick_of(captures.bum_card)
    lines = [
        line("Bum card {bum}: Tëtka is {tetka}", bum=card(bum), tetka=card(tetka), rule="tetka"),
        line("Trick {n} is bad", n=number, rule="bad-trick"),
    ]

    def pay(who: int, value: int, text: str, rule: str, **params: Any) -> None:
        points[who] += value
        lines.append(line(text, who=seat(who), value=value, rule=rule, **params))

    pay(captures.bum_taker, BUM_CARD, _("{who} took the bum card {card}"), "bum-card", card=card(bum))
    pay(captures.queens[tetka], TETKA, _("{who} took Tëtka, {card}"), "tetka", card=card(tetka))
    for queen, who in captures.queens.items():
        if queen != tetka:
            pay(who, OTHER_QUEEN, _("{who} took {card}"), "queens", card=card(queen))
    pay(captures.bum_trick, BAD_TRICK, _("{who} won the bad trick, number {n}"), "bad-trick", n=number)
    pay(captures.last_trick, LAST_TRICK, _("{who} won the last trick"), "last-trick")
    most = captures.most
    if most.seat is None:
        tied = [seat(who) for who in most.tied]
        text = _("Most tricks: {tied} tie without a card of {suit}; nobody pays")
        lines.append(line(text, tied=tied, suit=suit(suit_of(bum)), rule="most-tricks"))
    else:
        texts = {
            "tricks": _("{who} won the most tricks, {n}"),
            "counts": _("Tie at {n} tricks: {who} took the most cards of {suit}"),
            "high": _("Tie at {n} tricks: {who} took the highest card of {suit} among the tied"),
        }
        n = captures.tricks[most.seat]
        pay(most.seat, MOST_TRICKS, texts[most.by], "most-tricks", n=n, suit=suit(suit_of(bum)))
    for who, value in enumerate(points):
        lines.append(Line(plural(value, "{who}: {n} point", "{who}: {n} points", who=seat(who)), value, "scoring"))
    return points, lines
