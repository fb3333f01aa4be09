"""The oracle's Utilities: windows, choices, reactions, effects (OW-6).

Below: table.py. Above: resolution.py and turn.py, which open the windows.
"""

from __future__ import annotations

from ow_env.open_worlds.cards import Action, Card, Kind, Type, Window
from tests.open_worlds.oracle.table import Asking, Place, Play, Player, Table, Unit

WINDOWS = {  # which cards are played in which window (OW-6.1, OW-6.10)
    "window: beginning of turn": (Window.BEGINNING_OF_TURN,),
    "window: beginning of stage": (Window.BEGINNING_OF_STAGE, Window.UNTIL_END_OF_MOVE),
    "window: end of stage": (Window.UNTIL_END_OF_MOVE,),
    "window: end of move": (Window.END_OF_MOVE, Window.UNTIL_END_OF_MOVE),
    "window: reveal": (Window.REVEAL,),
    "window: beginning of resolution": (Window.BEGINNING_OF_RESOLUTION,),
    "window: beginning of surface conflict": (Window.BEGINNING_OF_SURFACE_CONFLICT,),
    "window: end of draw": (Window.END_OF_DRAW,),
}
DRAW, SEARCH = 1, 2  # the options of Research
MOST_REACTIONS = 7  # to one Utility, as many as the engine has room for; with the printed cards there are fewer


def window(t: Table, name: str) -> Asking[None]:
    """Let the players act in Priority Order until all pass in succession (OW-6.2)."""
    t.passes = 0
    order = t.in_order()
    turn = 0
    while t.passes < t.num_players:
        player = order[turn % t.num_players]
        turn += 1
        utilities = {f"play {card}": card for card in player.hand if may_play(t, player, t.card(card), name)}
        could = t.some_could_be_held(player, lambda card, who=player: could_play(t, who, card, name))
        card = yield from t.ask(name, player.seat, utilities, open_question=could)  # OW-6.4, OW-6.16
        if card is None:
            t.passes += 1
        else:
            yield from play(t, name, player, t.card(card))
            t.passes = 0
    t.passes = 0


def may_play(t: Table, player: Player, card: Card, name: str) -> bool:
    """May a player play a card of the hand in a window?"""
    if card.type is not Type.UTILITY or card.window not in WINDOWS[name]:
        return False
    if t.final_turn and card.prohibited:  # OW-3.1
        return False
    match card.action:
        case Action.SWAP_STAGED:
            return bool(replacements(t, player, without=card.name))
        case Action.LIFT_CLASS_LIMIT:
            return t.is_over_class(player)  # OW-R.4
        case Action.DRAW_OR_SEARCH:
            return bool(player.deck)
        case Action.DESTROY | Action.SEIZE:
            assert t.place is not None
            return bool(picks(t, player, card, t.place))
        case Action.STOP_INCOME:
            return any(picks(t, player, card, place) for place in t.row)
        case Action.DEPLOY_GROUND:
            assert t.place is not None
            return t.place.occupied(player.seat) and bool(ground_forces(t, player))
    return True


def could_play(t: Table, player: Player, card: Card, name: str) -> bool:
    """Could a player who had a card, and for the rest held nobody knows what, play it in a window (OW-6.16)?"""
    if card.type is not Type.UTILITY or card.window not in WINDOWS[name]:
        return False
    if t.final_turn and card.prohibited:
        return False
    match card.action:
        case Action.SWAP_STAGED:  # another card of the hand for one that is staged
            return len(player.hand) > 1 and any(could_give_up(t, player, place) for place in t.row)
        case Action.DEPLOY_GROUND:  # another card of the hand, a Ground Force
            assert t.place is not None
            forces = t.some_could_be_held(player, lambda force: may_be_deployed(t, force))
            return len(player.hand) > 1 and forces and t.place.occupied(player.seat)
    return may_play(t, player, card, name)  # the others ask for nothing hidden


def could_give_up(t: Table, player: Player, place: Place) -> bool:
    """Has a player staged a card to a World that some card could replace?"""
    staged = len(player.staged_at(place))
    extra = any("extra automated" in unit.card.effects for unit in place.of(player.seat))
    return staged == 1 or (staged == 2 and extra)


# ── Playing one ────────────────────────────────────────────────────────────────────────────────


