"""Hands of a match: record, read, correct, take back."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from drf_spectacular.utils import extend_schema
from pydantic import Field
from pydantic_core import from_json
from rest_framework.request import Request

from companion.http.conditional import etag, expected_version, not_modified, private_response
from companion.http.models import Query
from companion.http.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH, PREFER
from companion.http.prefer import preference
from companion.http.problems import Problem
from companion.http.renderers import JSONResponse
from scoring.api import bodies, idempotency
from scoring.api.exceptions import in_match
from scoring.api.idempotency import StoreResponse
from scoring.api.pagination import PageQuery, next_link, with_next
from scoring.api.responses import matches as responses
from scoring.api.views.base import MatchView
from scoring.api.views.matches import match_response
from scoring.db.json_text import dump_json
from scoring.db.write_lock import write_transaction
from scoring.selectors import match_snapshot
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict
from scoring.services import history, matches

#: Fields of a hand that a match has as well.
_OF_MATCH = responses.ListedHand.model_fields.keys() & responses.Match.model_fields.keys()


class RecordQuery(Query):
    """Query parameters of recording."""

    dry_run: bool = Field(
        False, description="true: only score the hand and store nothing. The answer is then 200.", examples=[True]
    )


class HandList(MatchView):
    """The hands of a match."""

    tag = "hands"
    queries: ClassVar = {"GET": PageQuery, "POST": RecordQuery}

    def changes_something(self, request: HttpRequest | Request) -> bool:
        """Returns False for a dry run."""
        return super().changes_something(request) and not self.query.dry_run

    @extend_schema(operation_id="hands_list", responses=responses.HandPage)
    def get(self, request: Request, match_id: str) -> JSONResponse:
        """The hands of a match

        In their order.
        """
        match = self.get_match()
        if (response := not_modified(request, etag(match.version))) is not None:
            return response
        return match_snapshot.at_one_version(match, self._page)

    def _page(self, match: MatchSnapshot) -> JSONResponse:
        query: PageQuery = self.query
        after = query.number()
        page = match_snapshot.hands_json(match, after, query.limit)
        has_next = after + len(page) < match.hand_count and page
        link = next_link(self.request, str(after + len(page)) if has_next else None)
        text = f'{{"results":[{",".join(page)}],"next":{dump_json(link)}}}'
        return with_next(private_response(text, match.version), link)

    @extend_schema(
        operation_id="hands_record",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH, PREFER],
        request=bodies.HandEntry,
        responses={201: responses.RecordedHand, 200: responses.RecordedHand},
    )
    def post(self, request: Request, match_id: str) -> JSONResponse:
        """Record a hand

        The body is a hand as its game describes it. The response has the hand, and the status of the match after it.
        With dry_run nothing is recorded, the response is 200, and the viewer's key is enough.
        """
        match = self.get_match()
        hand = self.json_body()
        if self.query.dry_run:
            idempotency.key_of(request)  # not used, but refused if it is invalid
            expected_version(request, match.version, lambda: VersionConflict(match))
            with in_match(match):
                preview = matches.preview_change(match, hand)
            return private_response(_with_outcome(preview, match.version), match.version)
        return idempotency.run_once(
            request, f"table {match.table_id}", lambda store: _record(request, match, hand, store)
        )


class HandDetail(MatchView):
    """One hand of a match."""

    tag = "hands"

    @extend_schema(operation_id="hands_read", responses=responses.ListedHand)
    def get(self, request: Request, match_id: str, number: int) -> JSONResponse:
        """A hand

        Its input, result and explanation.
        """
        match = self.get_match()
        _count_from_one(number)
        response = not_modified(request, etag(match.version)) if 1 <= number <= match.hand_count else None
        if response is not None:
            return response

        def read(match: MatchSnapshot) -> JSONResponse:
            return private_response(match_snapshot.one_hand_json(match, number), match.version)

        return match_snapshot.at_one_version(match, read)

    @extend_schema(
        operation_id="hands_correct",
        parameters=[IDEMPOTENCY_KEY, PREFER],
        request=bodies.HandEntry,
        responses=responses.RecordedHand,
    )
    def put(self, request: Request, match_id: str, number: int) -> JSONResponse:
        """Correct a hand

        Later hands are scored again. A correction that makes a later hand impossible is refused, and the problem
        names it as `later_hand`.
        """
        match = self.get_match()

        def work(store: StoreResponse) -> JSONResponse:
            outcome: list[JSONResponse] = []

            def in_transaction(result: ChangeResult) -> None:
                response = _hand_response(request, result)
                store(response)
                outcome.append(response)

            version = self._version_to_change(match, number)
            with in_match(match):
                history.correct(match.id, number, self.json_body(), version, in_transaction)
            return outcome[-1]

        return idempotency.run_once(request, f"table {match.table_id}", work)

    @extend_schema(operation_id="hands_take_back", parameters=[IDEMPOTENCY_KEY], responses={204: None, 422: None})
    def delete(self, request: Request, match_id: str, number: int) -> JSONResponse:
        """Take a hand back

        Later hands move up and are scored again. So if a hand with this number was taken back before, the number now
        means another hand, and `If-Match: *` is not enough without an Idempotency-Key: 428.
        """
        match = self.get_match()

        def work(store: StoreResponse) -> JSONResponse:
            outcome: list[JSONResponse] = []

            def in_transaction(result: ChangeResult) -> None:
                response = JSONResponse(status=204, headers={"ETag": etag(result.match.version)})
                store(response)
                outcome.append(response)

            version = self._version_to_change(match, number)
            with in_match(match), write_transaction():
                if version is None and idempotency.key_of(request) is None:
                    _check_not_repeated(match, number)
                history.take_back(match.id, number, version, in_transaction)
            return outcome[-1]

        return idempotency.run_once(request, f"table {match.table_id}", work)

    def _version_to_change(self, match: MatchSnapshot, number: int) -> int | None:
        _count_from_one(number)
        if not 1 <= number <= match.hand_count:
            count = match.hand_count
            text = ngettext("The match has {n} hand.", "The match has {n} hands.", count).format(n=count)
            raise Problem("not-found", text)
        return expected_version(self.request, match.version, lambda: VersionConflict(match), needed=True)


def _check_not_repeated(match: MatchSnapshot, number: int) -> None:
    """Raises Problem (428) if a hand of this number was taken back before.

    A client or proxy that got no answer sends a DELETE again (RFC 9110, 9.2.2). Without a version it looks like a new
    one, and would remove the hand that has moved up.
    """
    match = match_snapshot.load_match(match.id, lock=True)
    if history.was_taken_back(match, number):
        text = gettext(
            "A hand with the number {number} was taken back before. Send If-Match with the ETag that you have seen, so "
            "that no other hand is lost."
        )
        raise Problem("precondition-needed", text.format(number=number), headers={"ETag": etag(match.version)})


def _count_from_one(number: int) -> None:
    """Raises Problem for the hand 0, which programs that count from 0 ask for."""
    if number == 0:
        raise Problem("not-found", gettext("Hands count from 1."))


def _record(request: Request, match: MatchSnapshot, hand: Any, store: StoreResponse) -> JSONResponse:
    version = expected_version(request, match.version, lambda: VersionConflict(match))
    outcome: list[JSONResponse] = []

    def in_transaction(result: ChangeResult) -> None:
        location = f"/api/v1/matches/{match.id}/hands/{result.number}"
        response = _hand_response(request, result, 201, location)
        store(response)
        outcome.append(response)

    with in_match(match):
        matches.record(match, hand, version, in_transaction)
    return outcome[-1]


def _hand_response(request: Request, result: ChangeResult, status: int = 200, location: str = "") -> JSONResponse:
    """The hand and the status of the match after it; the rest of the match, too, if it is preferred (RFC 7240)."""
    if preference(request, "return") == "representation":
        of_hand = {name: part for name, part in from_json(result.hand or "{}").items() if name not in _OF_MATCH}
        response = match_response(result.match, status, location, dump_json(of_hand))
        response.headers["Preference-Applied"] = "return=representation"
        return response
    return private_response(_with_outcome(result, result.match.version), result.match.version, status, location)


def _with_outcome(result: ChangeResult, version: int) -> str:
    """The JSON texts of the hand and of the match, joined. Both have totals; those of the match are used.

    In the hand's text only numbers and the kind of hand come before the totals, so the text can be split there.
    """
    before, _, after = (result.hand or "").partition(',"totals":[')
    _, _, after = after.partition("]")
    return f'{before}{after[:-1]},"version":{version},{result.match.status_text[1:]}'
