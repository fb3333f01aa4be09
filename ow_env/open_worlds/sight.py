"""What one viewer may see of a position, in names and words: text and picture are drawn from it.

Below: observe.py, whose row of numbers says the same to a program. Above: render.py (text),
board.py (picture). ``look`` is the one function; all else is what it returns. Whatever a view hides
is not in there at all, so that nothing drawn from it can give it away (OW-7.1, OW-S.2). Nothing
here changes a position or draws a random number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ow_env.core.game import States
from ow_env.open_worlds.cards import Card, Catalogue, Type
from ow_env.open_worlds.observe import is_behind_screen
from ow_env.open_worlds.rules.combat import direct_damage, is_defended
from ow_env.open_worlds.rules.count_income import income_of
from ow_env.open_worlds.rules.legality import waits_for
from ow_env.open_worlds.rules.order import goes_round
from ow_env.open_worlds.rules.surface_conflict import surface_damage
from ow_env.open_worlds.rules.worlds import h2o, is_habitable, is_hostile
from ow_env.open_worlds.state import (
    ASK_CARD_OF_DECK,
    ASK_GROUND_FORCE,
    ASK_OPTION,
    ASK_REPLACEMENT,
    ASK_TAKEN_BACK,
    ASK_TARGET,
    ASK_WORLD,
    CONQUER,
    EVERYONE,
    EXCHANGE,
    IDLE,
    MOVE,
    NEXT_WORLD,
    ORBITAL,
    OVER_CLASS,
    POINTS,
    REACTING,
    RETREAT,
    REVEAL,
    RUNNING,
    STAGE,
    SURFACE,
    SWAP,
    TRASH,
    TRUNCATED,
    WINDOW_DRAWN,
    Game,
    Pile,
    Tables,
)

# ── What there is to see ─────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class SeenUnit:
    """A unit in play, with what it did and suffered in the conflict at its World."""

    index: int  # among the units of the position; `targets` and `defends` name units by it
    card: Card
    world: int
    owner: int
    controller: int
    income: int  # what it earns now
    idle: bool  # has no Income this turn
    moved: bool
    age: int  # Count Income Steps a depleting card has seen
    reserved: bool
    overcome: bool
    defended: bool
    conqueror: int | None  # who declared it Conquered
    defends: int | None  # the unit it Defends
    targets: tuple[int | None, ...]  # of each Weapon
    damage: int
    asked_weapon: int | None  # which of its Weapons is asked for

    @property
    def looks(self) -> tuple[object, ...]:
        """All that two copies must share to be shown as one."""
        rest = [value for key, value in vars(self).items() if key not in ("index", "card")]
        return (self.card.id, *rest)


@dataclass(frozen=True)
class SeenWorld:
    """A World in the row."""

    name: str
    h2o: int  # with its indicators
    res: int
    habitable: bool
    hostile: bool
    resolved: bool
    resolving: bool
    indicators: tuple[Card, ...]
    room_taken: tuple[int, ...]  # the controllers of the Facilities here


@dataclass(frozen=True)
class SeenStaged:
    """A card in a Staging Area."""

    card: Card | None  # None: face down, and the viewer can't know it
    face_down: bool


@dataclass(frozen=True)
class SeenPlayer:
    """A player's cards and figures. None stands for what the viewer can't know."""

    name: str
    income: int
    prior_income: int
    has_priority: bool
    is_asked: bool
    halted: bool
    unlimited_class: bool
    hand_count: int
    hand: tuple[Card, ...] | None
    known: tuple[Card, ...]  # all know these to be in hand, staged or thrown away
    deck_count: int
    deck: tuple[Card, ...] | None  # shown while a card of it is to be chosen
    trash_count: int
    trashed_openly: tuple[Card, ...]
    thrown_away: tuple[Card, ...] | None
    out_of_sight: tuple[Card, ...]  # with open decklists: what is hidden, nobody knows where
    staged: tuple[tuple[SeenStaged, ...], ...] | None  # at each World; None: behind the screen


@dataclass(frozen=True)
class Sight:
    """A position as one viewer sees it."""

    viewer: int | None  # a seat; None: the full view or the public one
    turn: int
    max_turns: int
    final_turn: bool
    final_next: bool  # a Deck is empty: the next turn is the FINAL TURN
    step: str  # where in the turn, in words
    decision: str  # what is decided and by whom, a sentence; after the end the result
    over: bool
    plays: tuple[str, ...]  # the Utility in play, then the reactions to it
    conflict: str | None  # the conflict being fought, in words
    priority_order: tuple[str, ...]  # names, who has Priority first; none before it is determined
    worlds: tuple[SeenWorld, ...]
    units: tuple[SeenUnit, ...]
    players: tuple[SeenPlayer, ...]

    def units_of(self, player: int, world: int) -> list[list[SeenUnit]]:
        """Return a player's units at a World, identical copies together."""
        alike: dict[tuple[object, ...], list[SeenUnit]] = {}
        for unit in self.units:
            if unit.controller == player and unit.world == world:
                alike.setdefault(unit.looks, []).append(unit)
        return list(alike.values())


