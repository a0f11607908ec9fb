"""Tables: the people who play together, their house rules, keys and standings."""

from __future__ import annotations

from typing import ClassVar

from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request

from companion.http.api_view import ApiView, bad_parameter, zone_of
from companion.http.conditional import etag, expected_version, not_modified, private_response
from companion.http.models import ZoneQuery
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, described
from companion.http.problems import Problem
from companion.http.renderers import JSONResponse
from scoring.api import bodies, files, idempotency
from scoring.api.idempotency import StoreResponse
from scoring.api.moments import moment
from scoring.api.permissions import valid_id
from scoring.api.responses import tables as responses
from scoring.api.views.base import TableView
from scoring.db.json_text import format_time
from scoring.db.write_lock import write_transaction
from scoring.games import all_games
from scoring.models import AccessKey
from scoring.selectors import statistics
from scoring.selectors.access_keys import WRITE
from scoring.selectors.statistics import PlayerStatistics
from scoring.services import sheets, tables


class TableList(ApiView):
    """All tables: they can be created but not listed."""

    tag = "tables"
    throttle_scope = "tables"

    @extend_schema(
        operation_id="tables_create",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.TableBody,
        responses={201: responses.TableWithKeys},
    )
    def post(self, request: Request) -> JSONResponse:
        """Create a table

        The response has two keys, which are shown only here: the scorer's key writes, the viewer's reads.
        """
        body = self.body_as(bodies.TableBody)

        def work(store: StoreResponse) -> JSONResponse:
            outcome: list[JSONResponse] = []

            def in_transaction(new: tables.NewTable) -> None:
                data = {**tables.table_json(new.table, WRITE), "keys": new.keys}
                response = private_response(data, new.table.version, 201, f"/api/v1/tables/{new.table.id}")
                store(response, secret_of=[key.partition(".")[0] for key in new.keys.values()])
                outcome.append(response)

            secret = idempotency.secret_maker(request)
            people = [_player_input(player) for player in body.players]
            tables.create(body.name, people, body.options, in_transaction, secret)
            return outcome[-1]

        # Without an access key, the owner of the Idempotency-Key is the IP address.
        return idempotency.run_once(request, f"address {request.META.get('REMOTE_ADDR', '')}"[:64], work)


class TableDetail(TableView):
    """One table."""

    versioned = True

    @extend_schema(operation_id="tables_read", responses=responses.Table)
    def get(self, request: Request, table_id: str) -> JSONResponse:
        """A table"""
        table, role = self.get_table()
        return not_modified(request, etag(table.version)) or private_response(
            tables.table_json(table, role), table.version
        )

    @extend_schema(
        operation_id="tables_update",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.TablePatch,
        responses=responses.Table,
    )
    def patch(self, request: Request, table_id: str) -> JSONResponse:
        """Change a table"""
        table, role = self.get_table()

        def work(store: StoreResponse) -> JSONResponse:
            version = expected_version(request, table.version, lambda: tables.TableVersionConflict(table), needed=True)
            body = self.body_as(bodies.TablePatch)
            people = None if body.players is None else [_player_input(player) for player in body.players]
            with write_transaction():
                changed = tables.update(
                    *(table.id, body.name, people, body.options, version, body.settlement, body.signs),
                    *(body.viewer_scope, body.embedding),
                )
                response = private_response(tables.table_json(changed, role), changed.version)
                store(response)
            return response

        return idempotency.run_once(request, f"table {table.id}", work)

    @extend_schema(operation_id="tables_delete", responses={204: None})
    def delete(self, request: Request, table_id: str) -> JSONResponse:
        """Delete a table

        With its players, matches and keys.
        """
        table, _ = self.get_table()
        version = expected_version(request, table.version, lambda: tables.TableVersionConflict(table), needed=True)
        tables.delete(table.id, version)
        return JSONResponse(status=204)


