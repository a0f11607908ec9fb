"""The server of the two Django alternatives: under a2wsgi in eight threads, like the floor. ROOT_URLCONF: which."""

from __future__ import annotations

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

application = WSGIMiddleware(cast(Any, get_wsgi_application()), workers=8)
