"""The history of a match."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.models import Change
from scoring.pages.change_labels import change_label
from scoring.pages.device_keys import DeviceKeys, private_page
from scoring.pages.match_view import MatchView

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
