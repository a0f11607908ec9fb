"""Refusals: the field that is wrong, the reason and the rule.

One exception covers two cases. *Malformed*: the data does not match the models (unknown field, wrong type, missing
field); the API answers 400. *Refused*: the data is well formed, but not possible by the rules or outside a limit; the
API answers 422.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from scoring.engine.marking import _
from scoring.engine.messages import Message, render_sentence, say, words
from scoring.engine.older_names import KINDS, sent_name, sent_pointer


@dataclass(frozen=True)
class FieldError:
    """One thing that is wrong.

    pointer: JSON pointer to the field, relative to what was entered (``/bid``; ``""`` for the whole). code: short
    stable name of the reason. message: for people. rule: section of the game's rules page, or ``""`` if no rule of the
    game is concerned. unfinished: whether the field is a list that is right so far and only needs more entries.
    """

    pointer: str
    code: str
    message: Message
    rule: str = ""
    unfinished: bool = False


class Refusal(Exception):  # noqa: N818 - players refuse, they do not err
    """What was entered is refused. errors: at least one. malformed: the data does not match the models."""

    def __init__(self, errors: Iterable[FieldError], malformed: bool = False) -> None:
        self.errors = tuple(errors)
        self.malformed = malformed
        super().__init__(" ".join(render_sentence(error.message) for error in self.errors))

    def under(self, prefix: str) -> Refusal:
        """Returns the same refusal with this prefix before every pointer."""
        return Refusal((replace(error, pointer=prefix + error.pointer) for error in self.errors), self.malformed)

    def as_sent(self, data: Any) -> Refusal:
        """Returns the same refusal with every field under the name that it was sent with. data: what was entered."""
        errors = (replace(error, pointer=sent_pointer(error.pointer, data)) for error in self.errors)
        return Refusal(errors, self.malformed)


@contextmanager
def pointers_under(prefix: str) -> Iterator[None]:
    """Adds this prefix to the pointers of refusals raised inside: ``with pointers_under("/events/3"):``."""
    try:
        yield
    except Refusal as refusal:
        raise refusal.under(prefix) from None


def refuse(pointer: str, code: str, text: str, /, rule: str = "scoring", **params: Any) -> Refusal:
    """Returns a refusal: ``raise refuse("/bid", "bid_unknown", "{bid} is no bid.", bid=19, rule="bidding")``.

    params: what the text names; ``unfinished``: whether it is a list that only needs more entries.
    """
    unfinished = bool(params.pop("unfinished", False))
    return Refusal([FieldError(pointer, code, Message(text, params), rule, unfinished)])


def validate(model: type[BaseModel] | TypeAdapter[Any], data: Any, prefix: str = "", rule: str = "") -> Any:
    """Returns the data as this model. rule: the section for the model's limits, "" for technical limits.

    Raises Refusal (pointers below ``prefix``) if the data is not valid, instead of pydantic's ValidationError.
    """
    try:
        instance = model.validate_python(data) if isinstance(model, TypeAdapter) else model.model_validate(data)
    except ValidationError as error:
        raise _refusal(error, data, rule).under(prefix) from None
    _check_booleans(data, instance, prefix)
    return instance


def _check_booleans(data: Any, parsed: Any, pointer: str) -> None:
    """Raises Refusal for true or false in place of a number, or the reverse: for Python 1 equals True."""
    if isinstance(data, dict):
        for name, value in data.items():
            inner = parsed.get(name) if isinstance(parsed, dict) else getattr(parsed, str(name), None)
            if isinstance(value, bool) != isinstance(inner, bool) and isinstance(value, int) and isinstance(inner, int):
                code, text = CODES["bool_type" if isinstance(inner, bool) else "int_type"]
                raise Refusal([FieldError(f"{pointer}/{name}", code, say(text))], malformed=True)
            if isinstance(value, (dict, list)):
                _check_booleans(value, inner, f"{pointer}/{name}")
    elif isinstance(parsed, (list, tuple)):
        for number, (value, inner) in enumerate(zip(data, parsed, strict=False)):
            if isinstance(value, (dict, list)):
                _check_booleans(value, inner, f"{pointer}/{number}")


#: pydantic's name of an error → our code and sentence. A value of the right type outside its limits is refused.
CODES: dict[str, tuple[str, str]] = {
    "greater_than": ("too_small", _("More than {gt} is needed.")),
    "greater_than_equal": ("too_small", _("At least {ge} is needed.")),
    "less_than": ("too_large", _("Less than {lt} is needed.")),
    "less_than_equal": ("too_large", _("At most {le} is allowed.")),
    "too_long": ("too_many_entries", _("At most {max_length} entries are allowed, not {actual_length}.")),
    "too_short": ("too_few_entries", _("At least {min_length} entries are needed, not {actual_length}.")),
    "string_too_long": ("text_too_long", _("At most {max_length} characters are allowed.")),
    "string_too_short": ("text_too_short", _("At least {min_length} characters are needed.")),
    "multiple_of": ("not_a_multiple", _("A multiple of {multiple_of} is needed.")),
    "missing": ("field_missing", _("This field is needed.")),
    "extra_forbidden": ("field_unknown", _("There is no such field here.")),
    "int_type": ("not_an_integer", _("A whole number is needed.")),
    "int_from_float": ("not_an_integer", _("A whole number is needed.")),
    "int_parsing": ("not_an_integer", _("A whole number is needed.")),
    "int_parsing_size": ("not_an_integer", _("A whole number is needed.")),
    "float_type": ("not_a_number", _("A number is needed.")),
    "float_parsing": ("not_a_number", _("A number is needed.")),
    "finite_number": ("not_a_number", _("A finite number is needed.")),
    "string_type": ("not_a_text", _("A text is needed.")),
    "bool_type": ("not_a_boolean", _("true or false is needed.")),
    "bool_parsing": ("not_a_boolean", _("true or false is needed.")),
    "list_type": ("not_a_list", _("A list is needed.")),
    "tuple_type": ("not_a_list", _("A list is needed.")),
    "dict_type": ("not_an_object", _("An object is needed.")),
    "model_type": ("not_an_object", _("An object is needed.")),
    "model_attributes_type": ("not_an_object", _("An object is needed.")),
    "none_required": ("not_null", _("null is needed.")),
    "literal_error": ("value_unknown", _("One of {expected} is needed.")),
    "union_tag_invalid": ("value_unknown", _("{tag} is not known here: one of {expected_tags} is needed.")),
    "both_names": ("field_twice", _("This is the same field as {first}, under another name.")),
    "union_tag_not_found": ("field_missing", _("The field {discriminator} is needed.")),
    "value_error": ("not_valid", _("{problem}")),
}
#: The same for a limit of one.
_LIMIT_OF_ONE = {
    "too_long": _("At most one entry is allowed, not {actual_length}."),
    "too_short": _("At least one entry is needed."),
    "string_too_short": _("At least one character is needed."),
}
_REFUSED = ("too_small", "too_large", "too_many_entries", "too_few_entries", "text_too_long", "text_too_short")
_LIMITS = frozenset(kind for kind, (code, _) in CODES.items() if code in (*_REFUSED, "not_a_multiple"))


MOST_ERRORS = 100
"""How many errors of one body are reported."""


def _refusal(error: ValidationError, data: Any, rule: str) -> Refusal:
    errors: dict[str, FieldError] = {}
    limits: set[str] = set()
    for item in error.errors(include_url=False)[:MOST_ERRORS]:
        kind, context = item["type"], item.get("ctx", {})
        loc = (*item["loc"], context["field"]) if kind == "both_names" else item["loc"]
        pointer = _pointer(loc, data, missing=kind == "missing")
        if kind in ("union_tag_invalid", "union_tag_not_found"):
            tag = str(context["discriminator"]).strip("'")
            pointer += f"/{tag}"
            if kind == "union_tag_invalid":
                pointer = sent_pointer(pointer, data)
        code, text = CODES.get(kind, CODES["value_error"])
        if kind == "union_tag_invalid" and not isinstance(item["input"].get(tag), str):
            text = _("One of {expected_tags} is needed.")
        if 1 in (context.get("min_length"), context.get("max_length")):
            text = _LIMIT_OF_ONE.get(kind, text)
        params: dict[str, Any] = {
            name: value if isinstance(value, int | float) else words(str(value)) for name, value in context.items()
        }
        # The text of the error itself if the tables have none: a field's own check raises it as a marked sentence.
        own = context.get("error")
        params["problem"] = Message(str(own)) if isinstance(own, ValueError) else words(_sentence(item["msg"]))
        if kind in _LIMITS and pointer not in limits:
            # If a field may have several types, the limits of the value's own type count.
            limits.add(pointer)
            errors[pointer] = FieldError(pointer, code, Message(text, params), rule)
        elif pointer in errors and {errors[pointer].code, code} == {"not_an_integer", "not_a_number"}:
            errors[pointer] = FieldError(pointer, "not_a_number", say("A number is needed."))
        elif pointer not in errors:
            errors[pointer] = FieldError(pointer, code, Message(text, params))
    return Refusal(errors.values(), malformed=bool(errors.keys() - limits))


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else text + "."


def _pointer(loc: tuple[int | str, ...], data: Any, missing: bool) -> str:
    """Returns the JSON pointer of an error. missing: whether the field is missing.

    pydantic's location also names the members of unions that it tried; these are left out.
    """
    path = []
    current = data
    before_tag = True  # the location may still name the tag of this object
    for place, part in enumerate(loc):
        last = place == len(loc) - 1
        if isinstance(current, Mapping):
            if before_tag and not last and part in (current.get(tag) for tag in KINDS):
                before_tag = False
                continue
            if not (last and missing):
                part = sent_name(str(part), current)
            if part in current or (last and missing):
                path.append(part)
                current, before_tag = current.get(part), True
        elif isinstance(current, list | tuple) and isinstance(part, int):
            path.append(part)
            current, before_tag = (current[part] if part < len(current) else None), True
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def resolved_pointer(pointer: str, data: Any) -> str:
    """Returns the pointer as far as it resolves in the data, and the name of a field that its last object lacks."""
    path = []
    current = data
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(current, Mapping):
            path.append(part)
            if name not in current:
                break
            current = current[name]
        elif isinstance(current, list | tuple) and name.isdecimal() and int(name) < len(current):
            path.append(part)
            current = current[int(name)]
        else:
            break
    return "".join(f"/{part}" for part in path)
