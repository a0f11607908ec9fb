"""The changes of a match, as rows."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from scoring.models import Change
from scoring.selectors.match_snapshot import MatchSnapshot


def newest_first(match: MatchSnapshot) -> QuerySet[Change]:
    """Returns every change of a match, the latest first."""
    return Change.objects.filter(match.its_rows).order_by("-version")


def kinds(match: MatchSnapshot, versions: Collection[int]) -> dict[int, str]:
    """Returns the kinds of these changes, by version."""
    return dict(Change.objects.filter(match.its_rows, version__in=versions).values_list("version", "kind"))


def after(match: MatchSnapshot, version: int, most: int) -> list[Change]:
    """Returns at most so many changes after this version, in their order."""
    return list(Change.objects.filter(match.its_rows, version__gt=version).order_by("version")[:most])
