"""Compresses pages and large documents. Static files are compressed once, when they are collected."""

from __future__ import annotations

from django.http.request import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

#: Addresses with small and frequent responses: compressing them costs more than it saves.
NOT_COMPRESSED = ("/api/v1/tables", "/api/v1/matches", "/health")


class Compression(GZipMiddleware):
    """Django's own middleware, except for small and frequent responses."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path.startswith(NOT_COMPRESSED) or request.method == "POST":
            return response
        return super().process_response(request, response)
