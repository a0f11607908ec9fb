"""What everybody in the hall sees: the display on the wall, the ranking on guests' phones, and on the club's own page.

The part that changes is drawn once for each version of the event, language and reader's number, for all who look.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from companion.http.accept_language import find_language
from scoring.event_models import Event
from scoring.pages.device_keys import private_page
from scoring.pages.events import own_keys
from scoring.pages.events.device_events import DeviceEvents
from scoring.pages.events.hall_html import framed, hall_tables
from scoring.pages.events.hall_view import HallView
from scoring.pages.events.links import Link, link_of
from scoring.pages.events.own_number import own_number
from scoring.pages.form_data import whole_number
from scoring.pages.html_cache import HtmlCache
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.pages.views.embedding import embeddable
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ENTRANT, keys_of

SECONDS = 12
"""How long a screen of the display stays."""

_parts = HtmlCache(64)


@require_safe
@private_page
def display(request: HttpRequest, event_id: str) -> HttpResponse:
    """The display on the wall. page: the screen that is shown, from 1."""
    opened = DeviceEvents(request).event(event_id)
    row = opened.row
    version = selectors.stream_version(row)
    number = whole_number(request.GET.get("page", "")) or 1
    link = _entrant_link(request, row)

    def draw() -> SafeString:
        view = _view(row.id, version, False, get_language(), get_current_timezone_name())
        screens = (link and view.before_draw(link.code, link.address)) or view.screens
        shown = min(number, len(screens))
        clock = render_to_string("events/round_clock.html", {"round": view.current})  # once, for all screens
        state = {True: "" if view.ranking.progress else view.ranking.state, False: view.ranking.state}
        context = {"view": view, "screens": framed(screens, shown, state, clock, row.name)}
        return render_to_string("events/display_part.html", context)

    part = _drawn_once(row, version, ("display", number, link.address if link else ""), draw)
    page = {"opened": opened, "event": row, "version": version, "part": part, "seconds": SECONDS, "next": number + 1}
    return render(request, "events/display.html", page)


@require_safe
@private_page
def guest(request: HttpRequest, event_id: str) -> HttpResponse:
    """The ranking and the tables for guests. entry: the reader's own number. round: whose tables are shown."""
    opened = DeviceEvents(request).event(event_id)
    row = opened.row
    version = selectors.stream_version(row)
    mine = whole_number(request.GET.get("entry", "")) or own_number(request, opened)
    part = _guest_part(request, row, version, opened.sees_everything, mine)
    page = {"opened": opened, "event": row, "version": version, "part": part, "entry": mine or ""}
    page["seasons"] = DeviceSeasons(request).of_event(row)
    return render(request, "events/guest.html", page)


@require_safe
def embedded(request: HttpRequest, event_id: str) -> HttpResponse:
    """The ranking for a frame on another site. Raises Http404 unless the organiser has made the event public.

    Parameters: ``background=none`` for an overlay, ``theme`` (light or dark), ``lang`` (a language tag).
    """
    row = selectors.find_event(event_id) if settings.SERVER else None
    if row is None or not row.public:
        raise Http404
    with override(find_language(request.GET.get("lang", ""), dict(settings.LANGUAGES)) or get_language()):
        version = selectors.stream_version(row)
        part = _guest_part(request, row, version, everything=False, is_embedded=True)
        is_overlay = request.GET.get("background") == "none"
        theme = request.GET.get("theme", "light" if is_overlay else "")
        theme = theme if theme in ("light", "dark") else ""
        page = {"event": row, "version": version, "part": part, "theme": theme, "is_overlay": is_overlay}
        response = render(request, "embed/event.html", page)
    return embeddable(response)


def _entrant_link(request: HttpRequest, row: Event) -> Link | None:
    """The link with which players enter themselves, while nothing is drawn; None if entries are closed."""
    if row.rules.get("self_entry", "closed") == "closed" or selectors.rounds_of(row):
        return None
    key = keys_of(row.id).get(ENTRANT)
    return link_of(request, own_keys.shown(*key)) if key else None


def _guest_part(
    request: HttpRequest, row: Event, version: int, everything: bool, mine: int | None = None, is_embedded: bool = False
) -> SafeString:
    """The ranking and the tables of a round, with the reader's own line first."""
    number = whole_number(request.GET.get("round", ""))

    def view() -> HallView:
        return _view(row.id, version, everything, get_language(), get_current_timezone_name())

    def draw() -> SafeString:
        hall = view()
        shown = hall.shown(number)
        context = {
            "view": hall,
            "ranking": hall.ranking,
            "is_embedded": is_embedded,
            "row": shown,
            "tables": hall_tables(hall.tables(shown) if shown else []),
            "free": hall.free(shown) if shown else [],
        }
        return render_to_string("events/guest_part.html", context)

    part = _drawn_once(row, version, ("guest", everything, is_embedded, number), draw)
    if mine is None or is_embedded:
        return part
    own = render_to_string("events/own.html", {"own": view().own(mine), "mine": mine, "ranking": view().ranking})
    # The part is drawn for all; this reader's links to other rounds keep the number.
    return own + mark_safe(part.replace('href="?round=', f'href="?entry={mine}&amp;round='))  # noqa: S308 - made by templates


@lru_cache(maxsize=16)
def _view(event_id: str, version: int, everything: bool, language: str, zone: str) -> HallView:
    """The event at this version, for all readers who see the same. language, zone: those of this thread."""
    row = selectors.find_event(event_id)
    if row is None:
        raise Http404
    return HallView(selectors.load(row), everything)


def _drawn_once(row: Event, version: int, what: tuple[object, ...], draw: Callable[[], SafeString]) -> SafeString:
    """The part of the page, from the cache if somebody has seen this version. what: all else that it depends on."""
    return _parts.get((row.id, version, get_language(), get_current_timezone_name(), *what), draw)
