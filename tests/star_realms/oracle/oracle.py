"""The oracle: Star Realms once more, in plain Python, written from the numbered rules and not from the engine.

Below: table.py, cards.py. Above: positions.py (JSON), lockstep.py (the comparison). An Oracle says what the active
player may do, in the names that the engine uses too, and does it. Every legal action is kept together with what it
does, so no name is ever taken apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from tests.star_realms.oracle.cards import CARDS, GAINS, ONLY, Ability, Card, Effect
from tests.star_realms.oracle.table import HAND, MOST_ON_TOP, Chance, InPlay, Player, Table, most_used

Choices = dict[str, Callable[[], None]]  # what may be done, and what it does

MAIN, OWED, OVER = "main", "owed", "over"
CHOICES = ("scrap", "scrap hand", "scrap row", "destroy", "acquire", "copy", "cycle", "trim")  # effects, decisions
UP_TO = ("cycle", "trim")  # several choices, then as many cards are drawn
OF_HAND = ("scrap", "scrap hand", OWED)  # decisions whose answers are cards of a hand, without a way to decline


def said(verb: str, name: str, branch: str = ONLY) -> str:
    """Return the name of an action."""
    return f"{verb} {name}: {branch}" if branch else f"{verb} {name}"


def branches(ability: Ability | None) -> Iterable[str]:
    """Return the branches among which an ability lets choose: the only one, if it has no "or" or is none."""
    return ability.branches if ability else (ONLY,)


@dataclass
class UnderWay:
    """An ability that is being carried out: whose, which, and how far."""

    card: str
    which: str
    branch: str = ONLY
    step: int = 0
    done: int = 0  # cards discarded or scrapped so far, in `cycle` and `trim`

    @property
    def parts(self) -> tuple[Effect, ...]:
        return CARDS[self.card].effects(self.which, self.branch)

    @property
    def part(self) -> Effect:
        return self.parts[self.step]


class Oracle:
    """One game. Made by ``Oracle.new`` or ``positions.read``; ``settle`` has to follow any change from outside."""

    def __init__(self, table: Table, max_turns: int = 300, ask: str = "needed") -> None:
        self.table = table
        self.max_turns = max_turns
        self.ask = ask
        self.phase = MAIN
        self.under_way: UnderWay | None = None
        self.winner: int | None = None
        self.forced: list[str] = []  # what was taken without asking since the last decision

    @classmethod
    def new(cls, chance: Chance, first: int | None = None, max_turns: int = 300, ask: str = "needed") -> Oracle:
        """Set up a game and go to its first decision."""
        oracle = cls(Table(chance), max_turns, ask)
        oracle.table.set_up(first)
        oracle.begin_turn()
        oracle.settle()
        return oracle

    def copy(self) -> Oracle:
        """Return a game that can be played on without this one."""
        again = Oracle(self.table.copy(), self.max_turns, self.ask)
        again.phase, again.winner = self.phase, self.winner
        if self.under_way:
            again.under_way = UnderWay(**vars(self.under_way))
        return again

    # ── What everybody asks ──────────────────────────────────────────────────────────────────

    @property
    def is_over(self) -> bool:
        return self.phase == OVER

    @property
    def to_act(self) -> list[int]:
        """Who is asked: the active player and nobody else."""
        return [] if self.is_over else [self.table.active]

    @property
    def decision(self) -> str:
        """The type of the decision."""
        return self.under_way.part.word if self.under_way else self.phase

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the names of what a seat may do now; None: the one who is asked."""
        if self.is_over or seat not in (None, self.table.active):
            return ["pass"]
        return sorted(self.choices())

    def play(self, name: str) -> None:
        """Take an action and go on to the next decision."""
        self.forced = []
        self.choices()[name]()
        self.settle()

    # ── From decision to decision ────────────────────────────────────────────────────────────

    def settle(self) -> None:
        """Carry on until somebody has a choice or the game is over (SR-2.6)."""
        while True:
            self.carry_on()
            if self.is_over:
                return
            choices = self.choices()
            if len(choices) > 1 or not self.everybody_could_tell():
                return
            [(name, take)] = choices.items()
            self.forced.append(name)
            take()

    def everybody_could_tell(self) -> bool:
        """Would taking the one legal action without asking tell nothing of a hidden hand (``ask="public"``)?"""
        if self.ask == "needed" or self.decision not in OF_HAND:
            return True
        me = self.table.me
        return len(me.hand) <= 1 or len(me.could_hold()) == 1

    def begin_turn(self) -> None:
        """Discards owed come first (SR-8.2), then the Main Phase."""
        if self.table.me.owed:
            self.phase = OWED
        else:
            self.begin_main()

    def begin_main(self) -> None:
        self.phase = MAIN
        self.table.trigger_and_gain()

    def end_turn(self) -> None:
        """Discard Phase, Draw Phase, and the other's turn (SR-2.7, 2.8)."""
        t, me = self.table, self.table.me
        t.trade = t.combat = t.permissions = 0
        t.played = []
        me.discard += [ship.name for ship in me.ships] + me.hand
        me.ships, me.hand, me.known = [], [], []
        for base in me.bases:
            base.forget_turn()
        t.draw(me, HAND)
        if t.turn == self.max_turns:
            self.phase = OVER  # truncated (SR-11.2)
            return
        t.turn += 1
        t.active = 1 - t.active
        self.begin_turn()

    # ── What may be done ─────────────────────────────────────────────────────────────────────

    def choices(self) -> Choices:
        """Return what the active player may do now."""
        if self.under_way:
            return self.answers(self.under_way.part)
        if self.phase == OWED:
            return {said("discard", name): partial(self.discard_owed, name) for name in self.table.me.hand}
        return self.main_choices()

    def main_choices(self) -> Choices:
        """Return what may be done in the Main Phase (SR-12)."""
        t, me, foe = self.table, self.table.me, self.table.foe
        can: Choices = {"end turn": self.end_turn}
        for name in me.hand:
            card = CARDS[name]
            for branch in branches(card.primary) if card.is_ship else (ONLY,):
                can[said("play", name, branch)] = partial(self.play_card, name, branch)
        for name in t.for_sale():
            if t.trade >= CARDS[name].cost:
                can[said("buy", name)] = partial(self.buy, name)
                if CARDS[name].is_ship and t.permissions and len(me.top) < MOST_ON_TOP:
                    can[f"buy {name} on top"] = partial(self.buy, name, on_top=True)
        for base in me.bases:
            if base.card.primary and not base.used_primary:
                for branch in branches(base.card.primary):
                    if self.does_something(base.card.effects("primary", branch)):
                        can[said("use", base.name, branch)] = partial(self.use_primary, base.name, branch)
        for one in me.in_play:
            ally = one.acts_as.ally
            if ally and one.triggered and not one.used_ally and self.does_something(ally.branches[ONLY]):
                can[said("ally", one.name)] = partial(self.use_ally, one.name)
            if one.acts_as.scrap:
                can[said("scrap", one.name)] = partial(self.use_scrap, one.name)
        for name in foe.targets():
            if t.combat >= CARDS[name].defense:
                can[said("attack", name)] = partial(self.attack_base, name)
        if t.combat and not foe.has_outpost:
            can["attack opponent"] = self.attack_opponent
        return can

    def answers(self, part: Effect) -> Choices:
        """Return the answers to what an effect asks, with `pass` where it can be declined."""
        can: Choices = {name: partial(self.answer, do) for name, do in self.candidates(part).items()}
        if part.may or part.word in UP_TO:
            can["pass"] = self.decline
        return can

    def candidates(self, part: Effect) -> Choices:
        """Return what an effect lets choose from; nothing, if it asks nothing."""
        t, me = self.table, self.table.me
        if part.word == "cycle":
            return {said("discard", name): partial(self.discard, me, name) for name in me.hand}
        if part.word in ("scrap", "scrap hand", "trim"):
            can: Choices = {f"scrap {name} from hand": partial(self.scrap_from_hand, name) for name in me.hand}
            if part.word != "scrap hand":
                can |= {f"scrap {name} from discard": partial(self.scrap_from_discard, name) for name in me.discard}
            return can
        if part.word == "scrap row":
            return {f"scrap {name} from row": partial(self.scrap_from_row, name) for name in t.row}
        if part.word == "destroy":
            return {said("destroy", name): partial(self.destroy, name) for name in t.foe.targets()}
        if part.word == "acquire":
            ships = [name for name in t.for_sale() if CARDS[name].is_ship] if len(me.top) < MOST_ON_TOP else []
            return {said("acquire", name): partial(self.acquire, name) for name in ships}
        if part.word == "copy":
            ships = [name for name in t.played if CARDS[name].is_ship and not CARDS[name].copies_ships]
            return {
                said("copy", name, branch): partial(self.become_copy, name, branch)
                for name in ships
                for branch in branches(CARDS[name].primary)
            }
        return {}

    def does_something(self, parts: Iterable[Effect]) -> bool:
        """Would any part do something now, each looked at by itself (SR-4.8)?"""
        return any(self.part_does_something(part) for part in parts)

    def part_does_something(self, part: Effect) -> bool:
        me, foe = self.table.me, self.table.foe
        if part.word in GAINS or part.word == "permission":
            return True
        if part.word == "opponent discards":
            return foe.owed < len(foe.hand)
        if part.word == "draw":
            return me.can_draw
        if part.word == "draw per blob":
            return me.can_draw and self.blobs_played() > 0
        if part.word == "draw with two bases":
            return me.can_draw and len(me.bases) >= 2
        return bool(self.candidates(part))

    def blobs_played(self) -> int:
        """Count the Blob cards played this turn (SR-10.2)."""
        return sum(CARDS[name].faction == "blob" for name in self.table.played)

    # ── Carrying out an ability ──────────────────────────────────────────────────────────────

    def carry_on(self) -> None:
        """Carry out what is under way, up to its end or to a choice."""
        while self.under_way and not self.is_over:
            now = self.under_way
            if now.step == len(now.parts):
                self.under_way = None
            elif now.part.word not in CHOICES:
                self.carry_out(now.part)
                now.step += 1
            elif (now.part.word not in UP_TO or now.done < now.part.number) and self.candidates(now.part):
                return
            else:
                self.finish_part()

    def carry_out(self, part: Effect) -> None:
        """Carry out a part without a choice, as far as possible (SR-4.5)."""
        t, me, foe = self.table, self.table.me, self.table.foe
        if part.word in GAINS:
            t.gain_part(part.word, part.number)
        elif part.word == "draw":
            t.draw(me, part.number)
        elif part.word == "draw per blob":
            t.draw(me, self.blobs_played())
        elif part.word == "draw with two bases":
            if len(me.bases) >= 2:
                t.draw(me, part.number)
        elif part.word == "opponent discards":
            foe.owed = min(foe.owed + part.number, len(foe.hand))
        else:
            assert part.word == "permission", part.word
            t.permissions += 1

    def answer(self, do: Callable[[], None]) -> None:
        """A choice is made: its effect happens, then the next part has its turn."""
        now = self.under_way
        assert now is not None
        do()
        if now.part.word in UP_TO:
            now.done += 1
        elif self.under_way is now:  # what has become a copy carries out other text by now
            now.step += 1

    def decline(self) -> None:
        self.finish_part()

    def finish_part(self) -> None:
        """No more is chosen: `cycle` and `trim` draw as many cards as have gone."""
        now = self.under_way
        assert now is not None
        if now.part.word in UP_TO:
            self.table.draw(self.table.me, now.done)
        now.step, now.done = now.step + 1, 0

    # ── What the actions do ──────────────────────────────────────────────────────────────────

    def play_card(self, name: str, branch: str) -> None:
        """A card enters play (SR-3.2)."""
        t, me = self.table, self.table.me
        me.take_from_hand(name)
        t.played.append(name)
        if CARDS[name].is_ship:
            me.ships.append(InPlay(name))
            t.combat += sum(base.card.pays_per_ship for base in me.bases)
        else:
            me.bases.append(InPlay(name))
        t.trigger_and_gain()
        if CARDS[name].is_ship:
            self.under_way = UnderWay(name, "primary", branch)

    def become_copy(self, name: str, branch: str) -> None:
        """The ship just played is another one as well, and does what that one does (SR-10.1)."""
        needle = next(ship for ship in self.table.me.ships if ship.card.copies_ships and not ship.copied)
        needle.copied = name
        self.table.trigger_and_gain()
        self.under_way = UnderWay(name, "primary", branch)

    def buy(self, name: str, on_top: bool = False) -> None:
        t = self.table
        t.trade -= CARDS[name].cost
        t.take_for_sale(name)
        if on_top:
            t.me.top.insert(0, name)
        else:
            t.me.discard.append(name)
        if CARDS[name].is_ship and t.permissions:
            t.permissions -= 1

    def use_primary(self, name: str, branch: str) -> None:
        base = most_used(base for base in self.table.me.bases if base.name == name and not base.used_primary)
        base.used_primary = True
        self.under_way = UnderWay(name, "primary", branch)

    def use_ally(self, name: str) -> None:
        copies = [one for one in self.table.me.in_play if one.name == name and one.triggered and not one.used_ally]
        one = most_used(copies)
        one.used_ally = True
        self.under_way = UnderWay(one.acts_as.name, "ally")

    def use_scrap(self, name: str) -> None:
        """A card leaves play, then its scrap ability happens (SR-6.1)."""
        me = self.table.me
        one = most_used(one for one in me.in_play if one.name == name)
        (me.ships if one in me.ships else me.bases).remove(one)
        self.table.scrap(name)
        self.under_way = UnderWay(one.acts_as.name, "scrap")

    def attack_base(self, name: str) -> None:
        self.table.combat -= CARDS[name].defense
        self.destroy(name)

    def attack_opponent(self) -> None:
        """All Combat at once (SR-7.2)."""
        t = self.table
        t.foe.authority = max(0, t.foe.authority - t.combat)
        t.combat = 0
        if t.foe.authority == 0:
            self.phase, self.winner = OVER, t.active

    def destroy(self, name: str) -> None:
        foe = self.table.foe
        foe.bases.remove(next(base for base in foe.bases if base.name == name))
        foe.discard.append(name)

    def discard(self, player: Player, name: str) -> None:
        player.take_from_hand(name)
        player.discard.append(name)

    def discard_owed(self, name: str) -> None:
        me = self.table.me
        self.discard(me, name)
        me.owed -= 1
        if me.owed == 0:
            self.begin_main()

    def scrap_from_hand(self, name: str) -> None:
        self.table.me.take_from_hand(name)
        self.table.scrap(name)

    def scrap_from_discard(self, name: str) -> None:
        self.table.me.discard.remove(name)
        self.table.scrap(name)

    def scrap_from_row(self, name: str) -> None:
        self.table.take_for_sale(name)
        self.table.scrap(name)

    def acquire(self, name: str) -> None:
        """A ship goes on top of the deck, free, and uses up no permission (SR-10.6)."""
        self.table.take_for_sale(name)
        self.table.me.top.insert(0, name)


