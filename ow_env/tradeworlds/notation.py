"""TradeWorlds in words: the name of every action and back, why an action is forbidden.

Below: cards.py, actions.py. Above: position/, view.py.

Seats are named: `target player_2`. `lane 1` is a place of your own lane, `lane 1 of player_2` of another's. In no
particular position, where nobody in particular acts, others are `next`, `second` and `third`.
"""

from __future__ import annotations

from typing import Any

from ow_env.cards.names import Names
from ow_env.core.game import States
from ow_env.tradeworlds import verbs as do
from ow_env.tradeworlds.actions import OK, REASONS
from ow_env.tradeworlds.cards import ATTACK, DEFEND, PLACES, Catalogue, Pile, Role, Token, Window, title_of
from ow_env.tradeworlds.rules.attack import resistance_at
from ow_env.tradeworlds.rules.hands import worth
from ow_env.tradeworlds.rules.lanes import count_places, firepower_of, places_taken, resistance
from ow_env.tradeworlds.rules.legality import window_of
from ow_env.tradeworlds.rules.roles import pile_of_role
from ow_env.tradeworlds.rules.windows import side_of
from ow_env.tradeworlds.state import NOBODY, POINTS
from ow_env.tradeworlds.verbs import VERBS

OTHERS = ("", "next", "second", "third")  # players, in no particular position
OF_CARDS = (do.BANK, do.REMOVE, do.DISCARD, do.BUY, do.SPEND, do.FIT, do.REPLACE, do.PLAY)
ASKED = {  # what is asked, as a reason not to do something else
    "role": "a Role is to be chosen",
    "chancellor": "a ship is to be decommissioned or a target named",
    "invite": "you are asked to join the attack",
    "target": "an opponent is to be named",
    "sabotage": "a card is to be discarded",
    "bank": "cards are to be banked",
    "remove": "cards are to be removed",
    "smuggle": "one of the cards taken is to be banked",
    "refit": "cards are to be exchanged",
    "replace": "the Weapon that goes is to be named",
    "attack": "the attack is under way",
    "alert": "a token may be eliminated",
    "roll": "Tactics may be played on the dice",
    "strike": "Tactics may be played on the strike",
    "cancel": "a Tactic may be cancelled",
    "destroy": "ships to be destroyed are chosen",
    "loss": "a ship is about to be lost",
    "buy": "cards are bought",
    "pay": "a card is being paid",
    "configure": "ships are configured",
    "fit": "further Weapons may be fitted",
    "discard": "cards may be discarded",
    "over": "the game is over",
    "derelict": "The Derelict acts",
}
RULES_OF_ROLES = {  # where it stands that a Role needs something
    Role.TREASURER: "TW-R2",
    Role.ADMIRAL: "TW-R3",
    Role.SABOTEUR: "TW-R5",
    Role.MECHANIC: "TW-R6",
    Role.SMUGGLER: "TW-R7",
}
SIDES = ("attacker", "defender")  # by ATTACK and DEFEND
WINDOWS = {  # when a Tactic is played
    Window.DECLARE: "while an attack is declared",
    Window.ROLL: "on the dice",
    Window.STRIKE: "on a strike",
    Window.CANCEL: "to cancel another",
    Window.LOSS: "when a ship is about to be lost",
}
KINDS = {Pile.STARSHIP: "Starship", Pile.WEAPON: "Weapon", Pile.CREW: "Crew"}


def places_of(places: int) -> str:
    """Return a set of places: "1+3"."""
    return "+".join(str(place + 1) for place in range(PLACES) if places >> place & 1)


