"""The operations that need a key: tables, matches, hands."""

from __future__ import annotations

from functools import partial
from typing import Any

from scoring.api import events, hands, history, matches, standings, tables, transfer
from scoring.api.schema import parameters as p
from scoring.api.schema import samples, shapes
from scoring.api.schema.components import Components
from scoring.api.schema.opened import described
from scoring.api.schema.operation import Answer, operation
from scoring.api.schema.requests import HandEntry, NoBody
from scoring.services import transfer as exchange

_GONE = Answer(None, description="It is gone.")


def views(parts: Components) -> dict[type[Any], type[Any]]:
    """Every view that needs a key (and the one that makes the first keys), with its description."""
    made = partial(operation, problem=parts.answered(shapes.ProblemDetails))
    return {**_tables(parts, made), **_matches(parts, made), **_hands(parts, made), **_past(parts, made)}


def _tables(parts: Components, made: Any) -> dict[type[Any], type[Any]]:
    table = Answer(parts.answered(shapes.Table), {"A table": samples.TABLE}, "The table.")
    new = {**samples.TABLE, "keys": samples.KEYS}
    people = [{"name": "Ada", "color": "#1f6f54"}, {"name": "Ben", "color": "#b3261e"}, "Cleo"]
    sent = {"name": "Thursday", "players": people, "options": {"points": {"target": 50}}}
    change = {"name": "Friday", "options": {"points": {"target": 100}, "skat": None}}
    key = {"role": "viewer", "key": samples.KEYS["viewer"]}
    return {
        tables.Tables: described(
            tables.Tables,
            post=made(
                "tables_create",
                "tables",
                "Make a table",
                {201: Answer(parts.answered(shapes.NewTable), {"A new table": new}, "The table and its keys.")},
                "A table with two keys, which are shown this once: the scorer's writes, the viewer's reads.",
                body=parts.sent(tables.TableBody),
                examples={"Three friends": sent},
                parameters=[p.IDEMPOTENCY_KEY],
            ),
        ),
        tables.OneTable: described(
            tables.OneTable,
            get=made(
                "tables_read", "tables", "A table", {200: table}, parameters=[p.IN_TABLE, p.IF_NONE_MATCH], key="viewer"
            ),
            patch=made(
                "tables_update",
                "tables",
                "Change a table",
                {200: table},
                "What is left out stays. players: everybody who is at the table from now on, those who are there with "
                "their `id`; who is missing has left. options: by game; each replaces that game's, null takes it away.",
                body=parts.sent(tables.TablePatch),
                examples={"Another name and other house rules": change},
                parameters=[p.IN_TABLE, p.IF_MATCH_NEEDED],
                key="scorer",
            ),
            delete=made(
                "tables_delete",
                "tables",
                "Delete a table",
                {204: _GONE},
                "With its players, matches and keys.",
                parameters=[p.IN_TABLE, p.IF_MATCH_NEEDED],
                key="scorer",
            ),
        ),
        tables.TableKey: described(
            tables.TableKey,
            post=made(
                "keys_replace",
                "tables",
                "Replace a key",
                {201: Answer(parts.answered(shapes.NewKey), {"A new key": key}, "The new key, shown this once.")},
                "The key before it opens nothing from now on; streams that it opened end.",
                body=parts.sent(NoBody),
                examples={"Nothing": {}},
                parameters=[p.IN_TABLE, p.ROLE, p.IDEMPOTENCY_KEY],
                key="scorer",
            ),
        ),
        standings.TableStandings: described(
            standings.TableStandings,
            get=made(
                "standings_read",
                "tables",
                "How everybody has done",
                {200: Answer(parts.answered(shapes.Standings), {"Standings": samples.STANDINGS}, "The standings.")},
                parameters=[p.IN_TABLE, p.GAME, p.SINCE],
                key="viewer",
                problems=[400],
            ),
        ),
        transfer.Import: described(
            transfer.Import,
            post=made(
                "matches_import",
                "tables",
                "Bring matches in",
                {
                    201: Answer(
                        parts.answered(shapes.Imported),
                        {"One match": {"matches": [samples.BRIEF]}},
                        "The matches, as new ones.",
                    )
                },
                "All matches of an export or none of them. Every hand is scored anew.",
                body=parts.sent(exchange.Export),
                examples={"One match": samples.DOCUMENT},
                parameters=[p.IN_TABLE, p.IDEMPOTENCY_KEY],
                key="scorer",
            ),
        ),
    }


def _matches(parts: Components, made: Any) -> dict[type[Any], type[Any]]:
    match = Answer(parts.answered(shapes.Match), {"After one hand": samples.match()}, "The match.")
    start = {"game": "points", "players": ["Ada", {"name": "Ben"}, {"player": p.CLEO}], "options": {"target": 50}}
    page = {"results": [samples.BRIEF], "next": None}
    return {
        matches.Matches: described(
            matches.Matches,
            get=made(
                "matches_list",
                "matches",
                "The matches of a table",
                {200: Answer(parts.answered(shapes.MatchPage), {"One page": page}, "The latest first.")},
                parameters=[p.IN_TABLE, p.GAME, p.LIMIT, p.CURSOR],
                key="viewer",
                problems=[400],
            ),
            post=made(
                "matches_start",
                "matches",
                "Start a match",
                {201: match},
                "players: in order of play, by name or as players of the table; a name that nobody has yet joins the "
                "table. options: what is left out is as the table's house rules say, then as the game does.",
                body=parts.sent(matches.MatchBody),
                examples={"Points for three": start},
                parameters=[p.IN_TABLE, p.IDEMPOTENCY_KEY],
                key="scorer",
            ),
        ),
        matches.OneMatch: described(
            matches.OneMatch,
            get=made(
                "matches_read",
                "matches",
                "A match as it stands",
                {200: match},
                "All that `score` answers, with ids, names, times and version. The first 200 hands are here; "
                "`hands_next` leads to the rest.",
                parameters=[p.IN_MATCH, p.IF_NONE_MATCH],
                key="viewer",
            ),
            patch=made(
                "matches_update",
                "matches",
                "Name, end or reopen a match",
                {200: match},
                "ended: true ends the match by the table's choice, false goes on with a match that was ended so.",
                body=parts.sent(matches.MatchPatch),
                examples={"The table stops": {"ended": True}},
                parameters=[p.IN_MATCH, p.IF_MATCH_NEEDED],
                key="scorer",
            ),
            delete=made(
                "matches_delete",
                "matches",
                "Delete a match",
                {204: _GONE},
                "With its hands and its history.",
                parameters=[p.IN_MATCH, p.IF_MATCH_NEEDED],
                key="scorer",
            ),
        ),
    }


