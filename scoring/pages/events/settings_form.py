"""The settings of an event as a form, in words. A form is data: each setting is one line of ``SETTINGS``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from pydantic import Field, TypeAdapter

from scoring.engine.refusal import Refusal, refuse, validate
from scoring.engine.typed_numbers import number
from scoring.events.rules import EventRules
from scoring.languages import current_language
from scoring.pages.events.amounts import amount_text, read_amount
from scoring.pages.events.changes import faults_of
from scoring.pages.events.presets import Text
from scoring.pages.form_data import clean_text, whole_number
from scoring.pages.house_rules import PREFIX, OptionField

Kind = Literal["text", "boolean", "choice", "number", "amount", "shares", "fees"]
Values = dict[str, Any]
"""The settings of an event: name, players_each, name_days, public, frozen, and the rules as plain JSON."""


@dataclass(frozen=True)
class Setting:
    """A setting. path: where its value is, ``rules/rounds``. formats: in which it means something, none for all.
    empty: what an empty field of a number means.
    """

    path: str
    title: Text
    kind: Kind
    choices: Mapping[Any, Text] = field(default_factory=dict)
    help: Text = ""
    formats: tuple[str, ...] = ()
    longest: int = 80
    empty: Any = None

    @property
    def name(self) -> str:
        """The name of its field."""
        return self.path.rpartition("/")[2]


FORMATS: dict[str, Text] = {
    "series": gettext_lazy("Series: everybody alone at tables of four and three"),
    "swiss": gettext_lazy("Swiss: those with equally many wins meet"),
    "round_robin": gettext_lazy("Everybody meets everybody"),
    "knock_out": gettext_lazy("Knock-out"),
    "double_elimination": gettext_lazy("Knock-out with a second chance"),
    "progressive": gettext_lazy("Progressive: winners move up a table"),
    "league_day": gettext_lazy("League day: three or four teams of four"),
}
_TARIFFS: dict[str, list[dict[str, int | None]]] = {
    "": [],
    "3:50,100": [{"up_to": 3, "each": 50}, {"up_to": None, "each": 100}],
    "50": [{"up_to": None, "each": 50}],
    "100": [{"up_to": None, "each": 100}],
    "3:50,5:100,300": [{"up_to": 3, "each": 50}, {"up_to": 5, "each": 100}, {"up_to": None, "each": 300}],
}
_MONEY = "rules/money/"

NAME = Setting("name", pgettext_lazy("of an event", "Name"), "text")
PLAYERS_EACH = Setting(
    "players_each", gettext_lazy("Who plays"), "choice", {1: gettext_lazy("Everybody alone"), 2: gettext_lazy("Pairs")}
)
ROUNDS = Setting(
    "rules/rounds", gettext_lazy("Rounds"), "number", help=gettext_lazy("Left empty: as many as it takes."), longest=2
)
MONEY = (
    Setting(f"{_MONEY}entry_fee", gettext_lazy("Entry fee"), "amount", longest=12),
    Setting(
        f"{_MONEY}prizes",
        gettext_lazy("Prizes: shares of the places"),
        "shares",
        help=gettext_lazy("Such as 50, 30, 20. Empty: none."),
    ),
    Setting(
        f"{_MONEY}prize_percent", gettext_lazy("Percent of the entry fees for prizes"), "number", longest=3, empty=100
    ),
    Setting(f"{_MONEY}fees", gettext_lazy("Fee for each lost game"), "fees"),
    Setting(f"{_MONEY}passed_in_fee", gettext_lazy("Fee of each player for a deal passed in"), "amount", longest=12),
    Setting(
        f"{_MONEY}fees_to",
        gettext_lazy("These fees go"),
        "choice",
        {
            "organiser": gettext_lazy("to the organiser"),
            "prizes": gettext_lazy("into the prizes"),
            "kitty": gettext_lazy("into the kitty"),
        },
    ),
    Setting(
        f"{_MONEY}unit",
        gettext_lazy("Prizes are rounded to"),
        "choice",
        {cents: lazy(amount_text, str)(cents) for cents in (1, 10, 50, 100, 500)},
    ),
)
DEALS_COME_FIRST = gettext_lazy("A number of deals in the settings comes before that in the house rules.")
RULES = (
    Setting("rules/format", gettext_lazy("Kind of event"), "choice", FORMATS),
    PLAYERS_EACH,
    ROUNDS,
    Setting(
        "rules/table_size",
        gettext_lazy("At a table"),
        "choice",
        {
            "four_or_three": gettext_lazy("four, the rest three"),
            "four": gettext_lazy("four, the rest is free for a round"),
            "two": gettext_lazy("two against each other"),
        },
        formats=("series",),
    ),
    Setting(
        "rules/seating",
        gettext_lazy("Seats of later rounds"),
        "choice",
        {
            "redraw": gettext_lazy("drawn anew"),
            "by_standing": gettext_lazy("by the ranking"),
            "fixed": gettext_lazy("by a fixed plan"),
        },
        formats=("series",),
    ),
    Setting(
        "rules/missed",
        gettext_lazy("A round in which somebody is free"),
        "choice",
        {"nothing": gettext_lazy("counts nothing"), "average": gettext_lazy("counts the own average")},
        formats=("series", "swiss", "progressive"),
    ),
    Setting(
        "rules/ranked_by",
        gettext_lazy("Ranking by"),
        "choice",
        {
            "usual": gettext_lazy("what is usual"),
            "points": gettext_lazy("the sum of points"),
            "wins": gettext_lazy("matches won"),
        },
        formats=("series", "swiss", "round_robin", "progressive"),
    ),
    Setting(
        "rules/better",
        gettext_lazy("Better is"),
        "choice",
        {"high": gettext_lazy("more points"), "low": gettext_lazy("fewer points")},
    ),
    Setting(
        "rules/match_points",
        gettext_lazy("Won, drawn, lost"),
        "choice",
        {"2-1-0": "2, 1, 0", "3-1-0": "3, 1, 0", "1-½-0": "1, ½, 0"},
        formats=("swiss", "round_robin"),
    ),
    Setting(
        "rules/most_points",
        gettext_lazy("A match counts at most so many points"),
        "number",
        longest=6,
        formats=("swiss", "round_robin", "progressive"),
    ),
    Setting(
        "rules/late_half",
        gettext_lazy("Half a point for a round missed by a late entry"),
        "boolean",
        formats=("swiss",),
    ),
    Setting(
        "rules/clubs_apart",
        gettext_lazy("Members of one club do not meet in the first round"),
        "boolean",
        formats=("swiss", "knock_out", "double_elimination"),
    ),
    Setting(
        "rules/partners",
        gettext_lazy("Partners"),
        "choice",
        {"fixed": gettext_lazy("stay together"), "changing": gettext_lazy("change every round")},
        formats=("round_robin",),
    ),
    Setting("rules/double_round", gettext_lazy("Everybody meets twice"), "boolean", formats=("round_robin",)),
    Setting("rules/groups", gettext_lazy("Groups"), "number", longest=3, empty=1, formats=("round_robin",)),
    Setting(
        "rules/go_on",
        gettext_lazy("So many of each group go on to a knock-out"),
        "number",
        longest=1,
        empty=0,
        formats=("round_robin",),
    ),
    Setting(
        "rules/third_place", gettext_lazy("A match for third place"), "boolean", formats=("knock_out", "round_robin")
    ),
    Setting(
        "rules/second_final",
        gettext_lazy("A second final if the unbeaten side loses"),
        "boolean",
        formats=("double_elimination",),
    ),
    Setting(
        "rules/moves",
        gettext_lazy("After a round"),
        "choice",
        {
            "winners_up": gettext_lazy("winners move up, losers down"),
            "whist_drive": gettext_lazy("losers move on, as at a whist drive"),
            "whist_drive_strict": gettext_lazy("losers move on, winners change partners"),
            "fixed": gettext_lazy("everybody moves by a fixed plan"),
        },
        formats=("progressive",),
    ),
    Setting("rules/at_table", gettext_lazy("At a table"), "choice", {2: "2", 3: "3"}, formats=("progressive",)),
    Setting(
        "rules/best_of",
        gettext_lazy("Matches at a table"),
        "choice",
        {
            1: "1",
            3: gettext_lazy("best of 3"),
            5: gettext_lazy("best of 5"),
            7: gettext_lazy("best of 7"),
            9: gettext_lazy("best of 9"),
        },
    ),
    Setting(
        "rules/deals",
        gettext_lazy("Deals at a table, if that ends a match"),
        "number",
        help=format_lazy(
            "{} {}",
            gettext_lazy(
                "Where tables of three and of four play: at a table of four. Three play as many rounds of deals."
            ),
            DEALS_COME_FIRST,
        ),
        longest=3,
    ),
    Setting("rules/most_entries", gettext_lazy("Players enter themselves up to so many entries"), "number", longest=3),
    Setting("rules/minutes", gettext_lazy("Time for a round, in minutes"), "number", longest=4),
    Setting("rules/phones", gettext_lazy("A phone at each table keeps the list"), "boolean"),
    Setting(
        "rules/confirmations",
        gettext_lazy("A result is confirmed by"),
        "choice",
        {
            1: gettext_lazy("one of the table"),
            2: gettext_lazy("two of the table"),
            3: gettext_lazy("three of the table"),
            4: gettext_lazy("four of the table"),
        },
        help=gettext_lazy("The word of organiser or referee is enough."),
    ),
)
_NAME_DAYS: TypeAdapter[int] = TypeAdapter(Annotated[int, Field(strict=True, ge=0, le=3650)])
PRIVACY = (
    Setting(
        "name_days", gettext_lazy("Days after the last round until names are deleted"), "number", longest=4, empty=90
    ),
    Setting(
        "public", gettext_lazy("The ranking may be shown to everybody, with the names of those who agree"), "boolean"
    ),
    Setting("frozen", gettext_lazy("Hide the running round from the ranking that players see"), "boolean"),
)


def meant_in(settings: Iterable[Setting], event_format: str) -> list[Setting]:
    """Returns the settings that mean something in a format."""
    return [one for one in settings if not one.formats or event_format in one.formats]


def values_with(rules: Mapping[str, Any], **further: Any) -> Values:
    """Returns the settings of an event. rules: what differs from the usual ones. further: name and so on."""
    return {"rules": EventRules.model_validate(rules, strict=False).model_dump(mode="json"), **further}


def fields_of(settings: Iterable[Setting], values: Values, refusal: Refusal | None = None) -> list[OptionField]:
    """Returns the fields of settings with their values, and with the errors of a refusal."""
    faults = faults_of(refusal)
    return [_field(one, _value_at(values, one.path), _fault(faults, one.path)) for one in settings]


def _fault(faults: Mapping[str, str], path: str) -> str:
    return next((text for at, text in faults.items() if at == path or at.startswith(f"{path}/")), "")


def _value_at(values: Values, path: str) -> Any:
    value: Any = values
    for key in path.split("/"):
        value = value.get(key)
    return value


def _field(setting: Setting, value: Any, fault: str) -> OptionField:
    one = OptionField(setting.name, str(setting.title), str(setting.help), "text", "", longest=setting.longest)
    one.error = fault
    match setting.kind:
        case "boolean":
            one.kind, one.value = "boolean", "true" if value else ""
        case "choice":
            one.kind = "choice"
            one.choices = [(str(key), str(label), key == value) for key, label in setting.choices.items()]
        case "fees":
            one.kind = "choice"
            tariffs = _TARIFFS if value in _TARIFFS.values() else {**_TARIFFS, json.dumps(value): value}
            one.choices = [(key, _tariff_text(steps), steps == value) for key, steps in tariffs.items()]
        case "amount":
            one.value = amount_text(value) if isinstance(value, int) and value else str(value or "")
        case "shares":
            one.value = ", ".join(map(str, value)) if isinstance(value, list) else value
        case "number":
            one.kind, one.value = "number", "" if value is None else str(value)
        case "text":
            one.value = value or ""
    return one


def _tariff_text(steps: Sequence[Mapping[str, Any]]) -> str:
    """A tariff in a few words: ``0.50, from the 4th on 1.00``."""
    if not steps:
        return _("none")
    texts, number_of_game = [], 1
    for step in steps:
        amount = amount_text(step["each"])
        if number_of_game == 1:
            texts.append(amount)
        else:
            texts.append(_("from number {number} on {amount}").format(number=number_of_game, amount=amount))
        number_of_game = (step["up_to"] or 0) + 1
    return current_language().join_texts(texts)


def read(settings: Iterable[Setting], values: Values, request: HttpRequest) -> Values:
    """Returns the settings with those that a form sent. What is no number stays as it was typed: the model refuses it.

    An empty checkbox is never sent: if ``o`` was sent, it is off.
    """
    result = deepcopy(values)
    for one in settings:
        name = PREFIX + one.name
        if name not in request.POST and not (one.kind == "boolean" and "o" in request.POST):
            continue
        keys = one.path.split("/")
        place = result
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = _read(one, clean_text(request.POST.get(name, "")).strip())
    return result


def _read(setting: Setting, text: str) -> Any:
    match setting.kind:
        case "boolean":
            return text == "1"
        case "choice":
            return next((key for key in setting.choices if str(key) == text), text)
        case "fees":
            return _TARIFFS[text] if text in _TARIFFS else _steps(text)
        case "amount":
            return read_amount(text)
        case "shares":
            parts = re.split(r"[\s,;:/，、；：]+", text) if text else []
            return [int(part) for part in parts] if all(whole_number(part) is not None for part in parts) else text
        case "number":
            return number(text, current_language().thousands) if text else setting.empty
        case "text":
            return text


def _steps(text: str) -> Any:
    """A tariff that this form offered because it is stored. Raises SuspiciousOperation."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise SuspiciousOperation("values that no form of ours sends") from error


def check(values: Values) -> None:
    """Raises Refusal for settings outside the rules that are wrong; ``services.events`` checks the rules."""
    if "name_days" in values:
        validate(_NAME_DAYS, values["name_days"], "/name_days")
    for path in ("entry_fee", "passed_in_fee"):
        if not isinstance(values["rules"]["money"][path], int):
            raise refuse(f"/rules/money/{path}", "amount", "An amount such as 7.50 is needed.", rule="")
    if not isinstance(values["rules"]["money"]["prizes"], list):
        raise refuse("/rules/money/prizes", "not_an_integer", "Whole numbers are needed, such as 50, 30, 20.", rule="")