def all_actions() -> list[str]:
    """Return the names of all actions in the order of their ids (the table of SR-12)."""
    kinds = list(CARDS.values())
    ships, bases = [card for card in kinds if card.is_ship], [card for card in kinds if card.is_base]
    sold = [card for card in kinds if card.cost]
    needle = [card for card in kinds if card.copies_ships]

    def choices(verb: str, cards: Iterable[Card], where: str = "") -> list[str]:
        return [f"{verb} {card.name}{where}" for card in cards]

    def with_branches(verb: str, cards: Iterable[Card]) -> list[str]:
        return [said(verb, card.name, branch) for card in cards for branch in branches(card.primary)]

    def own(which: str) -> list[Card]:
        """Cards with an ability that is not taken by itself, and those that can copy one."""
        return [
            card for card in kinds
            if card in needle or ((found := card.ability(which)) and not (which == "ally" and found.is_gain))
        ]  # fmt: skip

    plays = [name for card in kinds for name in (with_branches if card.is_ship else choices)("play", [card])]
    return [
        "pass",
        "end turn",
        "attack opponent",
        *plays,
        *choices("buy", sold),
        *choices("buy", [card for card in sold if card.is_ship], " on top"),
        *with_branches("use", [base for base in bases if base.primary and not base.primary.is_gain]),
        *choices("ally", own("ally")),
        *choices("scrap", own("scrap")),
        *choices("attack", bases),
        *choices("discard", kinds),
        *choices("scrap", kinds, " from hand"),
        *choices("scrap", kinds, " from discard"),
        *choices("scrap", [card for card in kinds if card.faction], " from row"),
        *choices("destroy", bases),
        *choices("acquire", [card for card in sold if card.is_ship]),
        *with_branches("copy", [card for card in ships if card not in needle]),
    ]
