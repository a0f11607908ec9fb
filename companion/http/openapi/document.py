"""The document: which paths it has, its components, and the links from one operation to the next."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent
from pydantic import BaseModel

from companion.http.openapi.json_schema import OpenApiSchema, component_name
from companion.http.openapi.parameters import ANSWER_HEADERS

Models = Mapping[type[BaseModel], type[BaseModel]]
"""The models of a game, by the model that stands for them where any game is meant."""
Links = Mapping[str, Mapping[str, Mapping[str, str]]]
"""By operation those that may follow it, each with its parameters as runtime expressions."""
_REF = "#/components/schemas/{model}"


class Registry(ComponentRegistry):
    """The components of a document. games: the models of each game that it has."""

    def __init__(self, games: Mapping[str, Models]) -> None:
        super().__init__()
        self.games = games
        self.of_any_game = {model.__name__: model for models in games.values() for model in models}

    def of_one_game(self, model: Any) -> Any:
        """In the document of one game its own model; else the model itself."""
        (models,) = self.games.values() if len(self.games) == 1 else [{}]
        return models.get(model, model)


class DocumentGenerator(SchemaGenerator):
    """Makes a document: of all games, of one, or of none, with what is the same for all of them."""

    def __init__(self, games: tuple[str, ...], models_of: Callable[[str], Models], links: Links) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.games = {slug: models_of(slug) for slug in games}
        self.registry, self.links = Registry(self.games), links

    def _initialise_endpoints(self) -> None:
        """Short names in paths, and an operation for each game where a view has ``of_game``."""
        super()._initialise_endpoints()  # type: ignore[no-untyped-call]
        found: list[Any] = []
        for path, regex, method, callback in list[Any](self.endpoints or ()):
            short = re.sub(r"\{(table|match)_id\}", "{id}", path)
            views = [(short, callback)]
            if self.games and (of_game := getattr(callback.cls, "of_game", None)):
                of_games = [(slug, of_game(slug)) for slug in self.games]
                views = [(short.replace("{slug}", slug), view.as_view()) for slug, view in of_games if view]
            found += [(name, regex, method, view) for name, view in views]
        self.endpoints = found

    def get_schema(self, request: Any = None, public: bool = True) -> dict[str, Any]:
        """The document as JSON."""
        document: dict[str, Any] = super().get_schema(request, public)  # type: ignore[no-untyped-call]
        document["components"]["headers"] = ANSWER_HEADERS
        for operation in (one for methods in document["paths"].values() for one in methods.values()):
            if following := self.links.get(operation["operationId"]):
                links = {name: {"operationId": name, "parameters": {**values}} for name, values in following.items()}
                responses = operation["responses"]
                responses["201" if "201" in responses else "200"]["links"] = links
        return document


class ModelExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """pydantic models as components. Requests and answers never share one."""

    target_class = BaseModel
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return component_name(auto_schema.registry.of_one_game(self.target), _mode(direction))

    get_identity = get_name

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """The model's own schema. Models within it become components, too."""
        registry: Registry = auto_schema.registry
        model = registry.of_one_game(self.target)
        if model in registry.of_any_game.values():
            return self._of_each_game(auto_schema, direction)
        schema: dict[str, Any] = model.model_json_schema(
            ref_template=_REF, schema_generator=OpenApiSchema, mode=_mode(direction)
        )
        inner, refs = schema.pop("$defs", {}), {}
        for name in registry.of_any_game.keys() & inner.keys():
            del inner[name]
            of_games = auto_schema.resolve_serializer(registry.of_any_game[name], direction)
            refs[_REF.format(model=name)] = of_games.ref["$ref"]
        for name, one in inner.items():
            component = ResolvedComponent(name, ResolvedComponent.SCHEMA, one, name)  # type: ignore[no-untyped-call]
            registry.register_on_missing(component)
        _replace_refs([schema, inner], refs)
        return schema

    def _of_each_game(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """The model of one game or another, told apart by ``game`` where the models have that field."""
        models = {slug: models[self.target] for slug, models in auto_schema.registry.games.items()}
        refs = {slug: auto_schema.resolve_serializer(model, direction).ref for slug, model in models.items()}
        if not all("game" in model.model_fields for model in models.values()):
            return {"anyOf": list(refs.values())}
        mapping = {slug: ref["$ref"] for slug, ref in refs.items()}
        return {"oneOf": list(refs.values()), "discriminator": {"propertyName": "game", "mapping": mapping}}


def _mode(direction: str) -> Any:
    return "validation" if direction == "request" else "serialization"


def _replace_refs(schema: Any, refs: Mapping[str, str]) -> None:
    for item in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(item, dict | list):
            _replace_refs(item, refs)
    if isinstance(schema, dict) and schema.get("$ref") in refs:
        schema["$ref"] = refs[schema["$ref"]]
