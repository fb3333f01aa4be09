"""Agent cards: what stands on a card is what was measured, of the agent that is there, by the rules that are."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import agents
from agents import learned, shipped
from agents.games import scripts_of
from agents.learned import PolicyValueNet
from ow_env.core.rules_hash import rules_hash
from ow_env.goofspiel.game import Goofspiel
from ow_env.registry import games
from training.cli import main
from training.games import make_game, with_sides
from training.measure import model_card as agent_cards
from training.measure.ladder import agent_key_of
from training.selfplay.policy import TrainableNet

ROOT = Path(__file__).parents[2]
SHIPPED = [path for game in games() for path in shipped.paths(game).values()]
each_shipped = pytest.mark.parametrize("path", SHIPPED, ids=[path.stem for path in SHIPPED])
LEARNED_54 = next(path for path in SHIPPED if path.stem == "learned-54")


@each_shipped
def test_a_shipped_agent_has_the_card_of_its_weights_by_these_rules(path: Path) -> None:
    card = json.loads(path.with_suffix(".json").read_text("utf-8"))
    file = learned.read_card(path)
    game = with_sides(file.game, file.trained["settings"]["decks"], **agent_cards.told_options(file))
    agent = agents.make(path.stem, game)
    assert card["agent"] == path.stem
    assert card["file"]["weights"] == agent.parameters["weights"]
    assert card["features_and_actions"] == file.digest
    assert card["trained"] == file.trained
    assert card["engine"] == rules_hash(game.engine.__name__), "the rules have changed: measure it anew"
    versions = {s["anchor"]: s["version"] for s in card["scores"]}
    versions |= {row["agent"]: row["version"] for row in card.get("anchors", ())}  # of a game for one
    assert versions == {name: agents.make(name, game).version for name in ("random", *scripts_of(game.name))}
    assert agent_cards.page(card) == path.with_suffix(".md").read_text("utf-8")
    for command in (card["command"], card["measured_by"]):
        assert path.with_suffix("").relative_to(ROOT).as_posix() in command


@each_shipped
def test_a_shipped_agent_has_the_settings_it_was_trained_with(path: Path) -> None:
    file = learned.read_card(path)
    trained = {"teacher": ""} | file.trained["settings"]  # some were trained before there were teachers
    kept = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
    assert {setting: trained[setting] for setting in kept} == kept
    game = with_sides(file.game, trained["decks"], **agent_cards.told_options(file))
    assert path.stem == shipped.name_for(game, any_deck=trained.get("random_matchups", 0) > 0)


def test_the_agent_that_fits_the_decks_is_seated() -> None:
    for decks, name in (
        (("Smith-Boson F.E.", "Empyrean Enterprises"), "learned-54"),
        (("Baker-Braugn EDV", "Ares Venture Trust"), "learned-40"),
        (("Smith-Boson F.E.", "Ares Venture Trust"), "learned-54"),
    ):
        game = make_game("open_worlds", decks=decks)
        assert agents.make("learned", game).parameters == agents.make(name, game).parameters
    with pytest.raises(
        ValueError, match=r"learned-54 plays open_worlds, not goofspiel, which learned, matcher, random"
    ):
        agents.make("learned-54", Goofspiel())


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a saved agent for Goofspiel that has learned nothing."""
    game = Goofspiel()
    network = TrainableNet(game, "flat", 8, 4, 8, 4)
    widths = {"whole": 8, "world": 4, "trunk": 8}
    trained = {"decisions": 7, "settings": {"seed": 3}}
    card = learned.Card(learned.FORMAT, "goofspiel", network.layout.digest, "flat", widths, 0.0, trained)
    path = tmp_path / "small.safetensors"
    learned.save(path, network.snapshot(), card)
    return path


