"""Stakes that go up by calls during a hand: one step at a time, each call answered by the other side."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.marking import _
from scoring.engine.messages import side
from scoring.engine.refusal import Refusal, refuse


class CalledStakes:
    """The stake of a hand between two sides, who raise it by calls.

    stakes: from the plain hand up. step: the index of the agreed stake. open: the call that has no answer yet, as
    (side, step). raiser: the side whose call was accepted last; only the other one may call next. rule: the section of
    the rules for all refusals. Pointers are relative to an event with the fields ``side`` and ``to``.
    """

    def __init__(self, stakes: Sequence[int], step: int = 0, rule: str = "raising") -> None:
        self.stakes = tuple(stakes)
        self.step = step
        self.rule = rule
        self.open: tuple[int, int] | None = None
        self.raiser: int | None = None

    @property
    def stake(self) -> int:
        """The agreed stake."""
        return self.stakes[self.step]

    @property
    def highest_step(self) -> int:
        """The highest step so far: that of the open call, or of the agreed stake."""
        return self.open[1] if self.open else self.step

    def check_call(self, caller: int, to: int) -> int:
        """Returns the step of a call to this stake. Raises Refusal if this side cannot make it now."""
        if to not in self.stakes[1:]:
            text = _("Nobody can raise to {to}: the calls are {stakes}.")
            raise refuse("/to", "stake_unknown", text, rule=self.rule, to=to, stakes=self.stakes[1:])
        if caller == (self.open[0] if self.open else self.raiser):
            text = _("{who} made the last raise: only the other side may raise again.")
            raise refuse("/side", "raised_last", text, rule=self.rule, who=side(caller))
        step = self.stakes.index(to)
        if step <= self.highest_step:
            text = _("{to} was called already: a raise goes one step up.")
            raise refuse("/to", "raise_repeated", text, rule=self.rule, to=to)
        if step > self.highest_step + 1:
            text = _("After {stake} comes {next}: no stake may be skipped.")
            params = {"stake": self.stakes[self.highest_step], "next": self.stakes[self.highest_step + 1]}
            raise refuse("/to", "raise_skipped", text, rule=self.rule, **params)
        return step

    def call(self, caller: int, step: int) -> None:
        """Records a call that ``check_call`` allows. If it answers another call, it accepts that one."""
        if self.open:
            self._agree(self.open)
        self.open = (caller, step)

    def accept(self, answerer: int) -> None:
        """Records that the open call is accepted. Raises Refusal as ``call_to_answer`` does."""
        self._agree(self.call_to_answer(answerer))

    def call_to_answer(self, answerer: int) -> tuple[int, int]:
        """Returns the call, as (side, step), that this side answers. Raises Refusal if it has none to answer."""
        if self.open is None:
            raise refuse("", "nothing_to_answer", "There is no raise to answer.", rule=self.rule)
        if answerer == self.open[0]:
            text = _("{who} made the raise: the other side answers it.")
            raise refuse("/side", "own_answer", text, rule=self.rule, who=side(answerer))
        return self.open

    def unanswered_refusal(self, pointer: str) -> Refusal:
        """Returns the refusal of any other event while a call is open."""
        text = _("A raise has no answer yet: accept it, refuse it or raise again.")
        return refuse(pointer, "raise_unanswered", text, rule=self.rule, unfinished=True)

    def _agree(self, called: tuple[int, int]) -> None:
        self.raiser, self.step = called
        self.open = None
