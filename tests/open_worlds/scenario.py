"""Scenarios: a position, what the players do, the whole position after it, in a notation that reads like a table.

    Scenario(
        "OW-4a.2 an Outpost makes room for any Facility",
        before='''resolve
                  Koti: you 3x Outpost, stage Shipyard 8
                  you: hand Scout''',
        play="you: swap Outpost",
        after='''trash | asked you
                 Koti: you 2x Outpost, Shipyard 8
                 you: hand Outpost, Scout | seen Outpost | income 3''',
    )

The first line is the Step, then, divided by `|`, what is not as usual: `turn 5`, `final turn`, `priority foe`
(usual: turn 2, you; nobody: not determined yet), `stage in order`, `open decklists`, `introductory`,
`ask public`, `first third, you, foe`: in which order they have Priority in the first turn, or from whom on round the
table, or `first by lot` (usual in the step adjust: you; elsewhere it is over, and by lot); after it `asked WHO` or
`asked WHO: WHAT`, where WHAT is the point of the turn if it is not the Step itself.
A line for each World, by its name in the catalogue: after `you`, `foe`, `third`, `fourth` the units they control;
`stage` begins what they have staged there; `under` what lies there as indicators. A card of somebody else is
`City 12 (foe's)`; other marks are `(idle)`, `(moved)`, `(age 1)`. `resolved`: the World has been resolved.
A line for each player: piles by name (`hand`, `deck`, `trash` face down, `wreck` openly trashed, `seen`), the
numbers `income` and `prior`, the words `halted`, `unlimited class`.
A line that begins with `|` goes on with the one before.
What is not written is nothing. After a scenario the whole position is compared, so nothing else may have changed.
Actions are `WHO: ACTION`, divided by `;`; several names before one action, `you, foe: pass`, act in turn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ow_env.core.rng import RNG, start
from ow_env.open_worlds import engine
from ow_env.open_worlds.game import OpenWorlds
from tests.open_worlds.telling import check_told

WHO = ("you", "foe", "third", "fourth")
PILES = ("hand", "deck", "trash", "wreck", "seen")
SCENARIO_SEED = 7  # decides the few draws that scenarios make


@dataclass(frozen=True)
class Scenario:
    """One row: the rule it shows, the position before, the actions, the position after."""

    rule: str
    before: str
    play: str
    after: str
    players: int = 2

    def __str__(self) -> str:
        """Return the rule: the name of the test."""
        return self.rule


@dataclass(frozen=True)
class Refusal:
    """One row: the rule it shows, the position, the actions of which the last is forbidden, why."""

    rule: str
    before: str
    play: str
    why: str
    players: int = 2

    def __str__(self) -> str:
        """Return the rule: the name of the test."""
        return self.rule


def check(scenario: Scenario) -> None:
    """Play a scenario through and compare the whole position, which set up anew is the same record."""
    table = Table(scenario.before, scenario.players)
    table.play(scenario.play)
    found, expected = table.text(), tidy(scenario.after, scenario.players)
    assert found == expected, f"\n{found}\n--- expected was\n{expected}"
    again = table.game.from_position(table.game.position(table.state))
    assert np.array_equal(again, table.state), f"set up anew it is another record:\n{found}"


def check_refusal(refusal: Refusal) -> None:
    """Play all actions but the last, and compare the words in which that one is refused."""
    table = Table(refusal.before, refusal.players)
    first, _, last = refusal.play.rpartition(";")
    table.play(first)
    who, name = read_actions(last)[0]
    found = table.why_not(who, name)
    assert found == refusal.why, f"\n{found}\n--- expected was\n{refusal.why}"
    assert name not in table.allowed(who)


@cache
def game_of(players: int, worlds: int, cards: str | None = None) -> OpenWorlds:
    """Return a game for so many players and Worlds; positions bring their own cards."""
    return OpenWorlds(num_players=players, num_worlds=worlds, cards=cards)


class Table:
    """A game that is played from a position, written as above or as the game reads it."""

    def __init__(self, before: str | dict[str, Any], players: int = 2, cards: str | None = None) -> None:
        position = parse(before, players) if isinstance(before, str) else before
        self.game = game_of(players, len(position["worlds"]), cards)
        self.state = self.game.from_position(position)
        self.chance = np.zeros(1, RNG)
        start(self.chance[0], np.uint64(SCENARIO_SEED), np.uint64(0))
        self.told: list[str] = []  # what happened so far, as the full view is told

    def play(self, actions: str) -> None:
        """Take actions, each of which has to be allowed. At a simultaneous Step the others wait their turn."""
        for who, name in read_actions(actions):
            player = WHO.index(who)
            action = self.game.action_id(self.state, player, name)
            why = self.game.why_not(self.state, player, action)
            assert why is None, f"{who}: {name}: {why}"
            allowed = self.game.legal_actions(self.state, player)
            assert action in allowed, f"{who}: {name}: it is not in the mask\n{self.text()}"
            assert engine.waits_for(self.state[0], player), f"{who}: {name}: {who} is not asked\n{self.text()}"
            self.act(player, action)

    def act(self, player: int, action: int) -> None:
        """Take one player's action alone; others who choose at the same time go on being asked."""
        g = self.state[0]
        others = [p for p in range(int(g["num_players"])) if p != player and engine.waits_for(g, p)]
        for p in others:
            g["players"][p]["done"] = 1
        if others:
            from ow_env.open_worlds.rules.flow import act, advance

            act(g, self.game.tables[0], player, action, self.chance[0])
            for p in others:
                g["players"][p]["done"] = 0
            advance(g, self.game.tables[0], self.chance[0])
            return
        joint = np.zeros(self.game.num_players, np.int32)
        joint[player] = action
        before, chance = self.state.copy(), self.chance.copy()
        engine.apply(g, self.game.tables[0], self.chance[0], joint)
        self.told += check_told(self.game, before, joint, chance, self.state)

    def allowed(self, who: str) -> list[str]:
        """Return the names of what a player may do now."""
        player = WHO.index(who)
        ids = self.game.legal_actions(self.state, player)
        return [self.game.action_name(self.state, player, int(i)) for i in ids]

    def why_not(self, who: str, name: str) -> str | None:
        """Return why a player may not do something, in words."""
        player = WHO.index(who)
        return self.game.why_not(self.state, player, self.game.action_id(self.state, player, name))

    def text(self) -> str:
        """Return the position in the notation of this file."""
        return write(self.game.position(self.state))


