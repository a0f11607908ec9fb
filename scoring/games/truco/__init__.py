"""Truco: the Brazilian game of bluff for two pairs, twelve tentos to win.

Read ``models`` for what is entered, ``stakes`` for the ladder and its limits, ``summary`` and ``play_by_play`` for the
two ways of entering a hand, ``result`` for what it scores, ``tricks`` for who takes a trick, ``form`` for the phone.
"""

from __future__ import annotations

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
    SheetColumns,
    SheetEntry,
    Upcoming,
    Verdict,
    check_one_winner,
    check_totals,
    ended_by_table,
    side_at_target,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, line, plural, say, seat, side
from scoring.engine.tricks import LegalPlays, PlayedTrick, TrickResult
from scoring.games.truco.form import make_form
from scoring.games.truco.models import (
    HandType,
    TrucoDetails,
    TrucoEventsHand,
    TrucoLookup,
    TrucoOptions,
    TrucoState,
    TrucoSummaryHand,
    TrucoVoidDeal,
)
from scoring.games.truco.play_by_play import score_events
from scoring.games.truco.result import (
    HandEnd,
    count_irregularity,
    hand_result,
    leaders,
    short_name,
    special_name,
)
from scoring.games.truco.stakes import (
    TARGET,
    Stakes,
    call_name,
    first_step,
    hand_type,
    highest_call,
    stakes_of,
)
from scoring.games.truco.summary import score_summary
from scoring.games.truco.tables import make_tables
from scoring.games.truco.tricks import look_up, order, played_tricks


