"""Mate: lead a card that the other cannot answer, as late in the game as you dare."""

from __future__ import annotations

from typing import ClassVar

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import cards_of
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
    ended_by_table,
    leading_sides,
)
from scoring.engine.marking import _
from scoring.engine.messages import Number, line, plural, say, seat
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.mate.cards import HAND_SIZE, PACK, RANKS, VALUES
from scoring.games.mate.form import make_form
from scoring.games.mate.lookup import look_up
from scoring.games.mate.models import (
    MateDetails,
    MateDrawHand,
    MateLookup,
    MateMateHand,
    MateMovesHand,
    MateOptions,
    MateState,
)
from scoring.games.mate.result import MateHand, score_game
from scoring.games.mate.rounds import dealer_of, game_number, hands_exchanged, leader_of, with_leader_from_dealer
from scoring.games.mate.tables import make_tables


class Mate(Game[MateOptions, MateState]):
    """Two players, twenty cards, every deal played twice with the hands exchanged."""

    slug = "mate"
    name = "Mate"
    family = "Strategy and trading"
    summary = "Lead a card that the other player cannot answer; the later the mate, the more it scores."
    players = (2,)
    deals_in_turn = False
    deck = "20 cards: ace, ten, king, queen and seven"
    direction = "in turn"
    Options = MateOptions
    State = MateState
    Details = MateDetails
    hands = (MateMateHand, MateDrawHand, MateMovesHand)
    Lookup = MateLookup
    winners_in_words = ("lead", "answer")
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="Mate on move five by a player who had foreplaced",
            hands=[{"kind": "mate", "seat": 0, "card": "QH", "move": 5, "foreplaced": [True, None]}],
            expect=[18, 0],
        ),
        Example(title="A draw", hands=[{"kind": "draw"}], expect=[0, 0]),
        Example(
            title="A game move by move",
            hands=[
                {
                    "kind": "moves",
                    "moves": [["7C", "AC"], ["10H", "10S"], ["QC", "KC"], ["AD", None]],
                    "foreplaced": [None, None],
                }
            ],
            expect=[0, 44],
        ),
    )

    def complete_start(self, setup: Setup[MateOptions], state: MateState, given: frozenset[str]) -> MateState:
        return with_leader_from_dealer(state) if "dealer" in given and state.first_leader is None else state

    def check_start(self, setup: Setup[MateOptions], state: MateState) -> None:
        check_in_pack(
            PACK,
            [
                (f"/known/{who}/{place}", code)
                for who, held in enumerate(state.known)
                for place, code in enumerate(held)
            ],
        )
        if len(state.known) != setup.players or max(map(len, state.known)) > HAND_SIZE:
            text = _("Two lists of ten cards at most are needed.")
            raise refuse("/known", "wrong_length", text, rule="exchange")

    def apply(self, setup: Setup[MateOptions], state: MateState, hand: MateHand) -> HandResult[MateState]:
        return score_game(setup, state, hand)

    def upcoming(self, setup: Setup[MateOptions], state: MateState) -> Upcoming:
        number, leader, dealer = game_number(state), leader_of(state), dealer_of(state)
        fresh = not hands_exchanged(number)
        games, in_round = 2 * setup.options.rounds, (number + 1) // 2
        notices = [
            line(
                "Game {n} of {games}, round {round}", n=number, games=games, round=in_round, rule="end", code="hand_of"
            ),
            line("{who} shuffles and deals, five cards at a time", who=seat(dealer), rule="setup")
            if fresh
            else line("The hands of the last game, exchanged", rule="exchange"),
            line("{who} leads the first move", who=seat(leader), rule="exchange", code="seats"),
        ]
        if setup.options.foreplacing:
            text = _("{who} decides first whether to foreplace, then {other}")
            notices.append(line(text, who=seat(leader), other=seat(1 - leader), rule="foreplacing"))
        details = {"game": number, "round": in_round, "new_cards": fresh, "first_leader": leader}
        return Upcoming(dealer=dealer if fresh else None, leads=leader, notices=notices, details=details)

    def verdict(self, setup: Setup[MateOptions], state: MateState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state)
        games = 2 * setup.options.rounds
        if game_number(state) <= games:
            return Verdict(False)
        margin = abs(state.totals[0] - state.totals[1])
        reason = (
            plural(
                games,
                "{n} game was played; ahead by {margin}",
                "{n} games were played; ahead by {margin}",
                margin=margin,
            )
            if margin
            else say("{n} games were played, and the match is drawn", n=games)
        )
        return Verdict(True, leading_sides(state.totals), reason, {"margin": margin})

    def trick(self, setup: Setup[MateOptions], lookup: MateLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: MateOptions) -> tuple[Order, ...]:
        return (Order("In every suit", RANKS), Order("Equal ranks, here the sevens", cards_of(("7",))))

    def card_values(self, options: MateOptions) -> dict[str, Number]:
        return dict(VALUES)

    def tables(self, options: MateOptions) -> dict[str, Grid]:
        return make_tables()

    def form(self, setup: Setup[MateOptions], state: MateState) -> Form:
        return make_form(setup, state)


game = Mate()
