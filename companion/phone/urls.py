"""The addresses of a phone alone: all pages, and those for a match that a server has too."""

from __future__ import annotations

from django.urls import path

from companion import page_urls
from companion.page_urls import handler400, handler403, handler404, handler500
from scoring.pages.views import copies

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("copies", copies.take, name="take-copy"),
    path("matches/<slug:match_id>/copy/given", copies.given, name="copy-given"),
    path("matches/<slug:match_id>/differences", copies.settle, name="differences"),
    *page_urls.urlpatterns,
]
