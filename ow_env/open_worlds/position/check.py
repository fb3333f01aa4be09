"""What can't be: cards that no deck could have, choices no rule would allow, a decision that the rules would not ask.

Below: model.py, write.py, rules/. Above: the folder's two functions.
A decision is believed if the rules agree: from the record that was built they must come to ask the very same thing, and
the player who is asked must have an answer. So no accepted position gets play stuck. Also checked is
what playing on does not look at, and what keeps every index inside the record.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import numpy as np

from ow_env.core.game import States
from ow_env.core.rng import RNG
from ow_env.core.values import difference, shown
from ow_env.open_worlds import state as at
from ow_env.open_worlds.actions import OK
from ow_env.open_worlds.cards import AUTOMATED, DEPLOY_GROUND, FACILITY, UTILITY
from ow_env.open_worlds.position.form import OWNED, Game
from ow_env.open_worlds.position.model import Draft, Play
from ow_env.open_worlds.position.read_utility import PATH, PICKS
from ow_env.open_worlds.position.write import Writer
from ow_env.open_worlds.rules.flow import advance
from ow_env.open_worlds.rules.install_facilities import staged_facility, why_not_swap
from ow_env.open_worlds.rules.legality import waits_for, write_mask
from ow_env.open_worlds.rules.surface_conflict import has_claim, surface_damage
from ow_env.open_worlds.rules.utilities import count_picks, has_effect, next_open_choice, why_not_pick
from ow_env.open_worlds.state import DECK_SIZE, POINTS, QUESTIONS, STAGED

# ── The draft ────────────────────────────────────────────────────────────────────────────────


def check_draft(p: Draft) -> None:
    """Check what lies on the table."""
    for seat in range(len(p.players)):
        check_deck(p, seat)
        check_known(p, seat)
    check_room(p)
    for seat, me in enumerate(p.players):
        for world, cards in me.staged.items():
            check_staged(p, seat, world, cards)


def check_deck(p: Draft, seat: int) -> None:
    """Check that a player's cards could come from one deck (OW-1.1)."""
    held = cards_of(p, seat)
    for card, places in sorted(held.items()):
        if len(places) > 1 and not p.t.cards[card].unlimited:
            found = f"{p.name(card)} is unique in a deck (OW-1.1), found {len(places)}"
            p.fault(f"players[{seat}]", f"{found}: {', '.join(places)}")
    total = sum(map(len, held.values()))
    if total > DECK_SIZE:
        p.fault(f"players[{seat}]", f"expected {DECK_SIZE} cards at most, found {total}")


def cards_of(p: Draft, seat: int) -> dict[int, list[str]]:
    """Return all cards of a player's deck, and where each copy is."""
    me = p.players[seat]
    held: dict[int, list[str]] = defaultdict(list)
    for key in OWNED:
        for card in me.piles.get(key, []):
            held[card].append(key)
    for world, cards in me.staged.items():
        for card in cards:
            held[card].append(f"staged to {p.world_name(world)}")
    for unit in p.units:
        if unit.owner == seat:
            held[unit.card].append(f"in play at {p.world_name(unit.world)}")
    for world, card, owner in p.indicators:
        if owner == seat:
            held[card].append(f"indicator at {p.world_name(world)}")
    for card, player in p.play.cards if p.play else ():
        if player == seat:
            held[card].append("being played")
    return held


def check_known(p: Draft, seat: int) -> None:
    """Check that what all know of a player's hidden cards is so (OW-7.3)."""
    me = p.players[seat]
    hidden = Counter(me.piles.get("hand", []) + me.piles.get("trash", []))
    if p.point <= at.REVEAL:
        hidden += Counter(card for cards in me.staged.values() for card in cards)
    for card in Counter(me.piles.get("seen", [])) - hidden:
        found = f"{p.name(card)} is neither in hand nor staged face down nor in `trash`"
        p.fault(f"players[{seat}].seen", found)


