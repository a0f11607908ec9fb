"""Tute for two pairs: 130 points in the tricks, kings and queens to declare, four kings to win at once.

``models``: what is entered. ``declarations``: kings and queens. ``result``: what the hand scores. ``tricks``: who takes
a trick and what may be played.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    Preset,
    Setup,
    SheetEntry,
    Upcoming,
    Verdict,
    check_per_side,
    check_totals,
    hand_number,
    leading_sides,
    to_go,
)
from scoring.engine.marking import _
from scoring.engine.messages import Number, line, say, seat, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.tute.form import make_form
from scoring.games.tute.models import (
    RANKS,
    VALUES,
    TuteDetails,
    TuteLookup,
    TuteOptions,
    TutePlayedHand,
    TuteShownHand,
    TuteState,
)
from scoring.games.tute.result import match_verdict, score_played, score_tute, scores
from scoring.games.tute.tables import make_tables
from scoring.games.tute.tricks import look_up


class Tute(Game[TuteOptions, TuteState]):
    """Two pairs, ten cards each; cards, the last trick and declarations are counted."""

    slug = "tute"
    name = "Tute"
    native_names: ClassVar[dict[str, str]] = {"es": "Tute"}
    aliases = ("Tute for partners", "Tute de compañeros")
    national_signs: ClassVar[dict[str, str]] = {"es": "spanish"}
    family = "Point-trick games"
    summary = "Two pairs, ten tricks, king and queen declared for 40 or 20, and four kings win at once."
    players = (4,)
    follows_people = ("hands_won",)
    partnerships = True
    deck = "40 cards: ace, king, queen, jack and seven to two in each suit"
    direction = "counter-clockwise"
    settles_by = "stake"
    ends_at = ("race_to",)
    Options = TuteOptions
    presets = (Preset(_("Tute to 101"), {"race_to": 101}),)
    State = TuteState
    Details = TuteDetails
    hands = (TutePlayedHand, TuteShownHand)
    Lookup = TuteLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="The forty declared, the last trick to the same side",
            hands=[
                {
                    "kind": "played",
                    "trump": "S",
                    "card_points": [52, None],
                    "last_trick": 0,
                    "declarations": [{"seat": 2, "value": 40, "suit": "S", "after_trick": 3}],
                }
            ],
            expect=[102, 68],
        ),
        Example(
            title="The cards of one side named",
            hands=[
                {
                    "kind": "played",
                    "captured": [["AC", "AD", "3C", "3D", "KC", "KD", "KH", "QH", "JS"], None],
                    "last_trick": 0,
                }
            ],
            expect=[69, 61],
        ),
        Example(
            title="A tute",
            hands=[{"kind": "tute", "seat": 0, "after_trick": 4}],
            expect=[0, 0],
        ),
    )

    def check_start(self, setup: Setup[TuteOptions], state: TuteState) -> None:
        check_totals(state, least=0)
        check_per_side(setup, state.hands_won, "/hands_won", rule="end")
        race = setup.options.race_to
        if (
            race is not None
            and state.match_winner is None
            and len(leading_sides(state.totals)) > 1
            and state.totals[0] >= race
        ):
            text = _("Both sides have {race} and are level: say who won the match by the last trick.")
            raise refuse("/match_winner", "winner_missing", text, rule="race", race=race)

    def apply(self, setup: Setup[TuteOptions], state: TuteState, hand: Any) -> HandResult[TuteState]:
        if isinstance(hand, TuteShownHand):
            return score_tute(setup, state, hand)
        return score_played(setup, state, hand)

    def upcoming(self, setup: Setup[TuteOptions], state: TuteState) -> Upcoming:
        options = setup.options
        number = sum(state.hands_won) + 1
        won = [say("{who} {n}", who=side(i), n=n) for i, n in enumerate(state.hands_won)]
        if options.race_to is not None:
            notices = to_go(state, options.race_to, rule="race")
        elif number <= options.hands:
            notices = [hand_number(number, options.hands), line("Hands won: {won}", won=won, rule="end", code="board")]
        else:
            notices = [
                line("One more hand decides", rule="end"),
                line("Hands won: {won}", won=won, rule="end", code="board"),
            ]
        return Upcoming(
            dealer=state.dealer,
            leads=setup.after(state.dealer),
            notices=notices,
            details={
                "hand": number,
                "hands": options.hands if options.race_to is None else None,
                "hands_won": state.hands_won,
            },
        )

    def hands_won(self, setup: Setup[TuteOptions], state: TuteState) -> Sequence[int] | None:
        return None if setup.options.race_to is not None else state.hands_won

    def verdict(self, setup: Setup[TuteOptions], state: TuteState, ended: bool = False) -> Verdict:
        verdict = match_verdict(setup, state)
        if not ended or verdict.finished:
            return verdict
        winners = leading_sides(scores(setup, state)) if state.hands_played else []
        return Verdict(True, winners, say("The table ended the match"))

    def trick(self, setup: Setup[TuteOptions], lookup: TuteLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: TuteOptions) -> tuple[Order, ...]:
        return (Order("every suit, trump or not", RANKS),)

    def card_values(self, options: TuteOptions) -> dict[str, Number]:
        return {rank: VALUES.get(rank, 0) for rank in RANKS}

    def tables(self, options: TuteOptions) -> dict[str, Grid]:
        return make_tables()

    def form(self, setup: Setup[TuteOptions], state: TuteState) -> Form:
        return make_form(setup)

    def sheet_entry(self, setup: Setup[TuteOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns the kings and queens that were declared, as what made the value."""
        shown = [say("{who} {n}", who=seat(one["seat"]), n=one["value"]) for one in hand.get("declarations") or ()]
        return SheetEntry(reasons=shown)

    def board(self, setup: Setup[TuteOptions], state: TuteState) -> Board:
        if setup.options.race_to is not None:
            return ()
        needed = setup.options.hands // 2 + 1
        return [Marks(number, "line", won, max(needed, won)) for number, won in enumerate(state.hands_won)]


game = Tute()
