"""Tricks that were won: entered as numbers, as a list of winners, or card by card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.captured import cards_at, check_in_pack
from scoring.engine.cards import Pack, most_points
from scoring.engine.checks import check_per_seat, check_seat
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import plural, seat
from scoring.engine.models import Setup
from scoring.engine.refusal import FieldError, Refusal, refuse
from scoring.engine.tricks import Play


def count_winners(
    setup: Setup[Any],
    winners: Sequence[int],
    total: int,
    pointer: str = "/trick_winners",
    *,
    rule: str = "play",
) -> list[int]:
    """Returns how many tricks each seat won.

    winners: the seats that won the tricks, in order. total: the tricks in a hand.

    Raises Refusal if there is no such seat, and unless the list has one winner for each trick.
    """
    for place, winner in enumerate(winners):
        check_seat(setup, winner, f"{pointer}/{place}", rule=rule)
    if len(winners) != total:
        text = _("A hand has {total} tricks, so {total} winners are needed, not {given}.")
        few = len(winners) < total
        raise refuse(pointer, "wrong_length", text, rule=rule, unfinished=few, total=total, given=len(winners))
    return [winners.count(number) for number in range(setup.players)]


def tricks_by_seat(
    setup: Setup[Any],
    tricks: Sequence[int] | None,
    winners: Sequence[int] | None,
    total: int,
    pointers: tuple[str, str] = ("/tricks", "/trick_winners"),
    *,
    rule: str = "play",
) -> list[int] | None:
    """Returns how many tricks each seat won, from the numbers or from the winners; None if neither was entered.

    tricks: the number of each seat. winners: the seats that won the tricks, in order. total: the tricks in a hand.
    pointers: of the two fields. Raises Refusal if one of them is not possible, and if they disagree.
    """
    by_winners = None if winners is None else count_winners(setup, winners, total, pointers[1], rule=rule)
    if tricks is None:
        return by_winners
    check_per_seat(setup, tricks, pointers[0], rule=rule)
    for number, won in enumerate(tricks):
        if won < 0:
            text = _("A number of tricks is never below 0.")
            raise refuse(f"{pointers[0]}/{number}", "negative", text, rule=rule)
    if sum(tricks) != total:
        text = _("A hand has {total} tricks, not {given}.")
        raise refuse(pointers[0], "wrong_sum", text, rule=rule, total=total, given=sum(tricks))
    if by_winners is not None:
        check_tricks_agree(tricks, by_winners, pointers[0], rule=rule)
    return list(tricks)


def check_tricks_agree(
    tricks: Sequence[int], by_winners: Sequence[int], pointer: str = "/tricks", *, rule: str = "play"
) -> None:
    """Raises Refusal at the first seat whose number of tricks is not what the winners of the tricks make."""
    for number, (entered, won) in enumerate(zip(tricks, by_winners, strict=True)):
        if entered != won:
            text = _("By the winners of the tricks {who} has {won}, not {entered}.")
            raise refuse(f"{pointer}/{number}", "disagree", text, rule=rule, who=seat(number), won=won, entered=entered)


@dataclass(frozen=True)
class WonTrick:
    """A trick that was played out: its cards with their players, in order, and the play that took it."""

    plays: tuple[Play, ...]
    best: Play


def play_tricks(
    setup: Setup[Any],
    pack: Pack,
    tricks: Sequence[Sequence[str]],
    leader: int,
    winner: Callable[[Sequence[Play]], Play],
    pointer: str = "/tricks",
    *,
    rule: str = "play",
) -> list[WonTrick]:
    """Returns who played each card and who took each trick, for tricks entered as cards in the order of play.

    leader: the seat that led first; from then on the winner of a trick leads the next. winner: the play that takes a
    trick (``Ranking.winner``). Raises Refusal if a card is not in the pack or is entered too often, and if a trick has
    not one card from each player; whether suit was followed is not checked.
    """
    check_in_pack(pack, cards_at(pointer, tricks), rule=rule)
    won: list[WonTrick] = []
    for number, cards in enumerate(tricks):
        if len(cards) != setup.players:
            text = _("A trick has one card from each of the {players} players, not {given}.")
            params = {"players": setup.players, "given": len(cards)}
            few = number == len(tricks) - 1 and len(cards) < setup.players
            raise refuse(f"{pointer}/{number}", "trick_size", text, rule=rule, unfinished=few, **params)
        plays = tuple(Play(seat=setup.after(leader, place), card=code) for place, code in enumerate(cards))
        won.append(WonTrick(plays, winner(plays)))
        leader = won[-1].best.seat
    return won


def check_points_in_tricks(
    points: Sequence[int],
    tricks: Sequence[int],
    pack: Pack,
    values: Mapping[str, int],
    size: int,
    pointer: str = "/card_points",
    *,
    rule: str = "card-strength",
) -> None:
    """Raises Refusal at the first side with more card points than its tricks can have.

    points, tricks: of each side. values: card points by rank or by card. size: the cards in a trick.
    """
    for number, (value, won) in enumerate(zip(points, tricks, strict=True)):
        most = most_points(pack.cards, values, size * won)
        if value > most:
            forms = ngettext_noop(
                "{n} trick holds {most} card points at most, not {value}.",
                "{n} tricks hold {most} card points at most, not {value}.",
            )
            text = plural(won, *forms, most=most, value=value)
            raise Refusal([FieldError(f"{pointer}/{number}", "too_many_points", text, rule)])
