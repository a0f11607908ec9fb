"""What a game is.

A game is one module in ``scoring/games``: its options, the hands that can be entered, what is carried
between hands, and five questions that the table asks: what does this hand score (``apply``), what comes
next (``upcoming``), is the match over (``verdict``), who takes this trick (``trick``), and what does the
phone ask (``form``). Everything else, pages and API, is made from these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, TypeVar, Union

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

from scoring.engine.cards import Card, Pack
from scoring.engine.explain import Line, Message, Number, count, line, plain, say, side
from scoring.engine.form import Form
from scoring.engine.piles import check_in_pack
from scoring.engine.refusal import refuse
from scoring.engine.tricks import Legal, Play, Taken

Names = tuple[str, ...]


class OptionsModel(BaseModel):
    """House rules. Every field has a default, a title and a description; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class HandModel(BaseModel):
    """One kind of hand: ``kind`` is a Literal with a default, the other fields are what the scorer enters."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    kind: str


class LookupModel(BaseModel):
    """A trick to look up: the cards on the table in playing order and, for legal plays, a hand."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    plays: list[Play] = Field(
        default=[], title="Plays", description="The cards of the trick, in the order in which they were played."
    )


class HandLookupModel(LookupModel):
    """A trick to look up where the game also says which cards of a hand may be played."""

    hand: list[Card] | None = Field(
        None,
        title="Hand",
        min_length=1,
        max_length=52,
        description="The cards of the player whose turn it is; the answer is then which of them may be played.",
    )


class StateModel(BaseModel):
    """What is carried between hands. Small, immutable, plain JSON.

    totals: by side. dealer: the seat that deals the coming hand. hands_played: hands recorded so far.
    A match may start from any of these fields (a table that began on paper goes on from there).
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    totals: list[Number] = Field(title="Totals", description="Score of each side so far.")
    dealer: int = Field(0, ge=0, title="Dealer", description="Seat that deals the coming hand.")
    hands_played: int = Field(0, ge=0, title="Hands played", description="Hands recorded so far.")


O = TypeVar("O", bound=OptionsModel)  # noqa: E741 - Options
S = TypeVar("S", bound=StateModel)


@dataclass(frozen=True)
class Setup(Generic[O]):
    """A match before its first hand. players: how many seats. sides: the seats of each column."""

    players: int
    options: O
    sides: tuple[tuple[int, ...], ...]

    def side_of(self, seat: int) -> int:
        """The side that a seat belongs to."""
        return next(number for number, seats in enumerate(self.sides) if seat in seats)

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat so many places further in the order of play."""
        return (seat + steps) % self.players


@dataclass(frozen=True)
class Scored(Generic[S]):
    """What a hand came to.

    points: change by side. state: what is carried on. lines: the whole calculation in the order in which
    a player would say it. summary: the hand in a few words, for its row on the sheet. details: derived
    figures under the names of the specification. complete: False for a hand that is still being played.
    lookup: True where the "hand" was only a question and nothing was played.
    """

    points: Sequence[Number]
    state: S
    lines: list[Line]
    summary: Message
    details: dict[str, Any] = field(default_factory=dict)
    complete: bool = True
    lookup: bool = False


@dataclass(frozen=True)
class Upcoming:
    """The coming hand: dealer and leader (seats, None where the game has none), who sits out, what to tell."""

    dealer: int | None
    leads: int | None
    sits_out: list[int] = field(default_factory=list)
    notices: list[Line] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """Whether the match is over, who has won (sides), and why."""

    finished: bool
    winners: list[int] = field(default_factory=list)
    reason: Message | None = None
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Figure:
    """A value on the table beside the totals: a pot, a stake, a price."""

    label: Message
    value: Number | str


@dataclass(frozen=True)
class Marks:
    """Counters of one side, as they lie on the table: Truco's beans, erased lines, sixes.

    symbol: ``bean``, ``line``, ``chip``, ``red``, ``black`` or ``card``. count: how many are shown. of: how
    many there are to win or lose, None where there is no limit.
    """

    side: int
    symbol: str
    count: int
    of: int | None = None


@dataclass(frozen=True)
class Grid:
    """The game's own way of writing its score: head cells, then rows of cells."""

    head: list[Message | str]
    rows: list[list[Message | Number | str]]
    caption: Message | None = None


