"""The turn and the words of the rules (OW-0, OW-2), the FINAL TURN (OW-3), what is hidden (OW-7)."""

from __future__ import annotations

import pytest

from ow_env.open_worlds import engine
from tests.open_worlds.scenario import Table, check, parts_of
from tests.scenarios import Row, rows

pytestmark = pytest.mark.rule

DECKS = "hand Scout | deck 3x Exploit | foe: deck 3x Exploit"

FINAL = (
    "stage | turn 5 | final turn | Koti: foe City 10 | hand Fallout Raid, Scout, We Quit | deck 2x Exploit"
    " | foe: hand Suck Dry, Outpost"
)
ASKED = "(asked now: discard a Prohibited card for another, or pass)"

ROWS = rows(f"""
# ── The words of the rules ──
# ── Units, and who occupies a World ──────────────────────────────────────────────────────
OW-0.1 every kind of Facility and of Ground Force is a ground unit, no Orbital is
    before: resolve
            Ulmo: you Outpost, Exploit, City 10, Industry 6, Shipyard 8, Trade Center, Troops 10
            foe Striker, Battle Station 20, Energy Shield, stage Asteroid Strike | third stage Auto Assault 10
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit | third: deck 3x Exploit
    after:  trash | asked you | Ulmo: you - | foe Battle Station 20, Energy Shield, Striker | third -
            wreck City 10, Exploit, Industry 6, Outpost, Shipyard 8, Trade Center, Troops 10
            foe: wreck Asteroid Strike | third: wreck Auto Assault 10
OW-0.1 Ships, Stations and Fields are Orbitals, also a Utility that became a Ship
    before: resolve
            Koti: you Outpost, Troops 10, Enter Fray, Striker, Siege Platform, Energy Shield | foe stage Solar Flare
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit
    after:  trash | asked you | Koti: you Outpost, Troops 10 | foe -
            wreck Energy Shield, Enter Fray, Siege Platform, Striker | income 1 | foe: wreck Solar Flare
OW-0.2 you occupy a World with any Facility: there a City needs nothing else
    before: resolve | Koti: you Exploit, stage City 12 | {DECKS}
    play: pass   after: trash | asked you | Koti: you City 12, Exploit | income 3
OW-0.2 with a Conquered one too
    before: resolve | Koti: you Exploit (foe's), stage City 12 | {DECKS}
    after:  trash | asked you | Koti: you City 12, Exploit (foe's) | income 3
OW-0.2 not with Orbitals and Ground Forces
    before: resolve | Koti: you Titan, Troops 10, stage City 12 | {DECKS}
    after:  trash | asked you | Koti: you Titan, Troops 10 | wreck City 12
OW-0.2 not by what others hold there, be it your own card
    before: resolve | Koti: you stage City 12 | foe Outpost, Exploit (you's) | {DECKS}
    after:  trash | priority foe | asked you | Koti: you - | wreck City 12 | foe: income 3
OW-0.2 not by what you hold elsewhere
    before: resolve | Koti: you stage City 12 | Maail: you Outpost | {DECKS}
    play: resolve Koti   after: trash | asked you | Koti: you - | wreck City 12 | income 1
# ── Worlds ───────────────────────────────────────────────────────────────────────────────
OW-0.4 H2O is the most Facilities of all players together
    before: resolve | Koti: you Outpost (foe's) | foe Exploit | third stage Outpost | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit | third: deck 3x Exploit
    after:  trash | priority foe | asked you | Koti: third Outpost | income 1 | foe: income 2 | third: income 1
OW-0.4 beyond it none installs, whosever it is
    before: resolve | Koti: you Outpost (foe's) | foe Exploit | third Outpost | fourth stage Outpost
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit | third: deck 3x Exploit | fourth: deck 3x Exploit
    after:  trash | priority foe | asked you | Koti: fourth - | income 1 | foe: income 2 | third: income 1
            fourth: wreck Outpost
OW-0.4 Orbitals and Ground Forces take no room
    before: resolve | Lacuna: you Titan, Troops 10, Energy Shield, stage Outpost | {DECKS}
    after:  trash | asked you | Lacuna: you Energy Shield, Outpost, Titan, Troops 10 | income 1
OW-0.4 a World that is neither Habitable nor Hostile: no City, but an Exploit
    before: resolve | Koti: you stage City 12 | foe stage Exploit | {DECKS}
    after:  trash | priority foe | asked you | Koti: you - | foe Exploit | wreck City 12 | foe: income 2
OW-0.4 a Hostile World: neither
    before: resolve | Phoebe K2: you stage City 12 | foe stage Exploit | {DECKS}
    after:  trash | asked you | Phoebe K2: you - | foe - | wreck City 12 | foe: wreck Exploit
OW-0.4 a Habitable World: both
    before: resolve | Vita Ptal: you stage City 12 | foe stage Exploit | {DECKS}
    after:  trash | priority foe | asked you | Vita Ptal: you City 12 | foe Exploit | income 1 | foe: income 2
OW-0.4 a World that is both: a City, no Exploit
    before: resolve | Graense: you stage City 12 | foe stage Exploit | {DECKS}
    after:  trash | asked you | Graense: you City 12 | foe - | income 1 | foe: wreck Exploit
OW-0.4 Terraform Plant: while it is in play its World is Habitable and not Hostile
    before: resolve | Phoebe K2: you stage City 12 | foe Terraform Plant | third stage Exploit
            Rime: foe stage Shipyard 8 | {DECKS} | third: deck 3x Exploit
    play:   resolve Rime
    after:  trash | priority third | asked you | Phoebe K2: you City 12 | third Exploit | Rime: foe - | income 1
            foe: wreck Shipyard 8 | income 1 | third: income 2
# ── Priority Order ───────────────────────────────────────────────────────────────────────
OW-0.5 it begins with the player who has Priority and goes round the table
    before: trash | priority fourth | Koti | hand Scout | deck 3x Exploit | foe: hand Scout | deck 3x Exploit
            third: hand Scout | deck 3x Exploit | fourth: hand Scout | deck 3x Exploit
    play: fourth, you, foe: pass   after: asked third
# ── Text beats rules ─────────────────────────────────────────────────────────────────────
OW-0.6 Light Brigade: Troops come into play unstaged and whatever their REQ
    before: resolve | Koti: you Outpost | foe Exploit | hand Light Brigade, Troops 25 | deck 3x Exploit
            foe: deck 3x Exploit
    play:   play Light Brigade
    after:  asked you: surface conflict | Koti: you Outpost, Troops 25 | hand - | wreck Light Brigade
OW-0.6 Troops that are staged meet their REQ as the rules say
    before: resolve | Koti: you Outpost, stage Troops 25 | foe Exploit | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit
    after:  trash | priority foe | asked you | Koti: you Outpost | wreck Troops 25 | income 1 | foe: income 2
OW-0.6 Hidden Outpost: Fallout Raid may attack two targets, but not this one
    before: resolve | Koti: you stage Fallout Raid | foe Hidden Outpost | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit
    after:  trash | priority foe | asked you | Koti: you - | wreck Fallout Raid | foe: income 2
# ── Owner and controller ─────────────────────────────────────────────────────────────────
OW-0.7 destroyed, a card goes to its owner's Trash Heap, whoever controlled it
    before: resolve | Koti: you City 12 (third's) | foe Exploit, Exploit (you's), stage Asteroid Strike
            hand Scout | deck 3x Exploit | foe: deck 3x Exploit | third: deck 3x Exploit
    after:  trash | asked you | Koti: you - | foe - | wreck Exploit | foe: wreck Asteroid Strike, Exploit
            third: wreck City 12
OW-0.7 swapped out, a card goes to its owner's hand, and all remember it
    before: resolve | Koti: you Exploit, stage City 12 | foe Exploit | deck 3x Exploit
            foe: hand Scout | deck 3x Exploit
    play:   swap Exploit
    after:  trash | priority foe | asked foe | Koti: you City 12 | hand Exploit | seen Exploit | income 1
            foe: income 2
OW-0.7 to its owner's hand, not to that of the player with Priority
    before: resolve | Koti: you Exploit | foe Exploit, stage City 12 | deck 3x Exploit
            foe: hand Scout | deck 3x Exploit
    play:   foe: swap Exploit
    after:  trash | asked foe | Koti: foe City 12 | income 2 | foe: hand Exploit, Scout | seen Exploit | income 1
# ── Identical copies ─────────────────────────────────────────────────────────────────────
OW-0.8 shots at identical copies: the first is overcome, the next shot hits the next
    before: resolve | Koti: you Frigate | foe 3x Outpost | hand Scout | deck 3x Exploit | foe: deck 3x Exploit
    play:   target Outpost; target Outpost
    after:  trash | priority foe | asked you | Koti: foe Outpost | foe: wreck 2x Outpost | income 1
OW-0.8 an undefended copy is hit first
    before: resolve | priority foe | Koti: you Striker | foe 2x Outpost, Troops 10 | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit
    play:   foe: defend Outpost; target Outpost
    after:  trash | asked you | Koti: foe Outpost | foe: wreck Outpost, Troops 10 | income 1
OW-0.8 once the others are overcome a shot goes on to the defended copy
    before: resolve | priority foe | Koti: you Frigate | foe 2x Outpost, Troops 10 | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit
    play:   foe: defend Outpost; target Outpost; target Outpost
    after:  trash | asked you | Koti: foe Outpost | foe: wreck Outpost, Troops 10 | income 1
OW-0.8 a Defender goes to the copy that would be overcome
    before: resolve | Koti: you Striker | foe 2x Outpost, Troops 10 | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit
    play:   target Outpost; foe: defend Outpost
    after:  trash | priority foe | asked you | Koti: foe 2x Outpost | foe: wreck Troops 10 | income 2
OW-0.8 copies of another owner are other cards
    before: resolve | Koti: you Striker | foe Outpost, Outpost (third's) | third Exploit | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit | third: deck 3x Exploit
    play:   target Outpost of player_2 held by player_1
    after:  trash | priority third | asked you | Koti: foe Outpost | foe: income 1 | third: wreck Outpost | income 2
# ── The turn ──
# ── From turn to turn ────────────────────────────────────────────────────────────────────
OW-2 a new turn begins: nothing has moved, nobody is halted, no limit is lifted
    before: trash | Koti: you Striker (moved) | foe Outpost (idle)
            hand Scout | deck 5x Exploit | income 4 | prior 9 | halted | foe: deck 5x Exploit | unlimited class
    play:   pass
    after:  stage | turn 3 | asked you, foe | Koti: you Striker | foe Outpost
            hand 4x Exploit, Scout | deck Exploit | prior 4 | halted -
            foe: hand 2x Exploit | deck 3x Exploit | unlimited class -
OW-2 every World is resolved anew
    before: trash | Koti | Maail | deck 5x Exploit | foe: deck 5x Exploit
    play:   stage Exploit @ Koti; you, foe: pass; resolve Koti
    after:  turn 3 | asked you | Koti: you Exploit | hand Exploit | deck 3x Exploit | income 2
            foe: hand 2x Exploit | deck 3x Exploit
OW-2.1 where nobody has a choice the turn plays itself
    before: move | Koti: you Outpost | deck 9x Exploit | foe: deck 9x Exploit
    after:  stage | turn 3 | asked you, foe | hand 2x Exploit | deck 7x Exploit | income 1 | prior 1
            foe: hand 2x Exploit | deck 7x Exploit
# ── The FINAL TURN begins ────────────────────────────────────────────────────────────────
OW-3.1 every Prohibited card in play is Trashed, to its owner's Trash Heap
    before: trash | Koti: you Suck Dry, Outpost | foe Suck Dry (third's) (age 1), Fallout Raid
            Maail: third Suck Dry (foe's), Exploit | deck 2x Exploit | foe: deck 9x Exploit | third: deck 9x Exploit
    after:  stage | turn 3 | final turn | asked you, foe, third | Koti: you Outpost | foe - | Maail: third Exploit
            hand 2x Exploit | deck - | wreck Suck Dry
            foe: hand 2x Exploit | deck 7x Exploit | wreck Fallout Raid, Suck Dry
            third: hand 2x Exploit | deck 7x Exploit | wreck Suck Dry
OW-3.1 before the FINAL TURN they stay
    before: trash | Koti: you Suck Dry, Outpost | deck 3x Exploit | foe: deck 9x Exploit
    after:  stage | turn 3 | asked you, foe | hand 2x Exploit | deck Exploit | foe: hand 2x Exploit | deck 7x Exploit
OW-3.1 indicators are no cards: they stay
    before: trash | Koti: you Outpost | under Suck Dry, Suck Dry (foe's) | deck 2x Exploit | foe: deck 9x Exploit
    after:  stage | turn 3 | final turn | asked you, foe | hand 2x Exploit | deck -
            foe: hand 2x Exploit | deck 7x Exploit
OW-3.5 a Prohibited card in hand may be revealed and Trashed, one is drawn for it
    before: stage | turn 5 | final turn | Koti | hand Fallout Raid, Scout | deck 2x Exploit | foe: hand Scout
    play: discard Fallout Raid   after: asked you, foe | hand Exploit, Scout | deck Exploit | wreck Fallout Raid
OW-3.1 it may be kept
    before: stage | turn 5 | final turn | Koti | hand Fallout Raid, Scout | deck 2x Exploit | foe: hand Scout
    play: pass   after: asked you, foe
OW-3.1 of two, one may be kept
    before: stage | turn 5 | final turn | Koti | hand Fallout Raid, Suck Dry | deck 2x Exploit | foe: hand Scout
    play: discard Suck Dry; pass   after: asked you, foe | hand Exploit, Fallout Raid | deck Exploit | wreck Suck Dry
OW-3.1 a Prohibited card drawn for one may be exchanged in its turn
    before: stage | turn 5 | final turn | Koti | hand Fallout Raid | deck Suck Dry | foe: hand Scout | deck Exploit
    play: discard Fallout Raid; discard Suck Dry   after: asked foe | hand - | deck - | wreck Fallout Raid, Suck Dry
OW-3.1 with an empty Deck it is Trashed for nothing
    before: stage | turn 5 | final turn | Koti | hand Fallout Raid, Scout | foe: hand Scout | deck Exploit
    play: discard Fallout Raid   after: asked you, foe | hand Scout | wreck Fallout Raid
OW-3.1 before the FINAL TURN nobody is asked to
    before: stage | turn 5 | Koti | hand Fallout Raid, Scout | deck 2x Exploit | foe: hand Scout | deck Exploit
    after:  asked you, foe
OW-7.3 shown as it is exchanged, it need not be remembered any more
    before: stage | turn 5 | final turn | Koti | hand Fallout Raid, Scout | deck 2x Exploit | seen Fallout Raid, Scout
            foe: hand Scout
    play:   discard Fallout Raid
    after:  asked you, foe | hand Exploit, Scout | deck Exploit | wreck Fallout Raid | seen Scout
OW-3.4 hands are exchanged in Priority Order
    before: stage | turn 5 | final turn | priority third | Koti | hand Fallout Raid | deck Exploit
            foe: hand Suck Dry | deck Exploit | third: hand Fallout Raid | fourth: hand Scout | deck Exploit
    play:   third: pass; discard Fallout Raid
    after:  asked foe: exchange prohibited | hand Exploit | deck - | wreck Fallout Raid
OW-3.4 any empty Deck makes a turn the FINAL one
    before: trash | Koti | hand Scout | deck 9x Exploit | foe: deck 9x Exploit | third: deck 9x Exploit | fourth: hand -
    play:   pass
    after:  stage | turn 3 | final turn | asked you, foe, third | hand 2x Exploit, Scout | deck 7x Exploit
            foe: hand 2x Exploit | deck 7x Exploit | third: hand 2x Exploit | deck 7x Exploit
OW-3.4 first the cards in play are Trashed, then hands are exchanged
    before: stage | turn 5 | final turn | Koti: foe Suck Dry | hand We Quit | deck Exploit | foe: hand Fallout Raid
    after:  asked foe: exchange prohibited | Koti: foe - | foe: wreck Suck Dry
OW-3.4 then comes the window of the turn's beginning
    before: stage | turn 5 | final turn | Koti: foe City 10 | hand We Quit | deck Exploit | foe: hand Fallout Raid
    play: foe: pass   after: asked you: window: beginning of turn
OW-3.1 a Prohibited card that is staged all the same comes to nothing
    before: stage | turn 5 | final turn | Koti: foe City 10 | Maail | hand Fallout Raid | deck Exploit
    play: pass; stage Fallout Raid @ Koti   after: resolve | asked you: next world | hand - | wreck Fallout Raid
# ── The end ──────────────────────────────────────────────────────────────────────────────
OW-3.2 the FINAL TURN is played up to Count Income
    before: stage | turn 5 | final turn | Koti: foe City 10 | hand Exploit, Scout | deck Exploit
    play: stage Exploit @ Koti   after: over | won by you | Koti: you Exploit | hand Scout | income 2 | foe: income 1
OW-3.3 after the last of `max_turns` the game is truncated, nobody has won
    before: trash | turn 7 | max turns 7 | Koti: you City 30 | hand Scout | deck 9x Exploit | income 3
            foe: deck 9x Exploit
    play:   pass
    after:  over | truncated | hand 3x Exploit, Scout | deck 6x Exploit | foe: hand 2x Exploit | deck 7x Exploit
OW-3.3 not before it
    before: trash | turn 6 | max turns 7 | Koti: you City 30 | hand Scout | deck 9x Exploit | income 3
            foe: deck 9x Exploit
    play:   pass
    after:  stage | turn 7 | asked you, foe | hand 3x Exploit, Scout | deck 6x Exploit | prior 3
            foe: hand 2x Exploit | deck 7x Exploit
OW-3.3 also if the next turn would have been the FINAL TURN
    before: trash | turn 7 | max turns 7 | Koti: you City 30 | hand Scout | deck 2x Exploit | income 3
            foe: deck 9x Exploit
    play: pass   after: over | truncated | hand 2x Exploit, Scout | deck - | foe: hand 2x Exploit | deck 7x Exploit
OW-3.3 a FINAL TURN that is the last of `max_turns` ends by the rules
    before: trash | turn 6 | max turns 7 | Koti: you City 30 | hand 8x Outpost | deck 2x Exploit | income 3
            foe: hand 10x Outpost | deck 9x Exploit
    play:   you, foe: pass; you, foe: pass
    after:  over | turn 7 | final turn | won by you | hand 2x Exploit, 8x Outpost | deck - | prior 3
# ── What is remembered ──
OW-7.3 a Facility that swapped out is known to be in hand
    before: resolve | Koti: you 2x Outpost, stage Exploit | hand Outpost | deck 3x Exploit | foe: deck 3x Exploit
    play:   swap Outpost
    after:  trash | asked you | Koti: you Exploit, Outpost | hand 2x Outpost | seen Outpost | income 3
OW-7.3 a Ship that retreated too
    before: resolve | Koti: you Scout | foe Striker | hand Outpost | deck 3x Exploit | foe: deck 3x Exploit
    play: retreat Scout   after: trash | asked you | Koti: you - | hand Outpost, Scout | seen Scout
OW-7.3 what is drawn from the Deck is not
    before: trash | Koti | hand Scout | deck 3x Exploit | seen Scout | foe: deck 3x Exploit
    play:   pass
    after:  stage | turn 3 | asked you, foe | hand 2x Exploit, Scout | deck Exploit
            foe: hand 2x Exploit | deck Exploit
OW-7.1 what was destroyed or Trashed from the open table is public
    before: reveal | Koti: you Outpost, stage Espionage | foe stage Asteroid Strike | hand Scout | deck 3x Exploit
            foe: deck 3x Exploit
    after:  trash | asked you | Koti: you - | foe - | wreck Espionage, Outpost | foe: wreck Asteroid Strike
# ── What is refused ──
OW-3.1 only Prohibited cards are exchanged
    before: {FINAL}
    play: discard Scout   why: cannot discard Scout: Scout is not Prohibited, or this is not the FINAL TURN (OW-3.1)
OW-3.1 only cards of the hand
    before: {FINAL}
    play:   discard Suck Dry
    why:    cannot discard Suck Dry: Suck Dry is not in your hand (it holds Fallout Raid, Scout, We Quit)
OW-3.4 who comes later waits
    before: {FINAL}
    play: foe: discard Suck Dry   why: cannot discard Suck Dry: it is another player's decision (it is up to player_0)
OW-3.4 who was first is done
    before: {FINAL}
    play:   pass; discard Fallout Raid
    why:    cannot discard Fallout Raid: it is another player's decision (it is up to player_1)
OW-3.4 Utilities come after what the rules do by themselves
    before: {FINAL}   play: play We Quit   why: cannot play We Quit: play is not what is asked now {ASKED}
OW-3.2 after the end nothing is allowed
    before: over | turn 5 | final turn | won by foe | Koti: foe City 10 | hand Scout | foe: income 1
    play: discard Scout   why: cannot discard Scout: the game is over
OW-3.3 nor after the last turn
    before: over | turn 40 | truncated | Koti: foe City 10 | hand Scout | deck Exploit | foe: deck Exploit | income 1
    play: stage Scout @ Koti   why: cannot stage Scout @ Koti: the game is over
OW-0.6 Hidden Outpost can't be targeted, though Fallout Raid may attack two
    before: resolve | Koti: you stage Fallout Raid | foe Hidden Outpost, Outpost | deck 3x Exploit
            foe: deck 3x Exploit
    play: target Hidden Outpost   why: cannot target Hidden Outpost: Hidden Outpost can't be targeted
""")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_rule(row: Row) -> None:
    check(row)


