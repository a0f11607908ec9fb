"""A test database that is split by table, as docs/operations/split_by_table.sql says, into PostgreSQL's own partitions.

Partitions by hash demand of keys what Citus demands, and a query plan says which of them a statement touches.
``SPLIT_BY_TABLE=1`` runs any tests in such a database.
"""

from __future__ import annotations

from pathlib import Path

from django.db import connection

PARTS = 4

#: The column by which the rows of a database table are split. All others stay whole.
SPLIT = {
    "scoring_table": "id",
    **dict.fromkeys(
        (
            *("scoring_player", "scoring_accesskey", "scoring_match", "scoring_hand", "scoring_change"),
            *("scoring_translatedresult", "scoring_kittyentry", "scoring_webhook", "scoring_webhookdelivery"),
        ),
        "table_id",
    ),
    "scoring_idempotencyrecord": "scope",
}

_SCRIPT = Path(__file__).parents[1] / "docs/operations/split_by_table.sql"
_TRIGGERS = """
CREATE TRIGGER scoring_match_notify AFTER UPDATE OR DELETE ON scoring_match
    FOR EACH ROW EXECUTE FUNCTION scoring_notify_match();
CREATE TRIGGER scoring_accesskey_notify AFTER DELETE ON scoring_accesskey
    FOR EACH STATEMENT EXECUTE FUNCTION scoring_notify();
"""


def split_by_table() -> None:
    """Splits the database, which has no rows yet. Row k of a table and all that belongs to it get the same part."""
    keys, split, foreign_keys = _SCRIPT.read_text().partition("-- 3.")
    assert split
    with connection.cursor() as cursor:
        cursor.execute(keys)
        for name, column in SPLIT.items():
            cursor.execute(f"ALTER TABLE {name} RENAME TO {name}_whole")
            like = f"LIKE {name}_whole INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING INDEXES"
            cursor.execute(f"CREATE TABLE {name} ({like}) PARTITION BY HASH ({column})")
            for part in range(PARTS):
                bounds = f"WITH (MODULUS {PARTS}, REMAINDER {part})"
                cursor.execute(f"CREATE TABLE {name}_part{part} PARTITION OF {name} FOR VALUES {bounds}")
            cursor.execute(f"DROP TABLE {name}_whole")
        cursor.execute(foreign_keys.partition("\n")[2])
        cursor.execute(_TRIGGERS)  # partitions, unlike nodes, share one queue of notifications
