"""The payments of a hand of Loo, and the pot: every chip comes from a player or goes to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.engine.cards import Suit, suit_of
from scoring.engine.checks import check_entered
from scoring.engine.game import HandResult, Setup, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, line, say, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks_won import tricks_by_seat
from scoring.games.loo.flush import Flush, best_flush, flushes_of
from scoring.games.loo.models import HAND, LooDetails, LooFlushHand, LooHand, LooOptions, LooPlayedHand, LooState

CLASS_NAMES = {
    "mouche": say("a mouche"),
    "trump": say("a flush in trumps"),
    "plain": say("a plain flush"),
    None: say("a flush"),
}


@dataclass
class Payments:
    """The payments of one hand. chips: change by seat. pot: what is played for. next_pot: what is in the pot
    afterwards. looed: who paid a loo.
    """

    setup: Setup[LooOptions]
    state: LooState
    chips: list[int] = field(init=False)
    pot: int = field(init=False)
    next_pot: int = 0
    details: LooDetails = field(init=False)
    lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chips = [0] * self.setup.players
        ante, carried = self.setup.options.stake, self.state.pot_carried
        self.pot = carried + ante
        self.chips[self.state.dealer] -= ante
        self.details = LooDetails(looed=[], pot_played=self.pot, pot_next=0)
        text = _("{dealer} puts {ante} into the pot: {carried} + {ante} = {pot}")
        params = {"dealer": seat(self.state.dealer), "ante": ante, "carried": carried, "pot": self.pot}
        self.lines.append(line(text, **params, value=self.pot, rule="pot"))

    @property
    def price(self) -> int:
        """What a loo costs."""
        return self.pot if self.setup.options.loo == "unlimited" else self.setup.options.stake

    def receive(self, who: int, chips: int) -> None:
        """Chips from the pot that is played for."""
        self.chips[who] += chips

    def pay(self, who: int) -> None:
        """A loo, into the next pot."""
        self.chips[who] -= self.price
        self.next_pot += self.price
        self.details["looed"] = sorted([*self.details["looed"], who])


def check_trump(hand: LooHand) -> Suit | None:
    """Returns the trump suit, None if it was not entered. Raises Refusal if card and suit do not go together."""
    if hand.up_card is None:
        return hand.trump
    trump = suit_of(hand.up_card)
    if not trump:
        text = _("Loo is played without jokers.")
        raise refuse("/up_card", "card_unknown", text, rule="setup")
    if hand.trump not in (None, trump):
        raise refuse("/trump", "disagree", "The turned card is of another suit.", rule="setup")
    return trump  # type: ignore[return-value]  # a card that is no joker has one of the four suits


def check_stayed(setup: Setup[LooOptions], stayed: Sequence[int]) -> None:
    """Raises Refusal if these seats cannot have stayed in."""
    if not stayed:
        text = _("Nobody stayed in: enter the hand as all passed.")
        raise refuse("/stayed", "nobody_stayed", text, rule="all-passed")
    for number, who in enumerate(stayed):
        check_seat(setup, who, f"/stayed/{number}", "declaring")
        if who in stayed[:number]:
            text = _("{who} is entered twice.")
            raise refuse(f"/stayed/{number}", "seat_twice", text, rule="declaring", who=seat(who))


def pay_tricks(setup: Setup[LooOptions], state: LooState, hand: LooPlayedHand) -> Payments:
    """Returns the payments of a hand that was played. Raises Refusal if it is not possible."""
    check_trump(hand)
    check_stayed(setup, hand.stayed)
    tricks = _tricks(setup, hand)
    payments = Payments(setup, state)
    worth = payments.pot // setup.options.cards
    if len(hand.stayed) == 1:
        text = _("{who} alone stayed in and takes the whole pot without play")
        payments.lines.append(line(text, who=seat(hand.stayed[0]), value=payments.pot, rule="alone"))
    else:
        text = (
            _("A trick pays a fifth of the pot")
            if setup.options.cards == HAND
            else _("A trick pays a third of the pot")
        )
        payments.lines.append(line(text, worth=worth, value=worth, rule="scoring"))
    for who in _from_left(setup, state, hand.stayed):
        taken = tricks[who]
        payments.receive(who, taken * worth)
        if not taken:
            payments.pay(who)
            text = _("{who} took no trick: looed, {n} to the next pot")
            payments.lines.append(line(text, who=seat(who), n=payments.price, value=-payments.price, rule="looed"))
        elif len(hand.stayed) > 1:
            text = _("{who}: {tricks} × {worth} = {won}")
            params = {"who": seat(who), "tricks": taken, "worth": worth, "won": taken * worth}
            payments.lines.append(line(text, **params, value=taken * worth, rule="scoring"))
    payments.details["tricks"], payments.details["trick_value"] = tricks, worth
    return payments


def _tricks(setup: Setup[LooOptions], hand: LooPlayedHand) -> list[int]:
    """Tricks by seat. Raises Refusal if they are missing or not possible."""
    for name, takers in (
        ("tricks", [who if taken else None for who, taken in enumerate(hand.tricks or ())]),
        ("trick_winners", hand.trick_winners or []),
    ):
        for place, who in enumerate(takers):
            check_seat(setup, who, f"/{name}/{place}", "scoring")
            if who is not None and who not in hand.stayed:
                text = _("{who} passed and cannot have taken a trick.")
                raise refuse(f"/{name}/{place}", "passed", text, rule="declaring", who=seat(who))
    if len(hand.stayed) == 1 and hand.tricks is None and hand.trick_winners is None:
        return [setup.options.cards if who in hand.stayed else 0 for who in range(setup.players)]
    ways = {"tricks": _("the tricks of each player"), "trick_winners": _("the winners of the tricks")}
    check_entered(hand, ways, rule="scoring")
    return tricks_by_seat(setup, hand.tricks, hand.trick_winners, setup.options.cards, rule="scoring") or []


def pay_flush(setup: Setup[LooOptions], state: LooState, hand: LooFlushHand) -> Payments:
    """Returns the payments of a hand that a flush decided. Raises Refusal if it is not possible."""
    if setup.options.cards != HAND:
        text = _("With three cards each there are neither flushes nor Pam.")
        raise refuse("/kind", "no_flushes", text, rule="options")
    trump = check_trump(hand)
    check_stayed(setup, hand.stayed)
    flushes = flushes_of(setup, hand, trump)
    best = best_flush(setup, state.dealer, flushes)
    payments = Payments(setup, state)
    payments.lines += [
        line("{who} shows {flush}", who=seat(flush.seat), flush=CLASS_NAMES[flush.flush_class], rule="flush")
        for flush in flushes
    ]
    if len(flushes) > 1:
        payments.lines.append(
            line("{who} has the best: {why}", who=seat(best.seat), why=_flush_reason(best, flushes), rule="flush")
        )
    payments.receive(best.seat, payments.pot)
    text = _("{who} looes the board and takes the whole pot")
    payments.lines.append(line(text, who=seat(best.seat), value=payments.pot, rule="flush"))
    exempt = {flush.seat for flush in flushes} | {hand.pam_holder}
    if hand.pam_holder is not None and hand.pam_holder not in {flush.seat for flush in flushes}:
        payments.lines.append(line("{who} holds Pam and pays nothing", who=seat(hand.pam_holder), rule="flush"))
    payers = range(setup.players) if setup.options.flush_pays == "all" else hand.stayed
    for who in _from_left(setup, state, payers):
        if who not in exempt:
            payments.pay(who)
            text = _("{who} pays {n} to the next pot")
            payments.lines.append(line(text, who=seat(who), n=payments.price, value=-payments.price, rule="flush"))
    payments.details["flush_winner"], payments.details["flush_class"] = best.seat, best.flush_class
    return payments


def _flush_reason(best: Flush, flushes: list[Flush]) -> Message:
    equal_class = [flush for flush in flushes if flush.flush_class == best.flush_class]
    if len(equal_class) == 1:
        return CLASS_NAMES[best.flush_class]
    if sum(flush.ranks == best.ranks for flush in equal_class) > 1:
        return say("equal in every card, and first from the dealer's left")
    return say("card by card the higher one")


def pay_nothing(setup: Setup[LooOptions], state: LooState) -> Payments:
    """Returns the payments of a hand in which everybody passed."""
    payments = Payments(setup, state)
    if setup.options.all_pass == "carry":  # noqa: S105 - it is no password
        payments.next_pot = payments.pot
        payments.lines.append(line("Everybody passed: the pot stays", value=payments.pot, rule="all-passed"))
    else:
        payments.receive(state.dealer, payments.pot)
        text = _("Everybody passed: {dealer} takes the pot")
        payments.lines.append(line(text, dealer=seat(state.dealer), value=payments.pot, rule="all-passed"))
    return payments


def hand_result(payments: Payments, summary: Message) -> HandResult[LooState]:
    """Returns the result of a hand. After the last hand of the match the pot may be divided."""
    setup, state = payments.setup, payments.state
    left = payments.next_pot
    points = list(payments.chips)
    details = payments.details
    details["pot_next"] = left
    payments.lines.append(line("Left in the pot", value=left, rule="pot"))
    options = setup.options
    if left and options.deals is not None and options.leftover == "split" and state.hands_played + 1 >= options.deals:
        shares = split(setup, state.dealer, left)
        points = [chips + share for chips, share in zip(points, shares, strict=True)]
        details["pot_next"], details["pot_split"], details["split"] = 0, left, shares
        text = _("The last hand: the pot is divided, {share} each; odd chips go round from the dealer's left")
        payments.lines.append(line(text, share=left // setup.players, rule="end"))
        left = 0
    times = state.times_looed or [0] * setup.players
    after = next_state(
        setup,
        state,
        points,
        pot_carried=left,
        times_looed=[before + (who in details["looed"]) for who, before in enumerate(times)],
    )
    return HandResult(points=points, state=after, lines=payments.lines, summary=summary, details=details)


def split(setup: Setup[LooOptions], dealer: int, pot: int) -> list[int]:
    """Returns the shares of a pot: equal, odd chips one each to the seats left of the last dealer."""
    share, odd = divmod(pot, setup.players)
    return [share + ((who - dealer - 1) % setup.players < odd) for who in range(setup.players)]


def _from_left(setup: Setup[LooOptions], state: LooState, seats: Sequence[int]) -> list[int]:
    """These seats in order from the dealer's left."""
    return sorted(seats, key=lambda who: (who - state.dealer - 1) % setup.players)
