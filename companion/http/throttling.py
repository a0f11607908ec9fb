"""DRF's throttle with our rate limits."""

from __future__ import annotations

from typing import Any

from rest_framework.throttling import BaseThrottle

from companion.http.rate_limits import use


class AddressThrottle(BaseThrottle):
    """One limit for requests without a key, one for those with a key, and a view's ``throttle_scope`` for its POST."""

    def allow_request(self, request: Any, view: Any) -> bool:
        """Returns whether the request is allowed. Sets ``view.usage`` for the headers of the response."""
        meta = request._request.META
        own_scope = view.throttle_scope if meta["REQUEST_METHOD"] == "POST" else ""
        scope = own_scope or ("key" if "HTTP_AUTHORIZATION" in meta else "open")
        view.usage, allowed = use(scope, meta.get("REMOTE_ADDR", ""))
        return allowed

    def wait(self) -> None:
        """Returns None, since Retry-After comes from the usage."""
        return
