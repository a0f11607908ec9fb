"""Rounds of an event: propose, publish, start, close, reopen. Seats of a round that has begun never change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from scoring.engine.marking import _
from scoring.engine.match import players_refusal
from scoring.engine.refusal import refuse
from scoring.event_models import Event, EventRound, EventSitting
from scoring.events.draw import start_order
from scoring.events.event import Proposal
from scoring.events.formats import format_of, needs_winner
from scoring.events.rules import MOST_ROUNDS
from scoring.games import all_games
from scoring.models import AccessKey, Player, Table, short_id
from scoring.selectors.event_lists import length_of
from scoring.selectors.events import StoredEvent, load, rules_of
from scoring.services import access_keys, matches
from scoring.services.event_entries import distinct_names, seat_names
from scoring.services.events import EventNotFound, Work, changing, checked_reason
from scoring.services.matches import check_text

LONGEST_SEED = 80
_FREE_OF_RESULTS = ("series", "round_robin", "league_day")
"""Formats whose later rounds can be proposed before results are in (a series unless it is seated by standing)."""


def propose(
    event_id: str, role: str, seed: str = "", dry_run: bool = False, expected: int | None = None
) -> tuple[Event, EventRound, list[EventSitting]]:
    """Proposes the next round; a proposal that nobody published is replaced.

    seed: a text that is spoken in the hall; left out after round 1: that of the round before. Returns event, round and
    sittings; with dry_run nothing is stored. Raises Refusal, EventNotFound, EventVersionConflict.
    """
    seed = seed.strip()
    if len(seed) > LONGEST_SEED:
        raise refuse("/seed", "text_too_long", "At most {most} characters are allowed.", rule="", most=LONGEST_SEED)
    check_text(seed, "/seed")
    with changing(event_id, role, expected) as work:
        stored = load(work.event)
        last = stored.rounds[-1] if stored.rounds else None
        if last is not None and last.state == EventRound.PROPOSED:
            stored.rounds.pop()
        number = len(stored.rounds) + 1
        _check_next(stored, number)
        seed = seed or (stored.rounds[-1].seed if stored.rounds else "")
        if not seed:
            text = _("Let somebody in the hall say a word: the draw is made from it.")
            raise refuse("/seed", "seed_missing", text, rule="")
        proposal = format_of(stored.as_played()).propose(stored.as_played(published=True), number, seed)
        _check_tables(work.event, proposal)
        row, sittings = _rows(work.event, number, seed, proposal)
        if dry_run:
            return work.event, row, sittings
        EventRound.objects.filter(event=work.event, state=EventRound.PROPOSED).delete()
        row.save()
        EventSitting.objects.bulk_create(sittings)
        work.log("proposed", after={"seed": seed, "seats": [one.entries for one in sittings]}, round=number)
    return work.event, row, sittings


def _check_next(stored: StoredEvent, number: int) -> None:
    """Raises Refusal if this round cannot be proposed now."""
    event = stored.as_played(published=True)
    most = min(MOST_ROUNDS, format_of(event).rounds(event)) if stored.entries else MOST_ROUNDS
    if number > most:
        raise refuse("", "event_over", "This event has no further round.", rule="")
    before = stored.rounds[-1] if stored.rounds else None
    needs_results = stored.rules.format not in _FREE_OF_RESULTS or stored.rules.seating == "by_standing"
    needs_results = needs_results or bool(stored.rules.go_on)
    if before is not None and before.state != EventRound.CLOSED and needs_results:
        raise refuse("", "round_open", "Close round {number} first.", rule="", number=before.number)


def _check_tables(event: Event, proposal: Proposal) -> None:
    """Raises Refusal if the game cannot be played by those at a table. Without lists on phones anything may be."""
    if not rules_of(event).phones:
        return
    game = all_games()[event.game]
    for table, entries in enumerate(proposal.sittings, 1):
        players = len(entries) * event.players_each
        if players not in game.players:
            refusal = players_refusal(game, players)
            text = _("Table {table} cannot be seated. {why}")
            raise refuse("", "table_size", text, rule="", table=table, why=refusal.errors[0].message)


def _rows(event: Event, number: int, seed: str, proposal: Proposal) -> tuple[EventRound, list[EventSitting]]:
    row = EventRound(
        event=event,
        number=number,
        seed=seed,
        attempt=proposal.attempt,
        cost=proposal.cost,
        byes=list(proposal.byes),
        notices=[[notice.code, list(notice.entries)] for notice in proposal.notices],
        time_limit=rules_of(event).minutes,
    )
    sittings = [
        EventSitting(event=event, round=row, number=place, entries=list(entries))
        for place, entries in enumerate(proposal.sittings, 1)
    ]
    return row, sittings


def find_round(event: Event, number: int) -> EventRound:
    """Returns the round with this number. Raises EventNotFound."""
    row = EventRound.objects.filter(event=event, number=number).first()
    if row is None:
        raise EventNotFound
    return row


def publish(event_id: str, role: str, number: int, expected: int | None = None) -> Event:
    """Publishes a proposed round; done already, nothing changes. Raises EventNotFound, EventVersionConflict."""
    with changing(event_id, role, expected) as work:
        row = find_round(work.event, number)
        if row.state == EventRound.PROPOSED:
            if not work.event.order:
                work.event.order = start_order(load(work.event).as_played(), row.seed)
            _set_state(work, row, EventRound.PUBLISHED, "publish")
    return work.event


def withdraw(event_id: str, role: str, number: int, expected: int | None = None) -> None:
    """Removes a round that has not begun, for a new draw. Raises Refusal, EventNotFound, EventVersionConflict."""
    with changing(event_id, role, expected) as work:
        row = find_round(work.event, number)
        if row.state not in (EventRound.PROPOSED, EventRound.PUBLISHED):
            raise refuse("", "round_begun", "The seats of a round that has begun do not change.", rule="")
        if work.event.rounds.filter(number__gt=number).exists():
            raise refuse("", "round_later", "Remove the rounds after it first.", rule="")
        row.delete()
        if number == 1:
            work.event.order = []
        work.log("round_removed", round=number)


def start(
    event_id: str,
    role: str,
    number: int,
    expected: int | None = None,
    secret: Callable[[str], str] | None = None,
) -> Event:
    """Starts a published round: each sitting gets its table with a match. Done already, nothing changes.

    secret: makes the secret of each table's key for its scorer from the id of the key; None: the tables have none yet.
    Raises Refusal, also if the game cannot be played by so many, EventNotFound, EventVersionConflict.
    """
    with changing(event_id, role, expected) as work:
        row = find_round(work.event, number)
        if row.state in (EventRound.RUNNING, EventRound.CLOSED):
            return work.event
        if row.state == EventRound.PROPOSED:
            raise refuse("", "round_proposed", "Publish the round before it starts.", rule="")
        before = work.event.rounds.filter(number=number - 1).first()
        if before is not None and before.state != EventRound.CLOSED:
            raise refuse("", "round_open", "Close round {number} first.", rule="", number=before.number)
        stored = load(work.event, rounds=[number])
        # Later changes of the rules do not decide anew what was played.
        EventSitting.objects.filter(round=row).update(best_of=stored.rules.best_of)
        if stored.rules.phones:
            names = {entry.number: seat_names(entry, work.event.players_each) for entry in stored.entries}
            for sitting in stored.sittings.get(row.id, ()):
                table = _open_table(work.event, number, sitting, names)
                if secret:
                    access_keys.issue(table, AccessKey.SCORER, secret)
        row.started_at = timezone.now()
        if row.time_limit is not None:
            row.ends_at = row.started_at + timedelta(minutes=row.time_limit)
        _set_state(work, row, EventRound.RUNNING, "start")
    return work.event


def _open_table(event: Event, number: int, sitting: EventSitting, names: dict[int, list[str]]) -> Table:
    """Makes the table of a sitting with its players, and starts its match. Returns it."""
    each = event.players_each
    entries = [entry for _member in range(each) for entry in sitting.entries]
    wanted = [names[entry][member] for member in range(each) for entry in sitting.entries]
    table = Table.objects.create(name=f"{event.name[:50]} · {number} · {sitting.number}"[:80])
    seated = distinct_names(wanted, entries)
    players = Player.objects.bulk_create([Player(id=short_id(), table=table, name=name) for name in seated])
    seats = [{"player": player.id, "name": player.name} for player in players]
    game, rules = all_games()[event.game], rules_of(event)
    length = length_of(event, rules, len(seats))
    lists = range(2 if rules.double_list else 1)
    started = [matches.start(table, game, seats, length.options, {}).match.id for _list in lists]
    if rules.double_list:
        sitting.lists = [[match] for match in started]
    access_keys.issue(table, AccessKey.VIEWER)
    sitting.table, sitting.deals = table, length.deals
    sitting.players = {player.id: entry for player, entry in zip(players, entries, strict=True)}
    sitting.save(update_fields=["table", "players", "lists", "deals"])
    return table


def close(event_id: str, role: str, number: int, expected: int | None = None) -> Event:
    """Closes a round whose results are all in. Done already, nothing changes.

    Raises Refusal with the tables that are open or disputed, EventNotFound, EventVersionConflict.
    """
    with changing(event_id, role, expected) as work:
        row = find_round(work.event, number)
        if row.state == EventRound.CLOSED:
            return work.event
        if row.state != EventRound.RUNNING:
            raise refuse("", "round_not_running", "This round does not run.", rule="")
        stored = load(work.event, rounds=[number])
        status = {one.number: stored.status_of(one) for one in stored.sittings.get(row.id, ())}
        waiting = [str(place) for place, one in status.items() if one in (EventSitting.OPEN, EventSitting.DISPUTED)]
        if waiting:
            text = _("These tables have no result, or a disputed one: {tables}.")
            raise refuse("", "tables_open", text, rule="", tables=", ".join(waiting))
        event = load(work.event).as_played()
        if needs_winner(event, number):
            played = next(one for one in event.rounds if one.number == number)
            level = [str(place) for place, one in enumerate(played.sittings, 1) if event.winner(one) is None]
            if level:
                text = _("At these tables nobody has won, but the winner goes on: {tables}. Say who wins there.")
                raise refuse("", "tables_level", text, rule="", tables=", ".join(level))
        row.closed_at = timezone.now()
        others = work.event.rounds.exclude(number=number)
        # An earlier round may be the one that was opened again after the end.
        if not others.exclude(state=EventRound.CLOSED).exists() and others.count() + 1 >= format_of(event).rounds(
            event
        ):
            work.event.closed_at = row.closed_at
        _set_state(work, row, EventRound.CLOSED, "close")
    return work.event


def reopen(event_id: str, role: str, number: int, reason: str, expected: int | None = None) -> Event:
    """Reopens a closed round, for a reason. Points, ranking and fees are computed anew; no seat changes.

    Lists that phones kept may be corrected: their results are no longer confirmed, and have to be signed again.

    Raises Refusal, EventNotFound, EventVersionConflict.
    """
    reason = checked_reason(reason)
    with changing(event_id, role, expected) as work:
        row = find_round(work.event, number)
        if row.state != EventRound.CLOSED:
            raise refuse("", "round_not_closed", "This round is not closed.", rule="")
        row.closed_at = work.event.closed_at = None
        kept = row.sittings.filter(status=EventSitting.CONFIRMED, source=EventSitting.MATCH)
        access_keys.hand_in(AccessKey.objects.filter(table_id__in=kept.values("table_id")), confirmed=False)
        kept.update(status=EventSitting.ENTERED, confirmed_by=[], version=F("version") + 1)
        _set_state(work, row, EventRound.RUNNING, "reopen", reason=reason)
    return work.event


def _set_state(work: Work, row: EventRound, state: str, kind: str, **further: Any) -> None:
    before, row.state = row.state, state
    row.save()
    work.log(kind, before, state, round=row.number, **further)


def draw_lots(event_id: str, role: str, draw: Callable[[list[int]], list[int]]) -> tuple[Event, dict[str, int]]:
    """Draws lots between entries that only a lot can part. Each is drawn once and stored.

    draw: gives a group of entries an order. Returns the event and all lots. Raises EventNotFound.
    """
    with changing(event_id, role, news_only=True) as work:
        _places, groups = load(work.event).standing(live=False)
        last = max(work.event.lots.values(), default=0)
        new: dict[str, int] = {}
        for group in groups:
            # Who has a lot already keeps it: it is drawn once for the whole event.
            for entry in draw([one for one in group if str(one) not in work.event.lots]):
                last += 1
                new[str(entry)] = last
        if new:
            work.event.lots = {**work.event.lots, **new}
            work.log("lots", after=new)
    return work.event, work.event.lots
