"""Lists of matches, as rows: of tables, in progress, not begun, finished."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.games import all_games
from scoring.models import ARCHIVED, Match, Table, by_id

LATELY = timedelta(hours=12)
"""So long a match without a hand counts as one that is about to begin."""

_WITHOUT_HAND = Q(hand_count=0, continues="")


def of_table(table: Table) -> QuerySet[Match]:
    """Returns the matches of a table, of games that are known here."""
    return Match.objects.filter(table=table, game__in=list(all_games()))


def begun(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Returns those with a hand that are not archived."""
    return rows.exclude(_WITHOUT_HAND).exclude(ARCHIVED)


def archived(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Returns those that are archived."""
    return rows.filter(ARCHIVED)


def in_progress(tables: Sequence[str]) -> QuerySet[Match]:
    """Returns the matches of these tables that are neither finished nor archived, the last played first.

    One without a hand is among them if it was begun lately.
    """
    rows = _unfinished(tables).exclude(_WITHOUT_HAND, created_at__lt=timezone.now() - LATELY)
    return rows.order_by("-updated_at")


def not_begun(tables: Sequence[str]) -> QuerySet[Match]:
    """Returns the other matches of these tables without a hand, the latest first."""
    rows = _unfinished(tables).filter(_WITHOUT_HAND, created_at__lt=timezone.now() - LATELY)
    return rows.order_by("-created_at")


def _unfinished(tables: Sequence[str]) -> QuerySet[Match]:
    rows = Match.objects.filter(table_id__in=tables, game__in=list(all_games()), finished=False, continued_by="")
    return rows.exclude(ARCHIVED)


def last_finished(tables: Sequence[str]) -> Match | None:
    """Returns the match of these tables that was finished last, or None."""
    rows = Match.objects.filter(table_id__in=tables, game__in=list(all_games()), finished=True)
    return rows.order_by("-updated_at").first()


def last_begun(table: Table, game: str | None = None) -> Match | None:
    """Returns the match of a table that was begun last, or None. game: a slug, for the last one of this game."""
    rows = Match.objects.filter(table=table, **({"game": game} if game else {}))
    return rows.order_by("-created_at").first()


def games_lately(tables: Sequence[str], most: int = 60) -> list[str]:
    """Returns the slugs of the games of the latest matches of these tables, the latest first, each once."""
    slugs = Match.objects.filter(table_id__in=tables).order_by("-created_at").values_list("game", flat=True)
    return list(dict.fromkeys(slugs[:most]))


def page_of(
    table: Table,
    wanted: Mapping[str, object],
    after: tuple[datetime, str] | None,
    most: int,
) -> list[Match]:
    """Returns at most so many matches of a table, the latest first.

    wanted: conditions on columns. after: time of beginning and id of the match that the page comes after.
    """
    rows = Match.objects.filter(table=table, **wanted)
    if after:
        at, match_id = after
        rows = rows.filter(Q(created_at__lt=at) | Q(created_at=at, id__gt=match_id))
    return list(rows.order_by("-created_at", "id")[:most])


def ids_in_order(table: Table, first: int = 0, most: int | None = None) -> list[str]:
    """Returns the ids of a table's matches, the first one first. first: how many are left out before.

    most: None for all.
    """
    ids = Match.objects.filter(table=table).order_by("created_at", "id").values_list("id", flat=True)
    return list(ids[first : None if most is None else first + most])


def count(table: Table) -> int:
    """Returns how many matches a table has."""
    return Match.objects.filter(table=table).count()


def rows_by_id(ids: Iterable[str]) -> dict[str, Match]:
    """Returns the matches with these ids."""
    return Match.objects.in_bulk(ids)


def table_id_of(match_id: str) -> str | None:
    """Returns the id of the table of a match, None if there is no such match."""
    return Match.objects.filter(by_id(match_id)).values_list("table_id", flat=True).first()


def has(table_id: str, match_id: str) -> bool:
    """Returns whether a table has this match."""
    return Match.objects.filter(id=match_id, table_id=table_id).exists()
