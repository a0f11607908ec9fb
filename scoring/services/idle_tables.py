"""Finds and deletes tables that nobody uses any more. Only ``companion delete_idle_tables --yes`` deletes them."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.db.write_lock import write_transaction
from scoring.event_models import EventSitting
from scoring.models import AccessKey, KittyEntry, Match, Player, Table


def idle_tables(since: datetime) -> QuerySet[Table]:
    """Returns the tables at which nothing was stored at this time or later, oldest first.

    What counts: the table itself, its matches and hands, players, keys and kitty. Looking at a table stores nothing.
    A table of an event is never idle: the event's results are computed from its matches.
    """
    of_table = {"table": OuterRef("pk")}
    used = [
        Match.objects.filter(
            Q(updated_at__gte=since) | Q(archived_at__gte=since) | Q(created_at__gte=since), **of_table
        ),
        Player.objects.filter(created_at__gte=since, **of_table),
        AccessKey.objects.filter(created_at__gte=since, **of_table),
        KittyEntry.objects.filter(at__gte=since, **of_table),
        EventSitting.objects.filter(**of_table),
    ]
    return Table.objects.filter(~Q(*map(Exists, used), _connector=Q.OR), created_at__lt=since).order_by("created_at")


def delete_if_idle(table_id: str, since: datetime) -> bool:
    """Deletes a table with all that belongs to it, unless it was used since. Returns whether it was deleted."""
    with write_transaction():
        # The locks wait for anybody who is recording a hand at this moment.
        list(Table.objects.select_for_update(no_key=True).filter(id=table_id))
        list(Match.objects.select_for_update(no_key=True).filter(table_id=table_id).values_list("id"))
        deleted, _ = idle_tables(since).filter(id=table_id).delete()
    return bool(deleted)
