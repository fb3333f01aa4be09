"""No host hands out a number from which the deal follows: spies in every seat that can be had look for it.

A spy (tests/spy.py) walks through all it is given, as an opponent, an agent or the one who makes it, and deals games of
its own from every number there is. Without a secret a small seed can be tried out, which the docs say; with one not.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.registry import AGENTS
from ow_env import goofspiel_v0
from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.adapters.one_seat import OneSeat
from ow_env.adapters.sb3 import GameVecEnv
from ow_env.core.batch import Batch
from ow_env.core.game import Game
from ow_env.core.players import REGISTERED, Observation, look
from ow_env.core.secrecy import CHOICE, DETERMINIZATION, draw_keys, drawn_from, draws_of, seed_for
from ow_env.goofspiel.game import Goofspiel
from tests.spy import GAMMA, M2, ROUNDS, S11, Guesser, Reader, Spy, mixed, prizes_of, unmixed
from training.commands import match
from training.measure.ladder import Job, play_deal
from training.measure.match import play_batch, play_match
from training.replay.one_game import Adviser, one_game, seated_agents
from training.replay.stepping import advised, stepping
from training.replay.transcript import transcript
from training.selfplay import settings, train
from training.selfplay.forward import Decided

SEED = 0x3A5C_71E9_0D42_B867  # so large that nothing else is like it by accident
SMALL = 4217  # one of those that are tried out
TRIED = np.arange(5001, dtype=np.uint64)
SECRET = bytes(range(32))


def first(mask: np.ndarray) -> np.ndarray:
    """The first action allowed."""
    return mask.argmax(axis=-1)


@pytest.fixture
def spies(monkeypatch: pytest.MonkeyPatch) -> list[Spy]:
    """The spies that were made under the names "spy", "guesser" and "reader", in every registry."""
    made: list[Spy] = []
    for kind, name in ((Spy, "spy"), (Guesser, "guesser"), (Reader, "reader")):

        def factory(game: Game, seed: int, kind: type[Spy] = kind) -> Spy:
            made.append(kind(game, seed))
            return made[-1]

        monkeypatch.setitem(AGENTS, name, factory)
        monkeypatch.setitem(REGISTERED, name, factory)
    return made


# ── Hosts: each plays games of a seed and lets spies sit down ────────────────────────────────────


def one_seat(game: Game, seed: int, name: str, **options: Any) -> None:
    games = OneSeat(game, opponent=name, **options)
    games.begin(np.ones(1, np.bool_), [seed])
    for _ in range(ROUNDS):
        games.step(first(games.mask()))


def single(game: Game, seed: int, name: str, **options: Any) -> None:
    env = OneSeatEnv(game, opponent=name, seat="random", **options)
    env.reset(seed=seed)
    for _ in range(ROUNDS):
        env.step(int(first(env.action_masks())))


def vector(game: Game, seed: int, name: str, **options: Any) -> None:
    env = OneSeatVectorEnv(game, 3, opponent=name, **options)
    env.reset(seed=[seed, seed + 1, seed + 2])
    for _ in range(ROUNDS):
        env.step(first(env.action_masks()))


def sb3(game: Game, seed: int, name: str, **options: Any) -> None:
    env = GameVecEnv(game, 2, opponent=name, seat="alternate", **options)
    env._seeds = [seed, seed + 1]  # SB3's own `seed` takes no more than 32 bits
    env.reset()
    for _ in range(ROUNDS):
        env.step(first(env.action_masks()))


def in_a_match(game: Game, seed: int, name: str, **options: Any) -> None:
    players = [AGENTS[name](game, seed_for("agent", seed, seat)) for seat in range(2)]
    play_batch(game, players, 2, seed, **options)
    play_match(game, *players, games=2, seed=seed, **options)


def ow_match(game: Game, seed: int, name: str, time: bool = False) -> None:
    asked = {"one": name, "other": name, "game": "goofspiel", "decks": None, "games": 4, "seed": seed, "record": None}
    match.match(argparse.Namespace(**asked, random_decks=None, random_values=0, time=time))


def ow_watch(game: Game, seed: int, name: str) -> None:
    list(transcript(game, [name], seed, "full", False))


def a_page_to_step_through(game: Game, seed: int, name: str) -> None:
    players = seated_agents(game, [name], seed)[1]
    stepping(game, advised(one_game(game, players, seed, advise=True), Adviser(name, game, seed)), [name, name])


def ladder(game: Game, seed: int, name: str) -> None:
    play_deal(game.variants()[0], ((0, 1), (1, 0)), 0, Job(name, name, 0, 2, seed))


def first_allowed(decided: Decided, ids: NDArray[np.int64], draws: NDArray[np.float64]) -> None:
    """What the learner does: always the first action."""
    decided.action[ids] = decided.legal[decided.legal_at[ids]]


def arena(game: Game, seed: int, name: str) -> None:
    small = {"network": "flat", "num_envs": 2, "rollout": 64, "batch": 64, "device": "cpu"}
    who = {"scripted": [name], "share_scripted": 1.0, "share_pool": 0.0}
    run = train.set_up(Path("nowhere"), settings.read(None, game="goofspiel", seed=seed, **small, **who))
    run.arena.load_opponents()
    for _ in range(ROUNDS):
        run.arena.step(first_allowed, run.model.rollout_buffer)


WITH_SECRET: dict[str, Callable[..., None]] = {
    "OneSeat": one_seat, "Gymnasium": single, "make_vec": vector, "SB3": sb3, "match": in_a_match
}  # fmt: skip
HOSTS = WITH_SECRET | {
    "ow match": ow_match, "ow watch": ow_watch, "report": a_page_to_step_through, "ladder": ladder, "arena": arena
}  # fmt: skip


def busy(spies: list[Spy]) -> list[Spy]:
    """Those who have played, each with the whole of a deal before its eyes."""
    found = [spy for spy in spies if spy.prizes and len(spy.prizes[0]) >= ROUNDS]
    assert found, "nobody has seen anything"
    return found


@pytest.mark.parametrize("name", ["spy", "guesser", "reader"])
@pytest.mark.parametrize(
    "host", [pytest.param(host, marks=pytest.mark.slow if host == "arena" else ()) for host in HOSTS]
)
def test_no_number_that_a_player_can_reach_leads_to_the_deal(host: str, name: str, spies: list[Spy]) -> None:
    HOSTS[host](Goofspiel(), SEED, name)
    for spy in busy(spies):
        assert spy.finds(np.array([SEED], np.uint64)) == [SEED], "its eyes are open"
        assert spy.finds(spy.numbers()) == []


@pytest.mark.parametrize("name", ["spy", "guesser", "reader"])
def test_a_timed_match_warms_up_with_other_agents_on_other_games(name: str, spies: list[Spy]) -> None:
    """So no agent has played a game, or seen one like it, before it counts."""
    ow_match(Goofspiel(), SEED, name, time=True)
    players, warm = spies[:2], spies[2:]
    for some, seed in ((players, SEED), (warm, SEED + 1)):
        for spy in busy(some):
            assert spy.finds(np.array([SEED, SEED + 1], np.uint64)) == [seed]
            assert spy.finds(spy.numbers()) == []


@pytest.mark.parametrize("host", WITH_SECRET)
def test_small_seeds_can_be_tried_out_without_a_secret_only(host: str, spies: list[Spy]) -> None:
    """Without one: the promise that the docs make, no more, and it shows that the spy can find."""
    WITH_SECRET[host](Goofspiel(), SMALL, "spy")
    for spy in busy(spies):
        assert SMALL in spy.finds(TRIED)
        assert SMALL in tried_by_luck(spy) or not spy.luck
    spies.clear()
    WITH_SECRET[host](Goofspiel(), SMALL, "spy", secret=SECRET)
    for spy in busy(spies):
        assert spy.finds(TRIED) == []
        assert spy.finds(spy.numbers()) == []
        assert not tried_by_luck(spy)


def test_a_named_opponents_seed_can_be_tried_out_without_a_secret_only(spies: list[Spy]) -> None:
    for secret in (None, SECRET):
        one_seat(Goofspiel(), SMALL, "spy", secret=secret)
        tried = [seed for seed in TRIED.tolist() if seed_for("opponent", seed) == spies[-1].given[1]]
        assert tried == ([SMALL] if secret is None else [])


def tried_by_luck(spy: Spy) -> list[int]:
    """Return the seeds tried out whose game 0 gives a seat the luck that the spy had first."""
    if not spy.luck:
        return []
    luck = draws_of(draw_keys(TRIED, np.zeros(len(TRIED), np.int64), 2), np.zeros((1, 2), np.int64))
    return TRIED[np.isin(luck, spy.luck[0]).any(axis=1)].tolist()


def test_draws_tell_the_key_of_draws_and_not_by_what_hidden_things_are_drawn_anew() -> None:
    """Who knew that could retrace how hidden things were drawn anew, and so come to the true position."""
    batch, row, seat = Batch(Goofspiel(bids="hidden"), 1, seed=SEED), np.zeros(1, np.intp), np.ones(1, np.intp)
    batch.rollout(5)
    now, later = (look(batch, row, seat, moment, determinize=True) for moment in (5, 6))
    assert now.draws is not None
    assert now.determinizations is not None
    bits = (np.uint64(int(now.draws[0] * 2**53)) << S11) + np.arange(2**11, dtype=np.uint64)
    keys = unmixed(bits) - np.full(1, 2 * 5 + 1, np.uint64) * GAMMA
    key = keys[draws_of(keys, np.full(len(keys), 6)) == later.draws]
    assert key.tolist() == batch.draw_keys(row, seat).tolist(), "its eyes are open"
    for purpose in (CHOICE, DETERMINIZATION):
        anew = batch.determinizations(row, seat, drawn_from(key, np.full(1, 5), purpose))
        assert anew.tobytes() != now.determinizations.tobytes()


def test_what_pettingzoo_hands_to_agents_leads_to_no_deal() -> None:
    for secret in (None, SECRET):
        parallel = goofspiel_v0.parallel_env(secret=secret)
        spy = Spy(parallel.game, 0)
        given: list[Any] = [parallel.reset(seed=SEED)]
        for _ in range(ROUNDS):
            observations, infos = given[-1][0], given[-1][-1]
            spy.act(Observation(*(observations["player_0"][key][None] for key in ("observation", "action_mask"))))
            actions = {agent: int(first(info["action_mask"])) for agent, info in infos.items()}
            given.append(parallel.step(actions))
        spy.given = [*given, parallel.observation_space("player_0"), parallel.action_space("player_0")]
        assert spy.finds(spy.numbers()) == []
        assert spy.finds(np.array([SEED], np.uint64)) == ([SEED] if secret is None else [])
        in_turn = goofspiel_v0.env(secret=secret)
        in_turn.reset(seed=SEED)
        spy.given = []
        for _ in range(2 * ROUNDS):
            spy.given.append(in_turn.last())
            in_turn.step(int(first(spy.given[-1][0]["action_mask"])))
        assert spy.finds(spy.numbers()) == []


# ── That the spy can find ────────────────────────────────────────────────────────────────────────


def old_luck(seed: int, *coordinates: int) -> float:
    """Luck that is mixed from the seed step by step: what was handed out once."""
    bits = mixed(np.array([seed], np.uint64) ^ M2)
    for coordinate in coordinates:
        bits = mixed(bits + np.uint64((coordinate + 1) * int(GAMMA) % 2**64))
    return float(bits[0] >> np.uint64(11)) * 2.0**-53


WAYS: dict[str, Callable[[Batch, Spy], Any]] = {
    "as its seed": lambda batch, spy: spy.given.__setitem__(1, SEED),
    "in an attribute": lambda batch, spy: setattr(spy.given[0], "seed", SEED),
    "deep inside": lambda batch, spy: spy.given.append(SimpleNamespace(a={"b": [(SEED,)]})),
    "in an array": lambda batch, spy: spy.given.append(batch.seeds.copy()),
    "between other bytes": lambda batch, spy: spy.given.append(b"abc" + int(SEED).to_bytes(8, "little") + b"z"),
    "in words": lambda batch, spy: spy.given.append(f"{SEED:x}"),
    "as the key of chance": lambda batch, spy: spy.given.append(int(batch.rng["key"][0])),
    "as records of chance": lambda batch, spy: spy.given.append(batch.rng.copy()),
    "as luck mixed from it": lambda batch, spy: spy.luck.append(np.array([old_luck(SEED, 0, 0, 1)])),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_spy_that_is_told_finds_the_deal(way: str) -> None:
    game = Goofspiel()
    spy = Spy(game, 1)
    spy.prizes = prizes_of(game, np.array([SEED], np.uint64)).tolist()
    spy.given.append(Observation(np.zeros((1, game.num_features), np.uint8), np.ones((1, game.num_actions), np.int8)))
    assert spy.finds(spy.numbers()) == []
    WAYS[way](Batch(game, 1, SEED), spy)
    assert spy.finds(spy.numbers()) == [SEED]
