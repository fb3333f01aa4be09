"""The rulebook's own examples (OW-X): the tutorial's first turn, making room, Striker and Troops 20.

The tutorial is played twice: in the notation of the scenarios, World by World, with the book's order of
staging; and through PettingZoo by the names of actions, with whole decks, all staging at once.
"""

from __future__ import annotations

import pytest

from ow_env import open_worlds_v0
from ow_env.open_worlds.cards import load_catalogue
from tests.open_worlds.scenario import Table, check
from tests.scenarios import Row, rows

# ── X.1 the first turn of the tutorial ─────────────────────────────────────────────────────────

YOUR_HAND = (  # the book's ten cards
    "City 12", "City 20", "Exploit", "Outpost", "Asteroid Strike",
    "Research", "Industry 8", "Industry 10", "Troops 20", "Striker",
)  # fmt: skip
FOES_HAND = (  # five the book tells, of the City that it earns 2; five of our choice
    "City 20", "Exploit", "Exploit", "Exploit", "Outpost",
    "GRB", "Industry 7", "Scout", "Solar Flare", "Warship",
)  # fmt: skip

HANDS = (
    "adjust | turn 0 | stage in order | Koti | Phoebe K2 | Graense | Vita Ptal | Maail"
    f" | hand {', '.join(YOUR_HAND)} | deck 7x Outpost | foe: hand {', '.join(FOES_HAND)} | deck 8x Exploit"
)
KEEP = "pass; foe: pass; pass"  # the hands; then you might play Research (OW-6.5)
STAGE = (
    "stage City 20 @ Vita Ptal; stage City 12 @ Graense; stage Exploit @ Maail; stage Outpost @ Phoebe K2;"
    " stage Asteroid Strike @ Koti; foe: stage Outpost @ Koti; foe: stage Exploit @ Phoebe K2;"
    " foe: stage City 20 @ Graense; foe: stage Exploit @ Vita Ptal; foe: stage Exploit @ Maail"
)
FIRST_THREE = "resolve Maail; resolve Vita Ptal; resolve Graense"
LAST_TWO = "resolve Phoebe K2"  # and Koti, the last one, by itself
ROOM = "resolve | Vita Ptal: you Exploit, stage Industry 8 | foe City 10, Garrison, stage Outpost | hand Scout"

