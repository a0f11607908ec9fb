"""The history of a match."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from pydantic_core import from_json

from scoring.pages.change_labels import change_label
from scoring.pages.device_keys import DeviceKeys, private_page
from scoring.pages.match_view import MatchView
from scoring.pages.message_renderer import MessageRenderer
from scoring.selectors import changes as change_rows
from scoring.selectors.match_snapshot import MatchSnapshot, hand_rows

PAGE = 50


def in_words(renderer: MessageRenderer, result: dict[str, Any]) -> SafeString:
    """Returns a hand and its points in a few words, as HTML."""
    changed = zip(renderer.sides, result["points"], strict=True)
    points = [f"{name} {renderer.number(change, sign=True)}" for name, change in changed if change]
    return format_html_join(" · ", "{}", [(renderer.html(result["summary"]),), *((one,) for one in points)])


def _rows(match: MatchSnapshot, numbers: list[int]) -> dict[int, tuple[str, str]]:
    """Result and input of the hands with these numbers that are on the sheet."""
    if not numbers:
        return {}
    rows = hand_rows(match, min(numbers), max(numbers) - min(numbers) + 1)
    return {number: (result, entered) for number, result, entered, _at in rows}


@require_safe
@private_page
def changes(request: HttpRequest, match_id: str) -> HttpResponse:
    """Every change, the latest first."""
    match = DeviceKeys(request).match(match_id)
    page = Paginator(change_rows.newest_first(match), PAGE).get_page(request.GET.get("page"))
    targets = {change.target for change in page if change.target}
    kinds = change_rows.kinds(match, targets)
    rows = _rows(match, [change.number for change in page if change.kind in ("record", "correct")])
    renderer = MessageRenderer.of(match)
    labelled = []
    for change in page:
        result, entered = rows.get(change.number, ("", ""))
        what = ""
        if change.kind in ("record", "correct") and entered and from_json(entered) == from_json(change.after):
            what = in_words(renderer, from_json(result))
        labelled.append((change, change_label(match.open_match, change, kinds.get(change.target, "")), what))
    return render(
        request, "match/history.html", {"match": match, "view": MatchView(match), "changes": labelled, "page": page}
    )
