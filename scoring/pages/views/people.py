"""The players of a match that goes on: somebody takes over, joins, leaves, or the seats were wrong."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.db.write_lock import write_transaction
from scoring.engine.refusal import Refusal
from scoring.models import Table
from scoring.pages import form_tokens
from scoring.pages.device_keys import DeviceKeys, private_page, require_scorer
from scoring.pages.house_rules import error_texts
from scoring.pages.match_view import MatchView
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict
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
    version = request.POST.get("_version", "")
    expected = int(version) if version.isdigit() and len(version) < 10 else None

    def remember(result: ChangeResult) -> None:
        form_tokens.remember_result(scope, token, f"/matches/{result.match.id}")

    try:
        if request.POST.get("since") == "first":
            with write_transaction():
                seats = seat_players(Table.objects.get(id=match.table_id), names)
                history.reseat(match.id, seats, expected, remember)
            return redirect(f"/matches/{match.id}", permanent=False)
        made = parts.continue_match(match.id, names, None, expected, remember)
    except VersionConflict as conflict:
        text = _("Somebody was faster: this is how the match stands now. Nothing was changed by your tap.")
        return _page(request, conflict.match, conflict.match.names, [text], 409)
    except Refusal as refusal:
        return _page(request, match, names, error_texts(refusal, match.slug), 422)
    return redirect(f"/matches/{made.match.id}", permanent=False)


def _page(
    request: HttpRequest, match: MatchSnapshot, names: list[str], errors: list[str] | None = None, status: int = 200
) -> HttpResponse:
    """names: in the boxes; empty boxes follow for as many as may play."""
    most = max(max(match.game.players), len(match.seats))
    boxes = [*names, *[""] * (most - len(names))] if most > len(names) else names
    table = Table.objects.get(id=match.table_id)
    page = {
        "match": match,
        "view": MatchView(match),
        "boxes": boxes,
        "known": [player.name for player in tables.players(table)],
        "errors": errors or [],
        "token": form_tokens.new_token(),
        "first": request.POST.get("since") == "first" or not match.hand_count,
        "closed": bool(match.continued_by or match.finished or not match.hand_count),
    }
    return render(request, "match/people.html", page, status=status)
