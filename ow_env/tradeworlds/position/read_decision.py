"""Reading a position, second part: what is decided on a sound table, and all that is under way.

Below: read_table.py, whose reader goes on here; rules/. Above: the folder's `POSITIONS`.
"""

from __future__ import annotations

from collections import Counter

from ow_env.cards.positions import members
from ow_env.core.values import JsonObject, shown
from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import LEVELS, PLACES, Pile
from ow_env.tradeworlds.position import form
from ow_env.tradeworlds.position.read_table import Reader
from ow_env.tradeworlds.rules.derelict import ACTING
from ow_env.tradeworlds.rules.lanes import places_taken
from ow_env.tradeworlds.rules.windows import count_participants, side_of
from ow_env.tradeworlds.state import NOBODY, PLAYERS, POINTS, SHIPS, SHOWN, TERMINATED, TRUNCATED

MOST_ADDED = 999  # by Tactics
MOST_OF = {  # of numbers under way
    "count": 9, "banked": MOST_ADDED, "change": MOST_ADDED, "budget": MOST_ADDED, "shield": MOST_ADDED,
    "window_at": PLAYERS, "passes": PLAYERS, "alien_turn": ACTING, "alien_attacks": 1, "alien_fire": 20,
    "destroyed": SHIPS, "struck": 1,
}  # fmt: skip


def read_decision(p: Reader, decision: object) -> None:
    """Read what is decided, and all that is under way; whether it can be so, a sound table alone is asked."""
    g, sound = p.g, not p.faults
    under_way = (name for some in form.UNDER_WAY.values() for name in some)
    fields = ["type", "asked", "winner", "cut_short", *form.OF_TURN, *under_way]
    told = p.fields(decision, "decision", dict.fromkeys(fields))
    points = [POINTS[point] for point in (*form.UNDER_WAY, at.OVER)]
    word = p.word(told.get("type", "role"), "decision.type", points)
    if word is None:
        return
    g["point"] = point = tuple(POINTS).index(word)
    if point == at.OVER:
        read_end(p, told, sound)
        return
    check_goes_on(p)
    for key in told:
        if key not in ("type", "asked", *form.OF_TURN, *form.UNDER_WAY[point]):
            p.fault(f"decision.{key}", f"a decision of type {word} has no such field")
    g["active"] = p.seat(told.get("active", int(g["leader"])), "decision.active") or 0
    g["asked"] = g["active"]
    g["role"] = p.label(told.get("role", ""), "decision.role", form.ROLES)
    for name in dict.fromkeys((*form.OF_TURN, *form.UNDER_WAY[point])):
        if name in told and name not in ("active", "role"):
            read_under_way(p, name, told[name], f"decision.{name}")
    if not p.faults:
        check_running(p, point)


def read_under_way(p: Reader, name: str, value: object, path: str) -> None:
    """Read a field of what is under way."""
    g = p.g
    if name in form.OF_SEATS:
        g[name] = form.as_set(seats(p, value, path))
    elif name in form.OF_SHIPS:
        g[name] = form.as_set(ships(p, value, path))
    elif name in form.OF_PLACES:
        entries = p.entries(value, path)
        g[name] = form.as_set([p.number(each, path, 1, PLACES) - 1 for each in entries])
    elif name in form.OF_SIDES:
        pair = p.entries(value, path)
        if len(pair) != 2:
            p.fault(path, f"expected a pair, of attacker and defender, found {shown(value)}")
        most = 20 if name == "die" else MOST_ADDED
        g[name] = [p.number(each, path, 0, most) for each in [*pair, 0, 0][:2]]
    elif name in form.OF_CARD:
        card = p.card(value, path)
        g[name] = 0 if card is None else card + 1
    elif name == "refitting":
        card = next(iter(p.card_of_pile(value, path, Pile.WEAPON)), None)
        g[name] = 0 if card is None else p.kinds[card].level
    elif name == "shown":
        ids = p.cards(value, path)
        if len(ids) > SHOWN:
            p.fault(path, f"expected at most {SHOWN} cards, found {len(ids)}")
        g[name] = [*(card + 1 for card in ids[:SHOWN]), *[0] * (SHOWN - len(ids[:SHOWN]))]
    elif name in ("target", "played_by"):
        g[name] = p.seat(value, path) or 0
    elif name == "back":
        word = p.word(value, path, [POINTS[point] for point in (at.ATTACK, at.ROLL, at.STRIKE, at.LOSS)])
        g[name] = tuple(POINTS).index(word or POINTS[at.ROLL])
    elif name == "fitting":
        g[name] = p.number(value, path, 1, PLACES)
    elif name in form.FLAGS:
        g[name] = p.flag({name: value}, name, "decision.")
    else:
        g[name] = p.number(value, path, 0, MOST_OF[name])


def seats(p: Reader, value: object, path: str) -> list[int]:
    """Return the seats of a list."""
    found = [p.seat(each, path) for each in p.entries(value, path)]
    return [seat for seat in found if seat is not None]


