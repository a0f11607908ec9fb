"""A round as the organiser's page has it, drawn once for each version of the event.

The rows of the tables are made without templates, since a hall has a hundred of them (docs/decisions/0018).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.core.cache import cache
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scoring.event_models import Event, EventRound
from scoring.languages import current_language
from scoring.pages.events.round_view import RoundView, TableLine, round_view
from scoring.pages.events.tree_view import title_of
from scoring.selectors import events as selectors

KEPT_SECONDS = 600


@dataclass(frozen=True)
class Drawn:
    """What the page of an event shows of entries and of one round.

    entries: how many take part. planned: how many rounds there are to be. Of the round: tables: HTML. count, done: of
    its tables. missing: the numbers of those without a result. deals: of the table that is furthest. notices: sentences
    about its draw. free: who has no table. title: such as "Final", "" for none. no_opponent: whether who is free
    goes on.
    """

    entries: int
    planned: int
    tables: str = ""
    count: int = 0
    done: int = 0
    missing: tuple[int, ...] = ()
    deals: int = 0
    notices: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    title: str = ""
    no_opponent: bool = False


def drawn(event: Event, row: EventRound | None, version: int) -> Drawn:
    """Returns the event with this round. version: as its stream counts; a silent table shows within a minute."""
    if row is None:
        return _draw(event, row)
    minute = int(timezone.now().timestamp()) // 60
    where = f"{event.id}:{row.number}:{version}:{minute}:{get_language()}:{timezone.get_current_timezone_name()}"
    found: Drawn | None = cache.get_or_set(f"event-round:{where}", lambda: _draw(event, row), KEPT_SECONDS)
    return found or _draw(event, row)


def _draw(event: Event, row: EventRound | None) -> Drawn:
    stored = selectors.load(event, [row.number] if row else [])
    entries, planned = sum(one.left is None for one in stored.entries), selectors.rounds_planned(stored)
    if row is None:
        return Drawn(entries, planned)
    view = round_view(stored, row)
    return Drawn(
        entries,
        planned,
        tables_html(event.id, view),
        len(view.tables),
        view.done,
        tuple(one.number for one in view.missing),
        view.deals,
        tuple(view.notices),
        tuple(view.free),
        title_of(stored.as_played(published=True), row.number),
        stored.rules.has_tree,
    )


def tables_html(event_id: str, view: RoundView) -> SafeString:
    """Returns the rows of all tables; once the round runs, each leads to its result."""
    begun = view.row.state in (EventRound.RUNNING, EventRound.CLOSED)
    path = f"/events/{escape(event_id)}/rounds/{view.row.number}/tables"
    number = current_language().number
    words, label = _words(), _("Table {number}")
    rows = []
    for table in view.tables:
        seats = "".join(
            f"<span>{escape(seat.name)}{_small(seat.team)}"
            f"{'' if seat.points is None else f' <b>{number(seat.points)}</b>'}</span>"
            for seat in table.seats
        )
        inner = (
            f'<b class="table-no" aria-hidden="true">{table.number}</b>'
            f'<span class="hush">{escape(label.format(number=table.number))}</span>'
            f'<span class="sits">{_small(table.title)}{seats}</span>'
        )
        if begun:
            how = f'<span class="how">{escape(_how(table, words))}</span>'
            inner = f'<a href="{path}/{table.number}/result">{inner}{how}</a>'
        else:
            inner = f"<div>{inner}</div>"
        rows.append(f'<li class="is-{table.state}{" is-silent" if table.silent else ""}">{inner}</li>')
    return mark_safe("\n".join(rows))  # noqa: S308 - names are escaped above


def _small(text: str) -> str:
    """A text beside another, "" for none."""
    return f" <small>{escape(text)}</small>" if text else ""


def _words() -> dict[str, str]:
    return {
        "open": _("nothing yet"),
        "playing": _("deal {n} · {time}"),
        "silent": _("deal {n} · silent since {time}"),
        "entered": "✓ " + pgettext("result", "in"),
        "confirmed": "✓ " + pgettext("result", "confirmed"),
        "default": "✓ " + _("by default"),
        "two": _("two results"),
        "objection": _("objection"),
    }


def _minute(moment: datetime) -> str:
    """A time of day. Tables are heard of in the same few minutes."""
    return _minute_text(moment, get_language(), timezone.get_current_timezone_name())


@lru_cache(maxsize=256)
def _minute_text(moment: datetime, _language: str | None, _zone: str) -> str:
    return date_format(localtime(moment), "TIME_FORMAT")


def _how(table: TableLine, words: dict[str, str]) -> str:
    if table.state != "playing" or table.heard_at is None:
        return words[table.state]
    time = _minute(table.heard_at.replace(second=0, microsecond=0))
    return words["silent" if table.silent else "playing"].format(n=table.deals, time=time)
