"""Models of problems, for the documentation."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from companion.http.error_codes import codes
from companion.http.models import ResponseModel
from companion.http.openapi.json_schema import WORDS


class FieldProblem(ResponseModel):
    """One thing that is wrong with a request."""

    pointer: str = Field(
        "",
        description="JSON pointer to the field in the body; empty for the whole of it. Left out for a query parameter.",
    )
    code: str = Field(
        description="Stable name of the reason; docs/error-codes.md has them all. New ones may be added.",
        json_schema_extra={WORDS: list(codes())},
    )
    detail: str = Field(description="The reason in a sentence for people.")
    rule: str = Field("", description="The rule that it breaks: a link into the rules page.")
    parameter: str = Field("", description="The query parameter, if one is wrong.")


class ProblemDetails(ResponseModel):
    """Every failure, after RFC 9457."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="A page that explains this kind of problem.")
    title: str = Field(description="The kind of problem in a few words, in English; for people.")
    status: int = Field(description="The HTTP status, as in the first line of the answer.")
    detail: str = Field(description="What is wrong with this request, in the language of the answer.")
    request_id: str = Field(
        "", description="The id of the request, as in `X-Request-ID`: the operator finds it in the log."
    )
    errors: list[FieldProblem] = Field(
        [], description="Each thing that is wrong, with its place; none where the request as a whole is refused."
    )
    later_hand: int = Field(0, description="The later hand that a correction would make impossible.")
