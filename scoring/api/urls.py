"""All addresses below /api/, the busiest first."""

from __future__ import annotations

from django.urls import path

import companion.http.path_converters  # noqa: F401 - number
from scoring.api.views import (
    codes,
    copies,
    documentation,
    entry,
    events,
    games,
    hands,
    matches,
    scoring,
    settlements,
    tables,
    transfer,
    webhooks,
)

_DELIVERIES = "v1/tables/<str:table_id>/webhooks/<str:webhook>/deliveries"

urlpatterns = [
    path("v1/matches/<str:match_id>", matches.MatchDetail.as_view()),
    path("v1/matches/<str:match_id>/hands", hands.HandList.as_view()),
    path("v1/matches/<str:match_id>/hands/<number:number>", hands.HandDetail.as_view()),
    path("v1/matches/<str:match_id>/continue", matches.Continue.as_view()),
    path("v1/matches/<str:match_id>/undo", matches.Undo.as_view()),
    path("v1/matches/<str:match_id>/redo", matches.Redo.as_view()),
    path("v1/matches/<str:match_id>/history", matches.History.as_view()),
    path("v1/matches/<str:match_id>/events", events.Events.as_view()),
    path("v1/matches/<str:match_id>/events/token", events.EventsToken.as_view()),
    path("v1/matches/<str:match_id>/settlement", settlements.SettledMatch.as_view()),
    path("v1/matches/<str:match_id>/copy", copies.Copy.as_view()),
    path("v1/matches/<str:match_id>/code", codes.MatchCode.as_view()),
    path("v1/codes/decode", codes.DecodedCodes.as_view()),
    path("v1/matches/<str:match_id>/export", transfer.Export.as_view()),
    path("v1/games/<str:slug>/score", scoring.Score.as_view()),
    path("v1/games/<str:slug>/read", scoring.Read.as_view()),
    path("v1/games/<str:slug>/trick", scoring.Trick.as_view()),
    path("v1/games/<str:slug>/hand", games.HandSchema.as_view()),
    path("v1/games/<str:slug>", games.GameDetail.as_view()),
    path("v1/games", games.GameList.as_view()),
    path("v1/tables", tables.TableList.as_view()),
    path("v1/tables/<str:table_id>", tables.TableDetail.as_view()),
    path("v1/tables/<str:table_id>/keys/<str:role>", tables.TableKey.as_view()),
    path("v1/tables/<str:table_id>/matches", matches.MatchList.as_view()),
    path("v1/tables/<str:table_id>/standings", tables.TableStandings.as_view()),
    path("v1/tables/<str:table_id>/events", events.TableEvents.as_view()),
    path("v1/tables/<str:table_id>/events/token", events.TableEventsToken.as_view()),
    path("v1/tables/<str:table_id>/settlement", settlements.SettledEvening.as_view()),
    path("v1/tables/<str:table_id>/kitty", settlements.TableKitty.as_view()),
    path("v1/tables/<str:table_id>/import", transfer.Import.as_view()),
    path("v1/tables/<str:table_id>/codes", codes.KeptCodes.as_view()),
    path("v1/tables/<str:table_id>/webhooks", webhooks.WebhookList.as_view()),
    path("v1/tables/<str:table_id>/webhooks/<str:webhook>", webhooks.WebhookDetail.as_view()),
    path("v1/tables/<str:table_id>/webhooks/<str:webhook>/secret", webhooks.WebhookSecret.as_view()),
    path("v1/tables/<str:table_id>/webhooks/<str:webhook>/test", webhooks.WebhookTest.as_view()),
    path(_DELIVERIES, webhooks.DeliveryList.as_view()),
    path(f"{_DELIVERIES}/<str:delivery>", webhooks.DeliveryDetail.as_view()),
    path(f"{_DELIVERIES}/<str:delivery>/send_again", webhooks.DeliverySendAgain.as_view()),
    path("v1", entry.EntryPoint.as_view()),
    path("v1/openapi.json", documentation.Document.as_view()),
    path("v1/openapi/<str:part>.json", documentation.Document.as_view()),
    path("docs", documentation.Swagger.as_view()),
    path("guide", documentation.Guide.as_view()),
    path("guide/<path:name>", documentation.Guide.as_view()),
    path("problems", documentation.ProblemList.as_view()),
    path("problems/<str:name>", documentation.ProblemPage.as_view()),
]
