"""How Italian pages write dates: ``6 gennaio 2026``. Django writes ``06 gennaio 2026``."""

DATE_FORMAT = "j F Y"
