"""Points: a plain score sheet for any game that has no calculator of its own."""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.form import Form
from scoring.engine.game import (
    Example,
    Game,
    HandResult,
    Setup,
    SheetEntry,
    Upcoming,
    Verdict,
    check_per_seat,
    ended_by_table,
    hand_number,
    leading_sides,
    next_state,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, plural, say, seat, side, trim_number, words
from scoring.engine.refusal import refuse
from scoring.engine.settlement import Method
from scoring.games.points.exact import exact, is_multiple
from scoring.games.points.form import make_form
from scoring.games.points.models import PointsDetails, PointsOptions, PointsRound, PointsState


class Points(Game[PointsOptions, PointsState]):
    """A sheet with one column for each player or team, for any numbers, with an end that you choose."""

    slug = "points"
    name = "Points"
    aliases = ("Score sheet", "Any other game")
    family = "Score sheets"
    summary = "A plain sheet for any game: one column for each player or team."
    players = tuple(range(1, 13))
    ends_after = "rounds"
    counts = "round"
    deck = "Any cards"
    Options = PointsOptions
    State = PointsState
    Details = PointsDetails
    hands = (PointsRound,)
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="One round, two columns",
            players=2,
            hands=[{"kind": "round", "scores": [7, 12], "note": "first round"}],
            expect=[7, 12],
        ),
        Example(
            title="Three columns, one of them without a score",
            players=3,
            options={"target": 50},
            hands=[
                {"kind": "round", "scores": [20, -5, 12]},
                {"kind": "round", "scores": [18, 30, 0]},
                {"kind": "round", "scores": [14, 10, None]},
            ],
            expect=[14, 10, 0],
        ),
        Example(
            title="Every round adds up to 0, in steps of 0.05",
            players=4,
            options={"round_sum": 0, "step": 0.05},
            hands=[{"kind": "round", "scores": [0.3, -0.1, -0.1, -0.1]}],
            expect=[0.3, -0.1, -0.1, -0.1],
        ),
    )

    def check_setup(self, players: int, options: PointsOptions) -> None:
        if not is_multiple(options.step, 0.01):
            text = _("The step has at most two decimals, which {step} has not.")
            raise refuse("/options/step", "step", text, rule="options", step=options.step)
        for name in ("start_score", "target", "round_sum"):
            value = getattr(options, name)
            if value is not None and not is_multiple(value, options.step):
                raise refuse(
                    f"/options/{name}",
                    "not_a_multiple",
                    "{value} is not a multiple of the step {step}.",
                    rule="options",
                    value=value,
                    step=options.step,
                )
        if options.entry == "winners" and not options.allow_negative:
            text = _("The losers pay, so there must be minus points.")
            raise refuse("/options/entry", "negative", text, rule="options")
        if not options.allow_negative and options.target is not None and options.target < options.start_score:
            text = _("No total can come down to the target: this table plays without minus points.")
            raise refuse("/options/target", "target_out_of_reach", text, rule="options")
        if not options.allow_negative and options.round_sum is not None and options.round_sum < 0:
            text = _("No round can add up to less than zero: this table plays without minus points.")
            raise refuse("/options/round_sum", "negative", text, rule="options")
        if options.target is not None and options.target == options.start_score:
            raise refuse(
                "/options/target", "target_at_start", "The target must differ from the start score.", rule="options"
            )

    def initial(self, setup: Setup[PointsOptions]) -> PointsState:
        return PointsState(totals=[trim_number(setup.options.start_score)] * setup.players)

    def check_start(self, setup: Setup[PointsOptions], state: PointsState) -> None:
        for column, total in enumerate(state.totals):
            if not is_multiple(total, setup.options.step):
                raise refuse(
                    f"/totals/{column}", "not_a_multiple", "{value} is not a multiple of the step.", value=total
                )

    def apply(self, setup: Setup[PointsOptions], state: PointsState, hand: PointsRound) -> HandResult[PointsState]:
        check_per_seat(setup, hand.scores, "/scores", rule="scoring")
        for column, entry in enumerate(hand.scores):
            self._check_entry(setup.options, column, entry)
        if all(entry is None for entry in hand.scores):
            raise refuse("/scores", "nothing_scored", "Nothing was scored: at least one column needs an entry.")
        points = [trim_number(entry or 0) for entry in hand.scores]
        self._check_sum(setup.options, points)
        after = next_state(setup, state, points)
        after = after.model_copy(update={"totals": [exact(total) for total in after.totals]})
        return HandResult(
            points=points,
            state=after,
            lines=self._lines(hand, state.totals, after.totals),
            summary=say("{note}", note=words(hand.note)) if hand.note else say("Round {n}", n=state.hands_played + 1),
            details=self._details(setup.options, after.totals),
        )

    def _check_sum(self, options: PointsOptions, points: list[Number]) -> None:
        wanted, given = options.round_sum, exact(sum(points))
        if wanted is None or given == wanted:
            return
        text = _("The entries add up to {given}, not to {wanted}: {missing} is missing.")
        if given > wanted:
            text = _("The entries add up to {given}, not to {wanted}: that is {missing} too much.")
        missing = exact(abs(wanted - given))
        raise refuse("/scores", "round_sum", text, rule="entries", given=given, wanted=wanted, missing=missing)

    def _check_entry(self, options: PointsOptions, column: int, entry: Number | None) -> None:
        if entry is None:
            return
        pointer = f"/scores/{column}"
        if not is_multiple(entry, options.step):
            raise refuse(
                pointer,
                "not_a_multiple",
                "{entry} is not a multiple of the step {step}.",
                entry=entry,
                step=options.step,
            )
        if entry < 0 and not options.allow_negative:
            raise refuse(pointer, "negative", "This table plays without minus points.", rule="options")

    def _lines(self, hand: PointsRound, before: list[Number], after: list[Number]) -> list[Line]:
        lines = []
        for column, entry in enumerate(hand.scores):
            if entry is None:
                lines.append(line("{who}: –, stays at {total}", who=seat(column), total=after[column], rule="scoring"))
            else:
                text = (
                    _("{who}: {before} + {entry} = {total}") if entry >= 0 else _("{who}: {before} − {entry} = {total}")
                )
                lines.append(
                    line(
                        text,
                        who=seat(column),
                        before=before[column],
                        entry=abs(entry),
                        total=after[column],
                        value=entry,
                        rule="scoring",
                    )
                )
        return lines

    def _details(self, options: PointsOptions, totals: list[Number]) -> PointsDetails:
        lowest = options.winner_is == "lowest"
        order = sorted(totals, reverse=not lowest)
        lead = abs(order[0] - order[1]) if len(order) > 1 else 0
        return PointsDetails(ranks=[order.index(total) + 1 for total in totals], lead=exact(lead))

    def upcoming(self, setup: Setup[PointsOptions], state: PointsState) -> Upcoming:
        options = setup.options
        number = state.hands_played + 1
        notices = []
        if options.rounds is not None:
            notices.append(hand_number(number, options.rounds, unit="round"))
        if options.target is not None:
            way = 1 if options.target > options.start_score else -1
            missing = exact(min(way * (options.target - total) for total in state.totals))
            text = _("The match ends at {target}; {missing} to go for the nearest")
            if missing <= 0:
                # A match goes on beyond its target only if ties are played on.
                text = _("{target} is reached; rounds go on until one column alone is best")
            notices.append(line(text, target=options.target, missing=missing, rule="end"))
        show_dealer = options.show_dealer and setup.players > 1
        return Upcoming(
            dealer=state.dealer if show_dealer else None,
            leads=None,
            notices=notices,
            details=self._details(options, state.totals),
        )

    def usual_method(self, setup: Setup[PointsOptions]) -> Method:
        """``mean`` if what one gets the others pay: each pays each would pay every point several times."""
        options = setup.options
        is_paid = options.round_sum == 0 or (options.round_sum is None and options.entry == "winners")
        return "mean" if is_paid else self.settles_by

    def lowest_wins(self, setup: Setup[PointsOptions]) -> bool:
        return setup.options.winner_is == "lowest"

    def verdict(self, setup: Setup[PointsOptions], state: PointsState, ended: bool = False) -> Verdict:
        options = setup.options
        lowest = self.lowest_wins(setup)
        if ended:
            return ended_by_table(state, lowest)
        leaders = leading_sides(state.totals, lowest)
        reason = self._reached(options, state)
        if reason is None or (options.tie == "play_on" and len(leaders) > 1):
            return Verdict(False)
        return Verdict(True, leaders, reason)

    def _reached(self, options: PointsOptions, state: PointsState) -> Message | None:
        if options.target is not None:
            up = options.target > options.start_score
            for column, total in enumerate(state.totals):
                if total >= options.target if up else total <= options.target:
                    text = _("{who} reached {target} with {total}")
                    return say(text, who=side(column), target=options.target, total=total)
        if options.rounds is not None and state.hands_played >= options.rounds:
            return plural(options.rounds, "{n} round was played", "{n} rounds were played")
        return None

    def sheet_entry(self, setup: Setup[PointsOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns the entries, and the note above them."""
        note = hand.get("note")
        return SheetEntry(say("{note}", note=words(note)) if note else "")

    def without_part(self, setup: Setup[PointsOptions], hand: dict[str, Any]) -> list[int]:
        """Returns the columns that were left empty."""
        return [place for place, score in enumerate(hand.get("scores", ())) if score is None]

    def form(self, setup: Setup[PointsOptions], state: PointsState) -> Form:
        return make_form(setup)


game = Points()