def ships(p: Reader, value: object, path: str) -> list[int]:
    """Return the numbers of the ships of a list."""
    known = {form.ship_name(number, p.agents): number for number in range(p.players * PLACES)}
    found = [p.word(each, path, known) for each in p.entries(value, path)]
    return [known[each] for each in found if each is not None]


def stands(p: Reader, number: int) -> bool:
    """Is there a ship?"""
    return bool(p.g["players"][number // PLACES]["lane"][number % PLACES]["starship"])


def read_end(p: Reader, told: JsonObject, sound: bool) -> None:
    """Read how a finished game ended."""
    g = p.g
    cut, winner = p.flag(told, "cut_short", "decision."), told.get("winner")
    for key in told:
        if key not in ("type", "winner", "cut_short"):
            p.fault(f"decision.{key}", "a game that is over has no such field")
    g["ending"] = TRUNCATED if cut else TERMINATED
    g["winner"] = NOBODY if winner is None else p.seat(winner, "decision.winner") or 0
    g["active"] = g["asked"] = g["leader"]
    if cut and winner is not None:
        p.fault("decision.winner", f"a game that was cut short has no winner, found {shown(winner)}")
    elif not cut and winner is None and not p.t["alien"]:
        p.fault("decision.winner", "expected a seat, found null")
    elif sound and winner is not None and not g["players"][g["winner"]]["alive"]:
        p.fault("decision.winner", "a player who is out has not won (TW-E1)")
    if any(him["used_up"] for him in g["players"]):
        p.fault("players", "in a game that is over no turn is used up")


def check_goes_on(p: Reader) -> None:
    """Check that the game is not over."""
    g, t = p.g, p.t
    alive = [seat for seat in range(p.players) if g["players"][seat]["alive"]]
    if len(alive) < min(2, p.players) and len(p.owned) == p.players:
        p.fault("players", f"in a game that goes on at least two are not out, found {len(alive)}")
    if not any(p.owned) and not p.is_faulty("players"):
        p.fault("players", "expected cards of at least one player in a game that goes on")
    goal = int(t["goal"])
    for seat in alive:
        if goal and g["players"][seat]["treasury"] >= goal and not g["finish_round"]:
            p.fault(f"players[{seat}].treasury", f"expected less than {goal} in a game that goes on (TW-E2)")
    if t["alien"] and g["critical_mass"] >= t["alien_limit"]:
        p.fault("critical_mass", f"expected less than {int(t['alien_limit'])} in a game that goes on (TW-S1)")


def check_running(p: Reader, point: int) -> None:
    """Check that a game that goes on can stand so."""
    g = p.g
    for name in ("leader", "active"):
        if not g["players"][g[name]]["alive"]:
            p.fault(name, f"player_{int(g[name])} is out (TW-E1)")
    if (g["role"] == 0) != (point == at.ROLE):
        p.fault("decision.role", "a Role is chosen from then on, and not before")
    if g["active"] != g["leader"] and point not in (at.BUY, at.PAY, at.CONFIGURE, at.FIT, at.DISCARD):
        p.fault("decision.active", "only the rest of a turn is played by an ally (TW-R1.5)")
    checks = {
        at.INVITE: check_target,
        at.SABOTAGE: check_sabotage,
        at.SMUGGLE: check_smuggle,
        at.REPLACE: check_fitting,
        at.FIT: check_fitting,
        at.PAY: check_paying,
        **dict.fromkeys((at.ATTACK, at.ALERT, at.ROLL, at.STRIKE, at.CANCEL, at.DESTROY, at.LOSS), check_attack),
    }
    if point in checks and not p.faults:
        checks[point](p)


def check_target(p: Reader) -> None:
    """Check that an opponent is named who can be."""
    g = p.g
    if g["target"] == NOBODY or g["target"] == g["active"] or not g["players"][g["target"]]["alive"]:
        p.fault("decision.target", "expected an opponent who is not out")


def check_sabotage(p: Reader) -> None:
    """Check that somebody has something to discard."""
    g = p.g
    victims = members(g["to_ask"])
    if not victims or int(g["active"]) in victims:
        p.fault("decision.to_ask", "expected the opponents who have to discard")
    if not 1 <= g["count"] <= 2 - int(g["to_all"]):
        p.fault("decision.count", f"expected 1 to {2 - int(g['to_all'])} cards due, found {int(g['count'])}")


def check_smuggle(p: Reader) -> None:
    """Check that the cards taken are known to be in the target's hand."""
    g = p.g
    check_target(p)
    taken = Counter(card - 1 for card in g["shown"].tolist() if card)
    known = g["players"][g["target"]]["known"]["copies"]
    if not taken or any(count > known[card] for card, count in taken.items()):
        p.fault("decision.shown", "expected cards that are known to be in the target's hand (TW-R7)")


def check_fitting(p: Reader) -> None:
    """Check that there is a ship to fit, and that a Weapon is named where one is to go."""
    g = p.g
    place = int(g["fitting"]) - 1
    if place < 0 or not stands(p, PLACES * int(g["active"]) + place):
        p.fault("decision.fitting", "expected a place with a ship")
    if g["point"] == at.REPLACE and not g["refitting"]:
        p.fault("decision.refitting", "expected the Weapon that takes the place of another")
    if g["refitting"]:
        card, seat = LEVELS + int(g["refitting"]) - 1, int(g["active"])
        if p.owned[seat][card] >= p.kinds[card].copies:
            p.fault("decision.refitting", f"all {p.kinds[card].copies} lie elsewhere")


def check_paying(p: Reader) -> None:
    """Check that what is being paid lies on top of a pile."""
    g = p.g
    if not g["buying"] or int(g["buying"]) not in g["players"][g["active"]]["tops"].tolist():
        p.fault("decision.buying", "expected a card on top of a pile (TW-B2)")


def check_attack(p: Reader) -> None:
    """Check that an attack can stand so."""
    g, alien = p.g, bool(p.t["alien"])
    point = int(g["point"])
    if g["alien_turn"] and not alien:
        p.fault("decision.alien_turn", "only The Derelict acts by itself (TW-S1)")
        return
    if g["alien_turn"] not in (0, ACTING):
        found = f"found {int(g['alien_turn'])}"
        p.fault("decision.alien_turn", f"expected {ACTING} while The Derelict acts, 0 otherwise (TW-S2); {found}")
    if g["alien_attacks"] and not g["alien_turn"]:
        p.fault("decision.alien_attacks", f"expected 0 while The Derelict does not act, found {g['alien_attacks']}")
    if g["alien_turn"]:
        g["target"] = 0
    elif alien and g["target"] != NOBODY:
        p.fault("decision.target", "The Derelict is no player (TW-S7)")
    elif not alien:
        check_target(p)
    if p.faults:
        return
    attackers = 0 if g["alien_turn"] else 1 << int(g["active"]) | int(g["allies"])
    if g["target"] != NOBODY and attackers >> int(g["target"]) & 1:
        p.fault("decision.allies", "the target is no ally")
    for name in form.OF_SHIPS:
        for number in members(g[name]):  # one that fought may have been destroyed already (TW-C9)
            if not stands(p, number) and not (name == "fighting" and g["destroyed"]):
                p.fault(f"decision.{name}", f"there is no ship in {form.ship_name(number, p.agents)}")
    for name in ("unused", "group", "fighting"):
        if any(not attackers >> number // PLACES & 1 for number in members(g[name])):
            p.fault(f"decision.{name}", "expected ships of the attacking side")
    there = 1 if g["target"] == NOBODY else int(places_taken(g["players"][g["target"]]))
    if int(g["engaged"]) & ~there and not g["destroyed"]:
        p.fault("decision.engaged", "expected places with a ship")
    if g["unused"] & g["group"] or g["unused"] & g["fighting"]:
        p.fault("decision.unused", "a ship acts once in an attack (TW-A2)")
    battle = point in (at.ALERT, at.ROLL, at.DESTROY) or (point == at.CANCEL and g["back"] == at.ROLL)
    if battle and (not g["engaged"] or not (g["fighting"] or g["alien_turn"])):
        p.fault("decision.engaged", "in a battle ships of both sides are engaged (TW-A5)")
    strikes = at.STRIKE in (point, g["back"])
    if strikes and g["target"] == NOBODY:
        p.fault("decision.type", "The Derelict has no Homeworld to strike (TW-S7)")
    if point == at.DESTROY and (g["target"] == NOBODY or (g["alien_turn"] and not g["struck"])):
        p.fault("decision.type", "The Derelict has no ships to destroy (TW-S7)")
    if point in (at.ROLL, at.DESTROY, at.LOSS) and not g["die"].all():
        p.fault("decision.die", "expected both dice on the table (TW-C1)")
    if not p.faults:
        check_window(p, point)


def check_window(p: Reader, point: int) -> None:
    """Check that the window, the Tactic played and the losses fit."""
    g = p.g
    if g["window_at"] >= count_participants(g):
        p.fault("decision.window_at", f"expected less than {int(count_participants(g))}, found {int(g['window_at'])}")
    sides = [side_of(g, number // PLACES) for number in members(g["lost"])]
    if any(side != g["struck"] for side in sides):
        p.fault("decision.lost", "expected ships of the side that was struck")
    if point == at.LOSS and not g["lost"]:
        p.fault("decision.lost", "expected ships that are about to be destroyed")
    if point == at.CANCEL:
        if not g["played"] or not g["back"]:
            p.fault("decision.played", "expected the Tactic that may be cancelled, and where it was played")
        elif side_of(g, int(g["played_by"])) < 0:
            p.fault("decision.played_by", "expected a player who takes part")
        elif g["back"] == at.LOSS and not g["lost"]:
            p.fault("decision.lost", "expected ships that are about to be destroyed")
    if point == at.DESTROY:
        g["asked"] = g["active"] if g["struck"] or g["alien_turn"] else g["target"]
