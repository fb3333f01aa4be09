"""Scenarios: a position, what the players do, what has changed, in a notation that reads like a table.

    OW-4a.2 an Outpost makes room for any Facility
        before: resolve | Koti: you 3x Outpost, stage Shipyard 8 | hand Scout
        play:   swap Outpost
        after:  trash | asked you | Koti: you 2x Outpost, Shipyard 8 | hand Outpost, Scout | seen Outpost | income 3

A position is parts divided by ` | ` or by the ends of lines. First the table: the Step, `turn 5`, `final turn`,
`priority foe` (nobody: not determined yet), `asked WHO` or `asked WHO: WHAT`, where WHAT is the point of the turn if it
is not the Step itself, `won by foe`, `truncated`; and what was agreed: `stage in order`, `open decklists`,
`introductory`, `ask public`, `max turns 9`, `first third, you, foe` (in which order they have Priority in the first
turn, or from whom on round the table), `first by lot`. Then the Worlds in their row, `Koti: ...`, or `Koti` alone where
nothing is there: after `you`, `foe`, `third`, `fourth` the units they control, and `stage` what they have staged there;
`under` what lies there as indicators; `resolved`. Then the players, `foe: ...`: piles (`hand`, `deck`, `trash` face
down, `wreck` openly trashed, `seen`), the numbers `income` and `prior`, the words `halted`, `unlimited class`. What
stands of no player is yours. A card of somebody else is `City 12 (foe's)`; other marks are `(idle)`, `(moved)`,
`(age 1)`. `-` is nothing.

What is not written is nothing, but: two players, or as many as are written; turn 2, Priority yours; in the step adjust
you are first, elsewhere it was by lot. `after` says what has changed: all else in the whole position has to be as it
was written before; but who is asked is always written, if anybody is. An action is yours if no seat stands before it:
`foe: pass`; `you, foe: pass` are two. The game and the oracle both play every row, and what is told of each decision is
what has happened (telling.py).
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ow_env.core.game import States
from ow_env.open_worlds.game import OpenWorlds
from tests import scenarios
from tests.open_worlds.oracle.oracle import Oracle
from tests.open_worlds.oracle.table import Chance
from tests.open_worlds.telling import check_told
from tests.scenarios import SEATS, Parts, Row, Scenario, split
from tests.tables import JointOracle, JointTable, Position

STEPS = ("adjust", "stage", "move", "reveal", "resolve", "income", "trash", "draw", "over")
OF_TABLE = ("turn", "final turn", "priority", "asked", "won by", "truncated")
AGREED = ("stage in order", "open decklists", "introductory", "ask public", "max turns", "first")
PILES = ("hand", "deck", "trash", "wreck", "seen")
NUMBERS = {"income": "income", "prior": "prior_income"}
FLAGS = ("halted", "unlimited class")
USUAL = {"turn": "2", "priority": "you"}
FILES = TemporaryDirectory()
SEED = 7  # decides the few draws that rows make


def check(row: Row) -> None:
    """Play a row through; its option ``cards``: what stands in a card file of its own."""
    cards = (row.options or {}).get("cards")
    table = Table(row.before, cards=card_file(cards) if cards else None)
    scenarios.check(row, table, oracle_at(table, position_of(row.before)), compare)


def oracle_at(table: Table, position: Position) -> JointOracle:
    """Return the second engine where a table has begun."""
    oracle = Oracle.from_position(position, options_of(table.game), table.game.catalogue)
    oracle.table.chance = Chance.of_game(SEED, 0)
    return JointOracle(oracle)


def compare(row: Scenario, position: Position) -> None:
    """Compare the whole position with what a row says of it."""
    before, changed, found = {**USUAL, **read(row.before), "asked": ""}, read(row.after), parts_of(position)
    assert changed.keys() <= found.keys(), f"there is no {list(changed.keys() - found.keys())}"
    told, meant = (
        {key: at.get(key, "") for key in found if at.get(key, "") != before.get(key, "")}
        for at in (found, {**before, **changed})
    )
    assert told == meant, f"found {told!r}, expected {meant!r}"


class Table(JointTable):
    """A game that is played from a position, written as above or as the game reads it."""

    def __init__(self, before: str | Position, players: int = 0, cards: str | None = None) -> None:
        position = position_of(before, players) if isinstance(before, str) else before
        game = game_of(len(position["players"]), len(position["worlds"]), cards)
        super().__init__(game, game.from_position(position), SEED)
        self.told: list[str] = []  # what happened so far, as the full view is told

    @property
    def state(self) -> States:
        """The game's record [1]."""
        return self.states

    def position(self) -> Position:
        """Return the whole position; a deck's name is a label."""
        position = self.game.position(self.states)
        for player in position["players"]:
            player["deck_name"] = None
        return position

    def play(self, actions: str) -> None:
        """Take actions, written as in a row; each has to be allowed."""
        for joint in scenarios.decisions(scenarios.actions_of(actions), self):
            self.do(joint)

    def apply(self, actions: Any) -> None:
        """Take one joint decision, of which is told what has happened."""
        before, rng = self.states.copy(), self.rng.copy()
        super().apply(actions)
        self.told += check_told(self.game, before, actions, rng, self.states)

    def allowed(self, who: str) -> list[str]:
        """Return the names of what a player may do now, by their ids."""
        seat = SEATS.index(who)
        return [self.game.action_name(self.states, seat, int(i)) for i in self.game.legal_actions(self.states, seat)]

    @property
    def asked_for(self) -> str:
        """Who is asked, and what if it is not the Step itself."""
        return parts_of(self.position()).get("asked", "")


