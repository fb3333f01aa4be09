"""What `ow decks rounds` counts, held against what is told of the same games, event by event."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import agents
from ow_env.core.batch import Batch
from ow_env.these_new_worlds.game import TheseNewWorlds
from training.cli import main
from training.commands.these_new_worlds.rounds import count_rounds, told
from training.one_game import ask

GAMES, SEED = 6, 5
PAIR = ("governor", "greedy")
WILDS = ("Trade Envoy", "Privateers")


def counted_by_events() -> Counter[str]:
    """Play the same games one by one and count by the words in which they are told."""
    game = TheseNewWorlds(first_dealer=0, ask="public")
    counts: Counter[str] = Counter(games=GAMES)
    for number in range(GAMES):
        seat_of_one = int(number >= GAMES // 2)
        seats = {seat: agents.make(PAIR[seat ^ seat_of_one], game) for seat in (0, 1)}
        batch = Batch(game, 1, SEED, first_game=number)
        domes = steps = 0
        while not batch.terminated[0]:
            seat = int(batch.states[0]["active"])
            counts["decisions"] += int(batch.action_mask[0, seat].sum() > 1)
            actions = np.zeros(2, np.int32)
            actions[seat] = ask(batch, seats, steps)[seat].action
            position, steps = game.position(batch.states), steps + 1
            lines = [str(event) for event in game.events(batch.states, actions, batch.rng)]
            batch.step(actions[None])
            played = [line for line in lines if " plays " in line and "no card" not in line]
            counts["played"] += len(played)
            domes += sum("places the dome" in line for line in lines)
            if any("card phase is over" in line for line in lines):
                held = sum(card in him["hand"] for him in position["players"] for card in WILDS)
                before = sum(card in him["played"] for him in position["players"] for card in WILDS)
                counts["wilds dealt"] += held + before
                counts["wilds kept"] += held - sum(card in line for line in played for card in WILDS)
                counts["rounds"] += 1
                counts[f"domes {domes}"] += 1
                counts["dealt"] += 16
                domes = 0
        end = game.position(batch.states)
        counts["colonized"] += sum(len(him["planets"]) for him in end["players"])
        counts[end["decision"]["result"]] += 1
        counts["dealer wins"] += end["decision"]["winner"] == 0
        counts["one wins"] += end["decision"]["winner"] == seat_of_one
    return +counts


def test_it_counts_what_is_told_of_the_games() -> None:
    assert +count_rounds(*PAIR, GAMES, SEED) == counted_by_events()


def test_shares_are_of_what_they_say() -> None:
    counts = Counter(
        {"games": 10, "won": 8, "dealer wins": 2, "one wins": 6, "draw": 1, "nobody": 1, "rounds": 50, "domes 2": 20,
         "domes 1": 25, "domes 0": 5, "played": 600, "dealt": 800, "wilds dealt": 80, "wilds kept": 20,
         "decisions": 900, "colonized": 42}
    )  # fmt: skip
    alike, unlike = dict(told("a", "a", counts)), dict(told("a", "b", counts))
    assert (alike["first dealer wins"], alike["the other wins"]) == ("20.0%", "60.0%")
    assert (unlike["a wins"], unlike["b wins"]) == ("60.0%", "20.0%")
    assert alike["of the decided games: the other"].startswith("75.0% [")
    assert (alike["rounds"], alike["rounds with combat"], alike["with none"]) == ("5.00", "40.0%", "10.0%")
    assert (alike["cards played a round, of 16"], alike["wilds dealt but kept"]) == ("12.00", "25.0%")
    assert (alike["decisions a game with a choice"], alike["planets colonized"]) == ("90", "4.20")


def test_the_command_prints_them_and_is_for_this_game_alone(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["decks", "rounds", "random", "greedy", "--games", "8"]
    assert main([*command, "--game", "these_new_worlds"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("random against greedy: 8 games, seed 1\n")
    assert "  rounds with combat  " in printed
    assert main(command) == 2
    assert "this is for these_new_worlds alone" in capsys.readouterr().err
    assert main(["decks", "rounds", "random", "greedy", "--games", "0", "--game", "these_new_worlds"]) == 2
    assert "--games: expected a number from 1 up, got 0" in capsys.readouterr().err
