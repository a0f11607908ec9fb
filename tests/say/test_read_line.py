"""Lines as players speak: what is certain, what is asked, and that nothing that is typed does harm."""

from __future__ import annotations

import inspect
import time
from functools import cache
from pathlib import Path

import pytest

from scoring.engine.form import Form
from scoring.engine.match import open_match
from scoring.games import all_games, get
from scoring.languages import STYLES, language
from scoring.say import LONGEST, Answer, TooLong, read_line
from scoring.say.lexicon import possible
from scoring.say.numbers import number_words
from scoring.say.phrases import words_of
from scoring.say.tokens import plain
from tests.say.anything import read_anything
from tests.say.composed import read_composed
from tests.say.mutated import faults
from tests.say.sets import MEASURED, SETS, TUNING, Line, check, lines_of, measure

LANGUAGES = ["en", *STYLES]
NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal"]
measured = cache(measure)

FILES = sorted([*SETS.glob("*.jsonl"), *TUNING.glob("*.jsonl"), *MEASURED.glob("*.jsonl")])


def form_of(line: Line) -> Form:
    opened = line.opened
    return opened.game.form(opened.setup, opened.state)


def read(slug: str, text: str, players: list[str] | int = 3, code: str = "en", **options: object) -> Answer:
    names = NAMES[:players] if isinstance(players, int) else players
    opened = open_match(get(slug), len(names), options)
    return read_line(text, opened, opened.state, names, language(code, slug))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_no_line_of_a_set_is_wrong_and_taken_for_certain(file: Path) -> None:
    assert not list(check(file))
    _, others = measured(file)
    assert not [(line.content["text"], answer.sure) for line, found, answer in others if found == "wrong"]


@pytest.mark.parametrize("slug", sorted({file.name.split(".")[0] for file in FILES}))
def test_every_idiom_says_something_of_a_form(slug: str) -> None:
    lines = [line for file in FILES if file.name.startswith(f"{slug}.") for line in lines_of(file)]
    names = frozenset(control.name for line in lines for control in form_of(line).controls)
    folder = Path(inspect.getfile(type(get(slug)))).with_name("say")
    for code in {line.code for line in lines}:
        idioms = words_of(code, folder).phrases
        assert not [
            phrase.elements for phrase in idioms if phrase.kind in ("says", "row") and not possible(phrase, names)
        ]


