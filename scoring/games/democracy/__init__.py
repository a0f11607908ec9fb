"""Democracy: four tribes to win over in two days of tricks; the first with five tribes wins.

Read ``models`` for what is entered, for the pack and the deal, ``tricks`` for who takes a trick, ``result`` for what an
island scores, ``form`` for the phone.
"""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Example,
    Game,
    Grid,
    HandResult,
    Marks,
    Order,
    Setup,
    Upcoming,
    Verdict,
    check_totals,
    ended_by_table,
    leading_sides,
    to_go,
)
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, Number, line, plural, say, seat, side, trim_number
from scoring.engine.tricks import LegalPlays, PlayedTrick, TrickResult
from scoring.games.democracy.form import make_form
from scoring.games.democracy.models import (
    RANKS,
    VALUES,
    DemocracyCardsHand,
    DemocracyDetails,
    DemocracyLookup,
    DemocracyOptions,
    DemocracyPointsHand,
    DemocracyState,
    DemocracyTricksHand,
    deal,
    jokers,
)
from scoring.games.democracy.result import score_cards, score_points, score_tricks
from scoring.games.democracy.tables import make_tables
from scoring.games.democracy.tricks import JOKER, look_up, trick_outcome


class Democracy(Game[DemocracyOptions, DemocracyState]):
    """Any card to any trick, all shown together; more than half of a suit scores its tribe."""

    slug = "democracy"
    name = "Democracy"
    aliases = ("Colonization", "Islands", "Civilization")
    family = "Point-trick games"
    summary = "Take more than half of the points of a suit to score its tribe; five tribes win."
    players = (2, 3, 4, 5, 6)
    deck = "48 cards without the twos; two jokers more with four players, one with six"
    Options = DemocracyOptions
    State = DemocracyState
    Details = DemocracyDetails
    hands = (DemocracyPointsHand, DemocracyCardsHand, DemocracyTricksHand)
    Lookup = DemocracyLookup
    lookup_figures: ClassVar[dict[str, str]] = {"upcard": _("Upcard")}
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="An island by its points",
            players=3,
            hands=[
                {
                    "kind": "points",
                    "points": [
                        {"C": 14, "D": 3, "H": 12, "S": 0},
                        {"C": 11, "D": 13, "H": 13, "S": 5},
                        {"C": 0, "D": 9, "H": 0, "S": 20},
                    ],
                }
            ],
            expect=[1, 2, 1],
        ),
        Example(
            title="An island by the cards won",
            players=3,
            hands=[{"kind": "cards", "captured": [["5H", "4H", "AH", "10H"], ["5C", "KC"], []]}],
            expect=[1, 0, 0],
        ),
        Example(
            title="Six players trick by trick, two equal days",
            players=6,
            options={"deal_plan": "same_days"},
            hands=[
                {
                    "kind": "tricks",
                    "days": [
                        [
                            {"up_card": "8S", "plays": ["5S", "6S", "JK", "4S", "3S", "AS"]},
                            {"up_card": "7S", "plays": ["5D", "5H", "KH", "4D", "3D", "AH"]},
                            {"up_card": "7C", "plays": ["5C", "4C", "3C", "AC", "KC", "QC"]},
                        ],
                        [
                            {"up_card": "7H", "plays": ["4H", "3H", "QH", "JH", "10H", "9H"]},
                            {"up_card": "7D", "plays": ["AD", "KD", "QD", "JD", "10D", "9D"]},
                            {"up_card": "8C", "plays": ["JC", "10C", "9C", "6C", "KS", "QS"]},
                        ],
                    ],
                }
            ],
            expect=[3, 1, 0, 0, 0, 0],
        ),
    )

    def check_start(self, setup: Setup[DemocracyOptions], state: DemocracyState) -> None:
        check_totals(state, least=0)

    def apply(self, setup: Setup[DemocracyOptions], state: DemocracyState, hand: Any) -> HandResult[DemocracyState]:
        match hand:
            case DemocracyPointsHand():
                return score_points(setup, state, hand)
            case DemocracyCardsHand():
                return score_cards(setup, state, hand)
            case _:
                return score_tricks(setup, state, hand)

    def upcoming(self, setup: Setup[DemocracyOptions], state: DemocracyState) -> Upcoming:
        first, second = deal(setup.players, setup.options)
        target, extra, number = setup.options.target, jokers(setup.players), state.hands_played + 1
        text = _("{who} deals both days: {first} cards to each and to the pool, then {second}")
        deck_text = (
            plural(extra, "The deck: no twos, {n} joker", "The deck: no twos, {n} jokers")
            if extra
            else say("The deck: no twos, no jokers")
        )
        return Upcoming(
            dealer=state.dealer,
            leads=None,
            notices=[
                line("Island {n}", n=number, rule="days", code="hand_of"),
                line(text, who=seat(state.dealer), first=first, second=second, rule="setup"),
                line("{packed}", packed=deck_text, rule="setup"),
                *_distance_notices(state, target),
            ],
            details={
                "island": number,
                "deal": [first, second],
                "jokers": extra,
                "to_target": [trim_number(max(target - total, 0)) for total in state.totals],
            },
        )

    def verdict(self, setup: Setup[DemocracyOptions], state: DemocracyState, ended: bool = False) -> Verdict:
        leaders, top = leading_sides(state.totals), max(state.totals)
        decided = len(leaders) == 1 or setup.options.tie_break == "shared"
        if top >= setup.options.target and decided:
            alone = ngettext_noop(
                "{who}: {n} tribe, more than anybody else", "{who}: {n} tribes, more than anybody else"
            )
            forms = alone if len(leaders) == 1 else ngettext_noop("{who}: {n} tribe each", "{who}: {n} tribes each")
            return Verdict(True, leaders, plural(top, *forms, who=[side(who) for who in leaders]))
        return ended_by_table(state) if ended else Verdict(False)

    def trick(self, setup: Setup[DemocracyOptions], lookup: DemocracyLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def played_tricks(self, setup: Setup[DemocracyOptions], state: DemocracyState, hand: Any) -> list[PlayedTrick]:
        if not isinstance(hand, DemocracyTricksHand):
            return []
        return [
            PlayedTrick(list(enumerate(trick.plays)), trick_outcome(trick.up_card, trick.plays).winner, trick.up_card)
            for day in hand.days
            for trick in day
        ]

    def tables(self, options: DemocracyOptions) -> dict[str, Grid]:
        return make_tables(self.players, options)

    def form(self, setup: Setup[DemocracyOptions], state: DemocracyState) -> Form:
        return make_form(setup)

    def strength(self, options: DemocracyOptions) -> tuple[Order, ...]:
        return (
            Order("Trumps, above all others", RANKS),
            Order("Everything else, whatever the suit", (("5", JOKER), *RANKS[1:])),
        )

    def card_values(self, options: DemocracyOptions) -> dict[str, Number]:
        return {**VALUES, JOKER: 0}

    def board(self, setup: Setup[DemocracyOptions], state: DemocracyState) -> Board:
        """Returns a card laid aside for every tribe."""
        target = setup.options.target
        return [Marks(who, "card", min(int(total), target), target) for who, total in enumerate(state.totals)]


def _distance_notices(state: DemocracyState, target: int) -> list[Line]:
    """How far everybody is, or that a tie is being played off."""
    if max(state.totals) < target:
        return to_go(state, target)
    text = _("{who} are level at {n}: islands are played until one player leads alone")
    leaders = [seat(who) for who in leading_sides(state.totals)]
    return [line(text, who=leaders, n=max(state.totals), rule="end")]


game = Democracy()
