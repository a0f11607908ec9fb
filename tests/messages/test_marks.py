"""Every template is found by the extractor: it is a literal where it is passed, or marked where it is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.field_specs import FieldSpec, field_specs
from scoring.engine.game import Game
from scoring.games import all_games, get
from tests.messages.extraction import COUNTED, FOLDERS, OF_A_GAME, ROOT, TEMPLATES, all_texts, called, files, literal

#: The functions that hand a template on.
OWN = {"scoring/engine/messages.py", "scoring/engine/marking.py"}
_MARKED = ast.Call(ast.Name("_"), [], [])
Scope = ast.FunctionDef | ast.Lambda | ast.Module


@dataclass
class Module:
    """A module, and where its names are bound."""

    tree: ast.Module
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for node in ast.walk(self.tree):
            self.parents |= dict.fromkeys(ast.iter_child_nodes(node), node)

    def scope(self, node: ast.AST) -> Scope:
        """The function around a node, or the module."""
        node = self.parents[node]
        while not isinstance(node, Scope):
            node = self.parents[node]
        return node

    def unmarked(self) -> Iterator[tuple[int, str]]:
        """Line and text of every template that no extractor finds."""
        for node in ast.walk(self.tree):
            name = called(node)
            if isinstance(node, ast.Call) and name in TEMPLATES and name != "_":
                templates = [node.args[place] for place in TEMPLATES[name] if len(node.args) > place]
            elif isinstance(node, ast.Call) and name in COUNTED:
                templates = node.args[COUNTED[name] : COUNTED[name] + 2]
            else:
                continue
            for template in templates:
                if not literal(template) and not self.is_marked(template, self.scope(node), frozenset()):
                    yield node.lineno, ast.unparse(template)

    def is_marked(self, node: ast.expr, scope: Scope, seen: frozenset[str]) -> bool:
        """Whether all that this can be is marked; a bare literal is not."""
        match node:
            case ast.Constant():
                return isinstance(node.value, str) and not any(letter.isalpha() for letter in _fixed(node.value))
            case ast.Call(func=ast.Attribute(attr="get", value=table)):
                return self.is_marked(table, scope, seen)
            case ast.Call():
                return called(node) in ("_", "ngettext_noop", "str")
            case ast.IfExp():
                return self.is_marked(node.body, scope, seen) and self.is_marked(node.orelse, scope, seen)
            case ast.Starred() | ast.Subscript():
                return self.is_marked(node.value, scope, seen)
            case ast.Attribute():
                return node.attr in OF_A_GAME or self.is_marked(ast.Name(node.attr), self.tree, seen)
            case ast.Dict():
                return all(self.is_marked(value, scope, seen) for value in node.values)
            case ast.Tuple() | ast.List():
                # Codes and rules may stand beside a text, such as ("Trick {n} is tied", "ties").
                return any(self.is_marked(one, scope, seen) for one in node.elts) and not any(
                    " " in literal(one) for one in node.elts
                )
            case ast.Name() if node.id not in seen:
                bound = list(self.bound(node.id, scope))
                return bool(bound) and all(self.is_marked(one, where, seen | {node.id}) for one, where in bound)
            case _:
                return isinstance(node, ast.Name)

    def bound(self, name: str, scope: Scope) -> Iterator[tuple[ast.expr, Scope]]:
        """What a name is bound to in a scope, or in those around it; of an argument, what its callers pass."""
        found = False
        for node in ast.walk(scope):
            for target, value in _assignments(node):
                if _binds(target, name):
                    found = True
                    yield _part(target, value, name), scope
        if isinstance(scope, ast.FunctionDef):
            names = [argument.arg for argument in [*scope.args.posonlyargs, *scope.args.args]]
            if name in names:
                found = True
                place = names.index(name) - (names[0] == "self")
                # The calls of these functions are looked at everywhere.
                handed_on = place in TEMPLATES.get(scope.name, ())
                yield from [(_MARKED, scope)] if handed_on else self.passed(scope, place)
        if not found and not isinstance(scope, ast.Module):
            yield from self.bound(name, self.scope(scope))

    def passed(self, function: ast.FunctionDef, place: int) -> Iterator[tuple[ast.expr, Scope]]:
        """What the calls of a function in this module pass as this argument."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and called(node) == function.name and len(node.args) > place:
                yield node.args[place], self.scope(node)


