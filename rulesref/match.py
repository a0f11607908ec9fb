"""The open match of a rules page: the one in ``?match=``, if this phone has a key to its table.

The only place where the rules read matches.
"""

from __future__ import annotations

from django.http import HttpRequest
from pydantic_core import from_json

from rulesref.lookup.setting import LookupSetting
from scoring.selectors.access_keys import COOKIE, keys_in_cookie
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, load_match


def setting_of_match(request: HttpRequest, match_id: str, slug: str, leader: str) -> LookupSetting | None:
    """The players of the next hand of this match, and its house rules.

    slug: of the game. leader: the seat that leads the trick, as typed; if invalid, the leader of the hand. None if
    there is no such match, if it is a match of another game, or if no key of the phone opens it.
    """
    match = _open_match(request, match_id)
    if match is None or match.slug != slug:
        return None
    next_hand = match.status.get("next") or {}
    playing = [seat for seat in range(len(match.seats)) if seat not in next_hand.get("sits_out", ())]
    lead_seat = int(leader) if leader.isascii() and leader.isdigit() and len(leader) < 3 else next_hand.get("leads")
    first = playing.index(lead_seat) if lead_seat in playing else 0
    seats = (*playing[first:], *playing[:first])
    if match.open_match.setup.options.turn_step < 0:  # the turn goes to the right
        seats = (seats[0], *reversed(seats[1:]))
    return LookupSetting(tuple(match.names[seat] for seat in seats), seats, from_json(match.options))


def _open_match(request: HttpRequest, match_id: str) -> MatchSnapshot | None:
    """The match with this id, if a key of the phone opens it."""
    keys = keys_in_cookie(request.COOKIES.get(COOKIE, ""))
    if not match_id or not keys:
        return None
    try:
        match = load_match(match_id)
        key = keys.get(match.table_id)
        match = load_match(match_id, key) if key else match
    except MatchNotFound:
        return None
    return match if match.role else None
