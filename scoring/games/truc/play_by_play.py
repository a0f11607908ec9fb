"""A hand of Truc entered event by event: calls, answers and tricks in their order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from scoring.engine.called_hand import CalledHand
from scoring.engine.cards import SUITS
from scoring.engine.game import HandResult, LookupModel, Setup, check_trick
from scoring.engine.marking import _
from scoring.engine.messages import Line, card, line, side
from scoring.engine.refusal import refuse
from scoring.engine.stakes import CalledStakes
from scoring.engine.tricks import Play, TieableTrick
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
    STAKES,
    HandEnd,
    check_deal,
    choice_elsewhere,
    choice_missing,
    defenders,
    hand_result,
    hand_type,
    leaders,
)

ORDER = tuple(tuple(rank + suit for suit in SUITS) for rank in RANKS)


def score_events(setup: Setup[TrucOptions], state: TrucState, hand: TrucEventsHand) -> HandResult[TrucState]:
    """Returns the result of a hand entered event by event. Raises Refusal at the first event that is not possible."""
    check_deal(setup, state, hand)
    play = PlayByPlay(setup, state, hand.hand_size)
    play.play(hand.events)
    return hand_result(setup, state, hand, play.lines, play.end())


class PlayByPlay(CalledHand[TrucEvent, Play]):
    """A hand while it is played.

    size: the number of cards of each player, and of tricks. ending: how the hand ended without being played out, None
    if it did not. choice_made: whether the side with eleven has chosen (or need not).
    """

    trick_missing = _("Say who won the trick, or that it was drawn, or give its four cards.")
    wrong_leader = _("{who} did not lead this trick: the player after the dealer leads first, then the last winner.")
    tied_trick = (_("Trick {n} is drawn"), "drawn")

    def __init__(self, setup: Setup[TrucOptions], state: TrucState, size: int) -> None:
        self.kind = hand_type(setup.options, state.totals)
        last = len(STAKES) - 1
        super().__init__(setup, state.dealer, CalledStakes(STAKES, last if self.kind == "eleven" else 0))
        self.state = state
        self.size = size
        self.choice_made = self.kind != "eleven"
        self.ending: HandEnd | None = None

    @property
    def over(self) -> bool:
        """Ended by an answer, every trick played, or two won by one side."""
        won_twice = 2 in (self.tricks.count(0), self.tricks.count(1))
        return self.ending is not None or won_twice or len(self.tricks) == self.size

    def add(self, event: TrucEvent) -> None:
        if not self.choice_made and not isinstance(event, TrucElevenEvent):
            raise choice_missing("")
        match event:
            case TrucElevenEvent():
                self._choose(event)
            case TrucRaiseEvent():
                self._raise(event)
            case TrucAcceptEvent():
                self.accept(event.side)
            case TrucRejectEvent():
                caller, _ = self.calls.call_to_answer(event.side)
                self.ending = HandEnd("rejected", caller, self.calls.stake)
            case TrucTrickEvent():
                self.add_trick(event.plays, (event.winner,) if "winner" in event.model_fields_set else ())

    def end(self) -> HandEnd:
        """Returns how the hand ended. Raises Refusal if its winner is still open."""
        if self.ending is not None:
            return self.ending
        if not self.choice_made:
            raise choice_missing("/events")
        self.check_answered("/events")
        winner = self._certain_winner()
        if winner is None:
            text = _("The hand is not decided: another trick can still change its winner.")
            raise refuse("/events", "undecided", text, rule="hand", unfinished=True)
        self.lines.append(self._reason(winner))
        return HandEnd("played", winner, self.calls.stake)

    def card_order(self) -> Sequence[Sequence[str]]:
        return ORDER

    def check_plays(self, plays: Sequence[Play]) -> None:
        check_trick(self.setup, PACK, LookupModel(plays=list(plays)), "tricks", whole=True)
        for place, play in enumerate(plays):
            if play.card in self.cards:
                text = _("{card} was played already.")
                raise refuse(f"/plays/{place}/card", "card_twice", text, rule="setup", card=card(play.card))

    def leaders_after_tie(self, trick: TieableTrick[Play] | None, leader: int | None) -> tuple[int, ...]:
        return self.leaders if leader is None else (leader,)

    def _choose(self, event: TrucElevenEvent) -> None:
        if self.choice_made:
            if self.kind == "eleven":
                raise refuse("", "chosen_twice", "The side with eleven has chosen already.", rule="eleven")
            raise choice_elsewhere("")
        self.choice_made = True
        if event.choice == "decline":
            self.ending = HandEnd("declined", 1 - leaders(self.state.totals), STAKES[0])

    def _raise(self, event: TrucRaiseEvent) -> None:
        if self.kind == "eleven":
            text = _("A hand of eleven is played for the highest stake: there is nothing to call.")
            raise refuse("", "no_raises", text, rule="eleven")
        self.calls.call(event.side, self.calls.check_call(event.side, event.to))
        text = _("{who} call {call} for {to}")
        self.lines.append(line(text, who=side(event.side), call=CALLS[event.to], to=event.to, rule="raising"))

    def _certain_winner(self) -> int | None:
        """Returns the side that is certain to win the hand, None if that is still open."""
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

    def _reason(self, winner: int) -> Line:
        """Why this side has the hand."""
        mine, theirs = self.tricks.count(winner), self.tricks.count(1 - winner)
        who = side(winner)
        if mine > theirs:
            text = _("{who} have more tricks: {mine} to {theirs}")
            return line(text, who=who, mine=mine, theirs=theirs, rule="hand")
        if mine and self.setup.options.drawn_tricks == "first_decided":
            text = _("Tricks are equal: {who} won the earlier one")
            return line(text, who=who, rule="tied-hand")
        text = _("Tricks are equal: {who}, the dealer's opponents, win the hand")
        return line(text, who=who, rule="tied-hand")
