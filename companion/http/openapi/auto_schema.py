"""drf-spectacular for our views: everything that follows from a view is read from it.

Summary and description are the docstring of the method; query parameters, keys, problems, ETags and rate limits
follow from the view's class attributes and from the headers that ``@extend_schema`` names.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.openapi import AutoSchema as BaseAutoSchema

from companion.http.openapi.json_schema import JsonSchema
from companion.http.openapi.parameters import IF_MATCH_NEEDED, IF_NONE_MATCH
from companion.http.problem_details import ProblemDetails
from companion.http.problems import CONTENT_TYPE, TYPES, Problem

_RULE = "/rules/skat#bidding"
_ERROR = {"pointer": "/hands/0/bid", "code": "bid_unknown", "detail": "19 is no bid.", "rule": _RULE}
#: For each status the kind of problem that its example shows.
_PROBLEMS = {
    400: Problem("malformed", "This field is needed.", [{"pointer": "/hands", "code": "field_missing", "detail": "…"}]),
    401: Problem("key-needed", "A key is needed: Authorization: Bearer KEY."),
    403: Problem("read-only-key", "This key may only read."),
    404: Problem("not-found", "There is nothing here."),
    406: Problem("not-acceptable", "Answers come as application/json."),
    409: Problem("in-work", "The request with this Idempotency-Key is still running."),
    412: Problem("stale", "The match has changed in the meantime."),
    413: Problem("too-large", "The body may have at most 262,144 bytes here."),
    415: Problem("unsupported-media-type", "The body must be JSON in UTF-8."),
    422: Problem("refused", "19 is no bid.", [_ERROR]),
    428: Problem("precondition-needed", "Send If-Match with the ETag that you have seen."),
    429: Problem("too-many-requests", "More requests were sent than are allowed in a minute."),
    503: Problem("unavailable", "The database does not answer."),
}


def _header(description: str, example: Any, kind: str = "string") -> dict[str, Any]:
    return {"description": description, "schema": {"type": kind}, "example": example}


HEADERS = {
    "RateLimit-Policy": _header("How many requests are allowed in how many seconds.", '"key";q=60000;w=60'),
    "RateLimit": _header("How many more are allowed, and in how many seconds the limit resets.", '"key";r=59999;t=42'),
    "ETag": _header("The version that this answer shows, for If-Match and If-None-Match.", '"3"'),
    "Location": _header("The address of what was created.", "/api/v1/matches/p6d2r8s5y3bg7fjc"),
    "X-Request-ID": _header(
        "The id of the request, for questions to the operator.", "4bf92f3577b34da6a3ce929d0e0e4736"
    ),
    "Retry-After": _header("Seconds to wait before the next request.", 30, "integer"),
}
"""Headers of answers, as components of the document."""


class AutoSchema(BaseAutoSchema):
    """Describes one operation of an ``ApiView``."""

    view: Any

    @property
    def games(self) -> tuple[str, ...]:
        """The slugs of the games whose own models the document has."""
        found: tuple[str, ...] = self.registry.games  # type: ignore[attr-defined]
        return found

    def get_summary(self) -> str:
        """The first line of the method's docstring."""
        return self._doc()[0]

    def get_description(self) -> str:  # type: ignore[override]
        """The rest of the docstring, and which key is needed."""
        text = " ".join(self._doc()[1].split())
        role = self._role()
        return f"{text}\n\nNeeds the {role}'s key.".strip() if role else text

    def _doc(self) -> tuple[str, str]:
        first, _, rest = (inspect.getdoc(getattr(self.view, self.method.lower())) or "").partition("\n")
        return first, rest

    def _role(self) -> str:
        if not self.view.authentication_classes:
            return ""
        role: str = self.view.role_to_read if self.method == "GET" else self.view.role_to_change
        return role

    def get_request_serializer(self) -> Any:
        """None, where ``@extend_schema`` names none."""
        return None

    def get_response_serializers(self) -> Any:
        """Every method names its own."""
        raise NotImplementedError(f"{self.view.__class__.__name__}.{self.method.lower()} is not described")

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    # -- parameters -----------------------------------------------------------------------------------

    def get_override_parameters(self) -> list[Any]:
        """The parameters that follow from the view."""
        found: list[Any] = []
        if self.view.versioned and self.method in ("PUT", "PATCH", "DELETE"):
            found.append(IF_MATCH_NEEDED)
        if (self.view.versioned or self.view.cached) and self.method == "GET":
            found.append(IF_NONE_MATCH)
        return found

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        return [{"in": "path", "name": name, "required": True, **self.view.path_parameters[name]} for name in variables]

    def _get_parameters(self) -> list[dict[str, Any]]:
        found = [one for one in super()._get_parameters() if one["in"] != "query"]
        model = self.view.queries.get(self.method)
        fields = model.model_json_schema(schema_generator=JsonSchema) if model else {}
        for name, schema in fields.get("properties", {}).items():
            query = {"in": "query", "name": name, "description": schema.pop("description", "")}
            schema.pop("title", None)
            examples = schema.pop("examples", [schema.get("default", next(iter(schema.get("enum", "")), None))])
            required = {"required": True} if name in fields.get("required", ()) else {}
            found.append({**query, **required, "schema": schema, "example": examples[0]})
        return found

    # -- bodies and answers -----------------------------------------------------------------------------

    def _get_examples(
        self, serializer: Any, direction: str, media_type: str, status_code: Any = None, extras: Any = None
    ) -> Any:
        found = super()._get_examples(serializer, direction, media_type, status_code, extras)  # type: ignore[no-untyped-call]
        example = example_of(serializer, self.games)
        return found if found or example is None else {"Example": {"value": example}}

    def _get_request_body(self, direction: str = "request") -> Any:
        body = super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        return {**body, "required": True} if body else body

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        responses: dict[str, Any] = super()._get_response_bodies(direction)
        headers = {one["name"]: one for one in self._get_parameters() if one["in"] == "header"}
        if "Prefer" in headers:
            preferred = self.resolve_serializer(self.view.preferred_model, "response").ref
            for response in responses.values():
                for content in response.get("content", {}).values():
                    content["schema"] = {"anyOf": [content["schema"], preferred]}
        if "If-None-Match" in headers:
            responses["304"] = {"description": "Nothing has changed since the answer with this ETag."}
        own = {int(status) for status in responses if status >= "400"}
        for number in sorted(self._problem_statuses(headers) | own):
            responses[str(number)] = self._problem(number)
        tagged = self.view.versioned or self.view.cached
        streams = any("event-stream" in kind for kind in responses.get("200", {}).get("content", ()))
        for status, response in responses.items():
            # Streams are answered before requests are counted.
            names = [] if streams and status == "200" else ["RateLimit-Policy", "RateLimit"]
            names += ["X-Request-ID"]
            names += ["ETag"] if tagged and status in ("200", "201", "304") else []
            names += ["Location"] if status == "201" else []
            names += ["Retry-After"] if status in ("429", "503") else []
            response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
            response["description"] = self._description_of(status, response)
        return responses

    def _description_of(self, status: str, response: Mapping[str, Any]) -> str:
        default = {"200": "The answer.", "201": "It is made.", "204": "It is gone."}.get(status, "")
        given: str = response["description"]
        return default if given in ("", "No response body") and default else given

    def _problem_statuses(self, headers: Mapping[str, Any]) -> set[int]:
        statuses = {429, 503}
        if self.view.queries.get(self.method):
            statuses |= {400}
        if self.get_request_serializer():
            statuses |= {400, 413, 415, 422}
        if self.view.path_parameters:
            statuses |= {404}
        if len(self.view.renderer_classes) > 1:
            statuses |= {406}
        if role := self._role():
            statuses |= {401, 404} | ({403} if role == "scorer" else set())
        if "If-Match" in headers:
            statuses |= {412} | ({428} if headers["If-Match"].get("required") else set())
        if "Idempotency-Key" in headers:
            statuses |= {400, 409, 422}
        return statuses

    def _problem(self, status: int) -> dict[str, Any]:
        sample = _PROBLEMS[status]
        model: Any = self.view.conflict_model if status == 412 else ProblemDetails
        component = self.resolve_serializer(model, "response")
        current = {"current": example_of(model.model_fields["current"].annotation, self.games)} if status == 412 else {}
        content = {"schema": component.ref, "examples": {sample.kind: {"value": {**sample.as_json(), **current}}}}
        return {"description": TYPES[sample.kind][1], "content": {CONTENT_TYPE: content}}


def example_of(model: Any, games: Sequence[str]) -> Any:
    """A value of this model, if it has an example. games: those of the document."""
    if of_game := getattr(model, "example_of_game", None):
        return of_game(games[0] if len(games) == 1 else "points")
    example = getattr(model, "example", None)
    return example() if callable(example) else example
