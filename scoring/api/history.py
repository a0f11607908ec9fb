"""Undo, redo and the log of every change."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from pydantic_core import from_json

from companion.http.problems import Problem
from scoring.api import guard, idempotency
from scoring.api.body import read
from scoring.api.endpoint import Endpoint, private
from scoring.api.failures import in_match
from scoring.api.idempotency import Keep
from scoring.api.matches import state
from scoring.api.paging import PARAMETERS, Page
from scoring.api.preconditions import etag, expected, unchanged
from scoring.db.json_text import format_time
from scoring.models import Change
from scoring.selectors.match_snapshot import ChangeResult, VersionConflict
from scoring.services import history


class _Again(Endpoint):
    change = staticmethod(history.undo)

    def post(self, request: HttpRequest, match_id: str) -> HttpResponse:
        match = guard.match(request, match_id, write=True)
        if read(request, empty=True) != {}:
            raise Problem("malformed", "Nothing is to be sent here: the body is {} or empty.")

        def work(keep: Keep) -> HttpResponse:
            version = expected(request, match.version, lambda: VersionConflict(match))
            answers: list[HttpResponse] = []

            def within(written: ChangeResult) -> None:
                response = state(written.match)
                keep(response)
                answers.append(response)

            with in_match(match):
                self.change(match.id, version, within)
            return answers[-1]

        return idempotency.once(request, f"table {match.table_id}", work)


class Undo(_Again):
    """The last change, taken back."""


class Redo(_Again):
    """What was undone last, done again."""

    change = staticmethod(history.redo)


class History(Endpoint):
    """Everything that happened to a match."""

    parameters = PARAMETERS

    def get(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """Every change in its order: what, when, before and after."""
        match = guard.match(request, match_id)
        page = Page.of(request)
        if (same := unchanged(request, etag(match.version))) is not None:
            return same
        rows = Change.objects.filter(match_id=match.id, version__gt=page.number()).order_by("version")
        found = list(rows[: page.limit + 1])
        shown = found[: page.limit]
        last = str(shown[-1].version) if len(found) > page.limit else None
        body = {"results": [_shown(row) for row in shown], "next": page.next(last)}
        return private(body, match.version)


def _shown(row: Change) -> dict[str, Any]:
    return {
        "version": row.version,
        "what": row.kind,
        "when": format_time(row.at),
        "hand": row.number or None,
        "before": from_json(row.before) if row.before else None,
        "after": from_json(row.after) if row.after else None,
        "target": row.target or None,
        "standing": row.undo_status,
    }
