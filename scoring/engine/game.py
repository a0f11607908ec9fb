"""What a game is.

A game is one module in ``scoring/games``: its options, the hands that can be entered, what is carried
between hands, and five questions that the table asks: what does this hand score (``apply``), what comes
next (``upcoming``), is the match over (``verdict``), who takes this trick (``trick``), and what does the
phone ask (``form``). Everything else, pages and API, is made from these.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, Union, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

from scoring.engine.checks import (
    check_one_winner,
    check_per_seat,
    check_per_side,
    check_seat,
    check_totals,
    check_trick,
    check_turns,
)
from scoring.engine.form import Form
from scoring.engine.match_end import (
    add_points,
    after_deals,
    ended_by_table,
    hand_number,
    leading_sides,
    next_state,
    target_reached,
    to_go,
)
from scoring.engine.messages import Number, line
from scoring.engine.models import (
    HandLookupModel,
    HandModel,
    LookupModel,
    O,
    OpenHandState,
    OptionsModel,
    S,
    Setup,
    StateModel,
)
from scoring.engine.results import Board, Cell, Example, Figure, Grid, HandResult, Marks, Order, Upcoming, Verdict
from scoring.engine.tricks import LegalPlays, PlayedTrick, TrickResult

Names = tuple[str, ...]


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
    """The kinds of hand, distinguished by ``kind``."""
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

    def apply(self, setup: Setup[O], state: S, hand: Any) -> HandResult[S]:
        """What a hand scores. Raises Refusal where it is not possible; pointers relative to the hand."""
        raise NotImplementedError

    def upcoming(self, setup: Setup[O], state: S) -> Upcoming:
        """What the table needs to know before the coming hand."""
        return Upcoming(dealer=state.dealer, leads=setup.after(state.dealer))

    def verdict(self, setup: Setup[O], state: S, ended: bool = False) -> Verdict:
        """Whether the match is over, and who has won. ended: the table has stopped by its own choice."""
        raise NotImplementedError

    def trick(self, setup: Setup[O], lookup: Any) -> TrickResult | LegalPlays:
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

    def tables(self, options: O) -> dict[str, Grid]:
        """Tables of bids, stakes and values by name, each with its caption.

        The rules page draws each where it says ``{{ table NAME }}``, and the look-up of tricks shows them all.
        """
        return {}

    def played_tricks(self, setup: Setup[O], state: S, hand: Any) -> Sequence[PlayedTrick]:
        """The tricks of a hand that was entered by the cards played; none where it was entered otherwise.

        state: before the hand. The worked examples of the rules page show them, also of a hand that is refused: nothing
        is checked here.
        """
        return ()

    def board(self, setup: Setup[O], state: S) -> Board:
        """Pots, marks and the like, as they would lie on the table."""
        return ()

    # -- models composed from the declarations ---------------------------------------------------

    @cached_property
    def hand_adapter(self) -> TypeAdapter[Any]:
        """Validates one hand of any kind."""
        if len(self.hands) == 1:
            return TypeAdapter(self.hands[0])
        union: Any = Union[self.hands]  # noqa: UP007 - of a tuple; Python 3.14 has no Union.__getitem__
        return TypeAdapter(Annotated[union, Field(discriminator="kind")])

    @cached_property
    def start_model(self) -> type[BaseModel]:
        """The state with every field optional: what ``start`` may hold."""
        options = cast(O, self.Options())
        sides = max(len(self.sides(players, options)) for players in self.players)
        bounds: dict[str, Any] = {"dealer": {"maximum": max(self.players) - 1}}
        bounds |= {"totals": {"maxItems": sides}, "open_points": {"maxItems": sides}}
        fields: dict[str, Any] = {}
        for name, info in self.State.model_fields.items():
            optional = info._copy()
            optional.default_factory = None
            optional.default = None if info.is_required() else info.get_default(call_default_factory=True)
            optional.json_schema_extra = bounds.get(name) or info.json_schema_extra
            fields[name] = (info.annotation, optional)
        title = "".join(part.capitalize() for part in self.slug.split("-"))
        return create_model(f"{title}Start", __config__=ConfigDict(extra="forbid", strict=True), **fields)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of hand."""
        return tuple(model.model_fields["kind"].default for model in self.hands)

    def __repr__(self) -> str:
        return f"<{self.name}>"


#: What nearly every game needs comes from here, wherever it is defined.
__all__ = [
    "Board",
    "Cell",
    "Example",
    "Figure",
    "Game",
    "Grid",
    "HandLookupModel",
    "HandModel",
    "HandResult",
    "LegalPlays",
    "LookupModel",
    "Marks",
    "OpenHandState",
    "OptionsModel",
    "Order",
    "PlayedTrick",
    "Setup",
    "StateModel",
    "TrickResult",
    "Upcoming",
    "Verdict",
    "add_points",
    "after_deals",
    "check_one_winner",
    "check_per_seat",
    "check_per_side",
    "check_seat",
    "check_totals",
    "check_trick",
    "check_turns",
    "ended_by_table",
    "hand_number",
    "leading_sides",
    "line",
    "next_state",
    "target_reached",
    "to_go",
]