@cache
def card_file(text: str) -> str:
    """Return the path of a card file in which that stands."""
    path = Path(FILES.name) / f"{len(list(Path(FILES.name).iterdir()))}.toml"
    path.write_text(text, "utf-8")
    return str(path)


@cache
def game_of(players: int, worlds: int, cards: str | None = None) -> OpenWorlds:
    """Return a game for so many players and Worlds; positions bring their own cards."""
    return OpenWorlds(num_players=players, num_worlds=worlds, cards=cards)


@cache
def options_of(game: OpenWorlds) -> dict[str, Any]:
    """Return what positions say of a game's options where they say nothing."""
    return dict(game.position(game.template)["options"])


def all_rows() -> list[Row]:
    """Return the rows of all files of this folder, but those with cards of their own."""
    files = sorted(
        path for path in Path(__file__).parent.glob("test_*.py") if "\nROWS = rows" in path.read_text("utf-8")
    )
    return [row for path in files for row in import_module(f"tests.open_worlds.{path.stem}").ROWS]


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────


def read(text: str) -> Parts:
    """Return the parts that are written, cards in their order."""
    parts: Parts = {}
    world, player = "", "you"
    for part in split(re.sub(r"\n", " | ", text), " | "):
        opened, colon, rest = part.partition(":")
        if opened in SEATS and colon:
            world, player, part = "", opened, rest.strip()
        elif part[0].isupper():
            world, player, part = opened, "you", rest.strip()
            parts[world] = ""
        if part:
            key, value = part_of(part, world, player)
            assert key not in parts, f"{part!r} is written twice"
            parts[key] = value
    return parts


def part_of(part: str, world: str, player: str) -> tuple[str, str]:
    """Return of what a part is and what it says: ``you Outpost`` at a World, ``hand Scout`` of a player."""
    if part in STEPS:
        return "step", part
    keys = (*OF_TABLE, *AGREED, *PILES, *NUMBERS, *FLAGS, *((*SEATS, "under", "resolved") if world else ()))
    key = next((key for key in keys if part == key or part.startswith(f"{key} ")), None)
    assert key is not None, f"what is {part!r}?"
    value = part.removeprefix(key).strip() or "yes"
    value = "" if value == "-" else value
    if key in (*PILES, *NUMBERS, *FLAGS):
        return f"{player}: {key}", listed(cards(value)) if key in PILES else value
    if key in (*SEATS, "under", "resolved"):
        return f"{world}: {key}", value if key == "resolved" else standing(*apart(value))
    return key, value


def apart(value: str) -> tuple[list[Any], list[Any]]:
    """Return the units in play, and the cards that are staged."""
    units, _, staged = value.partition("stage ")
    return cards(units), cards(staged)


def cards(text: str) -> list[Any]:
    """Return the cards of a list: names, or what else is said of them."""
    found: list[Any] = []
    for item in split(text, ","):
        match = re.fullmatch(r"(?:(\d+)x )?([^(]+?)((?: \([^)]*\))*)", item)
        assert match, f"not a card: {item!r}"
        entry: dict[str, Any] = {"card": match[2]}
        for mark in re.findall(r"\(([^)]*)\)", match[3]):
            if mark.endswith("'s"):
                entry["owner"] = SEATS.index(mark[:-2])
            elif mark.startswith("age "):
                entry["age"] = int(mark[4:])
            else:
                entry[mark] = True
        found += [entry if len(entry) > 1 else match[2]] * int(match[1] or 1)
    return found


def position_of(text: str, players: int = 0) -> Position:
    """Return the position that a text describes, as the game reads it, for so many players or as many as it names."""
    parts = read(text)
    named = [seat for seat, who in enumerate(SEATS) if re.search(rf"\b{who}\b", " ".join((*parts, *parts.values())))]
    worlds = [key for key in parts if key[0].isupper() and ":" not in key]
    priority = parts.get("priority", USUAL["priority"])
    count = players or max(2, 1 + max(named, default=0))
    position: Position = {
        "step": parts["step"],
        "turn": int(parts.get("turn", USUAL["turn"])),
        "final_turn": "final turn" in parts,
        "priority": None if priority == "nobody" else SEATS.index(priority),
        "worlds": [{"name": name, **({"resolved": True} if f"{name}: resolved" in parts else {})} for name in worlds],
        "indicators": {name: cards(parts[f"{name}: under"]) for name in worlds if f"{name}: under" in parts},
        "players": [player_of(parts, who, worlds) for who in SEATS[:count]],
        "options": agreed(parts),
    }
    if "won by" in parts or "truncated" in parts:
        winner = parts.get("won by", "nobody")
        position["winner"] = None if winner == "nobody" else SEATS.index(winner)
        position["ending"] = "truncated" if "truncated" in parts else "terminated"
    return position


