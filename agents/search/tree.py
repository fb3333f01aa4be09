"""The search itself: simulations from guesses, in which every seat has a tree of what it knows.

Below: memory.py, mind.py and, at the names bound by bind.py, the game's rules and scripts. Above: agent.py.
The functions are templates, like those of core/kernels.py. In order: the tree, how a seat chooses in it, who plays
beyond it, what its end is worth, one simulation, all of them.

A simulation copies the guess and plays on with dice of its own. A seat's node is known by a hash of what the seat sees
and of the way it came; at a joint decision every seat chooses from its own node, knowing nothing of the others.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from agents.search import mind
from agents.search.memory import (
    BEST,
    BY_POTENTIAL,
    HALVING,
    MIND,
    RANDOM,
    REGRET,
    UCT,
    Bits,
    Bytes,
    Chance,
    Choices,
    Constants,
    Edge,
    Edges,
    Game,
    Games,
    Keys,
    Kit,
    Masks,
    Minds,
    Node,
    Nodes,
    Numbers,
    Places,
    Plan,
    Rows,
    Shares,
    Slots,
    Step,
    Steps,
    Tables,
    Tally,
    Values,
    Weights,
)
from ow_env.core.jit import Actions, Library, Mask, Observation
from ow_env.core.rng import Rng, below, mix, pick, start, unit

NO_NODE = -1  # nor an edge
LEAST = 1e-6  # of a prior, before its logarithm
SAME = 1e-9  # values this close are alike
LEAST_TRIALS = 16  # simulations for each action that halving begins with
MOST_DICE = 1 << 31
MOST_DECISIONS = 100_000  # in a simulation; no game is so long

rules: Any = None  # a game's engine, once bound
choose: Any = None  # its scripts, by number
think: Any = None  # of mind.py
weigh: Any = None
hash_row: Any = None  # of this file
find: Any = None
propose: Any = None
expand: Any = None
guide: Any = None
strategy: Any = None
select: Any = None
play_on: Any = None
evaluate: Any = None
learn: Any = None
copy_guess: Any = None
descend: Any = None
score: Any = None
keep: Any = None
is_settled: Any = None
decide: Any = None


# ── The tree ─────────────────────────────────────────────────────────────────────────────────────


def hash_row_template(row: Observation, key: Bits) -> Bits:
    """Return a hash of what is seen and of the key it is reached by; nearly all that is seen is zero."""
    even = len(row) // 8 * 8
    words = row[:even].view(np.uint64)
    for k in range(len(words)):
        if words[k] != 0:
            key = mix(key ^ words[k]) ^ np.uint64(k)
    for i in range(even, len(row)):
        if row[i] != 0:
            key = mix(key ^ np.uint64(row[i])) ^ np.uint64(i)
    return mix(key)


def find_template(slots: Slots, nodes: Nodes, key: Bits) -> int:
    """Return the slot that holds the node of this key, or the free one where it belongs."""
    last = np.uint64(len(slots) - 1)
    at = np.int64(key & last)
    while slots[at] != 0 and nodes[slots[at] - 1].key != key:
        at = np.int64(np.uint64(at + 1) & last)
    return at  # type: ignore[return-value]


def propose_template(
    t: Tables, kit: Kit, who: int, m: Minds, weights: Weights, places: Places, thoughts: Weights,
    row: Observation, mask: Mask, rng: Rng,
) -> int:  # fmt: skip
    """Return what a script, chance or the network does, playing by itself."""
    if who == RANDOM:
        return pick(mask, rng)
    if who != MIND:
        script: int = choose(t, kit[who - 1], who, row, mask, rng)
        return script
    think(m, weights, places, row, thoughts)
    weigh(m, weights, places, mask, thoughts)
    left = unit(rng)
    k = int(m.at_logits)
    choice = 0
    for action in range(len(mask)):
        if mask[action] != 0:
            if left < 0.0:
                break
            choice = action
            left -= thoughts[k]
            k += 1
    return choice


def expand_template(
    mask: Mask, nodes: Nodes, edges: Edges, slots: Slots, tally: Tally, key: Bits, slot: int, seat: int
) -> int:
    """Make the node of a key and return it, or -1 where memory is full."""
    if tally.nodes >= len(nodes) or tally.edges + len(mask) > len(edges):
        return NO_NODE
    first = int(tally.edges)
    count = 0
    for action in range(len(mask)):
        if mask[action] != 0:
            e = edges[first + count]
            e.action = action
            e.visits = 0
            e.alive = 0
            e.prior = 0.0
            e.total = 0.0
            e.regret = 0.0
            e.played = 0.0
            count += 1
    node = nodes[tally.nodes]
    node.key = key
    node.seat = seat
    node.first = first
    node.count = count
    node.visits = 0
    node.guided = 0
    node.total = 0.0
    tally.nodes += 1
    tally.edges += count
    slots[slot] = tally.nodes
    return int(tally.nodes) - 1


def guide_template(
    t: Tables, kit: Kit, plan: Plan, m: Minds, weights: Weights, places: Places, thoughts: Weights,
    row: Observation, mask: Mask, rng: Rng, node: Node, edges: Edges,
) -> None:  # fmt: skip
    """Give the actions of a node their priors."""
    node.guided = 1
    first, count = int(node.first), int(node.count)
    trust = float(plan.trust)
    if plan.guide == MIND:
        think(m, weights, places, row, thoughts)
        weigh(m, weights, places, mask, thoughts)
        for k in range(count):
            edges[first + k].prior = trust * thoughts[m.at_logits + k] + (1.0 - trust) / count
        return
    if plan.guide == RANDOM:
        trust = 0.0
    for k in range(count):
        edges[first + k].prior = (1.0 - trust) / count
    if plan.guide != RANDOM:
        choice = choose(t, kit[plan.guide - 1], int(plan.guide), row, mask, rng)
        for k in range(count):
            if edges[first + k].action == choice:
                edges[first + k].prior += trust


# ── How a seat chooses in it ─────────────────────────────────────────────────────────────────────


def strategy_template(node: Node, edges: Edges) -> float:
    """Return the sum of regrets above 0; where it is 0, regret matching plays by the prior."""
    total = 0.0
    for k in range(node.first, node.first + node.count):
        total += max(edges[k].regret, 0.0)
    return total


def select_template(node: Node, edges: Edges, plan: Plan, rng: Rng, step: Step) -> int:
    """Return the edge to try next and note it in ``step``, with the chance it had."""
    first, last = int(node.first), int(node.first + node.count)
    best = first
    if plan.select == REGRET:
        total = strategy(node, edges)
        left = unit(rng)
        found = False
        for k in range(first, last):
            e = edges[k]
            share = max(e.regret, 0.0) / total if total > 0.0 else e.prior
            e.played += share
            chance = (1.0 - plan.explore) * share + plan.explore / node.count
            if not found:
                best = k
                step.chance = chance
                left -= chance
                found = left < 0.0
    else:
        root = np.sqrt(float(node.visits))
        mean = node.total / node.visits if node.visits > 0 else 0.0
        most = -np.inf
        ties = 0
        for k in range(first, last):
            e = edges[k]
            value = e.total / e.visits if e.visits > 0 else mean
            value += plan.c * e.prior * root / (1.0 + e.visits)
            if value > most + SAME:
                most = value
                best = k
                ties = 1
            elif value > most - SAME:  # by lot: seats that alternate in step would never meet
                ties += 1
                if below(rng, ties) == 0:
                    best = k
        step.chance = 1.0
    step.edge = best
    return best


def learn_template(
    nodes: Nodes, edges: Edges, steps: Steps, tally: Tally, plan: Plan, values: Values
) -> None:
    """Tell every node on the way what came of the simulation for its seat.

    With regret matching, an action's worth in this simulation is estimated as its mean so far, corrected for the
    action taken by what came of it over its chance; so the estimates are right on average, and vary little.
    """
    for i in range(tally.steps):
        step = steps[i]
        node = nodes[step.node]
        result = values[node.seat]
        if plan.select == REGRET and step.edge >= 0:
            mean = node.total / node.visits if node.visits > 0 else 0.0
            total = strategy(node, edges)
            chosen = edges[step.edge]
            before = chosen.total / chosen.visits if chosen.visits > 0 else mean
            worth = before + (result - before) / step.chance
            expected = 0.0
            for k in range(node.first, node.first + node.count):
                e = edges[k]
                share = max(e.regret, 0.0) / total if total > 0.0 else e.prior
                here = e.total / e.visits if e.visits > 0 else mean
                expected += share * (worth if k == step.edge else here)
            for k in range(node.first, node.first + node.count):
                e = edges[k]
                here = e.total / e.visits if e.visits > 0 else mean
                e.regret += (worth if k == step.edge else here) - expected
        node.visits += 1
        node.total += result
        if step.edge >= 0:
            edges[step.edge].visits += 1
            edges[step.edge].total += result


# ── Beyond the tree ──────────────────────────────────────────────────────────────────────────────


def play_on_template(
    g: Game, t: Tables, rng: Rng, kit: Kit, plan: Plan, m: Minds, weights: Weights, places: Places,
    thoughts: Weights, rows: Rows, masks: Masks, actions: Actions, tally: Tally,
) -> None:  # fmt: skip
    """Play on until so many turns have begun, or the game is over."""
    begun = rules.turn(g)
    for _ in range(MOST_DECISIONS):
        if rules.ending(g) != 0 or rules.turn(g) - begun >= plan.turns:
            return
        for seat in range(plan.players):
            actions[seat] = 0
            if rules.waits_for(g, seat):
                rules.write_mask(g, t, seat, masks[seat])
                if plan.rollout != RANDOM:
                    rules.write_observation(g, t, seat, rows[seat])
                actions[seat] = propose(
                    t, kit, int(plan.rollout), m, weights, places, thoughts, rows[seat], masks[seat], rng
                )
        rules.apply(g, t, rng, actions)
        tally.decisions += 1


def evaluate_template(
    g: Game, t: Tables, plan: Plan, m: Minds, weights: Weights, places: Places, thoughts: Weights,
    rows: Rows, values: Values,
) -> None:  # fmt: skip
    """Write what a position is worth to each seat, from -1 to 1.

    The network is asked for the seats that have to choose, for it was trained on what such seats see; where there are
    two seats, one's gain is the other's loss.
    """
    players = int(plan.players)
    for seat in range(players):
        values[seat] = rules.outcome(g, seat)
    if rules.ending(g) != 0:
        return
    if plan.leaf == BY_POTENTIAL:
        for seat in range(players):
            lead = plan.scale * rules.potential(g, t, seat)
            values[seat] = lead / (1.0 + abs(lead))
        return
    asked = 0
    gain = 0.0
    for seat in range(players):
        if players != 2 or rules.waits_for(g, seat):
            rules.write_observation(g, t, seat, rows[seat])
            value = think(m, weights, places, rows[seat], thoughts)
            if plan.shaped != 0:
                value += rules.potential(g, t, seat)
            value = min(max(value, -1.0), 1.0)
            values[seat] = value
            gain += value if seat == 0 else -value
            asked += 1
    if players == 2 and asked > 0:
        values[0] = gain / asked
        values[1] = -gain / asked


# ── One simulation ───────────────────────────────────────────────────────────────────────────────


def copy_guess_template(games: Games, games_bytes: Bytes, source: int, target: int) -> None:
    """Make one position equal to another, byte for byte; only the bytes in use are touched."""
    used, before = rules.used(games[source]), rules.used(games[target])
    for byte in range(used):
        games_bytes[target, byte] = games_bytes[source, byte]
    for byte in range(used, before):
        games_bytes[target, byte] = 0


def descend_template(
    g: Game, t: Tables, rng: Rng, root: int, forced: int, kit: Kit, plan: Plan, m: Minds, weights: Weights,
    places: Places, thoughts: Weights, rows: Rows, masks: Masks, actions: Actions, nodes: Nodes, edges: Edges,
    steps: Steps, slots: Slots, keys: Keys, tally: Tally, values: Values,
) -> None:  # fmt: skip
    """Play a position on: in the trees, to the first node of the root's seat that is new; then beyond.

    Of each other seat, too, one node is new at most; there and from there on it plays as one plays beyond the tree.
    ``forced``: the edge that is taken at the root; -1: any.
    """
    players = int(plan.players)
    outside = 0  # a bit for each seat that has left its tree
    tally.steps = 0
    for seat in range(players):
        keys[seat] = mix(np.uint64(seat + 1))
    while rules.ending(g) == 0 and tally.steps + players <= len(steps):
        for turn in range(players):  # the root's seat first: where its node is new, nobody chooses any more
            seat = (root + turn) % players
            actions[seat] = 0
            if not rules.waits_for(g, seat):
                continue
            rules.write_observation(g, t, seat, rows[seat])
            rules.write_mask(g, t, seat, masks[seat])
            node = NO_NODE
            edge = NO_NODE
            if (outside >> seat) & 1 == 0:
                key = hash_row(rows[seat], keys[seat])
                slot = find(slots, nodes, key)
                step = steps[tally.steps]
                step.chance = 1.0
                if slots[slot] != 0:
                    node = slots[slot] - 1
                    if nodes[node].guided == 0:
                        guide(
                            t, kit, plan, m, weights, places, thoughts, rows[seat], masks[seat], rng, nodes[node], edges
                        )
                    if node == 0 and forced >= 0:
                        edge = forced
                    else:
                        edge = select(nodes[node], edges, plan, rng, step)
                    actions[seat] = edges[edge].action
                else:
                    node = expand(masks[seat], nodes, edges, slots, tally, key, slot, seat)
                    outside |= 1 << seat
                keys[seat] = key
                step.node = node
                step.edge = edge
                if node >= 0:
                    tally.steps += 1
            if (outside >> root) & 1 != 0:
                break
            if edge < 0:
                actions[seat] = propose(
                    t, kit, int(plan.rollout), m, weights, places, thoughts, rows[seat], masks[seat], rng
                )
                if node >= 0 and plan.select != REGRET:
                    for k in range(nodes[node].first, nodes[node].first + nodes[node].count):
                        if edges[k].action == actions[seat]:
                            steps[tally.steps - 1].edge = k
            keys[seat] = mix(keys[seat] ^ np.uint64(actions[seat] + 1))
        if (outside >> root) & 1 != 0:
            break
        rules.apply(g, t, rng, actions)
        tally.decisions += 1
    if plan.turns > 0:
        play_on(g, t, rng, kit, plan, m, weights, places, thoughts, rows, masks, actions, tally)
    evaluate(g, t, plan, m, weights, places, thoughts, rows, values)
    learn(nodes, edges, steps, tally, plan, values)


# ── All of them ──────────────────────────────────────────────────────────────────────────────────


def score_template(edge: Edge, plan: Plan) -> float:
    """Return how good an action looks with halving: by its mean, and by its prior the more the less it was tried."""
    tried = max(float(edge.visits), 1.0)
    return float(edge.total / tried + plan.lean * np.log(max(edge.prior, LEAST)) / np.sqrt(tried))


def keep_template(node: Node, edges: Edges, plan: Plan, most: int) -> None:
    """Leave so many actions in the running: those of the best scores."""
    first, last = int(node.first), int(node.first + node.count)
    alive = 0
    for k in range(first, last):
        alive += int(edges[k].alive)
    while alive > most:
        worst = first
        least = np.inf
        for k in range(first, last):
            if edges[k].alive != 0:
                value = score(edges[k], plan)
                if value <= least:
                    least = value
                    worst = k
        edges[worst].alive = 0
        alive -= 1


def is_settled_template(node: Node, edges: Edges, left: int) -> bool:
    """Can so few simulations no longer change which action was tried most?"""
    most = 0
    second = 0
    for k in range(node.first, node.first + node.count):
        tried = int(edges[k].visits)
        if tried > most:
            second = most
            most = tried
        elif tried > second:
            second = tried
    return most - second > left


def decide_template(node: Node, edges: Edges, plan: Plan, rng: Rng, share: Values) -> int:
    """Return the action to take at the root, and write for each action how much speaks for it, 1 in all."""
    total = 0.0
    for k in range(node.first, node.first + node.count):
        total += edges[k].played if plan.select == REGRET else float(edges[k].visits)
    most = -np.inf
    choice = 0
    for k in range(node.first, node.first + node.count):
        e = edges[k]
        part = 1.0 / node.count
        if total > 0.0:
            part = (e.played if plan.select == REGRET else float(e.visits)) / total
        share[e.action] = part
        if plan.select == HALVING:
            part = score(e, plan) if e.alive != 0 else -np.inf
        if part > most:
            most = part
            choice = int(e.action)
    if plan.final == BEST:
        return choice
    left = unit(rng)
    for k in range(node.first, node.first + node.count):
        if left >= 0.0 and share[edges[k].action] > 0.0:
            choice = int(edges[k].action)
        left -= share[edges[k].action]
    return choice


def search_template(
    guesses: Games, guesses_bytes: Bytes, seats: Numbers, dice: Chance, work: Games, work_bytes: Bytes,
    tables: Constants, kit: Kit, plan: Plan, m: Minds, weights: Weights, places: Places, thoughts: Weights,
    rows: Rows, masks: Masks, actions: Actions, nodes: Nodes, edges: Edges, steps: Steps, slots: Slots, keys: Keys,
    tally: Tally, values: Values, fresh: bool, simulations: int, shares: Shares, choices: Choices, worth: Values,
) -> None:  # fmt: skip
    """Search every row: play so many simulations, then choose.

    Args:
        guesses: [B] positions that could be the true ones for all the seats know; left as they are.
        guesses_bytes: the same memory.
        seats: [B] who is asked in each.
        dice: [B + 1] what each row's simulations draw from, and one as scratch; changed.
        work: [2] scratch: the guess played on from, and the position of the simulation.
        work_bytes: the same memory.
        tables: constants the rules read.
        kit: what the scripts work in.
        plan: how to search.
        m: the network, as its weights and places are.
        weights: of the network.
        places: of the network.
        thoughts: of the network: scratch.
        rows: scratch [P, F].
        masks: scratch [P, A].
        actions: scratch [P].
        nodes: like all that follow to ``values``, the memory of the tree.
        edges: ...
        steps: ...
        slots: ...
        keys: ...
        tally: ...
        values: ...
        fresh: begin with an empty tree; otherwise go on with the last one, of the same row.
        simulations: how many.
        shares: written: [B, A] how much speaks for each action.
        choices: written: [B].
        worth: written: [B] what the seat may expect, from -1 to 1.
    """
    t = tables[0]
    for row in range(len(guesses)):
        root = seats[row]
        rng = dice[row]
        if fresh:
            for byte in range(work_bytes.shape[1]):
                work_bytes[0, byte] = guesses_bytes[row, byte]
            slots[:] = 0
            tally.nodes = 0
            tally.edges = 0
            tally.done = 0
            rules.write_mask(work[0], t, root, masks[root])
            allowed = 0
            for action in range(masks.shape[1]):
                if masks[root, action] != 0:
                    allowed += 1
                    choices[row] = action
            if allowed < 2:
                shares[row, choices[row]] = 1.0
                continue
        left = simulations
        if plan.select == HALVING:
            if tally.done == 0:  # the first simulation only makes the root
                copy_guess(work, work_bytes, 0, 1)
                descend(
                    work[1], t, rng, root, -1, kit, plan, m, weights, places, thoughts, rows, masks, actions,
                    nodes, edges, steps, slots, keys, tally, values,
                )  # fmt: skip
                rules.write_observation(work[0], t, root, rows[root])
                rules.write_mask(work[0], t, root, masks[root])
                guide(t, kit, plan, m, weights, places, thoughts, rows[root], masks[root], rng, nodes[0], edges)
                tally.done += 1
                tally.simulations += 1
                left -= 1
            first, last = int(nodes[0].first), int(nodes[0].first + nodes[0].count)
            for k in range(first, last):
                edges[k].alive = 1
            alive = max(min(last - first, int(plan.width), simulations // LEAST_TRIALS), 2)
            keep(nodes[0], edges, plan, alive)
            phases = 1
            while (alive - 1) >> phases != 0:
                phases += 1
            since = 0  # simulations with this guess
            while left >= alive:
                each = max(left // (alive * phases), 1)
                for _ in range(each):
                    if since + alive > plan.renew:
                        rules.hide(work[0], t, root, rng)
                        since = 0
                    since += alive
                    same = below(rng, MOST_DICE)
                    for k in range(first, last):
                        if edges[k].alive != 0:  # each meets the same guess and the same dice, as far as they go
                            start(dice[len(dice) - 1], rng.key, np.uint64(same))
                            copy_guess(work, work_bytes, 0, 1)
                            descend(
                                work[1], t, dice[len(dice) - 1], root, k, kit, plan, m, weights, places, thoughts,
                                rows, masks, actions, nodes, edges, steps, slots, keys, tally, values,
                            )  # fmt: skip
                    tally.done += alive
                    tally.simulations += alive
                    left -= alive
                if phases > 1:
                    alive = (alive + 1) // 2
                    phases -= 1
                    keep(nodes[0], edges, plan, alive)
            left = 0
        while left > 0:
            if tally.done > 0 and tally.done % plan.renew == 0:
                rules.hide(work[0], t, root, rng)
                if plan.select == UCT and plan.final == BEST and is_settled(nodes[0], edges, left):
                    break
            copy_guess(work, work_bytes, 0, 1)
            descend(
                work[1], t, rng, root, -1, kit, plan, m, weights, places, thoughts, rows, masks, actions,
                nodes, edges, steps, slots, keys, tally, values,
            )  # fmt: skip
            tally.done += 1
            tally.simulations += 1
            left -= 1
        choices[row] = decide(nodes[0], edges, plan, rng, shares[row])
        worth[row] = nodes[0].total / max(nodes[0].visits, 1)


def bind(library: Library, engine: ModuleType, choose: Any) -> tuple[Any, Any, Any]:
    """Copy every template for one game; return `search`, and `think` and `weigh` of its network.

    Args:
        library: of the search in this game, with the words of memory.py taught to it.
        engine: the game's rules, as core/kernels.py wants them.
        choose: what its scripts do, as `agents.script.dispatch` makes it.
    """
    scope: dict[str, Any] = {}
    for name, template in (
        ("add_times", mind.add_times_template),
        ("dot", mind.dot_template),
        ("read_row", mind.read_row_template),
        ("think", mind.think_template),
        ("weigh", mind.weigh_template),
        ("hash_row", hash_row_template),
        ("find", find_template),
        ("propose", propose_template),
        ("expand", expand_template),
        ("guide", guide_template),
        ("strategy", strategy_template),
        ("select", select_template),
        ("learn", learn_template),
        ("play_on", play_on_template),
        ("evaluate", evaluate_template),
        ("copy_guess", copy_guess_template),
        ("descend", descend_template),
        ("score", score_template),
        ("keep", keep_template),
        ("is_settled", is_settled_template),
        ("decide", decide_template),
        ("search", search_template),
    ):
        named = set(template.__code__.co_names)
        known = {key: value for key, value in {"rules": engine, "choose": choose, **scope}.items() if key in named}
        scope[name] = library.bind(template, **known)
    return scope["search"], scope["think"], scope["weigh"]
