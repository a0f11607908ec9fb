"""Malilla: the seven above the ace, a point for every trick, and 35 to win.

``models``: what is entered. ``count``: the points of both sides. ``result``: what the hand scores. ``tricks``: who
takes a trick and what may be played.
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
    SheetColumns,
    SheetEntry,
    Upcoming,
    Verdict,
    check_one_winner,
    check_totals,
    ended_by_table,
    to_go,
)
from scoring.engine.marking import _
from scoring.engine.messages import Number, line, say, side
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.malilla.form import make_form
from scoring.games.malilla.models import (
    RANKS,
    VALUES,
    MalillaDetails,
    MalillaFoul,
    MalillaLookup,
    MalillaMisdeal,
    MalillaOptions,
    MalillaPlayedHand,
    MalillaState,
)
from scoring.games.malilla.result import match_verdict, score_foul, score_misdeal, score_played
from scoring.games.malilla.tables import make_tables
from scoring.games.malilla.tricks import look_up


class Malilla(Game[MalillaOptions, MalillaState]):
    """Two pairs, ten cards each; what a side has above 35 of the 70 points is its score."""

    slug = "malilla"
    name = "Malilla"
    native_names: ClassVar[dict[str, str]] = {"es": "Malilla"}
    aliases = ("Manilla", "Malillas", "Malia")
    national_signs: ClassVar[dict[str, str]] = {"es": "spanish"}
    family = "Point-trick games"
    summary = "Two pairs; the seven is the best card, a side scores its points above 35, and 35 wins the match."
    players = (4,)
    partnerships = True
    deck = "40 cards: ace, king, queen, jack and seven to two in each suit"
    settles_by = "stake"
    Options = MalillaOptions
    State = MalillaState
    Details = MalillaDetails
    sheet_columns = SheetColumns(say("Card points"), changes=True)
    hands = (MalillaPlayedHand, MalillaFoul, MalillaMisdeal)
    Lookup = MalillaLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="Points of one side, a turned card without points",
            hands=[{"kind": "played", "up_card": "5H", "points": [41, None]}],
            expect=[6, 0],
        ),
        Example(
            title="Card points and tricks, the dealer's king turned",
            hands=[{"kind": "played", "up_card": "KD", "card_points": [24, 36], "tricks": [4, None]}],
            start={"totals": [6, 0], "dealer": 1},
            expect=[0, 10],
        ),
        Example(
            title="All the cards of one side",
            hands=[
                {
                    "kind": "played",
                    "up_card": "JH",
                    "captured": [["7C", "7S", "7H", "7D", "AC", "2C", "3C", "4C"], None],
                }
            ],
            expect=[1, 9],
        ),
        Example(title="A wrong play", hands=[{"kind": "foul", "side": 0}], expect=[0, 0]),
        Example(title="A wrong deal", hands=[{"kind": "misdeal"}], expect=[0, 0]),
    )

    def check_start(self, setup: Setup[MalillaOptions], state: MalillaState) -> None:
        check_totals(state, least=0)
        check_one_winner(state, setup.options.target)

    def apply(self, setup: Setup[MalillaOptions], state: MalillaState, hand: Any) -> HandResult[MalillaState]:
        match hand:
            case MalillaMisdeal():
                return score_misdeal(setup, state)
            case MalillaFoul():
                return score_foul(setup, state, hand)
            case _:
                return score_played(setup, state, hand)

    def upcoming(self, setup: Setup[MalillaOptions], state: MalillaState) -> Upcoming:
        target = setup.options.target
        dealers = setup.side_of(state.dealer)
        held_from = target - state.totals[dealers]
        notices = to_go(state, target)
        if setup.options.up_card_bonus:
            text = _("The dealer turns the last card: 7, A, K, Q or J score for {who} at once")
            notices.append(line(text, who=side(dealers), rule="bonus"))
            if held_from <= max(VALUES.values()):
                text = _("A bonus of {n} or more is held until the hand is scored")
                notices.append(line(text, n=held_from, rule="bonus"))
        return Upcoming(
            dealer=state.dealer,
            leads=setup.after(state.dealer),
            notices=notices,
            details={"bonus_side": dealers, "bonus_held_from": held_from},
        )

    def verdict(self, setup: Setup[MalillaOptions], state: MalillaState, ended: bool = False) -> Verdict:
        verdict = match_verdict(setup, state)
        return ended_by_table(state) if ended and not verdict.finished else verdict

    def trick(self, setup: Setup[MalillaOptions], lookup: MalillaLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: MalillaOptions) -> tuple[Order, ...]:
        return (Order("every suit, trump or not", RANKS),)

    def card_values(self, options: MalillaOptions) -> dict[str, Number]:
        return {rank: VALUES.get(rank, 0) for rank in RANKS}

    def tables(self, options: MalillaOptions) -> dict[str, Grid]:
        return make_tables()

    def sheet_entry(self, setup: Setup[MalillaOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns the points in cards and tricks of both sides."""
        if hand["kind"] == "misdeal":
            return SheetEntry(say("Misdeal"))
        points = result["details"].get("hand_points")
        return SheetEntry(say("{a} : {b}", a=points[0], b=points[1]) if points else say("Foul"))

    def form(self, setup: Setup[MalillaOptions], state: MalillaState) -> Form:
        return make_form(setup)


game = Malilla()
