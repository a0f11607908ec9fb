"""The web manifest of a server: that of a phone alone, with shortcuts in a language and what may be shared with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import conditional_page, require_safe

_FILE = "companion.webmanifest"
#: Where another app's "Share" leads, see ``scoring.pages.views.shared``.
_SHARE_TARGET = {
    "action": "/shared",
    "method": "POST",
    "enctype": "multipart/form-data",
    "params": {
        "title": "title",
        "text": "text",
        "url": "url",
        "files": [{"name": "file", "accept": ["application/json", ".json"]}],
    },
}


@require_safe
@conditional_page
def manifest(request: HttpRequest, code: str) -> HttpResponse:
    """The manifest for pages in a language. Raises Http404 if the language is not offered."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    with override(code):
        data = {
            **json.loads(Path(str(finders.find(_FILE))).read_text(encoding="utf-8")),
            "lang": code,
            "description": _("Keeps the score and knows the rules when you play cards at a real table."),
            "shortcuts": _shortcuts(),
            "share_target": _SHARE_TARGET,
        }
    response = HttpResponse(json.dumps(data, ensure_ascii=False), content_type="application/manifest+json")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


def _shortcuts() -> list[dict[str, Any]]:
    icons = [{"src": "/static/icon-192.png", "sizes": "192x192", "type": "image/png"}]
    names = {"/new": _("New match"), "/continue": _("Continue"), "/rules": _("Look up a rule")}
    return [{"name": name, "url": url, "icons": icons} for url, name in names.items()]
