"""The table: standings, matches by evening, house rules and players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from scoring.engine.game import Game
from scoring.engine.refusal import Refusal
from scoring.games import all_games
from scoring.languages import current_language, sort_key
from scoring.models import Table
from scoring.pages.device_keys import DeviceKeys, may_write, private_page
from scoring.pages.form_data import clean_text, whole_number
from scoring.pages.house_rules import error_texts, rules_in_words
from scoring.pages.recent_matches import (
    by_evening,
    matches_in_progress,
    matches_not_begun,
    recent_match,
    whole_evenings,
)
from scoring.selectors import match_lists, statistics
from scoring.selectors.event_access import event_place
from scoring.selectors.statistics import PlayerStatistics, TableStatistics
from scoring.services import tables
from scoring.services.export_models import MOST_MATCHES
from scoring.services.tables import PlayerInput

PAGE = 20
#: The signs that a table may have on its pages, with their labels.
SIGNS = {
    "": gettext_lazy("As in each game"),
    "french": gettext_lazy("French suits"),
    "german": gettext_lazy("German suits"),
    "spanish": gettext_lazy("Spanish suits"),
    "italian": gettext_lazy("Italian suits"),
}
#: Scopes of a link to watch, with their labels.
VIEWER_SCOPES = {
    Table.WHOLE_TABLE: gettext_lazy("the whole table with all its matches"),
    Table.ONE_MATCH: gettext_lazy("only the match that it is for"),
}
PERIODS = {"year": gettext_lazy("This year"), "30": gettext_lazy("30 days"), "all": gettext_lazy("All time")}


@dataclass(frozen=True)
class GameStandings:
    """The standings of one game. leaders: names, as in "Ada and Ben"."""

    game: Game[Any, Any]
    statistics: TableStatistics

    @property
    def game_name(self) -> str:
        """The name of the game in the language of the page."""
        return current_language(self.game.slug).gettext(self.game.name)

    @property
    def leaders(self) -> str:
        """The players with most wins, "" if nobody has won."""
        return current_language().join_names([line.player.name for line in self.statistics.leaders])

    @property
    def most(self) -> PlayerStatistics | None:
        """The first of the players with most wins, or None."""
        return next(iter(self.statistics.leaders), None)


@dataclass(frozen=True)
class Standings:
    """The standings over a period. overall: wins in all games. games: those with a finished match."""

    period: str
    overall: TableStatistics
    games: list[GameStandings]


def period_begin(period: str) -> datetime | None:
    """Returns when a period began, by the reader's clock; None for all time. period: a key of ``PERIODS``, or ""."""
    now = timezone.localtime()
    this_year = datetime(now.year, 1, 1, tzinfo=now.tzinfo)
    return {"30": now - timedelta(days=30), "all": None}.get(period, this_year)


def _standings(table: Table, period: str) -> Standings:
    """period: a key of ``PERIODS``; "" for this year, or for all years if nothing was finished this year."""
    by_slug = statistics.statistics_by_game(table, period_begin(period))
    overall = by_slug.pop("")
    games = [GameStandings(all_games()[slug], one) for slug, one in by_slug.items() if one.ranked]
    games.sort(key=lambda one: sort_key(one.game_name))
    if not games and not period:
        return _standings(table, "all")
    return Standings(period or "year", overall, games)


