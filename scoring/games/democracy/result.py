"""What an island scores, from card points, piles or tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring.engine.captured import cards_at, check_in_pack
from scoring.engine.cards import rank_of, suit_of
from scoring.engine.game import HandResult, Setup, check_per_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, card, line, say, seat, suit, trim_number
from scoring.engine.refusal import refuse
from scoring.games.democracy.models import (
    DAYS,
    IN_A_SUIT,
    MAJORITY,
    TRIBES,
    VALUES,
    DemocracyCardsHand,
    DemocracyDetails,
    DemocracyOptions,
    DemocracyPointsHand,
    DemocracyState,
    DemocracyTricksHand,
    deal,
    pack_of,
)
from scoring.games.democracy.tricks import trick_outcome

Points = list[dict[str, int]]


def score_points(
    setup: Setup[DemocracyOptions], state: DemocracyState, hand: DemocracyPointsHand
) -> HandResult[DemocracyState]:
    """Returns the result of an island entered by card points. Raises Refusal if they are not possible."""
    check_per_seat(setup, hand.points, "/points", rule="scoring")
    points: Points = [
        {letter: _count(getattr(entry, letter), f"/points/{who}/{letter}") for letter in TRIBES}
        for who, entry in enumerate(hand.points)
    ]
    for letter in TRIBES:
        total = sum(entry[letter] for entry in points)
        if total > IN_A_SUIT:
            last = max(who for who, entry in enumerate(points) if entry[letter])
            text = _("There are {all} points in {suit}, so {n} over all players is not possible.")
            params: dict[str, Any] = {"suit": suit(letter), "all": IN_A_SUIT, "n": total}
            raise refuse(f"/points/{last}/{letter}", "suit_too_high", text, rule="scoring", **params)
    return _hand_result(setup, state, points, [])


def _count(value: Number, pointer: str) -> int:
    whole = trim_number(value)
    if not isinstance(whole, int):
        raise refuse(pointer, "not_whole", "Card points are whole numbers, so {n} is not possible.", n=value)
    if not 0 <= whole <= IN_A_SUIT:
        text = _("A suit holds {all} points, so {n} is not possible: the figure lies between 0 and {all}.")
        raise refuse(pointer, "out_of_range", text, all=IN_A_SUIT, n=whole)
    return whole


def score_cards(
    setup: Setup[DemocracyOptions], state: DemocracyState, hand: DemocracyCardsHand
) -> HandResult[DemocracyState]:
    """Returns the result of an island entered by piles.

    Raises Refusal if a card is unknown or twice, or there are too many.
    """
    check_per_seat(setup, hand.captured, "/captured", rule="scoring")
    won = cards_at("/captured", hand.captured)
    check_in_pack(pack_of(setup.players), won)
    dealt = (setup.players + 1) * sum(deal(setup.players, setup.options))
    if len(won) > dealt:
        text = _("{dealt} cards were dealt, so {n} cannot have been won.")
        raise refuse("/captured", "too_many_cards", text, rule="setup", dealt=dealt, n=len(won))
    return _hand_result(setup, state, [suit_points(pile) for pile in hand.captured], [])


def score_tricks(
    setup: Setup[DemocracyOptions], state: DemocracyState, hand: DemocracyTricksHand
) -> HandResult[DemocracyState]:
    """Returns the result of an island entered by its tricks.

    Raises Refusal if a day, a trick or a card is not possible.
    """
    _check_days(setup, hand)
    piles: list[list[str]] = [[] for _ in range(setup.players)]
    lines: list[Line] = []
    winners: list[list[int | None]] = []
    for day, tricks in enumerate(hand.days):
        winners.append([])
        for number, trick in enumerate(tricks):
            result = trick_outcome(trick.up_card, trick.plays)
            winners[day].append(result.winner)
            params: dict[str, Any] = {"day": day + 1, "n": number + 1, "up": card(trick.up_card), "why": result.why}
            if result.winner is None:
                for who, code in enumerate(trick.plays):
                    piles[who].append(code)
                text = _("Day {day}, trick {n}, {up} turned: {why}")
            else:
                piles[result.winner] += [*trick.plays, trick.up_card]
                text = _("Day {day}, trick {n}, {up} turned, to {who}: {why}")
                params["who"] = seat(result.winner)
            lines.append(line(text, **params, rule=result.rule))
    scored = _hand_result(setup, state, [suit_points(pile) for pile in piles], lines)
    return replace(scored, details={**scored.details, "trick_winners": winners})


def _check_days(setup: Setup[DemocracyOptions], hand: DemocracyTricksHand) -> None:
    sizes = deal(setup.players, setup.options)
    if len(hand.days) != DAYS:
        raise refuse("/days", "two_days", "An island has two days, not {n}.", rule="days", n=len(hand.days))
    played = []
    for day, tricks in enumerate(hand.days):
        if len(tricks) != sizes[day]:
            text = _("Day {day} has {size} tricks, not {n}.")
            params = {"day": day + 1, "size": sizes[day], "n": len(tricks)}
            few = len(tricks) < sizes[day]
            raise refuse(f"/days/{day}", "wrong_tricks", text, rule="days", unfinished=few, **params)
        for number, trick in enumerate(tricks):
            pointer = f"/days/{day}/{number}"
            if len(trick.plays) != setup.players:
                text = _("A trick has one card from each of the {players} players, not {n}.")
                params = {"players": setup.players, "n": len(trick.plays)}
                few = number == len(tricks) - 1 and len(trick.plays) < setup.players
                raise refuse(f"{pointer}/plays", "play_missing", text, rule="trick", unfinished=few, **params)
            played.append((f"{pointer}/up_card", trick.up_card))
            played += [(f"{pointer}/plays/{who}", code) for who, code in enumerate(trick.plays)]
    check_in_pack(pack_of(setup.players), played)


def suit_points(pile: Sequence[str]) -> dict[str, int]:
    """Returns the card points of a pile, by suit; jokers count nothing."""
    return {letter: sum(VALUES[rank_of(code)] for code in pile if suit_of(code) == letter) for letter in TRIBES}


def _hand_result(
    setup: Setup[DemocracyOptions], state: DemocracyState, points: Points, lines: list[Line]
) -> HandResult[DemocracyState]:
    tribes: list[list[str]] = [[] for _ in points]
    for letter in TRIBES:
        owner = next((who for who, entry in enumerate(points) if entry[letter] >= MAJORITY), None)
        parts = [say("{who} {n}", who=seat(who), n=entry[letter]) for who, entry in enumerate(points) if entry[letter]]
        params: dict[str, Any] = {"suit": suit(letter), "parts": parts or say("nothing captured")}
        if owner is None:
            lines.append(line("{suit}: {parts}; nobody has 13", **params, rule="tribes"))
        else:
            tribes[owner].append(letter)
            text = _("{suit}: {parts}; the tribe goes to {who}")
            lines.append(line(text, **params, who=seat(owner), rule="tribes"))
    won: list[Number] = [len(letters) for letters in tribes]
    for who, n in enumerate(won):
        if not n:
            continue
        text = _("{who}: {before} + {n} = {total}")
        sums: dict[str, Any] = {"before": state.totals[who], "n": n, "total": trim_number(state.totals[who] + n)}
        lines.append(line(text, who=seat(who), **sums, value=n, rule="scoring"))
    return HandResult(
        points=won,
        state=next_state(setup, state, won),
        lines=lines,
        summary=_summary(tribes),
        details=DemocracyDetails(suit_points=points, tribes=tribes, points=won),
    )


def _summary(tribes: list[list[str]]) -> Message:
    scored = [
        say("{who} {n} ({suits})", who=seat(who), n=len(letters), suits=[suit(letter) for letter in letters])
        for who, letters in enumerate(tribes)
        if letters
    ]
    return say("{scored}", scored=scored) if scored else say("No tribe scored")
