"""A match says whether an undone change can be redone, so that recording a hand need not look for one."""

from django.db import migrations, models


def note_redos(apps, schema_editor):
    undone = apps.get_model("scoring", "Change").objects.filter(match_id=models.OuterRef("id"), undo_status="undone")
    apps.get_model("scoring", "Match").objects.filter(models.Exists(undone)).update(can_redo=True)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_archived_matches")]
    operations = [
        migrations.AddField("Match", "can_redo", models.BooleanField(default=False, db_default=False)),
        migrations.RunPython(note_redos, migrations.RunPython.noop),
    ]
