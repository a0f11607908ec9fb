"""High Card: cut the pack; who has cut the highest card scores one."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scoring.engine.bounds import between
from scoring.engine.captured import check_in_pack
from scoring.engine.cards import PACK_52, Card, rank_of
from scoring.engine.form import Choice, Form, cards_to_choose, seats_to_choose
from scoring.engine.game import (
    Example,
    Game,
    HandModel,
    HandResult,
    OptionsModel,
    Order,
    Setup,
    StateModel,
    Upcoming,
    Verdict,
    check_seat,
    ended_by_table,
    next_state,
    target_reached,
    to_go,
)
from scoring.engine.messages import card, line, say, seat
from scoring.engine.refusal import refuse

HighCardCard = Annotated[Card, PACK_52.card_schema]
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")


class HighCardOptions(OptionsModel):
    """How long the match lasts."""

    target: int = Field(3, ge=1, le=20, title="Target", description="Cuts that win the match.")


class HighCardCut(HandModel):
    """One cut."""

    kind: Literal["cut"] = "cut"
    winner: Annotated[int, between(0, 3)] = Field(title="Winner", description="Seat that cut the highest card.")
    card: HighCardCard | None = Field(None, title="Card", description="The highest card, if it is written down.")


class HighCard(Game[HighCardOptions, StateModel]):
    """Cut the pack; the highest card scores one."""

    slug = "high-card"
    name = "High Card"
    family = "Strategy and trading"
    summary = "Cut the pack; the highest card scores one."
    players = (2, 3, 4)
    deck = "52 cards"
    draft = True
    Options = HighCardOptions
    hands = (HighCardCut,)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(title="A cut", players=2, hands=[{"kind": "cut", "winner": 1}], expect=[0, 1]),
        Example(title="A king", players=3, hands=[{"kind": "cut", "winner": 0, "card": "KH"}], expect=[1, 0, 0]),
    )

    def apply(self, setup: Setup[HighCardOptions], state: StateModel, hand: HighCardCut) -> HandResult[StateModel]:
        check_seat(setup, hand.winner, "/winner")
        who = seat(hand.winner)
        if hand.card is None:
            cut = line("{who} cut the highest card", who=who, value=1, rule="scoring")
        else:
            check_in_pack(PACK_52, [("/card", hand.card)])
            if rank_of(hand.card) == RANKS[-1]:
                raise refuse("/card", "no_highest_card", "No card is below a two.", rule="card-strength")
            cut = line("{who} cut the highest card, {card}", who=who, card=card(hand.card), value=1, rule="scoring")
        points = [int(number == hand.winner) for number in range(setup.players)]
        return HandResult(points, next_state(setup, state, points), [cut], say("{who}", who=who))

    def upcoming(self, setup: Setup[HighCardOptions], state: StateModel) -> Upcoming:
        notices = to_go(state, setup.options.target)
        return Upcoming(dealer=state.dealer, leads=setup.after(state.dealer), notices=notices)

    def verdict(self, setup: Setup[HighCardOptions], state: StateModel, ended: bool = False) -> Verdict:
        reached = target_reached(state, setup.options.target)
        return ended_by_table(state) if ended and not reached.finished else reached

    def form(self, setup: Setup[HighCardOptions], state: StateModel) -> Form:
        who = seats_to_choose(range(setup.players), "winner")
        cards = cards_to_choose([code for code in PACK_52.cards if rank_of(code) != RANKS[-1]], "card")
        controls = [
            Choice(name="winner", label=say("Highest card"), options=who),
            Choice(name="card", label=say("Which card?"), options=cards, fold=True),
        ]
        return Form(controls, always={"kind": "cut"})

    def strength(self, options: HighCardOptions) -> tuple[Order, ...]:
        return (Order("all suits", RANKS),)


game = HighCard()
