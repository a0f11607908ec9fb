"""What the domain raises, as the problems that the API answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from pydantic_core import from_json

from companion.problems import Problem, problem_for, refused
from scoring import standing, tables
from scoring.access import WRITE
from scoring.api.preconditions import etag
from scoring.changes import LaterHand, NothingToUndo
from scoring.engine.refusal import Refusal
from scoring.standing import NotThere, Stale, Standing


def problem_of(error: Exception) -> Problem:
    """The problem that an exception is."""
    match error:
        case Stale():
            current = from_json(standing.answer(error.match, settings.MAX_PAGE_SIZE))
            text = "The match has changed since: look at its current state and try again."
            return Problem("stale", text, headers={"ETag": etag(error.match.version)}, current=current)
        case tables.StaleTable():
            text = "The table has changed since: look at its current state and try again."
            current = tables.answer(error.table, WRITE)
            return Problem("stale", text, headers={"ETag": etag(error.table.version)}, current=current)
        case NothingToUndo():
            return Problem("conflict", "There is no change left to take back or to do again.")
        case NotThere() | tables.NoTable():
            return Problem("not-found", "There is nothing here that this key opens.")
        case _:
            return problem_for(error)


@contextmanager
def in_match(match: Standing) -> Iterator[None]:
    """Within it a refusal speaks of the players of this match and links to the rules of its game."""
    try:
        yield
    except Refusal as refusal:
        problem = refused(refusal, match.slug, match.names, match.side_names)
        if isinstance(refusal, LaterHand):
            problem.extra["later_hand"] = refusal.number
        raise problem from None
