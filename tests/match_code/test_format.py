"""The format of codes, without Django."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.refusal import Refusal
from scoring.games import all_games
from scoring.match_code import (
    CodedChange,
    CodedMatch,
    code_in,
    decode,
    digest_of,
    encode,
    missing_parts,
    replay,
    without_names,
)
from scoring.match_code import dictionaries as numbered
from scoring.match_code.history import digest
from scoring.match_code.payload import MOST_UNPACKED
from tests.match_code.matches import BEGAN, RandomMatches, all_golden, coded, golden, skat_list

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "docs" / "match-code-examples.json"


def problem(codes: list[str]) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        decode(codes)
    return caught.value.errors[0].pointer, caught.value.errors[0].code


@pytest.mark.parametrize("match", list(all_golden()), ids=lambda match: match.game)
def test_the_golden_match_of_every_game_comes_back_whole_and_scores_the_same(match: CodedMatch) -> None:
    codes = encode(match)
    assert len(codes) <= 2
    read = decode(codes)
    assert read == match
    assert [hand.hand for hand in replay(read).hands] == [hand.hand for hand in replay(match).hands]
    assert replay(read).totals == replay(match).totals


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_random_matches_come_back_whole(slug: str) -> None:
    for match in RandomMatches(slug, 28).matches(3):
        assert decode(encode(match)) == match
        replay(match)


def test_a_skat_list_of_36_deals_is_one_code_that_a_phone_can_show() -> None:
    match = skat_list(1)
    assert len(encode(match)) == 1
    assert len(replay(decode(encode(match))).hands) == 36


def test_nothing_of_the_web_is_imported() -> None:
    script = (
        "import sys, scoring.match_code; print([name for name in ('django', 'rest_framework') if name in sys.modules])"
    )
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert ran.stdout == "[]\n"


# -- the history -------------------------------------------------------------------------------------------


def change(what: str, **fields: Any) -> CodedChange:
    return CodedChange.model_validate({"what": what, "when": BEGAN + 60, **fields})


A, B, C = ({"kind": "round", "scores": [points, -points]} for points in (1, 2, 3))
PEOPLE = [{"player": "k3v9x2m7q4wt8hzn", "name": "Ann"}, {"player": None, "name": "Ben"}]
LONG_HISTORY = [
    change("record", hand=1, after=A),
    change("record", hand=2, after=B),
    change("correct", hand=1, before=A, after=C),
    change("undo", hand=1, before=C, after=A, target=3),
    change("redo", hand=1, before=A, after=C, target=3),
    change("take_back", hand=2, before=B),
    change("undo", hand=2, after=B, target=6),
    change("retitle", before="", after="Ann's birthday"),
    change("note", before="", after="Ben was late"),
    change("rename", before=PEOPLE, after=[PEOPLE[0], {"player": None, "name": "Benno"}]),
    change("finish"),
    change("undo", target=11),
    change("finish"),
    change("reopen"),
    change("record", hand=3, after={**A, "note": "Ann laughed"}),
]


def test_every_change_comes_back_and_what_follows_is_not_written() -> None:
    match = coded("points", 2, []).model_copy(update={"changes": LONG_HISTORY})
    assert decode(encode(match)) == match
    assert [hand.hand.scores for hand in replay(match).hands] == [[3, -3], [2, -2], [1, -1]]


def test_a_history_that_does_not_follow_is_written_in_full() -> None:
    odd = [change("record", hand=1, after=A), change("correct", hand=1, before=B, after=C)]
    match = coded("points", 2, []).model_copy(update={"changes": odd})
    assert decode(encode(match)) == match


def test_the_digest_says_whether_two_copies_have_the_same_changes() -> None:
    match = golden("points")
    longer = match.model_copy(update={"changes": [*match.changes, change("finish")]})
    renamed = match.model_copy(update={"players": ["Xaver", *match.players[1:]]})
    assert digest_of(match) == digest_of(renamed) != digest_of(longer)


def test_without_names_nothing_that_somebody_typed_is_inside() -> None:
    match = coded("points", 2, []).model_copy(
        update={"changes": LONG_HISTORY, "players": ["Ann", "Benno"], "title": "Ann's day", "note": "at Ben's"}
    )
    read = decode(encode(without_names(match)))
    assert read.players == ["Seat 1", "Seat 2"]
    assert not read.named
    text = read.model_dump_json()
    assert not [word for word in ("Ann", "Ben", "laughed", "late", "birthday") if word in text]
    assert replay(read).totals == replay(match).totals


# -- several codes -----------------------------------------------------------------------------------------


def test_several_codes_are_read_in_any_order_and_say_how_many_are_missing() -> None:
    match = skat_list(2, deals=200)
    codes = encode(match)
    assert len(codes) > 2
    shuffled = [*codes, codes[0]]
    Random(1).shuffle(shuffled)
    assert decode(shuffled) == match
    assert missing_parts(codes[1:2]) == (len(codes), [n for n in range(1, len(codes) + 1) if n != 2])
    with pytest.raises(Refusal, match=f"Of {len(codes)} codes these are missing: 1"):
        decode(codes[1:])


def test_codes_of_two_matches_are_not_put_together() -> None:
    one, other = encode(skat_list(2, deals=200)), encode(skat_list(3, deals=200))
    assert problem([one[0], other[1]]) == ("/codes/1", "code_of_another")


def test_an_address_or_the_code_alone() -> None:
    match = golden("truco")
    (code,) = encode(match)
    for text in (code, f"https://cards.example/phone/#m={code}", f"  #m={code}\n", f"http://10.0.0.2/code#m={code}"):
        assert code_in(text) == code
        assert decode([text]) == match


# -- what is no code ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "Hello", "https://cards.example/phone/", "ä" * 40, "m=", "#m=====", "x" * 5000])
def test_what_is_no_code_is_said(text: str) -> None:
    assert problem([text]) == ("/codes/0", "code_unknown")
    assert problem([]) == ("/codes", "code_unknown")


def with_body(body: bytes | dict[str, Any], number: int = 0, version: int = 1) -> str:
    """A code as somebody else may write it."""
    text = json.dumps(body).encode() if isinstance(body, dict) else body
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    whole = number.to_bytes(2, "big") + packer.compress(text) + packer.flush()
    data = bytes([version, 0, 1]) + hashlib.sha256(text).digest()[:4] + whole
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_a_cut_or_changed_code_is_damaged() -> None:
    (code,) = encode(golden("truco"))
    for damaged in (code[:-3], code[:-1] + ("A" if code[-1] != "A" else "E"), code[:40] + code[44:]):
        assert problem([damaged]) == ("/codes/0", "code_damaged") or problem([damaged]) == ("/codes", "code_damaged")


def test_a_code_of_a_later_version_says_so() -> None:
    assert problem([with_body(b"{}", version=2)]) == ("/codes/0", "code_version")
    assert problem([with_body(b"{}", number=60_000)]) == ("/codes", "code_version")


def test_a_bomb_is_not_read_to_its_end() -> None:
    bomb = with_body(b" " * 2_000_000)
    assert len(bomb) < 4_000
    assert problem([bomb]) == ("/codes", "code_too_long")
    assert problem([with_body(b"[" * 5_000)]) == ("/codes", "code_damaged")
    digits = with_body(b'{"id": ' + b"9" * 200_000 + b"}")
    with pytest.raises(Refusal):
        decode([digits])


def test_undo_and_redo_cannot_make_a_small_code_large() -> None:
    """Each of them says the whole hand again: in full this history would come to a gigabyte."""
    hand = {"kind": "round", "scores": [0, 0], "note": "x" * (MOST_UNPACKED // 2)}
    match = coded("points", 2, [hand])
    swings = [["undo"] if n % 2 else ["redo"] for n in range(1, 1_900)]
    with pytest.raises(Refusal) as caught:
        decode([with_short(match, [hand, *swings])])
    assert caught.value.errors[0].code == "code_too_long"


def with_short(match: CodedMatch, short: list[Any]) -> str:
    seconds = [60] * len(short)
    check = base64.urlsafe_b64encode(bytes.fromhex(digest(short, seconds))).decode().rstrip("=")
    body = {"id": match.id, "game": match.game, "players": match.players, "created": match.created}
    return with_body({**body, "changes": short, "seconds": seconds, "digest": check})


def test_a_field_that_is_wrong_is_named() -> None:
    match = golden("points")
    assert problem([with_short(match, [["take_back", 7]])]) == ("/changes/0/hand", "history")
    assert problem([with_short(match, [["undo"]])]) == ("/changes/0", "history")
    assert problem([with_short(match, [7])]) == ("/changes/0", "history")
    assert problem([with_body({"id": "short"})])[0] in ("/id", "/players")


def test_a_hand_that_is_not_possible_is_refused_with_its_number_and_rule() -> None:
    hands = [{"kind": "null", "declarer": 0, "outcome": {"won": True}}, {"kind": "suit", "trump": "H", "declarer": 9}]
    with pytest.raises(Refusal) as caught:
        replay(decode(encode(coded("skat", 3, hands))))
    assert caught.value.errors[0].pointer.startswith("/hands/1/input/")
    assert caught.value.errors[0].rule


# -- a printed sheet ---------------------------------------------------------------------------------------


def printed(match: CodedMatch) -> list[list[int | float]]:
    return [list(hand.result.points) for hand in replay(match).hands]


def test_a_printed_sheet_is_checked_hand_by_hand() -> None:
    match = skat_list(4)
    rows = printed(match)
    assert replay(decode(encode(match.model_copy(update={"printed": rows})))).differences == []
    scored = list(rows[6])
    rows[6][1] += 10
    (difference,) = replay(decode(encode(match.model_copy(update={"printed": rows})))).differences or []
    assert (difference.hand, difference.printed, difference.scored) == (7, rows[6], scored)


def test_a_printed_sheet_has_points_for_every_hand() -> None:
    match = skat_list(4)
    with pytest.raises(Refusal):
        replay(match.model_copy(update={"printed": printed(match)[:-1]}))


# -- dictionaries and files for other programs -------------------------------------------------------------


def test_every_game_has_a_dictionary_and_none_that_was_published_has_changed() -> None:
    """A draft has none yet: its examples still change."""
    rows = json.loads(numbered.FILE.read_text(encoding="utf-8"))
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    without = {slug for slug, game in all_games().items() if not game.draft} - {row["game"] for row in rows}
    assert not without, "make dictionaries"
    published = (Path(__file__).with_name("dictionaries.sha256")).read_text().split("\n")
    now = [f"{row['number']} {row['game']} {hashlib.sha256(row['text'].encode()).hexdigest()}" for row in rows]
    assert now[: len(published) - 1] == published[:-1], "a number that was published keeps its text"
    assert not now[len(published) - 1 :], "add these lines to tests/match_code/dictionaries.sha256"


def test_a_game_without_a_dictionary_has_codes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.match_code.payload.newest", lambda slug: numbered.NONE)
    match = golden("truco")
    assert decode(encode(match)) == match


def test_the_files_for_other_programs_are_read_as_they_say() -> None:
    examples = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert len(examples["matches"]) >= 5
    for example in examples["matches"]:
        read = decode(example["codes"])
        assert read.model_dump(mode="json") == example["match"]
        assert digest_of(read) == example["digest"]
        assert replay(read).totals == example["totals"]
    for example in examples["refused"]:
        assert problem(example["codes"]) == (example["pointer"], example["code"])


# -- anything ----------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.one_of(st.text(max_size=200), st.binary(max_size=200).map(lambda b: base64.urlsafe_b64encode(b).decode())),
        max_size=4,
    )
)
def test_any_text_is_read_or_refused(codes: list[str]) -> None:
    with suppress(Refusal):
        decode(codes)


NUMBERS = st.one_of(st.integers(-(10**6), 10**6), st.floats(allow_nan=False, allow_infinity=False, width=32))
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.dictionaries(st.text(max_size=8), JSON, min_size=1, max_size=4), max_size=6),
    st.text(min_size=1, max_size=40),
)
def test_whatever_the_hands_and_names_are_they_come_back(hands: list[Any], name: str) -> None:
    match = coded("points", 2, hands)
    match.players[0] = name
    assert decode(encode(match)) == match
