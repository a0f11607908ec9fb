"""How English pages write dates: ``22 November 2026``; in lists of changes ``22 Nov 2026`` and ``22 Nov, 19:30``."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M, H:i"
TIME_FORMAT = "H:i"
