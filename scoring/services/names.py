"""Names of players and tables as they are stored and compared."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from scoring.models import Player


def plain_name(text: str) -> str:
    """Returns a name as it is stored: without blanks around it, in Unicode's normal form C.

    Phones write the ë of "Zoë" as one character or as two. Names are the same if their plain names are.
    """
    return unicodedata.normalize("NFC", text).strip()


def by_plain_name(players: Iterable[Player]) -> dict[str, Player]:
    """Returns players by plain name. Earlier releases stored names as they were typed."""
    return {plain_name(player.name): player for player in sorted(players, key=lambda player: player.active)}
