"""The Gymnasium forms of every game: the library's own checks first, then ours."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import ow_env  # noqa: F401  (registers the games)
from ow_env.adapters.gymnasium import OneSeatEnv, OneSeatVectorEnv
from ow_env.core import players
from ow_env.core.players import register_opponent
from ow_env.core.secrecy import seed_for
from ow_env.goofspiel.game import Goofspiel
from ow_env.registry import environment_ids
from tests.adapters.choosing import lowest, picks
from tests.games import brief, each_name, module_of

each_id = pytest.mark.parametrize("id", environment_ids())
each_mode = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)


def play(env, games: int = 1, info: dict | None = None):
    """Play to the end of so many games; yield what each step returns."""
    if info is None:
        _, info = env.reset(seed=1)
    step = 0
    while games:
        seen = env.step(int(picks(info["action_mask"], step)))
        yield seen
        info, step = seen[4], step + 1
        if seen[2] or seen[3]:
            games -= 1
            if games:
                _, info = env.reset()


# ------------------------------------------------------------------------ Gymnasium's own checks


@each_id
@pytest.mark.parametrize("illegal", ["pass", "forfeit"])  # it samples forbidden actions
@pytest.mark.filterwarnings("ignore:.*we recommend using a symmetric")
def test_check_env(id: str, illegal: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(id, illegal=illegal).unwrapped)


def test_gymnasium_finds_a_game_by_module_and_id() -> None:
    code = "import gymnasium; print(gymnasium.make('ow_env:ow_env/Goofspiel-v0').spec.id)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "ow_env/Goofspiel-v0"


def test_importing_the_package_loads_no_game() -> None:
    code = "import sys, ow_env; print([m for m in sys.modules if m.startswith('ow_env.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['ow_env.registry', 'ow_env.environments', 'ow_env.version']"


def test_wrappers_of_gymnasium_fit() -> None:
    env = gymnasium.make("ow_env/Goofspiel-v0", max_episode_steps=3)
    assert [seen[3] for seen in play(env)] == [False, False, True]
    vector = gymnasium.make_vec("ow_env/Goofspiel-v0", num_envs=2, num_cards=4)
    vector = RecordEpisodeStatistics(vector)
    _, infos = vector.reset(seed=1)
    for step in range(3):
        *_, infos = vector.step(picks(infos["action_mask"], step))
    assert infos["episode"]["l"].tolist() == [3, 3]


# --------------------------------------------------------------------------- one seat of one game


@each_name
@pytest.mark.parametrize("seat", [0, 1])
def test_the_same_seed_is_the_same_game(name: str, seat: int) -> None:
    one, two = (module_of(name).single_env(seat=seat, **brief(name)) for _ in range(2))
    for left, right in zip(play(one), play(two), strict=True):
        assert data_equivalence(left, right, exact=True)


def test_without_a_seed_the_next_game_of_the_same_seed_begins() -> None:
    env = gymnasium.make("ow_env/Goofspiel-v0")
    env.reset(seed=5)
    env.reset()
    following = env.unwrapped.position()
    env.reset(seed=5, options={"game_number": 1})
    assert env.unwrapped.position() == following
    env.reset(seed=5)
    assert env.unwrapped.position() != following
    seeds = set()
    for _ in range(6):
        env = gymnasium.make("ow_env/Goofspiel-v0")
        env.reset()
        seeds.add(env.unwrapped.games.batch.seeds[0])
    assert len(seeds) == 6, "without any seed each is another"


def test_the_mask_says_what_is_allowed_and_errors_say_why() -> None:
    env = gymnasium.make("ow_env/Goofspiel-v0")
    _, info = env.reset(seed=1)
    here = env.unwrapped
    assert (info["action_mask"] == here.action_masks()).all()
    assert here.legal_actions()[0] == here.action_name(here.action_id(here.legal_actions()[0]))
    before = here.position()
    with pytest.raises(ValueError, match="player_0 may not play 'pass': in every round each player"):
        env.step(0)
    for nonsense in (-1, here.game.num_actions):
        with pytest.raises(ValueError, match="there are only ids from 0 to"):
            here.step(nonsense)
    for nonsense in (True, 1.5, None, "bid 3"):
        with pytest.raises(TypeError, match="expected a whole number"):
            here.step(nonsense)
    assert here.position() == before
    assert "each player bids" in here.why_not("pass")


def test_steps_come_between_reset_and_end() -> None:
    env = OneSeatEnv(Goofspiel(num_cards=4))
    with pytest.raises(ResetNeeded, match="no game has begun"):
        env.step(1)
    list(play(env))
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(1)


def test_a_forfeit_is_a_loss_that_gives_back_shaped_rewards_and_a_replaced_pass_plays_on() -> None:
    env = gymnasium.make("ow_env/Goofspiel-v0", illegal="forfeit")
    env.reset(seed=1)
    assert env.step(0)[1:4] == (-1.0, True, False)
    env = gymnasium.make("ow_env/Goofspiel-v0", illegal="pass", opponent=lowest)
    env.reset(seed=1)
    env.step(0)
    assert not env.unwrapped.action_masks()[1]  # the lowest bid stood in for it
    env = gymnasium.make("ow_env/Goofspiel-v0", reward="income", illegal="forfeit")
    steps = play(env)
    before = sum(next(steps)[1] for _ in range(6))
    assert before  # somebody leads
    reward = env.step(0)[1]
    assert before + reward == pytest.approx(-1.0, abs=1e-6)


def test_the_loser_hears_of_it_at_its_last_decision() -> None:
    # Open Worlds asks the seats at different times: most games end on the other's decision.
    for seat in (0, 1):
        env = gymnasium.make("ow_env/OpenWorlds-v0", seat=seat)
        rewards = [seen[1] for seen in play(env, games=4)]
        assert {reward for reward in rewards if reward} <= {-1.0, 1.0}
        table = env.unwrapped.games
        assert rewards[-1] == table.game.engine.outcome(table.batch.states[0], seat)


def test_shaped_rewards_add_up_to_the_same_for_all_that_is_played_between() -> None:
    env = gymnasium.make("ow_env/OpenWorlds-v0", reward="income", max_turns=3)
    _, info = env.reset(seed=3)
    games = env.unwrapped.games
    potential = games.game.engine.potential
    start = potential(games.batch.states[0], games.game.tables[0], 0)
    *_, (_, _, terminated, truncated, _) = seen = list(play(env, info=info))
    assert terminated or truncated
    outcome = games.game.engine.outcome(games.batch.states[0], 0)
    assert sum(step[1] for step in seen) == pytest.approx(outcome - start, abs=1e-4)


def test_every_seat_and_rule_of_seats() -> None:
    game = Goofspiel(num_players=3)
    env = OneSeatEnv(game, seat="alternate")
    env.reset(seed=4)
    first = [env.seat]
    for _ in range(5):
        env.reset()
        first.append(env.seat)
    assert first == [1, 2, 0, 1, 2, 0]
    vector = OneSeatVectorEnv(game, 600, seat="random")
    vector.reset(seed=0)
    assert np.bincount(vector.seats, minlength=3).min() > 150
    vector = OneSeatVectorEnv(game, 3, seat=[2, 0, 1])
    vector.reset(seed=0)
    assert vector.seats.tolist() == [2, 0, 1]
    for bad in (3, -1, "first", [0, 1], 0.5):
        with pytest.raises(ValueError, match="seat: expected"):
            OneSeatVectorEnv(game, 3, seat=bad)


def test_a_game_cut_off_after_max_cycles_is_truncated() -> None:
    env = gymnasium.make("ow_env/Goofspiel-v0", max_cycles=4)
    ends = [(seen[2], seen[3]) for seen in play(env)]
    assert ends == [(False, False)] * 3 + [(False, True)]
    # Four cards are three decisions. What ends by the rules has not been cut off.
    env = gymnasium.make("ow_env/Goofspiel-v0", num_cards=4, max_cycles=3)
    assert [(seen[2], seen[3]) for seen in play(env)] == [(False, False)] * 2 + [(True, False)]


def test_a_game_that_ends_before_the_learner_is_asked_is_passed_over(monkeypatch):
    env = OneSeatEnv(Goofspiel(), max_cycles=1)
    games = env.games
    games._choices[:] = 1  # what the seat plays that, in this test, is not asked
    monkeypatch.setattr(games, "_acting", lambda: games.batch.game_number >= 2)
    env.reset(seed=1)
    assert games.batch.game_number[0] == 2
    assert not games.over[0]
    monkeypatch.setattr(games, "_acting", lambda: games.batch.game_number < 0)
    with pytest.raises(RuntimeError, match="100 games ended before the learner's seat had a decision"):
        env.reset()


def test_a_game_can_begin_at_a_position() -> None:
    env = gymnasium.make("ow_env/Goofspiel-v0", num_cards=5)
    steps = play(env)
    for _ in range(2):
        next(steps)
    there = env.unwrapped.position()
    env.reset(seed=9, options={"position": there})
    assert env.unwrapped.position() == there
    list(steps)
    with pytest.raises(ValueError, match="the game is over"):
        env.reset(options={"position": env.unwrapped.position()})
    with pytest.raises(ValueError, match="game_number: expected"):
        env.reset(options={"game_number": -1})
    with pytest.raises(TypeError, match="options: expected a dict"):
        env.unwrapped.reset(options=["position"])


def test_copies_play_on_alike() -> None:
    env = OneSeatEnv(Goofspiel(), opponent=lowest, seat=1)
    steps = play(env)
    for _ in range(3):
        info = next(steps)[4]
    expected = list(play(copy.deepcopy(env), info=info))
    for copied in (pickle.loads(pickle.dumps(env)), env):
        for left, right in zip(play(copied, info=info), expected, strict=True):
            assert data_equivalence(left, right, exact=True)


def test_pictures_show_what_the_seat_may_see() -> None:
    env = gymnasium.make("ow_env/OpenWorlds-v0", render_mode="ansi", seat=1)
    env.reset(seed=1)
    here = env.unwrapped
    assert env.render() == here.game.render(here.games.batch.states, "player_1")
    assert env.render() != here.game.render(here.games.batch.states, "full")


# --------------------------------------------------------------------------------------- opponents


class Counting:
    """An opponent with a generator of its own, which remembers how often it was asked."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.asked: list[int] = []

    def act(self, observation) -> np.ndarray:
        self.asked.append(len(observation))
        assert observation.features.base is None  # arrays of its own: no way back to the table
        assert observation.mask.base is None
        return picks(observation.mask, int(self.rng.integers(100)))


