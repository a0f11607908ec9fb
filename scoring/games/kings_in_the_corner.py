"""Kings in the Corner: a patience for several players; the first player without cards wins the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.cards import PACK_52, Card, rank_of
from scoring.engine.cards_left import CardsLeftRow, check_cards_left
from scoring.engine.form import Choice, Control, Form, Option, Row, Sent, seats_to_choose
from scoring.engine.game import (
    Board,
    Cell,
    Example,
    Game,
    Grid,
    HandDetails,
    HandModel,
    HandResult,
    Marks,
    OptionsModel,
    Order,
    Setup,
    StateModel,
    Upcoming,
    Verdict,
    check_per_seat,
    check_seat,
    ended_by_table,
    next_state,
)
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.match_end import hands_or_target, length_of_match
from scoring.engine.messages import Line, Number, line, plural, say, seat
from scoring.engine.refusal import refuse

DEALT = 7
TABLEAU = 4
MOST_LEFT = len(PACK_52) - TABLEAU
KINGS = 4
USUAL_TARGET = 25
RANKS = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A")

Seat = Annotated[int, between(0, 5)]
KingsInTheCornerCard = Annotated[Card, PACK_52.card_schema]
KingsLeft = Annotated[
    Annotated[list[Annotated[int, between(0, KINGS)]], entries(2, 6)] | None,
    Field(
        title="Kings left",
        max_length=12,
        description="With penalty scoring: the number of kings among each player's cards; 0 if left out.",
    ),
]
CardsLeft = Annotated[
    list[Annotated[int, between(0, MOST_LEFT)] | Annotated[list[KingsInTheCornerCard], entries(0, MOST_LEFT)]],
    Field(max_length=12, json_schema_extra={"minItems": 2, "maxItems": 6}),
]


class KingsInTheCornerOptions(OptionsModel):
    """House rules."""

    scoring: Literal["wins", "penalty"] = Field(
        "wins",
        title="Scoring",
        description="Whether the winner of a hand scores 1, or everybody scores penalty points for the "
        "cards left in hand.",
        json_schema_extra={"labels": {"wins": "a point for the winner", "penalty": "penalty points for cards left"}},
    )
    king_penalty: int = Field(
        10, ge=1, le=25, title="Penalty for a king", description="What a king left in hand costs; other cards cost 1."
    )
    target: Annotated[int, Field(ge=1, le=10_000)] | None = Field(
        None,
        title="Target",
        description="The match ends after the hand in which somebody reaches this total. If it is left "
        "out: no limit for wins, 25 for penalty points.",
    )
    hands: Annotated[int, Field(ge=1, le=500)] | None = Field(
        None, title="Hands", description="The number of hands after which the match ends."
    )
    draw: Literal["end", "start"] = Field(
        "end",
        title="Drawing",
        description="Whether a card is drawn at the end of every turn, or at its start.",
        json_schema_extra={"labels": {"end": "at the end of a turn", "start": "at the start of a turn"}},
    )


class KingsInTheCornerState(StateModel):
    """Totals, dealer and the number of hands."""


class KingsInTheCornerDetails(HandDetails):
    """Figures of a hand. cards_left: by seat, null if nobody asked. kings_left: by seat."""

    winners: list[int]
    cards_left: list[int] | None
    kings_left: list[int]


class KingsInTheCornerOutHand(HandModel):
    """A hand that ended when somebody ran out of cards."""

    kind: Literal["out"] = "out"
    winner: Seat = Field(title="Winner", description="The seat without cards.")
    cards_left: CardsLeft | None = Field(
        None,
        title="Cards left",
        description="For each seat the number of cards left or the cards themselves, 0 for the winner. Needed with "
        "penalty scoring.",
    )
    kings_left: KingsLeft = None


class KingsInTheCornerBlockedHand(HandModel):
    """A hand that locked: everybody knocked in turn without a move."""

    kind: Literal["blocked"] = "blocked"
    cards_left: CardsLeft = Field(
        title="Cards left", description="For each seat the number of cards left or the cards themselves."
    )
    kings_left: KingsLeft = None


@dataclass(frozen=True)
class _Ended:
    """How a hand ended: its winners, cards and kings left to each seat (None if nobody asked)."""

    winners: list[int]
    cards: list[int] | None
    kings: list[int]


class KingsInTheCorner(Game[KingsInTheCornerOptions, KingsInTheCornerState]):
    """Piles that go down in alternating colours, kings in the corners, and a race to play the last card."""

    slug = "kings-in-the-corner"
    name = "Kings in the Corner"
    aliases = ("Kings Corners", "Kings' Corners", "King's Corner")
    family = "Shedding and outlasting"
    summary = "Build down in alternating colours around the stock; the first without cards wins."
    players = (2, 3, 4, 5, 6)
    deck = "52 cards"
    Options = KingsInTheCornerOptions
    State = KingsInTheCornerState
    Details = KingsInTheCornerDetails
    hands = (KingsInTheCornerOutHand, KingsInTheCornerBlockedHand)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="Somebody ran out",
            players=4,
            hands=[{"kind": "out", "winner": 1, "cards_left": [2, 0, 5, 3]}],
            expect=[0, 1, 0, 0],
        ),
        Example(
            title="A locked hand with two winners",
            players=3,
            hands=[{"kind": "blocked", "cards_left": [2, 2, 4]}],
            expect=[1, 1, 0],
        ),
        Example(
            title="Penalty points, kings counted apart",
            players=4,
            options={"scoring": "penalty"},
            hands=[{"kind": "out", "winner": 3, "cards_left": [4, 1, 6, 0], "kings_left": [0, 1, 2, 0]}],
            expect=[4, 10, 24, 0],
        ),
        Example(
            title="Penalty points from the cards themselves",
            players=2,
            options={"scoring": "penalty"},
            hands=[{"kind": "blocked", "cards_left": [["KH", "2C"], ["9D", "9C", "AS"]]}],
            expect=[11, 3],
        ),
    )

    # -- a hand ---------------------------------------------------------------------------------

    def apply(
        self, setup: Setup[KingsInTheCornerOptions], state: KingsInTheCornerState, hand: Any
    ) -> HandResult[KingsInTheCornerState]:
        ended = _ended(setup, hand)
        winners = [seat(who) for who in ended.winners]
        if hand.kind == "out":
            lines = [line("{who} ran out of cards", who=winners, rule="out")]
            summary = say("{who} ran out", who=winners)
        else:
            fewest = min(ended.cards or [0])
            forms = ngettext_noop("Locked: {who} with {n} card", "Locked: {who} with {n} cards")
            lines = [Line(plural(fewest, *forms, who=winners), None, "blocked")]
            summary = say("Locked, won by {who}", who=winners)
        if setup.options.scoring == "wins":
            points = [int(who in ended.winners) for who in range(setup.players)]
            lines += [line("{who} has won the hand", who=seat(who), value=1, rule="scoring") for who in ended.winners]
        else:
            points, penalty_lines = _penalties(setup.options, ended)
            lines += penalty_lines
        return HandResult(
            points=points,
            state=next_state(setup, state, points),
            lines=lines,
            summary=summary,
            details=KingsInTheCornerDetails(winners=ended.winners, cards_left=ended.cards, kings_left=ended.kings),
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[KingsInTheCornerOptions], state: KingsInTheCornerState) -> Upcoming:
        options, first = setup.options, setup.after(state.dealer)
        drawing = (
            line("Each turn ends with a card from the stock", rule="turn")
            if options.draw == "end"
            else line("Each turn starts with a card from the stock", rule="turn")
        )
        text = _("{who} deals {n} cards to each and lays four around the stock")
        notices = [
            *length_of_match(state, options.hands, _target(options)),
            line(text, who=seat(state.dealer), n=DEALT, rule="setup"),
            line("{who} begins", who=seat(first), rule="turn", code="seats"),
            drawing,
        ]
        details = {"first": first, "hand": state.hands_played + 1, "stock": _stock(setup.players)}
        return Upcoming(dealer=state.dealer, leads=first, notices=notices, details=details)

    def verdict(
        self, setup: Setup[KingsInTheCornerOptions], state: KingsInTheCornerState, ended: bool = False
    ) -> Verdict:
        options = setup.options
        lowest = options.scoring == "penalty"
        result = (
            ended_by_table(state, lowest) if ended else hands_or_target(state, options.hands, _target(options), lowest)
        )
        return replace(result, details={"next_dealer": None if result.finished else state.dealer})

    def strength(self, options: KingsInTheCornerOptions) -> tuple[Order, ...]:
        return (Order("A pile, from its first card down", RANKS),)

    def card_values(self, options: KingsInTheCornerOptions) -> dict[str, Number]:
        """Penalty points of a card left in hand, where the table counts them."""
        return {rank: _cost(options, rank) for rank in RANKS}

    def board(self, setup: Setup[KingsInTheCornerOptions], state: KingsInTheCornerState) -> Board:
        if setup.options.scoring == "penalty":
            return ()
        return [Marks(side, "chip", int(wins), setup.options.target) for side, wins in enumerate(state.totals)]

    # -- the form -------------------------------------------------------------------------------

    def tables(self, options: KingsInTheCornerOptions) -> dict[str, Grid]:
        rows: list[list[Cell]] = [[n, n * DEALT, TABLEAU, _stock(n)] for n in self.players]
        head = say("players"), say("in hands"), say("on the table"), say("stock")
        return {"deal": Grid([*head], rows, say("The deal"))}

    def form(self, setup: Setup[KingsInTheCornerOptions], state: KingsInTheCornerState) -> Form:
        penalty = setup.options.scoring == "penalty"
        labels = [seat(who) for who in range(setup.players)]
        limits: dict[str, Any] = {"labels": labels, "least": 0, "most": MOST_LEFT, "blank": 0}
        controls: list[Control] = [
            Choice(
                name="kind",
                label=say("How did the hand end?"),
                options=[
                    Option("out", say("Somebody ran out"), {"kind": "out"}),
                    Option("blocked", say("Locked: all knocked"), {"kind": "blocked"}),
                ],
                default="out",
                rule="end-of-hand",
            ),
            Choice(
                name="winner",
                label=say("Who ran out of cards?"),
                options=seats_to_choose(range(setup.players), "winner"),
                rule="out",
                when={"kind": "out"},
                submits=not penalty,
            ),
            CardsLeftRow(
                name="left_out",
                path="cards_left",
                label=say("Cards left"),
                help=say("None for the player who ran out."),
                rule="scoring",
                when={"kind": "out"},
                fold=not penalty,
                **limits,
            ),
            CardsLeftRow(
                name="cards_left",
                label=say("Cards left"),
                rule="blocked",
                when={"kind": "blocked"},
                **limits,
            ),
        ]
        if penalty:
            kings = say("Kings among them")
            controls.append(_KingsRow(name="kings_left", label=kings, rule="penalty", **limits | {"most": KINGS}))
        return Form(controls)


@dataclass(frozen=True, kw_only=True)
class _KingsRow(Row):
    """A row for the number of kings; where the cards themselves were entered it shows the kings among them."""

    @property
    def template(self) -> str:
        return "row"

    def show(self, hand: Mapping[str, Any]) -> Sent:
        entered = hand.get("kings_left") or [0] * len(self.labels)
        left = hand.get("cards_left") or []
        if not any(entered) and any(isinstance(entry, list) for entry in left):
            entered = [_kings_in(entry) or 0 for entry in left]
        return super().show({"kings_left": entered}) if any(entered) else {}


def _target(options: KingsInTheCornerOptions) -> int | None:
    """The target that ends the match: penalty points always have one."""
    return USUAL_TARGET if options.target is None and options.scoring == "penalty" else options.target


def _cost(options: KingsInTheCornerOptions, rank: str) -> int:
    return options.king_penalty if rank == "K" else 1


def _kings_in(entry: int | list[str]) -> int | None:
    """The kings among these cards, None if only their number is known."""
    return None if isinstance(entry, int) else sum(rank_of(code) == "K" for code in entry)


def _ended(setup: Setup[KingsInTheCornerOptions], hand: Any) -> _Ended:
    """How the hand ended. Raises Refusal if it cannot have."""
    winner: int | None = None
    if hand.kind == "out":
        winner = hand.winner
        check_seat(setup, winner, "/winner", rule="out")
        if hand.cards_left is None:
            if setup.options.scoring == "penalty":
                text = _("Everybody scores for the cards left, so they are needed.")
                raise refuse("/cards_left", "cards_left_missing", text, rule="penalty")
            if hand.kings_left is not None:
                text = _("Kings are part of the cards left: enter those too.")
                raise refuse("/cards_left", "cards_left_missing", text, rule="penalty")
            return _Ended([hand.winner], None, [0] * setup.players)
    cards = check_cards_left(setup, PACK_52, hand.cards_left, winner, rule="blocked" if winner is None else "out")
    if sum(cards) > MOST_LEFT:
        text = _("{n} cards left are not possible: at least four lie on the table.")
        raise refuse("/cards_left", "too_many_cards", text, rule="setup", n=sum(cards))
    kings = _kings(setup, hand, cards)
    winners = [who for who, n in enumerate(cards) if n == min(cards)]
    return _Ended(winners, cards, kings)


def _kings(setup: Setup[KingsInTheCornerOptions], hand: Any, cards: list[int]) -> list[int]:
    """The kings left to each seat, as entered or as the cards show. Raises Refusal if they are not possible."""
    counted = [_kings_in(entry) for entry in hand.cards_left]
    if hand.kings_left is None:
        kings = [n or 0 for n in counted]
    else:
        kings = list(hand.kings_left)
        check_per_seat(setup, kings, "/kings_left", rule="penalty")
    for who, n in enumerate(kings):
        pointer, params = f"/kings_left/{who}", {"who": seat(who), "n": n}
        if n < 0:
            raise refuse(pointer, "negative", "A number of kings is never below zero.", rule="penalty")
        if n > cards[who]:
            text = _("{who} cannot have more kings ({n}) than cards.")
            raise refuse(pointer, "more_kings_than_cards", text, rule="penalty", **params)
        if counted[who] not in (None, n):
            text = _("There are not {n} kings among the cards of {who}.")
            raise refuse(pointer, "disagree", text, rule="penalty", **params)
    if sum(kings) > KINGS:
        text = _("There are only {most} kings, not {n}.")
        raise refuse("/kings_left", "too_many_kings", text, rule="penalty", most=KINGS, n=sum(kings))
    return kings


def _penalties(options: KingsInTheCornerOptions, ended: _Ended) -> tuple[list[int], list[Line]]:
    """What everybody scores for their own cards left."""
    points, lines = [], []
    for who, (cards, kings) in enumerate(zip(ended.cards or (), ended.kings, strict=True)):
        cost = kings * options.king_penalty + cards - kings
        points.append(cost)
        others = plural(cards - kings, "{n} card × 1", "{n} cards × 1")
        parts = [plural(kings, "{n} king × {each}", "{n} kings × {each}", each=options.king_penalty)] if kings else []
        parts += [others] if cards > kings else []
        lines.append(
            line("{who}: {parts}", who=seat(who), parts=parts, value=cost, rule="penalty")
            if parts
            else line("{who}: no card left", who=seat(who), value=0, rule="penalty")
        )
    return points, lines


def _stock(players: int) -> int:
    """The cards left after the deal."""
    return len(PACK_52) - TABLEAU - DEALT * players


game = KingsInTheCorner()
