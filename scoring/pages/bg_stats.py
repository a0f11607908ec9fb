"""A finished match for BG Stats, an app that keeps plays of all games: a link that opens it with the play filled in.

The link has the play as JSON (bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites). Nothing is
sent before a person opens it. ``winner`` is always there: the app for Android needs it.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC
from typing import Any
from urllib.parse import quote

from scoring.engine.match_status import MatchStatus
from scoring.pages.match_view import MatchView

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def play_address(view: MatchView) -> str:
    """Returns the link for a finished match, "" for one that goes on. The game has its English name, as there."""
    if not view.finished:
        return ""
    text = json.dumps(_play(view), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(text, safe="")


def _play(view: MatchView) -> dict[str, Any]:
    match, game = view.match, view.game
    lasted = int((match.updated_at - match.created_at).total_seconds() // 60)
    return {
        "sourceName": "Companion",
        "sourcePlayId": _public_id(match.id),
        "playDate": match.updated_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        **({"durationMin": lasted} if 0 < lasted < 24 * 60 else {}),
        **({"comments": match.note} if match.note else {}),
        "game": {
            "name": game.name,
            "sourceGameId": game.slug,
            "highestWins": not game.lowest_wins(view.setup),
            "noPoints": False,
        },
        "players": _players(view),
    }


def _players(view: MatchView) -> list[dict[str, Any]]:
    side_of = {seat: side for side, seats in enumerate(view.setup.sides) for seat in seats}
    decides = view.totals if view.hands_won is None else view.hands_won
    ranks = {place.side: place.number for place in view.places}
    first = MatchStatus(view.match.open_match, view.match.open_match.state, 1).upcoming
    teams = len(view.setup.sides) < len(view.match.seats)
    return [
        {
            "name": seat["name"],
            "sourcePlayerId": _public_id(seat["player"]),
            "startPlayer": first is not None and first.leads == number,
            "rank": ranks[side_of[number]],
            "score": decides[side_of[number]],
            "winner": side_of[number] in view.winning_sides,
            **({"team": str(side_of[number] + 1)} if teams else {}),
        }
        for number, seat in enumerate(view.match.seats)
    ]


def _public_id(own_id: str) -> str:
    """An id for another program, always the same for the same match or player, that is no address here."""
    return hashlib.blake2b(own_id.encode(), digest_size=10, person=b"bg-stats").hexdigest()
