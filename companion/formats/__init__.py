"""Date formats that differ from Django's own for a language."""
