"""What each player sees, as numbers 0 to 255: everything but the order of the deck (EU-13).

Below: rules/. Above: engine.py, structure.py. Each slice is declared once, a line each, and written below from the
seat's own view: seat 0 is the observer, 1 the next clockwise.
"""

from __future__ import annotations

from ow_env.cards.features import Slices
from ow_env.compiled.jit import Observation
from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.blank import blank
from ow_env.core.rng import Bits
from ow_env.core.structure import Feature
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, KINDS, LOCATION, SLOTS, SPACESHIP, WEAPON, Habit, Law
from ow_env.expansive_universe.rules import places
from ow_env.expansive_universe.rules.battle import cards_there, total
from ow_env.expansive_universe.rules.legality import waits_for
from ow_env.expansive_universe.rules.travel import last_in_order
from ow_env.expansive_universe.state import AT_LOCATION, BATTLES, EMPTY, IN_SPACE, NOBODY, Game, Tables, rule

MOST = 255  # more reads as this
HABITS, LAWS, BATTLE_KINDS = len(Habit), len(Law), len(BATTLES)

slices = Slices(
    S="players",
    K="cards",
    L="slots",
    Q="places, the Core first, then the players' planets",
    F="Factions",
    H="effects of planets",
    W="effects of Cores",
    P="points",
    B="kinds of battle",
)
CREW = slices("crew", "SK", 1, "characters in each crew")
SHIPS = slices("ships", "SK", 1, "spaceships controlled")
ROW = slices("row", "SK", MOST, "locations in each row: 1 is the leftmost")
ARMS = slices("arms", "SK", 1, "weapons and armaments on each player's cards")
CAPTIVES = slices("captives", "SK", 1, "characters of each player's crew that are captured")
CREW_AT = slices("crew_at", "SK", 1, "the location or spaceship each crew is on")
TOKENS = slices("tokens", "SK", 1, "locations with the player's control token")
SHIP_AT = slices("ship_at", "QK", 1, "where each spaceship is")
SLOT = slices("line_up", "LK", 1, "the card in each slot")
DECK = slices("deck", "K", 1, "cards of the main deck")
PILE = slices("destroyed", "K", 1, "the destroyed pile")
BEARER = slices("bearer", "K", MOST, "of a weapon, armament or captive, 1 + the number of the card it lies on")
LOADED = slices("loaded", "K", MOST, "weapons or armaments on a card")
ENTANGLED = slices("entangled", "K", 1, "entangled cards")
WAYLAID = slices("waylaid", "K", 1, "waylaid cards")
MANEUVERS = slices("maneuvers", "K", 2, "maneuvers made in this battle")
FIGHTS = slices("fights", "K", 1, "cards at the place of the battle")
PLACING = slices("placing", "K", 1, "the card being placed")
USER = slices("user", "K", 1, "the card that maneuvers")
TEXT = slices("text", "K", 1, "the card whose text is carried out")
FACTION = slices("faction", "SF", 1, "Factions")
HABIT = slices("planet", "SH", MOST, "what each planet's text says")
LAW = slices("core", "W", MOST, "what the Core's text says")
ALIVE = slices("alive", "S", 1, "who is not out")
GOLD = slices("gold", "S", MOST, "gold")
POINTS_OF = slices("points", "S", MOST, "points")
CREW_COUNT = slices("crew_count", "S", MOST, "characters in each crew, counted")
SHIP_COUNT = slices("ship_count", "S", MOST, "spaceships, counted")
ROW_COUNT = slices("row_count", "S", MOST, "locations, counted")
ON_CORE = slices("on_core", "S", MOST, "spaceships on the Core, counted")
ASKED = slices("asked", "S", 1, "who decides")
ACTIVE = slices("active", "S", 1, "whose turn it is")
STARTER = slices("starter", "S", 1, "who started")
LAST = slices("last", "S", 1, "who is last in the order of turns")
ATTACKER = slices("attacker", "S", 1, "who attacks")
TURN_AT = slices("turn_at", "S", 1, "who is next in the battle")
TOTAL = slices("total", "S", MOST, "damage totals in the battle")
COVER = slices("cover", "S", MOST, "what differences count less")
GUARD = slices("guard", "S", MOST, "resistance added")
DIFFERENCE = slices("difference", "S", MOST, "differences still to be covered")
POINT = slices("point", "P", 1, "what is decided")
BATTLE = slices("battle", "B", 1, "what kind of battle there is")
STEP = slices("step", "", MOST, "effects of the text that are done")
PASSES = slices("passes", "", MOST, "who have declined in succession")
FLOWN = slices("has_flown", "", 1, "whether the turn's first flight is over")
ATTACKED = slices("has_attacked", "", 1, "whether the turn's first attack is over")
BOUGHT = slices("has_bought", "", 1, "whether a card was bought from a slot above 0")
TRIED = slices("has_tried", "", 1, "whether a mission was attempted")
ROUND = slices("round", "", MOST, "the round, from 1")
LEFT = slices("rounds_left", "", MOST, "rounds to come before the game is cut short")