def read_actions(actions: str) -> list[tuple[str, str]]:
    """Return who does what, in order."""
    found = []
    for part in filter(None, (part.strip() for part in actions.split(";"))):
        people, _, name = part.partition(":")
        found += [(who.strip(), name.strip()) for who in people.split(",")]
    return found


def tidy(text: str, players: int = 2) -> str:
    """Return a written position in the one form in which `write` gives it."""
    position = parse(text, players)
    head = text.strip().splitlines()[0].split("|")
    asked = [part.strip() for part in head if part.strip().startswith("asked")]
    return write(position, asked[0] if asked else "")


# ── Reading ──────────────────────────────────────────────────────────────────────────────────


def parse(text: str, players: int = 2) -> dict[str, Any]:
    """Return the position that a text describes, as the game reads it."""
    joined = re.sub(r"\n\s*\|", " |", text.strip())
    lines = [line.strip() for line in joined.splitlines() if line.strip()]
    position: dict[str, Any] = {
        "turn": 2,
        "priority": 0,
        "worlds": [],
        "indicators": {},
        "players": [{"units": {}, "staged": {}} for _ in range(players)],
        "options": {},
    }
    head = [part.strip() for part in lines[0].split("|")]
    position["step"] = head[0]
    if head[0] == "adjust":
        position["options"]["first_player"] = 0
    for part in head[1:]:
        if part.startswith("turn "):
            position["turn"] = int(part[5:])
        elif part == "final turn":
            position["final_turn"] = True
        elif part.startswith("priority "):
            position["priority"] = None if part[9:] == "nobody" else WHO.index(part[9:])
        elif part == "first by lot":
            position["options"]["first_player"] = None
        elif part.startswith("first "):
            seats = [WHO.index(who.strip()) for who in part[6:].split(",")]
            position["options"]["first_player"] = seats if seats[1:] else seats[0]
        elif part == "stage in order":
            position["options"]["stage"] = "priority"
        elif part == "open decklists":
            position["options"]["open_decklists"] = True
        elif part == "introductory":
            position["options"]["introductory"] = True
        elif part == "ask public":
            position["options"]["ask"] = "public"
        elif part.startswith("max turns "):
            position["options"]["max_turns"] = int(part[10:])
        elif part.startswith("won by "):
            position["winner"] = None if part[7:] == "nobody" else WHO.index(part[7:])
            position["ending"] = "terminated"
        elif part == "truncated":
            position["winner"], position["ending"] = None, "truncated"
        elif not part.startswith("asked"):
            raise ValueError(f"unknown in the first line: {part!r}")
    for line in lines[1:]:
        name, _, rest = line.partition(":")
        parts = [part.strip() for part in rest.split("|") if part.strip()]
        if name in WHO:
            read_player(position["players"][WHO.index(name)], parts)
        else:
            read_world(position, name, parts)
    return position


def read_player(player: dict[str, Any], parts: list[str]) -> None:
    """Read a player's line into the position."""
    for part in parts:
        word, _, rest = part.partition(" ")
        if word in PILES:
            player[word] = read_cards(rest)
        elif word == "income":
            player["income"] = int(rest)
        elif word == "prior":
            player["prior_income"] = int(rest)
        elif part == "halted":
            player["halted"] = True
        elif part == "unlimited class":
            player["unlimited_class"] = True
        else:
            raise ValueError(f"unknown of a player: {part!r}")


