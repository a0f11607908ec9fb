"""What a game is.

A game is one module in ``scoring/games``: its options, the hands that can be entered, the state between hands, and five
questions: what does this hand score (``apply``), what is the next hand (``upcoming``), is the match over (``verdict``),
who takes this trick (``trick``), and what does the form ask (``form``). Pages and API are built from these.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, Literal, Union, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

from scoring.engine.checks import (
    check_one_winner,
    check_per_seat,
    check_per_side,
    check_seat,
    check_side,
    check_totals,
    check_trick,
    check_turns,
)
from scoring.engine.form import Form
from scoring.engine.marking import _
from scoring.engine.match_end import (
    add_points,
    after_deals,
    ended_by_table,
    hand_number,
    leading_sides,
    next_state,
    side_at_target,
    target_reached,
    to_go,
)
from scoring.engine.messages import Message, Number, line
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
from scoring.engine.refusal import refuse
from scoring.engine.results import (
    Board,
    Cell,
    Example,
    Figure,
    Grid,
    HandDetails,
    HandResult,
    Marks,
    Order,
    SheetColumns,
    SheetEntry,
    Upcoming,
    Verdict,
)
from scoring.engine.settlement import Event, Method, OwnFee, SettlementRules, SettleOn
from scoring.engine.tricks import LegalPlays, PlayedTrick, TrickResult

Names = tuple[str, ...]


@dataclass(frozen=True)
class MatchToSettle(Generic[O, S]):
    """A match whose totals are wanted. verdict: the details of its verdict, with what was divided at the end."""

    setup: Setup[O]
    state: S
    verdict: Mapping[str, Any]
    settle_on: SettleOn = "totals"


@dataclass(frozen=True)
class Preset:
    """House rules under the name that players have for them. options: those that differ from the game's defaults."""

    name: str
    options: Mapping[str, Any]


