"""A match at one version, read from the database and written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from django.db.models import Q
from pydantic_core import from_json

from scoring.db import match_rows
from scoring.db.json_text import dump_json, escape_json, format_time
from scoring.db.write_lock import write_transaction
from scoring.engine.game import Game
from scoring.engine.match import OpenMatch, open_stored_match, options_json
from scoring.engine.match import effective_options as engine_options
from scoring.engine.match_status import MatchStatus
from scoring.engine.messages import ENGLISH, Language, fill_names
from scoring.games import all_games
from scoring.languages import current_language
from scoring.models import Hand, Match
from scoring.selectors.access_keys import Key
from scoring.selectors.translated_results import translated_hand_rows

T = TypeVar("T")


class MatchNotFound(Exception):  # noqa: N818
    """There is no such match or hand."""


class VersionConflict(Exception):  # noqa: N818
    """The match has another version than the client expected. match: its current state."""

    def __init__(self, match: MatchSnapshot) -> None:
        super().__init__(f"the match is at version {match.version}")
        self.match = match


@dataclass(frozen=True)
class MatchSnapshot:
    """A match at one version. role: of the key that it was loaded with, None if the key does not open it.

    has_webhooks: whether its table has any active ones. deal_limit: its event ends it after so many deals; 0: only its
    game does; None: it is of no event. signs: of the suits, as its table has chosen, "" for those of each game. state
    and summary are JSON text; summary has placeholders for names. continues, continued_by: ids of the parts before and
    after it, "" for none. carried: JSON text, see ``Match``.
    """

    id: str
    table_id: str
    slug: str
    title: str
    note: str
    seats: list[dict[str, Any]]
    options: str
    start: str
    version: int
    hand_count: int
    state: str
    summary: str
    finished: bool
    ended: bool
    hand_open: bool
    can_redo: bool
    created_at: datetime
    updated_at: datetime
    continues: str
    continued_by: str
    carried: str | None
    has_webhooks: bool
    deal_limit: int | None
    signs: str
    role: str | None = None

    @property
    def in_event(self) -> bool:
        """Whether its table is one of an event."""
        return self.deal_limit is not None

    @property
    def deals_are_played(self) -> bool:
        """Whether it has all the deals after which its event ends it."""
        return bool(self.deal_limit) and not self.hand_open and self.hand_count >= (self.deal_limit or 0)

    @property
    def its_row(self) -> Q:
        """Returns the condition for the row of this match. It names the table, see ``scoring.models.table_in``."""
        return Q(id=self.id, table_id=self.table_id)

    @property
    def its_rows(self) -> Q:
        """Returns the condition for the rows of its hands and changes."""
        return Q(table_id=self.table_id, match_id=self.id)

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        return [seat["name"] for seat in self.seats]

    @cached_property
    def open_match(self) -> OpenMatch:
        """The match before its first hand."""
        return stored_match(self.slug, len(self.seats), self.options, self.start)

    @property
    def game(self) -> Game[Any, Any]:
        return all_games()[self.slug]

    @property
    def side_names(self) -> list[str]:
        """The names of the columns."""
        return self.side_names_in(self.language)

    def side_names_in(self, language: Language) -> list[str]:
        """Returns the names of the columns, for a text in this language."""
        return side_names(self.open_match.setup.sides, self.names, language)

    @cached_property
    def current_state(self) -> Any:
        """The engine's state after the last hand."""
        return self.game.State.model_validate_json(self.state)

    @property
    def language(self) -> Language:
        """The language of the request, with the words of this game."""
        return current_language(self.slug)

    @cached_property
    def status(self) -> dict[str, Any]:
        """Everything except the hands: totals, finished, winners, reason, next, state."""
        status: dict[str, Any] = from_json(self.status_text)
        return status

    @cached_property
    def status_text(self) -> str:
        """The same as JSON text. The English text is stored; for another language it is made again."""
        language = self.language
        if language is ENGLISH:
            return self.fill_names(self.summary)
        opened = self.slug, len(self.seats), self.options, self.start
        number = self.hand_count + (not self.hand_open)
        return self.fill_names(_translated_status(opened, self.state, number, self.ended, language))

    def after_change(self, status: MatchStatus, columns: dict[str, Any], **changes: Any) -> MatchSnapshot:
        """Returns this match after a change, one version later. columns: as stored, see ``status_columns``."""
        stored = {name: columns[name] for name in ("state", "summary", "finished", "ended")}
        after = replace(self, version=self.version + 1, **stored, **changes)
        after.__dict__["current_state"] = status.state  # so that it need not be parsed again
        return after

    def fill_names(self, text: str) -> str:
        """Returns stored JSON text with the players' names filled in."""
        return fill_names(text, *self._names_in_json)

    @cached_property
    def _names_in_json(self) -> tuple[list[str], list[str]]:
        return _names_in_json(tuple(self.names), tuple(self.side_names))


