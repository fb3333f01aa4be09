"""Games as OpenSpiel has them: the same games as ours, its checks, and that no copy for search knows what is hidden."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import numpy as np
import pytest

import agents  # noqa: F401  whose names are opponents'
from ow_env import registry
from ow_env.core.batch import Batch

pyspiel = pytest.importorskip("pyspiel", reason="needs open-worlds-env[openspiel]")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from ow_env.adapters import openspiel  # noqa: E402

SHORT = {  # parameters by which a game is short, by its name in OpenSpiel
    "ow_env_open_worlds": "max_turns=1",
    "ow_env_star_realms": "max_turns=6",
    "ow_env_these_new_worlds": "rounds=2",
    "ow_env_tradeworlds": "max_rounds=2",
    "ow_env_expansive_universe": "max_rounds=1",
    "ow_env_goofspiel": "num_cards=4",
}


def load(name: str, options: str = "") -> Any:
    given = ",".join(filter(None, (SHORT[name], options)))
    return pyspiel.load_game(f"{name}({given})")


def begun(game: Any) -> Any:
    """Return a state at its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def played(state: Any, rng: np.random.Generator, decisions: int = 10**6) -> Any:
    """Play on at random."""
    while not state.is_terminal() and decisions:
        if state.is_chance_node():
            numbers, probs = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(numbers, p=probs)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            decisions -= 1
    return state


# ------------------------------------------------------------------------------------ names and parameters


def test_every_game_is_registered_with_its_options() -> None:
    assert set(SHORT) <= set(pyspiel.registered_names())
    types = {each.short_name: each for each in pyspiel.registered_games()}
    for name in registry.ROWS:
        told = types[f"ow_env_{name}"]
        assert told.parameter_specification.keys() - {"rng_seed"} == set(registry.make(name).options)
        assert ("rng_seed" in told.parameter_specification) == (name != "goofspiel")


def test_parameters_are_the_games_options() -> None:
    given = "decks=Baker-Braugn EDV;Ares Venture Trust,open_decklists=True,num_worlds=3,first_player=player_1"
    game = pyspiel.load_game(f"ow_env_open_worlds({given})")
    decks = ["Baker-Braugn EDV", "Ares Venture Trust"]
    ours = registry.make("open_worlds", decks=decks, open_decklists=True, num_worlds=3, first_player="player_1")
    assert game.game.options == ours.options
    again = pyspiel.load_game(str(game))
    assert again.game.options == ours.options
    seats = pyspiel.load_game("ow_env_tradeworlds(factions=Covenant;;Acolytes)")
    assert seats.game.options["factions"] == ["Covenant", None, "Acolytes"]
    assert seats.num_players() == 3
    assert seats.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    alone = pyspiel.load_game("ow_env_tradeworlds(scenario=The Derelict,num_players=1,factions=Covenant)")
    assert alone.game.options["factions"] == ["Covenant"]
    gold = pyspiel.load_game("ow_env_expansive_universe(starting_gold=3;4)")
    assert gold.game.options["starting_gold"] == [3, 4]
    both_lose = pyspiel.load_game("ow_env_these_new_worlds(nobody=loss)")
    assert both_lose.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert both_lose.utility_sum() is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ow_env_goofspiel(num_cards=99)", "num_cards: expected a whole number from 4 to 13, got 99"),
        ("ow_env_goofspiel(order=up)", "order: expected one of"),
        ("ow_env_goofspiel(cards=3)", "Unknown parameter 'cards'. Available parameters are: .*num_cards"),
        ("ow_env_star_realms(max_turns=many)", "Wrong type for parameter max_turns"),
        ("ow_env_star_realms(rng_seed=-7)", "rng_seed: expected a whole number from 0 up, or -1 for a fresh one"),
    ],
)
def test_a_parameter_that_does_not_fit_is_refused(text: str, told: str) -> None:
    with pytest.raises((ValueError, pyspiel.SpielError), match=told):
        pyspiel.load_game(text)


# -------------------------------------------------------------------------------------------- OpenSpiel's checks


