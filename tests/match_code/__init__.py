"""Matches as codes: the format, its figures, and what is thrown at it."""