def check_room(p: Draft) -> None:
    """Check that no World has more Facilities than it ever supported (OW-0.4)."""
    found = Counter(unit.world for unit in p.units if p.t.cards[unit.card].type == FACILITY)
    for world, count in sorted(found.items()):
        most = p.words.catalogue.worlds[p.row[world]].h2o
        if count > most:
            p.fault("players", f"{p.world_name(world)} has H2O {most}, found {count} Facilities there")


def check_staged(p: Draft, seat: int, world: int, cards: list[int]) -> None:
    """Check that no more is staged to a World than may be, and nothing that is gone (OW-S.1, OW-R.1)."""
    path = f"players[{seat}].staged.{p.world_name(world)}"
    deployed = world == p.world and p.point > at.SWAP
    resolved = world < len(p.resolved) and p.resolved[world]
    if p.turn == 0 or p.step in ("income", "trash", "draw", "over"):
        p.fault(path, f"nothing is staged in step {p.step!r}")
    elif resolved or deployed:
        p.fault(path, "its cards have come into play: expected none")
    if len(cards) > 1:
        check_both(p, seat, world, cards, path)
    for card in cards:
        if p.point > at.REVEAL and is_revealed_out(p, card):
            p.fault(path, f"{p.name(card)} was Trashed at Reveal (OW-R.1)")


def is_revealed_out(p: Draft, card: int) -> bool:
    """Is a staged card Trashed as it is revealed?"""
    row = p.t.cards[card]
    return bool(row.type == UTILITY or (p.final_turn and row.prohibited))


def check_both(p: Draft, seat: int, world: int, cards: list[int], path: str) -> None:
    """Check that two cards may lie at one World: one Automated, if permitted (OW-S.1)."""
    if len(cards) > STAGED:
        p.fault(path, f"expected {STAGED} cards at most, found {len(cards)} (OW-S.1)")
    elif all(p.t.cards[card].kind != AUTOMATED for card in cards):
        p.fault(path, "one of two cards has to be an Automated Ground Force (OW-S.1)")
    elif p.point <= at.REVEAL:
        mine = [unit for unit in p.units if unit.world == world and unit.controller == seat]
        if not any(p.t.cards[unit.card].extra_automated for unit in mine):
            p.fault(path, "no card of the player there permits a second one (OW-S.1)")


# ── The record ───────────────────────────────────────────────────────────────────────────────


def check_record(p: Draft, state: States) -> None:
    """Check that the rules allow all that is half done, and would ask the same of the same players."""
    g = state[0]
    if p.point in (at.ORBITAL, at.SURFACE):
        check_orders(p)
    if p.point == at.CONQUER:
        check_conquests(p, g)
    if p.point == at.SWAP:
        check_swaps(p, g)
    if p.play is not None:
        check_utility(p, state, p.play)
    p.refuse()
    check_play(p, state)


def check_orders(p: Draft) -> None:
    """Check that only those have their orders who were asked before."""
    now = (p.after(p.actor), p.unit)
    for index, order in p.orders.items():
        when = (p.after(p.units[index].controller), index)
        early = order.targets[: p.weapon] if when == now else order.targets
        whole = bool(order.defends) or (order.reserved and p.point == at.ORBITAL)
        given = whole or any(order.targets)
        asked = when < now or (when == now and not whole and early == order.targets)
        if given and not asked:
            name = p.name(p.units[index].card)
            p.fault("decision.orders", f"{name} has an order before it was asked for one")


def check_conquests(p: Draft, g: Game) -> None:
    """Check that only those are overcome and Conquered that are, by those who may (OW-4f.4)."""
    for i, order in p.orders.items():
        u = g.units[i]
        name = p.name(u.card)
        if order.overcome and not u.overcome:
            damage = int(surface_damage(g, p.t, i, -1))
            against = f"{damage} against a Defensive Strength of {p.t.cards[u.card].defense}"
            p.fault("decision.orders", f"{name} is not overcome: its damage is {against}")
        seat = order.conqueror - 1
        if seat >= 0:
            claim = u.overcome and has_claim(g, p.t, seat, i)
            if not claim or p.after(seat) > p.after(p.actor):
                p.fault("decision.orders", f"{p.agents[seat]} can't have Conquered {name} (OW-4f.4)")


