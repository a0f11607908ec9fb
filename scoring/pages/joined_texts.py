"""Texts put together for the page, with the punctuation of the reader's language."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _

from scoring.pages.days import long_date


def labelled(label: str, text: str) -> str:
    """Returns ``Ada: 120``."""
    return _("{title}: {value}").format(title=label, value=text)


def dated(title: str, day: date) -> str:
    """Returns ``Skat, 22 November 2026``. day: a day, or a moment, whose day is that of the reader's clock."""
    return _("{title}, {date}").format(title=title, date=long_date(day))
