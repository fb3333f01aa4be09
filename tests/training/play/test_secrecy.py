"""What the rules hide never reaches the page.

Whole games of every kind are played by people who choose, point and take back at random. For every seat and for whoever
only watches, all that can be sent at a moment is made from the true position and from positions in which `Game.hide`
has dealt anew all that the viewer can't know. Every byte must be the same. Who sits nowhere knows less than any seat:
the public view must stay the same whatever any of them can't know.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from ow_env.core.decision import Decision
from ow_env.drawing.parts import Spot
from tests.training.play.sitting import IDS, KINDS, all_people, made, played
from training.play import messages
from training.play.table import Shown, Table

pytestmark = pytest.mark.bounds

DRAWS = 2
ENOUGH = 20  # decisions in hiding, each once for every viewer that it is hidden from
LOOKED_AT = [  # moments, spread over whole games, and which share of all they are
    pytest.param(8, 1 / 40, id=""),
    pytest.param(40, 1 / 16, id="thorough", marks=pytest.mark.slow),
]
POINTED = 1 / 4  # of them in which somebody also points at something


def resampled(table: Table, shown: Shown, seed: int) -> list[Shown]:
    """The same moment with all dealt anew that its viewer can't know: once, or by each seat's ignorance."""
    seats = table.people if shown.viewer is None else (shown.viewer,)
    return [replace(shown, state=table.game.hide(shown.state, seat, seed=seed)) for seat in seats]


def sent(table: Table, shown: Shown, pointed: list[Spot | None]) -> list[str]:
    """All that the viewer of a moment could be sent: what it is shown, whose turn it is told to be, reasons."""
    body, thinking = messages.moment(table, shown)
    found = [messages.moment_text(0, messages.text_of(body), ()), messages.thinking_text(thinking)]
    if shown.viewer is not None:
        for target in pointed:
            found.append(messages.reason_text(table.why(shown, pointed[0], target)))
        if shown.asked:
            found += decision_in_words(table, shown, shown.viewer)
        rows = table.game.show(shown.state)  # what an agent is handed that is asked for a hint
        found += [rows.observation[0, shown.viewer].tobytes().hex(), rows.action_mask[0, shown.viewer].tobytes().hex()]
    return found


def decision_in_words(table: Table, shown: Shown, seat: int) -> list[str]:
    """What a player that reads is handed in the viewer's place."""
    hidden = table.game.hide(shown.state, seat, seed=5)
    decision = Decision.of(table.game, shown.state, seat, hidden, table.legal(shown))
    data = json.dumps(decision.data())
    return [decision.text("full"), decision.text("terse"), data, decision.determinization.tobytes().hex()]


def somewhere(table: Table, rng: random.Random) -> Spot:
    """Something to point at: a card in any zone, a place or a seat."""
    about = table.game.structure
    cards = max(1, int(about.card.max()) + 1)
    seat, place = rng.randrange(table.game.num_players), rng.randrange(max(1, int(about.places.max()) + 1))
    zones = ((), ("hand",), ("units",), ("staged",))
    return rng.choice([Spot(rng.randrange(cards), rng.choice(zones), seat), Spot(place=place), Spot(seat=seat)])


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
@pytest.mark.parametrize(("moments", "share"), LOOKED_AT)
def test_every_byte_stays_the_same_whatever_a_viewer_cannot_know(kind, moments, share):
    rng, game = random.Random(8), made(kind)
    compared = changed = 0
    for seed in range(100):
        table = all_people(game, seed)
        for _ in played(table, rng, undo=0.1):
            if table.over or rng.random() > share:
                continue
            pointed = [somewhere(table, rng), None] if rng.random() < POINTED else []
            for viewer in (*table.people, None):
                shown = table.shown(viewer)
                true = sent(table, shown, pointed)
                for draw in range(DRAWS):
                    for other in resampled(table, shown, rng.randrange(2**60) + draw):
                        changed += other.state.tobytes() != shown.state.tobytes()
                        assert sent(table, other, pointed) == true
                compared += 1
        if compared > moments:
            break
    assert compared > moments
    nothing = game.options.get("bids") == "public" or game.num_players == 1  # is hidden, but what is drawn later
    nothing |= game.name == "expansive_universe"  # nor is anything by EU-13.2
    assert changed > compared // 2 or nothing, "there was something to hide"


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_what_is_decided_in_hiding_is_neither_told_nor_counted(kind):
    """As long as a Step of hidden choices goes on, a decision of others in it changes nothing that a viewer is sent."""
    rng, game = random.Random(3), made(kind)
    table = all_people(game, 1)
    viewers = {*table.people, None}
    hidden = 0
    for _ in played(table, rng):
        while table.ready and (steps := private_steps(table)) and hidden < ENOUGH:
            playing, before = set(table._plans), {viewer: everything(table, viewer) for viewer in viewers}
            table.step()
            if table.over or not steps & private_steps(table):
                break  # what was hidden is shown
            playing |= set(table._plans)  # seats whose own choices are being played: they are told of these
            for viewer in viewers:
                now, told = everything(table, viewer), len(before[viewer])
                if viewer in playing:
                    assert now[1:told] == before[viewer][1:]
                    assert all(f'"seat":{viewer},' in line for line in now[told:])
                else:
                    assert now == before[viewer]
                    hidden += 1
        if hidden >= ENOUGH:
            break
    one_choice_a_step = game.facts.choices == "turns" or "priority" in game.options.values() or game.name == "goofspiel"
    assert hidden >= ENOUGH or one_choice_a_step


def private_steps(table: Table) -> set[int]:
    """The numbers of the Steps in which seats choose unseen."""
    steps = (table.game.private_step(table._now, seat) for seat in table.people)
    return {step for step in steps if step is not None}


def everything(table: Table, viewer: int | None) -> list[str]:
    """All that a viewer has been sent of a game so far: what it is shown, then the lines of its log."""
    body, thinking = messages.moment(table, table.shown(viewer))
    return [messages.text_of([body, thinking]), *map(messages.text_of, table.log(viewer))]
