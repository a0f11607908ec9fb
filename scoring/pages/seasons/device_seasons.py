"""The seasons that a phone has keys of, in one HttpOnly cookie, and those that everybody may see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404

from scoring.event_models import Event, EventKey, Season
from scoring.pages.key_cookie import KeyCookie
from scoring.selectors.event_access import ORGANISER
from scoring.selectors.seasons import find_season, season_role, seasons_by_id, seasons_of


@dataclass(frozen=True)
class OpenedSeason:
    """A season as this phone may see it. role: organiser or viewer."""

    row: Season
    role: str

    @property
    def organises(self) -> bool:
        """Whether this phone may change everything, and sees names that are not shown to readers."""
        return self.role == ORGANISER


class DeviceSeasons(KeyCookie):
    """The seasons of one phone. keys: its own, by id of the season, the latest first."""

    cookie = "companion_seasons"

    def season(self, season_id: str, *roles: str) -> OpenedSeason:
        """Returns a season. roles: that may see the page, none for all. Raises Http404 for every other phone.

        Without a key, everybody reads a season that is public.
        """
        opened = self._opened(find_season(season_id))
        if opened is None or (roles and opened.role not in roles):
            raise Http404
        return opened

    def _opened(self, row: Season | None) -> OpenedSeason | None:
        if row is None:
            return None
        key = self.keys.get(row.id)
        role = season_role(key, row.id) if key else None
        role = role or (EventKey.VIEWER if row.public else None)
        return OpenedSeason(row, role) if role else None

    @cached_property
    def seasons(self) -> list[OpenedSeason]:
        """The seasons that this phone's own keys open, the latest first."""
        rows = seasons_by_id(self.keys)
        opened = [(rows[one], season_role(key, one)) for one, key in self.keys.items() if one in rows]
        return [OpenedSeason(row, role) for row, role in opened if role]

    @property
    def organised(self) -> list[OpenedSeason]:
        """The seasons that this phone organises."""
        return [one for one in self.seasons if one.organises]

    def of_event(self, event: Event) -> list[OpenedSeason]:
        """Returns the seasons that an event is in and that this phone may see."""
        return [opened for row in seasons_of(event) if (opened := self._opened(row))]
