"""Where every endpoint is, the busiest first."""

from __future__ import annotations

from django.urls import path

from scoring.api import docs, events, games, hands, history, matches, score, standings, tables, transfer, trick
from scoring.api.schema.document import Document

urlpatterns = [
    path("v1/matches/<str:match_id>", matches.OneMatch.as_view()),
    path("v1/matches/<str:match_id>/hands", hands.Hands.as_view()),
    path("v1/matches/<str:match_id>/hands/<int:number>", hands.OneHand.as_view()),
    path("v1/matches/<str:match_id>/undo", history.Undo.as_view()),
    path("v1/matches/<str:match_id>/redo", history.Redo.as_view()),
    path("v1/matches/<str:match_id>/history", history.History.as_view()),
    path("v1/matches/<str:match_id>/events", events.Events.as_view()),
    path("v1/matches/<str:match_id>/export", transfer.Export.as_view()),
    path("v1/games/<str:slug>/score", score.Score.as_view()),
    path("v1/games/<str:slug>/trick", trick.Trick.as_view()),
    path("v1/games/<str:slug>", games.OneGame.as_view()),
    path("v1/games", games.Games.as_view()),
    path("v1/tables", tables.Tables.as_view()),
    path("v1/tables/<str:table_id>", tables.OneTable.as_view()),
    path("v1/tables/<str:table_id>/keys/<str:role>", tables.TableKey.as_view()),
    path("v1/tables/<str:table_id>/matches", matches.Matches.as_view()),
    path("v1/tables/<str:table_id>/standings", standings.TableStandings.as_view()),
    path("v1/tables/<str:table_id>/import", transfer.Import.as_view()),
    path("v1/openapi.json", Document.as_view()),
    path("docs", docs.Swagger.as_view()),
    path("problems", docs.Problems.as_view()),
    path("problems/<str:name>", docs.OneProblem.as_view()),
]
