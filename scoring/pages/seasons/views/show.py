"""The page of a season, for its organiser and for guests; on paper; in a frame on the club's own page."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from companion.http.accept_language import find_language
from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import DeviceEvents
from scoring.pages.events.own_number import own_entries
from scoring.pages.seasons.device_seasons import DeviceSeasons
from scoring.pages.seasons.season_view import SeasonView
from scoring.pages.views.embedding import embeddable
from scoring.selectors.seasons import find_season, standing_of


@require_safe
@private_page
def show(request: HttpRequest, season_id: str) -> HttpResponse:
    """The ranking, who has played too few events, and the events."""
    opened = DeviceSeasons(request).season(season_id)
    standing = standing_of(opened.row, opened.organises)
    events = DeviceEvents(request).among({event.id: event for event in standing.events})
    view = SeasonView(standing, opened.organises, own_entries(request, events))
    known = {one.row.id for one in events}
    return render(
        request, "seasons/season.html", {"opened": opened, "season": opened.row, "view": view, "known": known}
    )


@require_safe
@private_page
def printed(request: HttpRequest, season_id: str) -> HttpResponse:
    """The ranking on paper, in black and white. It hangs on the wall: with the names of those who agree."""
    opened = DeviceSeasons(request).season(season_id)
    view = SeasonView(standing_of(opened.row, opened.organises), linked=False)
    response = render(request, "seasons/paper.html", {"title": _("Ranking"), "season": opened.row, "view": view})
    response.headers["Cache-Control"] = "no-store"
    return response


@require_safe
def embedded(request: HttpRequest, season_id: str) -> HttpResponse:
    """The ranking for a frame on another site. Raises Http404 unless the organiser has made the season public.

    Parameters: ``background=none`` for an overlay, ``theme`` (light or dark), ``lang`` (a language tag).
    """
    row = find_season(season_id) if settings.SERVER else None
    if row is None or not row.public:
        raise Http404
    with override(find_language(request.GET.get("lang", ""), dict(settings.LANGUAGES)) or get_language()):
        is_overlay = request.GET.get("background") == "none"
        theme = request.GET.get("theme", "light" if is_overlay else "")
        view = SeasonView(standing_of(row, everything=False), linked=False)
        page = {"season": row, "view": view, "is_overlay": is_overlay}
        page["theme"] = theme if theme in ("light", "dark") else ""
        response = render(request, "embed/season.html", page)
    return embeddable(response)
