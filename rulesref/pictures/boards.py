"""Pictures of the calculator's board: slate, beans, sixes, the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from rulesref.pictures.cards import card
from rulesref.pictures.signs import sign
from rulesref.pictures.svg import Number, element, group, picture, text
from scoring.engine.messages import Language, Message, fill_names, render
from scoring.engine.results import Board, Figure, Marks
from scoring.languages import current_language

_WIDTH = 288
#: Marks in words, without and with their limit.
_COUNT_WORDS = {
    "bean": ngettext_lazy("{n} bean", "{n} beans", "n"),
    "line": ngettext_lazy("{n} line", "{n} lines", "n"),
    "chip": ngettext_lazy("{n} mark", "{n} marks", "n"),
    "card": ngettext_lazy("{n} point", "{n} points", "n"),
    "red": ngettext_lazy("{n} red pip", "{n} red pips", "n"),
    "black": ngettext_lazy("{n} black pip", "{n} black pips", "n"),
}
_COUNT_OF_LIMIT_WORDS = {
    "bean": _("{n} of {of} beans"),
    "line": _("{n} of {of} lines"),
    "chip": _("{n} of {of} marks"),
    "card": _("{n} of {of} points"),
}


def board_data(board: Board, names: Sequence[str], sides: Sequence[str], language: Language) -> dict[str, Any]:
    """The data of a board. names, sides: of players and of the columns of the sheet. language: of its words."""

    def cell_text(cell: Message | float | str) -> str:
        if isinstance(cell, Message):
            return fill_names(render(cell, language), names, sides)
        return language.gettext(cell) if isinstance(cell, str) else language.number(cell)

    parts: list[dict[str, Any]] = []
    for entry in board:
        if isinstance(entry, Marks):
            mark = {"side": entry.side, "symbol": entry.symbol, "count": entry.count, "of": entry.of}
            parts.append({"marks": mark})
        elif isinstance(entry, Figure):
            parts.append({"figure": [cell_text(entry.label), cell_text(entry.value)]})
        else:
            head, rows = (
                [cell_text(cell) for cell in entry.head],
                [[cell_text(cell) for cell in row] for row in entry.rows],
            )
            parts.append({"grid": {"head": head, "rows": rows}})
    return {"sides": list(sides), "parts": parts}


def board_words(data: Mapping[str, Any]) -> list[str]:
    """A board in words: an entry for the caption, one for each side, figure and row."""
    words = [data["caption"]] if data.get("caption") else []
    for side, name in enumerate(data["sides"]):
        marks = [_marks_words(mark) for mark in _marks(data, side)]
        if marks:
            value = current_language().join_texts(marks)
            words.append(gettext("{title}: {value}").format(title=name, value=value) + ".")
    for part in data["parts"]:
        if "figure" in part:
            title, value = part["figure"]
            words.append(gettext("{title}: {value}").format(title=title, value=value))
        elif "grid" in part:
            words += [" · ".join(filter(None, row)) for row in (part["grid"]["head"], *part["grid"]["rows"])]
    return words


def _marks(data: Mapping[str, Any], side: int) -> list[Mapping[str, Any]]:
    return [part["marks"] for part in data["parts"] if "marks" in part and part["marks"]["side"] == side]


def _marks_words(mark: Mapping[str, Any]) -> str:
    symbol, count = mark["symbol"], mark["count"]
    if mark["of"] and symbol in _COUNT_OF_LIMIT_WORDS:
        return str(_COUNT_OF_LIMIT_WORDS[symbol]).format(n=count, of=mark["of"])
    return str(_COUNT_WORDS[symbol].format(n=count))


def draw_board(data: Mapping[str, Any], label: str) -> str:
    """The drawing: a block for each side, then figures and sheets below."""
    parts: list[str] = []
    y: Number = 4
    symbols = {part["marks"]["symbol"] for part in data["parts"] if "marks" in part}
    if symbols & {"red", "black"}:
        parts, y = _sixes(data)
    elif data.get("slate"):
        parts, y = _slate(data)
    else:
        for side, name in enumerate(data["sides"]):
            marks = _marks(data, side)
            if marks:
                elements, y = _row(name, marks, y)
                parts += elements
    for part in data["parts"]:
        if "grid" in part:
            elements, y = _sheet(part["grid"], y)
            parts += elements
        elif "figure" in part:
            name, value = part["figure"]
            parts += [text(name, 6, y + 17, "player", "start"), text(value, _WIDTH - 6, y + 17, "figure-value", "end")]
            y += 26
    return picture(parts, _WIDTH, y + 4, label, "centered")


def _row(name: str, marks: Sequence[Mapping[str, Any]], y: Number) -> tuple[list[str], Number]:
    """The marks of one side below its name."""
    parts = [text(name, 6, y + 16, "player", "start")]
    y += 26
    for mark in marks:
        total = max(mark["of"] or 0, mark["count"])
        step = min(22, (_WIDTH - 24) / max(total, 1))
        for place in range(total):
            parts.append(_symbol(mark["symbol"], 16 + place * step, y + 10, place < mark["count"]))
        y += 26
    return parts, y + 6


def _symbol(symbol: str, x: Number, y: Number, filled: bool) -> str:
    if symbol == "bean":
        bean = "M-7 1C-7-5-1-7 4-5.5C8-4 8.5 2.5 5 4.5C2.5 6 1.5 2.5-.5 3C-2.5 3.5-2.5 6-4.5 5.5C-6 5-7 3-7 1Z"
        return group([element("path", d=bean, class_="bean" if filled else "empty-mark")], x, y)
    if symbol == "line":
        return element("path", d=f"M{x:.1f} {y - 10}V{y + 10}", class_="stroke" if filled else "stroke erased")
    if symbol == "card":
        return element("rect", x=x - 5, y=y - 7, width=10, height=14, rx=1.5, class_="bean" if filled else "empty-mark")
    return element("circle", cx=x, cy=y, r=6.5, class_="bean" if filled else "empty-mark")


def _slate(data: Mapping[str, Any]) -> tuple[list[str], Number]:
    """A slate in two halves: the lines of each side, erased ones dotted, and marks as short bars across the first."""
    height = 118
    parts = [
        element("rect", x=8, y=4, width=272, height=height, rx=8, class_="slate"),
        element("path", d=f"M144 12V{height - 4}", class_="rule"),
    ]
    for side, name in enumerate(data["sides"]):
        left = 8 + side * 136
        parts.append(text(name, left + 68, 26, "player"))
        for mark in _marks(data, side):
            if mark["symbol"] == "line":
                total = max(mark["of"] or 0, mark["count"])
                erased = total - mark["count"]
                for place in range(total):
                    parts.append(_long_stroke(left + 24 + place * 22, place >= erased))
                first = left + 24 + erased * 22
            else:
                bars = "".join(f"M{first - 7} {66 + 11 * bar}l14-5" for bar in range(mark["count"]))
                parts.append(element("path", d=bars, class_="stroke"))
    return parts, height + 8


def _long_stroke(x: Number, filled: bool) -> str:
    return element("path", d=f"M{x} 42V108", class_="stroke" if filled else "stroke erased")


# -- sixes ---------------------------------------------------------------------------------------------

#: For each number of visible pips: how far the covering card is moved (in columns and rows of pips) and turned.
_COVER = {0: (0, 0, 0), 1: (0.2, 0.32, 45), 2: (0, 1, 0), 3: (1, 0, 0), 4: (0, 2, 0), 5: (1, 2, 0), 6: (2.1, 0, 0)}
_COLUMN, _ROW = 26, 25


def _sixes(data: Mapping[str, Any]) -> tuple[list[str], Number]:
    """The two sixes of each side; one covers the other so that as many pips show as the side has points."""
    parts = []
    for side, name in enumerate(data["sides"]):
        mark = _marks(data, side)[0]
        middle = 72 + side * 144
        red = mark["symbol"] == "red"
        sign_of_points = ("−" if red else "+") if mark["count"] else ""
        parts += [
            text(name, middle, 16, "player"),
            text(f"{sign_of_points}{mark['count']}", middle, 35, "figure-value"),
            *_six_pair(middle, 86, "H" if red else "S", mark["count"]),
        ]
    return parts, 180


def _six_pair(x: Number, y: Number, suit: str, pips: int) -> Iterator[str]:
    across, down, turn = _COVER[min(pips, 6)]
    x -= across * _COLUMN / 2
    yield group(
        [
            element("rect", x=-26, y=-38, width=52, height=76, rx=5, class_="card-edge"),
            *(sign(suit, column, row, 15) for row in (-_ROW, 0, _ROW) for column in (-_COLUMN / 2, _COLUMN / 2)),
        ],
        x,
        y,
    )
    yield card("XX", x + across * _COLUMN, y + down * _ROW, 54, turn)


# -- a sheet -------------------------------------------------------------------------------------------


def _sheet(grid: Mapping[str, Any], y: Number) -> tuple[list[str], Number]:
    """A ruled sheet: a head and rows. A first column of words is as wide as its words."""
    head, rows = grid["head"], grid["rows"]
    inner, height = _WIDTH - 8, 28 + 24 * len(rows)
    first = max((len(row[0]) for row in rows), default=0)
    has_names = not head[0] and first > 0
    widths = [inner / len(head)] * len(head)
    if has_names:
        widths[0] = min(max(first * 7.6 + 14, widths[0]), inner / 2)
        widths[1:] = [(inner - widths[0]) / (len(head) - 1)] * (len(head) - 1)
    edges = [4 + sum(widths[:place]) for place in range(len(head) + 1)]
    lines = "".join(f"M{edge:.1f} {y}v{height}" for edge in edges[1:-1])
    parts = [
        element("rect", x=4, y=y, width=inner, height=height, rx=4, class_="paper"),
        element("path", d=f"{lines}M4 {y + 28}H{_WIDTH - 4}", class_="rule"),
    ]
    for number, row in enumerate([head, *rows]):
        class_, base = ("sheet-cell", y + 21 + 24 * number) if number else ("sheet-head", y + 19)
        for place, cell in enumerate(row):
            if place == 0 and has_names and number:
                parts.append(text(cell, 12, base, "sheet-head", "start"))
            else:
                parts.append(text(cell, (edges[place] + edges[place + 1]) / 2, base, class_))
    return parts, y + 8 + height
