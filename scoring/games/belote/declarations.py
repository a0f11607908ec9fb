"""Belote's declarations: which can exist, which side's are better, and what they bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from scoring.engine.cards import SUITS, Suit
from scoring.engine.game import Setup, check_seat
from scoring.engine.messages import Line, Message, Number, line, say, side, suit
from scoring.engine.refusal import refuse
from scoring.games.belote.models import TRICKS, BeloteDeclaration, BeloteOptions

RUN_ORDER = ("A", "K", "Q", "J", "10", "9", "8", "7")
FOUR_ORDER = ("J", "9", "A", "10", "K", "Q")
FOUR_VALUES = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}
FOURS = {
    "J": say("four jacks"),
    "9": say("four nines"),
    "A": say("four aces"),
    "10": say("four tens"),
    "K": say("four kings"),
    "Q": say("four queens"),
}
RUN_VALUES = {"tierce": 20, "fifty": 50, "hundred": 100}
RUN_LENGTHS = {"tierce": 3, "fifty": 4}
SHORTEST_HUNDRED = 5
#: The most cards of one hand.
HAND_SIZE = TRICKS


@dataclass(frozen=True)
class Compared:
    """Whose declarations count (None: nobody has any), what they are worth, and why."""

    side: int | None
    points: Number
    lines: list[Line]
    best: BeloteDeclaration | None = None


def length_of(one: BeloteDeclaration) -> int:
    """The number of cards of a declaration."""
    if one.type == "four":
        return 4
    return RUN_LENGTHS.get(one.type) or one.length or SHORTEST_HUNDRED


def worth(one: BeloteDeclaration) -> int:
    """What a declaration is worth."""
    return FOUR_VALUES[one.high] if one.type == "four" else RUN_VALUES[one.type]


def ranks_in(one: BeloteDeclaration) -> tuple[str, ...]:
    """The ranks that a run goes through; the one rank of a four."""
    if one.type == "four":
        return (one.high,)
    top = RUN_ORDER.index(one.high)
    return RUN_ORDER[top : top + length_of(one)]


def name_of(one: BeloteDeclaration) -> Message:
    """A declaration in words."""
    if one.type == "four":
        return FOURS[one.high]
    if one.suit:
        return say("run of {n} from the {high} of {suit}", n=length_of(one), high=one.high, suit=suit(one.suit))
    return say("run of {n} from the {high}", n=length_of(one), high=one.high)


def compare(
    setup: Setup[BeloteOptions],
    declared: Sequence[BeloteDeclaration],
    trump: Suit | None,
    dealer: int,
    pointer: str = "/declarations",
) -> Compared:
    """Whose declarations count.

    Raises Refusal (``declarations``, ``comparison``) where they cannot exist together, or where two equal runs need
    their suits to be told apart.
    """
    for place, one in enumerate(declared):
        _check_one(setup, one, f"{pointer}/{place}")
    _check_together(declared, pointer)
    own = [[one for one in declared if one.side == number] for number in range(2)]
    if not declared:
        return Compared(None, 0, [])
    if own[0] and own[1]:
        better, why = _better(setup, declared, trump, dealer, pointer)
    else:
        better, why = declared[0].side, []
    points = sum(worth(one) for one in own[better])
    told = [
        line("{who}: {what}", who=side(better), what=name_of(one), value=worth(one), rule="declarations")
        for one in own[better]
    ]
    return Compared(better, points, [*why, *told], max(own[better], key=strength))


def strength(one: BeloteDeclaration) -> tuple[int, int, int]:
    """How good a declaration is: fours before runs, longer before shorter, higher before lower."""
    if one.type == "four":
        return (2, 0, -FOUR_ORDER.index(one.high))
    return (1, length_of(one), -RUN_ORDER.index(one.high))


def _better(
    setup: Setup[BeloteOptions], declared: Sequence[BeloteDeclaration], trump: Suit | None, dealer: int, pointer: str
) -> tuple[int, list[Line]]:
    """The side with the better declaration, and why."""
    top = max(strength(one) for one in declared)
    rivals = [(place, one) for place, one in enumerate(declared) if strength(one) == top]
    rival_sides = {one.side for _, one in rivals}
    if len(rival_sides) == 1:
        best = rivals[0][1]
        told = say("Best: {what}, so those of {who} count", what=name_of(best), who=side(best.side))
        return best.side, [Line(told, rule="comparison")]
    in_trumps = [one for _, one in rivals if trump is not None and one.suit == trump]
    if in_trumps:
        told = say("Equal runs, and that of {who} is trumps", who=side(in_trumps[0].side))
        return in_trumps[0].side, [Line(told, rule="comparison")]
    if trump is None:
        text = "Both sides have the same run: the trump suit is needed to compare them."
        raise refuse("/trump", "trump_missing", text, rule="comparison")
    for place, one in rivals:
        if one.suit is None:
            text = "Both sides have the same run: its suit is needed, for a run of trumps is better."
            raise refuse(f"{pointer}/{place}/suit", "suit_missing", text, rule="comparison")
    return _spoke_first(setup, [one for _, one in rivals], dealer)


def _spoke_first(
    setup: Setup[BeloteOptions], rivals: Sequence[BeloteDeclaration], dealer: int
) -> tuple[int, list[Line]]:
    """The side that spoke first, by the seats; where they were not entered, the side of the dealer's left."""
    order = [setup.after(dealer, steps) for steps in range(1, 5)]
    if all(one.seat is not None for one in rivals):
        first = min(order.index(one.seat) for one in rivals if one.seat is not None)
        number = setup.side_of(order[first])
        text = "Equal runs: {who} spoke first"
    else:
        number = setup.side_of(order[0])
        text = "Equal runs: {who}, left of the dealer, spoke first"
    return number, [line(text, who=side(number), rule="comparison")]


