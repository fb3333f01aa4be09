"""The bazaar as one object."""

from __future__ import annotations

from collections.abc import Generator
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ow_env.core.events import Event, Narrator, Telling
from ow_env.core.game import Game, Position, States
from ow_env.core.options import ASKING, whole_number
from ow_env.core.structure import Axis, Facts, Structure, Tokens
from ow_env.core.text import nearest
from ow_env.drawing.parts import Card, Seat, Zone, pile_of, viewer_of
from ow_env.drawing.view import View
from tests.bazaar import engine, rules
from tests.bazaar.observe import COUNT, FEATURES, SIZES, slices
from tests.bazaar.rules import ACTIONS, NAMES, REASONS
from tests.bazaar.state import COINS, COST, GAME, KINDS, KNOWN, PLAYERS, POINTS, ROUNDS, TABLES, piles

AXES = {"S": "seat", "K": "card", "N": "place on top", "D": "side"}
PILES = ("hand", "known", "discard")


class Bazaar(Game):
    """The bazaar.

    Args:
        num_players: 1 to 4; alone one plays for the score.
        rounds: 1 to 12.
        ask: whoever has a choice is known to all, so both are the same.
    """

    engine = engine
    name = "bazaar"
    version = 0
    facts = Facts("Bazaar", (1, PLAYERS), choices="turns", decks="built", payoff="score")
    num_actions, num_features, state_dtype, actions, features = ACTIONS, COUNT, GAME, NAMES, FEATURES

    def __init__(self, num_players: int = 2, rounds: int = ROUNDS, ask: Literal["needed", "public"] = "needed") -> None:
        if ask not in ASKING:
            raise ValueError(f"ask: expected one of {ASKING}, got {ask!r}")
        self.num_players = whole_number("num_players", num_players, 1, PLAYERS)
        rounds = whole_number("rounds", rounds, 1, ROUNDS)
        self.options = {"num_players": num_players, "rounds": rounds, "ask": ask}
        self.tables = np.zeros(1, TABLES)
        for name, values in (("cost", COST), ("coins", COINS), ("points", POINTS)):
            self.tables[name] = values
        self.observation_high = np.concatenate([np.full(f.stop - f.start, f.high, np.uint8) for f in FEATURES])
        self.template = np.zeros(1, GAME)
        g = self.template[0]
        g.num_players, g.rounds = num_players, rounds
        for card in range(len(KINDS)):
            g.supply.copies[card] = 10
        g.supply.count = 10 * len(KINDS)
        for player in range(num_players):
            for card in (0, 0, 0, 0, 0, 3, 3):
                piles.add(g.players[player].deck.rest, card)

    @cached_property
    def structure(self) -> Structure:
        """What each number and action is about."""
        tokens = Tokens()
        tokens.add("pass")
        for kind in ("buy", "buy on top"):
            for card in range(len(KINDS)):
                tokens.add(kind, card)
        axes = tuple(
            Axis(name, SIZES[letter], np.arange(len(KINDS)) if letter == "K" else None) for letter, name in AXES.items()
        )
        return tokens.structure(axes, {each.name: tuple(AXES[axis] for axis in each.axes) for each in slices.declared})

    @cached_property
    def card_numbers(self) -> npt.NDArray[np.float32]:
        """Cost, coins and points of each kind."""
        return np.stack([COST, COINS, POINTS], axis=1).astype(np.float32) / 8

    def action_name(self, state: States, player: int, action: int) -> str:
        """Return the name of an action."""
        return NAMES[action]

    def action_id(self, state: States, player: int, name: str) -> int:
        """Return the id of a name."""
        if name not in NAMES:
            raise ValueError(f"there is no action {name!r}{nearest(name, NAMES)}")
        return NAMES.index(name)

    def why_not(self, state: States, player: int, action: int) -> str | None:
        """Return the rule that forbids an action."""
        return REASONS[engine.why_not(state[0], self.tables[0], player, action)] or None

    def moment(self, state: States) -> str:
        """Return the round."""
        return f"round {int(state[0]['gone']) + 1}"

    def position(self, state: States, view: str = "full") -> Position:
        """Return the position as JSON; a view leaves out what its player can't know."""
        viewer_of(view, self.agents)
        g = state[0]
        told: dict[str, Any] = {name: int(g[name]) for name in ("rounds", "gone", "seat", "die", "coins")}
        told |= {"game": self.name, "view": view, "players": []}
        told["supply"] = g["supply"]["copies"][: len(KINDS)].tolist()
        for seat in range(self.num_players):
            him = g["players"][seat]
            cards = {name: him[name]["cards"][: him[name]["count"]].tolist() for name in PILES}
            cards["top"] = him["deck"]["top"][: him["deck"]["known"]].tolist()
            cards["rest"] = him["deck"]["rest"]["cards"][: him["deck"]["rest"]["count"]].tolist()
            if view not in ("full", self.agents[seat]):
                cards["rest"] = sorted(cards["rest"] + cards["hand"])
                for card in cards["known"]:
                    cards["rest"].remove(card)
                cards["hand"] = len(cards["hand"])
            told["players"].append({name: self._named(found) for name, found in cards.items()})
        return told

    def _named(self, found: Any) -> Any:
        return [KINDS[card] for card in found] if isinstance(found, list) else found

    def from_position(self, position: Position, rng: npt.NDArray[Any] | None = None) -> States:
        """Return the state of a full position; nothing is drawn for it."""
        if not isinstance(position, dict) or position.get("game") != self.name or position.get("view") != "full":
            raise ValueError(f"expected a full position of the bazaar, got {position!r:.80}")
        state = self.template.copy()
        g = state[0]
        try:
            for name, most in (("rounds", ROUNDS), ("gone", ROUNDS), ("seat", self.num_players - 1), ("die", 6)):
                g[name] = whole_number(name, position[name], 0, most)
            g["coins"] = whole_number("coins", position["coins"], 0, 255)
            for kind, left in enumerate(position["supply"]):
                g["supply"]["copies"][kind] = whole_number("supply", left, 0, 255)
            g["supply"]["count"] = sum(position["supply"])
            if len(position["players"]) != self.num_players:
                raise ValueError(f"players: expected {self.num_players}, got {len(position['players'])}")
            for seat, told in enumerate(position["players"]):
                him = g["players"][seat]
                him["deck"]["rest"]["count"] = 0
                him["deck"]["rest"]["cards"] = 0
                for name in PILES:
                    for card in told[name]:
                        piles.add(him[name], KINDS.index(card))
                for card in told["rest"]:
                    piles.add(him["deck"]["rest"], KINDS.index(card))
                if len(told["top"]) > KNOWN:
                    raise ValueError(f"top: at most {KNOWN} cards, got {len(told['top'])}")
                for card in reversed(told["top"]):
                    piles.put_on_top(him["deck"], KINDS.index(card))
        except (KeyError, TypeError, IndexError) as error:
            raise ValueError(f"position: {error!r}") from None
        return state

    def view(self, state: States, view: str = "full") -> View:
        """Return the market, and what each player has."""
        viewer, told = viewer_of(view, self.agents), self.position(state, view)
        over, best = bool(told["gone"] >= told["rounds"]), KINDS
        market = (Card(kind, number, marks=(f"{told['supply'][number]} left",)) for number, kind in enumerate(best))
        zones = [Zone("market", "table", cards=tuple(market))]
        for seat, cards in enumerate(told["players"]):
            hidden = cards["hand"] if isinstance(cards["hand"], int) else 0
            hand = () if hidden else pile_of(cards["hand"])
            zones += [Zone("hand", "hand", seat, None, hand, hidden)]
            zones += [Zone(name, "list", seat, None, pile_of(cards[name])) for name in ("known", "top", "discard")]
        return View(
            game="Bazaar",
            viewer=viewer,
            when=self.moment(state),
            step=f"die {told['die']}, {told['coins']} coins",
            decision="The game is over" if over else f"{self.agents[told['seat']]} may buy",
            over=over,
            seats=tuple(Seat(who, not over and seat == told["seat"]) for seat, who in enumerate(self.agents)),
            zones=tuple(zones),
        )

    def events(
        self, before: States, actions: npt.ArrayLike, rng: npt.NDArray[Any], view: str = "full"
    ) -> tuple[Event, ...]:
        """Return what was bought, and what the die showed next."""
        viewer_of(view, self.agents)
        state, rng, teller = before.copy(), rng.copy(), Teller(tuple(self.agents))
        chosen = np.ascontiguousarray(actions, np.int32).reshape(-1)
        telling(teller, state[0], self.tables[0], rng[0], chosen)
        return tuple(teller.events)


class Teller(Narrator):
    """Says what all may know of a decision: everything but which cards are drawn."""

    def __init__(self, agents: tuple[str, ...]) -> None:
        super().__init__()
        self.agents = agents

    def buys(self, g: Any, t: Any, kind: int, more: int) -> None:
        """A card is bought."""
        where = " and puts it on top" if more else ""
        self.tell("bought", f"{self.agents[g.seat]} buys {KINDS[kind]}{where}", seat=int(g.seat))

    def throws(self, g: Any, t: Any, rng: Any) -> Generator[None, Any, None]:
        """The die is thrown."""
        yield
        self.tell("die", f"{self.agents[g.seat]} throws {int(g.die)}", seat=int(g.seat))


telling = Telling(rules.apply, {rules.buy: Teller.buys, rules.begin_turn: Teller.throws})
