"""Solo (Spanish Solo): simple with a called ace, solo, or tout; the black queens and the seven of trumps on top."""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.cards import PACK_32
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
    after_deals,
    check_trick,
    ended_by_table,
    hand_number,
    leading_sides,
)
from scoring.engine.marking import _
from scoring.engine.messages import Message, line, say, seat, side, suit
from scoring.engine.tricks import LegalPlays, TrickResult, follow_suit, trick_result
from scoring.games.solo.form import make_form
from scoring.games.solo.models import (
    RANKS,
    SoloDetails,
    SoloHand,
    SoloOptions,
    SoloState,
    SoloTrick,
    ranking,
)
from scoring.games.solo.result import score_hand
from scoring.games.solo.tables import make_tables


class Solo(Game[SoloOptions, SoloState]):
    """Four players, changing sides: the declarer with the holder of a called ace, or alone against three."""

    slug = "solo"
    name = "Solo"
    native_names: ClassVar[dict[str, str]] = {"de": "Solo", "es": "Solo"}
    aliases = ("Spanish Solo", "German Solo", "Ombre")
    family = "Plain-trick games"
    summary = (
        "Five tricks with the holder of a called ace or alone, or all eight tricks; the black queens are always trumps."
    )
    players = (4,)
    ends_after = "deals"
    stays_at_table = ("color",)
    deck = "32 cards, A K Q J 10 9 8 7"
    fees = ("lost",)
    Options = SoloOptions
    State = SoloState
    Details = SoloDetails
    hands = (SoloHand,)
    Lookup = SoloTrick
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "Simple in suit with a partner",
            [{"kind": "hand", "declarer": 1, "game": "simple", "trump": "H", "partner": 3, "tricks": 5}],
            [0, 2, 0, 2],
        ),
        Example(
            "All passed: the queen of clubs calls its own ace",
            [
                {
                    "kind": "hand",
                    "declarer": 2,
                    "game": "simple",
                    "trump": "C",
                    "forced": True,
                    "called_ace": "H",
                    "partner": None,
                    "tricks_by_seat": [1, 2, 5, 0],
                }
            ],
            [0, 0, 4, 0],
        ),
        Example(
            "A solo in color with both black queens, bid lower",
            [
                {
                    "kind": "hand",
                    "declarer": 0,
                    "game": "solo",
                    "trump": "C",
                    "bid": "solo_suit",
                    "both_queens": True,
                    "tricks": 4,
                }
            ],
            [-8, 0, 0, 0],
        ),
        Example(
            "A tout that stopped at the first trick lost",
            [{"kind": "hand", "declarer": 3, "game": "tout", "trump": "D", "trick_winners": [3, 3, 1]}],
            [0, 0, 0, -16],
        ),
    )

    def initial(self, setup: Setup[SoloOptions]) -> SoloState:
        return SoloState(totals=[0] * setup.players, color=setup.options.color)

    def apply(self, setup: Setup[SoloOptions], state: SoloState, hand: SoloHand) -> HandResult[SoloState]:
        return score_hand(setup, state, hand)

    def upcoming(self, setup: Setup[SoloOptions], state: SoloState) -> Upcoming:
        options, first, number = setup.options, setup.after(state.dealer), state.hands_played + 1
        if options.end == "hands":
            place = hand_number(number, options.deals)
        else:
            text = _("Hand {n}; a total above {target} ends the match")
            place = line(text, n=number, target=options.target, rule="end")
        details: dict[str, Any] = {"hand": number, "first_bidder": first, "color": state.color}
        if options.end == "hands":
            details["hands"] = options.deals
        return Upcoming(
            dealer=state.dealer,
            leads=first,
            notices=[
                place,
                line(
                    "{who} bids first and leads, even if another player declares",
                    who=seat(first),
                    rule="bidding",
                    code="seats",
                ),
                line("Color is {color}", color=suit(state.color), rule="color"),
            ],
            details=details,
        )

    def verdict(self, setup: Setup[SoloOptions], state: SoloState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state)
        if setup.options.end == "hands":
            return after_deals(state, setup.options.deals)
        winners = leading_sides(state.totals)
        top = state.totals[winners[0]]
        if top <= setup.options.target:
            return Verdict(False)
        reason = say("{who} passed {target} with {top}", who=side(winners[0]), target=setup.options.target, top=top)
        return Verdict(True, winners, reason)

    def trick(self, setup: Setup[SoloOptions], lookup: SoloTrick) -> TrickResult | LegalPlays:
        check_trick(setup, PACK_32, lookup, rule="play")
        order = ranking(lookup.trump)
        if lookup.hand and len(lookup.plays) < setup.players:
            legal = follow_suit(order, lookup.hand, lookup.plays, "play")
            return LegalPlays(legal.cards, _with_queens(lookup, legal), legal.rule)
        return trick_result(order, lookup.plays, setup.players, "card-strength")

    def strength(self, options: SoloOptions) -> tuple[Order, ...]:
        without_queen = tuple(rank for rank in RANKS if rank != "Q")
        return (
            Order("Trumps, here hearts", ranking("H").trumps),
            Order("Trumps, here clubs", ranking("C").trumps),
            Order("Plain hearts or diamonds", RANKS),
            Order("Plain clubs or spades", without_queen),
        )

    def tables(self, options: SoloOptions) -> dict[str, Grid]:
        return make_tables()

    def form(self, setup: Setup[SoloOptions], state: SoloState) -> Form:
        return make_form(setup, state)


def _with_queens(lookup: SoloTrick, legal: LegalPlays) -> Message:
    """Why these cards are legal, with a word on a black queen that must stay in the hand."""
    held_back = {"QC", "QS"} & set(lookup.hand or []) - set(legal.cards)
    return say("{why}; a black queen is a trump", why=legal.why) if held_back else legal.why


game = Solo()
