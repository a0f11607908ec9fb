"""OpenAPI links: what may follow an operation, with the parameters that its answer gives."""

from __future__ import annotations

_MADE = {"id": "$response.body#/id"}
_SAME = {"id": "$request.path.id"}
_HAND = {**_SAME, "number": "$response.body#/number"}
_SEEN = {"header.If-Match": "$response.header.ETag"}


def _to(parameters: dict[str, str], *operations: str, changes: tuple[str, ...] = ()) -> dict[str, dict[str, str]]:
    """Links to these operations; those that change what was answered need its ETag besides."""
    return {name: {**parameters, **(_SEEN if name in changes else {})} for name in (*operations, *changes)}


_OF_TABLE = (
    "matches_start",
    "matches_list",
    "matches_import",
    "standings_read",
    "evening_settlement_read",
    "kitty_add",
)
_TABLE = ("tables_update", "tables_delete")
_READ = ("hands_list", "matches_history", "matches_events_token", "matches_export", "settlement_read")
_OF_MATCH = ("hands_record", "matches_undo", *_READ)
_MATCH = ("matches_update", "matches_delete")
_NUMBERED = ("hands_correct", "hands_take_back")

LINKS = {
    "tables_create": _to(_MADE, "tables_read", *_OF_TABLE, changes=_TABLE),
    "tables_read": _to(_SAME, *_OF_TABLE, changes=_TABLE),
    "matches_start": _to(_MADE, "matches_read", *_OF_MATCH, changes=_MATCH),
    "matches_read": _to(_SAME, *_OF_MATCH, changes=_MATCH),
    "hands_record": {**_to(_SAME, "matches_read", *_OF_MATCH), **_to(_HAND, "hands_read", changes=_NUMBERED)},
    "hands_read": _to(_HAND, changes=_NUMBERED),
    "hands_correct": _to(_SAME, "matches_read", "matches_undo"),
    "matches_undo": _to(_SAME, "matches_redo", "matches_read"),
    "matches_redo": _to(_SAME, "matches_undo", "matches_read"),
    "settlement_read": _to(_SAME, changes=("settlement_replace", "settlement_delete")),
}
"""By operation those that may follow it."""
