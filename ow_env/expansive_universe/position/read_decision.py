"""Reading a position, second part: what is decided on a sound table, and all that is under way.

Below: read_table.py, whose reader goes on here; rules/. Above: the folder's `POSITIONS`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ow_env.core.values import JsonObject, shown
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.cards import CHARACTER, SPACESHIP, Card, Kind
from ow_env.expansive_universe.position.form import FLAGS, OF_PLAYERS, OF_TURN, SETS, UNDER_WAY
from ow_env.expansive_universe.position.read_table import MOST, Reader, one_of, row_of
from ow_env.expansive_universe.rules.battle import cards_there
from ow_env.expansive_universe.state import AT_LOCATION, BATTLES, IN_SPACE, NOBODY, POINTS, TERMINATED, TRUNCATED

SEATS = ("attacker", "turn_at", "destroyer")
NUMBERS = {"step": 4, "passes": 4}  # the most of each
IN_BATTLE = (at.MANEUVER, at.WEAPON, at.TARGET, at.LOSS)


def read_decision(p: Reader, told: JsonObject) -> None:
    """Read what is decided, and all that is under way; whether it can be so, a sound table alone is asked."""
    g, sound = p.g, not p.faults
    word = p.word(told.get("type", "turn"), "decision.type", [POINTS[point] for point in (*UNDER_WAY, at.OVER)])
    if word is None:
        return
    g["point"] = point = tuple(POINTS).index(word)
    g["asked"] = g["active"]
    if point == at.OVER:
        read_end(p, told, sound)
        return
    for key in told:
        if key not in ("type", "asked", *OF_TURN, *UNDER_WAY[point]):
            p.fault(f"decision.{key}", f"a decision of type {word} has no such field")
    g["battle"] = p.label(told.get("battle", BATTLES[point in IN_BATTLE]), "decision.battle", BATTLES)
    for name in dict.fromkeys((*OF_TURN, *UNDER_WAY[point])):
        if name in told and name != "battle":
            read_under_way(p, name, told[name], f"decision.{name}")
    if not p.faults:
        check_running(p, point)


def read_under_way(p: Reader, name: str, value: object, path: str) -> None:
    """Read a field of what is under way."""
    g = p.g
    if name in OF_PLAYERS:
        numbers = p.of_players(value, path)
        for seat, number in enumerate(numbers):
            low = -MOST if name == "boost" else 0
            g["players"][seat][name] = p.number(number, f"{path}[{seat}]", low, MOST)
    elif name in SETS:
        for number in p.cards(value, path):
            card = p.kinds[number]
            if card.kind > SPACESHIP:
                p.fault(path, f"expected characters and spaceships, found {card.name}")
                continue
            g[name][card.kind] |= np.uint64(1 << card.number)
    elif name == "queue":
        for number in p.cards(value, path):
            card = p.kinds[number]
            if card.kind is not Kind.ARMAMENT:
                p.fault(path, f"expected armaments, found {card.name}")
                continue
            g["queue"] |= np.uint64(1 << card.number)
    elif name == "battle_place":
        read_battle_place(p, value, path)
    elif name in ("mission", "user", "text_of", "placing"):
        number = p.card(value, path)
        if number is not None:
            whole = name in ("text_of", "placing")
            g[name] = number + 1 if whole else p.kinds[number].number + 1
            check_kind(p, name, p.kinds[number], path)
    elif name in SEATS:
        whose = p.seat(value, path)
        if whose is not None:
            g[name] = whose
    elif name in FLAGS:
        g[name] = p.flag({name: value}, name, "decision.")
    else:
        g[name] = p.number(value, path, 0, NUMBERS[name])


def read_battle_place(p: Reader, value: object, path: str) -> None:
    """Read where the battle is."""
    g = p.g
    if g["battle"] == IN_SPACE:
        word = p.word(value, path, p.catalogue.places)
        if word is not None:
            g["battle_place"] = p.catalogue.places.index(word)
        return
    number = p.card(value, path)
    if number is None:
        return
    if p.kinds[number].kind is Kind.LOCATION:
        g["battle_place"] = p.kinds[number].number
    else:
        p.fault(path, f"expected a location, found {shown(value)}")


def check_kind(p: Reader, name: str, card: Card, path: str) -> None:
    """Check that a card under way is of the right kind."""
    right = {
        "mission": (Kind.LOCATION,),
        "user": (Kind.SPACESHIP,) if p.g["battle"] == IN_SPACE else (Kind.CHARACTER,),
        "text_of": (Kind.CHARACTER, Kind.WEAPON, Kind.ARMAMENT),
        "placing": tuple(Kind),
    }[name]
    if card.kind not in right:
        p.fault(path, f"expected {one_of(right)}, found {card.name}")


def read_end(p: Reader, told: JsonObject, sound: bool) -> None:
    """Read how a finished game ended."""
    g = p.g
    for key in told:
        if key not in ("type", "winner"):
            p.fault(f"decision.{key}", "a game that is over has no such field")
    g["ending"], g["winner"] = TRUNCATED, NOBODY
    if told.get("winner") is None:
        return
    winner = p.seat(told["winner"], "decision.winner")
    if winner is None:
        return
    g["ending"], g["winner"] = TERMINATED, winner
    if sound and not g["players"][winner]["alive"]:
        p.fault("decision.winner", "a player who is out has not won (EU-10.5)")


def check_running(p: Reader, point: int) -> None:
    """Check that a game that goes on can stand so."""
    g = p.g
    alive = [seat for seat in range(p.players) if g["players"][seat]["alive"]]
    if len(alive) < 2:
        p.fault("players", f"in a game that goes on at least two are not out, found {len(alive)}")
    if g["active"] not in alive:
        p.fault("active", f"player_{int(g['active'])} is out (EU-10.5)")
    if point in (at.SIDE, at.BEARER):
        check_placing(p, point)
    elif point != at.TURN and point not in IN_BATTLE:
        check_mission(p)
    if point in IN_BATTLE:
        check_battle(p, point)


def check_placing(p: Reader, point: int) -> None:
    """Check that there is a card to be placed there."""
    card = p.kinds[int(p.g["placing"]) - 1] if p.g["placing"] else None
    right = (Kind.LOCATION,) if point == at.SIDE else (Kind.WEAPON, Kind.ARMAMENT)
    if card is None or card.kind not in right:
        p.fault("decision.placing", f"expected {one_of(right)}")
    most = 0  # effects of the mission that gave the card, all of which may be done
    if p.g["mission"]:
        check_in_play(p)
        most = len(mission_text(p))
    if p.g["step"] > most:
        p.fault("decision.step", f"expected at most {most}, found {int(p.g['step'])}")


def mission_text(p: Reader) -> tuple[Any, ...]:
    """Return the text of the mission."""
    return p.catalogue.of_kind[Kind.LOCATION][int(p.g["mission"]) - 1].text


def check_in_play(p: Reader) -> bool:
    """Check that the location of the mission is in play."""
    if any(int(p.g["mission"]) - 1 in row_of(him) for him in p.g["players"]):
        return True
    p.fault("decision.mission", "expected a location in play")
    return False


def check_mission(p: Reader) -> None:
    """Check that the effect of the mission asks so."""
    g = p.g
    if not check_in_play(p):
        return
    text = mission_text(p)
    asks = text[int(g["step"])].word.name.lower() if g["step"] < len(text) else "nothing more"
    if asks != POINTS[g["point"]]:
        p.fault("decision.step", f"the effect there is {asks}, which does not ask for {POINTS[g['point']]}")


def check_battle(p: Reader, point: int) -> None:
    """Check that a battle can stand so."""
    g = p.g
    if not g["battle"]:
        p.fault("decision.battle", f"expected {' or '.join(BATTLES[1:])}")
        return
    if g["battle"] == AT_LOCATION and not any(int(g["battle_place"]) in row_of(him) for him in g["players"]):
        p.fault("decision.battle_place", "expected a location in play")
    if g["battle"] == IN_SPACE and g["battle_place"] and int(g["battle_place"]) - 1 not in p.factions:
        p.fault("decision.battle_place", "expected a place in play")
    if not any(cards_there(g, seat) for seat in range(p.players)):
        p.fault("decision.battle_place", "nobody is there")
    if g["attacker"] != g["active"]:
        p.fault("decision.attacker", "the attacker is the player whose turn it is (EU-7.1)")
    if (point == at.LOSS) != bool(g["resolving"]):
        p.fault("decision.resolving", "true while damage is resolved, and only then")
    if point in (at.WEAPON, at.TARGET):
        g["asked"] = g["turn_at"]
        check_text(p, point)


def check_text(p: Reader, point: int) -> None:
    """Check that a text can be under way."""
    g = p.g
    seat, kind = int(g["turn_at"]), SPACESHIP if g["battle"] == IN_SPACE else CHARACTER
    own = g["players"][seat]["ships" if kind == SPACESHIP else "crew"]
    if not g["user"] or not int(own) >> (int(g["user"]) - 1) & 1:
        p.fault("decision.user", f"expected a card of player_{seat}, who maneuvers")
    if not g["text_of"]:
        p.fault("decision.text_of", "expected the card whose text is carried out")
        return
    card = p.kinds[int(g["text_of"]) - 1]
    if (card.kind is Kind.ARMAMENT) != (kind == SPACESHIP):
        p.fault("decision.text_of", f"{card.name} has no text in this battle")
    if point == at.WEAPON and card.kind is not Kind.CHARACTER:
        p.fault("decision.text_of", "a weapon is chosen after the character's own text (EU-8.4)")
    if point == at.TARGET and g["step"] >= len(card.text):
        p.fault("decision.step", f"expected less than {len(card.text)}, found {int(g['step'])}")
