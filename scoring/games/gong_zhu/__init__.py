"""Gong Zhu (拱猪): nobody wants the pig, and a player who falls to −1,000 loses."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from scoring.engine.cards import rank_of
from scoring.engine.form import Form
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Preset,
    Setup,
    Upcoming,
    Verdict,
    check_seat,
    check_totals,
    ended_by_table,
    hand_number,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, Number, card, line, say, seat, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.gong_zhu.cards import HEARTS, OPENING_CARD, PIG, RANKS, SHEEP
from scoring.games.gong_zhu.form import make_form
from scoring.games.gong_zhu.match_end import losers, match_verdict
from scoring.games.gong_zhu.models import GongZhuDetails, GongZhuHand, GongZhuLookup, GongZhuOptions, GongZhuState
from scoring.games.gong_zhu.piles import FLAT, PIPS
from scoring.games.gong_zhu.result import score_hand
from scoring.games.gong_zhu.tables import make_tables
from scoring.games.gong_zhu.tricks import look_up


class GongZhu(Game[GongZhuOptions, GongZhuState]):
    """Hearts cost points, the pig costs a hundred, the sheep brings a hundred, the doubler doubles it all."""

    slug = "gong-zhu"
    name = "Gong Zhu"
    native_names: ClassVar[dict[str, str]] = {"zh": "拱猪"}
    aliases = ("Gongzhu", "Chase the Pig", "Catch the Pig")
    family = "Trick avoidance"
    summary = "Avoid hearts and the pig; the first player to fall to −1,000 loses."
    players = (4, 5, 8)
    ends_after = "hands"
    names_a_seat = ("leader",)
    deck = "52 cards"
    ends_at = ("lose_at",)
    Options = GongZhuOptions
    presets = (Preset(_("In pairs"), {"teams": "pairs"}),)
    State = GongZhuState
    Details = GongZhuDetails
    hands = (GongZhuHand,)
    Lookup = GongZhuLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="The pig exposed, the doubler with two hearts",
            players=4,
            hands=[
                {
                    "kind": "cards",
                    "captured": [["QS", "JD", "5H", "2H"], ["10C", "AH", "KH"], [], ["7H", "6H", "4H", "3H"]],
                    "rest_to": 2,
                    "exposed": ["QS"],
                }
            ],
            expect=[-110, -180, -80, -20],
        ),
    )

    def sides(self, players: int, options: GongZhuOptions) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if options.teams == "pairs" else super().sides(players, options)

    def check_setup(self, players: int, options: GongZhuOptions) -> None:
        if options.decks == 2 and players not in (4, 8):
            text = _("Two decks are for four or eight players, not for {players}.")
            raise refuse("/players", "players", text, rule="two-decks", players=players)
        if options.decks == 1 and players > 5:
            raise refuse("/players", "players", "{players} players need two decks.", rule="two-decks", players=players)
        if players == 5 and not options.five_players:
            text = _("Five play only if the house rule for five players is set.")
            raise refuse("/players", "players", text, rule="five-players")
        if options.teams == "pairs" and players != 4:
            text = _("Pairs need four players, not {players}.")
            raise refuse("/options/teams", "pairs_need_four", text, rule="pairs", players=players)

    def check_start(self, setup: Setup[GongZhuOptions], state: GongZhuState) -> None:
        check_totals(state)
        check_seat(setup, state.leader, "/leader", rule="first-lead")

    def apply(self, setup: Setup[GongZhuOptions], state: GongZhuState, hand: GongZhuHand) -> HandResult[GongZhuState]:
        return score_hand(setup, state, hand)

    def upcoming(self, setup: Setup[GongZhuOptions], state: GongZhuState) -> Upcoming:
        options = setup.options
        number = state.hands_played + 1
        distances = [total + options.lose_at for total in state.totals]
        notices = [
            hand_number(number, options.hands),
            _first_lead(setup, state),
            line(
                "Points left before {line}: {distances}",
                line=-options.lose_at,
                distances=[say("{who} {n}", who=side(i), n=n) for i, n in enumerate(distances)],
                rule="end",
                code="to_go",
            ),
        ]
        return Upcoming(
            dealer=state.dealer,
            leads=state.leader,
            notices=notices,
            details={"leader": state.leader, "hand": number, "to_line": distances},
        )

    def verdict(self, setup: Setup[GongZhuOptions], state: GongZhuState, ended: bool = False) -> Verdict:
        if ended:
            lost = losers(setup.options, state) if state.hands_played else []
            return replace(ended_by_table(state), details={"losers": lost})
        return match_verdict(setup.options, state)

    def trick(self, setup: Setup[GongZhuOptions], lookup: GongZhuLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: GongZhuOptions) -> tuple[Order, ...]:
        return (Order("Every suit", RANKS),)

    def card_values(self, options: GongZhuOptions) -> dict[str, Number]:
        values = FLAT if options.heart_values == "flat" else PIPS
        hearts: dict[str, Number] = {code: -values[rank_of(code)] for code in HEARTS}
        return {PIG: -100, SHEEP: 100} | hearts

    def tables(self, options: GongZhuOptions) -> dict[str, Grid]:
        return make_tables(options)

    def form(self, setup: Setup[GongZhuOptions], state: GongZhuState) -> Form:
        return make_form(setup)


def _first_lead(setup: Setup[GongZhuOptions], state: GongZhuState) -> Line:
    if state.leader is not None:
        return line("{who} took the pig and leads any card", who=seat(state.leader), rule="first-lead", code="seats")
    if state.hands_played:
        return line("The player who took the pig in the last hand leads", rule="first-lead")
    if setup.options.decks == 2:
        return line(
            "The first player with {card} to the left of the dealer leads it",
            card=card(OPENING_CARD),
            rule="first-lead",
        )
    return line("The player who holds {card} leads it", card=card(OPENING_CARD), rule="first-lead")


game = GongZhu()
