"""Changes to settlements: the rules of a match and of a table, and entries of the kitty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.engine.settlement import LONGEST_WORD, MOST
from scoring.models import KittyEntry, Match, Table
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.services import tables
from scoring.services.matches import check_text

MOST_ENTRIES = 500
LONGEST_NOTE = 60


def set_match_rules(match: MatchSnapshot, rules: Mapping[str, Any] | None, for_table: bool = False) -> None:
    """Sets the rules by which a match is settled; None for none.

    for_table: also for new matches of this game at the table. Raises Refusal with pointers into the rules.
    """
    stored = None if rules is None else tables.settlement_rules(match.slug, rules).model_dump(mode="json")
    with write_transaction():
        Match.objects.filter(match.its_row).update(settlement=stored)
        if for_table:
            tables.update(match.table_id, settlement={match.slug: stored})


def add_to_kitty(table: Table, amount: int, word: str, note: str = "") -> KittyEntry:
    """Puts something into the kitty, or takes it out if the amount is below zero. Raises Refusal."""
    word, note = word.strip(), note.strip()
    if not amount or abs(amount) > MOST:
        text = _("An amount from 1 to {most} is needed.")
        raise refuse("/amount", "amount", text, rule="", most=MOST)
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
        return KittyEntry.objects.create(table=table, amount=amount, word=word, note=note, at=timezone.now())
