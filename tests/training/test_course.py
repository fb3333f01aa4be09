"""`ow decks course`: how games go. What was counted is counted again from what the rules tell (`Game.events`)."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from ow_env.core.events import Event
from ow_env.registry import make
from ow_env.tradeworlds.cards import Role, title_of
from training.cli import main
from training.commands.decks.counting import Course, Decisions, Played, count_course, nine_of_ten
from training.commands.expansive_universe.course import ExpansiveUniverseCourse
from training.commands.tradeworlds.course import TradeWorldsCourse

pytestmark = pytest.mark.bounds

EU, TW = "expansive_universe", "tradeworlds"
KINDS: dict[str, type[Course]] = {EU: ExpansiveUniverseCourse, TW: TradeWorldsCourse}
FACTIONS = {
    EU: ("Galaxernment", "Robotocense", "Wartribe", "Sorcerons"),
    TW: ("Acolytes", "Brethren", "Covenant", "Destined"),
}


def course(game: str, names: list[str], games: int, seed: int, **options: Any) -> Counter[str]:
    return count_course(KINDS[game], game, names, games, seed, options).counts


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main(["decks", "course", *typed]) == 0
    return capsys.readouterr().out


# ── What is counted of all games ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", [EU, TW])
def test_every_game_is_counted_once(game: str) -> None:
    counts = course(game, ["random", "random", "random"], 24, 5, max_rounds=60)
    won = sum(counts[f"seat {seat}"] for seat in range(3))
    assert counts["games"] == 24
    assert won + counts["cut off"] == 24
    assert won > 0
    assert won == sum(counts[f"won {faction}"] for faction in FACTIONS[game]) == counts["won by random"]
    assert counts["played random"] == 72
    assert {counts[f"dealt {name}"] for name in FACTIONS[game]} == {18}
    lasted = {int(key.split()[1]): count for key, count in counts.items() if key.startswith("lasted ")}
    assert sum(lasted.values()) == 24
    assert sum(rounds * count for rounds, count in lasted.items()) == counts["rounds"]


def test_ends_are_those_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the positions in which games end, as JSON: who is out, how many rounds there were, who won."""
    last: list[tuple[int, Any]] = []
    monkeypatch.setattr(TradeWorldsCourse, "ended", lambda self, row, state: last.append((row, state.copy())))
    counts = course(TW, ["raider", "random", "raider"], 24, 3, scenario="Space Wars", max_rounds=20)
    game = make(TW, num_players=3, scenario="Space Wars", max_rounds=20)
    found: Counter[str] = Counter()
    for _, state in last:
        at = game.position(np.array([state], game.state_dtype))
        out = sum(bool(him.get("out")) for him in at["players"])
        found.update({"out": out, "by elimination": out == 2, "rounds": at["round"], "cut off": out < 2})
        found.update(f"won {him['faction']}" for him in at["players"] if out == 2 and not him.get("out"))
    assert 0 < found["by elimination"] < 24
    assert {key: counts[key] for key in found} == dict(found)


def test_nine_of_ten() -> None:
    counts = Counter({"games": 10, "lasted 3": 8, "lasted 7": 1, "lasted 12": 1})
    assert nine_of_ten(counts) == 7
    assert nine_of_ten(Counter({"games": 10, "lasted 3": 8, "lasted 12": 2})) == 12
    assert nine_of_ten(Counter({"games": 10, "lasted 12": 1, "lasted 3": 9})) == 3


def test_equal_factions_are_dealt_as_often() -> None:
    played = count_course(TradeWorldsCourse, TW, ["random", "random"], 8, 1, {"max_rounds": 3}, equal_factions=True)
    assert {played.counts[f"dealt {name}"] for name in FACTIONS[TW]} == {4}
    assert not [what for what, _ in played.told() if "of its games" in what]  # every one wins half of them
    with pytest.raises(ValueError, match="Galaxernment is there twice; each is played once"):
        count_course(ExpansiveUniverseCourse, EU, ["random", "random"], 8, 1, {}, equal_factions=True)


# ── Expansive Universe ───────────────────────────────────────────────────────────────────────────


def test_points_of_winners_are_all_told() -> None:
    counts = course(EU, ["mixed", "random"], 24, 1)
    points = sum(counts[f"points {source}"] for source in ("missions", "battles", "Core"))
    assert counts["by elimination"] < 24
    assert points >= 20 * (24 - counts["by elimination"])
    assert counts["points Core"] > 0
    assert counts["won by mixed"] == 24
    assert counts["cards bought"] == sum(counts[f"slot {slot}"] for slot in range(6))
    assert counts["cards bought"] == sum(count for key, count in counts.items() if key.startswith("bought "))


# ── Counted again ────────────────────────────────────────────────────────────────────────────────


def told_again(
    kind: type[Course], game: str, names: list[str], seed: int, **options: Any
) -> tuple[Played, list[Event]]:
    """Count some games, one of each Faction if it may be there twice; return also what the rules tell of them."""
    events: list[Event] = []

    class Listening(kind):  # type: ignore[misc, valid-type]
        def decided(self, played: Decisions) -> None:
            super().decided(played)
            for row in played.rows:
                at = slice(row, row + 1)
                events.extend(self.game.events(played.before[at], played.actions[row], played.rng[at]))

    return count_course(Listening, game, names, 1, seed, options, equal_factions=game == TW), events


