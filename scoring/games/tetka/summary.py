"""A hand of Tëtka by what everybody took: whether it is possible, and who pays for most tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.captured import check_in_pack, complete_figures
from scoring.engine.cards import PACK_52, rank_of, suit_of
from scoring.engine.game import Setup, check_per_seat, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import card, plural, seat, suit
from scoring.engine.refusal import refuse
from scoring.games.tetka.models import TetkaSummaryHand
from scoring.games.tetka.penalties import IN_A_TRICK, QUEENS, TRICKS, Captures, Most, bad_trick_of

SUIT_CARDS = 13


def captures_by_summary(setup: Setup[Any], hand: TetkaSummaryHand) -> Captures:
    """Returns what everybody took. Raises Refusal if it is not possible, or not enough was entered."""
    check_in_pack(PACK_52, [("/bum_card", hand.bum_card)], rule="bum-card")
    check_per_seat(setup, hand.tricks, "/tricks", rule="play")
    complete_figures(hand.tricks, TRICKS, "/tricks", rule="play")
    queens = {queen: _check_captor(setup, hand, f"/queens/{queen}", getattr(hand.queens, queen)) for queen in QUEENS}
    last_trick = _check_captor(setup, hand, "/last_trick", hand.last_trick)
    bum_taker = _check_captor(setup, hand, "/bum_taker", _bum_taker(hand, queens), rule="bum-card")
    bum_trick = _check_captor(setup, hand, "/bum_trick", _bum_trick(hand), rule="bad-trick")
    captured = _known_captors(hand.bum_card, queens, bum_taker)
    _check_room(hand, captured, bum_trick)
    if hand.suit_counts is not None:
        _check_counts(setup, hand, captured)
    check_seat(setup, hand.suit_high, "/suit_high", rule="most-tricks")
    most = _most_tricks(hand, captured)
    return Captures(hand.bum_card, queens, bum_taker, bum_trick, last_trick, hand.tricks, most)


def _check_captor(
    setup: Setup[Any], hand: TetkaSummaryHand, pointer: str, who: int | None, rule: str = "scoring"
) -> int:
    """The seat that took this, which must have won a trick."""
    if who is None:
        raise refuse(pointer, "captor_missing", "Somebody took this: say who.", rule=rule)
    check_seat(setup, who, pointer, rule=rule)
    if not hand.tricks[who]:
        raise refuse(
            pointer, "captor_without_trick", "{who} won no trick, so cannot have this.", rule=rule, who=seat(who)
        )
    return who


def _bum_taker(hand: TetkaSummaryHand, queens: dict[str, int]) -> int | None:
    if hand.bum_card not in queens:
        return hand.bum_taker
    if hand.bum_taker not in (None, queens[hand.bum_card]):
        text = _("The bum card is {card}, and by the entry for the queens {who} took it.")
        who = seat(queens[hand.bum_card])
        raise refuse("/bum_taker", "disagree", text, rule="bum-card", card=card(hand.bum_card), who=who)
    return queens[hand.bum_card]


def _bum_trick(hand: TetkaSummaryHand) -> int | None:
    if bad_trick_of(hand.bum_card) != TRICKS:
        return hand.bum_trick
    if hand.bum_trick not in (None, hand.last_trick):
        text = _("With a king as bum card the bad trick is the last one: the same player wins both.")
        raise refuse("/bum_trick", "disagree", text, rule="bad-trick")
    return hand.last_trick


def _known_captors(bum_card: str, queens: dict[str, int], bum_taker: int) -> dict[str, int]:
    """Who took each card that is known, queens and bum card."""
    return {**queens, bum_card: bum_taker}


def _check_room(hand: TetkaSummaryHand, captured: dict[str, int], bum_trick: int) -> None:
    """Raises Refusal if a player's tricks are too few for the cards and special tricks entered for that player."""
    for who, tricks in enumerate(hand.tricks):
        held = sum(owner == who for owner in captured.values())
        if held > IN_A_TRICK * tricks:
            text = _("{who} cannot have taken {held} penalty cards in so few tricks ({tricks}).")
            raise refuse(
                f"/tricks/{who}", "too_few_tricks", text, rule="scoring", who=seat(who), held=held, tricks=tricks
            )
    both = hand.last_trick == bum_trick and bad_trick_of(hand.bum_card) != TRICKS
    if both and hand.tricks[bum_trick] < 2:
        text = _("{who} won the bad trick and the last one, so at least two tricks.")
        raise refuse(f"/tricks/{bum_trick}", "too_few_tricks", text, rule="bad-trick", who=seat(bum_trick))


