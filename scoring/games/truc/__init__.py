"""Truc: the Catalan game of three tricks and two calls, twelve points to win.

Read ``models`` for what is entered, ``result`` for what a hand is worth, ``play_by_play`` for a hand event by event,
``form`` for the phone.
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
    SheetEntry,
    Upcoming,
    Verdict,
    check_one_winner,
    check_totals,
    check_trick,
    ended_by_table,
    target_reached,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, cards, line, say, seat, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, PlayedTrick, TrickResult, so_far, tieable_trick
from scoring.games.truc.form import make_form
from scoring.games.truc.models import (
    PACK,
    HandType,
    TrucDetails,
    TrucEventsHand,
    TrucLookup,
    TrucOptions,
    TrucState,
    TrucSummaryHand,
    TrucTrickEvent,
)
from scoring.games.truc.play_by_play import ORDER, score_events
from scoring.games.truc.result import STAKES, defenders, hand_type, leaders, score_summary, short_name
from scoring.games.truc.tables import make_tables


class Truc(Game[TrucOptions, TrucState]):
    """Four players, three cards each or one, two calls; equal tricks go to the dealer's opponents."""

    slug = "truc"
    name = "Truc"
    native_names: ClassVar[dict[str, str]] = {"ca": "Truc"}
    aliases = ("Truque", "Trut", "Tru", "Truka")
    national_signs: ClassVar[dict[str, str]] = {"es": "spanish"}
    family = "Stakes raised by calls"
    summary = "Two pairs, three tricks, two calls: a quick bluffing game in which the dealer's side loses an even hand."
    players = (4,)
    partnerships = True
    deck = "40 cards: ace, king, queen, jack and seven to two in each suit"
    direction = "counter-clockwise"
    settles_by = "stake"
    Options = TrucOptions
    State = TrucState
    Details = TrucDetails
    hands = (TrucSummaryHand, TrucEventsHand)
    Lookup = TrucLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="A plain hand, a truc that was won, and a rejected retruc, each by its result",
            hands=[
                {"kind": "summary", "winner": 1, "stake": 1},
                {"kind": "summary", "winner": 0, "stake": 2},
                {"kind": "summary", "winner": 0, "stake": 2, "refused": True},
            ],
            expect=[2, 0],
        ),
        Example(
            title="Truc accepted; one trick each and one drawn",
            hands=[
                {
                    "kind": "events",
                    "events": [
                        {"kind": "raise", "side": 1, "to": 2},
                        {"kind": "accept", "side": 0},
                        {"kind": "trick", "winner": 0},
                        {"kind": "trick", "winner": None},
                        {"kind": "trick", "winner": 1},
                    ],
                }
            ],
            expect=[0, 2],
        ),
        Example(
            title="The cut is refused and one card dealt to each",
            hands=[{"kind": "events", "cut": False, "hand_size": 1, "events": [{"kind": "trick", "winner": None}]}],
            expect=[0, 1],
        ),
        Example(
            title="With eleven: declined once, then played and lost",
            hands=[
                {"kind": "summary", "eleven_choice": "decline"},
                {"kind": "summary", "eleven_choice": "play", "winner": 1, "stake": 3},
            ],
            start={"totals": [11, 9]},
            expect=[0, 3],
        ),
    )

    def check_start(self, setup: Setup[TrucOptions], state: TrucState) -> None:
        check_totals(state, least=0)
        check_one_winner(state, setup.options.target)

    def apply(self, setup: Setup[TrucOptions], state: TrucState, hand: Any) -> HandResult[TrucState]:
        if isinstance(hand, TrucSummaryHand):
            return score_summary(setup, state, hand)
        return score_events(setup, state, hand)

    def upcoming(self, setup: Setup[TrucOptions], state: TrucState) -> Upcoming:
        kind = hand_type(setup.options, state.totals)
        leader = setup.after(state.dealer)
        sizes = [3, 1] if kind == "normal" and setup.options.one_card else [3]
        return Upcoming(
            dealer=state.dealer,
            leads=leader,
            notices=_notices(setup, state, kind, sizes),
            details={
                "hand_type": kind,
                "leader": leader,
                "cutter": setup.after(state.dealer, -1),
                "hand_sizes": sizes,
                "stake": STAKES[-1] if kind == "eleven" else STAKES[0],
                "tied_hand": defenders(setup, state),
            },
        )

    def verdict(self, setup: Setup[TrucOptions], state: TrucState, ended: bool = False) -> Verdict:
        reached = target_reached(state, setup.options.target)
        return ended_by_table(state) if ended and not reached.finished else reached

    def trick(self, setup: Setup[TrucOptions], lookup: TrucLookup) -> TrickResult | LegalPlays:
        check_trick(setup, PACK, lookup, "tricks")
        if lookup.hand is not None:
            if len(lookup.plays) == setup.players:
                raise refuse("/hand", "trick_complete", "All four have played: nobody is to play now.", rule="tricks")
            why = say("Any card may be played: there is no duty to follow suit or to win the trick")
            return LegalPlays(list(lookup.hand), why, "tricks")
        complete = len(lookup.plays) == setup.players
        result = _describe_trick(lookup, complete)
        return result if complete else so_far(result)

    def played_tricks(self, setup: Setup[TrucOptions], state: TrucState, hand: Any) -> list[PlayedTrick]:
        return [
            PlayedTrick([(play.seat, play.card) for play in event.plays], tieable_trick(event.plays, ORDER).winner_seat)
            for event in getattr(hand, "events", ())
            if isinstance(event, TrucTrickEvent) and event.plays
        ]

    def form(self, setup: Setup[TrucOptions], state: TrucState) -> Form:
        return make_form(setup, state)

    def strength(self, options: TrucOptions) -> tuple[Order, ...]:
        return (Order("in every hand", ORDER),)

    def tables(self, options: TrucOptions) -> dict[str, Grid]:
        return make_tables()

    def sheet_entry(self, setup: Setup[TrucOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns what a hand entered by its result is played for, for the bar; the sheet has a summary."""
        stake = hand.get("stake")
        return SheetEntry(short_name(stake, refused=bool(hand.get("refused"))) if stake in STAKES else "")


def _describe_trick(lookup: TrucLookup, complete: bool) -> TrickResult:
    """A trick as a text and as figures."""
    trick, leader = tieable_trick(lookup.plays, ORDER), lookup.plays[0].seat
    best = [play.card for play in trick.best]
    extra = {"winner_seat": trick.winner_seat, "winner_side": trick.winner_side, "drawn": trick.tied}
    if trick.winner_seat is None and not complete:
        why = say("{best} are equal and on both sides", best=cards(best))
        return TrickResult(None, None, why, "drawn", None, extra)
    if trick.winner_seat is None:
        text = _("{best} are equal and on both sides: the trick is drawn, and {who} leads again")
        return TrickResult(None, None, say(text, best=cards(best), who=seat(leader)), "drawn", leader, extra)
    if len(best) > 1:
        text = _("{best} are highest and belong to partners: {who}, who played first, takes the trick")
        why = say(text, best=cards(best), who=seat(trick.winner_seat))
    else:
        why = say("{best} is the highest", best=cards(best))
    return TrickResult(trick.winner_seat, best[0], why, "tricks", trick.winner_seat, extra)


def _notices(setup: Setup[TrucOptions], state: TrucState, kind: HandType, sizes: list[int]) -> list[Line]:
    """Returns the notices before the hand: kind, who cuts, deals and leads, how many cards, who has an even hand."""
    params: dict[str, Any] = {
        "cutter": seat(setup.after(state.dealer, -1)),
        "dealer": seat(state.dealer),
        "leader": seat(setup.after(state.dealer)),
    }
    size = _("Three cards each, or one if the cut is refused") if len(sizes) > 1 else _("Three cards each")
    notices = [
        line("{cutter} may cut, {dealer} deals, {leader} leads", **params, rule="setup", code="seats"),
        line(size, rule="setup"),
        line("Equal tricks go to {who}, the dealer's opponents", who=side(defenders(setup, state)), rule="tied-hand"),
    ]
    if kind == "eleven":
        text = _(
            "Hand of eleven: {who} look at their cards, then play for {play} or decline ({n} for the others); no calls"
        )
        special = line(text, who=side(leaders(state.totals)), play=STAKES[-1], n=STAKES[0], rule="eleven")
        return [special, *notices]
    if kind == "both_eleven":
        return [line("Both sides need one point: the winner of this hand wins the match", rule="both-eleven"), *notices]
    return notices


game = Truc()
