"""These New Worlds in words: the name of every action and back, why an action is forbidden.

Below: cards.py, actions.py. Above: position.py, view.py.
"""

from __future__ import annotations

from typing import Any

from ow_env.cards.names import Names
from ow_env.core.game import States
from ow_env.these_new_worlds.actions import DO_COLONIZE, DO_PASS, NOTHING, OK, REASONS, VERBS
from ow_env.these_new_worlds.cards import NAMES, Catalogue, Extra
from ow_env.these_new_worlds.rules.card_phase import playable

CLOSED = {  # why a card can't be played by its extra way
    Extra.SAME_COLOUR_ON_TOP: "its extra way is closed, for no {colour} card is on top",
    Extra.OWN_ITS_COLOUR: "its extra way is closed, for you own no {colour} planet",
}


class Notation(Names):
    """Names of the actions of one catalogue.

    Args:
        catalogue: the cards.
        tables: [1] TABLES.
    """

    def __init__(self, catalogue: Catalogue, tables: States) -> None:
        self.catalogue, self.t = catalogue, tables[0]
        self.rows = tables[0]["actions"][: tables[0]["action_count"]]
        super().__init__(self.name_of(*row) for row in self.rows.tolist())

    def name_of(self, card: int, verb: int, colour: int, other: int) -> str:
        """Return an action's name: `play Trade Envoy for red`, `colonize with red and blue`."""
        if verb == DO_PASS:
            return VERBS[verb]
        if verb == DO_COLONIZE:
            return f"{VERBS[verb]} {NAMES[colour]} and {NAMES[other]}"
        kind = self.catalogue.cards[card]
        named = f" for {'nothing' if colour == NOTHING else NAMES[colour]}" if kind.is_wild else ""
        return f"{VERBS[verb]} {kind.name}{named}"

    def why_not_text(self, state: States, player: int, action: int, code: int) -> str | None:
        """Put the code of a reason into words; None when nothing forbids the action."""
        if code == OK:
            return None
        g, cards = state[0], self.catalogue.cards
        known = 0 <= action < len(self.rows)
        row = self.rows[action if known else 0]
        card = cards[row["card"]] if row["card"] >= 0 else cards[0]
        colour, other = (min(int(row[name]), len(NAMES) - 1) for name in ("colour", "other"))
        me = g["players"][player]
        top = "nothing" if g["top"] < 0 else f"{cards[g['top']].name}, {cards[g['top']].value}"
        return REASONS[code].format(
            card=card.name,
            value=card.value,
            top=top,
            skipped=self.skipped(g, player),
            extra="".join(f"; {CLOSED[extra].format(colour=NAMES[card.colour])} (TNW-3.3)" for extra in card.extras),
            hand=self.listed(int(me["hand"])),
            playable=self.listed(int(me["hand"]) & int(playable(g, self.t, player))),
            colour=NAMES[colour],
            other=NAMES[other],
            cost=cost_of(g["costs"], colour),
            other_cost=cost_of(g["costs"], other),
            held=cost_of(me["tokens"], colour),
            other_held=cost_of(me["tokens"], other),
        )

    def skipped(self, g: Any, player: int) -> str:
        """Say that the card step was not asked, if no card could be played in it."""
        held = int(g["players"][player]["hand"])
        asked = held & ~int(self.t["coloured"]) or (held and g["ask_public"])  # who holds a wild has a choice
        if g["has_played"] or asked:
            return ""
        return ", without asking, for no card of yours could be played (TNW-10.5)"

    def listed(self, members: int) -> str:
        """Return a set of cards as a sentence lists them; "nothing" where none are."""
        return ", ".join(card.name for card in self.catalogue.cards if members >> card.id & 1) or "nothing"


def cost_of(amounts: object, colour: int) -> int:
    """Return the amount of a colour; 0 where none is meant."""
    amount: int = list(amounts)[colour] if colour < len(list(amounts)) else 0  # type: ignore[call-overload]
    return int(amount)
