"""Which static files of the installed apps are served."""

from __future__ import annotations

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """django.contrib.staticfiles; ``collectstatic`` leaves out what no page of ours uses."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("rest_framework", "redoc", "oauth2-redirect*", "swagger-ui-standalone-preset*", "LICENSE*"),
        *("ext", "htmax-*", "htmx-4*", "htmx-2.js"),  # of django_htmx, which brings several versions
    ]
