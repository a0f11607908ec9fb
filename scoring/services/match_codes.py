"""Matches as codes: make those of a stored match, read codes, keep what was read, settle (``scoring.match_code``).

A match that was read is a copy (``match_copies``): if its history begins with all changes of ours it replaces ours; if
both have changes of their own, a person decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, cast

from pydantic_core import from_json

from scoring.db.write_lock import write_transaction
from scoring.engine.marking import _
from scoring.engine.match import ScoredHand
from scoring.engine.messages import Number, trim_number
from scoring.engine.models import ChangeKind
from scoring.engine.refusal import Refusal, refuse, validate
from scoring.languages import current_language
from scoring.match_code import (
    CodedChange,
    CodedMatch,
    CodedPart,
    Difference,
    decode,
    encode,
    totals_only,
    without_names,
)
from scoring.match_code.coded_match import without_ids
from scoring.match_code.history import hands_of
from scoring.match_code.payload import MOST_BYTES
from scoring.match_code.replayed import check_totals, differing
from scoring.models import Change, Hand, Match, Table, by_id, table_in
from scoring.selectors.access_keys import READ, WRITE
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, check_unchanged, load_match, side_names
from scoring.selectors.settlements import rules_of_match
from scoring.selectors.tables import find_table
from scoring.services import access_keys, differing_copies, known_matches, match_copies, tables
from scoring.services.comparison import Comparison
from scoring.services.differing_copies import Differences
from scoring.services.match_copies import CopiedMatch, CopyResult
from scoring.services.transfer import PreparedMatch, with_names

BYTES_ON_PAPER = 640
"""Of one code on a printed sheet, which is read from nearby: a QR code of version 20."""


# -- make --------------------------------------------------------------------------------------------------


def codes_of(
    match: MatchSnapshot, names: bool = True, printed: Sequence[Sequence[Number]] | None = None, hands: bool = True
) -> list[str]:
    """Returns the codes of a match, mostly one. names: whether they have the names and notes. hands: False for the
    totals only.

    printed: for a printed sheet, the points of each hand as they stand there. Raises Refusal if the match is too long,
    ConcurrentUpdate if it is changed meanwhile.
    """
    coded = coded_match(match)
    if not hands:
        now = coded.model_copy(update={"title": match.title, "note": match.note})
        coded = totals_only(now, [trim_number(value) for value in match.status["totals"]])
    elif printed is not None:
        coded = coded.model_copy(update={"printed": [list(row) for row in printed]})
    return encode(coded if names else without_names(coded), MOST_BYTES if printed is None else BYTES_ON_PAPER)


def coded_match(match: MatchSnapshot) -> CodedMatch:
    """Returns a stored match as a code holds it. Raises ConcurrentUpdate if it is changed meanwhile."""
    changes = [
        without_ids(
            CodedChange.model_construct(
                what=cast(ChangeKind, change.kind),
                hand=change.number,
                before=from_json(change.before) if change.before else None,
                after=from_json(change.after) if change.after else None,
                target=change.target,
                when=int(change.at.timestamp()),
            )
        )
        for change in Change.objects.filter(match.its_rows).order_by("version")
    ]
    parts = None
    if match.continues or match.continued_by or match.carried:
        carried = from_json(match.carried) if match.carried else None
        parts = CodedPart(before=match.continues or None, after=match.continued_by or None, carried=carried)
    settlement = rules_of_match(match.id)
    check_unchanged(match)
    return CodedMatch(
        id=match.id,
        game=match.slug,
        title=_first(changes, "retitle", match.title),
        note=_first(changes, "note", match.note),
        players=match.names,
        options=from_json(match.options),
        start=from_json(match.start),
        settlement=settlement.model_dump(mode="json", exclude_defaults=True) if settlement else None,
        parts=parts,
        created=int(match.created_at.timestamp()),
        changes=changes,
    )


def _first(changes: Sequence[CodedChange], kind: str, now: str) -> str:
    """The text before the first change of this kind."""
    return next((change.before or "" for change in changes if change.what == kind), now)


# -- read --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReadMatch:
    """A match that was read from codes: its hands are scored, nothing is stored.

    differences: of a printed sheet, the hands with other points than those that stand there; None if the code is of no
    printed sheet.
    """

    coded: CodedMatch
    copied: CopiedMatch
    prepared: PreparedMatch
    differences: list[Difference] | None

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        return self.coded.players

    @property
    def sides(self) -> list[str]:
        """The names of the columns."""
        return side_names(self.prepared.open_match.setup.sides, self.names, current_language())

    @property
    def hands(self) -> list[ScoredHand]:
        """The scored hands."""
        return self.prepared.results

    @property
    def totals(self) -> list[Number]:
        """Score of each side; as the code says if it has totals only."""
        if self.coded.totals is not None:
            return list(self.coded.totals)
        state = self.hands[-1].state if self.hands else self.prepared.open_match.state
        return [trim_number(value) for value in state.totals]


def read(codes: Iterable[str]) -> ReadMatch:
    """Returns the match in these codes, scored again.

    Raises Refusal with pointers ``/codes/…`` for the codes, ``/match/…`` for what they hold.
    """
    try:
        coded = decode(codes)
    except Refusal as refusal:
        raise _in_match(refusal) from None
    try:
        copied = _copied(coded)
        try:
            prepared = PreparedMatch(copied)
        except Refusal as refusal:
            raise with_names(refusal, copied) from None
        check_totals(coded, len(prepared.open_match.state.totals))
        differences = None if coded.printed is None else differing(prepared.results, coded.printed)
    except Refusal as refusal:
        raise refusal.under("/match") from None
    return ReadMatch(coded, copied, prepared, differences)


def _in_match(refusal: Refusal) -> Refusal:
    return refusal if refusal.errors[0].pointer.startswith("/codes") else refusal.under("/match")


def _copied(coded: CodedMatch) -> CopiedMatch:
    inputs, times, ended = hands_of(coded.changes)
    title, note = coded.title, coded.note
    for change in coded.changes:
        is_text = isinstance(change.after, str) and change.what in ("retitle", "note", "undo", "redo")
        kind = coded.changes[change.target - 1].what if 0 < change.target <= len(coded.changes) else change.what
        title = change.after if is_text and kind == "retitle" else title
        note = change.after if is_text and kind == "note" else note
    parts = coded.parts or CodedPart()
    changes = [change.model_dump(mode="json") | {"when": _time(change.when)} for change in coded.changes]
    data: dict[str, Any] = {
        "id": coded.id,
        "game": coded.game,
        "title": title,
        "note": note,
        "players": [{"name": name} for name in coded.players],
        "seats": [None] * len(coded.players),
        "options": coded.options,
        "start": coded.start,
        "settlement": coded.settlement,
        "created_at": _time(coded.created),
        "updated_at": _time(coded.changes[-1].when if coded.changes else coded.created),
        "ended": ended,
        "part_before": parts.before,
        "part_after": parts.after,
        "continues": {"match": None, **parts.carried} if parts.carried else None,
        "hands": [{"input": one, "recorded_at": _time(at)} for one, at in zip(inputs, times, strict=True)],
        "changes": changes,
    }
    copied: CopiedMatch = validate(CopiedMatch, data)
    return copied


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


# -- compare and keep --------------------------------------------------------------------------------------


def here(found: ReadMatch, table_ids: Collection[str]) -> MatchSnapshot | None:
    """Returns the match of one of these tables that was read, as it is here; None if it is at none of them."""
    for table_id in sorted(table_ids, key=lambda one: one != table_in(found.coded.id)):
        row = Match.objects.filter(id=_id_at(table_id, found.coded.id), table_id=table_id).first()
        if row is not None and row.game == found.coded.game:
            return load_match(row.id)
    return None


def _id_at(table_id: str, own_id: str) -> str:
    """The id that a match has at this table: its own if it is from here, else the one that an import gives it."""
    if Match.objects.filter(by_id(own_id), table_id=table_id).exists():
        return own_id
    return known_matches.id_here(table_id, own_id)


def compare(ours: MatchSnapshot, found: ReadMatch) -> Comparison:
    """Returns how the match that was read compares with ours. Without names, names and notes are not compared."""
    own = coded_match(ours)
    own_changes = (own if found.coded.named else without_names(own)).changes
    theirs = found.coded.changes
    if own_changes == theirs[: len(own_changes)]:
        return Comparison.SAME if len(own_changes) == len(theirs) else Comparison.AHEAD
    return Comparison.BEHIND if theirs == own_changes[: len(theirs)] else Comparison.DIFFERENT


def is_of_unknown_table(found: ReadMatch) -> bool:
    """Returns whether the table of the match that was read is not here at all."""
    return find_table(_own_table_id(found)) is None


def _own_table_id(found: ReadMatch) -> str:
    return table_in(found.coded.id) or found.coded.id


def keep(found: ReadMatch, table: Table) -> CopyResult:
    """Stores what was read at this table, if it is new there or ahead of the match that is there. Call it within
    ``write_transaction()``.

    Raises Refusal: without names it cannot replace a match that has them, without hands it cannot be kept.
    """
    if found.coded.totals is not None:
        text = _("This code has totals only: without the hands it cannot be kept.")
        raise refuse("/match/totals", "code_totals_only", text, rule="")
    match_id = _id_at(table.id, found.coded.id)
    update: dict[str, Any] = {"id": match_id}
    if match_id != found.coded.id:
        update |= {"part_before": None, "part_after": None}
    ours = here(found, [table.id])
    if ours is not None and not found.coded.named:
        comparison = compare(ours, found)
        if comparison is Comparison.AHEAD:
            raise _needs_names()
        return CopyResult(ours, comparison)
    copied, prepared = (found.copied, found.prepared) if ours is None else _with_ids(found, ours)
    return match_copies.store_if_ahead(table, copied.model_copy(update=update), prepared)


def _with_ids(found: ReadMatch, ours: MatchSnapshot) -> tuple[CopiedMatch, PreparedMatch]:
    """What was read, with our players' ids in the changes that both have."""
    stored = Change.objects.filter(ours.its_rows).order_by("version").values_list("before", "after")
    changes = list(found.copied.changes or ())
    both = zip(coded_match(ours).changes, found.coded.changes, stored, strict=False)
    for place, (own, theirs, texts) in enumerate(both):
        if own != theirs:
            break
        before, after = (from_json(text) if text else None for text in texts)
        changes[place] = changes[place].model_copy(update={"before": before, "after": after})
    copied = found.copied.model_copy(update={"changes": changes})
    return copied, PreparedMatch(copied)


