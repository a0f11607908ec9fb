"""The document: which paths it has, its components, and the links from one operation to the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent
from pydantic import BaseModel

from companion.http.openapi.json_schema import MODES, Models, OpenApiSchema, component_name
from companion.http.openapi.links import add_links
from companion.http.openapi.parameters import ANSWER_HEADERS, described
from companion.http.openapi.unions import describe_unions
from companion.http.problems import CONTENT_TYPE, TYPES


class Registry(ComponentRegistry):
    """The components of a document. examples: by the name of a component in a document without games."""

    def __init__(self, models: Models, examples: Mapping[str, Any]) -> None:
        super().__init__()
        self.models, self.examples = models, examples
        self.schema_generator = type("DocumentSchema", (OpenApiSchema,), {"models": models})


class DocumentGenerator(SchemaGenerator):
    """Makes a document. games: those that have operations of their own in it, where a view has ``of_game``."""

    def __init__(self, games: tuple[str, ...], models: Models, examples: Mapping[str, Any]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.games, self.registry = games, Registry(models, examples)

    def _initialise_endpoints(self) -> None:
        """An operation for each game."""
        super()._initialise_endpoints()  # type: ignore[no-untyped-call]
        found: list[Any] = []
        for path, regex, method, callback in list[Any](self.endpoints or ()):
            of_game: Callable[[str], Any] | None = getattr(callback.cls, "of_game", None)
            if not (of_game and self.games):
                found.append((path, regex, method, callback))
                continue
            for slug in self.games:
                if view := of_game(slug):
                    found.append((path.replace("{slug}", slug), regex, method, view.as_view()))
        self.endpoints = found

    def coerce_path(self, path: str, method: str, view: Any) -> str:
        """Short names in paths."""
        return re.sub(r"\{(table|match|event|season)_id\}", "{id}", path)

    def get_schema(self, request: Any = None, public: bool = True) -> dict[str, Any]:
        """The document as JSON."""
        document: dict[str, Any] = super().get_schema(request, public)  # type: ignore[no-untyped-call]
        document["components"]["headers"] = ANSWER_HEADERS
        for operation in (one for methods in document["paths"].values() for one in methods.values()):
            operation.setdefault("security", [])  # open to everybody
        describe_other_methods(document["paths"])
        add_links(document["paths"])
        describe_unions(document["components"]["schemas"])
        return document


def describe_other_methods(paths: dict[str, dict[str, Any]]) -> None:
    """Adds 405 to operations of addresses that have several: a client that tries one of them may try the others."""
    for methods in paths.values():
        if len(methods) < 2:
            continue
        allowed = described("The methods of this address.", ", ".join(sorted(map(str.upper, methods))))
        for operation in methods.values():
            problem = next(answer for status, answer in operation["responses"].items() if status == "429")
            schema = problem["content"][CONTENT_TYPE]["schema"]
            headers = {**problem["headers"], "Allow": allowed}
            del headers["Retry-After"]
            meaning, content = TYPES["method-not-allowed"][1], {CONTENT_TYPE: {"schema": schema}}
            answers = {
                **operation["responses"],
                "405": {"description": meaning, "headers": headers, "content": content},
            }
            operation["responses"] = dict(sorted(answers.items()))


class ModelExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """pydantic models as components. Requests and answers never share one."""

    target_class = BaseModel
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return component_name(auto_schema.registry.models.get(self.target, self.target), MODES[direction])

    get_identity = get_name

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """The model's own schema. Models within it become components, too."""
        registry: Registry = auto_schema.registry
        schema: dict[str, Any] = self.target.model_json_schema(
            ref_template="#/components/schemas/{model}",
            schema_generator=registry.schema_generator,
            mode=MODES[direction],
        )
        for name, inner in schema.pop("$defs", {}).items():
            component = ResolvedComponent(name, ResolvedComponent.SCHEMA, inner, name)  # type: ignore[no-untyped-call]
            registry.register_on_missing(component)
        return schema
