"""All addresses, the busiest first: the API below /api/, the rules below /rules/, the pages at the root."""

from __future__ import annotations

from django.urls import include, path, re_path

from companion import page_urls, well_known
from companion.assistants.view import Assistants
from companion.http import health, robots
from companion.http.api_view import NotFound
from companion.page_urls import handler400, handler403, handler404, handler500
from scoring.api.views.entry import EntryPoint

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("health", health.health, name="health"),
    path("ready", health.ready, name="ready"),
    path("robots.txt", robots.robots, name="robots"),
    path("api/", include("scoring.api.urls")),
    path("api", EntryPoint.as_view(schema=None)),
    path("api/v1/", include("rulesref.urls_api")),
    path("llms.txt", well_known.llms_txt, name="llms"),
    path(".well-known/api-catalog", well_known.api_catalog, name="api-catalog"),
    path(".well-known/security.txt", well_known.security_txt, name="security"),
    path("mcp", Assistants.as_view(), name="assistants"),
    path("api/", include([re_path("", NotFound.as_view())])),
    *page_urls.urlpatterns,
]
