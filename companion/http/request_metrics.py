"""Counts and times each request, if ``METRICS`` is set."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from companion.http.request_log import BEGAN, seconds_of


class RequestMetrics:
    """Middleware: counts and times each request that Django answers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS:
            raise MiddlewareNotUsed
        from companion.common.metrics import request_answered

        self.get_response = get_response
        self.count = request_answered

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.META.setdefault(BEGAN, time.perf_counter())
        response = self.get_response(request)
        if match := request.resolver_match:
            route = match.route
        else:
            route = "static" if request.path.startswith(settings.STATIC_URL) else ""
        self.count(route, request.method or "", response.status_code, seconds_of(request))
        return response
