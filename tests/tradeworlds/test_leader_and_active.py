"""What is easily taken for another: who leads the turn, who plays the rest of it, and who is asked."""

from __future__ import annotations

import pytest

from ow_env.core.batch import Batch
from ow_env.tradeworlds.game import TradeWorlds
from ow_env.tradeworlds.rules.windows import next_seat, participant
from tests.tradeworlds.scenario import position_of

pytestmark = pytest.mark.rule


@pytest.mark.parametrize(
    ("active", "allies", "target", "order"),
    [(0, [1], 3, [0, 1, 3]), (1, [0], 3, [1, 0, 3]), (2, [0, 1], 3, [2, 0, 1, 3]), (3, [2, 0], 1, [3, 0, 2, 1])],
)
def test_tw_t5_a_window_goes_round_from_who_plays_not_from_who_leads_the_turn(active, allies, target, order):
    """An ally who plays the rest of the leader's turn leads attacks of its own (TW-R1.5)."""
    g = TradeWorlds("Space Wars", 4).template.copy()[0]
    g.leader, g.active, g.target = 0, active, target
    g.allies = sum(1 << seat for seat in allies)
    assert [participant(g, number) for number in range(len(order))] == order
    assert next_seat(g, 0b1111 & ~(1 << active)) == (active + 1) % 4


def test_the_view_tells_whose_role_it_is_not_who_is_asked():
    """In the window before player_1 strikes player_0's Homeworld, which an Orbital Umbrella could shield."""
    game = TradeWorlds()
    position = position_of("turn foe | homeworld 3 | hand Orbital Umbrella | foe lane 5/4")
    strike = {"type": "strike", "role": "Admiral", "target": "player_0", "fighting": ["player_1 lane 1"]}
    batch = Batch(game, 1)
    batch.set_states(game.from_position({**position, "decision": {**strike, "window_at": 1}}))
    assert batch.to_act[0].tolist() == [True, False]
    notes = game.view(batch.states).notes
    assert "player_1: Admiral" in notes
    assert not [note for note in notes if note.startswith("player_0:")]
