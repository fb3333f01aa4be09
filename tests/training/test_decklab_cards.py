"""What cards are worth, and which Worlds favour whom."""

from __future__ import annotations

import json
import re
from collections import Counter

import numpy as np
import pytest

from ow_env.core.batch import Batch
from ow_env.open_worlds.decks import check_deck
from training.cli import main
from training.decklab.open_worlds import setup as lab_setup
from training.decklab.open_worlds.card_value import (
    NoteBlock,
    candidates,
    card_values,
    note_cards,
    play_noted,
    replaced,
    stand_in,
)
from training.decklab.open_worlds.kernel import OPENING
from training.decklab.open_worlds.setup import OpenWorldsSetup, kernel_runner
from training.decklab.open_worlds.world_effects import measure_world_effects, worlds_of
from training.decklab.playing import play_matchups
from training.decklab.plots import ranked
from training.decklab.seeds import seeds_from
from training.decklab.setup import Pairing, seed_of_games
from training.measure.workers import SerialExecutor

SETUP = OpenWorldsSetup()
BAKER, ARES = SETUP.side("Baker-Braugn EDV"), SETUP.side("Ares Venture Trust")


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(lab_setup, "BLOCK", 24)


@pytest.mark.parametrize("agent", ["random", "expert"])
def test_a_card_nobody_has_changes_nothing(small, agent):
    """The lab's own catalogues have another card in the middle: action ids move, games do not."""
    catalogue, _ = stand_in(SETUP.catalogue, "Destroyer", "Outpost")
    pairing = Pairing(ARES, BAKER, agent, agent, fixed=True)
    one, other = play_matchups([pairing] * 2, [SETUP, SETUP.with_catalogue(catalogue)], bouts=24)
    assert one.ends == other.ends
    assert one.turns == other.turns


def test_the_stand_in_lies_where_the_card_lay():
    """In the opening hand exactly where the card was, the rest of the hand being the same."""
    catalogue, new = stand_in(SETUP.catalogue, "Destroyer", "Outpost")
    assert catalogue.card(new).income == 1
    assert [card.id for card in catalogue.cards] == list(range(len(catalogue.cards)))
    other = SETUP.with_catalogue(catalogue)
    numbers = np.arange(60)
    builders = np.full((60, 2), 1, np.int8)
    hands = []
    for setup, deck in ((SETUP, ARES), (other, replaced(ARES, "Destroyer", new))):
        _, notes = kernel_runner(setup, 1).play(
            setup.template(deck, BAKER),
            np.zeros(60, np.int64),
            numbers,
            1,
            builders * 0,  # random: whether it exchanges a card does not follow from what it is
            seeds_from(numbers[:, None], np.arange(2)),
        )
        hands.append(
            [
                Counter(setup.catalogue.cards[place].name for place in np.flatnonzero(row & OPENING))
                for row in notes["cards"][:, 0]
            ]
        )
    swapped = [Counter(new if name == "Destroyer" else name for name in hand) for hand in hands[0]]
    same = sum(one == two for one, two in zip(swapped, hands[1], strict=True))
    assert sum(new in hand for hand in hands[1]) >= 5
    assert same >= 55  # a random choice among other actions may differ here and there


def test_candidates_keep_to_the_rules():
    for deck in (ARES, SETUP.side("Smith-Boson F.E.")):
        found = candidates(deck, SETUP.catalogue, deck.names[0])
        assert "Outpost" in found
        assert deck.names[0] not in found
        for name in found:
            assert check_deck(replaced(deck, deck.names[0], name), SETUP.catalogue) == ()
        left_out = {card.name for card in SETUP.catalogue.cards} - set(found) - {deck.names[0]}
        for name in left_out:
            assert check_deck(replaced(deck, deck.names[0], name), SETUP.catalogue) != ()


