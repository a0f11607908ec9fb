"""Tyzicha, or Thousand: bid what a hand will score; marriages make trumps, and only a declarer passes 1,000."""

from __future__ import annotations

from typing import ClassVar

from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Example,
    Figure,
    Game,
    Grid,
    HandResult,
    Marks,
    Order,
    Preset,
    Setup,
    Upcoming,
    Verdict,
    check_one_winner,
    check_totals,
    ended_by_table,
    target_reached,
    to_go,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, Number, line, say, seat, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.tyzicha.form import make_form
from scoring.games.tyzicha.house_rules import ceiling, check_barrel, deals_at_start
from scoring.games.tyzicha.models import (
    BARREL,
    BARREL_DEALS,
    BOLTS,
    RANKS,
    VALUES,
    TyzichaConcededHand,
    TyzichaDetails,
    TyzichaOptions,
    TyzichaPlayedHand,
    TyzichaState,
    TyzichaTrick,
)
from scoring.games.tyzicha.result import score_conceded, score_played
from scoring.games.tyzicha.tables import make_tables
from scoring.games.tyzicha.tricks import look_up


class Tyzicha(Game[TyzichaOptions, TyzichaState]):
    """Three players; the declarer promises a number of points from tricks and marriages against the two others."""

    slug = "tyzicha"
    name = "Tyzicha"
    native_names: ClassVar[dict[str, str]] = {"ru": "тысяча"}
    aliases = ("Thousand", "Tysiacha", "1001")
    family = "Point-trick games"
    summary = "Bid a number of points and make it with tricks and marriages; the first declarer to reach 1,001 wins."
    players = (3,)
    deck = "24 cards, A 10 K Q J 9"
    fees = ("lost",)
    follows_people = ("bolts", "barrel")
    Options = TyzichaOptions
    presets = (Preset(_("With barrel and bolts"), {"barrel": True, "bolt_penalty": 120}),)
    State = TyzichaState
    Details = TyzichaDetails
    hands = (TyzichaPlayedHand, TyzichaConcededHand)
    Lookup = TyzichaTrick
    lookup_figures: ClassVar[dict[str, str]] = {"trump": _("Trump")}
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "120 made with the marriage in clubs",
            [
                {
                    "kind": "played",
                    "declarer": 1,
                    "contract": 120,
                    "card_points": [20, 71, 29],
                    "marriages": [{"seat": 1, "suit": "C"}],
                }
            ],
            [0, 120, 0],
        ),
        Example(
            "110 broken, the cards counted",
            [
                {
                    "kind": "played",
                    "declarer": 2,
                    "contract": 110,
                    "captured": [
                        ["AH", "10H", "KH", "QH", "JH", "9H"],
                        ["AC", "10C", "KC", "QC", "JC", "9C"],
                        None,
                    ],
                }
            ],
            [30, 30, -110],
        ),
        Example(
            "Forced to 100 and conceded",
            [{"kind": "conceded", "declarer": 1, "contract": 100, "forced_hundred": True}],
            [40, -100, 40],
        ),
        Example(
            "On the barrel at 880, and the third bolt of another",
            [{"kind": "played", "declarer": 0, "contract": 130, "card_points": [100, 20, 0], "marriages": []}],
            [-130, 20, -120],
            options={"barrel": True, "bolt_penalty": 120},
            start={"totals": [700, 860, 300], "bolts": [0, 1, 2]},
        ),
    )

    def check_setup(self, players: int, options: TyzichaOptions) -> None:
        if options.barrel and options.as_played(players).target <= BARREL:
            text = _("With the barrel the target is above {n}: that far below it the barrel stands.")
            raise refuse("/options/target", "below_barrel", text, rule="barrel", n=BARREL)

    def complete_start(self, setup: Setup[TyzichaOptions], state: TyzichaState, given: frozenset[str]) -> TyzichaState:
        return state.model_copy(update={"barrel": deals_at_start(setup, state)})

    def check_start(self, setup: Setup[TyzichaOptions], state: TyzichaState) -> None:
        check_totals(state)
        check_one_winner(state, setup.options.target)
        check_barrel(setup, state)

    def apply(
        self,
        setup: Setup[TyzichaOptions],
        state: TyzichaState,
        hand: TyzichaPlayedHand | TyzichaConcededHand,
    ) -> HandResult[TyzichaState]:
        if isinstance(hand, TyzichaPlayedHand):
            return score_played(setup, state, hand)
        return score_conceded(setup, state, hand)

    def upcoming(self, setup: Setup[TyzichaOptions], state: TyzichaState) -> Upcoming:
        order = [setup.after(state.dealer, steps) for steps in (2, 0, 1)]
        cap = ceiling(setup.options)
        at_cap = [number for number, total in enumerate(state.totals) if total == cap and not setup.options.barrel]
        names = [seat(number) for number in order]
        notices = [
            line("The bidding goes {order}; the declarer leads", order=names, rule="bidding"),
            line("If the two others pass, {who} is forced", who=seat(order[-1]), rule="forced"),
            *to_go(state, setup.options.target),
            *_on_the_barrel(state),
            *[
                line("{who} has {cap} and must make a contract to win", who=side(number), cap=cap, rule="cap")
                for number in at_cap
            ],
        ]
        return Upcoming(
            dealer=state.dealer,
            leads=None,
            notices=notices,
            details={
                "hand": state.hands_played + 1,
                "bidding_order": order,
                "forced": order[-1],
                "at_cap": at_cap,
            },
        )

    def verdict(self, setup: Setup[TyzichaOptions], state: TyzichaState, ended: bool = False) -> Verdict:
        return ended_by_table(state) if ended else target_reached(state, setup.options.target)

    def trick(self, setup: Setup[TyzichaOptions], lookup: TyzichaTrick) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: TyzichaOptions) -> tuple[Order, ...]:
        return (Order("Every suit, trumps too", RANKS),)

    def card_values(self, options: TyzichaOptions) -> dict[str, Number]:
        return dict(VALUES)

    def tables(self, options: TyzichaOptions) -> dict[str, Grid]:
        return make_tables()

    def board(self, setup: Setup[TyzichaOptions], state: TyzichaState) -> Board:
        text = _("{who}, deal {n} of {of}")
        barrel = [
            Figure(say("On the barrel"), say(text, who=side(number), n=deal, of=BARREL_DEALS), ahead=True)
            for number, deal in enumerate(state.barrel)
            if deal
        ]
        return [*barrel, *(Marks(number, "line", count, BOLTS) for number, count in enumerate(state.bolts))]

    def form(self, setup: Setup[TyzichaOptions], state: TyzichaState) -> Form:
        return make_form(setup, state)


def _on_the_barrel(state: TyzichaState) -> list[Line]:
    """Who sits on the barrel, as a notice."""
    text = _("{who} is on the barrel, deal {n} of {of}: a contract of {points} wins")
    return [
        line(text, who=side(number), n=deal, of=BARREL_DEALS, points=BARREL, rule="barrel")
        for number, deal in enumerate(state.barrel)
        if deal
    ]


game = Tyzicha()