ROWS = rows(f"""
OW-X.1 both hands are kept, and you, who have Priority, stage first
    before: {HANDS}   play: {KEEP}   after: stage | turn 1 | asked you
OW-X.1 five cards each, revealed; there is no Ship to move, and you pick the first World
    before: {HANDS}
    play:   {KEEP}; {STAGE}
    after:  resolve | turn 1 | asked you: next world | Koti: you stage Asteroid Strike | foe stage Outpost
            Phoebe K2: you stage Outpost | foe stage Exploit | Graense: you stage City 12 | foe stage City 20
            Vita Ptal: you stage City 20 | foe stage Exploit | Maail: you stage Exploit | foe stage Exploit
            hand Industry 10, Industry 8, Research, Striker, Troops 20
            foe: hand GRB, Industry 7, Scout, Solar Flare, Warship
OW-X.1 Maail, Vita Ptal and Graense: all is well for both sides
    before: {HANDS}
    play:   {KEEP}; {STAGE}; {FIRST_THREE}
    after:  resolve | turn 1 | asked you: next world | Koti: you stage Asteroid Strike | foe stage Outpost
            Phoebe K2: you stage Outpost | foe stage Exploit | Graense: you City 12 | foe City 20
            Vita Ptal: you City 20 | foe Exploit | Maail: you Exploit | foe Exploit
            hand Industry 10, Industry 8, Research, Striker, Troops 20
            foe: hand GRB, Industry 7, Scout, Solar Flare, Warship
OW-X.1 the Exploit at Phoebe K2 fails its REQ, the Outpost at Koti is destroyed; 6 to 6
    before: {HANDS}
    play:   {KEEP}; {STAGE}; {FIRST_THREE}; {LAST_TWO}
    after:  trash | turn 1 | asked you | Phoebe K2: you Outpost | Graense: you City 12 | foe City 20
            Vita Ptal: you City 20 | foe Exploit | Maail: you Exploit | foe Exploit
            hand Industry 10, Industry 8, Research, Striker, Troops 20 | wreck Asteroid Strike | income 6
            foe: hand GRB, Industry 7, Scout, Solar Flare, Warship | wreck Exploit, Outpost | income 6
OW-X.1 your opponent Trashes 1 card; you draw 5, your opponent 6, and Priority stays
    before: {HANDS}
    play:   {KEEP}; {STAGE}; {FIRST_THREE}; {LAST_TWO}; pass; foe: discard Warship; foe: pass
    after:  draw | turn 1 | asked you: window: end of draw | Phoebe K2: you Outpost | Graense: you City 12 | foe City 20
            Vita Ptal: you City 20 | foe Exploit | Maail: you Exploit | foe Exploit
            hand Industry 10, Industry 8, 5x Outpost, Research, Striker, Troops 20 | deck 2x Outpost
            wreck Asteroid Strike | income 6
            foe: hand 6x Exploit, GRB, Industry 7, Scout, Solar Flare | deck 2x Exploit | trash Warship
            wreck Exploit, Outpost | income 6
OW-X.1 ready for the next turn: 6 is the prior turn Income of both, and you stage first
    before: {HANDS}
    play:   {KEEP}; {STAGE}; {FIRST_THREE}; {LAST_TWO}; pass; foe: discard Warship; foe: pass; pass
    after:  stage | turn 2 | asked you | Phoebe K2: you Outpost | Graense: you City 12 | foe City 20
            Vita Ptal: you City 20 | foe Exploit | Maail: you Exploit | foe Exploit
            hand Industry 10, Industry 8, 5x Outpost, Research, Striker, Troops 20 | deck 2x Outpost
            wreck Asteroid Strike | income 6 | prior 6
            foe: hand 6x Exploit, GRB, Industry 7, Scout, Solar Flare | deck 2x Exploit | trash Warship
            wreck Exploit, Outpost | income 6 | prior 6
# Had you planned otherwise: what the book says can and can't be played on the first turn.
OW-X.1 an Industry can't be played on the first turn: no City and no Exploit is there
    before: stage | turn 1 | Vita Ptal | hand Industry 8, Industry 10
    play: stage Industry 8 @ Vita Ptal   after: trash | asked you | hand Industry 10 | wreck Industry 8
OW-X.1 on turn 2 it can, where the Exploit is
    before: stage | Maail: you Exploit | foe Exploit | hand Industry 8, Industry 10 | prior 6 | foe: prior 6
    play:   stage Industry 8 @ Maail; pass
    after:  trash | asked you | Maail: you Exploit, Industry 8 | hand Industry 10 | income 6 | foe: income 2
OW-X.1 and not at Phoebe K2, where only the Outpost is
    before: stage | Phoebe K2: you Outpost | hand Industry 8, Industry 10 | prior 6 | foe: prior 6
    play: stage Industry 8 @ Phoebe K2   after: trash | asked you | hand Industry 10 | wreck Industry 8 | income 1
OW-X.1 a City can't be played at Koti on the first turn
    before: stage | turn 1 | Koti | hand City 12, City 20
    play: stage City 20 @ Koti   after: trash | asked you | hand City 12 | wreck City 20
OW-X.1 at Graense it can, Hostile as it is
    before: stage | turn 1 | Graense | hand City 12, City 20
    play: stage City 12 @ Graense   after: trash | asked you | Graense: you City 12 | hand City 20 | income 1
# ── X.2 making room ──
OW-X.2 you Swap the Exploit: both install
    before: {ROOM}
    play:   swap Exploit
    after:  trash | asked you | Vita Ptal: you Industry 8 | foe City 10, Garrison, Outpost
            hand Exploit, Scout | seen Exploit | income 4 | foe: income 3
OW-X.2 you do not: both are Trashed
    before: {ROOM}
    play:   pass
    after:  trash | asked you | Vita Ptal: you Exploit | foe City 10, Garrison | wreck Industry 8 | income 2
            foe: wreck Outpost | income 2
OW-X.2 with two Facilities in all, as the book has it, both would install without a Swap
    before: resolve | Vita Ptal: you Exploit, stage Industry 8 | foe Garrison, stage Outpost | hand Scout
    play:   pass
    after:  trash | asked you | Vita Ptal: you Exploit, Industry 8 | foe Garrison, Outpost | income 6 | foe: income 2
OW-X.2 whoever has Priority: the opponent's Outpost has nothing to choose
    before: resolve | priority foe | Vita Ptal: you Exploit, stage Industry 8 | foe City 10, Garrison, stage Outpost
            hand Scout
    play:   swap Exploit
    after:  trash | priority you | asked you | Vita Ptal: you Industry 8 | foe City 10, Garrison, Outpost
            hand Exploit, Scout | seen Exploit | income 4 | foe: income 3
OW-X.2 with a third player's Outpost as well only the Swap helps, and only you
    before: resolve
            Vita Ptal: you Exploit, stage Industry 8 | foe City 10, stage Outpost | third Garrison, stage Outpost
            hand Scout
    play:   swap Exploit
    after:  trash | asked you | Vita Ptal: you Industry 8 | foe City 10 | third Garrison
            hand Exploit, Scout | seen Exploit | income 4 | foe: wreck Outpost | income 1
            third: wreck Outpost | income 1
# ── X.3 Striker and Troops 20 ──
OW-X.3 Striker, Class 2, can't come into play on turn 1
    before: stage | turn 1 | Koti | hand Scout, Striker
    play: stage Striker @ Koti   after: trash | asked you | hand Scout | wreck Striker
OW-X.3 nor with a prior turn Income of 1
    before: stage | Koti | hand Scout, Striker | prior 1
    play: stage Striker @ Koti   after: trash | asked you | hand Scout | wreck Striker
OW-X.3 with a prior turn Income of 2 it can
    before: stage | Koti | hand Scout, Striker | prior 2
    play: stage Striker @ Koti   after: trash | asked you | Koti: you Striker | hand Scout
OW-X.3 the Income counted on turn 1 is the prior turn Income on turn 2
    before: resolve | turn 1 | Koti: you stage Exploit | hand Scout, Striker | deck 9x Outpost
            foe: hand Kite | deck 9x Outpost
    play:   pass; foe: pass; foe: pass; stage Striker @ Koti
    after:  trash | turn 2 | asked you | Koti: you Exploit, Striker
            hand 2x Outpost, Scout | deck 7x Outpost | income 2 | prior 2 | foe: hand Kite, 2x Outpost | deck 7x Outpost
OW-X.3 City 12 does not give Troops 20 their Capacity
    before: stage | Graense: you City 12 | hand Scout, Troops 20
    play: stage Troops 20 @ Graense   after: trash | asked you | hand Scout | wreck Troops 20 | income 1
OW-X.3 City 20 does
    before: stage | Vita Ptal: you City 20 | hand Scout, Troops 20
    play:   stage Troops 20 @ Vita Ptal
    after:  trash | asked you | Vita Ptal: you City 20, Troops 20 | hand Scout | income 2
OW-X.3 on turn 1 Troops 20 have neither
    before: stage | turn 1 | Vita Ptal | hand Scout, Troops 20
    play: stage Troops 20 @ Vita Ptal   after: trash | asked you | hand Scout | wreck Troops 20
""")


