"""Checks that most games share: seats, lengths, totals, tricks, and the fields by which a hand is entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import Pack
from scoring.engine.marking import _
from scoring.engine.messages import Number, say, seat
from scoring.engine.models import LookupModel, Setup, StateModel
from scoring.engine.refusal import refuse
from scoring.engine.tricks import Play


def check_seat(setup: Setup[Any], given: int | None, pointer: str, rule: str = "setup") -> None:
    """Raises Refusal if there is no such seat; None is allowed."""
    if given is not None and not 0 <= given < setup.players:
        raise refuse(
            pointer,
            "seat_unknown",
            "There is no such seat: {players} play, and in data the first seat is 0.",
            rule=rule,
            players=setup.players,
        )


def check_side(setup: Setup[Any], given: int | None, pointer: str, rule: str = "setup") -> None:
    """Raises Refusal if there is no such side; None is allowed."""
    if given is not None and not 0 <= given < len(setup.sides):
        text = _("There is no such side: there are {sides}, and in data the first side is 0.")
        raise refuse(pointer, "side_unknown", text, rule=rule, sides=len(setup.sides))


def check_per_seat(setup: Setup[Any], values: Sequence[Any], pointer: str, rule: str = "setup") -> None:
    """Raises Refusal unless a list has one entry for each seat."""
    if len(values) != setup.players:
        raise refuse(
            pointer,
            "wrong_length",
            "One entry for each player is needed: {players}, not {given}.",
            rule=rule,
            unfinished=len(values) < setup.players,
            players=setup.players,
            given=len(values),
        )


def check_per_side(setup: Setup[Any], values: Sequence[Any], pointer: str, rule: str = "setup") -> None:
    """Raises Refusal unless a list has one entry for each side."""
    if len(values) != len(setup.sides):
        raise refuse(
            pointer,
            "wrong_length",
            "One entry for each of the {sides} sides is needed, not {given}.",
            rule=rule,
            sides=len(setup.sides),
            given=len(values),
        )


def check_entered(hand: BaseModel, ways: Mapping[str, str], *, rule: str, only_one: bool = False) -> list[str]:
    """Returns the names of the fields by which a hand was entered, if there are several ways to enter the same thing.

    ways: fields and what players call them (``{"points": "the card points of each player"}``), the usual way first; a
    field that is None was not entered. only_one: whether only one way may be used. Raises Refusal, with the pointer of
    the first way, if none was entered (``nothing_entered``), and with the pointer of the second one that was entered if
    only one may be (``two_ways``).
    """
    entered = [name for name in ways if getattr(hand, name) is not None]
    names = [say(text) for text in ways.values()]
    if not entered:
        text = _("Enter one of these: {ways}.") if len(names) > 1 else _("Enter {ways}.")
        raise refuse(f"/{next(iter(ways))}", "nothing_entered", text, rule=rule, ways=names)
    if only_one and len(entered) > 1:
        raise refuse(f"/{entered[1]}", "two_ways", "Enter only one of these: {ways}.", rule=rule, ways=names)
    return entered


def check_left_out(hand: BaseModel, names: Iterable[str], code: str, text: str, *, rule: str, **params: Any) -> None:
    """Raises Refusal at the first of these fields that was filled in (neither None, false nor empty).

    code, text, params: of the refusal, whose text gives the reason.
    """
    for name in names:
        value = getattr(hand, name)
        if value is not None and value is not False and value != []:
            raise refuse(f"/{name}", code, text, rule=rule, **params)


def check_totals(
    state: StateModel, step: int = 1, least: int | None = None, most: int | None = None, rule: str = "scoring"
) -> None:
    """Raises Refusal if a match cannot start from these totals: not multiples of the step, or outside the limits."""
    for number, total in enumerate(state.totals):
        pointer = f"/totals/{number}"
        if total % step:
            text = (
                _("{total} is not possible as a total: whole points are needed.")
                if step == 1
                else _("{total} is not possible as a total: a multiple of {step} is needed.")
            )
            raise refuse(pointer, "not_a_multiple", text, rule=rule, total=total, step=step)
        if (least is not None and total < least) or (most is not None and total > most):
            text = (
                _("A total of {total} is not possible: it is never below {least}.")
                if most is None
                else (_("A total of {total} is not possible: it lies between {least} and {most}."))
            )
            raise refuse(pointer, "total_impossible", text, rule=rule, total=total, least=least or 0, most=most or 0)


def check_one_winner(state: StateModel, target: Number, rule: str = "end") -> None:
    """Raises Refusal if a match cannot start from these totals: more than one side has reached the target."""
    if sum(total >= target for total in state.totals) > 1:
        text = _("Only one side can have won: the match ends when a side has {target}.")
        raise refuse("/totals", "two_winners", text, rule=rule, target=target)


def check_trick(
    setup: Setup[Any],
    pack: Pack,
    lookup: LookupModel,
    rule: str,
    whole: bool = False,
    sitting_out: Sequence[int] = (),
    size: int | None = None,
) -> None:
    """Raises Refusal if a trick or hand to look up is not possible: out of turn, too long, a card unknown or twice.

    whole: whether it is a trick of a hand that is entered, so that every player has played; a look-up may be about an
    unfinished trick. sitting_out: seats that hold no cards and are skipped. size: cards to a trick, if not
    every player holds cards; None for one from each player.
    """
    size = size or setup.players
    plays = lookup.plays
    hand = getattr(lookup, "hand", None) or []
    if not plays and not hand:
        raise refuse("/plays", "no_cards", "There is nothing to look up: no card was played.", rule=rule)
    if len(plays) > size or (whole and len(plays) < size):
        raise refuse(
            "/plays",
            "trick_size",
            "A trick has one card from each of the {players} players, not {given}.",
            rule=rule,
            players=size,
            given=len(plays),
        )
    check_turns(setup, plays, rule, sitting_out)
    played = [(f"/plays/{number}/card", play.card) for number, play in enumerate(plays)]
    check_in_pack(pack, played + [(f"/hand/{number}", code) for number, code in enumerate(hand)])


def check_turns(setup: Setup[Any], plays: Sequence[Play], rule: str, sitting_out: Sequence[int] = ()) -> None:
    """Raises Refusal if plays are not in turn: each seat once, each after the one before it.

    sitting_out: seats that hold no cards and are skipped.
    """
    turn: int | None = None
    for number, play in enumerate(plays):
        check_seat(setup, play.seat, f"/plays/{number}/seat", rule)
        if play.seat in sitting_out:
            raise refuse(f"/plays/{number}/seat", "sits_out", "This seat has no cards in this hand.", rule=rule)
        if turn is not None and play.seat != turn:
            raise refuse(
                f"/plays/{number}/seat",
                "out_of_turn",
                "{who} plays out of turn: it is the turn of {turn}.",
                rule=rule,
                who=seat(play.seat),
                turn=seat(turn),
            )
        turn = setup.after(play.seat)
        while turn in sitting_out:
            turn = setup.after(turn)
