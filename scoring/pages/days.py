"""Days as a page writes them: of the reader's clock, in the reader's language."""

from __future__ import annotations

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

_SMALL = {"es", "fr", "it", "pt-br", "ru"}
"""Languages that write names of days and months small. Django's catalogues write some of them with a capital."""


def long_date(day: date) -> str:
    """Returns ``22 November 2026``. day: a day, or a moment, whose day is that of the reader's clock."""
    return _written(day, "DATE_FORMAT")


def full_date(day: date) -> str:
    """Returns the same with its weekday: ``Sunday, 22 November 2026``, ``domenica, 22 novembre 2026``."""
    return _("{weekday}, {date}").format(weekday=_written(day, "l"), date=long_date(day))


def _written(day: date, form: str) -> str:
    text = date_format(localtime(day) if isinstance(day, datetime) else day, form)
    return text.lower() if get_language() in _SMALL else text
