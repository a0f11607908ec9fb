"""The addresses of pages and rules, and the error handlers. A server and a phone alone have the same."""

from __future__ import annotations

from django.urls import include, path

from companion.http import languages, manifest

urlpatterns = [
    path("rules", include("rulesref.urls")),
    path("language", languages.language, name="language"),
    path("texts/<str:code>-<str:version>.js", languages.script_texts, name="script-texts"),
    path("manifest-<str:code>.webmanifest", manifest.manifest, name="manifest"),
    path("", include("scoring.pages.urls")),
]

handler400 = "companion.http.error_pages.bad_request"
handler403 = "companion.http.error_pages.forbidden"
handler404 = "companion.http.error_pages.not_found"
handler500 = "companion.http.error_pages.server_error"
