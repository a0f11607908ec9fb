"""OpenAPI links: what may follow an operation, with the parameters that its answer gives."""

from __future__ import annotations

_MADE = {"id": "$response.body#/id"}
_SAME = {"id": "$request.path.id"}
_HAND = {**_SAME, "number": "$response.body#/number"}
_SEEN = {"header.If-Match": "$response.header.ETag"}


def _to(parameters: dict[str, str], *operations: str) -> dict[str, dict[str, str]]:
    return dict.fromkeys(operations, parameters)


_TABLE_CHANGES = ("tables_update", "tables_delete")
_TABLE = ("matches_start", "matches_list", "matches_import", "standings_read", "evening_settlement_read", "kitty_add")
_READ = ("hands_list", "matches_history", "matches_events_token", "matches_export", "settlement_read")
_NEXT = ("hands_record", "matches_undo", *_READ)
_MATCH_CHANGES = ("matches_update", "matches_delete")

LINKS = {
    "tables_create": {
        **_to(_MADE, "tables_read", *_TABLE),
        **_to({**_MADE, **_SEEN}, "tables_update", "tables_delete"),
    },
    "tables_read": {**_to(_SAME, *_TABLE), **_to({**_SAME, **_SEEN}, *_TABLE_CHANGES)},
    "matches_start": {**_to(_MADE, "matches_read", *_NEXT), **_to({**_MADE, **_SEEN}, *_MATCH_CHANGES)},
    "matches_read": {**_to(_SAME, *_NEXT), **_to({**_SAME, **_SEEN}, *_MATCH_CHANGES)},
    "hands_record": {
        **_to(_SAME, "matches_read", *_NEXT),
        **_to(_HAND, "hands_read"),
        **_to({**_HAND, **_SEEN}, "hands_correct", "hands_take_back"),
    },
    "hands_read": _to({**_HAND, **_SEEN}, "hands_correct", "hands_take_back"),
    "hands_correct": _to(_SAME, "matches_read", "matches_undo"),
    "matches_undo": _to(_SAME, "matches_redo", "matches_read"),
    "matches_redo": _to(_SAME, "matches_undo", "matches_read"),
    "settlement_read": _to({**_SAME, **_SEEN}, "settlement_replace", "settlement_delete"),
}
"""By operation those that may follow it."""
