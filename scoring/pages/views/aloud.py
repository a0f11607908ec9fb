"""A match read aloud by the phone or the board: the panel, and the sentences."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.pages.device_keys import DeviceKeys, private_page
from scoring.pages.match_view import MatchView
from scoring.pages.spoken_match import spoken_match
from scoring.pages.views.match import context
from scoring.selectors.match_snapshot import at_one_version


@require_safe
@private_page
def panel(request: HttpRequest, match_id: str) -> HttpResponse:
    """The buttons: on, short or long, again."""
    match = DeviceKeys(request).match(match_id)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "match/aloud.html", {"match": match})
    return render(request, "match/page.html", {**context(MatchView(match)), "aloud": True})


@require_safe
@private_page
def text(request: HttpRequest, match_id: str) -> HttpResponse:
    """The sentences, with the version of the match that they are about: ``{"version": …, "short": …, "long": …}``."""
    match = DeviceKeys(request).match(match_id)
    return JsonResponse(
        at_one_version(match, lambda match: {"version": match.version, **asdict(spoken_match(MatchView(match)))})
    )
