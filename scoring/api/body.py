"""The body of a request: JSON in UTF-8, of a stated size, without what no hand and no name can need."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest
from pydantic import BaseModel
from pydantic_core import from_json

from companion.http.problems import Problem
from scoring.engine.messages import say
from scoring.engine.refusal import FieldError, Refusal, refuse, validate

LARGEST_NUMBER = 10**15
"""Whole numbers up to here survive every client's floating point."""

_SUSPECT = re.compile(rb"\\u|[\xee\xef\x00]|\d{15}|\d[eE]")
"""Bytes without which no text and no number in a body can be out of bounds."""

M = TypeVar("M", bound=BaseModel)


def read(request: HttpRequest, most: int | None = None, empty: bool = False) -> Any:
    """The JSON of the body. most: bytes allowed, MAX_BODY where None. empty: no body at all counts as ``{}``.

    Raises Problem: too-large, unsupported-media-type, malformed.
    """
    most = most or settings.MAX_BODY
    raw = request.body
    if len(raw) > most:
        raise Problem("too-large", f"The body may have at most {most:,} bytes here.")
    if not raw and empty:
        return {}
    sort, _, rest = request.META.get("CONTENT_TYPE", "").partition(";")
    charset = rest.strip().lower()
    if sort.strip().lower() != "application/json" or charset not in ("", "charset=utf-8", 'charset="utf-8"'):
        raise Problem("unsupported-media-type", "The body must be JSON in UTF-8: Content-Type application/json.")
    try:
        data = from_json(raw, allow_inf_nan=False)
        # The parser takes the last of two values with one name, other programs the first: neither may be meant.
        json.loads(raw, object_pairs_hook=_named_once)
    except ValueError as error:
        text = f"The body is not JSON: {error}."
        raise Problem("malformed", text, [{"pointer": "", "code": "json_invalid", "detail": text}]) from None
    if _SUSPECT.search(raw):
        _check(data, "")
    return data


def read_as(model: type[M], request: HttpRequest, most: int | None = None, empty: bool = False) -> M:
    """The body as this model. Raises as ``read`` does, and Refusal."""
    checked: M = validate(model, read(request, most, empty))
    return checked


def _named_once(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        text = f"The field {twice[:80]!r} is there twice in one object."
        raise Problem("malformed", text, [{"pointer": "", "code": "field_twice", "detail": text}])


def _check(data: Any, pointer: str) -> None:
    match data:
        case str():
            if any(char == "\0" or "\ue000" <= char <= "\uf8ff" for char in data):
                fault = FieldError(pointer, "character", say("This text has characters that cannot be shown."))
                raise Refusal([fault], malformed=True)
        case int() | float() if not -LARGEST_NUMBER <= data <= LARGEST_NUMBER:
            raise refuse(pointer, "number_too_large", "Numbers here have at most fifteen digits.", rule="")
        case dict():
            for name, value in data.items():
                _check(name, pointer)
                _check(value, f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}")
        case list():
            for number, value in enumerate(data):
                _check(value, f"{pointer}/{number}")
