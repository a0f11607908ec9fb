"""Addresses of the rules pages, below /rules."""

from __future__ import annotations

from django.urls import path

from rulesref import link_pictures
from rulesref.views import lookups, pages, search

urlpatterns = [
    path("", pages.game_list, name="rules"),
    path("/search", search.search, name="rules-search"),
    path("/glossary", pages.rules_page, {"slug": "glossary"}, name="rules-glossary"),
    path("/dealing", pages.rules_page, {"slug": "dealing"}, name="rules-dealing"),
    path("/hoyle", pages.rules_page, {"slug": "hoyle"}, name="rules-hoyle"),
    path("/<str:slug>.md", pages.rules_markdown, name="rules-markdown"),
    path("/picture-<str:code>.png", link_pictures.of_companion, name="picture"),
    path("/<str:slug>/picture-<str:code>.png", link_pictures.of_article, name="rules-picture"),
    path("/<str:slug>", pages.rules_page, name="rules-game"),
    path("/<str:slug>/part", pages.rules_part, name="rules-part"),
    path("/<str:slug>/trick", lookups.trick_lookup, name="rules-trick"),
    path("/<str:slug>/lookup/<str:kind>", lookups.hand_lookup, name="rules-lookup"),
]
