"""The oracle: TradeWorlds once more, in plain Python, written from the numbered rules and not from the engine.

Below: combat.py, table.py, cards.py. Above: positions.py (JSON), lockstep.py (the comparison). Every legal action is
kept together with what it does, so no name is ever taken apart.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.tradeworlds.oracle.cards import BASE, EXCHANGES, FACTIONS, PILES, PLACES, ROLES, Box
from tests.tradeworlds.oracle.combat import Combat
from tests.tradeworlds.oracle.table import Chance, Choices, Player, Ship

WINDOWS = ("cancel", "alert", "roll", "strike", "loss")  # where a player who is asked may always pass


class Oracle(Combat):
    """One game. Made by ``Oracle.new`` or ``positions.read``."""

    def __init__(self, chance: Chance, **options: Any) -> None:
        super().__init__(chance, **options)
        self.role: str | None = None
        self.refused = False  # was a joint attack refused this turn (TW-R1.4)?
        self.target: int | None = None  # of a joint attack to which others are invited
        self.invited: list[int] = []  # who is still to be asked
        self.allies: list[int] = []  # who has joined
        self.due: list[tuple[int, int]] = []  # who has to discard how many, in order
        self.to_all = False  # do all discard?
        self.count = 0  # cards banked, removed or exchanged so far
        self.banked = 0  # what the cards banked are worth
        self.shown: list[str] = []  # to the Smuggler
        self.replacing: tuple[int, str] | None = None  # place of the ship, the Weapon that comes
        self.rest: list[int] = []  # who has still to play Buy, Configure, Discard, the one who does first
        self.change = 0
        self.buying: str | None = None
        self.fitting: int | None = None  # place of the ship that may still get Weapons
        self.taken: list[str] = []  # what was done without asking since the last decision

    @classmethod
    def new(
        cls, chance: Chance, factions: list[str | None] | None = None, first: int | None = None, **options: Any
    ) -> Oracle:
        """Set up a game and go to its first decision (TW-1)."""
        game = cls(chance, **options)
        given = factions or [None] * len(game.players)
        left = [name for name in FACTIONS if name not in given]
        names = [name or left.pop(chance.below(len(left))) for name in given]
        game.starter = chance.below(len(names)) if first is None else first
        for seat, name in enumerate(names):
            game.players[seat] = game.new_player(name)
        for seat in range(len(names)):
            for pile in PILES:
                game.turn_up(seat, pile)
            game.draw(seat, game.box.hand)
        game.turn = game.starter
        game.begin_turn()
        game.settle()
        return game

    def new_player(self, faction: str) -> Player:
        player = Player(faction, homeworld=self.box.homeworld)
        for card in self.box.cards:
            player.deck += [card.name] * card.start
            player.piles[card.pile] += [card.name] * (card.copies - card.start)
        return player

    # ── What everybody asks ──────────────────────────────────────────────────────────────────

    @property
    def to_act(self) -> list[int]:
        return [] if self.is_over else [self.asked]

    @property
    def scores(self) -> list[int]:
        """What the game was worth to each."""
        if self.alone:
            return [{"won": 1, "lost": -1}.get(self.result or "", 0)]
        if self.result != "won":
            return [0] * len(self.players)
        return [1 if seat == self.winner else -1 for seat in range(len(self.players))]

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the names of what a seat may do now; None: the one who is asked."""
        if self.is_over or seat not in (None, self.asked):
            return ["pass"]
        return sorted(self.choices())

    def play(self, name: str) -> None:
        """Take an action and go on to the next decision."""
        self.taken = []
        self.choices()[name]()
        self.settle()

    def settle(self) -> None:
        """Do what is no choice (TW-P)."""
        while not self.is_over:
            choices = self.choices()
            if len(choices) > 1 or not self.is_unasked():
                return
            [(name, take)] = choices.items()
            self.taken.append(name)
            take()

    def is_unasked(self) -> bool:
        """Is a single legal action of the present point taken without asking?"""
        if self.point in WINDOWS:
            return False
        if self.ask_mode == "needed":
            return True
        me = self.players[self.asked]
        if self.point in ("sabotage", "bank", "remove", "pay"):
            return len(me.hand) <= 1
        if self.point in ("refit", "role"):
            return not me.hand
        if self.point == "attack":
            return not (self.fight.unused or self.fight.group) or not me.hand
        if self.point == "buy":
            return not me.hand or not any(me.tops.values())
        if self.point == "configure":
            return not self.free_place() or len(me.hand) < 3
        if self.point == "fit":
            return not me.hand or self.room(self.fitted) == 0
        return True

    def choices(self) -> Choices:
        """Return what the player who is asked may do."""
        if self.point in ("roll", "strike"):
            return self.window_choices()
        if self.point == "alert":
            return self.alert_choices(self.asked)
        choices: Choices = getattr(self, f"{self.point}_choices")()
        return choices

    @property
    def me(self) -> Player:
        """The player who is asked."""
        return self.players[self.asked]

    # ── Turns (TW-2, TW-0.6, TW-E4, TW-E5) ───────────────────────────────────────────────────

    def begin_turn(self) -> None:
        self.role, self.refused = None, False
        self.ask("role", self.turn)

    def next_turn(self) -> None:
        """Pass the turn to the next player who has one."""
        coming = self.turn
        while True:
            coming = (coming + 1) % len(self.players)
            if coming == self.starter and self.round_ends_the_game():
                return
            player = self.players[coming]
            if player.alive and not player.used_up:
                self.turn = coming
                self.begin_turn()
                return
            player.used_up = False

    def round_ends_the_game(self) -> bool:
        """Look whether somebody has won (TW-E5), and begin the next round, if there is one (TW-E4)."""
        if self.scenario == "Trade Wars" and self.finish_round:
            best = None
            for seat in [self.starter, *(s for s in self.clockwise(self.starter))]:
                player = self.players[seat]
                if player.alive and player.treasury >= self.box.goal:
                    if best is None or player.treasury >= self.players[best].treasury:
                        best = seat
            if best is not None:
                self.finish("won", best)
                return True
        if self.round == self.max_rounds:
            self.finish("truncated")
            return True
        self.round += 1
        return False

    def end_action(self) -> None:
        """The Action step is over; the turn player plays the rest, then allies (TW-R1.5)."""
        self.rest = [self.turn, *self.allies]
        self.allies = []
        self.begin_rest()

    def begin_rest(self) -> None:
        """Let the next player buy, or pass the turn on."""
        self.change = 0
        if self.rest:
            self.ask("buy", self.rest[0])
        elif self.alone:
            self.alien_acts()
        else:
            self.next_turn()

    def end_rest(self) -> None:
        seat = self.rest.pop(0)
        self.draw(seat, self.box.hand - len(self.players[seat].hand))
        self.begin_rest()

    def attack_over(self) -> None:
        self.end_action()

    def alien_done(self) -> None:
        self.next_turn()

    # ── Role (TW-R) ──────────────────────────────────────────────────────────────────────────

    def role_choices(self) -> Choices:
        can: Choices = {f"role {role}": partial(self.take_role, role) for role in ROLES if self.can_take(role)}
        return can | self.reinforcements_to_send()

    def can_take(self, role: str) -> bool:
        me = self.me
        if role == "Chancellor":
            return bool(me.places) or bool(self.joint_targets())
        if role in ("Treasurer", "Mechanic"):
            return bool(me.hand)
        if role == "Admiral":
            return bool(me.places)
        if role in EXCHANGES:
            return bool(self.exchanges_of(EXCHANGES[role]))
        if role in ("Saboteur", "Smuggler"):
            return any(self.players[other].hand for other in self.clockwise(self.turn))
        return True

    def take_role(self, role: str) -> None:
        self.role = role
        me = self.turn
        if role == "Chancellor":
            self.ask("chancellor", me)
        elif role == "Treasurer":
            self.count = self.banked = 0
            self.ask("bank", me)
        elif role == "Admiral" and self.alone:
            self.begin_attack(me, None)
        elif role in ("Admiral", "Saboteur", "Smuggler"):
            self.ask("target", me)
        elif role in EXCHANGES:
            self.count = 0
            self.ask("refit", me)
        elif role == "Mechanic":
            self.count = 0
            self.ask("remove", me)
        else:
            self.draw(me, 2)
            self.end_action()

    def reinforcements_to_send(self) -> Choices:
        """Return the tokens that may be sent (TW-M1, TW-M6)."""
        me = self.me
        if not self.reinforcements or me.treasury < self.box.send:
            return {}
        classes = [token.name for token in self.box.tokens if token.name not in me.tokens + me.gone]
        free = [place for place in me.places if not self.ship((self.asked, place)).token]
        return {
            f"reinforce lane {p + 1} with {name}": partial(self.reinforce, p, name) for p in free for name in classes
        }

    def reinforce(self, place: int, name: str) -> None:
        self.me.treasury -= self.box.send
        self.ship((self.asked, place)).token = name

    # ── Chancellor ───────────────────────────────────────────────────────────────────────────

    def possible_allies(self, target: int) -> list[int]:
        """Return who can be asked to join an attack (TW-R1.3, R1.5)."""
        others = [seat for seat in self.clockwise(self.turn) if seat != target]
        return [seat for seat in others if self.players[seat].places and not self.players[seat].used_up]

    def joint_targets(self) -> list[int]:
        others = self.clockwise(self.turn)
        if self.refused or len(others) < 2:
            return []
        return [target for target in others if self.possible_allies(target)]

    def chancellor_choices(self) -> Choices:
        can: Choices = {f"decommission lane {place + 1}": partial(self.decommission, place) for place in self.me.places}
        return can | {f"target player_{seat}": partial(self.propose, seat) for seat in self.joint_targets()}

    def decommission(self, place: int) -> None:
        """Discard a ship and bank its three best cards (TW-R1.1)."""
        cards = self.ship((self.turn, place)).cards
        self.me.lane[place] = None
        self.me.discard += cards
        self.credit(self.turn, sum(sorted(self.box[name].trade for name in cards)[-3:]))
        self.end_action()

    def propose(self, target: int) -> None:
        self.target, self.invited, self.allies = target, self.possible_allies(target), []
        self.ask("invite", self.invited[0])

    def invite_choices(self) -> Choices:
        return {"join": partial(self.answer, True), "pass": partial(self.answer, False)}

    def answer(self, joins: bool) -> None:
        seat = self.invited.pop(0)
        if joins:
            self.allies.append(seat)
            self.players[seat].used_up = True
        if self.invited:
            self.ask("invite", self.invited[0])
        elif self.allies:
            self.begin_attack(self.turn, self.target, self.allies)
        else:
            self.refused, self.role = True, None
            self.ask("role", self.turn)

    # ── Admiral, Saboteur, Smuggler ──────────────────────────────────────────────────────────

    def target_choices(self) -> Choices:
        others = self.clockwise(self.turn)
        held = [seat for seat in others if self.players[seat].hand]
        if self.role == "Admiral":
            return {f"target player_{seat}": partial(self.begin_attack, self.turn, seat) for seat in others}
        if self.role == "Smuggler":
            return {f"target player_{seat}": partial(self.smuggle, seat) for seat in held}
        can: Choices = {f"target player_{seat}": partial(self.sabotage, [(seat, 2)]) for seat in held}
        if len(others) > 1:
            can["target all"] = partial(self.sabotage, [(seat, 1) for seat in held], True)
        return can

    def sabotage(self, due: list[tuple[int, int]], to_all: bool = False) -> None:
        self.due, self.to_all = due, to_all
        self.next_discard()

    def next_discard(self) -> None:
        """Let the next victim discard; a hand not larger than what is due goes at once (TW-R5)."""
        while self.due:
            seat, count = self.due[0]
            hand = self.players[seat].hand
            if count and len(hand) > count:
                self.ask("sabotage", seat)
                return
            for name in list(hand) if count else []:
                self.leave_hand(seat, name)
            self.due.pop(0)
        self.end_action()

    def sabotage_choices(self) -> Choices:
        return {f"discard {name}": partial(self.discard_due, name) for name in set(self.me.hand)}

    def discard_due(self, name: str) -> None:
        seat, count = self.due[0]
        self.leave_hand(seat, name)
        self.due[0] = seat, count - 1
        self.next_discard()

    def smuggle(self, target: int) -> None:
        """Show three random cards (TW-R7)."""
        self.target = target
        player = self.players[target]
        hand = list(player.hand)
        self.shown = [self.take(hand) for _ in range(min(3, len(hand)))]
        for name in set(self.shown):
            player.known += [name] * (self.shown.count(name) - player.known.count(name))
        self.ask("smuggle", self.turn)

    def smuggle_choices(self) -> Choices:
        return {f"bank {name}": partial(self.bank_smuggled, name) for name in set(self.shown)}

    def bank_smuggled(self, name: str) -> None:
        assert self.target is not None
        self.leave_hand(self.target, name)
        self.credit(self.turn, self.box[name].trade)
        self.shown = []
        self.end_action()

    # ── Treasurer, Mechanic ──────────────────────────────────────────────────────────────────

    def bank_choices(self) -> Choices:
        can: Choices = {f"bank {name}": partial(self.bank, name) for name in set(self.me.hand)}
        return can | ({"done": self.end_bank} if self.count else {})

    def bank(self, name: str) -> None:
        self.leave_hand(self.turn, name)
        self.count += 1
        self.banked += self.box[name].trade
        if self.count == (self.box.long_cards if self.me.faction == "Destined" else 3):
            self.end_bank()

    def end_bank(self) -> None:
        """Credit what was banked (TW-R2)."""
        credits, count, faction = self.banked, self.count, self.me.faction
        if faction == "Acolytes" and count == self.box.flat_cards:
            credits = max(credits, self.box.flat)
        if faction == "Covenant" and 0 < count < self.box.short_below:
            credits += self.box.short
        if faction == "Destined":
            credits = min(credits, self.box.long_most)
        self.credit(self.turn, credits)
        self.end_action()

    def remove_choices(self) -> Choices:
        can: Choices = {f"remove {name}": partial(self.remove, name) for name in set(self.me.hand)}
        return can | ({"done": self.end_action} if self.count else {})

    def remove(self, name: str) -> None:
        self.leave_hand(self.turn, name, self.me.removed)
        self.count += 1
        if self.count == 3:
            self.end_action()

    # ── Captain, Commander, Engineer (TW-R4) ─────────────────────────────────────────────────

    def exchanges_of(self, pile: str) -> list[tuple[int, str, list[str]]]:
        """Return place, the card that comes, and the cards of the ship that could go."""
        found = []
        for place in self.me.places:
            ship = self.ship((self.asked, place))
            there = {"starship": [ship.starship], "crew": [ship.crew], "weapon": ship.weapons}[pile]
            for name in sorted(set(self.me.hand)):
                if self.box[name].pile == pile:
                    go = [old for old in sorted(set(there)) if self.may_replace(ship, old, name)]
                    if go:
                        found.append((place, name, go))
        return found

    def may_replace(self, ship: Ship, old: str, new: str) -> bool:
        if old == new:
            return False
        more = self.box[new].value - self.box[old].value
        room = self.room(ship)
        return room + more >= 0 if self.box[old].pile == "starship" else room >= more

    def refit_choices(self) -> Choices:
        assert self.role is not None
        can: Choices = {
            f"refit lane {place + 1} with {name}": partial(self.refit, place, name, go)
            for place, name, go in self.exchanges_of(EXCHANGES[self.role])
        }
        return can | ({"done": self.end_action} if self.count or not can else {})

    def refit(self, place: int, name: str, go: list[str]) -> None:
        self.leave_hand(self.turn, name, [])
        if len(go) > 1:
            self.replacing = place, name
            self.ask("replace", self.turn)
        else:
            self.exchange(place, name, go[0])

    def replace_choices(self) -> Choices:
        assert self.replacing is not None
        place, name = self.replacing
        ship = self.ship((self.turn, place))
        go = [old for old in set(ship.weapons) if self.may_replace(ship, old, name)]
        return {f"replace {old}": partial(self.exchange, place, name, old) for old in go}

    def exchange(self, place: int, name: str, old: str) -> None:
        ship = self.ship((self.turn, place))
        self.me.discard.append(old)
        if old == ship.starship:
            ship.starship = name
        elif old == ship.crew:
            ship.crew = name
        else:
            ship.weapons[ship.weapons.index(old)] = name
        self.replacing = None
        self.count += 1
        if self.count == 2:
            self.end_action()
        else:
            self.ask("refit", self.turn)

    # ── Buy (TW-B) ───────────────────────────────────────────────────────────────────────────

    def buy_choices(self) -> Choices:
        money = self.change + sum(self.box[name].trade for name in self.me.hand)
        tops = [name for name in self.me.tops.values() if name and self.box[name].trade <= money]
        return {f"buy {name}": partial(self.buy, name) for name in tops} | {"done": self.end_buy}

    def buy(self, name: str) -> None:
        self.buying = name
        self.go_on_paying()

    def go_on_paying(self) -> None:
        assert self.buying is not None
        price = self.box[self.buying].trade
        if self.change >= price:
            self.change -= price
            self.me.discard.append(self.buying)
            self.turn_up(self.asked, self.box[self.buying].pile)
            self.buying = None
            self.ask("buy", self.asked)
        elif not self.me.hand:
            self.buying = None
            self.ask("buy", self.asked)
        else:
            self.ask("pay", self.asked)

    def pay_choices(self) -> Choices:
        return {f"spend {name}": partial(self.spend, name) for name in set(self.me.hand)}

    def spend(self, name: str) -> None:
        self.leave_hand(self.asked, name)
        self.change += self.box[name].trade
        self.go_on_paying()

    def end_buy(self) -> None:
        self.change = 0
        self.ask("configure", self.asked)

    # ── Configure (TW-F), Discard ────────────────────────────────────────────────────────────

    def free_place(self) -> bool:
        """Is there an unlocked place (TW-F2)?"""
        return len(self.me.places) < min(self.me.level, PLACES)

    def of_hand(self, pile: str) -> list[str]:
        return sorted({name for name in self.me.hand if self.box[name].pile == pile})

    def configure_choices(self) -> Choices:
        can: Choices = {}
        if self.free_place():
            for starship in self.of_hand("starship"):
                for weapon in self.of_hand("weapon"):
                    for crew in self.of_hand("crew"):
                        if self.room(Ship(starship, [weapon], crew)) >= 0:
                            name = f"configure {starship} + {weapon} + {crew}"
                            can[name] = partial(self.configure, starship, weapon, crew)
        return can | self.reinforcements_to_send() | {"done": partial(self.ask, "discard", self.asked)}

    def configure(self, starship: str, weapon: str, crew: str) -> None:
        for name in (starship, weapon, crew):
            self.leave_hand(self.asked, name, [])
        place = self.me.lane.index(None)
        self.me.lane[place] = Ship(starship, [weapon], crew)
        if self.me.faction == "Acolytes":
            self.fitting = place
            self.ask("fit", self.asked)

    @property
    def fitted(self) -> Ship:
        assert self.fitting is not None
        return self.ship((self.asked, self.fitting))

    def fit_choices(self) -> Choices:
        room = self.room(self.fitted)
        fits = [name for name in self.of_hand("weapon") if self.box[name].value <= room]
        return {f"fit {name}": partial(self.fit, name) for name in fits} | {"done": self.end_fit}

    def fit(self, name: str) -> None:
        self.leave_hand(self.asked, name, [])
        self.fitted.weapons.append(name)

    def end_fit(self) -> None:
        self.fitting = None
        self.ask("configure", self.asked)

    def discard_choices(self) -> Choices:
        can: Choices = {f"discard {name}": partial(self.leave_hand, self.asked, name) for name in set(self.me.hand)}
        return can | {"done": self.end_rest}