@lru_cache(maxsize=1024)
def _translated_status(
    opened: tuple[str, int, str, str], state: str, next_number: int, ended: bool, language: Language
) -> str:
    """The status in another language, with placeholders for names: made once for all readers.

    opened: the arguments of ``stored_match``. state: JSON text of the state after the last hand.
    """
    match = stored_match(*opened)
    status = MatchStatus(match, match.game.State.model_validate_json(state), next_number, ended)
    return f'{dump_json(status.without_state(language))[:-1]},"state":{state}}}'


@dataclass(frozen=True)
class ChangeResult:
    """The result of a change: the match, and the hand concerned as JSON text (None if there is none)."""

    match: MatchSnapshot
    hand: str | None = None
    number: int | None = None


TransactionHook = Callable[[ChangeResult], None]
"""Called within the transaction, so that its writes are committed or rolled back with the change."""


@lru_cache(maxsize=1024)
def stored_match(slug: str, players: int, options: str, start: str) -> OpenMatch:
    """Returns a stored match before its first hand. options, start: JSON text."""
    return open_stored_match(all_games()[slug], players, from_json(options), from_json(start))


@lru_cache(maxsize=1024)
def _names_in_json(names: tuple[str, ...], sides: tuple[str, ...]) -> tuple[list[str], list[str]]:
    return [escape_json(name) for name in names], [escape_json(name) for name in sides]


def side_names(sides: Sequence[Sequence[int]], names: Sequence[str], language: Language) -> list[str]:
    """Returns the names of the columns: of a player, or of both partners."""
    return [language.side_name([names[seat] for seat in side]) for side in sides]


