"""Lines that pages of an event have by the hundred: the ranking, seats, lines of the display.

Written here and not by templates, which take twenty times as long (docs/decisions/0018).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.pages.joined_texts import labelled

if TYPE_CHECKING:
    from scoring.pages.events.hall_view import HallTable, Screen
    from scoring.pages.events.ranking_view import RankingRow


def _safe(parts: Iterable[str]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308 - texts of people are escaped


def ranking_rows(rows: Sequence[RankingRow], has: Mapping[str, bool]) -> SafeString:
    """Returns the rows of the ranking's table. has: which columns there are, as in ``RankingView.has``."""
    return _safe(_ranking_row(row, has) for row in rows)


def _ranking_row(row: RankingRow, has: Mapping[str, bool]) -> str:
    about = row.about
    small = f"<small>{escape(about)}</small>" if about else ""
    if row.decided:
        tie = labelled(_("Tie decided by"), row.decided)
        small += f'<small class="decided">{escape(tie)}</small>'
    cells = [f'<td class="sum">{row.sum}</td>'] if has["sum"] else []
    cells += [f'<td class="number">{row.number}</td>']
    cells += [f"<td>{getattr(row, name)}</td>" for name in ("difference", "points") if has[name]]
    cells += [f"<td>{escape(text)}</td>" for text in row.rounds]
    cells += [f"<td>{row.wins}</td><td>{row.lost}</td>"] if has["wins"] else []
    cells += [f"<td>{row.adjusted}</td>"] if has["adjusted"] else []
    mine = ' class="is-mine"' if row.is_mine else ""
    return (
        f'<tr id="no-{row.number}"{mine}><td class="place">{row.place}</td>'
        f'<th scope="row" class="name">{escape(row.name)}{small}</th>' + "".join(cells) + "</tr>"
    )


def hall_tables(tables: Sequence[HallTable]) -> SafeString:
    """Returns the tables of a round for guests."""
    title, is_in, deal = escape(_("Table {number}")), escape(_("result in")), escape(_("deal %(deal)s"))
    lines = []
    for table in tables:
        seats = "".join(
            f'<li><span class="name">{escape(seat.name)}</span> <b>{escape(seat.score)}</b></li>'
            for seat in table.seats
        )
        state = is_in if table.is_in else deal % {"deal": table.deals} if table.deals else ""
        lines.append(f"<li><h3>{title.format(number=table.number)} <small>{state}</small></h3><ol>{seats}</ol></li>")
    return _safe(lines)


def framed(
    screens: Sequence[Screen], shown: int, state: Mapping[bool, str], clock: str, event_name: str
) -> list[tuple[Screen, SafeString, SafeString]]:
    """Returns each screen with what stands above and below its items. shown: the screen that is seen, from 1.

    state: how far the event is, by whether the screen is one of progress. clock: HTML.
    """
    count, name, label = len(screens), escape(event_name), escape(_("Screens"))
    following = shown % count + 1 if count else 1
    links = [f'<a href="?page={n}" data-screen="{n}">{n}</a>' for n in range(1, count + 1)] if count <= 20 else []
    result = []
    for number, screen in enumerate(screens, 1):
        pages = f" <small>{screen.page}/{screen.pages}</small>" if screen.pages > 1 else ""
        head = (
            f'<section class="screen is-{screen.kind} of-{screen.columns}{" is-shown" if number == shown else ""}" '
            f'aria-labelledby="screen-{number}"><header><h2 id="screen-{number}">{escape(screen.title)}{pages}</h2>'
            f'<p class="how">{escape(state[screen.kind == "progress"])}</p>{clock}</header>'
        )
        inner = "".join(links).replace(f'data-screen="{number}"', f'data-screen="{number}" aria-current="page"')
        inner = inner or f'<a href="?page={following}" data-screen="{following}">{number}/{count}</a>'
        nav = f'<nav aria-label="{label}">{inner}</nav>' if count > 1 else ""
        result.append((screen, _safe([head]), _safe([f"<footer><span>{name}</span>{nav}</footer></section>"])))
    return result


def screen_items(screen: Screen) -> SafeString:
    """Returns what is on a screen with seats, names, places or teams."""
    if screen.kind == "seats":
        return _safe(_screen_table(screen, table) for table in screen.items)
    if screen.kind == "free":
        return _safe(f"<li>{_screen_name(screen, name)}</li>" for name in screen.items)
    return _safe(_screen_line(screen, row) for row in screen.items)


def _screen_table(screen: Screen, table: HallTable) -> str:
    seats = "".join(f"<li>{_screen_name(screen, seat.name)} <b>{escape(seat.score)}</b></li>" for seat in table.seats)
    title = escape(_("Table {number}").format(number=table.number))
    is_in = ' class="is-in"' if table.is_in else ""
    return f"<li{is_in}><h3>{title}</h3><ol>{seats}</ol></li>"


def _screen_line(screen: Screen, row: RankingRow) -> str:
    is_team = screen.kind == "teams"
    name = _screen_name(screen, row.team if is_team else row.name)
    club = "" if is_team or screen.columns > 1 else row.team or row.club
    beside = f'<span class="club">{escape(club)}</span>' if club else ""
    return f'<li><b class="place">{row.place}</b>{name}{beside}<b>{row.sum}</b></li>'


def _screen_name(screen: Screen, name: str) -> str:
    size = " is-long" if name in screen.long else " is-longest" if name in screen.longest else ""
    return f'<span class="name{size}">{escape(name)}</span>'
