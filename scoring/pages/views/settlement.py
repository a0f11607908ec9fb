"""Settling up a match and an evening, and the kitty of a table."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.db.write_lock import write_transaction
from scoring.engine.controls import number
from scoring.engine.refusal import Refusal, refuse
from scoring.engine.settlement import MOST
from scoring.models import Table
from scoring.pages import form_tokens
from scoring.pages.counted_words import amount_of
from scoring.pages.device_keys import DeviceKeys, clean_name, may_write, private_page, require_scorer
from scoring.pages.form_data import posted_data
from scoring.pages.house_rules import fault_texts
from scoring.pages.match_view import MatchView
from scoring.pages.settlement_view import (
    evening_settled,
    match_settled,
    read_rules,
    rules_form,
    rules_in_sentences,
)
from scoring.pages.views.tidying import own_table
from scoring.selectors import settlements as selectors
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.services import settlements


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Who gets and who pays how much in a match; and how it is settled, for the phone that keeps the score."""
    found = DeviceKeys(request).match(match_id)
    if request.method != "POST":
        return render(request, "match/settle.html", _match_page(found))
    require_scorer(found)
    for_table = request.POST.get("keep") == "1"
    given = None if request.POST.get("act") == "off" else read_rules(posted_data(request))
    try:
        settlements.set_match_rules(found, given, for_table)
    except Refusal as refusal:
        return render(request, "match/settle.html", _match_page(found, given, refusal), status=422)
    return redirect(f"/matches/{found.id}/settle", permanent=False)


def _match_page(
    found: MatchSnapshot, given: dict[str, Any] | None = None, refusal: Refusal | None = None
) -> dict[str, Any]:
    """given, refusal: rules that were sent and refused."""
    view = MatchView(found)
    rules = selectors.rules_of_match(found.id)
    settled = match_settled(selectors.settle_match(found, rules)) if rules else None
    kept = Table.objects.filter(id=found.table_id).values_list("settlement", flat=True).get() or {}
    chosen = given if given is not None else rules.model_dump() if rules else kept.get(found.slug, {})
    form = rules_form(found.game, chosen, refusal)
    shown = {field.error for field in (*form.usual, *form.more)}
    title = f"{view.game_name}, {date_format(found.created_at, 'DATE_FORMAT')}"
    return {
        "match": found,
        "evening": selectors.evening_of(found),
        "view": view,
        "writes": may_write(found.role),
        "settled": settled,
        "text": settled.as_text(title) if settled else "",
        "sentences": rules_in_sentences(rules) if rules else [],
        "form": form,
        "form_open": refusal is not None or rules is None,
        "keeps": found.slug in kept,
        "errors": [fault for fault in fault_texts(refusal, found.slug) if fault not in shown],
    }


@require_safe
@private_page
def evening(request: HttpRequest, table_id: str) -> HttpResponse:
    """Who gets and who pays how much over an evening, and what is in the kitty."""
    table, role = DeviceKeys(request).table(table_id)
    return render(request, "pages/settle_evening.html", _evening_page(table, role, _day(request.GET.get("date"))))


def _day(text: str | None) -> date | None:
    """The day of an address. Raises Http404 if it is none."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Http404 from None


def _evening_page(table: Table, role: str, day: date | None, refusal: Refusal | None = None) -> dict[str, Any]:
    found = selectors.settle_evening(table, day)
    title = f"{table.name}, {date_format(found.day, 'DATE_FORMAT')}" if found.day else table.name
    parts = []
    for one in found.settled:
        view = evening_settled(one)
        parts.append({"view": view, "text": view.as_text(title), "matches": _of_evening(one)})
    kitty = selectors.table_kitty(table)
    words = list(dict.fromkeys([*(one.word for one in found.settled), *kitty.balances]))
    return {
        "table": table,
        "writes": may_write(role),
        "day": found.day,
        "parts": parts,
        "unsettled": [MatchView(one) for one in found.unsettled],
        "kitty": [amount_of(amount, word) for word, amount in kitty.balances.items()],
        "entries": [(amount_of(entry.amount, entry.word, sign=True), entry) for entry in kitty.entries],
        "words": words,
        "token": form_tokens.new_token(),
        "errors": fault_texts(refusal),
    }


def _of_evening(settled: selectors.EveningSettlement) -> list[tuple[MatchView, list[Any]]]:
    return [(MatchView(one.match), match_settled(one).accounts) for one in settled.matches]


@require_POST
@private_page
def kitty(request: HttpRequest, table_id: str) -> HttpResponse:
    """Something is put into the kitty, or taken out of it. The same form sent twice counts once."""
    table = own_table(DeviceKeys(request), table_id)
    day = _day(request.POST.get("date"))
    sent, scope = form_tokens.posted_token(request), f"kitty {table.id}"
    try:
        amount = number(request.POST.get("amount", ""))
        if not isinstance(amount, int) or amount < 1:
            raise refuse("/amount", "amount", "An amount from 1 to {most} is needed.", rule="", most=MOST)
        if request.POST.get("act") == "out":
            amount = -amount
        if form_tokens.earlier_result(scope, sent) is None:
            with write_transaction():
                word, note = clean_name(request.POST.get("word", "")), clean_name(request.POST.get("note", ""))
                entry = settlements.add_to_kitty(table, amount, word, note)
                form_tokens.remember_result(scope, sent, str(entry.id))
    except IntegrityError:
        pass  # the same form came at the same time
    except Refusal as refusal:
        page = _evening_page(table, "scorer", day, refusal)
        return render(request, "pages/settle_evening.html", page, status=422)
    return redirect(f"/tables/{table.id}/settle{f'?date={day}' if day else ''}#kitty", permanent=False)
