"""DRF's throttle by our rate limits."""

from __future__ import annotations

from typing import Any

from rest_framework.throttling import BaseThrottle

from companion.http.rate_limits import use


class AddressThrottle(BaseThrottle):
    """One limit without a key, one with, and a view's own (``throttle_scope``) for its POST."""

    def allow_request(self, request: Any, view: Any) -> bool:
        """Whether the request may pass. Leaves the usage on the view for the answer's headers."""
        meta = request._request.META
        own = view.throttle_scope if meta["REQUEST_METHOD"] == "POST" else ""
        scope = own or ("key" if "HTTP_AUTHORIZATION" in meta else "open")
        view.usage, allowed = use(scope, meta.get("REMOTE_ADDR", ""))
        return allowed

    def wait(self) -> None:
        """Retry-After comes from the usage."""
        return
