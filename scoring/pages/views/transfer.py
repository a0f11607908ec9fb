"""Exports a table's matches to a file, and imports matches from a file."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from pydantic_core import from_json

from scoring.db.json_text import dump_json
from scoring.engine.refusal import Refusal
from scoring.pages.device_keys import DeviceKeys, may_write, private_page
from scoring.pages.form_data import whole_number
from scoring.pages.house_rules import error_texts
from scoring.selectors import match_lists
from scoring.selectors.match_snapshot import at_one_version, load_match
from scoring.services import transfer
from scoring.services.comparison import Comparison
from scoring.services.export_models import MOST_MATCHES


@require_safe
def export_matches(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """The matches of a table as one document, which is made while it is sent. part: 1 for the first 500, and so on."""
    table, _role = DeviceKeys(request).table(table_id)
    part = whole_number(request.GET.get("part", "1"))
    if not part or part > settings.MAX_MATCHES_PER_TABLE:
        raise Http404
    first = (part - 1) * MOST_MATCHES
    part_ids = match_lists.ids_in_order(table, first, MOST_MATCHES)
    if not part_ids:
        raise Http404
    response = StreamingHttpResponse(_document(part_ids), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="table-{table.id}-{part}.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _document(match_ids: list[str]) -> Iterator[str]:
    head, tail = dump_json(transfer.export_document([])).rsplit("]", 1)
    yield head
    for number, match_id in enumerate(match_ids):
        (match,) = at_one_version(load_match(match_id), lambda match: transfer.export_document([match])["matches"])
        yield ("," if number else "") + dump_json(match)
    yield "]" + tail


@require_POST
@private_page
def import_matches(request: HttpRequest, table_id: str) -> HttpResponse:
    """Imports matches from a file, all of them or none. Every hand is scored again."""
    table, role = DeviceKeys(request).table(table_id)
    if not may_write(role):
        raise PermissionDenied
    errors: list[str] = []
    file = request.FILES.get("file")
    document = file.read() if file else request.POST.get("document", "").encode()  # shared by another app
    try:
        again = request.POST.get("known") == "import"
        imported = transfer.import_matches(table, from_json(document), again=again)
    except Refusal as refusal:
        texts = error_texts(refusal)[:10]
        errors = [
            f"{error.pointer}: {text}".removeprefix(": ") for error, text in zip(refusal.errors, texts, strict=False)
        ]
    except ValueError:
        errors = [_("This is no file that was exported here.")]
    if errors:
        return render(request, "pages/import.html", {"table": table, "errors": errors}, status=422)
    changed = sum(one.comparison is not Comparison.SAME for one in imported.skipped)
    query = {"brought": len(imported.matches), "known": len(imported.skipped), "changed": changed}
    return redirect(f"/tables/{table.id}?{urlencode(query)}", permanent=False)


@require_safe
@private_page
def import_form(request: HttpRequest, table_id: str) -> HttpResponse:
    """The form to choose a file."""
    table, role = DeviceKeys(request).table(table_id)
    if not may_write(role):
        raise PermissionDenied
    return render(request, "pages/import.html", {"table": table})
