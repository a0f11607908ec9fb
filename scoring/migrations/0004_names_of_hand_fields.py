"""Stored hands get the names that all games use now: an event's ``kind``, its ``seat``, the ``up_card``."""

import json

from django.db import migrations

_NAMES = {
    "card-stock-market": {"do": "kind"},
    "democracy": {"up": "up_card"},
    "loo": {"turn_up": "up_card"},
    "mate": {"by": "seat"},
    "reversis": {"type": "kind", "by": "seat"},
    "rolling-stone": {"result": "kind", "by": "seat"},
    "truc": {"e": "kind"},
    "truco": {"e": "kind"},
    "tute": {"turned": "up_card"},
    "twenty-five": {"upcard": "up_card"},
    "zetema": {"e": "kind"},
}
#: Its state holds the last event.
_WITH_STATE = "zetema"
_BATCH = 500


def _renamed(value, names):
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    if isinstance(value, dict):
        return {names.get(name, name): _renamed(one, names) for name, one in value.items()}
    return value


def _renamed_in_column(stored, names):
    """A column's value: JSON text (perhaps empty), or what a JSON field holds."""
    if not isinstance(stored, str):
        return _renamed(stored, names)
    if not stored:
        return stored
    return json.dumps(_renamed(json.loads(stored), names), ensure_ascii=False, separators=(",", ":"))


def _rename_in(rows, columns, names):
    rows = rows.only("pk", *columns).order_by("pk")
    batch = list(rows[:_BATCH])
    while batch:
        for row in batch:
            for column in columns:
                setattr(row, column, _renamed_in_column(getattr(row, column), names))
        rows.model.objects.using(rows.db).bulk_update(batch, columns)
        batch = list(rows.filter(pk__gt=batch[-1].pk)[:_BATCH])


def _use_current_names(apps, schema_editor):
    def rows_of(model):
        return apps.get_model("scoring", model).objects.using(schema_editor.connection.alias)

    for slug, names in _NAMES.items():
        state = ["state"] if slug == _WITH_STATE else []
        _rename_in(rows_of("Hand").filter(match__game=slug), ["input", *state], names)
        _rename_in(rows_of("Change").filter(match__game=slug), ["before", "after"], names)
        if state:
            _rename_in(rows_of("Match").filter(game=slug), ["state", "summary", "start"], names)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0003_plain_names")]
    operations = [migrations.RunPython(_use_current_names, migrations.RunPython.noop)]
