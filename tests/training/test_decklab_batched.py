"""The deck lab's games between learned agents: in blocks the same games as one by one, stand-ins among them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import agents
from agents import learned
from agents.learned.transfer import actions_like, features_like
from ow_env.core.batch import Batch
from ow_env.goofspiel.game import Goofspiel
from ow_env.open_worlds.decks import random_deck
from ow_env.open_worlds.game import OpenWorlds
from training.cli import main
from training.decklab.open_worlds import (
    batched,
    card_value,
    card_values,
    deck_search,
    note_cards,
    search_decks,
    setup as lab_setup,
)
from training.decklab.open_worlds.kernel import AGENTS
from training.decklab.open_worlds.setup import OpenWorldsSetup, batch_runner, kernel_runner, roster_of, runner_of
from training.decklab.playing import play_matchup
from training.decklab.seeds import seeds_from
from training.measure.store import Store

SETUP = OpenWorldsSetup()
SEED = 77


def some_games(names: tuple[str, str], count: int = 40) -> tuple[Any, ...]:
    """What a runner takes: games of two matchups, either agent in either seat."""
    pairs = [(SETUP.side("Smith-Boson F.E."), random_deck(SETUP.catalogue, 54, 5))]
    pairs += [(random_deck(SETUP.catalogue, 54, 6), SETUP.side("Empyrean Enterprises"))]
    templates = np.concatenate([SETUP.template(*pair) for pair in pairs])
    rows = np.arange(count)
    roster = roster_of(*names)
    seated = np.array([roster.index(name) for name in names], np.int8)
    both = np.where(rows[:, None] % 4 < 2, seated, seated[::-1]).astype(np.int8)
    numbers = 3 + rows // 2
    return templates, rows % 2, numbers, SEED, both, seeds_from(9, numbers[:, None], np.arange(2))


# ── The same games ───────────────────────────────────────────────────────────────────────────────


def test_scripts_play_in_blocks_as_in_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game at a time, and so that what they draw, they draw alike."""
    given = list(some_games(("expert", "builder"), 24))
    given[-1] = (1000 * np.arange(24)[:, None] + given[-2]).astype(np.uint64)
    monkeypatch.setattr(batched, "PIECE", 1)
    monkeypatch.setattr(batched, "seed_of", lambda *parts: 1000 * (parts[-1][0] // 1000))
    kernel = kernel_runner(SETUP, 1).play(*given)
    game = SETUP.game_of(*SETUP.pairs()[0])
    blocks = batched.BatchRunner(game, AGENTS).play(*given)
    for name in kernel[0].dtype.names:
        np.testing.assert_array_equal(kernel[0][name], blocks[0][name], err_msg=name)
    np.testing.assert_array_equal(kernel[1]["cards"], blocks[1]["cards"])
    assert len({int(bits) for bits in np.unique(blocks[1]["cards"])}) > 4, "cards came and went in many ways"


def test_a_game_is_the_same_in_any_block_and_with_any_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("learned-54", "learned-40")
    given = some_games(names)
    whole = runner_of(SETUP, 1, roster_of(*names)).play(*given)
    monkeypatch.setattr(batched, "PIECE", 7)
    for threads in (1, 2):
        results, notes = batch_runner(SETUP, threads, roster_of(*names), 54).play(*given)
        assert results.tobytes() == whole[0].tobytes()
        assert notes.tobytes() == whole[1].tobytes()
    assert set(whole[0]["winner"]) == {0, 1}


def test_a_learned_agent_plays_in_blocks_as_it_does_step_by_step() -> None:
    """Also one that chooses by chance: its draws are those of the game, whoever seats it."""
    decks = SETUP.pairs()[0]
    game = SETUP.game_of(*decks)
    one, other = agents.make("learned", game), agents.make("learned-40", game)
    assert isinstance(one, learned.LearnedAgent)
    one.temperature = 1.0
    runner = batched.BatchRunner(game, ("learned", "learned-40"))
    runner.loaded["learned"] = one
    template, zeros = SETUP.template(*decks), np.zeros(1, np.int64)
    seated, seeds = np.array([[0, 1]], np.int8), np.zeros((1, 2), np.uint64)
    [result], _ = runner.play(template, zeros, zeros + 11, SEED, seated, seeds)
    batch, decisions = Batch(game, 1, SEED, first_game=11, observe="acting", rows="sparse"), 0
    while not (batch.terminated[0] or batch.truncated[0]):
        actions = np.zeros((1, 2), np.int32)
        for seat in np.flatnonzero(batch.to_act[0]):
            at = np.zeros(1, np.intp), np.array([seat])
            actions[0, seat] = batched.choose((one, other)[seat], batch, *at, decisions)[0]
        batch.step(actions)
        decisions += 1
    state = batch.states[0]
    assert (result["winner"], result["turns"], result["decisions"]) == (state["winner"], state["turn"], decisions)
    assert result["first"] in (0, 1)


def test_learned_by_name_is_the_agent_for_the_size_of_the_decks() -> None:
    played = {size: batch_runner(SETUP, 1, ("learned",), size).loaded["learned"] for size in (54, 40)}
    named = {size: agents.make(f"learned-{size}", SETUP.game) for size in (54, 40)}
    for size in (54, 40):
        assert played[size].parameters["weights"] == named[size].parameters["weights"]
    assert runner_of(SETUP, 1, ("learned",), 54) is runner_of(SETUP, 1, ("learned",), 54)
    assert runner_of(SETUP, 1, ("learned",), 54) is not runner_of(SETUP, 1, ("learned",), 40)


def test_a_matchup_of_learned_agents_is_played_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_setup, "BLOCK", 8)
    ares, baker = "Ares Venture Trust", "Baker-Braugn EDV"
    blocks = play_matchup(ares, baker, "learned", "expert", bouts=8, setup=SETUP, threads=2)
    monkeypatch.setattr(OpenWorldsSetup, "is_fast", lambda setup, *names: False)
    monkeypatch.setattr("training.decklab.setup.BLOCK", 8)
    steps = play_matchup(ares, baker, "learned", "expert", bouts=8, setup=SETUP)
    assert blocks.ends == steps.ends
    assert (blocks.turns, blocks.first, blocks.seat) == (steps.turns, steps.first, steps.seat)


def test_who_can_play_in_blocks(tmp_path: Path) -> None:
    assert SETUP.is_fast("learned", "learned-40", "expert", str(tmp_path / "mine.safetensors"))
    assert not SETUP.is_fast("learned", "search:20")
    assert roster_of("expert", "builder") == AGENTS
    assert roster_of("learned", "expert", "learned") == ("learned", "expert")
    SETUP.check_fast("expert")
    SETUP.check_fast("learned")
    with pytest.raises(ValueError, match=r"agent: expected one of random, builder, .*, got 'search:20'"):
        SETUP.check_fast("search:20")
    with pytest.raises(ValueError, match="there is no such file"):
        SETUP.check_fast(str(tmp_path / "none.safetensors"))


# ── Stand-ins ────────────────────────────────────────────────────────────────────────────────────


def test_a_stand_in_is_taken_for_the_card_it_stands_for() -> None:
    """What the network makes of a position is what it makes of the same one with the card itself."""
    catalogue, name = card_value.stand_in(SETUP.catalogue, "Titan", "Outpost")
    own = SETUP.with_stand_in(catalogue, name, "Outpost")
    deck = SETUP.side("Smith-Boson F.E.")
    game = own.game_of(card_value.replaced(deck, "Titan", name), own.side("Empyrean Enterprises"))
    known = SETUP.game_of(*SETUP.pairs()[0])
    agent = agents.make("learned-54", known)
    base, like = own.stand_ins or (None, None)
    assert base is SETUP
    assert like is not None
    assert isinstance(agent, learned.LearnedAgent)
    taken = batched.for_stand_ins(agent, known, game, like)
    assert isinstance(taken, learned.LearnedAgent)
    batch = Batch(game, 32, seed=2, autoreset=True)
    features, actions = features_like(known, game, like), actions_like(known, game, like)
    stand_in = catalogue.card_ids[name]
    seen_it = 0
    for _ in range(30):
        batch.rollout(5)
        at, seat = np.nonzero(batch.to_act)
        rows, masks = batch.observation[at, seat], batch.action_mask[at, seat]
        before = np.zeros((len(at), known.num_features), np.uint8)
        allowed = np.zeros((len(at), known.num_actions), np.int8)
        np.add.at(before.T, features, rows.T)
        np.maximum.at(allowed.T, actions, masks.T)
        policy = taken.network.policy(rows, masks)
        merged = np.zeros(allowed.shape)
        np.add.at(merged.T, actions, policy.T)
        one = masks.sum(1) == allowed.sum(1)  # where both the card and its stand-in may be played, each is an action
        np.testing.assert_allclose(merged[one], agent.network.policy(before, allowed)[one], atol=1e-5)
        held = batch.states["players"]["hand"]["cards"][at, seat] == stand_in
        seen_it += int(held.any(1).sum())
    assert seen_it > 20
    assert one.any()


def test_a_network_goes_over_to_its_own_game_unchanged() -> None:
    game = OpenWorlds()
    agent = agents.make("learned-54", game)
    assert isinstance(agent, learned.LearnedAgent)
    like = np.arange(len(game.catalogue.cards))
    same = learned.transferred(agent.network, "worlds", game, OpenWorlds(), like)
    for name, array in agent.network.weights.items():
        np.testing.assert_array_equal(same.weights[name], array, err_msg=name)


@pytest.mark.parametrize(
    ("game", "like", "said"),
    [
        (Goofspiel(), np.zeros(0, np.int64), "what is observed differs: goofspiel, not open_worlds"),
        (OpenWorlds(num_worlds=3), None, "what is observed differs: .* has 3 of world, not 5"),
        (OpenWorlds(), np.zeros(200, np.int64), "cards are of other sorts"),
    ],
)
def test_what_has_no_counterpart_is_refused(game: Any, like: Any, said: str) -> None:
    known = OpenWorlds()
    like = np.arange(len(known.catalogue.cards)) if like is None else like
    with pytest.raises(ValueError, match=said):
        features_like(known, game, like)
    if like.size == 200:
        with pytest.raises(ValueError, match="what may be done differs"):
            actions_like(known, game, like)


# ── What plays very many games ───────────────────────────────────────────────────────────────────


def test_learned_agents_value_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_setup, "BLOCK", 16)
    how: dict[str, Any] = {"against": ["Ares Venture Trust"], "bouts": 8, "setup": SETUP, "threads": 1}
    with Store(tmp_path / "s.sqlite") as store:
        found = card_values("Baker-Braugn EDV", "learned", card="Scout", store=store, **how)
        again = card_values("Baker-Braugn EDV", "learned", card="Scout", store=store, **how)
    assert again == found
    assert len(found.worths) > 10
    assert {worth.worth.bouts for worth in found.worths} == {lab_setup.BLOCK}
    assert any(worth.worth.mean for worth in found.worths)
    noted = note_cards("Baker-Braugn EDV", "learned", **how)
    assert {card.card for card in noted.cards} == set(SETUP.side("Baker-Braugn EDV").names)


def test_learned_agents_build_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_search, "OFFSPRING", 4)
    monkeypatch.setattr(deck_search, "RUNGS", (2, 4))
    monkeypatch.setattr(deck_search, "PROOF", 4)
    state = search_decks(None, "learned", size=40, generations=2, seed=3, setup=SETUP, threads=1)
    assert state.games > 0
    assert "weights" in state.settings["agent"]["parameters"]
    with pytest.raises(ValueError, match="agent: expected one of random"):
        search_decks(None, "search:5", generations=1, setup=SETUP)


def test_the_commands_take_learned_agents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path)]
    path = str(next(iter(agents.shipped.paths("open_worlds").values())))
    assert (
        main(["decks", "match", "Baker-Braugn EDV", "Ares Venture Trust", "--agent", path, "--games", "2", *where]) == 0
    )
    assert "512 games" in capsys.readouterr().out
