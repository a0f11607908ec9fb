"""Addresses of the pages."""

from __future__ import annotations

from django.urls import path

from scoring.pages.views import hands, history, home, match, new_match, share, tables, transfer

urlpatterns = [
    path("", home.home, name="home"),
    path("join", home.paste, name="join"),
    path("join/<str:key>", home.join, name="join-table"),
    path("join/<str:key>/<slug:match_id>", home.join, name="join-match"),
    path("new", new_match.choose_game, name="new"),
    path("new/<slug:slug>", new_match.new_match, name="prepare"),
    path("new/<slug:slug>/begin", new_match.start_match, name="begin"),
    path("matches/<slug:match_id>", match.show, name="match"),
    path("matches/<slug:match_id>/now", match.changing_part, name="match-now"),
    path("matches/<slug:match_id>/undo", match.undo, name="undo"),
    path("matches/<slug:match_id>/redo", match.redo, name="redo"),
    path("matches/<slug:match_id>/finish", match.finish, name="finish"),
    path("matches/<slug:match_id>/reopen", match.reopen, name="reopen"),
    path("matches/<slug:match_id>/rematch", new_match.rematch, name="rematch"),
    path("matches/<slug:match_id>/hands", hands.record, name="record"),
    path("matches/<slug:match_id>/hands/try", hands.preview, name="attempt"),
    path("matches/<slug:match_id>/hands/<int:number>", hands.hand, name="hand"),
    path("matches/<slug:match_id>/hands/<int:number>/try", hands.preview, name="attempt-correction"),
    path("matches/<slug:match_id>/hands/<int:number>/remove", hands.remove, name="remove"),
    path("matches/<slug:match_id>/share", share.match, name="share-match"),
    path("matches/<slug:match_id>/print", share.printed, name="print"),
    path("matches/<slug:match_id>/history", history.changes, name="history"),
    path("matches/<slug:match_id>/sheet.csv", history.sheet, name="sheet-csv"),
    path("tables/<slug:table_id>", tables.show, name="table"),
    path("tables/<slug:table_id>/change", tables.change, name="change-table"),
    path("tables/<slug:table_id>/export.json", transfer.export_matches, name="export-table"),
    path("tables/<slug:table_id>/bring", transfer.import_form, name="bring"),
    path("tables/<slug:table_id>/import", transfer.import_matches, name="import"),
    path("tables/<slug:table_id>/share", share.table, name="share-table"),
    path("tables/<slug:table_id>/forget", tables.forget, name="forget-table"),
    path("tables/<slug:table_id>/keys/<slug:role>", share.renew, name="renew-key"),
]
