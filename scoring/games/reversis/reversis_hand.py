"""A hand in which one player took the first nine tricks: the reversis, made or broken."""

from __future__ import annotations

from scoring.engine.checks import check_left_out
from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import Message, card, cards, line, say, seat
from scoring.engine.refusal import refuse
from scoring.games.reversis.events import (
    Event,
    card_of,
    check_espagnolette,
    check_events,
    check_talon,
    leader_of,
    winner_of,
)
from scoring.games.reversis.ledger import Ledger
from scoring.games.reversis.models import FIRST_TRICKS, QUINOLA, TRICKS, ReversisOptions, ReversisReversisHand

FROM_ACROSS, FROM_A_NEIGHBOUR = 32, 16
WHOLE = FROM_ACROSS + 2 * FROM_A_NEIGHBOUR
BROKEN_WITH_QUINOLA = 54


def score_reversis(setup: Setup[ReversisOptions], dealer: int, hand: ReversisReversisHand, ledger: Ledger) -> Message:
    """Records the payments of the hand; those for aces and the Quinola are not made. Returns the summary of the hand.

    Raises Refusal if the hand is not possible.
    """
    _check_result(setup, hand)
    _check_talon_and_events(setup, dealer, hand)
    played = [card_of(event) for event in hand.events or ()]
    text = _("{who} took the first nine tricks: everything paid for aces and the Quinola goes back")
    if played:
        text = _("{who} took the first nine tricks: what was paid for {cards} goes back")
    ledger.lines.append(line(text, who=seat(hand.seat), cards=cards(played), rule="reversis"))
    if hand.made:
        _pay_made(setup, hand, ledger)
        return say("{who} made the reversis", who=seat(hand.seat))
    return _pay_broken(hand, ledger)


def _check_result(setup: Setup[ReversisOptions], hand: ReversisReversisHand) -> None:
    check_seat(setup, hand.seat, "/seat", rule="reversis")
    check_seat(setup, hand.broken_by, "/broken_by", rule="reversis")
    if hand.made:
        text = _("A reversis that was made was not broken.")
        check_left_out(hand, ("broken_by", "broken_trick", "broken_with_quinola"), "not_broken", text, rule="reversis")
    elif hand.broken_by is None:
        raise refuse("/broken_by", "breaker_missing", "Say who won the first trick that was lost.", rule="reversis")
    elif hand.broken_by == hand.seat:
        text = _("{who} cannot break their own reversis: another player won the trick.")
        raise refuse("/broken_by", "own_trick", text, rule="reversis", who=seat(hand.seat))
    elif hand.broken_trick not in range(FIRST_TRICKS + 1, TRICKS + 1):
        text = _("A reversis is broken in trick 10 or 11.")
        raise refuse("/broken_trick", "broken_trick", text, rule="reversis")
    if hand.broken_with_quinola and hand.quinola_in_nine:
        text = _("{card} was played among the first nine tricks: it cannot have won a later one.")
        raise refuse("/broken_with_quinola", "quinola_twice", text, rule="reversis", card=card(QUINOLA))
    if hand.espagnolette == hand.seat:
        text = _("{who} took nine tricks: the espagnolette was another player's.")
        raise refuse("/espagnolette", "own_espagnolette", text, rule="espagnolette", who=seat(hand.seat))


def _check_talon_and_events(setup: Setup[ReversisOptions], dealer: int, hand: ReversisReversisHand) -> None:
    """Raises Refusal if talon and events, which change no payment, do not fit the hand."""
    talon, events = hand.talon or [], hand.events or []
    if hand.talon is not None:
        check_talon(hand.talon)
    check_events(setup, dealer, events, talon, complete=False)
    check_espagnolette(setup, hand.espagnolette, events, talon)
    if QUINOLA in talon and (hand.quinola_in_nine or hand.broken_with_quinola):
        name = "quinola_in_nine" if hand.quinola_in_nine else "broken_with_quinola"
        raise refuse(f"/{name}", "quinola_in_talon", "{card} lies in the talon.", rule="quinola", card=card(QUINOLA))
    for number, event in enumerate(events):
        if event.trick is not None:
            _check_trick(hand, event, event.trick, f"/events/{number}")
        if card_of(event) == QUINOLA:
            _check_quinola(hand, event)


