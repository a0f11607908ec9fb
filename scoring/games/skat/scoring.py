"""From the points of a hand to the sheet: Kontra, Bock, the list, hands won and lost, and the next state."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.engine.game import HandResult, check_seat, next_state
from scoring.engine.marking import _, ngettext_noop
from scoring.engine.messages import Line, Message, Number, line, plural, seat, signed, trim_number
from scoring.engine.refusal import refuse
from scoring.games.skat.models import SkatGrandHand, SkatNullHand, SkatRamschHand, SkatSuitHand
from scoring.games.skat.options import Setup, SkatDetails, SkatState

#: The list's bonus for a hand won or lost, and what the others get for a lost one, by players.
LIST_BONUS = 50
LIST_OTHERS = {3: 40, 4: 30}

DeclarerHand = SkatSuitHand | SkatGrandHand | SkatNullHand


@dataclass(frozen=True)
class PlayedHand:
    """A hand as it was played, before Bock and the list.

    points: by seat, Kontra and Re included. declarer: None in Ramsch. won: by the declarer. triggers: what it did that
    may open a Bock round.
    """

    points: list[Number]
    lines: list[Line]
    summary: Message
    details: SkatDetails
    declarer: int | None = None
    won: bool = False
    triggers: dict[str, Line] = field(default_factory=dict)


def check_active(setup: Setup, state: SkatState, number: int, pointer: str) -> None:
    """Raises Refusal if there is no such seat, or if it deals and sits out (rule: four-players)."""
    check_seat(setup, number, pointer)
    if setup.players == 4 and number == state.dealer:
        text = _("{who} deals this hand and holds no cards.")
        raise refuse(pointer, "sits_out", text, rule="four-players", who=seat(number))


def check_doublings(setup: Setup, kontra: str, start_bock: bool) -> None:
    """Raises Refusal if a doubling was entered that this table does not play (rules: kontra, bock)."""
    if kontra != "none" and kontra not in setup.options.doublings:
        text = _("This table plays without Kontra.") if kontra == "kontra" else _("This table plays without Re.")
        raise refuse("/kontra", "re_off" if kontra == "re" else "kontra_off", text, rule="kontra")
    if start_bock and setup.options.bock == "off":
        raise refuse("/start_bock", "bock_off", "This table plays without Bock.", rule="bock")


def declarer_points(setup: Setup, hand: DeclarerHand, value: int, won: bool) -> tuple[list[Number], list[Line]]:
    """Returns points by seat for a game of this value with Kontra and Re, and their lines (rules: points, kontra)."""
    who = seat(hand.declarer)
    if won:
        score = value
        lines = [line("Made: {who} {points}", who=who, points=signed(score), value=score, rule="points")]
    else:
        score = -2 * value
        text = _("Lost, twice the value: {who} {points}")
        lines = [line(text, who=who, points=signed(score), value=score, rule="points")]
    if hand.kontra != "none":
        score *= 2
        lines.append(line("Kontra doubles it", value=score, rule="kontra"))
    if hand.kontra == "re":
        score *= 2
        lines.append(line("Re doubles it again", value=score, rule="kontra"))
    points: list[Number] = [0] * setup.players
    points[hand.declarer] = score
    return points, lines


def kontra_lost(hand: DeclarerHand, won: bool) -> dict[str, Line]:
    """Returns the trigger of a hand with Kontra that was lost."""
    if hand.kontra == "none" or won:
        return {}
    return {"kontra_success": line("A hand with Kontra was lost", rule="bock")}


def hand_result(
    setup: Setup, state: SkatState, hand: DeclarerHand | SkatRamschHand, played: PlayedHand
) -> HandResult[SkatState]:
    """Returns the result of a hand: Bock doubles it, the list adds its bonuses, a trigger opens a Bock round.

    The change of the totals is the points of the hand, or with list scoring its list points (rules: bock,
    list-scoring); ``details`` has both.
    """
    points, lines = list(played.points), list(played.lines)
    details = played.details.copy()
    if state.bock_hands_left:
        points = [trim_number(2 * value) for value in points]
        score = next((value for value in points if value), 0)
        lines.append(line("A Bock hand counts double", value=score, rule="bock"))
    details["points"] = points
    if setup.options.bock == "on":
        details["bock"] = state.bock_hands_left > 0
    change = points
    if setup.options.by_list:
        change, bonus_lines = _with_bonuses(setup, points, played)
        lines += bonus_lines
        details["list_points"] = change
    left = max(state.bock_hands_left - 1, 0)
    if opened := _bock_opened(setup, left, hand.start_bock, played.triggers):
        lines += opened
        left += setup.players
    return HandResult(
        points=change,
        state=next_state(
            setup,
            state,
            change,
            bock_hands_left=left,
            hands_won=_one_more(state.hands_won, played.declarer if played.won else None),
            hands_lost=_one_more(state.hands_lost, None if played.won else played.declarer),
        ),
        lines=lines,
        summary=played.summary,
        details=details,
    )


def passed_in_state(setup: Setup, state: SkatState, start_bock: bool) -> SkatState:
    """Returns the state after a deal that nobody played: it uses up no Bock hand (rule: bock)."""
    opened = setup.players if start_bock else 0
    return next_state(setup, state, [0] * setup.players, bock_hands_left=state.bock_hands_left + opened)


def _with_bonuses(setup: Setup, points: list[Number], played: PlayedHand) -> tuple[list[Number], list[Line]]:
    if played.declarer is None:
        return points, [line("The list adds nothing to Ramsch", rule="list-scoring")]
    who = seat(played.declarer)
    change = list(points)
    if played.won:
        change[played.declarer] += LIST_BONUS
        total = change[played.declarer]
        text = _("A hand won, {bonus} on the list: {who} {total}")
        params = {"bonus": signed(LIST_BONUS), "who": who, "total": signed(total)}
        return change, [line(text, **params, value=total, rule="list-scoring")]
    others = LIST_OTHERS[setup.players]
    change = [value + others for value in points]
    total = change[played.declarer] = points[played.declarer] - LIST_BONUS
    text = _("A hand lost, {bonus} on the list: {who} {total}")
    return change, [
        line(text, bonus=signed(-LIST_BONUS), who=who, total=signed(total), value=total, rule="list-scoring"),
        line("Each other player at the table", value=others, rule="list-scoring"),
    ]


def _bock_opened(setup: Setup, left: int, by_hand: bool, triggers: dict[str, Line]) -> list[Line]:
    """The lines for a Bock round that this hand opens: one round, however many reasons there are."""
    if setup.options.bock == "off":
        return []
    reasons = [reason for name, reason in triggers.items() if name in setup.options.bock_after]
    if by_hand:
        reasons.append(line("The table opens a Bock round", rule="bock"))
    if not reasons:
        return []
    more = ngettext_noop("{n} more hand counts double", "{n} more hands count double")
    following = ngettext_noop("The next {n} hand counts double", "The next {n} hands count double")
    return [*reasons, Line(plural(setup.players, *(more if left else following)), setup.players, "bock")]


def _one_more(hands: list[int], number: int | None) -> list[int]:
    return [count + (place == number) for place, count in enumerate(hands)]
