"""The table: its players, matches and standings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.engine.refusal import Refusal
from scoring.games import all_games
from scoring.models import Match, Table
from scoring.pages.device_keys import DeviceKeys, clean_name, may_write, no_store
from scoring.pages.recent_matches import recent_match
from scoring.selectors import statistics
from scoring.services import tables, transfer
from scoring.services.tables import PlayerInput

PAGE = 20
PERIODS = {"30": "the last 30 days", "365": "the last year"}


def _page(
    request: HttpRequest, device: DeviceKeys, table: Table, role: str, refusal: Refusal | None = None
) -> dict[str, Any]:
    slug = request.GET.get("game", "")
    game = all_games().get(slug)
    period = request.GET.get("days", "") if request.GET.get("days", "") in PERIODS else ""
    since = timezone.now() - timedelta(days=int(period)) if period else None
    rows = Match.objects.filter(table=table, game__in=list(all_games())).order_by("-created_at", "id")
    played = sorted(set(Match.objects.filter(table=table).values_list("game", flat=True)) & set(all_games()))
    if game:
        rows = rows.filter(game=game.slug)
    sheet = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    brought = request.GET.get("brought", "")
    count = Match.objects.filter(table=table).count()
    return {
        "brought": int(brought) if brought.isdigit() and len(brought) < 4 else 0,
        "parts": range(1, -(-count // transfer.MOST_MATCHES) + 1),
        "table": table,
        "writes": may_write(role),
        "players": tables.players(table),
        "matches": [recent_match(row) for row in sheet],
        "sheet": sheet,
        "games": [all_games()[each] for each in played],
        "game": game,
        "period": period,
        "periods": PERIODS,
        "standings": statistics.table_statistics(table, game.slug if game else None, since),
        "errors": [str(fault.message) for fault in refusal.errors] if refusal else [],
    }


@require_safe
@no_store
def show(request: HttpRequest, table_id: str) -> HttpResponse:
    """Who plays here, what was played, who stands where."""
    device = DeviceKeys(request)
    table, role = device.table(table_id)
    response = render(request, "pages/table.html", _page(request, device, table, role))
    device.used(table_id, response)
    return response


@require_POST
@no_store
def change(request: HttpRequest, table_id: str) -> HttpResponse:
    """Other names, other players, another name of the table."""
    device = DeviceKeys(request)
    table, role = device.table(table_id)
    if not may_write(role):
        raise PermissionDenied
    people = []
    for player in tables.players(table):
        name = clean_name(request.POST.get(f"player.{player.id}", player.name)).strip()
        if name:
            people.append(PlayerInput(name, None, player.id))
    if new := clean_name(request.POST.get("new", "")).strip():
        people.append(PlayerInput(new))
    try:
        tables.update(table.id, clean_name(request.POST.get("table", table.name)), people)
    except Refusal as refusal:
        page = _page(request, device, table, role, refusal)
        return render(request, "pages/table.html", page, status=422)
    return redirect(f"/tables/{table.id}", permanent=False)


@require_POST
@no_store
def forget(request: HttpRequest, table_id: str) -> HttpResponse:
    """This phone forgets the table; the table itself stays."""
    device = DeviceKeys(request)
    device.drop(table_id)
    response = redirect("/", permanent=False)
    device.remember(response)
    return response
