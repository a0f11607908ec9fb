"""Addresses of the pages."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, include, path

import companion.http.path_converters  # noqa: F401 - number
from scoring.pages.events.views import hall
from scoring.pages.seasons.views import show as season
from scoring.pages.views import (
    aloud,
    board,
    codes,
    copies,
    embedding,
    files,
    hands,
    history,
    home,
    house_rules,
    link_pictures,
    match,
    new_match,
    people,
    running_rules,
    say,
    settlement,
    share,
    shared,
    tables,
    tidying,
    transfer,
)


def _files(address: str, view: Callable[..., HttpResponse], name: str) -> list[URLPattern]:
    """The addresses of a file in each form."""
    return [path(f"{address}.{form}", view, {"form": form}, name=f"{name}-{form}") for form in ("csv", "xlsx")]


urlpatterns = [
    path("", home.home, name="home"),
    path("home/<slug:cell>", home.part_of_home, name="part-of-home"),
    path("pictures/<str:token>.png", link_pictures.link, name="link-picture"),
    path("join", home.paste, name="join"),
    path("join/<str:key>", home.join, name="join-table"),
    path("join/<str:key>/<slug:match_id>", home.join, name="join-match"),
    path("continue", home.go_on, name="go-on"),
    path("shared", shared.receive, name="shared"),
    path("new", new_match.choose_game, name="new"),
    path("new/<slug:slug>", new_match.new_match, name="prepare"),
    path("new/<slug:slug>/begin", new_match.start_match, name="begin"),
    path("events", include("scoring.pages.events.urls")),
    path("seasons", include("scoring.pages.seasons.urls")),
    path("matches/not-begun/remove", tidying.remove_not_begun, name="remove-not-begun"),
    path("matches/<slug:match_id>", match.show, name="match"),
    path("matches/<slug:match_id>/now", match.changing_part, name="match-now"),
    path("matches/<slug:match_id>/board", board.show, name="board"),
    path("matches/<slug:match_id>/board/now", board.changing_part, name="board-now"),
    path("matches/<slug:match_id>/say", say.line, name="say"),
    path("matches/<slug:match_id>/aloud", aloud.panel, name="aloud"),
    path("matches/<slug:match_id>/aloud/text", aloud.text, name="aloud-text"),
    path("matches/<slug:match_id>/undo", match.undo, name="undo"),
    path("matches/<slug:match_id>/redo", match.redo, name="redo"),
    path("matches/<slug:match_id>/note", match.note, name="note"),
    path("matches/<slug:match_id>/finish", match.finish, name="finish"),
    path("matches/<slug:match_id>/reopen", match.reopen, name="reopen"),
    path("matches/<slug:match_id>/rematch", new_match.rematch, name="rematch"),
    path("matches/<slug:match_id>/hands", hands.record, name="record"),
    path("matches/<slug:match_id>/hands/try", hands.preview, name="attempt"),
    path("matches/<slug:match_id>/hands/<number:number>", hands.hand, name="hand"),
    path("matches/<slug:match_id>/hands/<number:number>/try", hands.preview, name="attempt-correction"),
    path("matches/<slug:match_id>/hands/<number:number>/remove", hands.remove, name="remove"),
    path("matches/<slug:match_id>/people", people.change, name="people"),
    path("matches/<slug:match_id>/rules", running_rules.change, name="running-rules"),
    path("matches/<slug:match_id>/archive", tidying.archive, name="archive"),
    path("matches/<slug:match_id>/bring-back", tidying.bring_back, name="bring-back"),
    path("matches/<slug:match_id>/copy", copies.show, name="copy"),
    path("matches/<slug:match_id>/code", codes.match, name="match-code"),
    path("code", codes.read, name="read-code"),
    path("code/picture", codes.picture, name="picture-of-code"),
    path("code/keep", codes.keep, name="keep-code"),
    path("code/settle", codes.settle, name="settle-code"),
    path("phone/", codes.from_phone, name="code-from-phone"),
    path("matches/<slug:match_id>/share", share.match, name="share-match"),
    path("matches/<slug:match_id>/result", share.result, name="share-result"),
    path("matches/<slug:match_id>/settle", settlement.match, name="settle-match"),
    path("matches/<slug:match_id>/print", share.printed, name="print"),
    path("embed/matches/<slug:match_id>/result", embedding.show, {"part": "result"}, name="embed-result"),
    path("embed/matches/<slug:match_id>/sheet", embedding.show, {"part": "sheet"}, name="embed-sheet"),
    path("embed/events/<slug:event_id>", hall.embedded, name="embed-event"),
    path("embed/seasons/<slug:season_id>", season.embedded, name="embed-season"),
    path("oembed", embedding.oembed, name="oembed"),
    path("matches/<slug:match_id>/history", history.changes, name="history"),
    *_files("matches/<slug:match_id>/sheet", files.match_sheet, "sheet"),
    *_files("matches/<slug:match_id>/settlement", files.match_settlement, "match-settlement"),
    *_files("tables/<slug:table_id>/standings", files.standings, "standings"),
    *_files("tables/<slug:table_id>/settlement", files.evening_settlement, "evening-settlement"),
    path("tables/<slug:table_id>", tables.show, name="table"),
    path("tables/<slug:table_id>/change", tables.change, name="change-table"),
    path("tables/<slug:table_id>/merge", tidying.merge, name="merge-players"),
    path("tables/<slug:table_id>/settle", settlement.evening, name="settle-evening"),
    path("tables/<slug:table_id>/kitty", settlement.kitty, name="kitty"),
    path("tables/<slug:table_id>/rules", house_rules.choose, name="choose-house-rules"),
    path("tables/<slug:table_id>/rules/<slug:slug>", house_rules.edit, name="house-rules"),
    path("tables/<slug:table_id>/export.json", transfer.export_matches, name="export-table"),
    path("tables/<slug:table_id>/bring", transfer.import_form, name="bring"),
    path("tables/<slug:table_id>/import", transfer.import_matches, name="import"),
    path("tables/<slug:table_id>/share", share.table, name="share-table"),
    path("tables/<slug:table_id>/forget", tables.forget, name="forget-table"),
    path("tables/<slug:table_id>/keys/<slug:role>", share.renew, name="renew-key"),
]
