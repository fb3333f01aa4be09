"""What a newcomer reads: every game here has a primer, and a guided first game that can be played through."""

from __future__ import annotations

import re

import pytest

from ow_env import registry
from tests.training.play.sitting import guided
from training import primer
from training.cli import main
from training.primer import Note, read_guide, read_primer
from training.rules import read_rules

RULE = re.compile(r"\b[A-Z]{2,3}-[0-9A-Z]+[a-z]?(?:\.[0-9]+)?\b")
GAMES = list(registry.ROWS)
PAGE = """# Bazaar: how to play

Have most
coins.

## A turn

1. Buy.
2. Sell
   dear.

## How it ends

At dusk.

"""
TIPS = "## Three tips\n\n- One.\n- Two.\n- Three.\n"
GUIDE = 'seed = 5\nplayers = ["person", "random"]\n'


@pytest.mark.parametrize("game", GAMES)
def test_a_primer_is_short_and_names_rules_that_there_are(game):
    told = read_primer(game)
    assert told is not None
    assert len(told.turn) == 5
    assert re.fullmatch(r"[^.!?]+\.", re.sub(r"\([^)]*\)", "", told.aim)), "the aim is one sentence"
    numbers = {rule.number for rule in read_rules(game)}
    named = set(RULE.findall(told.text(98)))
    assert named <= numbers
    assert named or not numbers


def with_files(game, folder, monkeypatch, **files):
    (folder / "data").mkdir()
    for name, text in files.items():
        (folder / "data" / name.replace("_", ".")).write_text(text, "utf-8")
    monkeypatch.setattr(primer, "folder_of", lambda name: folder)


def test_a_primer_is_read_part_by_part(tmp_path, monkeypatch):
    with_files("bazaar", tmp_path, monkeypatch, primer_md=PAGE + TIPS)
    told = read_primer("bazaar")
    assert told == primer.Primer(
        "Bazaar: how to play", "Have most coins.", ("Buy.", "Sell dear."), "At dusk.", ("One.", "Two.", "Three.")
    )
    assert told.text(80).splitlines()[:3] == ["Aim: Have most coins.", "A turn", "  1. Buy."]
    assert read_guide("bazaar") is None


def test_a_game_without_a_primer_has_none(tmp_path, monkeypatch):
    with_files("bazaar", tmp_path, monkeypatch)
    assert read_primer("bazaar") is None


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (PAGE, "expected the headings A turn, How it ends, Three tips, got A turn, How it ends"),
        (PAGE + "## Three tips\n\n- One.\n", "Three tips: expected 3 lines that begin with - or a number, got 1"),
        (PAGE.replace("1. Buy.\n2. Sell\n   dear.", "Buy.") + TIPS, "A turn: expected 1 to 5 lines"),
        (PAGE.replace("Have most\ncoins.", "") + TIPS, "expected the aim below the title"),
        (PAGE.replace("At dusk.", "") + TIPS, "expected how it ends"),
    ],
)
def test_a_primer_that_lacks_a_part_is_refused(page, fault, tmp_path, monkeypatch):
    with_files("bazaar", tmp_path, monkeypatch, primer_md=page)
    with pytest.raises(ValueError, match=fault):
        read_primer("bazaar")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("seed = 5\n", "expected note, options, players, seed, got seed"),
        (GUIDE + "sed = 4\nnote = []\n", "got note, players, sed, seed"),
        (GUIDE + '[[note]]\nwhen = "buy"\n', "note 1: expected when, text and any of"),
        (GUIDE + '[[note]]\nwhen = "buy"\ntext = "x"\npoint = "y"\n', "got when, text, point"),
    ],
)
def test_a_guide_with_a_wrong_field_is_refused(text, fault, tmp_path, monkeypatch):
    with_files("bazaar", tmp_path, monkeypatch, guide_toml=text)
    with pytest.raises(ValueError, match=fault):
        read_guide("bazaar")


def test_a_guide_is_read_note_by_note(tmp_path, monkeypatch):
    with_files(
        "bazaar",
        tmp_path,
        monkeypatch,
        guide_toml=GUIDE + '[[note]]\nwhen = "buy"\ntext = "a\n b"\n'.replace('"a\n b"', '"""a\n b"""'),
    )
    assert read_guide("bazaar").notes == (Note("a b", "buy"),)


@pytest.mark.bounds
@pytest.mark.parametrize("game", GAMES)
def test_every_note_of_a_guided_game_is_met(game):
    guide = read_guide(game)
    assert guide is not None
    assert 8 <= len(guide.notes) <= 12
    met, table = guided(game, guide)
    assert table.over
    assert met == set(guide.notes)


def test_rules_without_a_number_begin_with_how_to_play(capsys):
    main(["rules", "--game", "goofspiel"])
    told = capsys.readouterr().out
    assert told.startswith("Goofspiel: how to play\n\nAim: Win prizes")
    main(["rules", "--game", "star_realms"])
    told = capsys.readouterr().out
    assert told.index("Three tips") < told.index("SR-0.1")
    main(["rules", "--game", "star_realms", "SR-7.3"])
    assert "how to play" not in capsys.readouterr().out
