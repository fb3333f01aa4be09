"""What a player sees: everything the rules let that seat know, in one row of small numbers.

Below: rules/. Above: engine.py, game.py.
`slices` has the named slices, in order; the rules below write them, several a rule. Seats count onward from
the one who looks: 0 is you, 1 the next player. Of the others' cards in hand, in the Deck, staged or thrown away face
down only the number is written, and behind a simultaneous Step not even how it changes (OW-7.1, OW-S.2). Two slices
tell more: `seen` has those that everybody saw go there, and with open decklists `decklist` has all of them together,
without saying which lies where. Figures above 255 read 255.
"""

from __future__ import annotations

import numpy as np

from ow_env.cards.features import Slices
from ow_env.compiled.jit import Observation
from ow_env.core.blank import blank
from ow_env.core.structure import Feature
from ow_env.open_worlds import state as at
from ow_env.open_worlds.rules.combat import direct_damage, is_defended
from ow_env.open_worlds.rules.count_income import income_of
from ow_env.open_worlds.rules.legality import waits_for
from ow_env.open_worlds.rules.order import around, goes_round
from ow_env.open_worlds.rules.worlds import capacity_of
from ow_env.open_worlds.state import (
    EVERYONE,
    PHASES,
    POINTS,
    QUESTIONS,
    STAGED as MOST_STAGED,
    Game,
    Pile,
    Tables,
    Unit,
    rule,
)

HIGH = 255

slices = Slices(
    P="players",
    O="opponents",
    W="Worlds",
    C="cards",
    U="unit cards",
    F="Facility cards",
    S="Ship cards",
    T="points",
    H="phases",
    Q="questions",
    N="options",
)
TURN = slices("turn", "", HIGH, "the turn; 0 during setup")
TURNS_LEFT = slices("turns_left", "", HIGH, "turns until the game is truncated")
FINAL_TURN = slices("final_turn", "", 1, "this is the FINAL TURN")
FINAL_NEXT = slices("final_next", "", 1, "a Deck is empty: the next turn is the FINAL TURN")
POINT = slices("point", "T", 1, "where the turn stands, one of state.POINTS")
PHASE = slices("phase", "H", 1, "how far a Utility in play has come, one of state.PHASES")
QUESTION = slices("question", "Q", 1, "what a Utility asks you, one of state.QUESTIONS")
ASKED = slices("asked", "P", 1, "who is asked now")
PRIORITY = slices(
    "priority", "P", 1, "who has Priority; 2, 3, 4: the others' places, where they don't go round the table"
)
INCOME = slices("income", "P", HIGH, "the Income counted last")
PRIOR_INCOME = slices("prior_income", "P", HIGH, "the prior turn Income")
HAND_COUNT = slices("hand_count", "P", HIGH, "cards in hand")
DECK_COUNT = slices("deck_count", "P", HIGH, "cards in the Deck")
TRASH_COUNT = slices("trash_count", "P", HIGH, "cards in the Trash Heap")
HALTED = slices("halted", "P", 1, "may not move Ships this turn")
UNLIMITED_CLASS = slices("unlimited_class", "P", 1, "Class does not limit the staged Ships this turn")
ADJUSTED = slices("adjusted", "", 4, "cards you have put away while adjusting your hand")
H2O = slices("h2o", "W", 9, "the most Facilities the World supports now")
ROOM = slices("room", "W", 9, "Facilities for which there is room now")
RES = slices("res", "W", HIGH, "RES")
HABITABLE = slices("habitable", "W", 1, "is Habitable now")
HOSTILE = slices("hostile", "W", 1, "is Hostile now")
RESOLVED = slices("resolved", "W", 1, "has been resolved this turn")
RESOLVING = slices("resolving", "W", 1, "is being resolved")
INDICATORS = slices("indicators", "W", HIGH, "indicators under the World")
STAGED_COUNT = slices("staged_count", "PW", 2, "cards staged there")
WORLD_INCOME = slices("world_income", "PW", HIGH, "what the player's units there would earn now")
CAPACITY = slices("capacity", "PW", HIGH, "Troop Capacity there")
HAND = slices("hand", "C", HIGH, "your hand")
DECK = slices("deck", "C", HIGH, "your Deck")
TRASHED = slices("trash", "C", HIGH, "what you have thrown away face down")
STAGED = slices("staged", "WC", HIGH, "what you have staged there")
REVEALED = slices("revealed", "OWC", HIGH, "what an opponent has staged there, once it is face up")
WRECK = slices("wreck", "PC", HIGH, "the player's cards Trashed from the open table")
SEEN = slices("seen", "OC", HIGH, "an opponent's cards known to be out of the Deck, in hand, staged or thrown away")
DECKLIST = slices("decklist", "OC", HIGH, "an opponent's cards not in sight, where decklists are open")
UNITS = slices("units", "PWU", HIGH, "the player's own units there")
CONQUERED = slices(
    "conquered", "PWOF", HIGH, "Facilities there that the player has taken, by the owner's seat after the player's"
)
IDLE_FACILITIES = slices("idle", "PWF", HIGH, "Facilities there that have no Income this turn")
AGE = slices("age", "PW", HIGH, "Count Income Steps that depleting Facilities there have seen")
MOVED = slices("moved", "PS", 1, "Ships that have moved this turn")
CONFLICT = slices("conflict", "", 1, "Orbital Conflict exists at the World being resolved")
RESERVED = slices("reserved", "PU", 1, "Orbitals that have reserved their Weapons")
AIMED = slices("aimed", "PU", 4, "Weapons that have a target")
DEFENDING = slices("defending", "PU", 1, "units that Defend")
DAMAGE = slices("damage", "PU", HIGH, "damage aimed at units")
DEFENDED = slices("defended", "PU", 1, "Facilities that are Defended")
OVERCOME = slices("overcome", "PU", 1, "units that are overcome")
FALLING = slices("falling", "PU", 1, "Facilities that somebody has declared Conquered")
UNIT_ASKED = slices("unit_asked", "U", 1, "the unit whose Weapon is asked for")
WEAPON_ASKED = slices("weapon_asked", "", HIGH, "that Weapon's power")
PLAY_DEPTH = slices("play_depth", "", 8, "the Utility in play and the reactions on it")
PLAY_CARD = slices("play_card", "C", 1, "the Utility or reaction played last")
PLAY_PLAYER = slices("play_player", "P", 1, "who played it")
PLAY_BASE = slices("play_base", "C", 1, "the Utility in play")
PLAY_WORLD = slices("play_world", "W", 1, "the World it chose")
PLAY_UNIT = slices("play_unit", "U", 1, "the card it picked")
PLAY_OPTION = slices("play_option", "N", 1, "the option it chose")


