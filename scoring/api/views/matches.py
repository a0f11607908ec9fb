"""Matches: start, list, read, title, end, delete; undo, redo and history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal

from django.conf import settings
from drf_spectacular.utils import extend_schema
from pydantic import Field
from pydantic_core import from_json
from rest_framework.request import Request

from companion.http.api_view import zone_of
from companion.http.conditional import WITHOUT_HANDS, etag, expected_version, not_modified, private_response
from companion.http.models import Query, ZoneQuery
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH
from companion.http.problems import refusal_problem
from companion.http.renderers import JSONResponse
from scoring.api import bodies, idempotency
from scoring.api.exceptions import in_match
from scoring.api.idempotency import StoreResponse
from scoring.api.moments import moment
from scoring.api.pagination import PageQuery, bad_cursor, cursor_of, next_link, with_next
from scoring.api.responses import matches as responses
from scoring.api.views.base import MatchView, TableView
from scoring.api.views.tables import check_game
from scoring.db.json_text import dump_json, format_time
from scoring.db.write_lock import write_transaction
from scoring.engine.game import Game
from scoring.engine.refusal import Refusal, refuse
from scoring.games import all_games
from scoring.models import Change, Table
from scoring.selectors import changes as change_rows
from scoring.selectors import match_lists, match_snapshot
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict
from scoring.selectors.tables import table_of
from scoring.services import history, matches, parts
from scoring.services.matches import check_text
from scoring.services.seats import seat_players


class MatchQuery(PageQuery, ZoneQuery):
    """Which matches of a table."""

    game: str | None = Field(None, description="Only matches of this game.", examples=["skat"])
    state: Literal["running", "finished"] | None = Field(
        None, description="Only matches that go on, or only those that are over.", examples=["finished"]
    )
    since: str | None = Field(
        None,
        description="Only matches begun on this day or later, or from this time on.",
        examples=["2026-01-01"],
    )
    until: str | None = Field(
        None,
        description="Only matches begun on this day or earlier, or up to this time.",
        examples=["2026-12-31"],
    )

    def wanted(self) -> dict[str, Any]:
        """Returns the conditions for these matches, by column. Raises Problem."""
        check_game(self.game)
        zone = zone_of(self)
        since, until = moment("since", self.since, zone), moment("until", self.until, zone, end=True)
        wanted = {
            "game": self.game,
            "finished": None if self.state is None else self.state == "finished",
            "created_at__gte": since,
            "created_at__lte": until,
        }
        return {name: value for name, value in wanted.items() if value is not None}


class HandsQuery(Query):
    """How much of a match."""

    hands: Literal["none"] | None = Field(None, description="`none` leaves its hands out.", examples=["none"])


class MatchList(TableView):
    """The matches of a table."""

    tag = "matches"
    queries: ClassVar = {"GET": MatchQuery}

    @extend_schema(operation_id="matches_list", responses=responses.MatchPage)
    def get(self, request: Request, table_id: str) -> JSONResponse:
        """The matches of a table

        The latest first. The parameters may be combined.
        """
        table, _ = self.get_table()
        query: MatchQuery = self.query
        wanted, cursor_parts = query.wanted(), query.parts(2)
        after = _after(*cursor_parts) if cursor_parts else None
        rows = match_lists.page_of(table, wanted, after, query.limit + 1)
        page, has_next = rows[: query.limit], len(rows) > query.limit
        cursor = cursor_of([page[-1].created_at.isoformat(), page[-1].id]) if has_next else None
        results = [responses.MatchBrief.of(row) for row in page]
        link = next_link(request, cursor)
        return with_next(private_response(responses.MatchPage.model_construct(results=results, next=link)), link)

    @extend_schema(
        operation_id="matches_start",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.MatchBody,
        responses={201: responses.Match},
    )
    def post(self, request: Request, table_id: str) -> JSONResponse:
        """Start a match"""
        table, _ = self.get_table()
        body = self.body_as(bodies.MatchBody)
        return idempotency.run_once(request, f"table {table.id}", lambda store: _start(table, body, store))


class MatchDetail(MatchView):
    """One match."""

    queries: ClassVar = {"GET": HandsQuery}

    @extend_schema(operation_id="matches_read", responses=responses.Match)
    def get(self, request: Request, match_id: str) -> JSONResponse:
        """A match

        Its first hands, its totals and what comes next. `hands_next` leads to the other hands. `?hands=none` leaves
        the hands out: for a display that shows the totals only. Its ETag may be sent as If-Match all the same.
        """
        match = self.get_match()
        if self.query.hands is None:
            return not_modified(request, etag(match.version)) or match_response(match)
        tag = etag(f"{match.version}{WITHOUT_HANDS}")
        if (unchanged := not_modified(request, tag)) is not None:
            return unchanged
        response = private_response(match_snapshot.match_json(match, 0))
        response.headers["ETag"] = tag
        return response

    @extend_schema(
        operation_id="matches_update",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.MatchPatch,
        responses=responses.Match,
    )
    def patch(self, request: Request, match_id: str) -> JSONResponse:
        """Name, end or reopen a match, mend its seats"""
        match = self.get_match()

        def work(store: StoreResponse) -> JSONResponse:
            expected_version(request, match.version, lambda: VersionConflict(match), needed=True)
            body = self.body_as(bodies.MatchPatch)
            check_text(body.title or "", "/title")
            check_text(body.note or "", "/note")
            with in_match(match), write_transaction():
                # Locked, so that one version is compared, changed and shown, even if nothing is to be changed.
                locked = match_snapshot.load_match(match.id, lock=True)
                expected_version(request, locked.version, lambda: VersionConflict(locked), needed=True)
                response = match_response(_updated(locked, body))
                store(response)
            return response

        return idempotency.run_once(request, f"table {match.table_id}", work)

    @extend_schema(operation_id="matches_delete", responses={204: None, 422: None})
    def delete(self, request: Request, match_id: str) -> JSONResponse:
        """Delete a match

        With its hands and its history.
        """
        match = self.get_match()
        version = expected_version(request, match.version, lambda: VersionConflict(match), needed=True)
        matches.delete(match.id, version)
        return JSONResponse(status=204)


def _updated(match: MatchSnapshot, body: bodies.MatchPatch) -> MatchSnapshot:
    if body.title is not None and body.title != match.title:
        match = history.retitle(match.id, body.title, None).match
    if body.note is not None and body.note != match.note:
        match = history.annotate(match.id, body.note, None).match
    if body.ended is not None and body.ended != match.ended:
        change = history.finish if body.ended else history.reopen
        match = change(match.id, None).match
    if body.players is not None:
        seats = seat_players(table_of(match), _entries(body.players))
        if seats != match.seats:
            match = history.reseat(match.id, seats, None).match
    return match


class Continue(MatchView):
    """Going on with other people."""

    @extend_schema(
        operation_id="matches_continue",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.ContinueBody,
        responses={201: responses.ContinuedMatch, 422: None},
    )
    def post(self, request: Request, match_id: str) -> JSONResponse:
        """Go on with other people

        Somebody takes over, joins or leaves, or the seats change, from the next hand on. The match goes on as another
        one, its next part, which is the answer. Undo takes this back while the next part has no hand.
        """
        match = self.get_match()
        body = self.body_as(bodies.ContinueBody)

        def work(store: StoreResponse) -> JSONResponse:
            version = expected_version(request, match.version, lambda: VersionConflict(match))
            with in_match(match), write_transaction():
                made = parts.continue_match(match.id, _entries(body.players), body.totals, version)
                response = private_response(
                    f'{match_snapshot.match_json(made.match, 1)[:-1]},"begun_anew":{dump_json(made.begun_anew)}}}',
                    made.match.version,
                    201,
                    f"/api/v1/matches/{made.match.id}",
                )
                store(response)
            return response

        return idempotency.run_once(request, f"table {match.table_id}", work)


def _entries(players: Sequence[str | bodies.SeatBody]) -> list[str | dict[str, Any]]:
    return [player if isinstance(player, str) else player.as_entry() for player in players]


class Undo(MatchView):
    """Undo."""

    change = staticmethod(history.undo)

    @extend_schema(
        operation_id="matches_undo",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses={200: responses.Match, 409: None, 422: None},
    )
    def post(self, request: Request, match_id: str) -> JSONResponse:
        """Undo the last change, whatever it was"""
        match = self.get_match()
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            version = expected_version(request, match.version, lambda: VersionConflict(match))
            outcome: list[JSONResponse] = []

            def in_transaction(result: ChangeResult) -> None:
                response = match_response(result.match)
                store(response)
                outcome.append(response)

            with in_match(match):
                self.change(match.id, version, in_transaction)
            return outcome[-1]

        return idempotency.run_once(request, f"table {match.table_id}", work)


class Redo(Undo):
    """Redo."""

    change = staticmethod(history.redo)

    @extend_schema(
        operation_id="matches_redo",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses={200: responses.Match, 409: None, 422: None},
    )
    def post(self, request: Request, match_id: str) -> JSONResponse:
        """Redo the change that was undone last"""
        return super().post(request, match_id)


class History(MatchView):
    """The history of a match."""

    queries: ClassVar = {"GET": PageQuery}

    @extend_schema(operation_id="matches_history", responses=responses.HistoryPage)
    def get(self, request: Request, match_id: str) -> JSONResponse:
        """Every change to a match

        What, when, before and after, in their order.
        """
        match = self.get_match()
        if (response := not_modified(request, etag(match.version))) is not None:
            return response
        return match_snapshot.at_one_version(match, self._page)

    def _page(self, match: MatchSnapshot) -> JSONResponse:
        query: PageQuery = self.query
        changes = change_rows.after(match, query.number(), query.limit + 1)
        match_snapshot.check_unchanged(match)
        page = changes[: query.limit]
        cursor = str(page[-1].version) if len(changes) > query.limit else None
        link = next_link(self.request, cursor)
        page_text = {"results": [_change(row) for row in page], "next": link}
        return with_next(private_response(page_text, match.version), link)


def match_response(match: MatchSnapshot, status: int = 200, location: str = "", hand: str = "") -> JSONResponse:
    """Returns the response with a match, at this version or a newer one. Raises MatchNotFound.

    hand: JSON text with fields that go before those of the match.
    """

    def read(match: MatchSnapshot) -> JSONResponse:
        text = match_snapshot.match_json(match, settings.MAX_PAGE_SIZE)
        return private_response(f"{hand[:-1]},{text[1:]}" if hand else text, match.version, status, location)

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


def _after(moment: str, match_id: str) -> tuple[datetime, str]:
    try:
        at = datetime.fromisoformat(moment)
        if at.utcoffset() != timedelta(0):
            raise bad_cursor()  # ours are in UTC; another may be out of range for the database
    except ValueError:
        raise bad_cursor() from None
    return at, match_id


def _start(table: Table, body: bodies.MatchBody, store: StoreResponse) -> JSONResponse:
    game: Game[Any, Any] | None = all_games().get(body.game)
    if game is None:
        raise refuse("/game", "game_unknown", "There is no game {slug}.", rule="", slug=body.game)
    check_text(body.title, "/title")
    check_text(body.note, "/note")
    entries = _entries(body.players)
    options = {**table.options.get(game.slug, {}), **body.options}
    outcome: list[JSONResponse] = []

    def in_transaction(result: ChangeResult) -> None:
        response = match_response(result.match, 201, f"/api/v1/matches/{result.match.id}")
        store(response)
        outcome.append(response)

    try:
        with write_transaction():
            seats = seat_players(table, entries)
            matches.start(table, game, seats, options, body.start, body.title, in_transaction, note=body.note)
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug) from None
    return outcome[-1]
