"""A match of every game through the API, from its first hand to its winner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from rulesref.files import load_yaml
from scoring.games import all_games
from tests.api.conftest import Evening, json_of, problem
from tests.games.sheet import NAMES

GOLDEN = Path(__file__).parent.parent / "games" / "golden"


def golden(slug: str) -> tuple[dict[str, Any], str]:
    """The match on file, and how its sheet ends: who won."""
    text = (GOLDEN / f"{slug}.txt").read_text(encoding="utf-8")
    match: dict[str, Any] = load_yaml((GOLDEN / f"{slug}.yaml").read_text(encoding="utf-8"))
    return match, text.rpartition("Finished: ")[2].partition(" won.")[0]


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_it_works(evening: Evening, slug: str) -> None:
    played, won = golden(slug)
    names = NAMES[: played["players"]]
    further = {name: played[name] for name in ("options", "start") if name in played}
    match = evening.match(names, slug, **further)
    recorded = 0
    for hand in played["hands"]:
        before = json_of(evening.viewer.get(match))
        assert (before["finished"], before["hand_count"]) == (False, recorded)
        response = evening.scorer.post(f"{match}/hands", hand, If_Match=f'"{recorded}"')
        if response.status_code == 422:
            # A golden match may ask a question in between, which is answered and not recorded.
            assert problem(response, 422)["errors"][0]["code"] == "only_a_question"
            json_of(evening.viewer.post(f"{match}/hands?dry_run=true", hand))
            continue
        recorded += 1
        assert json_of(response, 201)["number"] == recorded
    after = json_of(evening.viewer.get(match))
    assert after["finished"] is True
    assert after["next"] is None
    assert ", ".join(after["sides"][side]["name"] for side in after["winners"]) == won.replace("nobody", "")
    assert after["totals"] == after["hands"][-1]["totals"]
    problem(evening.scorer.post(f"{match}/hands", played["hands"][-1]), 422)

    scored = json_of(
        evening.scorer.post(f"/games/{slug}/score", {"players": names, "hands": played["hands"], **further})
    )
    for name in ("sides", "totals", "winners", "state"):
        assert scored[name] == after[name]
    assert json_of(evening.scorer.post(f"{match}/undo"))["finished"] is False
    assert json_of(evening.scorer.post(f"{match}/redo"))["winners"] == after["winners"]
    call_command("audit")
