"""Files for spreadsheets, in the language of the page: the sheet of a match, standings, settlements."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.games import all_games
from scoring.languages import current_language
from scoring.pages.device_keys import DeviceKeys, private_page
from scoring.pages.views.tables import PERIODS, period_begin
from scoring.selectors import settlements, statistics
from scoring.selectors.match_snapshot import at_one_version
from scoring.services import sheets
from scoring.services.spreadsheets import Sheet, csv_file, xlsx_file

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@private_page
def match_sheet(request: HttpRequest, match_id: str, form: str) -> HttpResponse:
    """The sheet of a match: a row for each hand, points and totals by side."""
    match = DeviceKeys(request).match(match_id)
    sheet = at_one_version(match, lambda match: sheets.match_sheet(match, match.language))
    return sheets_file([sheet], form, f"{match.slug}-{match.id}")


@require_safe
@private_page
def standings(request: HttpRequest, table_id: str, form: str) -> HttpResponse:
    """The standings of a table: of one game, or of all games without their points."""
    table, _role = DeviceKeys(request).table(table_id)
    game = request.GET.get("game", "")
    game = game if game in all_games() else ""
    period = request.GET.get("since", "")
    result = statistics.table_statistics(table, game or None, period_begin(period if period in PERIODS else "all"))
    return sheets_file(sheets.standings_sheets(result, current_language(), bool(game)), form, f"standings-{table.id}")


@require_safe
@private_page
def match_settlement(request: HttpRequest, match_id: str, form: str) -> HttpResponse:
    """The settlement of a match, with all its parts."""
    match = DeviceKeys(request).match(match_id)
    settled = settlements.settle_parts(match)
    if settled and len(settled.matches) > 1:
        tables = sheets.evening_sheets([settled], current_language(), coin=True)
    else:
        tables = sheets.match_settlement_sheets(settled.matches[0] if settled else None, current_language(), coin=True)
    return sheets_file(tables, form, f"settlement-{match.id}")


@require_safe
@private_page
def evening_settlement(request: HttpRequest, table_id: str, form: str) -> HttpResponse:
    """The settlement of an evening, the last one unless a match of another one is named."""
    table, _role = DeviceKeys(request).table(table_id)
    evening = settlements.settle_evening(table, match_id=request.GET.get("match") or None)
    return sheets_file(
        sheets.evening_sheets(evening.settled, current_language(), coin=True), form, f"settlement-{table.id}"
    )


def sheets_file(tables: Sequence[Sheet], form: str, name: str) -> HttpResponse:
    """Returns tables as a file to download. form: csv, for the first one only, or xlsx. name: of the file."""
    if form == "xlsx":
        response = HttpResponse(xlsx_file(tables), content_type=XLSX)
    else:
        # The byte order mark shows spreadsheets that this is UTF-8.
        text = "\ufeff" + csv_file(tables[0], current_language())
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