# ── Looking ──────────────────────────────────────────────────────────────────────────────────

STEPS = {  # each point of the turn as a player is told it; {world} is the one being resolved
    "adjust hand": "Setup",
    "turn begins": "Turn begins",
    "exchange prohibited": "Turn begins",
    "window: beginning of turn": "Turn begins",
    "window: beginning of stage": "Stage begins",
    "stage": "Stage",
    "window: end of stage": "Stage ends",
    "move": "Move",
    "window: end of move": "Move ends",
    "reveal": "Reveal",
    "window: reveal": "Reveal",
    "over-class ships": "Reveal",
    "next world": "Resolution",
    "window: beginning of resolution": "Resolution of {world} begins",
    "install facilities": "Resolution of {world}: Install Facilities",
    "swap": "Resolution of {world}: Install Facilities",
    "deploy": "Resolution of {world}: Deploy",
    "retreat": "Resolution of {world}: Orbital Conflict, Retreat",
    "orbital activity": "Resolution of {world}: {orbital}",
    "window: beginning of surface conflict": "Resolution of {world}: Surface Conflict begins",
    "surface conflict": "Resolution of {world}: Surface Conflict",
    "conquer": "Resolution of {world}: Surface Conflict, conquest",
    "world ends": "Resolution of {world} ends",
    "count income": "Count Income",
    "trash": "Trash",
    "draw": "Draw",
    "window: end of draw": "Draw ends",
    "game over": "Game over",
}
PUTS_AWAY = "may put up to 4 cards of the opening hand away"  # OW-1.3


def is_facility(card: Card) -> bool:
    """Is the card a Facility?"""
    return card.type == Type.FACILITY


def look(
    catalogue: Catalogue, tables: States, state: States, view: str, agents: Sequence[str]
) -> Sight:
    """Return what a viewer sees.

    Args:
        catalogue: the cards and Worlds that the position names.
        tables: [1] TABLES.
        state: [1] GAME, only read.
        view: "full", "public", or the name of an agent.
        agents: what the seats are called, in order.

    Raises:
        ValueError: there is no such view.
    """
    if not isinstance(view, str) or view not in ("full", "public", *agents):
        raise ValueError(f"view: expected full, public or one of {', '.join(agents)}, got {view!r}")
    return Looker(catalogue, tables[0], state[0], view, tuple(agents)).sight()


