"""A match is computed from its hands and nothing else.

``open_match`` checks players, options and start; ``open_stored_match`` does not. ``step`` scores one hand, ``replay`` a
list. Recording a hand, correcting one and scoring without storing all use ``step``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.engine.checks import check_seat
from scoring.engine.game import (
    Game,
    HandModel,
    HandResult,
    OpenHandState,
    OptionsModel,
    Setup,
    StateModel,
    Upcoming,
    Verdict,
)
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import (
    ENGLISH,
    Language,
    Line,
    Message,
    Number,
    plural,
    render_sentence,
    trim_number,
)
from scoring.engine.refusal import FieldError, Refusal, pointers_under, refuse, validate


@dataclass(frozen=True)
class ScoredHand:
    """A scored hand: its number (1 for the first), the validated hand, its result."""

    number: int
    hand: Any
    result: HandResult[Any]

    @property
    def state(self) -> Any:
        """The state after the hand."""
        return self.result.state

    def as_json(self, slug: str, language: Language = ENGLISH) -> dict[str, Any]:
        """Returns the hand as the API shows it; names of seats and sides are placeholders (``messages.fill_names``)."""
        return {
            "number": self.number,
            "kind": self.hand.kind,
            "points": [trim_number(value) for value in self.result.points],
            "totals": [trim_number(value) for value in self.result.state.totals],
            "complete": self.result.complete,
            "summary": render_sentence(self.result.summary, language),
            "details": self.result.details,
            "explanation": [line_json(line, slug, language) for line in self.result.lines],
        }


@dataclass(frozen=True)
class OpenMatch:
    """A match that can be played: the game, its setup and the state before the first hand."""

    game: Game[Any, Any]
    setup: Setup[Any]
    state: StateModel


@dataclass
class Replay:
    """A match after these hands."""

    open_match: OpenMatch
    results: list[ScoredHand] = field(default_factory=list)

    @property
    def state(self) -> Any:
        """The state after the last hand: pass it as ``start`` to continue."""
        return self.results[-1].state if self.results else self.open_match.state

    @property
    def totals(self) -> list[Number]:
        """Score of each side."""
        return [trim_number(value) for value in self.state.totals]

    @property
    def verdict(self) -> Verdict:
        """Whether the match is over and who has won."""
        return self.open_match.game.verdict(self.open_match.setup, self.state)

    @property
    def upcoming(self) -> Upcoming | None:
        """The next hand, None once the match is finished."""
        if self.verdict.finished:
            return None
        return self.open_match.game.upcoming(self.open_match.setup, self.state)


def open_match(
    game: Game[Any, Any],
    players: int,
    options: Mapping[str, Any] | None = None,
    start: Mapping[str, Any] | None = None,
) -> OpenMatch:
    """Returns a match before its first hand.

    players: the number of seats. options, start: plain JSON as in the API; fields left out have their defaults.
    Raises Refusal if they are not possible (pointers ``/players``, ``/options/…``, ``/start/…``).
    """
    chosen = validate(game.Options, dict(options or {}), "/options", rule="options")
    if players not in game.players:
        raise players_refusal(game, players)
    game.check_setup(players, chosen)
    chosen = chosen.as_played(players)
    setup = Setup(players, chosen, game.sides(players, chosen))
    if not start:
        return OpenMatch(game, setup, game.initial(setup))
    state, given = _start_state(game, setup, start)
    with pointers_under("/start"):
        _check_start(setup, state)
        state = game.complete_start(setup, state, given)
        game.check_start(setup, state)
        if isinstance(state, OpenHandState) and state.open_points:
            game.check_start(setup, _before_open_hand(state))
    return OpenMatch(game, setup, state)


def open_stored_match(
    game: Game[Any, Any], players: int, options: Mapping[str, Any], start: Mapping[str, Any]
) -> OpenMatch:
    """Returns a stored match before its first hand.

    Like ``open_match``, but without the checks of players, options and start: a game may now refuse what an earlier
    release accepted, and the match must still open. An option that it lacks has the default of the release that stored
    it (``stored_options``). Raises Refusal only if options or start cannot be read at all.
    """
    chosen = effective_options(game, players, options)
    setup = Setup(players, chosen, game.sides(players, chosen))
    if not start:
        return OpenMatch(game, setup, game.initial(setup))
    state, given = _start_state(game, setup, start)
    with suppress(Refusal):
        state = game.complete_start(setup, state, given)
    return OpenMatch(game, setup, state)


def stored_options(game: Game[Any, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the chosen options of a stored or exported match, with those whose default has changed since.

    options: as stored. A match that starts now is stored with such options, whatever they are (``options_to_store``).
    """
    return {**game.Options.older_defaults, **options}


