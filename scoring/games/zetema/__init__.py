"""Zetema: melds, marriages and thirteen discard piles; the first side to the target wins at once.

Read ``models`` for what is entered, ``melds`` for what things are worth and which cards make them, ``play_by_play`` for
a hand in its order, ``cards_by_seat`` for the owners of the cards, ``result`` for the result of a hand, ``form`` for
the phone.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from scoring.engine.cards import SUITS, SYMBOLS
from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Example,
    Figure,
    Game,
    Grid,
    HandResult,
    Order,
    Setup,
    Upcoming,
    Verdict,
    check_one_winner,
    check_totals,
    ended_by_table,
    hand_number,
    target_reached,
    to_go,
)
from scoring.engine.marking import _
from scoring.engine.messages import line, say, seat, suit, trim_number
from scoring.games.zetema.form import make_form
from scoring.games.zetema.models import (
    RANKS,
    ZetemaDetails,
    ZetemaEventsHand,
    ZetemaOptions,
    ZetemaState,
    ZetemaSummaryHand,
    doubled_suit,
    hand_size,
    pack_with,
    target_of,
)
from scoring.games.zetema.play_by_play import PlayByPlay
from scoring.games.zetema.result import OPEN_HAND, score_events, score_summary
from scoring.games.zetema.tables import make_tables


class Zetema(Game[ZetemaOptions, ZetemaState]):
    """Sixty-five cards, six in hand, a pile for every rank."""

    slug = "zetema"
    name = "Zetema"
    family = "Collecting and melding"
    summary = "Show melds, marry kings and queens, and discard the fifth card of a rank: 300 points win at once."
    players = (2, 3, 4, 5, 6)
    deck = "65 cards: a full pack and a second set of one suit"
    Options = ZetemaOptions
    State = ZetemaState
    Details = ZetemaDetails
    hands = (ZetemaEventsHand, ZetemaSummaryHand)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="A flush, two marriages and a zetema",
            players=2,
            hands=[
                {
                    "kind": "events",
                    "events": [
                        {"kind": "flush", "seat": 1, "cards": ["2H", "4H", "5H", "8H", "JH", "KH"]},
                        {"kind": "marriages", "seat": 0, "suits": ["C", "D"]},
                        {"kind": "zetema", "seat": 1, "rank": "9"},
                    ],
                }
            ],
            expect=[30, 35],
        ),
        Example(
            title="Played out: two marriages, and the zetemas of all ranks below the queen",
            players=2,
            hands=[
                {
                    "kind": "events",
                    "events": [
                        {"kind": "marriages", "seat": 0, "suits": ["C", "D"]},
                        *[
                            {"kind": "zetema", "seat": (place + 1) % 2, "rank": rank}
                            for place, rank in enumerate(RANKS[:11])
                        ],
                    ],
                    "end": "stock",
                }
            ],
            expect=[55, 65],
        ),
        Example(
            title="Still being played: a player scores twice, with turns without points between",
            players=3,
            hands=[
                {
                    "kind": "events",
                    "events": [
                        {"kind": "assembly", "seat": 2, "rank": "J"},
                        {"kind": "turns"},
                        {"kind": "flush_sequence", "seat": 2},
                    ],
                }
            ],
            expect=[0, 0, 170],
        ),
        Example(
            title="Added up at the table, six players",
            players=6,
            hands=[{"kind": "summary", "points": [55, 20, 130]}],
            expect=[55, 20, 130],
        ),
    )

    def sides(self, players: int, options: ZetemaOptions) -> tuple[tuple[int, ...], ...]:
        if players not in (4, 6):
            return super().sides(players, options)
        half = players // 2
        return tuple((first, first + half) for first in range(half))

    def initial(self, setup: Setup[ZetemaOptions]) -> ZetemaState:
        return ZetemaState(totals=[0] * len(setup.sides), doubled_suit=setup.options.doubled_suit)

    def check_start(self, setup: Setup[ZetemaOptions], state: ZetemaState) -> None:
        check_totals(state, step=5, least=0)
        check_one_winner(state, target_of(setup))
        PlayByPlay(setup, state.model_copy(update=OPEN_HAND)).check_start(state)

    def apply(self, setup: Setup[ZetemaOptions], state: ZetemaState, hand: Any) -> HandResult[ZetemaState]:
        if isinstance(hand, ZetemaEventsHand):
            return score_events(setup, state, hand)
        return score_summary(setup, state, hand)

    def upcoming(self, setup: Setup[ZetemaOptions], state: ZetemaState) -> Upcoming:
        begins = setup.after(state.dealer)
        cards, number, target = hand_size(setup.players), state.hands_played + 1, target_of(setup)
        doubled = doubled_suit(setup, state)
        stock = len(pack_with(doubled)) - cards * setup.players
        text = _("{who} deals {cards} each; {stock} make the stock")
        return Upcoming(
            dealer=state.dealer,
            leads=begins,
            notices=[
                hand_number(number, rule="setup"),
                line(text, who=seat(state.dealer), cards=cards, stock=stock, rule="setup"),
                line("{who} begins", who=seat(begins), rule="turn", code="seats"),
                line("{suit} are doubled", suit=suit(doubled), rule="setup", code="board"),
                *to_go(state, target),
            ],
            details={
                "hand": number,
                "begins": begins,
                "cards": cards,
                "stock": stock,
                "doubled_suit": doubled,
                "target": target,
                "to_target": [trim_number(target - total) for total in state.totals],
            },
        )

    def verdict(self, setup: Setup[ZetemaOptions], state: ZetemaState, ended: bool = False) -> Verdict:
        result = target_reached(state, target_of(setup))
        return ended_by_table(state) if ended and not result.finished else result

    def tables(self, options: ZetemaOptions) -> dict[str, Grid]:
        return make_tables(self.players, options)

    def form(self, setup: Setup[ZetemaOptions], state: ZetemaState) -> Form:
        return make_form(setup, state)

    def strength(self, options: ZetemaOptions) -> tuple[Order, ...]:
        row = tuple(reversed(RANKS))
        return (Order("In sequences", row if options.ace == "low" else ("A", *row)),)

    def board(self, setup: Setup[ZetemaOptions], state: ZetemaState) -> Board:
        """Returns the doubled suit, the zetemas made and the marriages left in the hand."""
        doubled = doubled_suit(setup, state)
        married = Counter[str](state.marriages)
        left = "".join(SYMBOLS[letter] * ((2 if letter == doubled else 1) - married[letter]) for letter in SUITS)
        if {"K", "Q"} & set(state.zetemas):
            left = ""
        return [
            Figure(say("Doubled suit"), SYMBOLS[doubled], ahead=True),
            Figure(say("Zetemas made"), " ".join(rank for rank in RANKS if rank in state.zetemas) or "–"),
            Figure(say("Marriages left"), left or "–", ahead=True),
        ]


game = Zetema()
