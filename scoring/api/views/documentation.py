"""Documentation for developers: the OpenAPI document, Swagger UI, and a page for each kind of problem."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from pydantic_core import to_json
from rest_framework.renderers import TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from companion.http.api_view import ApiView
from companion.http.models import Query
from companion.http.openapi.document import DocumentGenerator
from companion.http.problems import MEANINGS, TYPES
from companion.http.renderers import JSONRenderer, JSONResponse
from scoring.api.guide import guide_page
from scoring.api.openapi.examples import examples
from scoring.api.openapi.game_models import models_of, models_of_all
from scoring.api.views.games import cached_response
from scoring.games import all_games

_lock = threading.Lock()


def document(part: str = "") -> dict[str, Any]:
    """Makes the OpenAPI document of everything below /api/.

    part: "" for all of it; ``core`` without the games' own models; or a game, with its models alone.
    Raises KeyError if it is none of these.
    """
    if part == "core":
        return DocumentGenerator((), {}, examples()).get_schema()
    if part == "":
        return DocumentGenerator(tuple(all_games()), models_of_all(), examples()).get_schema()
    return DocumentGenerator((all_games()[part].slug,), models_of(part), examples(part)).get_schema()


@cache
def _document_text(part: str) -> str:
    return to_json(document(part)).decode()


@extend_schema(exclude=True)
class Document(ApiView):
    """The description of the API, whole or in part."""

    def get(self, request: Request, part: str = "") -> JSONResponse:
        """Returns the OpenAPI 3.1 document. Raises Http404 if there is no such part."""
        with _lock:  # made once, even if many ask at once
            try:
                text = _document_text(part)
            except KeyError:
                raise Http404 from None
        return cached_response(request, text)


class _Page(ApiView):
    renderer_classes = (TemplateHTMLRenderer, JSONRenderer)

    def page(self, request: Request, template: str, data: dict[str, Any]) -> Response:
        """Returns HTML, or JSON if the request accepts that."""
        return Response(data, template_name=template)


@extend_schema(exclude=True)
class ProblemList(_Page):
    """All kinds of problems."""

    def get(self, request: Request) -> Response:
        """Returns the list of all kinds."""
        return self.page(request, "api/problems.html", {"problems": [problem_type(name) for name in TYPES]})


@extend_schema(exclude=True)
class ProblemPage(_Page):
    """One kind of problem: where ``type`` points."""

    def get(self, request: Request, name: str) -> Response:
        """Returns what it means and what to do. Raises Http404 if there is no such kind."""
        if name not in TYPES:
            raise Http404
        return self.page(request, "api/problem.html", problem_type(name))


def problem_type(name: str) -> dict[str, Any]:
    """Returns a kind of problem as plain JSON. Raises KeyError if there is none of this name."""
    status, title = TYPES[name]
    meaning, remedy = MEANINGS[name]
    address = f"/api/problems/{name}"
    return {"name": name, "type": address, "status": status, "title": title, "meaning": meaning, "remedy": remedy}


@extend_schema(exclude=True)
class Guide(_Page):
    """The guide for developers."""

    def get(self, request: Request, name: str = "") -> Response:
        """Returns a page of the guide, or its title and HTML as JSON. Raises Http404 if there is none of this name."""
        try:
            page = guide_page(name)
        except KeyError:
            raise Http404 from None
        return self.page(request, "api/guide.html", {"title": page.title, "html": page.html, "name": name})


class SwaggerQuery(Query):
    """game: the one whose models are shown, ``all`` for those of all games, "" for none."""

    game: str = ""


@extend_schema(exclude=True)
class Swagger(ApiView):
    """The OpenAPI document, to read and to try out."""

    renderer_classes = (TemplateHTMLRenderer,)
    queries = {"GET": SwaggerQuery}
    query: SwaggerQuery

    def get(self, request: Request) -> Response:
        """Returns Swagger UI for a part of the document; for the whole it takes seconds.

        Raises Http404 if there is no such game.
        """
        game = self.query.game
        if game not in {"", "all", *all_games()}:
            raise Http404
        document = "openapi" if game == "all" else f"openapi/{game or 'core'}"
        data = {"document": f"/api/v1/{document}.json", "game": game, "games": all_games().values()}
        return Response(data, template_name="api/docs.html")
