"""A line as items: each a phrase or a value, the longest that begins at its place, with all that it may mean."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scoring.engine.messages import Number
from scoring.say.lexicon import Lexicon
from scoring.say.phrases import Phrase, Slot, Tree
from scoring.say.tokens import Token, sound_of

PAUSES = frozenset((*',;:./!|()"“”„«»，。、：；！）（·…', "..."))
_COMMAS = PAUSES - {".", "!", "。", "！"} | {"-"}
_RANK_NUMBERS = range(2, 11)
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_UP_TO = ("到", "至")
_BETWEEN = ("、", *_UP_TO)
_COURT = frozenset("akqj")
_SHORTEST_BEGINNING = 3
_SHORTEST_JOINED = 5
_NAMED = ("player", "side")
_MOST_WORDS = 8  # of a number, a name, a card


@dataclass(frozen=True)
class Meaning:
    """One thing that an item may mean. kind: ``says``, a value (player, n, suit, rank, cards), or a kind of word."""

    kind: str
    value: Any = None
    phrase: Phrase | None = None
    slots: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Item:
    """A part of a line: its place, and what it may mean; nothing for a word that is not understood. first, last: the
    places of its tokens.
    """

    start: int
    end: int
    meanings: tuple[Meaning, ...]
    first: int = 0
    last: int = 0

    def kinds(self) -> set[str]:
        """Returns the kinds of what it may mean."""
        return {meaning.kind for meaning in self.meanings}


class Line:
    """The tokens of a line, and what begins at each place. names: seats by the words of names."""

    def __init__(
        self,
        tokens: Sequence[Token],
        lexicon: Lexicon,
        names: Mapping[tuple[str, ...], Sequence[int]],
        sides: Sequence[Sequence[int]],
    ) -> None:
        tokens = _joined(tokens, lexicon, names)
        self.tokens, self.lexicon, self.names, self.sides = tokens, lexicon, names, sides
        self._sounds: dict[str, list[int]] = {}
        for name, seats in names.items():
            if len(name) == 1 and len(name[0]) > _SHORTEST_BEGINNING:
                self._sounds.setdefault(self._sound(name[0]), []).extend(seats)
        self.words = tuple(self._word(token) for token in tokens)
        self.texts = tuple(self.words[place] or str(token.value) for place, token in enumerate(tokens))
        self._values: dict[tuple[int, str], list[tuple[int, Any]]] = {}

    def _sound(self, word: str) -> str:
        return sound_of(word, self.lexicon.words.spellings)

    def _word(self, token: Token) -> str:
        """The word of a token, or what it is a slip of: a known word that sounds alike."""
        word = token.word
        if any(word in name for name in self.names):
            return word
        word = self.lexicon.words.slips.get(word, word)
        if len(word) <= _SHORTEST_BEGINNING or word in self.lexicon.known or not word.isascii():
            return word
        if any(name and name[0].startswith(word) for name in self.names) or self._sound(word) in self._sounds:
            return word
        return self.lexicon.sounds.get(self._sound(word), word)

    def items(self, banned: Collection[tuple[int, int, str]] = ()) -> list[Item]:
        """Returns the line as items. banned: places, ends and kinds of meanings that are passed over."""
        items: list[Item] = []
        place = 0
        while place < len(self.tokens):
            found = [
                (end, meaning)
                for end, meaning in self._found(place)
                if end > place
                and (place, end, meaning.kind) not in banned
                and not self._takes_too_much(place, end, meaning, items[-1:])
            ]
            end = max((pair[0] for pair in found), default=place + 1)
            meanings = _counted(_relative(_unique(found, end), items), end - place)
            if {meaning.kind for meaning in meanings} == {"and", "filler"}:
                # "è" is not "e".
                kind = "and" if self.tokens[place].text == self.words[place] else "filler"
                meanings = tuple(meaning for meaning in meanings if meaning.kind == kind)
            if self._goes_on(place):
                meanings = tuple(meaning for meaning in meanings if meaning.kind not in ("filler", "verb"))
            items.append(Item(*self.span(place, end), meanings, place, end))
            place = end
        return items

    def _takes_too_much(self, place: int, end: int, meaning: Meaning, before: Sequence[Item]) -> bool:
        """Whether a phrase that begins with a name goes on behind a comma, and what it ends with has a name of its own
        behind it: "Ada hearts, spades | Ben"; or whether its name behind a comma has a figure of its own: "Ada 85 and
        the last trick | ; Ben 35", or tells who has what is denied: "Ada 85 without the last trick, which was Ben's".
        """
        is_denied = any("no" in item.kinds() for item in before)
        if {"cards", "player"} <= meaning.slots.keys() and self._values_at(end, "card"):
            # "Exposed the pig, Ada took | the sheep"
            return any(word in _COMMAS for word in self.words[place:end])
        if meaning.kind != "says" or meaning.phrase is None or (end >= len(self.tokens) and not is_denied):
            return False
        first, last = meaning.phrase.parts[0], meaning.phrase.parts[-1]
        begins, ends = (isinstance(part, Slot) and part.kind in _NAMED for part in (first, last))
        if begins == ends or not any(word in _COMMAS for word in self.words[place:end]):
            return False
        if ends:
            marks = [word for word in self.words[place:end] if word in _COMMAS]
            has_figure = bool(self._values_at(end, "n"))
            goes_on = place > 0 and self.words[place - 1] not in PAUSES
            return goes_on and not {":", "："} & set(marks) and (has_figure or is_denied)
        behind = next(iter(self._values_at(end, "player")), None)
        return behind is not None and (behind[0] == len(self.words) or self.words[behind[0]] in PAUSES)

    def span(self, place: int, end: int) -> tuple[int, int]:
        """Returns the letters of the line from one token to before another."""
        return self.tokens[place].start, self.tokens[end - 1].end

    def _found(self, place: int) -> Iterator[tuple[int, Meaning]]:
        """Everything that begins at a place: where it ends, and what it means."""
        yield from self._punctuation(place)
        for kind in ("player", "n", "suit", "rank", "card"):
            for end, value in self._values_at(place, kind):
                counted = {"count": value} if kind == "card" and self._is_maybe_count(place, end) else {}
                yield (
                    end,
                    Meaning("cards" if kind == "card" else kind, (value,) if kind == "card" else value, slots=counted),
                )
        for end, cards in self.table(self.lexicon.words.cards, place):
            yield end, Meaning("cards", cards)
        for end, suit in self.table(self.lexicon.words.suits, place):
            for last, cards in self._ranks(end, suit):
                yield last, Meaning("cards", cards)
        for suit in self.lexicon.words.lone:
            if any(found == suit for before in range(place) for _, found in self._values_at(before, "suit")):
                for last, cards in self._ranks(place, suit, least=1):
                    yield last, Meaning("cards", cards, slots={"suit": suit})
        for end, cards in (*self._ranks_of(place), *self._suits_of(place)):
            yield end, Meaning("cards", cards)
        for suit in self.lexicon.words.bare:
            for end, cards in self._bare_ranks(place, suit):
                yield end, Meaning("cards", cards, slots={"suit": suit})
        for end, cards in self._behind_suit(place) if self.lexicon.words.suits_first else ():
            yield end, Meaning("cards", cards)
        for tree in self.lexicon.trees:
            for end, phrase, slots in self._matches(tree, place, {}):
                yield end, Meaning(phrase.kind, phrase.value, phrase, slots)

    def _is_maybe_count(self, place: int, end: int) -> bool:
        """Whether a card may be a count of cards: "three hearts", but not "three of hearts"."""
        is_number = self.tokens[place].value is not None or (self.words[place],) in self.lexicon.numbers
        return end == place + 2 and is_number and self.tokens[place + 1].is_word and self.tokens[place + 1].spaced

    def _punctuation(self, place: int) -> Iterator[tuple[int, Meaning]]:
        token = self.tokens[place]
        before = self.tokens[place - 1] if place else None
        after = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
        if token.word in PAUSES:
            yield place + 1, Meaning("pause", token.word)
        elif token.word in ("?", "？"):
            yield place + 1, Meaning("question")
        elif token.word in ("&", "+"):
            yield place + 1, Meaning("and")
        elif token.word == "-":
            number_after = after is not None and not after.spaced and after.value is not None
            joined = not token.spaced
            if not number_after or (joined and before is not None) or not token.spaced:
                yield place + 1, Meaning("pause")
            if after is not None and after.value is not None and (after.spaced or before is None or before.is_word):
                # "Anna - 5", "Anna-5": a minus or a dash.
                yield place + 1, Meaning("minus")

    def _values_at(self, place: int, kind: str) -> list[tuple[int, Any]]:
        """The values of a kind that begin at a place, with where they end; the longest only."""
        if (place, kind) not in self._values:
            found = list(self._any_value(place, kind))
            longest = max((end for end, _ in found), default=0)
            self._values[place, kind] = [pair for pair in found if pair[0] == longest]
        return self._values[place, kind]

    def _any_value(self, place: int, kind: str) -> Iterator[tuple[int, Any]]:
        if place >= len(self.tokens):
            return
        token = self.tokens[place]
        match kind:
            case "player":
                yield from self.players_at(place)
            case "n":
                yield from self._numbers(place)
            case "suit":
                if token.suit:
                    yield place + 1, token.suit
                if token.word != "s" or token.spaced or not place or not self.tokens[place - 1].is_word:  # "Ada's"
                    yield from self.table(self.lexicon.words.suits, place)
            case "rank":
                if token.value in _RANK_NUMBERS:
                    yield place + 1, str(token.value)
                yield from self.table(self.lexicon.words.ranks, place)
                for end, number in self.table(self.lexicon.numbers, place):
                    if number in _RANK_NUMBERS:
                        yield end, str(number)
                heard = self.lexicon.words.homophones.get((token.word,))
                if heard in _RANK_NUMBERS and self.is_dictated and self.words[place + 1 : place + 2] == ("of",):
                    yield place + 1, str(heard)  # "the to of hearts"
            case "card":
                yield from self._card(place)
            case "cards":
                yield from self._card_list(place, ("and", "filler"))
            case "list":
                yield from self._card_list(place, ("and", "filler", "pause"))
            case "side":
                yield from self._side(place)
            case "players":
                yield from self._player_list(place)
            case "winners":
                yield from self._winners(place)
            case _:
                entries = self.lexicon.words.lists.get(kind, {})
                for end in range(place + 1, min(place + _MOST_WORDS, len(self.tokens)) + 1):
                    if self.texts[place:end] in entries:
                        yield end, entries[self.texts[place:end]]

    def _numbers(self, place: int) -> Iterator[tuple[int, Any]]:
        token = self.tokens[place]
        if token.value is not None:
            yield place + 1, token.value
        elif token.word == "-" and token.spaced and place + 1 < len(self.tokens):
            after = self.tokens[place + 1]
            if after.value is not None and not after.spaced:
                yield place + 2, -after.value
        found = self.table(self.lexicon.numbers, place)
        yield from found
        for end, tens in found:
            if 20 <= tens <= 90 and tens % 10 == 0 and (ones := self._ones(end)):
                yield end + 1, tens + ones
        number = self._homophone(place)
        if number is not None:
            yield place + 1, number

    def _homophone(self, place: int) -> Number | None:
        """The number that a word sounds like, where a number may stand: "ada for ben to". Only in a line that was
        dictated, so without a comma.
        """
        number = self.lexicon.words.homophones.get((self.words[place],))
        if number is None or not place or not self.is_dictated:
            return None
        before, after = self._beside(place - 1), self._beside(place + 1)
        if self.lexicon.joins.get(self.words[place - 1]) == "and" and after in ("suit", "unit"):
            return number
        if place - 1 in self._name_ends:
            return number if after in ("", "player", "behind", "unit", "suit") else None
        fitting = {
            "before": ("", "behind", "unit", "suit"),
            "unit": ("", "behind", "n"),
            "suit": ("", "suit"),
            "n": ("n",),
        }
        return number if after in fitting.get(before, ()) else None

    def _ones(self, place: int) -> Number:
        """What a word behind tens sounds like: "ninety to for her", "twenty for and five"; 0 if it is no number."""
        homophones = self.lexicon.words.homophones
        ones = homophones.get(self.words[place : place + 1], 0) if self.is_dictated else 0
        if not ones or self.lexicon.signs.get(self.words[place : place + 1]) == "sounds":
            return 0
        is_last = self._beside(place + 1) in ("", "behind", "unit") or self.words[place + 1 : place + 2] in homophones
        return ones if is_last else 0

    def _beside(self, place: int) -> str:
        """What stands beside a word that sounds like a number; "" at the end of the line."""
        if place == len(self.words):
            return ""
        word = (self.words[place],)
        if self.tokens[place].value is not None or word in self.lexicon.numbers:
            return "n"
        if word in self.lexicon.words.suits:
            return "suit"
        if any(self.players_at(place)):
            return "player"
        return self.lexicon.words.beside.get(word, "other")

    @cached_property
    def is_dictated(self) -> bool:
        return not any(word in PAUSES for word in self.words)

    @cached_property
    def _name_ends(self) -> frozenset[int]:
        """The places of the last words of names."""
        return frozenset(end - 1 for place in range(len(self.words)) for end, _ in self.players_at(place))

    def players_at(self, place: int) -> Iterator[tuple[int, int]]:
        """Returns who may be named at a place, with where the name ends."""
        for size in (2, 1):
            if self.words[place : place + size] in self.lexicon.words.titles and place + size < len(self.words):
                titled = list(self.players_at(place + size))  # "her partner Ada"
                if titled:
                    yield from titled
                    return
        exact = [(end, seat) for end, seats in self.table(self.names, place) for seat in seats]
        word = self.words[place]
        if not exact and len(word) > _SHORTEST_BEGINNING and word not in self.lexicon.known:
            exact = [(place + 1, seat) for seat in self._sounds.get(self._sound(word), ())]
        yield from exact
        if not exact and len(word) >= _SHORTEST_BEGINNING and word not in self.lexicon.known:
            for name, seats in self.names.items():
                if name and name[0].startswith(word):
                    yield from ((place + 1, seat) for seat in seats)

    def _player_list(self, place: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Names one after the other: "Ada, Ben and Cleo"."""
        seats: tuple[int, ...] = ()
        while found := self._values_at(place, "player") if place < len(self.tokens) else []:
            end, seat = found[0]
            if len(found) > 1 or seat in seats:
                return
            seats = (*seats, seat)
            yield end, seats
            place = self._skip(end, ("and", "pause"))

    def _winners(self, place: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Names in the order of what they won, one more than once: "Ada, Ada, Ben and Ada"."""
        seats: tuple[int, ...] = ()
        while found := self._values_at(place, "player") if place < len(self.tokens) else []:
            if len(found) > 1:
                return
            end, seat = found[0]
            seats = (*seats, seat)
            if len(seats) > 1:
                yield end, seats
            place = self._skip(end, ("and", "pause"))

    def _side(self, place: int) -> Iterator[tuple[int, int]]:
        for end, seat in self.players_at(place):
            side = next((number for number, seats in enumerate(self.sides) if seat in seats), None)
            if side is None:
                continue
            yield end, side
            yield from ((last, side) for last, _ in self.table(self.lexicon.words.sides, end))
            after = self._skip(end, ("and", "filler"))
            for last, other in self._values_at(after, "player") if after > end else ():
                if other in self.sides[side]:
                    yield last, side
                    yield from ((further, side) for further, _ in self.table(self.lexicon.words.sides, last))

    def _card(self, place: int) -> Iterator[tuple[int, str]]:
        if self.tokens[place].card:
            yield place + 1, self.tokens[place].card
        for first, second in (("rank", "suit"), ("suit", "rank")):
            for end, one in self._values_at(place, first):
                # "Two of hearts", "hearts two"; but "hearts with two" is no card, nor is 三张红桃.
                is_word = first == "rank" and end < len(self.tokens) and self.tokens[end].spaced
                for last, other in self._values_at(self._skip(end) if is_word else end, second):
                    yield last, (one + other) if first == "rank" else (other + one)
        yield from ((end, cards[0]) for end, cards in self.table(self.lexicon.words.cards, place) if len(cards) == 1)

    def _ranks(self, place: int, suit: str, least: int = 2) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Several ranks behind a suit, in scripts without spaces: 红桃567, 红桃AKQ, 红桃五六七."""
        ranks: list[str] = []
        upto, end = False, place
        if least > 1 and self.words[place : place + 1] in ((":",), ("：",)):
            place += 1  # 红桃：5、6、7
        while place < len(self.tokens):
            token = self.tokens[place]
            joins = token.word in _BETWEEN or (not token.spaced and self.lexicon.joins.get(token.word) == "and")
            if ranks and joins:
                upto = token.word in _UP_TO
                place += 1
                place = next(
                    (end for end, again in self.table(self.lexicon.words.suits, place) if again == suit), place
                )
                continue  # 红桃5到红桃10
            if token.spaced and not (ranks and (self.words[place - 1] == "" or token.word in _COURT)):
                break
            number = self.lexicon.numbers.get((token.word,)) if len(token.word) == 1 else None
            text = token.word if token.value is None else str(token.value)
            if number in _RANK_NUMBERS or text == "10":
                added = [str(number or text)]
            elif text and set(text) <= set("akqj23456789"):
                added = list(text.upper())
            else:
                break
            ranks += _ranks_between(ranks[-1], added[0])[1:] if upto else added
            upto = False
            place = end = place + 1
        if least <= len(ranks) == len(set(ranks)):
            yield end, tuple(rank + suit for rank in ranks)

    def _ranks_of(self, place: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Several ranks before a suit: "king, queen and eight of hearts"."""
        ranks: list[str] = []
        while found := self._some_ranks(place):
            end, some = found
            ranks += some
            if 1 < len(ranks) == len(set(ranks)):
                for last, suit in self._values_at(self._skip(end), "suit"):
                    yield last, tuple(rank + suit for rank in ranks)
            place = self._skip(end, ("and", "filler", "pause"))

    def _behind_suit(self, place: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Several ranks behind a suit: "hearts ace, king and ten"."""
        for end, suit in self._values_at(place, "suit"):
            ranks: list[str] = []
            at = self._skip(end)
            while found := self._some_ranks(at):
                last, some = found
                if any(self._values_at(self._skip(last), "suit")):
                    break  # "hearts ace, king of spades"
                ranks += some
                if 1 < len(ranks) == len(set(ranks)):
                    yield last, tuple(rank + suit for rank in ranks)
                at = self._skip(last, ("and", "filler", "pause"))

    def _some_ranks(self, place: int) -> tuple[int, list[str]] | None:
        """The rank at a place, or all from one to another: "nine to two"."""
        found = self._values_at(place, "rank") if place < len(self.tokens) else []
        if not found:
            return None
        end, rank = found[0]
        for begin, _ in self.table(self.lexicon.words.upto, end):
            for last, other in self._values_at(self._skip(begin), "rank"):
                if other != rank:
                    return last, _ranks_between(rank, other)
        return end, [rank]

    def _bare_ranks(self, place: int, suit: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Several ranks without a suit, behind a card of the only suit that has ranks: "the ace, king and ten"."""
        if not any(found == suit for before in range(place) for _, found in self._values_at(before, "suit")):
            return
        ranks: list[str] = []
        while found := self._some_ranks(place):
            end, some = found
            if any(self._values_at(self._skip(end), "suit")) or not (ranks or some[0] in "AKQJ" or len(some) > 1):
                return
            ranks += some
            if 1 < len(ranks) == len(set(ranks)):
                yield end, tuple(rank + suit for rank in ranks)
            place = self._skip(end, ("and", "filler", "pause"))

    def _suits_of(self, place: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Several suits behind a rank: "aces of clubs and hearts"; "the ace of clubs and hearts" is one card."""
        if not self.words[place].endswith("s"):
            return
        for end, rank in self._values_at(place, "rank"):
            suits: list[str] = []
            following = self._skip(end)
            while found := self._values_at(following, "suit") if following < len(self.tokens) else []:
                following, suit = found[0]
                suits.append(suit)
                if 1 < len(suits) == len(set(suits)):
                    yield following, tuple(rank + suit for suit in suits)
                following = self._skip(following, ("and", "pause"))

    def _card_list(self, place: int, joins: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
        cards: tuple[str, ...] = ()
        while True:
            found: list[tuple[int, tuple[str, ...]]]
            found = [(end, (card,)) for end, card in self._values_at(place, "card")]
            found += self.table(self.lexicon.words.cards, place)
            found += [(end, cards) for end, cards in self._ranks_of(place)]
            if self.lexicon.words.suits_first:
                found += [(end, cards) for end, cards in self._behind_suit(place)]
            if not found:
                return
            end, some = max(found)
            cards += some
            yield end, cards
            place = self._skip(end, joins)
            if place < len(self.words) and self.words[place] == "、":
                place += 1

    def _skip(self, place: int, kinds: Sequence[str] = ("filler",)) -> int:
        """The place after words that only join."""
        while place < len(self.tokens):
            word = self.words[place]
            is_pause = ("pause" in kinds and (word in PAUSES or word == "-")) or ("comma" in kinds and word in _COMMAS)
            joins = self.lexicon.joins.get(word) in kinds and not self._is_name(word)
            if self._goes_on(place) or not word or not (is_pause or joins or (word == "&" and "and" in kinds)):
                break
            place += 1
        return place

    def _is_name(self, word: str) -> bool:
        """Whether a word that only joins names somebody here: a player called Will or Peg."""
        return (word,) in self.names and (word,) not in self.lexicon.words.roles

    def _goes_on(self, place: int) -> bool:
        """Whether this is a word of a number behind another number, "noventa y una": it is more than an article."""
        if not place or (self.words[place],) not in self.lexicon.numbers:
            return False
        before = place - 1
        while before and self.lexicon.joins.get(self.words[before]) == "and":
            before -= 1
        return self.tokens[before].value is not None or (self.words[before],) in self.lexicon.numbers

    def table(self, table: Mapping[tuple[str, ...], Any], place: int) -> list[tuple[int, Any]]:
        """Returns the longest entry of a table that begins at a place, with where it ends."""
        for size in range(min(_MOST_WORDS, len(self.words) - place), 0, -1):
            words = self.words[place : place + size]
            if words in table:
                return [(place + size, table[words])]
        return []

    def sign(self, place: int) -> tuple[int, str]:
        """Returns the sign of the lexicon that begins at a place, and where it ends; "" if there is none."""
        for end, sign in self.table(self.lexicon.signs, place):
            written = self.lexicon.accented.get(self.words[place:end])
            if written is None or written == tuple(token.text for token in self.tokens[place:end]):
                return end, sign
        return place + 1, ""

    def skip(self, place: int) -> int:
        """Returns the place after fillers."""
        return self._skip(place)

    def values_at(self, place: int, kind: str) -> list[tuple[int, Any]]:
        """Returns the values of a kind that begin at a place, with where they end; the longest only."""
        return self._values_at(place, kind)

    def _matches(
        self, tree: Tree, place: int, slots: Mapping[str, Any], after: bool = False
    ) -> Iterator[tuple[int, Phrase, Mapping[str, Any]]]:
        """The phrases of a tree that begin here, with their ends and the values of their slots. after: whether fillers
        may be passed over first.
        """
        skipped = self._skip(place) if after else place
        if "player" in slots and any((word,) in self.lexicon.words.agents for word in self.words[place:skipped]):
            skipped = place  # "Ada mated by Ben" is not "Ada mated Ben".
        places = [place, skipped]
        for begin in dict.fromkeys(places):
            following = tree.word(self.words[begin]) if begin < len(self.words) else None
            if following:
                yield from self._go_on(following, begin + 1, slots)
            for slot, next_tree in tree.following.items():
                for end, value in self._values_at(begin, slot.kind):
                    if slot.kind[0] == "<":
                        yield from self._go_on(next_tree, end, {**slots, slot.kind[1:]: value})
                    elif slot.fixed is None and slot.holds(value):
                        yield from self._go_on(next_tree, end, {**slots, slot.name or slot.kind: value})
                    elif slot.fixed is not None and slot.fixed == value:
                        yield from self._go_on(next_tree, end, slots)
        gap = tree.gap
        if gap:
            for end in range(place, self._skip(place, ("filler", "and", "comma")) + 1):
                yield from self._matches(gap, end, slots)

    def _go_on(
        self, tree: Tree, place: int, slots: Mapping[str, Any]
    ) -> Iterator[tuple[int, Phrase, Mapping[str, Any]]]:
        for phrase in tree.phrases:
            yield place, phrase, slots
        if tree.goes_on:
            yield from self._matches(tree, place, slots, after=True)


def _joined(tokens: Sequence[Token], lexicon: Lexicon, names: Mapping[tuple[str, ...], Sequence[int]]) -> list[Token]:
    """The tokens with a name or a word in one that dictation has split: "marian gela", "ram sch"."""
    joined: list[Token] = []
    for token in tokens:
        before = joined[-1] if joined else None
        if before and before.is_word and token.is_word and token.spaced:
            word = before.word + token.word
            parts = {before.word, token.word}
            known = word in lexicon.known or (word,) in names
            is_own = parts <= lexicon.known or any(part in name for part in parts for name in names)
            if known and len(word) > _SHORTEST_JOINED and not is_own:
                text = before.text + token.text
                joined[-1] = replace(before, word=word, text=text, end=token.end)
                continue
        joined.append(token)
    return joined


def _relative(meanings: tuple[Meaning, ...], before: Sequence[Item]) -> tuple[Meaning, ...]:
    """ "Who" behind a name asks nothing: "all ten, but Ada who got none"."""
    if not any(meaning.kind == "relative" for meaning in meanings):
        return meanings
    # "Ada, who won" asks Ada; "hearts, Ada, who won 60" tells.
    is_address = len(before) == 2 and before[1].kinds() == {"pause"}
    before = [item for item in before if item.kinds() != {"pause"}]
    if (
        before
        and not is_address
        and any(meaning.kind == "player" or "player" in meaning.slots for meaning in before[-1].meanings)
    ):
        return (Meaning("filler"),)
    return tuple(meaning for meaning in meanings if meaning.kind != "relative")


def _counted(meanings: tuple[Meaning, ...], tokens: int) -> tuple[Meaning, ...]:
    """ "Two hearts" are two cards, "two of hearts" is one, where a phrase may be either."""
    kinds = [set(meaning.slots) if meaning.kind == "says" else set() for meaning in meanings]
    if {"n", "suit"} not in kinds or {"card"} not in kinds:
        return meanings
    other = {"card"} if tokens == 2 else {"n", "suit"}
    return tuple(meaning for meaning, slots in zip(meanings, kinds, strict=True) if slots != other)


def _ranks_between(first: str, last: str) -> list[str]:
    """The ranks from one to another, in either order."""
    begin, end = _RANKS.index(first), _RANKS.index(last)
    return list(_RANKS[begin : end + 1]) if begin <= end else list(reversed(_RANKS[end : begin + 1]))


def _unique(found: Sequence[tuple[int, Meaning]], end: int) -> tuple[Meaning, ...]:
    """What ends at a place, each once. A word that says something is no filler, nor is a name."""
    here = [meaning for last, meaning in found if last == end]
    if any(_is_plain(meaning) for meaning in here):
        # "Tute de reyes" is said of the game, also where a player is called Reyes.
        here = [meaning for meaning in here if not meaning.slots.keys() & {"player", "side", "next", "players"}]
    says = any(meaning.kind in ("says", "player") for meaning in here)
    kept: list[Meaning] = []
    for meaning in here:
        if not (says and meaning.kind == "filler") and not any(_are_alike(meaning, other) for other in kept):
            kept.append(meaning)
    return tuple(kept)


def _is_plain(meaning: Meaning) -> bool:
    """Whether a meaning is an idiom of several words, and nothing else."""
    phrase = meaning.phrase
    return bool(phrase and phrase.kind == "says" and not phrase.value and len(phrase.parts) > 1 and not meaning.slots)


def _are_alike(one: Meaning, other: Meaning) -> bool:
    """Whether two meanings say the same, in whatever words."""
    readings = [meaning.phrase.readings if meaning.phrase else () for meaning in (one, other)]
    return (one.kind, one.value, one.slots) == (other.kind, other.value, other.slots) and readings[0] == readings[1]
