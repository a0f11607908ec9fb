"""How an operation is described: drf-spectacular's words, with what all of ours share filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from companion.http.problems import CONTENT_TYPE, TYPES, Problem
from scoring.api.endpoint import JSON

#: For each status the kind of problem that its example shows.
_PROBLEMS = {
    400: Problem("malformed", "This field is needed.", [{"pointer": "/hands", "code": "missing", "detail": "…"}]),
    401: Problem("key-needed", "A key is needed: Authorization: Bearer KEY."),
    403: Problem("read-only-key", "This key may only read."),
    404: Problem("not-found", "There is nothing here."),
    409: Problem("in-work", "The request with this Idempotency-Key is still in work."),
    412: Problem("stale", "The match has changed since.", current={"version": 4}),
    413: Problem("too-large", "The body may have at most 262,144 bytes here."),
    415: Problem("unsupported-media-type", "The body must be JSON in UTF-8."),
    422: Problem(
        "refused",
        "19 is no bid.",
        [{"pointer": "/hands/0/bid", "code": "bid_unknown", "detail": "19 is no bid.", "rule": "/rules/skat#bidding"}],
    ),
    428: Problem("precondition-needed", "Send If-Match with the ETag that you have seen."),
    429: Problem("too-many-requests", "More requests came than are allowed in a minute."),
    503: Problem("unavailable", "The database does not answer."),
}


@dataclass(frozen=True)
class Answer:
    """A good answer. schema: None where it has no body. examples: by title. media: its type."""

    schema: Mapping[str, Any] | None
    examples: Mapping[str, Any] = field(default_factory=dict)
    description: str = "It is done."
    media: str = JSON


def operation(
    operation_id: str,
    tag: str,
    summary: str,
    answers: Mapping[int, Answer],
    description: str = "",
    body: Mapping[str, Any] | None = None,
    examples: Mapping[str, Any] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    key: str | None = None,
    problems: Sequence[int] = (),
    problem: Mapping[str, Any] | None = None,
) -> Callable[[Any], Any]:
    """Describes a method. body, examples: of what is sent. key: the role that it needs, None where it is open.

    problems: statuses beside those that follow from the rest. problem: the schema of problems.
    """
    names = {one.name for one in parameters}
    shown = [OpenApiExample(title, value=value, request_only=True) for title, value in (examples or {}).items()]
    responses: dict[Any, Any] = {}
    for status, one in answers.items():
        given = [OpenApiExample(title, value=value) for title, value in one.examples.items()]
        place = (status, one.media) if one.schema is not None else status
        responses[place] = OpenApiResponse(one.schema, one.description, given)
    if "If-None-Match" in names:
        responses[304] = OpenApiResponse(description="Nothing has changed since the answer with this ETag.")
    statuses = {429, 503, *problems}
    statuses |= {400, 413, 415, 422} if body is not None else set()
    statuses |= {401, 404} if key else set()
    statuses |= {403} if key == "scorer" else set()
    statuses |= {412} if "If-Match" in names else set()
    statuses |= {428} if any(one.name == "If-Match" and one.required for one in parameters) else set()
    statuses |= {409, 422} if "Idempotency-Key" in names else set()
    for status in sorted(statuses):
        sample = _PROBLEMS[status]
        given = [OpenApiExample(sample.title, value=sample.as_json())]
        responses[status, CONTENT_TYPE] = OpenApiResponse(dict(problem or {}), TYPES[sample.sort][1], given)
    if key:
        description = f"{description}\n\nNeeds the {key}'s key.".strip()
    return extend_schema(
        operation_id=operation_id,
        tags=[tag],
        summary=summary,
        description=description,
        parameters=list(parameters),
        request={JSON: body} if body is not None else None,
        responses=responses,
        examples=shown,
        auth=[{"key": []}] if key else [],  # type: ignore[list-item]
    )
