"""Calypso: four packs, a trump suit for each player, and thirteen ranks to collect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from scoring.engine.cards import SYMBOLS
from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Setup,
    Upcoming,
    Verdict,
    check_per_seat,
    check_per_side,
    ended_by_table,
    hand_number,
    leading_sides,
)
from scoring.engine.marking import _
from scoring.engine.messages import Message, Number, line, plural, ranks, say, seat, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, PlayedTrick, TrickResult
from scoring.games.calypso.checks import check_progress, check_ranks, check_side_piles, check_suits
from scoring.games.calypso.form import make_form
from scoring.games.calypso.models import (
    DEAL,
    IN_PILE,
    IN_PROGRESS,
    RANKS,
    SIZE,
    CalypsoDealHand,
    CalypsoDetails,
    CalypsoFinalHand,
    CalypsoLookup,
    CalypsoOptions,
    CalypsoState,
    CalypsoTricksHand,
    size_of,
)
from scoring.games.calypso.result import calypso_values, score_deal, score_final, score_tricks
from scoring.games.calypso.tables import make_tables
from scoring.games.calypso.tricks import look_up, played_tricks


class Calypso(Game[CalypsoOptions, CalypsoState]):
    """Four players in partnerships; each collects the thirteen ranks of a trump suit of their own."""

    slug = "calypso"
    name = "Calypso"
    family = "Collecting and melding"
    summary = "Every player has a trump suit and gathers its thirteen ranks from the tricks of four deals."
    players = (4,)
    partnerships = True
    counts = "deal"
    deck = "Four packs of 52 cards"
    Options = CalypsoOptions
    State = CalypsoState
    Details = CalypsoDetails
    hands = (CalypsoDealHand, CalypsoFinalHand, CalypsoTricksHand)
    Lookup = CalypsoLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "The count of a whole match",
            [{"kind": "final", "calypsos": [1, 2, 0, 1], "in_progress": [5, 3, 8, 0], "pile": [70, None]}],
            [1460, 2510],
        ),
        Example(
            "A deal noted",
            [{"kind": "deal", "calypsos": [0, 1, 0, 0], "in_progress": [4, 2, ["A", "9"], 0]}],
            [0, 0],
        ),
        Example(
            "Tricks as they fall",
            [
                {
                    "kind": "tricks",
                    "tricks": [{"winner": 1, "cards": ["JD", "5D", "9C", "3H"]}, {"cards": ["2S", "8S", "KC", "QS"]}],
                }
            ],
            [0, 0],
        ),
    )

    def check_setup(self, players: int, options: CalypsoOptions) -> None:
        check_suits(options.suits, "/options/suits")

    def complete_start(self, setup: Setup[CalypsoOptions], state: CalypsoState, given: frozenset[str]) -> CalypsoState:
        """Sets ``by_tricks`` if all cards on the table are known by rank: such a match can go on trick by trick."""
        ranks_known = all(not cards or not isinstance(cards, int) for cards in state.in_progress)
        if "by_tricks" in given or not ranks_known or _cards(state) != DEAL * (state.deal - 1):
            return state
        return state.model_copy(update={"by_tricks": state.deal - 1})

    def check_start(self, setup: Setup[CalypsoOptions], state: CalypsoState) -> None:
        check_per_seat(setup, state.calypsos, "/calypsos", rule="calypsos")
        check_per_seat(setup, state.in_progress, "/in_progress", rule="calypsos")
        check_per_side(setup, state.pile, "/pile", rule="cards")
        for number, progress in enumerate(state.in_progress):
            if not isinstance(progress, int):
                check_ranks(progress, f"/in_progress/{number}")
        if state.deal > setup.options.deals:
            text = _("The match has {deals} deals.")
            raise refuse("/deal", "deal_unknown", text, rule="end", deals=setup.options.deals)
        sizes = [size_of(cards) for cards in state.in_progress]
        check_progress(state.calypsos, sizes)
        used, dealt = _cards(state), DEAL * (state.deal - 1)
        if min(state.pile) < 0 or used > dealt + DEAL:
            text = _("{used} cards cannot lie on the table: up to deal {n}, {dealt} are dealt.")
            raise refuse("/pile", "too_many_cards", text, rule="cards", used=used, dealt=dealt + DEAL, n=state.deal)
        if used == dealt:
            check_side_piles(setup, state.calypsos, sizes, state.pile, "/pile")

    def apply(
        self,
        setup: Setup[CalypsoOptions],
        state: CalypsoState,
        hand: CalypsoDealHand | CalypsoFinalHand | CalypsoTricksHand,
    ) -> HandResult[CalypsoState]:
        if isinstance(hand, CalypsoDealHand):
            return score_deal(setup, state, hand)
        if isinstance(hand, CalypsoFinalHand):
            return score_final(setup, state, hand)
        return score_tricks(setup, state, hand)

    def upcoming(self, setup: Setup[CalypsoOptions], state: CalypsoState) -> Upcoming:
        options = setup.options
        leads = setup.after(state.dealer)
        owners = [
            say("{who} {suit}", who=seat(number), suit=suit(letter)) for number, letter in enumerate(options.suits)
        ]
        progress = [size_of(cards) for cards in state.in_progress]
        notices = [
            hand_number(state.deal, options.deals, unit="deal"),
            line("{who} leads", who=seat(leads), rule="play", code="seats"),
            line("Trumps: {owners}", owners=owners, rule="suits", code="board"),
        ]
        if options.matches > 1:
            notices.insert(0, line("Match {n} of {matches}", n=state.match, matches=options.matches, rule="end"))
        return Upcoming(
            dealer=state.dealer,
            leads=leads,
            notices=notices,
            details={
                "deal": state.deal,
                "deals": options.deals,
                "match": state.match,
                "suits": options.suits,
                "calypsos": state.calypsos,
                "in_progress": progress,
            },
        )

    def verdict(self, setup: Setup[CalypsoOptions], state: CalypsoState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state)
        matches = setup.options.matches
        if state.match <= matches:
            return Verdict(False)
        return Verdict(
            True, leading_sides(state.totals), plural(matches, "The match is counted", "{n} matches are counted")
        )

    def board(self, setup: Setup[CalypsoOptions], state: CalypsoState) -> Board:
        """Returns the calypsos in front of each player."""
        rows: list[list[Message | Number | str]] = [
            [
                say("{who}", who=seat(number)),
                SYMBOLS[letter],
                state.calypsos[number],
                _progress_text(progress),
            ]
            for number, (letter, progress) in enumerate(zip(setup.options.suits, state.in_progress, strict=True))
        ]
        return [Grid([say("Player"), say("Trumps"), say("Calypsos"), say("Begun")], rows)]

    def trick(self, setup: Setup[CalypsoOptions], lookup: CalypsoLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def played_tricks(self, setup: Setup[CalypsoOptions], state: CalypsoState, hand: Any) -> list[PlayedTrick]:
        return played_tricks(setup, state, hand) if isinstance(hand, CalypsoTricksHand) else []

    def strength(self, options: CalypsoOptions) -> tuple[Order, ...]:
        return (Order("Every suit", RANKS),)

    def card_values(self, options: CalypsoOptions) -> dict[str, Number]:
        first, second, third, fourth = calypso_values(options)
        return {
            _("first calypso"): first,
            _("second calypso"): second,
            _("third calypso"): third,
            _("fourth calypso"): fourth,
            _("card in progress"): IN_PROGRESS,
            _("card in the pile"): IN_PILE,
        }

    def tables(self, options: CalypsoOptions) -> dict[str, Grid]:
        return make_tables(options)

    def form(self, setup: Setup[CalypsoOptions], state: CalypsoState) -> Form:
        return make_form(setup, state)


def _cards(state: CalypsoState) -> int:
    """Returns the number of cards on the table that were entered."""
    return SIZE * sum(state.calypsos) + sum(size_of(cards) for cards in state.in_progress) + sum(state.pile)


def _progress_text(progress: int | Sequence[str]) -> int | Message:
    """Returns the calypso in progress as the board shows it: a number, or its ranks from the highest down."""
    if isinstance(progress, int):
        return progress
    return say("{ranks}", ranks=ranks(sorted(progress, key=RANKS.index))) if progress else 0


game = Calypso()
