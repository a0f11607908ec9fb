"""How English pages write dates: ``22 November 2026``, and ``22 Nov, 19:30`` in lists of changes."""

DATE_FORMAT = "j F Y"
SHORT_DATETIME_FORMAT = "j M, H:i"
