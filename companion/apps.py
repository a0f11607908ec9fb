"""The static files that are served."""

from __future__ import annotations

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """django.contrib.staticfiles, but ``collectstatic`` leaves out files that no page of ours uses."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("rest_framework", "redoc", "oauth2-redirect*", "swagger-ui-standalone-preset*", "LICENSE*"),
        *("ext", "htmax-*", "htmx-4*", "htmx-2.js"),  # of django_htmx, which brings several versions
    ]
