"""Count Income: what every unit earns, who gets Priority, what runs dry, who wins (OW-5, OW-3.2).

Below: units.py, worlds.py, order.py. Above: observe.py (shows the figures), flow.py.
"""

from __future__ import annotations

from ow_env.open_worlds import cards, state as at
from ow_env.open_worlds.rules.order import give_priority, go, player_at
from ow_env.open_worlds.rules.units import remove_unit
from ow_env.open_worlds.rules.worlds import controls_kind, is_habitable, is_hostile, occupies
from ow_env.open_worlds.state import TERMINATED, Game, Tables, rule

INCOMES_TO_DEPLETE = 2  # Count Income Steps until a depleting card becomes an indicator
FRONTIER_INCOME = 3


@rule
def count_works(g: Game, t: Tables, player: int, world: int) -> int:
    """Count the Production and the Mining and Drilling Facilities the player controls at a World."""
    count = 0
    for i in range(g.starts[world], g.starts[world + 1]):
        kind = t.cards[g.units[i].card].kind
        if g.units[i].controller == player and (kind == cards.PRODUCTION or kind == cards.MINING):
            count += 1
    return count


@rule
def counted_income(g: Game, t: Tables, index: int) -> int:
    """Return the Income of a unit whose card has it depend on what else lies on the table (OW-5.1)."""
    u = g.units[index]
    income_rule = int(t.cards[u.card].income_rule)
    player = int(u.controller)
    world = int(u.world)
    if income_rule == cards.FRONTIER:
        return FRONTIER_INCOME if is_hostile(g, t, world) and not is_habitable(g, t, world) else 1
    if income_rule == cards.WORKS_HERE:
        return max(1, count_works(g, t, player, world))
    total = 0
    if income_rule == cards.WORLDS_OCCUPIED:
        for w in range(g.num_worlds):
            if occupies(g, t, player, w):
                total += 1
    if income_rule == cards.POPULATED_WORLDS:
        for w in range(g.num_worlds):
            if w != world and controls_kind(g, t, player, w, cards.POPULATION):
                total += 1
    return total


@rule
def income_of(g: Game, t: Tables, index: int) -> int:
    """Return the Income of a unit for its controller (OW-5.1); none in a turn in which it was stopped (OW-5.4).

    Nearly all have what is printed or the World's RES: short enough for the compiler to paste it into its callers.
    """
    u = g.units[index]
    card = t.cards[u.card]
    if u.idle != 0:
        return 0
    if card.income_rule != cards.FIXED and card.income_rule != cards.RES:
        return counted_income(g, t, index)
    return int(card.income) if card.income_rule == cards.FIXED else int(g.worlds[u.world].res)


@rule
def total_income(g: Game, t: Tables, player: int) -> int:
    """Sum the Income of all units the player controls (OW-5.1)."""
    total = 0
    for i in range(g.starts[g.num_worlds]):
        if g.units[i].controller == player:
            total += income_of(g, t, i)
    return total


@rule
def place_indicator(g: Game, world: int, card: int, owner: int) -> None:
    """Lay an indicator under a World. They are sorted by World, card and owner: equal positions are equal bytes."""
    place = int(g.indicator_count)
    while place > 0:
        before = g.indicators[place - 1]
        if before.world < world or (before.world == world and before.card < card):
            break
        if before.world == world and before.card == card and before.owner <= owner:
            break
        mark = g.indicators[place]
        mark.card = before.card
        mark.owner = before.owner
        mark.world = before.world
        place -= 1
    mark = g.indicators[place]
    mark.card = card
    mark.owner = owner
    mark.world = world
    g.indicator_count += 1


@rule
def turn_to_indicators(g: Game, t: Tables) -> None:
    """Depleting cards grow older; at the second count they become indicators under their Worlds."""
    for i in range(int(g.starts[g.num_worlds]) - 1, -1, -1):
        u = g.units[i]
        if t.cards[u.card].depletes != 0:
            u.age += 1
            if u.age >= INCOMES_TO_DEPLETE:
                place_indicator(g, int(u.world), int(u.card), int(u.owner))
                remove_unit(g, i)


@rule
def highest_income(g: Game) -> int:
    """Return the highest Income just counted."""
    best = 0
    for p in range(g.num_players):
        best = max(best, int(g.players[p].income))
    return best


@rule
def pass_priority(g: Game) -> None:
    """Give Priority to the highest Income; tied, to the holder or the next of the tied after the holder (OW-5.2)."""
    best = highest_income(g)
    for seat in range(g.num_players):
        p = player_at(g, seat)
        if g.players[p].income == best:
            give_priority(g, p)
            return


@rule
def end_game(g: Game) -> None:
    """The highest Income wins; tied for highest, the game is a draw (OW-5.1)."""
    best = highest_income(g)
    g.winner = -1
    tied = 0
    for p in range(g.num_players):
        if g.players[p].income == best:
            g.winner = p
            tied += 1
    if tied > 1:
        g.winner = -1
    g.ending = TERMINATED
    go(g, at.GAME_OVER)


@rule
def proceed_count_income(g: Game, t: Tables) -> None:
    """Count every player's Income; the game ends here on the FINAL TURN (OW-5.1, OW-3.2, OW-3.6)."""
    for p in range(g.num_players):
        g.players[p].income = total_income(g, t, p)
    if g.final_turn != 0:
        end_game(g)
        return
    turn_to_indicators(g, t)
    pass_priority(g)
    go(g, at.TRASH)
