"""Écarté: two players, five tricks, a king that scores by itself and the risk of refusing the exchange."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import suit_of
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
    target_reached,
    to_go,
)
from scoring.engine.marking import _
from scoring.engine.messages import card, line, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult, head_the_trick, trick_result
from scoring.games.ecarte.form import make_form
from scoring.games.ecarte.models import (
    PACK,
    RANKS,
    EcarteDetails,
    EcarteHand,
    EcarteOptions,
    EcarteState,
    EcarteTrick,
    ranking,
)
from scoring.games.ecarte.result import score_hand
from scoring.games.ecarte.tables import make_tables


class Ecarte(Game[EcarteOptions, EcarteState]):
    """Two players exchange cards as long as both want, then play five tricks."""

    slug = "ecarte"
    name = "Écarté"
    native_names: ClassVar[dict[str, str]] = {"fr": "Écarté"}
    aliases = ("Ecarte",)
    family = "Plain-trick games"
    summary = "Two players with five cards each exchange cards until somebody refuses; the first to five points wins."
    players = (2,)
    deck = "32 cards, K Q J A 10 9 8 7"
    settles_by = "stake"
    Options = EcarteOptions
    State = EcarteState
    Details = EcarteDetails
    hands = (EcarteHand,)
    Lookup = EcarteTrick
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "Exchanged, three tricks to two",
            [{"kind": "hand", "exchange": "exchanged", "tricks": [3, 2]}],
            [1, 0],
        ),
        Example(
            "King turned up, the dealer refuses and loses",
            [{"kind": "hand", "up_card": "KS", "exchange": "refused", "tricks": [3, 2]}],
            [2, 1],
            start={"dealer": 1, "totals": [0, 1]},
        ),
        Example(
            "King shown and the vole",
            [{"kind": "hand", "exchange": "exchanged", "king_shown": 0, "trick_winners": [0, 0, 0, 0, 0]}],
            [3, 0],
        ),
        Example(
            "The turned king wins the match",
            [{"kind": "hand", "up_card_king": True}],
            [1, 0],
            start={"totals": [4, 4]},
        ),
    )

    def check_start(self, setup: Setup[EcarteOptions], state: EcarteState) -> None:
        check_totals(state, least=0)
        check_one_winner(state, setup.options.target)

    def apply(self, setup: Setup[EcarteOptions], state: EcarteState, hand: EcarteHand) -> HandResult[EcarteState]:
        return score_hand(setup, state, hand)

    def upcoming(self, setup: Setup[EcarteOptions], state: EcarteState) -> Upcoming:
        first, target = setup.after(state.dealer), setup.options.target
        return Upcoming(
            dealer=state.dealer,
            leads=first,
            notices=[
                line("{who} plays at once or proposes an exchange, and leads", who=seat(first), rule="exchange"),
                *to_go(state, target),
            ],
            details={"first_speaker": first, "missing": [target - total for total in state.totals]},
        )

    def verdict(self, setup: Setup[EcarteOptions], state: EcarteState, ended: bool = False) -> Verdict:
        reached = target_reached(state, setup.options.target)
        return ended_by_table(state) if ended and not reached.finished else reached

    def trick(self, setup: Setup[EcarteOptions], lookup: EcarteTrick) -> TrickResult | LegalPlays:
        check_trick(setup, PACK, lookup, rule="play")
        _check_up_card(lookup)
        order = ranking(lookup.trump)
        if lookup.hand and len(lookup.plays) < setup.players:
            return head_the_trick(order, lookup.hand, lookup.plays, "play")
        result = trick_result(order, lookup.plays, setup.players, "play")
        return replace(result, extra={"winner_seat": result.winner})

    def strength(self, options: EcarteOptions) -> tuple[Order, ...]:
        return (Order("Every suit, trumps too", RANKS),)

    def tables(self, options: EcarteOptions) -> dict[str, Grid]:
        return make_tables()

    def form(self, setup: Setup[EcarteOptions], state: EcarteState) -> Form:
        return make_form(setup, state)


def _check_up_card(lookup: EcarteTrick) -> None:
    """Raises Refusal if the card turned up is of another suit than trumps, or in somebody's hand."""
    up_card = lookup.up_card
    if up_card is None:
        return
    cards = [(f"/plays/{place}/card", play.card) for place, play in enumerate(lookup.plays)]
    cards += [(f"/hand/{place}", code) for place, code in enumerate(lookup.hand or [])]
    check_in_pack(PACK, [("/up_card", up_card), *cards])
    if suit_of(up_card) != lookup.trump:
        text = _("{card} was turned up, so its suit is trump.")
        raise refuse("/trump", "disagree", text, rule="king-turned", card=card(up_card))


game = Ecarte()
