"""Skat: one declarer against two defenders, bidding by the value of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Example,
    Figure,
    Game,
    Grid,
    HandResult,
    MatchToSettle,
    Order,
    Preset,
    SheetColumns,
    SheetEntry,
    Upcoming,
    Verdict,
    add_points,
    after_deals,
    ended_by_table,
    hand_number,
)
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, Number, line, plural, say, seat, side, trim_number
from scoring.engine.refusal import refuse
from scoring.engine.settlement import Event, OwnFee
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.skat.bid_help import score_bid_help
from scoring.games.skat.cards import JACKS, NULL_RANKS, PLAIN, VALUES
from scoring.games.skat.declarer import score_null, score_trump_game
from scoring.games.skat.examples import EXAMPLES
from scoring.games.skat.form import make_form
from scoring.games.skat.models import (
    SkatBidHelp,
    SkatGrandHand,
    SkatNullHand,
    SkatPassedIn,
    SkatRamschHand,
    SkatSuitHand,
    SkatTrick,
)
from scoring.games.skat.options import Setup, SkatDetails, SkatOptions, SkatState, check_options, check_state
from scoring.games.skat.ramsch import score_ramsch
from scoring.games.skat.scoring import LIST_BONUS, LIST_OTHERS, check_doublings, passed_in_state
from scoring.games.skat.sheet import sheet_entry
from scoring.games.skat.tables import make_tables
from scoring.games.skat.tricks import look_up


class Skat(Game[SkatOptions, SkatState]):
    """Three play, and with four the dealer sits out; the highest bidder plays alone."""

    slug = "skat"
    name = "Skat"
    native_names: ClassVar[dict[str, str]] = {"de": "Skat"}
    aliases = ("Skatspiel",)
    family = "Point-trick games"
    summary = "Bid the value of your cards, then play alone against two for 61 card points."
    players = (3, 4)
    ends_after = "deals"
    follows_people = ("hands_won", "hands_lost")
    stays_at_table = ("bock_hands_left",)
    deck = "32 cards, A K Q J 10 9 8 7"
    settles_on = ("totals", "game_points", "list_points")
    official_list = True
    fees = ("lost", "passed_in")
    own_fees = (
        OwnFee(
            "ramsch",
            _("A Ramsch costs"),
            _("What the player with the most card points pays to the kitty; all who are level pay."),
            _("A Ramsch costs whoever took most card points {amount} to the kitty."),
        ),
    )
    Options = SkatOptions
    presets = (
        Preset(_("Tournament rules"), {"rules": "international"}),
        Preset(_("With Ramsch, Kontra and Bock"), {"all_pass": "ramsch_most", "kontra": "kontra_re", "bock": "on"}),
    )
    State = SkatState
    Details = SkatDetails
    hands = (SkatSuitHand, SkatGrandHand, SkatNullHand, SkatRamschHand, SkatPassedIn, SkatBidHelp)
    Lookup = SkatTrick
    examples: ClassVar[tuple[Example, ...]] = EXAMPLES
    sheet_columns = SheetColumns(say("Game"), say("Value"))

    def check_setup(self, players: int, options: SkatOptions) -> None:
        check_options(players, options)

    def initial(self, setup: Setup) -> SkatState:
        nothing = [0] * setup.players
        return SkatState(totals=[0] * setup.players, hands_won=nothing, hands_lost=nothing)

    def check_start(self, setup: Setup, state: SkatState) -> None:
        check_state(setup, state)

    def apply(self, setup: Setup, state: SkatState, hand: Any) -> HandResult[SkatState]:
        match hand:
            case SkatSuitHand() | SkatGrandHand():
                return score_trump_game(setup, state, hand)
            case SkatNullHand():
                return score_null(setup, state, hand)
            case SkatRamschHand():
                return score_ramsch(setup, state, hand)
            case SkatPassedIn():
                return self._passed_in(setup, state, hand)
            case _:
                return score_bid_help(setup, state, hand)

    def _passed_in(self, setup: Setup, state: SkatState, hand: SkatPassedIn) -> HandResult[SkatState]:
        if setup.options.ramsch is not None:
            text = _("At this table Ramsch is played when all pass: enter the Ramsch.")
            raise refuse("/kind", "passed_in_off", text, rule="passed-in")
        check_doublings(setup, "none", hand.start_bock)
        points: list[Number] = [0] * setup.players
        lines = [line("All passed: nobody scores, and the deal moves on", rule="passed-in")]
        if hand.start_bock:
            lines.append(line("The table opens a Bock round", value=setup.players, rule="bock"))
        details = SkatDetails(points=points)
        if setup.options.by_list:
            details["list_points"] = points
        after = passed_in_state(setup, state, hand.start_bock)
        return HandResult(points=points, state=after, lines=lines, summary=say("Passed in"), details=details)

    def upcoming(self, setup: Setup, state: SkatState) -> Upcoming:
        deal, deals = state.hands_played + 1, setup.options.deals_of(setup.players)
        forehand, middlehand, rearhand = (setup.after(state.dealer, steps) for steps in (1, 2, 3))
        out = [state.dealer] if setup.players == 4 else []
        notices = [
            hand_number(deal, deals, unit="deal"),
            line(
                "{first} is forehand and leads, {second} middlehand, {third} rearhand",
                first=seat(forehand),
                second=seat(middlehand),
                third=seat(rearhand),
                rule="positions",
                code="seats",
            ),
        ]
        if out:
            notices.append(line("{who} deals and sits out", who=seat(state.dealer), rule="four-players", code="seats"))
        details: dict[str, Any] = {
            "deal": deal,
            "deals": deals,
            "forehand": forehand,
            "middlehand": middlehand,
            "rearhand": rearhand,
            "bock_hands_left": state.bock_hands_left,
        }
        if state.bock_hands_left:
            left = state.bock_hands_left
            forms = ngettext_noop(
                "Bock: this hand counts double, and is the last",
                "Bock: this hand counts double, one of {n} to come",
            )
            notices.append(Line(plural(left, *forms), None, "bock"))
        if setup.options.by_list:
            details["game_points"] = game_points(setup, state)
        return Upcoming(state.dealer, forehand, out, notices, details)

    def verdict(self, setup: Setup, state: SkatState, ended: bool = False) -> Verdict:
        usual = ended_by_table(state) if ended else after_deals(state, setup.options.deals_of(setup.players))
        if not setup.options.by_list or len(usual.winners) < 2:
            return usual
        # Equal list totals: more hands won, then fewer lost.
        won = [(state.hands_won[number], -state.hands_lost[number]) for number in usual.winners]
        winners = [number for number, tally in zip(usual.winners, won, strict=True) if tally == max(won)]
        return Verdict(True, winners, usual.reason)

    def totals_to_settle(self, match: MatchToSettle[SkatOptions, SkatState]) -> Sequence[Number]:
        setup, state = match.setup, match.state
        if match.settle_on == "game_points" and setup.options.by_list:
            return game_points(setup, state)
        if match.settle_on == "list_points" and not setup.options.by_list:
            return add_points(state.totals, list_bonuses(setup, state))
        return state.totals

    def fees_due(self, setup: Setup, hand: Mapping[str, Any], result: Mapping[str, Any]) -> dict[Event, list[int]]:
        """Returns the fees due, also from everybody for a deal passed in, and for a Ramsch from the player with most
        card points.
        """
        match result["kind"]:
            case "passed_in":
                return {"passed_in": list(range(setup.players))}
            case "ramsch":
                taken = result["details"].get("card_points", ())
                return {"ramsch": [number for number, points in enumerate(taken) if points == max(taken)]}
            case _:
                return super().fees_due(setup, hand, result)

    def trick(self, setup: Setup, lookup: SkatTrick) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def form(self, setup: Setup, state: SkatState) -> Form:
        return make_form(setup, state)

    def strength(self, options: SkatOptions) -> tuple[Order, ...]:
        return (
            Order("Suit game: trumps", (*JACKS, *PLAIN)),
            Order("Suit game: the three other suits", PLAIN),
            Order("Grand and Ramsch: trumps", JACKS),
            Order("Grand and Ramsch: all four suits", PLAIN),
            Order("Null: all four suits, no trumps", NULL_RANKS),
        )

    def card_values(self, options: SkatOptions) -> dict[str, Number]:
        return dict(VALUES)

    def tables(self, options: SkatOptions) -> dict[str, Grid]:
        return make_tables()

    def board(self, setup: Setup, state: SkatState) -> Board:
        board: list[Figure | Grid] = []
        if setup.options.bock == "on":
            board.append(Figure(say("Bock hands left"), state.bock_hands_left, ahead=True))
        if setup.options.by_list:
            head: list[Any] = ["", *(say("{who}", who=side(number)) for number in range(setup.players))]
            rows: list[list[Any]] = [
                [say("Points of the hands"), *game_points(setup, state)],
                [say("Hands won"), *state.hands_won],
                [say("Hands lost"), *state.hands_lost],
                [say("List total"), *state.totals],
            ]
            board.append(Grid(head, rows, say("List"), place="sheet"))
        return board

    def sheet_entry(self, setup: Setup, hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        return sheet_entry(hand, result)


def game_points(setup: Setup, state: SkatState) -> list[Number]:
    """Returns what the hands alone came to, without the bonuses of the list, by seat (rule: list-scoring)."""
    bonuses = list_bonuses(setup, state)
    return [trim_number(total - bonus) for total, bonus in zip(state.totals, bonuses, strict=True)]


def list_bonuses(setup: Setup, state: SkatState) -> list[Number]:
    """Returns the bonuses of the list for hands won and lost, by seat (rule: list-scoring)."""
    lost = sum(state.hands_lost)
    others = LIST_OTHERS[setup.players]
    return [
        LIST_BONUS * (won - own) + others * (lost - own)
        for won, own in zip(state.hands_won, state.hands_lost, strict=True)
    ]


game = Skat()
