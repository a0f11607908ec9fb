"""The settings of a season as a form: each is a ``Setting``, as those of events are."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy

from scoring.event_models import Season
from scoring.events.season import SeasonRules
from scoring.pages.events.settings_form import Setting, Values

BEST = Setting(
    "rules/best",
    gettext_lazy("Only the best so many events of each count"),
    "number",
    help=gettext_lazy("Left empty: all."),
    longest=3,
)
AVERAGE = Setting(
    "rules/average",
    gettext_lazy("What counts"),
    "choice",
    {False: gettext_lazy("the sum of these events"), True: gettext_lazy("the average of these events")},
)
LEAST = Setting(
    "rules/least",
    gettext_lazy("Ranked is who has played at least so many events"),
    "number",
    help=gettext_lazy("Until then, a name stands below the ranking."),
    longest=3,
    empty=1,
)
COUNTED = Setting(
    "rules/counted",
    gettext_lazy("Of each event counts for a person"),
    "choice",
    {"points": gettext_lazy("the points"), "match_points": gettext_lazy("the match points")},
)
TEAMS_COUNTED = Setting(
    "rules/teams_counted",
    gettext_lazy("Of each event counts for a team"),
    "choice",
    COUNTED.choices,
    help=gettext_lazy("A league of teams counts the match points of its days."),
)
BETTER = Setting(
    "rules/better",
    gettext_lazy("Better is"),
    "choice",
    {"high": gettext_lazy("more points"), "low": gettext_lazy("fewer points")},
)
PUBLIC = Setting(
    "public", gettext_lazy("The ranking may be shown to everybody, with the names of those who agree"), "boolean"
)
COUNTING = (BEST, AVERAGE, LEAST)
FURTHER = (COUNTED, TEAMS_COUNTED, BETTER)
RULES = (*COUNTING, *FURTHER)


def usual(name: str) -> Values:
    """Returns the settings that a new season has at first. name: of the season."""
    return {"name": name, "rules": SeasonRules().model_dump(mode="json"), "public": False}


def stored(season: Season) -> Values:
    """Returns the settings of a season. Left out of what is stored is what is usual."""
    rules: dict[str, Any] = {**SeasonRules().model_dump(mode="json"), **season.rules}
    return {"name": season.name, "rules": rules, "public": season.public}
