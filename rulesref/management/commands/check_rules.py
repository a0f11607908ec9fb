"""``manage.py check_rules [SLUG ...]``: every fault of the rules pages and of the ways to ask for what they say."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulesref.article import ContentError
from rulesref.asked import asked_faults, read_asked
from rulesref.files import load_yaml
from rulesref.library import Library, languages, library
from rulesref.reading import DEFAULT_LANGUAGE

OTHER_GAMES = f"{DEFAULT_LANGUAGE}/other-games.yaml"


class Command(BaseCommand):
    """Prints a line for each fault, and fails if there is one."""

    help = "Check the rules pages, their links and the ways to ask for their places."

    def add_arguments(self, parser: CommandParser) -> None:
        """The pages and their language."""
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="pages to check (default: all)")
        parser.add_argument("--lang", default=DEFAULT_LANGUAGE, choices=languages(), help="language of the pages")

    def handle(self, *args: Any, **options: Any) -> None:
        """Checks them."""
        pages = library(options["lang"])
        slugs = options["slugs"] or [slug for slug in pages.slugs if pages.file(f"{pages.lang}/{slug}.md")]
        faults = [fault for slug in slugs for fault in _faults(pages, slug)]
        faults += [f"dead link on {link}" for link in pages.dead_links() if link.partition(":")[0] in slugs]
        for slug in slugs:
            for name in _unplaced(pages, slug):
                self.stderr.write(f"warning: {slug}: {{{{ picture {name} }}}} is not on the page")
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise CommandError(f"{len(faults)} faults")
        self.stdout.write(f"{len(slugs)} pages, no fault")


def _unplaced(pages: Library, slug: str) -> list[str]:
    try:
        return pages.unplaced_pictures(slug)
    except (KeyError, ContentError):
        # An invalid page or picture is reported as another fault.
        return []


def _faults(pages: Library, slug: str) -> list[str]:
    try:
        article = pages.article(slug)
    except KeyError:
        return [pages.errors.get(slug, f"{slug}: there is no such page")]
    file = pages.file(f"{article.lang}/asked/{slug}.yaml")
    try:
        asked = read_asked(slug, file.read_text(encoding="utf-8") if file else "")
    except ContentError as error:
        return [str(error)]
    game = pages.game_of(article)
    return [
        *asked_faults(article, asked, draft=game is not None and game.draft),
        *(() if game is None else _said_to_be_missing(pages, {article.title, game.name, *game.aliases})),
    ]


def _said_to_be_missing(pages: Library, names: set[str]) -> list[str]:
    """Names of this game among those of games without rules: the search would say of them that it has none."""
    file = pages.file(OTHER_GAMES)
    groups = load_yaml(file.read_text(encoding="utf-8")) if file else {}
    own = {name.casefold() for name in names}
    return [
        f"{OTHER_GAMES}: {name} is among the games without rules; take it out, its other names may become aliases"
        for group in groups.get("names", ())
        for name in map(str, group)
        if name.casefold() in own
    ]