def test_agents_sit_down_by_name_once_imported_and_an_unknown_one_is_told_who_is_known() -> None:
    with pytest.raises(ValueError, match=r"nearest: 'random'.*Known: .*`import agents`"):
        gymnasium.make("ow_env/Goofspiel-v0", opponent="randm")
    with pytest.raises(TypeError, match="expected a name, an object with act"):
        OneSeatEnv(Goofspiel(), opponent=3)
    env = gymnasium.make("ow_env/OpenWorlds-v0", opponent="agents:scripted")
    assert [seen[1] for seen in play(env)][-1] == -1.0
    assert "scripted" in players.opponents()


def test_a_named_opponent_begins_anew_with_every_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "REGISTERED", dict(players.REGISTERED))
    seeds = []
    register_opponent("counting", lambda game, seed: seeds.append(seed) or Counting(seed))
    env = gymnasium.make("ow_env/Goofspiel-v0", opponent="counting")
    assert data_equivalence(list(play(env)), list(play(env)), exact=True)
    assert seeds[1:] == [seed_for("opponent", 1)] * 2


def test_an_opponent_is_asked_once_for_all_its_games() -> None:
    one, other = Counting(1), Counting(2)
    env = OneSeatVectorEnv(Goofspiel(), 5, opponent=[one, other, one, other, one])
    _, infos = env.reset(seed=1)
    env.step(picks(infos["action_mask"], 0))
    assert one.asked == [3]
    assert other.asked == [2]


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (lambda observation: np.zeros(len(observation), int), "may not play 'pass'"),
        (lambda observation: np.full(len(observation), 999), "there are only ids"),
        (lambda observation: np.zeros(1, int)[:0], "one for each row"),
        (lambda observation: observation.mask.argmax(axis=1) * 1.0, "expected 2 integers"),
    ],
)
def test_an_opponent_that_errs_is_named(wrong, complaint: str) -> None:
    env = OneSeatVectorEnv(Goofspiel(), 2, opponent=wrong)
    _, infos = env.reset(seed=1)
    with pytest.raises(ValueError, match=f"opponent .*{complaint}"):
        env.step(picks(infos["action_mask"], 0))


