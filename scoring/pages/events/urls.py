"""Addresses of the pages of club events."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path

import companion.http.path_converters  # noqa: F401 - number
from scoring.pages.events.views import (
    collecting,
    entries,
    files,
    hall,
    history,
    joining,
    money,
    organiser,
    paper,
    places,
    player,
    results,
    rounds,
    setting_up,
    sharing,
    show,
    sitting,
)
from scoring.pages.seasons.views import events as season_events


def _files(name: str, view: Callable[..., HttpResponse]) -> list[URLPattern]:
    """The addresses of a file for spreadsheets in each form."""
    address = f"/<slug:event_id>/{name}"
    return [path(f"{address}.{form}", view, {"form": form}, name=f"event-{name}-{form}") for form in ("csv", "xlsx")]


urlpatterns = [
    path("", organiser.events, name="events"),
    path("/join/<str:key>", joining.join, name="join-event"),
    # organiser and referee
    path("/new", setting_up.kinds, name="new-event"),
    path("/new/<slug:kind>", setting_up.new, name="make-event"),
    path("/<slug:event_id>/settings", setting_up.settings, name="event-settings"),
    path("/<slug:event_id>/rules", setting_up.house_rules, name="event-rules"),
    path("/<slug:event_id>/delete", setting_up.delete, name="delete-event"),
    path("/<slug:event_id>/entries", entries.entries, name="event-entries"),
    path("/<slug:event_id>/entries/<number:number>", entries.entry, name="event-entry"),
    path("/<slug:event_id>/draw", rounds.draw, name="draw-round"),
    path("/<slug:event_id>/rounds/<number:number>", rounds.show, name="event-round"),
    path("/<slug:event_id>/rounds/<number:number>/tables/<number:table>/result", results.result, name="event-result"),
    path("/<slug:event_id>/rounds/<number:number>/cards", rounds.cards, name="start-cards"),
    path("/<slug:event_id>/rounds/<number:number>/clock", rounds.clock, name="round-clock"),
    path("/<slug:event_id>/rounds/<number:number>/<slug:act>", rounds.step, name="round-step"),
    path("/<slug:event_id>/collect", collecting.collect, name="collect-lists"),
    path("/<slug:event_id>/places", places.places, name="event-places"),
    path("/<slug:event_id>/money", money.money, name="event-money"),
    path("/<slug:event_id>/links", sharing.links, name="event-links"),
    path("/<slug:event_id>/history", history.history, name="event-history"),
    path("/<slug:event_id>/seasons", season_events.of_event, name="event-seasons"),
    # players and tables
    path("/<slug:event_id>/enter", player.enter, name="enter-oneself"),
    path("/<slug:event_id>/mine", player.mine, name="own-place"),
    path("/<slug:event_id>/mine/number", player.choose, name="own-number"),
    path("/<slug:event_id>/rounds/<number:number>/tables/<number:table>", sitting.show, name="sitting"),
    path("/<slug:event_id>/rounds/<number:number>/tables/<number:table>/<slug:what>", sitting.act, name="sitting-act"),
    path("/<slug:event_id>", show.show, name="event"),
    # the hall: display, guests, paper
    path("/<slug:event_id>/display", hall.display, name="event-display"),
    path("/<slug:event_id>/ranking", hall.guest, name="event-ranking"),
    *_files("ranking", files.ranking),
    *_files("entries", files.entries),
    *_files("cash", files.cash),
    path("/<slug:event_id>/print", paper.sheets, name="event-sheets"),
    path("/<slug:event_id>/print/<slug:name>", paper.sheet, name="event-sheet"),
]