class Truco(Game[TrucoOptions, TrucoState]):
    """Four players, three cards each, two tricks to win; the stake rises from 1 to 12 by calls."""

    slug = "truco"
    name = "Truco"
    native_names: ClassVar[dict[str, str]] = {"pt": "Truco"}
    aliases = ("Truco Paulista", "Truco Mineiro")
    family = "Stakes raised by calls"
    summary = "Two pairs, three cards each: win two of three tricks, or call truco and make the others run."
    players = (4,)
    deals_again = ("void",)
    partnerships = True
    deck = "40 cards: ace, king, queen, jack and seven to two in each suit"
    direction = "counter-clockwise"
    settles_by = "stake"
    Options = TrucoOptions
    presets = (
        Preset(_("Truco Paulista"), {"manilhas": "vira"}),
        Preset(_("Truco Mineiro"), {"stakes": "2-4-8-10-12"}),
    )
    State = TrucoState
    Details = TrucoDetails
    hands = (TrucoSummaryHand, TrucoEventsHand, TrucoVoidDeal)
    sheet_columns = SheetColumns(say("Stake"))
    Lookup = TrucoLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="A plain hand and a truco, each by its result",
            hands=[
                {"kind": "summary", "winner": 1, "stake": 1},
                {"kind": "summary", "winner": 0, "stake": 3},
            ],
            expect=[3, 0],
        ),
        Example(
            title="Truco, retruco and nine; the nine is refused",
            hands=[
                {
                    "kind": "events",
                    "events": [
                        {"kind": "raise", "side": 1, "to": 3},
                        {"kind": "raise", "side": 0, "to": 6},
                        {"kind": "raise", "side": 1, "to": 9},
                        {"kind": "run", "side": 0},
                    ],
                }
            ],
            start={"totals": [2, 3]},
            expect=[0, 6],
        ),
        Example(
            title="A wrong deal, dealt again",
            hands=[{"kind": "void", "irregularities": [{"side": 0, "offence": "deal"}]}],
            expect=[0, 1],
        ),
        Example(
            title="A hand of eleven: the leaders run, then play and win",
            hands=[
                {"kind": "summary", "eleven_choice": "run"},
                {"kind": "summary", "eleven_choice": "play", "winner": 0, "stake": 3},
            ],
            start={"totals": [11, 8]},
            expect=[3, 0],
        ),
    )

    def check_start(self, setup: Setup[TrucoOptions], state: TrucoState) -> None:
        check_totals(state, least=0)
        check_one_winner(state, TARGET)

    def apply(self, setup: Setup[TrucoOptions], state: TrucoState, hand: Any) -> HandResult[TrucoState]:
        match hand:
            case TrucoSummaryHand():
                return score_summary(setup, state, hand)
            case TrucoEventsHand():
                return score_events(setup, state, hand)
            case _:
                return _score_void(setup, state, hand)

    def upcoming(self, setup: Setup[TrucoOptions], state: TrucoState) -> Upcoming:
        stakes = stakes_of(setup.options)
        kind = hand_type(stakes, state.totals)
        mao, cutter = setup.after(state.dealer), setup.after(state.dealer, -1)
        limits = [stakes[highest_call(stakes, total)] for total in state.totals]
        return Upcoming(
            dealer=state.dealer,
            leads=mao,
            notices=_notices(setup, state, stakes, kind),
            details={
                "hand_type": kind,
                "mao": mao,
                "cutter": cutter,
                "stake": stakes[first_step(stakes, kind)],
                "may_raise_to": limits if kind == "normal" else [None, None],
            },
        )

    def verdict(self, setup: Setup[TrucoOptions], state: TrucoState, ended: bool = False) -> Verdict:
        winner = side_at_target(state.totals, TARGET)
        if winner is not None:
            reason = plural(state.totals[winner], "{who} have {n} tento", "{who} have {n} tentos", who=side(winner))
            return Verdict(True, [winner], reason)
        if ended:
            return ended_by_table(state)
        return Verdict(False)

    def trick(self, setup: Setup[TrucoOptions], lookup: TrucoLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def played_tricks(self, setup: Setup[TrucoOptions], state: TrucoState, hand: Any) -> list[PlayedTrick]:
        return played_tricks(hand) if isinstance(hand, TrucoEventsHand) else []

    def form(self, setup: Setup[TrucoOptions], state: TrucoState) -> Form:
        return make_form(setup, state)

    def strength(self, options: TrucoOptions) -> tuple[Order, ...]:
        if options.manilhas == "fixed":
            return (Order("in every hand", order(None)),)
        with_seven = order("7C")
        return (
            Order("top cards, here with a seven turned", with_seven[:4]),
            Order("all others, here with a seven turned", with_seven[4:]),
        )

    def tables(self, options: TrucoOptions) -> dict[str, Grid]:
        return make_tables(options)

    def board(self, setup: Setup[TrucoOptions], state: TrucoState) -> Board:
        return [Marks(number, "bean", min(int(total), TARGET), TARGET) for number, total in enumerate(state.totals)]

    def sheet_entry(self, setup: Setup[TrucoOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns what the hand was played for, and the beans of each side after it."""
        beans = [Marks(number, "bean", min(int(total), TARGET)) for number, total in enumerate(result["totals"])]
        events = hand.get("events") or [{}]
        ran = bool(hand.get("ran")) or events[-1].get("kind") == "run"
        return SheetEntry(short_name(stakes_of(setup.options), hand["kind"], result["details"], ran), marks=beans)


def _score_void(setup: Setup[TrucoOptions], state: TrucoState, hand: TrucoVoidDeal) -> HandResult[TrucoState]:
    totals = list(state.totals)
    stakes = stakes_of(setup.options)
    lines = [count_irregularity(stakes, totals, irregularity) for irregularity in hand.irregularities]
    return hand_result(setup, state, totals, lines, HandEnd("void"))


def _notices(setup: Setup[TrucoOptions], state: TrucoState, stakes: Stakes, kind: HandType) -> list[Line]:
    """Returns the notices before the hand: kind of hand, who cuts and leads, how far each side may raise."""
    mao, cutter = setup.after(state.dealer), setup.after(state.dealer, -1)
    params: dict[str, Any] = {"dealer": seat(state.dealer), "mao": seat(mao), "cutter": seat(cutter)}
    notices = [line("{cutter} cuts, {dealer} deals, {mao} is mão and leads", **params, rule="setup", code="seats")]
    if setup.options.manilhas == "vira":
        notices.append(line("Turn a card after the deal: the rank above it makes the top cards", rule="vira"))
    if kind == "iron":
        text = _("Iron hand: three cards each, nobody looks at them; the winner of the hand wins the match")
        return [line(text, rule="iron"), *notices]
    if kind == "eleven":
        names: dict[str, Any] = {"hand": special_name(stakes), "who": side(leaders(stakes, state.totals))}
        text = _("{hand}: {who} look at each other's cards, then run ({run}) or play for {play}; nobody may raise")
        return [
            line(text, **names, run=_price_of_running(setup.options, stakes), play=stakes[1], rule="eleven"),
            line("The mão keeps the first cards: no giving, no rejecting", rule="eleven"),
            *notices,
        ]
    for number, total in enumerate(state.totals):
        highest = highest_call(stakes, total)
        text = _("{who} may raise up to {call} ({n})")
        call = call_name(stakes, highest)
        limited = highest < len(stakes) - 1
        code = "" if limited else "usual"
        notices.append(line(text, who=side(number), call=call, n=stakes[highest], rule="limit", code=code))
    return notices


def _price_of_running(options: TrucoOptions, stakes: Stakes) -> Message:
    if options.eleven_run == "leaders_lose":
        return say("they lose {n}", n=stakes[0])
    return say("{n} for the others", n=stakes[0])


game = Truco()
