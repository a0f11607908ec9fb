"""A hand of Rolling Stone trick by trick: everybody's number of cards, until one player has none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.game import Setup, check_seat
from scoring.engine.marking import _
from scoring.engine.messages import Line, line, say, seat
from scoring.engine.refusal import Refusal, refuse
from scoring.games.rolling_stone.cards import HAND_SIZE
from scoring.games.rolling_stone.models import (
    RollingStoneDetails,
    RollingStoneFollowed,
    RollingStoneOut,
    RollingStonePickedUp,
)

Entry = RollingStoneFollowed | RollingStonePickedUp | RollingStoneOut


@dataclass
class PlayByPlay:
    """A hand so far.

    sizes: cards of each seat. leader: who leads the next trick. discarded: cards that are out of the hand. on_table:
    cards of the last trick, after somebody has run out. winner: None until then. lines: trick by trick.
    """

    setup: Setup[Any]
    leader: int
    sizes: list[int]
    discarded: int = 0
    on_table: int = 0
    winner: int | None = None
    lines: list[Line] = field(default_factory=list)

    @property
    def details(self) -> RollingStoneDetails:
        """The derived figures."""
        return RollingStoneDetails(
            winner=self.winner,
            cards_left=list(self.sizes),
            discarded=self.discarded,
            on_table=self.on_table,
            next_leader=self.leader if self.winner is None else None,
        )

    def add(self, entry: Entry, pointer: str) -> None:
        """The next trick. Raises Refusal if it cannot have ended so."""
        match entry:
            case RollingStoneFollowed():
                self._followed(entry, pointer)
            case RollingStonePickedUp():
                self._picked_up(entry, pointer)
            case RollingStoneOut():
                self._out(entry, pointer)

    def _followed(self, entry: RollingStoneFollowed, pointer: str) -> None:
        check_seat(self.setup, entry.winner, f"{pointer}/winner", rule="play")
        everybody = self._in_turn(self.setup.players)
        self._play(everybody, pointer)
        self.discarded += len(everybody)
        self.leader = entry.winner
        self._add_line(_("All followed, {who} wins and leads; cards left: {left}"), "play", entry.winner)

    def _picked_up(self, entry: RollingStonePickedUp, pointer: str) -> None:
        check_seat(self.setup, entry.seat, f"{pointer}/seat", rule="pick-up")
        played = self._before(entry.seat)
        if not played:
            text = _("{who} leads this trick and can always play: no pick-up.")
            raise refuse(f"{pointer}/seat", "leader_picks_up", text, rule="pick-up", who=seat(entry.seat))
        self._play(played, pointer)
        self.sizes[entry.seat] += len(played)
        self.leader = entry.seat
        self._add_line(_("{who} picks up {n} and leads; cards left: {left}"), "pick-up", entry.seat, n=len(played))

    def _out(self, entry: RollingStoneOut, pointer: str) -> None:
        check_seat(self.setup, entry.seat, f"{pointer}/seat", rule="out")
        if self.sizes[entry.seat] > 1:
            text = _("{who} has {n} cards and cannot run out in this trick.")
            n = self.sizes[entry.seat]
            raise refuse(f"{pointer}/seat", "more_than_one_card", text, rule="out", who=seat(entry.seat), n=n)
        played = self._before(entry.seat)
        first = next((who for who in played if self.sizes[who] == 1), None)
        if first is not None:
            text = _("{first} played before {who} in this trick and ran out first.")
            names = {"first": seat(first), "who": seat(entry.seat)}
            raise refuse(f"{pointer}/seat", "out_earlier", text, rule="out", **names)
        for who in (*played, entry.seat):
            self.sizes[who] -= 1
        self.on_table = len(played) + 1
        self.winner = entry.seat
        self._add_line(_("{who} plays the last card; cards left: {left}"), "out", entry.seat)

    def _in_turn(self, n: int) -> list[int]:
        """The first players of this trick, up to this number."""
        return [self.setup.after(self.leader, place) for place in range(n)]

    def _before(self, who: int) -> list[int]:
        """Who has played to this trick before this seat's turn."""
        return self._in_turn((who - self.leader) % self.setup.players)

    def _play(self, seats: Sequence[int], pointer: str) -> None:
        out = next((who for who in seats if self.sizes[who] == 1), None)
        if out is not None:
            raise _ran_out(pointer, out)
        for who in seats:
            self.sizes[who] -= 1

    def _add_line(self, text: str, rule: str, who: int, **params: Any) -> None:
        left = [say("{who} {n}", who=seat(holder), n=n) for holder, n in enumerate(self.sizes)]
        self.lines.append(line(text, who=seat(who), left=left, rule=rule, **params))


def _ran_out(pointer: str, who: int) -> Refusal:
    text = _("{who} played the last card to this trick, which ends the hand: enter that {who} is out.")
    return refuse(pointer, "last_card_played", text, rule="out", who=seat(who))


def replay_tricks(setup: Setup[Any], dealer: int, entries: Sequence[Entry]) -> PlayByPlay:
    """Returns the hand after these tricks. Raises Refusal if one of them cannot have ended in this way."""
    play = PlayByPlay(setup, setup.after(dealer), [HAND_SIZE] * setup.players)
    for place, entry in enumerate(entries):
        pointer = f"/tricks/{place}"
        if play.winner is not None:
            text = _("The hand was over: {who} had already played the last card.")
            raise refuse(pointer, "after_out", text, rule="out", who=seat(play.winner))
        play.add(entry, pointer)
    return play