def options_to_store(opened: OpenMatch, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the chosen options of a new match, with those whose default has changed once: see ``stored_options``."""
    changed = set(opened.game.Options.older_defaults)
    return {**opened.setup.options.model_dump(mode="json", include=changed), **options}


def effective_options(game: Game[Any, Any], players: int, options: Mapping[str, Any]) -> Any:
    """Returns all options of a stored match as they count. Raises Refusal if they cannot be read."""
    chosen: OptionsModel = validate(game.Options, stored_options(game, options), "/options")
    return chosen.as_played(players)


def options_json(options: OptionsModel) -> dict[str, Any]:
    """Returns options as they are answered: plain JSON, with whole numbers written as such."""
    values = options.model_dump(mode="json")
    return {name: trim_number(value) if isinstance(value, float) else value for name, value in values.items()}


def _start_state(game: Game[Any, Any], setup: Setup[Any], start: Mapping[str, Any]) -> tuple[Any, frozenset[str]]:
    """Returns the first state with the given fields in it, and their names."""
    given = validate(game.start_model, dict(start), "/start", rule="setup")
    fields = {name: getattr(given, name) for name in given.model_fields_set}
    return game.initial(setup).model_copy(update=fields), frozenset(fields)


def start_json(game: Game[Any, Any], start: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a start as it is stored and answered: plain JSON, every field under its current name.

    start: as in ``open_match``.
    """
    fields: dict[str, Any] = validate(game.start_model, dict(start), "/start").model_dump(
        mode="json", exclude_unset=True
    )
    return fields


def _check_start(setup: Setup[Any], state: StateModel) -> None:
    if len(state.totals) != len(setup.sides):
        raise refuse(
            "/totals",
            "wrong_length",
            "One total for each of the {sides} sides is needed.",
            rule="setup",
            sides=len(setup.sides),
        )
    if isinstance(state, OpenHandState) and len(state.open_points) not in (0, len(setup.sides)):
        text = _("The points of the open hand are needed for each of the {sides} sides, or none.")
        raise refuse("/open_points", "wrong_length", text, rule="setup", sides=len(setup.sides))
    check_seat(setup, state.dealer, "/dealer")


def player_range_message(allowed: Sequence[int]) -> Message:
    """Returns the numbers of players as a text: ``"4 players"``, ``"3 to 5 players"``, ``"2, 4 or 8 players"``."""
    first, last = allowed[0], allowed[-1]
    if len(allowed) == 1:
        return plural(last, "{n} player", "{n} players")
    if list(allowed) == list(range(first, last + 1)):
        return plural(last, "{first} to {n} player", "{first} to {n} players", first=first)
    return plural(last, "{numbers} or {n} player", "{numbers} or {n} players", numbers=list(allowed[:-1]))


def players_refusal(game: Game[Any, Any], players: int) -> Refusal:
    """Returns the refusal of this number of players; it names the numbers that are possible."""
    pointer, allowed = "/players", game.players
    params: dict[str, Any] = {"game": Message(game.name), "players": players}
    if len(allowed) == 1:
        forms = ngettext_noop(
            "{game} is played by {n} player, not by {players}.", "{game} is played by {n} players, not by {players}."
        )
        return Refusal([FieldError(pointer, "players", plural(allowed[0], *forms, **params), "setup")])
    params |= {"first": allowed[0], "last": allowed[-1]}
    if list(allowed) == list(range(allowed[0], allowed[-1] + 1)):
        text = _("{game} is played by {first} to {last} players, not by {players}.")
        return refuse(pointer, "players", text, rule="setup", **params)
    text = _("{game} is played by {numbers} or {last} players, not by {players}.")
    return refuse(pointer, "players", text, rule="setup", numbers=list(allowed[:-1]), **params)


def step(open_match: OpenMatch, state: Any, hand: Any, number: int, finished: bool | None = None) -> ScoredHand:
    """Returns one hand scored on this state.

    state: after the hands before. hand: plain JSON, or a hand model that is already validated. number: of this hand, 1
    for the first. finished: whether the match is over, if the caller knows; None to ask the game. Raises Refusal if the
    hand is malformed or not possible, and if the match is over; pointers are relative to the hand.
    """
    game, entered = open_match.game, hand
    if not isinstance(hand, HandModel):
        hand = validate(game.hand_adapter, hand, rule="scoring")
    if game.verdict(open_match.setup, state).finished if finished is None else finished:
        raise refuse("", "match_over", "The match is over: no more hands can be played.", rule="end")
    try:
        scored = game.apply(open_match.setup, _before_open_hand(state), hand)
    except Refusal as refusal:
        raise refusal.as_sent(entered) from None
    if isinstance(scored.state, OpenHandState):
        open_points = [] if scored.complete else [trim_number(value) for value in scored.points]
        scored = replace(scored, state=scored.state.model_copy(update={"open_points": open_points}))
    return ScoredHand(number, hand, scored)


def _before_open_hand(state: Any) -> Any:
    """Returns the state without the points of a hand that is still being played: that hand is entered as a whole."""
    if not isinstance(state, OpenHandState) or not state.open_points:
        return state
    totals = [trim_number(total - points) for total, points in zip(state.totals, state.open_points, strict=True)]
    return state.model_copy(update={"totals": totals, "open_points": []})


def replay(
    game: Game[Any, Any],
    players: int,
    hands: Sequence[Any] = (),
    options: Mapping[str, Any] | None = None,
    start: Mapping[str, Any] | None = None,
) -> Replay:
    """Returns a whole match scored from its first hand.

    Raises as ``open_match`` and ``step`` do; the pointer of a refused hand starts with ``/hands/INDEX``.
    """
    match = Replay(open_match(game, players, options, start))
    extend(match, hands)
    return match


def extend(match: Replay, hands: Sequence[Any]) -> None:
    """Adds hands to a match. Raises as ``replay`` does; the hands before the refused one stay added."""
    number = len(match.results) + 1
    for index, hand in enumerate(hands):
        with pointers_under(f"/hands/{index}"):
            if match.results and not match.results[-1].result.complete:
                raise refuse(
                    "",
                    "hand_open",
                    "Hand {open} is still being played: finish it before the next.",
                    rule="scoring",
                    open=match.results[-1].number,
                )
            result = step(match.open_match, match.state, hand, number)
        match.results.append(result)
        number += 0 if result.result.is_query else 1


def line_json(line: Line, slug: str, language: Language = ENGLISH) -> dict[str, Any]:
    """Returns a line as the API shows it."""
    return {
        "text": render_sentence(line.message, language),
        **({} if line.value is None else {"value": trim_number(line.value)}),
        "rule": f"/rules/{slug}#{line.rule}",
        **({"code": line.code} if line.code else {}),
    }
