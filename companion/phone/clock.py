"""The clock of a phone without a server. Its browser knows the time zone, so that none has to be fetched."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

zone: tzinfo | None = None
"""The zone of this phone, None before its browser has said it (``gateway.use_clock``)."""


class PhoneZone(tzinfo):
    """A zone of which a function is known. offset: milliseconds since 1970 → minutes that clocks are ahead of UTC."""

    def __init__(self, offset: Callable[[float], float]) -> None:
        self._offset = offset

    def _at(self, moment: datetime) -> timedelta:
        """The offset at a moment, which is in UTC whatever zone it names."""
        return timedelta(minutes=self._offset(moment.replace(tzinfo=UTC).timestamp() * 1000))

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        """Returns the offset of a time in this zone."""
        return None if moment is None else self._at(moment - self._at(moment))

    def fromutc(self, moment: datetime) -> datetime:
        """Returns the time in this zone at a moment in UTC."""
        return moment + self._at(moment)

    def dst(self, moment: datetime | None) -> timedelta | None:
        """Returns None, since it is not known."""
        return None

    def tzname(self, moment: datetime | None) -> str:
        """Returns "", since pages do not show it."""
        return ""


class PhoneTimeZone:
    """Middleware: the time zone of a page is that of the phone's clock."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(zone):
            return self.get_response(request)