def test_a_card_counts_every_game_from_both_seats(small: Path, tmp_path: Path) -> None:
    card = agent_cards.measure(small, 100, tmp_path / "kept.sqlite")
    against = card["scores"][0]
    assert [score["anchor"] for score in card["scores"]] == ["random", "matcher"]
    assert against["anchor"] == "random"
    assert against["games"] == against["won"] + against["lost"] + against["tied"] + against["truncated"] == 100
    assert against["points"] == (against["won"] + 0.5 * (against["tied"] + against["truncated"])) / 100
    assert [cell["games"] for cell in against["by_seat_and_deck"]] == [50, 50]
    assert sum(cell["points"] for cell in against["by_seat_and_deck"]) / 2 == pytest.approx(against["points"])
    assert against["low"] <= against["points"] <= against["high"]
    again = agent_cards.measure(small, 100, tmp_path / "kept.sqlite")  # nothing is left to play
    assert _lasting(again) == _lasting(card)


def _lasting(card: dict[str, Any]) -> dict[str, Any]:
    """Return a card without what depends on the machine."""
    return {key: value for key, value in card.items() if key not in ("milliseconds", "machine")}


def test_the_command_writes_the_card_beside_the_agent(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["agents", "card", str(small), "--games", "100"]) == 0
    text = small.with_suffix(".md").read_text("utf-8")
    assert text == agent_cards.page(json.loads(small.with_suffix(".json").read_text("utf-8")))
    assert "7 decisions" in text
    assert main(["agents", "card", str(small), "--games", "5"]) == 2
    assert "games: expected 100 or more, got 5" in capsys.readouterr().err
    written = []
    monkeypatch.setattr("training.agent_card.measure", lambda *given, **named: {})
    monkeypatch.setattr("training.measure.model_card.write", lambda card, folder: written.append(folder) or ())
    shipped = str(next(Path(agents.__file__).parent.glob("goofspiel/shipped/*.safetensors")))
    for typed in ([str(small)], [shipped], [shipped, "--out", "cards"]):
        assert main(["agents", "card", *typed]) == 0
    assert written == [tmp_path, Path(), Path("cards")], "what comes with the package is not written over"
    (tmp_path / "file").touch()
    assert main(["agents", "card", shipped, "--out", "file"]) == 2


def test_agents_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agents"]) == 0
    listed = capsys.readouterr().out
    assert all(any(line.startswith(f"{name} ") for line in listed.splitlines()) for name in agents.names("open_worlds"))


def test_other_weights_are_another_agent(small: Path) -> None:
    agent = learned.load(small, Goofspiel())
    weights = dict(agent.network.weights)
    weights["value.bias"] = weights["value.bias"] + 1
    assert learned.digest_of(PolicyValueNet(agent.network.layout, weights)) != learned.digest_of(agent.network)


def test_the_same_weights_are_the_same_entry_of_a_ladder_however_long_they_took(small: Path) -> None:
    before = agent_key_of(str(small), Goofspiel())
    agent = learned.load(small, Goofspiel())
    learned.save(small, agent.network, replace(agent.card, trained={"seconds": 99}))
    assert agent_key_of(str(small), Goofspiel()) == before
    weights = dict(agent.network.weights)
    weights["value.bias"] = weights["value.bias"] + 1
    learned.save(small, PolicyValueNet(agent.network.layout, weights), agent.card)
    assert agent_key_of(str(small), Goofspiel()).key != before.key


def saved_for_open_worlds(path: Path, trained: dict[str, Any]) -> Path:
    """Save an agent for Open Worlds that has learned nothing, and says this of its training."""
    game = make_game("open_worlds")
    network = TrainableNet(game, "flat", 4, 4, 4, 4)
    widths = {"whole": 4, "world": 4, "trunk": 4}
    card = learned.Card(learned.FORMAT, "open_worlds", network.layout.digest, "flat", widths, 0.0, trained)
    learned.save(path, network.snapshot(), card)
    return path


