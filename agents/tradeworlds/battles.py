"""Battles: what dice say, what becomes of ships, what a Tactic would change; and the plan of a whole attack.

Below: trade.py. Above: trader.py. The plan goes through all ways to send up to five ships into battles, one after the
other, and to strike with those that are left.
"""

from __future__ import annotations

from agents.tradeworlds.decode import hits, ships_of
from agents.tradeworlds.scratch import GROUPS, LANES, ME, MOST_SENT, NONE, Scratch, Tables, rule
from agents.tradeworlds.trade import VICTORY, trade_of, worth_of_ship
from ow_env.tradeworlds.cards import ATTACK, DEFEND, FIREPOWER, INITIATIVE, PLACES, REROLL, RESISTANCE
from ow_env.tradeworlds.rules.lanes import count_places
from ow_env.tradeworlds.state import SHIPS

FACES = 6


@rule
def chance_of(lead: int) -> float:
    """Return the chance that one die less another is so much."""
    return max(0, FACES - abs(lead)) / (FACES * FACES)


@rule
def chance_above(lead: int) -> float:
    """Return the chance that one die with so much added is higher than another."""
    found = 0.0
    for step in range(1 - FACES, FACES):
        if step + lead > 0:
            found += chance_of(step)
    return found


@rule
def between(lead: float, ties: bool) -> float:
    """Return the chance of a win, or of a tie, with a lead that need not be whole."""
    low = int(lead // 1.0)
    share = lead - low
    if ties:
        return (1.0 - share) * chance_of(low) + share * chance_of(low + 1)
    return (1.0 - share) * chance_above(low) + share * chance_above(low + 1)


@rule
def losses(t: Tables, s: Scratch, ships: int, budget: int) -> float:
    """Return what the ships of a set are worth that so much Firepower destroys, the dearest first."""
    found, left, among = 0.0, budget, ships
    while True:
        best, dearest = NONE, 0.0
        for ship in range(SHIPS):
            if among >> ship & 1 and s.strength[ship] <= left:
                worth = worth_of_ship(s, int(s.fire[ship]), int(s.strength[ship]))
                if best == NONE or worth > dearest:
                    best, dearest = ship, worth
        if best == NONE:
            return found
        found += dearest
        left -= int(s.strength[best])
        among &= ~(1 << best)


@rule
def fire_of(s: Scratch, ships: int) -> int:
    """Return the Firepower of a set of ships."""
    found = 0
    for ship in range(SHIPS):
        if ships >> ship & 1:
            found += int(s.fire[ship])
    return found


# ── The battle that is fought ────────────────────────────────────────────────────────────────────


@rule
def result(t: Tables, s: Scratch) -> float:
    """Return what this battle brings the attackers as it stands."""
    lead = int(s.die[ATTACK]) + int(s.bonus[ATTACK]) - int(s.die[DEFEND]) - int(s.bonus[DEFEND])
    theirs = ships_of(s, int(s.target)) & int(s.fighting) if s.target != NONE else 0
    mine = int(s.fighting) & ~theirs
    if lead > 0:
        fire = int(s.power[ATTACK]) + (int(s.alien_fire) if s.alien_turn else fire_of(s, mine))
        if s.target == NONE:
            return VICTORY if fire >= t.alien_resistance else 0.0
        return losses(t, s, theirs, fire - int(s.guard[DEFEND]))
    if lead < 0:
        return 0.0
    if s.target == NONE:
        return -losses(t, s, mine, FACES // 2 + 1 - int(s.guard[ATTACK]))
    fire = fire_of(s, theirs) + int(s.power[DEFEND])
    if s.alien_turn:
        return -VICTORY if fire >= t.alien_resistance else 0.0
    return -losses(t, s, mine, fire - int(s.guard[ATTACK]))


@rule
def result_rerolled(t: Tables, s: Scratch, side: int) -> float:
    """Return the same, with the die of a side rolled again."""
    die, found = int(s.die[side]), 0.0
    for face in range(1, FACES + 1):
        s.die[side] = face
        found += result(t, s) / FACES
    s.die[side] = die
    return found


@rule
def result_with(t: Tables, s: Scratch, effect: int, amount: int, side: int) -> float:
    """Return what this battle brings the attackers after an effect for a side."""
    if effect == REROLL:
        return result_rerolled(t, s, side)
    if effect == INITIATIVE:
        s.bonus[side] += amount
        found = result(t, s)
        s.bonus[side] -= amount
    elif effect == FIREPOWER:
        s.power[side] += amount
        found = result(t, s)
        s.power[side] -= amount
    elif effect == RESISTANCE:
        s.guard[side] += amount
        found = result(t, s)
        s.guard[side] -= amount
    else:
        found = result(t, s)
    return found


@rule
def struck(t: Tables, s: Scratch, seat: int, fire: int) -> float:
    """Return what a strike of so much Firepower at a Homeworld is worth."""
    if fire <= 0:
        return 0.0
    damage = min(fire, int(s.world[seat]))
    lost = 1.0 - (int(s.world[seat]) - damage) / int(t.homeworld)
    found = s.weights.strike * damage * (1.0 + s.weights.press * lost)
    if fire >= s.world[seat]:
        left = 0
        for other in range(s.seats):
            left += int(s.alive[other])
        found += VICTORY if left <= 2 else s.weights.finish
    return float(found)


# ── The attack that is planned ───────────────────────────────────────────────────────────────────


@rule
def best_trick(t: Tables, s: Scratch) -> int:
    """Return the most that a Tactic of mine adds to an attacker's Initiative."""
    found = 0
    for card in range(t.card_count):
        if s.hand[card] > 0 and t.cards[card].effect == INITIATIVE and t.cards[card].side == ATTACK:
            found = max(found, int(t.cards[card].number))
    return found


@rule
def fill_groups(t: Tables, s: Scratch, ships: int, seat: int) -> None:
    """List who is sent, and the sums of Firepower and Resistance of all sets; seat NONE is The Derelict."""
    s.num_sent = 0
    s.rest_fire = 0
    for ship in range(SHIPS):
        if ships >> ship & 1:
            if s.num_sent < MOST_SENT:
                s.sent[s.num_sent] = ship
                s.num_sent += 1
            else:
                s.rest_fire += s.fire[ship]
    for some in range(1 << int(s.num_sent)):
        s.group_fire[some] = 0
        for k in range(s.num_sent):
            if some >> k & 1:
                s.group_fire[some] += s.fire[s.sent[k]]
    s.foes = 1 if seat == NONE else ships_of(s, seat) >> (PLACES * seat)
    for places in range(LANES):
        s.lane_strength[places] = int(t.alien_resistance) if seat == NONE else 0
        for place in range(PLACES):
            if seat != NONE and places >> place & 1:
                s.lane_strength[places] += s.strength[PLACES * seat + place]


@rule
def ships_in(s: Scratch, group: int) -> int:
    """Return the ships of a group of those sent."""
    found = 0
    for k in range(s.num_sent):
        if group >> k & 1:
            found |= 1 << int(s.sent[k])
    return found


@rule
def fill_quality(t: Tables, s: Scratch, seat: int) -> None:
    """Judge every battle of a group against a set of places."""
    lead = s.weights.trick * best_trick(t, s) - s.weights.caution
    wins, ties = between(lead, False), between(lead, True)
    bounty = s.weights.credit * int(t.factions[s.faction[ME]].bounty)
    for group in range(1, 1 << int(s.num_sent)):
        ships = ships_in(s, group)
        for places in range(1, LANES):
            if places & ~int(s.foes):
                continue
            if seat == NONE:
                s.quality[group, places] = wins * VICTORY - ties * losses(t, s, ships, FACES // 2)
                continue
            theirs = places << (PLACES * seat)
            gain = s.weights.theirs * losses(t, s, theirs, int(s.lane_strength[places]))
            gain += bounty * count_places(places)
            s.quality[group, places] = wins * gain - ties * losses(t, s, ships, fire_of(s, theirs))


@rule
def can_fight(s: Scratch, group: int, places: int, more: int) -> bool:
    """May a group engage these places, with so much Firepower of Tactics?"""
    if places & ~int(s.foes) or count_places(places) > count_places(group):
        return False
    return bool(s.group_fire[group] + more >= s.lane_strength[places])


@rule
def fill_outlook(t: Tables, s: Scratch, seat: int, busy: int) -> None:
    """Write what an attack brings from every set of unused ships and busy places on."""
    open_fire = s.rest_fire if seat != NONE else 0
    for unused in range(1 << int(s.num_sent)):
        for places in range(LANES):
            if places & busy != busy or places & ~(int(s.foes) | busy):
                continue
            best = 0.0
            if seat != NONE and int(s.foes) & ~places == 0:
                best = struck(t, s, seat, int(s.group_fire[unused]) + int(open_fire))
            group = unused
            while group > 0:
                for engaged in range(1, LANES):
                    if not can_fight(s, group, engaged, 0):
                        continue
                    if engaged & places & ~busy:
                        continue
                    found = s.quality[group, engaged] + s.outlook[unused & ~group, places | engaged]
                    best = max(best, found)
                group = (group - 1) & unused
            s.outlook[unused, places] = best


@rule
def plan_attack(t: Tables, s: Scratch, ships: int, seat: int, busy: int, sent: int, more: int) -> float:
    """Return what an attack with these ships brings; what to engage first stands in `best_group` and `best_lane`.

    Args:
        t: the tables.
        s: the scratch.
        ships: those that may act.
        seat: of the target, NONE for The Derelict.
        busy: places of it that protect nothing.
        sent: those of the ships that are in the group already.
        more: Firepower of Tactics played.
    """
    fill_groups(t, s, ships, seat)
    fill_quality(t, s, seat)
    fill_outlook(t, s, seat, busy)
    everyone, already = (1 << int(s.num_sent)) - 1, 0
    for k in range(s.num_sent):
        if sent >> int(s.sent[k]) & 1:
            already |= 1 << k
    s.best_group = 0
    s.best_lane = 0
    best = -VICTORY if sent else 0.0
    if seat != NONE and not sent and int(s.foes) & ~busy == 0 and ships:
        best = struck(t, s, seat, int(s.group_fire[everyone]) + int(s.rest_fire) + more)
    for group in range(1, GROUPS):
        if group & ~everyone or already & ~group:
            continue
        for engaged in range(1, LANES):
            if can_fight(s, group, engaged, more):
                found = s.quality[group, engaged] + s.outlook[everyone & ~group, busy | engaged]
                if found > best:
                    best = found
                    s.best_group = ships_in(s, group)
                    s.best_lane = engaged
    return best


@rule
def value_of_attack(t: Tables, s: Scratch, ships: int, seat: int) -> float:
    """Return what an attack with these ships on a seat is worth to me."""
    found = plan_attack(t, s, ships, seat, 0, 0, 0)
    if seat == NONE or found >= VICTORY / 2.0:
        return found
    return float(s.weights.attack * hits(t, s, seat) * found)


@rule
def price_of(t: Tables, s: Scratch, card: int) -> float:
    """Return what it costs me to play a Tactic."""
    return float(s.weights.tactic * trade_of(t, card))