def test_ow_3_3_a_truncated_game_is_not_over_by_the_rules() -> None:
    table = Table(
        "trash | turn 7 | max turns 7 | Koti: you City 30 | hand Scout | deck 9x Exploit | income 3"
        " | foe: deck 9x Exploit"
    )
    assert engine.ending(table.state[0]) == 0
    table.play("pass")
    assert engine.ending(table.state[0]) == 2
    assert [engine.outcome(table.state[0], player) for player in (0, 1)] == [0, 0]


def test_an_action_that_does_not_exist_is_refused_with_the_last_one_that_does() -> None:
    table = Table(f"trash | Koti | {DECKS}")
    last = table.game.num_actions - 1
    for action in (-1, last + 1):
        why = table.game.why_not(table.state, 0, action)
        assert why == f"there is no action {action}: the last one is {last}"
    assert table.game.why_not(table.state, 0, 0) is None


def test_ow_2_1_who_is_not_asked_may_pass_and_nothing_else() -> None:
    table = Table(f"trash | Koti | {DECKS}")
    assert table.allowed("you") == ["pass", "discard Scout"]
    assert table.allowed("foe") == ["pass"]


def test_ow_2_the_steps_of_a_turn_follow_one_another() -> None:
    """What is asked through one turn, and what is answered."""
    table = Table(
        "stage | Koti: you Scout | Maail: foe Outpost | hand Striker, Lancer, Titan | deck 9x Exploit | prior 4"
        " | foe: hand Exploit | deck 9x Exploit"
    )
    for step, asked, answer in (
        ("stage", "you, foe", "stage Striker @ Koti; foe: stage Exploit @ Koti"),
        ("stage", "you", "stage Lancer @ Maail"),
        ("move", "you", "move Scout @ Maail"),
        ("reveal", "you: over-class ships", "discard Lancer"),
        ("resolve", "you: next world", "resolve Maail"),
        ("resolve", "you: surface conflict", "pass"),
        ("resolve", "you: surface conflict", "target Exploit"),
        ("trash", "you", "discard Titan"),
        ("stage", "you, foe", ""),
    ):
        parts = parts_of(table.position())
        assert (parts["step"], parts["asked"]) == (step, asked)
        table.play(answer)
    assert (parts["turn"], parts["priority"]) == ("3", "foe")


