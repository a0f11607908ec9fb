"""The players of a match that goes on: somebody takes over, joins, leaves, or the seats were wrong."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.db.write_lock import write_transaction
from scoring.engine.refusal import Refusal
from scoring.engine.typed_numbers import number
from scoring.languages import current_language
from scoring.pages import form_tokens
from scoring.pages.device_keys import DeviceKeys, private_page, require_scorer
from scoring.pages.form_data import clean_text, whole_number
from scoring.pages.house_rules import error_texts
from scoring.pages.match_view import MatchView
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict, side_names
from scoring.selectors.tables import table_of
from scoring.services import history, parts, tables
from scoring.services.seats import seat_players


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def change(request: HttpRequest, match_id: str) -> HttpResponse:
    """The players by seat: GET shows them; POST goes on with others, or mends the seats from the first hand on."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    if request.method != "POST":
        return _page(request, match, match.names)
    token, scope = form_tokens.posted_token(request), f"people {match.id}"
    if earlier := form_tokens.earlier_result(scope, token):
        return redirect(earlier, permanent=False)
    names = [name for line in request.POST.getlist("player") if (name := line.strip())]
    expected = whole_number(request.POST.get("_version", ""))

    def remember(result: ChangeResult) -> None:
        form_tokens.remember_result(scope, token, f"/matches/{result.match.id}")

    try:
        if request.POST.get("since") == "first":
            with write_transaction():
                seats = seat_players(table_of(match), names)
                history.reseat(match.id, seats, expected, remember)
            return redirect(f"/matches/{match.id}", permanent=False)
        made = parts.continue_match(match.id, names, _totals(request), expected, remember)
    except VersionConflict as conflict:
        text = _("Somebody was faster: this is how the match stands now. Nothing was changed by your tap.")
        return _page(request, conflict.match, conflict.match.names, [text], 409)
    except Refusal as refusal:
        ask = any(error.pointer.startswith("/totals") for error in refusal.errors)
        return _page(request, match, names, error_texts(refusal, match.slug), 422, ask)
    return redirect(f"/matches/{made.match.id}", permanent=False)


def _totals(request: HttpRequest) -> list[Any] | None:
    """The totals at the start that were entered, by side; a text that is no number stays one."""
    texts = [clean_text(text).strip() for text in request.POST.getlist("total")]
    thousands = current_language().thousands
    return [number(text, thousands) if text else None for text in texts] if any(texts) else None


def _page(
    request: HttpRequest,
    match: MatchSnapshot,
    names: list[str],
    errors: list[str] | None = None,
    status: int = 200,
    ask_totals: bool = False,
) -> HttpResponse:
    """names: in the boxes; empty ones follow for as many as may play. ask_totals: a field for each side's total."""
    game = match.game
    most = max(max(game.players), len(match.seats), len(names))
    table = table_of(match)
    page = {
        "match": match,
        "view": MatchView(match),
        "boxes": [*names, *[""] * (most - len(names))],
        "shown": min(most, max(len(names), len(match.seats)) + 1),
        "pairs": any({0, 2} <= set(side) for side in match.open_match.setup.sides),
        "totals": _asked_totals(request, match, names) if ask_totals else [],
        "known": [player.name for player in tables.players(table)],
        "errors": errors or [],
        "token": form_tokens.new_token(),
        "first": (request.POST.get("since") or request.GET.get("since")) == "first" or not match.hand_count,
        "corrects": request.GET.get("since") == "first",
        "closed": bool(match.continued_by or match.finished or not match.hand_count),
    }
    return render(request, "match/people.html", page, status=status)


def _asked_totals(request: HttpRequest, match: MatchSnapshot, names: list[str]) -> list[tuple[str, str]]:
    """Names of the new sides, and what was entered for them."""
    sides = side_names(match.game.sides(len(names), match.open_match.setup.options), names, match.language)
    entered = request.POST.getlist("total")
    return list(zip(sides, entered if len(entered) == len(sides) else [""] * len(sides), strict=True))