Board = Sequence[Figure | Marks | Grid]


@dataclass(frozen=True)
class Example:
    """Hands that can be entered as they stand, for the documentation, the tests and the rules page.

    expect: the points of the last hand by side, checked by the tests.
    """

    title: str
    hands: list[dict[str, Any]]
    expect: list[Number]
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    start: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Order:
    """A row of the card strength table: where it holds, and cards or ranks from the highest down.

    Cards that are equal stand in one inner tuple.
    """

    where: str
    cards: tuple[str | tuple[str, ...], ...]


class Game(Generic[O, S]):
    """A card game. One instance per game; it holds no state of its own.

    Class attributes say what the game is; subclasses set them and write the methods.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    native_names: ClassVar[dict[str, str]] = {}
    """Names in the players' own languages, by language tag: ``{"zh": "拱猪"}``."""
    aliases: ClassVar[Names] = ()
    family: ClassVar[str]
    summary: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    partnerships: ClassVar[bool] = False
    """True where four players sit as seats 0 and 2 against 1 and 3."""
    deck: ClassVar[str]
    direction: ClassVar[str] = "clockwise"
    lower_wins: ClassVar[bool] = False
    """True where a low total is good; the sheet and the standings read it."""

    Options: ClassVar[type[OptionsModel]] = OptionsModel
    State: ClassVar[type[StateModel]] = StateModel
    hands: ClassVar[tuple[type[HandModel], ...]]
    """The kinds of hand, told apart by ``kind``."""
    Lookup: ClassVar[type[LookupModel] | None] = None
    """What a trick look-up asks for; None where the game has no tricks."""
    examples: ClassVar[tuple[Example, ...]]
    """At least one example for every kind of hand."""

    # -- the match before its first hand -------------------------------------------------------

    def sides(self, players: int, options: O) -> tuple[tuple[int, ...], ...]:
        """The seats of each column of the sheet."""
        if self.partnerships:
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(players))

    def check_setup(self, players: int, options: O) -> None:
        """Raises Refusal where these options do not go together or not with so many players.

        Pointers start with ``/options`` or ``/players``.
        """

    def initial(self, setup: Setup[O]) -> S:
        """The state before the first hand."""
        return self.State(totals=[0] * len(setup.sides))  # type: ignore[return-value]

    def complete_start(self, setup: Setup[O], state: S, given: frozenset[str]) -> S:
        """The state to start from where some fields follow from others; given: the names of those that were entered.

        Called before ``check_start``; totals and dealer are known to fit the seats.
        """
        return state

    def check_start(self, setup: Setup[O], state: S) -> None:
        """Raises Refusal where a match cannot start from this state. Pointers are relative to the state."""

    # -- the five questions ---------------------------------------------------------------------

    def apply(self, setup: Setup[O], state: S, hand: Any) -> Scored[S]:
        """What a hand scores. Raises Refusal where it cannot have happened; pointers relative to the hand."""
        raise NotImplementedError

    def upcoming(self, setup: Setup[O], state: S) -> Upcoming:
        """What the table needs to know before the coming hand."""
        return Upcoming(dealer=state.dealer, leads=setup.after(state.dealer))

    def verdict(self, setup: Setup[O], state: S, ended: bool = False) -> Verdict:
        """Whether the match is over, and who has won. ended: the table has stopped by its own choice."""
        raise NotImplementedError

    def trick(self, setup: Setup[O], lookup: Any) -> Taken | Legal:
        """Who takes a trick, or, with a hand and an unfinished trick, which of its cards may be played."""
        raise NotImplementedError

    def form(self, setup: Setup[O], state: S) -> Form:
        """What the phone asks for the coming hand, quickest way first."""
        raise NotImplementedError

    # -- what the rules page and the sheet draw from the game -----------------------------------

    def strength(self, options: O) -> tuple[Order, ...]:
        """The order of the cards."""
        return ()

    def card_values(self, options: O) -> dict[str, Number]:
        """Card points by rank (or by card, where suits differ); empty where cards have none."""
        return {}

    def board(self, setup: Setup[O], state: S) -> Board:
        """Pots, marks and the like, as they would lie on the table."""
        return ()

    # -- models composed from the declarations ---------------------------------------------------

    @cached_property
    def hand_adapter(self) -> TypeAdapter[Any]:
        """Validates one hand of any kind."""
        if len(self.hands) == 1:
            return TypeAdapter(self.hands[0])
        union: Any = Union.__getitem__(self.hands)
        return TypeAdapter(Annotated[union, Field(discriminator="kind")])

    @cached_property
    def start_model(self) -> type[BaseModel]:
        """The state with every field optional: what ``start`` may hold."""
        fields: dict[str, Any] = {}
        for name, info in self.State.model_fields.items():
            optional = info._copy()
            optional.default_factory = None
            optional.default = None if info.is_required() else info.get_default(call_default_factory=True)
            fields[name] = (info.annotation, optional)
        title = "".join(part.capitalize() for part in self.slug.split("-"))
        return create_model(f"{title}Start", __config__=ConfigDict(extra="forbid", strict=True), **fields)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of hand."""
        return tuple(model.model_fields["kind"].default for model in self.hands)

    def __repr__(self) -> str:
        return f"<{self.name}>"


def check_seat(setup: Setup[Any], seat: int | None, pointer: str, rule: str = "setup") -> None:
    """Raises Refusal where nobody sits in this seat."""
    if seat is not None and not 0 <= seat < setup.players:
        raise refuse(
            pointer,
            "seat_unknown",
            "There is no seat {seat}: {players} play, in seats 0 to {last}.",
            rule=rule,
            seat=seat,
            players=setup.players,
            last=setup.players - 1,
        )


def check_per_seat(setup: Setup[Any], values: Sequence[Any], pointer: str, rule: str = "setup") -> None:
    """Raises Refusal where a list has not one entry for each seat."""
    if len(values) != setup.players:
        raise refuse(
            pointer,
            "wrong_length",
            "One entry for each of the {players} players is needed, not {given}.",
            rule=rule,
            players=setup.players,
            given=len(values),
        )


def check_per_side(setup: Setup[Any], values: Sequence[Any], pointer: str, rule: str = "setup") -> None:
    """Raises Refusal where a list has not one entry for each side."""
    if len(values) != len(setup.sides):
        raise refuse(
            pointer,
            "wrong_length",
            "One entry for each of the {sides} sides is needed, not {given}.",
            rule=rule,
            sides=len(setup.sides),
            given=len(values),
        )


def add(totals: Sequence[Number], points: Sequence[Number]) -> list[Number]:
    """Totals with these points added, whole numbers kept whole."""
    return [plain(total + change) for total, change in zip(totals, points, strict=True)]


def best(totals: Sequence[Number], lowest: bool = False) -> list[int]:
    """The sides with the best total; equal totals share."""
    top = min(totals) if lowest else max(totals)
    return [number for number, total in enumerate(totals) if total == top]


def move_on(setup: Setup[Any], state: S, points: Sequence[Number], **changes: Any) -> S:
    """The state after a hand: points added, the deal moved one seat on, one hand more; changes: what else differs."""
    usual = {
        "totals": add(state.totals, points),
        "dealer": setup.after(state.dealer),
        "hands_played": state.hands_played + 1,
    }
    return state.model_copy(update=usual | changes)


def stopped(state: StateModel, lowest: bool = False) -> Verdict:
    """The verdict on a match that the table has ended: the best total so far wins, if a hand was played."""
    winners = best(state.totals, lowest) if state.hands_played else []
    return Verdict(True, winners, say("The table ended the match"))


def after_deals(state: StateModel, deals: int, played: int | None = None) -> Verdict:
    """The verdict where the highest total wins after an agreed number of deals; equal totals share.

    played: the deals that count towards it, where not every hand recorded does.
    """
    if (state.hands_played if played is None else played) < deals:
        return Verdict(False)
    return Verdict(True, best(state.totals), count(deals, "{n} deal was played", "{n} deals were played"))


def first_to(state: StateModel, target: Number) -> Verdict:
    """The verdict where a total at or above the target ends the match and the highest total wins; equal share."""
    winners = best(state.totals)
    top = state.totals[winners[0]]
    if top < target:
        return Verdict(False)
    return Verdict(
        True, winners, say("{who} reached {target} with {total}", who=side(winners[0]), target=target, total=top)
    )


def to_go(state: StateModel, target: Number, rule: str = "end") -> list[Line]:
    """How far each side is from the target, as notices."""
    return [
        line("{who}: {total}, {missing} to go", who=side(number), total=total, missing=plain(target - total), rule=rule)
        for number, total in enumerate(state.totals)
    ]


def check_totals(
    state: StateModel, step: int = 1, least: int | None = None, most: int | None = None, rule: str = "scoring"
) -> None:
    """Raises Refusal where a match cannot start from these totals: no multiple of the step, or outside the limits."""
    for number, total in enumerate(state.totals):
        pointer = f"/totals/{number}"
        if total % step:
            text = "{total} is no total of this game: a multiple of {step} is needed."
            raise refuse(pointer, "not_a_multiple", text, rule=rule, total=total, step=step)
        if (least is not None and total < least) or (most is not None and total > most):
            text = (
                "A total of {total} cannot be: it is never below {least}."
                if most is None
                else ("A total of {total} cannot be: it lies between {least} and {most}.")
            )
            raise refuse(pointer, "total_impossible", text, rule=rule, total=total, least=least or 0, most=most or 0)


def check_one_winner(state: StateModel, target: Number, rule: str = "end") -> None:
    """Raises Refusal where a match cannot start from these totals: more than one side has reached the target."""
    if sum(total >= target for total in state.totals) > 1:
        text = "Only one side can have won: the match ends when a side has {target}."
        raise refuse("/totals", "two_winners", text, rule=rule, target=target)


def check_trick(
    setup: Setup[Any],
    pack: Pack,
    lookup: LookupModel,
    rule: str,
    whole: bool = False,
    forbidden: Sequence[int] = (),
    size: int | None = None,
) -> None:
    """Raises Refusal where a trick and hand to look up cannot be: out of turn, too long, a card unknown or twice.

    whole: without a hand, every player must have played. forbidden: seats that hold no cards and are passed over.
    size: cards to a trick, where not every player holds cards.
    """
    size = size or setup.players
    plays = lookup.plays
    hand = getattr(lookup, "hand", None) or []
    if not plays and not hand:
        raise refuse("/plays", "no_cards", "There is nothing to look up: no card was played.", rule=rule)
    if len(plays) > size or (whole and not hand and len(plays) < size):
        raise refuse(
            "/plays",
            "trick_size",
            "A trick has one card from each of the {players} players, not {given}.",
            rule=rule,
            players=size,
            given=len(plays),
        )
    check_turns(setup, plays, rule, forbidden)
    shown = [(f"/plays/{number}/card", play.card) for number, play in enumerate(plays)]
    check_in_pack(pack, shown + [(f"/hand/{number}", code) for number, code in enumerate(hand)])


def check_turns(setup: Setup[Any], plays: Sequence[Play], rule: str, forbidden: Sequence[int] = ()) -> None:
    """Raises Refusal where plays are not in turn: each seat once, each the next in the order of play.

    forbidden: seats that hold no cards and are passed over.
    """
    turn: int | None = None
    for number, play in enumerate(plays):
        check_seat(setup, play.seat, f"/plays/{number}/seat", rule)
        if play.seat in forbidden:
            raise refuse(f"/plays/{number}/seat", "sits_out", "This seat has no cards in this hand.", rule=rule)
        if turn is not None and play.seat != turn:
            raise refuse(
                f"/plays/{number}/seat",
                "out_of_turn",
                "Seat {seat} plays out of turn: it is the turn of seat {turn}.",
                rule=rule,
                seat=play.seat,
                turn=turn,
            )
        turn = setup.after(play.seat)
        while turn in forbidden:
            turn = setup.after(turn)


__all__ = [
    "Board",
    "Example",
    "Figure",
    "Game",
    "Grid",
    "HandLookupModel",
    "HandModel",
    "Legal",
    "LookupModel",
    "Marks",
    "OptionsModel",
    "Order",
    "Scored",
    "Setup",
    "StateModel",
    "Taken",
    "Upcoming",
    "Verdict",
    "add",
    "after_deals",
    "best",
    "check_one_winner",
    "check_per_seat",
    "check_per_side",
    "check_seat",
    "check_totals",
    "check_trick",
    "check_turns",
    "first_to",
    "line",
    "move_on",
    "stopped",
    "to_go",
]
