"""Briscola: 120 card points a hand, no duty to follow suit, and the three ranks above the king."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from scoring.engine.cards import card_points, cards_of
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
    check_per_side,
    check_side,
    check_totals,
    check_trick,
    ended_by_table,
    hand_number,
    leading_sides,
    next_state,
)
from scoring.engine.marking import _
from scoring.engine.messages import Number, card, line, plural, say, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, Ranking, TrickResult, trick_result
from scoring.games.briscola.form import make_form
from scoring.games.briscola.models import (
    ALL_POINTS,
    RANKS,
    VALUES,
    BriscolaCardsHand,
    BriscolaDetails,
    BriscolaLookup,
    BriscolaOptions,
    BriscolaPointsHand,
    BriscolaState,
    pack_of,
)
from scoring.games.briscola.result import (
    count_points,
    count_win,
    in_tie_break,
    out_of_reach,
    regular_hands,
    still_level,
    summary,
)
from scoring.games.briscola.tables import make_tables


class Briscola(Game[BriscolaOptions, BriscolaState]):
    """Two or three alone, or two pairs; everybody may play any card at any time."""

    slug = "briscola"
    name = "Briscola"
    native_names: ClassVar[dict[str, str]] = {"it": "Briscola"}
    aliases = ("Brisca", "Bríscula")
    national_signs: ClassVar[dict[str, str]] = {"es": "spanish", "it": "italian"}
    family = "Point-trick games"
    summary = "120 points in the cards, a trump suit turned up, and no duty to follow suit."
    players = (2, 3, 4)
    ends_after = "deals"
    follows_people = ("wins",)
    deck = "40 cards: ace, king, queen, jack and seven to two in each suit; with three players a two less"
    Options = BriscolaOptions
    presets = (Preset(_("Best of three hands"), {"match": "hands_won"}),)
    State = BriscolaState
    Details = BriscolaDetails
    hands = (BriscolaPointsHand, BriscolaCardsHand)
    Lookup = BriscolaLookup
    lookup_figures: ClassVar[dict[str, str]] = {"points": _("Points")}
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="One side counted its pile",
            players=2,
            hands=[{"kind": "points", "points": [41, None]}],
            expect=[41, 79],
        ),
        Example(
            title="The cards of one player named, the other has the rest",
            players=2,
            hands=[{"kind": "cards", "captured": [["AC", "3C", "KD", "QD", "JD", "AH", "7S"], None]}],
            expect=[41, 79],
        ),
        Example(
            title="Three players",
            players=3,
            hands=[
                {"kind": "points", "points": [50, 40, 30]},
                {"kind": "points", "points": [21, 64, None]},
                {"kind": "points", "points": [62, 20, 38]},
            ],
            expect=[62, 20, 38],
        ),
    )

    def sides(self, players: int, options: BriscolaOptions) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if players == 4 else super().sides(players, options)

    def initial(self, setup: Setup[BriscolaOptions]) -> BriscolaState:
        return BriscolaState(totals=[0] * len(setup.sides), wins=[0] * len(setup.sides))

    def complete_start(
        self, setup: Setup[BriscolaOptions], state: BriscolaState, given: frozenset[str]
    ) -> BriscolaState:
        if "hands_played" in given or sum(state.totals) % ALL_POINTS:
            return state
        return state.model_copy(update={"hands_played": int(sum(state.totals)) // ALL_POINTS})

    def check_start(self, setup: Setup[BriscolaOptions], state: BriscolaState) -> None:
        check_totals(state, least=0)
        check_per_side(setup, state.wins, "/wins", rule="hands-won")
        for place, number in enumerate(state.tie_break):
            check_side(setup, number, f"/tie_break/{place}", rule="tie-break")
            if number in state.tie_break[:place]:
                text = _("A tie-break names each side once at most.")
                raise refuse(f"/tie_break/{place}", "side_unknown", text, rule="tie-break")

    # -- a hand ---------------------------------------------------------------------------------

    def apply(self, setup: Setup[BriscolaOptions], state: BriscolaState, hand: Any) -> HandResult[BriscolaState]:
        card_points_taken, lines = count_points(setup, hand)
        tie_break = in_tie_break(setup, state)
        level = still_level(tie_break, card_points_taken)
        wins = list(state.wins)
        if setup.options.match == "hands_won":
            lines.append(count_win(card_points_taken, wins))
        if tie_break:
            text = _("Level again in the tie-break: {who}") if len(level) > 1 else _("{who} won the tie-break")
            lines.append(line(text, who=[side(i) for i in level], rule="tie-break"))
        counts: list[Number] = [0] * len(setup.sides) if tie_break else list(card_points_taken)
        after = next_state(setup, state, counts, wins=wins, tie_break=level)
        verdict = self.verdict(setup, after)
        details = BriscolaDetails(
            hand_points=card_points_taken,
            tie_break=tie_break,
            dealer=state.dealer,
            next_dealer=after.dealer,
            winner=verdict.winners[0] if len(verdict.winners) == 1 else None,
        )
        if setup.options.match == "hands_won":
            details["wins"] = wins
        return HandResult(
            points=counts,
            state=after,
            lines=lines,
            summary=summary(card_points_taken, bool(tie_break)),
            details=details,
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[BriscolaOptions], state: BriscolaState) -> Upcoming:
        options, level = setup.options, in_tie_break(setup, state)
        number, deals = state.hands_played + 1, regular_hands(setup)
        details: dict[str, Any] = {"hand": number, "tie_break": level}
        if options.match == "hands_won":
            text = _("Hand {n}; {hands} hands win the match. Won so far: {wins}")
            if options.hands_to_win == 1:
                text = _("Hand {n}; the first hand won wins the match")
            wins = [say("{who} {n}", who=side(i), n=n) for i, n in enumerate(state.wins)]
            notices = [line(text, n=number, hands=options.hands_to_win, wins=wins, rule="hands-won")]
            details["wins"] = state.wins
        elif level:
            text = _("Tie-break between {who}: only they can win it, and its points do not count in the totals")
            notices = [line(text, who=[side(i) for i in level], rule="tie-break")]
        else:
            details["deals"] = deals
            notices = [hand_number(number, deals)]
            notices += out_of_reach(state, deals - state.hands_played)
        if setup.players == 3:
            details["removed_two"] = options.removed_two
            notices.append(line("{card} is left out", card=card(options.removed_two), rule="setup"))
        return Upcoming(dealer=state.dealer, leads=setup.after(state.dealer), notices=notices, details=details)

    def hands_won(self, setup: Setup[BriscolaOptions], state: BriscolaState) -> Sequence[int] | None:
        if setup.options.match != "hands_won":
            return None
        return state.wins or [0] * len(setup.sides)

    def verdict(self, setup: Setup[BriscolaOptions], state: BriscolaState, ended: bool = False) -> Verdict:
        if setup.options.match == "hands_won":
            return _by_hands_won(setup.options.hands_to_win, state, ended)
        level = in_tie_break(setup, state)
        if len(level) == 1:
            return Verdict(True, level, say("{who} won the tie-break", who=side(level[0])))
        if not level and state.hands_played >= (deals := regular_hands(setup)):
            reason = plural(deals, "{n} hand was played", "{n} hands were played")
            return Verdict(True, leading_sides(state.totals), reason)
        if ended and level:
            return Verdict(True, level, say("The table ended the match"))
        return ended_by_table(state) if ended else Verdict(False)

    # -- tricks, cards, form --------------------------------------------------------------------

    def trick(self, setup: Setup[BriscolaOptions], lookup: BriscolaLookup) -> TrickResult | LegalPlays:
        check_trick(setup, pack_of(setup), lookup, rule="play")
        if lookup.hand and len(lookup.plays) < setup.players:
            why = say("Any card may be played: there is no duty to follow suit or to win the trick")
            return LegalPlays(list(lookup.hand), why, "play")
        ranking = Ranking(cards_of(RANKS, lookup.trump), RANKS)
        answer = trick_result(ranking, lookup.plays, setup.players, "play")
        worth = card_points((play.card for play in lookup.plays), VALUES)
        return replace(answer, extra={"winner_seat": answer.winner, "points": worth})

    def strength(self, options: BriscolaOptions) -> tuple[Order, ...]:
        return (Order("every suit, trump or not", RANKS),)

    def card_values(self, options: BriscolaOptions) -> dict[str, Number]:
        return {rank: VALUES.get(rank, 0) for rank in RANKS}

    def tables(self, options: BriscolaOptions) -> dict[str, Grid]:
        return make_tables(self.players)

    def form(self, setup: Setup[BriscolaOptions], state: BriscolaState) -> Form:
        return make_form(setup)


def _by_hands_won(needed: int, state: BriscolaState, ended: bool) -> Verdict:
    leaders = leading_sides(state.wins)
    if state.wins[leaders[0]] >= needed:
        reason = plural(state.wins[leaders[0]], "{who} won {n} hand", "{who} won {n} hands", who=side(leaders[0]))
        return Verdict(True, leaders, reason)
    if ended:
        return Verdict(True, leaders if state.hands_played else [], say("The table ended the match"))
    return Verdict(False)


game = Briscola()
