"""Addresses of the pages of club events."""

from __future__ import annotations

from django.urls import path

import companion.http.path_converters  # noqa: F401 - number
from scoring.pages.events.views import hall, joining, organiser, player, show, sitting

urlpatterns = [
    path("", organiser.events, name="events"),
    path("/join/<str:key>", joining.join, name="join-event"),
    # players and tables
    path("/<slug:event_id>/mine", player.mine, name="own-place"),
    path("/<slug:event_id>/rounds/<number:number>/tables/<number:table>", sitting.show, name="sitting"),
    path("/<slug:event_id>/rounds/<number:number>/tables/<number:table>/<slug:what>", sitting.act, name="sitting-act"),
    path("/<slug:event_id>", show.show, name="event"),
    path("/<slug:event_id>/display", hall.display, name="event-display"),
]
