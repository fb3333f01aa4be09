"""From JSON to a draft: the Utility in play, its choices and the reactions to it.

Below: model.py. Above: read_decision.py. Whether the choices are legal, and all that were due, check.py asks the rules.
"""

from __future__ import annotations

from ow_env.core.values import JsonObject, shown
from ow_env.open_worlds import cards, state as at
from ow_env.open_worlds.cards import UTILITY
from ow_env.open_worlds.position.model import Draft, Play
from ow_env.open_worlds.rules.utilities import OPTION_SEARCH, is_its_window
from ow_env.open_worlds.state import PHASES, PLAYS, POINTS, QUESTIONS, STAGED

PATH = "decision.utility"
OF_UTILITY = "card player phase asks world target option replacement reactions".split()
OF_REACTION = "card player".split()
CHOICES = {  # what a Utility that does this asks when it is played; others ask nothing
    cards.BECOME_SHIP: (at.ASK_WORLD,),
    cards.DRAW_OR_SEARCH: (at.ASK_OPTION,),
    cards.DESTROY: (at.ASK_TARGET,),
    cards.SEIZE: (at.ASK_TARGET,),
    cards.STOP_INCOME: (at.ASK_WORLD, at.ASK_TARGET),
}
EFFECTS = {  # what it asks when it resolves
    cards.SWAP_STAGED: (at.ASK_REPLACEMENT, at.ASK_TAKEN_BACK),
    cards.DRAW_OR_SEARCH: (at.ASK_CARD_OF_DECK,),
    cards.DEPLOY_GROUND: (at.ASK_GROUND_FORCE,),
}
PICKS = (cards.DESTROY, cards.SEIZE, cards.STOP_INCOME)  # they pick a unit


def read_utility(p: Draft, value: object) -> None:
    """Read the Utility in play, its choices and the reactions."""
    told = p.fields(value, PATH, OF_UTILITY)
    base = read_played(p, told, PATH)
    if base is None:
        return
    row = p.t.cards[base[0]]
    if not is_its_window(p.t, base[0], p.point):
        p.fault(f"{PATH}.card", f"{p.name(base[0])} isn't played at {POINTS[p.point]!r}")
        return
    p.play = Play([base], int(row.action))
    read_phase(p, p.play, told)
    read_choices(p, p.play, told)
    read_reactions(p, p.play, told)
    if p.play.phase == at.REACTING and p.actor == p.play.cards[-1][1]:
        p.fault("decision.to_act", "nobody reacts to a card of its own (OW-6.8)")


def read_played(p: Draft, told: JsonObject, path: str) -> tuple[int, int] | None:
    """Read a card that was played, and by whom."""
    card = p.card(told.get("card"), f"{path}.card")
    player = p.seat(told.get("player"), f"{path}.player")
    if card is not None and p.t.cards[card].type != UTILITY:
        p.fault(f"{path}.card", f"{p.name(card)} is no Utility")
        return None
    return None if card is None or player is None else (card, player)


def read_phase(p: Draft, play: Play, told: JsonObject) -> None:
    """Read what the Utility asks; nothing while the others may react."""
    if told.get("asks") is not None:
        may_ask = (*CHOICES.get(play.action, ()), *EFFECTS.get(play.action, ()))
        known = [QUESTIONS[question] for question in may_ask]
        if not known:
            p.fault(f"{PATH}.asks", f"{p.name(play.cards[0][0])} asks nothing")
            return
        asks = p.word(told["asks"], f"{PATH}.asks", known)
        if asks is not None:
            play.question = QUESTIONS.index(asks)
            play.phase = at.CHOOSING if play.question in CHOICES.get(play.action, ()) else at.RESOLVING
    phase = told.get("phase", PHASES[play.phase])
    if phase != PHASES[play.phase]:
        asks = "nothing" if play.question == at.ASK_NOTHING else repr(QUESTIONS[play.question])
        p.fault(f"{PATH}.phase", f"expected {PHASES[play.phase]!r}, as it asks {asks}; found {shown(phase)}")


