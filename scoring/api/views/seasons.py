"""Seasons: events that are counted together."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from companion.http.api_view import ApiView
from companion.http.conditional import etag, expected_version, not_modified, private_response
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH, described
from companion.http.problems import Problem
from companion.http.renderers import JSONResponse
from scoring.api import event_bodies as bodies
from scoring.api import idempotency
from scoring.api.authentication import BearerKey
from scoring.api.idempotency import StoreResponse
from scoring.api.permissions import HasTableKey, access_error, valid_id
from scoring.api.responses import seasons as responses
from scoring.api.responses.seasons import season_json, season_standings_json
from scoring.db.write_lock import write_transaction
from scoring.event_models import Season, SeasonKey
from scoring.selectors.access_keys import Key
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.seasons import events_of, find_season, season_role, standing_of
from scoring.services import seasons
from scoring.services.seasons import SeasonVersionConflict


class SeasonView(ApiView):
    """An address below /seasons/{id}. Everybody with a key reads, the organiser changes."""

    tag = "clubs"
    conflict_model: ClassVar[type[BaseModel] | None] = responses.StaleSeason
    authentication_classes = (BearerKey,)
    permission_classes = (HasTableKey,)
    role_to_read = "viewer"
    role_to_change = "organiser"
    path_parameters: ClassVar = {
        "id": described("The season.", "s4k8w2n6x9tq3rzh"),
        "role": described("Which key.", "viewer", enum=list(SeasonKey.ROLES)),
        "event": described("The event.", "e5r8t3k7m2xq9wzn"),
    }
    role: str

    def get_season(self) -> Season:
        """Returns the season of the address, and sets ``role``. Raises Problem, NotAuthenticated."""
        key = cast(Key, self.request.auth)
        season_id = valid_id(self.kwargs["season_id"])
        role = season_role(key, season_id)
        season = find_season(season_id) if role else None
        if season is None or role is None:
            raise access_error(key)
        self.role = role
        if role != ORGANISER and self.request.method not in SAFE_METHODS:
            raise Problem("read-only-key", gettext("This key reads the season: the key of its organiser changes it."))
        return season

    def expected(self, season: Season, needed: bool = True) -> int | None:
        """Returns the version that the client has seen. Raises SeasonVersionConflict, Problem (428)."""
        return expected_version(self.request, season.version, lambda: SeasonVersionConflict(season), needed=needed)

    def answer(self, season: Season, status: int = 200) -> JSONResponse:
        """Returns the season as an answer."""
        return private_response(season_json(season, events_of(season), self.role), season.version, status)


def _scope(season: Season) -> str:
    return f"season {season.id}"


class SeasonList(ApiView):
    """All seasons: they can be created but not listed."""

    tag = "clubs"
    throttle_scope = "tables"

    @extend_schema(
        operation_id="seasons_create",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.SeasonBody,
        responses={201: responses.SeasonWithKey},
    )
    def post(self, request: Request) -> JSONResponse:
        """Create a season

        For events that are counted together, such as the evenings of a year. The response has the organiser's key,
        which is shown only here.
        """
        body = self.body_as(bodies.SeasonBody)

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                rules = body.rules.model_dump(mode="json")
                new = seasons.create(body.name, rules, idempotency.secret_maker(request), body.public)
                data: dict[str, Any] = {**season_json(new.season, [], ORGANISER), "key": new.key}
                response = private_response(data, new.season.version, 201, data["links"]["self"])
                store(response, secret_of=[new.key.partition(".")[0]])
            return response

        return idempotency.run_once(request, f"address {request.META.get('REMOTE_ADDR', '')}"[:64], work)


class SeasonDetail(SeasonView):
    """One season."""

    versioned = True

    @extend_schema(operation_id="seasons_read", responses=responses.SeasonAnswer)
    def get(self, request: Request, season_id: str) -> JSONResponse:
        """A season"""
        season = self.get_season()
        return not_modified(request, etag(season.version)) or self.answer(season)

    @extend_schema(
        operation_id="seasons_update",
        parameters=[IDEMPOTENCY_KEY],
        request=bodies.SeasonPatch,
        responses=responses.SeasonAnswer,
    )
    def patch(self, request: Request, season_id: str) -> JSONResponse:
        """Change a season

        Its name, how it counts, whether everybody may see its ranking, and which names are one person: players are
        known by their names, as the organisers of the events have entered them.
        """
        season = self.get_season()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(season)
            body = self.body_as(bodies.SeasonPatch)
            changes = body.model_dump(exclude_none=True)
            with write_transaction():
                response = self.answer(seasons.update(season.id, changes, version))
                store(response)
            return response

        return idempotency.run_once(request, _scope(season), work)

    @extend_schema(operation_id="seasons_delete", responses={204: None})
    def delete(self, request: Request, season_id: str) -> JSONResponse:
        """Delete a season

        Its events stay.
        """
        season = self.get_season()
        seasons.delete(season.id, self.expected(season))
        return JSONResponse(status=204)


class SeasonKeyDetail(SeasonView):
    """A key of a season."""

    @extend_schema(
        operation_id="season_keys_replace",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={201: responses.NewSeasonKey},
    )
    def post(self, request: Request, season_id: str, role: str) -> JSONResponse:
        """Make or replace a key of a season

        `viewer` reads. A former key of the same role stops working at once.
        """
        scope = f"season key {valid_id(season_id)}"
        try:
            season = self.get_season()
        except Exception:
            # A client that replaced its own key and lost the response can only send the same request again.
            stored = idempotency.stored_for_holder(request, scope)
            if stored is not None:
                return stored
            raise
        if role not in SeasonKey.ROLES:
            raise Problem("not-found", gettext("A season's keys are organiser and viewer."))
        self.check_no_body()

        def work(store: StoreResponse) -> JSONResponse:
            with write_transaction():
                key = seasons.replace_key(season.id, role, idempotency.secret_maker(request))
                response = private_response({"role": role, "key": key}, status=201)
                store(response, secret_of=[key.partition(".")[0]])
            return response

        return idempotency.run_once(request, scope, work, by_holder=True)


class SeasonEvents(SeasonView):
    """The events of a season."""

    @extend_schema(
        operation_id="season_events_add",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=bodies.SeasonEventBody,
        responses={200: responses.SeasonAnswer, 422: None},
    )
    def post(self, request: Request, season_id: str) -> JSONResponse:
        """Add an event to a season

        With the key of its organiser or referee. An event may be in several seasons.
        """
        season = self.get_season()

        def work(store: StoreResponse) -> JSONResponse:
            version = self.expected(season, needed=False)
            body = self.body_as(bodies.SeasonEventBody)
            with write_transaction():
                response = self.answer(seasons.add_event(season.id, valid_id(body.event), body.key, version))
                store(response)
            return response

        return idempotency.run_once(request, _scope(season), work)


class SeasonEventDetail(SeasonView):
    """One event of a season."""

    @extend_schema(operation_id="season_events_remove", parameters=[IDEMPOTENCY_KEY], responses={204: None})
    def delete(self, request: Request, season_id: str, event: str) -> JSONResponse:
        """Take an event out of a season

        The event itself stays.
        """
        season = self.get_season()
        seasons.remove_event(season.id, valid_id(event), self.expected(season, needed=False))
        return JSONResponse(status=204)


class SeasonStandings(SeasonView):
    """The ranking of a season."""

    @extend_schema(operation_id="season_standings_read", responses=responses.SeasonStandings)
    def get(self, request: Request, season_id: str) -> JSONResponse:
        """The ranking of a season

        Of people and of teams, computed from the results that are in. A ranking that is frozen leaves out its running
        round for who only reads.
        """
        season = self.get_season()
        everything = self.role == ORGANISER
        return private_response(season_standings_json(standing_of(season, everything), everything))
