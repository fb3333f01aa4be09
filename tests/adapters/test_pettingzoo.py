"""The PettingZoo forms of every game: the library's own checks first, then ours."""

from __future__ import annotations

import copy
import inspect
import pickle
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils.conversions import aec_to_parallel

from ow_env import goofspiel_v0, star_realms_v0
from tests.adapters.choosing import same
from tests.games import NAMES, brief, class_of, each_name, module_of

SOME = tuple(name for name in NAMES if class_of(name).facts.choices != "turns")  # where several choose at once


def choose(env: Any, observations: Any, rng: np.random.Generator) -> dict[str, int]:
    """Return one random allowed action for each agent in the game."""
    return {agent: int(rng.choice(np.flatnonzero(observations[agent]["action_mask"]))) for agent in env.agents}


def play(env: Any, steps: int = 10_000, seed: int = 0) -> Any:
    """Play random allowed actions from where the game is; yield what each step returns."""
    rng = np.random.default_rng(seed)
    observations = {agent: look(env, agent) for agent in env.agents}
    for _ in range(steps):
        if not env.agents:
            return
        seen = env.step(choose(env, observations, rng))
        observations = seen[0]
        yield seen


def look(env: Any, agent: str) -> Any:
    """What an agent sees in the parallel form, without a step."""
    return env._observe(env.possible_agents.index(agent))


def begun(name: str, form: str = "parallel_env", seed: int = 1, **options: Any) -> Any:
    """An environment in which a game has begun."""
    env = getattr(module_of(name), form)(**options)
    env.reset(seed=seed)
    return env


def potentials(env: Any) -> list[float]:
    """How well the position looks to each of two seats: 0 at the beginning of most games."""
    return [env.game.engine.potential(env._batch.states[0], env.game.tables[0], seat) for seat in range(2)]


# ------------------------------------------------------------------ PettingZoo's own checks

# They sample forbidden actions, or do not know that a dict of observation and mask is usual.
lenient = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation numpy array is all zeros",
    "ignore:State numpy array is all zeros",
    "ignore:Environment's maximum and minimum state space values are equal",
    "ignore:Action mask numpy array is all zeros",
)


