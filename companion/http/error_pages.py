"""Responses to errors: a page for people, or problem+json under /api/."""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from companion.http.api_paths import is_for_programs
from companion.http.problems import Problem, problem_for
from companion.http.rate_limits import Usage


def _error_response(request: HttpRequest, problem: Problem, message: str) -> HttpResponse:
    if is_for_programs(request.path):
        return problem.response()
    context = {"title": _(problem.title), "message": message}
    return render(request, "error.html", context, status=problem.status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 (``handler400``)."""
    if isinstance(exception, DisallowedHost):
        text = _("The Companion is not reached by this name. Use the address that was shared with you.")
        return _error_response(request, Problem("malformed", text), text)
    return _error_response(request, problem_for(exception), _("This request could not be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403 (``handler403``)."""
    return _error_response(request, problem_for(exception), _("You may not open this."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404 (``handler404``). What this phone may not open looks the same as what does not exist."""
    if settings.SERVER:
        message = _("There is nothing here, or it is not shared with this phone. Ask for the link again.")
    else:
        message = _("This is not on this phone. What is on a server can be opened as soon as there is a network.")
    return _error_response(request, Problem("not-found", _("There is nothing at this address.")), message)


def server_error(request: HttpRequest) -> HttpResponse:
    """500 (``handler500``), or 503 if the database failed."""
    error = sys.exc_info()[1]
    if isinstance(error, DatabaseError):
        message = _(
            "The database cannot be used at the moment. Everything that was saved is safe; try again in a while."
        )
        response = _error_response(request, problem_for(error), message)
        response.headers["Retry-After"] = "5"
        return response
    message = _("Something failed on our side. Everything that was saved is safe.")
    return _error_response(request, Problem("failure", _("Something failed on our side. Nothing was stored.")), message)


def too_many_requests(request: HttpRequest, usage: Usage) -> HttpResponse:
    """429, for an IP address that is over a limit."""
    response = _error_response(request, Problem("too-many-requests", usage.refusal), usage.refusal)
    response.headers["Retry-After"] = str(usage.seconds)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without a valid token (``CSRF_FAILURE_VIEW``)."""
    message = _("This form was open for too long, or cookies are switched off. Go back, reload and try again.")
    return _error_response(request, Problem("form-token", _("The form's token is missing or wrong.")), message)


def method_not_allowed_page(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a page where Django answers 405 without a body, as for a link to what only a button does."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or response.content or is_for_programs(request.path):
            return response
        context = {
            "title": _("This cannot be opened by a link"),
            "message": _("A button of another page leads here. Nothing was changed."),
        }
        page = render(request, "error.html", context, status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return answer
