"""Files for spreadsheets of an event, in the language of the page: ranking, entries, cash."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.languages import current_language
from scoring.pages.device_keys import private_page
from scoring.pages.events.device_events import DeviceEvents
from scoring.pages.events.ranking_view import RankingView
from scoring.pages.views.files import sheets_file
from scoring.selectors import events as selectors
from scoring.selectors.event_access import ORGANISER, REFEREE
from scoring.services import event_sheets


@require_safe
@private_page
def ranking(request: HttpRequest, event_id: str, form: str) -> HttpResponse:
    """The ranking, without the running round where it is frozen for this reader."""
    opened = DeviceEvents(request).event(event_id)
    stored = selectors.load(opened.row)
    until = RankingView(stored, opened.sees_everything).until
    sheets = event_sheets.ranking_sheets(stored, current_language(), opened.sees_everything, until)
    return sheets_file(sheets, form, f"ranking-{event_id}")


@require_safe
@private_page
def entries(request: HttpRequest, event_id: str, form: str) -> HttpResponse:
    """Who takes part."""
    opened = DeviceEvents(request).event(event_id, ORGANISER, REFEREE)
    sheet = event_sheets.entries_sheet(selectors.load(opened.row), current_language(), opened.sees_everything)
    return sheets_file([sheet], form, f"entries-{event_id}")


@require_safe
@private_page
def cash(request: HttpRequest, event_id: str, form: str) -> HttpResponse:
    """The cash sheet."""
    opened = DeviceEvents(request).event(event_id, ORGANISER)
    return sheets_file(
        event_sheets.cash_sheets(selectors.load(opened.row), current_language()), form, f"cash-{event_id}"
    )
