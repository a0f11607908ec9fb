"""Finds the match of this table that a match of an import already is, so that nothing counts twice."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from pydantic_core import from_json

from scoring.models import ID_LENGTH, ID_LETTERS, MATCH_ID_LENGTH, Hand, Match, new_match_id, table_in


def id_here(table_id: str, own_id: str | None) -> str:
    """Returns the id that a match of an export has at this table: its own if it is from here.

    A match from another table always gets the same one, so that it is found when it is imported once more. own_id: in
    the export, None in those of earlier releases.
    """
    if own_id is None:
        return new_match_id(table_id)
    if table_in(own_id) == table_id:
        return own_id
    digest = hashlib.blake2b(f"{table_id} {own_id}".encode(), digest_size=MATCH_ID_LENGTH - ID_LENGTH).digest()
    return table_id + "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in digest)


def known_match(
    table_id: str, own_id: str | None, game: str, created: datetime, hands: Sequence[tuple[datetime, str]]
) -> str | None:
    """Returns the id of the match of this table that a match of an export already is, None if it is new.

    hands: time of recording and input as JSON text. Without an id it is the same match if game and begin are the same,
    and one of both has all hands of the other.
    """
    matches = Match.objects.filter(table_id=table_id, game=game)
    if own_id is not None:
        found = matches.filter(id__in=[own_id, id_here(table_id, own_id)]).values_list("id", flat=True).first()
        if found is not None:
            return found
    received = [(at, from_json(text)) for at, text in hands]
    for match_id in matches.filter(created_at=created).order_by("id").values_list("id", flat=True):
        if own_id is not None and id_here(table_in(own_id), match_id) == own_id:
            return match_id  # it was imported there from here
        rows = Hand.objects.filter(table_id=table_id, match_id=match_id).order_by("number")
        ours = [(at, from_json(text)) for at, text in rows.values_list("recorded_at", "input")]
        common = min(len(ours), len(received))
        if ours[:common] == received[:common]:
            return match_id
    return None
