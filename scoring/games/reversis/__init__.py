"""Reversis: take as little as possible, pay for aces and the Quinola, and watch the pots.

Read ``models`` for what is entered, ``events`` for how aces and the Quinola can have been played, ``ledger`` for chips
and pots, ``party_hand`` and ``reversis_hand`` for the two kinds of hand.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    Setup,
    Upcoming,
    Verdict,
    after_deals,
    check_totals,
    check_trick,
    ended_by_table,
    hand_number,
    next_state,
)
from scoring.engine.marking import _
from scoring.engine.messages import Number, line, say, seat, trim_number
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, follow_suit, trick_result
from scoring.games.reversis.form import make_form
from scoring.games.reversis.ledger import ante
from scoring.games.reversis.models import (
    FIRST_TRICKS,
    PACK_48,
    RANKS,
    TRICKS,
    VALUES,
    ReversisDetails,
    ReversisLookup,
    ReversisOpenHand,
    ReversisOptions,
    ReversisPartyHand,
    ReversisReversisHand,
    ReversisState,
)
from scoring.games.reversis.party_hand import score_open, score_party
from scoring.games.reversis.reversis_hand import score_reversis
from scoring.games.reversis.tables import make_tables

NO_TRUMPS = Ranking((), RANKS)


class Reversis(Game[ReversisOptions, ReversisState]):
    """Four players for chips: fewest card points win the party, and every ace has its price."""

    slug = "reversis"
    name = "Reversis"
    native_names: ClassVar[dict[str, str]] = {"fr": "Réversi"}
    aliases = ("Réversi", "Reversin")
    family = "Trick avoidance"
    summary = "Avoid aces and court cards, discard the jack of hearts for the pot, or take every trick."
    players = (4,)
    ends_after = "hands"
    stays_at_table = ("pots", "first_remise_paid", "playing")
    deck = "48 cards: a full pack without tens"
    settles_by = "chips"
    Options = ReversisOptions
    State = ReversisState
    Details = ReversisDetails
    hands = (ReversisPartyHand, ReversisReversisHand, ReversisOpenHand)
    Lookup = ReversisLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="A first hand: three aces forced, one thrown, and the Quinola thrown",
            hands=[
                {
                    "kind": "party",
                    "talon": ["KC", "5D", "3S", "2H"],
                    "events": [
                        {"kind": "ace_off", "trick": 2, "seat": 2, "card": "AD", "winner": 1},
                        {"kind": "ace_forced", "trick": 4, "seat": 3, "card": "AC", "leader": 0},
                        {"kind": "quinola_off", "trick": 6, "seat": 1, "winner": 3},
                        {"kind": "ace_forced", "trick": 8, "seat": 3, "card": "AS", "leader": 1},
                        {"kind": "ace_forced", "trick": 10, "seat": 3, "card": "AH", "leader": 0},
                    ],
                    "tricks": [2, 3, 0, 6],
                    "card_points": [5, 7, 0, 25],
                }
            ],
            expect=[-8, 24, 4, -20],
        ),
        Example(
            title="A reversis made with the Quinola in the first nine tricks",
            hands=[{"kind": "reversis", "seat": 0, "made": True, "quinola_in_nine": True}],
            start={"pots": [30, 25], "first_remise_paid": True, "dealer": 1},
            expect=[94, -21, -32, -16],
        ),
        Example(
            title="Still playing: the Quinola was thrown",
            hands=[{"kind": "open", "events": [{"kind": "quinola_off", "trick": 3, "seat": 2, "winner": 1}]}],
            expect=[-10, -10, 25, -5],
        ),
    )

    def initial(self, setup: Setup[ReversisOptions]) -> ReversisState:
        return ReversisState(totals=[setup.options.start_chips] * setup.players)

    def complete_start(
        self, setup: Setup[ReversisOptions], state: ReversisState, given: frozenset[str]
    ) -> ReversisState:
        if "first_remise_paid" in given or len(state.pots) < 2:
            return state
        return state.model_copy(update={"first_remise_paid": True})

    def check_start(self, setup: Setup[ReversisOptions], state: ReversisState) -> None:
        check_totals(state)

    # -- a hand ---------------------------------------------------------------------------------

    def apply(self, setup: Setup[ReversisOptions], state: ReversisState, hand: Any) -> HandResult[ReversisState]:
        if state.playing:
            text = _("A hand is still being played: finish that one.")
            raise refuse("", "hand_open", text, rule="scoring")
        ledger = ante(setup, state)
        winner: int | None = None
        loser: int | None = None
        match hand:
            case ReversisPartyHand():
                party, summary = score_party(setup, state.dealer, hand, ledger)
                winner, loser = party.winner, party.loser
            case ReversisReversisHand():
                summary = score_reversis(setup, state.dealer, hand, ledger)
            case _:
                summary = score_open(setup, state.dealer, hand, ledger)
        playing = isinstance(hand, ReversisOpenHand)
        first_paid = ledger.first_remise_paid and bool(ledger.pots)
        points: list[Number] = list(ledger.changes)
        for owner, change in enumerate(points):
            ledger.lines.append(line("{who} in all", who=seat(owner), value=change, rule="scoring"))
        text = _("The pots now hold {pots}") if ledger.pots else _("No pot is left")
        ledger.lines.append(line(text, pots=ledger.pots, rule="pots"))
        changes: dict[str, Any] = {"pots": ledger.pots, "first_remise_paid": first_paid, "playing": playing}
        if playing:
            changes |= {"dealer": state.dealer, "hands_played": state.hands_played}
        after = next_state(setup, state, points, **changes)
        return HandResult(
            points=points,
            state=after,
            lines=ledger.lines,
            summary=summary,
            details=ReversisDetails(
                pots=ledger.pots,
                first_remise_paid=first_paid,
                party_winner=winner,
                party_loser=loser,
            ),
            complete=not playing,
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[ReversisOptions], state: ReversisState) -> Upcoming:
        leader = setup.after(state.dealer)
        if state.playing:
            notices = [line("The hand is being played; pots: {pots}", pots=state.pots, rule="pots")]
            details = {"leader": leader, "pots": state.pots, "first_remise_paid": state.first_remise_paid}
            return Upcoming(state.dealer, leader, notices=notices, details=details)
        before = ante(setup, state)
        number = state.hands_played + 1
        hands = setup.options.hands
        remise = before.pots[-1]
        text = _("The next remise is {n} and opens a new pot")
        if not before.first_remise_paid:
            text = _("The next remise is {n} and goes into pot 1")
        notices = [
            hand_number(number, hands),
            *before.lines,
            line("Pots: {pots}", pots=before.pots, rule="pots"),
            line(text, n=remise, value=remise, rule="remise"),
        ]
        return Upcoming(
            dealer=state.dealer,
            leads=leader,
            notices=notices,
            details={
                "leader": leader,
                "hand": number,
                "first_remise_paid": before.first_remise_paid,
                "ante": [-change for change in before.changes],
                "pots": state.pots,
                "pots_after_ante": before.pots,
                "remise": remise,
            },
        )

    def verdict(self, setup: Setup[ReversisOptions], state: ReversisState, ended: bool = False) -> Verdict:
        hands = setup.options.hands
        verdict = Verdict(False) if hands is None else after_deals(state, hands)
        if ended and not verdict.finished:
            verdict = ended_by_table(state)
        if not verdict.finished or setup.options.end_pots == "leave":
            return verdict
        share = sum(state.pots) // setup.players
        final = [trim_number(total + share) for total in state.totals]
        reason = say("{reason}; each got {n} from the pots", reason=verdict.reason or "", n=share)
        return Verdict(True, verdict.winners, reason, {"final": final})

    def totals_to_settle(self, match: MatchToSettle[ReversisOptions, ReversisState]) -> Sequence[Number]:
        return [chips - match.setup.options.start_chips for chips in match.verdict.get("final") or match.state.totals]

    # -- tricks, cards, form, board -------------------------------------------------------------

    def trick(self, setup: Setup[ReversisOptions], lookup: ReversisLookup) -> TrickResult | LegalPlays:
        check_trick(setup, PACK_48, lookup, rule="play")
        if lookup.number is not None and not 1 <= lookup.number <= TRICKS:
            text = _("The tricks of a hand are numbered 1 to {last}.")
            raise refuse("/number", "trick_order", text, rule="play", last=TRICKS)
        hand = lookup.hand
        if len(lookup.plays) == setup.players or not hand:
            return trick_result(NO_TRUMPS, lookup.plays, setup.players, "play")
        if lookup.espagnolette:
            if lookup.number is None:
                text = _("Say which trick it is: the privilege ends with trick {last}.")
                raise refuse("/number", "number_missing", text, rule="espagnolette", last=FIRST_TRICKS)
            if lookup.number <= FIRST_TRICKS:
                text = _("Espagnolette: any card may be played up to trick {last}")
                return LegalPlays(list(hand), say(text, last=FIRST_TRICKS), "espagnolette")
        return follow_suit(NO_TRUMPS, hand, lookup.plays, "play")

    def strength(self, options: ReversisOptions) -> tuple[Order, ...]:
        return (Order("every suit", RANKS),)

    def card_values(self, options: ReversisOptions) -> dict[str, Number]:
        return dict(VALUES)

    def tables(self, options: ReversisOptions) -> dict[str, Grid]:
        return make_tables()

    def form(self, setup: Setup[ReversisOptions], state: ReversisState) -> Form:
        return make_form(setup)

    def board(self, setup: Setup[ReversisOptions], state: ReversisState) -> Board:
        return [Figure(say("Pot {n}", n=number), chips) for number, chips in enumerate(state.pots, 1)]


game = Reversis()
