"""A phone without a browser: what it taps is sent as the page's forms would send it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from django.test import Client

from scoring.games import get
from scoring.pages import hand_form
from scoring.pages.match_view import MatchView
from scoring.selectors.match_snapshot import MatchSnapshot, load_match

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"]


class Pages:
    """One phone with its cookies."""

    def __init__(self) -> None:
        self.client = Client()

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=headers)

    def post(self, path: str, data: Mapping[str, Any] | None = None, script: bool = False) -> Any:
        """Sends a form; with a script as htmx does, without one as a plain form."""
        return self.client.post(path, data or {}, headers={"HX-Request": "true"} if script else {})

    def start(
        self, slug: str, players: int | None = None, options: Mapping[str, Any] | None = None, **more: Any
    ) -> str:
        """A new match through the start page: its id."""
        names = NAMES[: players or get(slug).players[0]]
        sent: dict[str, Any] = {"name": names, "dealer": "0", "_once": f"start-{slug}-token-{len(names)}", **more}
        for name, value in (options or {}).items():
            sent[f"o.{name}"] = _as_sent(value)
        answer = self.post(f"/new/{slug}/begin", sent)
        assert answer.status_code == 302, errors(answer)
        return str(answer.headers["Location"]).removeprefix("/matches/")

    def record(self, match_id: str, hand: Mapping[str, Any], script: bool = False, **more: str) -> Any:
        """Taps this hand into the form of the match page and saves it."""
        match = load_match(match_id)
        entry = hand_form.new_hand_form(MatchView(match))
        shown = entry.form.show(hand)
        sent = {"_once": f"hand-{match_id}-{match.version}", "_number": str(entry.number), **shown, **more}
        return self.post(f"/matches/{match_id}/hands", sent, script)


def _as_sent(value: Any) -> Any:
    if isinstance(value, bool):
        return "1" if value else ""
    if isinstance(value, list):
        return [str(item) for item in value]
    return "" if value is None else str(value)


def errors(answer: Any) -> list[str]:
    """What a page says is wrong."""
    text = answer.content.decode()
    return [
        unescape(re.sub(r"<[^>]+>", "", found)).strip() for found in re.findall(r'<p class="fault.*?</p>', text, re.S)
    ]


def standing(match_id: str) -> MatchSnapshot:
    """The match as it is stored."""
    return load_match(match_id)
