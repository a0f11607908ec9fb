"""The result of a table as it is typed from paper: its form, and its closing check in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field

from scoring.engine.messages import Number
from scoring.engine.refusal import validate
from scoring.engine.typed_numbers import number
from scoring.event_models import Event, EventSitting
from scoring.events.official_list import Check, ListLine, results
from scoring.events.rules import EventRules
from scoring.languages import current_language
from scoring.pages.events.round_view import Names
from scoring.pages.form_data import clean_text
from scoring.selectors.event_lists import is_official
from scoring.selectors.event_results import SittingResult, as_typed
from scoring.services.event_results import Typed, TypedScore

Points = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Count = Annotated[int, Field(ge=0, le=500)]


class _Line(BaseModel):
    """What is typed for one entry. points: None where they follow from the list."""

    model_config = ConfigDict(extra="forbid", strict=True)

    points: Points
    won: Count = 0
    lost: Count = 0


class _SkatLine(_Line):
    points: Points | None = None  # type: ignore[assignment]
    game_points: Points


class _Result(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    scores: list[_Line]
    passed_in: Count = 0


class _OfficialList(_Result):
    scores: list[_SkatLine]  # type: ignore[assignment]


@dataclass(frozen=True)
class Box:
    """A field. label: of its column. below_zero: whether it may be. optional: whether it may stay empty."""

    name: str
    label: str
    value: str
    fault: str
    below_zero: bool
    optional: bool


@dataclass(frozen=True)
class Row:
    """The fields of one entry."""

    number: int
    name: str
    boxes: list[Box]


def columns(event: Event, rules: EventRules, sitting: EventSitting) -> dict[str, str]:
    """Returns what is asked for each entry, with the words for it."""
    if is_official(event.game, len(sitting.entries)):
        return {"game_points": _("Points of the games"), "won": _("Won"), "lost": _("Lost"), "points": _("Result")}
    if rules.best_of > 1 or "won" in rules.ties:
        return {"points": _("Points"), "won": _("Won")}
    return {"points": _("Points")}


Figures = Mapping[str, Mapping[str, Number]]
"""A result as it is stored when it is typed, by number of the entry as text."""


def figures_of(sitting: EventSitting, found: SittingResult, asked: dict[str, str]) -> tuple[Figures, int]:
    """Returns the result that is there as it would be typed, and the deals passed in. found: the result."""
    if sitting.source == EventSitting.TYPED or not found.scores:
        return sitting.result or {}, sitting.passed_in
    official = "game_points" in asked and sitting.joined_after is None
    games = sum(one.won + one.lost for one in found.scores.values())
    return as_typed(found.scores, official), max(found.deals - games, 0) if official else 0


def rows(
    asked: dict[str, str],
    sitting: EventSitting,
    names: Names,
    faults: dict[str, str],
    sent: QueryDict | None,
    figures: Figures,
) -> list[Row]:
    """Returns the fields with what was typed, else with these figures; results that follow from them stay empty."""
    made, computed = [], _follow(asked, sitting, figures)
    for place, entry in enumerate(sitting.entries):
        stored = figures.get(str(entry), {})
        boxes = []
        for name, label in asked.items():
            value = "" if name == "points" and entry in computed else str(stored.get(name, ""))
            value = value if sent is None else sent.get(f"{name}.{entry}", "")
            fault = faults.get(f"scores_{place}_{name}", "")
            optional = name in ("won", "lost") or (name == "points" and "game_points" in asked)
            boxes.append(Box(name, label, value, fault, name.endswith("points"), optional))
        made.append(Row(entry, names[entry], boxes))
    return made


def _follow(asked: dict[str, str], sitting: EventSitting, figures: Figures) -> set[int]:
    """The entries whose result of a list of Skat is what its points and counts come to."""
    stored = [figures.get(str(entry), {}) for entry in sitting.entries]
    if "game_points" not in asked or not all("game_points" in one for one in stored):
        return set()
    whole = results([ListLine(int(one["game_points"]), int(one["won"]), int(one["lost"])) for one in stored])
    return {entry for entry, one, result in zip(sitting.entries, stored, whole, strict=True) if one["points"] == result}


def read(asked: dict[str, str], sitting: EventSitting, sent: QueryDict) -> Typed:
    """Returns the result of a form. Results of a list of Skat that were left empty are computed. Raises Refusal."""
    lines = [
        {name: value for name in asked if (value := _number(sent.get(f"{name}.{entry}", ""))) != ""}
        for entry in sitting.entries
    ]
    data: dict[str, Any] = {"scores": lines}
    if (passed := _number(sent.get("passed_in", ""))) != "":
        data["passed_in"] = passed
    if "game_points" in asked:
        if any(lines):  # who played no game has no points, as nobody writes a 0 on the list
            for line in lines:
                if not line.get("won") and not line.get("lost"):
                    line.setdefault("game_points", 0)
        parsed = validate(_OfficialList, data)
        computed = results([ListLine(one.game_points, one.won, one.lost) for one in parsed.scores])
        scores = [
            TypedScore(entry, whole if one.points is None else one.points, one.won, one.lost, one.game_points)
            for entry, one, whole in zip(sitting.entries, parsed.scores, computed, strict=True)
        ]
    else:
        parsed = validate(_Result, data)
        scores = [
            TypedScore(entry, one.points, one.won, one.lost)
            for entry, one in zip(sitting.entries, parsed.scores, strict=True)
        ]
    return Typed(scores, parsed.passed_in, sent.get("let_stand") == "1")


def _number(text: str) -> Any:
    return number(clean_text(text).strip(), current_language().thousands)


@dataclass(frozen=True)
class CheckLine:
    """A line of the closing check in words. hint: the slip that a difference names, "" for none."""

    label: str
    found: int
    expected: int
    ok: bool
    hint: str


def check_lines(checks: Sequence[Check], sitting: EventSitting, names: Names) -> list[CheckLine]:
    """Returns the closing check of a table in words."""
    labels = {
        "deals": _("Won, lost and passed in"),
        "points": _("Points of the games"),
        "others_lost": _("Lost by others, all together"),
        "results": _("Sum of the results"),
    }
    hints = {
        "won_or_lost_missing": _("A game won or lost is missing, or there is one too many."),
        "won_and_lost_exchanged": _("A game lost stands as won, or the other way round."),
        "others_lost_missing": _("A lost game of somebody else is missing, or there is one too many."),
    }
    lines = []
    for one in checks:
        seat = one.name.removeprefix("result_")
        label = _("Result: {name}").format(name=names[sitting.entries[int(seat)]]) if seat.isdigit() else ""
        lines.append(
            CheckLine(label or labels[one.name], one.found, one.expected, one.ok, hints.get(one.hint, one.hint))
        )
    return lines
