"""Settling up a match and an evening, and the kitty of a table."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.db.write_lock import write_transaction
from scoring.engine.refusal import FieldError, Refusal
from scoring.engine.settlement import money
from scoring.engine.typed_numbers import number, two_readings
from scoring.languages import current_language
from scoring.models import Table
from scoring.pages import form_tokens
from scoring.pages.counted_words import amount_of
from scoring.pages.device_keys import DeviceKeys, may_write, private_page, require_scorer
from scoring.pages.form_data import clean_text, posted_data
from scoring.pages.house_rules import error_texts
from scoring.pages.joined_texts import dated
from scoring.pages.match_view import MatchView
from scoring.pages.settlement_view import (
    evening_settlement_view,
    match_settlement_view,
    part_views,
    parts_settlement_view,
    read_rules,
    rules_form,
    rules_in_sentences,
)
from scoring.pages.views.tidying import own_table
from scoring.selectors import settlements as selectors
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.selectors.tables import settlement_rules
from scoring.services import settlements


@require_http_methods(["GET", "HEAD", "POST"])
@private_page
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """The settlement of a match, and the form of its rules for a scorer's phone."""
    snapshot = DeviceKeys(request).match(match_id)
    if request.method != "POST":
        return render(request, "match/settle.html", _match_page(snapshot))
    require_scorer(snapshot)
    for_table = request.POST.get("keep") == "1"
    rules = None if request.POST.get("act") == "off" else read_rules(posted_data(request))
    try:
        settlements.set_match_rules(snapshot, rules, for_table)
    except Refusal as refusal:
        return render(request, "match/settle.html", _match_page(snapshot, rules, refusal), status=422)
    return redirect(f"/matches/{snapshot.id}/settle", permanent=False)


def _match_page(
    match: MatchSnapshot, refused_rules: dict[str, Any] | None = None, refusal: Refusal | None = None
) -> dict[str, Any]:
    """refused_rules, refusal: the rules that were sent, and why they are refused."""
    view = MatchView(match)
    parts = selectors.parts_of(match)
    rules, settled_parts = selectors.rules_of_match(match.id), selectors.settle_parts(match)
    settled = parts_settlement_view(settled_parts) if settled_parts else None
    of_table = settlement_rules(match.table_id)
    stored = rules.model_dump() if rules else of_table.get(match.slug, {})
    word = selectors.last_word(match.table_id)
    form = rules_form(match, stored if refused_rules is None else refused_rules, refusal, word)
    field_errors = {field.error for field in (*form.usual, *form.more)}
    title = dated(view.game_name, match.created_at)
    return {
        "match": match,
        "view": view,
        "each_part": part_views(settled_parts) if settled_parts else [],
        "whole": MatchView(parts[-1]) if len(parts) > 1 else view,
        "writes": may_write(match.role),
        "settled": settled,
        "text": settled.as_text(title) if settled else "",
        "parts": len(settled_parts.matches) if settled_parts else 0,
        "hands": sum(part.hand_count for part in parts),
        "sentences": rules_in_sentences(rules) if rules else [],
        "form": form,
        "form_open": refusal is not None or rules is None,
        "table_has_rules": match.slug in of_table,
        "errors": [text for text in error_texts(refusal, match.slug) if text not in field_errors],
    }


@require_safe
@private_page
def evening(request: HttpRequest, table_id: str) -> HttpResponse:
    """The settlement of an evening, and the kitty."""
    table, role = DeviceKeys(request).table(table_id)
    evening = selectors.settle_evening(table, _day(request.GET.get("date")), request.GET.get("match") or None)
    return render(request, "pages/settle_evening.html", _evening_page(table, role, evening))


def _day(text: str | None) -> date | None:
    """The day of an address, None for no text. Raises Http404 if it is not a day."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Http404 from None


def _evening_page(
    table: Table, role: str, evening: selectors.Evening, refusal: Refusal | None = None
) -> dict[str, Any]:
    title = dated(table.name, evening.day) if evening.day else table.name
    parts = []
    for settled in evening.settled:
        view = evening_settlement_view(settled)
        parts.append({"view": view, "text": view.as_text(title), "matches": _of_evening(settled)})
    kitty = selectors.table_kitty(table)
    words = list(dict.fromkeys([*(settled.word for settled in evening.settled), *kitty.balances]))
    return {
        "table": table,
        "writes": may_write(role),
        "day": evening.day,
        "one_match": evening.one_match,
        "parts": parts,
        "unsettled": [MatchView(match) for match in evening.unsettled],
        "kitty": [amount_of(amount, word) for word, amount in kitty.balances.items()],
        "entries": [(amount_of(money(entry.amount), entry.word, sign=True), entry) for entry in kitty.entries],
        "words": words,
        "token": form_tokens.new_token(),
        "errors": error_texts(refusal),
    }


def _of_evening(settled: selectors.EveningSettlement) -> list[tuple[MatchView, list[Any]]]:
    return [(MatchView(one.match), match_settlement_view(one).accounts) for one in settled.matches]


@require_POST
@private_page
def kitty(request: HttpRequest, table_id: str) -> HttpResponse:
    """Puts an amount into the kitty, or takes it out. A form that is sent twice counts once."""
    table = own_table(DeviceKeys(request), table_id)
    match_id = request.POST.get("match", "")
    token, scope = form_tokens.posted_token(request), f"kitty {table.id}"
    try:
        typed = clean_text(request.POST.get("amount", ""))
        amount = number(typed, current_language().thousands)
        if unclear := two_readings(typed, current_language()):
            raise Refusal([FieldError("/amount", "amount", unclear)])
        amount = 0 if isinstance(amount, str) or amount < 0 else amount
        settlements.check_amount(amount)
        if request.POST.get("act") == "out":
            amount = -amount
        if form_tokens.earlier_result(scope, token) is None:
            with write_transaction():
                word, note = clean_text(request.POST.get("word", "")), clean_text(request.POST.get("note", ""))
                entry = settlements.add_to_kitty(table, amount, word, note)
                form_tokens.remember_result(scope, token, str(entry.id))
    except IntegrityError:
        pass  # the same form was sent at the same time
    except Refusal as refusal:
        evening = selectors.settle_evening(table, match_id=match_id or None)
        page = _evening_page(table, "scorer", evening, refusal)
        return render(request, "pages/settle_evening.html", page, status=422)
    query = f"?match={match_id}" if match_id.isalnum() else ""
    return redirect(f"/tables/{table.id}/settle{query}#kitty", permanent=False)
