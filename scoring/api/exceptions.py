"""Turns exceptions into problems: those of DRF and those of the services."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext, gettext_lazy
from pydantic_core import from_json
from rest_framework import exceptions

from companion.http.conditional import etag
from companion.http.problems import Problem, problem_for, refusal_problem
from scoring.api.authentication import challenge
from scoring.api.responses.events import event_json, sitting_json
from scoring.api.responses.seasons import season_json
from scoring.api.responses.settlements import SettlementConflict
from scoring.api.responses.webhooks import webhook_json
from scoring.engine.refusal import Refusal, resolved_pointer
from scoring.selectors import match_snapshot
from scoring.selectors.access_keys import WRITE
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.events import StoredEvent
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, VersionConflict
from scoring.selectors.seasons import events_of
from scoring.services import tables, webhooks
from scoring.services.event_lists import ListsDiffer
from scoring.services.event_results import NextMatchBegun, SittingVersionConflict
from scoring.services.events import EventNotFound, EventVersionConflict
from scoring.services.history import LaterHand, NothingToUndo
from scoring.services.seasons import SeasonNotFound, SeasonVersionConflict

_DRF_PROBLEMS: dict[type[Exception], tuple[str, Any]] = {
    exceptions.NotAuthenticated: (
        "key-needed",
        gettext_lazy("A key is needed: Authorization: Bearer KEY. This request carries none that opens anything."),
    ),
    exceptions.PermissionDenied: (
        "read-only-key",
        gettext_lazy("This key may only read. To change anything use the scorer's key."),
    ),
    exceptions.MethodNotAllowed: ("method-not-allowed", gettext_lazy("This method is not allowed here.")),
    exceptions.NotAcceptable: ("not-acceptable", gettext_lazy("There is no such representation here.")),
    exceptions.UnsupportedMediaType: (
        "unsupported-media-type",
        gettext_lazy("The body must be JSON in UTF-8: Content-Type application/json."),
    ),
}

_CHALLENGES = {"key-needed": "invalid_token", "read-only-key": "insufficient_scope"}
"""Kinds of problems whose response asks for another key, and why (RFC 6750, 3.1)."""


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """DRF's exception handler. Returns the response, always problem+json."""
    problem = problem_of(error)
    view = context.get("view")
    _point_into_the_body(problem, context.get("request"), getattr(view, "inner", ""))
    if problem.status == 405 and view is not None:
        problem.headers["Allow"] = ", ".join(view.allowed_methods)
        problem.detail = gettext("{method} is not allowed here: {allowed} are.").format(
            method=context["request"].method, allowed=problem.headers["Allow"]
        )
    if problem.status == 406 and view is not None:
        *others, last = (renderer.media_type for renderer in view.renderer_classes)
        kinds = gettext("{kinds} or {last}").format(kinds=", ".join(others), last=last) if others else last
        problem.detail = gettext("Answers come as {kinds}.").format(kinds=kinds)
    if problem.kind in _CHALLENGES:
        problem.headers.update(challenge(_CHALLENGES[problem.kind] if context["request"].auth else ""))
    return problem.response()


def _point_into_the_body(problem: Problem, request: Any, inner: str) -> None:
    """Makes every pointer one that resolves in the body that was sent, or that names a missing field of an object.

    A list may have a text in place of an object: then the text is what is wrong. inner: below this pointer is what a
    text of the body holds; "" for nothing.
    """
    body = getattr(request, "_full_data", None)  # DRF's own: its ``data`` would parse a refused body again
    if not body:
        return
    problem.errors = [
        {**error, "pointer": resolved_pointer(error["pointer"], body)}
        if "pointer" in error and not (inner and error["pointer"].startswith(f"{inner}/"))
        else error
        for error in problem.errors
    ]


def problem_of(error: Exception) -> Problem:
    """Returns the problem for an exception."""
    match error:
        case VersionConflict():
            return _stale(error.match)
        case tables.TableVersionConflict():
            text = gettext("The table has changed in the meantime: look at its current state and try again.")
            current = tables.table_json(error.table, WRITE)
            return Problem("stale", text, headers={"ETag": etag(error.table.version)}, current=current)
        case SettlementConflict():
            text = gettext("The match has changed in the meantime: look at its settlement and try again.")
            return Problem("stale", text, headers={"ETag": etag(error.tag)}, current=error.current)
        case webhooks.WebhookVersionConflict():
            text = gettext("The webhook has changed in the meantime: look at its current state and try again.")
            current = webhook_json(error.webhook)
            return Problem("stale", text, headers={"ETag": etag(error.webhook.version)}, current=current)
        case webhooks.WebhookNotActive():
            return Problem("conflict", gettext("This webhook is switched off: nothing is sent to it."))
        case EventVersionConflict():
            text = gettext("The event has changed in the meantime: look at its current state and try again.")
            current = event_json(error.event, ORGANISER)
            return Problem("stale", text, headers={"ETag": etag(error.event.version)}, current=current)
        case SittingVersionConflict():
            text = gettext("Something else was entered for this table in the meantime: look at it and try again.")
            stored = StoredEvent(error.event, [], [], {error.sitting.round_id: [error.sitting]})
            current = sitting_json(stored, error.sitting.round.number, error.sitting)
            return Problem("stale", text, headers={"ETag": etag(current["version"])}, current=current)
        case SeasonVersionConflict():
            text = gettext("The season has changed in the meantime: look at its current state and try again.")
            current = season_json(error.season, events_of(error.season), ORGANISER)
            return Problem("stale", text, headers={"ETag": etag(error.season.version)}, current=current)
        case NextMatchBegun():
            text = gettext("The next match has begun. Take it back and play it again, or let the result stand.")
            return Problem("conflict", text, entries=error.entries)
        case ListsDiffer():
            text = gettext("Both the list and the match that is here have hands of their own: say which one holds.")
            return Problem("conflict", text, match=error.ours.id)
        case NothingToUndo():
            return Problem("conflict", gettext("There is no change left to take back or to do again."))
        case MatchNotFound() | tables.TableNotFound() | webhooks.WebhookNotFound() | EventNotFound() | SeasonNotFound():
            return Problem("not-found", gettext("There is nothing here that this key opens."))
        case exceptions.APIException():
            kind, detail = _DRF_PROBLEMS.get(type(error), ("malformed", gettext("The request is malformed.")))
            return Problem(kind, str(detail))
        case _:
            return problem_for(error)


def _stale(match: MatchSnapshot) -> Problem:
    def read(match: MatchSnapshot) -> Problem:
        current = from_json(match_snapshot.match_json(match, settings.MAX_PAGE_SIZE))
        text = gettext("The match has changed in the meantime: look at its current state and try again.")
        return Problem("stale", text, headers={"ETag": etag(match.version)}, current=current)

    try:
        return match_snapshot.at_one_version(match, read)
    except MatchNotFound as error:
        return problem_of(error)


@contextmanager
def in_match(match: MatchSnapshot) -> Iterator[None]:
    """Turns a refusal in this context into a problem with the names of the players and links to the rules.

    Raises Problem.
    """
    try:
        yield
    except Refusal as refusal:
        problem = refusal_problem(refusal, match.slug, match.names, match.side_names)
        if isinstance(refusal, LaterHand):
            problem.extra["later_hand"] = refusal.number
        raise problem from None
