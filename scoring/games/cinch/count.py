"""How many points each side took in Cinch, from sums, point by point or from the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.captured import cards_at
from scoring.engine.cards import Pack
from scoring.engine.checks import check_entered
from scoring.engine.game import Setup, check_per_side
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, card, line, plural, say, side
from scoring.engine.refusal import refuse
from scoring.games.cinch.models import ALL_POINTS, WORTH, CinchOptions, CinchPlayedHand, scoring_cards, trumps_of

NAMES = {
    "high": say("high"),
    "low": say("low"),
    "jack": say("jack"),
    "ten": say("ten"),
    "right_pedro": say("right pedro"),
    "left_pedro": say("left pedro"),
}
#: How many pedros may be in play, and how many single points besides high and low.
PEDRO = 5
POSSIBLE_TOTALS = sorted(2 + single + PEDRO * pedros for single in range(3) for pedros in range(3))

#: How a hand can be entered.
WAYS = {
    "points_taken": _("the points of both sides"),
    "won": _("who took each point"),
    "captured": _("the trumps each side won"),
}

PointWinners = dict[str, int]


@dataclass(frozen=True)
class Count:
    """Points taken by side, who took which (None: only sums are known), and how it was counted."""

    points: list[int]
    won: PointWinners | None
    lines: list[Line]


def count_points(setup: Setup[CinchOptions], hand: CinchPlayedHand) -> Count:
    """Returns the points of both sides. Raises Refusal if they are not possible, disagree or are missing."""
    declarers = setup.side_of(hand.bidder)
    discarded = _read_discards(hand)
    ways = [won for won in (_by_name(hand), _by_cards(setup, hand)) if won is not None]
    check_entered(hand, WAYS, rule="points")
    if len(ways) > 1 and ways[0] != ways[1]:
        text = _("The cards give another result than what was said of each point.")
        raise refuse("/won", "disagree", text, rule="points")
    entered = _by_sums(setup, hand)
    if entered is not None:
        _check_discards(hand, entered, discarded, declarers)
    if entered is not None and not ways:
        lines = [line("{who} took {n}", who=side(i), n=n, value=n, rule="points") for i, n in enumerate(entered)]
        return Count(entered, None, lines)
    won = dict(ways[0])
    lines = []
    for name, discarder in discarded.items():
        if name in won:
            text = _("The {name} was thrown away and cannot have been captured.")
            place = next(i for i, discard in enumerate(hand.discarded) if _name_of(hand, discard.card) == name)
            raise refuse(f"/discarded/{place}/card", "discarded_and_captured", text, rule="discards", name=NAMES[name])
        lines.append(_discard_line(name, discarder, declarers))
        if discarder != declarers:
            won[name] = declarers
    points = [sum(WORTH[name] for name, owner in won.items() if owner == number) for number in range(2)]
    if entered is not None and entered != points:
        text = _("Point by point it is {mine} to {theirs}.")
        raise refuse("/points_taken", "disagree", text, rule="points", mine=points[0], theirs=points[1])
    for number in range(2):
        own = [NAMES[name] for name in WORTH if won.get(name) == number]
        what = say("{own}", own=own) if own else say("nothing")
        lines.append(line("{who}: {what}", who=side(number), what=what, value=points[number], rule="points"))
    return Count(points, won, lines)


def _discard_line(name: str, discarder: int, declarers: int) -> Line:
    text = _("{who} threw the {name} away: it counts for the declarers")
    if discarder == declarers:
        text = _("{who} threw the {name} away: it counts for nobody")
    return line(text, who=side(discarder), name=NAMES[name], rule="discards")


def _name_of(hand: CinchPlayedHand, code: str) -> str | None:
    """Which of the four scoring trumps this card is."""
    if hand.trump is None:
        return None
    return next((name for name, scoring in scoring_cards(hand.trump).items() if scoring == code), None)


def _read_discards(hand: CinchPlayedHand) -> dict[str, int]:
    """The scoring trumps thrown away, each with the side that did it."""
    if hand.discarded and hand.trump is None:
        text = _("The trump suit is needed to know what was thrown away.")
        raise refuse("/trump", "trump_missing", text, rule="discards")
    discarded: dict[str, int] = {}
    for place, discard in enumerate(hand.discarded):
        pointer = f"/discarded/{place}/card"
        name = _name_of(hand, discard.card)
        if name is None:
            text = _("{card} is not asked for: only jack, ten and pedros of trumps.")
            raise refuse(pointer, "not_a_scoring_card", text, rule="discards", card=card(discard.card))
        if name in discarded:
            text = _("{card} is named twice.")
            raise refuse(pointer, "card_twice", text, rule="discards", card=card(discard.card))
        discarded[name] = discard.side
    return discarded


# -- by sums ----------------------------------------------------------------------------------------


def _by_sums(setup: Setup[CinchOptions], hand: CinchPlayedHand) -> list[int] | None:
    points = hand.points_taken
    if points is None:
        return None
    check_per_side(setup, points, "/points_taken", rule="points")
    for number, value in enumerate(points):
        if value < 0:
            text = _("{who} cannot have taken less than 0.")
            raise refuse(f"/points_taken/{number}", "negative", text, rule="points", who=side(number))
    total = sum(points)
    if total not in POSSIBLE_TOTALS:
        text = _("A sum of {total} points is not possible: with high and low it is one of {possible}.")
        raise refuse("/points_taken", "total_impossible", text, rule="points", total=total, possible=POSSIBLE_TOTALS)
    pedros = max(n for n in range(3) if total - PEDRO * n >= 2)
    singles = total - PEDRO * pedros
    possible = {single + PEDRO * n for single in range(singles + 1) for n in range(pedros + 1)}
    for number, value in enumerate(points):
        if value not in possible:
            text = _("{value} of {total} is not possible: single points in play: {singles}, pedros: {pedros}.")
            raise refuse(
                f"/points_taken/{number}",
                "points_impossible",
                text,
                rule="points",
                value=value,
                total=total,
                singles=singles,
                pedros=pedros,
            )
    return list(points)


def _check_discards(hand: CinchPlayedHand, entered: Sequence[int], discarded: dict[str, int], declarers: int) -> None:
    """Raises Refusal if these sums do not allow the trumps thrown away, or give them to the wrong side."""
    theirs = [name for name, discarder in discarded.items() if discarder != declarers]
    least = sum(WORTH[name] for name in theirs)
    if entered[declarers] < least:
        text = _("{who} cannot have less than {least}: what the others threw away counts for the declarers.")
        who = side(declarers)
        raise refuse(f"/points_taken/{declarers}", "disagree", text, rule="discards", who=who, least=least)
    lost = [name for name, discarder in discarded.items() if discarder == declarers]
    left = [worth for name, worth in WORTH.items() if name not in lost]
    pedros, singles = divmod(sum(entered) - 2, PEDRO)
    if pedros > left.count(PEDRO) or singles + 2 > left.count(1):
        text = _("What the declarers threw away counts for nobody, so {total} points cannot have been in play.")
        raise refuse("/points_taken", "disagree", text, rule="discards", total=sum(entered))


# -- point by point ---------------------------------------------------------------------------------


def _by_name(hand: CinchPlayedHand) -> PointWinners | None:
    if hand.won is None:
        return None
    won = {name: owner for name, owner in hand.won.model_dump().items() if owner is not None}
    for name in ("high", "low"):
        if name not in won:
            text = _("There is always a highest and a lowest trump: who took {name}?")
            raise refuse(f"/won/{name}", "always_in_play", text, rule="points", name=NAMES[name])
    return won


# -- by cards ---------------------------------------------------------------------------------------


def _by_cards(setup: Setup[CinchOptions], hand: CinchPlayedHand) -> PointWinners | None:
    if hand.captured is None:
        if hand.trumps_played is not None:
            text = _("The trumps that were played do not show who captured them: enter the trumps won too.")
            raise refuse("/captured", "captured_missing", text, rule="points")
        return None
    if hand.trump is None:
        raise refuse("/trump", "trump_missing", "The trump suit is needed for cards.", rule="card-strength")
    trumps = trumps_of(hand.trump)
    owners = _owners(setup, hand.captured, trumps, "/captured")
    played = None if hand.trumps_played is None else _owners(setup, hand.trumps_played, trumps, "/trumps_played")
    sides = owners if played is None else played
    if not sides:
        raise refuse("/captured", "no_trumps", "There is always a highest and a lowest trump.", rule="points")
    if played is not None:
        _check_captured(hand, owners, played)
    highest, lowest = (min(sides, key=trumps.index), max(sides, key=trumps.index))
    if owners.get(highest, sides[highest]) != sides[highest]:
        text = _("{card} was the highest trump, and {who} played it: the others cannot have captured it.")
        params: dict[str, Any] = {"card": card(highest), "who": side(sides[highest])}
        raise refuse(f"/captured/{owners[highest]}", "highest_captured", text, rule="card-strength", **params)
    won = {"high": sides[highest], "low": _low(setup.options, lowest, owners, played)}
    won |= {name: owners[code] for name, code in scoring_cards(hand.trump).items() if code in owners}
    return won


def _owners(
    setup: Setup[CinchOptions], piles: Sequence[Sequence[str]], trumps: tuple[str, ...], pointer: str
) -> dict[str, int]:
    """Trumps with the side that has them."""
    check_per_side(setup, piles, pointer, rule="points")
    pack = Pack(trumps)
    named: set[str] = set()
    for at, code in cards_at(pointer, piles):
        if code not in pack:
            raise refuse(at, "not_a_trump", "{card} is not a trump.", rule="card-strength", card=card(code))
        if code in named:
            raise refuse(at, "card_twice", "{card} is entered twice.", rule="points", card=card(code))
        named.add(code)
    return {code: number for number, pile in enumerate(piles) for code in pile}


def _check_captured(hand: CinchPlayedHand, owners: dict[str, int], played: dict[str, int]) -> None:
    """Raises Refusal if a trump was captured and not played, or scores and was captured by nobody."""
    for at, code in cards_at("/captured", hand.captured or ()):
        if code not in played:
            text = _("{card} was captured, but is not among the trumps that were played.")
            raise refuse(at, "not_played", text, rule="points", card=card(code))
    for code in scoring_cards(hand.trump).values() if hand.trump else ():
        if code in played and code not in owners:
            text = _("{card} was played, so somebody captured it.")
            raise refuse("/captured", "card_missing", text, rule="points", card=card(code))


def _low(options: CinchOptions, lowest: str, owners: dict[str, int], played: dict[str, int] | None) -> int:
    """The side that has the point for low."""
    if options.low == "dealt":
        if played is None:
            text = _("Low goes to the side that was dealt it: say who took each point, or enter the trumps played.")
            raise refuse("/captured", "low_unknown", text, rule="low")
        return played[lowest]
    if lowest not in owners:
        text = _("{card} is the lowest trump: who captured it?")
        raise refuse("/captured", "low_missing", text, rule="low", card=card(lowest))
    return owners[lowest]


def in_play(points: Sequence[int]) -> Message:
    """Returns how many points were in play."""
    total = sum(points)
    if total == ALL_POINTS:
        return say("all 14 points in play")
    return plural(total, "{n} point in play", "{n} points in play")
