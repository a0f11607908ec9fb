"""How a match stands, as sentences to be spoken."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from pydantic_core import from_json

from scoring.engine.messages import Number, trim_number
from scoring.pages.match_view import MatchView
from scoring.selectors.match_snapshot import hand_rows


@dataclass(frozen=True)
class SpokenMatch:
    """What is said after a hand. short: its points and who deals. long: its summary and all totals, too."""

    short: str
    long: str


def spoken_match(view: MatchView) -> SpokenMatch:
    """Returns how a match stands, in the language of the request. Numbers are written without separators between
    thousands, with a word for the sign, so that a voice of the language reads them.
    """
    match, names = view.match, view.match.side_names
    summary, points = "", []
    if match.hand_count:
        _number, result, _entry, _at = hand_rows(match, match.hand_count, 1)[0]
        hand = from_json(result)
        summary = strip_tags(view.renderer.text(hand["summary"]))
        points = [_change(view, name, value) for name, value in zip(names, hand["points"], strict=True) if value]
        points = points or [_("Nobody scores")]
    totals = zip(names, match.current_state.totals, strict=True)
    standing = _("Totals: {list}").format(
        list=", ".join(f"{name} {_figure(view, trim_number(total))}" for name, total in totals)
    )
    coming = _coming(view)
    return SpokenMatch(_sentences(*points, coming), _sentences(summary, *points, standing, coming))


def _coming(view: MatchView) -> str:
    """Who has won, or who deals."""
    if view.finished:
        return view.headline
    dealer = view.next_hand["dealer"] if view.next_hand else None
    return "" if dealer is None else _("{who} deals").format(who=view.match.names[dealer])


def _change(view: MatchView, name: str, value: Number) -> str:
    text = _("{who}: minus {n}") if value < 0 else _("{who}: plus {n}")
    return text.format(who=name, n=_figure(view, abs(value)))


def _figure(view: MatchView, value: Number) -> str:
    """A number without separators between thousands."""
    number = trim_number(abs(value))
    shown = f"{number}".replace(".", view.renderer.language.decimal)
    return _("minus {n}").format(n=shown) if value < 0 else shown


def _sentences(*texts: str) -> str:
    """Texts as sentences: a voice pauses between them."""
    return " ".join(f"{text.rstrip('.')}." for text in texts if text)
