"""The order of the cards as a ladder: from the highest down, equal cards side by side, with card points below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rulesref.pictures.cards import card, card_text, in_words
from rulesref.pictures.svg import element, picture, text
from scoring.card_names import rank_label
from scoring.engine.cards import JOKERS, rank_of, suit_of
from scoring.engine.game import Order
from scoring.engine.messages import Language, Number
from scoring.languages import current_language

_WIDTH, _GAP, _CHEVRON = 25, 2, 10

WITH_POINTS = "ladder-note"
"""The class of the note on a ladder that shows card points."""

LADDER_WORDS = _("from the highest down")
"""The words before the cards of a ladder in words."""


def ladder_data(
    orders: Sequence[Order], values: Mapping[str, Number], language: Language, without_points: Sequence[str] = ()
) -> Any:
    """The data of the ladders of a game. values: its card points. without_points: the orders that show none."""
    rows = []
    for order in orders:
        steps = [[entry] if isinstance(entry, str) else list(entry) for entry in order.cards]
        points = {} if order.where in without_points else _points(order.where, steps, values, language)
        rows.append({"where": language.gettext(order.where), "steps": steps, "points": points})
    return {"kind": "ladder", "rows": rows}


def _points(
    where: str, steps: Sequence[Sequence[str]], values: Mapping[str, Number], language: Language
) -> dict[str, str]:
    """The points of each card, as text; empty unless every step has some."""
    trumps = where.lower().startswith("trumps")
    points = {}
    for code in (code for step in steps for code in step):
        rank = code if code in JOKERS else rank_of(code) if suit_of(code) in "CSHD" and len(code) > 1 else code
        names = [f"{rank} of trumps"] if trumps else []
        worth = next((values[name] for name in (*names, code, rank) if name in values), None)
        if worth is None:
            return {}
        points[code] = language.number(worth)
    return points


def ladder_words(data: Mapping[str, Any]) -> list[str]:
    """The ladders in words, one entry for each."""
    return [_row_words(row) for row in data["rows"]]


def _row_words(row: Mapping[str, Any]) -> str:
    names = [" = ".join(map(card_text, step)) for step in row["steps"]]
    return _sentence(row["where"], gettext(LADDER_WORDS), names)


def _sentence(where: str, order: str, names: Sequence[str]) -> str:
    cards = current_language().join_texts(names)
    return gettext("{where}, {order}: {cards}").format(where=where, order=order, cards=cards)


def _label(row: Mapping[str, Any]) -> str:
    """A ladder for screen readers, with its card points."""
    names = []
    for step in row["steps"]:
        cards = gettext(" equals ").join(map(_in_words, step))
        worth = row["points"].get(step[0])
        names.append(f"{cards} ({worth})" if worth else cards)
    order = gettext("from the highest down, card points in brackets") if row["points"] else gettext(LADDER_WORDS)
    return _sentence(in_words(row["where"]), order, names)


def _in_words(code: str) -> str:
    return rank_label(code) if code in ("A", "K", "Q", "J") else in_words(card_text(code))


def draw_ladder(data: Mapping[str, Any]) -> str:
    """The HTML inside the figure: a heading and a ladder for each order of cards."""
    first = next((place for place, row in enumerate(data["rows"]) if row["points"]), None)
    pack = data.get("pack", "french")
    return "".join(_row(row, place == first, pack) for place, row in enumerate(data["rows"]))


def _row(row: Mapping[str, Any], with_note: bool, pack: str) -> str:
    points: Mapping[str, str] = row["points"]
    below = gettext("card points below")
    note = f' <span class="{WITH_POINTS}">{escape(below)}</span>' if with_note else ""
    steps = "".join(_step(step, points, place > 0, pack) for place, step in enumerate(row["steps"]))
    label = escape(_label(row))
    return (
        f'<p class="ladder-where">{escape(row["where"])}{note}</p>\n'
        f'<div class="ladder" role="img" aria-label="{label}">{steps}</div>\n'
    )


def _step(step: Sequence[str], points: Mapping[str, str], arrow: bool, pack: str) -> str:
    """One rung: a card, or equal cards in one frame."""
    top, height = 3, _WIDTH * 1.4
    several = len(step) > 1
    frame = 2 if several else 0
    left = _CHEVRON + frame + 1
    width = left + len(step) * (_WIDTH + _GAP) - _GAP + frame + 1
    parts = []
    if arrow:
        middle = top + height / 2
        parts.append(element("path", d=f"M3 {middle - 4}l4 4l-4 4", class_="chevron"))
    if several:
        parts.append(
            element(
                "rect", x=_CHEVRON, y=top - 2.5, width=width - _CHEVRON - 0.5, height=height + 5, rx=4, class_="equal"
            )
        )
    for place, code in enumerate(step):
        x = left + place * (_WIDTH + _GAP) + _WIDTH / 2
        parts.append(card(code, x, top + height / 2, _WIDTH, pack=pack))
        if points:
            parts.append(text(points[code], x, top + height + 14, "points"))
    return picture(parts, width, top + height + (18 if points else 3), class_="rung")
