"""The oracle: These New Worlds once more, in plain Python, written from the numbered rules and not from the engine.

Below: cards.py. Above: positions.py (JSON), knowledge.py (what a seat is told), lockstep.py (the comparison). Sets are
lists of names; every legal action is kept together with what it does, so no name is ever taken apart.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any, Protocol

from tests.these_new_worlds.oracle.cards import BASE, COLOURS, NAMES_NOTHING, OWN_COLOUR, SAME_COLOUR, Box, Card

Choices = dict[str, Callable[[], None]]  # what may be done, and what it does
Deal = tuple[list[str], list[str]]  # the hands of both players

CARD, DOME, OVER = "card", "dome", "over"  # steps
WON, DRAW, NOBODY = "won", "draw", "nobody"  # results
COSTS_TO_PAY = 2


class Chance(Protocol):
    """What decides all that is drawn (TNW-11.1): the dealer, planets, dice for costs, hands, dice of combat."""

    def dealer(self) -> int: ...
    def planet(self, deck: list[str]) -> str: ...
    def cost(self, colour: str, sides: int) -> int: ...
    def deal(self, cards: list[str], each: int) -> Deal: ...
    def combat(self, colour: str, seat: int, sides: int) -> int: ...


class Dice:
    """Chance as it should be."""

    def __init__(self, seed: Any) -> None:
        self.random = random.Random(str(seed))

    def dealer(self) -> int:
        return self.random.randrange(2)

    def planet(self, deck: list[str]) -> str:
        return self.random.choice(deck)

    def cost(self, colour: str, sides: int) -> int:
        return self.random.randint(1, sides)

    def deal(self, cards: list[str], each: int) -> Deal:
        dealt = self.random.sample(cards, 2 * each)
        return dealt[:each], dealt[each:]

    def combat(self, colour: str, seat: int, sides: int) -> int:
        return self.random.randint(1, sides)


def nothing_of_each() -> dict[str, int]:
    """Return no tokens."""
    return dict.fromkeys(COLOURS, 0)


@dataclass
class Player:
    """What one player has."""

    hand: list[str] = field(default_factory=list)
    not_held: list[str] = field(default_factory=list)  # cards that everybody knows this player can't hold (TNW-9.3)
    played: list[str] = field(default_factory=list)
    tokens: dict[str, int] = field(default_factory=nothing_of_each)
    paid: dict[str, int] = field(default_factory=nothing_of_each)
    dome: bool = False
    planets: list[str] = field(default_factory=list)  # colonized; the Homeworld is no name (TNW-0.3)


class Oracle:
    """One game. Made by ``Oracle.new`` or ``positions.read``."""

    def __init__(
        self,
        chance: Chance,
        box: Box = BASE,
        rounds: int = 6,
        hand: int = 8,
        ask: str = "needed",
        nobody: str = "draw",
    ) -> None:
        self.chance, self.box = chance, box
        self.rounds, self.hand, self.ask, self.nobody = rounds, hand, ask, nobody
        self.round, self.dealer, self.active = 1, 0, 1
        self.contested: str | None = None
        self.costs = nothing_of_each()
        self.collective: list[str] = []
        self.deck = list(box.planets)
        self.players = [Player(), Player()]
        self.set_aside: list[str] = []
        self.top: str | None = None
        self.step = CARD
        self.has_played = False  # this turn
        self.passed = False  # was the turn before passed?
        self.result: str | None = None
        self.winner: int | None = None
        self.asked_last: list[str] = []  # what was carried out without asking since the last decision

    @classmethod
    def new(cls, chance: Chance, first_dealer: int | None = None, **options: Any) -> Oracle:
        """Set up a game and go to its first decision (TNW-1)."""
        game = cls(chance, **options)
        game.dealer = chance.dealer() if first_dealer is None else first_dealer
        for _ in range(game.box.collective_start):
            game.collective.append(game.turn_up())
        game.open_round()
        game.settle()
        return game

    def copy(self) -> Oracle:
        """Return a game that can be played on without this one."""
        again = copy.copy(self)
        again.players = copy.deepcopy(self.players)
        for name in ("costs", "collective", "deck", "set_aside"):
            setattr(again, name, copy.copy(getattr(self, name)))
        return again

    # ── What everybody asks ──────────────────────────────────────────────────────────────────

    @property
    def is_over(self) -> bool:
        return self.step == OVER

    @property
    def to_act(self) -> list[int]:
        """Who is asked: the player whose turn it is (TNW-10.2)."""
        return [] if self.is_over else [self.active]

    @property
    def scores(self) -> list[int]:
        """What the game was worth to each (TNW-8.2, 8.5)."""
        if self.result == WON:
            return [1 if seat == self.winner else -1 for seat in range(2)]
        return [-1, -1] if self.result == NOBODY and self.nobody == "loss" else [0, 0]

    @property
    def me(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.active]

    @property
    def other(self) -> Player:
        return self.players[1 - self.active]

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the names of what a seat may do now; None: the one who is asked (TNW-12.1)."""
        if self.is_over or seat not in (None, self.active):
            return ["pass"]
        return sorted(self.choices())

    def play(self, name: str) -> None:
        """Take an action and go on to the next decision."""
        self.asked_last = []
        self.choices()[name]()
        self.settle()

    def settle(self) -> None:
        """Carry out card steps with a single legal action, unless these are asked too (TNW-10.5)."""
        while not self.is_over and self.step == CARD and self.ask == "needed":
            choices = self.choices()
            if len(choices) > 1:
                return
            [(name, take)] = choices.items()
            self.asked_last.append(name)
            take()

    # ── A round (TNW-2) ──────────────────────────────────────────────────────────────────────

    def turn_up(self) -> str:
        planet = self.chance.planet(list(self.deck))
        self.deck.remove(planet)
        return planet

    def open_round(self) -> None:
        self.contested = self.turn_up()
        self.costs = {colour: self.chance.cost(colour, self.box.sides) for colour in COLOURS}
        cards = [card.name for card in self.box.cards]
        hands = self.chance.deal(cards, self.hand)
        for player, hand in zip(self.players, hands, strict=True):
            assert len(hand) == self.hand
            player.hand = list(hand)
            for card in hand:
                cards.remove(card)
        self.set_aside = cards
        self.top = None
        self.active = 1 - self.dealer
        self.passed = False
        self.begin_turn()

    def begin_turn(self) -> None:
        """Go to the card step, or with an empty hand past it (TNW-3.1, 3.9)."""
        self.has_played = False
        self.step = CARD
        if not self.me.hand:
            self.begin_dome_step()

    def begin_dome_step(self) -> None:
        """Go to the dome step, or past it (TNW-5.6)."""
        self.step = DOME
        if self.me.dome or not self.payable():
            self.end_turn(colonized=False)

    def end_turn(self, colonized: bool) -> None:
        """End the turn; with two passed ones in a row the card phase is over (TNW-3.8)."""
        passed = not self.has_played and not colonized
        if passed and self.passed:
            self.end_phase()
        else:
            self.passed = passed
            self.active = 1 - self.active
            self.begin_turn()

    # ── What may be done (TNW-10.2) ──────────────────────────────────────────────────────────

    def choices(self) -> Choices:
        """Return what the player whose turn it is may do."""
        if self.step == DOME:
            domes: Choices = {
                f"colonize with {one} and {two}": partial(self.colonize, one, two) for one, two in self.payable()
            }
            return domes | {"pass": partial(self.end_turn, False)}
        can: Choices = {}
        for name in self.me.hand:
            can |= self.plays(self.box.card(name))
        if not any(self.is_playable(self.box.card(name), self.me) for name in self.me.hand):
            can["pass"] = self.pass_card_step
        return can

    def plays(self, card: Card) -> Choices:
        """Return the ways to play a card of the hand."""
        if not card.is_wild:
            return {f"play {card.name}": partial(self.put_down, card)} if self.is_playable(card, self.me) else {}
        [award] = card.awards
        if award == "collective any":
            colours = [colour for colour in COLOURS if self.in_collective(colour)]
        else:
            colours = [colour for colour in COLOURS if self.other.tokens[colour]] or [NAMES_NOTHING]
        return {f"play {card.name} for {colour}": partial(self.put_down, card, colour) for colour in colours}

    def is_playable(self, card: Card, player: Player) -> bool:
        """May a player who holds this card play it, and so must, wilds apart (TNW-3.2, 3.3, 3.6)?"""
        if card.is_wild:
            return False
        if self.top is None:
            return True
        top = self.box.card(self.top)
        if card.value > top.value:
            return True
        if SAME_COLOUR in card.extras and top.colour == card.colour:
            return True
        return OWN_COLOUR in card.extras and self.owned(player, card.colour) > 0

    def payable(self) -> list[tuple[str, str]]:
        """Return the pairs of colours that can be paid in full (TNW-5.3)."""
        enough = [colour for colour in COLOURS if self.me.tokens[colour] >= self.costs[colour]]
        return list(combinations(enough, COSTS_TO_PAY))

    def owned(self, player: Player, colour: str) -> int:
        """Count a player's planets of a colour, Homeworld excluded."""
        return sum(self.box.planets[name] == colour for name in player.planets)

    def in_collective(self, colour: str) -> int:
        return sum(self.box.planets[name] == colour for name in self.collective)

    # ── What is done ─────────────────────────────────────────────────────────────────────────

    def put_down(self, card: Card, named: str | None = None) -> None:
        """Play a card and take its award (TNW-3.5, 4.1)."""
        self.me.hand.remove(card.name)
        self.me.played.append(card.name)
        self.top = card.name
        for player in self.players:
            if card.name in player.not_held:
                player.not_held.remove(card.name)
        for award in card.awards:
            self.take_award(card.colour, award, named)
        self.has_played = True
        self.begin_dome_step()

    def take_award(self, colour: str, award: str, named: str | None) -> None:
        """Carry out one award word (TNW-4)."""
        word, _, number = award.partition(":")
        if word == "collect":
            self.me.tokens[colour] += int(number)
        elif word == "empire":
            self.me.tokens[colour] += 1 + self.owned(self.me, colour)
        elif word == "collective":
            self.me.tokens[colour] += self.in_collective(colour)
        elif word == "collective any":
            assert named is not None
            self.me.tokens[named] += self.in_collective(named)
        elif word == "steal":
            assert named is not None
            if named != NAMES_NOTHING:
                taken = min(int(number), self.other.tokens[named])
                self.other.tokens[named] -= taken
                self.me.tokens[named] += taken
        else:
            raise ValueError(award)

    def pass_card_step(self) -> None:
        """Play no card: that proves that none could be played but wilds (TNW-9.3)."""
        discarded = self.players[0].played + self.players[1].played
        for card in self.box.cards:
            if self.is_playable(card, self.me) and card.name not in discarded and card.name not in self.me.not_held:
                self.me.not_held.append(card.name)
        self.begin_dome_step()

    def colonize(self, *colours: str) -> None:
        """Pay two costs and place the dome (TNW-5)."""
        for colour in colours:
            self.me.tokens[colour] -= self.costs[colour]
            self.me.paid[colour] += self.costs[colour]
        self.me.dome = True
        self.end_turn(colonized=True)

    # ── The end of the card phase (TNW-6, 7) ─────────────────────────────────────────────────

    def end_phase(self) -> None:
        assert self.contested is not None
        domes = [seat for seat in range(2) if self.players[seat].dome]
        if len(domes) == 2:
            owner = self.fight()
        else:
            owner = domes[0] if domes else None
        (self.collective if owner is None else self.players[owner].planets).append(self.contested)
        self.contested = None
        self.clean_up()

    def fight(self) -> int | None:
        """Return who wins the combat; None: nobody (TNW-7)."""
        first = 1 - self.dealer
        dice = [0, 0]
        for colour in COLOURS:
            totals = [0, 0]
            for seat in (first, 1 - first):
                totals[seat] = self.chance.combat(colour, seat, self.box.sides) + self.players[seat].tokens[colour]
            for seat in range(2):
                dice[seat] += totals[seat] > totals[1 - seat]
        if dice[0] != dice[1]:
            return dice.index(max(dice))
        assert self.contested is not None
        owned = [self.owned(player, self.box.planets[self.contested]) for player in self.players]
        return None if owned[0] == owned[1] else owned.index(max(owned))

    def clean_up(self) -> None:
        """Put all back, and end the game or open the next round (TNW-8)."""
        for player in self.players:
            player.hand, player.not_held, player.played = [], [], []
            player.tokens, player.paid, player.dome = nothing_of_each(), nothing_of_each(), False
        self.set_aside, self.top = [], None
        self.costs, self.has_played, self.passed = nothing_of_each(), False, False
        self.dealer = 1 - self.dealer
        planets = [len(player.planets) for player in self.players]
        if len(self.collective) >= self.box.collective_limit:
            self.finish(NOBODY)
        elif self.round == self.rounds or max(planets) >= self.rounds // 2 + 1:
            if planets[0] == planets[1]:
                self.finish(DRAW)
            else:
                self.finish(WON, planets.index(max(planets)))
        else:
            self.round += 1
            self.open_round()

    def finish(self, result: str, winner: int | None = None) -> None:
        self.step, self.result, self.winner, self.active = OVER, result, winner, 0


def all_actions(box: Box = BASE) -> list[str]:
    """Return the names of all actions, in their order (TNW-10.4)."""
    names = ["pass", *(f"play {card.name}" for card in box.cards if not card.is_wild)]
    for card in box.cards:
        if card.is_wild:
            steals = card.awards[0].startswith("steal")
            names += [f"play {card.name} for {named}" for named in (*COLOURS, *[NAMES_NOTHING] * steals)]
    return names + [f"colonize with {one} and {two}" for one, two in combinations(COLOURS, COSTS_TO_PAY)]
