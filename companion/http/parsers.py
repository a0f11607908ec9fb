"""Parses request bodies: JSON in UTF-8 of limited size, with limits for its texts and numbers."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any

from django.conf import settings
from django.utils.translation import gettext
from pydantic_core import from_json
from rest_framework.parsers import BaseParser

from companion.http.problems import Problem
from scoring.engine.messages import say
from scoring.engine.refusal import FieldError, Refusal, refuse
from scoring.languages import current_language

LARGEST_NUMBER = 10**15
"""Whole numbers up to this one are exact in every client's floating point."""

MOST_FIELDS = 500
"""Fields of one object. Our largest object has far fewer."""

_SUSPECT = re.compile(rb"\\u|[\xee\xef\x00]|\d{15}|\d[eE]")
"""Bytes that every body with a text or number out of bounds has."""

_WHOLE_AS_FLOAT = re.compile(rb"\d\.0|\d[eE]")
"""Bytes that every body with a whole number written as ``3.0`` or ``3e2`` has."""


class JSONParser(BaseParser):
    """DRF's parser for our bodies. A view's ``max_body`` names the setting with the limit in bytes."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Returns the JSON of the body.

        Raises Problem (too-large, malformed), and Refusal if a text or number is out of bounds.
        """
        most = getattr(settings, parser_context["view"].max_body)
        raw: bytes = parser_context["request"].body
        if len(raw) > most:
            raise Problem(
                "too-large",
                gettext("The body may have at most {most} bytes here.").format(most=current_language().number(most)),
            )
        if raw.startswith(codecs.BOM_UTF8):
            raise malformed(
                gettext("The body begins with a byte order mark: send UTF-8 without one."), "byte_order_mark"
            )
        try:
            data = from_json(raw, allow_inf_nan=False)
            # A repeated name is refused: this parser would take the last value, other programs take the first.
            _NAMES_ONCE.decode(raw.decode())
        except ValueError as error:
            raise malformed(gettext("The body is not JSON: {error}.").format(error=error), "not_json") from None
        if _SUSPECT.search(raw):
            _check(data, "")
        return _whole(data) if _WHOLE_AS_FLOAT.search(raw) else data


def _whole(data: Any) -> Any:
    """The data with whole numbers as int: for JSON Schema 3 and 3.0 are the same."""
    match data:
        case float() if data.is_integer():
            return int(data)
        case dict():
            return {name: _whole(value) for name, value in data.items()}
        case list():
            return [_whole(value) for value in data]
        case _:
            return data


def malformed(text: str, code: str) -> Problem:
    """Returns the problem (400) for a body as a whole."""
    return Problem("malformed", text, [{"pointer": "", "code": code, "detail": text}])


def _check_names(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > MOST_FIELDS:
        text = gettext("An object here has at most {most} fields.").format(most=current_language().number(MOST_FIELDS))
        raise malformed(text, "too_many_fields")
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        text = gettext("The field {twice} is there twice in one object.").format(twice=repr(twice[:80]))
        raise malformed(text, "field_twice")


_NAMES_ONCE = json.JSONDecoder(object_pairs_hook=_check_names)


def _check(data: Any, pointer: str) -> None:
    match data:
        case str():
            if any(char == "\0" or "\ue000" <= char <= "\uf8ff" for char in data):
                fault = FieldError(pointer, "unprintable", say("This text has characters that cannot be shown."))
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
