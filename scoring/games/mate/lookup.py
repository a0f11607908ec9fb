"""Look-ups at a table of Mate: which of two cards wins the move, and what may answer a lead."""

from __future__ import annotations

from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import rank_of, suit_of
from scoring.engine.game import Setup, check_trick
from scoring.engine.marking import _
from scoring.engine.messages import card, rank, say, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult, so_far
from scoring.games.mate.cards import PACK, answer_wins, answers, can_answer
from scoring.games.mate.models import MateLookup, MateOptions


def look_up(setup: Setup[MateOptions], lookup: MateLookup) -> TrickResult | LegalPlays:
    """Returns who wins the move, so far if there is no answer yet; with a hand and no answer the cards that may answer
    (rules: card-strength, play, mate).

    Raises Refusal if nothing was led, if a card is not possible, or if the answer does not fit the lead.
    """
    lead, answer = _lead_and_answer(setup, lookup)
    if answer is None and lookup.hand:
        return _legal(lead, lookup.hand)
    if answer is None:
        winner, extra = (lookup.plays[0].seat, {}) if lookup.plays else (None, {"winner": "lead"})
        why = say("{card} is the only card", card=card(lead))
        return so_far(TrickResult(winner, lead, why, "card-strength", extra=extra))
    if not can_answer(lead, answer):
        text = _("{answer} answers {lead} neither by suit nor by rank.")
        raise refuse("/answer", "does_not_fit", text, rule="play", answer=card(answer), lead=card(lead))
    won = answer_wins(lead, answer)
    better = answer if won else lead
    if suit_of(lead) == suit_of(answer):
        why = say("{card} is the higher card of {suit}", card=card(better), suit=suit(suit_of(lead)))
    else:
        why = say("Equal ranks: {suit} is the higher suit", suit=suit(suit_of(better)))
    if lookup.plays:
        winner = lookup.plays[int(won)].seat
        return TrickResult(winner, better, why, "card-strength", winner)
    return TrickResult(None, better, why, "card-strength", None, {"winner": "answer" if won else "lead"})


def _lead_and_answer(setup: Setup[MateOptions], lookup: MateLookup) -> tuple[str, str | None]:
    """The card led and its answer. Raises Refusal if nothing was led or a card is not possible."""
    if lookup.plays:
        if lookup.lead or lookup.answer:
            raise refuse("/plays", "asked_twice", "Give either plays, or lead and answer.", rule="play")
        check_trick(setup, PACK, lookup, rule="play")
        return lookup.plays[0].card, lookup.plays[1].card if len(lookup.plays) > 1 else None
    if lookup.lead is None:
        raise refuse("/lead", "no_cards", "There is nothing to look up: no card was led.", rule="play")
    cards = [("/lead", lookup.lead)] + ([("/answer", lookup.answer)] if lookup.answer else [])
    check_in_pack(PACK, cards + [(f"/hand/{place}", code) for place, code in enumerate(lookup.hand or ())])
    return lookup.lead, lookup.answer


def _legal(lead: str, hand: list[str]) -> LegalPlays:
    fitting = answers(lead, hand)
    values: dict[str, Any] = {"suit": suit(suit_of(lead)), "rank": rank(rank_of(lead))}
    if not fitting:
        return LegalPlays([], say("No card of {suit} and no {rank}: mate", **values), "mate")
    if suit_of(fitting[0]) == suit_of(lead):
        return LegalPlays(fitting, say("A card of {suit} must answer", **values), "play")
    return LegalPlays(fitting, say("No card of {suit}: the same rank must answer, {rank}", **values), "play")
