"""Tidies a table: archives matches, removes matches never begun, merges two names of one person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, TextField
from django.db.models.functions import Cast, Greatest
from django.utils import timezone

from scoring.db import match_rows
from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.models import Match, Player, Table
from scoring.selectors.match_lists import LATELY
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.services import renaming


def archive(match: MatchSnapshot) -> None:
    """Removes a match from the lists. It still counts in the standings; another hand brings it back."""
    with write_transaction():
        rows = Match.objects.filter(match.its_row)
        rows.update(archived_at=Greatest(F("updated_at"), timezone.now()))


def bring_back(match: MatchSnapshot) -> None:
    """Puts an archived match back on the lists."""
    with write_transaction():
        Match.objects.filter(match.its_row).update(archived_at=None)


def remove_not_begun(table_ids: Sequence[str], match_id: str | None = None) -> int:
    """Deletes the matches of these tables without a hand that were not begun lately, or only the one with this id.

    A match in which another phone records a hand meanwhile is kept. Returns how many were deleted.
    """
    with write_transaction():
        matches: list[Match] = []
        for table_id in table_ids:
            rows = Match.objects.filter(table_id=table_id, hand_count=0, continues="", continued_by="")
            rows = rows.only("id", "table_id")
            which = {"created_at__lt": timezone.now() - LATELY} if match_id is None else {"id": match_id}
            rows = rows.filter(**which)
            matches += rows.select_for_update(no_key=True)
        for match in matches:
            match_rows.delete_match(match)
    return len(matches)


@dataclass(frozen=True)
class Merge:
    """Two names of one person. matches: how many get the name that is kept. together: matches with both players."""

    gone: Player
    kept: Player
    matches: int
    together: int


def plan_merge(table: Table, gone_id: str, kept_id: str) -> Merge:
    """Returns what ``merge_players`` would do. Raises Refusal if these are not two players of the table."""
    players = {player.id: player for player in Player.objects.filter(table=table)}
    for pointer, player_id in (("/gone", gone_id), ("/kept", kept_id)):
        if player_id not in players:
            text = _("Nobody at this table has the id {id}.")
            raise refuse(pointer, "player_unknown", text, rule="", id=player_id)
    if gone_id == kept_id:
        raise refuse("/kept", "same_player", "Choose two different names.", rule="")
    rows = Match.objects.filter(table=table).annotate(seats_text=Cast("seats", TextField()))
    rows = rows.filter(seats_text__contains=gone_id)
    together = rows.filter(seats_text__contains=kept_id).count()
    return Merge(players[gone_id], players[kept_id], rows.count(), together)


def merge_players(table: Table, gone_id: str, kept_id: str) -> Player:
    """Gives all matches of one player to another, and deletes the first. This cannot be undone.

    Returns the player who is kept. Raises Refusal if both sit in one match: then they are two people.
    """
    with write_transaction():
        row = Table.objects.select_for_update(no_key=True).get(id=table.id)
        plan = plan_merge(row, gone_id, kept_id)
        gone, kept = plan.gone, plan.kept
        if plan.together:
            text = _("{gone} and {kept} sit in one match, so they are two people.")
            raise refuse("/kept", "played_together", text, rule="", gone=gone.name, kept=kept.name)
        renaming.rename_everywhere(row.id, {gone_id: kept.name}, {gone_id: kept_id})
        kept.active = kept.active or gone.active
        kept.color = kept.color or gone.color
        kept.save(update_fields=["active", "color"])
        gone.delete()
        row.version += 1
        row.save(update_fields=["version"])
    return kept
