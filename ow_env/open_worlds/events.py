"""What happens in Open Worlds, told while the rules carry it out, with the numbers of docs/rules.md.

Below: rules/, words.py. Above: game.py. `LISTENERS` at the end has a line for each rule that is listened to; what each
has to say stands above it, in the order of a turn. What a viewer can't know is told without it ("stages a card"), and
what happens behind the screen of a simultaneous Step is not told to others at all (OW-S.2, OW-7.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any, TypeAlias

from ow_env.core.events import TURN, Event, Listener, Narrator, Telling
from ow_env.core.rng import Rng
from ow_env.open_worlds import state as at, verbs as do
from ow_env.open_worlds.cards import HALT_SHIPS, LIFT_CLASS_LIMIT, STOP_INCOME, UTILITY, Catalogue
from ow_env.open_worlds.rules import (
    count_income,
    deploy_ground_forces,
    draw,
    flow,
    install_facilities,
    move,
    orbital_activity,
    order,
    piles,
    resolution,
    reveal,
    setup,
    stage,
    station_orbitals,
    surface_conflict,
    trash,
    trigger_catastrophes,
    turn,
    units,
    utilities,
)
from ow_env.open_worlds.rules.combat import direct_damage
from ow_env.open_worlds.rules.surface_conflict import surface_damage
from ow_env.open_worlds.rules.trigger_catastrophes import catastrophe_damage
from ow_env.open_worlds.state import EVERYONE, TRUNCATED, Game, Player, Tables
from ow_env.open_worlds.words import Words

Told: TypeAlias = Generator[None, Any, None]

HEADINGS = {  # points of the turn that are worth one; the other words of a Step stand in words.py
    at.STAGE: "Stage",
    at.MOVE: "Move",
    at.REVEAL: "Reveal",
    at.SURFACE: "Surface Conflict",
    at.COUNT_INCOME: "Count Income",
    at.TRASH: "Trash",
    at.DRAW: "Draw",
}
DECLINED = {  # what a player does who passes at a point; elsewhere no Utility is played
    at.ADJUST_HAND: ("keeps the rest of the opening hand", "OW-1.3"),
    at.EXCHANGE: ("exchanges no Prohibited card", "OW-3.1"),
    at.STAGE: ("stages no more cards", "OW-S.1"),
    at.MOVE: ("moves no more Ships", "OW-M.1"),
    at.SWAP: ("Swaps nothing", "OW-4a.5"),
    at.RETREAT: ("lets no more Ships Retreat", "OW-4e.2"),
    at.CONQUER: ("Conquers nothing more", "OW-4f.4"),
    at.TRASH: ("throws nothing more away", "OW-T.1"),
}
ARRIVALS = {  # in which rule a unit comes into play -> how, and where that stands
    "install_facilities": ("is installed", "OW-4a"),
    "station_orbitals": ("is stationed", "OW-4b"),
    "deploy_ground_forces": ("is deployed", "OW-4c"),
    "put_down": ("is put down, whatever its REQ", "OW-6.7"),
    "take_effect": ("becomes a Ship", "OW-6.6"),
}
UNPLAYED = {  # in which rule a card that never came into play is Trashed -> why, and where that stands
    "proceed_install": ("its REQ is not met: {req}", "OW-4a.1"),
    "install_facilities": ("no room", "OW-4a.4"),
    "station_orbitals": ("its REQ is not met: {req}", "OW-4b.1"),
    "deploy_ground_forces": ("its REQ is not met: {req}", "OW-4c.1"),
    "trash_unmet": ("its REQ is not met: {req}", "OW-4d.3"),
    "trigger_catastrophes": ("it has struck", "OW-4d.2"),
}
DESTRUCTIONS = {  # in which rule a unit leaves play -> what is said of it, and where that stands
    "proceed_turn_begins": ("is Trashed: Prohibited on the FINAL TURN", "OW-3.1"),
    "trigger_catastrophes": ("is destroyed by Catastrophe{damage}", "OW-4d.1"),
    "settle_orbital": ("is destroyed{damage}", "OW-4e.2"),
    "settle_surface": ("is destroyed{damage}", "OW-4f.4"),
    "proceed_world_ends": ("is Trashed after Conflict", "OW-4f.7"),
    "take_effect": ("is destroyed", "OW-6.12"),
}


class Story(Words, Narrator):
    """Tells one viewer of one decision in one game."""

    def __init__(self, catalogue: Catalogue, t: Tables, g: Game, view: str, agents: tuple[str, ...]) -> None:
        Words.__init__(self, catalogue, t, g, view, agents)
        Narrator.__init__(self)
        self.damage: dict[int, int] = {}  # unit -> what hits it, as the conflict is settled

    # Names

    def card(self, card: int) -> str:
        """Return the name of a card."""
        return self.catalogue.cards[card].name

    def world(self, world: int) -> str:
        """Return the name of a World."""
        return self.world_names[world]

    def listed(self, cards: Iterable[int]) -> str:
        """Return the names of cards, copies counted."""
        counts = Counter(self.card(int(card)) for card in cards)
        return ", ".join(f"{count}x {name}" if count > 1 else name for name, count in counts.items())

    def alone(self) -> str:
        """Return what is added where the rules choose because only one choice is possible (OW-2.1)."""
        return "" if self.within("act") else ", as nothing else is possible"

    def hand(self, player: int) -> Counter[int]:
        """Return the cards of a hand."""
        hand = self.g.players[player].hand
        return Counter(hand.cards[: int(hand.count)].tolist())

    # The turn

    def turn_ends(self, g: Game) -> Told:
        """The next turn begins, or the game is cut off."""
        final = bool(g.final_turn)
        yield
        if g.ending == TRUNCATED:
            self.tell("end", f"The game is stopped after turn {int(g.turn)}", "OW-3.3")
            return
        self.head("turn", f"Turn {int(g.turn)}", TURN, turn=int(g.turn))
        if g.final_turn and not final:
            self.tell("final turn", "This is the FINAL TURN: a Deck is empty", "OW-D.2")

    def goes_on(self, g: Game, point: int) -> None:
        """Another Step begins."""
        if point in HEADINGS:
            self.head("step", HEADINGS[point], step=HEADINGS[point])

    def declined(self, g: Game, player: int) -> None:
        """A player passes: what that means depends on what was asked."""
        who = self.agents[player]
        if g.actor == EVERYONE and not self.knows(player):
            return
        if g.phase == at.REACTING:
            self.tell("pass", f"{who} does not react to {self.card(g.plays[g.play_count - 1].card)}", "OW-6.3", player)
        elif g.point in (at.ORBITAL, at.SURFACE):
            weapons = self.catalogue.cards[g.units[g.unit].card].weapons
            which = f"Weapon {int(g.weapon) + 1}" if len(weapons) > 1 else "the Weapon"
            rule = "OW-4e.3" if g.point == at.ORBITAL else "OW-4f.2"
            self.tell("pass", f"{who}: {which} of {self.card(g.units[g.unit].card)} does not fire", rule, player)
        else:
            what, rule = DECLINED.get(int(g.point), ("plays no Utility", "OW-6.2"))
            self.tell("pass", f"{who} {what}", rule, player)

    # Setup

    def adjusted(self, g: Game, player: int, card: int) -> None:
        """A card of the opening hand is put away, unseen by others."""
        if self.knows(player):
            self.tell("adjust", f"{self.agents[player]} puts {self.card(card)} away", "OW-1.3", player, card=card)

    def adjusting(self, g: Game, t: Tables, rng: Rng) -> Told:
        """All have adjusted their hands: how many cards each put away is public."""
        counts, first = [int(g.players[p].adjusted) for p in self.players], len(self.events)
        yield
        if g.point == at.WINDOW_DRAWN:
            put_away = [f"{who} has put {counted(count)} away" for who, count in zip(self.agents, counts, strict=True)]
            self.events[first:first] = [
                Event("adjusted", what, "OW-1.3", seat=p, data={"count": counts[p]}) for p, what in enumerate(put_away)
            ]

    def priority_found(self, g: Game, t: Tables, rng: Rng) -> Told:
        """Who is first is determined, where it was not given."""
        before = int(g.priority)
        yield
        if before < 0:
            self.tell("priority", f"{self.agents[g.priority]} has Priority first", "OW-1.4", int(g.priority))

    # Stage, Move, Reveal

    def stages(self, g: Game, player: int, card: int, world: int) -> None:
        """A card is laid face down."""
        who, where = self.agents[player], self.world(world)
        if self.knows(player):
            self.tell("stage", f"{who} stages {self.card(card)} at {where}", "OW-S.1", player, card=card, world=world)
        elif g.stage_in_order:
            self.tell("stage", f"{who} stages a card at {where}", "OW-S.1", player, world=world)

    def staging(self, g: Game, t: Tables) -> Told:
        """All have staged: where others have, but not what, can be seen from now on."""
        yield
        if g.point == at.WINDOW_STAGED and not g.stage_in_order:
            for p in self.players:
                counts = {self.world(w): int(g.players[p].staged_count[w]) for w in self.row}
                where = [f"{world} ({count})" if count > 1 else world for world, count in counts.items() if count]
                if not self.knows(p):
                    what = f"has staged at {', '.join(where)}" if where else "has staged nothing"
                    self.tell("staged", f"{self.agents[p]} {what}", "OW-S.2", p)

    def moves(self, g: Game, t: Tables, player: int, card: int, world: int) -> None:
        """A Ship goes to another World."""
        start = self.world(int(g.units[move.find_ship(g, player, card)].world))
        what = f"{self.agents[player]} moves {self.card(card)} from {start} to {self.world(world)}"
        self.tell("move", what, "OW-M.1", player, card=card, world=world)

    def reveals(self, g: Game, t: Tables) -> Told:
        """All staged cards turn face up."""
        for p in self.players:
            for w in self.row:
                cards = g.players[p].staged[w, : int(g.players[p].staged_count[w])].tolist()
                if cards:
                    what = f"{self.agents[p]} reveals {self.listed(cards)} at {self.world(w)}"
                    self.tell("reveal", what, "OW-R.1", p, cards=cards, world=w)
        yield

    def gives_ship_up(self, g: Game, t: Tables, player: int, card: int) -> None:
        """A staged Ship is Trashed, for Income does not carry it."""
        income = int(g.players[player].prior_income)
        what = f"{self.agents[player]} Trashes the staged {self.card(card)}: too much Class for an Income of {income}"
        self.tell("trashed", what + self.alone(), "OW-R.2", player, card=card)

    # A World is resolved

    def resolves(self, g: Game, world: int) -> None:
        """The next World."""
        self.head("world", f"Resolution of {self.world(world)}", world=world)
        if self.within("act"):
            who = int(g.priority)
            self.tell("resolve", f"{self.agents[who]} picks {self.world(world)}", "OW-4", who, world=world)

    def swaps(self, g: Game, player: int, card: int) -> None:
        """A Facility will make room for another."""
        what = f"{self.agents[player]} Swaps {self.card(card)} at {self.world(int(g.world))}"
        self.tell("swap", what, "OW-4a.5", player, card=card)

    def returns(self, g: Game, owner: int, card: int) -> None:
        """A unit goes back to a hand."""
        how, rule = ("returns to the hand: Swap", "OW-4a.2")
        if self.within("retreat"):
            how, rule = ("Retreats to the hand", "OW-4e.2")
        self.tell("returned", f"{self.agents[owner]}'s {self.card(card)} {how}", rule, owner, card=card)

    def arrives(self, g: Game, world: int, controller: int, card: int, owner: int, age: int, idle: int) -> None:
        """A unit comes into play, unless it only moves or changes hands."""
        if not self.within("move", "change_controller"):
            how, rule = next(told for name, told in ARRIVALS.items() if self.within(name))
            what = f"{self.agents[controller]}'s {self.card(card)} {how} at {self.world(world)}"
            self.tell("arrived", what, rule, controller, card=card, world=world)

    def trashed(self, g: Game, owner: int, card: int) -> None:
        """A card that lies open goes to the Trash Heap. Units, and what reacts, are told of elsewhere."""
        if self.within("trash_unit", "trash_ship", "exchange", "resolve_reactions"):
            return
        if self.within("finish_play"):
            why, rule = "it was cancelled" if g.plays[0].cancelled else "it has resolved", "OW-6.6"
        elif self.within("proceed_reveal"):
            is_utility = self.t.cards[card].type == UTILITY
            why, rule = "a Utility" if is_utility else "Prohibited on the FINAL TURN", "OW-R.1"
        else:
            why, rule = next(told for name, told in UNPLAYED.items() if self.within(name))
            why = why.format(req=self.catalogue.cards[card].fields.get("req", "any world"))
        self.tell("trashed", f"{self.agents[owner]}'s {self.card(card)} is Trashed: {why}", rule, owner, card=card)

    def catastrophes(self, g: Game, t: Tables) -> Told:
        """Catastrophes strike."""
        return self.strikes({i: int(catastrophe_damage(g, t, i)) for i in self.here(g)})

    def strikes(self, damage: dict[int, int]) -> Told:
        """What hits each unit is kept until the rule that destroys by it has been carried out."""
        self.damage = damage
        yield
        self.damage = {}

    def destroyed(self, g: Game, index: int) -> None:
        """A unit goes to its owner's Trash Heap."""
        u, c = g.units[index], self.catalogue.cards[g.units[index].card]
        what, rule = next(told for name, told in DESTRUCTIONS.items() if self.within(name))
        hit = self.damage.get(index, 0)
        if self.within("settle_surface") and hit < c.defense:
            what, rule = "is Trashed: it has fought", "OW-4f.7"
        elif self.within("take_effect"):
            what = f"{what} by {self.card(g.plays[0].card)}"
        what = what.format(damage=f": damage {hit} of {c.defense}" if hit else "")
        where = self.world(int(u.world))
        self.tell("destroyed", f"{self.whose(index)} at {where} {what}", rule, int(u.controller), card=c.id)

    def here(self, g: Game) -> range:
        """Return the units at the World being resolved."""
        return range(int(g.starts[g.world]), int(g.starts[g.world + 1]))

    # Conflicts

    def orbital_begins(self, g: Game, t: Tables) -> Told:
        """Is there Orbital Conflict?"""
        yield
        if g.conflict:
            self.head("step", "Orbital Conflict", step="Orbital Conflict")

    def aims(self, g: Game, t: Tables, controller: int, card: int, owner: int) -> Told:
        """A Weapon is pointed at a unit."""
        i, k = int(g.unit), int(g.weapon)
        yield
        power, target = self.catalogue.cards[g.units[i].card].weapons[k], int(g.units[i].targets[k]) - 1
        rule = "OW-4e.2" if g.point == at.ORBITAL else "OW-4f.2"
        what = f"{self.whose(i)} fires {power} at {self.whose(target)}"
        self.tell("aim", what, rule, int(g.units[i].controller), unit=i, target=target)

    def reserves(self, g: Game) -> None:
        """An Orbital keeps its Weapons for Surface Conflict."""
        what = f"{self.whose(int(g.unit))} reserves its Weapons"
        self.tell("reserve", what, "OW-4e.3", int(g.units[g.unit].controller))

    def can_only_reserve(self, g: Game, t: Tables, player: int, index: int) -> Told:
        """An Orbital reserves by itself, if it may do nothing else."""
        only = yield
        if only and not g.units[index].reserved:
            what = f"{self.whose(index)} reserves its Weapons{self.alone()}"
            self.tell("reserve", what, "OW-4e.7", player)

    def defends(self, g: Game, t: Tables, player: int, card: int, owner: int) -> Told:
        """A unit Defends a Facility."""
        i = int(g.unit)
        yield
        what = f"{self.whose(i)} Defends {self.card(card)}"
        self.tell("defend", what, "OW-4f.2", player, unit=i, target=int(g.units[i].defends) - 1)

    def settles_orbital(self, g: Game, t: Tables) -> Told:
        """All shots of Orbital Conflict land."""
        return self.strikes({i: int(direct_damage(g, t, i, -1)) for i in self.here(g)})

    def settles_surface(self, g: Game, t: Tables) -> Told:
        """Likewise in Surface Conflict."""
        return self.strikes({i: int(surface_damage(g, t, i, -1)) for i in self.here(g)})

    def conquers(self, g: Game, t: Tables, player: int, controller: int, card: int, owner: int) -> None:
        """A player declares a Facility Conquered."""
        what = f"{self.agents[player]} declares {self.agents[controller]}'s {self.card(card)} Conquered"
        self.tell("conquer", what, "OW-4f.4", player, card=card)

    def changes_controller(self, g: Game, index: int, controller: int) -> None:
        """A unit goes to another player."""
        u, who = g.units[index], self.agents[controller]
        how, rule = f"is Conquered by {who}", "OW-4f.4"
        if self.within("take_effect"):
            how, rule = f"goes to {who} by {self.card(g.plays[0].card)}", "OW-6.12"
        elif u.owner == controller:
            how, rule = f"comes back to {who}", "OW-4f.10"
        what = f"{self.whose(index)} at {self.world(int(u.world))} {how}"
        self.tell("controlled", what, rule, controller, card=int(u.card))

    # The end of a turn

    def counts_income(self, g: Game, t: Tables) -> Told:
        """What everybody earns."""
        before, first = [int(g.players[p].income) for p in self.players], len(self.events)
        yield
        now = [int(g.players[p].income) for p in self.players]
        self.events[first:first] = [
            Event("income", f"{self.agents[p]} has an Income of {now[p]}, after {before[p]}", "OW-5.1", seat=p,
                  data={"income": now[p]})
            for p in self.players
        ]  # fmt: skip

    def passes_priority(self, g: Game) -> Told:
        """Priority goes to the highest Income."""
        before = int(g.priority)
        yield
        if g.priority != before:
            self.tell("priority", f"{self.agents[g.priority]} has Priority now", "OW-5.2", int(g.priority))

    def runs_dry(self, g: Game, world: int, card: int, owner: int) -> None:
        """A depleting card becomes an indicator."""
        what = f"{self.agents[owner]}'s {self.card(card)} has run dry and lies under {self.world(world)} from now on"
        self.tell("depleted", what, "OW-0.4", owner, card=card, world=world)

    def ends(self, g: Game) -> Told:
        """The game is over."""
        yield
        self.tell("end", self.result(), "OW-5.1", None if g.winner < 0 else int(g.winner))

    def throws_away(self, g: Game, player: int, card: int) -> None:
        """A card of the hand goes to the Trash Heap, face down."""
        if self.knows(player):
            what = f"{self.agents[player]} throws {self.card(card)} away"
            self.tell("discard", what, "OW-T.1", player, card=card)
        else:
            self.tell("discard", f"{self.agents[player]} throws a card away, face down", "OW-T.1", player)

    def draws(self, me: Player, count: int, rng: Rng) -> Told:
        """Cards go from a Deck to a hand."""
        hands = [self.hand(p) for p in self.players]
        yield
        for p in self.players:
            drawn = self.hand(p) - hands[p]
            number = drawn.total()
            if number:
                what = counted(number)
                what += f": {self.listed(drawn.elements())}" if self.knows(p) else ""
                rule = "OW-D.1" if self.within("proceed_draw") else "OW-3.1" if self.within("exchange") else "OW-6.7"
                rule = "OW-1.3" if self.within("proceed_adjust") else rule
                self.tell("draw", f"{self.agents[p]} draws {what}", rule, p, count=number)

    def exchanges(self, g: Game, player: int, card: int, rng: Rng) -> Told:
        """A Prohibited card is Trashed for another."""
        what = f"{self.agents[player]} reveals and Trashes {self.card(card)}, Prohibited on the FINAL TURN"
        self.tell("trashed", what, "OW-3.1", player, card=card)
        yield

    # Utilities

    def plays_utility(self, g: Game, player: int, card: int) -> None:
        """A Utility is played, or a reaction to one."""
        if g.play_count:
            what, rule = f"reacts to {self.card(g.plays[g.play_count - 1].card)} with", "OW-6.3"
        else:
            what, rule = "plays", "OW-6.2"
        self.tell("play", f"{self.agents[player]} {what} {self.card(card)}", rule, player, card=card)

    def answers(self, g: Game, t: Tables, player: int, action: int) -> None:
        """An open choice: a World, or one of two options."""
        verb, world = int(t.actions[action].verb), int(t.actions[action].world)
        utility = self.card(g.plays[0].card)
        if verb == do.CHOOSE:
            self.tell("choose", f"{self.agents[player]} chooses {self.world(world)} for {utility}", "OW-6.7", player)
        elif verb == do.OPTION:
            what = "draws" if world == utilities.OPTION_DRAW else "searches the Deck"
            self.tell("choose", f"{self.agents[player]} {what} by {utility}", "OW-6.7", player)

    def picks(self, g: Game, t: Tables, controller: int, card: int, owner: int) -> Told:
        """A unit is picked for a Utility."""
        yield
        self.picked(g, "")

    def choices(self, g: Game, t: Tables) -> Told:
        """A choice of a Utility is made by itself, where there is only one."""
        before = int(g.play_target)
        yield
        if g.play_target and not before:
            self.picked(g, self.alone())

    def picked(self, g: Game, alone: str) -> None:
        """Tell what a Utility is aimed at."""
        who, where = int(g.plays[0].player), self.world(int(g.play_world))
        target = self.whose(int(g.play_target) - 1)
        what = f"{self.agents[who]} picks {target} at {where} for {self.card(g.plays[0].card)}{alone}"
        self.tell("pick", what, "OW-6.7", who)

    def cancels(self, g: Game) -> Told:
        """Reactions are resolved, last first: each cancels what it was played on, unless cancelled itself."""
        plays = [(int(p.card), int(p.player)) for p in g.plays[: int(g.play_count)]]
        standing = len(plays) - 1
        yield
        while standing > 0:
            what = f"{self.card(plays[standing][0])} cancels {self.card(plays[standing - 1][0])}"
            self.tell("cancel", what, "OW-6.3", plays[standing][1])
            standing -= 2

    def takes_effect(self, g: Game, t: Tables, rng: Rng) -> None:
        """What a Utility does that no other rule tells."""
        card, who = int(g.plays[0].card), int(g.plays[0].player)
        action, name = int(t.cards[card].action), self.card(card)
        if action == HALT_SHIPS:
            self.tell("effect", f"{name}: no opponent of {self.agents[who]} may move Ships this turn", "OW-M.1", who)
        elif action == LIFT_CLASS_LIMIT:
            what = f"{name}: Class does not limit {self.agents[who]}'s Ships this turn"
            self.tell("effect", what, "OW-R.2", who)
        elif action == STOP_INCOME:
            target = int(g.play_target) - 1
            what = f"{name}: {self.whose(target)} has no Income this turn"
            self.tell("effect", what, "OW-5.4", who)

    def searches(self, g: Game, player: int, card: int) -> None:
        """A card is taken out of the Deck."""
        what = self.card(card) if self.knows(player) else "a card"
        alone = self.alone() if self.knows(player) else ""
        self.tell("search", f"{self.agents[player]} takes {what} out of the Deck{alone}", "OW-6.7", player)

    def replaces(self, g: Game, player: int, card: int, taken_back: int) -> None:
        """A staged card is exchanged with one of the hand, unseen."""
        what = "a staged card for one of the hand, unseen"
        if self.knows(player):
            what = f"{self.card(taken_back)}, staged at {self.world(int(g.play_world))}, for {self.card(card)}"
            what += self.alone()
        self.tell("replace", f"{self.agents[player]} exchanges {what}", "OW-6.10", player)


