"""Matches: start, list, read, title, end, delete; undo, redo and the log of every change."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db.models import Q
from drf_spectacular.utils import extend_schema
from pydantic import Field
from pydantic_core import from_json
from rest_framework.request import Request

from companion.http.conditional import etag, expected_version, not_modified, private_response
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH
from companion.http.problems import refusal_problem
from companion.http.renderers import JSONResponse
from scoring.api import bodies, idempotency
from scoring.api.answers import matches as answers
from scoring.api.exceptions import in_match
from scoring.api.idempotency import Keep
from scoring.api.pagination import PageQuery, bad_cursor, cursor_of, next_link
from scoring.api.views.base import MatchView, TableView
from scoring.api.views.tables import check_game
from scoring.db.json_text import format_time
from scoring.db.write_lock import write_transaction
from scoring.engine.game import Game
from scoring.engine.refusal import Refusal, refuse
from scoring.games import all_games
from scoring.models import Change, Match, Table
from scoring.selectors import match_snapshot
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict
from scoring.services import history, matches
from scoring.services.matches import check_text
from scoring.services.seats import seat_players


class MatchQuery(PageQuery):
    """Which matches of a table."""

    game: str | None = Field(None, description="Only matches of this game.", examples=["skat"])


class MatchList(TableView):
    """The matches of a table."""

    tag = "matches"
    queries: ClassVar = {"GET": MatchQuery}

    @extend_schema(operation_id="matches_list", responses=answers.MatchPage)
    def get(self, request: Request, table_id: str) -> JSONResponse:
        """The matches of a table

        The latest first.
        """
        table, _ = self.get_table()
        query: MatchQuery = self.query
        check_game(query.game)
        rows = Match.objects.filter(table=table, **({"game": query.game} if query.game else {}))
        if parts := query.parts(2):
            rows = rows.filter(_after(*parts))
        matches = list(rows.order_by("-created_at", "id")[: query.limit + 1])
        page, more = matches[: query.limit], len(matches) > query.limit
        last = cursor_of([page[-1].created_at.isoformat(), page[-1].id]) if more else None
        results = [answers.MatchBrief.of(row) for row in page]
        return private_response(answers.MatchPage.model_construct(results=results, next=next_link(request, last)))

    @extend_schema(
        operation_id="matches_start",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.MatchBody,
        responses={201: answers.Match},
    )
    def post(self, request: Request, table_id: str) -> JSONResponse:
        """Start a match"""
        table, _ = self.get_table()
        body = self.body_as(bodies.MatchBody)
        return idempotency.once(request, f"table {table.id}", lambda keep: _start(table, body, keep))


class MatchDetail(MatchView):
    """One match."""

    @extend_schema(operation_id="matches_read", responses=answers.Match)
    def get(self, request: Request, match_id: str) -> JSONResponse:
        """A match

        Its first hands, its totals and what comes next. `hands_next` leads to the other hands.
        """
        match = self.get_match()
        return not_modified(request, etag(match.version)) or match_response(match)

    @extend_schema(operation_id="matches_update", request=bodies.MatchPatch, responses=answers.Match)
    def patch(self, request: Request, match_id: str) -> JSONResponse:
        """Name, end or reopen a match"""
        match = self.get_match()
        expected_version(request, match.version, lambda: VersionConflict(match), needed=True)
        body = self.body_as(bodies.MatchPatch)
        if body.title is not None:
            check_text(body.title, "/title")
        with in_match(match), write_transaction():
            # What is compared, changed and shown is one version, also where nothing is left to change.
            locked = match_snapshot.load_match(match.id, lock=True)
            expected_version(request, locked.version, lambda: VersionConflict(locked), needed=True)
            now = locked
            if body.title is not None and body.title != now.title:
                now = history.retitle(now.id, body.title, None).match
            if body.ended is not None and body.ended != now.ended:
                end = history.finish if body.ended else history.reopen
                now = end(now.id, None).match
            return match_response(now)

    @extend_schema(operation_id="matches_delete", responses={204: None})
    def delete(self, request: Request, match_id: str) -> JSONResponse:
        """Delete a match

        With its hands and its history.
        """
        match = self.get_match()
        version = expected_version(request, match.version, lambda: VersionConflict(match), needed=True)
        matches.delete(match.id, version)
        return JSONResponse(status=204)


class Undo(MatchView):
    """Undo."""

    change = staticmethod(history.undo)

    @extend_schema(
        operation_id="matches_undo",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses={200: answers.Match, 409: None, 422: None},
    )
    def post(self, request: Request, match_id: str) -> JSONResponse:
        """Undo the last change, whatever it was"""
        match = self.get_match()
        self.check_no_body()

        def work(keep: Keep) -> JSONResponse:
            version = expected_version(request, match.version, lambda: VersionConflict(match))
            made: list[JSONResponse] = []

            def in_transaction(result: ChangeResult) -> None:
                response = match_response(result.match)
                keep(response)
                made.append(response)

            with in_match(match):
                self.change(match.id, version, in_transaction)
            return made[-1]

        return idempotency.once(request, f"table {match.table_id}", work)


class Redo(Undo):
    """Redo."""

    change = staticmethod(history.redo)

    @extend_schema(
        operation_id="matches_redo",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses={200: answers.Match, 409: None, 422: None},
    )
    def post(self, request: Request, match_id: str) -> JSONResponse:
        """Redo the change that was undone last"""
        return super().post(request, match_id)


class History(MatchView):
    """The history of a match."""

    queries: ClassVar = {"GET": PageQuery}

    @extend_schema(operation_id="matches_history", responses=answers.HistoryPage)
    def get(self, request: Request, match_id: str) -> JSONResponse:
        """Every change to a match

        What, when, before and after, in their order.
        """
        match = self.get_match()
        if (same := not_modified(request, etag(match.version))) is not None:
            return same
        return match_snapshot.at_one_version(match, self._page)

    def _page(self, match: MatchSnapshot) -> JSONResponse:
        query: PageQuery = self.query
        rows = Change.objects.filter(match.its_rows, version__gt=query.number()).order_by("version")
        changes = list(rows[: query.limit + 1])
        match_snapshot.check_unchanged(match)
        page = changes[: query.limit]
        last = str(page[-1].version) if len(changes) > query.limit else None
        following = next_link(self.request, last)
        return private_response({"results": [_change(row) for row in page], "next": following}, match.version)


def match_response(match: MatchSnapshot, status: int = 200, location: str = "") -> JSONResponse:
    """The answer with the state of a match, or with a newer one."""

    def read(match: MatchSnapshot) -> JSONResponse:
        return private_response(
            match_snapshot.match_json(match, settings.MAX_PAGE_SIZE), match.version, status, location
        )

    return match_snapshot.at_one_version(match, read)


def _change(row: Change) -> dict[str, Any]:
    return {
        "version": row.version,
        "what": row.kind,
        "when": format_time(row.at),
        "hand": row.number or None,
        "before": from_json(row.before) if row.before else None,
        "after": from_json(row.after) if row.after else None,
        "target": row.target or None,
        "undo_status": row.undo_status,
    }


def _after(moment: str, match_id: str) -> Q:
    try:
        at = datetime.fromisoformat(moment)
        if at.utcoffset() != timedelta(0):
            raise bad_cursor()  # ours are in UTC; others need not fit into what a database can hold
    except ValueError:
        raise bad_cursor() from None
    return Q(created_at__lt=at) | Q(created_at=at, id__gt=match_id)


def _start(table: Table, body: bodies.MatchBody, keep: Keep) -> JSONResponse:
    game: Game[Any, Any] | None = all_games().get(body.game)
    if game is None:
        raise refuse("/game", "game_unknown", "There is no game {slug}.", rule="", slug=body.game)
    check_text(body.title, "/title")
    entries = [one if isinstance(one, str) else one.as_entry() for one in body.players]
    options = {**table.options.get(game.slug, {}), **body.options}
    made: list[JSONResponse] = []

    def in_transaction(result: ChangeResult) -> None:
        response = match_response(result.match, 201, f"/api/v1/matches/{result.match.id}")
        keep(response)
        made.append(response)

    try:
        with write_transaction():
            seats = seat_players(table, entries)
            matches.start(table, game, seats, options, body.start, body.title, in_transaction)
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug) from None
    return made[-1]
