"""Whether pages of other sites may show a table's matches.

On PostgreSQL, whoever watches a table learns of its new matches, and a stream ends when the table is shown no more.
"""

from django.db import migrations, models

FORWARD = """
CREATE FUNCTION scoring_notify_new_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('companion', NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER scoring_new_match_notify AFTER INSERT ON scoring_match
    FOR EACH ROW EXECUTE FUNCTION scoring_notify_new_match();
CREATE TRIGGER scoring_table_notify AFTER UPDATE ON scoring_table FOR EACH ROW
    WHEN (OLD.viewer_scope IS DISTINCT FROM NEW.viewer_scope OR OLD.embedding IS DISTINCT FROM NEW.embedding)
    EXECUTE FUNCTION scoring_notify();
"""
BACKWARD = """
DROP TRIGGER scoring_table_notify ON scoring_table;
DROP TRIGGER scoring_new_match_notify ON scoring_match;
DROP FUNCTION scoring_notify_new_match();
"""


def _on_postgresql(sql):
    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return run


class Migration(migrations.Migration):
    dependencies = [("scoring", "0017_amounts_with_decimals")]
    operations = [
        migrations.AddField(
            model_name="table",
            name="embedding",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(_on_postgresql(FORWARD), _on_postgresql(BACKWARD)),
    ]
