"""Whether a history of concurrent calls could have happened one call at a time: the search of Wing and Gong, with
Lowe's memory of the situations that were tried already.

A history is linearizable if every call can be given one moment between its sending and its answer, so that a sequential
model, fed with the calls in the order of these moments, gives the answers that were received.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, TypeVar

S = TypeVar("S", bound=Hashable)

MOST_STEPS = 2_000_000
"""Steps of the search after which it gives up. Histories of our tests need some per call."""


@dataclass(frozen=True)
class Operation:
    """A call and its answer. call: what the model understands. begun, ended: seconds on one clock.

    answer: None if none came: the call may have taken effect at any time since, or not at all.
    """

    client: int
    call: Any
    begun: float
    ended: float = inf
    answer: Any = None

    @property
    def answered(self) -> bool:
        return self.ended < inf


Step = Callable[[S, Any], tuple[Sequence[Any], S]]
"""The sequential model: state and call → the answers that are right in this state, and the state after it."""


class TooManySteps(Exception):  # noqa: N818
    """The search was given up: nothing is known about the history."""


@dataclass(frozen=True)
class NotLinearizable(Generic[S]):
    """The longest order that was found. left: the calls of which none could come next; right_answers: beside each, the
    answers that the model would have given."""

    order: list[Operation]
    state: S
    left: list[tuple[Operation, Sequence[Any]]]

    def __str__(self) -> str:
        lines = [f"after {len(self.order)} calls, at {self.state}, none of these could come next:"]
        lines += [
            f"  client {operation.client}: {operation.call}\n     got {operation.answer}\n   right {list(right)}"
            for operation, right in self.left
        ]
        lines += ["the last calls before:", *(f"  {one.client}: {one.call} → {one.answer}" for one in self.order[-5:])]
        return "\n".join(lines)


def check(history: Sequence[Operation], start: S, step: Step[S]) -> NotLinearizable[S] | None:
    """None if the history is linearizable, else what was in the way. Raises TooManySteps."""
    return _Search(history, step).run(start)


class _Search(Generic[S]):
    def __init__(self, history: Sequence[Operation], step: Step[S]) -> None:
        self.calls = sorted(history, key=lambda one: (one.begun, one.ended))
        self.step = step
        self.answered = sum(1 << place for place, one in enumerate(self.calls) if one.answered)

    def run(self, start: S) -> NotLinearizable[S] | None:
        if not self.answered:
            return None
        tried: set[tuple[int, S]] = set()
        order: list[int] = []
        longest: tuple[list[int], int, S] = ([], 0, start)
        #: One entry for each call in the order: what may be tried in its place.
        open_choices = [self._choices(0, start)]
        steps = 0
        while open_choices:
            steps += 1
            if steps > MOST_STEPS:
                raise TooManySteps
            choice = next(open_choices[-1], None)
            if choice is None:
                open_choices.pop()
                if order:
                    order.pop()
                continue
            place, taken, state = choice
            if (taken, state) in tried:
                continue
            tried.add((taken, state))
            order.append(place)
            if taken & self.answered == self.answered:
                return None
            if len(order) > len(longest[0]):
                longest = (list(order), taken, state)
            open_choices.append(self._choices(taken, state))
        return self._explained(*longest)

    def _candidates(self, taken: int) -> list[int]:
        """The calls that may come next: those that were sent before any other open call was answered."""
        places, first_answer = [], inf
        for place, one in enumerate(self.calls):
            if one.begun > first_answer:
                break
            if not taken >> place & 1:
                first_answer = min(first_answer, one.ended)
                places.append(place)
        return places

    def _choices(self, taken: int, state: S) -> Iterator[tuple[int, int, S]]:
        # Answered calls first: an order without the unanswered ones is the likelier one.
        for place in sorted(self._candidates(taken), key=lambda place: self.calls[place].ended):
            one = self.calls[place]
            right, after = self.step(state, one.call)
            if one.answered:
                if one.answer in right:
                    yield place, taken | 1 << place, after
            elif after != state:  # without an effect it is as if it had never arrived
                yield place, taken | 1 << place, after

    def _explained(self, order: list[int], taken: int, state: S) -> NotLinearizable[S]:
        left = [(self.calls[place], self.step(state, self.calls[place].call)[0]) for place in self._candidates(taken)]
        return NotLinearizable([self.calls[place] for place in order], state, left)
