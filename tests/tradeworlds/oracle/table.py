"""What lies on the table of TradeWorlds, for the oracle: players, ships, credits, decks, and chance.

Below: cards.py. Above: combat.py. Piles of cards are lists of names; nothing here asks anybody anything.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.tradeworlds.oracle.cards import ATTACK, BASE, DEFEND, FACTIONS, PILES, PLACES, Box

Choices = dict[str, Callable[[], None]]  # what may be done, and what it does
Spot = tuple[int, int]  # a ship: its owner's seat, its place in the lane 0 .. 3


class Chance(Protocol):
    """What decides all that is drawn (TW-H6)."""

    def below(self, n: int) -> int:
        """Return one of 0 .. n - 1."""


class Dice:
    """Chance as it should be."""

    def __init__(self, seed: Any) -> None:
        self.random = random.Random(str(seed))

    def below(self, n: int) -> int:
        return self.random.randrange(n)


@dataclass
class Ship:
    """A configured Starship."""

    starship: str
    weapons: list[str]
    crew: str
    token: str | None = None

    @property
    def cards(self) -> list[str]:
        return [self.starship, *self.weapons, self.crew]


@dataclass
class Player:
    """What one player has."""

    faction: str
    treasury: int = 0
    homeworld: int = 18
    level: int = 0
    alive: bool = True
    used_up: bool = False  # is the next turn (TW-R1.5)?
    hand: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)  # of the hand (TW-H4)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    tops: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(PILES))
    piles: dict[str, list[str]] = field(default_factory=lambda: {pile: [] for pile in PILES})  # under the tops
    lane: list[Ship | None] = field(default_factory=lambda: [None] * PLACES)
    gone: list[str] = field(default_factory=list)  # tokens out of the game (TW-M6)

    @property
    def places(self) -> list[int]:
        """Where there are ships."""
        return [place for place in range(PLACES) if self.lane[place]]

    @property
    def tokens(self) -> list[str]:
        """The tokens on ships."""
        return [ship.token for ship in self.lane if ship and ship.token]


@dataclass
class Cancel:
    """A Tactic that was played and may be cancelled."""

    card: str
    by: int
    left: list[int]  # who is still to be asked
    back: str  # the point where it was played


@dataclass
class Battle:
    """A battle or a strike that is under way. Pairs are of the attacking and the defending side."""

    attackers: list[Spot]
    defenders: list[Spot]
    strike: bool = False
    alien: int = 0  # the Firepower that The Derelict rolled
    dice: dict[str, int] = field(default_factory=dict)
    bonus: dict[str, int] = field(default_factory=lambda: {ATTACK: 0, DEFEND: 0})
    firepower: dict[str, int] = field(default_factory=lambda: {ATTACK: 0, DEFEND: 0})
    resistance: dict[str, int] = field(default_factory=lambda: {ATTACK: 0, DEFEND: 0})  # or shields
    used: list[int] = field(default_factory=list)  # who has used a token
    turn: int = 0  # in the window
    passes: int = 0
    eliminated: list[tuple[int, str]] = field(default_factory=list)
    winner: str = ""  # the side that strikes home
    left: int = 0  # Firepower not yet used up
    doomed: list[Spot] = field(default_factory=list)
    destroyed: int = 0


@dataclass
class Attack:
    """An attack. A seat of None is The Derelict's."""

    leader: int | None
    target: int | None
    allies: list[int] = field(default_factory=list)
    unused: list[Spot] = field(default_factory=list)
    group: list[Spot] = field(default_factory=list)
    firepower: int = 0  # of Tactics, for the next battle or strike
    busy: list[int] = field(default_factory=list)
    battle: Battle | None = None

    @property
    def attackers(self) -> list[int]:
        """The players of the attacking side, leader first."""
        return [seat for seat in (self.leader, *self.allies) if seat is not None]

    @property
    def defenders(self) -> list[int]:
        return [] if self.target is None else [self.target]

    @property
    def everybody(self) -> list[int]:
        """Who is asked in windows, in order."""
        return self.attackers + self.defenders

    def side(self, seat: int) -> str:
        return DEFEND if seat == self.target else ATTACK

    def against(self, side: str) -> list[int]:
        """The players of the side opposed to this one."""
        return self.defenders if side == ATTACK else self.attackers