PLAYED = ("TW-T1", "TW-T3")  # rules of Tactics played, and of those that cancel one
SETUPS = [  # names of agents, options
    (["raider", "raider"], {"scenario": "Space Wars", "max_rounds": 25}),
    (["random", "random"], {"scenario": "Space Wars", "max_rounds": 40, "ask": "public"}),
    (["raider", "raider"], {"scenario": "Space Wars", "max_rounds": 15, "reinforcements": True}),
    (["strategist", "raider", "raider", "raider"], {"max_rounds": 20}),
    (["raider"], {"scenario": "The Derelict"}),
]


@pytest.mark.parametrize(("names", "options"), SETUPS)
def test_what_is_done_in_tradeworlds_is_what_the_rules_tell(names: list[str], options: dict[str, Any]) -> None:
    played, events = told_again(TradeWorldsCourse, TW, names, 7, **options)
    counts, game = played.counts, played.game
    heard: Counter[str] = Counter(event.kind for event in events)
    roles = Counter(event.data["role"] for event in events if event.kind == "role")
    roles["Chancellor"] -= heard["refused"]
    assert {title_of(role): counts[f"as {title_of(role)}"] for role in Role} == {
        title_of(role): roles[title_of(role)] for role in Role
    }
    assert counts["turns"] == sum(roles.values())
    assert counts["attacks"] == heard["attack"] > 0
    assert counts["joint"] == heard["attack"] - roles["Admiral"]
    assert counts["battles"] == sum(event.rule == "TW-A5" for event in events)
    assert counts["strikes"] == sum(event.rule == "TW-A6" for event in events)
    cards: Any = game
    tactics = Counter(cards.catalogue.cards[event.data["card"]].name for event in events if event.rule in PLAYED)
    assert {name: counts[f"played {name}"] for name in tactics} == dict(tactics)
    assert sum(count for key, count in counts.items() if key.startswith("played ") and key[7:] not in names) == sum(
        tactics.values()
    )
    if len(names) == 4:
        assert counts["joint"] > 0
    if len(names) == 2:
        assert counts["strikes"] > 0


def test_what_is_done_in_expansive_universe_is_what_the_rules_tell() -> None:
    played, events = told_again(ExpansiveUniverseCourse, EU, ["mixed", "fighter"], 3)
    heard = Counter(event.kind for event in events)
    for what, kind in {"cards bought": "buy", "flights": "fly", "crew moves": "move", "missions": "mission"}.items():
        assert played.counts[what] == heard[kind] > 0
    assert played.counts["battles in space"] + played.counts["battles on the ground"] == heard["attack"] > 0
    assert played.counts["out"] == heard["out"]


def test_the_kernel_comes_to_the_positions_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from training.commands.tradeworlds import course as page

    known, seen = page.count_decisions, 0

    def checked(states: Any, *rest: Any) -> int:
        nonlocal seen
        done: int = known(states, *rest)
        seen += done
        reached.append(states.copy())
        return done

    class Checking(TradeWorldsCourse):
        def decided(self, played: Decisions) -> None:
            super().decided(played)
            assert np.array_equal(reached.pop(), played.after[played.rows])

    reached: list[Any] = []
    monkeypatch.setattr(page, "count_decisions", checked)
    for names, options in SETUPS:
        count_course(Checking, TW, names, 24, 2, options)
    assert seen > 10_000


def test_how_the_derelict_wins() -> None:
    counts = course(TW, ["raider"], 60, 4, scenario="The Derelict")
    won, by_mass, by_fire = (counts[key] for key in ("seat 0", "lost by Critical Mass", "lost by the Homeworld"))
    assert won + by_mass + by_fire == 60
    assert by_fire == counts["out"]
    assert 0 < by_mass < by_fire
    assert counts["by elimination"] == 0


# ── The command ──────────────────────────────────────────────────────────────────────────────────


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ("fighter", "random", "--games", "10", "--core", "Galactic Core #4", "--bought", "--game", EU)
    told = said(capsys, *typed)
    assert told.startswith("fighter, random: 12 games, seed 1; [95 %]\n")
    assert re.search(r"^  fighter wins, of its seats +100\.0% \[75\.8%, 100\.0%\]$", told, re.M)
    assert re.search(r"^  armaments, a game in which they are: .*Ramming Prow|Fire Pots", told, re.M)
    told = said(capsys, "raider", "random", "--games", "10", "--option", "scenario=Space Wars", "--game", TW)
    assert re.search(r"^  raider wins, of its seats +100\.0% ", told, re.M)
    shares = re.findall(r"^  turns as \w+ +([\d.]+)%$", told, re.M)
    assert len(shares) == 10
    assert sum(map(float, shares)) == pytest.approx(100, abs=0.6)
    told = said(capsys, "raider", "--games", "8", "--option", "scenario=The Derelict", "--game", TW)
    assert re.search(r"^  won +\d", told, re.M)
    assert "place" not in told
