"""Days and times in query parameters."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from django.utils.translation import gettext

from companion.http.api_view import bad_parameter

_DAY = len("2026-05-01")


def moment(name: str, text: str | None, zone: tzinfo, end: bool = False) -> datetime | None:
    """Returns a day or a time as a time in UTC, None for None.

    name: of the parameter. zone: of a day, and of a time that names none. end: a day means its end, not its beginning.
    Raises Problem (400).
    """
    if text is None:
        return None
    try:
        # A plus sign arrives as a space unless it was sent as %2B.
        at = datetime.fromisoformat(text.replace(" ", "+"))
        if end and len(text) <= _DAY:
            at += timedelta(days=1, microseconds=-1)
        return (at if at.tzinfo else at.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):  # not a time, or its year is out of range
        detail = gettext("{parameter} is a day, 2026-05-01, or a time, 2026-05-01T20:15:00Z.").format(parameter=name)
        raise bad_parameter(name, "not_a_time", detail) from None