def read_choices(p: Draft, play: Play, told: JsonObject) -> None:
    """Read what was chosen for the Utility."""
    name = p.name(play.cards[0][0])
    fitting = chosen_by_now(play)
    given = {key for key in ("world", "target", "option", "replacement") if told.get(key) is not None}
    for key in sorted(given - fitting):
        p.fault(f"{PATH}.{key}", f"{name} has not chosen one now: expected none")
    if play.question == at.ASK_TAKEN_BACK:
        for key in sorted(fitting - given):
            p.fault(f"{PATH}.{key}", f"it is missing: {name} has chosen one")
    given &= fitting
    if "world" in given:
        read_world(p, play, told["world"])
    if "target" in given and play.world >= 0:
        index = p.unit_at(play.world, told["target"], f"{PATH}.target")
        play.target = 0 if index is None else index + 1
    if "option" in given:
        play.option = p.number(told["option"], f"{PATH}.option", 1, OPTION_SEARCH)
    if play.question == at.ASK_CARD_OF_DECK and play.option != OPTION_SEARCH:
        p.fault(f"{PATH}.option", f"expected {OPTION_SEARCH}, the search it is at")
    if "replacement" in given:
        card = p.card(told["replacement"], f"{PATH}.replacement")
        play.replacement = 0 if card is None else card + 1
    if play.question == at.ASK_TAKEN_BACK and play.world >= 0 and play.replacement:
        check_taken_back(p, play)


def chosen_by_now(play: Play) -> set[str]:
    """Return which choices may have been made where the Utility asks what it asks."""
    if play.question == at.ASK_TAKEN_BACK:
        return {"world", "replacement"}
    made = set()
    if play.action in (cards.BECOME_SHIP, *PICKS) and play.question != at.ASK_WORLD:
        made.add("world")
    if play.action in PICKS and play.question == at.ASK_NOTHING:
        made.add("target")
    if play.action == cards.DRAW_OR_SEARCH and play.question != at.ASK_OPTION:
        made.add("option")
    return made


def read_world(p: Draft, play: Play, value: object) -> None:
    """Read the World chosen."""
    place = p.place(value, f"{PATH}.world")
    play.world = -1 if place is None else place
    if play.action in (cards.DESTROY, cards.SEIZE) and play.world not in (-1, p.world):
        p.fault(f"{PATH}.world", f"{p.name(play.cards[0][0])} acts only at the World being resolved")


def check_taken_back(p: Draft, play: Play) -> None:
    """Check a replacement that was laid down where two cards lie."""
    me = p.players[play.player]
    if play.replacement - 1 not in me.piles.get("hand", []):
        p.fault(f"{PATH}.replacement", "it is not in the player's hand")
    least = 1 if p.options["ask_public"] else STAGED  # asked even where only one lies (OW-6.16)
    if len(me.staged.get(play.world, [])) < least:
        p.fault(f"{PATH}.world", f"expected a World to which the player has staged {least} or more cards")
    if max(map(len, me.staged.values()), default=0) < STAGED:
        p.fault(f"{PATH}.asks", f"nowhere has the player staged {STAGED} cards to choose from")


def read_reactions(p: Draft, play: Play, told: JsonObject) -> None:
    """Read the reactions, each to the card played before it."""
    entries = p.entries(told.get("reactions", []), f"{PATH}.reactions")
    if entries and play.phase != at.REACTING:
        found = f"found {len(entries)}; there are none while the Utility asks something"
        p.fault(f"{PATH}.reactions", found)
    if len(entries) >= PLAYS:
        p.fault(f"{PATH}.reactions", f"expected {PLAYS - 1} at most, found {len(entries)}")
    for number, entry in enumerate(entries[: PLAYS - 1]):
        path = f"{PATH}.reactions[{number}]"
        played = read_played(p, p.fields(entry, path, OF_REACTION), path)
        if played is None:
            continue
        card, player = played
        row = p.t.cards[card]
        if row.window != cards.REACTION or row.action != cards.CANCEL:
            p.fault(f"{path}.card", f"{p.name(card)} is no reaction")
        if player == play.cards[-1][1]:
            p.fault(f"{path}.player", "nobody reacts to a card of its own (OW-6.8)")
        play.cards.append(played)
