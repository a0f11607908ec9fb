"""``make new-game``: a copy of High Card with all its files, under another name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rulesref.files import load_yaml
from tests import game_files


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty checkout."""
    for place in game_files.PLACES.values():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(game_files, "ROOT", tmp_path)
    return tmp_path


def test_every_file_of_high_card_is_copied_under_the_new_name(root: Path) -> None:
    sources = {file for file in game_files.EXTRA.rglob("*") if file.is_file() and file.suffix != ".pyc"}
    assert {game_files.EXTRA / name for name in game_files.PLACES} == sources
    files = game_files.new("nine-lives")
    assert sorted(files) == sorted(file for file in root.rglob("*") if file.is_file())
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not [name for name in ("high-card", "high_card", "HighCard", "High Card") if name in text], file
        if file.suffix == ".py":
            ast.parse(text)
        elif file.suffix == ".yaml":
            load_yaml(text)
    assert 'name = "Nine Lives"' in (root / "scoring/games/nine_lives.py").read_text(encoding="utf-8")


def test_a_game_that_is_there_stays(root: Path) -> None:
    game_files.new("nine-lives")
    with pytest.raises(SystemExit, match=r"there is a game of this name: scoring/games/nine_lives\.py"):
        game_files.new("nine-lives")
    (root / "scoring" / "games" / "snap").mkdir()
    with pytest.raises(SystemExit, match="scoring/games/snap"):
        game_files.new("snap")


@pytest.mark.parametrize("slug", ["", "Snap", "my game", "a--b", "../x", "1st"])
def test_what_is_no_slug_is_named(root: Path, slug: str) -> None:
    with pytest.raises(SystemExit, match="is no slug"):
        game_files.new(slug)


def test_what_is_not_translated_is_listed() -> None:
    assert list(game_files.untranslated("skat")) == []
