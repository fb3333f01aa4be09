"""The deck lab for any game: sides by the Game contract, seats where there are none, and the commands for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.core.jit import PURE
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from training import decklab
from training.cli import main
from training.decklab import measure_balance, play_matchup, play_matrix, playing, setup_of
from training.decklab.open_worlds import OpenWorldsSetup
from training.decklab.setup import Pairing, Setup, Side
from training.measure.store import Store

pytestmark = pytest.mark.pure
compiled = pytest.mark.skipif(PURE, reason="plays too long uncompiled")
SMALL = setup_of("goofspiel", num_cards=4)
BAKER, ARES = "Baker-Braugn EDV", "Ares Venture Trust"


# ── Seats ────────────────────────────────────────────────────────────────────────────────────


def test_without_sides_seats_are_compared() -> None:
    assert [side.name for side in SMALL.sides()] == ["player_0", "player_1"]
    played = play_matchup("player_0", "player_1", "random", setup=SMALL, bouts=64)
    assert (played.seatings, played.games) == (1, 64)
    assert " took " not in played.text()  # all bid at once: nobody begins
    other = play_matchup("player_1", "player_0", "random", setup=SMALL, bouts=64)
    assert np.allclose(played.values, 1 - other.values)
    assert {*played.ends[0]} == {"w", "l", "t"}


def test_two_agents_hold_the_seat_by_turns() -> None:
    """The script wins in either seat, so neither seat is better."""
    played = play_matchup("player_0", "player_1", "scripted", "random", setup=SMALL, bouts=96)
    assert played.seatings == 2
    held, left = (part.mean() for part in played.points)
    assert held > 0.6
    assert left < 0.4
    text = played.text()
    assert text.index("with scripted for it and random for player_1") < text.index("with random for it")


def test_seats_of_three_are_those_of_the_same_games() -> None:
    setup = Setup(Goofspiel(num_players=3, num_cards=4))
    meta = play_matrix(agent="random", setup=setup, bouts=48)
    assert meta.names == ["player_0", "player_1", "player_2"]
    ahead = {pair: state.values for pair, state in meta.matchups.items()}
    for one, two, three in zip(ahead[0, 1], ahead[1, 2], ahead[0, 2], strict=True):
        assert not (one > 0.5 and two > 0.5 and three < 0.5), "no order of finish goes round"
    text = meta.text()
    assert "144 games by random" in text
    assert "Nash" not in text, "nobody chooses a seat"


def test_no_seat_is_another_game_s_side() -> None:
    with pytest.raises(ValueError, match=r"played without sides, .* no seat 'player_7'; nearest: 'player_"):
        SMALL.side("player_7")
    with pytest.raises(ValueError, match="player_0 can't meet itself"):
        play_matchup("player_0", "player_0", "random", setup=SMALL, bouts=16)


def test_the_balance_of_seats() -> None:
    found = measure_balance(agents=["random", "scripted"], setup=SMALL, bouts=256)
    assert [state.pairing.agent for state in found.matchups] == ["random", "scripted"]
    lines = found.text().splitlines()
    assert lines[0].startswith("player_0 against player_1, played by random: ")
    assert not any("who is first" in line or line.startswith("  player 0") for line in lines)
    assert lines[-2] == "fair: all shares 48 to 52 %"
    low, high = found.matchups[0].plain.low, found.matchups[0].plain.high
    assert low < 0.5 < high, "chance has no favourite seat"
    assert found.rows()[0]["first"] is None


def test_what_was_played_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    how: dict[str, Any] = {"agent": "random", "setup": SMALL, "bouts": 32}
    with Store(tmp_path / "s.sqlite") as store:
        before = play_matchup("player_0", "player_1", **how, store=store)
        other = {**how, "setup": setup_of("goofspiel", num_cards=5)}
        assert play_matchup("player_0", "player_1", **other, store=store).ends != before.ends
        monkeypatch.setattr(playing, "play_block", None)  # nobody can play
        assert play_matchup("player_0", "player_1", **how, store=store).ends == before.ends


# ── Sides ────────────────────────────────────────────────────────────────────────────────────


@compiled
def test_a_game_with_sides_needs_no_setup_of_its_own() -> None:
    """By the contract alone come the games that Open Worlds' own setup plays, in the kernel and without."""
    general, own = Setup(OpenWorlds()), OpenWorldsSetup()
    assert [side.name for side in general.sides()] == [deck.name for deck in own.sides()]
    there = Pairing(general.side(BAKER), general.side(ARES), "builder", "raider", 3)
    here = Pairing(own.side(BAKER), own.side(ARES), "builder", "raider", 3)
    assert general.seatings(there) == own.seatings(here)
    played = general.play(there, 2, 6, 1)
    for games in (own.play_agents(here, 2, 6), own.play(here, 2, 6, 1)):
        for word in ("ends", "turns", "seat"):
            assert (getattr(played, word) == getattr(games, word)).all(), word


@compiled
def test_with_three_seats_a_side_meets_two_of_the_other() -> None:
    general = Setup(OpenWorlds(num_players=3, max_turns=4))
    pairing = Pairing(general.side(BAKER), general.side(ARES), "builder", "builder")
    assert [seating.seat for seating in general.seatings(pairing)] == [0, 1, 2]
    assert general.game_with(pairing, 1).sides == (ARES, BAKER, ARES)
    played = play_matchup(pairing.one, pairing.other, "builder", setup=general, bouts=16)
    assert played.games == 48
    assert "the same game from all seats" in played.text()


