"""Tëtka (Тётка, "auntie"): one card shown at the deal decides what is bad in this hand.

``models``: what is entered. ``summary``, ``play_by_play``: the two ways to enter a hand. ``penalties``: what it costs.
``form``: the form for the phone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import PACK_52
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
    next_state,
)
from scoring.engine.marking import _
from scoring.engine.messages import card, line, plural, say, seat
from scoring.engine.tricks import LegalPlays, TrickResult, follow_suit, trick_result
from scoring.games.tetka.form import make_form
from scoring.games.tetka.models import (
    TetkaLookup,
    TetkaOptions,
    TetkaState,
    TetkaSummaryHand,
    TetkaTricksHand,
)
from scoring.games.tetka.penalties import (
    BAD_TRICK,
    BUM_CARD,
    LAST_TRICK,
    QUEENS,
    RANKS,
    TRICKS,
    TetkaDetails,
    bad_trick_of,
    penalties,
    queen_cost,
    tetka_of,
)
from scoring.games.tetka.play_by_play import NO_TRUMPS, captures_by_tricks
from scoring.games.tetka.summary import captures_by_summary
from scoring.games.tetka.tables import make_tables

PLAYED = (
    "9H 5H 6H 4H, 6S JS QS 5S, 6C 3C QC 7C, 9S KS 4S 8S, JD 3D 2D 9D, 2S KD AS 10S, AH 7H KH 2H, "
    "QH 9C 7S 10H, 4C KC 2C AC, 8D JC 6D AD, 4D 7D 8C 10D, 5D QD 3H JH, 5C 10C 8H 3S"
)


class Tetka(Game[TetkaOptions, TetkaState]):
    """Nine penalty points in every hand: the bum card, the queens, the bad trick, the last one, most tricks."""

    slug = "tetka"
    name = "Tëtka"
    native_names: ClassVar[dict[str, str]] = {"ru": "Тётка"}
    aliases = ("Tetka", "Tyotka", "Auntie")
    family = "Trick avoidance"
    summary = "The last card dealt shows which queen, which card and which trick are bad in this hand."
    players = (4,)
    deck = "52 cards"
    lower_wins = True
    Options = TetkaOptions
    State = TetkaState
    Details = TetkaDetails
    hands = (TetkaSummaryHand, TetkaTricksHand)
    Lookup = TetkaLookup
    lookup_figures: ClassVar[dict[str, str]] = {"penalty": _("Penalty")}
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="Two players tie for most tricks; clubs, the bum suit, decide",
            hands=[
                {
                    "kind": "summary",
                    "bum_card": "7C",
                    "queens": {"QC": 0, "QD": 2, "QH": 0, "QS": 3},
                    "bum_taker": 1,
                    "bum_trick": 1,
                    "last_trick": 2,
                    "tricks": [3, 4, 2, 4],
                    "suit_counts": [5, 3, 1, 4],
                }
            ],
            expect=[3, 2, 2, 2],
        ),
        Example(
            title="A hand card by card",
            hands=[
                {"kind": "tricks", "bum_card": "3C", "tricks": [trick.split() for trick in PLAYED.split(", ")]},
            ],
            expect=[1, 4, 2, 2],
        ),
    )

    # -- a hand ---------------------------------------------------------------------------------

    def apply(self, setup: Setup[TetkaOptions], state: TetkaState, hand: Any) -> HandResult[TetkaState]:
        if isinstance(hand, TetkaSummaryHand):
            captures = captures_by_summary(setup, hand)
        else:
            captures = captures_by_tricks(setup, state.dealer, hand)
        points, lines = penalties(captures)
        return HandResult(
            points=points,
            state=next_state(setup, state, points),
            lines=lines,
            summary=say(
                "Bum card {card}, Tëtka to {who}",
                card=card(captures.bum_card),
                who=seat(captures.queens[tetka_of(captures.bum_card)]),
            ),
            details=captures.details,
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[TetkaOptions], state: TetkaState) -> Upcoming:
        leader = setup.after(state.dealer)
        number, hands = state.hands_played + 1, _hands_to_play(setup, state)
        notices = [
            hand_number(number, hands),
            line("{who} deals and shows the last card: the bum card", who=seat(state.dealer), rule="bum-card"),
            line("{who} leads, any card", who=seat(leader), rule="play", code="seats"),
        ]
        if hands > setup.players * setup.options.orbits:
            notices.insert(0, line("A tie: four more hands", rule="tie"))
        details = {"leader": leader, "hand": number, "hands": hands}
        return Upcoming(dealer=state.dealer, leads=leader, notices=notices, details=details)

    def verdict(self, setup: Setup[TetkaOptions], state: TetkaState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state, lowest=True)
        if state.hands_played < _hands_to_play(setup, state):
            return Verdict(False)
        winners = leading_sides(state.totals, lowest=True)
        return Verdict(True, winners, plural(state.hands_played, "{n} hand was played", "{n} hands were played"))

    # -- tricks ---------------------------------------------------------------------------------

    def trick(self, setup: Setup[TetkaOptions], lookup: TetkaLookup) -> TrickResult | LegalPlays:
        check_trick(setup, PACK_52, lookup, rule="play")
        if lookup.hand and len(lookup.plays) < setup.players:
            return follow_suit(NO_TRUMPS, lookup.hand, lookup.plays, "play")
        result = trick_result(NO_TRUMPS, lookup.plays, setup.players, "play")
        if lookup.bum_card is None or lookup.number is None:
            return result
        check_in_pack(PACK_52, [("/bum_card", lookup.bum_card)], rule="bum-card")
        cost = _cost_of(lookup.bum_card, lookup.number, [play.card for play in lookup.plays])
        return replace(result, extra={"penalty": cost})

    def strength(self, options: TetkaOptions) -> tuple[Order, ...]:
        return (Order("Every suit", RANKS),)

    # -- the form -------------------------------------------------------------------------------

    def tables(self, options: TetkaOptions) -> dict[str, Grid]:
        return make_tables()

    def form(self, setup: Setup[TetkaOptions], state: TetkaState) -> Form:
        return make_form(setup, state)


def _hands_to_play(setup: Setup[TetkaOptions], state: TetkaState) -> int:
    """Returns the number of hands after which the match ends: more than agreed if a tie is played off."""
    hands = setup.players * setup.options.orbits
    if setup.options.tie == "shared" or state.hands_played < hands:
        return hands
    extra = state.hands_played - hands
    whole = hands + extra - extra % setup.players
    over = extra % setup.players == 0 and len(leading_sides(state.totals, lowest=True)) == 1
    return whole if over else whole + setup.players


def _cost_of(bum_card: str, number: int, cards: list[str]) -> int:
    """Returns what a trick of this number with these cards costs its winner, without the point for most tricks."""
    queens = sum(queen_cost(code, bum_card) for code in cards if code in QUEENS)
    bad = BAD_TRICK if number == bad_trick_of(bum_card) else 0
    last = LAST_TRICK if number == TRICKS else 0
    return queens + bad + last + (BUM_CARD if bum_card in cards else 0)


game = Tetka()
