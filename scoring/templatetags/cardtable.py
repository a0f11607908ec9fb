"""Tags and filters for the templates of the pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language

from scoring.card_html import in_words
from scoring.engine.game import Game
from scoring.games import all_games
from scoring.languages import current_language, language
from scoring.pages.carried_line import CarriedLine, carried_line
from scoring.pages.days import full_date, long_date
from scoring.pages.hand_name import hand_name
from scoring.pages.row_html import row_html
from scoring.pages.score_sheet import Sheet
from scoring.selectors import access_keys
from scoring.selectors.event_access import EventPlace, event_place
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.selectors.tables import table_of
from scoring.services import match_copies

register = template.Library()
register.filter(long_date)
register.filter(full_date)
register.filter(in_words, is_safe=True)


@register.simple_tag
def sheet_rows(match_id: str, sheet: Sheet) -> SafeString:
    """The hands on the sheet. The HTML of each is cached."""
    key = f"{get_language()} {match_id}"
    for row in sheet.rows:
        if key not in row.html:
            row.html[key] = row_html(match_id, sheet, row)
    return mark_safe("\n".join(row.html[key] for row in sheet.rows))  # noqa: S308 - made by row_html


register.simple_tag(hand_name)


@register.simple_tag
def card_signs(slug: str = "", of_table: str = "") -> SafeString:
    """The HTML attribute with the suit signs of a page: those of its table, else those of the players of its game."""
    game = all_games().get(slug)
    signs = of_table or (game.national_signs.get(current_language().code, "") if game else "")
    return format_html(' data-signs="{}"', signs) if signs else mark_safe("")


@cache
def _letters(code: str) -> dict[str, str]:
    """Two letters for each game, by slug, that tell it from the others of its family. code: of the language."""
    names = {game.slug: language(code, game.slug).gettext(game.name) for game in all_games().values()}
    letters: dict[str, str] = {}
    taken: set[tuple[str, str]] = set()
    for game in all_games().values():
        name = "".join(filter(str.isalnum, names[game.slug]))
        is_ideograph = name[0] > "\u2e80"
        ways = [name[0] if is_ideograph else name[:2], *(name[0] + letter for letter in name[2:])]
        letters[game.slug] = next((way for way in ways if (game.family, way) not in taken), name[:2])
        taken.add((game.family, letters[game.slug]))
    return letters


@register.inclusion_tag("pages/emblem.html")
def emblem(game: Game[Any, Any]) -> dict[str, str]:
    """The emblem of a game: a card with the sign of its family and the first letters of its name."""
    return {"family": slugify(game.family), "letters": _letters(current_language().code)[game.slug]}


@register.simple_tag
def part_copies(match: MatchSnapshot) -> list[dict[str, Any]]:
    """What a phone without a server knows of the server's copies of the parts of a match; [] if the server has none."""
    parts = match_copies.part_copies(match)
    return [asdict(part) for part in parts] if any(part.version >= 0 for part in parts) else []


@register.filter
def opens_its_table(match: MatchSnapshot) -> bool:
    """Whether the key that opens this match also opens its table."""
    if match.role == access_keys.WRITE:
        return True
    return access_keys.opens_table(table_of(match), match.role)


@register.simple_tag(name="event_place")
def event_place_of(match: MatchSnapshot) -> EventPlace | None:
    """Where in a club's event the match is played; None if it is of none."""
    return event_place(match.table_id) if match.in_event else None


@register.simple_tag(name="carried_line")
def carried_line_of(match: MatchSnapshot) -> CarriedLine | None:
    """What the match has from the part before it; None if it began by itself."""
    return carried_line(match)


@register.filter
def plain_number(value: Any) -> str:
    """A number for attributes of HTML and SVG; "" for None."""
    return "" if value is None else f"{value:.10g}"


@register.filter
def listed(texts: Iterable[Any]) -> str:
    """Names or amounts, one after the other."""
    return current_language().join_texts(map(str, texts))


@register.filter
def figure(value: float) -> str:
    """A number as printed, with a real minus sign."""
    return current_language().number(value)


@register.filter
def signed(value: float) -> str:
    """A number as printed, with its sign."""
    return current_language().number(value, sign=True)


@register.filter
def game_text(text: str, slug: str) -> str:
    """A text of a game in the language of the page. slug: of the game."""
    return current_language(slug).gettext(text) if text else ""


@register.filter
def rule_link(address: str, match_id: str) -> str:
    """The address of a rule, with the match to return to: ``/rules/skat?match=ID#matadors``."""
    page, _, section = address.partition("#")
    return f"{page}?match={match_id}#{section}" if section else f"{page}?match={match_id}"