def check_swaps(p: Draft, g: Game) -> None:
    """Check that each Swap chosen is one, and was chosen before the player who is asked."""
    for seat, me in enumerate(p.players):
        if me.swapping:
            path = f"decision.swapping.{p.agents[seat]}"
            card = me.swapping - 1
            if staged_facility(g.players[seat], p.t, p.world) < 0:
                p.fault(path, "the player has no Facility staged there")
            elif why_not_swap(g, p.t, seat, card) != OK:
                p.fault(path, f"{p.name(card)} can't Swap there (OW-4a.2)")
            elif p.after(seat) >= p.after(p.actor):
                p.fault(path, "the player has not been asked yet (OW-4a.5)")


def check_utility(p: Draft, state: States, play: Play) -> None:
    """Check that the choices made for the Utility in play are legal, and all that were due."""
    g = state[0]
    card, player = play.cards[0]
    name = p.name(card)
    if play.action in (*PICKS, DEPLOY_GROUND) and not has_effect(g, p.t, player, card):
        p.fault(f"{PATH}.card", f"there is nothing {name} could do here")
        return
    if play.action in PICKS:
        if play.world >= 0 and count_picks(g, p.t, player, card, play.world) == 0:
            p.fault(f"{PATH}.world", f"there is nothing {name} may pick there")
            return
        if play.target and why_not_pick(g, p.t, player, card, play.target - 1) != OK:
            p.fault(f"{PATH}.target", f"{name} may not pick it (OW-6.12)")
    if play.phase != at.CHOOSING:
        chosen = state.copy()
        due = int(next_open_choice(chosen[0], p.t))
        if due != at.ASK_NOTHING or not np.array_equal(chosen, state):
            missing = "world" if chosen[0].play_world != g.play_world else QUESTIONS[due or at.ASK_TARGET]
            p.fault(f"{PATH}.{missing}", f"it is missing: {name} has chosen one")


def check_play(p: Draft, state: States) -> None:
    """Let the rules play on from the record: they must ask at once, and the same."""
    if p.asked is None:
        return
    then = state.copy()
    advance(then[0], p.t, np.zeros(1, RNG)[0])
    waiting = tuple(seat for seat in range(len(p.agents)) if waits_for(then[0], seat))
    asked, instead = question(p, p.point, p.asked), question(p, int(then[0].point), waiting)
    if asked != instead:
        p.fault("decision", f"the rules would not ask {asked} here, but {instead}")
    elif not np.array_equal(then, state):
        p.fault(*what_differs(p, state, then))
    else:
        check_answers(p, p.asked, state)


def question(p: Draft, point: int, seats: tuple[int, ...]) -> str:
    """Say what is asked of whom."""
    whom = " and ".join(p.agents[seat] for seat in seats)
    return f"{POINTS[point]!r} of {whom}" if whom else "nothing more: the game is over"


def what_differs(p: Draft, state: States, then: States) -> tuple[str, str]:
    """Return what the rules would have half done otherwise, where they ask the same: the field and the fault."""
    told, instead = (Writer(p.words, each[0], "full", ()).decision() for each in (state, then))
    where = difference(told, instead, "decision")
    if where is None:
        return "decision", "the rules would ask the same here, but with other parts half done"
    path, found, right = where
    return path, f"by the rules it is {in_json(right)}, found {in_json(found)}"


def in_json(value: object) -> str:
    """Show a part of a decision, cut short."""
    return "none" if value is None else shown(value) if isinstance(value, str | int) else f"{json.dumps(value):.120}"


def check_answers(p: Draft, asked: tuple[int, ...], state: States) -> None:
    """Check that the player who is asked has an answer."""
    mask = np.zeros(int(p.t.action_count), np.int8)
    for seat in asked:
        write_mask(state[0], p.t, seat, mask)
        if not mask.any():
            p.fault("decision", f"{p.agents[seat]} would have no answer to this")
