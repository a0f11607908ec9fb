"""Double elimination: who has lost twice is out. Losers go on in a tree of their own; both trees meet in the final."""

from __future__ import annotations

from scoring.engine.refusal import Refusal, refuse
from scoring.events.event import Event, Place, Proposal, Round
from scoring.events.formats.knock_out import (
    bracket_size,
    decide,
    pairs_in_order,
    seeded,
    slots,
    to_places,
    to_proposal,
)

Pairs = list[tuple[int | None, int | None]]


def rounds(event: Event) -> int:
    """Returns the number of rounds, with the second final that may be needed."""
    return 2 * _stages(event) + event.rules.second_final


def propose(event: Event, number: int, seed: str) -> Proposal:
    """Returns the pairs of a round: of the winners' tree, then of the losers' tree, in the end of the final.

    Raises Refusal if a sitting before it is not decided, or nothing is left to play.
    """
    order = seeded(event, seed)
    if len(order) < 2:
        raise refuse("", "too_few_entries", "A knock-out takes two entries at least.", rule="")
    trees = _Trees(event, seed)
    for played in event.rounds:
        trees.play(played)
    pairs = trees.pairs()
    if not pairs:
        raise refuse("", "event_over", "The final is played: there is no further round.", rule="")
    return to_proposal(event, pairs, number)


def standing(event: Event) -> list[Place]:
    """Returns the ranking: those still in, then those who lost their second match in later rounds."""
    trees = _Trees(event, "")
    for played in event.rounds:
        try:
            trees.play(played)
        except Refusal:  # a round that still runs changes no place
            break
    out = {entry for level in trees.out for entry in level}
    return to_places(event, [[entry for entry in trees.order if entry not in out], *trees.out])


def trees(event: Event) -> tuple[list[Pairs], list[Pairs], list[Pairs]]:
    """Returns the pairs of the rounds so far, and of the coming one if it is known: those of the winners' tree, of the
    losers' tree, and of the final.
    """
    both = _Trees(event, "")
    winners, losers, final = list[Pairs](), list[Pairs](), list[Pairs]()
    for played in [*event.rounds, None]:
        above, below = both.pairs_by_tree()
        if both.round >= 2 * both.stages:
            final += [both.pairs()] if both.pairs() else []
        winners += [above] if above else []
        losers += [below] if below else []
        try:
            if played is not None:
                both.play(played)
        except Refusal:  # it still runs
            break
    return winners, losers, final


def _stages(event: Event) -> int:
    return bracket_size(sum(entry.first_round == 1 for entry in event.entries)).bit_length() - 1


class _Trees:
    """Both trees after the rounds that were played. out: those who are out, the last round first."""

    def __init__(self, event: Event, seed: str) -> None:
        self.event = event
        self.order = seeded(event, seed)
        self.stages = _stages(event)
        self.winners = slots(self.order)
        self.losers: list[int | None] = []
        self.fallen: list[list[int | None]] = []
        self.out: list[list[int]] = []
        self.round = 1
        self.final: tuple[int | None, int | None] | None = None

    def pairs(self) -> Pairs:
        """Returns the pairs of the coming round."""
        if self.round == 2 * self.stages:
            return [(self.winners[0], self._last_loser())]
        if self.round > 2 * self.stages:
            return [self.final] if self.final else []
        above, below = self.pairs_by_tree()
        return above + below

    def pairs_by_tree(self) -> tuple[Pairs, Pairs]:
        """Returns the pairs of the coming round by tree; none once the final comes."""
        return ([], []) if self.round >= 2 * self.stages else (self._winners_pairs(), self._losers_pairs())

    def play(self, played: Round) -> None:
        """Takes the results of the coming round. Raises Refusal if one is not decided."""
        number = played.number
        if self.round >= 2 * self.stages:
            self._play_final(played)
        else:
            above = [decide(self.event, played, number, pair) for pair in self._winners_pairs()]
            below = [decide(self.event, played, number, pair) for pair in self._losers_pairs()]
            if self.round > 1:
                self.losers = [result[0] for result in below]
                self.out.insert(0, [result[1] for result in below if result[1] is not None])
            if above:
                self.winners = [result[0] for result in above]
                self.fallen.append([result[1] for result in above])
        self.round += 1

    def _play_final(self, played: Round) -> None:
        pair = self.pairs()[0] if self.pairs() else (None, None)
        winner, loser = decide(self.event, played, played.number, pair)
        again = self.round == 2 * self.stages and winner != self.winners[0] and self.event.rules.second_final
        self.final = pair if again else None
        if not again and loser is not None:
            self.out.insert(0, [loser])

    def _winners_pairs(self) -> Pairs:
        return pairs_in_order(self.winners) if self.round <= self.stages else []

    def _losers_pairs(self) -> Pairs:
        """The losers meet each other, and in every second round those who fell in the winners' tree."""
        stage = self.round - 1
        if not stage:
            return []
        if stage == 1:
            return pairs_in_order(self.fallen[0])
        if stage % 2:
            return pairs_in_order(self.losers)
        fallen = self.fallen[stage // 2]
        # Reversed at first, then in order, and so on: those who met before meet again as late as possible.
        arriving = fallen[::-1] if stage % 4 == 2 else fallen
        return list(zip(self.losers, arriving, strict=True))

    def _last_loser(self) -> int | None:
        return self.losers[0] if self.losers else self.fallen[0][0]
