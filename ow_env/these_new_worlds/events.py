"""What happens in These New Worlds, told while the rules carry it out, with the numbers of data/rules.md.

Below: rules/, words.py. Above: game.py. `LISTENERS` at the end has a line for each rule that is listened to; what each
has to say stands above it, in the order of a round. All that is told here is public but one thing, whether a pass was
a choice, and that is not told.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

from ow_env.core.events import TURN, Listener, Narrator, Telling
from ow_env.core.game import States
from ow_env.core.rng import Rng
from ow_env.these_new_worlds.cards import NAMES, Catalogue
from ow_env.these_new_worlds.position import Writer, amounts
from ow_env.these_new_worlds.rules import awards, card_phase, colonizing, combat, flow, rounds
from ow_env.these_new_worlds.state import NOBODY, NONE, Game, Tables
from ow_env.these_new_worlds.words import result, told as in_words

Told: TypeAlias = Generator[None, Any, None]


class Story(Narrator):
    """Tells of one decision in one game."""

    def __init__(self, catalogue: Catalogue, state: States, agents: Sequence[str]) -> None:
        super().__init__()
        self.catalogue, self.state, self.g, self.agents = catalogue, state, state[0], tuple(agents)
        self.rolled: list[int] = []  # dice of the combat that are not told of yet

    def planet(self, number: int) -> str:
        """Return the name of a planet."""
        return self.catalogue.planets[number].name

    # Opening a round

    def opens_round(self, g: Game, t: Tables, rng: Rng) -> Told:
        """A planet is turned up, the costs are rolled, the cards dealt."""
        yield
        planet = self.catalogue.planets[g.contested]
        what = f"Round {int(g.round_number)}: {planet.name}, a {NAMES[planet.colour]} planet"
        self.head("round", what, TURN, round=int(g.round_number), planet=int(g.contested))
        self.tell("costs", f"the colours cost {in_words(amounts(g.costs))}", "TNW-2.2", costs=amounts(g.costs))
        dealer = int(g.dealer)
        what = f"{self.agents[dealer]} deals {int(g.hand_size)} cards to each player"
        self.tell("deal", what, "TNW-2.3", dealer)

    # The card phase

    def plays(self, g: Game, t: Tables, player: int, card: int, colour: int) -> None:
        """A card is played."""
        kind = self.catalogue.cards[card]
        named = f" for {NAMES[colour] if colour < len(NAMES) - 1 else 'nothing'}" if kind.is_wild else ""
        over = g.top == NONE or kind.value > self.catalogue.cards[g.top].value
        rule = "TNW-3.4" if kind.is_wild else "TNW-3.2" if over else "TNW-3.3"
        self.tell("play", f"{self.agents[player]} plays {kind.name}{named}", rule, player, card=card)

    def plays_none(self, g: Game, t: Tables, player: int) -> Told:
        """No card is played; what that proves is told."""
        before = int(g.players[player].not_held)
        yield
        self.tell("no card", f"{self.agents[player]} plays no card", "TNW-3.6", player)
        proved = int(g.players[player].not_held) & ~before
        names = [card.name for card in self.catalogue.cards if proved >> card.id & 1]
        if names:
            what = f"{self.agents[player]} holds none of {', '.join(names)}"
            self.tell_result("not held", what, "TNW-9.3", player, cards=names)

    def collects(self, g: Game, player: int, colour: int, number: int) -> Told:
        """Tokens are taken from the stash."""
        yield
        now = int(g.players[player].tokens[colour])
        what = f"{self.agents[player]} takes {int(number)} {NAMES[colour]}, now {now}"
        self.tell_result("collect", what, "TNW-4.1", player, colour=NAMES[colour], number=int(number))

    def steals(self, g: Game, player: int, colour: int, most: int) -> Told:
        """Tokens are taken from the other player."""
        before = int(g.players[player].tokens[colour])
        yield
        number = int(g.players[player].tokens[colour]) - before
        what = f"{self.agents[player]} steals {number} {NAMES[colour]}, now {before + number}"
        self.tell_result("steal", what, "TNW-4.6", player, colour=NAMES[colour], number=number)

    def colonizes(self, g: Game, player: int, colour: int, other: int) -> None:
        """The dome is paid."""
        paid = {NAMES[one]: int(g.costs[one]) for one in (colour, other)}
        what = f"{self.agents[player]} pays {in_words(paid)} and places the dome"
        self.tell("dome", what, "TNW-5.1", player, paid=paid)

    # Who gets the planet

    def ends_card_phase(self, g: Game, t: Tables, rng: Rng) -> None:
        """Two turns were passed in a row."""
        self.tell("phase ends", "two turns were passed in a row: the card phase is over", "TNW-3.8")

    def fights(self, g: Game, t: Tables, rng: Rng) -> Told:
        """Both have a dome on the planet."""
        self.tell("combat", f"space combat for {self.planet(int(g.contested))}", "TNW-7")
        yield

    def rolls(self, t: Tables, rng: Rng) -> Told:
        """A die is rolled."""
        shown = yield
        self.rolled.append(int(shown))

    def fights_for_die(self, g: Game, t: Tables, first: int, colour: int, rng: Rng) -> Told:
        """Both roll the die of a colour."""
        self.rolled.clear()
        taken_by = yield
        totals = []
        for seat, shown in zip((first, 1 - first), self.rolled, strict=True):
            held = int(g.players[seat].tokens[colour])
            totals.append(f"{self.agents[seat]} {shown} and {held} tokens, {shown + held}")
        who = "nobody takes the die" if taken_by == NONE else f"{self.agents[taken_by]} takes the die"
        what = f"{NAMES[colour]}: {'; '.join(totals)}: {who}"
        taker = None if taken_by == NONE else int(taken_by)
        self.tell_result("die", what, "TNW-7.1", taker, colour=NAMES[colour], rolled=list(self.rolled))

    def by_colour(self, g: Game, t: Tables) -> Told:
        """Both have taken as many dice."""
        taken_by = yield
        own = "neither, or both as many" if taken_by == NONE else f"{self.agents[taken_by]}"
        what = f"as many dice for both: who owns more planets of its colour? {own}"
        self.tell_result("by colour", what, "TNW-7.4", None if taken_by == NONE else int(taken_by))

    def gives_planet(self, g: Game, t: Tables, owner: int) -> None:
        """The planet goes where it belongs."""
        planet = self.planet(int(g.contested))
        if owner == NONE:
            self.tell("collective", f"{planet} joins The Collective", "TNW-6.1", planet=int(g.contested))
        else:
            what = f"{self.agents[owner]} adds {planet} to the empire"
            self.tell("colonized", what, "TNW-6.1", int(owner), planet=int(g.contested))

    def finishes(self, g: Game, outcome: int, winner: int) -> Told:
        """The game is over."""
        yield
        told = result(Writer(self.catalogue, self.state, "full").write(), self.agents)
        soon = winner != NONE and int(g.players[winner].planets).bit_count() > int(g.rounds) // 2
        rule = "TNW-8.2" if outcome == NOBODY else "TNW-8.3" if soon else "TNW-8.4"
        self.tell("end", told, rule, None if winner == NONE else int(winner))


LISTENERS: dict[Any, Listener | None] = {
    rounds.open_round: Story.opens_round,
    card_phase.play: Story.plays,
    card_phase.play_none: Story.plays_none,
    awards.collect: Story.collects,
    awards.steal: Story.steals,
    colonizing.colonize: Story.colonizes,
    rounds.end_card_phase: Story.ends_card_phase,
    combat.space_combat: Story.fights,
    combat.fight_for_die: Story.fights_for_die,
    combat.roll: Story.rolls,
    combat.by_colour: Story.by_colour,
    rounds.give_planet: Story.gives_planet,
    rounds.finish: Story.finishes,
}
telling = Telling(flow.apply, LISTENERS)
