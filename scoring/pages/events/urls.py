"""Addresses of the pages of club events."""

from __future__ import annotations

from django.urls import path

import companion.http.path_converters  # noqa: F401 - number
from scoring.pages.events.views import hall, joining, organiser, show

urlpatterns = [
    path("", organiser.events, name="events"),
    path("/join/<str:key>", joining.join, name="join-event"),
    path("/<slug:event_id>", show.show, name="event"),
    path("/<slug:event_id>/display", hall.display, name="event-display"),
]
