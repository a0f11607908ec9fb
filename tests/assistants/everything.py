"""Our tools, and those that the conformance suite of the protocol calls by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.urls import path

from companion.assistants.protocol import Prompt, Service, Tool
from companion.assistants.service import SERVICE
from companion.assistants.view import Assistants
from companion.urls import handler400, handler403, handler404, handler500
from companion.urls import urlpatterns as ours

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

_NO_ARGUMENTS = {"type": "object", "properties": {}}
#: Keywords that must reach the client as they are (SEP-1613).
_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}


def _says(text: str, **more: Any) -> Any:
    return lambda call, arguments: {"content": [{"type": "text", "text": text}], **more}


SERVICE_OF_SUITE: Service = replace(
    SERVICE,
    tools=(
        *SERVICE.tools,
        Tool("test_simple_text", "Text", "Says a text.", _NO_ARGUMENTS, _says("This is a simple text response.")),
        Tool("test_error_handling", "Error", "Fails.", _NO_ARGUMENTS, _says("It fails on purpose.", isError=True)),
        Tool("json_schema_2020_12_tool", "Schema", "Has a schema with all keywords.", _SCHEMA, _says("ok")),
    ),
    prompts=(
        *SERVICE.prompts,
        Prompt("test_simple_prompt", "Prompt", "Without arguments.", {}, lambda arguments: "A simple prompt."),
        Prompt(
            "test_prompt_with_arguments",
            "Prompt",
            "With two.",
            {"arg1": ("One.", True), "arg2": ("Another.", True)},
            lambda arguments: f"{arguments['arg1']} and {arguments['arg2']}",
        ),
    ),
)

urlpatterns = [path("mcp", Assistants.as_view(service=SERVICE_OF_SUITE)), *ours]
