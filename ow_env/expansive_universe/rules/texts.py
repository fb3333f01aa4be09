"""What the texts of characters, weapons and armaments do in a battle (EU-8, EU-12)."""

from __future__ import annotations

from ow_env.core.bits import count_ones, lowest, without_lowest
from ow_env.core.rng import Bits
from ow_env.expansive_universe import cards
from ow_env.expansive_universe.cards import ARMAMENT, CHARACTER, SPACESHIP, WEAPON
from ow_env.expansive_universe.rules import battle, leaving, places
from ow_env.expansive_universe.rules.missions import rob
from ow_env.expansive_universe.rules.sets import bit, has
from ow_env.expansive_universe.state import AT_LOCATION, EMPTY, IN_SPACE, Game, Tables, Text, rule

MOST_COUNTED = 3  # cards that a boost counts


# ── What an effect can name (EU-8.3) ─────────────────────────────────────────────────────────────


@rule
def has_target(word: int) -> bool:
    """Does an effect name something, so that it may be declined (EU-8.7)?"""
    return word >= cards.WEAKEN


@rule
def names_opponents(word: int) -> bool:
    """Does an effect name a player?"""
    return word == cards.WEAKEN or word == cards.STEAL


@rule
def is_hostile_target(g: Game, t: Tables, word: int, number: int, kind: int, card: int) -> bool:
    """Can an effect name this hostile card?"""
    row = t.cards[int(t.first_of[kind]) + card]
    if word == cards.ENTANGLE:
        return not has(g.entangled[kind], card) and battle.power(g, t, kind, card) <= number
    if word == cards.WAYLAY:
        return battle.power(g, t, kind, card) <= number
    if word == cards.DESTROY:
        free = not places.is_aboard(g, card) if kind == SPACESHIP else not row.alpha
        return bool(free and row.expire <= number)
    if row.alpha:
        return False
    if kind == SPACESHIP:
        return bool(word == cards.GAIN_SHIP and row.space <= number and not places.is_aboard(g, card))
    return bool(word != cards.GAIN_SHIP and row.combat <= number)


@rule
def is_own_target(g: Game, word: int, user: int, card: int) -> bool:
    """Can an effect name this card of one's own?"""
    if word == cards.WITHDRAW:
        return True
    kind = battle.kind_in_battle(g)
    return has(g.entangled[kind], card) and not has(g.twice[kind], card) and card != user


@rule
def cards_named(g: Game, t: Tables, seat: int, user: int, word: int, number: int) -> Bits:
    """Return the characters or spaceships, by the battle, that an effect can name."""
    kind, found = battle.kind_in_battle(g), EMPTY
    own = word == cards.STRAIGHTEN or word == cards.WITHDRAW
    if word == cards.FREE:
        return places.captives_under(g, battle.hostile(g, seat), seat) if g.battle == AT_LOCATION else EMPTY
    if word == cards.CAPTURE and g.holds[user] > 0:
        return EMPTY
    left = battle.fighters(g, seat) if own else battle.hostile(g, seat)
    while left != EMPTY:
        card = lowest(left)
        left = without_lowest(left)
        if is_own_target(g, word, user, card) if own else is_hostile_target(g, t, word, number, kind, card):
            found |= bit(card)
    return found


@rule
def weapons_named(g: Game, t: Tables, seat: int) -> Bits:
    """Return the weapons that an effect which names weapons can name."""
    return places.weapons_of(g, t, battle.hostile(g, seat)) if g.battle == AT_LOCATION else EMPTY


@rule
def armaments_named(g: Game, t: Tables, seat: int, word: int) -> Bits:
    """Return the armaments that such an effect can name: to gain one is no effect (EU-8.3)."""
    if g.battle == IN_SPACE and word == cards.DISARM:
        return places.armaments_of(g, t, battle.hostile(g, seat))
    return EMPTY


@rule
def is_opponent_named(g: Game, t: Tables, seat: int, word: int, other: int) -> bool:
    """Can an effect name this player?"""
    if other == seat or not battle.takes_part(g, other):
        return False
    return bool(g.players[other].gold > 0) if word == cards.STEAL else battle.total(g, t, other) > 0


@rule
def is_card_named(g: Game, t: Tables, seat: int, user: int, word: int, number: int, card: int) -> bool:
    """Can an effect name this card?"""
    kind, place = int(t.cards[card].kind), int(t.cards[card].number)
    if word == cards.GAIN_WEAPON or word == cards.DISARM:
        named = weapons_named(g, t, seat) if kind == WEAPON else armaments_named(g, t, seat, word)
        return (kind == WEAPON or kind == ARMAMENT) and has(named, place)
    return (
        kind == battle.kind_in_battle(g)
        and not names_opponents(word)
        and has(cards_named(g, t, seat, user, word, number), place)
    )


