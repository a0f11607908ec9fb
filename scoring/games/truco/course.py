"""A hand entered event by event: calls, answers, tricks and irregularities in their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.engine.explain import Line, card, line, seat, side
from scoring.engine.game import Scored, Setup
from scoring.engine.refusal import Refusal, refuse
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
from scoring.games.truco.stakes import call_name, hand_type, ladder, may_raise, stake_of
from scoring.games.truco.summary import choice_elsewhere, choice_missing
from scoring.games.truco.tricks import check_plays, check_vira, outcome


def score_events(setup: Setup[TrucoOptions], state: TrucoState, hand: TrucoEventsHand) -> Scored[TrucoState]:
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

    totals: with the irregularities so far. lines: what has been told. rung: of the stake that is agreed.
    open: the raise that waits for an answer, as (side, rung). raiser: the side that made the last raise that was
    accepted. tricks: their winners. ending: how the hand ended, None while it goes on.
    """

    def __init__(self, setup: Setup[TrucoOptions], state: TrucoState, vira: str | None) -> None:
        self.setup = setup
        self.rungs = ladder(setup.options)
        self.kind = hand_type(self.rungs, state.totals)
        self.vira = vira
        self.totals = list(state.totals)
        self.lines: list[Line] = []
        self.rung = stake_of(self.rungs, self.kind)
        self.open: tuple[int, int] | None = None
        self.raiser: int | None = None
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
            raise choice_missing(self.rungs, "")
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
                self.lines.append(count_irregularity(self.rungs, self.totals, event))

    def end(self) -> Ending:
        """How the hand ended. Raises Refusal where it is not decided."""
        if self.ending is not None:
            return self.ending
        if not self.chosen:
            raise choice_missing(self.rungs, "/events")
        if self.open is not None:
            raise self._unanswered("/events")
        text = "The hand is not decided: two tricks win it, or one trick won where another is tied."
        raise refuse("/events", "undecided", text, rule="hand")

    def _choose(self, event: TrucoElevenEvent) -> None:
        if self.chosen:
            if self.kind == "eleven":
                raise refuse("", "chosen_twice", "The side with eleven has chosen already.", rule="eleven")
            raise choice_elsewhere(self.rungs, "")
        self.chosen = True
        if event.choice == "run":
            self.ending = Ending("eleven_run")

    def _raise(self, event: TrucoRaiseEvent) -> None:
        caller = side(event.side)
        if self.kind != "normal":
            text = "Nobody may raise in this hand. A call has no effect: note it as an irregularity of {who} instead."
            raise refuse("", "no_raises", text, rule=self.kind, who=caller)
        if event.to not in self.rungs[1:]:
            text = "{to} is no stake to raise to: the calls are {rungs}."
            raise refuse("/to", "stake_unknown", text, rule="raising", to=event.to, rungs=self.rungs[1:])
        last, below = self.open or (self.raiser, self.rung)
        if event.side == last:
            text = "{who} made the last raise: only the other side may raise further."
            raise refuse("/side", "raised_last", text, rule="raising", who=caller)
        rung = self.rungs.index(event.to)
        if rung <= below:
            text = "{to} was called already: a raise goes one step up."
            raise refuse("/to", "raise_repeated", text, rule="raising", to=event.to)
        if rung > below + 1:
            text = "After {stake} comes {next}: no step of the ladder is skipped."
            told = {"stake": self.rungs[below], "next": self.rungs[below + 1]}
            raise refuse("/to", "raise_skipped", text, rule="raising", **told)
        if self.open is None and self.rung > 0 and not self.setup.options.later_raise:
            text = "At this table a raise is answered by a higher one at once or not at all."
            raise refuse("", "raise_too_late", text, rule="raising")
        if not may_raise(self.rungs, self.totals[event.side], below):
            text = (
                "{who}, the present stake already wins the match for you: you may not raise. The call has no effect; "
                "note it as an irregularity (raised too far), and what was called before still stands."
            )
            raise refuse("/to", "raise_limit", text, rule="limit", who=caller)
        if self.open is not None:
            self._agree(self.open)
        self.open = (event.side, rung)
        text = "{who} call {call} for {to}"
        self.lines.append(line(text, who=caller, call=call_name(self.rungs, rung), to=event.to, rule="raising"))

    def _agree(self, called: tuple[int, int]) -> None:
        """The raise stands; by the literal reading the trick being played now decides the hand."""
        self.raiser, self.rung = called
        if self.setup.options.truco_decides == "trick":
            self.deciding = len(self.tricks)

    def _answered(self, event: TrucoAcceptEvent | TrucoRunEvent) -> tuple[int, int]:
        """The raise that this event answers."""
        if self.open is None:
            raise refuse("", "nothing_to_answer", "No raise waits for an answer.", rule="raising")
        if event.side == self.open[0]:
            text = "{who} made the raise: the other side answers it."
            raise refuse("/side", "own_answer", text, rule="raising", who=side(event.side))
        return self.open

    def _accept(self, event: TrucoAcceptEvent) -> None:
        self._agree(self._answered(event))
        self.open = None
        self.lines.append(line("{who} accept", who=side(event.side), value=self.rungs[self.rung], rule="raising"))

    def _run(self, event: TrucoRunEvent) -> None:
        caller, _ = self._answered(event)
        self.ending = Ending("ran", caller, self.rung)

    def _unanswered(self, pointer: str) -> Refusal:
        text = "A raise waits for an answer: accept, run or raise further."
        return refuse(pointer, "raise_unanswered", text, rule="raising")

    def _trick(self, event: TrucoTrickEvent) -> None:
        if self.open is not None:
            raise self._unanswered("")
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
        trick = outcome(plays, self.vira)
        if "winner" in event.model_fields_set and event.winner != trick.winner_side:
            text = "By its cards the trick was won otherwise: give the cards alone, or correct them."
            raise refuse("/winner", "winner_differs", text, rule="tricks")
        self.cards += [play.card for play in plays if play.card is not None]
        self.leaders = (trick.next_leader,)
        if trick.winner_side is not None:
            told: dict[str, Any] = {"who": side(trick.winner_side), "card": card(trick.best[0].card or "")}
            self.lines.append(line("Trick {n}: {who}, with {card}", n=number, **told, rule="tricks"))
        return trick.winner_side

    def _decide(self, ending: Ending) -> None:
        winner = ending.winner
        self.ending = Ending(ending.how, winner, self.rung)
        if winner is None:
            return
        if self.deciding is not None and self.tricks[-1] == winner and len(self.tricks) == self.deciding + 1:
            text = "The trick in which the last raise was accepted decides: {who}"
        elif self.tricks.count(winner) == 2:
            text = "{who} have two tricks"
        else:
            text = "With a trick tied, the first trick won decides: {who}"
        self.lines.append(line(text, who=side(winner), rule="hand"))
