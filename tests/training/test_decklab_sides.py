"""The deck lab for any game: sides by the Game contract, seats where there are none, and the commands for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.game import OpenWorlds
from training.cli import main
from training.decklab import measure_balance, play_matchup, play_matrix, playing, setup as lab_setup, setup_of
from training.decklab.open_worlds import OpenWorldsSetup
from training.decklab.setup import Pairing, Setup, Side, half_points, lead_of
from training.measure.store import Store

pytestmark = pytest.mark.bounds
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
    letters = [meta.matchups[pair].ends[0] for pair in ((0, 1), (0, 2), (1, 2))]
    winners = {
        "wwo": (0,), "low": (1,), "oll": (2,),
        "tww": (0, 1), "wtl": (0, 2), "llt": (1, 2),
        "ttt": (0, 1, 2),
    }  # fmt: skip
    found = [winners["".join(three)] for three in zip(*letters, strict=True)]
    for (one, other), state in meta.matchups.items():
        points = [0.5 if {one, other} <= {*won} else float(one in won) for won in found if one in won or other in won]
        assert np.allclose(state.values, points), "what a third wins is neither a tie nor lost"
    assert {len(won) for won in found} >= {1, 2}
    text = meta.text()
    assert "144 games by random" in text
    alone = sum(len(won) == 1 for won in found)
    assert f"{alone} won by a third player, left out" in text
    assert f"{alone} of them won by others" not in meta.matchups[0, 1].text()
    third = meta.matchups[0, 1].count("o")
    assert f"{third} of them won by a third player, left out" in meta.matchups[0, 1].text()
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
    assert lines[-2] == "fair: all scores 48 to 52 %"
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


def test_three_seats_are_shared_in_every_way() -> None:
    general = Setup(OpenWorlds(num_players=3, max_turns=4))
    pairing = Pairing(general.side(BAKER), general.side(ARES), "builder", "builder")
    seats = [seating.seats for seating in general.seatings(pairing)]
    assert sorted(seats) == [(0,), (0, 1), (0, 2), (1,), (1, 2), (2,)]
    assert general.game_with(pairing, 1).sides == (ARES, BAKER, ARES)
    assert general.game_with(pairing, 0, 2).sides == (BAKER, ARES, BAKER)
    played = play_matchup(pairing.one, pairing.other, "builder", setup=general, bouts=16)
    assert played.games == 96
    assert "the same deal in every seat assignment" in played.text()


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
    told = said(capsys, "decks", "match", "player_1", "player_0", *game, *kept)
    assert "player_1 against player_0, played by random, seed 1" in told
    assert "32 games: " in told
    assert json.loads((tmp_path / "match.json").read_text())[0]["side"] == "player_1"
    assert "row against column" in said(capsys, "decks", "matrix", *game, *kept)
    assert "matchups" in json.loads((tmp_path / "matrix.json").read_text())
    for command in ("match", "matrix", "balance"):
        sides = ("player_1", "player_0") if command == "match" else ()
        told = json.loads(said(capsys, "decks", command, *sides, *game, *kept, "--json"))
        assert told == json.loads((tmp_path / f"{command}.json").read_text())
    assert not (tmp_path / "metagame.png").exists()
    assert "fair: all scores 48 to 52 %" in said(capsys, "decks", "balance", *game, *kept)
    assert "its seats can be compared:\nplayer_0\n" in said(capsys, "decks", "--game", "goofspiel")
    assert "player_2" in said(capsys, "decks", "list", "--game", "goofspiel", "--option", "num_players=3")


def test_cards_and_rules_of_a_game_that_says_little(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "cards", "--game", "goofspiel")
    assert told.startswith("Goofspiel has cards with numbers only")
    assert len(told.splitlines()) == 2 + 13
    told = said(capsys, "rules", "--game", "goofspiel")
    assert told.startswith("Goofspiel: how to play\n\nAim: ")
    assert told.endswith("ow_env.goofspiel.rules.\n"), "it has no numbered rules"


# ── Factions ─────────────────────────────────────────────────────────────────────────────────


def test_factions_are_sides_though_the_game_draws_them() -> None:
    setup = setup_of("tradeworlds", scenario="Space Wars", factions=["Covenant", None])
    assert [side.name for side in setup.sides()] == ["Acolytes", "Brethren", "Covenant", "Destined"]
    assert setup.side_word == "faction"
    assert setup_of("tradeworlds").settings["options"]["scenario"] == "Trade Wars"
    with pytest.raises(ValueError, match="nearest: 'Covenant'"):
        setup.side("Covenent")
    with pytest.raises(ValueError, match="TradeWorlds for one: no two factions meet"):
        setup_of("tradeworlds", scenario="The Derelict")


def test_a_side_takes_half_of_the_points_from_its_like_at_every_table() -> None:
    """A game is won by the side whose seat wins: not by who has it alone, nor by the way round it is looked at."""
    for players in (2, 3, 4):
        setup = setup_of("tradeworlds", num_players=players)
        pairing = Pairing(setup.side("Destined"), setup.side("Destined"), "random", "random")
        seats = [seating.seats for seating in setup.seatings(pairing)]
        held = [sum(seat in some for some in seats) for seat in range(players)]
        assert {*held} == {len(seats) // 2}, "either has every seat as often"
        rewards = np.where(np.eye(players) > 0, 1.0, -1.0).astype(np.float32)  # each seat wins once
        points = [half_points(lead_of(rewards, some, setup.seats_of_other(pairing, some))).mean() for some in seats]
        assert np.mean(points) == 1.0  # half points


def test_factions_at_a_table_of_four(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_setup, "QUICK", 24)
    setup = setup_of("tradeworlds", num_players=4)
    played = play_matchup("Acolytes", "Destined", "raider", setup=setup, bouts=24)
    again = play_matchup("Destined", "Acolytes", "raider", setup=setup, bouts=24)
    assert np.allclose(played.values, 1 - again.values)
    assert 0.3 < played.values.mean() < 0.7  # each seat of either wins about a fourth
    game = setup.game_with(played.pairing, 0, 2)
    assert game.sides == ("Acolytes", "Destined", "Acolytes", "Destined")


def test_what_a_third_faction_wins_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """No Faction of Expansive Universe is played twice: where others play too, their wins say nothing of these two."""
    monkeypatch.setattr(lab_setup, "QUICK", 24)
    setup = setup_of("expansive_universe", num_players=3)
    state = play_matchup("Wartribe", "Sorcerons", "random", setup=setup, bouts=24)
    assert state.count("o") > 0.2 * state.games
    won, lost = state.count("w"), state.count("l")
    assert state.count("o") + won + lost + state.count("t") + state.count("x") == state.games
    assert abs(state.values.mean() - won / (won + lost)) < 0.08
    assert 0.4 < state.values.mean() < 0.75
    assert np.allclose(state.values, 1 - play_matchup("Sorcerons", "Wartribe", "random", setup=setup, bouts=24).values)


def test_covenant_wins_trade_wars_as_printed() -> None:
    for levelled, low, high in ((False, 0.8, 1.0), (True, 0.2, 0.7)):
        setup = setup_of("tradeworlds", levelled_factions=levelled)
        played = play_matchup("Covenant", "Destined", "raider", setup=setup, bouts=128)
        assert low < played.values.mean() < high, levelled
        assert "; who moves first: score " in played.text()