@each_name
@lenient
def test_the_librarys_own_checks(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = module_of(name)
    parallel_api_test(module.parallel_env(), num_cycles=100)
    api_test(module.env(), num_cycles=100)
    api_test(module.raw_env(), num_cycles=100)
    seed_test(module.env, num_cycles=100)
    parallel_seed_test(lambda: module.parallel_env(illegal="pass"), num_cycles=100)
    state_test(module.env(illegal="pass"), module.parallel_env(), num_cycles=50)
    render_test(module.env)
    assert "player_1" in capsys.readouterr().out  # "human" prints


@pytest.mark.parametrize("name", [name for name in NAMES if class_of(name).facts.players[1] > 2])
@lenient
def test_most_players(name: str) -> None:
    most = {"num_players": class_of(name).facts.players[1]}
    parallel_api_test(module_of(name).parallel_env(**most), num_cycles=100)
    api_test(module_of(name).env(**most), num_cycles=100)


@pytest.mark.parametrize("name", SOME)
def test_max_cycles(name: str) -> None:
    """It samples without the mask and expects that everybody is asked in every cycle.

    So its samples are the allowed actions with the highest id: bids in Goofspiel, and in Open
    Worlds the four cards that each player may exchange at the setup.
    """

    def highest_allowed(make: Any) -> Any:
        def made(max_cycles: int) -> Any:
            env = make(max_cycles=max_cycles)
            table = env.unwrapped
            for agent in table.possible_agents:
                table.action_space(agent).sample = partial(highest, table, agent)
            return env

        def highest(table: Any, agent: str) -> int:
            return int(np.flatnonzero(look(table, agent)["action_mask"])[-1])

        return made

    module = module_of(name)
    makers = highest_allowed(module.parallel_env), highest_allowed(module.env)
    max_cycles_test(SimpleNamespace(parallel_env=makers[0], env=makers[1]))


# ---------------------------------------------------------------- from one form to the other


@each_name
@pytest.mark.parametrize("cycles", [1, 7, 40])
def test_the_turn_based_form_plays_the_same_game(name: str, cycles: int) -> None:
    """And is cut off in the very position in which the parallel one is, though few may be asked in a cycle."""
    parallel, turns = (begun(name, form, 3, max_cycles=cycles) for form in ("parallel_env", "env"))
    observations = {agent: look(parallel, agent) for agent in parallel.agents}
    steps, rng = 0, np.random.default_rng(cycles)
    while parallel.agents:
        actions = choose(parallel, observations, rng)
        for agent in [a for a in parallel.agents if parallel._batch.to_act[0, parallel._seat(a)]]:
            assert turns.agent_selection == agent
            assert same(turns.observe(agent), observations[agent])  # no choice is seen too early
            turns.step(actions[agent])
        observations, rewards, terminated, truncated, _ = parallel.step(actions)
        assert (turns.rewards, turns.terminations, turns.truncations) == (rewards, terminated, truncated)
        assert same(turns.unwrapped.position(), parallel.position())
        steps += 1
    assert terminated["player_0"] or steps == cycles


def converted(module: Any, **options: Any) -> Any:
    """The turn-based form as PettingZoo makes it parallel, whatever the form says of itself."""
    env = module.env(**options)
    env.unwrapped.metadata["is_parallelizable"] = True
    return aec_to_parallel(env)


def play_converted(module: Any, seeds: range, **options: Any) -> None:
    """Play whole random games through the converted form, each beside our own parallel form."""
    one, other = converted(module, **options), module.parallel_env(**options)
    rng = np.random.default_rng(1)
    for seed in seeds:
        seen = one.reset(seed=seed)[0]
        assert same(seen, other.reset(seed=seed)[0])
        while other.agents:
            assert one.agents == other.agents
            actions = choose(other, seen, rng)
            stepped, expected = one.step(actions), other.step(actions)
            assert same(dict(stepped[1]), expected[1])  # rewards
            assert same(list(stepped[2:]), list(expected[2:]))
            seen = expected[0]
            assert same(stepped[0], seen)
        assert not one.agents


NOT_IN_A_CYCLE = r"expects agents to step in a cycle|only at the end of a cycle"


@pytest.mark.parametrize("options", [{}, {"num_players": 4}, {"illegal": "pass"}, {"max_cycles": 5}], ids=str)
@each_name
def test_is_parallelizable_tells_the_truth(name: str, options: dict[str, Any]) -> None:
    """True where whole games go through `aec_to_parallel`, False where they do not."""
    module = module_of(name)
    if options.get("num_players", 2) > class_of(name).facts.players[1]:
        pytest.skip("it is for fewer players")
    if module.env(**options).metadata["is_parallelizable"]:
        play_converted(module, range(3), **options)
    else:
        with pytest.raises(AssertionError, match=NOT_IN_A_CYCLE):
            play_converted(module, range(3), **{**options, "max_cycles": None})


@each_name
def test_who_may_forfeit_is_not_parallelizable(name: str) -> None:
    """The first to forfeit ends the game; `aec_to_parallel` waits for all others."""
    module = module_of(name)
    env = module.env(illegal="forfeit")
    assert not env.metadata["is_parallelizable"]
    with pytest.raises(AssertionError, match=r"converting|Converting"):
        aec_to_parallel(env)
    one = converted(module, illegal="forfeit")
    one.reset(seed=1)
    forbidden = {agent: int(one.aec_env.observe(agent)["action_mask"].argmin()) for agent in one.agents}
    with pytest.raises(AssertionError, match=NOT_IN_A_CYCLE):
        one.step(forbidden)


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="older than PettingZoo 1.27")
@pytest.mark.parametrize("name", ["ow_env/Goofspiel-v0", "ow_env/OpenWorlds-v0"])
def test_registered(name: str) -> None:
    assert pettingzoo.make("parallel", name, max_cycles=3).max_cycles == 3
    assert pettingzoo.make("aec", name).metadata["render_modes"] == ["ansi", "rgb_array", "human"]


# --------------------------------------------------------------------------- seeds and copies