def all_actions(box: Box = BASE) -> list[str]:
    """Return the names of all actions as player_0 of four says them, in their order (TW-P)."""
    of = {pile: [card.name for card in box.cards if card.pile == pile] for pile in PILES}
    cards = [card.name for card in box.cards]
    lanes = [f"lane {place + 1}" for place in range(PLACES)]
    ships = [lane + of_whom for of_whom in ("", *(f" of player_{n}" for n in (1, 2, 3))) for lane in lanes]
    bits = range(1, 2**PLACES)
    sets = ["+".join(str(place + 1) for place in range(PLACES) if each >> place & 1) for each in bits]
    return [
        *("pass", "done", *(f"role {role}" for role in ROLES)),
        *(*(f"target player_{n}" for n in (1, 2, 3)), "target all", "join"),
        *(f"decommission {lane}" for lane in lanes),
        *(f"{verb} {name}" for verb in ("bank", "remove", "discard", "buy", "spend") for name in cards),
        *(f"configure {s} + {w} + {c}" for s in of["starship"] for w in of["weapon"] for c in of["crew"]),
        *(f"fit {name}" for name in of["weapon"]),
        *(f"refit {lane} with {name}" for lane in lanes for name in cards if box[name].pile != "tactic"),
        *(f"replace {name}" for name in of["weapon"]),
        *(f"send {ship}" for ship in ships),
        *(f"engage {places}" for places in sets),
        "strike",
        *(f"play {name}" for name in of["tactic"]),
        *(f"destroy {ship}" for ship in ships),
        *(f"reinforce {lane} with {token.name}" for lane in lanes for token in box.tokens),
        *(f"use {token.name}" for token in box.tokens),
        *(f"eliminate {token.name} of player_{n}" for n in (1, 2, 3) for token in box.tokens),
    ]