@pytest.mark.parametrize("name", SHORT)
def test_openspiel_finds_no_fault(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    """It clones, replays, serialises (by itself only where chance is explicit), and compares what seats see."""
    game = load(name)
    explicit = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert explicit == (name == "ow_env_goofspiel")
    pyspiel.random_sim_test(game, num_sims=1, serialize=explicit, verbose=False)


@pytest.mark.parametrize("name", SHORT)
def test_rl_environment_plays_to_the_end(name: str) -> None:
    env = rl_environment.Environment(load(name))
    rng = np.random.default_rng(1)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        seen = step.observations["info_state"][player]
        assert len(seen) == env.observation_spec()["info_state"][0]
        step = env.step([rng.choice(step.observations["legal_actions"][player])])
    assert sorted(step.rewards) in ([-1.0, 1.0], [0.0, 0.0])


# --------------------------------------------------------------------------------------------- the same games


@pytest.mark.parametrize("name", [name for name in SHORT if name != "ow_env_goofspiel"])
def test_a_game_is_that_of_a_batch_with_the_same_seed(name: str) -> None:
    """The third of them: position, observations, legal actions and outcome agree to the end."""
    spiel = load(name, "rng_seed=5")
    state = [begun(spiel) for _ in range(3)][-1]
    batch = Batch(spiel.game, 1, 5, first_game=2)
    observer = make_observation(spiel)
    divisor = np.clip(spiel.game.observation_high, 1, 16).astype(np.float32)
    rng = np.random.default_rng(2)
    while batch.to_act.any():
        actions = np.zeros_like(batch.to_act, np.int32)
        assert not state.is_terminal()
        for seat in np.flatnonzero(batch.to_act[0]).tolist():
            assert state.current_player() == seat
            assert state.legal_actions() == np.flatnonzero(batch.action_mask[0, seat]).tolist()
            observer.set_from(state, seat)
            np.testing.assert_array_equal(observer.tensor, batch.observation[0, seat] / divisor)
            actions[0, seat] = action = int(rng.choice(state.legal_actions()))
            assert state.action_to_string(seat, action) == spiel.game.action_name(batch.states, seat, action)
            state.apply_action(action)
        batch.step(actions)
    assert state.is_terminal()
    assert state.returns() == batch.reward[0].tolist()


def test_games_with_explicit_chance_deal_every_prize_alike() -> None:
    state = load("ow_env_goofspiel").new_initial_state()
    assert state.chance_outcomes() == [(number, 0.25) for number in range(4)]
    assert len({str(state.child(number)) for number in range(4)}) == 4
    fixed = pyspiel.load_game("ow_env_goofspiel(order=ascending)").new_initial_state()
    assert fixed.current_player() == 0


# ------------------------------------------------------------------------------------------ copies and files


@pytest.mark.parametrize("name", SHORT)
def test_clone_and_file_go_on_as_the_original(name: str) -> None:
    game = load(name)
    state = played(begun(game), np.random.default_rng(3), 7)
    others = [state.clone(), game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))]
    ends = [played(each, np.random.default_rng(4)) for each in (state, *others)]
    assert len({str(end) for end in ends}) == 1
    assert all(end.history() == state.history() for end in ends)
    assert all(end.information_state_string(1) == state.information_state_string(1) for end in ends)


def test_a_game_from_a_file_deals_on() -> None:
    game = load("ow_env_star_realms", "rng_seed=8")
    begun(game)
    again = pickle.loads(pickle.dumps(game))
    assert str(begun(again)) == str(begun(game))
    assert str(begun(again)) != str(begun(load("ow_env_star_realms", "rng_seed=8")))


def test_without_a_seed_every_game_is_another() -> None:
    assert str(begun(load("ow_env_star_realms"))) != str(begun(load("ow_env_star_realms")))


def test_a_file_of_another_game_is_refused() -> None:
    text = begun(load("ow_env_star_realms")).serialize()
    state = load("ow_env_these_new_worlds").deserialize_state(text)
    with pytest.raises(ValueError, match=r"state: expected \d+ bytes of these_new_worlds, got \d+"):
        state.legal_actions()


def test_a_damaged_position_is_refused() -> None:
    game = load("ow_env_star_realms")
    state = begun(game)
    position = state._now.state.copy()
    position["turn"] = -3
    state._now = openspiel.Moment(position, state._now.rng)
    with pytest.raises(ValueError, match="state: turn: expected"):
        game.deserialize_state(state.serialize()).legal_actions()


def test_what_is_not_allowed_is_refused_and_changes_nothing() -> None:
    state = begun(load("ow_env_star_realms"))
    before = str(state), state.history()
    forbidden = next(action for action in range(1, 500) if action not in state.legal_actions())
    with pytest.raises(ValueError, match=r"apply_action: player_\d can't .+: "):
        state.apply_action(forbidden)
    with pytest.raises(ValueError, match="apply_action: expected an action from 0 to"):
        state.apply_action(10**6)
    with pytest.raises(ValueError, match="an outcome of chance from 0 to 0, got 1"):
        load("ow_env_star_realms").new_initial_state().apply_action(1)
    assert (str(state), state.history()) == before
    with pytest.raises(ValueError, match="the game is over"):
        played(state, np.random.default_rng(0)).apply_action(0)


# ------------------------------------------------------------------------------------------ what a seat knows


@pytest.mark.parametrize("name", ["ow_env_goofspiel", "ow_env_open_worlds"])
def test_nobody_sees_what_others_have_chosen_at_the_same_time(name: str) -> None:
    """Every choice of the first seat leaves the second with the same information."""
    state = begun(load(name))
    first = state.current_player()
    after = [state.child(action) for action in state.legal_actions()[:6]]
    second = after[0].current_player()
    assert second not in (first, pyspiel.PlayerId.CHANCE)
    assert len(after) > 2
    for told in (
        lambda each: each.information_state_string(second),
        lambda each: each.observation_string(second),
        lambda each: tuple(each.observation_tensor(second)),
        lambda each: tuple(each.legal_actions(second)),
    ):
        assert len({told(each) for each in after}) == 1
    assert len({each.information_state_string(first) for each in after}) == len(after)  # one knows one's own