def axis_sizes(cards: int, players: int, factions: int) -> dict[str, int]:
    """Return how long each axis is with so many cards, players and Factions."""
    return {
        "S": players,
        "K": cards,
        "L": SLOTS,
        "Q": 1 + players,
        "F": factions,
        "H": HABITS,
        "W": LAWS,
        "P": at.OVER + 1,
        "B": BATTLE_KINDS,
    }


def features(cards: int, players: int, factions: int) -> tuple[Feature, ...]:
    """Return the named slices of an observation."""
    return slices.features(axis_sizes(cards, players, factions))


@rule
def number(value: int) -> int:
    """Return a number as an observation has it."""
    return min(max(value, 0), MOST)


@rule
def write_set(members: Bits, observation: Observation, at: int) -> None:
    """Write a 1 for each member of a set."""
    while members != EMPTY:
        observation[at + lowest(members)] = 1
        members = without_lowest(members)


@rule
def write_table(g: Game, t: Tables, observation: Observation) -> None:
    """Write the line-up, the deck and the destroyed pile."""
    cards = int(t.card_count)
    for slot in range(SLOTS):
        if g.slots[slot] > 0:
            observation[t.at[SLOT] + slot * cards + g.slots[slot] - 1] = 1
    for kind in range(KINDS):
        write_set(g.deck[kind], observation, int(t.at[DECK] + t.first_of[kind]))
        write_set(g.destroyed[kind], observation, int(t.at[PILE] + t.first_of[kind]))


@rule
def relative(g: Game, player: int, seat: int) -> int:
    """Return how many places a seat is from the observer."""
    return (seat - player) % int(g.num_players)


@rule
def write_bearer(g: Game, t: Tables, player: int, observation: Observation, arm: int, bearer: int, owner: int) -> None:
    """Write that a weapon or armament lies on this card, and whose that is; cards by their numbers."""
    observation[t.at[BEARER] + arm] = number(bearer + 1)
    observation[t.at[LOADED] + bearer] += 1
    if owner != NOBODY:
        observation[t.at[ARMS] + relative(g, player, owner) * t.card_count + arm] = 1