@rule
def counted(g: Game, t: Tables, seat: int, user: int, word: int) -> int:
    """Return how many cards a boost counts, at most three."""
    mine = battle.fighters(g, seat)
    if word == cards.BOOST_PER_ALLY:
        return min(count_ones(mine & ~bit(user)), MOST_COUNTED)
    if word == cards.BOOST_PER_HOSTILE:
        return min(count_ones(battle.hostile(g, seat)), MOST_COUNTED)
    arms = places.weapons_of(g, t, mine) if g.battle == AT_LOCATION else places.armaments_of(g, t, mine)
    return min(count_ones(arms), MOST_COUNTED)


@rule
def can_do(g: Game, t: Tables, seat: int, user: int, word: int, number: int) -> bool:
    """Can an effect do something now (EU-8.3)?"""
    if word == cards.BOOST or word == cards.COVER or word == cards.GUARD:
        return True
    if not has_target(word):
        return counted(g, t, seat, user, word) > 0
    if names_opponents(word):
        for other in range(g.num_players):
            if is_opponent_named(g, t, seat, word, other):
                return True
        return False
    if word == cards.GAIN_WEAPON or word == cards.DISARM:
        return bool(weapons_named(g, t, seat) | armaments_named(g, t, seat, word) != EMPTY)
    return bool(cards_named(g, t, seat, user, word, number) != EMPTY)


@rule
def is_usable(g: Game, t: Tables, seat: int, user: int, card: int) -> bool:
    """Does the condition of a card's text hold, and can one of its effects do something now (EU-8.3)?"""
    text: Text = t.cards[card].text
    if t.cards[card].kind == ARMAMENT and battle.are_silent(g, t):
        return False
    if not battle.holds(g, t, seat, int(text.when)):
        return False
    for step in range(text.count):
        if can_do(g, t, seat, user, int(text.word[step]), int(text.number[step])):
            return True
    return False


# ── What an effect does ──────────────────────────────────────────────────────────────────────────


@rule
def just_happen(g: Game, t: Tables, seat: int, word: int, number: int) -> None:
    """Carry out an effect that names nothing (EU-8.7)."""
    me = g.players[seat]
    if word == cards.COVER:
        me.cover += number
    elif word == cards.GUARD:
        me.guard += number
    elif word == cards.BOOST:
        me.boost += number
    else:
        me.boost += number * counted(g, t, seat, int(g.user) - 1, word)


@rule
def do_to_player(g: Game, seat: int, other: int, word: int, number: int) -> None:
    """Carry out an effect on the player who was named."""
    if word == cards.WEAKEN:
        g.players[other].boost -= number
    else:
        rob(g, seat, other, number)


@rule
def waylay(g: Game, kind: int, card: int) -> None:
    """Take a card out of the battle, with all that is on it (EU-12.3)."""
    g.waylaid[kind] |= bit(card)


@rule
def gain_character(g: Game, seat: int, character: int) -> None:
    """Gain control of a character, with its weapons; a captive of one's own returns (EU-12.1, EU-12.2)."""
    g.players[places.controller_of_character(g, character)].crew &= ~bit(character)
    g.players[seat].crew |= bit(character)
    if g.holds[character] > 0 and g.captive_of[int(g.holds[character]) - 1] == seat + 1:
        leaving.return_captive(g, character)


@rule
def gain_ship(g: Game, seat: int, ship: int) -> None:
    """Gain control of a spaceship, with its armaments (EU-12.2)."""
    g.players[places.controller_of_ship(g, ship)].ships &= ~bit(ship)
    g.players[seat].ships |= bit(ship)


@rule
def do_to_fighter(g: Game, t: Tables, seat: int, card: int, word: int) -> None:
    """Carry out an effect on the character or spaceship that was named."""
    kind = battle.kind_in_battle(g)
    if word == cards.ENTANGLE:
        battle.entangle(g, card)
    elif word == cards.STRAIGHTEN:
        g.entangled[kind] &= ~bit(card)
    elif word == cards.WAYLAY or word == cards.WITHDRAW:
        waylay(g, kind, card)
    elif word == cards.CAPTURE:
        leaving.capture(g, places.controller_of_character(g, card), int(g.user) - 1, card)
    elif word == cards.FREE:
        leaving.return_captive(g, places.captor_of(g, card))
    elif word == cards.GAIN_CHARACTER:
        gain_character(g, seat, card)
    elif word == cards.GAIN_SHIP:
        gain_ship(g, seat, card)
    elif kind == CHARACTER:
        leaving.destroy_character(g, t, places.controller_of_character(g, card), card, seat)
    else:
        leaving.destroy_ship(g, t, places.controller_of_ship(g, card), card, seat)


@rule
def do_to_card(g: Game, t: Tables, seat: int, card: int, word: int) -> None:
    """Carry out an effect on the card that was named."""
    kind, number = int(t.cards[card].kind), int(t.cards[card].number)
    if word == cards.GAIN_WEAPON:
        g.weapon_on[number] = g.user
    elif kind == WEAPON:
        leaving.disarm_weapons(g, t, bit(number))
    elif kind == ARMAMENT:
        leaving.disarm_armaments(g, t, bit(number))
    else:
        do_to_fighter(g, t, seat, number, word)
