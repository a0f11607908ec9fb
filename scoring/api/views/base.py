"""What the views of tables and matches share."""

from __future__ import annotations

from typing import ClassVar

from companion.http.api_view import ApiView
from scoring.api import answers
from scoring.api.authentication import BearerKey
from scoring.api.openapi.examples import MATCH_ID, TABLE_ID
from scoring.api.permissions import HasTableKey, NeedsTableKey


class TableView(NeedsTableKey, ApiView):
    """An address below /tables/{id}."""

    tag = "tables"
    conflict_model = answers.StaleTable
    authentication_classes = (BearerKey,)
    permission_classes = (HasTableKey,)
    path_parameters: ClassVar = {"id": ("The table.", TABLE_ID)}


class MatchView(NeedsTableKey, ApiView):
    """An address below /matches/{id}."""

    tag = "matches"
    versioned = True
    conflict_model = answers.StaleMatch
    authentication_classes = (BearerKey,)
    permission_classes = (HasTableKey,)
    path_parameters: ClassVar = {"id": ("The match.", MATCH_ID), "number": ("The hand, counted from 1.", 1)}
