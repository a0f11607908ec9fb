"""On PostgreSQL every write to a match, and every key that goes, wakes those who watch (see scoring/live/database_changes.py)."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION scoring_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('companion', TG_TABLE_NAME);
    RETURN NULL;
END $$;
CREATE TRIGGER scoring_match_notify AFTER UPDATE OR DELETE ON scoring_match
    FOR EACH STATEMENT EXECUTE FUNCTION scoring_notify();
CREATE TRIGGER scoring_accesskey_notify AFTER DELETE ON scoring_accesskey
    FOR EACH STATEMENT EXECUTE FUNCTION scoring_notify();
"""
BACKWARD = """
DROP TRIGGER scoring_match_notify ON scoring_match;
DROP TRIGGER scoring_accesskey_notify ON scoring_accesskey;
DROP FUNCTION scoring_notify();
"""


def _on_postgresql(sql):
    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return run


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_initial")]
    operations = [migrations.RunPython(_on_postgresql(FORWARD), _on_postgresql(BACKWARD))]
