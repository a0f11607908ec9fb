"""Addresses of the rules for people, below /rules."""

from __future__ import annotations

from django.urls import path

from rulesref import pages

urlpatterns = [
    path("", pages.games, name="rules"),
    path("/search", pages.search, name="rules-search"),
    path("/glossary", pages.page, {"slug": "glossary"}, name="rules-glossary"),
    path("/dealing", pages.page, {"slug": "dealing"}, name="rules-dealing"),
    path("/hoyle", pages.page, {"slug": "hoyle"}, name="rules-hoyle"),
    path("/<str:slug>", pages.page, name="rules-game"),
    path("/<str:slug>/trick", pages.trick, name="rules-trick"),
    path("/<str:slug>/ask/<str:kind>", pages.ask, name="rules-ask"),
]
