"""Another name for a player, or one player for two, in the matches where they sit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.db.models import F, Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from scoring.db.json_text import dump_json
from scoring.models import ARCHIVED, Change, Match
from scoring.selectors.match_snapshot import load_match
from scoring.services import history


def rename(match_id: str, names: Mapping[str, str], merged: Mapping[str, str] | None = None) -> None:
    """Renames players of a match. names: player id → name. Call it within a transaction. Raises MatchNotFound.

    merged: player id → the id of the player who has the seat from now on, if two names are one person.
    """
    match = load_match(match_id, lock=True)
    new_ids = merged or {}
    seats = [
        {**seat, "player": new_ids.get(key, seat["player"]), "name": names.get(key, seat["name"])}
        for seat in match.seats
        for key in (seat["player"] or "",)
    ]
    if seats == match.seats:
        return
    now = timezone.now()
    before, after = dump_json(match.seats), dump_json(seats)
    Match.objects.filter(match.its_row).update(seats=seats, version=match.version + 1, updated_at=now)
    for entry in Change.objects.filter(match.its_rows, kind="reseat") if new_ids else ():
        for gone, kept in new_ids.items():  # so that undo finds the player who is kept
            entry.before, entry.after = entry.before.replace(gone, kept), entry.after.replace(gone, kept)
        entry.save(update_fields=["before", "after"])
    history.log_change(
        replace(match, version=match.version + 1), history.Edit("rename", 0, before, after, at=now), None
    )


def rename_everywhere(table_id: str, names: Mapping[str, str], merged: Mapping[str, str] | None = None) -> None:
    """Renames players in every match of their table, as ``rename`` does. Call it within a transaction."""
    concerned = Q()
    for player_id in names:
        concerned |= Q(seats_text__contains=player_id)
    matches = Match.objects.filter(table_id=table_id).annotate(seats_text=Cast("seats", TextField()))
    archived = list(matches.filter(concerned).filter(ARCHIVED).values_list("id", flat=True))
    for match_id in matches.filter(concerned).values_list("id", flat=True):
        rename(match_id, names, merged)
    # A new name must not bring a match back to the lists.
    Match.objects.filter(table_id=table_id, id__in=archived).update(archived_at=F("updated_at"))
