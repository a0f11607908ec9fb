"""The base of all views of the API: errors, bodies, query parameters and limits, in DRF's own hooks."""

from __future__ import annotations

from datetime import tzinfo
from functools import cache
from typing import Any, ClassVar, TypeVar
from urllib.parse import unquote_to_bytes

from django.http import HttpResponse, QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from pydantic import BaseModel
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from companion.http.conditional import check_read
from companion.http.models import Query, ZoneQuery
from companion.http.negotiation import ContentNegotiation
from companion.http.parsers import malformed
from companion.http.problems import Problem, detail_of
from companion.http.rate_limits import Usage
from companion.http.time_zones import time_zone
from scoring.engine.messages import render_sentence
from scoring.engine.refusal import Refusal, validate
from scoring.languages import current_language

M = TypeVar("M", bound=BaseModel)


class ApiView(APIView):
    """One address. Errors are raised; ``EXCEPTION_HANDLER`` turns them into problems.

    tag: its group in the documentation. queries: the query parameters of each method. Any other is refused, so that a
    misspelt ``?dry_run=true`` records nothing. throttle_scope: a limit of its own for POST. max_body: the name of the
    setting with the most bytes of a body. path_parameters: see ``described``. versioned: GET responses have an ETag,
    and changes need it. cached: GET responses have an ETag made from their text. conflict_model: of the problem for a
    stale If-Match. inner: pointers below this one lead into what a text of the body holds, "" for none. role_to_read,
    role_to_change: whose key is needed, if any.
    """

    tag: ClassVar[str] = ""
    queries: ClassVar[dict[str, type[Query]]] = {}
    throttle_scope: str = ""
    max_body: ClassVar[str] = "MAX_BODY"
    path_parameters: ClassVar[dict[str, dict[str, Any]]] = {}
    versioned: ClassVar[bool] = False
    cached: ClassVar[bool] = False
    conflict_model: ClassVar[type[BaseModel] | None] = None
    inner: ClassVar[str] = ""
    role_to_read: str = ""
    role_to_change: str = ""
    format_kwarg: None = None
    usage: Usage | None = None
    query: Any = None
    _negotiation: ClassVar[BaseContentNegotiation] = ContentNegotiation()

    def get_content_negotiator(self) -> BaseContentNegotiation:
        return self._negotiation

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {"Vary": "Accept"} if len(self.renderer_classes) > 1 else {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Counts the request first, so that refused requests count too."""
        self.check_throttles(request)
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        self.perform_authentication(request)
        self.check_permissions(request)
        self.query = self._read_query(request)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Checks If-Match of a read, and adds the headers of the rate limit."""
        try:
            check_read(request._request, response)
        except Problem as problem:
            response = self.handle_exception(problem)
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.usage:
            for name, value in self.usage.headers().items():
                response.headers[name] = value
        return response

    def throttled(self, request: Request, wait: float | None) -> None:  # type: ignore[override]
        """Raises Problem (429)."""
        assert self.usage
        raise Problem("too-many-requests", self.usage.refusal, headers={"Retry-After": str(self.usage.seconds)})

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """Returns the methods of this address, in the header Allow."""
        return HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})

    def body_as(self, model: type[M]) -> M:
        """Returns the body as this model. Raises Problem, Refusal."""
        checked: M = validate(model, self.json_body())
        return checked

    def json_body(self) -> Any:
        """Returns the body as plain JSON. Raises Problem, Refusal."""
        data = self.request.data
        if not data and not self.request.body:
            if not self.request.META.get("CONTENT_TYPE"):
                raise UnsupportedMediaType("")
            raise malformed(gettext("A JSON body is needed."), "not_json")
        return data

    def check_no_body(self) -> None:
        """Raises Problem if anything but ``{}`` or an empty body was sent."""
        if self.request.data != {}:
            raise malformed(gettext("Nothing is to be sent here: the body is {} or empty."), "body_not_empty")

    def _read_query(self, request: Request) -> Any:
        django_request = request._request
        method = "GET" if django_request.method == "HEAD" else django_request.method or ""
        if method.lower() not in self.http_method_names or not hasattr(self, method.lower()):
            return None  # 405 follows
        model = self.queries.get(method)
        raw = django_request.META.get("QUERY_STRING")
        parameters = _parameters(django_request.GET, raw) if raw else {}
        if (model is None and not parameters) or method == "OPTIONS":
            return None
        try:
            return validate(model or Query, parameters) if parameters else _query_without_parameters(model or Query)
        except Refusal as refusal:
            raise query_problem(refusal, model or Query) from None


def _parameters(query: QueryDict, raw: str) -> dict[str, str]:
    """The query parameters by name. raw: the query as it was sent.

    Raises Problem if one is there twice (programs disagree which one counts) or not in UTF-8.
    """
    parameters: dict[str, str] = {}
    for name, values in query.lists():
        parameters[name] = value = str(values[-1])
        if len(values) > 1:
            text = gettext("The parameter {name} is there twice.").format(name=name)
            raise bad_parameter(name, "parameter_twice", text)
        if "\ufffd" in name + value:  # Django writes it for what it cannot read; somebody may have sent it, too
            try:
                unquote_to_bytes(raw.encode("latin-1")).decode()
            except ValueError:
                raise bad_parameter(name, "not_unicode", gettext("A query is written in UTF-8.")) from None
    return parameters


@cache
def _query_without_parameters(model: type[Query]) -> Query:
    """The default parameters. They are frozen, so all requests without a query share them.

    Raises Refusal if a parameter is needed.
    """
    query: Query = validate(model, {})
    return query


def query_problem(refusal: Refusal, model: type[Query]) -> Problem:
    """Returns the problem (400) for wrong query parameters, each with its name under ``parameter``."""
    errors: list[Any] = []
    for error in refusal.errors:
        name = error.pointer.removeprefix("/").replace("~1", "/").replace("~0", "~")
        if error.code == "field_unknown":
            known = ", ".join(sorted(model.model_fields)) or gettext("none")
            text = gettext("There is no parameter {name} here; known: {known}.").format(name=name, known=known)
            errors += bad_parameter(name, "parameter_unknown", text).errors
        else:
            text = render_sentence(error.message, current_language())
            errors.append({"parameter": name, "code": error.code, "detail": text})
    return Problem("malformed", detail_of(errors), errors)


def bad_parameter(name: str, code: str, detail: str) -> Problem:
    """Returns the problem (400) for one wrong query parameter."""
    return Problem("malformed", detail, [{"parameter": name, "code": code, "detail": detail}])


def zone_of(query: ZoneQuery) -> tzinfo:
    """Returns the time zone that a request names, else TIME_ZONE. Raises Problem."""
    if query.tz is None:
        return timezone.get_default_timezone()
    zone = time_zone(query.tz)
    if zone is None:
        text = gettext("{name} is no time zone. Zones are named as in Europe/Berlin.").format(name=query.tz[:40])
        raise bad_parameter("tz", "time_zone_unknown", text)
    return zone


class NotFound(ApiView):
    """The view of all addresses below /api/ that do not exist."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Counts the request. Raises Problem (404)."""
        self.check_throttles(request)
        raise Problem("not-found", gettext("There is nothing at this address."))


__all__ = ["ApiView", "NotFound", "Response", "bad_parameter", "query_problem", "zone_of"]
