"""What is told of a decision: sentences with rule numbers, for each viewer what that viewer may know.

Every scenario of the other files holds that all that moves is told, and nothing that is hidden (telling.py). Here are
the sentences themselves, and whole games.
"""

from __future__ import annotations

import numpy as np
import pytest

import agents
from ow_env.core.batch import Batch
from ow_env.core.events import STEP, TURN
from ow_env.core.players import look
from ow_env.open_worlds import events
from ow_env.open_worlds.events import ARRIVALS, DECLINED, DESTRUCTIONS, UNPLAYED
from ow_env.open_worlds.game import OpenWorlds
from tests.open_worlds.scenario import Table
from tests.open_worlds.telling import check_told

SENTENCES = [  # position, actions, some of the sentences in their order, in the full view
    (
        "resolve | Koti: you Outpost, 2x Exploit, stage City 12 | hand Scout",
        "you: pass",
        [
            "player_0 Swaps nothing (OW-4a.5)",
            "player_0's City 12 is Trashed: no room (OW-4a.4)",
        ],
    ),
    (
        "resolve | Koti: you Outpost, 2x Exploit, stage City 12 | hand Scout",
        "you: swap Exploit",
        [
            "player_0 Swaps Exploit at Koti (OW-4a.5)",
            "player_0's Exploit returns to the hand: Swap (OW-4a.2)",
            "player_0's City 12 is installed at Koti (OW-4a)",
        ],
    ),
    (
        "resolve | asked you | Koti: you Outpost | foe stage Troops 10 | Vita Ptal: you Exploit | hand Scout",
        "you: resolve Koti",
        [
            "Resolution of Koti",
            "player_0 picks Koti (OW-4)",
            "player_1's Troops 10 is Trashed: its REQ is not met: capacity:10 (OW-4c.1)",
            "Resolution of Vita Ptal",
            "Count Income",
            "player_0 has an Income of 3, after 0 (OW-5.1)",
        ],
    ),
    (
        "move | Koti: you Scout | Vita Ptal: foe City 12 | hand Pike",
        "you: move Scout @ Vita Ptal",
        ["player_0 moves Scout from Koti to Vita Ptal (OW-M.1)"],
    ),
    (
        "trash | Koti | hand Pike, Scout",
        "you: discard Pike",
        ["player_0 throws Pike away (OW-T.1)"],
    ),
]


@pytest.mark.parametrize(("before", "play", "expected"), SENTENCES)
def test_sentences(before: str, play: str, expected: list[str]) -> None:
    table = Table(before)
    table.play(play)
    at = [table.told.index(sentence) for sentence in expected]
    assert at == sorted(at), table.told


def test_each_viewer_is_told_what_it_may_know() -> None:
    table = Table("trash | Koti | hand Pike, Scout | foe: hand Titan")
    action = table.game.action_id(table.state, 0, "discard Pike")
    told = {
        view: next(str(event) for event in table.game.events(table.state, [action, 0], table.rng, view))
        for view in ("full", "public", "player_0", "player_1")
    }
    assert told["full"] == told["player_0"] == "player_0 throws Pike away (OW-T.1)"
    assert told["public"] == told["player_1"] == "player_0 throws a card away, face down (OW-T.1)"


def test_nothing_is_told_from_behind_the_screen() -> None:
    game = OpenWorlds()
    batch = Batch(game, 1, 3)
    card = int(np.flatnonzero(batch.action_mask[0, 1])[-1])
    events_ = game.events(batch.states, [0, card], batch.rng, "player_0")
    assert [event.seat for event in events_ if event.kind in ("adjust", "pass")] == [0]
    assert not list(game.events(batch.states, [0, card], batch.rng, "public"))


@pytest.mark.parametrize(("order", "seen"), [("", False), (" | stage in order", True)])
def test_others_see_a_card_being_staged_only_where_all_stage_in_order(order: str, seen: bool) -> None:
    table = Table(
        f"stage{order}{' | priority foe' if order else ''}\nKoti:\nyou: hand Pike, Kite\nfoe: hand Titan, Scout"
    )
    stage = table.game.action_id(table.state, 1, "stage Titan @ Koti")
    mine = 0 if order else table.game.action_id(table.state, 0, "stage Pike @ Koti")
    told = {
        view: [str(event) for event in table.game.events(table.state, [mine, stage], table.rng, view)]
        for view in ("full", "public", "player_0")
    }
    assert "player_1 stages Titan at Koti (OW-S.1)" in told["full"]
    for view in ("public", "player_0"):
        assert [text for text in told[view] if "player_1 stages" in text] == (
            ["player_1 stages a card at Koti (OW-S.1)"] if seen else []
        )


@pytest.mark.slow
def test_whole_games_are_told() -> None:
    """Every way of coming into play, of leaving it and of passing is met with, and told as done (`check_told`)."""
    kinds: set[tuple[str, str]] = set()
    for seed in range(12):
        players = 2 + seed % 3
        options = {"stage": ("simultaneous", "priority")[seed % 2], "ask": ("needed", "public")[seed // 2 % 2]}
        game = OpenWorlds(num_players=players, max_turns=12, first_player=("worlds", None)[seed // 4 % 2], **options)
        names = ("random", "builder", "raider", "expert")
        playing = [agents.make(names[(seed + seat) % 4], game, seed=seat) for seat in range(players)]
        batch = Batch(game, 1, seed)
        for step in range(400):
            actions = np.zeros((1, players), np.int32)
            for seat in np.flatnonzero(batch.to_act[0]):
                seen = look(batch, np.zeros(1, np.intp), np.array([seat]), step, False)
                actions[0, seat] = playing[seat].act(seen)[0]
            before, chance = batch.states.copy(), batch.rng.copy()
            batch.step(actions)
            check_told(game, before, actions, chance, batch.states)
            kinds |= {(event.kind, event.rule) for event in game.events(before, actions, chance)}
            if batch.terminated[0] or batch.truncated[0]:
                break
    expected = {("arrived", rule) for _, rule in ARRIVALS.values()}
    expected |= {("destroyed", rule) for _, rule in DESTRUCTIONS.values()}
    expected |= {("trashed", rule) for _, rule in UNPLAYED.values()}
    expected |= {("pass", rule) for _, rule in DECLINED.values()}
    rare = {("arrived", "OW-6.7"), ("destroyed", "OW-3.1"), ("trashed", "OW-4d.3"), ("pass", "OW-4f.4")}
    assert expected - kinds <= rare


def test_headings_are_set_apart() -> None:
    levels = {event.kind: event.level for event in whole_turn()}
    assert levels["turn"] == TURN
    assert levels["step"] == levels["world"] == STEP


def whole_turn() -> list[events.Event]:
    """Return what is told of the first turns of a game."""
    game = OpenWorlds(max_turns=3)
    batch, rng = Batch(game, 1, 5), np.random.default_rng(5)
    told: list[events.Event] = []
    while not (batch.terminated[0] or batch.truncated[0]):
        actions = np.array([[rng.choice(np.flatnonzero(mask)) for mask in batch.action_mask[0]]])
        told += game.events(batch.states, actions, batch.rng)
        batch.step(actions)
    return told
