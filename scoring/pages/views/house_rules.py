"""The house rules that a table keeps for a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.engine.refusal import Refusal
from scoring.games import all_games
from scoring.languages import current_language
from scoring.pages.device_keys import DeviceKeys, private_page
from scoring.pages.form_data import posted_data
from scoring.pages.house_rules import error_texts, option_fields, read_options
from scoring.pages.views.tidying import own_table
from scoring.services import tables


@require_safe
@private_page
def choose(request: HttpRequest, table_id: str) -> HttpResponse:
    """Redirects to the house rules of the chosen game."""
    table = own_table(DeviceKeys(request), table_id)
    slug = request.GET.get("game", "")
    return redirect(f"/tables/{table.id}/rules/{slug}" if slug in all_games() else f"/tables/{table.id}#house-rules")


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def edit(request: HttpRequest, table_id: str, slug: str) -> HttpResponse:
    """The house rules of a table for one game, for its new matches."""
    table = own_table(DeviceKeys(request), table_id)
    game = all_games().get(slug)
    if game is None:
        raise Http404
    options: dict[str, Any] = dict(table.options.get(slug, {}))
    refusal = None
    if request.method == "POST":
        options = {} if request.POST.get("act") == "usual" else read_options(game, posted_data(request))
        try:
            tables.update(table.id, options={slug: options or None})
            return redirect(f"/tables/{table.id}#house-rules")
        except Refusal as error:
            refusal = _at_options(error, slug)
    fields = option_fields(game, options, refusal)
    field_errors = {field.error for field in fields}
    page = {
        "table": table,
        "game": game,
        "name": current_language(slug).gettext(game.name),
        "fields": fields,
        "table_has_rules": bool(table.options.get(slug)),
        "errors": [text for text in error_texts(refusal, slug) if text not in field_errors],
    }
    return render(request, "pages/house_rules.html", page, status=422 if refusal else 200)


def _at_options(refusal: Refusal, slug: str) -> Refusal:
    """The refusal with its pointers as in the body of a match: ``/options/deals`` for ``/options/skat/deals``."""
    start = f"/options/{slug}"
    inner = [replace(error, pointer="/options" + error.pointer.removeprefix(start)) for error in refusal.errors]
    return Refusal(inner, refusal.malformed)
