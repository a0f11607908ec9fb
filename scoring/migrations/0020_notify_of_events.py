"""On PostgreSQL every write to an event, and every key of one that goes, wakes those who watch."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION scoring_notify_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('companion', 'event:' || OLD.id);
    RETURN NULL;
END $$;
CREATE TRIGGER scoring_event_notify AFTER UPDATE OR DELETE ON scoring_event
    FOR EACH ROW EXECUTE FUNCTION scoring_notify_event();
CREATE TRIGGER scoring_eventkey_notify AFTER DELETE ON scoring_eventkey
    FOR EACH STATEMENT EXECUTE FUNCTION scoring_notify();
"""
BACKWARD = """
DROP TRIGGER scoring_event_notify ON scoring_event;
DROP TRIGGER scoring_eventkey_notify ON scoring_eventkey;
DROP FUNCTION scoring_notify_event();
"""


def _on_postgresql(sql):
    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return run


class Migration(migrations.Migration):
    dependencies = [("scoring", "0019_events")]
    operations = [migrations.RunPython(_on_postgresql(FORWARD), _on_postgresql(BACKWARD))]
