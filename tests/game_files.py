"""The files of a game: ``make new-game SLUG=x`` makes them, ``make game SLUG=x`` writes what follows from them.

A new game is a copy of High Card (``tests/extra``), which works: calculator, rules page, worked examples, ways to ask,
a whole match and tests, with the new name in them. It is a draft, so nothing asks for translations yet.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import django
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parent.parent
EXTRA = ROOT / "tests" / "extra"

#: Each file of High Card, and where that of a game is.
PLACES = {
    "games/high_card.py": "scoring/games/{module}.py",
    "content/en/high-card.md": "rulesref/content/en/{slug}.md",
    "content/examples/high-card.yaml": "rulesref/content/examples/{slug}.yaml",
    "content/en/asked/high-card.yaml": "rulesref/content/en/asked/{slug}.yaml",
    "golden/high-card.yaml": "tests/games/golden/{slug}.yaml",
    "tests/high_card.py": "tests/games/test_{module}.py",
}


def new(slug: str) -> list[Path]:
    """Copies High Card under this name. Returns the files. Raises SystemExit if the name is taken, or is none."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        raise SystemExit(f"{slug!r} is no slug: small letters, digits and single dashes, such as nine-card-don")
    words = slug.split("-")
    names = {
        "high-card": slug,
        "high_card": "_".join(words),
        "HighCard": "".join(word.capitalize() for word in words),
        "High Card": " ".join(word.capitalize() for word in words),
    }
    made = {EXTRA / one: ROOT / to.format(slug=slug, module=names["high_card"]) for one, to in PLACES.items()}
    package = ROOT / "scoring" / "games" / names["high_card"]
    if taken := [str(file.relative_to(ROOT)) for file in (*made.values(), package) if file.exists()]:
        raise SystemExit(f"there is a game of this name: {', '.join(taken)}")
    for one, file in made.items():
        text = one.read_text(encoding="utf-8")
        for old, name in names.items():
            text = text.replace(old, name)
        file.write_text(text, encoding="utf-8")
    return list(made.values())


def write(slug: str) -> None:
    """Writes what follows from a game, and says what is wrong with its page and what is not translated.

    Raises SystemExit, at the end, if the page has a fault or a file could not be written.
    """
    from tests.messages import catalogues

    _say("error codes")
    call_command("error_codes", write=True)
    # The slowest, and little to read: in a process beside the others, and printed last.
    command = [sys.executable, "-m", "pytest", "tests/games/test_golden.py", "tests/api/test_recorded_examples.py"]
    beside = subprocess.Popen(
        [*command, "-k", f"[{slug}] or examples"],
        cwd=ROOT,
        env={**os.environ, "GOLDEN": "write", "EXAMPLES": "write"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    faults = []
    try:
        _say("texts to translate")
        catalogues.main(quiet=True)
        _say("rules page")
        try:
            call_command("check_rules", slug)
        except CommandError as error:
            faults.append(f"rules page: {error}")
        for line in untranslated(slug):
            print(line, flush=True)
        _say("golden files, examples of the API")
        print(beside.communicate()[0], end="", flush=True)
    finally:
        beside.kill()
    if beside.returncode:
        faults.append("golden files, examples of the API: see above")
    if faults:
        raise SystemExit("\n".join(faults))


def _say(step: str) -> None:
    print(f"-- {step}", flush=True)


def untranslated(slug: str) -> Iterator[str]:
    """What has no translation, a line for each language: players see it in English until it has one."""
    from tests.messages.catalogues import ENGINE, LOCALES, read_catalogue, translated, wanted_by

    texts = wanted_by(slug)
    for locale in LOCALES:
        catalogue = read_catalogue(ENGINE.file(locale), locale)
        missing = [text for text in texts if (entry := catalogue.get(text)) is None or not translated(entry.string)]
        page = ROOT / "rulesref" / "content" / locale.lower().replace("_", "-") / f"{slug}.md"
        if missing or not page.exists():
            first = f", first: {missing[0]!r}" if missing else ""
            print_page = "" if page.exists() else "; no rules page"
            yield f"in English still, {locale}: {len(missing)} of {len(texts)} texts{first}{print_page}"


def main(arguments: list[str]) -> None:
    """``new SLUG`` or ``write SLUG``."""
    if len(arguments) != 2 or arguments[0] not in ("new", "write"):
        raise SystemExit("make new-game SLUG=my-game, or make game SLUG=my-game")
    command, slug = arguments
    if command == "new":
        for file in new(slug):
            print(file.relative_to(ROOT))
        print(f"next: make game SLUG={slug}, then the route in docs/adding-a-game.md")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    write(slug)


if __name__ == "__main__":
    main(sys.argv[1:])