def read_world(position: dict[str, Any], name: str, parts: list[str]) -> None:
    """Read a World's line into the position."""
    world: dict[str, Any] = {"name": name}
    position["worlds"].append(world)
    for part in parts:
        word, _, rest = part.partition(" ")
        if part == "resolved":
            world["resolved"] = True
        elif word == "under":
            position["indicators"][name] = read_cards(rest)
        elif word in WHO:
            player = position["players"][WHO.index(word)]
            units, _, staged = rest.partition("stage ") if "stage " in rest else (rest, "", "")
            if units.strip(" ,"):
                player["units"][name] = read_cards(units.strip(" ,"))
            if staged:
                player["staged"][name] = read_cards(staged)
        else:
            raise ValueError(f"unknown at {name}: {part!r}")


def read_cards(text: str) -> list[Any]:
    """Return the cards of a list: names, or what else is said of them."""
    found: list[Any] = []
    for item in (item.strip() for item in text.split(",")):
        match = re.fullmatch(r"(?:(\d+)x )?([^(]+?)((?: \([^)]*\))*)", item)
        assert match, f"not a card: {item!r}"
        entry: dict[str, Any] = {"card": match[2]}
        for mark in re.findall(r"\(([^)]*)\)", match[3]):
            if mark.endswith("'s"):
                entry["owner"] = WHO.index(mark[:-2])
            elif mark.startswith("age "):
                entry["age"] = int(mark[4:])
            else:
                entry[mark] = True
        found += [entry if len(entry) > 1 else match[2]] * int(match[1] or 1)
    return found


# ── Writing ──────────────────────────────────────────────────────────────────────────────────


def write(position: dict[str, Any], asked: str | None = None) -> str:
    """Return a position as text; `asked` replaces what its decision says."""
    head = [str(position["step"]), f"turn {position.get('turn', 0)}"]
    head += ["final turn"] if position.get("final_turn") else []
    holder = position["priority"]
    head.append(f"priority {'nobody' if holder is None else WHO[holder]}")
    if position.get("ending"):
        winner = position["winner"]
        over = "nobody" if winner is None else WHO[winner]
        head.append("truncated" if position["ending"] == "truncated" else f"won by {over}")
    head.append(write_asked(position) if asked is None else asked)
    lines = [" | ".join(part for part in head if part)]
    lines += [write_world(position, world["name"]) for world in position["worlds"]]
    lines += [write_player(WHO[seat], player) for seat, player in enumerate(position["players"])]
    return "\n".join(line.rstrip() for line in lines)


def write_asked(position: dict[str, Any]) -> str:
    """Return who is asked, and what if it is not the Step itself."""
    decision = position.get("decision")
    if decision is None:
        return ""
    people = ", ".join(WHO[int(name.removeprefix("player_"))] for name in decision["to_act"])
    what = decision["ask"]
    utility = decision.get("utility")
    if utility:
        what = "reaction" if utility["phase"] == "reacting" else utility.get("asks") or utility["phase"]
    return f"asked {people}" + ("" if what == position["step"] else f": {what}")


def write_world(position: dict[str, Any], name: str) -> str:
    """Return a World's line."""
    parts = []
    for seat, player in enumerate(position["players"]):
        units = write_cards(player.get("units", {}).get(name, []))
        staged = write_cards(player.get("staged", {}).get(name, []))
        both = ", ".join(filter(None, [units, f"stage {staged}" if staged else ""]))
        parts += [f"{WHO[seat]} {both}"] if both else []
    marks = position.get("indicators", {}).get(name, [])
    parts += [f"under {write_cards(marks)}"] if marks else []
    return f"{name}: " + " | ".join(parts)


def write_player(who: str, player: dict[str, Any]) -> str:
    """Return a player's line."""
    parts = [f"{pile} {write_cards(player[pile])}" for pile in PILES if player.get(pile)]
    parts += [f"income {player['income']}"] if player.get("income") else []
    parts += [f"prior {player['prior_income']}"] if player.get("prior_income") else []
    parts += ["halted"] if player.get("halted") else []
    parts += ["unlimited class"] if player.get("unlimited_class") else []
    return f"{who}: " + " | ".join(parts)


def write_cards(cards: list[Any]) -> str:
    """Return a list of cards, equal ones counted, in the order of their names."""
    counts: dict[str, int] = {}
    for card in cards:
        name = card if isinstance(card, str) else card["card"] + marks_of(card)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{n}x {name}" if n > 1 else name for name, n in sorted(counts.items()))


def marks_of(card: dict[str, Any]) -> str:
    """Return what is said of a card beside its name."""
    marks = [f"{WHO[card['owner']]}'s"] if "owner" in card else []
    marks += [f"age {card['age']}"] if card.get("age") else []
    marks += [flag for flag in ("idle", "moved") if card.get(flag)]
    return "".join(f" ({mark})" for mark in marks)
