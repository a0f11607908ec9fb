"""drf-spectacular for our views: everything that follows from a view is read from it.

Summary and description are the docstring of the method; query parameters, keys, problems, ETags and rate limits
follow from the view's class attributes and from the headers that ``@extend_schema`` names.
"""

from __future__ import annotations

import inspect
from typing import Any

from drf_spectacular.openapi import AutoSchema as BaseAutoSchema
from drf_spectacular.utils import OpenApiResponse

from companion.http.openapi.json_schema import MODES, JsonSchema, component_name
from companion.http.openapi.parameters import IF_MATCH_NEEDED, IF_MATCH_OF_READ, IF_NONE_MATCH
from companion.http.problem_details import ProblemDetails
from companion.http.problems import CONTENT_TYPE, MEANINGS, TYPES, Problem

#: Headers of answers by status, and by the header of the request that they answer.
_OF_STATUS = {
    "201": ["Location"],
    "401": ["WWW-Authenticate"],
    "412": ["ETag"],
    "428": ["ETag"],
    "429": ["Retry-After"],
    "503": ["Retry-After"],
}
_ANSWERED_BY = {"Prefer": "Preference-Applied", "Idempotency-Key": "Idempotency-Replayed"}


#: When to call the operations of a tag.
_WHEN = {
    "games": "For learning what a game takes, before hands are scored or recorded.",
    "scoring": "For a score or a trick without a table, as often as one likes.",
    "tables": "For the people who play together, their house rules, keys and standings.",
    "matches": "For one match of a table: to begin it, show it, follow it or keep it.",
    "hands": "For what happened between two deals, while a match is played.",
    "clubs": "For an evening, a tournament or a league day of several tables.",
    "webhooks": "For a service that is to be told of events, so that it need not ask again and again.",
    "rules": "For a question about rules, or to quote them with their address.",
}
#: What a method that changes something does.
_EFFECTS = {
    "POST": "Changes what is stored.",
    "PUT": "Replaces what is stored.",
    "PATCH": "Changes the named fields of what is stored.",
    "DELETE": "Removes what is stored.",
}


