"""The dealer and the house rules of a match that goes on, from the next hand on."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from pydantic_core import from_json

from scoring.engine.refusal import Refusal
from scoring.pages import form_tokens
from scoring.pages.device_keys import DeviceKeys, private_page, require_scorer
from scoring.pages.form_data import posted_data, whole_number
from scoring.pages.house_rules import error_texts, option_fields, read_options
from scoring.pages.match_view import MatchView
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict
from scoring.services import parts


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def change(request: HttpRequest, match_id: str) -> HttpResponse:
    """GET shows who deals and the house rules; POST goes on with others, as the next part of the match."""
    match = require_scorer(DeviceKeys(request).match(match_id))
    if request.method != "POST":
        return _page(request, match, from_json(match.options))
    token, scope = form_tokens.posted_token(request), f"rules {match.id}"
    if earlier := form_tokens.earlier_result(scope, token):
        return redirect(earlier, permanent=False)
    expected, dealer = (whole_number(request.POST.get(name, "")) for name in ("_version", "dealer"))
    options = read_options(match.game, posted_data(request))

    def remember(result: ChangeResult) -> None:
        form_tokens.remember_result(scope, token, f"/matches/{result.match.id}")

    try:
        seat = dealer if dealer is not None and dealer < len(match.seats) else None
        made = parts.continue_match(match.id, match.seats, None, expected, remember, options, seat)
    except VersionConflict as conflict:
        text = _("Somebody was faster: this is how the match stands now. Nothing was changed by your tap.")
        return _page(request, conflict.match, from_json(conflict.match.options), None, [text], 409)
    except Refusal as refusal:
        if [error.code for error in refusal.errors] == ["people_unchanged"]:
            return redirect(f"/matches/{match.id}", permanent=False)  # all as it was
        return _page(request, match, options, refusal, None, 422)
    return redirect(f"/matches/{made.match.id}", permanent=False)


def _page(
    request: HttpRequest,
    match: MatchSnapshot,
    options: dict[str, Any],
    refusal: Refusal | None = None,
    errors: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """options: as they are in the form. errors: beside those of the refusal."""
    fields = option_fields(match.game, options, refusal)
    at_fields = {field.error for field in fields}
    page = {
        "match": match,
        "view": MatchView(match),
        "fields": fields,
        "dealer": match.current_state.dealer,
        "errors": errors or [text for text in error_texts(refusal, match.slug) if text not in at_fields],
        "token": form_tokens.new_token(),
    }
    return render(request, "match/rules.html", page, status=status)