def counted(cards: int) -> str:
    """Return a number of cards in words."""
    return {0: "no cards", 1: "a card"}.get(cards, f"{cards} cards")


LISTENERS: dict[Any, Listener | None] = {
    flow.act: None,
    flow.decline: Story.declined,
    order.go: Story.goes_on,
    turn.end_turn: Story.turn_ends,
    turn.proceed_turn_begins: None,
    turn.exchange: Story.exchanges,
    setup.adjust: Story.adjusted,
    setup.proceed_adjust: Story.adjusting,
    setup.determine_priority: Story.priority_found,
    stage.stage: Story.stages,
    stage.proceed_stage: Story.staging,
    move.move: Story.moves,
    reveal.proceed_reveal: Story.reveals,
    reveal.trash_ship: Story.gives_ship_up,
    resolution.resolve: Story.resolves,
    resolution.proceed_world_ends: None,
    install_facilities.proceed_install: None,
    install_facilities.swap: Story.swaps,
    install_facilities.install_facilities: None,
    station_orbitals.station_orbitals: None,
    station_orbitals.trash_unmet: None,
    deploy_ground_forces.deploy_ground_forces: None,
    trigger_catastrophes.trigger_catastrophes: Story.catastrophes,
    orbital_activity.begin_orbital_activity: Story.orbital_begins,
    orbital_activity.retreat: None,
    orbital_activity.aim: Story.aims,
    orbital_activity.reserve: Story.reserves,
    orbital_activity.can_only_reserve: Story.can_only_reserve,
    orbital_activity.settle_orbital: Story.settles_orbital,
    surface_conflict.attack: Story.aims,
    surface_conflict.defend: Story.defends,
    surface_conflict.conquer: Story.conquers,
    surface_conflict.settle_surface: Story.settles_surface,
    count_income.proceed_count_income: Story.counts_income,
    count_income.pass_priority: Story.passes_priority,
    count_income.place_indicator: Story.runs_dry,
    count_income.end_game: Story.ends,
    trash.discard: Story.throws_away,
    draw.proceed_draw: None,
    utilities.play: Story.plays_utility,
    utilities.resolve_reactions: Story.cancels,
    utilities.take_effect: Story.takes_effect,
    utilities.finish_play: None,
    utilities.next_open_choice: Story.choices,
    utilities.choose_unit: Story.picks,
    utilities.search: Story.searches,
    utilities.put_down: None,
    utilities.replace: Story.replaces,
    flow.answer: Story.answers,
    piles.draw: Story.draws,
    piles.return_to_hand: Story.returns,
    piles.trash_openly: Story.trashed,
    units.place_unit: Story.arrives,
    units.trash_unit: Story.destroyed,
    units.change_controller: Story.changes_controller,
}
telling = Telling(flow.apply, LISTENERS)