def _page(
    request: HttpRequest, device: DeviceKeys, table: Table, role: str, refusal: Refusal | None = None
) -> dict[str, Any]:
    game = all_games().get(request.GET.get("game", ""))
    period = request.GET.get("since", "")
    standings = _standings(table, period if period in PERIODS else "")
    archived = "archived" in request.GET
    every = match_lists.of_table(table)
    rows = match_lists.archived(every) if archived else match_lists.begun(every)
    rows = rows.filter(game=game.slug) if game else rows
    sheet = Paginator(whole_evenings(rows, PAGE), 1).get_page(request.GET.get("page"))
    page_rows = rows.filter(id__in=[match_id for page in sheet for match_id in page]).order_by("-created_at", "id")
    count = match_lists.count(table)
    running = [] if game or archived else matches_in_progress([table.id], 1)
    not_begun = [] if game else matches_not_begun([table.id])
    cards = [recent_match(row) for row in page_rows]
    return {
        "imported": {name: _count(request.GET.get(name, "")) for name in ("brought", "known", "changed")},
        "parts": range(1, -(-count // MOST_MATCHES) + 1),
        "table": table,
        "place": event_place(table.id),
        "writes": may_write(role),
        "players": tables.players(table),
        "evenings": by_evening(cards),
        "running": running,
        "not_begun": not_begun,
        "sheet": sheet,
        "game": game,
        "game_name": _name(game) if game else "",
        "periods": PERIODS,
        "standings": standings,
        "chosen": next((one for one in standings.games if one.game == game), None),
        "archived": archived,
        "archived_count": match_lists.archived(every).count(),
        "tidy": "tidy" in request.GET and may_write(role),
        "house_rules": _house_rules(table),
        "signs": SIGNS,
        "viewer_scopes": VIEWER_SCOPES,
        "other_games": sorted(
            ((slug, _name(one)) for slug, one in all_games().items()), key=lambda one: sort_key(one[1])
        ),
        "usual_game": next((card.game.slug for card in [*running, *not_begun, *cards]), ""),
        "errors": error_texts(refusal),
    }


def _count(text: str) -> int:
    return whole_number(text) or 0


def _name(game: Game[Any, Any]) -> str:
    return current_language(game.slug).gettext(game.name)


def _place(game: Game[Any, Any]) -> Any:
    """The key by which games are sorted."""
    return sort_key(_name(game))


def _house_rules(table: Table) -> list[tuple[Game[Any, Any], list[tuple[str, str]]]]:
    """The games for which this table has house rules, with these in words."""
    known = [all_games()[slug] for slug, options in table.options.items() if options and slug in all_games()]
    return [
        (game, rules_in_words(game, table.options[game.slug]))
        for game in sorted(known, key=lambda game: sort_key(_name(game)))
    ]


@require_safe
@private_page
def show(request: HttpRequest, table_id: str) -> HttpResponse:
    """The page of a table: players, matches, standings."""
    device = DeviceKeys(request)
    table, role = device.table(table_id)
    response = render(request, "pages/table.html", _page(request, device, table, role))
    device.mark_used(table_id, response)
    return response


@require_POST
@private_page
def change(request: HttpRequest, table_id: str) -> HttpResponse:
    """Changes names, players, signs, the scope of links to watch, and whether other sites may show matches."""
    device = DeviceKeys(request)
    table, role = device.table(table_id)
    if not may_write(role):
        raise PermissionDenied
    people = []
    for player in tables.players(table):
        name = clean_text(request.POST.get(f"player.{player.id}", player.name)).strip()
        if name:
            people.append(PlayerInput(name, None, player.id))
    if new := clean_text(request.POST.get("new", "")).strip():
        people.append(PlayerInput(new))
    try:
        signs = request.POST.get("signs", table.signs)
        signs = signs if signs in Table.SIGNS else ""
        scope = request.POST.get("viewer_scope", table.viewer_scope)
        scope = scope if scope in VIEWER_SCOPES else table.viewer_scope
        name = clean_text(request.POST.get("table", table.name))
        embedding = {"no": False, "yes": True}.get(request.POST.get("embedding", ""))
        tables.update(table.id, name, people, signs=signs, viewer_scope=scope, embedding=embedding)
    except Refusal as refusal:
        page = _page(request, device, table, role, refusal)
        return render(request, "pages/table.html", page, status=422)
    return redirect(f"/tables/{table.id}", permanent=False)


@require_POST
@private_page
def forget(request: HttpRequest, table_id: str) -> HttpResponse:
    """Removes the table from this phone; the table itself stays."""
    device = DeviceKeys(request)
    device.remove(table_id)
    response = redirect("/", permanent=False)
    device.set_cookies(response)
    return response
