"""Star Realms in words: the name of every action and back, why an action is forbidden.

Below: cards.py, actions.py. Above: position.py, view.py.
"""

from __future__ import annotations

from ow_env.cards.names import Names
from ow_env.core.game import States
from ow_env.star_realms import state as at, verbs as do
from ow_env.star_realms.actions import FIRST_VERB_OF_CARDS, OK, REASONS
from ow_env.star_realms.cards import Ability, Catalogue
from ow_env.star_realms.state import KNOWN
from ow_env.star_realms.verbs import VERBS

ABILITY_OF = {"use": Ability.PRIMARY, "ally": Ability.ALLY, "scrap": Ability.SCRAP}  # by the verb that uses it
WITH_BRANCH = (do.PLAY, do.USE, do.COPY)
ASKED = {  # what is asked, as a reason not to do something else
    at.MAIN: "this answers a choice, and none is asked",
    at.OWED: "a discard that is owed comes first",
    at.SCRAP: "a card of hand or discard pile is to be scrapped",
    at.SCRAP_HAND: "a card of the hand is to be scrapped",
    at.SCRAP_ROW: "a card of the Trade Row is to be scrapped",
    at.DESTROY: "a base is to be destroyed",
    at.ACQUIRE: "a ship is to be acquired",
    at.COPY: "a ship is to be copied",
    at.CYCLE: "cards are to be discarded, others to be drawn for them",
    at.TRIM: "cards are to be scrapped, others to be drawn for them",
    at.OVER: "the game is over",
}


class Notation(Names):
    """Names of the actions of one catalogue.

    Args:
        catalogue: the cards.
        tables: [1] TABLES.
    """

    def __init__(self, catalogue: Catalogue, tables: States) -> None:
        self.catalogue = catalogue
        self.rows = tables[0]["actions"][: tables[0]["action_count"]]
        super().__init__(self.name_of(verb, card, branch) for card, verb, branch in self.rows.tolist())

    def name_of(self, verb: int, card: int, branch: int) -> str:
        """Return an action's name: `play Patrol Mech: combat`, `scrap Ram from row`."""
        word = VERBS[verb]
        if verb < FIRST_VERB_OF_CARDS:
            return word
        kind = self.catalogue.cards[card]
        name = word.format(card=kind.name) if "{card}" in word else f"{word} {kind.name}"
        named = verb in WITH_BRANCH and kind.primary and kind.primary[branch].name
        return f"{name}: {kind.primary[branch].name}" if named and (verb == do.USE or not kind.is_base) else name

    def instead(self, name: object) -> str:
        """Return how a refusal ends: of an ability that nobody uses it says that it works by itself."""
        verb, _, rest = name.partition(" ") if isinstance(name, str) else ("", "", "")
        card = self.catalogue.card_ids.get(rest)
        if card is None or verb not in ABILITY_OF:
            return super().instead(name)
        kind, ability = self.catalogue.cards[card], ABILITY_OF[verb]
        branches = kind.branches(ability)
        if not branches:
            return f": {kind.name} has no {ability.name.lower()} ability"
        if len(branches) > 1 and kind.is_base:
            return super().instead(name)
        if ability is Ability.PRIMARY and not kind.is_base:
            return f": {kind.name} is a ship, its primary ability works as it is played (SR-3.1)"
        return f": the {ability.name.lower()} ability of {kind.name} works by itself, as soon as it can (SR-2.5)"

    def why_not_text(self, state: States, player: int, action: int, code: int) -> str | None:
        """Put the code of a reason into words; None when nothing forbids the action."""
        if code == OK:
            return None
        known = 0 <= action < len(self.rows) and self.rows[action]["card"] >= 0
        card = self.catalogue.cards[self.rows[action]["card"]] if known else self.catalogue.cards[0]
        g = state[0]
        return REASONS[code].format(
            card=card.name,
            cost=card.cost,
            defense=card.defense,
            trade=int(g["trade"]),
            combat=int(g["combat"]),
            hand=self.cards_in(g["players"][player]["hand"]["copies"]),
            row=self.cards_in(g["row"]["copies"]),
            asked=ASKED[int(g["point"])],
            most=KNOWN,
        )

    def cards_in(self, copies: object) -> str:
        """Return cards as a sentence lists them: "3x Scout, Viper"; "nothing" where none are."""
        counts = zip(self.catalogue.cards, copies, strict=False)  # type: ignore[call-overload]
        told = [f"{count}x {card.name}" if count > 1 else card.name for card, count in counts if count]
        return ", ".join(told) or "nothing"
