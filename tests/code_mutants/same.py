"""Changes that leave the program as it is, each with the reason: they are left out."""

from __future__ import annotations

from typing import NamedTuple

from tests.code_mutants.changes import Change


class Same(NamedTuple):
    """file: its place. beside: a part of the line. old: what is changed. why: why nothing follows from it."""

    file: str
    beside: str
    old: str
    why: str


SAME = (
    Same("scoring/games/skat/tables.py", "_BREAKS = (0, ", "0", "no bid is as low as 1"),
    Same("scoring/games/truco/tables.py", "manilhas(", "0", "the four top cards have one rank"),
    Same("scoring/games/gong_zhu/tables.py", "if len(codes) > 1", "1", "hearts of one value are one, three or six"),
    Same(
        "scoring/pages/views/board.py", "hand_rows(match, match.hand_count, 1)", "1", "none comes after the last hand"
    ),
    Same("scoring/pages/seasons/views/sharing.py", "FRAME = (", "", "any size that shows the first places will do"),
    Same("scoring/pages/hand_form.py", "HtmlCache(most=", "", "a part that is not kept is drawn again"),
    Same("scoring/services/idle_tables.py", ".select_for_update(", "", "a lock that SQLite does not have"),
    Same("scoring/services/transfer.py", "check_unchanged(match)", "", "in a test nobody else writes meanwhile"),
    Same("scoring/services/spreadsheets.py", "_CREATED = datetime(", "", "any fixed day will do"),
)


def is_same(file: str, line: str, change: Change) -> bool:
    """Returns whether this change of a line is known to leave the program as it is."""
    return any(one.file == file and one.beside in line and one.old in ("", change.old) for one in SAME)
