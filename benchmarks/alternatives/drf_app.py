"""Django REST framework, serializers and Django's ORM: addresses and views."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotFound
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmarks.alternatives import orm
from scoring.engine.refusal import Refusal
from scoring.models import AccessKey


class TableKey(BaseAuthentication):
    """``Authorization: Bearer KEY``."""

    def authenticate(self, request: Request) -> tuple[None, AccessKey] | None:
        """No user, and the key. Raises AuthenticationFailed."""
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        key = orm.key_of(text)
        if key is None:
            raise AuthenticationFailed
        return None, key

    def authenticate_header(self, request: Request) -> str:
        """For 401."""
        return "Bearer"


class HasKey(BasePermission):
    """Requires a key."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether there is one."""
        return request.auth is not None


class Line(serializers.Serializer[Any]):
    """A line of the explanation."""

    text = serializers.CharField()
    value = serializers.JSONField(required=False)
    rule = serializers.CharField()
    code = serializers.CharField(required=False)


class RecordedHand(serializers.Serializer[Any]):
    """A hand and the status of its match."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    points = serializers.JSONField()
    totals = serializers.JSONField()
    complete = serializers.BooleanField()
    summary = serializers.CharField()
    details = serializers.JSONField()
    explanation = Line(many=True)
    game = serializers.CharField()
    input = serializers.JSONField()
    recorded_at = serializers.CharField()
    version = serializers.IntegerField()
    finished = serializers.BooleanField()
    winners = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField(required=False)
    next = serializers.JSONField()
    state = serializers.JSONField()


class HandList(APIView):
    """The hands of a match."""

    authentication_classes = (TableKey,)
    permission_classes = (HasKey,)
    parser_classes = (JSONParser,)
    renderer_classes = (JSONRenderer,)

    def post(self, request: Request, match_id: str) -> Response:
        """Records a hand."""
        try:
            answer = orm.record(match_id, cast(AccessKey, request.auth), request.data)
        except Refusal as refusal:
            raise serializers.ValidationError(str(refusal)) from None
        if answer is None:
            raise NotFound
        return Response(RecordedHand(answer).data, status=201)


urlpatterns = [path("api/v1/matches/<str:match_id>/hands", HandList.as_view())]
