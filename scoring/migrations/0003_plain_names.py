"""Fields and models get the names that somebody who knows Django would guess; no stored value changes its meaning."""

from django.db import migrations, models
from django.db.models import Case, Value, When


def _negate_active(apps, schema_editor):
    """``gone`` is now ``active``: the opposite."""
    players = apps.get_model("scoring", "Player").objects.using(schema_editor.connection.alias)
    players.update(active=Case(When(active=True, then=Value(False)), default=Value(True)))


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_notify")]
    operations = [
        migrations.RenameModel("Answer", "IdempotencyRecord"),
        migrations.RemoveConstraint("IdempotencyRecord", "answer_once_for_a_key"),
        migrations.AddConstraint(
            "IdempotencyRecord", models.UniqueConstraint("scope", "key", name="idempotency_key_once_in_a_scope")
        ),
        migrations.RenameField("Match", "head", "summary"),
        migrations.RemoveIndex("Change", "changes_to_undo"),
        migrations.RenameField("Change", "standing", "undo_status"),
        migrations.AddIndex(
            "Change", models.Index(fields=["match", "undo_status", "version"], name="changes_to_undo")
        ),
        migrations.RenameField("Player", "gone", "active"),
        migrations.RunPython(_negate_active, _negate_active),
        migrations.AlterField("Player", "active", models.BooleanField(default=True)),
    ]
