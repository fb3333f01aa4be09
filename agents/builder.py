"""The script for Open Worlds: build whatever earns most, fight nobody.

Below: agents.reading. Above: agents.scripted. It plays what the rulebook's first pages teach: a
Facility to every World where one can be installed, Cities and Exploits first where Industries will
follow, a Swap where there is no room, and cards it has no use for go to the Trash Heap so that new
ones come. It reads its own view and the printed figures of cards, which everybody may know.

Below stand the agent, decision by decision, then what the Worlds offer to each Facility.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.base import Observation
from agents.reading import Reader, best
from ow_env.core.game import Game
from ow_env.open_worlds import actions as verbs
from ow_env.open_worlds.cards import Action, IncomeRule, Kind, Req, Swap, Type
from ow_env.open_worlds.state import POINTS

HAND_LIMIT = 10  # nothing is drawn beyond it (OW-D.1)
LEAST_DRAW = 2
LAST_ROOM = 0.7  # what the last room is worth: if two players want it, nobody gets it (OW-4a.4)
BASE = 0.5  # share of its RES that a World is worth when a card opens it for Industries in hand
BASES = (Kind.MINING, Kind.POPULATION, Kind.PRODUCTION)  # what an Industry builds on
NEVER = -1.0  # less than passing, which is worth 0
ADJUST, EXCHANGE, TRASH = (
    POINTS.index(point) for point in ("adjust hand", "exchange prohibited", "trash")
)


class Builder:
    """Maximises its own Income, one card at a time.

    Args:
        game: an Open Worlds, with any decks and number of players.
    """

    name = "scripted"
    version = 1

    def __init__(self, game: Game) -> None:
        self.parameters: Mapping[str, Any] = {}
        self.read = Reader(game)
        self.players = game.num_players
        self.worlds = self.read.size("h2o")
        tables = game.tables[0]
        cards = tables["cards"][: tables["card_count"]]  # [C]
        self.cards = cards
        self.ids = np.flatnonzero(cards["type"] == Type.FACILITY)  # [F] which cards those are
        self.facilities = cards[self.ids]  # [F]
        self.industries = np.flatnonzero(cards["income_rule"] == IncomeRule.RES)  # cards
        self.units = int((cards["unit"] >= 0).sum())

        action = tables["actions"][: tables["action_count"]]  # [A]
        verb, card, world = action["verb"], action["card"], action["world"]
        facility = np.where(card >= 0, cards["facility"][card], -1)  # index among those; -1: none
        self._stage = np.flatnonzero((verb == verbs.DO_STAGE) & (facility >= 0))
        self._stage_world, self._stage_card = world[self._stage], facility[self._stage]
        self._swap = np.flatnonzero(verb == verbs.DO_SWAP)
        self._swapped = facility[self._swap]
        self._throw_out = np.flatnonzero((verb == verbs.DO_DISCARD) & (facility < 0))
        self._throw_facility = np.flatnonzero((verb == verbs.DO_DISCARD) & (facility >= 0))
        draws = (card >= 0) & (cards["action"][card] == Action.DRAW_OR_SEARCH)
        is_draw = (verb == verbs.DO_PLAY) & draws
        is_first_option = (verb == verbs.DO_OPTION) & (world == 1)  # of Research: draw
        self._draw = np.flatnonzero(is_draw | is_first_option)

    def act(self, observation: Observation) -> NDArray[np.int32]:
        """Return one allowed action id for each row: int32 [B]."""
        value = np.full(observation.mask.shape, NEVER)  # [B, A]
        value[:, verbs.PASS] = 0.0
        value[:, self._draw] = 1.0
        at_step = self.read(observation, "point", -1).argmax(axis=1)
        self._value_building(observation, value)
        self._value_swaps(observation, value)
        self._value_discards(observation, at_step, value)
        return best(value, observation.mask)

    def _value_building(self, seen: Observation, value: NDArray[np.float64]) -> None:
        """Value each Facility at each World by what it would add to the Income there."""
        offers = Offers(self, seen)
        gain = offers.income() - offers.price_of_room() + offers.opening()  # [B, W, F]
        gain = np.where(offers.is_met() & (gain > 0), gain, NEVER)
        value[:, self._stage] = gain[:, self._stage_world, self._stage_card]

    def _value_swaps(self, seen: Observation, value: NDArray[np.float64]) -> None:
        """Swap the Facility that earns least, if more want to install than there is room for."""
        read, worlds, cards = self.read, self.worlds, len(self.cards)
        here = read(seen, "resolving", worlds)[:, None, :, None]  # [B, 1, W, 1]
        mine = read(seen, "staged", 1, worlds, cards)
        others = read(seen, "revealed", self.players - 1, worlds, cards)
        staged = np.concatenate([mine, others], axis=1) * here  # [B, P, W, C] at this World
        attempts = staged[:, :, :, self.ids].sum(axis=(1, 2, 3))
        room = (read(seen, "room", worlds) * here[:, 0, :, 0]).sum(axis=1)
        crowded = np.where(attempts > room, 1.0, NEVER)  # [B]
        value[:, self._swap] = crowded[:, None] - 0.01 * self.facilities["income"][self._swapped]

    def _value_discards(
        self, seen: Observation, at_step: NDArray[np.intp], value: NDArray[np.float64]
    ) -> None:
        """Throw away what it would never stage, when that lets it draw; at the setup always."""
        setup = (at_step == ADJUST) | (at_step == EXCHANGE)
        hand = self.read(seen, "hand_count", self.players)[:, 0]
        income = self.read(seen, "income", self.players)[:, 0]
        due = np.maximum(income, LEAST_DRAW)
        clogged = (at_step == TRASH) & (hand + due > HAND_LIMIT)
        stuck = clogged & (hand + LEAST_DRAW > HAND_LIMIT)
        value[:, self._throw_out] = np.where(setup | clogged, 1.0, NEVER)[:, None]
        value[:, self._throw_facility] = np.where(stuck, 0.5, NEVER)[:, None]


class Offers:
    """What the Worlds offer to each Facility, in every row of one observation.

    Shapes: B rows, W Worlds, F Facilities of the catalogue.
    """

    def __init__(self, builder: Builder, seen: Observation) -> None:
        read, worlds = builder.read, builder.worlds
        self.facilities = builder.facilities
        units = read(seen, "units", builder.players, worlds, builder.units)
        self.mine = units[:, 0][:, :, self.facilities["unit"]]  # [B, W, F] of mine in play
        self.room = read(seen, "room", worlds)
        self.res = read(seen, "res", worlds)
        self.habitable = read(seen, "habitable", worlds) > 0
        self.hostile = read(seen, "hostile", worlds) > 0
        self.industries = read(seen, "hand", -1)[:, builder.industries].sum(axis=1)  # in hand
        self.occupied = self.mine.sum(axis=2) > 0
        self.populated = self.count(Kind.POPULATION) > 0
        self.works = self.count(Kind.MINING) + self.count(Kind.PRODUCTION)
        self.based = self.populated | (self.works > 0)

    def count(self, kind: Kind) -> NDArray[np.int32]:
        """Return how many Facilities of a kind it has at each World: [B, W]."""
        held: NDArray[np.int32] = self.mine[:, :, self.facilities["kind"] == kind].sum(axis=2)
        return held

    def is_met(self) -> NDArray[np.bool_]:
        """Return where the REQ of each Facility is met: [B, W, F]."""
        everywhere = np.ones_like(self.occupied)
        met = {
            Req.ANY_WORLD: everywhere,
            Req.OCCUPIED: self.occupied,
            Req.NON_HOSTILE: ~self.hostile,
            Req.HABITABLE: self.habitable,
            Req.NON_HOSTILE_OR_OCCUPIED: ~self.hostile | self.occupied,
            Req.HABITABLE_OR_OCCUPIED: self.habitable | self.occupied,
            Req.INDUSTRIAL_BASE: self.based,
            Req.WORKS: self.works > 0,
            Req.POPULATION_HERE: self.populated,
        }
        return np.stack([met.get(Req(r), ~everywhere) for r in self.facilities["req"]], axis=2)

    def income(self) -> NDArray[np.float64]:
        """Return what each Facility would earn at each World: [B, W, F]."""
        nothing = np.zeros_like(self.res)
        per_rule = {
            IncomeRule.FIXED: nothing,
            IncomeRule.RES: self.res,
            IncomeRule.FRONTIER: np.where(self.hostile & ~self.habitable, 3, 1),
            IncomeRule.WORKS_HERE: np.maximum(self.works, 1),
            IncomeRule.WORLDS_OCCUPIED: nothing + self.occupied.sum(axis=1, keepdims=True),
            IncomeRule.POPULATED_WORLDS: nothing + self.populated.sum(axis=1, keepdims=True),
        }
        rules = [per_rule[IncomeRule(rule)] for rule in self.facilities["income_rule"]]
        income: NDArray[np.float64] = np.stack(rules, axis=2) + self.facilities["income"].astype(
            float
        )
        return income

    def price_of_room(self) -> NDArray[np.float64]:
        """Return what the place costs: nothing where there is room, else what must Swap.

        Where there is neither, the price is out of reach.
        """
        swap, earns = self.facilities["swap"], self.facilities["income"]
        kind = self.facilities["kind"]
        is_city_or_industry = (kind == Kind.POPULATION) | (kind == Kind.PRODUCTION)
        for_any = self.cheapest(swap == Swap.ANY, earns)
        for_some = np.minimum(for_any, self.cheapest(swap != Swap.NONE, earns))
        swapped = np.where(is_city_or_industry, for_some[:, :, None], for_any[:, :, None])
        risk = np.where(self.room == 1, 1 - LAST_ROOM, 0.0)[:, :, None] * self.income()
        return np.where(self.room[:, :, None] > 0, risk, swapped)

    def cheapest(self, chosen: NDArray[np.bool_], earns: NDArray[Any]) -> NDArray[np.float64]:
        """Return the least Income among some Facilities it has at each World; inf: it has none."""
        prices = np.where(self.mine[:, :, chosen] > 0, earns[chosen].astype(np.float64), np.inf)
        least: NDArray[np.float64] = prices.min(axis=2, initial=np.inf)
        return least

    def opening(self) -> NDArray[np.float64]:
        """Return what it is worth that Industries in hand could follow: [B, W, F]."""
        follows = ~self.based & (self.industries > 0)[:, None]
        opens = np.isin(self.facilities["kind"], BASES)
        worth: NDArray[np.float64] = BASE * (self.res * follows)[:, :, None] * opens
        return worth