def test_a_side_is_known_by_what_it_is() -> None:
    one, other = Side("mine", ["5x Exploit"]), Side("yours", ["5x Exploit"])
    assert SMALL.key(one) == SMALL.key(other) != SMALL.key(Side("mine", ["4x Exploit"]))


# ── Commands ─────────────────────────────────────────────────────────────────────────────────


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    capsys.readouterr()
    code = main(typed)
    told = capsys.readouterr()
    assert code == 0, told.err
    return told.out


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = ("--game", "goofspiel", "--option", "num_cards=4", "--agent", "random", "--games", "32")
    kept = ("--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path), "--processes", "1")
    told = said(capsys, "decks", "duel", "player_1", "player_0", *game, *kept)
    assert "player_1 against player_0, played by random, seed 1" in told
    assert "32 games: " in told
    assert json.loads((tmp_path / "duel.json").read_text())[0]["side"] == "player_1"
    assert "row against column" in said(capsys, "decks", "matrix", *game, *kept)
    assert "matchups" in json.loads((tmp_path / "matrix.json").read_text())
    assert not (tmp_path / "metagame.png").exists()
    assert "fair: all shares 48 to 52 %" in said(capsys, "decks", "balance", *game, *kept)
    assert "its seats can be compared:\nplayer_0\n" in said(capsys, "decks", "--game", "goofspiel")
    assert "player_2" in said(capsys, "decks", "list", "--game", "goofspiel", "--option", "num_players=3")


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("decks duel player_0 player_9 --game goofspiel", "there is no seat 'player_9'"),
        ("decks cards x --game goofspiel", "--game: this is for open_worlds alone, got goofspiel"),
        ("decks --game goofspiel random", "--game: this is for open_worlds alone, got goofspiel"),
        ("decks balance --game goofspiel --cards own.toml", "goofspiel: "),
        ("decks balance --game goofspiel --agent expert", "expert plays open_worlds, not goofspiel"),
        ("cards --game goofspiel --kind ship", "--kind: is for open_worlds, not for goofspiel"),
        (
            "cards --game goofspiel show Titan",
            "--game: this is for open_worlds, star_realms, these_new_worlds, tradeworlds, expansive_universe alone, "
            "got goofspiel",
        ),
    ],
)
def test_what_is_refused(typed: str, refusal: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(typed.split()) == 2
    assert refusal in capsys.readouterr().err


def test_cards_and_rules_of_a_game_that_says_little(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "cards", "--game", "goofspiel")
    assert told.startswith("Goofspiel tells its cards by number alone")
    assert len(told.splitlines()) == 2 + 13
    told = said(capsys, "rules", "--game", "goofspiel")
    assert told == "Goofspiel has no numbered rules: they stand in its code alone, ow_env.goofspiel.rules.\n"


# ── Old names ────────────────────────────────────────────────────────────────────────────────


@compiled
def test_old_names_work_and_say_the_new_ones() -> None:
    with pytest.warns(FutureWarning, match=r"training\.decklab\.Field is now training\.decklab\.open_worlds\.OpenW"):
        setup = decklab.Field()
    with pytest.warns(FutureWarning, match=r"decklab\.by_pilots is now training\.decklab\.compare_agents"):
        by_pilots = decklab.by_pilots
    played = by_pilots(BAKER, ARES, ["builder", "raider"], bouts=256, table=setup)
    assert [state.pairing.agent for state in played] == ["builder", "raider"]
    with pytest.warns(FutureWarning, match=r"decklab\.duel is now"):
        again = decklab.duel(BAKER, ARES, pilot="raider", bouts=256)
    assert again.ends == played[1].ends
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        decklab.nothing  # noqa: B018


@compiled
def test_old_options_work_and_say_the_new_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = ["--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path), "--games", "512"]
    with pytest.warns(FutureWarning, match="--pilot is now --agent"):
        assert main(["decks", "balance", "--pilot", "builder", "random", *kept]) == 0
    assert "played by random: " in capsys.readouterr().out


# ── Factions ─────────────────────────────────────────────────────────────────────────────────


def test_factions_are_sides_though_the_game_draws_them() -> None:
    setup = setup_of("tradeworlds", scenario="Space Wars", factions=["Covenant", None])
    assert [side.name for side in setup.sides()] == ["Acolytes", "Brethren", "Covenant", "Destined"]
    assert setup.side_word == "faction"
    assert setup_of("tradeworlds").settings["options"]["scenario"] == "Trade Wars"
    with pytest.raises(ValueError, match="nearest: 'Covenant'"):
        setup.side("Covenent")
    with pytest.raises(ValueError, match="The Derelict is played alone"):
        setup_of("tradeworlds", scenario="The Derelict")


@compiled
def test_covenant_wins_trade_wars_as_printed() -> None:
    for levelled, low, high in ((False, 0.8, 1.0), (True, 0.2, 0.7)):
        setup = setup_of("tradeworlds", levelled_factions=levelled)
        played = play_matchup("Covenant", "Destined", "raider", setup=setup, bouts=128)
        assert low < played.values.mean() < high, levelled
        assert " took " in played.text()  # who moves first is told