def play(t: Table, name: str, player: Player, card: Card) -> Asking[None]:
    """Play a Utility: open choices, then reactions, then its effect (OW-6.3, OW-6.7)."""
    player.hand.remove(card.name)
    player.show(card.name)
    t.play = Play(card, player.seat)
    t.log(f"OW-6 play {card.name}")
    yield from open_choices(t, name, player, t.play)
    yield from reactions(t, name, t.play)
    t.play.phase = "resolving"
    for reaction, reactor in t.play.reactions:
        t.players[reactor].open_trash.append(reaction.name)
    cancelled = len(t.play.reactions) % 2 == 1  # the last one first: each cancels the one before
    reactions_played, t.play.reactions = t.play.reactions, []
    stays = False
    if cancelled:
        t.log(f"OW-6.3 {card.name} is cancelled")
    else:
        if reactions_played:
            t.log("OW-6.3 a reaction is cancelled by a reaction")
        stays = yield from effect(t, name, player, t.play)
    if not stays:
        player.open_trash.append(card.name)  # OW-6.6
    t.play = None


def open_choices(t: Table, name: str, player: Player, play: Play) -> Asking[None]:
    """Make the open choices of a Utility: World, target, option (OW-6.7)."""
    card = play.card
    if card.action is Action.BECOME_SHIP:
        play.asks = "world"
        play.place = yield from t.ask(name, player.seat, {f"choose {p.name}": p for p in t.row}, may_pass=False)
    if card.action is Action.STOP_INCOME:
        play.asks = "world"
        open_places = {f"choose {p.name}": p for p in t.row if picks(t, player, card, p)}
        play.place = yield from t.ask(name, player.seat, open_places, may_pass=False)
    if card.action in (Action.DESTROY, Action.SEIZE):
        play.place = t.place
    if card.action in (Action.DESTROY, Action.SEIZE, Action.STOP_INCOME):
        play.asks = "target"
        assert play.place is not None
        found = picks(t, player, card, play.place)
        play.target = yield from t.ask(name, player.seat, found, may_pass=False)
    if card.action is Action.DRAW_OR_SEARCH:
        play.asks = "option"
        options = {"option 1": DRAW, "option 2": SEARCH}
        play.option = yield from t.ask(name, player.seat, options, may_pass=False)
    play.asks = None


def reactions(t: Table, name: str, play: Play) -> Asking[None]:
    """Ask the others in Priority Order, from after whoever played last (OW-6.3, OW-6.8)."""
    play.phase = "reacting"
    asked = 1  # how far it has gone round from who played last
    while asked < t.num_players and len(play.reactions) < MOST_REACTIONS:
        player = t.in_order(play.last_player)[asked]
        asked += 1
        cards = {f"play {card}": card for card in player.hand if is_reaction(t, t.card(card))}
        could = t.some_could_be_held(player, lambda card: is_reaction(t, card))
        card = yield from t.ask(name, player.seat, cards, open_question=could)
        if card is not None:
            player.hand.remove(card)
            player.show(card)
            play.reactions.append((t.card(card), player.seat))
            t.log(f"OW-6.3 react with {card}")
            asked = 1


def is_reaction(t: Table, card: Card) -> bool:
    """May a card be played as a reaction now?"""
    return card.window is Window.REACTION and not (t.final_turn and card.prohibited)


def effect(t: Table, name: str, player: Player, play: Play) -> Asking[bool]:
    """Carry out a Utility. Return whether it stays in play."""
    match play.card.action:
        case Action.SWAP_STAGED:
            yield from swap_staged(t, name, player, play)
        case Action.BECOME_SHIP:
            assert play.place is not None
            play.place.put(Unit(play.card, player.seat, player.seat))
            return True
        case Action.LIFT_CLASS_LIMIT:
            player.unlimited_class = True
        case Action.DESTROY:
            assert play.place is not None
            assert play.target is not None
            t.destroy(play.place, play.target)
        case Action.SEIZE:
            assert play.place is not None
            assert play.target is not None
            play.target.controller = player.seat
            play.place.sort()
        case Action.DRAW_OR_SEARCH if play.option == DRAW:
            t.draw(player, play.card.action_number)
        case Action.DRAW_OR_SEARCH:
            play.asks = "card of deck"
            cards = {f"take {card}": card for card in player.deck}
            several = len(player.deck) > 1
            card = yield from t.ask(name, player.seat, cards, may_pass=False, open_question=several)
            player.deck.remove(card)
            player.hand.append(card)
        case Action.HALT_SHIPS:
            for other in t.players:
                other.halted |= other is not player
        case Action.STOP_INCOME:
            assert play.place is not None
            assert play.target is not None
            play.target.idle = True
            play.place.sort()
        case Action.DEPLOY_GROUND:
            play.asks = "ground force"
            assert t.place is not None
            cards = {f"take {card}": card for card in ground_forces(t, player)}
            several = len(player.hand) > 1
            card = yield from t.ask(name, player.seat, cards, may_pass=False, open_question=several)
            player.hand.remove(card)
            player.show(card)
            t.place.put(Unit(t.card(card), player.seat, player.seat))
    return False


