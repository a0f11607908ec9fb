"""A hand entered event by event: calls, answers, tricks and irregularities in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.game import HandResult, Setup
from scoring.engine.messages import Line, card, line, seat, side
from scoring.engine.refusal import Refusal, refuse
from scoring.engine.stakes import CalledStakes
from scoring.engine.tricks import tieable_trick
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
from scoring.games.truco.result import Ending, count_irregularity, settle
from scoring.games.truco.stakes import call_name, first_step, hand_type, may_raise, stakes_of
from scoring.games.truco.summary import choice_elsewhere, choice_missing
from scoring.games.truco.tricks import check_plays, check_vira, next_leader, order


def score_events(setup: Setup[TrucoOptions], state: TrucoState, hand: TrucoEventsHand) -> HandResult[TrucoState]:
    """Scores a hand event by event. Raises Refusal with the pointer of the event that cannot have happened."""
    if hand.vira is not None and setup.options.manilhas == "fixed":
        raise refuse("/vira", "vira_unused", "At this table no card is turned: the top cards are fixed.", rule="vira")
    check_vira(hand.vira)
    course = Course(setup, state, hand.vira)
    for number, event in enumerate(hand.events):
        try:
            course.take(event)
        except Refusal as refusal:
            raise refusal.under(f"/events/{number}") from None
    return settle(setup, state, course.totals, course.lines, course.end())


def decided(tricks: Sequence[int | None], deciding: int | None = None) -> Ending | None:
    """Whether these tricks (sides, None for a tied one) decide the hand; the ending carries no stake.

    deciding: index of the trick that decides alone (option ``truco_decides: trick``), if there is one.
    """
    if deciding is not None and len(tricks) > deciding and tricks[deciding] is not None:
        return Ending("played", tricks[deciding])
    for number in (0, 1):
        if tricks.count(number) == 2:
            return Ending("played", number)
    first_won = next((winner for winner in tricks if winner is not None), None)
    if None in tricks and first_won is not None:
        return Ending("played", first_won)
    return Ending("tied") if len(tricks) == 3 else None


class Course:
    """A hand while it is played.

    totals: with the irregularities so far. lines: what has been told. raising: the stake and the calls.
    tricks: their winners. ending: how the hand ended, None while it goes on.
    """

    def __init__(self, setup: Setup[TrucoOptions], state: TrucoState, vira: str | None) -> None:
        self.setup = setup
        self.stakes = stakes_of(setup.options)
        self.kind = hand_type(self.stakes, state.totals)
        self.vira = vira
        self.totals = list(state.totals)
        self.lines: list[Line] = []
        self.raising = CalledStakes(self.stakes, first_step(self.stakes, self.kind))
        self.tricks: list[int | None] = []
        self.cards: list[str] = []
        self.leaders: tuple[int, ...] = (setup.after(state.dealer),)
        self.deciding: int | None = None
        self.chosen = self.kind != "eleven"
        self.ending: Ending | None = None

    def take(self, event: TrucoEvent) -> None:
        """The next event. Raises Refusal (pointers relative to the event) where it cannot happen now."""
        if self.ending is not None:
            raise refuse("", "hand_decided", "The hand is decided: nothing more happens in it.", rule="hand")
        if not self.chosen and not isinstance(event, TrucoElevenEvent | TrucoIrregularityEvent):
            raise choice_missing(self.stakes, "")
        match event:
            case TrucoElevenEvent():
                self._choose(event)
            case TrucoRaiseEvent():
                self._raise(event)
            case TrucoAcceptEvent():
                self._accept(event)
            case TrucoRunEvent():
                self._run(event)
            case TrucoTrickEvent():
                self._trick(event)
            case TrucoIrregularityEvent():
                self.lines.append(count_irregularity(self.stakes, self.totals, event))

    def end(self) -> Ending:
        """How the hand ended. Raises Refusal where it is not decided."""
        if self.ending is not None:
            return self.ending
        if not self.chosen:
            raise choice_missing(self.stakes, "/events")
        if self.raising.open is not None:
            raise self.raising.unanswered("/events")
        text = "The hand is not decided: two tricks win it, or one trick won where another is tied."
        raise refuse("/events", "undecided", text, rule="hand")

    def _choose(self, event: TrucoElevenEvent) -> None:
        if self.chosen:
            if self.kind == "eleven":
                raise refuse("", "chosen_twice", "The side with eleven has chosen already.", rule="eleven")
            raise choice_elsewhere(self.stakes, "")
        self.chosen = True
        if event.choice == "run":
            self.ending = Ending("eleven_run")

    def _raise(self, event: TrucoRaiseEvent) -> None:
        caller = side(event.side)
        if self.kind != "normal":
            text = "Nobody may raise in this hand. A call has no effect: note it as an irregularity of {who} instead."
            raise refuse("", "no_raises", text, rule=self.kind, who=caller)
        step = self.raising.check_call(event.side, event.to)
        if self.raising.open is None and self.raising.step > 0 and not self.setup.options.later_raise:
            text = "At this table a raise is answered by a higher one at once or not at all."
            raise refuse("", "raise_too_late", text, rule="raising")
        if not may_raise(self.stakes, self.totals[event.side], self.raising.below):
            text = (
                "{who}, the present stake already wins the match for you: you may not raise. The call has no effect; "
                "note it as an irregularity (raised too far), and what was called before still stands."
            )
            raise refuse("/to", "raise_limit", text, rule="limit", who=caller)
        if self.raising.open is not None:
            self._agreed()
        self.raising.call(event.side, step)
        text = "{who} call {call} for {to}"
        self.lines.append(line(text, who=caller, call=call_name(self.stakes, step), to=event.to, rule="raising"))

    def _agreed(self) -> None:
        """By the literal reading the trick that is played while a raise is accepted decides the hand."""
        if self.setup.options.truco_decides == "trick":
            self.deciding = len(self.tricks)

    def _accept(self, event: TrucoAcceptEvent) -> None:
        self.raising.accept(event.side)
        self._agreed()
        self.lines.append(line("{who} accept", who=side(event.side), value=self.raising.stake, rule="raising"))

    def _run(self, event: TrucoRunEvent) -> None:
        caller, _ = self.raising.answered(event.side)
        self.ending = Ending("ran", caller, self.raising.step)

    def _trick(self, event: TrucoTrickEvent) -> None:
        if self.raising.open is not None:
            raise self.raising.unanswered("")
        number = len(self.tricks) + 1
        winner = event.winner
        if event.plays is not None:
            winner = self._played(event, event.plays, number)
        elif "winner" in event.model_fields_set:
            self.leaders = tuple(range(self.setup.players)) if winner is None else self.setup.sides[winner]
        else:
            text = "Say who won the trick (null where it was tied), or give its four cards."
            raise refuse("", "trick_empty", text, rule="tricks")
        if event.plays is None or winner is None:
            text = "Trick {n} is tied" if winner is None else "Trick {n}: {who}"
            told: dict[str, Any] = {} if winner is None else {"who": side(winner)}
            self.lines.append(line(text, n=number, **told, rule="ties" if winner is None else "hand"))
        self.tricks.append(winner)
        ending = decided(self.tricks, self.deciding)
        if ending is not None:
            self._decide(ending)

    def _played(self, event: TrucoTrickEvent, plays: list[TrucoPlay], number: int) -> int | None:
        """The side that wins a trick given by its cards."""
        if self.setup.options.manilhas == "vira" and self.vira is None:
            text = "At this table the vira makes the top cards: give it with the hand."
            raise refuse("/plays", "vira_missing", text, rule="vira")
        if len(plays) < self.setup.players:
            text = "A trick has four cards, not {n}."
            raise refuse("/plays", "trick_incomplete", text, rule="tricks", n=len(plays))
        check_plays(self.setup, plays, number, vira=self.vira, kind=self.kind, seen=self.cards)
        if plays[0].seat not in self.leaders:
            text = "{who} did not lead this trick: the mão leads the first, the last winner the next."
            raise refuse("/plays/0/seat", "wrong_leader", text, rule="tricks", who=seat(plays[0].seat))
        trick = tieable_trick(plays, order(self.vira))
        if "winner" in event.model_fields_set and event.winner != trick.winner_side:
            text = "The cards of this trick give another winner: give the cards alone, or correct them."
            raise refuse("/winner", "winner_differs", text, rule="tricks")
        self.cards += [play.card for play in plays if play.card is not None]
        self.leaders = (next_leader(trick, plays[0].seat),)
        if trick.winner_side is not None:
            told: dict[str, Any] = {"who": side(trick.winner_side), "card": card(trick.best[0].card or "")}
            self.lines.append(line("Trick {n}: {who}, with {card}", n=number, **told, rule="tricks"))
        return trick.winner_side

    def _decide(self, ending: Ending) -> None:
        winner = ending.winner
        self.ending = Ending(ending.how, winner, self.raising.step)
        if winner is None:
            return
        if self.deciding is not None and self.tricks[-1] == winner and len(self.tricks) == self.deciding + 1:
            text = "The trick in which the last raise was accepted decides: {who}"
        elif self.tricks.count(winner) == 2:
            text = "{who} have two tricks"
        else:
            text = "With a trick tied, the first trick won decides: {who}"
        self.lines.append(line(text, who=side(winner), rule="hand"))