class Table:
    """Players, cards, credits."""

    def __init__(
        self,
        chance: Chance,
        scenario: str = "Trade Wars",
        players: int = 2,
        box: Box = BASE,
        reinforcements: bool = False,
        eliminated_tokens: str = "returned",
        finish_round: bool = False,
        levelled_factions: bool = False,
        max_rounds: int = 100,
        ask: str = "needed",
    ) -> None:
        self.chance, self.scenario = chance, scenario
        self.box = box.levelled() if levelled_factions else box
        self.reinforcements, self.finish_round = reinforcements, finish_round
        self.eliminated_tokens = eliminated_tokens
        self.max_rounds, self.ask_mode = max_rounds, ask
        self.players = [Player(FACTIONS[seat], homeworld=box.homeworld) for seat in range(players)]
        self.starter = self.turn = self.asked = 0
        self.round = 1
        self.critical_mass = 1
        self.point = "role"
        self.winner: int | None = None
        self.result: str | None = None  # "won", "lost" (alone), "truncated"

    def copy(self) -> Any:
        """Return a game that can be played on without this one."""
        again = copy.copy(self)
        for name, value in vars(self).items():
            if name not in ("chance", "box"):
                setattr(again, name, copy.deepcopy(value))
        return again

    @property
    def is_over(self) -> bool:
        return self.point == "over"

    @property
    def alone(self) -> bool:
        """Is this The Derelict?"""
        return len(self.players) == 1

    def clockwise(self, seat: int) -> list[int]:
        """Return the other living players, from the next one on."""
        seats = [(seat + step) % len(self.players) for step in range(1, len(self.players))]
        return [other for other in seats if self.players[other].alive]

    def in_order(self, seat: int, seats: list[int]) -> list[int]:
        """Return seats clockwise, beginning with `seat` if it is among them."""
        return sorted(seats, key=lambda other: (other - seat) % len(self.players))

    def all_ships(self) -> list[Spot]:
        return [(seat, place) for seat, player in enumerate(self.players) for place in player.places]

    def named(self, spot: Spot, seat: int) -> str:
        """Return a ship as `seat` says it."""
        owner, place = spot
        return f"lane {place + 1}" if owner == seat else f"lane {place + 1} of player_{owner}"

    # ── Ships ────────────────────────────────────────────────────────────────────────────────

    def ship(self, spot: Spot) -> Ship:
        ship = self.players[spot[0]].lane[spot[1]]
        assert ship is not None
        return ship

    def firepower(self, ship: Ship) -> int:
        return sum(self.box[weapon].value for weapon in ship.weapons)

    def room(self, ship: Ship) -> int:
        """Return how much of the Capacity is free (TW-0.2)."""
        return self.box[ship.starship].value - self.firepower(ship) - self.box[ship.crew].value

    def resistance(self, spot: Spot) -> int:
        return self.box[self.ship(spot).crew].value

    def power(self, spots: list[Spot]) -> int:
        """Return the Firepower of some ships together."""
        return sum(self.firepower(self.ship(spot)) for spot in spots)

    # ── Cards ────────────────────────────────────────────────────────────────────────────────

    def take(self, cards: list[str]) -> str:
        """Take a random card out of a pile without order."""
        name = self.box.sort(cards)[self.chance.below(len(cards))]
        cards.remove(name)
        return name

    def leave_hand(self, seat: int, name: str, into: list[str] | None = None) -> None:
        """Take a card out of a hand, openly, and put it on the discard pile or elsewhere (TW-H4)."""
        player = self.players[seat]
        player.hand.remove(name)
        (player.discard if into is None else into).append(name)
        if name in player.known:
            player.known.remove(name)

    def return_to_hand(self, seat: int, name: str) -> None:
        """Put a card that everybody sees into a hand (TW-H4)."""
        self.players[seat].hand.append(name)
        self.players[seat].known.append(name)

    def draw(self, seat: int, count: int) -> None:
        """Draw cards (TW-2.5)."""
        player = self.players[seat]
        for _ in range(count):
            if not player.deck:
                if not player.discard:
                    return
                player.deck, player.discard = player.discard, []
                player.known = list(player.hand)
            player.hand.append(self.take(player.deck))

    def turn_up(self, seat: int, pile: str) -> None:
        """Turn up the next card of a pile, if there is one."""
        player = self.players[seat]
        player.tops[pile] = self.take(player.piles[pile]) if player.piles[pile] else None

    def could_hold(self, seat: int, window: str, side: str) -> bool:
        """Could a player hold a card for a window, by what everybody knows?"""
        player = self.players[seat]
        unknown = Counter(player.hand) - Counter(player.known)
        kinds = set(player.known)
        if unknown:
            kinds |= set(unknown) | set(player.deck)
        return any(self.box[name].fits(window, side) for name in kinds)

    # ── Credits ──────────────────────────────────────────────────────────────────────────────

    def level_of(self, seat: int) -> int:
        """Return the unlock level that a Treasury reaches (TW-U1)."""
        player = self.players[seat]
        steps = self.box.unlock[self.scenario]
        if player.faction == "Brethren":
            steps = tuple(step - less for step, less in zip(steps, self.box.discount, strict=True))
        return sum(player.treasury >= step for step in steps)

    def credit(self, seat: int, credits: int) -> None:
        """Credit a player, who may win by it (TW-U3, TW-E2)."""
        player = self.players[seat]
        player.treasury += credits
        player.level = max(player.level, self.level_of(seat))
        if self.scenario == "Trade Wars" and player.treasury >= self.box.goal and not self.finish_round:
            self.finish("won", seat)

    def finish(self, result: str, winner: int | None = None) -> None:
        if not self.is_over:
            self.point, self.result, self.winner = "over", result, winner
            for player in self.players:
                player.used_up = False

    def destroy(self, spot: Spot, into_hand: bool = False) -> None:
        """Take a ship out of the lane: its cards go where they belong (TW-C7, TW-T7)."""
        seat, place = spot
        player, ship = self.players[seat], self.ship(spot)
        player.lane[place] = None
        for name in ship.cards:
            pile = self.box[name].pile
            kept = (player.faction, pile) in (("Covenant", "weapon"), ("Destined", "crew"))
            if into_hand or kept:
                self.return_to_hand(seat, name)
            else:
                player.discard.append(name)

    def eliminate(self, seat: int) -> None:
        """Take a player out of the game (TW-E1, TW-E3)."""
        player = self.players[seat]
        gone = Player(
            player.faction, treasury=player.treasury, homeworld=player.homeworld, level=player.level, alive=False
        )
        self.players[seat] = gone
        left = [other for other in range(len(self.players)) if self.players[other].alive]
        if not left:
            self.finish("lost")
        elif len(left) == 1:
            self.finish("won", left[0])
