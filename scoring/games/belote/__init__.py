"""Belote: the taker's side must win more than half of the 162 points in tricks."""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.cards import SYMBOLS
from scoring.engine.form import Form
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Preset,
    Setup,
    SheetColumns,
    SheetEntry,
    Upcoming,
    Verdict,
    check_seat,
    check_totals,
    ended_by_table,
    hand_number,
    leading_sides,
    next_state,
    target_reached,
    to_go,
)
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, Number, line, plural, say, seat, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.belote.form import make_form
from scoring.games.belote.models import (
    PLAIN_RANKS,
    PLAIN_VALUES,
    TRUMP_RANKS,
    TRUMP_VALUES,
    BeloteDetails,
    BeloteLookup,
    BeloteOptions,
    BelotePassedInHand,
    BelotePlayedHand,
    BeloteState,
)
from scoring.games.belote.result import score_played
from scoring.games.belote.tables import make_tables
from scoring.games.belote.tricks import look_up


class Belote(Game[BeloteOptions, BeloteState]):
    """Four players in partnerships; jack and nine of trumps are the highest cards."""

    slug = "belote"
    name = "Belote"
    native_names: ClassVar[dict[str, str]] = {"fr": "Belote"}
    aliases = ("Classic Belote", "Belotte")
    family = "Point-trick games"
    summary = "The taker's side needs 82 of the 162 points in tricks; runs, fours and belote count extra."
    players = (4,)
    stays_at_table = ("carried",)
    names_a_seat = ("taker",)
    partnerships = True
    deck = "32 cards, A K Q J 10 9 8 7"
    Options = BeloteOptions
    presets = (Preset(_("Without declarations"), {"declarations": "belote_only"}),)
    State = BeloteState
    Details = BeloteDetails
    sheet_columns = SheetColumns(say("Taker"), changes=True)
    hands = (BelotePlayedHand, BelotePassedInHand)
    Lookup = BeloteLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "Made with 92, and belote",
            [{"kind": "played", "taker": 1, "trump": "H", "trick_points": [70, None], "belote": 1}],
            [70, 110],
        ),
        Example(
            "Failed, with the taker's run for the others",
            [
                {
                    "kind": "played",
                    "taker": 0,
                    "trump": "S",
                    "trick_points": [75, 87],
                    "declarations": [{"side": 0, "type": "hundred", "high": "J", "length": 5}],
                }
            ],
            [0, 260],
        ),
        Example(
            "The cards of one side",
            [
                {
                    "kind": "played",
                    "taker": 3,
                    "trump": "H",
                    "captured": [["JH", "9H", "AS", "10S", "KD", "QD", "7C", "8C"], None],
                    "last_trick": 1,
                }
            ],
            [60, 100],
        ),
        Example("Capot by the taker", [{"kind": "played", "taker": 2, "capot": 0}], [250, 0]),
        Example("Nobody took", [{"kind": "passed_in"}], [0, 0]),
    )

    def check_start(self, setup: Setup[BeloteOptions], state: BeloteState) -> None:
        check_totals(state, least=0)
        check_seat(setup, state.taker, "/taker")
        if state.carried and setup.options.equal != "litige":
            text = _("Points wait for the next hand only if the table plays equal hands with litige.")
            raise refuse("/carried", "carried_without_litige", text, rule="equal")

    def apply(
        self, setup: Setup[BeloteOptions], state: BeloteState, hand: BelotePlayedHand | BelotePassedInHand
    ) -> HandResult[BeloteState]:
        if isinstance(hand, BelotePlayedHand):
            return score_played(setup, state, hand)
        return HandResult(
            points=[0, 0],
            state=next_state(setup, state, [0, 0]),
            lines=[line("All four passed twice: thrown in, the next player deals", rule="bidding")],
            summary=say("Nobody took"),
            details=BeloteDetails(made=None, carried=state.carried),
        )

    def upcoming(self, setup: Setup[BeloteOptions], state: BeloteState) -> Upcoming:
        first = setup.after(state.dealer)
        number = state.hands_played + 1
        notices = [
            hand_number(number, rule="setup"),
            line("{who} speaks first and leads", who=seat(first), rule="bidding", code="seats"),
            *to_go(state, setup.options.target),
        ]
        if state.carried:
            forms = ngettext_noop(
                "{n} point of the equal hand goes to the winner of this one",
                "{n} points of the equal hand go to the winner of this one",
            )
            notices.append(Line(plural(state.carried, *forms), state.carried, "equal"))
        return Upcoming(
            dealer=state.dealer,
            leads=first,
            notices=notices,
            details={
                "hand": number,
                "first_bidder": first,
                "carried": state.carried,
                "to_target": [max(0, setup.options.target - total) for total in state.totals],
            },
        )

    def verdict(self, setup: Setup[BeloteOptions], state: BeloteState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state)
        options = setup.options
        if min(state.totals) < options.target:
            return target_reached(state, options.target)
        if options.both_over == "higher":
            reason = say("Both sides have reached {target}: the higher total wins", target=options.target)
            return Verdict(True, leading_sides(state.totals), reason)
        if options.both_over == "taker" and state.taker is not None:
            reason = say("Both sides have reached {target}: the side of the taker wins", target=options.target)
            return Verdict(True, [setup.side_of(state.taker)], reason)
        return Verdict(True, [0, 1], say("Both sides have reached {target}: a tie", target=options.target))

    def trick(self, setup: Setup[BeloteOptions], lookup: BeloteLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: BeloteOptions) -> tuple[Order, ...]:
        return (Order("Trumps", TRUMP_RANKS), Order("Every other suit", PLAIN_RANKS))

    def card_values(self, options: BeloteOptions) -> dict[str, Number]:
        points: dict[str, Number] = {rank + " of trumps": TRUMP_VALUES[rank] for rank in TRUMP_RANKS[:2]}
        return points | {rank: PLAIN_VALUES.get(rank, 0) for rank in PLAIN_RANKS}

    def tables(self, options: BeloteOptions) -> dict[str, Grid]:
        return make_tables()

    def sheet_entry(self, setup: Setup[BeloteOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns who took, and in which suit if it was entered."""
        if hand["kind"] == "passed_in":
            return SheetEntry(say("Passed in"))
        taker, trump = seat(hand["taker"]), hand.get("trump")
        what = say("{who} {suit}", who=taker, suit=SYMBOLS[trump]) if trump else say("{who}", who=taker)
        made, belote = len(hand.get("declarations") or ()), hand.get("belote")
        reasons = [plural(made, "{n} declaration", "{n} declarations")] if made else []
        reasons += [] if belote is None else [say("belote of {who}", who=side(belote))]
        return SheetEntry(what, reasons=reasons)

    def form(self, setup: Setup[BeloteOptions], state: BeloteState) -> Form:
        return make_form(setup, state)


game = Belote()
