"""Malilla: the seven above the ace, a point for every trick, and 35 to win.

Read ``models`` for what is entered, ``tricks`` for who takes a trick and what may be played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scoring.engine.captured import card_points_text, check_in_pack, complete_figures, complete_piles
from scoring.engine.cards import card_points, rank_of
from scoring.engine.form import Form
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Order,
    Setup,
    Upcoming,
    Verdict,
    add_points,
    check_per_side,
    check_totals,
    ended_by_table,
    leading_sides,
    next_state,
    target_reached,
    to_go,
)
from scoring.engine.messages import Line, Number, card, line, say, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.malilla.form import make_form
from scoring.games.malilla.models import (
    ALL_POINTS,
    CARD_POINTS,
    HALF,
    MOST_IN,
    PACK_40,
    RANKS,
    TRICKS,
    VALUES,
    MalillaFoul,
    MalillaLookup,
    MalillaMisdeal,
    MalillaOptions,
    MalillaPlayedHand,
    MalillaState,
)
from scoring.games.malilla.tables import most_tables
from scoring.games.malilla.tricks import look_up


@dataclass(frozen=True)
class Outcome:
    """How a hand ended, before its bonus.

    summary: the hand in a few words, with {a} and {b} for the points. up_card: None where nothing is scored for it.
    points: of each side. gain: the score of each side. decided: the side that has won the match by it.
    """

    lines: list[Line]
    summary: str
    up_card: str | None = None
    points: list[int] | None = None
    gain: Sequence[int] = (0, 0)
    decided: int | None = None


class Malilla(Game[MalillaOptions, MalillaState]):
    """Two pairs, ten cards each; what a side has above 35 of the 70 points is its score."""

    slug = "malilla"
    name = "Malilla"
    native_names: ClassVar[dict[str, str]] = {"es": "Malilla"}
    aliases = ("Manilla", "Malillas", "Malia")
    family = "Point-trick games"
    summary = "Two pairs; the seven is the best card, the score what a side has above 35, and 35 wins."
    players = (4,)
    partnerships = True
    deck = "40 cards: ace, king, queen, jack and seven to two in each suit"
    Options = MalillaOptions
    State = MalillaState
    hands = (MalillaPlayedHand, MalillaFoul, MalillaMisdeal)
    Lookup = MalillaLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="Points of one side, a turned card without points",
            hands=[{"kind": "played", "up_card": "5H", "points": [41, None]}],
            expect=[6, 0],
        ),
        Example(
            title="Card points and tricks, the dealer's king turned",
            hands=[{"kind": "played", "up_card": "KD", "card_points": [24, 36], "tricks": [4, None]}],
            start={"totals": [6, 0], "dealer": 1},
            expect=[0, 10],
        ),
        Example(
            title="All the cards of one side",
            hands=[
                {
                    "kind": "played",
                    "up_card": "JH",
                    "captured": [["7C", "7S", "7H", "7D", "AC", "2C", "3C", "4C"], None],
                }
            ],
            expect=[1, 9],
        ),
        Example(title="A wrong play", hands=[{"kind": "foul", "side": 0}], expect=[0, 0]),
        Example(title="A wrong deal", hands=[{"kind": "misdeal"}], expect=[0, 0]),
    )

    def check_start(self, setup: Setup[MalillaOptions], state: MalillaState) -> None:
        check_totals(state, least=0)
        if min(state.totals) >= setup.options.target:
            text = "Only one side can have won: the match ends with the first that has {target}."
            raise refuse("/totals", "two_winners", text, rule="end", target=setup.options.target)

    # -- a hand ---------------------------------------------------------------------------------

    def apply(self, setup: Setup[MalillaOptions], state: MalillaState, hand: Any) -> HandResult[MalillaState]:
        match hand:
            case MalillaMisdeal():
                text = "The deal went wrong: nobody scores, and the next dealer deals"
                return self._scored(setup, state, Outcome([line(text, rule="misdeal")], "Misdeal"))
            case MalillaFoul():
                return self._foul(setup, state, hand)
            case _:
                return self._played(setup, state, hand)

    def _played(
        self, setup: Setup[MalillaOptions], state: MalillaState, hand: MalillaPlayedHand
    ) -> HandResult[MalillaState]:
        _check_up_card(hand.up_card)
        points, lines = _points(setup, hand)
        winner = leading_sides(points)
        gain = [max(0, value - HALF) for value in points]
        if len(winner) > 1:
            lines.append(line("{n} each: nobody scores for the hand", n=HALF, rule="scoring"))
        else:
            text = "{who} scored {n} − {half}"
            told = {"who": side(winner[0]), "n": points[winner[0]], "half": HALF}
            lines.append(line(text, **told, value=gain[winner[0]], rule="scoring"))
        capote = winner[0] if max(points) == ALL_POINTS else None
        if capote is not None:
            lines.append(line("Capote: all ten tricks", rule="capote"))
        decided = capote if setup.options.capote == "match" else None
        outcome = Outcome(lines, "{a} to {b}", hand.up_card, points, gain, decided)
        return self._scored(setup, state, outcome)

    def _foul(self, setup: Setup[MalillaOptions], state: MalillaState, hand: MalillaFoul) -> HandResult[MalillaState]:
        if hand.side not in (0, 1):
            text = "There are two sides, 0 and 1 (seats 0 and 2 are side 0), not {given}."
            raise refuse("/side", "side_unknown", text, rule="foul", given=hand.side)
        if hand.up_card is not None:
            _check_up_card(hand.up_card)
        other = 1 - hand.side
        if setup.options.foul == "match":
            text = "{who} played wrongly: {other} won the match"
            lines = [line(text, who=side(hand.side), other=side(other), rule="foul")]
            return self._scored(setup, state, Outcome(lines, "Wrong play", decided=other))
        text = "{who} played wrongly: {other} got the hand"
        lines = [line(text, who=side(hand.side), other=side(other), value=HALF, rule="foul")]
        gain = [HALF if number == other else 0 for number in range(2)]
        return self._scored(setup, state, Outcome(lines, "Wrong play", hand.up_card, gain=gain))

    def _scored(self, setup: Setup[MalillaOptions], state: MalillaState, outcome: Outcome) -> HandResult[MalillaState]:
        """The hand with its bonus: counted before the play, or held where it would win, or lost then."""
        value = _worth(setup, outcome.up_card)
        dealers = setup.side_of(state.dealer)
        target = setup.options.target
        bonus: list[Number] = [value if number == dealers else 0 for number in range(2)]
        gain: list[Number] = list(outcome.gain)
        told: dict[str, Any] = {"card": card(outcome.up_card or ""), "who": side(dealers), "value": value}
        lines = outcome.lines
        if not value:
            counts = "none"
        elif add_points(state.totals, bonus)[dealers] < target:
            counts = "now"
            lines = [line("Turned: {card}, at once for {who}", **told, rule="bonus"), *lines]
        else:
            text = "Turned: {card}, held: it would win {who} the match before the play"
            lines = [line(text, card=told["card"], who=told["who"], rule="bonus"), *lines]
            over = max(add_points(state.totals, gain)) >= target or outcome.decided is not None
            counts = "lost" if over else "held"
            text = "The hand has made a winner: the bonus of {n} is lost"
            lines.append(
                line(text, n=value, rule="bonus")
                if over
                else line("No winner yet: the bonus counts now for {who}", **told, rule="bonus")
            )
        points = add_points(gain, bonus) if counts in ("now", "held") else gain
        after = next_state(setup, state, points, match_winner=outcome.decided)
        verdict = self.verdict(setup, after)
        return HandResult(
            points=points,
            state=after,
            lines=lines,
            summary=say(outcome.summary, **dict(zip("ab", outcome.points or (), strict=False))),
            details={
                "bonus": {"value": value, "side": dealers, "status": counts},
                "hand_points": outcome.points,
                "gain": gain,
                "winner": verdict.winners[0] if verdict.winners else None,
                "dealer": state.dealer,
                "next_dealer": after.dealer,
            },
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[MalillaOptions], state: MalillaState) -> Upcoming:
        target = setup.options.target
        dealers = setup.side_of(state.dealer)
        held_from = target - state.totals[dealers]
        notices = to_go(state, target)
        if setup.options.up_card_bonus:
            text = "The dealer turns the last card: 7, A, K, Q or J score for {who} at once"
            notices.append(line(text, who=side(dealers), rule="bonus"))
            if held_from <= max(VALUES.values()):
                text = "A bonus of {n} or more is held until the hand is scored"
                notices.append(line(text, n=held_from, rule="bonus"))
        return Upcoming(
            dealer=state.dealer,
            leads=setup.after(state.dealer),
            notices=notices,
            details={"bonus_side": dealers, "bonus_held_from": held_from},
        )

    def verdict(self, setup: Setup[MalillaOptions], state: MalillaState, ended: bool = False) -> Verdict:
        if state.match_winner is not None:
            return Verdict(True, [state.match_winner], say("{who} won the match", who=side(state.match_winner)))
        verdict = target_reached(state, setup.options.target)
        return ended_by_table(state) if ended and not verdict.finished else verdict

    # -- tricks, cards, form --------------------------------------------------------------------

    def trick(self, setup: Setup[MalillaOptions], lookup: MalillaLookup) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: MalillaOptions) -> tuple[Order, ...]:
        return (Order("every suit, trump or not", RANKS),)

    def card_values(self, options: MalillaOptions) -> dict[str, Number]:
        return {rank: VALUES.get(rank, 0) for rank in RANKS}

    def tables(self, options: MalillaOptions) -> dict[str, Grid]:
        return most_tables()

    def form(self, setup: Setup[MalillaOptions], state: MalillaState) -> Form:
        return make_form(setup)


def _check_up_card(code: str) -> None:
    check_in_pack(PACK_40, [("/up_card", code)], rule="bonus")


def _worth(setup: Setup[MalillaOptions], up_card: str | None) -> int:
    """The bonus for the turned card."""
    if up_card is None or not setup.options.up_card_bonus:
        return 0
    return VALUES.get(rank_of(up_card), 0)


def _points(setup: Setup[MalillaOptions], hand: MalillaPlayedHand) -> tuple[list[int], list[Line]]:
    """The points of each side, cards and tricks together, in whichever way they were entered."""
    given = [name for name in ("points", "card_points", "captured") if getattr(hand, name) is not None]
    if not given:
        text = "The points, the card points with the tricks, or the cards of at least one side are needed."
        raise refuse("/points", "nothing_entered", text)
    if len(given) > 1:
        text = "Enter the hand in one way only: points, card points with tricks, or cards."
        raise refuse(f"/{given[1]}", "two_ways", text)
    if hand.tricks is not None and hand.card_points is None:
        raise refuse("/tricks", "two_ways", "Tricks are only asked for together with card points.")
    if hand.points is not None:
        check_per_side(setup, hand.points, "/points")
        points = complete_figures(hand.points, ALL_POINTS, "/points")
        return points, [
            line("{who}: cards and tricks", who=side(i), value=n, rule="scoring") for i, n in enumerate(points)
        ]
    if hand.captured is not None:
        check_per_side(setup, hand.captured, "/captured")
        piles = complete_piles(PACK_40, hand.captured, "/captured", trick=setup.players)
        cards = [card_points(pile, VALUES) for pile in piles]
        tricks = [len(pile) // setup.players for pile in piles]
        lines = [
            line(
                "{who}: {cards}",
                who=side(i),
                cards=card_points_text(pile, VALUES),
                value=cards[i],
                rule="card-strength",
            )
            for i, pile in enumerate(piles)
        ]
    else:
        cards, tricks = _cards_and_tricks(setup, hand)
        lines = [line("{who}: cards", who=side(i), value=n, rule="card-strength") for i, n in enumerate(cards)]
    for i, n in enumerate(tricks):
        lines.append(line("{who}: tricks {n}, together", who=side(i), n=n, value=cards[i] + n, rule="scoring"))
    return [sum(both) for both in zip(cards, tricks, strict=True)], lines


def _cards_and_tricks(setup: Setup[MalillaOptions], hand: MalillaPlayedHand) -> tuple[list[int], list[int]]:
    if hand.tricks is None:
        text = "With card points the tricks are needed too: each is worth a point."
        raise refuse("/tricks", "tricks_missing", text)
    check_per_side(setup, hand.card_points or [], "/card_points")
    check_per_side(setup, hand.tricks, "/tricks")
    cards = complete_figures(hand.card_points or [], CARD_POINTS, "/card_points")
    tricks = complete_figures(hand.tricks, TRICKS, "/tricks")
    for number, value in enumerate(cards):
        most = MOST_IN[min(tricks[number], len(MOST_IN) - 1)]
        if value > most:
            one = "{n} trick holds {most} card points at most, not {value}."
            many = "{n} tricks hold {most} card points at most, not {value}."
            text = one if tricks[number] == 1 else many
            told = {"n": tricks[number], "most": most, "value": value}
            raise refuse(f"/card_points/{number}", "too_many_points", text, rule="card-strength", **told)
    return cards, tricks


game = Malilla()