def _trick_winner(hand: ReversisReversisHand, trick: int) -> int | None:
    """Returns who won this trick, None if it was not entered."""
    lost = TRICKS + 1 if hand.made else hand.broken_trick or TRICKS
    if trick < lost:
        return hand.seat
    return hand.broken_by if trick == lost else None


def _check_trick(hand: ReversisReversisHand, event: Event, trick: int, pointer: str) -> None:
    """Raises Refusal if by the hand somebody else won this trick, or led it."""
    taker, before = _trick_winner(hand, trick), _trick_winner(hand, trick - 1)
    if taker is not None and winner_of(event) not in (None, taker):
        text = _("{who} won trick {n}.")
        raise refuse(pointer, "not_the_winner", text, rule="reversis", who=seat(taker), n=trick)
    if trick > 1 and before is not None and leader_of(event) not in (None, before):
        text = _("{who} won the trick before, and so led trick {n}.")
        raise refuse(pointer, "cannot_lead", text, rule="play", who=seat(before), n=trick)


def _check_quinola(hand: ReversisReversisHand, event: Event) -> None:
    """Raises Refusal if hand and event disagree about the Quinola."""
    if event.seat != hand.seat:
        in_nine = False
    else:
        in_nine = hand.quinola_in_nine if event.trick is None else event.trick <= FIRST_TRICKS
    if in_nine != hand.quinola_in_nine:
        text = _("The events say otherwise: {who} played {card}.")
        if event.seat == hand.seat and event.trick is not None:
            text = _("The events say otherwise: {who} played {card} in trick {n}.")
        params = {"who": seat(event.seat), "card": card(QUINOLA), "n": event.trick or 0}
        raise refuse("/quinola_in_nine", "disagree", text, rule="quinola", **params)
    can_win = event.seat == hand.broken_by and event.kind != "quinola_off"
    if hand.broken_with_quinola and not (can_win and event.trick in (None, hand.broken_trick)):
        text = _("By the events {card} did not win the trick that broke the reversis.")
        raise refuse("/broken_with_quinola", "disagree", text, rule="quinola", card=card(QUINOLA))


def _pay_made(setup: Setup[ReversisOptions], hand: ReversisReversisHand, ledger: Ledger) -> None:
    if hand.espagnolette is not None:
        ledger.pay(hand.espagnolette, hand.seat, WHOLE)
        text = _("Reversis made against an espagnolette: {payer} alone paid {who} {n}")
        params = {"payer": seat(hand.espagnolette), "who": seat(hand.seat), "n": WHOLE}
        ledger.lines.append(line(text, **params, value=WHOLE, rule="espagnolette"))
    else:
        across = setup.after(hand.seat, 2)
        one, other = setup.after(hand.seat), setup.after(hand.seat, 3)
        ledger.pay(across, hand.seat, FROM_ACROSS)
        for neighbour in (one, other):
            ledger.pay(neighbour, hand.seat, FROM_A_NEIGHBOUR)
        text = _("Reversis made: {across} paid {who} {n}, {one} and {other} {m} each")
        names = {"who": seat(hand.seat), "across": seat(across), "one": seat(one), "other": seat(other)}
        paid_line = line(text, **names, n=FROM_ACROSS, m=FROM_A_NEIGHBOUR, value=WHOLE, rule="reversis")
        ledger.lines.append(paid_line)
    if hand.quinola_in_nine:
        pot = ledger.take_pot(hand.seat)
        text = _("The Quinola was played in the first nine tricks: {who} took the newest pot")
        ledger.lines.append(line(text, who=seat(hand.seat), value=pot, rule="reversis"))


def _pay_broken(hand: ReversisReversisHand, ledger: Ledger) -> Message:
    breaker = hand.seat if hand.broken_by is None else hand.broken_by
    paid = BROKEN_WITH_QUINOLA if hand.broken_with_quinola else WHOLE
    ledger.pay(hand.seat, breaker, paid)
    text = _("Reversis broken in trick {trick}: {who} paid {breaker} {n}")
    if hand.broken_with_quinola:
        text = _("Reversis broken by the Quinola in trick {trick}: {who} paid {breaker} {n}")
    params = {"trick": hand.broken_trick or TRICKS, "who": seat(hand.seat), "breaker": seat(breaker), "n": paid}
    ledger.lines.append(line(text, **params, value=paid, rule="reversis"))
    if hand.quinola_in_nine:
        ledger.remise(hand.seat)
    return say("{who} broke the reversis of {by}", who=seat(breaker), by=seat(hand.seat))
