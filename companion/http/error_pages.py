"""Answers to failures: a page for people, or problem+json under /api/."""

from __future__ import annotations

import sys

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from companion.http.problems import Problem, problem_for
from companion.http.rate_limits import Usage


def _error_response(request: HttpRequest, problem: Problem, words: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem.response()
    context = {"title": _(problem.title), "words": words}
    return render(request, "error.html", context, status=problem.status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 (``handler400``)."""
    return _error_response(request, problem_for(exception), _("This request could not be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403 (``handler403``)."""
    return _error_response(request, problem_for(exception), _("You may not open this."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404 (``handler404``). The same for what does not exist and for what this phone may not open."""
    if settings.SERVER:
        words = _("There is nothing here, or it is not shared with this phone. Ask for the link again.")
    else:
        words = _("This is not on this phone. What is on a server can be opened as soon as there is a network.")
    return _error_response(request, Problem("not-found", _("There is nothing at this address.")), words)


def server_error(request: HttpRequest) -> HttpResponse:
    """500 (``handler500``); 503 where the database failed."""
    failed = sys.exc_info()[1]
    if isinstance(failed, DatabaseError):
        words = _("The database cannot be used at the moment. Everything that was saved is safe; try again in a while.")
        response = _error_response(request, problem_for(failed), words)
        response.headers["Retry-After"] = "5"
        return response
    words = _("Something failed on our side. Everything that was saved is safe.")
    return _error_response(request, Problem("failure", _("Something failed on our side. Nothing was stored.")), words)


def too_many_requests(request: HttpRequest, usage: Usage) -> HttpResponse:
    """The page for an address that is over a limit."""
    response = _error_response(request, Problem("too-many-requests", usage.refusal), usage.refusal)
    response.headers["Retry-After"] = str(usage.seconds)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without a valid token (``CSRF_FAILURE_VIEW``)."""
    words = _("This form was open for too long, or cookies are switched off. Go back, reload and try again.")
    return _error_response(request, Problem("read-only-key", _("The form's token is missing or wrong.")), words)
