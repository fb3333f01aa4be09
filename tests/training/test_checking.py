"""``ow check-game`` names what is missing or wrong in a game: each thing that a game can have wrong is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from ow_env import registry
from ow_env.core.game import Game
from ow_env.core.kernels import KERNELS
from ow_env.drawing.parts import Zone
from ow_env.rules import Facts
from training import checking
from training.checking import Finding, of_class, of_play
from training.cli import main
from training.scaffold.your_game import game as whole
from training.scaffold.your_game.game import YourGame

pytestmark = pytest.mark.uncompiled


@pytest.fixture(autouse=True)
def other_kernels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Those of a game are made once for a name, and here many games have the same. They are played by two."""
    monkeypatch.setattr(checking, "configurations", lambda kind: [{}])
    KERNELS.pop("your_game", None)
    yield
    KERNELS.pop("your_game", None)


def with_rules(*left_out: str, **rules: Callable[..., Any]) -> ModuleType:
    """Return the engine of the game with other rules, or without some."""
    engine = ModuleType("broken.game")
    engine.__dict__.update({name: value for name, value in vars(whole).items() if not name.startswith("__")})
    engine.__dict__.update(rules)
    for name in left_out:
        delattr(engine, name)
    return engine


def broken(**changes: Any) -> type[Game]:
    """Return a class of the game with these attributes and methods."""
    return type("Broken", (YourGame,), {"engine": with_rules(), **changes})


def found(kind: type[Game]) -> list[Finding]:
    return of_play(kind)


def peeks(g: Any, t: Any, player: int, observation: Any) -> None:
    whole.write_observation(g, t, player, observation)
    observation[whole.GONE] = g.players[1 - player].hand[0]


def too_much(g: Any, t: Any, player: int, observation: Any) -> None:
    whole.write_observation(g, t, player, observation)
    observation[whole.TURN] = 9


def lets_all(g: Any, t: Any, player: int, action: int) -> int:
    return whole.OK if g.turn == whole.ROUNDS else whole.why_not(g, t, player, action)


def without_words(g: Any, t: Any, player: int, action: int) -> int:
    return 77 if action == 0 and g.turn < whole.ROUNDS else whole.why_not(g, t, player, action)


def lenient_mask(g: Any, t: Any, player: int, mask: Any) -> None:
    mask[:] = [whole.why_not(g, t, player, action) == 0 for action in range(len(mask))]
    if g.turn < whole.ROUNDS:
        mask[0] = 1


def no_answer(g: Any, t: Any, player: int, action: int) -> int:
    return whole.NOT_HELD if g.turn == 3 else whole.why_not(g, t, player, action)


def gives_all(g: Any, t: Any, player: int, rng: Any) -> None:
    whole.hide(g, t, player, rng)
    whole.hide(g, t, 1 - player, rng)


def outcome_of_points(g: Any, player: int) -> float:
    return float(g.players[player].points)


def seen_rows(self: Any, state: Any, view: str = "full") -> Any:
    seen = YourGame.view(self, state, view)
    return replace(seen, zones=(*seen.zones, Zone("market", "table", None, 0)))


def telling(self: Any, state: Any, view: str = "full") -> Any:
    return {**YourGame.position(self, state, view), "hint": int(state[0].players[0].hand[0])}


def shown_to_all(self: Any, state: Any, view: str = "full") -> Any:
    return YourGame.view(self, state, "full")


def forgetful(self: Any, position: Any, rng: Any = None) -> Any:
    return YourGame.from_position(self, {**position, "turn": 0})


def many_points(g: Any, t: Any, rng: Any, actions: Any) -> None:
    whole.apply(g, t, rng, actions)
    g.players[0].points = 100


def short(facts: Facts = whole.YourGame.facts, **changes: Any) -> Facts:
    return replace(facts, **changes)