@pytest.mark.parametrize("name", SHORT)
def test_what_is_resampled_follows_from_what_the_seat_knows(name: str) -> None:
    """The same information, the same numbers: the same state, bytes and all. The truth is not in it."""
    rng = np.random.default_rng(6)
    state = begun(load(name))
    for _ in range(12):
        played(state, rng, 1)
        if state.is_terminal() or state.is_chance_node():
            break
        seat = state.current_player()
        other = state.resample_from_infostate(seat, rng.random)
        assert other.information_state_string() == state.information_state_string()
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_string() == state.observation_string()
        assert other.history() == []
        one, two = (
            each.resample_from_infostate(seat, np.random.default_rng(7).random).serialize() for each in (state, other)
        )
        assert one == two
        played(other, rng)  # to the end, by the rules


def test_what_is_hidden_and_what_is_drawn_later_differ() -> None:
    state = played(begun(pyspiel.load_game("ow_env_star_realms(rng_seed=1)")), np.random.default_rng(0), 2)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    found = [state.resample_from_infostate(state.current_player(), sampler) for _ in range(20)]
    ends = {str(played(each, np.random.default_rng(1), 100)) for each in found}
    assert len(ends) == 20
    with pytest.raises(ValueError, match="expected a decision of player 0, found a chance node"):
        load("ow_env_star_realms").new_initial_state().resample_from_infostate(0, sampler)


@pytest.mark.parametrize("name", ["ow_env_goofspiel", "ow_env_open_worlds", "ow_env_star_realms"])
def test_ismcts_searches_and_plain_mcts_runs(name: str) -> None:
    game, rng = load(name), np.random.RandomState(2)
    rollout = mcts.RandomRolloutEvaluator(random_state=rng)
    honest = ismcts.ISMCTSBot(game=game, evaluator=rollout, uct_c=2.0, max_simulations=12, random_state=rng)
    state = begun(game)
    for _ in range(3):
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        action = honest.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert mcts.MCTSBot(game, 2.0, 4, rollout, random_state=rng).step(state) in state.legal_actions()


# ------------------------------------------------------------------------------------------ observers and bots


def test_an_observation_has_its_slices_by_name() -> None:
    game = load("ow_env_star_realms")
    observer, state = make_observation(game), begun(game)
    observer.set_from(state, 0)
    assert list(observer.dict) == [feature.name for feature in game.game.features]
    np.testing.assert_array_equal(np.concatenate([part.ravel() for part in observer.dict.values()]), observer.tensor)
    assert state.observation_tensor(0) == pytest.approx(observer.tensor.tolist())
    kinds = pyspiel.PrivateInfoType
    for private, view in ((kinds.NONE, "public"), (kinds.SINGLE_PLAYER, "player_1"), (kinds.ALL_PLAYERS, "full")):
        seen = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=private))
        assert seen.string_from(state, 1) == game.game.render(state._moment().state, view)
        assert (seen.tensor is None) == (view != "player_1")
    with pytest.raises(ValueError, match="perfect recall is kept for each player's own view"):
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True, private_info=kinds.ALL_PLAYERS))


@pytest.mark.parametrize("name", [pytest.param("ow_env_star_realms", marks=pytest.mark.slow), "ow_env_open_worlds"])
def test_agents_of_this_suite_are_bots(name: str) -> None:
    game = pyspiel.load_game(name)
    scores = []
    for number in range(4):
        bots = [openspiel.AgentBot(game, 0, "scripted", seed=number), pyspiel.make_uniform_random_bot(1, number)]
        scores.append(evaluate_bots.evaluate_bots(begun(game), bots, np.random.default_rng(number))[0])
    assert sum(scores) >= 2  # it loses one in some hundred


def test_an_agent_that_searches_is_given_what_its_seat_knows() -> None:
    game = load("ow_env_open_worlds", "rng_seed=3")
    state = begun(game)
    seat = state.current_player()
    known = []

    class Looking:
        needs_determinizations = needs_views = True

        def act(self, observation: Any) -> np.ndarray:
            known.append(observation.determinizations.copy())
            (decision,) = observation.decisions
            assert (decision.seat, list(decision.legal)) == (seat, state.legal_actions())
            assert decision.legal_names[0] in decision.text()
            return observation.mask.argmax(axis=1)

    bot = openspiel.AgentBot(game, seat, Looking(), seed=1)
    assert bot.step(state) in state.legal_actions()
    assert known[0].tobytes() != state._moment().state.tobytes()
    with pytest.raises(ValueError, match=f"the turn of player {seat}, not of player {1 - seat}"):
        openspiel.AgentBot(game, 1 - seat, "random").step(state)


def test_without_openspiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "ow_env.adapters.openspiel")
    with pytest.raises(ImportError, match=r"pip install 'open-worlds-env\[openspiel\]'"):
        __import__("ow_env.adapters.openspiel")
