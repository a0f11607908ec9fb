"""Matches: start, list, look at, name, finish and open again, delete."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from pydantic import BaseModel, ConfigDict, Field

from companion.http.problems import refusal_problem
from scoring.api import guard, idempotency
from scoring.api.body import read_as
from scoring.api.endpoint import Endpoint, bad_parameter, private
from scoring.api.failures import in_match
from scoring.api.idempotency import Keep
from scoring.api.paging import PARAMETERS, Page, cursor_of
from scoring.api.preconditions import etag, expected, unchanged
from scoring.db.json_text import format_time
from scoring.db.write_lock import write_transaction
from scoring.engine.game import Game
from scoring.engine.refusal import Refusal, refuse
from scoring.games import all_games
from scoring.models import Match, Table
from scoring.selectors import match_snapshot
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict
from scoring.services import history, matches, tables

LONGEST_TITLE = 80


class SeatBody(BaseModel):
    """Somebody who takes a seat, as sent: a player of the table by id, or anybody by name.

    player and id are the same: a table's players may be sent as the table shows them.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    player: str | None = None
    id: str | None = None
    name: str | None = None
    color: str | None = None

    def as_entry(self) -> dict[str, Any]:
        """The seat as ``tables.seated`` takes it."""
        return {"player": self.player or self.id, "name": self.name, "color": self.color}


class MatchBody(BaseModel):
    """A new match as sent. options: what is left out is as the table has it, else the game's default."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str
    players: list[str | SeatBody]
    options: dict[str, Any] = {}
    start: dict[str, Any] = {}
    title: str = Field("", max_length=LONGEST_TITLE)


class MatchPatch(BaseModel):
    """What is to change about a match. ended: the table stops, or goes on after it had stopped."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: str | None = Field(None, max_length=LONGEST_TITLE)
    ended: bool | None = None


class Matches(Endpoint):
    """The matches of a table."""

    parameters = PARAMETERS | {"game"}

    def get(self, request: HttpRequest, table_id: str) -> HttpResponse:
        """The matches of a table, the latest first."""
        table, _ = guard.table(request, table_id)
        page = Page.of(request)
        rows = Match.objects.filter(table=table)
        if "game" in request.GET:
            if request.GET["game"] not in all_games():
                raise bad_parameter("game", "game_unknown", "There is no game of this name.")
            rows = rows.filter(game=request.GET["game"])
        if parts := page.parts(2):
            rows = rows.filter(_after(page, *parts))
        found = list(rows.order_by("-created_at", "id")[: page.limit + 1])
        shown, more = found[: page.limit], len(found) > page.limit
        last = cursor_of([shown[-1].created_at.isoformat(), shown[-1].id]) if more else None
        return private({"results": [brief(row) for row in shown], "next": page.next(last)})

    def post(self, request: HttpRequest, table_id: str) -> HttpResponse:
        """Starts a match."""
        table, _ = guard.table(request, table_id, write=True)
        body = read_as(MatchBody, request)
        return idempotency.once(request, f"table {table.id}", lambda keep: _start(table, body, keep))


class OneMatch(Endpoint):
    """One match."""

    def get(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """The match as it stands: its sheet, its totals and what comes next."""
        match = guard.match(request, match_id)
        return unchanged(request, etag(match.version)) or state(match)

    def patch(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """Another title; the end by the table's choice, or going on after it."""
        match = guard.match(request, match_id, write=True)
        version = expected(request, match.version, lambda: VersionConflict(match), needed=True)
        body = read_as(MatchPatch, request)
        if body.title is not None and not tables.is_printable(body.title):
            raise refuse("/title", "unprintable", "This title has characters that cannot be shown.", rule="")
        with in_match(match), write_transaction():
            if body.title is not None and body.title != match.title:
                match = history.retitle(match.id, body.title, version).match
                version = None
            if body.ended is not None and body.ended != match.ended:
                end = history.finish if body.ended else history.reopen
                match = end(match.id, version).match
        return state(match)

    def delete(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """Removes the match with its hands and its history."""
        match = guard.match(request, match_id, write=True)
        version = expected(request, match.version, lambda: VersionConflict(match), needed=True)
        matches.delete(match.id, version)
        return HttpResponse(status=204)


def state(match: MatchSnapshot, status: int = 200, location: str = "") -> HttpResponse:
    """The answer with the state of a match."""
    return private(match_snapshot.match_json(match, settings.MAX_PAGE_SIZE), match.version, status, location)


def brief(row: Match) -> dict[str, Any]:
    """A match as it stands in a list."""
    return {
        "id": row.id,
        "table": row.table_id,
        "game": row.game,
        "title": row.title,
        "version": row.version,
        "players": row.seats,
        "created_at": format_time(row.created_at),
        "updated_at": format_time(row.updated_at),
        "hand_count": row.hand_count,
        "totals": row.totals,
        "finished": row.finished,
        "winners": row.winners,
    }


def _after(page: Page, moment: str, match_id: str) -> Q:
    try:
        at = datetime.fromisoformat(moment)
        if at.utcoffset() != timedelta(0):
            raise page.bad_cursor()  # ours are in UTC; others need not fit into what a database can hold
    except ValueError:
        raise page.bad_cursor() from None
    return Q(created_at__lt=at) | Q(created_at=at, id__gt=match_id)


def _start(table: Table, body: MatchBody, keep: Keep) -> HttpResponse:
    game: Game[Any, Any] | None = all_games().get(body.game)
    if game is None:
        raise refuse("/game", "game_unknown", "There is no game {slug}.", rule="", slug=body.game)
    if not tables.is_printable(body.title):
        raise refuse("/title", "unprintable", "This title has characters that cannot be shown.", rule="")
    entries = [one if isinstance(one, str) else one.as_entry() for one in body.players]
    options = {**table.options.get(game.slug, {}), **body.options}
    answers: list[HttpResponse] = []

    def within(written: ChangeResult) -> None:
        response = state(written.match, 201, f"/api/v1/matches/{written.match.id}")
        keep(response)
        answers.append(response)

    try:
        with write_transaction():
            matches.start(table, game, tables.seat_players(table, entries), options, body.start, body.title, within)
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug) from None
    return answers[-1]