# ── What each may pick ─────────────────────────────────────────────────────────────────────────


def picks(t: Table, player: Player, card: Card, place: Place) -> dict[str, Unit]:
    """Return the units a Sabotage, Coup or We Quit may pick at a World, by action name."""
    found: dict[str, Unit] = {}
    for unit in place.units:
        if unit.controller == player.seat or "untargetable" in unit.card.effects:
            continue
        if may_pick(player, card, place, unit):
            found.setdefault(f"target {t.unit_name(player.seat, unit)}", unit)
    return found


def may_pick(player: Player, card: Card, place: Place, unit: Unit) -> bool:
    """May a Utility pick this opposing unit, which can be targeted?"""
    weak = unit.card.defense <= card.action_number
    match card.action:
        case Action.STOP_INCOME:
            return unit.is_facility and not unit.idle  # one that is stopped can't be stopped again
        case Action.SEIZE:  # also an own card, which is taken back (OW-6.12)
            population = unit.is_facility and unit.card.kind is Kind.POPULATION
            return population and weak and place.occupied(player.seat)
        case Action.DESTROY:
            works = unit.card.kind in (Kind.PRODUCTION, Kind.MINING, Kind.YARD) and weak
            outpost = unit.card.kind in (Kind.STATION, Kind.FIELD)
            return (works or outpost) and unit.owner != player.seat  # OW-6.12
    raise ValueError(card.action)


def ground_forces(t: Table, player: Player) -> list[str]:
    """Return the Ground Forces of a hand that Light Brigade may put into play (OW-6.11)."""
    return [name for name in player.hand if may_be_deployed(t, t.card(name))]


def may_be_deployed(t: Table, card: Card) -> bool:
    """May Light Brigade put a card into play?"""
    return card.type is Type.GROUND and not (t.final_turn and card.prohibited)


# ── Adjust ─────────────────────────────────────────────────────────────────────────────────────


def given_up(t: Table, player: Player, card: str, place: Place) -> list[str]:
    """Return the staged cards that a card of the hand may replace at a World (OW-6.10)."""
    staged = player.staged_at(place)
    found = []
    for i, name in enumerate(staged):
        beside = staged[:i] + staged[i + 1 :]
        if name not in found and t.may_be_staged(player, card, place, beside):
            found.append(name)
    return found


def replacements(t: Table, player: Player, without: str = "") -> dict[str, tuple[str, Place]]:
    """Return what Adjust may stage in the place of another card, by action name."""
    hand = list(player.hand)
    if without:
        hand.remove(without)
    return {
        f"stage {card} @ {place.name}": (card, place)
        for place in t.row
        for card in hand
        if given_up(t, player, card, place)
    }


def swap_staged(t: Table, name: str, player: Player, play: Play) -> Asking[None]:
    """Exchange a staged card for one of the hand, hidden from the others (OW-6.7, OW-6.10)."""
    possible = replacements(t, player)
    if not possible:
        return  # the last other card of the hand went as a reaction
    play.asks = "replacement"
    staged = [len(cards) for cards in player.staged.values()]
    several = len(player.hand) > 1 or sum(staged) > 1
    chosen = yield from t.ask(name, player.seat, possible, may_pass=False, open_question=several)
    assert chosen is not None
    card, place = chosen
    play.place, play.replacement, play.asks = place, card, "taken back"
    cards = {f"take {back}": back for back in given_up(t, player, card, place)}
    pair = max(staged) > 1  # at this World or another: nobody else knows which was chosen
    back = yield from t.ask(name, player.seat, cards, may_pass=False, open_question=pair)
    assert back is not None
    player.unstage(place, back)
    player.hand.remove(card)
    player.hand.append(back)
    player.staged.setdefault(place, []).append(card)