def _check_one(setup: Setup[BeloteOptions], one: BeloteDeclaration, pointer: str) -> None:
    check_seat(setup, one.seat, f"{pointer}/seat", rule="declarations")
    if one.seat is not None and setup.side_of(one.seat) != one.side:
        text = "This seat belongs to the other side."
        raise refuse(f"{pointer}/seat", "seat_of_other_side", text, rule="declarations")
    if one.type == "four":
        if one.high not in FOUR_VALUES:
            text = "Four {rank}s count nothing and are not declared."
            raise refuse(f"{pointer}/high", "four_worthless", text, rule="declarations", rank=one.high)
        if one.suit is not None:
            raise refuse(f"{pointer}/suit", "four_has_no_suit", "A four is in all suits.", rule="declarations")
    fits = {4} if one.type == "four" else {RUN_LENGTHS.get(one.type)}
    if one.type == "hundred":
        fits = {5, 6, 7, 8}
    if one.length is not None and one.length not in fits:
        text = "{n} cards do not make this declaration."
        raise refuse(f"{pointer}/length", "length_wrong", text, rule="declarations", n=one.length)
    if one.type != "four" and len(ranks_in(one)) < length_of(one):
        text = "A run of {n} cannot start from the {high}: it would go below the 7."
        raise refuse(f"{pointer}/high", "run_too_low", text, rule="declarations", n=length_of(one), high=one.high)


def _check_together(declared: Sequence[BeloteDeclaration], pointer: str) -> None:
    """Raises Refusal where one pack cannot hold all of these."""
    text = "These declarations need the same card twice."
    for place, one in enumerate(declared):
        for earlier in declared[:place]:
            if _clash(earlier, one):
                raise refuse(f"{pointer}/{place}", "card_twice", text, rule="declarations")
    runs = Counter(rank for one in declared if one.type != "four" for rank in ranks_in(one))
    if any(n > len(SUITS) for n in runs.values()):
        raise refuse(pointer, "card_twice", text, rule="declarations")
    for number in range(2):
        own = [one for one in declared if one.side == number]
        if not any(_fits_in_hands(own, split) for split in product((0, 1), repeat=len(own))):
            text = "{who} cannot hold all of these: each partner has only eight cards."
            raise refuse(pointer, "too_many_cards", text, rule="declarations", who=side(number))


def _clash(one: BeloteDeclaration, other: BeloteDeclaration) -> bool:
    """Whether two declarations certainly need one card twice.

    A four may share a card with a run of the same player only: the sources do not forbid that a card serves in both.
    """
    common = set(ranks_in(one)) & set(ranks_in(other))
    if not common:
        return False
    if one.type == other.type == "four":
        return True
    if "four" in (one.type, other.type):
        return one.side != other.side or (None not in (one.seat, other.seat) and one.seat != other.seat)
    return one.suit is not None and one.suit == other.suit


def _fits_in_hands(own: Sequence[BeloteDeclaration], split: Sequence[int]) -> bool:
    """Whether two partners can hold these declarations, shared out like this, with eight cards each."""
    for partner in range(2):
        held = [one for one, owner in zip(own, split, strict=True) if owner == partner]
        if len({one.seat for one in held if one.seat is not None}) > 1:
            return False
        fours = {one.high for one in held if one.type == "four"}
        shared = sum(rank in fours for one in held if one.type != "four" for rank in ranks_in(one))
        if sum(length_of(one) for one in held) - shared > HAND_SIZE:
            return False
    named = [{one.seat for one, at in zip(own, split, strict=True) if at == partner} - {None} for partner in range(2)]
    return not named[0] & named[1]


def found_in(setup: Setup[BeloteOptions], hands: Sequence[Sequence[str]]) -> list[BeloteDeclaration]:
    """Every run (as long as it goes) and four of a kind that these four hands hold."""
    found = []
    for seat, held in enumerate(hands):
        number = setup.side_of(seat)
        for rank in FOUR_ORDER:
            if all(rank + letter in held for letter in SUITS):
                data = {"side": number, "type": "four", "high": rank, "seat": seat}
                found.append(BeloteDeclaration.model_validate(data))
        for letter in SUITS:
            found += _runs(number, seat, letter, held)
    return found


def _runs(number: int, seat: int, letter: str, held: Sequence[str]) -> list[BeloteDeclaration]:
    runs: list[list[str]] = [[]]
    for rank in RUN_ORDER:
        if rank + letter in held:
            runs[-1].append(rank)
        else:
            runs.append([])
    made = []
    for run in runs:
        if len(run) >= 3:
            sort = {3: "tierce", 4: "fifty"}.get(len(run), "hundred")
            data: dict[str, Any] = {"side": number, "type": sort, "high": run[0], "suit": letter, "seat": seat}
            if sort == "hundred":
                data["length"] = len(run)
            made.append(BeloteDeclaration.model_validate(data))
    return made
