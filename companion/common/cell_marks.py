"""The marks of several installations behind one name, with which their ids begin: docs/operations/cells.md."""

from __future__ import annotations

FIRST_CELL = "first"
"""The name of the cell whose ids have no mark: the installation that there was before."""

MARK = "0[a-hjkmnp-z]"
"""As a regular expression. Random letters of ids have no 0."""
