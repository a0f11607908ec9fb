"""Addresses of the rules API, below /api/v1/."""

from __future__ import annotations

from django.urls import path

from rulesref import api

urlpatterns = [
    path("rules", api.RulesListView.as_view(), name="api-rules"),
    path("rules/search", api.RulesSearchView.as_view(), name="api-rules-search"),
    path("rules/bundle", api.RulesBundleView.as_view(), name="api-rules-bundle"),
    path("rules/<str:slug>", api.RulesArticleView.as_view(), name="api-rules-article"),
    path("rules/<str:slug>/<str:section>", api.RulesSectionView.as_view(), name="api-rules-section"),
]
