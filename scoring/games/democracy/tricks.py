"""Who takes a trick in Democracy, and who gets its cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import pack, rank_of, suit_of
from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import Message, card, say
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Play, TrickResult, so_far
from scoring.games.democracy.models import RANKS, DemocracyLookup, DemocracyOptions

JOKER = "JK"


@dataclass(frozen=True)
class TrickOutcome:
    """A trick. winner: place among the plays, None if it is tied. why, rule: the reason and its section of the
    rules.
    """

    winner: int | None
    why: Message
    rule: str


def trick_outcome(up: str, plays: Sequence[str]) -> TrickOutcome:
    """Returns the result of these plays with this upcard."""
    trump = suit_of(up)
    trumps = [code for code in plays if code != JOKER and suit_of(code) == trump]
    if trump and {"5" + trump, "6" + trump} <= set(trumps):
        six = "6" + trump
        why = say("{six} beats {five}: both were played", six=card(six), five=card("5" + trump))
        return TrickOutcome(plays.index(six), why, "five-and-six")
    if trumps:
        best = min(trumps, key=_place)
        text = _("{card} is the only trump") if len(trumps) == 1 else _("{card} is the highest trump")
        return TrickOutcome(plays.index(best), say(text, card=card(best)), "trick")
    top = min(_place(code) for code in plays)
    equal = [code for code in plays if _place(code) == top]
    if len(equal) > 1:
        text = _("{equal} are equally high, and nobody played a trump: everybody keeps their own card")
        return TrickOutcome(None, say(text, equal=[card(code) for code in equal]), "ties")
    if equal == [JOKER]:
        return TrickOutcome(plays.index(JOKER), say("The joker counts as a five, and nobody played a trump"), "jokers")
    text = _("{card} is the highest card, and nobody played a trump")
    return TrickOutcome(plays.index(equal[0]), say(text, card=card(equal[0])), "trick")


def _place(code: str) -> int:
    """The place of a card in the order of ranks, 0 for the highest; a joker is a five."""
    return 0 if code == JOKER else RANKS.index(rank_of(code))


def look_up(setup: Setup[DemocracyOptions], lookup: DemocracyLookup) -> TrickResult | LegalPlays:
    """Returns who takes a trick, or is winning it so far; with a hand and an unfinished trick what may be played.

    Raises Refusal if a seat or a card is unknown or twice.

    Jokers are known here with any number of players: the question is what beats what.
    """
    plays = lookup.plays
    for number, play in enumerate(plays):
        check_seat(setup, play.seat, f"/plays/{number}/seat", rule="trick")
        if play.seat in [earlier.seat for earlier in plays[:number]]:
            raise refuse(f"/plays/{number}/seat", "seat_twice", "This seat has played already.", rule="trick")
    cards = [(f"/plays/{number}/card", play.card) for number, play in enumerate(plays)]
    cards += [(f"/hand/{number}", code) for number, code in enumerate(lookup.hand or ())]
    check_in_pack(pack(RANKS, extra=(JOKER, JOKER)), [("/up_card", lookup.up_card), *cards])
    if lookup.hand and len(plays) < setup.players:
        return LegalPlays(list(lookup.hand), say("Any card may be played to any trick"), "trick")
    if not plays:
        raise refuse("/plays", "no_cards", "There is nothing to look up: no card was played.", rule="trick")
    result = trick_outcome(lookup.up_card, [play.card for play in plays])
    if len(plays) < setup.players:
        best = None if result.winner is None else plays[result.winner]
        seat, code = (best.seat, best.card) if best else (None, None)
        return so_far(TrickResult(seat, code, _why_so_far(result, plays), result.rule))
    if result.winner is None:
        kept = [play.card for play in sorted(plays, key=lambda play: play.seat)]
        extra: dict[str, Any] = {"upcard": _("discarded"), "kept": kept}
        return TrickResult(None, None, result.why, result.rule, extra=extra)
    best = plays[result.winner]
    return TrickResult(best.seat, best.card, result.why, result.rule, extra={"upcard": _("won")})


def _why_so_far(result: TrickOutcome, plays: Sequence[Play]) -> Message:
    """Why somebody or nobody is ahead: what a tie leads to is not known before all cards are there."""
    if result.winner is not None:
        return result.why
    top = min(_place(play.card) for play in plays)
    equal = [card(play.card) for play in plays if _place(play.card) == top]
    return say("{equal} are equally high, and nobody played a trump", equal=equal)
