"""The note on a recorded hand: another one changes no points."""

from __future__ import annotations

from pydantic_core import from_json

from scoring.db.json_text import dump_json
from scoring.models import Hand, TranslatedResult
from scoring.selectors.match_snapshot import MatchSnapshot
from scoring.selectors.translated_results import score_again


def is_only_the_note(before: str, after: str) -> bool:
    """Returns whether these inputs of a hand, "" for none, differ in the note and in nothing else."""
    if not (before and after):
        return False
    old, new = from_json(before), from_json(after)
    return old.get("note") != new.get("note") and {**old, "note": None} == {**new, "note": None}


def rewrite(match: MatchSnapshot, number: int, entry: str) -> None:
    """Stores a hand with another note. Its points stay, so no hand is scored again; its texts may have the note.

    entry: the input with the note.
    """
    row = Hand.objects.get(match.its_rows, number=number)
    scored = score_again(match, number, entry, from_json(row.result))
    fields = {"input": entry}
    if scored is not None:
        fields["result"] = dump_json(scored.as_json(match.slug))
    Hand.objects.filter(match.its_rows, number=number).update(**fields)
    TranslatedResult.objects.filter(table_id=match.table_id, hand_id=row.id).delete()
