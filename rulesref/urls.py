"""Addresses of the rules pages, below /rules."""

from __future__ import annotations

from django.urls import path

from rulesref import link_pictures, views

urlpatterns = [
    path("", views.game_list, name="rules"),
    path("/search", views.search, name="rules-search"),
    path("/glossary", views.rules_page, {"slug": "glossary"}, name="rules-glossary"),
    path("/dealing", views.rules_page, {"slug": "dealing"}, name="rules-dealing"),
    path("/hoyle", views.rules_page, {"slug": "hoyle"}, name="rules-hoyle"),
    path("/<str:slug>.md", views.rules_markdown, name="rules-markdown"),
    path("/picture-<str:code>.png", link_pictures.of_companion, name="picture"),
    path("/<str:slug>/picture-<str:code>.png", link_pictures.of_article, name="rules-picture"),
    path("/<str:slug>", views.rules_page, name="rules-game"),
    path("/<str:slug>/part", views.rules_part, name="rules-part"),
    path("/<str:slug>/trick", views.trick_lookup, name="rules-trick"),
    path("/<str:slug>/lookup/<str:kind>", views.hand_lookup, name="rules-lookup"),
]
