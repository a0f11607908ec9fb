"""django-ninja with Django's ORM: addresses and views."""

from __future__ import annotations

from typing import Annotated, Any, cast

from django.http import HttpRequest
from django.urls import path
from ninja import Body, NinjaAPI
from ninja.errors import HttpError
from ninja.security import HttpBearer

from benchmarks.alternatives import orm
from benchmarks.alternatives.answers import RecordedHand
from scoring.engine.refusal import Refusal
from scoring.models import AccessKey


class TableKey(HttpBearer):
    """``Authorization: Bearer KEY``."""

    def authenticate(self, request: HttpRequest, token: str) -> AccessKey | None:
        """The key, None if it is not valid."""
        return orm.key_of(token)


api = NinjaAPI(docs_url=None, openapi_url=None)


@api.post(
    "/matches/{match_id}/hands", auth=TableKey(), response={201: RecordedHand}, exclude_unset=True, by_alias=False
)
def record_hand(request: HttpRequest, match_id: str, hand: Annotated[dict[str, Any], Body(...)]) -> Any:
    """Records a hand."""
    try:
        answer = orm.record(match_id, cast(Any, request).auth, hand)
    except Refusal as refusal:
        raise HttpError(422, str(refusal)) from None
    if answer is None:
        raise HttpError(404, "There is no such match.")
    return 201, answer


urlpatterns = [path("api/v1/", api.urls)]