def axis_sizes(cards: np.ndarray, players: int, worlds: int) -> dict[str, int]:
    """Return how long each axis of `slices` is."""
    return {
        "P": players,
        "O": players - 1,
        "W": worlds,
        "C": len(cards),
        "U": int((cards["unit"] >= 0).sum()),
        "F": int((cards["facility"] >= 0).sum()),
        "S": int((cards["ship"] >= 0).sum()),
        "T": len(POINTS),
        "H": len(PHASES),
        "Q": len(QUESTIONS),
        "N": 2,
    }


def features(cards: np.ndarray, players: int, worlds: int) -> tuple[Feature, ...]:
    """Return the table of named slices of an observation."""
    # an order of finish may be given (OW-1.4); of two players one place tells both
    highs = {"priority": players} if players > 2 else {}
    return slices.features(axis_sizes(cards, players, worlds), highs)


def write_layout(tables: np.ndarray, slices: tuple[Feature, ...]) -> None:
    """Write into the tables where each slice starts and how long the axes of cards are."""
    t = tables[0]
    for k, feature in enumerate(slices):
        t["layout"]["starts"][k] = feature.start
    t["layout"]["size_of_all"] = slices[-1].stop
    cards = t["cards"][: t["card_count"]]
    t["layout"]["units"] = (cards["unit"] >= 0).sum()
    t["layout"]["facilities"] = (cards["facility"] >= 0).sum()
    t["layout"]["ships"] = (cards["ship"] >= 0).sum()


# ── What is written ──────────────────────────────────────────────────────────────────────────


@rule
def put(observation: Observation, place: int, value: int) -> None:
    """Write one number, 255 at most."""
    observation[place] = min(value, 255)


@rule
def seats_on(g: Game, player: int, from_player: int) -> int:
    """Return how many seats a player sits after another."""
    return around(g, player - from_player)


