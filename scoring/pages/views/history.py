"""The history of a match, and its sheet as a file."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.models import Change
from scoring.pages.change_labels import change_label
from scoring.pages.device_keys import DeviceKeys, private_page
from scoring.pages.match_view import MatchView
from scoring.selectors.match_snapshot import at_one_version
from scoring.services import transfer

PAGE = 50


@require_safe
@private_page
def changes(request: HttpRequest, match_id: str) -> HttpResponse:
    """Every change, the latest first."""
    match = DeviceKeys(request).match(match_id)
    page = Paginator(Change.objects.filter(match.its_rows).order_by("-version"), PAGE).get_page(request.GET.get("page"))
    targets = {change.target for change in page if change.target}
    kinds = dict(Change.objects.filter(match.its_rows, version__in=targets).values_list("version", "kind"))
    labelled = [(change, change_label(change, kinds.get(change.target, ""))) for change in page]
    return render(
        request, "match/history.html", {"match": match, "view": MatchView(match), "changes": labelled, "page": page}
    )


@require_safe
@private_page
def sheet(request: HttpRequest, match_id: str) -> HttpResponse:
    """The sheet as CSV: a row for each hand, points and totals by side."""
    match = DeviceKeys(request).match(match_id)
    text = at_one_version(match, lambda match: transfer.csv_sheet(match, match.language))
    # The byte order mark shows spreadsheets that this is UTF-8.
    response = HttpResponse("\ufeff" + text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{match.slug}-{match.id}.csv"'
    return response
