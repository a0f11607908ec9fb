"""Canadian Salad: six hands, each with other cards or tricks to avoid, and all of them together in the last.

``models``: what is entered. ``penalties``: what is bad in each hand. ``captures``: what every player took. ``result``:
what that costs.
"""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.form import Form
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Setup,
    Upcoming,
    Verdict,
    check_trick,
    ended_by_table,
    hand_number,
    leading_sides,
)
from scoring.engine.messages import Number, cards, line, say, seat
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, trick_result
from scoring.games.canadian_salad.form import make_form
from scoring.games.canadian_salad.models import (
    CanadianSaladCardsHand,
    CanadianSaladCountsHand,
    CanadianSaladDetails,
    CanadianSaladLookup,
    CanadianSaladOptions,
    CanadianSaladState,
    CanadianSaladTricksHand,
)
from scoring.games.canadian_salad.penalties import (
    BAD_CARDS,
    COUNTED_IN,
    RANKS,
    REMOVED,
    card_cost,
    pack_of,
    rule_of_hand,
    tricks_of,
    what_is_bad,
)
from scoring.games.canadian_salad.result import score_hand
from scoring.games.canadian_salad.tables import make_tables

NO_TRUMPS = Ranking((), RANKS)


class CanadianSalad(Game[CanadianSaladOptions, CanadianSaladState]):
    """Tricks, hearts, queens, the king of spades, the last trick, then everything: the lowest total wins."""

    slug = "canadian-salad"
    name = "Canadian Salad"
    aliases = ("Wisconsin Scramble",)
    family = "Trick avoidance"
    summary = "Six hands, each with something else to avoid; in the last one everything is bad."
    players = (3, 4, 5, 6)
    stays_at_table = ("hand_no",)
    deck = "48 to 52 cards"
    lower_wins = True
    Options = CanadianSaladOptions
    State = CanadianSaladState
    Details = CanadianSaladDetails
    hands = (CanadianSaladCountsHand, CanadianSaladCardsHand, CanadianSaladTricksHand)
    Lookup = CanadianSaladLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="The first five hands by counting",
            players=4,
            hands=[
                {"kind": "counts", "tricks": [4, 0, 6, 3]},
                {"kind": "counts", "hearts": [1, 12, 0, 0]},
                {"kind": "counts", "queens": [2, 1, 1, 0]},
                {"kind": "counts", "king_spades": 2},
                {"kind": "counts", "last_trick": 3},
            ],
            expect=[0, 0, 0, 100],
        ),
        Example(
            title="The sixth hand by its bad cards",
            players=4,
            start={"hand_no": 6, "dealer": 1},
            hands=[
                {
                    "kind": "cards",
                    "captured": [["KH", "QH", "9H"], [], ["QS", "KS"], []],
                    "rest_to": 3,
                    "tricks": [5, 0, 4, 4],
                    "last_trick": 2,
                }
            ],
            expect=[105, 0, 265, 190],
        ),
        Example(
            title="The fifth hand trick by trick",
            players=6,
            start={"hand_no": 5},
            hands=[{"kind": "tricks", "winners": [1, 1, 4, 0, 5, 5, 2, 3]}],
            expect=[0, 0, 0, 100, 0, 0],
        ),
    )

    def apply(
        self, setup: Setup[CanadianSaladOptions], state: CanadianSaladState, hand: Any
    ) -> HandResult[CanadianSaladState]:
        return score_hand(setup, state, hand)

    def upcoming(self, setup: Setup[CanadianSaladOptions], state: CanadianSaladState) -> Upcoming:
        number, leader = state.hand_in_play, setup.after(state.dealer)
        removed = REMOVED[setup.players]
        notices = [
            hand_number(number, len(COUNTED_IN), rule=rule_of_hand(number)),
            line("In this hand {bad}", bad=what_is_bad(number), rule=rule_of_hand(number)),
            line(
                "{who} deals, {cards} cards each", who=seat(state.dealer), cards=tricks_of(setup.players), rule="setup"
            ),
            line("{who} leads, any card", who=seat(leader), rule="play", code="seats"),
        ]
        if removed:
            notices.append(line("Out of the pack: {cards}", cards=cards(removed), rule="setup"))
        if state.after_six:
            notices.insert(0, line("A tie: the sixth hand again", rule="tie"))
        details = {"hand_no": number, "leader": leader, "removed": list(removed)}
        return Upcoming(dealer=state.dealer, leads=leader, notices=notices, details=details)

    def verdict(self, setup: Setup[CanadianSaladOptions], state: CanadianSaladState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state, lowest=True)
        winners = leading_sides(state.totals, lowest=True)
        again = setup.options.tie == "sixth_again" and len(winners) > 1
        if not state.after_six or again:
            return Verdict(False)
        return Verdict(True, winners, say("All six hands were played"))

    def trick(self, setup: Setup[CanadianSaladOptions], lookup: CanadianSaladLookup) -> TrickResult | LegalPlays:
        check_trick(setup, pack_of(setup.players), lookup, rule="play")
        if lookup.hand and len(lookup.plays) < setup.players:
            return follow_suit(NO_TRUMPS, lookup.hand, lookup.plays, "play")
        return trick_result(NO_TRUMPS, lookup.plays, setup.players, "play")

    def strength(self, options: CanadianSaladOptions) -> tuple[Order, ...]:
        return (Order("Every suit", RANKS),)

    def card_values(self, options: CanadianSaladOptions) -> dict[str, Number]:
        """Returns what each card costs in the sixth hand; the queen of hearts is a heart and a queen."""
        costs = {code: card_cost(code) for code in BAD_CARDS[6]}
        return dict(sorted(costs.items(), key=lambda item: -item[1]))

    def tables(self, options: CanadianSaladOptions) -> dict[str, Grid]:
        return make_tables(self.players)

    def form(self, setup: Setup[CanadianSaladOptions], state: CanadianSaladState) -> Form:
        return make_form(setup, state)


game = CanadianSalad()
