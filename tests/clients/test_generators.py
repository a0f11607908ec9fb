"""``make generators`` sees what a client loses; the generators themselves are not run by the suite."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clients.generators import report, tools
from tests.clients.generators.__main__ import row_of
from tests.clients.generators.generator import Generator
from tests.clients.generators.hands import Hand, failures

HAND = Hand("twenty-five", {"players": 3, "hands": [{"kind": "winners", "winners": [0, 1]}]}, [5, 10, 0])


class Made(Generator):
    """A generator that is not there, or one whose client prints a line."""

    name = "made"
    line: dict[str, Any] | None = None

    def version(self) -> str:
        if self.line is None:
            raise tools.MissingError("no made found")
        return "1.0"

    def generate(self) -> str:
        return ""

    check = generate

    def send(self) -> str:
        return f"noise\n{json.dumps(self.line)}\n"


def test_a_hand_has_the_names_of_its_operation() -> None:
    assert (HAND.operation, HAND.function, HAND.model) == ("twenty_five_score", "twentyFiveScore", "TwentyFiveScore")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ({"totals": [5, 10, 0]}, ""),
        ({"totals": [5.0, 10.0, 0.0], "sent": {**HAND.request, "options": None}}, ""),
        ({"totals": [5, 10, 1]}, "read the totals"),
        ({"totals": [5, 10, 0], "sent": {"players": 3, "hands": [{}]}}, "sent"),
        ({"totals": [5, 10, 0], "sent": {**HAND.request, "players": True}}, "sent"),
        ({"error": "TypeError: no"}, "TypeError: no"),
        ({"game": "skat", "totals": [5, 10, 0]}, "no answer"),
    ],
)
def test_a_hand_that_a_client_changes_is_seen(line: dict[str, Any], wrong: str) -> None:
    found = failures([HAND], "noise\n" + json.dumps({"game": HAND.game, **line}))
    assert bool(found) == bool(wrong)
    assert found.get(HAND.game, "").startswith(wrong)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (None, ["made", "–", "NOT RUN", "NOT RUN", "NOT RUN", "–"]),
        ({"game": HAND.game, "totals": [5, 10, 0]}, ["made", "1.0", "yes", "yes", "1 of 1", "0"]),
        ({"game": HAND.game, "totals": [0, 0, 0]}, ["made", "1.0", "yes", "yes", "0 of 1", "0"]),
    ],
)
def test_the_table_tells_what_was_not_run_or_failed(
    line: dict[str, Any] | None,
    expected: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(report, "LOGS", tmp_path)
    monkeypatch.setattr(report, "ROOT", tmp_path)
    generator = Made(tmp_path, "", [HAND])
    generator.line = line
    assert row_of(generator) == expected
    assert ("!!! made" in capsys.readouterr().out) == (expected[4] != "1 of 1")