class Lucky:
    """An opponent that remembers its luck."""

    def __init__(self) -> None:
        self.had: list[float] = []

    def choose(self, observation, luck: np.ndarray) -> np.ndarray:
        self.had += luck.tolist()
        return lowest(observation)


def test_no_two_decisions_share_their_luck() -> None:
    opponent = Lucky()
    env = OneSeatVectorEnv(Goofspiel(num_players=3), 8, opponent=opponent)
    _, infos = env.reset(seed=1)
    for step in range(40):  # 3 games of 12 decisions, 2 opponents at each of 8 tables
        *_, infos = env.step(picks(infos["action_mask"], step))
    assert len(opponent.had) > 36 * 16
    assert len(set(opponent.had)) == len(opponent.had)


def test_the_random_opponent_is_even() -> None:
    mask = np.zeros((6000, 10), np.int8)
    mask[:, [2, 5, 9]] = 1
    mask[::2, 5] = 0
    luck = np.random.default_rng(1).random(6000)
    actions = players.RandomOpponent().choose(players.Observation(mask, mask), luck)
    assert mask[np.arange(6000), actions].all()
    for rows, each in ((slice(0, None, 2), 1500), (slice(1, None, 2), 1000)):
        counts = np.bincount(actions[rows])
        assert abs(counts[counts > 0] - each).max() < 110  # 4 deviations


