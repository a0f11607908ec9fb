"""Nine-Card Don: points are pegged as the cards fall, and 121 wins on the spot."""

from __future__ import annotations

from typing import ClassVar

from scoring.engine.cards import PACK_52, cards_of
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
    check_one_winner,
    check_totals,
    check_trick,
    ended_by_table,
    hand_number,
    target_reached,
    to_go,
)
from scoring.engine.marking import _
from scoring.engine.messages import Number, line, seat, trim_number
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, trick_result
from scoring.games.nine_card_don.form import make_form
from scoring.games.nine_card_don.models import (
    OTHER_FIVE,
    RANKS,
    TRUMP_PEGS,
    NineCardDonDetails,
    NineCardDonEventsHand,
    NineCardDonLookup,
    NineCardDonOptions,
    NineCardDonState,
    NineCardDonSummaryHand,
    pegging_cards,
)
from scoring.games.nine_card_don.pegging import score_events, score_summary
from scoring.games.nine_card_don.tables import make_tables


class NineCardDon(Game[NineCardDonOptions, NineCardDonState]):
    """Four players in partnerships; the five of trumps is worth ten."""

    slug = "nine-card-don"
    name = "Nine-Card Don"
    aliases = ("Don", "Welsh Don")
    family = "Point-trick games"
    summary = "Capture the five and nine of trumps and the other fives; the first side to 121 wins at once."
    players = (4,)
    partnerships = True
    deck = "52 cards, nine each"
    settles_by = "stake"
    Options = NineCardDonOptions
    State = NineCardDonState
    Details = NineCardDonDetails
    hands = (NineCardDonEventsHand, NineCardDonSummaryHand)
    Lookup = NineCardDonLookup
    lookup_figures: ClassVar[dict[str, str]] = {"pegs": _("Points")}
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "Pegged card by card",
            [
                {
                    "kind": "events",
                    "trump": "S",
                    "events": [{"card": "5S", "side": 0}, {"card": "AS", "side": 1}, {"card": "5D", "side": 1}],
                    "game": [22, 31],
                }
            ],
            [10, 17],
        ),
        Example(
            "Still being played",
            [{"kind": "events", "trump": "H", "events": [{"card": "9H", "side": 1}]}],
            [0, 9],
        ),
        Example("Pegged on a board", [{"kind": "summary", "trump_points": [19, 12], "game_winner": 1}], [19, 20]),
    )

    def initial(self, setup: Setup[NineCardDonOptions]) -> NineCardDonState:
        state = super().initial(setup)
        return state.model_copy(update={"pitcher": setup.after(state.dealer)})

    def complete_start(
        self, setup: Setup[NineCardDonOptions], state: NineCardDonState, given: frozenset[str]
    ) -> NineCardDonState:
        """Completes dealer and pitcher, which follow from each other. Raises Refusal if both are given and disagree."""
        if "pitcher" not in given or state.pitcher is None:
            return state.model_copy(update={"pitcher": setup.after(state.dealer)})
        dealer = setup.after(state.pitcher, -1)
        if "dealer" in given and state.dealer != dealer:
            text = _("{who} deals, so {pitcher} pitches.")
            params = {"who": seat(state.dealer), "pitcher": seat(setup.after(state.dealer))}
            raise refuse("/pitcher", "disagree", text, rule="pitcher", **params)
        return state.model_copy(update={"dealer": dealer})

    def check_start(self, setup: Setup[NineCardDonOptions], state: NineCardDonState) -> None:
        check_totals(state, least=0)
        check_one_winner(state, setup.options.target)

    def apply(
        self,
        setup: Setup[NineCardDonOptions],
        state: NineCardDonState,
        hand: NineCardDonEventsHand | NineCardDonSummaryHand,
    ) -> HandResult[NineCardDonState]:
        if isinstance(hand, NineCardDonEventsHand):
            return score_events(setup, state, hand)
        return score_summary(setup, state, hand)

    def upcoming(self, setup: Setup[NineCardDonOptions], state: NineCardDonState) -> Upcoming:
        pitcher = setup.after(state.dealer)
        partner = setup.after(pitcher, 2)
        number = state.hands_played + 1
        target = setup.options.target
        return Upcoming(
            dealer=state.dealer,
            leads=pitcher,
            notices=[
                hand_number(number, rule="setup"),
                line("{who} pitches; the suit led is trumps", who=seat(pitcher), rule="pitcher"),
                line("{who} leaves the cards face down until then", who=seat(partner), rule="pitcher"),
                *to_go(state, target),
            ],
            details={
                "hand": number,
                "pitcher": pitcher,
                "cards_down": partner,
                "to_target": [trim_number(target - total) for total in state.totals],
            },
        )

    def verdict(self, setup: Setup[NineCardDonOptions], state: NineCardDonState, ended: bool = False) -> Verdict:
        return ended_by_table(state) if ended else target_reached(state, setup.options.target)

    def trick(self, setup: Setup[NineCardDonOptions], lookup: NineCardDonLookup) -> TrickResult | LegalPlays:
        check_trick(setup, PACK_52, lookup, rule="play")
        ranking = Ranking(cards_of(RANKS, lookup.trump), RANKS)
        if lookup.hand and len(lookup.plays) < setup.players:
            return follow_suit(ranking, lookup.hand, lookup.plays, "play")
        worth = pegging_cards(lookup.trump, setup.options)
        answer = trick_result(ranking, lookup.plays, setup.players, "card-strength")
        answer.extra["pegs"] = sum(worth.get(play.card, 0) for play in lookup.plays)
        return answer

    def strength(self, options: NineCardDonOptions) -> tuple[Order, ...]:
        return (Order("Every suit, trumps too", RANKS),)

    def card_values(self, options: NineCardDonOptions) -> dict[str, Number]:
        values: dict[str, Number] = {f"{rank} of trumps": worth for rank, worth in TRUMP_PEGS.items()}
        return values | {_("every other 5"): OTHER_FIVE} if options.fives == "all" else values

    def tables(self, options: NineCardDonOptions) -> dict[str, Grid]:
        return make_tables(options)

    def form(self, setup: Setup[NineCardDonOptions], state: NineCardDonState) -> Form:
        return make_form(setup, state)


game = NineCardDon()