@each_name
def test_a_seed_gives_the_same_game_and_reset_the_next(name: str) -> None:
    one, other = (module_of(name).parallel_env() for _ in range(2))
    first = one.reset(seed=5)
    second = one.reset()
    assert same(first, other.reset(seed=5))
    assert same(second, other.reset())
    list(play(one, 7))
    assert same(first, one.reset(seed=5))


def test_without_any_seed_games_differ() -> None:
    positions = set()
    for _ in range(8):
        env = goofspiel_v0.parallel_env()
        env.reset()
        positions.add(str(env.position()))
    assert len(positions) > 1


@each_name
def test_copies_have_the_same_future(name: str) -> None:
    env = begun(name, seed=3)
    list(play(env, 9))
    deep, pickled = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    future = list(play(env, 20))
    assert same(future, list(play(deep, 20)))
    assert same(future, list(play(pickled, 20)))
    assert same(env.reset(), deep.reset())


@each_name
def test_copies_of_the_turn_based_form_have_the_same_future(name: str) -> None:
    def run(env: Any, steps: int) -> Any:
        rng = np.random.default_rng(4)
        seen = []
        for agent in env.agent_iter(steps):
            observation, *rest = env.last()
            over = rest[1] or rest[2]
            allowed = np.flatnonzero(observation["action_mask"])
            seen.append((agent, observation, rest))
            env.step(None if over else int(rng.choice(allowed)))
        return seen

    env = begun(name, "env", 3)
    run(env, 7)  # an odd number: somebody's choice is waiting
    deep, pickled = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    future = run(env, 20)
    assert repr(future) == repr(run(deep, 20)) == repr(run(pickled, 20))


@each_name
def test_what_is_handed_out_belongs_to_the_receiver(name: str) -> None:
    env = module_of(name).parallel_env()
    observations, infos = env.reset(seed=1)
    for agent in env.agents:
        arrays = [*observations[agent].values(), infos[agent]["action_mask"]]
        assert all(array.base is None for array in arrays)
        for array in arrays:
            array[:] = 77
    for agent, seen in env.reset(seed=1)[0].items():
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].max() == 1
    in_turns = module_of(name).env()
    in_turns.reset(seed=1)
    for _ in range(2):
        seen, *_, info = in_turns.last()
        assert info["action_mask"].max() == seen["action_mask"].max() == 1
        info["action_mask"][:] = seen["action_mask"][:] = 77


# ----------------------------------------------------------------------- what is not allowed


def forbidden(env: Any, agent: str) -> int:
    """The highest action id this agent may not choose."""
    return int(np.flatnonzero(look(env, agent)["action_mask"] == 0)[-1])


@each_name
def test_a_forbidden_action_raises_and_changes_nothing(name: str) -> None:
    env = begun(name)
    before = env.position(), env.state()
    bad = forbidden(env, "player_1")
    reason = env.why_not("player_1", bad)
    assert reason
    good = int(np.flatnonzero(look(env, "player_0")["action_mask"])[0])
    with pytest.raises(ValueError, match="player_1 may not") as error:
        env.step({"player_0": good, "player_1": bad})
    assert reason in str(error.value)
    assert env.action_name("player_1", bad) in str(error.value)
    assert same(before, (env.position(), env.state()))
    assert env.agents == env.possible_agents


@each_name
@pytest.mark.parametrize("reward", ["win", "income"])
def test_a_forbidden_action_forfeits(name: str, reward: str) -> None:
    env = begun(name, illegal="forfeit", reward=reward)
    ahead = potentials(env) if reward == "income" else [0.0, 0.0]
    actions = choose(env, {agent: look(env, agent) for agent in env.agents}, np.random.default_rng(0))
    actions["player_1"] = forbidden(env, "player_1")
    _, rewards, terminations, truncations, _ = env.step(actions)
    assert list(rewards.values()) == pytest.approx([1.0 - ahead[0], -1.0 - ahead[1]])
    assert all(terminations.values())
    assert not any(truncations.values())
    assert env.agents == []


def test_with_more_than_two_nobody_wins_by_a_forfeit() -> None:
    env = begun("goofspiel", num_players=3, illegal="forfeit")
    _, rewards, terminations, _, _ = env.step({"player_0": 1, "player_1": 0, "player_2": 1})
    assert rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0}
    assert all(terminations.values())