def _hands(parts: Components, made: Any) -> dict[type[Any], type[Any]]:
    shape = parts.answered(shapes.RecordedHand)
    hand = Answer(shape, {"A hand": samples.hand()}, "The hand.")
    entry, sent = parts.sent(HandEntry), {"A round of Points": samples.HAND}
    page = {"results": [samples.hand()], "next": None}
    return {
        hands.Hands: described(
            hands.Hands,
            get=made(
                "hands_list",
                "hands",
                "The hands of a match",
                {200: Answer(parts.answered(shapes.HandPage), {"One page": page}, "In their order.")},
                parameters=[p.IN_MATCH, p.LIMIT, p.CURSOR, p.IF_NONE_MATCH],
                key="viewer",
                problems=[400],
            ),
            post=made(
                "hands_record",
                "hands",
                "Record a hand",
                {
                    201: Answer(shape, {"A hand": samples.hand()}, "The hand is recorded."),
                    200: Answer(shape, {"A hand": samples.hand()}, "With dry_run: what the hand would come to."),
                },
                "The body is a hand as its game describes it. With dry_run the viewer's key is enough.",
                body=entry,
                examples=sent,
                parameters=[p.IN_MATCH, p.DRY_RUN, p.IDEMPOTENCY_KEY, p.IF_MATCH],
                key="scorer",
            ),
        ),
        hands.OneHand: described(
            hands.OneHand,
            get=made(
                "hands_read",
                "hands",
                "A hand",
                {200: hand},
                parameters=[p.IN_MATCH, p.HAND_NUMBER, p.IF_NONE_MATCH],
                key="viewer",
            ),
            put=made(
                "hands_correct",
                "hands",
                "Correct a hand",
                {200: hand},
                "Later hands are scored anew. A correction that makes a later hand impossible is refused, and the "
                "problem names it as `later_hand`.",
                body=entry,
                examples=sent,
                parameters=[p.IN_MATCH, p.HAND_NUMBER, p.IF_MATCH_NEEDED],
                key="scorer",
            ),
            delete=made(
                "hands_take_back",
                "hands",
                "Take a hand back",
                {204: _GONE},
                "Later hands move up and are scored anew.",
                parameters=[p.IN_MATCH, p.HAND_NUMBER, p.IF_MATCH_NEEDED],
                key="scorer",
                problems=[422],
            ),
        ),
    }


def _past(parts: Components, made: Any) -> dict[type[Any], type[Any]]:
    match = Answer(parts.answered(shapes.Match), {"After one hand": samples.match()}, "The match as it stands now.")
    page = {"results": [samples.HISTORY], "next": None}
    again = {
        "body": parts.sent(NoBody),
        "examples": {"Nothing": {}},
        "parameters": [p.IN_MATCH, p.IDEMPOTENCY_KEY, p.IF_MATCH],
        "key": "scorer",
    }
    stream = 'retry: 2000\nevent: version\nid: 3\ndata: {"version": 3}\n\n'
    told = Answer({"type": "string"}, {"Version 3": stream}, "The stream.", events.EVENTS)
    whole = Answer(parts.answered(exchange.Export), {"One match": samples.DOCUMENT}, "The match, or its sheet.")
    return {
        history.Undo: described(
            history.Undo,
            post=made("matches_undo", "matches", "Undo the last change, whatever it was", {200: match}, **again),
        ),
        history.Redo: described(
            history.Redo, post=made("matches_redo", "matches", "Do again what was undone last", {200: match}, **again)
        ),
        history.History: described(
            history.History,
            get=made(
                "matches_history",
                "matches",
                "Every change to a match",
                {200: Answer(parts.answered(shapes.HistoryPage), {"One page": page}, "What, when, before and after.")},
                parameters=[p.IN_MATCH, p.LIMIT, p.CURSOR, p.IF_NONE_MATCH],
                key="viewer",
                problems=[400],
            ),
        ),
        events.Events: described(
            events.Events,
            get=made(
                "matches_events",
                "matches",
                "Follow a match live",
                {200: told},
                "Server-Sent Events. Each says which version the match has; the first comes at once, so resuming with "
                "Last-Event-ID misses nothing. A comment line every 15 seconds keeps the line open.",
                parameters=[p.IN_MATCH, p.LAST_EVENT],
                key="viewer",
            ),
        ),
        transfer.Export: described(
            transfer.Export,
            get=made(
                "matches_export",
                "matches",
                "A match as a file",
                {200: whole},
                parameters=[p.IN_MATCH, p.FORMAT, p.IF_NONE_MATCH],
                key="viewer",
                problems=[400],
            ),
        ),
    }
