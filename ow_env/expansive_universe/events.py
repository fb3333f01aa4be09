"""What happens in Expansive Universe, told while the rules carry it out, with the numbers of data/rules.md.

Below: rules/, words.py. Above: game.py. `LISTENERS` at the end has a line for each rule that is listened to; what each
has to say stands above it, in the order of a turn. Everything that is told is public (EU-13.1).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

from ow_env.cards.positions import members
from ow_env.core.events import TURN, Listener, Narrator, Telling
from ow_env.core.game import States
from ow_env.core.rng import Rng
from ow_env.drawing.parts import FULL
from ow_env.expansive_universe import state as at
from ow_env.expansive_universe.actions import SIDES
from ow_env.expansive_universe.cards import CHARACTER, LOCATION, SPACESHIP, WEAPON, Catalogue
from ow_env.expansive_universe.position import POSITIONS
from ow_env.expansive_universe.rules import damage, flow, leaving, lineup, maneuvers, missions, texts, travel, turn
from ow_env.expansive_universe.rules.battle import takes_part, total
from ow_env.expansive_universe.state import IN_SPACE, NOBODY, Game, Tables
from ow_env.expansive_universe.words import result

Told: TypeAlias = Generator[None, Any, None]


class Story(Narrator):
    """Tells of one decision in one game."""

    def __init__(self, catalogue: Catalogue, tables: States, state: States, agents: Sequence[str]) -> None:
        super().__init__()
        self.catalogue, self.tables, self.t = catalogue, tables, tables[0]
        self.state, self.g, self.agents = state, state[0], tuple(agents)

    # Names

    def who(self, seat: int) -> str:
        """Return what a seat is called."""
        return self.agents[int(seat)]

    @property
    def active(self) -> str:
        """Whose turn it is."""
        return self.agents[int(self.g.active)]

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.catalogue.cards[int(card)].name

    def of_kind(self, kind: int, number: int) -> str:
        """Return the name of a card by its number in its kind."""
        return self.catalogue.of_kind[kind][int(number)].name

    def listed(self, kind: int, bits: int) -> str:
        """Return the names of a set of cards."""
        return ", ".join(self.of_kind(kind, number) for number in members(bits))

    def does(self, kind: str, text: str, rule: str, **data: Any) -> None:
        """Tell what the player does whose turn it is."""
        self.tell(kind, f"{self.active} {text}", rule, int(self.g.active), **data)

    # The turn

    def turn_begins(self, g: Game, t: Tables, seat: int) -> Told:
        """Another turn, with its gold."""
        self.head("turn", f"Round {int(g.round_number)}: {self.who(seat)}", TURN, round=int(g.round_number))
        yield

    def gains_gold(self, g: Game, seat: int, gold: int) -> Told:
        """Gold is gained."""
        yield
        if gold:
            now = int(g.players[seat].gold)
            self.tell_result("gold", f"{self.who(seat)} gains {int(gold)} gold, now {now}", "EU-2.1", int(seat))

    def scores(self, g: Game, seat: int, points: int) -> Told:
        """Points are gained."""
        yield
        if seat != NOBODY and points:
            now = int(g.players[seat].points)
            plural = "s" if points > 1 else ""
            what = f"{self.who(seat)} gains {int(points)} point{plural}, now {now}"
            rule = "EU-10.1" if g.battle else "EU-6.5" if g.mission else "EU-11.3"
            self.tell_result("points", what, rule, int(seat), points=int(points))

    def pays(self, g: Game, gold: int) -> None:
        """Gold is paid."""
        if gold:
            self.tell_result("pay", f"{self.active} pays {int(gold)} gold", "EU-2.3", int(g.active), gold=int(gold))

    # Buying

    def buys(self, g: Game, t: Tables, slot: int) -> None:
        """A card of the line-up is taken."""
        verb = "buys" if g.point == at.TURN else "takes"
        card = int(g.slots[slot]) - 1
        rule = "EU-3.1" if g.point == at.TURN else "EU-6.4"
        self.does("buy", f"{verb} {self.name(card)} from slot {int(slot)}", rule, card=card, slot=int(slot))

    def salvages(self, g: Game, t: Tables, card: int) -> None:
        """A card comes back from the destroyed pile."""
        self.does("take", f"takes {self.name(card)} from the destroyed pile", "EU-6.4", card=int(card))

    def puts_on_side(self, g: Game, t: Tables, side: int) -> None:
        """A location is placed."""
        self.does("place", f"places {self.name(int(g.placing) - 1)} at the {SIDES[int(side)]}", "EU-3.4")

    def puts_on(self, g: Game, t: Tables, bearer: int) -> None:
        """A weapon or armament is placed."""
        what = f"places {self.name(int(g.placing) - 1)} on {self.name(bearer)}"
        self.does("place", what, "EU-3.5", card=int(bearer))

    def drifts(self, g: Game, t: Tables) -> None:
        """A card leaves the line-up, for nobody took any."""
        card = int(g.slots[0]) - 1
        self.tell_result("drift", f"{self.name(card)} drifts to the destroyed pile", "EU-11.7", card=card)

    def draws(self, g: Game, t: Tables, rng: Rng) -> Told:
        """A card is dealt to the line-up."""
        card = yield
        if card >= 0:
            self.tell_result("deal", f"{self.name(card)} is dealt to the line-up", "EU-11.1", card=int(card))

    def reshuffles(self, g: Game) -> None:
        """The destroyed pile becomes the deck."""
        self.tell_result("shuffle", "the destroyed pile becomes the main deck", "EU-11.2")

    # Travelling

    def flies(self, g: Game, ship: int, place: int) -> None:
        """A spaceship flies."""
        what = f"flies {self.of_kind(SPACESHIP, ship)} to {self.catalogue.places[int(place)]}"
        self.does("fly", what, "EU-4.1", ship=int(ship), place=int(place))

    def moves_crew(self, g: Game, t: Tables, card: int) -> None:
        """The crew moves."""
        self.does("move", f"moves the crew to {self.name(card)}", "EU-5.1", card=int(card))

    # Missions

    def attempts(self, g: Game) -> None:
        """A mission."""
        location = int(g.players[g.active].crew_location) - 1
        self.does("mission", f"does the mission of {self.of_kind(LOCATION, location)}", "EU-6.3", location=location)

    def finishes_mission(self, g: Game, t: Tables) -> Told:
        """Its points; abroad a token."""
        location = int(g.mission) - 1
        before = int(g.token[location])
        yield
        if g.token[location] != before:
            what = f"{self.active} puts a control token on {self.of_kind(LOCATION, location)}"
            self.tell_result("token", what, "EU-6.5", int(g.active), location=location)

    def robs(self, g: Game, seat: int, from_seat: int, most: int) -> None:
        """Gold changes hands."""
        taken = min(int(most), int(g.players[from_seat].gold))
        what = f"{self.who(seat)} takes {taken} gold from {self.who(from_seat)}"
        self.tell("take gold", what, "EU-6.4", int(seat), gold=taken)

    # Battles

    def begins_battle(self, g: Game, battle: int, place: int) -> None:
        """An attack."""
        where = self.catalogue.places[int(place)] if battle == IN_SPACE else self.of_kind(LOCATION, place)
        self.does("attack", f"attacks at {where}", "EU-7.1", where=where)

    def maneuvers(self, g: Game, t: Tables, seat: int, number: int) -> None:
        """A maneuver."""
        kind = SPACESHIP if g.battle == IN_SPACE else CHARACTER
        what = f"{self.who(seat)} entangles {self.of_kind(kind, number)} to use its text"
        self.tell("maneuver", what, "EU-8.1", int(seat), card=int(number))

    def uses_weapon(self, g: Game, t: Tables, seat: int, weapon: int) -> None:
        """A weapon is used."""
        what = f"{self.who(seat)} uses {self.of_kind(WEAPON, weapon)}"
        self.tell_result("use", what, "EU-8.4", int(seat), weapon=int(weapon))

    def happens(self, g: Game, t: Tables, seat: int, word: int, number: int) -> None:
        """An effect that names nothing."""
        text = self.catalogue.cards[int(g.text_of) - 1].text[int(g.step)].text
        card = self.name(int(g.text_of) - 1)
        self.tell_result("effect", f"{card}: {text.replace(':', ' ')}", "EU-8.4", int(seat), effect=text)

    def aims_at_card(self, g: Game, t: Tables, seat: int, card: int, word: int) -> None:
        """An effect on a card."""
        text = self.catalogue.cards[int(g.text_of) - 1].text[int(g.step)].text
        source = self.name(int(g.text_of) - 1)
        what = f"{source}: {text.replace(':', ' ')}, {self.name(card)}"
        self.tell_result("effect", what, "EU-12", int(seat), effect=text, card=int(card))

    def aims_at_player(self, g: Game, seat: int, other: int, word: int, number: int) -> None:
        """An effect on a player."""
        text = self.catalogue.cards[int(g.text_of) - 1].text[int(g.step)].text
        what = f"{self.name(int(g.text_of) - 1)}: {text.replace(':', ' ')}, {self.who(other)}"
        self.tell_result("effect", what, "EU-8.4", int(seat), effect=text, other=int(other))

    def resolves(self, g: Game, t: Tables) -> Told:
        """The totals are compared."""
        totals = {self.who(seat): int(total(g, t, seat)) for seat in range(int(g.num_players)) if takes_part(g, seat)}
        yield
        told = ", ".join(f"{who} {points}" for who, points in totals.items())
        self.tell("totals", f"damage totals: {told}", "EU-9.1", totals=totals)
        for seat in range(int(g.num_players)):
            if g.players[seat].difference:
                what = f"{self.who(seat)} has to cover {int(g.players[seat].difference)}"
                self.tell_result("difference", what, "EU-9.2", seat, difference=int(g.players[seat].difference))

    def destroys_character(self, g: Game, t: Tables, seat: int, character: int, destroyer: int) -> None:
        """A character is destroyed."""
        what = f"{self.of_kind(CHARACTER, character)} of {self.who(seat)} is destroyed"
        self.tell("destroyed", what, "EU-10.1", int(seat), character=int(character))

    def destroys_ship(self, g: Game, t: Tables, seat: int, ship: int, destroyer: int) -> None:
        """A spaceship is destroyed, perhaps with the crew."""
        him = g.players[seat]
        lost = f" with {self.listed(CHARACTER, int(him.crew))} aboard" if him.crew_ship == ship + 1 else ""
        what = f"{self.of_kind(SPACESHIP, ship)} of {self.who(seat)} is destroyed{lost}"
        self.tell("destroyed", what, "EU-10.1", int(seat), ship=int(ship))

    def returns(self, g: Game, captor: int) -> None:
        """A captive returns."""
        captive = int(g.holds[captor]) - 1
        if captive >= 0:
            what = (
                f"{self.of_kind(CHARACTER, captive)} returns to the crew of {self.who(int(g.captive_of[captive]) - 1)}"
            )
            self.tell_result("returns", what, "EU-12.1", int(g.captive_of[captive]) - 1)

    def goes_out(self, g: Game, t: Tables, seat: int) -> None:
        """A player is out."""
        self.tell_result("out", f"{self.who(seat)} is out of the game", "EU-10.5", int(seat))

    # The end

    def wins(self, g: Game, seat: int) -> Told:
        """The game is over."""
        yield
        self.tell_end("EU-11.4", int(seat))

    def round_begins(self, g: Game) -> Told:
        """Another round, or none."""
        yield
        if g.ending:
            self.tell_end("EU-11.5", None)

    def tell_end(self, rule: str, seat: int | None) -> None:
        """Tell how the game ended."""
        told = result(POSITIONS.write(self.catalogue, self.tables, self.state, FULL), self.agents)
        self.tell("end", told, rule, seat)


LISTENERS: dict[Any, Listener | None] = {
    turn.begin_turn: Story.turn_begins,
    travel.gain_gold: Story.gains_gold,
    leaving.score: Story.scores,
    flow.pay: Story.pays,
    flow.buy: Story.buys,
    lineup.salvage: Story.salvages,
    lineup.put_on_side: Story.puts_on_side,
    lineup.put_on: Story.puts_on,
    lineup.drift: Story.drifts,
    lineup.draw: Story.draws,
    lineup.reshuffle: Story.reshuffles,
    travel.fly: Story.flies,
    travel.move_crew: Story.moves_crew,
    missions.begin_mission: Story.attempts,
    missions.finish_mission: Story.finishes_mission,
    missions.rob: Story.robs,
    damage.begin_battle: Story.begins_battle,
    maneuvers.maneuver: Story.maneuvers,
    maneuvers.use_weapon: Story.uses_weapon,
    texts.just_happen: Story.happens,
    texts.do_to_card: Story.aims_at_card,
    texts.do_to_player: Story.aims_at_player,
    damage.resolve_damage: Story.resolves,
    leaving.destroy_character: Story.destroys_character,
    leaving.destroy_ship: Story.destroys_ship,
    leaving.return_captive: Story.returns,
    leaving.go_out: Story.goes_out,
    leaving.win: Story.wins,
    turn.begin_round: Story.round_begins,
}
telling = Telling(flow.apply, LISTENERS)
