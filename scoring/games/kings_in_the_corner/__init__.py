"""Kings in the Corner: a patience for several players; the first player without cards wins the hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from scoring.engine.cards import PACK_52
from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Cell,
    Example,
    Game,
    Grid,
    HandResult,
    Marks,
    Order,
    Setup,
    Upcoming,
    Verdict,
    ended_by_table,
    next_state,
)
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.match_end import hands_or_target, length_of_match
from scoring.engine.messages import Line, Number, line, plural, say, seat
from scoring.games.kings_in_the_corner.form import make_form
from scoring.games.kings_in_the_corner.models import (
    DEALT,
    RANKS,
    TABLEAU,
    KingsInTheCornerBlockedHand,
    KingsInTheCornerDetails,
    KingsInTheCornerOptions,
    KingsInTheCornerOutHand,
    KingsInTheCornerState,
)
from scoring.games.kings_in_the_corner.result import hand_end, penalties


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
        end = hand_end(setup, hand)
        winners = [seat(who) for who in end.winners]
        if hand.kind == "out":
            lines = [line("{who} ran out of cards", who=winners, rule="out")]
            summary = say("{who} ran out", who=winners)
        else:
            fewest = min(end.cards or [0])
            forms = ngettext_noop("Locked: {who} with {n} card", "Locked: {who} with {n} cards")
            lines = [Line(plural(fewest, *forms, who=winners), None, "blocked")]
            summary = say("Locked, won by {who}", who=winners)
        if setup.options.scoring == "wins":
            points = [int(who in end.winners) for who in range(setup.players)]
            lines += [line("{who} has won the hand", who=seat(who), value=1, rule="scoring") for who in end.winners]
        else:
            points, penalty_lines = penalties(setup.options, end)
            lines += penalty_lines
        return HandResult(
            points=points,
            state=next_state(setup, state, points),
            lines=lines,
            summary=summary,
            details=KingsInTheCornerDetails(winners=end.winners, cards_left=end.cards, kings_left=end.kings),
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
            *length_of_match(state, options.hands, options.target),
            line(text, who=seat(state.dealer), n=DEALT, rule="setup"),
            line("{who} begins", who=seat(first), rule="turn", code="seats"),
            drawing,
        ]
        details = {"first": first, "hand": state.hands_played + 1, "stock": _stock(setup.players)}
        return Upcoming(dealer=state.dealer, leads=first, notices=notices, details=details)

    def lowest_wins(self, setup: Setup[KingsInTheCornerOptions]) -> bool:
        return setup.options.scoring == "penalty"

    def verdict(
        self, setup: Setup[KingsInTheCornerOptions], state: KingsInTheCornerState, ended: bool = False
    ) -> Verdict:
        options = setup.options
        lowest = self.lowest_wins(setup)
        result = (
            ended_by_table(state, lowest) if ended else hands_or_target(state, options.hands, options.target, lowest)
        )
        return replace(result, details={"next_dealer": None if result.finished else state.dealer})

    def strength(self, options: KingsInTheCornerOptions) -> tuple[Order, ...]:
        return (Order("A pile, from its first card down", RANKS),)

    def card_values(self, options: KingsInTheCornerOptions) -> dict[str, Number]:
        """Returns the penalty points of a card left in hand, if the table counts them."""
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
        return make_form(setup)


def _cost(options: KingsInTheCornerOptions, rank: str) -> int:
    return options.king_penalty if rank == "K" else 1


def _stock(players: int) -> int:
    """The cards left after the deal."""
    return len(PACK_52) - TABLEAU - DEALT * players


game = KingsInTheCorner()
