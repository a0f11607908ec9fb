"""A new event in two minutes, and its settings later."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from companion.http.error_pages import too_many_requests
from companion.http.rate_limits import use
from scoring.engine.refusal import Refusal, refuse
from scoring.event_models import Event, EventKey
from scoring.games import all_games
from scoring.languages import current_language, sort_key
from scoring.pages import form_tokens
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys, settings_form
from scoring.pages.events.changes import NOT_SENT, Outcome, page_of, seen_version, take
from scoring.pages.events.device_events import DeviceEvents, OpenedEvent
from scoring.pages.events.presets import PRESETS, Preset, preset_of
from scoring.pages.events.settings_form import MONEY, NAME, PLAYERS_EACH, PRIVACY, ROUNDS, RULES, Values
from scoring.pages.form_data import posted_data
from scoring.pages.house_rules import PREFIX, OptionField, error_texts, option_fields, read_options
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.selectors.access_keys import Key
from scoring.selectors.event_access import ORGANISER, keys_of
from scoring.selectors.events import rules_of
from scoring.services import events as services
from scoring.services import seasons
from scoring.services.events import NewEvent

_SCOPE = "new event"


@require_safe
@private_page
def kinds(request: HttpRequest) -> HttpResponse:
    """The kinds of events. season: to which the new event is to belong."""
    own = [{"preset": one, "game": all_games()[one.game]} for one in PRESETS if not one.free]
    free = [{"preset": one} for one in PRESETS if one.free]
    organised = {one.row.id: one.row for one in DeviceSeasons(request).organised}
    season = organised.get(request.GET.get("season", ""))
    return render(request, "events/organiser/kinds.html", {"own": own, "free": free, "season": season})


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def new(request: HttpRequest, kind: str) -> HttpResponse:
    """The form of a new event, and the event that it makes. A form that is sent twice makes one.

    season: to which it is to belong, one that this phone organises.
    """
    preset = preset_of(kind)
    if preset is None:
        raise Http404
    if request.method != "POST":
        return _new_page(request, preset, _usual(preset), season=request.GET.get("season", ""))
    token = form_tokens.posted_token(request)
    if (made := form_tokens.earlier_result(_SCOPE, token)) is not None:
        return _made(request, made)
    usage, allowed = use("tables", request.META.get("REMOTE_ADDR", ""))
    if usage and not allowed:
        return too_many_requests(request, usage)
    values = settings_form.read((NAME, PLAYERS_EACH, ROUNDS, *MONEY), _usual(preset), request)
    values["game"] = request.POST.get("game", preset.game) if preset.free else preset.game
    season = request.POST.get(f"{PREFIX}season", "")

    def keep(one: NewEvent) -> None:
        form_tokens.remember_result(_SCOPE, token, one.event.id)
        if season:
            _put_into(request, season, one)

    try:
        settings_form.check(values)
        made = services.create(
            values["name"],
            values["game"],
            {**values, "options": dict(preset.options) if values["game"] == preset.game else {}},
            keep,
            own_keys.secret,
        ).event.id
    except Refusal as refusal:
        return _new_page(request, preset, values, refusal, season)
    except IntegrityError:
        made = form_tokens.earlier_result(_SCOPE, token) or ""
    return _made(request, made)


def _put_into(request: HttpRequest, season_id: str, one: NewEvent) -> None:
    """Puts a new event into a season that this phone organises. Raises Refusal."""
    if season_id not in {season.row.id for season in DeviceSeasons(request).organised}:
        raise refuse("/season", "season_gone", "This phone does not organise that season any more.", rule="")
    seasons.add_event(season_id, one.event.id, one.key)


def _season_field(request: HttpRequest, chosen: str, refusal: Refusal | None) -> OptionField | None:
    """The choice of a season for a new event, None for a phone that organises none."""
    organised = DeviceSeasons(request).organised
    if not organised:
        return None
    choices = [
        ("", pgettext("season", "none"), not chosen),
        *((one.row.id, one.row.name, one.row.id == chosen) for one in organised),
    ]
    faults = Outcome(refusal).faults
    error = faults.get("season") or faults.get("event", "")
    return OptionField("season", _("Counts in the season"), "", "choice", "", choices=choices, error=error)


def _usual(preset: Preset) -> Values:
    money = {"prizes": [50, 30, 20], "unit": 50}
    return settings_form.values_with(
        {**preset.rules, "money": money},
        name=str(preset.title),
        game=preset.game,
        players_each=preset.players_each,
        name_days=90,
    )


def _new_page(
    request: HttpRequest, preset: Preset, values: Values, refusal: Refusal | None = None, season: str = ""
) -> HttpResponse:
    usual = [NAME, ROUNDS] if preset.rules["format"] in ("series", "swiss", "progressive", "league_day") else [NAME]
    money = settings_form.fields_of(MONEY, values, refusal)
    fields = settings_form.fields_of([*usual, *([PLAYERS_EACH] if preset.free else [])], values, refusal)
    of_season = _season_field(request, season, refusal)
    page = {
        "preset": preset,
        "fields": [*fields, of_season] if of_season else fields,
        "games": _games() if preset.free else [],
        "game": values["game"],
        "money": money,
        "money_open": any(one.error for one in money),
        "name_days": values["name_days"],
        "faults": Outcome(refusal).faults,
        "token": form_tokens.posted_token(request),
    }
    return render(request, "events/organiser/new.html", page, status=422 if refusal else 200)


def _games() -> list[tuple[str, str]]:
    named = [(slug, current_language(slug).gettext(game.name)) for slug, game in all_games().items()]
    return sorted(named, key=lambda one: sort_key(one[1]))


def _made(request: HttpRequest, event_id: str) -> HttpResponse:
    """To the entries of a new event; the phone gets the organiser's key."""
    device = DeviceEvents(request)
    response = redirect("event-entries", event_id)
    key_id, digest = keys_of(event_id).get(EventKey.ORGANISER, ("", ""))
    if key_id and event_id not in device.keys and (key := own_keys.shown(key_id, digest)):
        device.add(event_id, Key(key.id, key.secret))
        device.set_cookie(response)
    return response