class Looker:
    """Someone who looks at one position, and reads it part by part, as far as the view allows."""

    def __init__(
        self, catalogue: Catalogue, t: Tables, g: Game, view: str, agents: tuple[str, ...]
    ) -> None:
        self.catalogue, self.t, self.g, self.agents = catalogue, t, g, agents
        self.sees_all = view == "full"
        self.viewer = agents.index(view) if view in agents else None
        self.players = range(int(g.num_players))
        self.row = range(int(g.num_worlds))
        self.world_names = [catalogue.worlds[g.worlds[w].card].name for w in self.row]
        self.running = int(g.ending) == RUNNING

    def sight(self) -> Sight:
        """Return everything."""
        g = self.g
        units = tuple(self.unit(i) for i in range(int(g.starts[g.num_worlds])))
        return Sight(
            viewer=self.viewer,
            turn=int(g.turn),
            max_turns=int(g.max_turns),
            final_turn=bool(g.final_turn),
            final_next=self.running and not g.final_turn and self.is_deck_empty(),
            step=self.step(),
            decision=self.decision() if self.running else self.result(),
            over=not self.running,
            plays=self.plays(),
            conflict=self.conflict(),
            priority_order=self.priority_order(),
            worlds=tuple(self.world(w, units) for w in self.row),
            units=units,
            players=tuple(self.player(p) for p in self.players),
        )

    def knows(self, player: int) -> bool:
        """May the viewer look at what this player keeps hidden?"""
        return self.sees_all or player == self.viewer

    def is_screened(self, player: int) -> bool:
        """Does the screen of a simultaneous Step stand between the viewer and this player?"""
        return not self.knows(player) and bool(is_behind_screen(self.g))

    def is_deck_empty(self) -> bool:
        """Has a player no Deck left, so that the FINAL TURN comes (OW-D.2)?"""
        return any(self.g.players[p].deck.count == 0 for p in self.players)

    def cards(self, pile: Pile) -> tuple[Card, ...]:
        """Return the cards of a pile."""
        return tuple(self.catalogue.cards[c] for c in pile.cards[: int(pile.count)])

    # The table

    def priority_order(self) -> tuple[str, ...]:
        """Return who has Priority and, if they do not go round the table from there, who comes after (OW-1.4)."""
        if self.g.priority < 0:
            return ()
        order = tuple(self.agents[seat] for seat in self.g.order[: len(self.agents)])
        return order[:1] if goes_round(self.g) else order

    def world(self, w: int, units: tuple[SeenUnit, ...]) -> SeenWorld:
        """Return one World."""
        g, t = self.g, self.t
        marks = [g.indicators[i] for i in range(int(g.indicator_count))]
        return SeenWorld(
            name=self.world_names[w],
            h2o=int(h2o(g, t, w)),
            res=int(g.worlds[w].res),
            habitable=bool(is_habitable(g, t, w)),
            hostile=bool(is_hostile(g, t, w)),
            resolved=bool(g.worlds[w].resolved),
            resolving=int(g.world) == w,
            indicators=tuple(self.catalogue.cards[mark.card] for mark in marks if mark.world == w),
            room_taken=tuple(u.controller for u in units if u.world == w and is_facility(u.card)),
        )

    def unit(self, i: int) -> SeenUnit:
        """Return one unit; damage and assignments only where a conflict is being fought."""
        g, t = self.g, self.t
        u = g.units[i]
        card = self.catalogue.cards[u.card]
        weapons = range(len(card.weapons))
        fights = int(g.world) == int(u.world)
        damage = 0
        if fights and g.point == ORBITAL:
            damage = int(direct_damage(g, t, i, -1))
        elif fights and g.point in (SURFACE, CONQUER):
            damage = int(surface_damage(g, t, i, -1))
        is_asked = g.point in (ORBITAL, SURFACE) and g.phase == IDLE and int(g.unit) == i
        return SeenUnit(
            index=i,
            card=card,
            world=int(u.world),
            owner=int(u.owner),
            controller=int(u.controller),
            income=int(income_of(g, t, i)) if is_facility(card) else 0,
            idle=bool(u.idle),
            moved=bool(u.moved),
            age=int(u.age),
            reserved=bool(u.reserved),
            overcome=bool(u.overcome),
            defended=fights and bool(is_defended(g, i)),
            conqueror=int(u.conqueror) - 1 if u.conqueror else None,
            defends=int(u.defends) - 1 if u.defends else None,
            targets=tuple(int(u.targets[k]) - 1 if u.targets[k] else None for k in weapons),
            damage=damage,
            asked_weapon=int(g.weapon) if is_asked and self.running else None,
        )

    # The players

    def player(self, p: int) -> SeenPlayer:
        """Return one player."""
        g = self.g
        me = g.players[p]
        known = self.knows(p)
        staged = [me.staged[w, : int(me.staged_count[w])].tolist() for w in self.row]
        hand, trash = int(me.hand.count), int(me.trash.count)
        if self.is_screened(p):  # as it was before the Step
            hand += sum(map(len, staged)) + int(me.adjusted)
            trash -= int(me.adjusted)
        searches = g.phase != IDLE and g.question == ASK_CARD_OF_DECK and g.plays[0].player == p
        return SeenPlayer(
            name=self.agents[p],
            income=int(me.income),
            prior_income=int(me.prior_income),
            has_priority=int(g.priority) == p,
            is_asked=self.is_asked(p),
            halted=bool(me.halted),
            unlimited_class=bool(me.unlimited_class),
            hand_count=hand,
            hand=self.cards(me.hand) if known else None,
            known=self.cards(me.known),
            deck_count=int(me.deck.count),
            deck=self.cards(me.deck) if known and searches else None,
            trash_count=trash + int(me.open_trash.count),
            trashed_openly=self.cards(me.open_trash),
            thrown_away=self.cards(me.trash) if known else None,
            out_of_sight=() if known or not g.open_decklists else self.out_of_sight(p, staged),
            staged=None if self.is_screened(p) else tuple(self.staged(p, c) for c in staged),
        )

    def is_asked(self, p: int) -> bool:
        """Is the player asked? At a simultaneous Step the viewer can't tell which others are."""
        if self.running and int(self.g.actor) == EVERYONE and not self.knows(p):
            return True
        return bool(waits_for(self.g, p))

    def staged(self, p: int, cards: list[int]) -> tuple[SeenStaged, ...]:
        """Return a player's Staging Area at one World."""
        face_down = int(self.g.point) <= REVEAL
        if face_down and not self.knows(p):
            return (SeenStaged(None, True),) * len(cards)
        return tuple(SeenStaged(self.catalogue.cards[c], face_down) for c in cards)

    def out_of_sight(self, p: int, staged: list[list[int]]) -> tuple[Card, ...]:
        """Return all cards of a player that are hidden somewhere, with nothing to tell where."""
        me = self.g.players[p]
        hidden = [c for pile in (me.hand, me.deck, me.trash) for c in pile.cards[: int(pile.count)]]
        if int(self.g.point) <= REVEAL:
            hidden += [c for cards in staged for c in cards]
        return tuple(self.catalogue.cards[c] for c in sorted(hidden))

    # Words

    def step(self) -> str:
        """Return where in the turn the game stands."""
        g = self.g
        if int(g.point) == WINDOW_DRAWN and int(g.turn) == 0:
            return "Setup ends"
        world = self.world_names[g.world] if g.world >= 0 else ""
        orbital = "Orbital Conflict" if g.conflict else "Orbital Activity"
        return STEPS[POINTS[int(g.point)]].format(world=world, orbital=orbital)

    def conflict(self) -> str | None:
        """Return the name of the conflict being fought."""
        g = self.g
        if g.point == ORBITAL:
            return "Orbital Conflict" if g.conflict else "Orbital Activity"
        return "Surface Conflict" if g.point in (SURFACE, CONQUER) else None

    def whose(self, i: int) -> str:
        """Return a unit with the one who controls it: "player_1's Corvette"."""
        u = self.g.units[i]
        return f"{self.agents[u.controller]}'s {self.catalogue.cards[u.card].name}"

    def plays(self) -> tuple[str, ...]:
        """Return the Utility in play with its open choices, then each reaction, a sentence each."""
        g = self.g
        if g.phase == IDLE:
            return ()
        lines = []
        for k in range(int(g.play_count)):
            who, what = self.agents[g.plays[k].player], self.catalogue.cards[g.plays[k].card].name
            lines.append(f"{who} {'reacts with' if k else 'plays'} {what}")
        base = int(g.plays[0].player)
        if g.play_target:
            lines[0] += f" on {self.whose(int(g.play_target) - 1)}"
        if g.play_world >= 0 and (self.knows(base) or not g.play_card):
            lines[0] += f" at {self.world_names[g.play_world]}"
        if g.play_option:
            lines[0] += " to draw" if g.play_option == 1 else " to search"
        return tuple(lines)

    def decision(self) -> str:
        """Return what is being decided, and by whom."""
        g = self.g
        who = " and ".join(self.agents[p] for p in self.players if self.is_asked(p))
        if g.phase != IDLE:
            return f"{who} {self.question()}"
        if int(g.actor) == EVERYONE:
            return self.simultaneous()
        if g.point in (ORBITAL, SURFACE):
            return f"{who} {self.assignment()}"
        return f"{who} {self.plain_question(int(g.actor))}"

    def simultaneous(self) -> str:
        """Return what all decide at once."""
        g = self.g
        is_stage = g.point == STAGE
        one, all_ = ("stages cards", "stage cards") if is_stage else (PUTS_AWAY, PUTS_AWAY)
        if self.viewer is None and not self.sees_all:
            return f"All {all_}, unseen by each other"
        if self.viewer is None:
            asked = [self.agents[p] for p in self.players if waits_for(g, p)]
            return " and ".join(asked) + f" {all_ if len(asked) > 1 else one}"
        me = self.agents[self.viewer]
        if not waits_for(g, self.viewer):
            return f"{me} is done; the others may not be"
        count = "" if is_stage else f" ({int(g.players[self.viewer].adjusted)} so far)"
        return f"{me} {one}{count}, as all do, unseen by each other"

    def plain_question(self, p: int) -> str:
        """Return what one player decides outside conflicts and Utilities."""
        g = self.g
        if g.point == SWAP:
            here = g.players[p].staged[g.world, : g.players[p].staged_count[g.world]]
            staged = [self.catalogue.cards[c] for c in here]
            installing = next(card.name for card in staged if is_facility(card))
            return f"may Swap a Facility for {installing}"
        return {
            EXCHANGE: "may exchange Prohibited cards",
            STAGE: "stages cards",
            MOVE: "may move Ships",
            OVER_CLASS: "must Trash a staged Ship: their Class exceeds the prior Income of "
            f"{int(g.players[p].prior_income)}",
            NEXT_WORLD: "picks the next World",
            RETREAT: "may let Ships Retreat",
            CONQUER: "may Conquer what is overcome",
            TRASH: "may discard",
        }.get(int(g.point), "may play a Utility")

    def assignment(self) -> str:
        """Return which Weapon is asked for."""
        card = self.catalogue.cards[self.g.units[self.g.unit].card]
        k = int(self.g.weapon)
        weapon = f"Weapon {k + 1} of {len(card.weapons)}" if len(card.weapons) > 1 else "the Weapon"
        return f"aims {weapon} of {card.name}, Power {card.weapons[k]}"

    def question(self) -> str:
        """Return what the Utility in play asks; of a hidden choice others learn only that it is."""
        g = self.g
        card = self.catalogue.cards[g.plays[0].card]
        if g.phase == REACTING:
            return f"may react to {self.catalogue.cards[g.plays[int(g.play_count) - 1].card].name}"
        question = int(g.question)
        hidden = question in (ASK_REPLACEMENT, ASK_TAKEN_BACK)
        if hidden and not self.knows(int(g.plays[0].player)):
            return f"carries out {card.name}"
        return {
            ASK_WORLD: f"chooses a World for {card.name}",
            ASK_TARGET: f"picks a card for {card.name}",
            ASK_OPTION: f"draws {card.action_number} cards (option 1) or searches the Deck (2)",
            ASK_REPLACEMENT: "lays a card of the hand in the place of a staged one",
            ASK_TAKEN_BACK: "takes one of two staged cards back",
            ASK_CARD_OF_DECK: "takes a card out of the Deck",
            ASK_GROUND_FORCE: "puts down a Ground Force",
        }.get(question, f"carries out {card.name}")

    def result(self) -> str:
        """Return how the game ended."""
        g = self.g
        incomes = " to ".join(str(g.players[p].income) for p in self.players)
        if int(g.ending) == TRUNCATED:
            return f"Stopped after turn {g.turn} without a winner, Income {incomes}"
        if g.winner < 0:
            return f"A draw, Income {incomes}"
        return f"{self.agents[g.winner]} wins, Income {incomes}"
