"""How everybody at a table has done."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse

from scoring.api import guard
from scoring.api.endpoint import Endpoint, bad_parameter, private
from scoring.db.json_text import format_time
from scoring.games import all_games
from scoring.selectors import statistics
from scoring.selectors.statistics import BestHand, HeadToHead, PlayerStatistics


class TableStandings(Endpoint):
    """The standings of a table."""

    parameters = frozenset({"game", "since"})

    def get(self, request: HttpRequest, table_id: str) -> HttpResponse:
        """Per player: matches, wins, points, best and worst hand, streaks; and each against each."""
        table, _ = guard.table(request, table_id)
        game, since = request.GET.get("game"), _since(request)
        if game is not None and game not in all_games():
            raise bad_parameter("game", "game_unknown", "There is no game of this name.")
        found = statistics.table_statistics(table, game, since)
        return private(
            {
                "game": game,
                "since": format_time(since) if since else None,
                "players": [_line(line) for line in found.lines],
                "head_to_head": [_pair(pair) for pair in found.pairs],
            }
        )


def _since(request: HttpRequest) -> datetime | None:
    text = request.GET.get("since")
    if text is None:
        return None
    try:
        # A plus sign that was not written as %2B arrives as a space.
        moment = datetime.fromisoformat(text.replace(" ", "+"))
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # no form of a time, or one before the first or after the last year
        raise bad_parameter("since", "time", "since is a day, 2026-05-01, or a time, 2026-05-01T20:15:00Z.") from None


def _line(line: PlayerStatistics) -> dict[str, Any]:
    return {
        "player": line.player.id,
        "name": line.player.name,
        "color": line.player.color or None,
        "matches": line.matches,
        "finished": line.finished,
        "wins": line.wins,
        "points": line.points,
        "best_hand": _hand(line.best),
        "worst_hand": _hand(line.worst),
        "streaks": {"current": line.streak, "longest": line.longest},
    }


def _hand(hand: BestHand | None) -> dict[str, Any] | None:
    if hand is None:
        return None
    return {"points": hand.points, "match": hand.match, "number": hand.number, "game": hand.game}


def _pair(pair: HeadToHead) -> dict[str, Any]:
    return {
        "player": pair.player.id,
        "opponent": pair.opponent.id,
        "matches": pair.matches,
        "wins": pair.wins,
        "losses": pair.losses,
    }
