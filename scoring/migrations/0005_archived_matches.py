"""Matches can be archived. The column may be empty, so a release before this one still writes its rows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0004_names_of_hand_fields")]
    operations = [migrations.AddField("Match", "archived_at", models.DateTimeField(blank=True, null=True))]