@pytest.mark.rule
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


@pytest.mark.rule
def test_what_the_tutorial_lets_you_choose() -> None:
    """OW-X.1: any card may be staged to any World, and any World be resolved first."""
    table = Table(HANDS)
    assert "discard Striker" in table.allowed("you")  # up to 4 cards might be exchanged
    table.play("pass; foe: pass")
    assert table.allowed("you") == ["pass", "play Research"]
    table.play("pass")
    assert len(table.allowed("you")) == 1 + 10 * 5
    assert table.allowed("foe") == ["pass"]
    table.play(STAGE)
    worlds = ["Koti", "Phoebe K2", "Graense", "Vita Ptal", "Maail"]
    assert table.allowed("you") == [f"resolve {world}" for world in worlds]


# ── X.1 once more, through PettingZoo ──────────────────────────────────────────────────────────

WORLDS = ["Koti", "Phoebe K2", "Graense", "Vita Ptal", "Maail"]
YOU, FOE = "player_0", "player_1"
STAGED = {  # World -> what you and your opponent stage there
    "Vita Ptal": ("City 20", "Exploit"),
    "Graense": ("City 12", "City 20"),
    "Maail": ("Exploit", "Exploit"),
    "Phoebe K2": ("Outpost", "Exploit"),
    "Koti": ("Asteroid Strike", "Outpost"),
}


def tutorial_deck():
    """Return your 54 cards: the printed deck that lacks but one City of the tutorial's hand."""
    names = load_catalogue().deck("Empyrean Enterprises").names
    return ["City 12" if name == "City 10" else name for name in names]


