"""Two copies of a match that both have changes of their own: what differs, and the match with the hands that count."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic_core import from_json

from scoring.db.write_lock import write_transaction
from scoring.engine.match import ScoredHand
from scoring.models import ServerCopy, Table
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, load_match
from scoring.services import history, matches
from scoring.services.comparison import same_moment
from scoring.services.match_copies import CopiedMatch, copy_document, keep_server_copy, read_document, seats_of
from scoring.services.transfer import PreparedMatch


@dataclass(frozen=True)
class CopiedHand:
    """A hand that only one of two copies has. place: in its copy, from 0. twin: the other copy has an equal hand."""

    place: int
    scored: ScoredHand
    at: datetime
    twin: bool


@dataclass(frozen=True)
class Differences:
    """The differences of two copies of a match. common: hands in both. phone, server: hands in one of them."""

    common: int
    phone: list[CopiedHand]
    server: list[CopiedHand]
    server_match: PreparedMatch


def differences(match: MatchSnapshot, different: str) -> Differences:
    """Returns the differences between this phone's match and the server's copy (JSON text). Raises Refusal."""
    return differences_between(match, PreparedMatch(read_document(from_json(different)).match))


def differences_between(match: MatchSnapshot, theirs: PreparedMatch) -> Differences:
    """Returns the differences between this phone's match and another copy of it. Raises Refusal."""
    ours = PreparedMatch(read_document(copy_document(match)).match)
    here, there = _hands(ours), _hands(theirs)
    only_here = [place for place, hand in enumerate(here) if hand not in there]
    only_there = [place for place, hand in enumerate(there) if hand not in here]
    return Differences(
        len(here) - len(only_here),
        _copied(ours, only_here, [there[place].entered for place in only_there]),
        _copied(theirs, only_there, [here[place].entered for place in only_here]),
        theirs,
    )


def settle(match: MatchSnapshot, base: Literal["phone", "server"], added: Collection[int]) -> MatchSnapshot:
    """Stores the server's copy and its history, then changes it by usual changes until it has the chosen hands.

    base: the copy whose hands are kept. added: places (from 0) of hands of the other copy that are put after them. All
    of it or nothing. Raises Refusal if the game does not allow the hands in this order, MatchNotFound if there is
    nothing to settle.
    """
    with write_transaction():
        match = load_match(match.id, lock=True)
        row = ServerCopy.objects.filter(match_id=match.id).exclude(different="").first()
        if row is None:
            raise MatchNotFound
        theirs = read_document(from_json(row.different)).match
        prepared = PreparedMatch(theirs)
        settled = settle_with(match, theirs, prepared, base, added)
        keep_server_copy(match.id, len(prepared.history.changes))
    return settled


def settle_with(
    match: MatchSnapshot,
    theirs: CopiedMatch,
    prepared: PreparedMatch,
    base: Literal["phone", "server"],
    added: Collection[int],
) -> MatchSnapshot:
    """Does the same with a copy from anywhere. theirs: the copy, prepared: the same. Call it within a transaction, with
    the match locked.
    """
    ours = PreparedMatch(read_document(copy_document(match)).match)
    kept, other = (_hands(ours), _hands(prepared)) if base == "phone" else (_hands(prepared), _hands(ours))
    wanted = kept + [hand for place, hand in enumerate(other) if place in added and hand not in kept]
    ended = (ours if base == "phone" else prepared).match.ended
    table = Table.objects.get(id=match.table_id)
    settled = prepared.store(table, match.id, seats_of(table, theirs), new=False)
    settled = _bring_to(settled, _hands(prepared), wanted, ended)
    if base == "phone" and settled.title != match.title:
        settled = history.retitle(match.id, match.title, None).match
    if base == "phone" and settled.note != match.note:
        settled = history.annotate(match.id, match.note, None).match
    return settled


@dataclass(frozen=True, eq=False)
class _Hand:
    """What identifies a hand: the time of recording, and the input as JSON text."""

    at: datetime
    entered: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hand) and same_moment(self.at, other.at) and self.entered == other.entered

    __hash__ = None  # type: ignore[assignment]


def _hands(prepared: PreparedMatch) -> list[_Hand]:
    return [_Hand(at, entered) for at, entered in zip(prepared.times, prepared.history.inputs, strict=True)]


def _copied(prepared: PreparedMatch, places: Sequence[int], other_inputs: Sequence[str]) -> list[CopiedHand]:
    others = [from_json(text) for text in other_inputs]
    hands = []
    for place in places:
        entered = from_json(prepared.history.inputs[place])
        twin = entered in others
        if twin:
            others.remove(entered)
        hands.append(CopiedHand(place, prepared.results[place], prepared.times[place], twin))
    return hands


def _bring_to(match: MatchSnapshot, hands: list[_Hand], wanted: list[_Hand], ended: bool) -> MatchSnapshot:
    """Corrects, takes back and records hands until the match has the wanted ones."""
    if match.ended and not match.deals_are_played and (hands != wanted or not ended):
        match = history.reopen(match.id, None).match
    place = 0
    for place, (hand, want) in enumerate(zip(hands, wanted, strict=False)):
        if not same_moment(hand.at, want.at):
            break
        if hand != want:
            match = history.correct(match.id, place + 1, from_json(want.entered), None).match
    else:
        place = min(len(hands), len(wanted))
    for number in range(len(hands), place, -1):
        match = history.take_back(match.id, number, None).match
    for hand in wanted[place:]:
        match = matches.record(match, from_json(hand.entered), at=hand.at).match
    if ended and not match.ended and not match.finished:
        match = history.finish(match.id, None).match
    return match
