"""What all tools share: their arguments, the language of the answer, and answers that say what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language, gettext
from pydantic import BaseModel, Field
from pydantic_core import to_json

from companion.assistants.protocol import Json, Tool
from companion.http.accept_language import find_language, language_tag
from companion.http.models import RequestModel
from companion.http.problems import Problem
from rulesref.library import Library, languages, library
from rulesref.reading import DEFAULT_LANGUAGE
from scoring.api.exceptions import problem_of
from scoring.engine.refusal import validate
from scoring.selectors.access_keys import Key

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Call:
    """What a tool knows of the request. key: of a table, from the header. origin: before the addresses of rules."""

    key: Key | None
    origin: str

    def address(self, path: str) -> str:
        """Returns an address of ours for people. path: as answers of the API have it; "" for none."""
        return f"{self.origin}{path}" if path else ""


AnswerLanguage = Annotated[str, Field(description="Of the answer: en, de, es, fr, it, pt-BR, ru, zh-Hans.")]


class Arguments(RequestModel):
    """The arguments of a tool."""

    language: AnswerLanguage = ""


@dataclass(frozen=True)
class Answer:
    """The answer of a tool. text: what an assistant reads, short. data: the same for programs."""

    text: str
    data: Json

    def as_json(self) -> Json:
        """Returns it as CallToolResult."""
        return {"content": [{"type": "text", "text": self.text}], "structuredContent": self.data}


def tool(
    name: str, title: str, description: str, model: type[M], work: Callable[[Call, M, Json], Answer], **facts: bool
) -> Tool:
    """Makes a tool. work: is given the arguments twice, checked as the model and as they were sent."""

    def run(call: Call, arguments: Json) -> Json:
        try:
            with _language_of(arguments):
                return work(call, read_arguments(model, arguments), arguments).as_json()
        except Exception as error:
            return _refusal(call, problem_of(error))

    return Tool(name, title, description, _schema(model), run, **facts)


def read_arguments(model: type[M], arguments: Json) -> M:
    """Returns the arguments as the model. Raises Refusal."""
    checked: M = validate(model, arguments)
    return checked


@contextmanager
def _language_of(arguments: Json) -> Iterator[None]:
    """The language that the arguments name, else that of the request. Raises Problem."""
    asked = arguments.get("language") or ""
    code = find_language(str(asked), [code for code, _ in settings.LANGUAGES]) if asked else get_language()
    if code is None:
        known = ", ".join(language_tag(code) for code, _ in settings.LANGUAGES)
        raise Problem(
            "malformed", gettext("There are no answers in this language; there are: {known}.").format(known=known)
        )
    with translation.override(code):
        yield


def pages() -> Library:
    """Returns the rules in the language of the answer."""
    return library(find_language(get_language() or "", languages()) or DEFAULT_LANGUAGE)


def _refusal(call: Call, problem: Problem) -> Json:
    """What went wrong, as an assistant can mend it: each field with its rule."""
    lines = [problem.detail] if len(problem.errors) != 1 else []
    for error in problem.errors:
        rule = call.address(error.get("rule", ""))
        place = error.get("pointer") or error.get("parameter") or ""
        lines.append(
            " ".join(filter(None, (f"{place}:" if place else "", error["detail"], f"({rule})" if rule else "")))
        )
    return {
        "content": [{"type": "text", "text": "\n".join(lines)}],
        "structuredContent": problem.as_json(),
        "isError": True,
    }


def _schema(model: type[BaseModel]) -> Json:
    """The arguments as JSON Schema, as short as can be: assistants read it with every question."""
    schema = model.model_json_schema()
    schema.pop("description", None)
    _shorten(schema)
    return schema


def _shorten(part: Any) -> None:
    if isinstance(part, list):
        for one in part:
            _shorten(one)
    if not isinstance(part, dict):
        return
    if isinstance(part.get("title"), str):
        del part["title"]
    if part.get("default") in ("", 0):
        del part["default"]
    for one in part.values():
        _shorten(one)


def json_line(data: Any) -> str:
    """Returns data as short JSON, for texts."""
    return to_json(data).decode()
