"""Changes to settlements: the rules of a match and of a table, and entries of the kitty."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.utils import timezone

from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.messages import Number
from scoring.engine.refusal import refuse
from scoring.engine.settlement import LONGEST_WORD, MOST, money
from scoring.models import KittyEntry, Match, Table
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.selectors.settlements import parts_of
from scoring.services import tables
from scoring.services.matches import check_text

MOST_ENTRIES = 500
LONGEST_NOTE = 60


def set_match_rules(match: MatchSnapshot, rules: Mapping[str, Any] | None, for_table: bool = False) -> None:
    """Sets the rules by which a match is settled, with all its parts; None for none.

    for_table: also for new matches of this game at the table. Raises Refusal with pointers into the rules.
    """
    stored = None if rules is None else tables.settlement_rules(match.slug, rules).model_dump(mode="json")
    with write_transaction():
        for part in parts_of(match):
            Match.objects.filter(part.its_row).update(settlement=stored)
        if for_table:
            tables.update(match.table_id, settlement={match.slug: stored})


def check_amount(amount: Number) -> None:
    """Raises Refusal if no such amount can be put into a kitty, or taken out."""
    if not 0 < abs(amount) <= MOST or money(amount) != amount:
        text = _("An amount from 0.01 to {most} with at most two decimals is needed.")
        raise refuse("/amount", "amount", text, rule="", most=MOST)


def add_to_kitty(table: Table, amount: Number, word: str, note: str = "") -> KittyEntry:
    """Puts something into the kitty, or takes it out if the amount is below zero. Raises Refusal."""
    word, note = word.strip(), note.strip()
    check_amount(amount)
    if not word or len(word) > LONGEST_WORD:
        text = _("A word of at most {most} characters is needed, such as cents or beans.")
        raise refuse("/word", "word", text, rule="", most=LONGEST_WORD)
    if len(note) > LONGEST_NOTE:
        raise refuse("/note", "text_too_long", "At most {most} characters are allowed.", rule="", most=LONGEST_NOTE)
    check_text(word, "/word")
    check_text(note, "/note")
    with write_transaction():
        if KittyEntry.objects.filter(table=table).count() >= MOST_ENTRIES:
            text = _("A kitty keeps at most {most} entries.")
            raise refuse("", "kitty_full", text, rule="", most=MOST_ENTRIES)
        return KittyEntry.objects.create(
            table=table, amount=Decimal(str(amount)), word=word, note=note, at=timezone.now()
        )