def effective_options(slug: str, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns every option of the game with its value. options: the chosen ones, as valid plain JSON."""
    return options_json(engine_options(all_games()[slug], players, options))


@lru_cache(maxsize=1024)
def _effective_options(slug: str, players: int, options: str) -> dict[str, Any]:
    return effective_options(slug, players, from_json(options))


def load_match(match_id: str, key: Key | None = None, lock: bool = False) -> MatchSnapshot:
    """Returns the match with this id, and the role of the key, in one query. lock: for the transaction.

    Raises MatchNotFound.
    """
    row = match_rows.load_match_row(match_id, key.id if key else "", lock)
    if row is None or row[match_rows.MATCH_COLUMNS.index("slug")] not in all_games():
        raise MatchNotFound
    columns = dict(zip(match_rows.MATCH_COLUMNS, row, strict=True))
    role, digest = columns.pop("role"), columns.pop("digest")
    columns["seats"] = from_json(columns["seats"])
    for flag in ("finished", "ended", "hand_open", "can_redo", "has_webhooks"):
        columns[flag] = bool(columns[flag])  # SQLite has no booleans of its own
    for moment in ("created_at", "updated_at"):
        columns[moment] = match_rows.stored_time(columns[moment])
    return MatchSnapshot(**columns, role=role if key is not None and key.fits(digest) else None)


def part_before(match: MatchSnapshot, lock: bool = False) -> MatchSnapshot | None:
    """Returns the part of which this match is the next one; None if there is none here."""
    before = _linked(match, match.continues, lock)
    return before if before and before.created_at < match.created_at else None


def part_after(match: MatchSnapshot, lock: bool = False) -> MatchSnapshot | None:
    """Returns the next part of this match; None if there is none here."""
    after = _linked(match, match.continued_by, lock)
    return after if after and after.created_at > match.created_at else None


def _linked(match: MatchSnapshot, match_id: str, lock: bool) -> MatchSnapshot | None:
    """A part of a match. Links come with copies, too: one to another table or game is none, and none goes in a circle,
    because the next part was begun later.
    """
    if not match_id:
        return None
    try:
        linked = load_match(match_id, lock=lock)
    except MatchNotFound:
        return None
    return linked if (linked.table_id, linked.slug) == (match.table_id, match.slug) else None


def state_before(match: MatchSnapshot, number: int) -> Any:
    """Returns the engine's state before a hand (1 for the first). Raises MatchNotFound."""
    if number == 1:
        return match.open_match.state
    text = Hand.objects.filter(match.its_rows, number=number - 1).values_list("state", flat=True).first()
    if text is None:
        raise MatchNotFound
    return match.game.State.model_validate_json(text)


def input_text(match: MatchSnapshot, number: int) -> str:
    """Returns the input of a hand, as JSON text. Raises MatchNotFound."""
    text = Hand.objects.filter(match.its_rows, number=number).values_list("input", flat=True).first()
    if text is None:
        raise MatchNotFound
    return text


def hand_json(match: MatchSnapshot, result: str, entry: str, at: datetime) -> str:
    """Returns a hand as JSON text of the API: result, input and time, joined from stored texts."""
    return match.fill_names(_join_hand(match.slug, result, entry, at))


def _join_hand(slug: str, result: str, entry: str, at: datetime) -> str:
    return f'{result[:-1]},"game":"{slug}","input":{entry},"recorded_at":"{format_time(at)}"}}'


TRIES = 20
"""Attempts to read a match that is changed meanwhile. After that, writers have to wait for the reader."""


def at_one_version(match: MatchSnapshot, read: Callable[[MatchSnapshot], T]) -> T:
    """Returns the result of ``read``, which reads rows of one version of the match: of a newer one if it is changed.

    read: raises ConcurrentUpdate if it has seen rows of two versions, see ``hands_json`` and ``check_unchanged``.
    Raises MatchNotFound if the match is deleted meanwhile, and whatever read raises.
    """
    for _ in range(TRIES):
        try:
            return read(match)
        except match_rows.ConcurrentUpdate:
            match = replace(load_match(match.id), role=match.role)
    with write_transaction():
        return read(replace(load_match(match.id, lock=True), role=match.role))


def check_unchanged(match: MatchSnapshot) -> None:
    """Raises ConcurrentUpdate if the match was changed meanwhile. Call it after reading by several statements."""
    if not Match.objects.filter(match.its_row, version=match.version).exists():
        raise match_rows.ConcurrentUpdate


def hand_rows(
    match: MatchSnapshot, first: int = 1, most: int | None = None, version: int | None = None
) -> list[match_rows.HandRow]:
    """Returns the hands from number ``first`` on, at most ``most``, with results in the language of the request.

    version: the version that the match must have, None for any. Raises ConcurrentUpdate if it has another.
    """
    if match.language is ENGLISH:
        return match_rows.load_hand_rows(match, first, most, version)
    return translated_hand_rows(match, first, most, version)


def newest_points(match: MatchSnapshot, most: int) -> list[tuple[int, str]]:
    """Returns number and points (a JSON text, by side) of at most so many hands, the latest first."""
    return list(Hand.objects.filter(match.its_rows).order_by("-number").values_list("number", "points")[:most])


def hands_json(match: MatchSnapshot, after: int = 0, most: int | None = None) -> list[str]:
    """Returns hands after number ``after``, at most ``most``, each as JSON text. Raises ConcurrentUpdate."""
    hands = hand_rows(match, after + 1, most, match.version)
    # Names are filled into all hands at once. JSON text has no line breaks.
    text = "\n".join(
        _join_hand(match.slug, result, entry, match_rows.stored_time(at)) for _, result, entry, at in hands
    )
    return match.fill_names(text).split("\n") if text else []


def one_hand_json(match: MatchSnapshot, number: int) -> str:
    """Returns one hand as JSON text. Raises MatchNotFound, ConcurrentUpdate."""
    hands = hands_json(match, number - 1, 1) if 1 <= number <= match.hand_count else []
    if not hands:
        raise MatchNotFound
    return hands[0]


def match_json(match: MatchSnapshot, limit: int) -> str:
    """Returns a match as JSON text of the API, with up to ``limit`` hands (0: none) and a link to the others.

    Raises ConcurrentUpdate.
    """
    hands = hands_json(match, 0, limit) if limit else []
    sides = [
        {"seats": list(seats), "name": name}
        for seats, name in zip(match.open_match.setup.sides, match.side_names, strict=True)
    ]
    more = f"/api/v1/matches/{match.id}/hands?cursor={limit}" if match.hand_count > limit else None
    facts = {
        "id": match.id,
        "table": match.table_id,
        "game": match.slug,
        "title": match.title,
        "note": match.note,
        "version": match.version,
        "players": match.seats,
        "sides": sides,
        "options": from_json(match.options),
        "effective_options": _effective_options(match.slug, len(match.seats), match.options),
        "start": from_json(match.start),
        "created_at": format_time(match.created_at),
        "updated_at": format_time(match.updated_at),
        "continues": match.continues or None,
        "continued_by": match.continued_by or None,
        "ended": match.ended,
        "hand_count": match.hand_count,
        "hands_next": more,
    }
    return f'{dump_json(facts)[:-1]},"hands":[{",".join(hands)}],{match.status_text[1:]}'
