"""Writes ``docs/match-code-examples.json``: codes with what they hold, for programs that read or make codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from scoring.engine.refusal import Refusal
from scoring.match_code import CodedChange, CodedMatch, decode, digest_of, encode, replay, totals_only, without_names
from tests.match_code.matches import BEGAN, coded, golden, skat_list

FILE = Path(__file__).parents[2] / "docs" / "match-code-examples.json"


def _corrected() -> CodedMatch:
    first, second = ({"kind": "round", "scores": [points, -points]} for points in (20, 5))
    changes: list[dict[str, Any]] = [
        {"what": "record", "hand": 1, "after": first},
        {"what": "record", "hand": 2, "after": first},
        {"what": "correct", "hand": 2, "before": first, "after": second},
        {"what": "undo", "hand": 2, "before": second, "after": first, "target": 3},
        {"what": "finish"},
    ]
    dated = [CodedChange.model_validate({**one, "when": BEGAN + 90 * n}) for n, one in enumerate(changes, 1)]
    return coded("points", 2, []).model_copy(update={"changes": dated, "title": "Sunday"})


def _matches() -> dict[str, CodedMatch]:
    truco = golden("truco")
    skat = skat_list(4)
    return {
        "one code": truco,
        "without names": without_names(truco),
        "corrected, undone, ended": _corrected(),
        "no hand yet": coded("belote", 4, []),
        "the code of a printed sheet": skat.model_copy(
            update={"printed": [list(hand.result.points) for hand in replay(skat).hands]}
        ),
        "totals only": totals_only(skat, replay(skat).totals),
        "several codes": skat_list(5, deals=120),
    }


def write() -> None:
    """Writes the file."""
    rows = []
    for title, match in _matches().items():
        codes = encode(match)
        row = {"title": title, "codes": codes, "digest": digest_of(match), "totals": replay(match).totals}
        rows.append({**row, "match": match.model_dump(mode="json")})
    (code,) = encode(golden("truco"))
    several = encode(skat_list(5, deals=120))
    refused = [
        ("no code", ["https://example.org/"]),
        ("a letter is wrong", [code[:60] + ("A" if code[60] != "A" else "B") + code[61:]]),
        ("not read whole", [code[:-8]]),
        ("one of several is missing", several[1:]),
        ("of two matches", [several[0], code]),
        ("of a later version", ["Ag" + code[2:]]),
    ]
    document = {"matches": rows, "refused": [_refused(title, codes) for title, codes in refused]}
    FILE.write_text(
        json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace('{"title"', '\n{"title"') + "\n"
    )


def _refused(title: str, codes: list[str]) -> dict[str, Any]:
    try:
        decode(codes)
    except Refusal as refusal:
        error = refusal.errors[0]
        return {"title": title, "codes": codes, "pointer": error.pointer, "code": error.code}
    raise AssertionError(title)
