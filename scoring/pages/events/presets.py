"""Kinds of events that are played in clubs, with their usual figures (shared/clubs.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


@dataclass(frozen=True)
class Preset:
    """A kind of event. game: that is usually played. free: whether the form asks for the game.

    rules: ``EventRules`` without the money. options: house rules of the game at every table.
    """

    slug: str
    title: Text
    text: Text
    game: str
    rules: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    players_each: int = 1
    free: bool = False


PRESETS = (
    Preset(
        "skat-evening",
        _("Skat evening"),
        _("Two series of 48 deals, 36 at tables of three; seats drawn anew"),
        "skat",
        {"format": "series", "rounds": 2},
        {"rules": "international"},
    ),
    Preset(
        "skat-league-day",
        _("Skat league day"),
        _("Three or four teams of four, three series, match points 3, 2, 1, 0"),
        "skat",
        {"format": "league_day", "rounds": 3},
        {"rules": "international"},
    ),
    Preset(
        "schafkopf-race",
        _("Schafkopf race"),
        _("Two rounds of 32 deals at tables of four, plus and minus points"),
        "points",
        {"format": "series", "rounds": 2, "table_size": "four", "tie_breaks": ["won", "lot"]},
        {"rounds": 32, "round_sum": 0},
    ),
    Preset(
        "belote-concours",
        _("Belote concours"),
        _("Pairs, four games of 12 deals, drawn first, then by the ranking; the sum of points counts"),
        "belote",
        {
            "format": "swiss",
            "rounds": 4,
            "deals": 12,
            "ranked_by": "points",
            "tie_breaks": ["won", "difference", "lot"],
        },
        # A deal is worth 162, as its penalty is: on paper nothing is rounded. Trumps are beaten even if the partner's.
        {"target": 2000, "declarations": "belote_only", "rounding": "none", "overtrump_partner": True},
        players_each=2,
    ),
    Preset(
        "truco-knock-out",
        _("Truco knock-out"),
        _("Pairs; the winners go on, and a match for third place"),
        "truco",
        {"format": "knock_out"},
        players_each=2,
    ),
    Preset(
        "briscola-tournament",
        _("Briscola tournament"),
        _("Two at a table, best of three; the winners go on"),
        "briscola",
        {"format": "knock_out", "best_of": 3},
    ),
    Preset(
        "twenty-five-drive",
        _("Twenty-Five drive"),
        _("Three pairs at a table; the first moves up, the last moves down"),
        "twenty-five",
        {"format": "progressive", "at_table": 3, "rounds": 6, "tie_breaks": ["won", "lot"]},
        {"teams": 3},
        players_each=2,
    ),
    Preset(
        "gong-zhu-evening",
        _("Gong Zhu evening"),
        _("Three rounds of eight hands at tables of four; seats drawn anew"),
        "gong-zhu",
        {"format": "series", "rounds": 3, "table_size": "four", "tie_breaks": ["best_round", "lot"]},
        {"hands": 8},
    ),
    Preset(
        "series",
        _("Evening of any game"),
        _("Everybody alone at tables of four and three; points are added"),
        "points",
        {"format": "series", "rounds": 3},
        free=True,
    ),
    Preset(
        "swiss",
        _("Swiss tournament"),
        _("Five rounds; those with equally many wins meet, nobody twice"),
        "belote",
        {"format": "swiss", "rounds": 5},
        players_each=2,
        free=True,
    ),
    Preset(
        "round-robin",
        _("Everybody meets everybody"),
        _("As many rounds as that takes"),
        "truco",
        {"format": "round_robin"},
        players_each=2,
        free=True,
    ),
    Preset(
        "knock-out",
        _("Knock-out"),
        _("The winners go on"),
        "truco",
        {"format": "knock_out"},
        players_each=2,
        free=True,
    ),
)
"""In the order of the page: those of one game first."""


def preset_of(slug: str) -> Preset | None:
    """Returns the kind of event with this slug, None if there is none."""
    return next((one for one in PRESETS if one.slug == slug), None)