# ---------------------------------------------------------------------------------- many games


def both(id: str, count: int, mode: AutoresetMode, **options):
    """The same environment from Gymnasium's own vectoriser, and ours."""
    sync = gymnasium.make_vec(id, count, "sync", vector_kwargs={"autoreset_mode": mode}, **options)
    ours = gymnasium.make_vec(id, count, autoreset_mode=mode, **options)
    assert isinstance(ours, OneSeatVectorEnv)
    return sync, ours


@each_mode
@pytest.mark.parametrize(
    ("id", "steps", "options"),
    [
        ("ow_env/Goofspiel-v0", 40, {"num_cards": 4, "seat": "alternate"}),
        ("ow_env/Goofspiel-v0", 40, {"num_players": 3, "illegal": "forfeit", "seat": "random"}),
        ("ow_env/Goofspiel-v0", 40, {"illegal": "pass", "max_cycles": 5, "opponent": lowest}),
        ("ow_env/Goofspiel-v0", 40, {"num_cards": 6, "max_episode_steps": 3}),
        ("ow_env/Goofspiel-v0", 40, {"num_cards": 4, "max_episode_steps": 3}),
        ("ow_env/OpenWorlds-v0", 60, {"max_cycles": 25, "reward": "income", "seat": 1}),
        ("ow_env/OpenWorlds-v0", 60, {"max_turns": 2, "stage": "priority", "ask": "public", "seat": "alternate"}),
    ],
    ids=["two", "forfeit", "cut off", "so many steps", "the last step", "shaped", "priority"],
)
def test_as_gymnasium_does_it(id: str, mode: AutoresetMode, steps: int, options: dict) -> None:
    sync, ours = both(id, 4, mode, **options)
    assert ours.metadata["autoreset_mode"] is mode
    assert ours.observation_space == sync.observation_space
    assert ours.action_space == sync.action_space
    seen = [env.reset(seed=10) for env in (sync, ours)]
    assert data_equivalence(*seen, exact=True)
    ended = 0
    for step in range(steps):
        actions = picks(ours.action_masks(), step)
        if options.get("illegal") and step % 5 == 4:
            actions[step % 4] = 0
        seen = [env.step(actions) for env in (sync, ours)]
        assert data_equivalence(*seen, exact=True)
        over = seen[1][2] | seen[1][3]
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            seen = [env.reset(options={"reset_mask": over.copy()}) for env in (sync, ours)]
            assert data_equivalence(*seen, exact=True)
    assert ended >= 4
    for again in (3, [7, None, 8, None], None):
        seen = [env.reset(seed=again) for env in (sync, ours)]
        assert data_equivalence(*seen, exact=True)


def test_a_game_that_is_over_has_to_be_reset_where_autoreset_is_disabled() -> None:
    env = OneSeatVectorEnv(Goofspiel(num_cards=4), 2, autoreset_mode="Disabled")
    with pytest.raises(ResetNeeded, match="no game has begun"):
        env.step([1, 1])
    _, infos = env.reset(seed=1)
    for step in range(3):
        *_, infos = env.step(picks(infos["action_mask"], step))
    with pytest.raises(ResetNeeded, match=r"rows \[0, 1\]"):
        env.step(picks(infos["action_mask"], 3))
    for wrong in ([True, False], np.ones(3, bool), np.zeros(2, bool), np.ones(2)):
        with pytest.raises((TypeError, ValueError), match="reset_mask: expected"):
            env.reset(options={"reset_mask": wrong})


def test_what_was_handed_out_stays_as_it_was() -> None:
    env = OneSeatVectorEnv(Goofspiel(num_cards=4), 3, autoreset_mode="SameStep")
    seen = [env.reset(seed=1)]
    for step in range(6):
        seen.append(env.step(picks(seen[-1][-1]["action_mask"], step)))
        if step == 2:
            kept = copy.deepcopy(seen)
    assert data_equivalence(seen[: len(kept)], kept, exact=True)


def test_bad_seeds_and_actions_of_another_shape_are_refused_and_change_nothing() -> None:
    env = OneSeatVectorEnv(Goofspiel(), 3)
    env.reset(seed=1)
    before = env.games.batch.states.copy()
    for seeds in ([1, 2], [-1, 0, 1], [0, 1, 2**63]):
        with pytest.raises(ValueError, match="seed: expected"):
            env.reset(seed=seeds)
    for actions in ([1], [[1, 1, 1]], [1.0, 1.0, 1.0], ["a", "b", "c"]):
        with pytest.raises(ValueError, match="actions: expected 3 integers"):
            env.step(actions)
    assert (env.games.batch.states == before).all()
