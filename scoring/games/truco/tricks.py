"""Who takes a trick: the order of the cards, ties, face-down cards, the vira."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from scoring.engine.cards import SUITS, rank_of
from scoring.engine.game import Setup, check_turns
from scoring.engine.marking import _
from scoring.engine.messages import card, cards, say, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, PlayedTrick, TieableTrick, TrickResult, so_far, tieable_trick
from scoring.games.truco.models import (
    PACK,
    HandType,
    TrucoEventsHand,
    TrucoLookup,
    TrucoOptions,
    TrucoPlay,
    TrucoTrickEvent,
)

FIXED_TOP = ("4C", "7H", "AS", "7D")
RANKS = ("3", "2", "A", "K", "J", "Q", "7", "6", "5", "4")
VIRA_CIRCLE = ("4", "5", "6", "7", "Q", "J", "K", "A", "2", "3")
VIRA_SUITS = ("C", "H", "S", "D")


def manilhas(vira: str | None) -> tuple[str, ...]:
    """Returns the four top cards, highest first: the fixed ones, or those of the rank above the vira."""
    if vira is None:
        return FIXED_TOP
    rank = VIRA_CIRCLE[(VIRA_CIRCLE.index(rank_of(vira)) + 1) % len(VIRA_CIRCLE)]
    return tuple(rank + suit for suit in VIRA_SUITS)


@cache
def order(vira: str | None) -> tuple[tuple[str, ...], ...]:
    """Returns all forty cards from the highest down; equal cards are in one row."""
    top = manilhas(vira)
    rest = [tuple(rank + suit for suit in SUITS if rank + suit not in top) for rank in RANKS]
    return tuple((code,) for code in top) + tuple(equal for equal in rest if equal)


def next_leader(trick: TieableTrick[TrucoPlay], leader: int) -> int:
    """Returns who leads next: the winner, the first of the tying players, or the same leader if every card is face
    down.
    """
    return trick.best[0].seat if trick.best else leader


def check_plays(
    setup: Setup[TrucoOptions],
    plays: Sequence[TrucoPlay],
    trick_no: int,
    *,
    vira: str | None,
    kind: HandType = "normal",
    seen: Sequence[str] = (),
) -> None:
    """Raises Refusal (pointers below ``/plays``) if these cards cannot have been played to this trick.

    trick_no: 1 to 3. kind: the kind of hand. seen: cards of earlier tricks and of hands that are known.
    """
    check_turns(setup, plays, rule="tricks")
    if len(plays) > setup.players:
        raise refuse("/plays", "trick_too_long", "A trick has four cards, not {n}.", rule="tricks", n=len(plays))
    known = list(seen)
    for number, play in enumerate(plays):
        pointer = f"/plays/{number}"
        if (play.card is None) != play.face_down:
            text = _("Give either the card or face_down: a card on the table lies face up or face down.")
            raise refuse(pointer, "card_or_face_down", text, rule="face-down")
        if play.card is None:
            _check_face_down(setup.options, trick_no, kind, f"{pointer}/face_down")
        else:
            check_card(play.card, known, vira, f"{pointer}/card")
            known.append(play.card)


def _check_face_down(options: TrucoOptions, trick_no: int, kind: HandType, pointer: str) -> None:
    if options.face_down == "never":
        raise refuse(pointer, "face_down", "This table plays without face-down cards.", rule="face-down")
    if trick_no == 1:
        raise refuse(pointer, "face_down", "No card is played face down in the first trick.", rule="face-down")
    if kind == "iron":
        raise refuse(pointer, "face_down", "In an iron hand every card is turned up.", rule="iron")


def check_card(code: str, known: Sequence[str], vira: str | None, pointer: str) -> None:
    """Raises Refusal if this card is not in the pack, is the vira, or was played before."""
    if code not in PACK:
        text = _("{card} is not in the pack: Truco is played without eights, nines, tens and jokers.")
        raise refuse(pointer, "card_unknown", text, rule="setup", card=card(code))
    if code == vira:
        raise refuse(pointer, "card_is_vira", "{card} is the vira: nobody holds it.", rule="vira", card=card(code))
    if code in known:
        raise refuse(pointer, "card_twice", "{card} was played already.", rule="card-strength", card=card(code))


def check_vira(vira: str | None) -> None:
    """Raises Refusal if the turned card is not in the pack."""
    if vira is not None:
        check_card(vira, (), None, "/vira")


def played_tricks(hand: TrucoEventsHand) -> list[PlayedTrick]:
    """Returns the tricks of a hand that were entered by their cards."""
    return [
        PlayedTrick(
            [(play.seat, play.card) for play in event.plays], tieable_trick(event.plays, order(hand.vira)).winner_seat
        )
        for event in hand.events
        if isinstance(event, TrucoTrickEvent) and event.plays
    ]


def look_up(setup: Setup[TrucoOptions], lookup: TrucoLookup) -> TrickResult | LegalPlays:
    """Returns who takes a trick, or which cards of a hand may be played. Raises Refusal if the trick is not
    possible.
    """
    check_vira(lookup.vira)
    if setup.options.manilhas == "vira" and lookup.vira is None:
        raise refuse("/vira", "vira_missing", "The turned card is needed: it makes the top cards.", rule="vira")
    held = lookup.hand or []
    for number, code in enumerate(held):
        check_card(code, held[:number], lookup.vira, f"/hand/{number}")
    check_plays(setup, lookup.plays, lookup.trick_no, vira=lookup.vira, seen=held)
    complete = len(lookup.plays) == setup.players
    if lookup.hand is not None:
        if complete:
            raise refuse("/hand", "trick_complete", "All four have played: nobody is to play now.", rule="tricks")
        may_hide = lookup.trick_no > 1 and setup.options.face_down != "never"
        why = say("Any card may be played: there is no duty to follow suit or to win the trick")
        return LegalPlays(list(held), why, "tricks", {"face_down": may_hide})
    if not lookup.plays:
        raise refuse("/plays", "no_cards", "There is nothing to look up: no card was played.", rule="tricks")
    trick = tieable_trick(lookup.plays, order(lookup.vira))
    if complete:
        return describe_trick(trick, lookup.plays[0].seat)
    return so_far(describe_trick(trick, lookup.plays[0].seat, complete=False))


def describe_trick(trick: TieableTrick[TrucoPlay], leader: int, complete: bool = True) -> TrickResult:
    """Returns the trick as a text and as figures. complete: whether everybody has played, so that a tie is final."""
    extra: dict[str, Any] = {
        "winner_seat": trick.winner_seat,
        "winner_side": trick.winner_side,
        "tied": trick.tied,
    }
    face_up = [play.card for play in trick.best if play.card is not None]
    if not face_up and not complete:
        return TrickResult(None, None, say("No card lies face up"), "face-down", None, extra)
    if not face_up:
        why = say("No card lies face up: the trick is tied and {who} leads again", who=seat(leader))
        return TrickResult(None, None, why, "face-down", leader, extra)
    first = trick.best[0]
    if trick.tied and not complete:
        why = say("{best} are equal and on both sides", best=cards(face_up))
        return TrickResult(None, None, why, "ties", None, extra)
    if trick.tied:
        text = _("{equal} are equal and on both sides: the trick is tied, and {who}, who tied first, leads next")
        return TrickResult(None, None, say(text, equal=cards(face_up), who=seat(first.seat)), "ties", first.seat, extra)
    if len(face_up) > 1:
        text = _("{equal} are highest and belong to partners: {who}, who played first, takes the trick")
        why = say(text, equal=cards(face_up), who=seat(first.seat))
        return TrickResult(first.seat, face_up[0], why, "ties", first.seat, extra)
    return TrickResult(
        first.seat, face_up[0], say("{card} is the highest", card=card(face_up[0])), "card-strength", first.seat, extra
    )
