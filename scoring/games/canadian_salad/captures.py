"""What every player captured in a hand of Canadian Salad, and whether that is possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from scoring.engine.captured import cards_at, complete_figures
from scoring.engine.cards import suit_of
from scoring.engine.checks import check_left_out
from scoring.engine.game import Setup, check_per_seat, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import card, cards, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks_won import count_winners
from scoring.games.canadian_salad.models import CanadianSaladCardsHand, CanadianSaladCountsHand, CanadianSaladTricksHand
from scoring.games.canadian_salad.penalties import (
    BAD_CARDS,
    COUNTED_IN,
    HEARTS,
    KING,
    QUEENS,
    RULE_OF,
    pack_of,
    rule_of_hand,
    tricks_of,
    what_is_bad,
)


@dataclass(frozen=True)
class Captures:
    """What everybody took, limited to what this hand asks for."""

    tricks: Sequence[int] | None = None
    hearts: Sequence[int] | None = None
    queens: Sequence[int] | None = None
    king_spades: int | None = None
    last_trick: int | None = None

    def known(self) -> dict[str, Any]:
        """Returns what is known, by name."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in values if value is not None}


def count_captures(setup: Setup[Any], hand_no: int, hand: Any) -> Captures:
    """Returns what everybody took. Raises Refusal if it is not possible, or belongs to another hand."""
    match hand:
        case CanadianSaladCountsHand():
            given = {name: getattr(hand, name) for name in RULE_OF}
            piles = None
        case CanadianSaladCardsHand():
            _check_way(hand_no, hand_no in BAD_CARDS)
            piles = _piles(setup, hand_no, hand.captured, hand.rest_to)
            given = _counts_in_piles(hand_no, piles) | {"tricks": hand.tricks, "last_trick": hand.last_trick}
        case CanadianSaladTricksHand():
            _check_way(hand_no, hand_no in (1, 5, 6))
            given, piles = _counts_by_winners(setup, hand_no, hand)
    _check_fields(hand_no, given)
    captured = Captures(**given)
    _check_figures(setup, captured)
    if hand_no == 6:
        _check_together(setup, captured, piles)
    return captured


def _check_way(hand_no: int, fits: bool) -> None:
    if not fits:
        text = _("Hand {n} cannot be entered in this way: there {bad}.")
        raise refuse("/kind", "kind_not_here", text, rule=rule_of_hand(hand_no), n=hand_no, bad=what_is_bad(hand_no))


def _check_fields(hand_no: int, given: dict[str, Any]) -> None:
    for name, rule in RULE_OF.items():
        if name in COUNTED_IN[hand_no] and given.get(name) is None:
            text = _("In hand {n} {bad}: this is needed.")
            raise refuse(f"/{name}", "fact_missing", text, rule=rule, n=hand_no, bad=what_is_bad(hand_no))
        if name not in COUNTED_IN[hand_no] and given.get(name) is not None:
            text = _("This does not count in hand {n}: there {bad}.")
            raise refuse(f"/{name}", "not_this_hand", text, rule=rule, n=hand_no, bad=what_is_bad(hand_no))


def _piles(setup: Setup[Any], hand_no: int, captured: Sequence[Sequence[str]], rest_to: int | None) -> list[list[str]]:
    """The bad cards of each seat, the rest given to ``rest_to``."""
    rule = rule_of_hand(hand_no)
    check_per_seat(setup, captured, "/captured", rule=rule)
    check_seat(setup, rest_to, "/rest_to", rule=rule)
    pack, bad = pack_of(setup.players), BAD_CARDS[hand_no]
    seen: set[str] = set()
    for pointer, code in cards_at("/captured", captured):
        if code not in pack:
            text = _("{card} is not in the pack that {n} play with.")
            raise refuse(pointer, "card_unknown", text, rule="setup", card=card(code), n=setup.players)
        if code not in bad:
            text = _("{card} is not bad in hand {n}: there {bad}.")
            bad_here = what_is_bad(hand_no)
            raise refuse(pointer, "not_bad", text, rule=rule, card=card(code), n=hand_no, bad=bad_here)
        if code in seen:
            raise refuse(pointer, "card_twice", "{card} is entered twice.", rule=rule, card=card(code))
        seen.add(code)
    piles = [list(pile) for pile in captured]
    left = [code for code in bad if code not in seen]
    if rest_to is not None:
        piles[rest_to] += left
    elif left:
        text = _("Somebody took {cards}: say who, or who took all the others.")
        raise refuse("/captured", "card_missing", text, rule=rule, cards=cards(left))
    return piles