@each_name
def test_in_turns_a_forbidden_action_is_answered_at_once(name: str) -> None:
    raising, forfeiting = begun(name, "raw_env"), begun(name, "raw_env", illegal="forfeit")
    agent = raising.agent_selection
    bad = forbidden(raising, agent)
    before = raising.position(), raising.state(), raising.agent_selection
    with pytest.raises(ValueError, match=f"{agent} may not"):
        raising.step(bad)
    with pytest.raises(TypeError, match="expected a whole number, got None"):
        raising.step(None)
    assert same(before, (raising.position(), raising.state(), raising.agent_selection))
    forfeiting.step(bad)
    assert forfeiting.rewards[agent] == -1.0
    assert sum(forfeiting.rewards.values()) == 0.0
    assert all(forfeiting.terminations.values())


@each_name
def test_a_forbidden_action_is_replaced(name: str) -> None:
    replacing, plain = begun(name, illegal="pass"), begun(name)
    observations = {agent: look(plain, agent) for agent in plain.agents}
    good = choose(plain, observations, np.random.default_rng(0))
    mask = observations["player_1"]["action_mask"]
    bad = forbidden(plain, "player_1")
    instead = 0 if mask[0] else int(np.flatnonzero(mask)[0])
    assert same(replacing.step(good | {"player_1": bad}), plain.step(good | {"player_1": instead}))


BAD_ACTIONS = [
    # actions                                    error       what the message says
    ({"player_0": 0},                            ValueError, "player_1 is missing"),
    ({"player_0": 0, "player_1": 0, "table": 0}, ValueError, "no agent is called 'table'"),
    ({"player_0": 0, "plyer_1": 0},              ValueError, "nearest: 'player_1'"),
    ({"player_0": 0, "player_1": "pass"},        TypeError,  "player_1: expected an id"),
    ({"player_0": 0.0, "player_1": 0},           TypeError,  "player_0: expected a whole number"),
    ({"player_0": True, "player_1": 0},          TypeError,  "player_0: expected a whole number"),
    ({"player_0": None, "player_1": 0},          TypeError,  "player_0: expected a whole number"),
    ({"player_0": -1, "player_1": 0},            ValueError, "expected an id from 0 to"),
    ({"player_0": 10**9, "player_1": 0},         ValueError, "expected an id from 0 to"),
    ([0, 0],                                     TypeError,  "expected a dict from agent"),
]  # fmt: skip


@pytest.mark.parametrize("module", [goofspiel_v0, star_realms_v0], ids=["at once", "in turns"])
@pytest.mark.parametrize(("actions", "error", "message"), BAD_ACTIONS)
def test_bad_actions_are_refused(module: Any, actions: Any, error: type[Exception], message: str) -> None:
    env = module.parallel_env(illegal="forfeit")  # bad input is refused whatever `illegal` says
    env.reset(seed=1)
    before = env.position(), env.state()
    with pytest.raises(error, match=message):
        env.step(actions)
    assert same(before, (env.position(), env.state()))
    assert env.agents == env.possible_agents


BAD_OPTIONS = [
    ({"max_cycles": 0},         "max_cycles: expected a whole number from 1 up"),
    ({"max_cycles": 2.5},       "max_cycles: expected a whole number from 1 up"),
    ({"illegal": "ignore"},     "illegal: expected one of 'raise', 'forfeit', 'pass'"),
    ({"reward": "fun"},         "reward: expected one of 'win', 'income'"),
    ({"render_mode": "ascii"},  "render_mode: expected one of None, 'ansi'"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), BAD_OPTIONS)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        goofspiel_v0.parallel_env(**options)


@pytest.mark.parametrize(
    ("seed", "error"), [(-1, ValueError), (2**63, ValueError), ("7", TypeError), (1.0, TypeError), (True, TypeError)]
)
def test_bad_seeds_are_refused(seed: Any, error: type[Exception]) -> None:
    env = begun("goofspiel")
    before = env.position()
    with pytest.raises(error, match="seed: expected"):
        env.reset(seed=seed)
    assert env.position() == before


