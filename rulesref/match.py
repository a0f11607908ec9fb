"""The open match of a rules page: the one in ``?match=``, if this phone holds a key of its table."""

from __future__ import annotations

from django.http import HttpRequest

from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, load_match
from scoring.services.access_keys import COOKIE, keys_in_cookie


def match_on_table(request: HttpRequest, match_id: str, slug: str) -> MatchSnapshot | None:
    """The match with this id; None if there is none, if it is of another game, or if no key of the phone opens it."""
    keys = keys_in_cookie(request.COOKIES.get(COOKIE, ""))
    if not match_id or not keys:
        return None
    try:
        match = load_match(match_id)
        key = keys.get(match.table_id)
        match = load_match(match_id, key) if key else match
    except MatchNotFound:
        return None
    return match if match.role and match.slug == slug else None