def test_no_file_that_an_agent_names_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret itself\n")
    opened: list[str] = []

    def spied(read: Any) -> Any:
        def reading(self: Path, *arguments: Any, **named: Any) -> Any:
            opened.append(self.name)
            return read(self, *arguments, **named)

        return reading

    for named in ([str(secret), str(secret)], ["secret.txt", "Empyrean Enterprises"], ["\x1b[31m", "x"]):
        path = saved_for_open_worlds(tmp_path / "spy.safetensors", {"settings": {"decks": named}})
        with monkeypatch.context() as patched:
            for way in ("read_text", "read_bytes"):
                patched.setattr(Path, way, spied(getattr(Path, way)))
            assert main(["agents", "card", str(path), "--games", "100"]) == 2
        said = capsys.readouterr().err
        assert "which is no printed one: its file is not opened" in said
        assert "the secret itself" not in said
        assert said.removesuffix("\n").isprintable()
    assert "decks.toml" in opened  # the printed ones
    assert "secret.txt" not in opened


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ({}, {}),
        ({"num_players": 4, "scenario": "Space Wars"}, {"num_players": 4, "scenario": "Space Wars"}),
        ({"finish_round": True, "max_rounds": 50}, {"finish_round": True, "max_rounds": 50}),
        ({"cards": "/etc/passwd"}, None),
        ({"scenario": "/etc/passwd"}, None),
        ({"max_rounds": "/etc/passwd"}, None),
        ({"\x1b[31m": 1}, None),
        ([1], {}),
    ],
)
def test_options_that_an_agent_tells_of_are_taken_if_they_name_no_file(told: Any, kept: dict[str, Any] | None) -> None:
    card = learned.Card(learned.FORMAT, "tradeworlds", "", "flat", {}, 0.0, {"settings": {"options": told}})
    if kept is not None:
        assert agent_cards.told_options(card) == kept
        return
    with pytest.raises(ValueError, match="which may name a file: it is not opened on the agent's word") as refusal:
        agent_cards.told_options(card)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("players", [2, 4])
def test_decks_an_agent_tells_of_are_one_for_each_player(players: int) -> None:
    options = {"num_players": players}
    decks = ["Acolytes", "Brethren", "Covenant", "Destined"]
    for told in (2, 4):
        settings = {"options": options, "decks": decks[:told]}
        card = learned.Card(learned.FORMAT, "tradeworlds", "", "flat", {}, 0.0, {"settings": settings})
        if told == players:
            assert agent_cards.named_decks(Path("x"), card, options) == decks[:told]
            continue
        with pytest.raises(ValueError, match=f"x: trained with {told} decks; name {players}, one for each player"):
            agent_cards.named_decks(Path("x"), card, options)


def test_what_an_agent_says_of_itself_is_text_on_its_card() -> None:
    card = json.loads(LEARNED_54.with_suffix(".json").read_text("utf-8"))
    nasty = "\x1b[31m<script>alert(1)</script>\n# a | [head](http://x) `"
    card["trained"]["versions"] = {"nasty": nasty, nasty: "1"}
    card["trained"]["settings"] |= {"decks": [nasty], "scripted": [nasty], "seed": nasty, "threads": nasty}
    card["trained"]["settings"]["options"] = {nasty: nasty}
    page = agent_cards.page(card)
    assert "\x1b" not in page
    assert "<script>" not in page
    assert "\n# a" not in page
    assert "[head](" not in page


def test_a_card_says_which_mode_it_is_of() -> None:
    card = json.loads(LEARNED_54.with_suffix(".json").read_text("utf-8"))
    assert "plays Open Worlds, trained by self-play with Smith-Boson F.E. and Empyrean " in agent_cards.page(card)
    three = ["Smith-Boson F.E.", "Empyrean Enterprises", "Smith-Boson F.E."]
    card["trained"]["settings"] |= {"options": {"num_players": 3}, "decks": three}
    told = "plays Open Worlds (num_players 3), trained by self-play with"
    assert f"{told} Smith-Boson F.E., Empyrean Enterprises and Smith-Boson F.E. The results" in agent_cards.page(card)
    card["trained"]["settings"]["random_figures"] = 0.5
    assert ", for 0.5 of the run with random card values" in agent_cards.page(card)


def test_a_card_says_how_the_agent_chooses(small: Path) -> None:
    card = agent_cards.measure(small, 100)
    assert "It always takes the likeliest action, so its play can be predicted: " in agent_cards.page(card)
    card["trained"]["settings"]["temperature"] = 1.0
    assert "It draws its actions from its policy, at temperature 1.0: " in agent_cards.page(card)