class TableKey(TableView):
    """A key of a table."""

    path_parameters: ClassVar = {
        **TableView.path_parameters,
        "role": described("Which key: the one that writes or the one that reads.", "viewer", enum=["scorer", "viewer"]),
    }

    @extend_schema(
        operation_id="keys_replace", parameters=[IDEMPOTENCY_KEY], request=None, responses={201: responses.NewKey}
    )
    def post(self, request: Request, table_id: str, role: str) -> JSONResponse:
        """Replace a key

        The old key stops working at once; streams that it opened end.
        """
        scope = f"key of {valid_id(table_id)}"
        try:
            table, _ = self.get_table()
        except Exception:
            # A client that replaced its own key and lost the response can only send the same request again.
            stored = idempotency.stored_for_holder(request, scope)
            if stored is not None:
                return stored
            raise
        if role not in AccessKey.ROLES:
            raise Problem("not-found", gettext("A table's keys are scorer and viewer."))
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                key = tables.replace_key(table, role, idempotency.secret_maker(request))
                response = private_response({"role": role, "key": key}, status=201)
                store(response, secret_of=[key.partition(".")[0]])
            return response

        return idempotency.run_once(request, scope, work, by_holder=True)


_SHEET = (
    "name,matches,finished,wins,wins in a row,most in a row,points,best hand,worst hand\r\n"
    "Ada,2,2,1,1,1,15,20,-5\r\nBen,2,2,1,0,1,1,6,-5\r\n"
)


class StandingsQuery(ZoneQuery, files.FileQuery):
    """Which matches count."""

    game: str | None = Field(None, description="Only matches of this game.", examples=["skat"])
    since: str | None = Field(
        None,
        description="Only matches begun on this day or later, or from this time on. A day begins at midnight in the "
        "time zone `tz`, which is also that of a time without an offset.",
        examples=["2026-01-01"],
    )


class TableStandings(TableView):
    """The standings of a table."""

    queries: ClassVar = {"GET": StandingsQuery}
    renderer_classes = files.RENDERERS

    @extend_schema(operation_id="standings_read", responses=files.described_files(responses.Standings, _SHEET))
    def get(self, request: Request, table_id: str) -> HttpResponse:
        """How everybody has done

        For each player: matches, wins, points, best and worst hand, streaks; and head to head.
        """
        table, _ = self.get_table()
        game, since = self.query.game, moment("since", self.query.since, zone_of(self.query))
        check_game(game)
        result = statistics.table_statistics(table, game, since)
        if files.extension_of(request) != "json":
            return files.file_response(request, sheets.standings_sheets(result), f"standings-{table.id}")
        standings = responses.Standings(
            game=game,
            since=format_time(since) if since else None,
            players=[_line(line) for line in result.lines],
            head_to_head=[
                responses.HeadToHead(
                    player=pair.player.id,
                    opponent=pair.opponent.id,
                    matches=pair.matches,
                    wins=pair.wins,
                    losses=pair.losses,
                )
                for pair in result.pairs
            ],
        )
        return private_response(standings)


def check_game(slug: str | None) -> None:
    """Raises Problem if there is no such game."""
    if slug is not None and slug not in all_games():
        raise bad_parameter("game", "game_unknown", gettext("There is no game of this name."))


def _line(line: PlayerStatistics) -> responses.StandingsLine:
    attributes = {name: getattr(line, name) for name in ("matches", "finished", "wins", "points")}
    return responses.StandingsLine(
        player=line.player.id,
        name=line.player.name,
        color=line.player.color or None,
        best_hand=responses.NotableHand.model_validate(line.best) if line.best else None,
        worst_hand=responses.NotableHand.model_validate(line.worst) if line.worst else None,
        streaks=responses.Streaks(current=line.streak, longest=line.longest),
        **attributes,
    )


def _player_input(player: str | bodies.PersonBody) -> tables.PlayerInput:
    if isinstance(player, str):
        return tables.PlayerInput(player)
    return tables.PlayerInput(player.name, player.color, getattr(player, "id", None))