@rule
def write_arms(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write which weapon lies on which character, and which armament on which spaceship."""
    weapons, characters = int(t.first_of[WEAPON]), int(t.first_of[CHARACTER])
    for weapon in range(t.first_of[WEAPON + 1] - weapons):
        if g.weapon_on[weapon] > 0:
            bearer = int(g.weapon_on[weapon]) - 1
            owner = places.controller_of_character(g, bearer)
            write_bearer(g, t, player, observation, weapons + weapon, characters + bearer, owner)
    armaments, ships = int(t.first_of[ARMAMENT]), int(t.first_of[SPACESHIP])
    for armament in range(t.first_of[ARMAMENT + 1] - armaments):
        if g.armament_on[armament] > 0:
            bearer = int(g.armament_on[armament]) - 1
            owner = places.controller_of_ship(g, bearer)
            write_bearer(g, t, player, observation, armaments + armament, ships + bearer, owner)


@rule
def write_captives(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write which captive lies under which character, and of whose crew it is."""
    characters = int(t.first_of[CHARACTER])
    captors = places.all_characters(g)
    while captors != EMPTY:
        captor = lowest(captors)
        captors = without_lowest(captors)
        if g.holds[captor] > 0:
            captive = int(g.holds[captor]) - 1
            seat = relative(g, player, int(g.captive_of[captive]) - 1)
            observation[t.at[BEARER] + characters + captive] = number(characters + captor + 1)
            observation[t.at[CAPTIVES] + seat * t.card_count + characters + captive] = 1


@rule
def write_places(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write where spaceships are, and whose tokens lie on locations."""
    cards = int(t.card_count)
    at = int(t.at[SHIP_AT] + t.first_of[SPACESHIP])
    write_set(g.ships_at[0], observation, at)
    for seat in range(g.num_players):
        write_set(g.ships_at[places.planet_of(g, seat)], observation, at + (1 + relative(g, player, seat)) * cards)
    for location in range(t.first_of[LOCATION + 1] - t.first_of[LOCATION]):
        if g.token[location] > 0:
            seat = relative(g, player, int(g.token[location]) - 1)
            observation[t.at[TOKENS] + seat * cards + t.first_of[LOCATION] + location] = 1


@rule
def write_seat(g: Game, t: Tables, other: int, seat: int, observation: Observation) -> None:
    """Write what the player ``seat`` places from the observer has."""
    him, cards = g.players[other], int(t.card_count)
    write_set(him.crew, observation, int(t.at[CREW] + t.first_of[CHARACTER]) + seat * cards)
    write_set(him.ships, observation, int(t.at[SHIPS] + t.first_of[SPACESHIP]) + seat * cards)
    for place in range(him.row_count):
        observation[t.at[ROW] + seat * cards + t.first_of[LOCATION] + him.row[place]] = place + 1
    if him.crew_location > 0:
        observation[t.at[CREW_AT] + seat * cards + t.first_of[LOCATION] + him.crew_location - 1] = 1
    if him.crew_ship > 0:
        observation[t.at[CREW_AT] + seat * cards + t.first_of[SPACESHIP] + him.crew_ship - 1] = 1
    observation[t.at[FACTION] + seat * t.faction_count + him.faction] = 1
    for word in range(HABITS):
        observation[t.at[HABIT] + seat * HABITS + word] = number(int(t.habits[him.faction, word]))
    observation[t.at[ALIVE] + seat] = him.alive
    observation[t.at[GOLD] + seat] = him.gold
    observation[t.at[POINTS_OF] + seat] = number(int(him.points))
    observation[t.at[CREW_COUNT] + seat] = count_ones(him.crew)
    observation[t.at[SHIP_COUNT] + seat] = count_ones(him.ships)
    observation[t.at[ROW_COUNT] + seat] = him.row_count
    observation[t.at[ON_CORE] + seat] = count_ones(him.ships & g.ships_at[0])
    observation[t.at[ASKED] + seat] = waits_for(g, other)
    observation[t.at[ACTIVE] + seat] = g.active == other
    observation[t.at[STARTER] + seat] = g.first == other
    observation[t.at[LAST] + seat] = last_in_order(g) == other


@rule
def write_battle_of(g: Game, t: Tables, other: int, seat: int, observation: Observation) -> None:
    """Write what the player ``seat`` places from the observer has in the battle."""
    him = g.players[other]
    there = cards_there(g, other) if him.alive else EMPTY
    kind = CHARACTER if g.battle == AT_LOCATION else SPACESHIP
    write_set(there, observation, int(t.at[FIGHTS] + t.first_of[kind]))
    if there != EMPTY:
        observation[t.at[TOTAL] + seat] = number(total(g, t, other))
    observation[t.at[COVER] + seat] = number(int(him.cover))
    observation[t.at[GUARD] + seat] = number(int(him.guard))
    observation[t.at[DIFFERENCE] + seat] = number(int(him.difference))
    observation[t.at[ATTACKER] + seat] = g.attacker == other
    observation[t.at[TURN_AT] + seat] = g.turn_at == other


@rule
def write_battle(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write the battle."""
    for kind in range(2):
        base = int(t.first_of[kind])
        write_set(g.entangled[kind], observation, int(t.at[ENTANGLED]) + base)
        write_set(g.waylaid[kind], observation, int(t.at[WAYLAID]) + base)
        write_set(g.once[kind], observation, int(t.at[MANEUVERS]) + base)
        left = g.twice[kind]
        while left != EMPTY:
            observation[t.at[MANEUVERS] + base + lowest(left)] = 2
            left = without_lowest(left)
    for seat in range(g.num_players):
        write_battle_of(g, t, (player + seat) % int(g.num_players), seat, observation)
    if g.user > 0:
        base = t.first_of[SPACESHIP] if g.battle == IN_SPACE else t.first_of[CHARACTER]
        observation[t.at[USER] + base + g.user - 1] = 1
    if g.text_of > 0:
        observation[t.at[TEXT] + g.text_of - 1] = 1
    observation[t.at[PASSES]] = g.passes


@rule
def write_numbers(g: Game, t: Tables, observation: Observation) -> None:
    """Write the numbers of the turn and the game."""
    for word in range(LAWS):
        observation[t.at[LAW] + word] = number(int(t.laws[word]))
    observation[t.at[POINT] + g.point] = 1
    observation[t.at[BATTLE] + g.battle] = 1
    observation[t.at[STEP]] = g.step
    observation[t.at[FLOWN]] = g.has_flown
    observation[t.at[ATTACKED]] = g.has_attacked
    observation[t.at[BOUGHT]] = g.has_bought
    observation[t.at[TRIED]] = g.has_tried
    observation[t.at[ROUND]] = number(int(g.round_number))
    observation[t.at[LEFT]] = number(int(g.max_rounds) - int(g.round_number))
    if g.placing > 0:
        observation[t.at[PLACING] + g.placing - 1] = 1
    if g.mission > 0:
        observation[t.at[TEXT] + t.first_of[LOCATION] + g.mission - 1] = 1


@rule
def write_observation(g: Game, t: Tables, player: int, observation: Observation) -> None:
    """Write all that a player knows."""
    blank(observation)
    write_table(g, t, observation)
    write_arms(g, t, player, observation)
    write_captives(g, t, player, observation)
    write_places(g, t, player, observation)
    for seat in range(g.num_players):
        write_seat(g, t, (player + seat) % int(g.num_players), seat, observation)
    if g.battle > 0:
        write_battle(g, t, player, observation)
    write_numbers(g, t, observation)