def player_of(parts: Parts, who: str, worlds: list[str]) -> Position:
    """Return what one player has."""
    at = {name: apart(parts.get(f"{name}: {who}", "")) for name in worlds}
    return {
        "units": {name: units for name, (units, _) in at.items() if units},
        "staged": {name: staged for name, (_, staged) in at.items() if staged},
        **{pile: cards(parts[f"{who}: {pile}"]) for pile in PILES if f"{who}: {pile}" in parts},
        **{field: int(parts[f"{who}: {key}"]) for key, field in NUMBERS.items() if f"{who}: {key}" in parts},
        **{flag.replace(" ", "_"): True for flag in FLAGS if f"{who}: {flag}" in parts},
    }


def agreed(parts: Parts) -> dict[str, Any]:
    """Return what was agreed before the game."""
    options: dict[str, Any] = {"first_player": 0} if parts["step"] == "adjust" else {}
    if "first" in parts:
        seats = [SEATS.index(who) for who in split(parts["first"], ",")] if parts["first"] != "by lot" else [None]
        options["first_player"] = seats if seats[1:] else seats[0]
    options |= {"stage": "priority"} if "stage in order" in parts else {}
    options |= {"ask": "public"} if "ask public" in parts else {}
    options |= {"max_turns": int(parts["max turns"])} if "max turns" in parts else {}
    return options | {flag.replace(" ", "_"): True for flag in ("open decklists", "introductory") if flag in parts}


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────


def parts_of(position: Position) -> Parts:
    """Return the parts of a whole position, all but what was agreed and what is half done."""
    priority, ending = position["priority"], position.get("ending")
    parts = {
        "step": position["step"],
        "turn": str(position.get("turn", 0)),
        "final turn": "yes" if position.get("final_turn") else "",
        "priority": "nobody" if priority is None else SEATS[priority],
        "asked": asked(position),
        "won by": ("nobody" if position["winner"] is None else SEATS[position["winner"]])
        if ending == "terminated"
        else "",
        "truncated": "yes" if ending == "truncated" else "",
    }
    for name in (world["name"] for world in position["worlds"]):
        parts[name] = ""
        for who, player in zip(SEATS, position["players"], strict=False):
            at = (player.get(key, {}).get(name, []) for key in ("units", "staged"))
            parts[f"{name}: {who}"] = standing(*at)
        parts[f"{name}: under"] = listed(position.get("indicators", {}).get(name, []))
    for who, player in zip(SEATS, position["players"], strict=False):
        parts |= {f"{who}: {pile}": listed(player.get(pile, [])) for pile in PILES}
        parts |= {f"{who}: {key}": str(player.get(field) or "") for key, field in NUMBERS.items()}
        parts |= {f"{who}: {flag}": "yes" if player.get(flag.replace(" ", "_")) else "" for flag in FLAGS}
    return parts


def asked(position: Position) -> str:
    """Return who is asked, and what if it is not the Step itself."""
    decision = position.get("decision")
    if decision is None:
        return ""
    people = ", ".join(SEATS[int(name.removeprefix("player_"))] for name in decision["to_act"])
    what, utility = decision["ask"], decision.get("utility")
    if utility:
        what = "reaction" if utility["phase"] == "reacting" else utility.get("asks") or utility["phase"]
    return people if what == position["step"] else f"{people}: {what}"


def standing(units: list[Any], staged: list[Any]) -> str:
    """Return what a player has at a World."""
    return ", ".join(filter(None, [listed(units), f"stage {listed(staged)}" if staged else ""]))


def listed(pile: list[Any]) -> str:
    """Return a list of cards, equal ones counted, in the order of their names."""
    counts: dict[str, int] = {}
    for card in pile:
        name = card if isinstance(card, str) else card["card"] + marks_of(card)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{n}x {name}" if n > 1 else name for name, n in sorted(counts.items()))


def marks_of(card: dict[str, Any]) -> str:
    """Return what is said of a card beside its name."""
    marks = [f"{SEATS[card['owner']]}'s"] if "owner" in card else []
    marks += [f"age {card['age']}"] if card.get("age") else []
    marks += [flag for flag in ("idle", "moved") if card.get(flag)]
    return "".join(f" ({mark})" for mark in marks)