@rule
def is_behind_screen(g: Game) -> bool:
    """Do the players choose at once now, seeing nothing of each other (OW-S.2, OW-1.3)?"""
    return g.point == at.ADJUST_HAND or (g.point == at.STAGE and g.stage_in_order == 0)


@rule(inline=True)
def count_staged(g: Game, player: int) -> int:
    """Count all cards a player has staged."""
    total = 0
    for w in range(g.num_worlds):
        total += int(g.players[player].staged_count[w])
    return total


@rule(inline=True)
def write_priority(g: Game, t: Tables, me: int, observation: Observation) -> None:
    """Write who has Priority, nobody before it is determined; and who comes when, if not round the table (OW-1.4)."""
    start = int(t.layout.starts[PRIORITY])
    if g.priority < 0:
        return
    put(observation, start + seats_on(g, int(g.priority), me), 1)
    if not goes_round(g):
        for place in range(1, g.num_players):
            put(observation, start + seats_on(g, int(g.order[place]), me), place + 1)


@rule(inline=True)
def write_turn(g: Game, t: Tables, me: int, observation: Observation) -> None:
    """Write where the turn stands and who is asked."""
    starts = t.layout.starts
    put(observation, int(starts[TURN]), int(g.turn))
    put(observation, int(starts[TURNS_LEFT]), max(0, int(g.max_turns) - int(g.turn)))
    put(observation, int(starts[FINAL_TURN]), int(g.final_turn))
    put(observation, int(starts[POINT]) + int(g.point), 1)
    put(observation, int(starts[PHASE]) + int(g.phase), 1)
    write_priority(g, t, me, observation)
    put(observation, int(starts[ADJUSTED]), int(g.players[me].adjusted))
    put(observation, int(starts[CONFLICT]), int(g.conflict))
    if g.world >= 0:
        put(observation, int(starts[RESOLVING]) + int(g.world), 1)
    for p in range(g.num_players):
        if waits_for(g, p) or (g.actor == EVERYONE and p != me):
            put(observation, int(starts[ASKED]) + seats_on(g, p, me), 1)
        if g.players[p].deck.count == 0:
            put(observation, int(starts[FINAL_NEXT]), 1)


@rule(inline=True)
def write_players(g: Game, t: Tables, me: int, observation: Observation) -> None:
    """Write every player's public figures."""
    starts = t.layout.starts
    hidden = is_behind_screen(g)
    for p in range(g.num_players):
        them = g.players[p]
        seat = seats_on(g, p, me)
        hand = int(them.hand.count)
        trash = int(them.trash.count) + int(them.open_trash.count)
        if p != me and hidden:
            hand += count_staged(g, p) + int(them.adjusted)
            trash -= int(them.adjusted)
        put(observation, int(starts[INCOME]) + seat, int(them.income))
        put(observation, int(starts[PRIOR_INCOME]) + seat, int(them.prior_income))
        put(observation, int(starts[HAND_COUNT]) + seat, hand)
        put(observation, int(starts[DECK_COUNT]) + seat, int(them.deck.count))
        put(observation, int(starts[TRASH_COUNT]) + seat, trash)
        put(observation, int(starts[HALTED]) + seat, int(them.halted))
        put(observation, int(starts[UNLIMITED_CLASS]) + seat, int(them.unlimited_class))


@rule(inline=True)
def write_worlds(g: Game, t: Tables, me: int, observation: Observation) -> None:
    """Write the row of Worlds, but for what depends on the units there: `write_units` goes on.

    The H2O is that of `h2o` in rules/worlds.py, and a test holds it equal: indicators are few, and looked at once.
    """
    starts = t.layout.starts
    worlds = int(g.num_worlds)
    hidden = is_behind_screen(g)
    for w in range(worlds):
        world = g.worlds[w]
        observation[starts[H2O] + w] = world.h2o
        observation[starts[ROOM] + w] = world.h2o
        observation[starts[RES] + w] = world.res
        observation[starts[HABITABLE] + w] = world.habitable
        observation[starts[HOSTILE] + w] = world.hostile
        observation[starts[RESOLVED] + w] = world.resolved
        for p in range(g.num_players):
            if p == me or not hidden:
                place = seats_on(g, p, me) * worlds + w
                observation[starts[STAGED_COUNT] + place] = g.players[p].staged_count[w]
    for i in range(g.indicator_count):
        mark = g.indicators[i]
        here = int(starts[H2O]) + int(mark.world)
        left = max(1, int(observation[here]) - int(t.cards[mark.card].depletes))
        observation[here] = left
        observation[starts[ROOM] + mark.world] = left
        observation[starts[INDICATORS] + mark.world] += 1


