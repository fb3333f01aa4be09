"""What happens in Star Realms, told while the rules carry it out, with the numbers of data/rules.md.

Below: rules/, words.py. Above: game.py. `LISTENERS` at the end has a line for each rule that is listened to; what each
has to say stands above it, in the order of a turn. Cards that are drawn are named to those who know them (SR-13.5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

from ow_env.cards.tallies import NO_CARD
from ow_env.compiled.jit import Actions
from ow_env.core.events import HAPPENING, RESULT, STEP, TURN, Event, Listener, Narrator, Telling
from ow_env.core.rng import Rng
from ow_env.drawing.parts import FULL, viewer_of
from ow_env.star_realms import state as at
from ow_env.star_realms.cards import ALLY, NEXT_SHIP_ON_TOP, WITH_TWO_BASES_DRAW, Branch, Catalogue, Word
from ow_env.star_realms.rules import abilities, combat, draw, effects, flow, playing, row, scrapping, turn
from ow_env.star_realms.state import TERMINATED, TRUNCATED, Game, Player, Tables
from ow_env.star_realms.words import GAINS

Told: TypeAlias = Generator[None, Any, None]

DECLINED = {  # what a player does not do who passes at a point, and where that stands; elsewhere a card is not scrapped
    at.DESTROY: ("destroys", "SR-4.5"),
    at.CYCLE: ("discards", "SR-10.7"),
    at.TRIM: ("scraps", "SR-10.8"),
}


class Story(Narrator):
    """Tells one viewer of one decision in one game."""

    def __init__(self, catalogue: Catalogue, t: Tables, g: Game, view: str, agents: Sequence[str]) -> None:
        super().__init__()
        self.catalogue, self.t, self.g = catalogue, t, g
        self.agents = tuple(agents)
        self.sees_all, self.viewer = view == FULL, viewer_of(view, agents)
        self.gained: dict[Word, int] = {}  # by parts of an ability, not told of yet
        self.drawn: list[int] = []  # not told of yet
        self.known: Counter[int] = Counter()  # cards of the hand, before they were drawn

    # Names

    @property
    def who(self) -> str:
        """The player whose turn it is."""
        return self.agents[int(self.g.active)]

    @property
    def other(self) -> str:
        """The opponent."""
        return self.agents[1 - int(self.g.active)]

    def knows(self) -> bool:
        """Does the viewer know the hand of the player whose turn it is?"""
        return self.sees_all or self.viewer == self.g.active

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.catalogue.cards[card].name

    def in_play(self, card: int) -> str:
        """Return the name of a card in play, and what it is a copy of: "Stealth Needle as Ram"."""
        copied = int(self.g.copied[card])
        return f"{self.name(card)} as {self.name(copied - 1)}" if copied else self.name(card)

    def listed(self, cards: Counter[int]) -> str:
        """Return cards as a sentence lists them, in the order of the catalogue."""
        counts = sorted(cards.items())
        return ", ".join(f"{count}x {self.name(card)}" if count > 1 else self.name(card) for card, count in counts)

    def alone(self, seen: bool = True) -> str:
        """Return what is added where the rules choose because only one choice is possible (SR-2.6).

        Args:
            seen: what can be chosen lies open; if not, only who knows the hand is told.
        """
        forced = self.within("take_forced_steps") and (seen or self.knows())
        return ", as nothing else is possible" if forced else ""

    # What is told

    def add(self, level: int, kind: str, text: str, rule: str, **data: Any) -> None:
        """Add what the player whose turn it is does, or what comes of it; gains that were waiting go first."""
        self.tell_gains()
        self.events.append(Event(kind, text, rule, level, int(self.g.active), data))

    def does(self, kind: str, text: str, rule: str, **data: Any) -> None:
        """Add what the player does."""
        self.add(HAPPENING, kind, text, rule, **data)

    def comes(self, kind: str, text: str, rule: str, **data: Any) -> None:
        """Add what comes of it."""
        self.add(RESULT, kind, text, rule, **data)

    def tell_gains(self) -> None:
        """Tell what the parts of an ability have given, together."""
        gained, self.gained = self.gained, {}
        if gained:
            self.comes("gain", f"{self.who} gains {self.amounts(gained)}", "SR-4.6", **data_of(gained))

    def amounts(self, gained: dict[Word, int]) -> str:
        """Return what is gained, and how much there is of it now: "2 Trade, now 5, and 4 Authority, now 54"."""
        me = self.g.players[self.g.active]
        now = {Word.TRADE: self.g.trade, Word.COMBAT: self.g.combat, Word.AUTHORITY: me.authority}
        told = [f"{number} {GAINS[word][0]}, now {int(now[word])}" for word, number in gained.items()]
        return ", and ".join(told)

    def is_done(self, g: Game, t: Tables, rng: Rng, actions: Actions) -> Told:
        """A decision is carried out: nothing waits any longer."""
        yield
        self.tell_gains()

    # The turn

    def turn_begins(self, g: Game, t: Tables) -> None:
        """Another turn."""
        self.head("turn", f"Turn {int(g.turn)}: {self.who}", TURN, turn=int(g.turn))
        if g.players[g.active].owed:
            self.head("step", "Discards owed", STEP)

    def discards_owed(self, g: Game, t: Tables, card: int) -> None:
        """A card is discarded at the start of the turn."""
        what = f"{self.who} discards {self.name(card)}, as owed{self.alone(seen=False)}"
        self.does("discard", what, "SR-8.2", card=card)

    def main_phase(self, g: Game, t: Tables) -> None:
        """The Main Phase begins."""
        self.head("step", "Main Phase", STEP)

    def turn_ends(self, g: Game, t: Tables, rng: Rng) -> Told:
        """Pools are lost, ships and hand discarded, cards drawn."""
        me = g.players[g.active]
        alone = self.alone()
        self.does("end turn", f"{self.who} ends the turn{alone}", "SR-2.6" if alone else "SR-2.7")
        unspent = [f"{int(g[name])} {name.capitalize()}" for name in ("trade", "combat") if g[name]]
        if unspent:
            self.comes("unspent", f"{' and '.join(unspent)} {'are' if len(unspent) > 1 else 'is'} lost", "SR-2.7")
        ships = Counter({card: n for card, n in counts(me.in_play).items() if not self.catalogue.cards[card].is_base})
        hand = counts(me.hand)
        for kind, cards, whose in (("ships", ships, "ships"), ("unplayed", hand, "unplayed cards")):
            if cards:
                what = f"{self.who} discards the {whose} {self.listed(cards)}"
                self.comes(kind, what, "SR-2.7", cards=list(cards.elements()))
        yield
        if g.ending == TRUNCATED:
            self.tell("end", f"The game is stopped after turn {int(g.turn)}, nobody has won", "SR-11.2")

    # Playing cards

    def plays(self, g: Game, t: Tables, card: int, branch: int, rng: Rng) -> Told:
        """A card is played."""
        kind = self.catalogue.cards[card]
        which = f": {kind.primary[branch].name}" if not kind.is_base and len(kind.primary) > 1 else ""
        self.does("play", f"{self.who} plays {kind.name}{which}", "SR-3.1", card=card)
        yield
        if kind.copier and not g.ability:
            self.comes("copy", f"there is no ship that {kind.name} could copy", "SR-10.1", card=card)

    def pays_for_ship(self, g: Game, t: Tables) -> Told:
        """Bases give Combat for a ship."""
        before = int(g.combat)
        paying = Counter(
            {c: n for c, n in counts(g.players[g.active].in_play).items() if self.catalogue.cards[c].combat_per_ship}
        )
        yield
        if paying:
            gained = {Word.COMBAT: int(g.combat) - before}
            what = f"{self.who} gains {self.amounts(gained)}, by {self.listed(paying)}"
            self.comes("gain", what, "SR-10.3", **data_of(gained))

    def triggers(self, g: Game, t: Tables) -> Told:
        """Ally abilities are triggered; of those that are taken by themselves the gain is told."""
        before = int(g.triggered)
        yield
        for card in self.catalogue.cards:
            if (int(g.triggered) & ~before) >> card.id & 1 and not self.ally_of(card.id).gains_only:
                what = f"the ally ability of {self.in_play(card.id)} is triggered"
                self.arises("triggered", what, "SR-5.1", card=card.id)

    def gains(self, g: Game, t: Tables, ability: int, times: int) -> Told:
        """A card in play gives what it gives by itself."""
        line = t.lists[ability]
        card = self.giving(int(line.card))
        yield
        gained = {word: times * int(line[word.name.lower()]) for word in GAINS if line[word.name.lower()]}
        copies = f"{times}x " if times > 1 else ""
        source = "the ally ability of " * bool(line.ability == ALLY) + copies + self.in_play(card)
        self.arises("gain", f"{self.who} gains {self.amounts(gained)}, by {source}", "SR-2.5", **data_of(gained))

    def arises(self, kind: str, text: str, rule: str, **data: Any) -> None:
        """Add what happens by itself: as the Main Phase begins, or as a card enters play."""
        self.add(RESULT if self.within("play", "become_copy") else HAPPENING, kind, text, rule, **data)

    def giving(self, kind: int) -> int:
        """Return which card in play gives what is printed on this kind: itself, or one that copies it (SR-10.1).

        Those that have not yet given it give in the order of the catalogue; a base gives its primary before its ally.
        """
        g = self.g
        copies = g.players[g.active].in_play.copies
        able = (c.id for c in self.catalogue.cards if c.id == kind or int(g.copied[c.id]) == kind + 1)
        return next(c for c in able if copies[c] > g.ally_used[c])

    def ally_of(self, card: int) -> Branch:
        """Return the ally ability of a card in play."""
        copied = int(self.g.copied[card])
        return self.catalogue.cards[copied - 1 if copied else card].ally[0]

    def becomes_copy(self, g: Game, t: Tables, copier: int, ship: int, branch: int, rng: Rng) -> None:
        """A ship is copied."""
        kind = self.catalogue.cards[ship]
        which = f": {kind.primary[branch].name}" if len(kind.primary) > 1 else ""
        what = f"{self.name(copier)} becomes a copy of {kind.name}{which}{self.alone()}"
        self.comes("copy", what, "SR-10.1", card=copier, copied=ship)

    # Abilities

    def uses_base(self, g: Game, t: Tables, base: int, branch: int, rng: Rng) -> None:
        """The primary of a base is used."""
        name = self.catalogue.cards[base].primary[branch].name
        which = f": {name}" if name else ""
        self.does("use", f"{self.who} uses {self.name(base)}{which}", "SR-4.1", card=base)

    def uses_ally(self, g: Game, t: Tables, card: int, rng: Rng) -> None:
        """A triggered ally ability is used."""
        what = f"{self.who} uses the ally ability of {self.in_play(card)}"
        self.does("ally", what, "SR-5.2", card=card)

    def uses_scrap(self, g: Game, t: Tables, card: int, rng: Rng) -> None:
        """A card in play is scrapped for its ability."""
        what = f"{self.who} scraps {self.in_play(card)} for its scrap ability"
        self.does("scrap", what, "SR-6.1", card=card)

    def carries_out(self, g: Game, t: Tables, word: int, number: int, rng: Rng) -> Told:
        """A part of an ability is carried out."""
        if word in GAINS:
            self.gained[Word(word)] = self.gained.get(Word(word), 0) + number
            return
        yield
        if word == NEXT_SHIP_ON_TOP:
            many = int(g.permissions)
            ships = f"{many} ships" if many > 1 else "ship"
            self.comes("permission", f"{self.who} may put the next {ships} bought on top of the deck", "SR-10.5")
        elif word == WITH_TWO_BASES_DRAW and not self.has_two_bases():
            self.comes("nothing", f"{self.who} has fewer than two bases in play and draws nothing", "SR-10.4")

    def has_two_bases(self) -> bool:
        """Has the player two bases in play, or more?"""
        in_play = counts(self.g.players[self.g.active].in_play)
        return sum(n for card, n in in_play.items() if self.catalogue.cards[card].is_base) > 1

    def demands(self, g: Game, cards: int) -> Told:
        """The opponent owes discards."""
        other = g.players[1 - g.active]
        before = int(other.owed)
        yield
        more, owed = int(other.owed) - before, int(other.owed)
        what = f"{self.other} owes {owed} {plural('discard', owed)}"
        lapsed = "" if more == cards else ", not more: that is the whole hand" if owed else ": the hand is empty"
        self.comes("owed", what + lapsed, "SR-8.1" if more == cards else "SR-8.3", owed=owed)

    def chosen(self, g: Game, t: Tables, chosen: bool, rng: Rng) -> None:
        """A choice is declined, or no more is chosen."""
        if not chosen:
            does, rule = DECLINED.get(int(g.point), ("scraps", "SR-4.5"))
            self.comes("pass", f"{self.who} {does} {'no more' if g.done else 'nothing'}", rule)

    # Scrapping, destroying, discarding

    def scraps_from_hand(self, g: Game, t: Tables, card: int) -> None:
        """A card of the hand is scrapped."""
        what = f"{self.who} scraps {self.name(card)} from hand{self.alone(seen=False)}"
        self.comes("scrap", what, "SR-6.3", card=card)

    def scraps_from_discard(self, g: Game, t: Tables, card: int) -> None:
        """A card of the discard pile is scrapped."""
        what = f"{self.who} scraps {self.name(card)} from the discard pile{self.alone()}"
        self.comes("scrap", what, "SR-6.3", card=card)

    def scraps_from_row(self, g: Game, t: Tables, card: int, rng: Rng) -> None:
        """A card of the Trade Row is scrapped."""
        what = f"{self.who} scraps {self.name(card)} from the Trade Row{self.alone()}"
        self.comes("scrap", what, "SR-6.4", card=card)

    def goes_to_scrap(self, g: Game, t: Tables, card: int) -> Told:
        """An Explorer goes back to its pile."""
        yield
        if card == t.explorer:
            left = int(g.explorers)
            self.comes("returned", f"the {self.name(card)} goes back to its pile: {left}", "SR-0.5", card=card)

    def destroys(self, g: Game, base: int) -> None:
        """A base is destroyed by an ability. Of an attack its own rule tells."""
        if not self.within("attack_base"):
            what = f"{self.who} destroys {self.other}'s {self.name(base)}{self.alone()}"
            self.comes("destroyed", what, "SR-7.5", card=base)

    def cycles(self, g: Game, card: int) -> None:
        """A card is discarded, to draw another."""
        self.comes("discard", f"{self.who} discards {self.name(card)}", "SR-10.7", card=card)

    # Attacks

    def attacks_base(self, g: Game, t: Tables, base: int) -> None:
        """A base is attacked, and falls."""
        defense = self.catalogue.cards[base].defense
        what = f"{self.who} attacks {self.other}'s {self.name(base)} with {defense} Combat: it is destroyed"
        self.does("attack", what, "SR-7.1", card=base)

    def attacks_opponent(self, g: Game) -> Told:
        """The opponent is attacked."""
        spent = int(g.combat)
        yield
        left = int(g.players[1 - g.active].authority)
        what = f"{self.who} attacks {self.other} with {spent} Combat: Authority {left}"
        self.does("attack", what, "SR-7.2", combat=spent, authority=left)
        if g.ending == TERMINATED:
            self.tell("end", f"{self.who} wins: {self.other} has no Authority left", "SR-11.1", int(g.active))

    # Buying, the Trade Row

    def buys(self, g: Game, t: Tables, card: int, on_top: bool, rng: Rng) -> Told:
        """A card is bought."""
        kind, permitted = self.catalogue.cards[card], int(g.permissions)
        what = f"{self.who} buys {kind.name} for {kind.cost} Trade"
        what, rule = (f"{what}, on top of the deck", "SR-10.5") if on_top else (what, "SR-9.1")
        self.does("buy", what, rule, card=card, on_top=bool(on_top))
        yield
        if g.permissions < permitted and not on_top:
            self.comes("permission", f"{self.who} did not put the ship on top, though permitted", "SR-10.5")

    def acquires(self, g: Game, t: Tables, ship: int, rng: Rng) -> None:
        """A ship is taken to the top of the deck."""
        what = f"{self.who} acquires {self.name(ship)}, on top of the deck{self.alone()}"
        self.comes("acquire", what, "SR-10.6", card=ship)

    def deals_to_row(self, g: Game, rng: Rng) -> Told:
        """The Trade Row is filled up."""
        card = yield
        if card == NO_CARD:
            left = int(g.row.count)
            what = f"the Trade Deck is empty: the Trade Row has {left} {plural('card', left)}"
            self.comes("row", what, "SR-9.5")
        else:
            self.comes("row", f"{self.name(card)} comes into the Trade Row", "SR-9.5", card=int(card))

    # Drawing

    def draws(self, me: Player, cards: int, rng: Rng) -> Told:
        """Cards are drawn, one by one."""
        before = int(me.hand.count)
        self.known = counts(me.known)
        yield
        self.tell_drawn(me)
        if int(me.hand.count) - before < cards:
            self.comes("exhausted", f"{self.who} has no more cards to draw", "SR-9.4")

    def draws_card(self, me: Player, rng: Rng) -> Told:
        """One card is drawn, if need be from the shuffled discard pile."""
        if not me.deck.known and not me.deck.rest.count and me.discard.count:
            self.tell_drawn(me)
            size = int(me.discard.count)
            what = f"{self.who} shuffles the discard pile of {size} {plural('card', size)}: it is the new deck"
            self.comes("reshuffle", what, "SR-9.3", count=size)
        card = yield
        self.drawn += [int(card)] if card != NO_CARD else []

    def tell_drawn(self, me: Player) -> None:
        """Tell what was drawn, by name as far as the viewer knows it; and what else of the hand is known by now."""
        drawn, now = Counter(self.drawn), counts(me.known)
        newly, self.drawn, self.known = now - self.known, [], now
        named = drawn if self.knows() else drawn & newly
        number = drawn.total()
        if number:
            what = f"{self.who} draws {number} {plural('card', number)}"
            unseen = f" and {number - named.total()} unseen" if named.total() < number else ""
            what += f": {self.listed(named)}{unseen}" if named else ""
            self.comes("draw", what, "SR-9.3", count=number, cards=list(named.elements()))
        if not self.knows() and newly - named:
            what = f"the deck is empty: it is known that {self.who} holds {self.listed(newly - named)}"
            self.comes("known", what, "SR-13.5", cards=list((newly - named).elements()))


def counts(pile: Any) -> Counter[int]:
    """Return the cards of a tally."""
    return Counter({card: int(number) for card, number in enumerate(pile.copies) if number})


def plural(noun: str, number: int) -> str:
    """Return a noun as a number asks for it."""
    return noun if number == 1 else f"{noun}s"


def data_of(gained: dict[Word, int]) -> dict[str, int]:
    """Return gains as the data of an event."""
    return {word.name.lower(): number for word, number in gained.items()}


LISTENERS: dict[Any, Listener | None] = {
    flow.apply: Story.is_done,
    flow.take_forced_steps: None,
    flow.use_base: Story.uses_base,
    flow.use_ally: Story.uses_ally,
    flow.use_scrap: Story.uses_scrap,
    flow.cycle_card: Story.cycles,
    turn.begin_turn: Story.turn_begins,
    turn.discard_owed: Story.discards_owed,
    turn.begin_main_phase: Story.main_phase,
    turn.end_turn: Story.turn_ends,
    playing.play: Story.plays,
    playing.pay_for_ship: Story.pays_for_ship,
    playing.become_copy: Story.becomes_copy,
    playing.buy: Story.buys,
    playing.acquire_on_top: Story.acquires,
    abilities.trigger_allies: Story.triggers,
    abilities.gain: Story.gains,
    effects.carry_out: Story.carries_out,
    effects.opponent_discards: Story.demands,
    effects.after_choice: Story.chosen,
    scrapping.scrap_from_hand: Story.scraps_from_hand,
    scrapping.scrap_from_discard: Story.scraps_from_discard,
    scrapping.scrap_from_row: Story.scraps_from_row,
    scrapping.put_to_scrap: Story.goes_to_scrap,
    combat.destroy: Story.destroys,
    combat.attack_base: Story.attacks_base,
    combat.attack_opponent: Story.attacks_opponent,
    row.deal_to_row: Story.deals_to_row,
    draw.draw: Story.draws,
    draw.draw_card: Story.draws_card,
}
telling = Telling(flow.apply, LISTENERS)