# -- settings ------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def settings(request: HttpRequest, event_id: str) -> HttpResponse:
    """All settings of an event."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    event = opened.row
    if request.method != "POST":
        return _settings_page(request, opened, _stored(event))
    values = settings_form.read((NAME, *RULES, *MONEY, *PRIVACY), _stored(event), request)

    def change() -> None:
        settings_form.check(values)
        services.update(event_id, values, opened.role, seen_version(request))

    outcome = take(request, f"settings {event_id}", change)
    if outcome.done:
        return redirect(f"/events/{event_id}?saved")
    return _settings_page(request, DeviceEvents(request).event(event_id, ORGANISER), values, outcome)


def _stored(event: Event) -> Values:
    names = ("name", "players_each", "name_days", "public", "frozen")
    return settings_form.values_with(event.rules, **{name: getattr(event, name) for name in names})


def _settings_page(
    request: HttpRequest, opened: OpenedEvent, values: Values, outcome: Outcome = NOT_SENT
) -> HttpResponse:
    meant = settings_form.meant_in(RULES, values["rules"]["format"])
    groups = [[NAME], meant, MONEY, PRIVACY]
    fields = [settings_form.fields_of(group, values, outcome.refusal) for group in groups]
    shown = {text for group in fields for one in group if (text := one.error)}
    page = page_of(
        opened, _("Event settings"), outcome, ("",), name=fields[0], rules=fields[1], money=fields[2], privacy=fields[3]
    )
    page["others"] = [text for text in outcome.faults.values() if text not in shown]
    return render(request, "events/organiser/settings.html", page, status=200 if outcome.done else 422)


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def house_rules(request: HttpRequest, event_id: str) -> HttpResponse:
    """The rules of the game at the tables that open from now on."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    game = all_games()[opened.row.game]
    options: dict[str, Any] = dict(opened.row.options)
    outcome = NOT_SENT
    if request.method == "POST":
        options = read_options(game, posted_data(request))
        change = {"options": options}
        outcome = take(
            request,
            f"rules {event_id}",
            lambda: services.update(event_id, change, opened.role, seen_version(request)),
        )
        if outcome.done:
            return redirect(f"/events/{event_id}?saved")
        opened = DeviceEvents(request).event(event_id, ORGANISER)
    fields = option_fields(game, options, outcome.refusal)
    at_fields = {one.error for one in fields}
    heading = _("House rules: {game}").format(game=current_language(game.slug).gettext(game.name))
    page = page_of(opened, heading, outcome, ("",), game=game, fields=fields)
    page["deals_first"] = settings_form.DEALS_COME_FIRST if rules_of(opened.row).deals else ""
    page["errors"] = [text for text in error_texts(outcome.refusal, game.slug) if text not in at_fields]
    return render(request, "events/organiser/house_rules.html", page, status=200 if outcome.done else 422)


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def delete(request: HttpRequest, event_id: str) -> HttpResponse:
    """Asks whether the event is to go, and deletes it."""
    device = DeviceEvents(request)
    opened = device.event(event_id, ORGANISER)
    if request.method != "POST":
        return render(request, "events/organiser/delete.html", page_of(opened, _("Delete the event")))
    services.delete(event_id)
    device.remove(event_id)
    response = redirect("events")
    device.set_cookie(response)
    return response
