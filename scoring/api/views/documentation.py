"""For people who write programs: the document, Swagger UI, and a page for each kind of problem."""

from __future__ import annotations

import threading
from typing import Any

from django.http import Http404
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from pydantic_core import to_json
from rest_framework.renderers import TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from companion.http.api_view import ApiView
from companion.http.problems import MEANINGS, TYPES
from companion.http.renderers import JSONRenderer, JSONResponse
from scoring.api.views.games import cached_response

_lock = threading.Lock()
_document: list[str] = []


def document() -> dict[str, Any]:
    """The OpenAPI document of everything below /api/, made again."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema


@extend_schema(exclude=True)
class Document(ApiView):
    """The description of the API."""

    def get(self, request: Request) -> JSONResponse:
        """The OpenAPI 3.1 document."""
        with _lock:
            if not _document:
                _document.append(to_json(document()).decode())
        return cached_response(request, _document[0])


class _Page(ApiView):
    renderer_classes = (TemplateHTMLRenderer, JSONRenderer)

    def page(self, request: Request, template: str, data: dict[str, Any]) -> Response:
        """Answers HTML, or JSON if that is asked for."""
        return Response(data, template_name=template)


@extend_schema(exclude=True)
class ProblemList(_Page):
    """All kinds of problems."""

    def get(self, request: Request) -> Response:
        """The list of all kinds."""
        return self.page(request, "api/problems.html", {"problems": [problem_type(name) for name in TYPES]})


@extend_schema(exclude=True)
class ProblemPage(_Page):
    """One kind of problem: where ``type`` points."""

    def get(self, request: Request, name: str) -> Response:
        """What it means and what to do."""
        if name not in TYPES:
            raise Http404
        return self.page(request, "api/problem.html", problem_type(name))


def problem_type(name: str) -> dict[str, Any]:
    """A kind of problem."""
    status, title = TYPES[name]
    meaning, remedy = MEANINGS[name]
    address = f"/api/problems/{name}"
    return {"name": name, "type": address, "status": status, "title": title, "meaning": meaning, "remedy": remedy}


@extend_schema(exclude=True)
class Swagger(ApiView):
    """The OpenAPI document, to read and to try out."""

    renderer_classes = (TemplateHTMLRenderer,)

    def get(self, request: Request) -> Response:
        """Swagger UI."""
        return Response({}, template_name="api/docs.html")
