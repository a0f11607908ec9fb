"""A match to send, as text and as data for a picture: its result and its sheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic_core import from_json

from scoring.pages.hand_name import number_on_sheet
from scoring.pages.joined_texts import dated, labelled
from scoring.pages.match_view import MatchView
from scoring.pages.message_renderer import MessageRenderer
from scoring.pages.score_sheet import note_on
from scoring.pages.settlement_view import SettlementView
from scoring.pages.totals_chart import totals_chart
from scoring.selectors.match_snapshot import MatchSnapshot, hand_rows

MOST_ROWS = 60
"""Rows of the sheet in the picture; of a longer match the last ones."""


def result_text(view: MatchView, settled: SettlementView | None = None, earlier: Sequence[MatchSnapshot] = ()) -> str:
    """Returns the winners, the reason, every place and what is paid; during the match, the number of hands.

    settled: the settlement of the match, if it is played for something. earlier: the parts before, if its people or
    rules changed: where everybody stood then.
    """
    match = view.match
    headline, reason = _headline_and_reason(view)
    text = headline
    if view.finished:
        text = (_("{result}. {reason}.") if reason else _("{result}.")).format(result=headline, reason=reason)
    lines = [_title(view), text, "", *(f"{one.number}. {labelled(one.name, one.text)}" for one in view.places)]
    lines += ["", *map(_stood, earlier)] if earlier else []
    lines += ["", settled.as_text(_("Settled up"))] if settled else []
    return "\n".join([*lines, *(["", match.note] if match.note else [])])


def preview(view: MatchView) -> tuple[str, str]:
    """Returns the title and description of a link to the match: who plays what, how it stands ("" before a hand)."""
    title = labelled(view.game_name, view.renderer.language.join_texts(view.renderer.sides))
    if not view.match.hand_count:
        return title, ""
    totals = " · ".join(f"{one.name} {one.text}" for one in view.places)
    return title, labelled(_headline_and_reason(view)[0], totals)


def _title(view: MatchView) -> str:
    title = dated(view.game_name, view.match.created_at)
    return labelled(title, view.match.title) if view.match.title else title


def _headline_and_reason(view: MatchView) -> tuple[str, str]:
    """The winners and the reason; during the match, the number of hands."""
    if view.finished:
        return view.headline, view.renderer.text(view.match.status.get("reason"))
    return after_hands(view.match), ""


def after_hands(match: MatchSnapshot) -> str:
    """Returns how many hands were played: ``After 12 hands``."""
    count = number_on_sheet(match.open_match, match.hand_count)
    return ngettext("After {n} hand", "After {n} hands", count).format(n=count)


def _stood(part: MatchSnapshot) -> str:
    """Everybody's total at the end of an earlier part: who left is there, too."""
    renderer = MessageRenderer.of(part)
    totals = zip(renderer.sides, part.current_state.totals, strict=True)
    stood = renderer.language.join_texts([f"{name} {renderer.number(total)}" for name, total in totals])
    return labelled(after_hands(part), stood)


def sheet_text(view: MatchView, settled: SettlementView | None = None, earlier: Sequence[MatchSnapshot] = ()) -> str:
    """Returns the result, and below it the sheet: a line for each hand, with its points and the totals after it.

    With several parts, the names are above the hands of each.
    """
    lines = [result_text(view, settled, earlier)]
    for part in (*map(MatchView, earlier), view):
        lines += ["", *([" · ".join(part.renderer.sides)] if earlier else [])]
        lines += [_line(part, row) for row in sheet_rows(part)]
    return "\n".join(lines)


def _line(view: MatchView, row: dict[str, Any]) -> str:
    changed = [f"{name} {points}" for name, points in row["changes"]]
    if len(changed) == 1 and row["changes"][0][0] in row["summary"]:
        changed = [row["changes"][0][1]]  # the summary says whose they are
    changes = view.renderer.language.join_texts(changed) or _("nobody scores")
    summary = row["summary"]
    with_points = f"{summary} – {changes}" if set(summary) & set(":：") else labelled(summary, changes)
    text = _("{hand} ({reasons})").format(hand=with_points, reasons=" · ".join(row["totals"]))
    text = f"{row['number']}. {text}"
    return f"{text} – {row['note']}" if row["note"] else text


def sheet_rows(view: MatchView) -> list[dict[str, Any]]:
    """Returns the hands for text and picture: number, summary, changes with names, totals as printed."""
    rows = []
    for number, text, entered, _at in hand_rows(view.match):
        result, hand = from_json(text), from_json(entered)
        changes = [
            (name, view.renderer.number(points, sign=True))
            for name, points in zip(view.renderer.sides, result["points"], strict=True)
            if points
        ]
        rows.append(
            {
                "number": number_on_sheet(view.match.open_match, number),
                "summary": _with_reasons(view, hand, result),
                "note": note_on(hand, result["summary"]),
                "changes": changes,
                "totals": [view.renderer.number(total) for total in result["totals"]],
            }
        )
    return rows


def _with_reasons(view: MatchView, hand: dict[str, Any], result: dict[str, Any]) -> str:
    """The hand in a few words, with what made its value."""
    summary = view.renderer.text(result["summary"])
    if view.game.sheet_columns is None:
        return summary
    reasons = view.game.sheet_entry(view.setup, hand, result).reasons
    words = [view.renderer.text(reason) for reason in reasons]
    new = [word for word in words if word.casefold() not in summary.casefold()]
    return (
        _("{hand} ({reasons})").format(hand=summary, reasons=view.renderer.language.join_texts(new)) if new else summary
    )


def picture_data(view: MatchView, earlier: Sequence[MatchSnapshot] = ()) -> dict[str, Any]:
    """Returns data for ``result-picture.js``: title, result, places, the last rows of the sheet, and the chart.

    earlier: the parts before; where the names above the columns changed, another sheet follows.
    """
    headline, reason = _headline_and_reason(view)
    chart = totals_chart(view.match, view.renderer)
    return {
        "title": _title(view),
        "headline": headline,
        "reason": reason,
        "places": [
            {"number": one.number, "side": one.side, "name": one.name, "figure": one.text} for one in view.places
        ],
        "sheets": _picture_sheets([*map(MatchView, earlier), view]),
        "curve": chart
        and {
            "width": chart.width,
            "height": chart.height,
            "left": chart.left,
            "right": chart.right,
            "marks": chart.marks,
            "lines": [points for _side, _name, points, _x, _y in chart.lines],
        },
    }


def _picture_sheets(parts: Sequence[MatchView]) -> list[dict[str, Any]]:
    """The last rows of these parts, those below the same names together."""
    rows = [(part.renderer.sides, row) for part in parts for row in sheet_rows(part)]
    return [
        {
            "names": names,
            "rows": [{name: row[name] for name in ("number", "summary", "totals")} for _names, row in together],
        }
        for names, together in groupby(rows[-MOST_ROWS:], key=itemgetter(0))
    ]
