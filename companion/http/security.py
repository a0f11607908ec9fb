"""Security headers."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

_FRAME_ANCESTORS = "'none'" if settings.X_FRAME_OPTIONS == "DENY" else "'self'"
#: No inline scripts or styles, and nothing from other sites.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; "
    f"base-uri 'none'; frame-ancestors {_FRAME_ANCESTORS}"
)
#: For the workers of ``companion.phone``, which run an interpreter.
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
_NEVER_READ = (
    *("Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Referrer-Policy"),
    *("Last-Modified", "ETag"),
)
PERMISSIONS_POLICY = "camera=(), microphone=(), geolocation=()"


#: Load balancers ask by address, and learn nothing that a name protects.
_ANY_HOST = ("/health", "/ready")


class KnownHosts:
    """Middleware: answers 400 to a request for a name that is not in ALLOWED_HOSTS, whatever it asks for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path not in _ANY_HOST:
            request.get_host()  # raises DisallowedHost
        return self.get_response(request)


class SecurityHeaders:
    """Middleware: adds the Content-Security-Policy and other headers to every response that does not set them.

    Styles and scripts do not get the headers for documents: browsers ignore them there, and a first visit has some
    twenty such files, half a kilobyte of headers each. Only the scripts of workers have a policy of their own. What is
    kept for good, pictures too, does not tell when it was written: its address has a hash. It is everybody's, so any
    site may read it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        kind = response.headers.get("Content-Type", "")
        if not kind.startswith(("text/css", "text/javascript")):
            response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
            if not getattr(response, "xframe_options_exempt", False):  # as for Django's own middleware
                response.headers.setdefault("X-Frame-Options", settings.X_FRAME_OPTIONS)
            if not kind.startswith("image/"):  # without scripts
                response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        elif request.path.startswith("/phone/"):
            response.headers.setdefault("Content-Security-Policy", WORKER_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-site")
        if "immutable" in response.headers.get("Cache-Control", "") and not request.path.startswith("/phone/"):
            for name in _NEVER_READ:
                response.headers.pop(name, None)
        return response