def _fixed(template: str) -> str:
    """A template without its placeholders."""
    return "".join(part.rpartition("}")[2] for part in template.split("{"))


def _assignments(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Assign):
        yield from ((target, node.value) for target in node.targets)
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr | ast.AugAssign) and node.value:
        yield node.target, node.value
    elif isinstance(node, ast.For | ast.comprehension):
        yield node.target, _items(node.iter)


def _items(iterated: ast.expr) -> ast.expr:
    """What ``for x in`` walks through: of ``table.items()`` and ``table.values()`` the table."""
    if isinstance(iterated, ast.Call) and isinstance(iterated.func, ast.Attribute):
        return iterated.func.value
    return iterated


def _binds(target: ast.expr, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(target))


def _part(target: ast.expr, value: ast.expr, name: str) -> ast.expr:
    """Of ``one, two = "a", "b"`` the part that the name gets."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return next(
            (_part(one, part, name) for one, part in zip(target.elts, value.elts, strict=True) if _binds(one, name)),
            value,
        )
    return value


def _module(path: Path) -> Module:
    return Module(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_template_is_a_literal_or_marked(folder: str) -> None:
    found = []
    for path in files():
        where = path.relative_to(ROOT).as_posix()
        if where.startswith(folder) and where not in OWN:
            found += [f"{where}:{line}: {text}" for line, text in _module(path).unmarked()]
    assert not found


@pytest.mark.parametrize(
    ("source", "unmarked"),
    [
        ('say("A trick")', []),
        ('text = "A trick"\nsay(text)', ["text"]),
        ('text = _("A trick")\nsay(text)', []),
        ('text = _("A trick") if a else "Two tricks"\nsay(text)', ["text"]),
        ('refuse("/bid", "code", f"{a} tricks")', ["f'{a} tricks'"]),
        ('def add(text):\n    say(text)\nadd("A trick")', ["text"]),
        ('def add(text):\n    say(text)\nadd(_("A trick"))', []),
        ('TEXTS = {"a": "A trick"}\nsay(TEXTS["a"])', ["TEXTS['a']"]),
        ('TEXTS = {"a": (_("A trick"), "rule")}\nfor text, rule in TEXTS.values():\n    line(text, rule=rule)', []),
        ('forms = "{n} trick", "{n} tricks"\nplural(n, *forms)', ["*forms"]),
        ('forms = ngettext_noop("{n} trick", "{n} tricks")\nplural(n, *forms)', []),
        ("say(text)", ["text"]),
    ],
)
def test_what_is_not_marked_is_found(source: str, unmarked: list[str]) -> None:
    assert [text for _, text in Module(ast.parse(source)).unmarked()] == unmarked


# -- what games and fields declare ---------------------------------------------------------------------


def _texts_of(spec: FieldSpec) -> Iterator[str]:
    yield from (spec.title, spec.help, *spec.labels.values())
    for inner in (*spec.fields, *(spec.item.fields if spec.item else ())):
        yield from _texts_of(inner)


def _models(game: Game[Any, Any]) -> list[type[Any]]:
    return [game.Options, *game.hands, game.start_model, *([game.Lookup] if game.Lookup else [])]


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_what_a_game_declares_is_found(slug: str) -> None:
    """Its name and summary, the titles of its examples, and the titles, descriptions and labels of its fields."""
    game = get(slug)
    known = {text.one for text in all_texts()}
    shown = {getattr(game, name) for name in OF_A_GAME} | {example.title for example in game.examples}
    for model in _models(game):
        specs = field_specs(model)  # type: ignore[arg-type]
        shown |= {text for spec in specs if spec.name != "kind" for text in _texts_of(spec)}
    missing = sorted(shown - known - {""})
    assert not missing, f"{slug} shows texts that are not marked: {missing}"


def test_a_text_is_counted_in_one_way_or_not_at_all() -> None:
    """A catalogue has one entry for each English text."""
    ways: dict[str, set[str]] = {}
    for text in all_texts():
        ways.setdefault(text.one, set()).add(f"many: {text.many!r}" if text.many else "not counted")
    clashes = [f"{one!r}: {' | '.join(sorted(several))}" for one, several in ways.items() if len(several) > 1]
    assert not clashes, "texts with more than one way:\n" + "\n".join(clashes)
