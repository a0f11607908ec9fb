"""Changes to recorded hands: correct, take back, undo, redo; and ending a match early.

Each is one transaction that edits the list of inputs and scores the hands from there on again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils import timezone
from pydantic_core import from_json

from scoring.db import match_rows
from scoring.db.json_text import dump_json, hand_input
from scoring.db.write_lock import write_transaction
from scoring.engine.game import HandModel
from scoring.engine.marking import _
from scoring.engine.match import OpenMatch, ScoredHand, step
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import HandNumber, Message
from scoring.engine.refusal import FieldError, Refusal, refuse, validate
from scoring.models import Change, Hand, Match, Player, Table
from scoring.selectors.match_snapshot import (
    ChangeResult,
    MatchNotFound,
    MatchSnapshot,
    TransactionHook,
    VersionConflict,
    hands_json,
    input_text,
    load_match,
    state_before,
)
from scoring.services import event_webhooks, hand_notes


class NothingToUndo(Exception):  # noqa: N818
    """There is no change left to undo or redo."""


class LaterHand(Refusal):
    """A later hand would be refused after the change. number: of that hand, as the API and as the sheet count.

    already: whether it is refused even without the change, although an earlier release accepted it.
    """

    def __init__(self, number: HandNumber, refusal: Refusal, already: bool = False) -> None:
        self.number, self.cause = number, refusal
        first = refusal.errors[0]
        text = _("Hand {number} would no longer be possible: {why}")
        if already:
            text = _(
                "Hand {number} was accepted when it was recorded and is refused today, so nothing before it can be "
                "changed until it is corrected itself: {why}"
            )
        super().__init__(
            [FieldError("", "later_hand", Message(text, {"number": number, "why": first.message}), first.rule)]
        )


@dataclass
class Edit:
    """A change to the list of hands: the input of hand ``number`` from ``before`` to ``after`` ("" for none)."""

    kind: str
    number: int = 0
    before: str = ""
    after: str = ""
    target: int = 0
    at: datetime = field(default_factory=timezone.now)


def correct(
    match_id: str, number: int, hand: Any, expected: int | None, hook: TransactionHook | None = None
) -> ChangeResult:
    """Replaces a hand; later hands are scored again.

    Raises Refusal (LaterHand if a later hand would become impossible), VersionConflict, MatchNotFound.
    """

    def edit(match: MatchSnapshot) -> Edit:
        checked = hand if isinstance(hand, HandModel) else validate(match.game.hand_adapter, hand, rule="scoring")
        return Edit("correct", number, input_text(match, number), dump_json(hand_input(checked)))

    try:
        return change(match_id, expected, edit, hook)
    except LaterHand:
        raise
    except Refusal as refusal:
        raise refusal.as_sent(hand) from None


def entered_more(match: MatchSnapshot, change: Change) -> bool:
    """Returns whether this correction entered more of a last hand that was still being played before it."""
    if change.kind != "correct" or change.number != match.hand_count:
        return False
    try:
        before = step(match.open_match, state_before(match, change.number), from_json(change.before), change.number)
    except (Refusal, MatchNotFound, ValueError):
        return False  # of another release
    return not before.result.complete


def take_back(match_id: str, number: int, expected: int | None, hook: TransactionHook | None = None) -> ChangeResult:
    """Removes a hand; later hands move up and are scored again. Raises Refusal, VersionConflict, MatchNotFound."""
    return change(match_id, expected, lambda match: Edit("take_back", number, input_text(match, number)), hook)


def was_taken_back(match: MatchSnapshot, number: int) -> bool:
    """Returns whether a hand of this number was taken back, and that was not undone."""
    taken = Change.objects.filter(match.its_rows, kind="take_back", number=number)
    return taken.filter(undo_status=Change.DONE).exists()


def finish(match_id: str, expected: int | None, hook: TransactionHook | None = None) -> ChangeResult:
    """Ends a match early. Raises Refusal if the match is over already, VersionConflict, MatchNotFound."""

    def edit(match: MatchSnapshot) -> Edit:
        if match.continued_by:
            raise refuse("", "continued", "This match goes on with other people already.", rule="")
        if match.finished:
            raise refuse("", "match_over", "The match is over already.", rule="end")
        if match.hand_open:
            raise refuse("", "hand_open", "Hand {number} is still being played.", rule="end", number=last_number(match))
        return Edit("finish")

    return change(match_id, expected, edit, hook)


def reopen(match_id: str, expected: int | None, hook: TransactionHook | None = None) -> ChangeResult:
    """Reopens a match that was ended early. Raises Refusal, VersionConflict, MatchNotFound."""

    def edit(match: MatchSnapshot) -> Edit:
        if match.deals_are_played:
            raise all_deals_played(match)
        if not match.ended:
            raise refuse("", "not_ended", "Only a match that the table ended itself can be opened again.", rule="end")
        return Edit("reopen")

    return change(match_id, expected, edit, hook)


def retitle(match_id: str, title: str, expected: int | None, hook: TransactionHook | None = None) -> ChangeResult:
    """Changes the title of a match ("" for none). Raises VersionConflict, MatchNotFound."""
    edit = lambda match: Edit("retitle", 0, dump_json(match.title), dump_json(title))  # noqa: E731
    return change(match_id, expected, edit, hook)


def annotate(match_id: str, note: str, expected: int | None, hook: TransactionHook | None = None) -> ChangeResult:
    """Changes the note on a match ("" for none). Raises VersionConflict, MatchNotFound."""
    edit = lambda match: Edit("note", 0, dump_json(match.note), dump_json(note))  # noqa: E731
    return change(match_id, expected, edit, hook)


def last_number(match: MatchSnapshot) -> HandNumber:
    """Returns the number of the last hand."""
    return HandNumber(match.hand_count, match.open_match.state.hands_played)


def reseat(
    match_id: str, seats: list[dict[str, Any]], expected: int | None, hook: TransactionHook | None = None
) -> ChangeResult:
    """Seats other people, or the same in other seats, as if they had sat there from the first hand on.

    seats: of the whole match, from ``seats.seat_players``. Hands belong to seats, so points go with the seat. Raises
    Refusal (``/players``) for another number of seats, VersionConflict, MatchNotFound.
    """

    def edit(match: MatchSnapshot) -> Edit:
        if len(seats) != len(match.seats):
            text = _("This match has {seats} seats: somebody joins or leaves when it is continued.")
            raise refuse("/players", "seats_differ", text, rule="", seats=len(match.seats))
        return Edit("reseat", 0, dump_json(match.seats), dump_json(seats))

    return change(match_id, expected, edit, hook)


_UNDOABLE = ("record", "take_back", "correct", "finish", "reopen", "retitle", "note", "reseat", "continue")


def undo(match_id: str, expected: int | None = None, hook: TransactionHook | None = None) -> ChangeResult:
    """Takes back the last change, whatever it was. Raises NothingToUndo, VersionConflict, MatchNotFound."""
    plan = lambda match: _inverse(match, "undo")  # noqa: E731
    with write_transaction():
        match = load_match(match_id, lock=True)
        if match.deal_limit and _change_before(match, last_change(match)):
            change(match_id, expected, plan, None, keeps_to_deals=False)
            expected = None
        return change(match_id, expected, plan, hook)


def redo(match_id: str, expected: int | None = None, hook: TransactionHook | None = None) -> ChangeResult:
    """Redoes the change that was undone last. Raises NothingToUndo, VersionConflict, MatchNotFound."""
    return change(match_id, expected, lambda match: _inverse(match, "redo"), hook)


def last_change(match: MatchSnapshot, undo_status: str = Change.DONE) -> Change | None:
    """Returns the change that undo would take back, or with ``undone`` the one that redo would repeat, or None."""
    order = "-version" if undo_status == Change.DONE else "version"
    rows = Change.objects.filter(match.its_rows, undo_status=undo_status, kind__in=_UNDOABLE)
    return rows.order_by(order).first()


#: Runs after every save. The ORM's query takes four times as long.
_CHANGE_OF_VERSION = "SELECT * FROM scoring_change WHERE table_id = %s AND match_id = %s AND version = %s"


def changes_to_offer(match: MatchSnapshot) -> tuple[Change | None, Change | None, Change | None]:
    """Returns the change that made this version, the one that undo would take back, the one that redo would repeat."""
    latest = next(iter(Change.objects.raw(_CHANGE_OF_VERSION, [match.table_id, match.id, match.version])), None)
    if match.deal_limit:
        latest = _change_before(match, latest) or latest
    if latest and latest.undo_status == Change.DONE:
        return latest, latest, None  # a new change leaves nothing to repeat
    return latest, last_change(match), last_change(match, Change.UNDONE) if match.can_redo else None


def _inverse(match: MatchSnapshot, kind: str) -> Edit:
    change = last_change(match, Change.DONE if kind == "undo" else Change.UNDONE)
    if change is None:
        raise NothingToUndo
    if kind == "undo":
        return Edit(kind, change.number, change.after, change.before, change.version)
    return Edit(kind, change.number, change.before, change.after, change.version)


def all_deals_played(match: MatchSnapshot) -> Refusal:
    """Returns the refusal of a further deal."""
    text = _("The event ends this match after {deals} deals: correct or take back one of them.")
    return refuse("", "match_over", text, rule="end", deals=match.deal_limit or 0)


def keep_to_deals(before: MatchSnapshot, match: MatchSnapshot, at: datetime) -> MatchSnapshot:
    """Ends a match that has all the deals of its event now, and opens it again once one is taken back.

    before, match: around a change, made at this time. Returns the match after it. Call it within its transaction. Both
    changes are one step for undo: their times are equal.
    """
    if match.deals_are_played and not match.finished:
        kind = "finish"
    elif before.ended and before.deals_are_played and match.ended and not match.deals_are_played:
        kind = "reopen"
    else:
        return match
    after = change(match.id, None, lambda _match: Edit(kind, at=at), None, keeps_to_deals=False).match
    return replace(after, role=match.role)


def _change_before(match: MatchSnapshot, change: Change | None) -> Change | None:
    """Returns the change from which this one followed (``keep_to_deals``), None if it was made by itself."""
    if change is None or change.kind not in ("finish", "reopen"):
        return None
    return Change.objects.filter(match.its_rows, version=change.version - 1, at=change.at).first()


def change(
    match_id: str,
    expected: int | None,
    plan: Callable[[MatchSnapshot], Edit],
    hook: TransactionHook | None,
    keeps_to_deals: bool = True,
) -> ChangeResult:
    """Makes a change in one transaction. plan: what to do, from the locked match. keeps_to_deals: a match of an event
    ends with its last deal, see ``keep_to_deals``.

    Raises Refusal, VersionConflict, MatchNotFound, and whatever ``plan`` raises.
    """
    from scoring.services import parts  # imports this module

    with write_transaction():
        match = load_match(match_id, lock=True)
        if expected is not None and match.version != expected:
            raise VersionConflict(match)
        edit = plan(match)
        ended = match.ended
        target = Change.objects.get(match.its_rows, version=edit.target) if edit.target else None
        kind = target.kind if target else edit.kind
        if kind == "continue" and target:
            parts.take_back(match)
        if kind in ("finish", "reopen"):
            ended = (kind == "finish") == (edit.kind != "undo")
        before = match
        more = {"can_redo": _leaves_redo(match, edit, kind), **_columns_of(match, edit, kind)}
        match, hand_text = _rewrite(match, edit, ended, more)
        log_change(match, edit, target)
        if edit.number and match.continued_by:
            parts.carry_on(match)
        if match.has_webhooks:
            from scoring.services import webhook_events  # does not exist on the phone alone

            webhook_events.write(before, match, edit.kind, edit.number, edit.before, edit.after)
        if match.in_event and match.finished and not before.finished:
            event_webhooks.tell_of_match(match.table_id)
        if match.deal_limit and keeps_to_deals:
            match = keep_to_deals(before, match, edit.at)
        result = ChangeResult(match, hand_text, edit.number or None)
        if hook:
            hook(result)
    return result


def _leaves_redo(match: MatchSnapshot, edit: Edit, kind: str) -> bool:
    """Whether there is a change to redo after this edit. kind: of the change, or of the one it undoes or redoes."""
    if edit.kind != "redo" and kind != "continue":
        return edit.kind == "undo"
    if edit.kind == "continue":
        return False
    undone = Change.objects.filter(match.its_rows, undo_status=Change.UNDONE)
    return undone.exclude(version=edit.target).exists()


def log_change(match: MatchSnapshot, edit: Edit, target: Change | None) -> None:
    """Writes an edit to the history. match: after it. target: the change that it undoes or redoes."""
    if target is None:
        Change.objects.filter(match.its_rows, undo_status=Change.UNDONE).update(undo_status=Change.DROPPED)
        deleted = edit.kind == "continue" and not edit.after  # the next part was
        undo_status = Change.DONE if edit.kind in _UNDOABLE and not deleted else Change.DROPPED
    else:
        undone = Change.DROPPED if target.kind == "continue" else Change.UNDONE  # a new part would be another match
        target.undo_status = undone if edit.kind == "undo" else Change.DONE
        Change.objects.filter(id=target.id, table_id=match.table_id).update(undo_status=target.undo_status)
        undo_status = Change.DROPPED
    Change.objects.create(
        table_id=match.table_id,
        match_id=match.id,
        version=match.version,
        kind=edit.kind,
        number=edit.number,
        before=edit.before,
        after=edit.after,
        target=edit.target,
        undo_status=undo_status,
        at=edit.at,
    )


def _rewrite(
    match: MatchSnapshot, edit: Edit, ended: bool, more: Mapping[str, Any]
) -> tuple[MatchSnapshot, str | None]:
    """Carries out an edit: scores the hands from its number on again, and stores them. more: other columns.

    Returns the match after it, and the hand concerned as JSON text.
    """
    state, count, hand_open = match.current_state, match.hand_count, match.hand_open
    hand: str | None = None
    if edit.number and hand_notes.is_only_the_note(edit.before, edit.after):
        hand_notes.rewrite(match, edit.number, edit.after)
        hand = hands_json(match, edit.number - 1, 1)[0]
    elif edit.number:
        rows, state = _rescored_rows(match, edit)
        match_rows.delete_hands(match, edit.number)
        Hand.objects.bulk_create(rows)
        count = edit.number - 1 + len(rows)
        hand_open = not rows[-1].complete if rows else False
        if edit.after:
            hand = hands_json(match, edit.number - 1, 1)[0]
    status = MatchStatus(match.open_match, state, count + (not hand_open), ended)
    columns = match_rows.status_columns(status)
    changes: dict[str, Any] = {"hand_count": count, "hand_open": hand_open, "updated_at": edit.at, **more}
    after = match.after_change(status, columns, **changes)
    # archived_at is reset, since the clock may have been set back after the match was archived.
    Match.objects.filter(match.its_row).update(version=after.version, archived_at=None, **columns, **changes)
    return after, hand


def _columns_of(match: MatchSnapshot, edit: Edit, kind: str) -> dict[str, Any]:
    """The columns of a match that an edit writes, beside what its hands come to. kind: of the change that it makes,
    or takes back."""
    match kind:
        case "retitle":
            return {"title": from_json(edit.after)}
        case "note":
            return {"note": from_json(edit.after)}
        case "reseat":
            return {"seats": _seats_of(match, edit)}
        case "continue":
            return {"continued_by": from_json(edit.after)["match"] if edit.after else ""}
        case _:
            return {}


def _seats_of(match: MatchSnapshot, edit: Edit) -> list[dict[str, Any]]:
    """The seats after an edit; after undo and redo, everybody has the name of today."""
    from scoring.services.seats import SeatedPlayer, seat_copied_players  # imports this module

    seats: list[dict[str, Any]] = from_json(edit.after)
    if not edit.target:
        return seats
    today = dict(Player.objects.filter(table_id=match.table_id).values_list("id", "name"))
    people = [SeatedPlayer(seat["player"], today.get(seat["player"], seat["name"])) for seat in seats]
    return seat_copied_players(Table.objects.get(id=match.table_id), people)


def _rescored_rows(match: MatchSnapshot, edit: Edit) -> tuple[list[Hand], Any]:
    """The rows from the edited hand on, and the state after them."""
    state = state_before(match, edit.number)
    old = Hand.objects.filter(match.its_rows, number__gte=edit.number).order_by("number")
    inputs = list(old.values_list("input", "recorded_at"))
    recorded_at = inputs.pop(0)[1] if edit.before else edit.at
    if edit.after:
        inputs.insert(0, (edit.after, recorded_at))
    rows: list[Hand] = []
    shift = bool(edit.before) - bool(edit.after)  # from a number after the edit to that on the sheet
    entries = [entry for entry, _ in inputs]
    played = match.open_match.state.hands_played + shift
    scored = rescored_hands(match.open_match, state, entries, edit.number, bool(edit.after), played)
    try:
        for hand, (entry, at) in zip(scored, inputs, strict=True):
            state = hand.state
            rows.append(match_rows.hand_row(match, hand, at, entry, slug=match.slug))
    except LaterHand as later:
        stored = HandNumber(later.number + shift, played - shift)  # its number before the edit
        if _is_refused_as_stored(match, stored, inputs[later.number - edit.number][0]):
            raise LaterHand(stored, later.cause, already=True) from None
        raise
    return rows, state


def rescored_hands(
    opened: OpenMatch, state: Any, entries: Sequence[str], first: int, first_is_new: bool, played: int = 0
) -> Iterator[ScoredHand]:
    """Yields: hands from number ``first`` on, scored again. state: before them. entries: their inputs as JSON texts.

    first_is_new: whether the first one was corrected or added. played: see ``HandNumber``. Raises Refusal for that
    one, LaterHand for any other.
    """
    before: ScoredHand | None = None
    for number, entry in enumerate(entries, first):
        try:
            if before is not None and not before.result.complete:
                unfinished = HandNumber(before.number, played)
                raise refuse("", "hand_open", "Hand {number} would be left unfinished.", number=unfinished)
            scored = step(opened, state, from_json(entry), number)
        except Refusal as refusal:
            if number == first and first_is_new:
                raise
            raise LaterHand(HandNumber(number, played), refusal) from None
        if scored.result.is_query:
            raise refuse("/kind", "only_a_question", "This is a question, not a hand.", rule="")
        yield scored
        before, state = scored, scored.state


def _is_refused_as_stored(match: MatchSnapshot, number: int, entry: str) -> bool:
    """Whether a recorded hand is refused today, on the stored state before it."""
    try:
        step(match.open_match, state_before(match, number), from_json(entry), number)
    except Refusal:
        return True
    return False
