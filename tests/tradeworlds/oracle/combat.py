"""Attacks, battles, strikes and The Derelict's action, for the oracle (TW-A, TW-C, TW-T, TW-M, TW-S).

Below: table.py. Above: oracle.py, which has the turn. Every point is a method that says what may be done there; what
goes on by itself ends in `ask`, `finish`, or a step that the turn continues with.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import combinations

from tests.tradeworlds.oracle.cards import ATTACK, DEFEND
from tests.tradeworlds.oracle.table import Attack, Battle, Cancel, Choices, Ship, Spot, Table

OPPOSITE = {ATTACK: DEFEND, DEFEND: ATTACK}


class Combat(Table):
    """Everything from the choice of a target to the end of an attack."""

    attack: Attack | None = None
    cancel: Cancel | None = None
    alien_turn = 0  # 2 while The Derelict acts
    alien_attacks = 0  # how many The Derelict has still to make

    # ── What the turn provides ───────────────────────────────────────────────────────────────

    def attack_over(self) -> None:
        raise NotImplementedError

    def alien_done(self) -> None:
        raise NotImplementedError

    # ── Shorter ways to say it ───────────────────────────────────────────────────────────────

    @property
    def fight(self) -> Attack:
        assert self.attack is not None
        return self.attack

    @property
    def battle(self) -> Battle:
        assert self.fight.battle is not None
        return self.fight.battle

    @property
    def leader(self) -> int:
        assert self.fight.leader is not None
        return self.fight.leader

    def ask(self, point: str, seat: int) -> None:
        if not self.is_over:
            self.point, self.asked = point, seat

    def die(self) -> int:
        return self.chance.below(6) + 1

    # ── The attacker's choices (TW-A3) ───────────────────────────────────────────────────────

    def begin_attack(self, leader: int, target: int | None, allies: Iterable[int] = ()) -> None:
        """Open an attack with all ships of leader and allies (TW-A2, TW-R1.3)."""
        self.attack = Attack(leader, target, list(allies))
        for seat in self.attack.attackers:
            self.attack.unused += [(seat, place) for place in self.players[seat].places]
        self.ask("attack", leader)

    def targets(self) -> dict[int, int]:
        """Return the Resistance of each ship of the target, by its place."""
        target = self.fight.target
        if target is None:
            return {0: self.box.alien_resistance}
        return {place: self.resistance((target, place)) for place in self.players[target].places}

    def can_strike(self) -> bool:
        fight = self.fight
        if fight.target is None or fight.group or not fight.unused:
            return False
        return all(place in fight.busy for place in self.players[fight.target].places)

    def attack_choices(self) -> Choices:
        fight, leader = self.fight, self.leader
        resistances = self.targets()
        can: Choices = {}
        everything = self.power(fight.unused + fight.group) + fight.firepower
        if resistances and everything >= min(resistances.values()):
            for spot in fight.unused:
                can[f"send {self.named(spot, leader)}"] = partial(self.send, spot)
        power = self.power(fight.group) + fight.firepower
        for count in range(1, len(fight.group) + 1):
            for places in combinations(resistances, count):
                if power >= sum(resistances[place] for place in places):
                    can["engage " + "+".join(str(place + 1) for place in places)] = partial(self.engage, places)
        if fight.unused or fight.group:
            can |= self.tactics(leader, "declare", ATTACK)
        if not fight.group:
            if self.can_strike():
                can["strike"] = self.strike
            else:
                can["done"] = self.end_attack
        return can

    def send(self, spot: Spot) -> None:
        self.fight.unused.remove(spot)
        self.fight.group.append(spot)

    def engage(self, places: tuple[int, ...]) -> None:
        """Begin a battle (TW-A4, TW-A6)."""
        fight = self.fight
        owner = -1 if fight.target is None else fight.target
        fight.battle = Battle(sorted(fight.group), [(owner, place) for place in places])
        fight.battle.firepower[ATTACK] = fight.firepower
        fight.group, fight.firepower = [], 0
        fight.busy = sorted({*fight.busy, *places})
        self.alert()

    def strike(self) -> None:
        fight = self.fight
        fight.battle = Battle(sorted(fight.unused), [], strike=True)
        fight.battle.firepower[ATTACK] = fight.firepower
        fight.unused, fight.firepower = [], 0
        self.window("strike")

    def end_attack(self) -> None:
        self.attack = None
        self.attack_over()

    # ── Windows ──────────────────────────────────────────────────────────────────────────────

    def tactics(self, seat: int, window: str, side: str) -> Choices:
        """Return the Tactics that a player can play in a window."""
        names = sorted(set(self.players[seat].hand))
        return {f"play {n}": partial(self.play_tactic, seat, n) for n in names if self.box[n].fits(window, side)}

    def usable(self, seat: int, effects: tuple[str, ...], spots: list[Spot]) -> list[Spot]:
        """Return the ships in a list of spots whose tokens a player can use (TW-M2, TW-M7)."""
        found: list[Spot] = []
        for spot in spots:
            token = self.ship(spot).token if spot[0] == seat else None
            if token is None or seat in self.battle.used:
                continue
            kind = self.box.token(token)
            fits = kind.effect in effects and kind.side in ("any", self.fight.side(seat))
            if fits and self.players[seat].treasury >= kind.use:
                found.append(spot)
        return found

    def has_answer(self, seat: int, window: str) -> bool:
        """Is a player asked in a window (TW-T8)?"""
        side = self.fight.side(seat)
        if self.ask_mode == "public" and self.could_hold(seat, window, side):
            return True
        return any(self.box[name].fits(window, side) for name in self.players[seat].hand)

    def take_token(self, owner: int, ship: Ship) -> None:
        """A token is eliminated (TW-M6)."""
        if self.eliminated_tokens == "removed":
            self.players[owner].gone.append(ship.token or "")
        ship.token = None

    def use(self, seat: int, spot: Spot) -> None:
        """Pay for a token and do what it does, but for decoys and eliminations."""
        kind = self.box.token(self.ship(spot).token or "")
        self.players[seat].treasury -= kind.use
        self.battle.used.append(seat)
        side = self.fight.side(seat)
        if kind.effect == "initiative":
            self.battle.bonus[side] += kind.amount
        elif kind.effect == "reroll":
            self.battle.dice[side] = self.die()

    # ── Alert (TW-M4) ────────────────────────────────────────────────────────────────────────

    def alert(self) -> None:
        self.battle.turn = 0
        self.next_alert()

    def next_alert(self) -> None:
        """Ask the next who can eliminate a token, or roll."""
        order = self.fight.everybody if self.reinforcements else []
        while self.battle.turn < len(order):
            seat = order[self.battle.turn]
            if len(self.alert_choices(seat)) > 1:
                self.ask("alert", seat)
                return
            self.battle.turn += 1
        for owner, token in self.battle.eliminated:
            for ship in self.players[owner].lane:
                if ship and ship.token == token:
                    self.take_token(owner, ship)
        self.battle.eliminated = []
        self.roll()

    def alert_choices(self, seat: int) -> Choices:
        can: Choices = {"pass": self.alert_passed}
        battle = self.battle
        if self.usable(seat, ("eliminate",), battle.attackers + battle.defenders):
            for other in self.fight.against(self.fight.side(seat)):
                for token in self.players[other].tokens:
                    if (other, token) not in battle.eliminated:
                        can[f"eliminate {token} of player_{other}"] = partial(self.eliminate_token, seat, other, token)
        return can

    def eliminate_token(self, seat: int, other: int, token: str) -> None:
        [spot] = self.usable(seat, ("eliminate",), self.battle.attackers + self.battle.defenders)
        self.use(seat, spot)
        self.battle.eliminated.append((other, token))
        self.alert_passed()

    def alert_passed(self) -> None:
        self.battle.turn += 1
        self.next_alert()

    # ── Dice and the two long windows (TW-C2, TW-T5, TW-T6) ──────────────────────────────────

    def roll(self) -> None:
        self.battle.dice = {side: self.die() for side in (ATTACK, DEFEND)}
        self.window("roll")

    def window(self, point: str) -> None:
        self.battle.turn = self.battle.passes = 0
        self.next_in_window(point)

    def next_in_window(self, point: str) -> None:
        """Ask the next who has an answer; close the window when all have passed in succession."""
        order = self.fight.everybody
        battle = self.battle
        while battle.passes < len(order):
            seat = order[battle.turn]
            if self.has_answer(seat, point) or (point == "roll" and self.roll_tokens(seat)):
                self.ask(point, seat)
                return
            battle.turn = (battle.turn + 1) % len(order)
            battle.passes += 1
        if point == "roll":
            self.resolve()
        else:
            self.strike_home()

    def roll_tokens(self, seat: int) -> list[Spot]:
        spots = self.battle.attackers + [spot for spot in self.battle.defenders if spot[0] >= 0]
        return self.usable(seat, ("initiative", "reroll"), spots)

    def window_choices(self) -> Choices:
        seat = self.asked
        can = self.tactics(seat, self.point, self.fight.side(seat))
        if self.point == "roll":
            for spot in self.roll_tokens(seat):
                can[f"use {self.ship(spot).token}"] = partial(self.used_in_roll, seat, spot)
        return can | {"pass": self.window_passed}

    def window_passed(self) -> None:
        self.battle.passes += 1
        self.window_on(self.point)

    def used_in_roll(self, seat: int, spot: Spot) -> None:
        self.use(seat, spot)
        self.battle.passes = 0
        self.window_on("roll")

    def window_on(self, point: str) -> None:
        self.battle.turn = (self.battle.turn + 1) % len(self.fight.everybody)
        self.next_in_window(point)

    # ── Tactics (TW-T2, TW-T3) ───────────────────────────────────────────────────────────────

    def play_tactic(self, seat: int, name: str) -> None:
        """Play a Tactic: the other side may cancel it."""
        self.leave_hand(seat, name)
        against = self.fight.against(self.fight.side(seat))
        self.cancel = Cancel(name, seat, list(against), self.point)
        self.next_cancel()

    def next_cancel(self) -> None:
        """Ask the next who could cancel; else the Tactic works."""
        assert self.cancel is not None
        while self.cancel.left:
            seat = self.cancel.left[0]
            if self.has_answer(seat, "cancel"):
                self.ask("cancel", seat)
                return
            self.cancel.left.pop(0)
        self.tactic_done(works=True)

    def cancel_choices(self) -> Choices:
        seat = self.asked
        names = sorted(set(self.players[seat].hand))
        side = self.fight.side(seat)
        can: Choices = {
            f"play {name}": partial(self.cancelled, seat, name) for name in names if self.box[name].fits("cancel", side)
        }
        return can | {"pass": self.cancel_passed}

    def cancelled(self, seat: int, name: str) -> None:
        self.leave_hand(seat, name)
        self.tactic_done(works=False)

    def cancel_passed(self) -> None:
        assert self.cancel is not None
        self.cancel.left.pop(0)
        self.next_cancel()

    def tactic_done(self, works: bool) -> None:
        """Give a Tactic its effect, or none, and go on where it was played."""
        assert self.cancel is not None
        played, self.cancel = self.cancel, None
        card, side = self.box[played.card], self.fight.side(played.by)
        if played.back == "attack":
            self.fight.firepower += card.value * works
            self.ask("attack", self.leader)
        elif played.back == "loss":
            if works:
                self.lost(in_pods=True)
            else:
                self.next_loss()
        else:
            battle = self.battle
            if works and card.effect == "initiative":
                battle.bonus[side] += card.value
            elif works and card.effect == "reroll":
                battle.dice[side] = self.die()
            elif works and card.effect == "firepower":
                battle.firepower[side] += card.value
            elif works and card.effect in ("resistance", "shield"):
                battle.resistance[side] += card.value
            battle.passes = 0
            self.window_on(played.back)

    # ── What a battle comes to (TW-C3 to TW-C9) ──────────────────────────────────────────────

    def resolve(self) -> None:
        battle, fight = self.battle, self.fight
        totals = {side: battle.dice[side] + battle.bonus[side] for side in (ATTACK, DEFEND)}
        if totals[ATTACK] < totals[DEFEND]:
            self.end_battle()
            return
        battle.winner = ATTACK if totals[ATTACK] > totals[DEFEND] else DEFEND
        strikers, struck = battle.attackers, battle.defenders
        if battle.winner == DEFEND:
            strikers, struck = struck, strikers
        seat_of_winner = fight.leader if battle.winner == ATTACK else fight.target
        if seat_of_winner is None:  # The Derelict strikes (TW-S4, TW-S7)
            self.alien_hits(struck)
            return
        battle.left = self.power(strikers) + battle.firepower[battle.winner]
        battle.left -= battle.resistance[OPPOSITE[battle.winner]]
        other = fight.target if battle.winner == ATTACK else fight.leader
        if other is None:  # it is The Derelict that is struck
            if battle.left >= self.box.alien_resistance:
                self.alien_destroyed()
            else:
                self.end_battle()
            return
        if battle.left >= sum(self.resistance(spot) for spot in struck):
            battle.doomed = sorted(struck)
            self.next_loss()
        else:
            self.next_choice()

    def choosable(self) -> list[Spot]:
        """Return the ships that the side which strikes home can still destroy (TW-C4)."""
        battle = self.battle
        struck = battle.defenders if battle.winner == ATTACK else battle.attackers
        return [spot for spot in struck if spot not in battle.doomed and self.resistance(spot) <= battle.left]

    def next_choice(self) -> None:
        if self.choosable():
            chooser = self.fight.leader if self.battle.winner == ATTACK else self.fight.target
            assert chooser is not None
            self.ask("destroy", chooser)
        else:
            self.battle.doomed.sort()
            self.next_loss()

    def destroy_choices(self) -> Choices:
        return {f"destroy {self.named(spot, self.asked)}": partial(self.doom, spot) for spot in self.choosable()}

    def doom(self, spot: Spot) -> None:
        self.battle.doomed.append(spot)
        self.battle.left -= self.resistance(spot)
        self.next_choice()

    def next_loss(self) -> None:
        """Ask the owner of the next ship that is about to be destroyed, if it could be saved (TW-T7)."""
        doomed = self.battle.doomed
        while doomed:
            seat = doomed[0][0]
            if self.has_answer(seat, "loss") or self.usable(seat, ("decoy",), doomed[:1]):
                self.ask("loss", seat)
                return
            self.lost(go_on=False)
        self.bounties()
        self.end_battle()

    def loss_choices(self) -> Choices:
        seat, spot = self.asked, self.battle.doomed[0]
        can = self.tactics(seat, "loss", self.fight.side(seat))
        if self.usable(seat, ("decoy",), [spot]):
            can[f"use {self.ship(spot).token}"] = partial(self.decoy, seat, spot)
        return can | {"pass": self.lost}

    def decoy(self, seat: int, spot: Spot) -> None:
        """The token goes in place of the ship (TW-M5)."""
        self.use(seat, spot)
        self.take_token(seat, self.ship(spot))
        self.battle.doomed.pop(0)
        self.next_loss()

    def lost(self, in_pods: bool = False, go_on: bool = True) -> None:
        """The next ship is destroyed (TW-C7)."""
        battle, fight = self.battle, self.fight
        spot = battle.doomed.pop(0)
        self.destroy(spot, into_hand=in_pods)
        battle.destroyed += 1
        fight.unused = [unused for unused in fight.unused if unused != spot]
        if go_on:
            self.next_loss()

    def bounties(self) -> None:
        """Credit the Brethren for the ships destroyed, the first from the leader first (TW-C8, TW-E2)."""
        battle = self.battle
        winners = battle.attackers if battle.winner == ATTACK else battle.defenders
        order = self.fight.attackers if battle.winner == ATTACK else self.fight.defenders
        for seat in order:
            fought = self.players[seat].faction == "Brethren" and any(spot[0] == seat for spot in winners)
            if fought and battle.destroyed and not self.is_over:
                self.credit(seat, self.box.bounty * battle.destroyed)

    def end_battle(self) -> None:
        if self.is_over:
            return
        self.fight.battle = None
        if self.fight.leader is None:
            self.attack = None
            self.next_alien_attack()
        else:
            self.ask("attack", self.fight.leader)

    def strike_home(self) -> None:
        """Damage a Homeworld (TW-A7, TW-S4, TW-S6)."""
        battle, fight = self.battle, self.fight
        assert fight.target is not None
        power = battle.alien or self.power(battle.attackers)
        damage = max(0, power + battle.firepower[ATTACK] - battle.resistance[DEFEND])
        player = self.players[fight.target]
        player.homeworld -= damage
        if player.homeworld <= 0:
            self.eliminate(fight.target)
            if not self.is_over:
                self.end_attack()
            return
        self.end_battle()

    # ── The Derelict (TW-S) ──────────────────────────────────────────────────────────────────

    def alien_acts(self) -> None:
        """Roll the d10 and do what it says (TW-S2)."""
        act = self.box.alien_table[self.chance.below(10)]
        self.alien_turn = 2
        self.alien_attacks = {"attack": 1, "two attacks": 2}.get(act, 0)
        if act == "discharge":
            self.critical_mass = 1
        elif act == "boost":
            self.critical_mass += 1
            if self.critical_mass >= self.box.lose_at:
                self.finish("lost")
                return
        elif act == "hyper cannon":
            self.alien_strikes(self.die())
            return
        self.next_alien_attack()

    def next_alien_attack(self) -> None:
        """Make the attacks that are left, one after another (TW-S3, TW-S4)."""
        while self.alien_attacks:
            self.alien_attacks -= 1
            power = self.die()
            places = self.players[0].places
            if not places:
                self.alien_strikes(power)
                return
            within = [place for place in places if self.resistance((0, place)) <= power]
            if within:
                place = max(within, key=lambda place: (self.resistance((0, place)), -place))
                self.attack = Attack(None, 0)
                self.attack.battle = Battle([], [(0, place)], alien=power)
                self.roll()
                return
        self.alien_turn = 0
        self.alien_done()

    def alien_strikes(self, power: int) -> None:
        self.attack = Attack(None, 0)
        self.attack.battle = Battle([], [], strike=True, alien=power)
        self.window("strike")

    def alien_hits(self, struck: list[Spot]) -> None:
        """The Derelict destroys what its roll covers, the highest Resistance first (TW-S5, TW-S7)."""
        battle = self.battle
        side = OPPOSITE[battle.winner]
        power = (battle.alien or self.die()) - battle.resistance[side]
        for spot in sorted(struck, key=lambda spot: (-self.resistance(spot), spot[1])):
            if self.resistance(spot) <= power:
                power -= self.resistance(spot)
                battle.doomed.append(spot)
        battle.doomed.sort()
        self.next_loss()

    def alien_destroyed(self) -> None:
        self.finish("won", 0)
