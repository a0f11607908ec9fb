"""A hand of Truc entered event by event: calls, answers and tricks in their order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from scoring.engine.cards import SUITS
from scoring.engine.game import HandResult, LookupModel, Setup, check_trick
from scoring.engine.messages import Line, card, line, seat, side
from scoring.engine.refusal import Refusal, refuse
from scoring.engine.stakes import CalledStakes
from scoring.engine.tricks import Play, tieable_trick
from scoring.games.truc.models import (
    PACK,
    RANKS,
    TrucAcceptEvent,
    TrucElevenEvent,
    TrucEvent,
    TrucEventsHand,
    TrucOptions,
    TrucRaiseEvent,
    TrucRejectEvent,
    TrucState,
    TrucTrickEvent,
)
from scoring.games.truc.result import (
    CALLS,
    RUNGS,
    Ending,
    check_deal,
    choice_elsewhere,
    choice_missing,
    defenders,
    hand_type,
    leaders,
    settle,
)

ORDER = tuple(tuple(rank + suit for suit in SUITS) for rank in RANKS)


def score_events(setup: Setup[TrucOptions], state: TrucState, hand: TrucEventsHand) -> HandResult[TrucState]:
    """Scores a hand event by event. Raises Refusal with the pointer of the event that cannot have happened."""
    check_deal(setup, state, hand)
    course = Course(setup, state, hand.hand_size)
    for number, event in enumerate(hand.events):
        try:
            course.take(event)
        except Refusal as refusal:
            raise refusal.under(f"/events/{number}") from None
    ending = course.end()
    return settle(setup, state, hand, course.lines, ending)


class Course:
    """A hand while it is played.

    lines: what has been told. tricks: their winners, None for a drawn one. raising: the stake and the calls.
    ending: how the hand ended without being played out, None while it goes on.
    """

    def __init__(self, setup: Setup[TrucOptions], state: TrucState, size: int) -> None:
        self.setup = setup
        self.state = state
        self.size = size
        self.kind = hand_type(setup.options, state.totals)
        self.lines: list[Line] = []
        self.tricks: list[int | None] = []
        self.cards: list[str] = []
        self.leaders: tuple[int, ...] = (setup.after(state.dealer),)
        self.raising = CalledStakes(RUNGS, len(RUNGS) - 1 if self.kind == "eleven" else 0)
        self.chosen = self.kind != "eleven"
        self.ending: Ending | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more can happen: ended by an answer, every trick played, or two won by one side."""
        won_twice = 2 in (self.tricks.count(0), self.tricks.count(1))
        return self.ending is not None or won_twice or len(self.tricks) == self.size

    def take(self, event: TrucEvent) -> None:
        """The next event. Raises Refusal (pointers relative to the event) where it cannot happen now."""
        if self.over:
            raise refuse("", "hand_decided", "The hand is decided: nothing more happens in it.", rule="hand")
        if not self.chosen and not isinstance(event, TrucElevenEvent):
            raise choice_missing("")
        match event:
            case TrucElevenEvent():
                self._choose(event)
            case TrucRaiseEvent():
                self._raise(event)
            case TrucAcceptEvent():
                self.raising.accept(event.side)
                text, stake = "{who} accept: played for {n}", self.raising.stake
                self.lines.append(line(text, who=side(event.side), n=stake, value=stake, rule="raising"))
            case TrucRejectEvent():
                caller, _ = self.raising.answered(event.side)
                self.ending = Ending("rejected", caller, self.raising.stake)
            case TrucTrickEvent():
                self._trick(event)

    def end(self) -> Ending:
        """How the hand ended. Raises Refusal where it is not settled."""
        if self.ending is not None:
            return self.ending
        if not self.chosen:
            raise choice_missing("/events")
        if self.raising.open is not None:
            raise self.raising.unanswered("/events")
        winner = self._settled()
        if winner is None:
            text = "The hand is not settled: another trick can still change its winner."
            raise refuse("/events", "undecided", text, rule="hand")
        self.lines.append(self._why(winner))
        return Ending("played", winner, self.raising.stake)

    def _choose(self, event: TrucElevenEvent) -> None:
        if self.chosen:
            if self.kind == "eleven":
                raise refuse("", "chosen_twice", "The side with eleven has chosen already.", rule="eleven")
            raise choice_elsewhere("")
        self.chosen = True
        if event.choice == "decline":
            self.ending = Ending("declined", 1 - leaders(self.state.totals), RUNGS[0])

    def _raise(self, event: TrucRaiseEvent) -> None:
        if self.kind == "eleven":
            text = "A hand of eleven is played for the highest stake: there is nothing to call."
            raise refuse("", "no_raises", text, rule="eleven")
        self.raising.call(event.side, self.raising.check_call(event.side, event.to))
        text = "{who} call {call} for {to}"
        self.lines.append(line(text, who=side(event.side), call=CALLS[event.to], to=event.to, rule="raising"))

    def _trick(self, event: TrucTrickEvent) -> None:
        if self.raising.open is not None:
            raise self.raising.unanswered("")
        number = len(self.tricks) + 1
        if event.plays is not None:
            winner = self._played(event, event.plays)
        elif "winner" in event.model_fields_set:
            winner = event.winner
            self.leaders = self.leaders if winner is None else self.setup.sides[winner]
        else:
            text = "Say who won the trick (null where it was drawn), or give its four cards."
            raise refuse("", "trick_empty", text, rule="tricks")
        self.tricks.append(winner)
        if winner is None:
            self.lines.append(line("Trick {n} is drawn", n=number, rule="drawn"))
        elif event.plays is None:
            self.lines.append(line("Trick {n}: {who}", n=number, who=side(winner), rule="hand"))
        else:
            best = tieable_trick(event.plays, ORDER).best[0].card
            told: dict[str, Any] = {"who": side(winner), "card": card(best)}
            self.lines.append(line("Trick {n}: {who}, with {card}", n=number, **told, rule="tricks"))

    def _played(self, event: TrucTrickEvent, plays: Sequence[Play]) -> int | None:
        """The side that wins a trick given by its cards."""
        check_trick(self.setup, PACK, LookupModel(plays=list(plays)), "tricks", whole=True)
        for place, play in enumerate(plays):
            if play.card in self.cards:
                text = "{card} was played already."
                raise refuse(f"/plays/{place}/card", "card_twice", text, rule="setup", card=card(play.card))
        if plays[0].seat not in self.leaders:
            text = "{who} did not lead this trick: the player after the dealer leads first, then the last winner."
            raise refuse("/plays/0/seat", "wrong_leader", text, rule="tricks", who=seat(plays[0].seat))
        trick = tieable_trick(plays, ORDER)
        if "winner" in event.model_fields_set and event.winner != trick.winner_side:
            text = "The cards of this trick give another winner: give the cards alone, or correct them."
            raise refuse("/winner", "winner_differs", text, rule="tricks")
        self.cards += [play.card for play in plays]
        self.leaders = (plays[0].seat if trick.winner_seat is None else trick.winner_seat,)
        return trick.winner_side

    def _settled(self) -> int | None:
        """The side that wins the hand whatever else is played, None where that is still open."""
        left = self.size - len(self.tricks)
        winners = {self._winner([*self.tricks, *rest]) for rest in product((0, 1, None), repeat=left)}
        return winners.pop() if len(winners) == 1 else None

    def _winner(self, tricks: Sequence[int | None]) -> int:
        """The side that wins with all these tricks."""
        ahead = tricks.count(0) - tricks.count(1)
        if ahead:
            return 0 if ahead > 0 else 1
        decided = [winner for winner in tricks if winner is not None]
        if decided and self.setup.options.drawn_tricks == "first_decided":
            return decided[0]
        return defenders(self.setup, self.state)

    def _why(self, winner: int) -> Line:
        """Why this side has the hand."""
        mine, theirs = self.tricks.count(winner), self.tricks.count(1 - winner)
        who = side(winner)
        if mine > theirs:
            text = "{who} have more tricks: {mine} to {theirs}"
            return line(text, who=who, mine=mine, theirs=theirs, rule="hand")
        if mine and self.setup.options.drawn_tricks == "first_decided":
            text = "Tricks are equal: {who} won the earlier one"
            return line(text, who=who, rule="tied-hand")
        text = "Tricks are equal: the hand goes to {who}, the dealer's opponents"
        return line(text, who=who, rule="tied-hand")