class Notation:
    """Names of the actions of one catalogue.

    Args:
        catalogue: the cards.
        tables: [1] TABLES.
        players: how many play.
    """

    def __init__(self, catalogue: Catalogue, tables: States, players: int) -> None:
        self.catalogue, self.t, self.players = catalogue, tables[0], players
        self.rows = tables[0]["actions"][: tables[0]["action_count"]]
        self.general = self.named(OTHERS).names  # in no particular position
        self.of_seat = [self.named(self.seats_from(seat)) for seat in range(players)]

    def named(self, seats: tuple[str, ...]) -> Names:
        """Return the names of all actions where the players are called so."""
        return Names(self.name_of(action, seats) for action in range(len(self.rows)))

    def seats_from(self, seat: int) -> tuple[str, ...]:
        """Return what the players are called, clockwise from one; "" and numbers where nobody sits."""
        there = [f"player_{(seat + onward) % self.players}" for onward in range(self.players)]
        return ("", *there[1:], *(f"nobody {onward}" for onward in range(self.players, len(OTHERS))))

    def name_of(self, action: int, seats: tuple[str, ...]) -> str:
        """Return an action's name: `bank Crew 2`, `send lane 1 of player_2`."""
        verb, a, b, c = (int(number) for number in self.rows[action])
        word, cards = VERBS[verb], self.catalogue.cards
        if verb == do.ROLE:
            return f"{word} {title_of(Role(a))}"
        if verb == do.TARGET:
            return f"{word} {seats[a]}"
        if verb == do.DECOMMISSION:
            return f"{word} lane {a + 1}"
        if verb in OF_CARDS:
            return f"{word} {cards[a].name}"
        if verb == do.CONFIGURE:
            return f"{word} {cards[a].name} + {cards[b].name} + {cards[c].name}"
        if verb == do.REFIT:
            return f"{word} lane {a + 1} with {cards[b].name}"
        if verb in (do.SEND, do.DESTROY):
            return f"{word} lane {b + 1}" + (f" of {seats[a]}" if a else "")
        if verb == do.ENGAGE:
            return f"{word} {places_of(a)}"
        if verb == do.REINFORCE:
            return f"{word} lane {a + 1} with {title_of(Token(b))}"
        if verb == do.USE:
            return f"{word} {title_of(Token(a))}"
        if verb == do.ELIMINATE:
            return f"{word} {title_of(Token(b))} of {seats[a]}"
        return word

    def action_name(self, player: int, action: int) -> str:
        """Return the name of an action as a player would say it."""
        return self.of_seat[player].names[action]

    def action_id(self, player: int, name: str) -> int:
        """Return the id of a named action.

        Raises:
            ValueError: there is no such action; names the nearest.
        """
        return self.of_seat[player].action_id(name)

    # Reasons

    def why_not_text(self, state: States, player: int, action: int, code: int) -> str | None:
        """Put the code of a reason into words; None when nothing forbids the action."""
        if code == OK:
            return None
        row = self.rows[action if 0 <= action < len(self.rows) else 0]
        verb, a, b, c = (int(number) for number in row)
        told = self.told_of_hand(state, player) | self.told_of_cards(state, player, verb, a, b, c)
        return REASONS[code].format(**told, **self.told_of_attack(state, player, verb, a, b))

    def told_of_hand(self, state: States, player: int) -> dict[str, Any]:
        """Return what reasons tell of a player and the point."""
        g, me = state[0], state[0]["players"][player]
        role = int(g["role"])
        return {
            "asked": f"player_{int(g['asked'])}",
            "point": ASKED[POINTS[g["point"]]],
            "hand": self.listed(me["hand"]["copies"]),
            "tops": ", ".join(self.catalogue.cards[top - 1].name for top in me["tops"].tolist() if top) or "nothing",
            "shown": ", ".join(self.catalogue.cards[card - 1].name for card in g["shown"].tolist() if card),
            "worth": int(g["change"]) + int(worth(self.t, me)),
            "ships": count_places(places_taken(me)),
            "level": int(me["level"]),
            "treasury": int(me["treasury"]),
            "role": title_of(Role(role)) if role else "",
            "kind": KINDS.get(Pile(max(int(pile_of_role(role)), 0)), ""),
        }

    def told_of_cards(self, state: States, player: int, verb: int, a: int, b: int, c: int) -> dict[str, Any]:
        """Return what reasons tell of the cards of an action."""
        g, me, cards = state[0], state[0]["players"][player], self.catalogue.cards
        card = cards[b if verb == do.REFIT else a if verb in OF_CARDS or verb == do.CONFIGURE else 0]
        if verb == do.CONFIGURE:
            named = (cards[a], cards[b], cards[c])
            held = me["hand"]["copies"]
            card = next((each for each in named if not held[each.id]), card)
        fitting = int(g["fitting"]) - 1
        place = b if verb in (do.SEND, do.DESTROY) else fitting if verb in (do.FIT, do.REPLACE) else a
        ship = me["lane"][place if 0 <= place < PLACES else 0]
        capacity, load = self.weight(ship, verb, a, b, c)
        named_role = Role(a) if verb == do.ROLE else Role(int(g["role"])) if g["role"] else None
        return {
            "card": card.name,
            "trade": card.trade,
            "place": place + 1,
            "capacity": capacity,
            "load": load,
            "rule": RULES_OF_ROLES.get(named_role, "TW-R4") if named_role else "TW-P",
        }

    def weight(self, ship: Any, verb: int, a: int, b: int, c: int) -> tuple[int, int]:
        """Return Capacity and load of a ship as it would be."""
        t, cards = self.t, self.catalogue.cards
        if verb == do.CONFIGURE:
            return cards[a].number, cards[b].number + cards[c].number
        capacity = int(t["capacity"][ship["starship"]])
        fire = [int(count) * int(t["firepower"][level + 1]) for level, count in enumerate(ship["weapons"].tolist())]
        crew = int(resistance(t, ship))
        if verb == do.FIT:
            return capacity, sum(fire) + crew + cards[a].number
        if verb == do.REFIT and cards[b].pile is Pile.STARSHIP:
            return cards[b].number, sum(fire) + crew
        if verb == do.REFIT and cards[b].pile is Pile.CREW:
            return capacity, sum(fire) + cards[b].number
        if verb == do.REFIT:
            there = [int(t["firepower"][level + 1]) for level, count in enumerate(ship["weapons"].tolist()) if count]
            return capacity, sum(fire) + crew - max(there, default=0) + cards[b].number
        return capacity, sum(fire) + crew

    def told_of_attack(self, state: States, player: int, verb: int, a: int, b: int) -> dict[str, Any]:
        """Return what reasons tell of an attack and of tokens."""
        g, t = state[0], self.t
        onward = a if verb in (do.TARGET, do.ELIMINATE, do.SEND, do.DESTROY) else 0
        seat = (player + onward) % self.players if onward < self.players else NOBODY
        who = f"player_{seat}" if onward else "The Derelict" if g["target"] == NOBODY else f"player_{int(g['target'])}"
        token = {do.USE: a, do.REINFORCE: b, do.ELIMINATE: b}.get(verb, 0)
        strength = 0
        if verb == do.ENGAGE:
            strength = int(resistance_at(g, t, a))
        elif verb == do.DESTROY and seat != NOBODY:
            strength = int(resistance(t, g["players"][seat]["lane"][b]))
        return {
            "player": who,
            "whose": self.whose_tactic(g, player, a) if verb == do.PLAY else "",
            "places": places_of(a) if verb == do.ENGAGE else "",
            "fire": int(firepower_of(g, t, int(g["group"]))) + int(g["fire"][ATTACK]),
            "resistance": strength,
            "budget": int(g["budget"]),
            "token": title_of(Token(token)) if token else "token",
            "cost": int(t["send"]) if verb == do.REINFORCE else int(t["use"][token]),
        }

    def whose_tactic(self, g: Any, player: int, card: int) -> str:
        """Say that a Tactic is for the other side of this battle or strike, or where else it is played."""
        usable, here, side = self.t["usable"], window_of(int(g["point"])), side_of(g, player)
        sides = [each for each in (ATTACK, DEFEND) if int(usable[here][each]) >> card & 1]
        if sides and sides != [side]:
            return f": it is for the {SIDES[sides[0]]}, and you are the {SIDES[1 - sides[0]]}"
        windows = [WINDOWS[window] for window in Window if any(int(some) >> card & 1 for some in usable[window])]
        return f": it is played {' or '.join(windows)}" if windows else ""

    def listed(self, copies: Any) -> str:
        """Return cards as a sentence lists them: "2x Crew 1, Weapon 2"; "nothing" where none are."""
        counts = zip(self.catalogue.cards, copies.tolist(), strict=False)
        told = [f"{count}x {card.name}" if count > 1 else card.name for card, count in counts if count]
        return ", ".join(told) or "nothing"
