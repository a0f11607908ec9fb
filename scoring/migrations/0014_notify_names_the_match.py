"""On PostgreSQL a write to a match tells which match it was, so that a process asks only for what is watched there."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION scoring_notify_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('companion', OLD.id);
    RETURN NULL;
END $$;
DROP TRIGGER scoring_match_notify ON scoring_match;
CREATE TRIGGER scoring_match_notify AFTER UPDATE OR DELETE ON scoring_match
    FOR EACH ROW EXECUTE FUNCTION scoring_notify_match();
"""
BACKWARD = """
DROP TRIGGER scoring_match_notify ON scoring_match;
DROP FUNCTION scoring_notify_match();
CREATE TRIGGER scoring_match_notify AFTER UPDATE OR DELETE ON scoring_match
    FOR EACH STATEMENT EXECUTE FUNCTION scoring_notify();
"""


def _on_postgresql(sql):
    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return run


class Migration(migrations.Migration):
    dependencies = [("scoring", "0013_match_ids_name_their_table")]
    operations = [migrations.RunPython(_on_postgresql(FORWARD), _on_postgresql(BACKWARD))]