# ── What is hidden ───────────────────────────────────────────────────────────────────────────

HIDING = (
    "Koti: you Exploit (foe's) | hand Scout, Titan | deck Pike, 5x Exploit | trash Kite, Corsair | wreck GRB, Lancer"
    " | seen Scout | foe: hand Scout | deck 5x Exploit"
)


def test_ow_7_1_of_a_player_others_see_what_lay_open_and_count_the_rest() -> None:
    table = Table(f"trash | {HIDING}")
    for view in ("public", "player_1"):
        you = table.game.position(table.state, view)["players"][0]
        assert (you["hand"], you["deck"], you["trash"]) == (2, 6, 2)
        assert (you["wreck"], you["seen"]) == (["GRB", "Lancer"], ["Scout"])
        assert you["units"] == {"Koti": [{"card": "Exploit", "owner": 1}]}
        assert "unseen" not in you


def test_ow_7_1_you_may_look_at_your_own_trash_heap_and_hand() -> None:
    table = Table(f"trash | {HIDING}")
    you = table.game.position(table.state, "player_0")["players"][0]
    assert (you["hand"], you["trash"]) == (["Scout", "Titan"], ["Corsair", "Kite"])
    assert table.game.position(table.state, "player_0")["players"][1]["hand"] == 1


def test_ow_7_2_with_open_decklists_all_know_which_cards_are_hidden_not_where() -> None:
    table = Table(f"trash | open decklists | {HIDING}")
    for view in ("public", "player_1"):
        you = table.game.position(table.state, view)["players"][0]
        hidden = ["Corsair", *["Exploit"] * 5, "Kite", "Pike", "Scout", "Titan"]
        assert you["unseen"] == hidden
        assert (you["hand"], you["deck"], you["trash"]) == (2, 6, 2)
    own = table.game.position(table.state, "player_0")["players"]
    assert "unseen" not in own[0]
    assert own[1]["unseen"] == [*["Exploit"] * 5, "Scout"]
