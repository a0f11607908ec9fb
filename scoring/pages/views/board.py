"""The board: a match in large print for a tablet or television in the middle of the table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.pages.device_keys import DeviceKeys, private_page
from scoring.pages.match_view import MatchView
from scoring.pages.score_sheet import sheet_row
from scoring.pages.shared_match import conditional_response
from scoring.selectors.access_keys import opens_table
from scoring.selectors.match_snapshot import MatchSnapshot, at_one_version, check_unchanged, hand_rows
from scoring.selectors.tables import table_of


def _context(match: MatchSnapshot) -> dict[str, Any]:
    view = MatchView(match)
    rows = hand_rows(match, match.hand_count, 1) if match.hand_count else []
    last = sheet_row(match.open_match, view.renderer, *rows[0][:3]) if rows else None
    check_unchanged(match)
    changes = [cell for cells in last.cell_rows for cell in cells if cell.sign != "level"] if last else []
    follows = opens_table(table_of(match), match.role)
    return {"view": view, "match": match, "last": last, "changes": changes, "follows": follows}


@require_safe
@private_page
def show(request: HttpRequest, match_id: str) -> HttpResponse:
    """The board: totals, dealer and leader, and the last hand. It follows the match by itself."""
    device = DeviceKeys(request)
    match = device.match(match_id)
    response = render(request, "match/board.html", at_one_version(match, _context))
    device.mark_used(match.table_id, response)
    return response


@require_safe
@private_page
def changing_part(request: HttpRequest, match_id: str) -> HttpResponse:
    """The changing part of the board, 304 if nothing has changed."""

    def render_part(match: MatchSnapshot) -> HttpResponse:
        return render(request, "match/board_now.html", at_one_version(match, _context))

    return conditional_response(request, match_id, render_part)
