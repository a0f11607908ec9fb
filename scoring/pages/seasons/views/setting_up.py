"""A new season in a minute, its settings later, and its end."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.http.error_pages import too_many_requests
from companion.http.rate_limits import use
from scoring.db.write_lock import write_transaction
from scoring.engine.refusal import Refusal
from scoring.event_models import EventKey
from scoring.pages import form_tokens
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys, settings_form
from scoring.pages.events.changes import NOT_SENT, Outcome, form_page, seen_version, take
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.settings_form import NAME, Values
from scoring.pages.seasons import settings as season_settings
from scoring.pages.seasons.device_seasons import DeviceSeasons, OpenedSeason
from scoring.pages.seasons.settings import COUNTING, FURTHER, PUBLIC, RULES
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.events import rules_of
from scoring.selectors.seasons import keys_of
from scoring.services import seasons

_SCOPE = "new season"


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def new(request: HttpRequest) -> HttpResponse:
    """The form of a new season, and the season that it makes. A form that is sent twice makes one.

    event: an event of this phone that is ticked already.
    """
    events = [one for one in DeviceEvents(request).events if one.sees_everything]
    usual = season_settings.usual(_("Season {year}").format(year=localdate().year))
    if request.method != "POST":
        return _new_page(request, usual, events, {request.GET.get("event", "")})
    token = form_tokens.posted_token(request)
    if (made := form_tokens.earlier_result(_SCOPE, token)) is not None:
        return _made(request, made)
    usage, allowed = use("tables", request.META.get("REMOTE_ADDR", ""))
    if usage and not allowed:
        return too_many_requests(request, usage)
    values = settings_form.read((NAME, *RULES), usual, request)
    chosen = set(request.POST.getlist("event"))
    keys = DeviceEvents(request).keys
    formats = {rules_of(one.row).format for one in events if one.row.id in chosen}
    if formats == {"league_day"}:  # teams of a league are ranked by what they have of each day
        values["rules"]["teams_counted"] = "match_points"
    try:
        with write_transaction():
            season = seasons.create(values["name"], values["rules"], own_keys.secret).season
            for one in events:
                if one.row.id in chosen:
                    key = keys[one.row.id]
                    seasons.add_event(season.id, one.row.id, f"{key.id}.{key.secret}")
            form_tokens.remember_result(_SCOPE, token, season.id)
            made = season.id
    except Refusal as refusal:
        return _new_page(request, values, events, chosen, refusal)
    except IntegrityError:
        made = form_tokens.earlier_result(_SCOPE, token) or ""
    return _made(request, made)


def _new_page(
    request: HttpRequest, values: Values, events: list[OpenedEvent], chosen: set[str], refusal: Refusal | None = None
) -> HttpResponse:
    further = settings_form.fields_of(FURTHER, values, refusal)
    fields = settings_form.fields_of((NAME, *COUNTING), values, refusal)
    page = form_page(
        _("New season"),
        Outcome(refusal),
        ("name", "rules_"),
        fields=fields,
        further=further,
        further_open=any(one.error for one in further),
        events=[(one.row, one.row.id in chosen) for one in events],
    )
    page["token"] = form_tokens.posted_token(request)
    return render(request, "seasons/new.html", page, status=422 if refusal else 200)


def _made(request: HttpRequest, season_id: str) -> HttpResponse:
    """To the new season; the phone gets the organiser's key."""
    device = DeviceSeasons(request)
    response = redirect("season", season_id)
    key_id, digest = keys_of(season_id).get(EventKey.ORGANISER, ("", ""))
    if key_id and season_id not in device.keys and (key := own_keys.shown(key_id, digest)):
        device.add(season_id, key)
        device.set_cookie(response)
    return response


# -- settings ------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def settings(request: HttpRequest, season_id: str) -> HttpResponse:
    """All settings of a season."""
    device = DeviceSeasons(request)
    opened = device.season(season_id, ORGANISER)
    if request.method != "POST":
        return _settings_page(request, opened, season_settings.stored(opened.row))
    values = settings_form.read((NAME, *RULES, PUBLIC), season_settings.stored(opened.row), request)
    outcome = take(request, f"settings {season_id}", lambda: seasons.update(season_id, values, seen_version(request)))
    if outcome.done:
        return redirect("season", season_id)
    return _settings_page(request, device.season(season_id, ORGANISER), values, outcome)


def _settings_page(
    request: HttpRequest, opened: OpenedSeason, values: Values, outcome: Outcome = NOT_SENT
) -> HttpResponse:
    fields: dict[str, Any] = {
        name: settings_form.fields_of(group, values, outcome.refusal)
        for name, group in (("fields", (NAME, *RULES)), ("privacy", (PUBLIC,)))
    }
    page = form_page(_("Settings"), outcome, ("name", "rules_"), opened=opened, season=opened.row, **fields)
    return render(request, "seasons/settings.html", page, status=200 if outcome.done else 422)


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def delete(request: HttpRequest, season_id: str) -> HttpResponse:
    """Asks whether the season is to go, and deletes it. Its events stay."""
    device = DeviceSeasons(request)
    opened = device.season(season_id, ORGANISER)
    if request.method != "POST":
        page = form_page(_("Delete the season"), opened=opened, season=opened.row)
        return render(request, "seasons/delete.html", page)
    seasons.delete(season_id)
    device.remove(season_id)
    response = redirect("events")
    device.set_cookie(response)
    return response
