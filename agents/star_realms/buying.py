"""What to buy: of all sets of cards that the Trade pays for, the one of the highest sum.

Below: card_value.py. Above: admiral.py.
"""

from __future__ import annotations

from agents.star_realms.decode import count_of, feature, kinds_told
from agents.star_realms.scratch import MOST_TRADE, Scratch, Tables, rule
from ow_env.compiled.jit import Mask, Observation
from ow_env.core.bits import lowest, without_lowest
from ow_env.star_realms.observe import EXPLORERS, ROW
from ow_env.star_realms.state import NO_KINDS

NOTHING = -1
CLOSE = 1e-9  # sums that differ by less are the same


@rule
def gain_of(s: Scratch, kind: int) -> float:
    """Return what the deck gains by a card whenever it is drawn."""
    return float(s.value[kind] - s.standard + s.weights.urge)


@rule
def fill_worth(t: Tables, s: Scratch, row: Observation, without: int) -> None:
    """Write the most that the deck gains by what so much Trade can buy, with one copy of a kind left out."""
    for trade in range(MOST_TRADE + 1):
        s.worth[trade] = 0.0
    left = kinds_told(t, row, ROW, 0)
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        gain, cost = gain_of(s, kind), int(t.cards[kind].cost)
        if gain <= 0.0:
            continue
        for _ in range(count_of(t, row, ROW, 0, kind) - (kind == without)):
            for trade in range(MOST_TRADE, cost - 1, -1):
                s.worth[trade] = max(s.worth[trade], s.worth[trade - cost] + gain)
    gain, cost = gain_of(s, int(t.explorer)), int(t.cards[t.explorer].cost)
    if gain > 0.0 and cost > 0 and feature(t, row, EXPLORERS) > 0:
        for trade in range(cost, MOST_TRADE + 1):
            s.worth[trade] = max(s.worth[trade], s.worth[trade - cost] + gain)


@rule
def worth_of_trade(s: Scratch, more: int) -> float:
    """Return what more Trade is worth now; `worth` has been filled for the whole Row."""
    trade = min(int(s.trade), MOST_TRADE)
    return float(s.replays * (s.worth[min(trade + more, MOST_TRADE)] - s.worth[trade]))


@rule
def choose_purchase(t: Tables, s: Scratch, row: Observation, mask: Mask) -> int:
    """Return the kind to buy first: the best card of the best set; NOTHING: none is worth it."""
    trade = min(int(s.trade), MOST_TRADE)
    fill_worth(t, s, row, NOTHING)
    best, choice, most = s.worth[trade], NOTHING, 0.0
    if best <= 0.0:
        return NOTHING
    explorer = int(t.explorer)
    if mask[t.cards[explorer].buy_id] != 0:
        gain = gain_of(s, explorer)
        if gain > 0.0 and gain + s.worth[trade - int(t.cards[explorer].cost)] >= best - CLOSE:
            choice, most = explorer, gain
    left = kinds_told(t, row, ROW, 0)
    while left != NO_KINDS:
        kind = lowest(left)
        left = without_lowest(left)
        gain = gain_of(s, kind)
        if mask[t.cards[kind].buy_id] == 0 or gain <= most:
            continue
        fill_worth(t, s, row, kind)
        if gain + s.worth[trade - int(t.cards[kind].cost)] >= best - CLOSE:
            choice, most = kind, gain
    return choice
