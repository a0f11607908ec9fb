"""Tute for two pairs: 130 points in the tricks, kings and queens to declare, four kings to win at once.

Read ``models`` for what is entered, ``declared`` for declarations, ``tricks`` for who takes a trick.
"""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.captured import card_points_text, check_same_figure, complete_figures, scoring_piles
from scoring.engine.cards import card_points
from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Example,
    Game,
    Grid,
    HandResult,
    Marks,
    Order,
    Setup,
    Upcoming,
    Verdict,
    check_per_side,
    check_totals,
    leading_sides,
    next_state,
    to_go,
)
from scoring.engine.messages import Line, Message, Number, line, say, seat, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.tute.declared import check_tricks, check_trump, check_tute, check_won, score_declarations
from scoring.games.tute.form import make_form
from scoring.games.tute.models import (
    ALL_POINTS,
    LAST_TRICK,
    NO_CARDS_MAKE,
    PACK_40,
    RANKS,
    VALUES,
    TuteLookup,
    TuteOptions,
    TutePlayedHand,
    TuteShownHand,
    TuteState,
)
from scoring.games.tute.tables import declaration_tables
from scoring.games.tute.tricks import look_up


class Tute(Game[TuteOptions, TuteState]):
    """Two pairs, ten cards each; cards, the last trick and declarations are counted."""

    slug = "tute"
    name = "Tute"
    native_names: ClassVar[dict[str, str]] = {"es": "Tute"}
    aliases = ("Tute for partners", "Tute de compañeros")
    family = "Point-trick games"
    summary = "Two pairs, ten tricks, king and queen to declare for 40 or 20, and four kings win at once."
    players = (4,)
    partnerships = True
    deck = "40 cards: ace, king, queen, jack and seven to two in each suit"
    direction = "counter-clockwise"
    Options = TuteOptions
    State = TuteState
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
            text = "Both sides have {race} and are level: say who won the match by the last trick."
            raise refuse("/match_winner", "winner_missing", text, rule="race", race=race)

    # -- a hand ---------------------------------------------------------------------------------

    def apply(self, setup: Setup[TuteOptions], state: TuteState, hand: Any) -> HandResult[TuteState]:
        if isinstance(hand, TuteShownHand):
            return self._tute(setup, state, hand)
        return self._played(setup, state, hand)

    def _tute(self, setup: Setup[TuteOptions], state: TuteState, hand: TuteShownHand) -> HandResult[TuteState]:
        check_trump(hand)
        lines = [check_tute(setup, hand)]
        winner = setup.side_of(hand.seat)
        if setup.options.tute_wins == "match":
            lines.append(line("At this table a tute wins the whole match", rule="tute"))
        points: list[Number] = [0] * len(setup.sides)
        decided = winner if setup.options.tute_wins == "match" else None
        summary = say("Tute, {who}", who=seat(hand.seat))
        return self._scored(setup, state, points, winner, decided, lines, summary, {"breakdown": None})

    def _played(self, setup: Setup[TuteOptions], state: TuteState, hand: TutePlayedHand) -> HandResult[TuteState]:
        trump = check_trump(hand)
        _check_last_trick(hand)
        check_tricks(setup, hand)
        cards, lines = _cards(setup, hand)
        check_won(setup, hand, cards)
        declared, told = score_declarations(setup, hand, trump)
        last = [LAST_TRICK if number == hand.last_trick else 0 for number in range(len(setup.sides))]
        totals = [sum(parts) for parts in zip(cards, declared, last, strict=True)]
        lines += told
        lines.append(line("Last trick: {who}", who=side(hand.last_trick), value=LAST_TRICK, rule="last-trick"))
        lines += [line("{who} together", who=side(i), value=total, rule="scoring") for i, total in enumerate(totals)]
        winner, told_winner = _hand_winner(setup.options, totals, hand.last_trick)
        lines.append(told_winner)
        race = setup.options.race_to
        after = [before + total for before, total in zip(state.totals, totals, strict=True)]
        decided = hand.last_trick if race is not None and after[0] == after[1] >= race else None
        details = {
            "breakdown": [
                {"cards": cards[i], "declarations": declared[i], "last_trick": last[i]} for i in range(len(setup.sides))
            ],
            "hand_totals": totals,
        }
        summary = say("{a} to {b}", a=totals[0], b=totals[1])
        return self._scored(setup, state, list(totals), winner, decided, lines, summary, details)

    def _scored(
        self,
        setup: Setup[TuteOptions],
        state: TuteState,
        points: list[Number],
        winner: int | None,
        decided: int | None,
        lines: list[Line],
        summary: Message,
        details: dict[str, Any],
    ) -> HandResult[TuteState]:
        """The hand with its winner counted. decided: the side that has won the match by it, whatever the count."""
        hands_won = [won + (number == winner) for number, won in enumerate(state.hands_won)]
        after = next_state(setup, state, points, hands_won=hands_won, match_winner=decided)
        verdict = self.verdict(setup, after)
        return HandResult(
            points=points,
            state=after,
            lines=lines,
            summary=summary,
            details={
                "hand_totals": None,
                **details,
                "hand_winner": winner,
                "hands_won": hands_won,
                "winner": verdict.winners[0] if verdict.winners else None,
                "dealer": state.dealer,
                "next_dealer": after.dealer,
            },
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[TuteOptions], state: TuteState) -> Upcoming:
        options = setup.options
        number = sum(state.hands_won) + 1
        won = [say("{who} {n}", who=side(i), n=n) for i, n in enumerate(state.hands_won)]
        if options.race_to is not None:
            notices = to_go(state, options.race_to, rule="race")
        elif number <= options.hands:
            text = "Hand {n} of {hands}; hands won: {won}"
            notices = [line(text, n=number, hands=options.hands, won=won, rule="end")]
        else:
            notices = [line("One more hand decides; hands won: {won}", won=won, rule="end")]
        return Upcoming(
            dealer=state.dealer,
            leads=setup.after(state.dealer),
            notices=notices,
            details={"hand": number, "hands": options.hands, "hands_won": state.hands_won},
        )

    def verdict(self, setup: Setup[TuteOptions], state: TuteState, ended: bool = False) -> Verdict:
        options = setup.options
        race = options.race_to
        scores: list[Number] = list(state.totals) if race is not None else list(state.hands_won)
        leaders = leading_sides(scores)
        top = scores[leaders[0]]
        if state.match_winner is not None:
            return Verdict(True, [state.match_winner], say("{who} won the match", who=side(state.match_winner)))
        if race is not None and top >= race:
            return Verdict(True, leaders, say("{who} reached {race} with {n}", who=side(leaders[0]), race=race, n=top))
        if race is None and 2 * top > options.hands and len(leaders) == 1:
            text = "{who} won more hands: {hands}" if options.hands > 1 else "{who} won the hand"
            return Verdict(True, leaders, say(text, who=side(leaders[0]), hands=scores))
        if ended:
            return Verdict(True, leaders if state.hands_played else [], say("The table ended the match"))
        return Verdict(False)

    # -- tricks, cards, form, board -------------------------------------------------------------

    def trick(self, setup: Setup[TuteOptions], lookup: TuteLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: TuteOptions) -> tuple[Order, ...]:
        return (Order("every suit, trump or not", RANKS),)

    def card_values(self, options: TuteOptions) -> dict[str, Number]:
        return {rank: VALUES.get(rank, 0) for rank in RANKS}

    def tables(self, options: TuteOptions) -> dict[str, Grid]:
        return declaration_tables()

    def form(self, setup: Setup[TuteOptions], state: TuteState) -> Form:
        return make_form(setup)

    def board(self, setup: Setup[TuteOptions], state: TuteState) -> Board:
        if setup.options.race_to is not None:
            return ()
        needed = setup.options.hands // 2 + 1
        return [Marks(number, "line", won, max(needed, won)) for number, won in enumerate(state.hands_won)]


