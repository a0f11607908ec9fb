"""Numbers in words, 0 to 999, in eight languages: what people say, as keyboards and dictation spell it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from scoring.engine.messages import Number
from scoring.say.tokens import plain

LARGEST = 999

_EN = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_EN_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_DE = [
    "null",
    "eins",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
]
_DE_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_FR = [
    "zéro",
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
_FR_TENS = ["vingt", "trente", "quarante", "cinquante", "soixante"]
_ES = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
]
_ES_TENS = ["veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
_ES_HUNDREDS = "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
_IT = [
    "zero",
    "uno",
    "due",
    "tre",
    "quattro",
    "cinque",
    "sei",
    "sette",
    "otto",
    "nove",
    "dieci",
    "undici",
    "dodici",
    "tredici",
    "quattordici",
    "quindici",
    "sedici",
    "diciassette",
    "diciotto",
    "diciannove",
]
_IT_TENS = ["venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta"]
_PT = [
    "zero",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "quatorze",
    "quinze",
    "dezesseis",
    "dezessete",
    "dezoito",
    "dezenove",
]
_PT_TENS = ["vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"]
_PT_HUNDREDS = "cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos"
_RU = [
    "ноль",
    "один",
    "два",
    "три",
    "четыре",
    "пять",
    "шесть",
    "семь",
    "восемь",
    "девять",
    "десять",
    "одиннадцать",
    "двенадцать",
    "тринадцать",
    "четырнадцать",
    "пятнадцать",
    "шестнадцать",
    "семнадцать",
    "восемнадцать",
    "девятнадцать",
]
_RU_TENS = ["двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят", "восемьдесят", "девяносто"]
_RU_HUNDREDS = ["сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот", "восемьсот", "девятьсот"]
_ZH = "零一二三四五六七八九"

#: Other words for the same number.
_OTHERS: dict[str, dict[str, int]] = {
    "en": {"a hundred": 100, "nil": 0, "nought": 0},
    "de": {"ein": 1, "eine": 1, "zwo": 2, "hundert": 100},
    "fr": {"une": 1, "septante": 70, "huitante": 80, "octante": 80, "nonante": 90},
    "es": {"un": 1, "una": 1, "cien": 100},
    "it": {"un": 1, "una": 1, "ventitré": 23},
    "pt-br": {"uma": 1, "duas": 2, "catorze": 14, "cem": 100, "meia dúzia": 6},
    "ru": {
        "нуль": 0,
        "одну": 1,
        "одна": 1,
        "одно": 1,
        "две": 2,
        "сотка": 100,
        "сотню": 100,
        "полтораста": 150,
        "полтинник": 50,
    },
    "zh-hans": {"两": 2, "〇": 0},
}

#: Parts of numbers with their other forms: gender, without an ending, and slips of spelling.
_FORMS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {"forty": ("fourty",), "ninety": ("ninty",)},
    "de": {"hunderteins": ("hundertein",), "hundert eins": ("hundert ein",)},
    "fr": {" un": (" une",)},
    "es": {
        "cientos": ("cientas",),
        "quinientos": ("quinientas",),
        " uno": (" una", " un"),
        "veintiuno": ("veintiuna", "veintiún"),
        "veinte": ("beinte",),
        "cuarenta": ("quarenta",),
        "ochenta": ("hochenta",),
    },
    "it": {"tuno": ("tun", "tuna"), "ntuno": ("ntun", "ntuna"), " uno": (" una", " un")},
    "pt-br": {"entos": ("entas",), " um": (" uma", " hum"), " dois": (" duas",)},
    "ru": {" один": (" одна", " одно", " одну"), " два": (" две",), "надцать": ("нацать",), "двадцать": ("двацать",)},
}


def _english(n: int) -> Iterator[str]:
    if n < 20:
        yield _EN[n]
    elif n < 100:
        yield _EN_TENS[n // 10 - 2] + (f" {_EN[n % 10]}" if n % 10 else "")
    else:
        hundreds = [f"{_EN[n // 100]} hundred", *(["a hundred", "hundred"] if n < 200 else [])]
        for begin in hundreds:
            if n % 100 == 0:
                yield begin
            for rest in _english(n % 100) if n % 100 else ():
                yield f"{begin} and {rest}"
                yield f"{begin} {rest}"


def _german(n: int) -> Iterator[str]:
    if n < 20:
        yield _DE[n]
    elif n < 100:
        ones, tens = ("ein" if n % 10 == 1 else _DE[n % 10]), _DE_TENS[n // 10 - 2]
        yield f"{ones}und{tens}" if n % 10 else tens
        if n % 10:
            yield f"{ones} und {tens}"
    else:
        for begin in ("hundert", "einhundert") if n < 200 else (f"{_DE[n // 100]}hundert",):
            if n % 100 == 0:
                yield begin
            for rest in _german(n % 100) if n % 100 else ():
                yield from (begin + rest, f"{begin} {rest}", f"{begin}und{rest}", f"{begin} und {rest}")


def _french(n: int) -> Iterator[str]:
    if n < 20:
        yield _FR[n]
    elif n < 100:
        tens, ones = (n // 10, n % 10) if n < 70 else (6, n - 60) if n < 80 else (8, n - 80)
        begin = "quatre-vingt" if tens == 8 else _FR_TENS[tens - 2]
        if not ones:
            yield begin
            yield f"{begin}s"
        else:
            yield f"{begin} {_FR[ones]}"
            if ones in (1, 11) and tens != 8:
                yield f"{begin} et {_FR[ones]}"
        if n >= 70 and n // 10 != 8:
            begin = "septante" if n < 80 else "nonante"
            yield f"{begin} {_FR[n % 10]}" if n % 10 else begin
            if n % 10 == 1:
                yield f"{begin} et un"
    else:
        for begin in ("cent",) if n < 200 else (f"{_FR[n // 100]} cent", f"{_FR[n // 100]} cents"):
            if n % 100 == 0:
                yield begin
            for rest in _french(n % 100) if n % 100 else ():
                yield f"{begin} {rest}"


def _romance(ones: list[str], tens: list[str], hundreds: str, and_hundred: bool) -> Callable[[int], Iterator[str]]:
    """Spanish or Portuguese. and_hundred: whether "and" follows the hundreds too."""
    joint = " e " if and_hundred else " y "

    def spell(n: int) -> Iterator[str]:
        if n < 20:
            yield ones[n]
        elif n < 100:
            yield tens[n // 10 - 2] + (f"{joint}{ones[n % 10]}" if n % 10 else "")
            if n % 10:
                yield f"{tens[n // 10 - 2]} {ones[n % 10]}"
            if n % 10 and n < 30 and not and_hundred:
                yield f"veinti{ones[n % 10]}"
        else:
            begin = hundreds.split()[n // 100 - 1]
            if n % 100 == 0:
                yield begin
            for rest in spell(n % 100) if n % 100 else ():
                yield f"{begin} {rest}"
                if and_hundred:
                    yield f"{begin} e {rest}"

    return spell


def _italian(n: int) -> Iterator[str]:
    if n < 20:
        yield _IT[n]
    elif n < 100:
        tens, ones = _IT_TENS[n // 10 - 2], n % 10
        yield (tens[:-1] if ones in (1, 8) else tens) + (_IT[ones] if ones else "")
        if ones:
            yield f"{tens} {_IT[ones]}"
        if ones in (1, 8):
            yield f"{tens[:-1]} {_IT[ones]}"
    else:
        begin = "cento" if n < 200 else f"{_IT[n // 100]}cento"
        if n % 100 == 0:
            yield begin
        for rest in _italian(n % 100) if n % 100 else ():
            yield from (begin + rest, f"{begin} {rest}", f"{begin} e {rest}")
            if 80 <= n % 100 < 90:
                yield begin[:-1] + rest


def _russian(n: int) -> Iterator[str]:
    if n < 20:
        yield _RU[n]
    elif n < 100:
        yield _RU_TENS[n // 10 - 2] + (f" {_RU[n % 10]}" if n % 10 else "")
    else:
        begin = _RU_HUNDREDS[n // 100 - 1]
        yield from (f"{begin} {rest}" for rest in _russian(n % 100)) if n % 100 else [begin]


_RU_OF = ["ноля", "одного", "двух", "трёх", "четырёх", "пяти", "шести", "семи", "восьми", "девяти", "десяти"]
_RU_OF += [word.removesuffix("ь") + "и" for word in _RU[11:]]
_RU_TENS_OF = ["двадцати", "тридцати", "сорока", "пятидесяти", "шестидесяти", "семидесяти", "восьмидесяти", "девяноста"]


def _russian_of(n: int) -> Iterator[str]:
    """The genitive of the numbers from 5 to 199: "до ста сорока"."""
    if n < 20:
        yield _RU_OF[n]
    elif n < 100:
        yield _RU_TENS_OF[n // 10 - 2] + (f" {_RU_OF[n % 10]}" if n % 10 else "")
    else:
        yield "ста" + "".join(f" {rest}" for rest in _russian_of(n % 100) if n % 100)


def _chinese(n: int) -> Iterator[str]:
    if n < 10:
        yield _ZH[n]
    elif n < 100:
        tens = "" if n < 20 else _ZH[n // 10]
        yield f"{tens}十" + (_ZH[n % 10] if n % 10 else "")
    else:
        for digit in dict.fromkeys((_ZH[n // 100], "两" if n // 100 == 2 else _ZH[n // 100])):
            begin, rest = f"{digit}百", n % 100
            if rest == 0:
                yield begin
            elif rest < 10:
                yield f"{begin}零{_ZH[rest]}"
            else:
                yield begin + f"{_ZH[rest // 10]}十" + (_ZH[rest % 10] if rest % 10 else "")
                if rest % 10 == 0:
                    yield begin + _ZH[rest // 10]


_SPELL: dict[str, Callable[[int], Iterator[str]]] = {
    "en": _english,
    "de": _german,
    "fr": _french,
    "es": _romance(_ES, _ES_TENS, _ES_HUNDREDS, and_hundred=False),
    "it": _italian,
    "pt-br": _romance(_PT, _PT_TENS, _PT_HUNDREDS, and_hundred=True),
    "ru": _russian,
    "zh-hans": _chinese,
}


#: What makes a number a half more, behind its words; other words for such numbers.
_HALVES: dict[str, tuple[str, ...]] = {
    "en": (" and a half",),
    "de": ("einhalb", " einhalb", " und ein halb", " und ein halber"),
    "fr": (" et demi", " et demie"),
    "es": (" y medio", " y media"),
    "it": (" e mezzo", " e mezza"),
    "pt-br": (" e meio", " e meia"),
    "ru": (" с половиной",),
    "zh-hans": ("分半", "点半", "个半"),
}
_ONE_AND_A_HALF = {"de": ("anderthalb", "eineinhalb"), "ru": ("полтора", "полторы")}
_MOST_AND_A_HALF = 99


@cache
def number_words(code: str) -> dict[tuple[str, ...], Number]:
    """Returns the numbers from 0 to 999, and halves to 99½, by their words, each a tuple of plain tokens
    (``tokens.plain``).

    code: a language tag; one without numbers of its own gets the English ones.
    """
    code = code if code in _SPELL else "en"
    spelt = {text: n for n in range(LARGEST + 1) for text in _SPELL[code](n)} | _OTHERS[code]
    for form, others in _FORMS.get(code, {}).items():
        spelt |= {text.replace(form, other): n for text, n in spelt.items() for other in others if form in text}
    if code == "ru":
        spelt = {text: n for n in range(5, 200) for text in _russian_of(n)} | spelt
    halves = {text + half: n + 0.5 for text, n in spelt.items() for half in _HALVES[code] if 0 < n <= _MOST_AND_A_HALF}
    halves |= dict.fromkeys(_ONE_AND_A_HALF.get(code, ()), 1.5)
    return {plain(text): n for text, n in (halves | spelt).items()}
