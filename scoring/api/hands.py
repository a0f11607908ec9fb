"""Hands of a match: record, look at, correct, take back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from companion.http.problems import Problem
from scoring.api import guard, idempotency
from scoring.api.body import read
from scoring.api.endpoint import Endpoint, flag, private
from scoring.api.failures import in_match
from scoring.api.idempotency import Keep
from scoring.api.paging import PARAMETERS, Page
from scoring.api.preconditions import etag, expected, unchanged
from scoring.db.json_text import dump_json
from scoring.selectors import match_snapshot
from scoring.selectors.match_snapshot import ChangeResult, MatchSnapshot, VersionConflict
from scoring.services import history, matches


class Hands(Endpoint):
    """The hands of a match."""

    parameters = PARAMETERS | {"dry_run"}

    def get(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """The hands in their order."""
        match = guard.match(request, match_id)
        page = Page.of(request)
        if (same := unchanged(request, etag(match.version))) is not None:
            return same
        after = page.number()
        shown = match_snapshot.hands_json(match, after, page.limit)
        more = after + len(shown) < match.hand_count and shown
        following = page.next(str(after + len(shown)) if more else None)
        text = f'{{"results":[{",".join(shown)}],"next":{dump_json(following)}}}'
        return private(text, match.version)

    def post(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """Records a hand; with ``?dry_run=true`` only says what it would come to."""
        dry_run = flag(request, "dry_run")
        match = guard.match(request, match_id, write=not dry_run)
        hand = read(request)
        if dry_run:
            with in_match(match):
                text = matches.preview_json(match, hand)
            return private(text, match.version)
        return idempotency.once(request, f"table {match.table_id}", lambda keep: _record(request, match, hand, keep))


class OneHand(Endpoint):
    """One hand of a match."""

    def get(self, request: HttpRequest, match_id: str, number: int) -> HttpResponse:
        """A hand: what was entered, what it came to and why."""
        match = guard.match(request, match_id)
        same = unchanged(request, etag(match.version)) if 1 <= number <= match.hand_count else None
        return same or private(match_snapshot.one_hand_json(match, number), match.version)

    def put(self, request: HttpRequest, match_id: str, number: int) -> HttpResponse:
        """Puts another hand in its place; later hands are scored anew."""
        match = _with_hand(request, match_id, number)
        version = expected(request, match.version, lambda: VersionConflict(match), needed=True)
        hand = read(request)
        with in_match(match):
            written = history.correct(match.id, number, hand, version)
        return private(written.hand or "", written.match.version)

    def delete(self, request: HttpRequest, match_id: str, number: int) -> HttpResponse:
        """Takes the hand back; later hands move up and are scored anew."""
        match = _with_hand(request, match_id, number)
        version = expected(request, match.version, lambda: VersionConflict(match), needed=True)
        with in_match(match):
            written = history.take_back(match.id, number, version)
        return HttpResponse(status=204, headers={"ETag": etag(written.match.version)})


def _record(request: HttpRequest, match: MatchSnapshot, hand: object, keep: Keep) -> HttpResponse:
    version = expected(request, match.version, lambda: VersionConflict(match))
    answers: list[HttpResponse] = []

    def within(written: ChangeResult) -> None:
        where = f"/api/v1/matches/{match.id}/hands/{written.number}"
        response = private(written.hand or "", written.match.version, 201, where)
        keep(response)
        answers.append(response)

    with in_match(match):
        matches.record(match, hand, version, within)
    return answers[-1]


def _with_hand(request: HttpRequest, match_id: str, number: int) -> MatchSnapshot:
    match = guard.match(request, match_id, write=True)
    if not 1 <= number <= match.hand_count:
        raise Problem("not-found", f"The match has {match.hand_count} hands.")
    return match
