"""``Authorization: Bearer KEY``."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from scoring.selectors.access_keys import Key


class BearerKey(BaseAuthentication):
    """Sets ``request.auth`` to a table's key. It is checked when the table or match is read."""

    def authenticate(self, request: Request) -> tuple[None, Key] | None:
        """Returns None as the user, and the key; None alone if the request has no key."""
        scheme, _, text = request._request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        return (None, Key.parse(text)) if text and scheme.lower() == "bearer" else None

    def authenticate_header(self, request: Request) -> str:
        """Returns the header WWW-Authenticate of a 401."""
        return CHALLENGE


CHALLENGE = 'Bearer realm="tables"'


def challenge(error: str = "") -> dict[str, str]:
    """Returns the header WWW-Authenticate (RFC 6750, 3). error: its code; "" if the request has no key."""
    return {"WWW-Authenticate": f'{CHALLENGE}, error="{error}"' if error else CHALLENGE}


class BearerKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The key in the OpenAPI document."""

    target_class = BearerKey
    name = "key"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A table's scorer's or viewer's key."}
