"""How matches are settled, and what tables keep for it. The columns may be empty, so a release before this one still
writes its rows."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0006_can_redo")]
    operations = [
        migrations.AddField("Match", "settlement", models.JSONField(blank=True, null=True)),
        migrations.AddField("Table", "settlement", models.JSONField(blank=True, null=True)),
        migrations.CreateModel(
            name="KittyEntry",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("amount", models.IntegerField()),
                ("word", models.CharField(max_length=12)),
                ("note", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="kitty_entries", to="scoring.table"
                    ),
                ),
            ],
        ),
    ]
