"""All addresses: the API below /api/, the rules below /rules/, the pages at the root; the busiest first."""

from __future__ import annotations

from django.urls import include, path, re_path

from companion.http import health, languages
from companion.http.api_view import NotFound

urlpatterns = [
    path("health", health.health, name="health"),
    path("api/", include("scoring.api.urls")),
    path("api/v1/", include("rulesref.urls_api")),
    path("api/", include([re_path("", NotFound.as_view())])),
    path("rules", include("rulesref.urls")),
    path("language", languages.language, name="language"),
    path("texts/<str:code>-<str:version>.js", languages.script_texts, name="script-texts"),
    path("", include("scoring.pages.urls")),
]

handler400 = "companion.http.error_pages.bad_request"
handler403 = "companion.http.error_pages.forbidden"
handler404 = "companion.http.error_pages.not_found"
handler500 = "companion.http.error_pages.server_error"
