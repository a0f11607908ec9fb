"""Lookups: any input gets a result, a request for more input, or a reason why it is impossible."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesref.lookup import forms
from rulesref.lookup.board import LookupBoard
from rulesref.lookup.pack import FACE_DOWN, pack_rows
from rulesref.lookup.results import look_up
from rulesref.lookup.setting import usual_setting
from scoring.games import all_games
from scoring.languages import current_language

FORMS = [
    pytest.param(slug, form, id=f"{slug} {form.hand_kind or 'trick'}")
    for slug, game in all_games().items()
    for form in filter(None, [forms.trick_form(game), *forms.hand_forms(game)])
]


def _queries(slug: str, form: forms.LookupForm) -> st.SearchStrategy[dict[str, list[str]]]:
    """Any cards of the pack (and some that are not in it) and any buttons."""
    pack = [code for row in pack_rows(all_games()[slug]) for code in row] + ["JK", "2C", FACE_DOWN]
    query: dict[str, st.SearchStrategy[list[str]]] = {}
    for field in form.fields:
        if field.takes_cards:
            query[field.name] = st.lists(st.sampled_from(pack), max_size=6)
        elif field.kind == "number":
            query[field.name] = st.lists(st.integers(-3, 999).map(str), max_size=1)
        else:
            query[field.name] = st.lists(st.sampled_from([choice.code for choice in field.choices]), max_size=3)
    return st.fixed_dictionaries(query)


@pytest.mark.parametrize(("slug", "form"), FORMS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_input_gets_a_result_in_words(slug: str, form: forms.LookupForm, data: st.DataObject) -> None:
    game = all_games()[slug]
    players = data.draw(st.sampled_from(forms.player_counts(game)))
    lookup = forms.read_query(form, data.draw(_queries(slug, form)))
    result = look_up(game, lookup, usual_setting(players))
    assert result.kind in ("trick", "legal", "calculation", "refused", "incomplete")
    assert result.headline
    assert result.kind in ("incomplete", "calculation") or result.reasons
    assert all("{" not in reason.text for reason in result.reasons)
    assert result.winner is None or 0 <= result.winner < players
    assert set(result.legal) <= {*lookup.cards.get("hand", []), *lookup.cards.get("plays", [])}
    board = LookupBoard(game, lookup, usual_setting(players), "")
    assert board.pack or board.is_full or not board.areas


@pytest.mark.parametrize(("slug", "form"), FORMS)
def test_the_query_string_holds_the_whole_input(slug: str, form: forms.LookupForm) -> None:
    game = all_games()[slug]
    query: dict[str, list[str]] = {}
    for field in form.fields:
        if field.takes_cards:
            query[field.name] = [pack_rows(game)[0][0]]
        elif field.choices:
            query[field.name] = [field.choices[0].code]
    lookup = forms.read_query(form, query)
    again: dict[str, list[str]] = {}
    for name, code in lookup.query_items():
        again.setdefault(name, []).append(code)
    assert forms.read_query(form, again) == lookup
    assert again == query


def test_a_few_cards_are_buttons_not_an_area_of_their_own() -> None:
    form = forms.trick_form(all_games()["gong-zhu"])
    assert form
    field = form.field("exposed")
    assert field
    assert field.kind == "choices"
    labels = {choice.code: choice.translated_label(current_language("gong-zhu")) for choice in field.choices}
    assert labels == {"QS": "♠Q", "JD": "♦J", "10C": "♣10", "AH": "♥A"}
    lookup = forms.read_query(form, {"plays": ["9S"], "tap": ["exposed.QS"]})
    assert lookup.payload()["exposed"] == ["QS"]


def test_a_trump_is_named_not_coded() -> None:
    game = all_games()["tyzicha"]
    form = forms.trick_form(game)
    assert form
    lookup = forms.read_query(form, {"plays": ["KH", "AH", "10H"], "trump": ["H"]})
    (figure,) = [text for name, text in look_up(game, lookup, usual_setting(3)).figures if name == "Trump"]
    assert figure == "♥ Hearts"
