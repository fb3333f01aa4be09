"""What happens in TradeWorlds, told while the rules carry it out, with the numbers of data/rules.md.

Below: rules/, words.py. Above: game.py. `LISTENERS` at the end has a line for each rule that is listened to; what each
has to say stands above it, in the order of a turn. All that is told is public but the cards that are drawn: they are
named to those who know them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from typing import Any, TypeAlias

from ow_env.cards.positions import members
from ow_env.cards.tallies import NO_CARD
from ow_env.core.events import TURN, Listener, Narrator, Telling
from ow_env.core.game import States
from ow_env.core.rng import Rng
from ow_env.drawing.parts import FULL, viewer_of
from ow_env.tradeworlds import state as at
from ow_env.tradeworlds.cards import ATTACK, DEFEND, LEVELS, PLACES, Catalogue, Role, Token, title_of
from ow_env.tradeworlds.position import POSITIONS
from ow_env.tradeworlds.rules import (
    attack,
    battle,
    credits,
    derelict,
    ends,
    flow,
    hands,
    losses,
    market,
    roles,
    tokens,
    turn,
)
from ow_env.tradeworlds.rules.ends import living
from ow_env.tradeworlds.rules.lanes import fleet
from ow_env.tradeworlds.state import NOBODY, RUNNING, Game, Player, Tables
from ow_env.tradeworlds.words import result

Told: TypeAlias = Generator[None, Any, None]


class Story(Narrator):
    """Tells one viewer of one decision in one game."""

    def __init__(self, catalogue: Catalogue, tables: States, state: States, view: str, agents: Sequence[str]) -> None:
        super().__init__()
        self.catalogue, self.tables, self.t = catalogue, tables, tables[0]
        self.state, self.g, self.agents = state, state[0], tuple(agents)
        self.sees_all, self.viewer = view == FULL, viewer_of(view, agents)
        self.drawn: list[int] = []

    # Names

    def who(self, seat: int) -> str:
        """Return what a seat is called."""
        return "The Derelict" if seat == NOBODY else self.agents[int(seat)]

    @property
    def active(self) -> str:
        """Who plays."""
        return self.agents[int(self.g.active)]

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.catalogue.cards[int(card)].name

    def listed(self, cards: Iterable[int]) -> str:
        """Return cards as a sentence lists them."""
        counts = sorted(Counter(map(int, cards)).items())
        return ", ".join(f"{count}x {self.name(card)}" if count > 1 else self.name(card) for card, count in counts)

    def ship(self, number: int) -> str:
        """Return a ship by its place: "player_0's lane 1"."""
        return f"{self.who(number // PLACES)}'s lane {number % PLACES + 1}"

    def ships(self, numbers: int) -> str:
        """Return a set of ships."""
        return ", ".join(self.ship(number) for number in members(numbers))

    def places(self, seat: int, places: int) -> str:
        """Return ships of one seat; The Derelict is one."""
        if seat == NOBODY:
            return "The Derelict"
        return self.ships(int(places) << (PLACES * int(seat)))

    def does(self, kind: str, text: str, rule: str, **data: Any) -> None:
        """Tell what the player does whose part of the turn it is."""
        self.tell(kind, f"{self.active} {text}", rule, int(self.g.active), **data)

    # The turn

    def turn_begins(self, g: Game, seat: int) -> None:
        """Another turn."""
        words = f"Round {int(g.round_number)}: {self.who(seat)}"
        self.head("turn", words, TURN, round=int(g.round_number), seat=int(seat))

    def rest_begins(self, g: Game, seat: int) -> None:
        """An ally plays the rest of its turn."""
        what = f"{self.who(seat)} plays the rest of the turn that was used up"
        self.tell("rest", what, "TW-R1.5", int(seat))

    def chooses_role(self, g: Game, t: Tables, role: int, rng: Rng) -> Told:
        """A Role is chosen."""
        self.does("role", f"is {title_of(Role(role))}", "TW-2.2", role=title_of(Role(role)))
        self.drawn = []
        yield
        self.tells_draw("TW-R8")

    def draws_card(self, me: Player, rng: Rng) -> Told:
        """A card is drawn."""
        if me.deck.count == 0 and me.discard.count > 0:
            self.tell_result("shuffle", f"{self.active} shuffles the discard pile", "TW-2.5", int(self.g.active))
        card = yield
        if card != NO_CARD:
            self.drawn.append(int(card))

    def tells_draw(self, rule: str) -> None:
        """Tell what was drawn, to whoever knows the hand by name."""
        drawn, self.drawn = self.drawn, []
        if drawn:
            knows = self.sees_all or self.viewer == self.g.active
            what = self.listed(drawn) if knows else f"{len(drawn)} card{'s' if len(drawn) > 1 else ''}"
            self.tell_result("draw", f"{self.active} draws {what}", rule, int(self.g.active), number=len(drawn))

    # Credits

    def is_credited(self, g: Game, t: Tables, seat: int, amount: int) -> Told:
        """Credits are gained; perhaps a place is unlocked."""
        him = g.players[seat]
        before = int(him.level)
        gained = f"{int(amount)} credit{'' if amount == 1 else 's'}"
        what = f"{self.who(seat)} gains {gained}, now {int(him.treasury) + int(amount)}"
        rule = "TW-C8" if self.within("earn") else "TW-0.5"
        self.tell_result("credits", what, rule, int(seat), credits=int(amount))
        yield
        if him.level > before and g.ending == RUNNING:
            places = f"{int(him.level)} place{'s' if him.level > 1 else ''}"
            self.tell_result(
                "unlock", f"{self.who(seat)} has unlocked {places}", "TW-U3", int(seat), level=int(him.level)
            )

    # Roles

    def banks(self, g: Game, t: Tables, card: int) -> None:
        """A card is banked."""
        self.does("bank", f"banks {self.name(card)}", "TW-R2", card=int(card))

    def removes(self, g: Game, card: int) -> None:
        """A card leaves the game."""
        self.does("remove", f"removes {self.name(card)}", "TW-R6", card=int(card))

    def decommissions(self, g: Game, t: Tables, place: int) -> None:
        """A ship is discarded for credits."""
        self.does("decommission", f"decommissions the ship in lane {place + 1}", "TW-R1.1", place=int(place))

    def refits(self, g: Game, t: Tables, place: int, card: int) -> None:
        """A card of a ship is exchanged."""
        self.does("refit", f"refits lane {place + 1} with {self.name(card)}", "TW-R4", place=int(place), card=int(card))

    def replaces(self, g: Game, t: Tables, weapon: int) -> None:
        """One of several Weapons goes."""
        card = LEVELS + int(weapon) - 1
        self.tell_result("replace", f"{self.name(card)} goes", "TW-R4", int(g.active), card=card)

    def sabotages(self, g: Game, seats: int, cards: int) -> None:
        """Opponents have to discard."""
        victims = " and ".join(self.who(seat) for seat in members(seats))
        what = f"makes {victims} discard {int(cards)} card{'s' if cards > 1 else ''}{' each' if cards == 1 else ''}"
        self.does("sabotage", what, "TW-R5", seats=members(seats), cards=int(cards))

    def discards(self, g: Game, player: int, card: int) -> None:
        """A card is discarded."""
        rule = "TW-R5" if g.point == at.SABOTAGE else "TW-2.3"
        self.tell("discard", f"{self.who(player)} discards {self.name(card)}", rule, int(player), card=int(card))

    def discards_all(self, me: Player) -> None:
        """A whole hand goes."""
        cards = [card for card, count in enumerate(me.hand.copies) for _ in range(int(count))]
        if cards:
            self.tell_result("discard", f"the whole hand is discarded: {self.listed(cards)}", "TW-R5", cards=cards)

    def takes_cards(self, g: Game, target: int, rng: Rng) -> Told:
        """The Smuggler takes cards of a hand."""
        yield
        taken = [int(card) - 1 for card in g.shown if card]
        self.does("take", f"takes {self.listed(taken)} from {self.who(target)}", "TW-R7", cards=taken)

    def smuggles(self, g: Game, t: Tables, card: int) -> None:
        """One of them is banked."""
        self.does("smuggle", f"banks {self.name(card)} of {self.who(g.target)}", "TW-R7", card=int(card))

    # Attacking together

    def proposes(self, g: Game, target: int) -> None:
        """A joint attack is proposed."""
        self.does("propose", f"asks for a joint attack on {self.who(target)}", "TW-R1.2", target=int(target))

    def joins(self, g: Game, seat: int) -> None:
        """An ally joins."""
        self.tell("join", f"{self.who(seat)} joins", "TW-R1.3", int(seat))

    def is_refused(self, g: Game) -> None:
        """Nobody joined."""
        self.tell_result("refused", "nobody joins", "TW-R1.4", int(g.active))

    def begins_attack(self, g: Game, target: int) -> None:
        """An attack begins."""
        self.does("attack", f"attacks {self.who(target)}", "TW-A3", target=int(target))

    # Battles

    def engages(self, g: Game, places: int) -> None:
        """A battle is declared."""
        what = f"engages {self.places(int(g.target), places)} with {self.ships(int(g.group))}"
        self.does("engage", what, "TW-A5", places=members(places))

    def strikes(self, g: Game) -> None:
        """The Homeworld is struck."""
        what = f"strikes the Homeworld of {self.who(g.target)} with {self.ships(int(g.unused))}"
        self.does("strike", what, "TW-A6")

    def alien_aims(self, g: Game, t: Tables, rng: Rng) -> Told:
        """The Derelict attacks."""
        yield
        told = f"The Derelict attacks with Firepower {int(g.alien_fire)}"
        if g.engaged:
            self.tell("engage", f"{told}: {self.places(0, int(g.engaged))}", "TW-S4")
        elif g.alien_fire:
            self.tell("strike", f"{told}: the Homeworld", "TW-S4")
        else:
            self.tell("miss", "The Derelict attacks, and can destroy nothing", "TW-S4")

    def alien_fires(self, g: Game, t: Tables, rng: Rng) -> Told:
        """The hyper cannon."""
        yield
        self.tell("cannon", f"the hyper cannon fires, {int(g.alien_fire)}", "TW-S6")

    def alien_rolls(self, g: Game, t: Tables, rng: Rng) -> Told:
        """The Derelict's action is rolled; where it ends the game, `wins` has told of it."""
        before = int(g.critical_mass)
        yield
        if g.critical_mass != before and g.ending == RUNNING:
            self.tells_mass(g)

    def tells_mass(self, g: Game) -> None:
        """Tell the Critical Mass."""
        self.tell("critical mass", f"Critical Mass is {int(g.critical_mass)}", "TW-S2", number=int(g.critical_mass))

    def rolls(self, g: Game, t: Tables, side: int, rng: Rng) -> Told:
        """An Initiative die is rolled."""
        yield
        named = "attacker" if side == ATTACK else "defender"
        self.tell_result("die", f"the {named} rolls {int(g.die[side])}", "TW-C1", side=int(side), die=int(g.die[side]))

    def decides(self, g: Game, t: Tables, rng: Rng) -> None:
        """Both totals are compared."""
        totals = [int(g.die[side]) + int(g.initiative[side]) for side in (ATTACK, DEFEND)]
        told = "attacker strikes home" if totals[0] > totals[1] else "counter-attack"
        told = "outmaneuvered" if totals[0] < totals[1] else told
        self.tell("battle", f"Initiative {totals[0]} against {totals[1]}: {told}", "TW-C3", totals=totals)

    def plays(self, g: Game, seat: int, card: int) -> None:
        """A Tactic is played."""
        self.tell("play", f"{self.who(seat)} plays {self.name(card)}", "TW-T1", int(seat), card=int(card))

    def cancels(self, g: Game, player: int, card: int) -> None:
        """A Tactic is cancelled."""
        if g.played:
            what = f"{self.who(player)} cancels {self.name(int(g.played) - 1)} with {self.name(card)}"
            self.tell("cancel", what, "TW-T3", int(player), card=int(card))

    def uses(self, g: Game, t: Tables, seat: int, token: int) -> None:
        """A token is used."""
        what = f"{self.who(seat)} uses the {title_of(Token(token))} for {int(t.use[token])} credits"
        self.tell("use", what, "TW-M2", int(seat), token=int(token))

    def eliminates(self, g: Game, t: Tables, seat: int, other: int, token: int) -> None:
        """A token is chosen for elimination."""
        what = f"{self.who(seat)} eliminates the {title_of(Token(token))} of {self.who(other)}"
        self.tell("eliminate", what, "TW-M4", int(seat), token=int(token))

    def reinforces(self, g: Game, t: Tables, place: int, token: int) -> None:
        """A token is sent to a ship."""
        what = f"sends a {title_of(Token(token))} to lane {place + 1} for {int(t.send)} credits"
        self.does("reinforce", what, "TW-M1", place=int(place), token=int(token))

    def destroys(self, g: Game, t: Tables, number: int) -> None:
        """A ship is destroyed."""
        self.tell_result("destroyed", f"{self.ship(number)} is destroyed", "TW-C7", number // PLACES, ship=int(number))

    def salvages(self, g: Game, number: int) -> None:
        """A ship is destroyed, its cards saved."""
        what = f"{self.ship(number)} is destroyed, its cards go to the hand"
        self.tell_result("salvaged", what, "TW-T7", number // PLACES, ship=int(number))

    def decoys(self, g: Game, number: int) -> None:
        """A Frigate goes instead of a ship."""
        self.tell_result("decoy", f"{self.ship(number)} is saved", "TW-M5", number // PLACES, ship=int(number))

    def damages(self, g: Game, seat: int, points: int) -> None:
        """A Homeworld is hit. An empty lane leaves it to The Derelict's attack; its cannon asks for no lane."""
        left = max(0, int(g.players[seat].homeworld) - int(points))
        what = f"the Homeworld of {self.who(seat)} loses {int(points)}, {left} left"
        rule = "TW-A7"
        if g.num_players == 1:
            rule = "TW-S6" if fleet(g, seat) else "TW-S4"
        self.tell_result("damage", what, rule, int(seat), points=int(points))

    def puts_out(self, g: Game, seat: int) -> None:
        """A player is out."""
        self.tell_result("out", f"{self.who(seat)} is out", "TW-E1", int(seat))

    # Buying and configuring

    def spends(self, g: Game, t: Tables, card: int) -> None:
        """Money is put down."""
        self.does("spend", f"spends {self.name(card)}", "TW-B3", card=int(card))

    def buys(self, g: Game, t: Tables, card: int, rng: Rng) -> Told:
        """A card is bought, another turns up."""
        self.does("buy", f"buys {self.name(card)}", "TW-B1", card=int(card))
        pile = self.catalogue.cards[int(card)].pile
        yield
        top = int(g.players[g.active].tops[pile])
        if top:
            self.tell_result("turn up", f"{self.name(top - 1)} turns up", "TW-B2", int(g.active), card=top - 1)

    def configures(self, g: Game, t: Tables, starship: int, weapon: int, crew: int) -> None:
        """A ship is put into the lane."""
        cards = " + ".join(map(self.name, (starship, weapon, crew)))
        self.does("configure", f"configures {cards}", "TW-F1", cards=[int(starship), int(weapon), int(crew)])

    def fits(self, g: Game, weapon: int) -> None:
        """A further Weapon is added."""
        self.does("fit", f"fits {self.name(weapon)}", "TW-F3", card=int(weapon))

    def draws_up(self, t: Tables, me: Player, rng: Rng) -> Told:
        """The hand is drawn up to five."""
        self.drawn = []
        yield
        self.tells_draw("TW-2.4")

    # The end

    def wins(self, g: Game, seat: int) -> Told:
        """The game is over."""
        yield
        if self.within("roll_act"):
            self.tells_mass(g)
        self.tell_end(rule_of_victory(g), None if seat == NOBODY else int(seat))

    def is_cut_short(self, g: Game) -> Told:
        """No further round is played."""
        yield
        self.tell_end("TW-E4", None)

    def tell_end(self, rule: str, seat: int | None) -> None:
        """Tell how the game ended."""
        told = result(POSITIONS.write(self.catalogue, self.tables, self.state, FULL), self.agents)
        self.tell("end", told, rule, seat)


def rule_of_victory(g: Game) -> str:
    """Return by which rule a game that is over was won, or lost to The Derelict."""
    if g.num_players == 1:
        return "TW-S1"
    if living(g) == 1:
        return "TW-E3"
    return "TW-E5" if g.finish_round else "TW-E2"


LISTENERS: dict[Any, Listener | None] = {
    turn.begin_turn: Story.turn_begins,
    market.begin_rest: Story.rest_begins,
    roles.choose_role: Story.chooses_role,
    hands.draw_card: Story.draws_card,
    credits.credit: Story.is_credited,
    roles.bank: Story.banks,
    roles.remove_card: Story.removes,
    roles.decommission: Story.decommissions,
    roles.refit: Story.refits,
    roles.replace: Story.replaces,
    roles.sabotage: Story.sabotages,
    roles.discard_all: Story.discards_all,
    roles.take_cards: Story.takes_cards,
    roles.smuggle: Story.smuggles,
    flow.take_discard: Story.discards,
    attack.propose: Story.proposes,
    attack.join: Story.joins,
    attack.refuse: Story.is_refused,
    attack.begin_attack: Story.begins_attack,
    attack.engage: Story.engages,
    attack.strike: Story.strikes,
    derelict.aim: Story.alien_aims,
    derelict.fire_cannon: Story.alien_fires,
    derelict.roll_act: Story.alien_rolls,
    battle.roll_initiative: Story.rolls,
    battle.decide_battle: Story.decides,
    battle.play: Story.plays,
    flow.take_play: Story.cancels,
    tokens.pay_for_use: Story.uses,
    battle.eliminate_token: Story.eliminates,
    tokens.reinforce: Story.reinforces,
    losses.destroy: Story.destroys,
    losses.salvage: Story.salvages,
    losses.decoy: Story.decoys,
    losses.earn: None,
    ends.damage: Story.damages,
    ends.eliminate: Story.puts_out,
    market.spend: Story.spends,
    market.buy: Story.buys,
    market.configure: Story.configures,
    market.fit: Story.fits,
    turn.draw_up: Story.draws_up,
    ends.win: Story.wins,
    ends.cut_short: Story.is_cut_short,
}
telling = Telling(flow.apply, LISTENERS)
