"""What was changed in a match, and its sheet as a file."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring import transfer
from scoring.models import Change
from scoring.pages.deeds import called
from scoring.pages.phone import Phone, private
from scoring.pages.shown import Shown

PAGE = 50


@require_safe
@private
def changes(request: HttpRequest, match_id: str) -> HttpResponse:
    """Every change, the latest first."""
    match = Phone(request).match(match_id)
    sheet = Paginator(Change.objects.filter(match_id=match.id).order_by("-version"), PAGE).get_page(
        request.GET.get("page")
    )
    targets = {change.target for change in sheet if change.target}
    kinds = dict(Change.objects.filter(match_id=match.id, version__in=targets).values_list("version", "kind"))
    told = [(change, called(change, kinds.get(change.target, ""))) for change in sheet]
    return render(request, "match/history.html", {"match": match, "shown": Shown(match), "told": told, "sheet": sheet})


@require_safe
@private
def sheet(request: HttpRequest, match_id: str) -> HttpResponse:
    """The sheet as CSV: a row for each hand, points and totals by side."""
    match = Phone(request).match(match_id)
    # The mark at the start tells spreadsheets that this is UTF-8.
    response = HttpResponse("\ufeff" + transfer.sheet(match), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{match.slug}-{match.id}.csv"'
    return response