def test_worth_is_what_is_lost_without_the_card(small):
    found = card_values(BAKER, "builder", against=[ARES], by="Outpost", bouts=48, setup=SETUP)
    assert len(found.worths) == len(BAKER.cards) - 1
    by_name = {entry.card: entry for entry in found.worths}
    assert by_name["Solar Flare"].worth.mean <= by_name["City 30"].worth.mean  # builders never play it
    assert [entry.worth.mean for entry in found.worths] == sorted(
        (entry.worth.mean for entry in found.worths), reverse=True
    )
    assert np.median([entry.gain for entry in found.worths]) > 1.5
    again = card_values(BAKER, "builder", against=[ARES], card="City 30", bouts=48, setup=SETUP)
    outposts = next(entry for entry in again.worths if entry.by == "Outpost")
    assert outposts.worth == by_name["City 30"].worth


def test_what_is_noted_of_cards(small):
    found = note_cards(ARES, "builder", against=[BAKER], bouts=64, setup=SETUP)
    often = {entry.card: entry.how_often for entry in found.cards}
    assert set(often) == {name for name, _ in ARES.cards}
    assert often["Outpost"][0] > often["Quarry"][0]  # seven copies against one
    assert often["Solar Flare"][2] == 0  # a builder stages nothing but Facilities
    assert often["Industry 8"][2] > 0.3
    for opening, early, _ in often.values():
        assert opening <= early


def test_what_is_noted_is_of_the_very_games_whoever_plays_them(small):
    how = {"against": [BAKER, SETUP.side("Empyrean Enterprises")], "bouts": 48, "setup": SETUP}
    share = card_values(ARES, "random", card="Outpost", **how).share.mean
    told = []
    found = note_cards(ARES, "random", **how, report=lambda *each: told.append(each))
    assert told[0] == (0.0, 0)
    assert told[-1] == (1.0, 2 * 2 * 48)

    class Backwards(SerialExecutor):
        def run(self, work, shared, items):
            return reversed(list(super().run(work, shared, items)))

    assert note_cards(ARES, "random", **how, executor=Backwards()) == found
    blocks = [play_noted((SETUP, 1), NoteBlock(Pairing(ARES, foe, "random", "random", 1, True), 0, 48))[0]
              for foe in how["against"]]  # fmt: skip
    assert np.mean(blocks) == pytest.approx(share)
    assert {entry.opening.bouts for entry in found.cards} <= {48}  # bouts, not games


def test_the_worlds_are_those_of_the_games(small):
    pairing = Pairing(ARES, BAKER, "builder", "builder")
    rows = worlds_of(SETUP, pairing, 30)
    batch = Batch(SETUP.game_of(ARES, BAKER), 30, seed_of_games(pairing))
    assert (batch.states["worlds"]["card"][:, :5] == rows).all()
    found = measure_world_effects(ARES, BAKER, "builder", bouts=48, setup=SETUP)
    assert len(found.worlds) == sum(world.introductory for world in SETUP.catalogue.worlds)
    assert sum(entry.share.bouts for entry in found.worlds) == 5 * 48
    assert len(found.traits) == 4


def test_the_picture_is_as_sure_as_the_table():
    def colours(sure):
        axes = ranked(["one", "other"], [3.0, 2.0], [1.0, 1.0], [5.0, 3.0], "points", sure).axes[0]
        return [line.get_color() for line in axes.lines[:4:2]]

    assert colours([True, False])[0] != colours([True, False])[1] == colours([False, False])[0]
    assert colours(None) == colours([True, True])


def test_the_commands(small, tmp_path, capsys):
    common = ["--agent", "builder", "--games", "96", "--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path)]
    assert main(["decks", "card-values", "Ares Venture Trust", *common]) == 0
    out = capsys.readouterr().out
    assert "among 27 cards" in out
    assert "192 games" not in out
    data = json.loads((tmp_path / "card_values.json").read_text(), parse_constant=pytest.fail)  # no NaN
    assert len(data["replaced"]) == 27
    assert len(data["came early"]) == 28
    assert data["came early"][-1]["staged"] is None  # a builder never does
    assert {"tied", "truncated"} <= set(data["replaced"][0])
    assert re.search(r"96 games: \d+ tied, \d+ truncated; as many with each card replaced", out)
    assert main(["decks", "worlds", "Ares Venture Trust", "Baker-Braugn EDV", *common]) == 0
    assert "a Hostile World more" in capsys.readouterr().out
    assert (tmp_path / "worlds.png").exists()
