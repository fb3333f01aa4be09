"""Open Worlds in sentences: where the turn stands, what is being played, what is asked of whom, how it ended.

Below: observe.py. Above: view.py, events.py. Of what a viewer can't know no sentence says anything.
"""

from __future__ import annotations

from ow_env.drawing.parts import FULL, viewer_of
from ow_env.open_worlds import state as at
from ow_env.open_worlds.cards import Card, Catalogue, Type
from ow_env.open_worlds.observe import is_behind_screen
from ow_env.open_worlds.rules.legality import waits_for
from ow_env.open_worlds.state import EVERYONE, POINTS, RUNNING, TRUNCATED, Game, Tables

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


class Words:
    """What may be said of one position to one viewer.

    Args:
        catalogue: the cards and Worlds that the position names.
        t: constants.
        g: the position, only read.
        view: "full", "public", or one of the agents.
        agents: what the seats are called, in order.
    """

    def __init__(self, catalogue: Catalogue, t: Tables, g: Game, view: str, agents: tuple[str, ...]) -> None:
        self.catalogue, self.t, self.g, self.agents = catalogue, t, g, agents
        self.viewer = viewer_of(view, agents)
        self.sees_all = view == FULL
        self.players = range(int(g.num_players))
        self.row = range(int(g.num_worlds))
        self.in_play = range(int(g.starts[g.num_worlds]))
        self.world_names = [catalogue.worlds[g.worlds[w].card].name for w in self.row]
        self.running = int(g.ending) == RUNNING

    def knows(self, player: int) -> bool:
        """May the viewer look at what this player keeps hidden?"""
        return self.sees_all or player == self.viewer

    def is_screened(self, player: int) -> bool:
        """Does the screen of a simultaneous Step stand between the viewer and this player?"""
        return not self.knows(player) and bool(is_behind_screen(self.g))

    def is_asked(self, p: int) -> bool:
        """Is the player asked? At a simultaneous Step the viewer can't tell which others are."""
        if self.running and int(self.g.actor) == EVERYONE and not self.knows(p):
            return True
        return bool(waits_for(self.g, p))

    def step(self) -> str:
        """Return where in the turn the game stands."""
        g = self.g
        if int(g.point) == at.WINDOW_DRAWN and int(g.turn) == 0:
            return "Setup ends"
        world = self.world_names[g.world] if g.world >= 0 else ""
        orbital = "Orbital Conflict" if g.conflict else "Orbital Activity"
        return STEPS[POINTS[int(g.point)]].format(world=world, orbital=orbital)

    def conflict(self) -> str | None:
        """Return the name of the conflict being fought."""
        g = self.g
        if g.point == at.ORBITAL:
            return "Orbital Conflict" if g.conflict else "Orbital Activity"
        return "Surface Conflict" if g.point in (at.SURFACE, at.CONQUER) else None

    def whose(self, i: int) -> str:
        """Return a unit with the one who controls it: "player_1's Corvette"."""
        u = self.g.units[i]
        return f"{self.agents[u.controller]}'s {self.catalogue.cards[u.card].name}"

    def plays(self) -> tuple[str, ...]:
        """Return the Utility in play with its open choices, then each reaction, a sentence each."""
        g = self.g
        if g.phase == at.IDLE:
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
        if g.phase != at.IDLE:
            return f"{who} {self.question()}"
        if int(g.actor) == EVERYONE:
            return self.simultaneous()
        if g.point in (at.ORBITAL, at.SURFACE):
            return f"{who} {self.assignment()}"
        return f"{who} {self.plain_question(int(g.actor))}"

    def simultaneous(self) -> str:
        """Return what all decide at once."""
        g = self.g
        is_stage = g.point == at.STAGE
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
        if g.point == at.SWAP:
            here = g.players[p].staged[g.world, : g.players[p].staged_count[g.world]]
            staged = [self.catalogue.cards[c] for c in here]
            installing = next(card.name for card in staged if is_facility(card))
            return f"may Swap a Facility for {installing}"
        return {
            at.EXCHANGE: "may exchange Prohibited cards",
            at.STAGE: "stages cards",
            at.MOVE: "may move Ships",
            at.OVER_CLASS: "must Trash a staged Ship: their Class exceeds the prior Income of "
            f"{int(g.players[p].prior_income)}",
            at.NEXT_WORLD: "picks the next World",
            at.RETREAT: "may let Ships Retreat",
            at.CONQUER: "may Conquer what is overcome",
            at.TRASH: "may discard",
        }.get(int(g.point), "may play a Utility")

    def assignment(self) -> str:
        """Return which Weapon is asked for."""
        card = self.catalogue.cards[self.g.units[self.g.unit].card]
        k = int(self.g.weapon)
        weapon = f"Weapon {k + 1} of {len(card.weapons)}" if len(card.weapons) > 1 else "the Weapon"
        return f"aims {weapon} of {card.name}, Power {card.weapons[k]}; pass: it does not fire"

    def question(self) -> str:
        """Return what the Utility in play asks; of a hidden choice others learn only that it is."""
        g = self.g
        card = self.catalogue.cards[g.plays[0].card]
        if g.phase == at.REACTING:
            return f"may react to {self.catalogue.cards[g.plays[int(g.play_count) - 1].card].name}"
        question = int(g.question)
        hidden = question in (at.ASK_REPLACEMENT, at.ASK_TAKEN_BACK)
        if hidden and not self.knows(int(g.plays[0].player)):
            return f"carries out {card.name}"
        return {
            at.ASK_WORLD: f"chooses a World for {card.name}",
            at.ASK_TARGET: f"picks a card for {card.name}",
            at.ASK_OPTION: f"draws {card.action_number} cards (option 1) or searches the Deck (2)",
            at.ASK_REPLACEMENT: "lays a card of the hand in the place of a staged one",
            at.ASK_TAKEN_BACK: "takes one of two staged cards back",
            at.ASK_CARD_OF_DECK: "takes a card out of the Deck",
            at.ASK_GROUND_FORCE: "puts down a Ground Force",
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
