"""What each player took in a Ramsch: card points, tricks, and when the last trick was won."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.captured import cards_at, check_figure, check_in_pack, count_card_points, impossible_figures
from scoring.engine.cards import PACK_32
from scoring.engine.checks import check_entered
from scoring.engine.fewest_points import last_tricks
from scoring.engine.game import check_per_seat, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, plural, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks_won import tricks_by_seat
from scoring.games.skat.cards import ALL_POINTS, MOST_IN_SKAT, SKAT, TRICKS, VALUES
from scoring.games.skat.models import SkatRamschHand
from scoring.games.skat.options import Setup, SkatState

CARDS_IN_TRICKS = 3 * TRICKS


@dataclass(frozen=True)
class RamschCount:
    """What each player took.

    points, won_trick (any trick at all): by seat. tricks, last (number of the last trick won): by seat, if known.
    last_trick_winner: the seat that won the tenth trick, if known. active: the seats that hold cards.
    """

    points: list[int]
    won_trick: list[bool]
    tricks: list[int] | None
    last: list[int] | None
    last_trick_winner: int | None
    active: list[int]
    lines: list[Line]


def count_ramsch(setup: Setup, state: SkatState, hand: SkatRamschHand) -> RamschCount:
    """Returns what each player took, from the entries of this hand.

    Raises Refusal if too little was entered, if it is not possible, and if two entries disagree (rules:
    ramsch, ramsch-ties, card-points).
    """
    active = [setup.after(state.dealer, steps) for steps in (1, 2, 3)]
    _check_lengths(setup, hand, active)
    points, piles_tricks, last_trick_winner, lines = _points(setup, hand, active)
    tricks = _tricks(setup, hand, points, piles_tricks)
    last = last_tricks(setup, hand.last_trick, hand.trick_winners, TRICKS, rule="ramsch-ties")
    if last is not None and tricks is not None:
        _check_last_fits(last, tricks)
    if last is not None:
        if last_trick_winner is not None and last[last_trick_winner] != TRICKS:
            text = _("By the piles, {who} has the skat and so won the tenth trick.")
            raise refuse("/captured", "disagree", text, rule="ramsch", who=seat(last_trick_winner))
        last_trick_winner = last.index(TRICKS)
    won_trick = [_won_trick(number, points[number], tricks, last) for number in range(setup.players)]
    for number, entered in enumerate(points):
        if entered and not won_trick[number]:
            pointer = f"/tricks/{number}" if hand.tricks is not None else f"/last_trick/{number}"
            text = _("{who} has card points and must have won a trick.")
            raise refuse(pointer, "no_trick", text, rule="ramsch", who=seat(number))
    if tricks is not None:
        lines += [
            line("Tricks of {who}: none", who=seat(number), rule="ramsch") for number in active if not tricks[number]
        ]
    return RamschCount(points, won_trick, tricks, last, last_trick_winner, active, lines)


def _won_trick(number: int, points: int, tricks: list[int] | None, last: list[int] | None) -> bool:
    """Whether this seat won a trick: by its tricks, by its last trick, or because it has card points."""
    known = tricks or last
    return bool(known[number] if known else points)


def _check_lengths(setup: Setup, hand: SkatRamschHand, active: list[int]) -> None:
    """Raises Refusal unless there is one entry for each seat, and nothing for a seat that sits out."""
    for name in ("points", "tricks", "last_trick", "captured"):
        values = getattr(hand, name)
        if values is None:
            continue
        check_per_seat(setup, values, f"/{name}", rule="ramsch")
        for number, value in enumerate(values):
            if value and number not in active:
                text = _("{who} deals this hand and sits out.")
                raise refuse(f"/{name}/{number}", "sits_out", text, rule="four-players", who=seat(number))
    for place, winner in enumerate(hand.trick_winners or ()):
        pointer = f"/trick_winners/{place}"
        check_seat(setup, winner, pointer, rule="play")
        if winner not in active:
            text = _("{who} deals this hand and sits out.")
            raise refuse(pointer, "sits_out", text, rule="four-players", who=seat(winner))


# -- card points -------------------------------------------------------------------------------------


def _points(
    setup: Setup, hand: SkatRamschHand, active: list[int]
) -> tuple[list[int], list[int] | None, int | None, list[Line]]:
    """Card points by seat; from the cards also tricks by seat and who won the last trick."""
    ways = {"points": _("the card points of each player"), "captured": _("the cards each won")}
    check_entered(hand, ways, rule="ramsch")
    if hand.points is not None:
        for number, value in enumerate(hand.points):
            check_figure(value, impossible_figures(ALL_POINTS), f"/points/{number}", rule="card-points")
        _check_sum(setup, sum(hand.points))
    tricks, last_trick_winner = (None, None) if hand.captured is None else _whole_tricks(setup, hand.captured)
    points, lines = count_card_points(
        hand.points, hand.captured, VALUES, seat, "/points", owners=active, rule="card-points"
    )
    return points, tricks, last_trick_winner, lines


def _check_sum(setup: Setup, total: int) -> None:
    if setup.options.ramsch_skat == "last_trick":
        if total != ALL_POINTS:
            text = _("The card points make {all} together, the skat with the last trick included, not {total}.")
            raise refuse("/points", "wrong_sum", text, rule="ramsch", all=ALL_POINTS, total=total)
        return
    least = ALL_POINTS - MOST_IN_SKAT
    if not least <= total <= ALL_POINTS:
        text = _("Without the skat the card points make {least} to {all} together, not {total}.")
        raise refuse("/points", "wrong_sum", text, rule="ramsch", least=least, all=ALL_POINTS, total=total)


def _whole_tricks(setup: Setup, captured: list[list[str]]) -> tuple[list[int], int | None]:
    """Tricks by seat, and who has the skat and so the last trick. Raises Refusal if piles are not whole tricks."""
    check_in_pack(PACK_32, cards_at("/captured", captured))
    with_skat = setup.options.ramsch_skat == "last_trick"
    due = CARDS_IN_TRICKS + (SKAT if with_skat else 0)
    given = sum(len(pile) for pile in captured)
    if given != due:
        text = _("The piles hold {due} cards together, not {given}.")
        raise refuse("/captured", "cards_missing", text, rule="ramsch", due=due, given=given)
    odd = [owner for owner, pile in enumerate(captured) if len(pile) % 3]
    if with_skat:
        fits = len(odd) == 1 and len(captured[odd[0]]) > SKAT
        text = _("One pile is whole tricks and the two cards of the skat, the others are whole tricks.")
    else:
        fits = not odd
        text = _("Each pile is whole tricks of three cards; the two cards of the skat lie in none.")
    if not fits:
        raise refuse("/captured", "not_whole_tricks", text, rule="ramsch")
    return [len(pile) // 3 for pile in captured], odd[0] if odd else None


# -- tricks ------------------------------------------------------------------------------------------


def _tricks(setup: Setup, hand: SkatRamschHand, points: list[int], by_piles: list[int] | None) -> list[int] | None:
    """Tricks by seat. Raises Refusal if two entries disagree, and if they are needed and missing."""
    tricks = tricks_by_seat(setup, hand.tricks, hand.trick_winners or None, TRICKS, rule="ramsch")
    if tricks is None:
        tricks = by_piles
    elif by_piles is not None and tricks != by_piles:
        pointer = "/tricks" if hand.tricks is not None else "/trick_winners"
        text = _("By the cards won the tricks are {counted}, not {entered}.")
        raise refuse(pointer, "disagree", text, rule="ramsch", counted=by_piles, entered=tricks)
    if tricks is None and hand.last_trick is None and points.count(0) > len(points) - 3:
        text = _("A player without card points may have won a trick or none: the tricks of each player are needed.")
        raise refuse("/tricks", "tricks_missing", text, rule="ramsch")
    return tricks


def _check_last_fits(last: list[int], tricks: list[int]) -> None:
    """Raises Refusal if these tricks do not fit the last tricks: those whose last trick is early share the early
    tricks.
    """
    before = 0
    for number in sorted(range(len(last)), key=lambda place: last[place]):
        before += tricks[number]
        if (last[number] == 0) != (tricks[number] == 0) or before > last[number]:
            text = _("{who} cannot have won {won} and the last of them as number {last}.")
            raise refuse(
                f"/last_trick/{number}",
                "disagree",
                text,
                rule="ramsch-ties",
                who=seat(number),
                won=plural(tricks[number], "{n} trick", "{n} tricks"),
                last=last[number],
            )