@pytest.mark.parametrize("form", ["parallel_env", "raw_env"])
def test_before_reset_everything_says_so(form: str) -> None:
    env = getattr(goofspiel_v0, form)(render_mode="ansi")
    for call in (
        lambda: env.step({}) if form == "parallel_env" else env.step(0),
        env.render,
        env.state,
        env.position,
        lambda: env.legal_actions("player_0"),
    ):
        with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
            call()


# --------------------------------------------------------------------------- courses of games


@each_name
def test_a_game_ends_for_everybody_at_once(name: str) -> None:
    env = module_of(name).parallel_env(**brief(name))
    for game in range(2):
        env.reset(seed=game)
        *_, (observations, rewards, terminations, truncations, infos) = play(env, seed=game)
        assert env.agents == []
        for agent in env.possible_agents:
            assert terminations[agent] != truncations[agent]
            assert env.observation_space(agent).contains(observations[agent])
            assert same(infos[agent]["action_mask"], observations[agent]["action_mask"])
        assert sum(rewards.values()) == 0 or class_of(name).facts.payoff == "score"
        assert env.step({}) == ({}, {}, {}, {}, {})
        with pytest.raises(ValueError, match="the game is over"):
            env.step({"player_0": 0, "player_1": 0})


@each_name
def test_max_cycles_truncates(name: str) -> None:
    env = begun(name, max_cycles=3)
    steps = list(play(env))
    assert len(steps) == 3
    assert all(steps[-1][3].values())
    assert not any(steps[-1][2].values())
    env.reset()
    assert len(list(play(env))) == 3


@each_name
def test_income_rewards_add_up_to_the_result(name: str) -> None:
    """And to the potential that the first position had, which is 0 in most games."""
    totals, courses = [], []
    for reward in ("win", "income"):
        env = begun(name, reward=reward)
        first = potentials(env)
        courses = [rewards for _, rewards, *_ in play(env)]
        totals.append([sum(step[agent] for step in courses) for agent in env.possible_agents])
    assert np.subtract(totals[0], first) == pytest.approx(totals[1], abs=1e-4)
    assert any(value != 0.0 for rewards in courses[:-1] for value in rewards.values())


@each_name
def test_the_dead_take_leave_one_by_one(name: str) -> None:
    env = begun(name, "raw_env", max_cycles=1)
    while not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    for left in (1, 0):
        with pytest.raises(ValueError, match="only valid action is None"):
            env.step(0)
        env.step(None)
        assert len(env.agents) == left
    with pytest.raises(RuntimeError, match="the game is over"):
        env.step(None)


# ------------------------------------------------------------------- names and positions


@each_name
def test_names_ids_and_positions_lead_back(name: str) -> None:
    env = begun(name, seed=6)
    for _ in play(env, 12):
        for agent in env.agents:
            names = env.legal_actions(agent)
            ids = np.flatnonzero(look(env, agent)["action_mask"]).tolist()
            assert names == [env.action_name(agent, id) for id in ids]
            assert ids == [env.action_id(agent, name) for name in names]
            assert all(env.why_not(agent, name) is None for name in names)
        if env.agents:
            before = env.position(), env.state()
            observations, _ = env.set_position(env.position())
            assert same(before, (env.position(), env.state()))
            assert same(observations, {agent: look(env, agent) for agent in env.agents})
    position = env.position()
    other = module_of(name).parallel_env()
    other.reset(seed=99, options={"position": position})
    assert other.position() == position


def test_unknown_agents_are_named() -> None:
    with pytest.raises(ValueError, match="nearest: 'player_1'"):
        begun("goofspiel").legal_actions("player1")


@each_name
def test_drawings(name: str) -> None:
    text, picture = (begun(name, render_mode=mode) for mode in ("ansi", "rgb_array"))
    before = text.position()
    assert isinstance(text.render(), str)
    assert picture.render().dtype == np.uint8
    assert picture.render().shape[2] == 3
    assert text.position() == before


@each_name
def test_functions_pickle_and_show_their_options(name: str) -> None:
    module = module_of(name)
    shown = set(inspect.signature(module.parallel_env).parameters)
    assert {"max_cycles", "illegal", "reward", "render_mode", *brief(name)} <= shown
    if module.__name__.startswith("ow_env."):
        assert pickle.loads(pickle.dumps(module.parallel_env)) is module.parallel_env