def _check_counts(setup: Setup[Any], hand: TetkaSummaryHand, captured: dict[str, int]) -> None:
    counts = hand.suit_counts or []
    check_per_seat(setup, counts, "/suit_counts", rule="most-tricks")
    complete_figures(counts, SUIT_CARDS, "/suit_counts", rule="most-tricks")
    letter = suit_of(hand.bum_card)
    for who, number in enumerate(counts):
        pointer = f"/suit_counts/{who}"
        others = sum(owner == who and suit_of(code) != letter for code, owner in captured.items())
        if number + others > IN_A_TRICK * hand.tricks[who]:
            text = _("{who} cannot have so many cards in {won}.")
            won = plural(hand.tricks[who], "{n} trick", "{n} tricks")
            raise refuse(pointer, "too_many", text, rule="most-tricks", who=seat(who), won=won)
        known = [code for code, owner in captured.items() if owner == who and suit_of(code) == letter]
        if number < len(known):
            text = _("{who} took more cards of {suit} than that: Tëtka and the bum card are of this suit.")
            raise refuse(pointer, "too_few", text, rule="most-tricks", who=seat(who), suit=suit(letter))


def _most_tricks(hand: TetkaSummaryHand, captured: dict[str, int]) -> Most:
    tied = _leaders(hand.tricks, range(len(hand.tricks)))
    if len(tied) == 1:
        return Most(tied[0], tied, "tricks")
    if hand.suit_counts is None:
        text = _("{tied} tie for the most tricks: say how many cards of {suit} everybody took.")
        raise refuse(
            "/suit_counts",
            "suit_counts_missing",
            text,
            rule="most-tricks",
            tied=[seat(who) for who in tied],
            suit=suit(suit_of(hand.bum_card)),
        )
    leaders = _leaders(hand.suit_counts, tied)
    if len(leaders) == 1:
        return Most(leaders[0], tied, "counts")
    if not hand.suit_counts[leaders[0]]:
        return Most(None, leaders, "nobody")
    return Most(_highest(hand, captured, leaders), tied, "high")


def _highest(hand: TetkaSummaryHand, captured: dict[str, int], leaders: Sequence[int]) -> int:
    """Which of these has the highest card of the bum suit, as it was entered."""
    params: dict[str, Any] = {"tied": [seat(who) for who in leaders], "suit": suit(suit_of(hand.bum_card))}
    if hand.suit_high is None:
        text = _("{tied} also tie in cards of {suit}: say which of them has the highest.")
        raise refuse("/suit_high", "suit_high_missing", text, rule="most-tricks", **params)
    if hand.suit_high not in leaders:
        text = _("The highest card of {suit} is looked for among those still tied: {tied}.")
        raise refuse("/suit_high", "suit_high_not_tied", text, rule="most-tricks", **params)
    ace_with = captured[hand.bum_card] if rank_of(hand.bum_card) == "A" else None
    if ace_with in leaders and ace_with != hand.suit_high:
        text = _("{who} took {card}, the highest card there is.")
        raise refuse(
            "/suit_high", "disagree", text, rule="most-tricks", who=seat(ace_with or 0), card=card(hand.bum_card)
        )
    return hand.suit_high


def _leaders(values: Sequence[int], among: Sequence[int]) -> tuple[int, ...]:
    top = max(values[who] for who in among)
    return tuple(who for who in among if values[who] == top)
