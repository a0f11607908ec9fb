"""The checker itself: it accepts what one call at a time explains, and finds what nothing explains."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from math import inf

import pytest

from tests.reliability.linearizability import NotLinearizable, Operation, check
from tests.reliability.match_model import Answer, Call, Match, View, step

START = Match()
EMPTY = Answer(200, 0, None, View(0, (), (0, 0), False))
FIRST = Answer(201, 1, 1)
SECOND = Answer(201, 2, 2)
SEVEN = Answer(200, 1, None, View(1, (7,), (7, 1), False))
READ, RECORD_7, RECORD_9 = Call("read"), Call("record", mark=7), Call("record", mark=9)


def said(begun: float, ended: float, call: Call, answer: Answer | None = None) -> Operation:
    return Operation(0, call, begun, ended, answer)


def fits(*history: Operation) -> bool:
    return check(history, START, step) is None


def test_calls_one_after_the_other_need_the_answers_of_the_model() -> None:
    assert fits(said(0, 1, READ, EMPTY), said(2, 3, RECORD_7, FIRST), said(4, 5, READ, SEVEN))
    assert not fits(said(0, 1, RECORD_7, FIRST), said(2, 3, READ, EMPTY)), "an acknowledged hand is read back"
    assert not fits(said(0, 1, READ, SEVEN), said(2, 3, RECORD_7, FIRST)), "nothing is read before it is written"
    assert not fits(said(0, 1, RECORD_7, FIRST), said(2, 3, RECORD_9, FIRST)), "no number twice"


def test_of_calls_at_the_same_time_either_may_be_first() -> None:
    assert fits(said(0, 9, RECORD_7, FIRST), said(1, 2, READ, EMPTY), said(3, 4, READ, SEVEN))
    assert fits(said(0, 9, RECORD_7, SECOND), said(0, 9, RECORD_9, FIRST))
    assert not fits(said(0, 9, RECORD_7, FIRST), said(1, 2, READ, SEVEN), said(3, 4, READ, EMPTY)), "seen, then gone"


def test_a_call_without_an_answer_may_have_happened_or_not_but_once() -> None:
    lost = said(0, inf, RECORD_7)
    assert fits(lost, said(1, 2, READ, EMPTY), said(3, 4, READ, SEVEN))
    assert fits(lost, said(1, 2, READ, EMPTY))
    assert fits(lost)
    twice = Answer(200, 2, None, View(2, (7, 7), (14, 2), False))
    assert not fits(lost, said(1, 2, READ, twice))
    assert not fits(said(0, 1, READ, SEVEN), said(2, inf, RECORD_7)), "not before it was sent"


@pytest.mark.parametrize(
    "torn",
    [
        View(1, (7, 9), (7, 1), False),
        View(2, (7,), (7, 1), False),
        View(1, (7,), (16, 2), False),
        View(1, (7,), (7, 1), True),
    ],
    ids=["hands of the next version", "version of the next hand", "totals of the next version", "end without a change"],
)
def test_parts_of_two_versions_in_one_answer_are_found(torn: View) -> None:
    read = said(0, 9, READ, Answer(200, torn.version, None, torn))
    assert not fits(said(0, 1, RECORD_7, FIRST), said(2, 3, RECORD_9, SECOND), read)


def test_undo_and_redo_go_back_and_forth() -> None:
    after_undo = Answer(200, 2, None, View(2, (), (0, 0), False))
    after_redo = Answer(200, 3, None, View(3, (7,), (7, 1), False))
    undo, redo = Call("undo"), Call("redo")
    history = [said(0, 1, RECORD_7, FIRST), said(2, 3, undo, after_undo), said(4, 5, redo, after_redo)]
    assert fits(*history, said(6, 7, redo, Answer(409)))
    assert not fits(*history, said(6, 7, redo, after_redo))
    new = [said(0, 1, RECORD_7, FIRST), said(2, 3, undo, after_undo), said(4, 5, RECORD_9, Answer(201, 3, 1))]
    assert fits(*new, said(6, 7, redo, Answer(409))), "a new hand leaves nothing to redo"


def test_an_old_version_changes_nothing() -> None:
    stale = said(2, 3, RECORD_9._replace(seen=0), Answer(412, 1, None, SEVEN.view))
    assert fits(said(0, 1, RECORD_7, FIRST), stale, said(4, 5, READ, SEVEN))
    assert not fits(said(0, 1, RECORD_7, FIRST), said(2, 3, RECORD_9._replace(seen=0), SECOND))


def test_what_was_in_the_way_is_named() -> None:
    found = check([said(0, 1, RECORD_7, FIRST), said(2, 3, READ, EMPTY)], START, step)
    assert isinstance(found, NotLinearizable)
    assert [operation.call for operation in found.order] == [RECORD_7]
    assert "got Answer(status=200, version=0" in str(found)


def _simulated(choose: random.Random, calls: int) -> list[Operation]:
    """A history as a correct server would make it: each call takes effect at one moment while it is open."""
    asked = []
    for number in range(calls):
        begun = choose.random() * calls / 3
        ended = begun + choose.random() * 3
        what = choose.choice(["record", "read", "undo", "redo", "correct", "take_back", "finish", "reopen", "history"])
        call = Call(what, choose.randint(1, 3), number + 1, choose.choice([None, None, choose.randint(0, 6)]))
        asked.append((begun + choose.random() * (ended - begun), said(begun, ended, call)))
    match, history = START, []
    for _, operation in sorted(asked, key=lambda one: one[0]):
        right, match = step(match, operation.call)
        answer = choose.choice(list(right))
        history.append(replace(operation, answer=answer))
        if choose.random() < 0.1:
            history[-1] = replace(operation, ended=inf)
    return history


@pytest.mark.parametrize("seed", range(20))
def test_every_history_of_a_correct_server_is_accepted(seed: int) -> None:
    assert check(_simulated(random.Random(seed), 60), START, step) is None


def _fits_by_trying_all(history: list[Operation]) -> bool:
    """The definition itself, for a few calls: every order of every choice of the unanswered ones."""
    answered = [one for one in history if one.answered]
    lost = [one for one in history if not one.answered]
    for choice in range(1 << len(lost)):
        chosen = answered + [one for place, one in enumerate(lost) if choice >> place & 1]
        for order in permutations(chosen):
            if any(later.ended < one.begun for n, one in enumerate(order) for later in order[n + 1 :]):
                continue
            match, fine = START, True
            for one in order:
                right, match = step(match, one.call)
                fine = fine and (not one.answered or one.answer in right)
            if fine:
                return True
    return False


def test_it_agrees_with_trying_every_order() -> None:
    """Correct histories, and the same with two answers exchanged: some of these still fit, most do not."""
    choose = random.Random(1)
    outcomes = []
    for _ in range(120):
        history = _simulated(choose, 6)
        if choose.random() < 0.7:
            one, other = choose.sample(range(6), 2)
            history[one], history[other] = (
                replace(history[one], answer=history[other].answer),
                replace(history[other], answer=history[one].answer),
            )
        outcomes.append(check(history, START, step) is None)
        assert outcomes[-1] == _fits_by_trying_all(history), history
    assert {True, False} == set(outcomes)