@rule
def write_pile(pile: Pile, place: int, observation: Observation) -> None:
    """Count a pile's cards into a slice that starts at `place`."""
    first = np.uint32(place)  # without a sign: nothing has to be tested for being negative, card by card
    for i in range(pile.count):
        observation[first + pile.cards[i]] += 1


@rule(inline=True)
def write_staged(g: Game, player: int, place: int, cards: int, observation: Observation) -> None:
    """Count a player's staged cards into a slice of Worlds and cards that starts at `place`.

    Empty places count as no card 0: one addition more is faster than a branch that nobody can foresee.
    """
    them = g.players[player]
    for w in range(g.num_worlds):
        first = np.uint32(place + w * cards)
        count = int(them.staged_count[w])
        for k in range(MOST_STAGED):
            observation[first + them.staged[w, k]] += 1 if k < count else 0


@rule(inline=True)
def write_hand_and_staged(g: Game, t: Tables, me: int, observation: Observation) -> None:
    """Write the cards in this seat's hand, what it has staged, and what others have once it is face up."""
    starts = t.layout.starts
    cards = int(t.card_count)
    write_pile(g.players[me].hand, int(starts[HAND]), observation)
    if g.point > at.WORLD_ENDS:
        return  # all has come into play
    write_staged(g, me, int(starts[STAGED]), cards, observation)
    for p in range(g.num_players):
        if p != me and g.point > at.REVEAL:
            block = (seats_on(g, p, me) - 1) * int(g.num_worlds)
            write_staged(g, p, int(starts[REVEALED]) + block * cards, cards, observation)


@rule(inline=True)
def write_piles(g: Game, t: Tables, me: int, observation: Observation) -> None:
    """Write all other cards that this seat may know of, but for those in play (OW-7)."""
    starts = t.layout.starts
    cards = int(t.card_count)
    mine = g.players[me]
    write_pile(mine.deck, int(starts[DECK]), observation)
    write_pile(mine.trash, int(starts[TRASHED]), observation)
    write_pile(mine.open_trash, int(starts[WRECK]), observation)
    for p in range(g.num_players):
        if p != me:
            them = g.players[p]
            seat = seats_on(g, p, me)
            write_pile(them.open_trash, int(starts[WRECK]) + seat * cards, observation)
            write_pile(them.known, int(starts[SEEN]) + (seat - 1) * cards, observation)
            if g.open_decklists != 0:
                place = int(starts[DECKLIST]) + (seat - 1) * cards
                write_pile(them.hand, place, observation)
                write_pile(them.deck, place, observation)
                write_pile(them.trash, place, observation)
                if g.point <= at.REVEAL:
                    for w in range(g.num_worlds):
                        for k in range(them.staged_count[w]):
                            observation[place + int(them.staged[w, k])] += 1


@rule
def write_conquered(g: Game, t: Tables, index: int, place: int, observation: Observation) -> None:
    """Write a Facility that its controller has taken, `place` being the controller's seat and the World."""
    u = g.units[index]
    after = seats_on(g, int(u.owner), int(u.controller)) - 1
    block = place * (int(g.num_players) - 1) + after
    observation[t.layout.starts[CONQUERED] + block * t.layout.facilities + t.cards[u.card].facility] += 1


