"""Look-ups at a Belote table: who takes the trick, what may be played, whose declarations count."""

from __future__ import annotations

from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import PACK_32, suit_of
from scoring.engine.game import Setup, check_seat, check_trick
from scoring.engine.marking import _
from scoring.engine.messages import Message, cards, say, side, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import TRUMP, LegalPlays, Ranking, TrickResult, trick_result
from scoring.games.belote.declarations import Comparison, compare, declarations_in
from scoring.games.belote.models import BELOTE, TRICKS, BeloteLookup, BeloteOptions, ranking


def look_up(setup: Setup[BeloteOptions], lookup: BeloteLookup) -> TrickResult | LegalPlays:
    """Returns who takes a trick, which cards of a hand may be played, or whose declarations count.

    Raises Refusal if trick, hand or declarations are not possible.
    """
    if lookup.hands is not None or lookup.declarations is not None:
        return _compare_declarations(setup, lookup)
    check_trick(setup, PACK_32, lookup, rule="play")
    order = ranking(lookup.trump)
    if lookup.hand and len(lookup.plays) < setup.players:
        return _legal(setup, order, lookup)
    return trick_result(order, lookup.plays, setup.players, "card-strength")


def _legal(setup: Setup[BeloteOptions], order: Ranking, lookup: BeloteLookup) -> LegalPlays:
    hand, plays = list(lookup.hand or ()), lookup.plays
    if not plays:
        return LegalPlays(hand, say("The leader may lead any card"), "play")
    led = order.effective_suit(plays[0].card)
    following = order.following(hand, plays)
    best = order.winner(plays)
    partner_wins = setup.side_of(best.seat) == setup.side_of(setup.after(plays[-1].seat))
    if following and led != TRUMP:
        return LegalPlays(following, say("Follow suit: {suit}", suit=suit(led)), "play")
    if not following and partner_wins:
        return LegalPlays(hand, say("Nothing to follow with, and the partner is winning: any card"), "trump-play")
    if following and partner_wins and not setup.options.overtrump_partner:
        return LegalPlays(following, say("A trump must follow; the partner is winning, so any trump"), "trump-play")
    trumps = [code for code in hand if code in order.trumps]
    if not trumps:
        return LegalPlays(hand, say("Neither the suit led nor a trump: any card"), "trump-play")
    higher = [code for code in order.beating(hand, plays) if code in order.trumps]
    if higher:
        why = _("An opponent is winning: trump, and higher than the trumps on the table")
        if partner_wins:
            why = _("Trumps were led: a higher trump, though the partner is winning")
        elif order.effective_suit(best.card) != TRUMP:
            why = _("Nothing to follow with, and an opponent is winning: trump")
        return LegalPlays(higher, say(why), "trump-play")
    if led == TRUMP:
        return LegalPlays(trumps, say("No higher trump: a lower one must follow"), "trump-play")
    if setup.options.undertrump:
        return LegalPlays(trumps, say("No higher trump: a lower one must be played all the same"), "trump-play")
    return LegalPlays(hand, say("No higher trump, and a lower one need not be played: any card"), "trump-play")


def _compare_declarations(setup: Setup[BeloteOptions], lookup: BeloteLookup) -> TrickResult:
    """Whose declarations count: ``winner`` is the seat with the best one, or None if it was not entered."""
    if lookup.plays or lookup.hand or (lookup.hands is not None and lookup.declarations is not None):
        text = _("Ask for one thing at a time: a trick, four hands, or a list of declarations.")
        raise refuse("", "one_question", text, rule="comparison")
    declarations = lookup.declarations or []
    belote: int | None = None
    if lookup.hands is not None:
        _check_hands(lookup.hands)
        declarations = declarations_in(setup, lookup.hands)
        royals = ("K" + lookup.trump, "Q" + lookup.trump)
        belote = next((seat for seat, held in enumerate(lookup.hands) if set(royals) <= set(held)), None)
    check_seat(setup, lookup.dealer, "/dealer")
    comparison = compare(setup, declarations, lookup.trump, lookup.dealer)
    points = [comparison.points if comparison.side == number else 0 for number in range(2)]
    extra: dict[str, Any] = {
        "side": comparison.side,
        "declaration_points": points,
        "declarations": [
            declaration.model_dump(exclude_none=True)
            for declaration in declarations
            if declaration.side == comparison.side
        ],
    }
    if lookup.hands is not None:
        extra["belote"] = None if belote is None else setup.side_of(belote)
        extra["belote_points"] = [BELOTE if extra["belote"] == number else 0 for number in range(2)]
    holder = comparison.best.seat if comparison.best else None
    return TrickResult(holder, None, _comparison_reason(comparison), "comparison", extra=extra)


def _comparison_reason(comparison: Comparison) -> Message:
    if comparison.side is None:
        return say("Nobody has a declaration")
    if comparison.lines[0].rule == "comparison":
        return comparison.lines[0].message
    return say("Only {who} can declare", who=side(comparison.side))


def _check_hands(hands: list[list[str]]) -> None:
    if len(hands) != 4:
        raise refuse("/hands", "wrong_length", "Four hands are needed, not {n}.", rule="setup", n=len(hands))
    check_in_pack(
        PACK_32, [(f"/hands/{seat}/{at}", code) for seat, held in enumerate(hands) for at, code in enumerate(held)]
    )
    for seat, held in enumerate(hands):
        if len(held) != TRICKS:
            text = _("Each player has eight cards, not {n}: {cards}.")
            ordered = sorted(held, key=suit_of)
            raise refuse(f"/hands/{seat}", "hand_size", text, rule="setup", n=len(held), cards=cards(ordered))
