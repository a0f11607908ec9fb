"""What the forms of an event's pages share: sent twice they take effect once, and a refusal stands at its field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError
from django.http import Http404, HttpRequest

from scoring.db.write_lock import write_transaction
from scoring.engine.messages import render_sentence
from scoring.engine.refusal import Refusal
from scoring.languages import current_language
from scoring.pages import form_tokens
from scoring.pages.events.device_events import OpenedEvent
from scoring.pages.form_data import clean_text, whole_number
from scoring.services.event_results import SittingVersionConflict
from scoring.services.events import EventNotFound, EventVersionConflict
from scoring.services.seasons import SeasonNotFound, SeasonVersionConflict


@dataclass(frozen=True)
class Outcome:
    """What became of a form. stale: whether somebody else changed meanwhile what it shows. result: what it made."""

    refusal: Refusal | None = None
    stale: bool = False
    result: str = ""

    @property
    def done(self) -> bool:
        """Whether it took effect, now or when it was sent before."""
        return self.refusal is None and not self.stale

    @property
    def faults(self) -> dict[str, str]:
        """The sentences of its refusal by field, with ``_`` for ``/``; ``all`` for the form as a whole."""
        return {at.replace("/", "_") or "all": text for at, text in faults_of(self.refusal).items()}


NOT_SENT = Outcome()
"""Of a page whose form was not sent."""


def faults_of(refusal: Refusal | None) -> dict[str, str]:
    """Returns the sentences of a refusal by field: ``rules/rounds``."""
    language = current_language()
    errors = refusal.errors if refusal else ()
    return {error.pointer.strip("/"): render_sentence(error.message, language) for error in errors}


def take(request: HttpRequest, scope: str, change: Callable[[], Any], result: Callable[[], str] = str) -> Outcome:
    """Makes the change of a form; one that was made already is not made again. Raises Http404 if it is of nothing.

    scope: whose token the form has, such as the event's id and what the form is for. result: after it, what
    the outcome has, also when the form is sent again.
    """
    token = form_tokens.posted_token(request)
    if (made := form_tokens.earlier_result(scope, token)) is not None:
        return Outcome(result=made)
    try:
        with write_transaction():
            change()
            made = result()
            form_tokens.remember_result(scope, token, made)
    except IntegrityError:
        made = form_tokens.earlier_result(scope, token)
        if made is None:  # else it was sent twice at the same time
            raise
    except Refusal as refusal:
        return Outcome(refusal)
    except (EventVersionConflict, SeasonVersionConflict, SittingVersionConflict):
        return Outcome(stale=True)
    except (EventNotFound, SeasonNotFound):
        raise Http404 from None
    return Outcome(result=made)


def seen_version(request: HttpRequest) -> int | None:
    """Returns the version that a form was made from, None if it says none."""
    return whole_number(request.POST.get("version", ""))


def typed(request: HttpRequest, name: str) -> str:
    """Returns a text of a form as it may be stored."""
    return clean_text(request.POST.get(name, "")).strip()


def page_of(
    opened: OpenedEvent, heading: str, outcome: Outcome = NOT_SENT, placed: Sequence[str] = (), **further: Any
) -> dict[str, Any]:
    """Returns what every page of organiser and referee needs: the event, and what ``form_page`` says."""
    return {"opened": opened, "event": opened.row, **form_page(heading, outcome, placed, **further)}


def form_page(heading: str, outcome: Outcome = NOT_SENT, placed: Sequence[str] = (), **further: Any) -> dict[str, Any]:
    """Returns what a page with forms needs. outcome: of the form that was sent.

    placed: names, or beginnings of names, of faults that the page shows at their fields; all others are at its top.
    """
    return {
        "heading": heading,
        "faults": outcome.faults,
        "general": [text for at, text in outcome.faults.items() if not at.startswith(tuple(placed))],
        "stale": outcome.stale,
        "token": form_tokens.new_token(),
        **further,
    }