def make_table(found: ReadMatch) -> tuple[Table, dict[str, str]]:
    """Makes the table of a match that was read, with new keys. Call it within ``write_transaction()``.

    Returns the table, and its keys by role. Raises MatchNotFound if the table is here already.
    """
    table_id = _own_table_id(found)
    if Table.objects.filter(id=table_id).exists():
        raise MatchNotFound
    table = Table.objects.create(id=table_id, name=tables.DEFAULT_TABLE_NAME)
    return table, {role: access_keys.issue(table, role) for role in (WRITE, READ)}


def differences(match: MatchSnapshot, found: ReadMatch) -> Differences:
    """Returns the hands that only one of both has. Raises Refusal."""
    return differing_copies.differences_between(match, found.prepared)


def settle(match: MatchSnapshot, found: ReadMatch, base: Literal["phone", "server"], added: set[int]) -> MatchSnapshot:
    """Stores what was read, then changes it until it has the chosen hands. base: "phone" keeps our hands, "server"
    those of the code. added: places of hands of the other one that are put after them. Raises Refusal.
    """
    if not found.coded.named:
        raise _needs_names()
    with write_transaction():
        ours = load_match(match.id, lock=True)
        return differing_copies.settle_with(ours, *_with_ids(found, ours), base, added)


def _needs_names() -> Refusal:
    text = _("This code has no names, so it cannot go on with the match that is here: read one that has them.")
    return refuse("/match/players", "code_without_names", text, rule="")


def points_of(match: MatchSnapshot) -> list[list[Number]]:
    """Returns the points of each stored hand, by side: what a printed sheet shows."""
    rows = Hand.objects.filter(match.its_rows).order_by("number").values_list("points", flat=True)
    return [[trim_number(value) for value in from_json(points)] for points in rows]
