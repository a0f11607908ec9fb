"""A fourth player joins a table of three, at the start of a round of deals (exception of Skat leagues).

The sitting becomes two lists: of three players, then of four. Its result is the sum of both.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.db.json_text import dump_json
from scoring.engine.marking import _
from scoring.engine.refusal import refuse
from scoring.event_models import Event, EventRound, EventSitting
from scoring.games import all_games
from scoring.models import Match, Player, Table, short_id
from scoring.selectors.event_results import results_of
from scoring.selectors.events import rules_of
from scoring.selectors.match_snapshot import stored_match
from scoring.services import history, matches
from scoring.services.event_entries import distinct_names, find, seat_names
from scoring.services.event_results import find_sitting_at_version, save_sitting
from scoring.services.events import changing

_SEATS = 3
_FORMATS = ("series", "league_day")


def join(
    event_id: str, role: str, where: tuple[int, int], entry: int, deals: int | None = None, expected: int | None = None
) -> EventSitting:
    """Seats an entry as the fourth at a table of three: its list ends, and a list of four begins.

    where: numbers of round and table. deals: played so far; needed where the list is kept on paper. Returns the
    sitting. Raises Refusal, EventNotFound, SittingVersionConflict.
    """
    with changing(event_id, role, news_only=True) as work:
        sitting = find_sitting_at_version(work.event, where, expected)
        _check_sitting(work.event, sitting)
        joining = find(work.event, entry)
        seated = {number for one in sitting.round.sittings.all() for number in one.entries}
        if entry in seated or joining.left is not None:
            raise refuse("/entry", "not_free", "Entry {number} is not free in this round.", rule="", number=entry)
        lists = _running_lists(sitting)
        played = {match.hand_count for match in lists} if lists else {deals}
        if len(played) > 1 or (lists and results_of([sitting])[sitting.id].difference is not None):
            raise refuse("", "lists_differ", "Both lists of the table have to agree first.", rule="")
        (after,) = played
        if after is None:
            raise refuse("/deals", "deals_missing", "Say how many deals this table has played.", rule="")
        if after % _SEATS:
            text = _("A fourth player joins at the start of a round of deals: after {before} or {next} deals.")
            before = after - after % _SEATS
            raise refuse("/deals", "round_of_deals", text, rule="", before=before, next=before + _SEATS)
        before_entries = list(sitting.entries)
        sitting.entries = [*sitting.entries, entry]
        sitting.joined_after, sitting.confirmed_by = after, []
        if lists:
            _go_on_as_four(work.event, sitting, lists)
        joining.first_round = min(joining.first_round, sitting.round.number)
        joining.save(update_fields=["first_round"])
        sitting.round.byes = [number for number in sitting.round.byes if number != entry]
        sitting.round.save(update_fields=["byes"])
        save_sitting(work, sitting, "joined", before_entries, sitting.entries, entry=entry)
    return sitting


def _check_sitting(event: Event, sitting: EventSitting) -> None:
    """Raises Refusal if nobody may join this table."""
    rules = rules_of(event)
    if sitting.round.state != EventRound.RUNNING:
        raise refuse("", "round_not_running", "This round does not run.", rule="")
    if len(sitting.entries) != _SEATS or event.players_each != 1 or rules.format not in _FORMATS or rules.best_of > 1:
        raise refuse("", "no_table_of_three", "A fourth player joins a table of three only.", rule="")
    if sitting.status != EventSitting.OPEN or results_of([sitting])[sitting.id].done:
        raise refuse("", "result_there", "This table has a result already.", rule="")
    if 4 not in all_games()[event.game].players:
        raise refuse("", "no_table_of_three", "A fourth player joins a table of three only.", rule="")


def _running_lists(sitting: EventSitting) -> list[Match]:
    """The match of each list of the sitting; none where it is kept on paper."""
    rows = (
        list(Match.objects.filter(table_id=sitting.table_id).order_by("created_at", "id")) if sitting.table_id else []
    )
    if sitting.lists:
        return [row for row in rows if any(row.id in group for group in sitting.lists)]
    played = [row for row in rows if row.hand_count] or rows[:1]
    if len(played) > 1:
        raise refuse("", "lists_many", "This table has several matches: remove those that do not count.", rule="")
    return played


def _go_on_as_four(event: Event, sitting: EventSitting, lists: Sequence[Match]) -> None:
    """Ends the matches of three, and starts as many of four with the deals that are left."""
    table = Table.objects.select_for_update(no_key=True).get(id=sitting.table_id)
    game = all_games()[event.game]
    options = {**event.options, **_deals_left(lists[0])}
    joining = find(event, sitting.entries[-1])
    (wanted,) = seat_names(joining, 1)
    others = list(table.players.values_list("name", flat=True))
    name = distinct_names([*others, wanted], [0 for _name in others] + [joining.number])[-1]
    player = Player.objects.create(id=short_id(), table=table, name=name)
    groups = []
    sitting.deals = _left(sitting.deals, lists[0].hand_count) if sitting.deals else 0
    for match in lists:
        history.finish(match.id, None)
        seats = [*match.seats, {"player": player.id, "name": player.name}]
        groups.append([match.id, matches.start(table, game, seats, options, {}).match.id])
    sitting.lists = groups
    sitting.players = {**sitting.players, player.id: joining.number}
    Table.objects.filter(id=table.id).update(version=table.version + 1)


def _deals_left(match: Match) -> dict[str, int]:
    """The option with the number of deals, for games that have one: as many rounds of deals as are left."""
    opened = stored_match(match.game, len(match.seats), dump_json(match.options), dump_json(match.start))
    name = opened.game.ends_after
    deals = getattr(opened.setup.options, name, None) if name else None
    return {name: _left(deals, match.hand_count)} if isinstance(deals, int) else {}


def _left(deals: int, played: int) -> int:
    """The deals that four play, of which three have played some."""
    return (deals - played) // _SEATS * (_SEATS + 1)
