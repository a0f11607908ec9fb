"""The readings of a line: every way in which all its words fit the form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace as with_values

from scoring.engine.controls import Choice, Row
from scoring.engine.messages import Number
from scoring.say.choices import bare_choice, cards_for, rest_for
from scoring.say.clauses import clauses_of, is_about_lead, is_left_behind, is_of_another, with_about
from scoring.say.items import Item, Meaning
from scoring.say.lexicon import LABEL
from scoring.say.named import (
    ask,
    begins_sentence,
    either_side,
    held_for,
    is_for_another,
    is_of_other_count,
    is_of_subject,
    is_of_unclear_person,
    naming,
    owners_of,
    partner_named,
    player_named,
    spread_to,
    waits_for_name,
)
from scoring.say.phrases import Phrase, Slot, Target
from scoring.say.pronouns import goes_to_somebody, is_clear_person, is_object, person_of, thing_of, thing_taken
from scoring.say.reading import Allowed, Reading, Span, Table, replace
from scoring.say.rows import (
    JOINS,
    begins_part,
    beside_its_name,
    for_everybody,
    for_subject,
    goes_to_name,
    has_owner,
    is_alone,
    is_behind_each,
    is_count_of,
    is_number_behind,
    is_of_other_row,
    is_of_pairs,
    is_pair_of_other,
    kinds_behind,
    labels_behind,
    next_item,
    next_row,
    none_else,
    own_amount,
    pair_for,
    rows_of,
    with_rest,
    with_span,
)
from scoring.say.targets import in_range, of_other_side, set_entry, set_target

MOST = 48
"""The most readings that are followed at the same time; a line with more is not read."""


MOST_NAMED = 4
"""The most cards of a suit that are named one by one; more are said as a whole."""


class TooMany(Exception):  # noqa: N818 - the line is not wrong
    """A line with more readings than are followed."""


def readings_of(table: Table, items: Sequence[Item], reached: list[int] | None = None) -> list[Reading]:
    """Returns every reading in which all these items have a meaning. reached: to it the token is added at which none
    was left. Raises TooMany.
    """
    current = [Reading()]
    clauses = clauses_of(table, items)
    for place, item in enumerate(items):
        following: list[Reading] = []
        span = (item.start, item.end)
        for reading in current:
            for meaning in item.meanings:
                if is_left_behind(reading, meaning, items, place, clauses):
                    continue
                for changed in _with_meaning(table, reading, meaning, items, place, span):
                    if is_of_another(table, reading, changed, meaning, clauses[place]):
                        continue
                    changed = with_about(table, reading, changed, meaning, clauses[place])
                    if changed not in following:
                        following.append(changed)
        current = following
        if not current and reached is not None:
            reached.append(item.first)
        if len(current) > MOST:
            raise TooMany
    current = [reading for reading in current if is_about_lead(table, reading)]
    finished = [reading for reading in current if reading.is_finished]
    if _is_only_rest(items):
        return [replace(reading, unnamed=True) for reading in finished]
    return finished or [
        replace(reading, unnamed=True)
        for reading in current
        if reading.said or reading.is_open
        if replace(reading, is_open=False).is_finished
    ]


def _may_follow(reading: Reading, pause: Meaning) -> bool:
    """Whether what waits for a name still does behind this pause: "Pig: Ada", "pig - Ada"."""
    return pause.value in ("、", "：", ":") or (reading.held[0] == "cards" and pause.value is None)


def _names_some(cards: Sequence[str], held: Sequence[str]) -> bool:
    """Whether cards are some of a whole suit that waits: "the hearts were ace and king to Ada" are not all of them."""
    return len({card[-1] for card in held}) == 1 and len(held) > MOST_NAMED and set(cards) < set(held)


def _is_in_list(items: Sequence[Item], place: int) -> bool:
    """Whether a comma stands between cards of a list that begins a sentence: "Pig, sheep and doubler to Ada"."""
    if place + 1 == len(items) or not items[place + 1].kinds() & {"cards", "and"}:
        return False
    listed = ({"cards"}, {"and"}, {"filler"}, {"pause"})
    at = place
    while at and not begins_sentence(items, at) and any(one & items[at - 1].kinds() for one in listed):
        at -= 1
    return begins_sentence(items, at)


def _is_only_rest(items: Sequence[Item]) -> bool:
    """Whether a line says who has the rest, and not of what: "the rest to Ada"."""
    rests = [item for item in items if any(one.kind == "rest" and not one.value for one in item.meanings)]
    others = {"player", "rest", "no", *JOINS}
    return bool(rests) and all(item.kinds() <= others for item in items)


def _with_meaning(
    table: Table, reading: Reading, meaning: Meaning, items: Sequence[Item], place: int, span: Span
) -> Iterator[Reading]:
    if reading.held and reading.held[0] == "says":
        yield from _after_list(table, reading, meaning, span)
        return
    is_in_list = reading.held[:1] == ("cards",) and _is_in_list(items, place)
    if reading.held and meaning.kind == "pause" and not (_may_follow(reading, meaning) or is_in_list):
        return
    if reading.held and reading.held[0] == "cards" and _takes_all(table, meaning):
        yield from held_for(table, reading, int(meaning.slots["player"]), span)  # 红桃：小王全收了
        return
    if reading.held and meaning.kind == "each" and reading.held[0] == "cards":
        yield reading  # "Pig and sheep both went to Ada".
        return
    if reading.held and meaning.kind == "each" and reading.held[0] == "n" and not meaning.value:
        yield replace(reading, held=("each", reading.held[1]))
        return
    if reading.held and meaning.kind == "row" and reading.held[0] in ("n", "each"):
        if meaning.value == reading.row:
            yield reading  # "Two queens for Ada": they wait for her.
        return
    if reading.held and reading.held[0] == "n" and _is_unit(table, meaning):
        for changed in _says(table, replace(reading, held=()), meaning, span, False, False):
            yield replace(changed, held=reading.held)
        return
    if reading.held and meaning.kind not in ("player", "rest", "pronoun", "unnamed", *JOINS):
        if meaning.kind == reading.held[0] == "cards" and not _names_some(meaning.value, reading.held[1]):
            yield replace(reading, held=("cards", (*reading.held[1], *meaning.value), *reading.held[2:]))
        return
    if reading.minus and meaning.kind != "n":
        return
    if reading.negated and meaning.kind not in ("says", "filler"):
        return
    match meaning.kind:
        case "filler" if not is_count_of(items, place, meaning):
            return
        case "filler" if person := person_of(table, meaning):
            if reading.is_open and place and "player" in items[place - 1].kinds() and person in ("he", "she"):
                yield reading  # "Ada she got ten"
            elif is_clear_person(table, reading, items, place, person):
                yield reading
            elif not reading.named:
                yield replace(reading, unnamed=True)
        case "filler" if thing_of(table, meaning) and is_object(table, items, place):
            yield from thing_taken(table, reading, items, place, span)
        case "filler" if thing_of(table, meaning) and goes_to_somebody(table, items, place):
            yield replace(reading, unnamed=True)
        case "pause" if reading.is_open and _says_the_same(items, place):
            return
        case "filler" | "verb" | "and" | "pause" | "for":
            yield reading
        case "against" if _is_between_numbers(items, place):
            yield reading
        case "except" if reading.closed and not reading.is_open:
            yield replace(reading, closed=(), subject=())
        case "other" if reading.is_open and "n" in kinds_behind(items, place):
            yield reading  # "Ada seven hearts, Ben the other six".
        case "says" if _is_of_all(table, items, place, meaning) or is_of_unclear_person(table, reading, meaning):
            return
        case "says" | "each" if is_of_other_count(table, meaning):
            return
        case "says" if not is_for_another(items, place, meaning):
            before = next((item for item in items[:place][::-1] if not _joins_cards(item)), None)
            behind_cards = before is not None and bool(before.kinds() & {"cards", "rest"})
            before_each = place + 1 < len(items) and "each" in items[place + 1].kinds()
            by_thing = reading.by_thing or begins_sentence(items, place)
            has_lead = table.lead_of(reading) is not None and not by_thing
            if waits_for_name(items, place, meaning) and not (reading.is_open or has_lead):
                yield replace(reading, held=("says", (meaning,)))
                if by_thing:
                    return
            for owned in owners_of(table, reading, meaning, items, place):
                yield from _says(table, owned, meaning, span, behind_cards, before_each)
        case "player" if _is_left_out(items, place) or _is_agent(table, reading, items, place):
            return
        case "player" if reading.is_open and _is_behind_figure(items, place):
            return
        case "player":
            before_it = items[place - 1].kinds() if place else set()
            if reading.spread is not None and before_it <= {"and", "pause"}:
                yield from spread_to(table, reading, int(meaning.value), span)
            has_own = any(reading.rows.values()) and "n" in kinds_behind(items, place)  # "Ada 61 and Ben 59"
            is_given = bool(table.shares) and before_it == {"and"} and not has_own
            if is_given or (reading.order == "before" and (before_it == {"and"} or "player" in before_it)):
                yield from partner_named(table, reading, int(meaning.value))
            if before_it == {"for"} and is_pair_of_other(table, reading, items, place - 2, int(meaning.value)):
                return
            if before_it == {"for"}:
                yield from pair_for(table, reading, items, place - 2, int(meaning.value), span)
            has_figure = place + 1 < len(items) and _is_figure(items[place + 1])
            is_for = before_it == {"for"}
            yield from player_named(table, reading, int(meaning.value), span, is_for=is_for, has_figure=has_figure)
        case "n" if _is_all_but(items, place) or (_is_behind_all(items, place) and meaning.value == len(table.seats)):
            return  # "Ada all but ten"; "all four a calypso" may be four each, or all four players.
        case "n":
            if _is_pair_of_nobody(table, reading, items, place):
                return
            value = -meaning.value if reading.minus else meaning.value
            reading = replace(beside_its_name(table, reading, items, place), is_alone=is_alone(items, place))
            if is_behind_each(items, place) and not reading.named:
                yield from for_everybody(table, replace(reading, minus=False), value, span)
            begins = begins_part(items, place) or reading.order == "before"
            begins = begins or "for" in (items[place + 1].kinds() if place + 1 < len(items) else ())
            after = _behind_unit(table, items, place)
            labels = labels_behind(items, place)
            against = items[place - 1].kinds() & {"for", "against"} if place > 1 else set()
            is_against = bool(against) and "n" in items[place - 2].kinds()
            for row in labels:
                named = replace(reading, minus=False, row=row)
                yield from _number(table, named, value, next_item(items, place, row), begins, span, is_against)
            if not labels or (reading.row and is_number_behind(items, place)):
                yield from _number(table, replace(reading, minus=False), value, after, begins, span, is_against)
        case "suit" | "rank":
            yield from bare_choice(table, reading, meaning.kind, meaning.value, span)
        case "cards" if "suit" in meaning.slots and any(card in reading.owners for card in meaning.value):
            return  # 红桃燕子AK: not all hearts
        case "cards" if "count" in meaning.slots and table.shares:
            # "Ada three hearts": nobody said which.
            yield from bare_choice(table, replace(reading, is_open=False), "card", meaning.value[0], span)
        case "cards":
            at = next((at for at in range(place - 1, -1, -1) if not items[at].kinds() <= {"and", "filler"}), -1)
            joined = any(item.kinds() == {"and"} for item in items[at + 1 : place])  # "all hearts and the pig to Ada"
            if joined and reading.awaits_rest is not None and table.shares:
                # "All the other hearts and the doubler went to Ada".
                waiting = ("cards", meaning.value, reading.awaits_rest)
                yield replace(reading, held=waiting, awaits_rest=None, subject=())
                return
            follow = at >= 0 and bool(items[at].kinds() & ({"cards", "rest"} if joined else {"cards"}))
            next_one = items[place + 1 : place + 2]
            if next_one and "for" in next_one[0].kinds() and next_one[0].kinds() <= {"for", "filler"}:
                reading, follow = replace(reading, subject=()), follow and not has_owner(items, place)
            elif next_one and any(one.value == ":" for one in next_one[0].meanings):
                reading = replace(reading, subject=())  # "Pig: Ada"
            yield from cards_for(table, reading, meaning.value, follow, span)
        case "rest":
            if meaning.value and place and items[place - 1].kinds() == {"pause"} and goes_to_name(items, place):
                reading = replace(reading, subject=())  # "…, the other hearts to Ada": not to who was named before.
            yield from rest_for(table, reading, meaning.value or "", span)
        case "table" if meaning.slots.get("n") == len(table.seats):
            yield reading  # "Four of us"
        case "each" if meaning.value != "two" or reading.named or all(len(row.labels) == 2 for row in table.rows):
            yield replace(reading, each=True)
        case "minus" if not reading.minus:
            yield replace(reading, minus=True)
        case "no":
            yield replace(reading, negated=True)
        case "row" if not is_of_other_row(items, place, meaning):
            behind = place and "n" in items[place - 1].kinds() and reading.row == meaning.value
            first = not behind and not reading.is_open
            yield replace(reading, row=meaning.value, labelled=first, by_row=first or reading.by_row, of_row=not behind)
        case "ask":
            for owned in owners_of(table, reading, meaning, items, place):
                yield from ask(table, owned, meaning.value, items, place, span)
        case "pronoun" if meaning.value == "side" and reading.awaits_rest == "":
            yield from either_side(table, reading, span)  # "thirty eight for Ada, the rest to them"
        case "pronoun" if meaning.value == "side" and reading.held and any(reading.rows.values()):
            yield from either_side(table, reading, span)  # "Six for Ada and Cleo, eight for them"
        case "pronoun" if reading.subject:
            if reading.is_several:
                yield replace(reading, unnamed=True, held=())
            elif reading.held:
                yield from held_for(table, reading, reading.subject[-1], span)
            else:
                yield from pair_for(table, reading, items, place - 1, reading.subject[-1], span)
                yield reading
        case "everything":
            yield from _everything(table, reading, meaning, next_item(items, place), span)
        case "partner":
            if any(set(reading.subject) <= set(side) and len(side) == 2 for side in table.sides if reading.subject):
                yield reading
        case "unnamed":
            yield replace(reading, unnamed=True)
            if meaning.value == "side":
                yield from either_side(table, reading, span)
        case "none_else":
            yield from none_else(table, reading, span)
        case _:
            return


def _is_unit(table: Table, meaning: Meaning) -> bool:
    """Whether a label of the form is a word that only goes with a number: "two points for Ada"."""
    phrase = meaning.phrase
    is_label = phrase is not None and phrase.value == LABEL and meaning.kind == "says" and not meaning.slots
    return is_label and phrase is not None and all(table.joins.get(str(part)) == "filler" for part in phrase.parts)


def _behind_unit(table: Table, items: Sequence[Item], place: int) -> Item | None:
    """The next item that says something behind a number, and behind a word that only goes with it."""
    after = next_item(items, place)
    is_unit = after is not None and all(_is_unit(table, meaning) for meaning in after.meanings)
    return next_item(items, items.index(after, place)) if after is not None and is_unit else after


def _is_figure(item: Item) -> bool:
    """Whether an item is a number, or a phrase that only gives somebody one: "took 70"."""
    readings = [targets for meaning in item.meanings if meaning.phrase for targets in meaning.phrase.readings]
    return "n" in item.kinds() or any(
        len(targets) == 1 and list(targets[0].texts) == ["{subject}", "{n}"] for targets in readings
    )


def _is_of_first(table: Table, reading: Reading, row: Row) -> bool:
    """Whether only the first of two sides was named: "Ada bid eight, 11 to 2" is in order either way."""
    return is_of_pairs(table, row) and not reading.is_several and {table.side_of(one) for one in reading.subject} == {0}


def _is_between_numbers(items: Sequence[Item], place: int) -> bool:
    """Whether numbers stand on both sides: "75 against 87"."""
    beside = [*items[max(place - 1, 0) : place], *items[place + 1 : place + 2]]
    return len(beside) == 2 and all("n" in item.kinds() for item in beside)


def _is_but(item: Item) -> bool:
    """Whether an item is a word like "but"."""
    return any(one.kind == "except" or (one.kind == "pause" and str(one.value).isalpha()) for one in item.meanings)


def _is_all_but(items: Sequence[Item], place: int) -> bool:
    """Whether "all but" stands before a number."""
    before = items[place - 2].kinds() if place > 1 else set()
    return place > 1 and _is_but(items[place - 1]) and bool(before & {"each", "everything", "rest"})


def _is_behind_all(items: Sequence[Item], place: int) -> bool:
    """Whether "all" stands right before a number."""
    return place > 0 and any(one.kind == "each" and not one.value for one in items[place - 1].meanings)


def _is_of_all(table: Table, items: Sequence[Item], place: int, meaning: Meaning) -> bool:
    """Whether a phrase says less than was said: "all the fives" are several, "all four" may be all players."""
    parts = meaning.phrase.parts if meaning.phrase else ()
    readings = meaning.phrase.readings if meaning.phrase else ()
    of_each = len(parts) == 2 and any(len(targets) == len(table.seats) > 1 for targets in readings)
    if of_each and meaning.slots == {"n": len(table.seats)}:
        return True
    return "rank" in meaning.slots and _is_behind_all(items, place)


def _is_pair_of_nobody(table: Table, reading: Reading, items: Sequence[Item], place: int) -> bool:
    """Whether two numbers follow who was named for something else: "Ada turned up the four of clubs, 38 to 32". Those
    of "they made 19 against 10" are of either side.
    """
    if reading.by_pronoun:
        return False
    joined = items[place + 1 : place + 3]
    is_pair = len(joined) == 2 and joined[0].kinds() <= {"for", "against", "filler"} and "n" in joined[1].kinds()
    if not is_pair or not reading.is_open or not any(is_of_pairs(table, row) for row in rows_of(table, reading)):
        return False
    at = next((at for at in range(place - 1, -1, -1) if items[at].kinds() & {"player", "says"}), -1)
    is_by = at > 0 and any(_words_of(meaning) in table.agents for meaning in items[at - 1].meanings)
    return at >= 0 and (is_by or "says" in items[at].kinds()) and table.side_of(reading.subject[0]) != 0


def _is_left_out(items: Sequence[Item], place: int) -> bool:
    """Whether a name is alone behind "but": "everybody passed but Ada, 16 to 12"."""
    after = items[place + 1 : place + 2]
    behind = place > 1 and items[place - 1].kinds() == {"pause"} and _is_but(items[place - 1])
    return behind and items[place - 2].kinds() == {"says"} and (not after or after[0].kinds() == {"pause"})


def _is_agent(table: Table, reading: Reading, items: Sequence[Item], place: int) -> bool:
    """Whether a name is that of who did it, or gave it: "Ada mated by Ben", "Ada bekommt 20 von Ben"."""
    if place < 2 or not any(_words_of(meaning) in table.agents for meaning in items[place - 1].meanings):
        return False
    before = items[place - 2]
    is_given = before.kinds() == {"n"} and bool(reading.subject) and not (reading.held or reading.is_open)
    return is_given or any("player" in meaning.slots for meaning in before.meanings)


def _is_behind_figure(items: Sequence[Item], place: int) -> bool:
    """Whether a name is behind a comma, and the one before it stands behind another's figure: "Ada 20 from Ben, Cleo
    none" is no list of two.
    """
    if not place or "pause" not in items[place - 1].kinds():
        return False
    at = next((at for at in range(place - 1, -1, -1) if "player" in items[at].kinds()), 0)
    before = next((item for item in items[:at][::-1] if not item.kinds() <= {"filler", "verb", "for"}), None)
    return before is not None and before.kinds() == {"n"}


def _words_of(meaning: Meaning) -> tuple[str, ...]:
    return tuple(map(str, meaning.phrase.parts)) if meaning.phrase else ()


def _says_the_same(items: Sequence[Item], place: int) -> bool:
    """Whether a name has nothing but a filler behind it before the next: "Ada two, Ben too, Cleo none"."""
    before, after = items[max(place - 2, 0) : place], items[place + 1 : place + 2]
    is_name = len(before) == 2 and "player" in before[0].kinds() and before[1].kinds() == {"filler"}
    return bool(is_name and after and "player" in after[0].kinds())


def _takes_all(table: Table, meaning: Meaning) -> bool:
    """Whether a phrase gives somebody all cards: "Ada took them all"."""
    shares = {share.name for share in table.shares}
    readings = meaning.phrase.readings if meaning.phrase and meaning.slots.keys() == {"player"} else ()
    return any(target.name in shares for targets in readings for target in targets)


def _joins_cards(item: Item) -> bool:
    """Whether an item only stands between cards and what is said of them."""
    is_colon = item.kinds() == {"pause"} and item.meanings[0].value in ("：", ":")
    return item.kinds() == {"filler"} or is_colon


def _everything(table: Table, reading: Reading, meaning: Meaning, after: Item | None, span: Span) -> Iterator[Reading]:
    """All there is, of a row with a sum or of the cards: "Ada took every trick", "all five to Ada"."""
    rows = rows_of(table, reading) or [row for row in table.rows if not row.fold]
    for row in rows:
        if row.sum_to and meaning.slots.get("n", row.sum_to) == row.sum_to:
            yield from _number(table, replace(reading, row=row.name), row.sum_to, after, True, span)
    if table.shares and "n" not in meaning.slots:
        yield from rest_for(table, reading, "", span)


def _says(
    table: Table, reading: Reading, meaning: Meaning, span: Span, behind_cards: bool, before_each: bool
) -> Iterator[Reading]:
    phrase = meaning.phrase
    if phrase is None:
        return
    if reading.is_open and {"player", "side", "next"} & set(meaning.slots):
        of_all = {"player", "n"} if before_each else {"player"}  # "Ada and Ben pass", "Ada and Ben two each"
        if meaning.slots.keys() == of_all and meaning.slots["player"] not in reading.subject:
            yield from _says_of_all(table, reading, meaning, (*reading.subject, meaning.slots["player"]), span)
        return
    if reading.is_open and len(reading.subject) > 1 and not meaning.slots and is_of_subject(phrase):
        yield from _says_of_all(table, reading, meaning, reading.subject, span)
        return
    seats = [meaning.slots[name] for name in ("player", "next") if name in meaning.slots]
    seats += [table.sides[meaning.slots[name]][0] for name in ("side", "side2", "side3") if name in meaning.slots]
    seats += [seat for name in ("players", "winners") for seat in meaning.slots.get(name, ())]
    reading = naming(table, reading, seats) if seats else reading
    if "side" in meaning.slots:
        reading = replace(reading, subject=tuple(table.sides[_last_side(meaning)]))
    elif "next" in meaning.slots:
        reading = replace(reading, subject=(int(meaning.slots["next"]),))
    elif "player" in meaning.slots:
        reading = replace(reading, subject=(int(meaning.slots["player"]),))
    shares = {share.name for share in table.shares} if behind_cards else set()
    for targets in phrase.readings:
        if any(target.name in shares and target.entry not in meaning.slots for target in targets):
            continue
        if reading.negated:
            if len(targets) != 1 or targets[0].how != "=" or targets[0].name == "filler" or targets[0].any_side:
                continue
            targets = (with_values(targets[0], how="!", prefers=False),)
        supposed = tuple((name, span) for name in _answered_otherwise(table, phrase, targets))
        found = [replace(reading, negated=False, supposed=(*reading.supposed, *supposed))]
        for target in targets:
            found = [changed for before in found for changed in set_target(table, before, target, meaning.slots, span)]
        if targets and all("{second}" in target.name for target in targets):
            found = [of_other_side(table, one) for one in found]  # "the others 85 and the last trick"
        yield from found


def _last_side(meaning: Meaning) -> int:
    """The side that a phrase names last: "70 for Ada's side, 50 for Ben's"."""
    names = (
        [part.name or part.kind for part in meaning.phrase.parts if isinstance(part, Slot)] if meaning.phrase else []
    )
    return int(meaning.slots[[name for name in ("side", *names) if name in ("side", "side2", "side3")][-1]])


def _answered_otherwise(table: Table, phrase: Phrase, targets: Sequence[Target]) -> Iterator[str]:
    """The questions that these targets answer, and the first reading of the phrase otherwise."""
    first = {target.name: target.values for target in phrase.readings[0] if target.how == "="}
    for target in targets:
        is_answer = target.how == "=" and isinstance(table.controls.get(target.name), Choice)
        if is_answer and "{" not in "".join(target.values) and first.get(target.name, target.values) != target.values:
            yield target.name


def _after_list(table: Table, reading: Reading, meaning: Meaning, span: Span) -> Iterator[Reading]:
    """What follows "high, low and jack", which wait for who has them: "high, low and jack for Ada"."""
    waiting: tuple[Meaning, ...] = reading.held[1]
    current: list[Reading] = []
    if meaning.kind in JOINS:
        yield reading
    elif meaning.kind == "says" and not meaning.slots:
        yield replace(reading, held=("says", (*waiting, meaning)))
    elif meaning.kind == "says":
        current = list(_says(table, replace(reading, held=()), meaning, span, False, False))
    elif meaning.kind == "player":
        seat = int(meaning.value)
        current = [replace(naming(table, reading, (seat,)), held=(), subject=(seat,))]
    for one in waiting:
        current = [changed for before in current for changed in _says(table, before, one, span, False, False)]
    yield from (replace(changed, by_thing=True, order="before") for changed in current)


def _says_of_all(
    table: Table, reading: Reading, meaning: Meaning, seats: Sequence[int], span: Span
) -> Iterator[Reading]:
    """What a phrase says of one player, said of several: "Ada and Ben pass"."""
    if reading.negated or meaning.phrase is None or not is_of_subject(meaning.phrase):
        return
    sides = {table.side_of(seat) for seat in (*reading.subject, *seats)}
    current = [replace(reading, is_open=False, named=True, is_several=reading.is_several or len(sides) > 1)]
    for seat in seats:
        following: list[Reading] = []
        for before in current:
            before = replace(before, subject=(seat,))
            for targets in meaning.phrase.readings:
                found = [before]
                for target in targets:
                    slots = {**meaning.slots, "player": seat} if "player" in meaning.slots else meaning.slots
                    found = [changed for one in found for changed in set_target(table, one, target, slots, span)]
                following += found
        current = following
    yield from (replace(changed, subject=tuple(seats)) for changed in current)


def _number(
    table: Table,
    reading: Reading,
    value: Number,
    after: Item | None,
    begins: bool,
    span: Span,
    is_against: bool = False,
) -> Iterator[Reading]:
    """A number alone. after: the next item that says something. begins: whether it may stand before its name, though
    another one is named: "Ada plays clubs, 20 Ben", but not "Ada plays clubs 20 Ben". is_against: whether it stands
    behind "to": "9 to 21" does not tell whose the first is.
    """
    rows = rows_of(table, reading)
    named = rows if reading.row else []
    if reading.runs and reading.awaits_rest is None:
        for name, run in reading.runs.items():
            if after is None or after.kinds() & {"n", "player", "says", "row", "pause"}:
                yield replace(reading, runs={**reading.runs, name: (*run, value)})
    if reading.awaits_rest is not None:
        for row in rows if after and "n" in after.kinds() else []:
            # "The rest had 1, 4 and 2".
            shown = table.require(reading, row.name, Allowed(("row",))) if in_range(row, value) else None
            if shown:
                said = with_span(shown, row.name, span)
                yield replace(shown, runs={row.name: (value,)}, awaits_rest=None, subject=(), said=said)
        sides = {table.side_of(seat) for seat in reading.subject}
        for row in rows:
            if in_range(row, value) and is_of_pairs(table, row) and len(sides) == 1 and not any(reading.rows.values()):
                other = 1 - (table.entry_of(row, reading.subject[0]) or 0)
                found = set_entry(table, replace(reading, awaits_rest=None), row, other, value)
                others = (of_other_side(table, changed) for changed in found)  # "the others 85 and the last trick"
                yield from (replace(changed, said=with_span(changed, row.name, span)) for changed in others)
            elif in_range(row, value):
                changed = table.require(reading, row.name, Allowed(("row",)))
                if changed:
                    changed = with_rest(replace(changed, awaits_rest=None), row, value)
                    changed = of_other_side(table, changed) if len(table.sides) == 2 else changed
                    yield replace(changed, said=with_span(changed, row.name, span))
        return
    in_run = bool(reading.labelled and (reading.ordered.get(reading.row) or (after and "n" in after.kinds())))
    following = [] if reading.of_row else list(next_row(table, reading))
    for row in [] if in_run else following or rows:
        yield from for_subject(table, replace(reading, row=row.name if reading.row else ""), row, value, span)
    key = reading.row if reading.labelled else ""
    in_order = reading.labelled or not reading.named or any(row.sum_to or is_of_pairs(table, row) for row in rows)
    has_names = any(reading.rows.get(name) for name in key.split() or reading.rows)
    if rows and in_order and not reading.is_open and not has_names:
        for row in rows if key else rows[:1]:
            shown = table.require(reading, row.name, Allowed(("row",))) if key else reading
            if shown:
                before = shown.ordered.get(key, ())
                is_open = is_against and len(before) == 1 and not key and not _is_of_first(table, shown, row)
                orders = {(*before, value), (value, *before)} if is_open else [(*before, value)]
                for numbers in sorted(orders):
                    ordered = {**shown.ordered, key: numbers}
                    said = with_span(shown, row.name, span)
                    yield replace(shown, ordered=ordered, ordered_first=not shown.named, said=said)
    waits = (
        after
        and not is_against
        and after.kinds() & {"player", "rest", "unnamed", "pronoun"}
        and (begins or not reading.subject)
    )
    if rows and not reading.is_open and waits:
        yield replace(reading, held=("n", value))
    if not reading.is_open and not reading.labelled:
        yield from bare_choice(table, reading, "n", value, span)
    elif len(reading.subject) == 1 and not any(table.require(reading, row.name, Allowed(("row",))) for row in named):
        yield from own_amount(table, reading, value, span)


__all__ = ["MOST", "TooMany", "readings_of"]