def _counts_in_piles(hand_no: int, piles: Sequence[Sequence[str]]) -> dict[str, Any]:
    values = {
        "hearts": [sum(suit_of(code) == "H" for code in pile) for pile in piles],
        "queens": [sum(code in QUEENS for code in pile) for pile in piles],
        "king_spades": next((owner for owner, pile in enumerate(piles) if KING in pile), None),
    }
    return {name: value for name, value in values.items() if name in COUNTED_IN[hand_no]}


def _counts_by_winners(
    setup: Setup[Any], hand_no: int, hand: CanadianSaladTricksHand
) -> tuple[dict[str, Any], list[list[str]] | None]:
    tricks = count_winners(setup, hand.winners, tricks_of(setup.players), "/winners")
    won = {"tricks": tricks, "last_trick": hand.winners[-1]}
    counted = {name: value for name, value in won.items() if name in COUNTED_IN[hand_no]}
    if hand_no == 6:
        if hand.captured is None:
            raise refuse("/captured", "fact_missing", "The bad cards of the sixth hand are needed too.", rule="hand-6")
        piles = _piles(setup, hand_no, hand.captured, hand.rest_to)
        return counted | _counts_in_piles(hand_no, piles), piles
    text = _("No card is bad in this hand.")
    check_left_out(hand, ("captured", "rest_to"), "not_this_hand", text, rule=rule_of_hand(hand_no))
    return counted, None


def _check_figures(setup: Setup[Any], captured: Captures) -> None:
    sums = {"tricks": tricks_of(setup.players), "hearts": len(HEARTS), "queens": len(QUEENS)}
    for name, total in sums.items():
        values = getattr(captured, name)
        if values is not None:
            check_per_seat(setup, values, f"/{name}", rule=RULE_OF[name])
            complete_figures(values, total, f"/{name}", rule=RULE_OF[name])
    for name in ("king_spades", "last_trick"):
        check_seat(setup, getattr(captured, name), f"/{name}", rule=RULE_OF[name])


def _check_together(setup: Setup[Any], captured: Captures, piles: Sequence[Sequence[str]] | None) -> None:
    """Raises Refusal if the five counts of the sixth hand do not fit together."""
    tricks, hearts, queens = captured.tricks or (), captured.hearts or (), captured.queens or ()
    for who, won in enumerate(tricks):
        held = {
            "hearts": hearts[who],
            "queens": queens[who],
            "king_spades": captured.king_spades == who,
            "last_trick": captured.last_trick == who,
        }
        wrong = next((name for name, has in held.items() if has), None)
        if not won and wrong:
            pointer = f"/{wrong}/{who}" if wrong in ("hearts", "queens") else f"/{wrong}"
            text = _("{who} won no trick, so cannot have anything bad.")
            raise refuse(_pointer_to(pointer, piles, who), "without_trick", text, rule=RULE_OF[wrong], who=seat(who))
    most = [
        hearts[who] + queens[who] + (captured.king_spades == who) - setup.players * won
        for who, won in enumerate(tricks)
    ]
    if piles is not None:
        most = [len(pile) - setup.players * won for pile, won in zip(piles, tricks, strict=True)]
        _check_room(piles, most, ())
    else:
        _check_room(piles, most, _queen_of_hearts_seats(hearts, queens))


def _queen_of_hearts_seats(hearts: Sequence[int], queens: Sequence[int]) -> list[int]:
    """The seats that may have the queen of hearts. Raises Refusal if nobody can have her."""
    may = [who for who, n in enumerate(hearts) if n and queens[who]]
    sure = {who for who, n in enumerate(hearts) if n == len(HEARTS) or queens[who] == len(QUEENS)}
    may = [who for who in may if sure <= {who}]
    if not may:
        text = _("{card} is both a heart and a queen, but nobody here has one of each.")
        raise refuse("/queens", "queen_of_hearts_nowhere", text, rule="hand-6", card=card("QH"))
    return may


def _check_room(
    piles: Sequence[Sequence[str]] | None, over: Sequence[int], queen_of_hearts_seats: Sequence[int]
) -> None:
    """Raises Refusal if somebody has more bad cards than their tricks hold.

    over: bad cards beyond the cards of the tricks. queen_of_hearts_seats: who may have the queen of hearts, which is
    counted twice.
    """
    full = [who for who, more in enumerate(over) if more > 0]
    exempt = full[0] if len(full) == 1 and full[0] in queen_of_hearts_seats and over[full[0]] == 1 else None
    for who in full:
        if who != exempt:
            text = _("{who} has more bad cards than the tricks hold.")
            pointer = _pointer_to(f"/hearts/{who}", piles, who)
            raise refuse(pointer, "too_many_cards", text, rule="hand-6", who=seat(who))


def _pointer_to(pointer: str, piles: Sequence[Sequence[str]] | None, who: int) -> str:
    """The field at fault: with cards entered, the pile of this seat; the last trick has a field of its own."""
    return pointer if piles is None or pointer == "/last_trick" else f"/captured/{who}"
