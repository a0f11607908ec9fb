"""Whatever is tapped together, the calculator answers, waits or says why it cannot be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesref import asking
from rulesref.answers import answer_to
from rulesref.catalogue import Desk
from scoring.games import all_games

QUESTIONS = [
    pytest.param(slug, question, id=f"{slug} {question.kind or 'trick'}")
    for slug, game in all_games().items()
    for question in filter(None, [asking.trick_question(game), *asking.helpers(game)])
]


def _taps(slug: str, question: asking.Question) -> st.SearchStrategy[dict[str, list[str]]]:
    """Any cards of the pack (and some that are not in it) and any buttons."""
    pack = [code for row in asking.pack_of(all_games()[slug]) for code in row] + ["JK", "2C", asking.FACE_DOWN]
    sent: dict[str, st.SearchStrategy[list[str]]] = {}
    for part in question.fields:
        if part.takes_cards:
            sent[part.name] = st.lists(st.sampled_from(pack), max_size=6)
        elif part.sort == "number":
            sent[part.name] = st.lists(st.integers(-3, 999).map(str), max_size=1)
        else:
            sent[part.name] = st.lists(st.sampled_from([value.code for value in part.values]), max_size=3)
    return st.fixed_dictionaries(sent)


@pytest.mark.parametrize(("slug", "question"), QUESTIONS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_taps_get_an_answer_in_words(slug: str, question: asking.Question, data: st.DataObject) -> None:
    game = all_games()[slug]
    players = data.draw(st.sampled_from(asking.tables(game)))
    asked = asking.read(question, data.draw(_taps(slug, question)))
    answer = answer_to(game, asked, players)
    assert answer.sort in ("taken", "legal", "told", "refused", "wait")
    assert answer.head
    assert answer.sort in ("wait", "told") or answer.lines
    assert all("{" not in line.text for line in answer.lines)
    assert answer.winner is None or 0 <= answer.winner < players
    assert set(answer.legal) <= {*asked.cards.get("hand", []), *asked.cards.get("plays", [])}
    Desk(game, asked, players, "").rows  # noqa: B018 - drawing it must not fail either


@pytest.mark.parametrize(("slug", "question"), QUESTIONS)
def test_what_was_tapped_comes_back_from_its_address(slug: str, question: asking.Question) -> None:
    game = all_games()[slug]
    query: dict[str, list[str]] = {}
    for part in question.fields:
        if part.takes_cards:
            query[part.name] = [asking.pack_of(game)[0][0]]
        elif part.values:
            query[part.name] = [part.values[0].code]
    asked = asking.read(question, query)
    again: dict[str, list[str]] = {}
    for name, code in asked.pairs():
        again.setdefault(name, []).append(code)
    assert asking.read(question, again) == asked
    assert again == query