class Game(Generic[O, S]):
    """A card game. One instance per game; it holds no state of its own.

    Class attributes describe the game; subclasses set them and implement the methods.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    native_names: ClassVar[dict[str, str]] = {}
    """Names in the players' own languages, by language tag: ``{"zh": "拱猪"}``."""
    aliases: ClassVar[Names] = ()
    national_signs: ClassVar[dict[str, str]] = {}
    """The pack that its players have, if it has no French suits, by their language tag: ``{"es": "spanish"}``. Pages
    show its signs and ranks unless the table or the phone has chosen others."""
    family: ClassVar[str]
    summary: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    partnerships: ClassVar[bool] = False
    """True if four players play as seats 0 and 2 against 1 and 3."""
    counts: ClassVar[Literal["hand", "deal", "round", "turn"]] = "hand"
    """What the table calls one entry of the sheet."""
    deck: ClassVar[str]
    direction: ClassVar[str] = _("clockwise")
    deals_in_turn: ClassVar[bool] = True
    """False if who deals next follows from what was played: then no page knows it before the hand is scored."""
    deals_again: ClassVar[Names] = ()
    """Answers in the form of a hand after which the same player deals again."""
    lower_wins: ClassVar[bool] = False
    """True if the lowest total wins in every match; where an option decides, see ``lowest_wins``."""
    ends_at: ClassVar[Names] = ("target",)
    """Options with the total that ends a match: from most of it on, pages say how far it is to the end. A total that
    only the next hand knows is its detail ``target``."""
    ends_after: ClassVar[str] = ""
    """The option with the number of hands after which a match ends, whatever the totals are; "" for none."""
    settles_by: ClassVar[Method] = "differences"
    """The usual way of settling up; ``chips`` if the totals are chips, which no other game settles by."""
    settles_on: ClassVar[tuple[SettleOn, ...]] = ("totals",)
    """The points on which a table may settle."""
    official_list: ClassVar[bool] = False
    """Whether clubs keep it on the official list, at tables of four and three (``scoring.events.official_list``)."""
    fees: ClassVar[tuple[Event, ...]] = ()
    """For what a player may owe the kitty something."""
    own_fees: ClassVar[tuple[OwnFee, ...]] = ()
    """The same, with its texts, where no other game has it."""

    follows_people: ClassVar[Names] = ()
    """Fields of the state, beside the totals, with a value for each side: they go with its people to other seats."""
    names_a_seat: ClassVar[Names] = ()
    """Fields of the state, beside the dealer, that are a seat or None."""
    stays_at_table: ClassVar[Names] = ()
    """Fields of the state that hang on no seat, and go on when people change. All others begin anew."""

    draft: ClassVar[bool] = False
    """True while a game is written: what has no translation yet is shown in English, and ``make game`` lists it. A
    game of a release is no draft."""

    Options: ClassVar[type[OptionsModel]] = OptionsModel
    presets: ClassVar[tuple[Preset, ...]] = ()
    """Well-known sets of house rules, offered by name on the page of a new match."""
    State: ClassVar[type[StateModel]] = StateModel
    Details: ClassVar[type[HandDetails]] = HandDetails
    """What ``HandResult.details`` holds."""
    hands: ClassVar[tuple[type[HandModel], ...]]
    """The kinds of hand, distinguished by ``kind``."""
    Lookup: ClassVar[type[LookupModel] | None] = None
    """What a trick look-up asks for; None if the game has no tricks."""
    lookup_figures: ClassVar[Mapping[str, str]] = {}
    """The facts of a look-up that its sentences do not say: field of ``TrickResult.extra`` → title."""
    winners_in_words: ClassVar[Names] = ()
    """What a look-up may name as the winner instead of a seat, where it is asked about cards without seats."""
    examples: ClassVar[tuple[Example, ...]]
    """At least one example for every kind of hand."""
    sheet_columns: ClassVar[SheetColumns | None] = SheetColumns(changes=True)
    """The columns for a hand on one line of the sheet, see ``sheet_entry``; None if its summary is above its points."""

    # -- the match before its first hand -------------------------------------------------------

    def sides(self, players: int, options: O) -> tuple[tuple[int, ...], ...]:
        """Returns the seats of each column of the sheet."""
        if self.partnerships:
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(players))

    def check_setup(self, players: int, options: O) -> None:
        """Raises Refusal if these options do not go together, or not with this number of players.

        Pointers start with ``/options`` or ``/players``.
        """

    def initial(self, setup: Setup[O]) -> S:
        """Returns the state before the first hand."""
        return self.State(totals=[0] * len(setup.sides))  # type: ignore[return-value]

    def complete_start(self, setup: Setup[O], state: S, given: frozenset[str]) -> S:
        """Returns the state to start from, with the fields that follow from others filled in. given: the names of those
        entered.

        Called before ``check_start``; totals and dealer are known to fit the seats.
        """
        return state

    def check_start(self, setup: Setup[O], state: S) -> None:
        """Raises Refusal if a match cannot start from this state. Pointers are relative to the state."""

    # -- the five questions ---------------------------------------------------------------------

    def apply(self, setup: Setup[O], state: S, hand: Any) -> HandResult[S]:
        """Returns the result of a hand. Raises Refusal if it is not possible; pointers are relative to the hand."""
        raise NotImplementedError

    def upcoming(self, setup: Setup[O], state: S) -> Upcoming:
        """Returns the facts about the next hand: dealer, leader, notices."""
        return Upcoming(dealer=state.dealer, leads=setup.after(state.dealer))

    def verdict(self, setup: Setup[O], state: S, ended: bool = False) -> Verdict:
        """Returns whether the match is over, and who has won.

        ended: whether the players have ended the match themselves.
        """
        raise NotImplementedError

    def trick(self, setup: Setup[O], lookup: Any) -> TrickResult | LegalPlays:
        """Returns who takes a trick, or, with a hand and an unfinished trick, which of its cards may be played."""
        raise NotImplementedError

    def form(self, setup: Setup[O], state: S) -> Form:
        """Returns the form for the next hand, quickest way first."""
        raise NotImplementedError

    # -- settling up ----------------------------------------------------------------------------------

    def usual_method(self, setup: Setup[O]) -> Method:
        """Returns the usual way of settling this match; ``mean`` if the points are payments: it pays them as they
        are.
        """
        return self.settles_by

    def check_settlement(self, rules: SettlementRules) -> None:
        """Raises Refusal if a match of this game cannot be settled by these rules; pointers are relative to the
        rules.
        """
        rules.check()
        game = Message(self.name)
        if rules.method == "chips" and self.settles_by != "chips":
            raise refuse(
                "/method", "no_chips", "{game} is not played with chips.", rule="scoring", game=Message(self.name)
            )
        if rules.settle_on not in self.settles_on:
            text = _("{game} has no such points: its totals count.")
            raise refuse("/settle_on", "no_such_points", text, rule="scoring", game=game)
        for event, fee in rules.fees.items():
            if fee and not self.has_fee(event):
                raise refuse(f"/{event}_fee", "no_such_fee", "{game} has no such fee.", rule="scoring", game=game)

    def has_fee(self, event: Event) -> bool:
        """Returns whether somebody may owe the kitty something for this."""
        return event in (*self.fees, *(fee.event for fee in self.own_fees))

    def lowest_wins(self, setup: Setup[O]) -> bool:
        """Returns whether the lowest total is the best in this match."""
        return self.lower_wins

    def hands_won(self, setup: Setup[O], state: S) -> Sequence[int] | None:
        """Returns the hands or games that each side has won, if they decide the match; None if the totals do."""
        return None

    def totals_to_settle(self, match: MatchToSettle[O, S]) -> Sequence[Number]:
        """Returns what counts when a match is settled, by side: totals, or the chips that each has more than at the
        start.
        """
        return match.state.totals

    def fees_due(self, setup: Setup[O], hand: Mapping[str, Any], result: Mapping[str, Any]) -> dict[Event, list[int]]:
        """Returns the seats that owe the kitty something for a hand.

        hand: as entered. result: as the API shows it.

        By default: a declarer with points below zero has lost a game.
        """
        declarer = hand.get("declarer")
        if "lost" in self.fees and declarer is not None and result["points"][setup.side_of(declarer)] < 0:
            return {"lost": [declarer]}
        return {}

    # -- what the rules page and the sheet draw from the game -----------------------------------

    def strength(self, options: O) -> tuple[Order, ...]:
        """Returns the order of the cards."""
        return ()

    def card_values(self, options: O) -> dict[str, Number]:
        """Returns card points by rank (or by card, if suits differ); empty if cards have none."""
        return {}

    def tables(self, options: O) -> dict[str, Grid]:
        """Returns tables of bids, stakes and values by name, each with its caption.

        The rules page draws each at its ``{{ table NAME }}``, the look-up of tricks draws them all.
        """
        return {}

    def played_tricks(self, setup: Setup[O], state: S, hand: Any) -> Sequence[PlayedTrick]:
        """Returns the tricks of a hand that was entered by its cards; empty if it was entered in another way.

        state: before the hand. The worked examples of the rules page show them, also of a hand that is refused: nothing
        is checked here.
        """
        return ()

    def board(self, setup: Setup[O], state: S) -> Board:
        """Returns pots, marks and the like, as they lie on the table."""
        return ()

    def sheet_entry(self, setup: Setup[O], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns a recorded hand in one line, as on paper: its points alone. Asked of a game with
        ``sheet_columns``, and before a hand is saved, if an answer saves it.

        hand: as it was entered. result: its stored result in the API's shape, with ``points``, ``totals`` (by side) and
        ``details``. Both may come from an earlier release, which may have had fewer fields.
        """
        return SheetEntry()

    def without_part(self, setup: Setup[O], hand: dict[str, Any]) -> Collection[int]:
        """Returns the sides that had no part in a recorded hand: their places on the sheet are empty, not 0.

        hand: as for ``sheet_entry``.
        """
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


#: Games import what nearly all of them need from here, wherever it is defined.
__all__ = [
    "Board",
    "Cell",
    "Example",
    "Figure",
    "Game",
    "Grid",
    "HandDetails",
    "HandLookupModel",
    "HandModel",
    "HandResult",
    "LegalPlays",
    "LookupModel",
    "Marks",
    "MatchToSettle",
    "OpenHandState",
    "OptionsModel",
    "Order",
    "PlayedTrick",
    "Preset",
    "Setup",
    "SheetColumns",
    "SheetEntry",
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
    "check_side",
    "check_totals",
    "check_trick",
    "check_turns",
    "ended_by_table",
    "hand_number",
    "leading_sides",
    "line",
    "next_state",
    "side_at_target",
    "target_reached",
    "to_go",
]