def _check_last_trick(hand: TutePlayedHand) -> None:
    if hand.last_trick not in (0, 1):
        text = "The last trick goes to a side, 0 or 1; {given} is none (seats 0 and 2 are side 0)."
        raise refuse("/last_trick", "side_unknown", text, rule="last-trick", given=hand.last_trick)


def _cards(setup: Setup[TuteOptions], hand: TutePlayedHand) -> tuple[list[int], list[Line]]:
    """The card points of each side, from figures or from the cards themselves, and how they were found."""
    if hand.captured is not None:
        check_per_side(setup, hand.captured, "/captured")
        piles = scoring_piles(PACK_40, hand.captured, VALUES, "/captured")
        points = [card_points(pile, VALUES) for pile in piles]
        if hand.card_points is not None:
            check_per_side(setup, hand.card_points, "/card_points")
            for number, entered in enumerate(hand.card_points):
                check_same_figure(entered, points[number], f"/card_points/{number}")
        texts = [card_points_text(pile, VALUES) for pile in piles]
        return points, [
            line("{who}: {cards}", who=side(i), cards=text, value=points[i], rule="scoring")
            for i, text in enumerate(texts)
        ]
    if hand.card_points is None:
        raise refuse("/card_points", "nothing_entered", "The card points of at least one side are needed.")
    check_per_side(setup, hand.card_points, "/card_points")
    points = complete_figures(hand.card_points, ALL_POINTS, "/card_points", never=NO_CARDS_MAKE)
    return points, [line("{who}: cards", who=side(i), value=n, rule="scoring") for i, n in enumerate(points)]


def _hand_winner(options: TuteOptions, totals: list[int], last_trick: int) -> tuple[int | None, Line]:
    leaders = leading_sides(totals)
    if len(leaders) == 1:
        return leaders[0], line("{who} won the hand", who=side(leaders[0]), rule="scoring")
    if options.tie == "last_trick":
        return last_trick, line("Level: {who} won the hand by the last trick", who=side(last_trick), rule="ties")
    return None, line("Level: the hand is drawn and counts for nobody", rule="ties")


game = Tute()