WRONG = [  # what is changed, about what something is found, what is told, what is to be written
    ({"engine": with_rules(write_observation=too_much)}, "observation", "turn[0] of player_0 is 9, declared is 0 to 5",
     "declare turn with the most that it can be"),
    ({"engine": with_rules(write_observation=peeks)}, "hide", "player_0 can tell: gone[0] is", "write_observation"),
    ({"engine": with_rules(hide=gives_all)}, "hide", "can tell", "let hide leave what"),
    ({"engine": with_rules(hide=lambda g, t, player, rng: None)}, "hide", "it never changes anything", "players.hand"),
    ({"engine": with_rules(why_not=lets_all)}, "why_not", "is not asked and may play 'lay 1'", "if not waits_for("),
    ({"engine": with_rules(why_not=no_answer)}, "why_not", "is asked and may do nothing", "let waits_for be False"),
    ({"engine": with_rules(why_not=without_words)}, "reasons", "why_not returns 77 for 'pass'", "NAME = REASONS("),
    ({"engine": with_rules(write_mask=lenient_mask)}, "write_mask", "allows 'pass', why_not returns 2", "leave"),
    ({"engine": with_rules(turn=lambda g: -int(g.turn))}, "turn", "it falls from 0 to -1", "count turns or rounds"),
    ({"engine": with_rules(outcome=outcome_of_points)}, "outcome", "for player_", "keep it between -1 and 1"),
    ({"engine": with_rules(outcome=lambda g, player: 0.5)}, "outcome", "it is 0.5 for player_0 before the end", "0.0"),
    ({"engine": with_rules(potential=lambda g, t, player: 1.0)}, "potential", "it is not 0 after the end", "0.0"),
    ({"engine": with_rules(apply=many_points)}, "record", "players[0].points: expected 0 to 15, found 100", "number("),
    ({"view": seen_rows}, "view", "zone 'market' would be drawn nowhere", "a zone lies before a seat"),
    ({"view": shown_to_all}, "hide", "the view of player_0 is another after it", "let the view show"),
    ({"position": telling}, "hide", "in the position of player_1 hint is", "declare who sees the field"),
    ({"position": telling}, "position", "there is no field 'hint'", "mend position and from_position"),
    ({"from_position": forgetful}, "position", "read again it has another turn", "tell all of the field"),
    ({"action_id": lambda self, state, player, name: 3}, "names", "is action", "give each action a name"),
    ({"facts": short(most_actions=2)}, "facts", "6 actions are allowed at once, facts have at most 2", "=6 or"),
    ({"facts": short(most_numbers=2)}, "facts", "numbers observed are other than 0", "most_numbers="),
    ({"reasons": Game.reasons}, "reasons", "nothing says in words why an action is forbidden", "reasons = REASONS"),
    ({"actions": ("pass", *["lay"] * 30)}, "actions", "'lay' and 0 other names are there twice", "give each action"),
    ({"__init__": lambda self: None}, "class", "Broken has no options", "self.configured(num_players)"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "about", "told", "write"), WRONG, ids=[row[2] for row in WRONG])
def test_what_is_wrong_is_found(changes: dict[str, Any], about: str, told: str, write: str) -> None:
    fitting = [each for each in found(broken(**changes)) if each.about == about]
    assert any(told in each.told and write in each.write for each in fitting), found(broken(**changes))


def test_a_whole_game_has_nothing_wrong() -> None:
    assert found(broken()) == []


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_STEPS", 3)
    (finding,) = found(YourGame)
    assert "all of 8 random games go on after 3 decisions" in finding.told


def test_it_is_played_by_the_fewest_and_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    played = []
    monkeypatch.setattr(checking.Play, "check", lambda self: played.append(self.game.num_players))
    assert of_play(YourGame) == []
    assert played == [2, 4]


def refuses(self: Any, num_players: int = 2, scenario: str = "") -> None:
    if num_players > 3:
        raise ValueError("num_players: too many")
    YourGame.__init__(self, num_players)


def refuses_plainly(self: Any, num_players: int = 2) -> None:
    refuses(self, num_players)


def test_what_refuses_its_own_players_is_found_unless_other_options_may_allow_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checking, "configurations", lambda kind: [{}, {"num_players": 4}])
    assert found(broken(__init__=refuses)) == []
    (finding,) = found(broken(__init__=refuses_plainly))
    assert (finding.told, finding.write) == ("num_players: too many", "mend __init__, or facts.players")


# ── Before it can be played ────────────────────────────────────────────────────────────────────


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Return what registers a module as that of the game ``mine``."""

    def register(module: Any) -> None:
        monkeypatch.setattr(registry, "rows", lambda: {"mine": "mine.game:Mine"})
        monkeypatch.setattr(checking, "import_module", module if callable(module) else lambda name: module)

    return register


def test_all_that_is_missing_is_named_at_once(
    registered: Callable[[Any], None], capsys: pytest.CaptureFixture[str]
) -> None:
    def load(name: str) -> Any:
        lacking = with_rules("apply", "hide", "outcome")
        lacking.apply = whole.apply
        type("Mine", (Game,), {"engine": lacking, "facts": whole.YourGame.facts})

    registered(load)
    assert main(["check-game", "mine"]) == 1
    told = capsys.readouterr().out
    for line in (
        ": players.hand\n",
        "def hide(g: State, t: Tables, player: int, rng: Rng) -> None: resample what this seat can't know",
        "def outcome(g: State, player: int) -> float",
        "actions = ACTIONS",
        "features = SEEN",
    ):
        assert line in told, told
    assert "def apply" not in told
    assert told.endswith("mine: 4 problems\n")


@pytest.mark.parametrize(
    ("module", "about", "told"),
    [
        (SimpleNamespace(), "registry", "there is no game 'Mine' in mine.game"),
        (lambda name: 1 // 0, "module", "mine.game can't be imported: ZeroDivisionError"),
        (
            SimpleNamespace(Mine=YourGame),
            "rules",
            "the rules are those of 'your_game', and the registry calls the game",
        ),
    ],
)
def test_what_can_not_be_loaded_is_told(module: Any, about: str, told: str, registered: Callable[[Any], None]) -> None:
    registered(module)
    (finding,) = checking.check("mine")
    assert finding.about == about
    assert told in finding.told


def test_a_class_without_any_rules_is_told() -> None:
    kind = type("Mine", (Game,), {"__module__": __name__})
    lines = [each.write for each in of_class("mine", kind)]
    assert lines[0].startswith('rule = rules_of("mine", State=GAME)')
    assert len([line for line in lines if line.startswith("def ")]) == 6
    assert len([line for line in lines if line.startswith(("facts", "actions", "features"))]) == 3


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", "goofspeil"]) == 2
    assert "there is no game 'goofspeil'; nearest: 'goofspiel'" in capsys.readouterr().err
