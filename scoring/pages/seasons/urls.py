"""Addresses of the pages of seasons."""

from __future__ import annotations

from django.urls import path

import companion.http.path_converters  # noqa: F401 - number
from scoring.pages.seasons.views import events, joining, names, person, setting_up, sharing, show

urlpatterns = [
    path("/new", setting_up.new, name="new-season"),
    path("/join/<str:key>", joining.join, name="join-season"),
    path("/<slug:season_id>", show.show, name="season"),
    path("/<slug:season_id>/print", show.printed, name="print-season"),
    path("/<slug:season_id>/entries/<slug:event_id>/<number:number>", person.person, name="season-person"),
    # organiser
    path("/<slug:season_id>/events", events.events, name="season-events"),
    path("/<slug:season_id>/names", names.names, name="season-names"),
    path("/<slug:season_id>/links", sharing.links, name="season-links"),
    path("/<slug:season_id>/settings", setting_up.settings, name="season-settings"),
    path("/<slug:season_id>/delete", setting_up.delete, name="delete-season"),
]