@rule
def write_past(t: Tables, u: Unit, place: int, worlds: int, observation: Observation) -> None:
    """Write what has happened to a unit, this turn or since it came, `place` being its controller's seat and World."""
    starts = t.layout.starts
    c = t.cards[u.card]
    if c.facility >= 0:
        if u.idle != 0:
            observation[starts[IDLE_FACILITIES] + place * t.layout.facilities + c.facility] += 1
        observation[starts[AGE] + place] += u.age
    elif u.moved != 0:
        observation[starts[MOVED] + place // worlds * t.layout.ships + c.ship] = 1


@rule(inline=True)
def write_units(g: Game, t: Tables, me: int, observation: Observation) -> None:
    """Write the units in play and, in the same pass over them, what they change at their Worlds.

    They are `count_facilities`, `capacity_at`, `is_habitable` and `is_hostile` of rules/worlds.py, and a test
    holds them equal: asked World by World they would take a third of the time of an observation. Room is taken
    without asking whether a unit is a Facility: half of them are, and no branch could be foreseen.
    """
    starts = t.layout.starts
    worlds = int(g.num_worlds)
    for i in range(g.starts[worlds]):
        u = g.units[i]
        c = t.cards[u.card]
        place = seats_on(g, int(u.controller), me) * worlds + int(u.world)
        capacity = int(starts[CAPACITY]) + place
        put(observation, capacity, int(observation[capacity]) + capacity_of(t, int(u.card)))
        income = int(starts[WORLD_INCOME]) + place
        put(observation, income, int(observation[income]) + income_of(g, t, i))
        room = int(starts[ROOM]) + int(u.world)
        observation[room] -= 1 if c.facility >= 0 and observation[room] > 0 else 0
        if u.owner == u.controller:
            observation[starts[UNITS] + place * t.layout.units + c.unit] += 1
        else:
            write_conquered(g, t, i, place, observation)
        if c.terraform != 0:
            observation[starts[HABITABLE] + u.world] = 1
            observation[starts[HOSTILE] + u.world] = 0
        if u.idle | u.age | u.moved != 0:
            write_past(t, u, place, worlds, observation)


@rule(inline=True)
def write_conflict(g: Game, t: Tables, me: int, observation: Observation) -> None:
    """Write what the units at the World being resolved have been ordered to do, which is open (OW-4e, OW-4f)."""
    if g.world < 0:
        return
    starts = t.layout.starts
    units = int(t.layout.units)
    for i in range(g.starts[g.world], g.starts[g.world + 1]):
        u = g.units[i]
        c = t.cards[u.card]
        place = seats_on(g, int(u.controller), me) * units + int(c.unit)
        if u.reserved != 0:
            observation[starts[RESERVED] + place] = 1
        if u.defends != 0:
            observation[starts[DEFENDING] + place] = 1
        if u.overcome != 0:
            observation[starts[OVERCOME] + place] = 1
        if u.conqueror != 0:
            observation[starts[FALLING] + place] = 1
        if g.point == at.ORBITAL or g.point == at.SURFACE or g.point == at.CONQUER:
            for k in range(c.weapon_count):
                if u.targets[k] != 0:
                    observation[starts[AIMED] + place] += 1
            damage = int(observation[starts[DAMAGE] + place]) + direct_damage(g, t, i, -1)
            put(observation, int(starts[DAMAGE]) + place, damage)
            if is_defended(g, i):
                observation[starts[DEFENDED] + place] = 1
    if g.point == at.ORBITAL or g.point == at.SURFACE:
        u = g.units[g.unit]
        observation[starts[UNIT_ASKED] + t.cards[u.card].unit] = 1
        put(observation, int(starts[WEAPON_ASKED]), int(t.cards[u.card].weapons[g.weapon]))


@rule(inline=True)
def write_play(g: Game, t: Tables, me: int, observation: Observation) -> None:
    """Write the Utility in play, its open choices, and to its player what it asks (OW-6)."""
    starts = t.layout.starts
    if g.phase == at.IDLE:
        return
    put(observation, int(starts[PLAY_DEPTH]), int(g.play_count))
    top = g.plays[g.play_count - 1]
    base = g.plays[0]
    observation[starts[PLAY_CARD] + top.card] = 1
    observation[starts[PLAY_PLAYER] + seats_on(g, int(top.player), me)] = 1
    observation[starts[PLAY_BASE] + base.card] = 1
    if base.player == me:
        observation[starts[QUESTION] + g.question] = 1
    if g.play_world >= 0 and (base.player == me or g.play_card == 0):
        observation[starts[PLAY_WORLD] + g.play_world] = 1
    if g.play_target != 0:
        observation[starts[PLAY_UNIT] + t.cards[g.units[g.play_target - 1].card].unit] = 1
    if g.play_option != 0:
        observation[starts[PLAY_OPTION] + g.play_option - 1] = 1


@rule
def write_observation(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write the whole row of one seat."""
    blank(observation)
    write_turn(g, t, player, observation)
    write_players(g, t, player, observation)
    write_worlds(g, t, player, observation)
    write_hand_and_staged(g, t, player, observation)
    write_piles(g, t, player, observation)
    write_units(g, t, player, observation)
    write_conflict(g, t, player, observation)
    write_play(g, t, player, observation)
