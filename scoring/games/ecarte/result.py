"""What a hand of Écarté scores, step by step: king turned up, king shown, tricks. The match may end after each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import rank_of
from scoring.engine.checks import check_entered, check_left_out, check_per_seat
from scoring.engine.game import HandResult, Setup, check_seat, next_state, side_at_target
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, card, line, say, seat, words
from scoring.engine.refusal import refuse
from scoring.engine.tricks_won import tricks_by_seat
from scoring.games.ecarte.models import (
    EXCHANGES,
    PACK,
    TRICKS,
    EcarteDetails,
    EcarteHand,
    EcarteOptions,
    EcartePointsDetails,
    EcarteState,
    Reason,
)

KING = 1
POINT, VOLE = 1, 2
#: What a vulnerable loser adds.
VULNERABLE = 1

AFTER_TURNED = ("exchange", "king_shown", "tricks", "trick_winners")
AFTER_SHOWN = ("tricks", "trick_winners")


@dataclass
class HandScore:
    """The points of a hand so far. totals: including them. lines, reasons: the explanation, and the same as data."""

    totals: list[Number]
    target: int
    points: list[int] = field(default_factory=lambda: [0, 0])
    lines: list[Line] = field(default_factory=list)
    reasons: list[EcartePointsDetails] = field(default_factory=list)

    def give(self, player: int, points: int, reason: Reason, text: str, rule: str, **params: Any) -> None:
        """Points for a player, with their reason."""
        self.points[player] += points
        self.totals[player] += points
        self.lines.append(line(text, who=seat(player), value=points, rule=rule, **params))
        self.reasons.append(EcartePointsDetails(seat=player, reason=reason, points=points))

    @property
    def decided(self) -> bool:
        """Whether somebody has reached the target."""
        return max(self.totals) >= self.target


def score_hand(setup: Setup[EcarteOptions], state: EcarteState, hand: EcarteHand) -> HandResult[EcarteState]:
    """Returns the result of a hand. Raises Refusal if it is not possible, or continues after the end of the match."""
    if hand.exchange is not None and hand.exchange not in EXCHANGES:
        text = _("{given} is not possible here: exchanged, played or refused.")
        raise refuse("/exchange", "exchange_unknown", text, rule="exchange", given=words(hand.exchange))
    check_seat(setup, hand.king_shown, "/king_shown", rule="king-shown")
    if hand.tricks is not None:
        check_per_seat(setup, hand.tricks, "/tricks", rule="point")
    score = HandScore(list(state.totals), setup.options.target)
    vulnerable = _vulnerable(setup, state, hand)
    if _king_turned(hand):
        score.give(state.dealer, KING, "king_turned", _("A king is turned up: {who} is the dealer"), "king-turned")
        if hand.king_shown is not None and not score.decided:
            text = _("The king of trumps was turned up, so nobody can show it.")
            raise refuse("/king_shown", "king_turned", text, rule="king-shown")
    if score.decided:
        text = _("The turned king ended the match: nothing more is played or counted.")
        check_left_out(hand, AFTER_TURNED, "match_decided", text, rule="end")
    elif hand.king_shown is not None:
        score.give(hand.king_shown, KING, "king_shown", _("{who} shows the king of trumps"), "king-shown")
        if score.decided:
            text = _("The king shown ended the match: no trick is played.")
            check_left_out(hand, AFTER_SHOWN, "match_decided", text, rule="end")
    if not score.decided:
        summary = _score_tricks(setup, hand, score, vulnerable)
    elif hand.king_shown is None:
        summary = say("{who} turned up a king and has won", who=seat(state.dealer))
    else:
        summary = say("{who} showed the king of trumps and has won", who=seat(hand.king_shown))
    after = next_state(setup, state, score.points)
    winner = side_at_target(after.totals, setup.options.target)
    return HandResult(
        points=score.points,
        state=after,
        lines=score.lines,
        summary=summary,
        details=EcarteDetails(
            vulnerable=vulnerable,
            lines=score.reasons,
            finished=winner is not None,
            winner=winner,
            next_dealer=after.dealer,
        ),
    )


def _king_turned(hand: EcarteHand) -> bool:
    if hand.up_card is None:
        return bool(hand.up_card_king)
    check_in_pack(PACK, [("/up_card", hand.up_card)])
    king = rank_of(hand.up_card) == "K"
    if hand.up_card_king is not None and hand.up_card_king != king:
        text = _("{card} was turned up: that is a king.") if king else _("{card} was turned up: that is not a king.")
        raise refuse("/up_card_king", "disagree", text, rule="king-turned", card=card(hand.up_card))
    return king


def _vulnerable(setup: Setup[EcarteOptions], state: EcarteState, hand: EcarteHand) -> int | None:
    """Who stopped the first exchange, if anybody did."""
    stopped_by = {"played": setup.after(state.dealer), "refused": state.dealer}
    return stopped_by.get(hand.exchange or "")


def _score_tricks(setup: Setup[EcarteOptions], hand: EcarteHand, score: HandScore, vulnerable: int | None) -> Message:
    tricks = _tricks(setup, hand)
    if hand.exchange is None:
        text = _("Say how the exchange went: it decides who is vulnerable.")
        raise refuse("/exchange", "exchange_missing", text, rule="vulnerable")
    winner = int(tricks[1] > tricks[0])
    won, loser = tricks[winner], 1 - winner
    text = _("{who} has {n} tricks: the point")
    score.give(winner, POINT, "point", text, "point", n=won)
    if won == TRICKS:
        score.give(winner, VOLE - POINT, "vole", _("{who} has all five, the vole"), "vole")
    if vulnerable == loser and (won < TRICKS or setup.options.vulnerable_vole > VOLE):
        text = _("{loser} stopped the first exchange and was vulnerable, which brings {who} more")
        score.give(winner, VULNERABLE, "vulnerable", text, "vulnerable", loser=seat(loser))
    elif vulnerable == loser:
        text = _("{loser} was vulnerable, but a vole never brings more than 2 here")
        score.lines.append(line(text, loser=seat(loser), rule="vole"))
    elif vulnerable == winner:
        text = _("{who} was vulnerable, and wins: nothing extra")
        score.lines.append(line(text, who=seat(winner), rule="vulnerable"))
    if won == TRICKS:
        return say("{who}: the vole", who=seat(winner))
    return say("{who}: the point, {a} tricks to {b}", who=seat(winner), a=won, b=tricks[loser])


def _tricks(setup: Setup[EcarteOptions], hand: EcarteHand) -> list[int]:
    """Tricks of both players. Raises Refusal if they are missing or not possible."""
    ways = {"tricks": _("the tricks of both players"), "trick_winners": _("the winners of the tricks")}
    check_entered(hand, ways, rule="point")
    return tricks_by_seat(setup, hand.tricks, hand.trick_winners, TRICKS, rule="point") or []
