"""A hand in which nobody took the first nine tricks: aces, Quinola, espagnolette, and the party; or one still open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.captured import complete_figures
from scoring.engine.cards import card_points
from scoring.engine.game import Setup, check_per_seat
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, card, cards, line, say, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks_won import check_points_in_tricks
from scoring.games.reversis.events import (
    Event,
    card_of,
    check_espagnolette,
    check_events,
    check_talon,
    known_points,
    known_tricks,
    leader_of,
)
from scoring.games.reversis.ledger import FORCED_QUINOLA, OTHERS_PAY, THROWN_QUINOLA, Ledger, ace_price
from scoring.games.reversis.models import (
    ALL_POINTS,
    PACK_48,
    QUINOLA,
    TRICKS,
    VALUES,
    ReversisAceForced,
    ReversisAceLed,
    ReversisAceOff,
    ReversisOpenHand,
    ReversisOptions,
    ReversisPartyHand,
    ReversisQuinolaForced,
    ReversisQuinolaLed,
    ReversisQuinolaOff,
)

#: What the talon counts in the old rules, for the party payment only.
OLD_TALON = VALUES | {"AD": 5, QUINOLA: 4}
PARTY = 4


@dataclass(frozen=True)
class Party:
    """Who won and who lost it. points: of each seat. ties: what decided between level players, as lines."""

    winner: int
    loser: int
    points: list[int]
    ties: list[Line]


def score_party(
    setup: Setup[ReversisOptions], dealer: int, hand: ReversisPartyHand, ledger: Ledger
) -> tuple[Party, Message]:
    """Records every payment of the hand. Returns the party and the summary of the hand.

    Raises Refusal if the hand is not possible.
    """
    check_talon(hand.talon)
    check_events(setup, dealer, hand.events, hand.talon, complete=True)
    check_espagnolette(setup, hand.espagnolette, hand.events, hand.talon)
    tricks, points = _check_counts(setup, dealer, hand)
    party = _decide(dealer, hand.espagnolette, tricks, points)
    for event in hand.events:
        _pay_at_once(setup, event, ledger)
    if hand.espagnolette is not None:
        _pay_espagnolette(hand.espagnolette, tricks, hand.events, ledger)
    for event in hand.events:
        _claim(event, party.winner, ledger)
    paid = _pay_party(setup, hand.talon, party, ledger)
    text = _("{winner} won the party, {loser} paid {n}")
    return party, say(text, winner=seat(party.winner), loser=seat(party.loser), n=paid)


def score_open(setup: Setup[ReversisOptions], dealer: int, hand: ReversisOpenHand, ledger: Ledger) -> Message:
    """Records the payments so far. Returns the summary of the hand. Raises Refusal if it is not possible."""
    check_events(setup, dealer, hand.events, (), complete=False)
    for event in hand.events:
        _pay_at_once(setup, event, ledger)
    return say("Still being played")


# -- what was counted ------------------------------------------------------------------------------


def _check_counts(setup: Setup[ReversisOptions], dealer: int, hand: ReversisPartyHand) -> tuple[list[int], list[int]]:
    """Tricks and card points of each seat, checked against each other and against the events."""
    check_per_seat(setup, hand.tricks, "/tricks")
    check_per_seat(setup, hand.card_points, "/card_points")
    tricks = complete_figures(hand.tricks, TRICKS, "/tricks", rule="party")
    if TRICKS in tricks:
        text = _("{who} took all the tricks: that is a reversis, made.")
        owner = tricks.index(TRICKS)
        raise refuse(f"/tricks/{owner}", "is_reversis", text, rule="reversis", who=seat(owner))
    in_talon = card_points(hand.talon, VALUES)
    if not hand.talon and None in hand.card_points:  # a talon that was forgotten would count for that player
        text = _("Say which cards with points lie in the talon; if there are none, give the card points of all four.")
        raise refuse("/talon", "talon_missing", text, rule="setup")
    points = complete_figures(hand.card_points, ALL_POINTS - in_talon, "/card_points", rule="party")
    _check_leaders(setup, dealer, hand.events, tricks)
    check_points_in_tricks(points, tricks, PACK_48, VALUES, setup.players)
    least_tricks, least_points = known_tricks(hand.events, setup.players), known_points(hand.events, setup.players)
    for owner, value in enumerate(points):
        if tricks[owner] < least_tricks[owner]:
            text = _("By the aces and the Quinola {who} won more tricks than {n}.")
            params = {"who": seat(owner), "n": tricks[owner]}
            raise refuse(f"/tricks/{owner}", "too_few_tricks", text, rule="party", **params)
        if value < least_points[owner]:
            text = _("By the aces and the Quinola {who} has at least {least} card points, not {n}.")
            params = {"who": seat(owner), "least": least_points[owner], "n": value}
            raise refuse(f"/card_points/{owner}", "too_few_points", text, rule="card-strength", **params)
    return tricks, points


def _check_leaders(setup: Setup[ReversisOptions], dealer: int, events: Sequence[Event], tricks: list[int]) -> None:
    """Raises Refusal if a player led who was never on lead."""
    for number, event in enumerate(events):
        leader = leader_of(event)
        first = leader == setup.after(dealer) and event.trick in (None, 1)
        if leader is not None and not tricks[leader] and not first:
            name = "leader" if hasattr(event, "leader") else "seat"
            text = _("{who} won no trick, so can have led only the first: somebody else led here.")
            raise refuse(f"/events/{number}/{name}", "cannot_lead", text, rule="play", who=seat(leader))


def _decide(dealer: int, espagnolette: int | None, tricks: list[int], points: list[int]) -> Party:
    """Returns the order of preference: fewer points, then fewer tricks, then from the dealer to the left; an
    espagnolette first of all.
    """
    seats = range(len(tricks))
    order = sorted(seats, key=lambda owner: (points[owner], tricks[owner], (owner - dealer) % len(tricks)))
    if espagnolette is not None:
        order.remove(espagnolette)
        order.insert(len(order) if tricks[espagnolette] else 0, espagnolette)
    return Party(order[0], order[-1], points, _tie_lines(order, espagnolette, tricks, points))


def _tie_lines(order: list[int], espagnolette: int | None, tricks: list[int], points: list[int]) -> list[Line]:
    """Why one of two players level on points won the party, or lost it."""
    lines = []
    for better, worse in ((order[0], order[1]), (order[-2], order[-1])):
        if points[better] != points[worse] or espagnolette in (better, worse):
            continue
        text = _("{better} and {worse} have {n} each: {better} took fewer tricks and is better placed")
        if tricks[better] == tricks[worse]:
            text = _(
                "{better} and {worse} have {n} each and as many tricks: "
                "{better} comes first, from the dealer to the left, and is better placed"
            )
        lines.append(line(text, better=seat(better), worse=seat(worse), n=points[better], rule="party"))
    return lines


# -- payments --------------------------------------------------------------------------------------


def _pay_at_once(setup: Setup[ReversisOptions], event: Event, ledger: Ledger) -> None:
    match event:
        case ReversisAceOff():
            price = ace_price(event.card)
            ledger.pay(event.winner, event.seat, price)
            text = _("{who} threw {card}: {payer} paid {n}")
            params = {"who": seat(event.seat), "card": card(event.card), "payer": seat(event.winner), "n": price}
            ledger.lines.append(line(text, **params, value=price, rule="aces"))
        case ReversisAceForced():
            price = ace_price(event.card)
            ledger.pay(event.seat, event.leader, price)
            text = _("{who} followed suit with {card} and paid {leader} {n}")
            params = {"who": seat(event.seat), "card": card(event.card), "leader": seat(event.leader), "n": price}
            ledger.lines.append(line(text, **params, value=price, rule="aces"))
        case ReversisAceLed():
            text = _("{who} led {card}: nothing at once")
            ledger.lines.append(line(text, who=seat(event.seat), card=card(event.card), rule="claims"))
        case ReversisQuinolaOff():
            ledger.pay(event.winner, event.seat, THROWN_QUINOLA)
            pot = ledger.take_pot(event.seat)
            text = _("{who} threw the Quinola: {payer} paid {n}, and the newest pot of {pot} goes with it")
            params = {"who": seat(event.seat), "payer": seat(event.winner), "n": THROWN_QUINOLA, "pot": pot}
            ledger.lines.append(line(text, **params, value=THROWN_QUINOLA + pot, rule="quinola"))
        case ReversisQuinolaForced():
            _pay_forced(setup, event, ledger)
        case ReversisQuinolaLed():
            text = _("{who} led the Quinola: nothing at once")
            if not setup.options.led_quinola_remise:
                ledger.lines.append(line(text, who=seat(event.seat), rule="claims"))
                return
            ledger.lines.append(line("{who} led the Quinola", who=seat(event.seat), rule="claims"))
            ledger.remise(event.seat)


def _pay_forced(setup: Setup[ReversisOptions], event: ReversisQuinolaForced, ledger: Ledger) -> None:
    ledger.pay(event.seat, event.leader, FORCED_QUINOLA)
    one, other = (owner for owner in range(setup.players) if owner not in (event.seat, event.leader))
    for payer in (one, other):
        ledger.pay(payer, event.leader, OTHERS_PAY)
    text = _("{who} followed suit with the Quinola and paid {leader} {n}, {one} and {other} paid {m} each")
    names = {"who": seat(event.seat), "leader": seat(event.leader), "one": seat(one), "other": seat(other)}
    total = FORCED_QUINOLA + 2 * OTHERS_PAY
    ledger.lines.append(line(text, **names, n=FORCED_QUINOLA, m=OTHERS_PAY, value=total, rule="quinola"))
    ledger.remise(event.seat)


def _pay_espagnolette(who: int, tricks: list[int], events: Sequence[Event], ledger: Ledger) -> None:
    if not tricks[who]:
        ledger.lines.append(line("Espagnolette: {who} took no trick", who=seat(who), rule="espagnolette"))
        return
    ledger.lines.append(line("Espagnolette: {who} took a trick and failed", who=seat(who), rule="espagnolette"))
    for event in events:
        if event.seat != who or not isinstance(event, ReversisAceOff | ReversisQuinolaOff):
            continue
        price = 2 * (ace_price(event.card) if isinstance(event, ReversisAceOff) else THROWN_QUINOLA)
        ledger.pay(who, event.winner, price)
        text = _("{who} paid {payer} {n} back for {card}, twice what came in")
        params = {"who": seat(who), "payer": seat(event.winner), "n": price, "card": card(card_of(event))}
        ledger.lines.append(line(text, **params, value=price, rule="espagnolette"))
        if isinstance(event, ReversisQuinolaOff):
            ledger.return_pot(who)
            ledger.remise(who)


def _claim(event: Event, winner: int, ledger: Ledger) -> None:
    """What the winner of the party claimed for cards that were led."""
    if not event.claimed:
        return
    if event.seat == winner:
        text = _("{who} won the party: nothing to collect for their own {card}")
        ledger.lines.append(line(text, who=seat(winner), card=card(card_of(event)), rule="claims"))
    elif isinstance(event, ReversisAceLed):
        price = ace_price(event.card)
        ledger.pay(event.seat, winner, price)
        text = _("{winner} claimed {n} from {who} for {card}")
        params = {"winner": seat(winner), "who": seat(event.seat), "card": card(event.card), "n": price}
        ledger.lines.append(line(text, **params, value=price, rule="claims"))
    else:
        one, other = (owner for owner in range(len(ledger.changes)) if owner not in (event.seat, winner))
        ledger.pay(event.seat, winner, FORCED_QUINOLA)
        for payer in (one, other):
            ledger.pay(payer, winner, OTHERS_PAY)
        text = _("{winner} claimed the Quinola: {n} from {who}, {m} each from {one} and {other}")
        names = {"winner": seat(winner), "who": seat(event.seat), "one": seat(one), "other": seat(other)}
        total = FORCED_QUINOLA + 2 * OTHERS_PAY
        ledger.lines.append(line(text, **names, n=FORCED_QUINOLA, m=OTHERS_PAY, value=total, rule="claims"))


def _pay_party(setup: Setup[ReversisOptions], talon: Sequence[str], party: Party, ledger: Ledger) -> int:
    values = OLD_TALON if setup.options.talon_values == "old" else VALUES
    in_talon = card_points(talon, values)
    across = setup.after(party.loser, 2) == party.winner
    paid = (PARTY + in_talon) * (2 if across else 1)
    text = _("Card points: {points}")
    each = [say("{who} {n}", who=seat(owner), n=value) for owner, value in enumerate(party.points)]
    ledger.lines.append(line(text, points=each, rule="party"))
    ledger.lines += party.ties
    ledger.lines.append(line("Talon: {cards}", cards=cards(talon), value=in_talon, rule="party"))
    ledger.pay(party.loser, party.winner, paid)
    text = _("Party: {loser} paid {winner} {base} + {talon} for the talon")
    if across:
        text = _("Party: {loser} paid {winner}, across, twice {base} + {talon} for the talon")
    names = {"winner": seat(party.winner), "loser": seat(party.loser)}
    ledger.lines.append(line(text, **names, base=PARTY, talon=in_talon, value=paid, rule="party"))
    return paid