@pytest.mark.parametrize("file", sorted(TUNING.glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_lines_that_it_was_made_with_are_read(file: Path) -> None:
    counts, _ = measured(file)
    assert counts["exact"] >= 0.8 * sum(counts.values())


@pytest.mark.parametrize("file", sorted(SETS.glob("*.jsonl")), ids=lambda file: file.stem)
def test_a_line_that_is_changed_does_not_say_the_same(file: Path) -> None:
    assert not list(faults(file))


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_a_hand_in_the_words_of_its_form_is_read_as_that_hand_or_asked(slug: str) -> None:
    wrong = [(text, points, read) for text, _, points, read in read_composed(slug, 8, 31) if read not in (None, points)]
    assert not wrong


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_in_words(code: str) -> None:
    words = number_words(code)
    assert set(words.values()) >= set(range(1000))
    said = {"de": "zweihundertdreiundachtzig", "fr": "soixante et onze", "pt-br": "cento e vinte e um"}
    if code in said:
        assert words[plain(said[code])] == {"de": 283, "fr": 71, "pt-br": 121}[code]


@pytest.mark.parametrize(
    "text",
    [
        "Anna 20 Ben 5",  # Cleo is asked
        "Anna 20 Ben 5 Cleo almost 12",
        "Anna 20 Ben 5 Cleo 12 Dan 4",
        "Anna 20 Ben 5 Cleo 12?",
        "Anna 20 30 Ben 5 Cleo 12",
        "not Anna 20 Ben 5 Cleo 12",
        "20 5 12 7",
        "total Anna 120 Ben 90 Cleo 40",
        "Anna and Ben 20 Cleo 5",  # 20 each, or together?
        "did Anna get 20 Ben 5 Cleo 12",
    ],
)
def test_a_line_that_is_not_clear_is_not_certain(text: str) -> None:
    assert read("points", text).sure is None


@pytest.mark.parametrize(("slug", "code", "text"), [
    ("points", "en", "Anna more than 20, Ben 5, Cleo 12"),
    ("points", "en", "Anna 20+, Ben 5, Cleo 12"),
    ("points", "en", "Anna 20+ Ben 5 Cleo 12"),
    ("points", "en", "no Anna 20 Ben 5 Cleo 12"),
    ("points", "zh-hans", "不每人五分"),
    ("gong-zhu", "zh-hans", "不是Anna猪，其余Ben"),
    ("gong-zhu", "zh-hans", "Anna没全收"),
    ("tute", "es", "sin Anna cantó tute"),
    ("points", "de", "Anna mehr als 20, Ben 5, Cleo 12"),
    ("points", "fr", "Anna plus de 20, Ben 5, Cleo 12"),
    ("points", "es", "Anna más de 20, Ben 5, Cleo 12"),
    ("points", "it", "Anna più di 20, Ben 5, Cleo 12"),
    ("points", "pt-br", "Anna mais de 20, Ben 5, Cleo 12"),
    ("points", "ru", "Anna больше 20, Ben 5, Cleo 12"),
    ("points", "zh-hans", "Anna 超过20，Ben 5，Cleo 12"),
    ("points", "es", "Anna 20 y una, Ben 5, Cleo 12"),
    ("points", "it", "Anna 20 e una, Ben 5, Cleo 12"),
    ("points", "en", "Ben 30, the others nothing, Anna 7"),
    ("points", "en", "Anna 10, no, 12 and 7, Ben 3, Cleo 4"),
    ("skat", "en", "Anna hearts with two won and lost"),
    ("skat", "en", "Anna hearts with two made 50"),
    ("skat", "de", "Anna Herz mit zwei gewonnen, Anna verloren"),
    ("schafkopf", "de", "Anna gewinnt und verliert"),
    ("truco", "pt-br", "Anna ganhou e perdeu"),
    ("truco", "pt-br", "Anna ganhou e correu"),
    ("truco", "pt-br", "Anna pediu truco, Cleo correu"),
    ("twenty-nine", "en", "Anna 18 made but took 12"),
    ("twenty-nine", "en", "Anna 18 made took 12"),
    ("belote", "fr", "Anna prend à pique 90 gagné perdu"),
    ("belote", "fr", "Anna cœur cent Ben"),
    ("tyzicha", "ru", "Ben 120, Anna 50, Ben 50, Cleo 50"),
    ("tyzicha", "ru", "Ben играл 120, взял 71, 20 и 29"),
    ("gong-zhu", "zh-hans", "Anna猪羊Ben，其余Cleo"),
    ("gong-zhu", "en", "pig was exposed, Ben took it and the ace of hearts, Anna the rest"),
    ("twenty-five", "en", "Anna, Ben, Anna, no, Cleo, Cleo, Anna"),
    ("twenty-five", "en", "Anna three tricks and Ben two"),
    ("kings-in-the-corner", "en", "Cleo is out"),
    ("rolling-stone", "en", "Cleo picked up again"),
    ("truc", "en", "Ben won"),
    ("truco", "pt-br", "Ben ganhou a mão"),
    ("schafkopf", "de", "Ben hat gespielt und gewonnen"),
    ("tute", "en", "spades trump, Anna 40, Ben 80, last trick Anna"),
    ("briscola", "it", "58 a 62 per Anna"),
    ("cinch", "en", "Anna bid 9 in hearts, they took 5"),
    ("loo", "en", "Anna took three tricks and Ben two"),
    ("loo", "en", "Anna three tricks, Ben two"),
    ("loo", "en", "all four in, Anna two, Ben two, Cleo one, Dan looed"),
    ("loo", "en", "all four of us passed"),
    ("points", "en", "two each for Anna, Ben five, Cleo none"),
    ("twenty-nine", "en", "Cleo bid 20, royals were shown, 18 points"),
    ("malilla", "en", "four of hearts turned up by Ben, 40 to 30"),
    ("couillon", "en", "Anna accepted, they got 15"),
    ("points", "en", "both 10"),
    ("points", "en", "everybody 10, Anna 5"),
    ("points", "en", "Anna and Ben 10, nobody else"),
    ("fipsen", "en", "Anna three in clubs, four tricks"),
    ("democracy", "en", "clubs Anna 20 Ben 5, spades 8 Ben 17 Cleo"),
    ("ecarte", "en", "nine of clubs, exchanged, Anna three"),
    ("mate", "en", "Anna mated Ben with the seven of hearts on move eight after foreplacing the ten of clubs"),
    ("buried-treasure", "en", "clubs 1, diamonds 2, hearts 3, spades 4, Anna four clubs, Ben three spades"),
    ("buried-treasure", "en", "clubs 1, diamonds 2, hearts 3, spades 4, Anna five clubs, Ben four spades"),
    ("zetema", "en", "someone made a zetema of sixes"),
    ("belote", "fr", "Anna prend cœur, belote pour Ben et belote pour Cleo, 90"),
    ("belote", "fr", "Ben trèfle, 90, belote"),
    ("points", "en", "Anna thirty too, Ben 5, Cleo 12"),
    ("points", "en", "Anna 5, Ben 12, Cleo thirty to"),
    ("truco", "pt-br", "Ben trucou e ganhou"),
    ("tute", "es", "70 a 50, las diez de últimas Ben"),
    ("gong-zhu", "en", "Dan shot the moon, all hearts and the pig to Anna, sheep Ben, doubler Cleo"),
    ("loo", "en", "Cleo and Dan stayed, Anna took two, Cleo three"),
    ("loo", "en", "Anna and Ben stayed, she took three, he two"),
    ("zetema", "en", "Ben flush, Anna sequence, he a zetema of fives"),
    ("tute", "en", "trump spades, Anna 55, Ben 65, he got the last trick"),
    ("twenty-five", "en", "Anna first, then Ben, then her again, then him, then Cleo"),
    ("ecarte", "en", "nine of hearts, Ben played at once, she won three"),
    ("gong-zhu", "en", "Dan all hearts and he had the pig, she the sheep, Anna the rest"),
    ("gong-zhu", "en", "Dan exposed the sheep, Ben the pig, Anna the rest"),
    ("gong-zhu", "en", "Dan exposed the sheep and the pig, Ben took it, Anna the rest"),
    ("gong-zhu", "en", "Ben the pig, no doubler, Anna the rest"),
    ("belote", "en", "Anna took hearts, Dan had it, 90 points"),
    ("belote", "en", "Anna hearts, capot for them"),
    ("couillon", "en", "everybody passed but Dan, 16 to 12"),
    ("briscola", "en", "Anna all but ten"),
    ("calypso", "en", "deal over, Anna two calypsos, Cleo too, Ben and Dan none"),
    ("calypso", "en", "deal over, all four a calypso"),
    ("calypso", "en", "deal over, only Ben made a calypso, two of them"),
    ("mate", "en", "Anna mated by Ben, king of clubs, ninth move"),
    ("malilla", "en", "Dan turned up the four of clubs, 38 to 32"),
    ("nine-card-don", "en", "hearts trumps, all the fives to Ben, game 30 24"),
    ("gong-zhu", "en", "Anna three hearts, Ben the rest"),
    ("fipsen", "en", "Anna three in hearts but lost two"),
    ("tetka", "en", "king of spades, Cleo took it, queens Ben, last trick not Ben but Cleo, tricks two six five none"),
])  # fmt: skip
def test_what_can_be_meant_in_two_ways_is_not_certain(slug: str, code: str, text: str) -> None:
    four = (
        "truc",
        "truco",
        "twenty-nine",
        "belote",
        "gong-zhu",
        "tute",
        "rolling-stone",
        "cinch",
        "couillon",
        "fipsen",
        "calypso",
        "malilla",
        "nine-card-don",
        "tetka",
    )
    five = ("loo",)
    two = ("ecarte", "mate", "buried-treasure", "zetema", "briscola")
    players = 4 if slug in four else 2 if slug in two else 5 if slug in five else 3
    assert read(slug, text, players, code).sure is None


def test_what_is_left_of_a_row_is_not_given_to_somebody_nobody_spoke_of() -> None:
    assert read("democracy", "Anna clubs 20, diamonds 5, hearts 13, spades 12", 2).sure is None
    assert (
        read("democracy", "Anna clubs 20, diamonds 5, hearts 13, spades 12, Ben the rest of the clubs", 2).sure is None
    )


@pytest.mark.parametrize(("slug", "code", "players", "text"), [
    # a thing before its owner, behind figures or things of others
    ("tyzicha", "en", 3, "Anna bid 120, took 70, Ben 20, Cleo the rest, marriage of diamonds Anna"),
    ("tyzicha", "en", 3, "Anna 120, Anna 80, Ben 20, Cleo 20; marriage spades Anna"),
    ("gong-zhu", "zh-hans", 4, "猪和红桃A在Anna那，变压器在Ben，羊和其他红桃都在Cleo"),
    ("gong-zhu", "en", 4, "pig Anna, doubler Ben, the sheep and the other hearts both Cleo"),
    ("tute", "es", 4, "oros, 70 Anna, 50 Ben, últimas"),
    ("tute", "es", 4, "80 para Anna, 40 para Ben, y las diez últimas las hizo Cleo"),
    ("belote", "en", 4, "Anna took hearts, Ben 90, belote"),
    # a figure of one side, of which the other one is named
    ("twenty-nine", "en", 4, "Anna bid 18 but Ben's team got 18"),
    ("twenty-nine", "en", 4, "Anna 18 and Ben's side took 12"),
    # a name that corrects from afar
    ("belote", "fr", 4, "Anna à trèfle, 99, belote pour lui, pardon, Ben"),
    ("belote", "en", 4, "Anna hearts, Ben passed, 90, sorry, Cleo"),
    ("skat", "de", 3, "Anna Herz mit 2, Ben 30, nein, Ben 59"),
    ("belote", "fr", 4, "Anna et Cleo capot, c'est Ben qui avait pris à cœur"),
    ("solo", "en", 4, "Dan simple, spades, with Anna on the ace of diamonds, six tricks, I mean Ben"),
    ("solo", "en", 4, "Anna simple clubs, partner Ben, they took six, Cleo I mean"),
    ("loo", "en", 5, "Anna and Ben stayed, three and two, no, Cleo"),
    ("tetka", "en", 4, "two of spades Dan, Ben trick two, queens Cleo, spades Anna, Dan I mean, last trick Ben, "
     "tricks 2 3 6 2"),
    ("twenty-five", "en", 3, "first two Ben, Anna I mean, next two Cleo, last Ben"),
    ("tute", "es", 4, "las últimas fueron de Anna, no de Ben, 70 Ben"),
    ("truc", "en", 4, "truc accepted, Anna no and Cleo won"),
    # "they" with two figures; what somebody did who was named for something else
    ("couillon", "en", 4, "Dan accepted hearts, and they made 19 against 10"),
    ("tute", "es", 4, "bastos, 75 a 45 para Anna y Cleo, últimas de Dan que cantó veinte en copas"),
    ("truco", "pt-br", 4, "o Cleo ganhou valendo um, não, valendo três que o Dan tinha trucado"),
    ("gong-zhu", "en", 4, "pig exposed, it went to Anna with the sheep, the rest Dan"),
    # with one, game two; a figure that names nobody as the player
    ("skat", "de", 3, "Anna gewinnt mit Herz, mit einem Spiel zwei"),
    ("tyzicha", "ru", 3, "Anna взяла 20, Ben 30, Cleo 70, игра 110"),
    # pronouns of several, of nobody, in contrast, in a list
    ("gong-zhu", "en", 4, "Dan all hearts, the pig went to Cleo, the sheep to Ben, the doubler to her"),
    ("gong-zhu", "en", 4, "Anna the pig, she the sheep, Ben the rest"),
    ("belote", "fr", 4, "elle pique, Anna et Cleo 50 points"),
    ("linger-longer", "en", 3, "tricks went to Cleo, Cleo, Anna, her"),
    ("linger-longer", "en", 3, "tricks: Cleo, Cleo, Anna, she"),
    ("twenty-five", "en", 3, "Cleo won the first, she the second, Anna the third and so the game"),
    ("truco", "pt-br", 4, "Anna pediu truco, Ben aceitou, a dupla dela ganhou"),
    ("truco", "pt-br", 4, "Anna e Cleo pediram truco, aceitaram e perderam"),
    ("truco", "pt-br", 4, "Anna e Cleo pediram truco, Anna e Cleo ganharam"),
    ("truco", "en", 4, "Anna called truco, they accepted and won"),
    ("truc", "en", 4, "Anna and Cleo called retruc, they accepted and lost"),
    ("tyzicha", "en", 3, "Cleo bid 110, 55 for her, 40 Anna, 25 Ben, she had marriage in clubs"),
    # who gave it; a list does not begin behind another's figure
    ("points", "de", 3, "Anna bekommt 20 von Ben, Cleo 0"),
    ("points", "pt-br", 3, "Anna recebe 20 do Ben, Cleo 0"),
    ("points", "ru", 3, "Anna получила 20 у Ben, Cleo 0"),
    ("points", "zh-hans", 3, "Anna 20分，其中5分是Ben的，Cleo 3"),
    ("belote", "fr", 4, "Anna à cœur sur Ben, 90"),
    # a number that the nearest one cannot be
    ("skat", "en", 3, "the defenders had 62 against Ben's clubs with 1, I mean 11"),
    # beside a name that is told apart
    ("belote", "fr", 4, "Anna prend à cœur, elle a 91 après Ben"),
    ("truco", "pt-br", 4, "Anna e Cleo toparam o nove do Ben e ganharam depois de Ben"),
    ("points", "de", 3, "Anna 20 nach Ben, Cleo 5, Ben 3"),
    ("points", "en", 3, "Anna 20 ahead of Ben, Ben 5, Cleo 12"),
])  # fmt: skip
def test_what_may_be_of_another_is_not_certain(slug: str, code: str, players: int, text: str) -> None:
    assert read(slug, text, players, code).sure is None


@pytest.mark.parametrize(("slug", "players", "text", "field", "said"), [
    ("cinch", 4, "Anna bid 9 in hearts, they got 5, nine for Ben and Dan", "points_taken", [5, 9]),
    ("back-alley", 4, "Anna 3, Ben 2, Cleo and Dan pass, Anna and Cleo took eight", "bids", [3, 2, 0, 0]),
    ("points", 3, "all ten", "scores", [10, 10, 10]),
    ("points", 3, "ten each for Anna and Ben, Cleo 30", "scores", [10, 10, 30]),
    ("points", 3, "two for Anna, one each for Ben and Cleo", "scores", [2, 1, 1]),
    ("points", 3, "three of us, Anna she got 4, Ben he got 5, her partner Cleo 6", "scores", [4, 5, 6]),
    ("gong-zhu", 4, "pig, sheep and doubler to Dan, the ace to ten of hearts Anna, hearts nine to two Ben", "captured",
     [["AH", "KH", "QH", "JH", "10H"], ["9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H"], [], ["QS", "JD", "10C"]]),
    ("gong-zhu", 4, "pig and sheep Dan, doubler and five of hearts Ben, Anna the ace, king and ten, Cleo the rest",
     "captured", [["AH", "KH", "10H"], ["10C", "5H"], [], ["QS", "JD"]]),
    ("gong-zhu", 4, "pig Dan, doubler Anna, the hearts were ace and king to Ben, the rest to Cleo", "captured",
     [["10C"], ["AH", "KH"], [], ["QS"]]),
    ("buried-treasure", 2, "clubs 1, diamonds 2, hearts 3, spades 4, Anna and Ben both buried two hearts and two clubs",
     "buried", [["H", "H", "C", "C"], ["H", "H", "C", "C"]]),
    ("points", 3, "Anna 12, nobody else got a point", "scores", [12, 0, 0]),
    ("points", 3, "everybody 10 except Anna who got none", "scores", [0, 10, 10]),
    ("democracy", 2, "Anna 15 clubs, 8 diamonds, 20 hearts, Ben 10 clubs, 17 diamonds, 5 hearts, 25 spades", "points",
     [{"C": 15, "D": 8, "H": 20, "S": 0}, {"C": 10, "D": 17, "H": 5, "S": 25}]),
    ("zetema", 2, "Ben two marriages, clubs and hearts", "events",
     [{"kind": "marriages", "seat": 1, "suits": ["C", "H"]}]),
    ("buried-treasure", 2, "clubs 1, diamonds 2, hearts 3, spades 4, Ben one of each, Anna three clubs and a heart",
     "buried", [["C", "C", "C", "H"], ["C", "D", "H", "S"]]),
    ("nine-card-don", 4, "hearts trumps, Anna took the nine, Ben the jack of hearts, game 30 24", "game", [30, 24]),
    ("ecarte", 2, "ten of hearts turned, exchanged twice, Anna three tricks, Ben two", "tricks", [3, 2]),
    ("calypso", 4, "deal over, Ben one calypso, nobody else", "calypsos", [0, 1, 0, 0]),
    ("couillon", 4, "Ben accepted and lost, 9 to 21", "points", [21, 9]),
    ("couillon", 4, "Anna accepted, eighteen to eleven for Ben", "points", [11, 18]),
    ("points", 3, "Anna 18, Ben 30, Cleo didn't play", "scores", [18, 30, None]),
    ("points", 3, "Anna 12, Ben and Cleo nothing", "scores", [12, 0, 0]),
    ("calypso", 4, "deal over, Anna and Cleo two calypsos each, Ben and Dan none", "calypsos", [2, 0, 2, 0]),
    ("malilla", 4, "four of clubs, Anna thirty eight, the rest to them", "points", [38, 32]),
    ("truco", 4, "truco by Anna, Ben ran", "ran", True),
    ("gong-zhu", 4, "Dan exposed the sheep and won it, Ben the pig, Cleo the rest", "captured",
     [[], ["QS"], [], ["JD"]]),
    ("gong-zhu", 4, "Dan exposed the pig, Ben took it, Cleo the rest", "captured", [[], ["QS"], [], []]),
    ("couillon", 4, "Dan accepted, eleven, no, twelve for Anna and Cleo, eighteen for Ben and Dan", "accepted_by", 3),
    ("cinch", 4, "Dan bid nine in spades: high Dan, low Cleo, jack Ben, ten Anna, right pedro Cleo, left pedro Ben",
     "won", {"high": 1, "low": 0, "jack": 1, "ten": 0, "right_pedro": 0, "left_pedro": 1}),
    ("tetka", 4, "bum card two of spades Dan, Ben won trick two, queen of clubs Cleo, diamonds Cleo, "
     "Anna hearts, spades Dan, last trick Ben, tricks 2 3 6 2", "queens", {"QC": 2, "QD": 2, "QH": 0, "QS": 3}),
    ("truco", 4, "tricks: Anna, Ben, Ben sorry, Anna", "events",
     [{"kind": "trick", "winner": winner} for winner in (0, 1, 0)]),
    ("twenty-nine", 4, "Cleo 20, her side showed the royals, took 16", "declarer_points", 16),
    ("reversis", 4, "Anna had the first nine with the quinola and Ben broke it in trick eleven", "quinola_in_nine",
     True),
    ("reversis", 4, "Anna took nine tricks with the quinola, Ben broke it in trick ten", "quinola_in_nine", True),
    ("reversis", 4, "Ben broke Anna's reversis in trick ten with the quinola", "broken_with_quinola", True),
])  # fmt: skip
def test_what_is_said_is_read(slug: str, players: int, text: str, field: str, said: object) -> None:
    sure = read(slug, text, players).sure
    assert sure
    assert sure.hand
    assert sure.hand[field] == said


@pytest.mark.parametrize(("slug", "code", "players", "text", "field", "said"), [
    ("points", "en", "Anna Ben Cleo", "Anna 20, Ben 5, Cleo 12, no, Ben 12, Cleo 5", "scores", [20, 12, 5]),
    ("points", "de", "Anna Ben Cleo", "Anna 20, Ben 5, Cleo 12, Moment, Anna 12 und Cleo 20", "scores", [12, 5, 20]),
    ("points", "fr", "Anna Ben Cleo", "Anna 20, Ben 5, Cleo 12, pardon, Anna 21", "scores", [21, 5, 12]),
    ("briscola", "it", "Anna Ben", "Anna 64, no, 46 e Ben 74", "points", [46, 74]),
    ("briscola", "it", "Anna Ben", "Anna non 70, ne ha 72, quindi 48 Ben", "points", [72, 48]),
    ("briscola", "it", "Anna Ben Cleo Dan", "75 per Anna e Cleo, 45 per Ben e Dan", "points", [75, 45]),
    ("briscola", "it", "Mariangela Ben", "marian gela ottantasei", "points", [86, 34]),
    ("skat", "de", "Anna Ben Cleo", "ram sch, Anna 30 Ben 50 Cleo 40", "points", [30, 50, 40]),
    ("tute", "es", "Anna Ben Cleo Dan", "Anna y Dan, no, Ben y Dan: 85 tantos y las últimas; Anna y Cleo 35",
     "last_trick", 1),
    ("tute", "es", "Anna Ben Cleo Dan", "Ben y Dan 85 y las últimas; Anna y Cleo 35", "last_trick", 1),
    ("tute", "es", "Anna Ben Cleo Dan", "Ben y Dan 35, el resto para los otros con las últimas", "last_trick", 0),
    ("tute", "es", "Anna Ben Cleo Dan", "Ben y Dan 35, los otros 85 y las últimas", "last_trick", 0),
    ("gong-zhu", "en", "Anna Ben Cleo Dan", "ace of hearts was exposed, Anna took it with the pig, the rest Dan",
     "captured", [["QS", "AH"], [], [], []]),
    ("gong-zhu", "zh-hans", "小王 老李 阿美 小张", "小王把红桃A亮了，自己又收回来了，还有猪，其余阿美",
     "captured", [["QS", "AH"], [], [], []]),
    ("belote", "fr", "Anna Ben Cleo Dan", "Anna prend cœur, Ben et Dan 62, le reste pour les autres avec la belote",
     "belote", 0),
])  # fmt: skip
def test_corrections_and_split_words_are_read(
    slug: str, code: str, players: str, text: str, field: str, said: object
) -> None:
    sure = read(slug, text, players.split(), code).sure
    assert sure
    assert sure.hand
    assert sure.hand[field] == said


@pytest.mark.parametrize(("text", "stake", "winner"), [
    ("Anna e Cleo pediram truco, aceitaram, Anna e Cleo ganharam", 3, 0),
    ("a Anna e a Cleo pediram truco, aceitaram, o Ben e o Dan ganharam", 3, 1),
    ("Ben e Dan trucaram, Anna e Cleo toparam, Ben e Dan levaram", 3, 1),
    ("Anna e Cleo pediram truco, Ben e Dan retrucaram, aceitaram, Anna e Cleo ganharam", 6, 0),
])  # fmt: skip
def test_both_of_a_side_call_truco(text: str, stake: int, winner: int) -> None:
    sure = read("truco", text, 4, "pt-br").sure
    assert sure
    assert sure.hand == {"kind": "summary", "stake": stake, "winner": winner, "irregularities": []}


@pytest.mark.parametrize(("code", "text", "number"), [
    ("de", "hundertein", 101),
    ("es", "noventa y una", 91),
    ("es", "veintiún", 21),
    ("es", "doscientas treinta y un", 231),
    ("fr", "vingt et une", 21),
    ("it", "ventun", 21),
    ("it", "cento trentuna", 131),
    ("pt-br", "duzentas e duas", 202),
    ("ru", "двадцать одна", 21),
    ("ru", "сто тридцать две", 132),
])  # fmt: skip
def test_numbers_have_all_their_forms(code: str, text: str, number: int) -> None:
    assert number_words(code)[plain(text)] == number


def test_names_may_be_words_of_the_game() -> None:
    players = ["Herz", "Grand", "Pik"]
    sure = read("skat", "Herz Pik mit zwei gewonnen", players, "de").sure
    assert sure is None or sure.hand is not None
    answer = read("skat", "Grand spielt Herz mit zwei gewonnen", players, "de")
    assert answer.sure is None or answer.sure.hand == {
        "kind": "suit",
        "trump": "H",
        "declarer": 1,
        "matadors": {"with": 2},
        "outcome": {"won": True},
    }


@pytest.mark.parametrize("text", ["Cleo hat gewonnen", "Cleo verloren"])
def test_a_question_for_the_result_does_not_ask_for_the_player(text: str) -> None:
    asked = read("schafkopf", text, code="de").partial
    assert asked is not None
    assert [str(one.label) for one in asked.missing] == ["The declarer's result"]


def test_a_name_corrects_a_pronoun() -> None:
    answer = read("gong-zhu", "Anna收猪，羊也是她，哦不，羊是Ben的，其余Cleo", 4, "zh-hans")
    assert answer.sure is not None
    assert answer.sure.hand is not None
    assert answer.sure.hand["captured"] == [["QS"], ["JD"], [], []]


def test_short_forms_and_endings_of_names() -> None:
    answer = read("points", "Chris 20, Alex's 5, Максиму 3", ["Christoph", "Alex", "Максим"])
    assert answer.sure is None  # the ending is Russian
    answer = read("points", "Chris 20 Alex 5 Sam 3", ["Christoph", "Alexandra", "Samuel"])
    assert answer.sure
    assert answer.sure.hand == {"kind": "round", "scores": [20, 5, 3]}
    two = read("points", "Chris 20 Ben 5 Christa 3", ["Christoph", "Ben", "Christa"])
    assert two.sure is None or two.sure.hand == {"kind": "round", "scores": [20, 5, 3]}


def test_too_long_a_line_is_refused() -> None:
    read("points", "1 " * (LONGEST // 2))
    with pytest.raises(TooLong):
        read("points", "1" * (LONGEST + 1))


def test_lines_of_anything_do_no_harm() -> None:
    for answer in read_anything(1_500, seed=31):
        assert answer.sure is None or answer.sure.scored is not None


@pytest.mark.parametrize(("slug", "code", "text", "players"), [
    ("skat", "de", "Anna spielt Kreuz Hand ohne drei, Schneider angesagt, und gewinnt mit 94 Augen", 3),
    ("points", "en", "Anna 20, Ben minus 5, Cleo 12, no, 13", 3),
])  # fmt: skip
def test_a_line_takes_less_than_ten_milliseconds(slug: str, code: str, text: str, players: int) -> None:
    read(slug, text, players, code)
    times = []
    for _ in range(15):
        begin = time.perf_counter()
        read(slug, text, players, code)
        times.append(time.perf_counter() - begin)
    assert min(times) < 0.01


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("cinquante pour Anna", "fifty"),
        ("Anna annonce un cinquante", "fifty"),
        ("Anna a une tierce", "tierce"),
        ("tierce pour Anna", "tierce"),
        ("carré pour Anna", "four"),
        ("quinte pour Anna", "hundred"),
    ],
)
def test_a_declaration_said_without_its_rank_is_asked_about(said: str, kind: str) -> None:
    answer = read("belote", f"Anna prend à cœur, 110 à 52, {said}", 4, "fr")
    assert not answer.sure
    assert not answer.unknown
    assert answer.partial
    assert answer.partial.values["declarations"] == [f'{{"side":0,"seat":0,"type":"{kind}"}}']
    assert [one.control for one in answer.partial.missing] == ["declarations"]


def test_fifty_is_points_where_none_were_said() -> None:
    for said in ("cinquante pour Anna", "Anna a cinquante"):
        answer = read("belote", f"Anna prend à cœur, {said}", 4, "fr")
        assert answer.sure, said
        assert answer.sure.values["trick_points.0"] == ["50"]
