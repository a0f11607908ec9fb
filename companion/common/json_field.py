"""A field of JSON that is read five times as fast as Django's: events read more than a thousand for a page."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models.expressions import Col
from pydantic_core import from_json


class JsonField(models.JSONField):
    """As Django's, also in migrations."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Returns the value of a column. What the quick reader refuses, such as half a surrogate, the other reads."""
        if isinstance(value, str) and isinstance(expression, Col):
            try:
                return from_json(value)
            except ValueError:
                pass
        return super().from_db_value(value, expression, connection)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Migrations know Django's."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs
