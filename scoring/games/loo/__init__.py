"""Loo: five tricks for the pot, and a player who stays in and takes none pays for the next.

Read ``models`` for what is entered, ``payments`` for what a hand pays, ``flush`` for flushes, ``tricks`` for the order
of the cards and the duties of play, ``form`` for the phone.
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
    Preset,
    Setup,
    Upcoming,
    Verdict,
    add_points,
    check_per_seat,
    check_totals,
    ended_by_table,
    hand_number,
    leading_sides,
)
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Message, Number, line, plural, say, seat
from scoring.engine.refusal import Refusal, refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.loo.form import make_form
from scoring.games.loo.models import (
    LooDetails,
    LooFlushHand,
    LooLookup,
    LooOptions,
    LooPassedHand,
    LooPlayedHand,
    LooState,
)
from scoring.games.loo.payments import check_trump, hand_result, pay_flush, pay_nothing, pay_tricks, split
from scoring.games.loo.tables import make_tables
from scoring.games.loo.tricks import RANKS, look_up

"""Stakes and pots are multiples of five, so that a fifth is whole."""


class Loo(Game[LooOptions, LooState]):
    """Five to ten players and a pot; Pam, the jack of clubs, beats everything."""

    slug = "loo"
    name = "Loo"
    aliases = ("Lanterloo", "Five-card Loo")
    family = "Plain-trick games"
    summary = "Stay in and take a trick, or pay for the next pot; the jack of clubs is Pam and beats everything."
    players = tuple(range(5, 11))
    ends_after = "deals"
    follows_people = ("times_looed",)
    stays_at_table = ("pot_carried",)
    deck = "52 cards"
    settles_by = "chips"
    Options = LooOptions
    presets = (Preset(_("Three-card Loo"), {"cards": 3}),)
    State = LooState
    Details = LooDetails
    hands = (LooPlayedHand, LooFlushHand, LooPassedHand)
    Lookup = LooLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="Two hands in which somebody is looed",
            players=6,
            hands=[
                {"kind": "played", "stayed": [2, 3, 5], "tricks": [0, 0, 3, 2, 0, 0]},
                {"kind": "played", "stayed": [0, 1, 4], "trick_winners": [4, 4, 0, 4, 4]},
            ],
            expect=[2, -10, 0, 0, 8, 0],
        ),
        Example(
            title="A flush takes a pot of 15; Pam saves its holder",
            players=6,
            start={"dealer": 2, "pot_carried": 10},
            hands=[
                {
                    "kind": "flush",
                    "trump": "C",
                    "stayed": [0, 3, 4],
                    "shown": [{"seat": 4, "cards": ["9H", "8H", "6H", "4H", "2H"]}],
                    "pam_holder": 0,
                }
            ],
            expect=[0, -5, -10, -5, 15, -5],
        ),
        Example(
            title="Everybody passes, then one player alone stays in",
            players=5,
            start={"pot_carried": 10},
            hands=[{"kind": "all_passed"}, {"kind": "played", "stayed": [3]}],
            expect=[0, -5, 0, 5, 0],
        ),
    )

    def check_setup(self, players: int, options: LooOptions) -> None:
        stake = options.as_played(players).stake
        if stake % options.cards:
            text = _(
                "A stake of {stake} is not possible: a multiple of {n} is needed, so that a trick pays whole chips."
            )
            raise refuse("/options/stake", "not_a_multiple", text, rule="pot", stake=stake, n=options.cards)

    def initial(self, setup: Setup[LooOptions]) -> LooState:
        return LooState(totals=[setup.options.start_chips] * setup.players, times_looed=[0] * setup.players)

    def check_start(self, setup: Setup[LooOptions], state: LooState) -> None:
        check_totals(state)
        cards = setup.options.cards
        if state.pot_carried % cards:
            text = _("{pot} cannot lie in the pot: a multiple of {n} is needed.")
            raise refuse("/pot_carried", "not_a_multiple", text, rule="pot", pot=state.pot_carried, n=cards)
        if state.times_looed:
            check_per_seat(setup, state.times_looed, "/times_looed")

    def apply(self, setup: Setup[LooOptions], state: LooState, hand: Any) -> HandResult[LooState]:
        match hand:
            case LooPlayedHand():
                payments = pay_tricks(setup, state, hand)
                summary = _summary(hand, payments.details["looed"])
            case LooFlushHand():
                payments = pay_flush(setup, state, hand)
                summary = say("{who} looed the board with a flush", who=seat(payments.details["flush_winner"]))
            case _:
                check_trump(hand)
                payments = pay_nothing(setup, state)
                summary = say("Everybody passed")
        return hand_result(payments, summary)

    def upcoming(self, setup: Setup[LooOptions], state: LooState) -> Upcoming:
        pot = state.pot_carried + setup.options.stake
        first = setup.after(state.dealer)
        notices = [
            line(
                "{who} deals and puts {ante} into the pot", who=seat(state.dealer), ante=setup.options.stake, rule="pot"
            ),
            line("With it the pot holds {n}", n=pot, rule="pot", code="board"),
            line("A trick pays {n}", n=pot // setup.options.cards, rule="scoring", code="board"),
            line("{who} declares first; the first to stay in leads", who=seat(first), rule="declaring"),
        ]
        deals = setup.options.deals
        if deals is not None and state.hands_played < deals:
            notices.append(hand_number(state.hands_played + 1, deals))
        elif deals is not None:
            text = _("The agreed hands are over: play goes on until a hand leaves the pot empty")
            notices.append(line(text, rule="end"))
        return Upcoming(
            dealer=state.dealer,
            leads=None,
            notices=notices,
            details={
                "pot_carried": state.pot_carried,
                "pot_after_ante": pot,
                "trick_value": pot // setup.options.cards,
                "declares_first": first,
            },
        )

    def verdict(self, setup: Setup[LooOptions], state: LooState, ended: bool = False) -> Verdict:
        """As in every game. Raises Refusal if the table ends the match while the pot must be played for."""
        options = setup.options
        if options.deals is not None and state.hands_played >= options.deals and not state.pot_carried:
            forms = ngettext_noop(
                "{n} hand was played and nothing is left in the pot",
                "{n} hands were played and nothing is left in the pot",
            )
            return Verdict(True, leading_sides(state.totals), plural(state.hands_played, *forms))
        if not ended:
            return Verdict(False)
        if not state.pot_carried:
            return ended_by_table(state)
        if options.leftover == "play_on":
            raise _pot_left_refusal(state)
        shares = split(setup, setup.after(state.dealer, -1), state.pot_carried)
        text = _("The table ended the match and divided the pot of {n}")
        reason = say(text, n=state.pot_carried)
        return Verdict(True, leading_sides(add_points(state.totals, shares)), reason, {"split": shares})

    def totals_to_settle(self, match: MatchToSettle[LooOptions, LooState]) -> Sequence[Number]:
        shares = match.verdict.get("split") or [0] * match.setup.players
        return [chips - match.setup.options.start_chips for chips in add_points(match.state.totals, shares)]

    def trick(self, setup: Setup[LooOptions], lookup: LooLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def tables(self, options: LooOptions) -> dict[str, Grid]:
        return make_tables(options)

    def without_part(self, setup: Setup[LooOptions], hand: dict[str, Any]) -> list[int]:
        """Returns who passed."""
        return [place for place in range(setup.players) if place not in hand.get("stayed", ())]

    def form(self, setup: Setup[LooOptions], state: LooState) -> Form:
        return make_form(setup)

    def strength(self, options: LooOptions) -> tuple[Order, ...]:
        if options.cards == 3:
            return (Order("every suit, trump or not", RANKS),)
        without = tuple(rank for rank in RANKS if rank != "J")
        return (
            Order("trumps that are not clubs", ("JC", *RANKS)),
            Order("clubs as trumps", ("JC", *without)),
            Order("plain suits", RANKS),
            Order("clubs, not trumps", without),
        )

    def board(self, setup: Setup[LooOptions], state: LooState) -> Board:
        pot = state.pot_carried + setup.options.stake
        figures: list[Figure | Grid] = [
            Figure(say("Pot with the ante"), pot, ahead=True),
            Figure(say("A trick pays"), pot // setup.options.cards, ahead=True),
        ]
        if any(state.times_looed):
            rows: list[list[Any]] = [[say("{who}", who=seat(who)), n] for who, n in enumerate(state.times_looed)]
            figures.append(Grid([say("Player"), say("Looed")], rows, say("Times looed"), place="sheet"))
        return figures


def _summary(hand: LooPlayedHand, looed: list[int]) -> Message:
    if len(hand.stayed) == 1:
        return say("{who} alone stayed in", who=seat(hand.stayed[0]))
    if not looed:
        return say("Nobody looed")
    return say("Looed: {who}", who=[seat(who) for who in looed])


def _pot_left_refusal(state: LooState) -> Refusal:
    text = _("The pot still holds {n}: play on until a hand leaves it empty, or divide it (option leftover).")
    return refuse("", "pot_left", text, rule="end", n=state.pot_carried)


game = Loo()