class AutoSchema(BaseAutoSchema):
    """Describes one operation of an ``ApiView``."""

    view: Any
    registry: Any
    #: Those of the request, by name.
    headers: dict[str, Any]

    def get_summary(self) -> str:
        """The first line of the method's docstring."""
        return super().get_description().partition("\n")[0]

    def get_description(self) -> str:  # type: ignore[override]
        """The rest of the docstring, when to call it, which key is needed, and what it changes."""
        text = " ".join(super().get_description().partition("\n")[2].split())
        role = self._role()
        key = f"Needs the {role}'s key." if role else "Needs no key."
        return f"{text}\n\n{_WHEN.get(self.view.tag, '')} {key} {self._effect()}".strip()

    def _effect(self) -> str:
        """What the call changes, and whether it may be sent again: for programs that choose between operations."""
        names = {one["name"] for one in self._get_parameters() if one["in"] == "header"}
        if self.method == "GET" or not (names & {"Idempotency-Key", "If-Match"} or self._role() == "scorer"):
            return "Changes nothing."
        again = " Sent again with the same Idempotency-Key it does nothing twice." if "Idempotency-Key" in names else ""
        return f"{_EFFECTS[self.method]}{again}"

    def _role(self) -> str:
        role: str = self.view.role_to_read if self.method == "GET" else self.view.role_to_change
        return role

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def get_override_parameters(self) -> list[Any]:
        """The headers that follow from the view."""
        if self.method == "GET":
            return [IF_NONE_MATCH, IF_MATCH_OF_READ] if self.view.versioned or self.view.cached else []
        return [IF_MATCH_NEEDED] if self.view.versioned and self.method != "POST" else []

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        return [{"in": "path", "name": name, "required": True, **self.view.path_parameters[name]} for name in variables]

    def _get_filter_parameters(self) -> list[dict[str, Any]]:
        """The query parameters of the view."""
        model = self.view.queries.get(self.method)
        fields = model.model_json_schema(schema_generator=JsonSchema) if model else {"properties": {}}
        found = []
        for name, schema in fields["properties"].items():
            query = {"in": "query", "name": name, "description": schema.pop("description"), "schema": schema}
            required = {"required": True} if name in fields.get("required", ()) else {}
            examples = schema.pop("examples", [schema.get("default")])
            found.append({**query, **required, "example": examples[0]})
            del schema["title"]
        return found

    def _get_examples(
        self, serializer: Any, direction: str, media_type: str, status_code: Any = None, extras: Any = None
    ) -> Any:
        """Those of ``@extend_schema``, else the recorded one."""
        found = super()._get_examples(serializer, direction, media_type, status_code, extras)  # type: ignore[no-untyped-call]
        example = self._example_of(serializer, direction) if isinstance(serializer, type) else None
        return found if found or example is None else {"Example": {"value": example}}

    def _example_of(self, model: Any, direction: str) -> Any:
        make = getattr(model, "example", None)
        return make() if make else self.registry.examples.get(component_name(model, MODES[direction]))

    def _get_request_body(self, direction: str = "request") -> Any:
        body = super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        return {**body, "required": True} if body else body

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        """With 304 and problems."""
        self.headers = headers = {one["name"]: one for one in self._get_parameters() if one["in"] == "header"}
        responses: dict[str, Any] = super()._get_response_bodies(direction)
        for response in responses.values():
            if "text/csv" in response.get("content", {}):
                response["headers"]["Content-Disposition"] = {"$ref": "#/components/headers/Content-Disposition"}
        if "If-None-Match" in headers:
            same = OpenApiResponse(None, "Nothing has changed since the answer with this ETag.")
            responses["304"] = self._get_response_for_code(same, "304")
        kinds = self._problem_kinds(headers, responses)
        for number in sorted({TYPES[kind][0] for kind in kinds}):
            of_status = [kind for kind in TYPES if kind in kinds and TYPES[kind][0] == number]
            responses[str(number)] = self._problems(str(number), of_status)
        return responses

    def _get_response_for_code(
        self, serializer: Any, status_code: str, media_types: Any = None, direction: Any = "response"
    ) -> dict[str, Any]:
        """With headers. Where ``@extend_schema`` does not describe it, the model does."""
        response: dict[str, Any]
        response = super()._get_response_for_code(serializer, status_code, media_types, direction)  # type: ignore[no-untyped-call]
        response["description"] = response["description"] or inspect.getdoc(serializer)
        names = self._answer_headers(serializer, status_code, response.get("content", {}))
        own = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
        response["headers"] = own | response.get("headers", {})
        return response

    def _answer_headers(self, serializer: Any, status: str, content: dict[str, Any]) -> list[str]:
        """The names of the headers that an answer has. serializer: as ``@extend_schema`` has it."""
        names = ["X-Request-ID"]
        if status == "200" and "text/event-stream" in content:
            return names  # streams are answered before requests are counted
        names += ["RateLimit-Policy", "RateLimit", "Link", *(["Content-Language"] if content else [])]
        shows_version = status == "201" and "version" in getattr(serializer, "model_fields", ())
        if shows_version or ((self.view.versioned or self.view.cached) and status in ("200", "304")):
            names.append("ETag")
        if status < "400":
            names += [answer for sent, answer in _ANSWERED_BY.items() if sent in self.headers]
        return names + _OF_STATUS.get(status, [])

    def _problem_kinds(self, headers: dict[str, Any], responses: dict[str, Any]) -> set[str]:
        """The kinds of problems: those that follow from the view, and the first of each status that it names."""
        role, if_match = self._role(), headers.get("If-Match", {})
        reasons: list[tuple[Any, str]] = [
            (True, "too-many-requests unavailable"),
            (self.view.queries.get(self.method), "malformed"),
            (self._get_request_body(), "malformed too-large unsupported-media-type refused"),
            (self.view.path_parameters, "not-found"),
            (True, "not-acceptable"),
            (role, "key-needed not-found"),
            (role in ("scorer", "organiser"), "read-only-key"),
            (if_match, "stale"),
            (if_match.get("required"), "precondition-needed"),
            ("Idempotency-Key" in headers, "malformed in-work key-reused"),
        ]
        first = {str(status): kind for kind, (status, _) in reversed(TYPES.items())}
        own = {first[status] for status in responses if status >= "400"}
        return own.union(*(kinds.split() for applies, kinds in reasons if applies))

    def _problems(self, status: str, kinds: list[str]) -> dict[str, Any]:
        """The answer with problems of one status. An example of each kind: recorded, or it says what the kind means."""
        stale = "stale" in kinds and self.method != "GET"  # a read has no state in its problem
        model: Any = self.view.conflict_model if stale else ProblemDetails
        current = {"current": self._example_of(model.model_fields["current"].annotation, "response")} if stale else {}
        described = OpenApiResponse(model, "; or: ".join(TYPES[kind][1] for kind in kinds))
        response = self._get_response_for_code(described, status, [CONTENT_TYPE])
        recorded = self.registry.examples
        values = {kind: recorded.get(kind) or Problem(kind, MEANINGS[kind][0], **current).as_json() for kind in kinds}
        response["content"][CONTENT_TYPE]["examples"] = {kind: {"value": value} for kind, value in values.items()}
        return response