def without(cards, taken):
    """Return cards less some of them."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


class Played:
    """The tutorial's table as a PettingZoo environment, played by the names of actions."""

    def __init__(self):
        self.env = open_worlds_v0.parallel_env(
            decks=(tutorial_deck(), "Smith-Boson F.E."), worlds=WORLDS, first_player=YOU
        )
        self.env.reset(seed=1)
        position = self.env.position()
        for player, hand in zip(position["players"], (YOUR_HAND, FOES_HAND), strict=True):
            player["deck"] = without(player["hand"] + player["deck"], hand)
            player["hand"] = list(hand)
        self.env.set_position(position)

    def play(self, you="pass", foe="pass"):
        """Play one joint decision; it rewards nobody and ends nothing."""
        chosen = {YOU: self.env.action_id(YOU, you), FOE: self.env.action_id(FOE, foe)}
        _, rewards, terminated, truncated, _ = self.env.step(chosen)
        assert set(rewards.values()) == {0.0}
        assert not any(terminated.values())
        assert not any(truncated.values())

    @property
    def asked(self):
        decision = self.env.position()["decision"]
        return decision["ask"], decision["to_act"]

    def units(self):
        """Return World -> your units, your opponent's."""
        told = [player["units"] for player in self.env.position()["players"]]
        return {world: tuple(units.get(world, []) for units in told) for world in WORLDS}


def test_the_tutorial_through_pettingzoo() -> None:
    table = Played()
    assert table.asked == ("adjust hand", [YOU, FOE])
    table.play()
    assert table.asked == ("window: end of draw", [YOU])  # Research
    table.play()
    assert table.asked == ("stage", [YOU, FOE])
    for world, (yours, foes) in STAGED.items():
        table.play(f"stage {yours} @ {world}", f"stage {foes} @ {world}")

    for world in ("Maail", "Vita Ptal", "Graense", "Phoebe K2"):  # from right to left; Koti is left
        assert table.asked == ("next world", [YOU])
        table.play(f"resolve {world}")
    assert table.asked == ("trash", [YOU])
    assert table.units() == {
        "Koti": ([], []),
        "Phoebe K2": (["Outpost"], []),
        "Graense": (["City 12"], ["City 20"]),
        "Vita Ptal": (["City 20"], ["Exploit"]),
        "Maail": (["Exploit"], ["Exploit"]),
    }
    position = table.env.position()
    assert [player["income"] for player in position["players"]] == [6, 6]
    assert [player["wreck"] for player in position["players"]] == [
        ["Asteroid Strike"],
        ["Exploit", "Outpost"],
    ]
    assert position["priority"] == 0

    table.play()  # you discard nothing
    table.play(foe="discard Warship")
    table.play()
    you, foe = table.env.position()["players"]
    assert (len(you["hand"]), len(you["deck"])) == (10, 44 - 5)
    assert (len(foe["hand"]), len(foe["deck"])) == (10, 44 - 6)
    assert set(without(YOUR_HAND, [yours for yours, _ in STAGED.values()])) <= set(you["hand"])
    assert foe["trash"] == ["Warship"]

    while table.asked[0] != "stage":  # nobody plays the Utility drawn or kept
        table.play()
    position = table.env.position()
    assert (position["turn"], position["priority"]) == (2, 0)
    assert [player["prior_income"] for player in position["players"]] == [6, 6]


def test_what_each_side_of_the_tutorial_sees() -> None:
    """OW-7.1, OW-X.1: cards lie face down until Reveal; a card thrown away stays hidden."""
    table = Played()
    table.play()
    table.play()
    table.play("stage Asteroid Strike @ Koti", "stage Outpost @ Koti")
    assert table.env.position(FOE)["players"][0]["staged"] == {}  # while all choose at once
    for world in ("Vita Ptal", "Graense", "Maail", "Phoebe K2"):
        yours, foes = STAGED[world]
        table.play(f"stage {yours} @ {world}", f"stage {foes} @ {world}")
    assert table.env.position(FOE)["players"][0]["staged"]["Koti"] == ["Asteroid Strike"]
    for world in ("Maail", "Vita Ptal", "Graense", "Phoebe K2"):
        table.play(f"resolve {world}")
    table.play()
    table.play(foe="discard Warship")
    table.play()
    assert table.env.position(YOU)["players"][1]["trash"] == 1
    assert table.env.position(FOE)["players"][1]["trash"] == ["Warship"]


def test_why_the_tutorial_forbids() -> None:
    """OW-X.1: each refusal names its rule."""
    env = Played().env
    assert env.why_not(YOU, "stage City 20 @ Vita Ptal") == (
        "cannot stage City 20 @ Vita Ptal: stage is not what is asked now"
        " (asked now: discard up to 4 cards of the opening hand, or pass)"
    )
    with pytest.raises(ValueError, match="player_0 may not 'resolve Koti' now"):
        env.step({YOU: env.action_id(YOU, "resolve Koti"), FOE: 0})
