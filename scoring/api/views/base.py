"""Base classes of the views of tables and matches."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel

from companion.http.api_view import ApiView
from companion.http.openapi.parameters import described
from scoring.api.authentication import BearerKey
from scoring.api.permissions import HasTableKey, NeedsTableKey
from scoring.api.responses.matches import StaleMatch
from scoring.api.responses.tables import StaleTable


class TableView(NeedsTableKey, ApiView):
    """An address below /tables/{id}."""

    tag = "tables"
    conflict_model: ClassVar[type[BaseModel] | None] = StaleTable
    authentication_classes = (BearerKey,)
    permission_classes = (HasTableKey,)
    path_parameters: ClassVar = {"id": described("The table.", "k3v9x2m7q4wt8hzn")}


class MatchView(NeedsTableKey, ApiView):
    """An address below /matches/{id}."""

    tag = "matches"
    versioned = True
    conflict_model: ClassVar[type[BaseModel] | None] = StaleMatch
    authentication_classes = (BearerKey,)
    permission_classes = (HasTableKey,)
    path_parameters: ClassVar = {
        "id": described("The match.", "k3v9x2m7q4wt8hznp6d2r8s5y3bg"),
        "number": described("The hand, counted from 1.", 1, minimum=1),
    }
