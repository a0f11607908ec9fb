"""A hand entered event by event: calls, answers, tricks and irregularities in their order."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.called_hand import CalledHand
from scoring.engine.game import HandResult, Setup
from scoring.engine.marking import _
from scoring.engine.messages import line, side
from scoring.engine.refusal import refuse
from scoring.engine.stakes import CalledStakes
from scoring.engine.tricks import TieableTrick
from scoring.games.truco.models import (
    TrucoAcceptEvent,
    TrucoElevenEvent,
    TrucoEvent,
    TrucoEventsHand,
    TrucoIrregularityEvent,
    TrucoOptions,
    TrucoPlay,
    TrucoRaiseEvent,
    TrucoRunEvent,
    TrucoState,
    TrucoTrickEvent,
)
from scoring.games.truco.result import HandEnd, count_irregularity, hand_result
from scoring.games.truco.stakes import call_name, first_step, hand_type, may_raise, stakes_of
from scoring.games.truco.summary import choice_elsewhere, choice_missing
from scoring.games.truco.tricks import check_plays, check_vira, next_leader, order


def score_events(setup: Setup[TrucoOptions], state: TrucoState, hand: TrucoEventsHand) -> HandResult[TrucoState]:
    """Returns the result of a hand entered event by event. Raises Refusal at the first event that is not possible."""
    if hand.vira is not None and setup.options.manilhas == "fixed":
        raise refuse("/vira", "vira_unused", "At this table no card is turned: the top cards are fixed.", rule="vira")
    check_vira(hand.vira)
    play = PlayByPlay(setup, state, hand.vira)
    play.play(hand.events)
    return hand_result(setup, state, play.totals, play.lines, play.end())


def hand_end_after(tricks: Sequence[int | None], deciding_trick: int | None = None) -> HandEnd | None:
    """Returns how these tricks (sides, None for a tied one) end the hand, without its stake; None if they do not decide
    it.

    deciding_trick: index of the trick that decides alone (option ``truco_decides: trick``), if there is one.
    """
    if deciding_trick is not None and len(tricks) > deciding_trick and tricks[deciding_trick] is not None:
        return HandEnd("played", tricks[deciding_trick])
    for number in (0, 1):
        if tricks.count(number) == 2:
            return HandEnd("played", number)
    first_won = next((winner for winner in tricks if winner is not None), None)
    if None in tricks and first_won is not None:
        return HandEnd("played", first_won)
    return HandEnd("tied") if len(tricks) == 3 else None


class PlayByPlay(CalledHand[TrucoEvent, TrucoPlay]):
    """A hand while it is played.

    totals: with the irregularities so far. ending: how the hand ended, None if it is not over. choice_made: whether the
    side with eleven has chosen (or need not). deciding_trick: the index of the trick that decides alone, if one does.
    """

    wrong_leader = _("{who} did not lead this trick: the mão leads the first, the last winner the next.")

    def __init__(self, setup: Setup[TrucoOptions], state: TrucoState, vira: str | None) -> None:
        stakes = stakes_of(setup.options)
        self.kind = hand_type(stakes, state.totals)
        super().__init__(setup, state.dealer, CalledStakes(stakes, first_step(stakes, self.kind)))
        self.vira = vira
        self.totals = list(state.totals)
        self.deciding_trick: int | None = None
        self.choice_made = self.kind != "eleven"
        self.ending: HandEnd | None = None

    @property
    def over(self) -> bool:
        return self.ending is not None

    def add(self, event: TrucoEvent) -> None:
        if not self.choice_made and not isinstance(event, TrucoElevenEvent | TrucoIrregularityEvent):
            raise choice_missing(self.calls.stakes, "")
        match event:
            case TrucoElevenEvent():
                self._choose(event)
            case TrucoRaiseEvent():
                self._raise(event)
            case TrucoAcceptEvent():
                self.accept(event.side)
                self._note_accepted_raise()
            case TrucoRunEvent():
                caller, _ = self.calls.call_to_answer(event.side)
                self.ending = HandEnd("ran", caller, self.calls.step)
            case TrucoTrickEvent():
                self.add_trick(event.plays, (event.winner,) if "winner" in event.model_fields_set else ())
                ending = hand_end_after(self.tricks, self.deciding_trick)
                if ending is not None:
                    self._decide(ending)
            case TrucoIrregularityEvent():
                self.lines.append(count_irregularity(self.calls.stakes, self.totals, event))

    def end(self) -> HandEnd:
        """Returns how the hand ended. Raises Refusal if it is not decided."""
        if self.ending is not None:
            return self.ending
        if not self.choice_made:
            raise choice_missing(self.calls.stakes, "/events")
        self.check_answered("/events")
        text = _("The hand is not decided: two tricks win it, or one trick if another is tied.")
        raise refuse("/events", "undecided", text, rule="hand", unfinished=True)

    def card_order(self) -> Sequence[Sequence[str]]:
        return order(self.vira)

    def check_plays(self, plays: Sequence[TrucoPlay]) -> None:
        if self.setup.options.manilhas == "vira" and self.vira is None:
            text = _("At this table the vira makes the top cards: give it with the hand.")
            raise refuse("/plays", "vira_missing", text, rule="vira")
        if len(plays) < self.setup.players:
            text = _("A trick has four cards, not {n}.")
            raise refuse("/plays", "trick_incomplete", text, rule="tricks", n=len(plays))
        check_plays(self.setup, plays, len(self.tricks) + 1, vira=self.vira, kind=self.kind, seen=self.cards)

    def leaders_after_tie(self, trick: TieableTrick[TrucoPlay] | None, leader: int | None) -> tuple[int, ...]:
        if trick is None or leader is None:
            return tuple(range(self.setup.players))
        return (next_leader(trick, leader),)

    def _choose(self, event: TrucoElevenEvent) -> None:
        if self.choice_made:
            if self.kind == "eleven":
                raise refuse("", "chosen_twice", "The side with eleven has chosen already.", rule="eleven")
            raise choice_elsewhere(self.calls.stakes, "")
        self.choice_made = True
        if event.choice == "run":
            self.ending = HandEnd("eleven_run")

    def _raise(self, event: TrucoRaiseEvent) -> None:
        caller = side(event.side)
        if self.kind != "normal":
            text = _(
                "Nobody may raise in this hand. A call has no effect: enter it as an irregularity of {who} instead."
            )
            raise refuse("", "no_raises", text, rule=self.kind, who=caller)
        step = self.calls.check_call(event.side, event.to)
        if self.calls.open is None and self.calls.step > 0 and not self.setup.options.later_raise:
            text = _("At this table a side may raise only at once, as its answer to a raise.")
            raise refuse("", "raise_too_late", text, rule="raising")
        if not may_raise(self.calls.stakes, self.totals[event.side], self.calls.highest_step):
            text = _(
                "{who}, the present stake already wins the match for you, so you may not raise. The "
                "call has no effect; enter it as an irregularity (raised too far). Earlier calls still count."
            )
            raise refuse("/to", "raise_limit", text, rule="limit", who=caller)
        if self.calls.open is not None:
            self._note_accepted_raise()
        self.calls.call(event.side, step)
        text = _("{who} call {call} for {to}")
        self.lines.append(line(text, who=caller, call=call_name(self.calls.stakes, step), to=event.to, rule="raising"))

    def _note_accepted_raise(self) -> None:
        """By the literal reading the trick that is played while a raise is accepted decides the hand."""
        if self.setup.options.truco_decides == "trick":
            self.deciding_trick = len(self.tricks)

    def _decide(self, ending: HandEnd) -> None:
        winner = ending.winner
        self.ending = HandEnd(ending.how, winner, self.calls.step)
        if winner is None:
            return
        if (
            self.deciding_trick is not None
            and self.tricks[-1] == winner
            and len(self.tricks) == self.deciding_trick + 1
        ):
            text = _("The trick in which the last raise was accepted decides: {who}")
        elif self.tricks.count(winner) == 2:
            text = _("{who} have two tricks")
        else:
            text = _("With a trick tied, the first trick won decides: {who}")
        self.lines.append(line(text, who=side(winner), rule="hand"))
