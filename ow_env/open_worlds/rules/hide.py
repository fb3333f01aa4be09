"""What a player can't know, resampled: the one door through which hidden information is guessed (OW-7).

Below: every Step. Above: engine.py; a search plays on from what comes out, and may do so freely.
For each opponent: what was done behind a simultaneous Step is undone; all cards not in sight are gathered (with
closed decklists another set is made up that a legal deck could hold); and they are dealt out again, as many as
were in each place. Kept is what everybody knows: cards seen returning to hand are not in the Deck, one of two that
lie at one World is Automated, a player who is asked has an answer (under `ask="public"` it may have none), and whose
Light Brigade is in play has a Ground Force.

How likely each outcome is: of the gathered cards, every deal that keeps to this comes up equally often, as if the
cards had been dealt blindly and what is known had turned out true. (Where of `TRIES` such deals none fits, what is
needed is dealt first; then deals that hold more of it than they must come up too often.) What a player has done is
no evidence of what it holds. Which cards a closed decklist has is a guess and nothing more: first those known to
be hidden, then as many Automated cards and answers as are needed, each any that the deck could hold, then others
one by one: one time in `UNLIMITED_IN` a card of which a deck holds any number, else any other of which the deck has
no copy yet.
"""

from __future__ import annotations

from ow_env.core.rng import Rng, below
from ow_env.open_worlds import cards, state as at
from ow_env.open_worlds.cards import UTILITY
from ow_env.open_worlds.rules.hidden import is_in_sight
from ow_env.open_worlds.rules.piles import add, add_staged, find, pour, remove, remove_at, remove_staged, take_any
from ow_env.open_worlds.rules.stage import is_asked_to_stage
from ow_env.open_worlds.rules.turn import holds_prohibited
from ow_env.open_worlds.rules.utilities import can_deploy, can_play, can_react, has_effect, is_its_window, is_window
from ow_env.open_worlds.rules.worlds import is_ground_force, occupies
from ow_env.open_worlds.state import Game, Pile, Player, Tables, rule

ANSWERS, AUTOMATED_CARDS, GROUND_FORCES = range(3)  # what is looked for among cards
UNLIMITED_IN = 5  # of made-up cards one in five is an Outpost, Exploit or the like, as in the printed decks
WORD = 64  # cards that have a bit each in a number: half of those a catalogue has room for
TRIES = 100  # blind deals, until one fits what is known; nearly always the first does


# ── Undo what happened behind the screen ─────────────────────────────────────────────────────


@rule
def take_all_staged(g: Game, me: Player, pile: Pile) -> None:
    """Move all staged cards of a player into a pile."""
    for w in range(g.num_worlds):
        while me.staged_count[w] > 0:
            card = int(me.staged[w, 0])
            remove_staged(me, w, 0)
            add(pile, card)


@rule
def sees_play(g: Game, viewer: int, seat: int) -> bool:
    """Tell whether a viewer knows how far the choice of who plays a Utility has come."""
    return bool(g.phase == at.IDLE or g.plays[0].player == viewer or g.question != at.ASK_TAKEN_BACK)


@rule
def undo_simultaneous(g: Game, t: Tables, player: int) -> None:
    """Put an opponent back to the beginning of a simultaneous Step: nobody knows how far they are (OW-S.2, OW-1.3)."""
    me = g.players[player]
    if g.point == at.ADJUST_HAND:
        pour(me.trash, me.hand)
        me.adjusted = 0
        me.done = 0 if me.hand.count > 0 else 1
    elif g.point == at.STAGE and g.stage_in_order == 0:
        take_all_staged(g, me, me.hand)
        me.done = 0 if is_asked_to_stage(g, t, player) else 1
    elif g.phase != at.IDLE and g.plays[0].player == player and g.question == at.ASK_TAKEN_BACK:
        g.question = at.ASK_REPLACEMENT
        g.play_world = -1
        g.play_card = 0


# ── What an opponent who is asked must hold ──────────────────────────────────────────────────


@rule
def may_put_down(g: Game, t: Tables, card: int) -> bool:
    """Is a card a Ground Force that a Utility may put down now (OW-6.11)?"""
    return is_ground_force(t, card) and (g.final_turn == 0 or t.cards[card].prohibited == 0)


@rule
def is_held_by(g: Game, t: Tables, player: int, card: int, others: int, staged: int) -> bool:
    """Could this card be why the player is asked: an answer to the question, given so many other cards in hand?"""
    if g.point == at.EXCHANGE and g.phase == at.IDLE:
        return t.cards[card].prohibited != 0
    if t.cards[card].type != UTILITY or (g.final_turn != 0 and t.cards[card].prohibited != 0):
        return False
    if g.phase == at.REACTING:
        return t.cards[card].window == cards.REACTION and t.cards[card].action == cards.CANCEL
    if not is_its_window(t, card, int(g.point)):
        return False
    if t.cards[card].action == cards.SWAP_STAGED:
        return others > 0 and staged != 0
    if t.cards[card].action == cards.DEPLOY_GROUND:
        return others > 0 and g.world >= 0 and occupies(g, t, player, int(g.world))
    if t.cards[card].action == cards.DRAW_OR_SEARCH:
        return True  # who is asked has cards left in the Deck, which is being dealt just now
    return has_effect(g, t, player, card)


@rule
def is_wanted(g: Game, t: Tables, player: int, card: int, wanted: int, others: int, staged: int) -> bool:
    """Is a card one of those looked for: Automated, a Ground Force that may be put down, or an answer?"""
    if wanted == AUTOMATED_CARDS:
        return t.cards[card].kind == cards.AUTOMATED
    if wanted == GROUND_FORCES:
        return may_put_down(g, t, card)
    return is_held_by(g, t, player, card, others, staged)


@rule
def must_answer(g: Game, player: int) -> bool:
    """Is the player asked something that only certain cards in hand can answer? Under `ask="public"` it need not."""
    if g.actor != player or g.ask_public != 0:
        return False
    return g.phase == at.REACTING if g.phase != at.IDLE else is_window(int(g.point)) or g.point == at.EXCHANGE


@rule
def must_deploy(g: Game, t: Tables, player: int) -> bool:
    """Has the player a Light Brigade in play, and so a Ground Force in hand that it puts down (OW-6.14)?"""
    if g.phase == at.IDLE or g.plays[0].player != player:
        return False
    return t.cards[g.plays[0].card].action == cards.DEPLOY_GROUND


@rule
def free_staged(me: Player, staged: int, world: int) -> int:
    """Return how many cards are still to be laid at a World, of the two bits a World in `staged`."""
    return ((staged >> (2 * world)) & 3) - int(me.staged_count[world])


# ── Make up the cards of a deck nobody has seen ──────────────────────────────────────────────


@rule
def may_be_made_up(g: Game, t: Tables, player: int, card: int) -> bool:
    """Could the player's deck hold another copy of a card than those made up so far (OW-1.1, OW-1.5)?"""
    if g.introductory != 0 and t.cards[card].introductory == 0:
        return False
    if t.cards[card].unlimited != 0:
        return True
    return find(g.players[player].deck, card) < 0 and not is_in_sight(g, player, card)


@rule
def fitting_cards(g: Game, t: Tables, player: int, unlimited: bool, first: int) -> int:
    """Return which of `WORD` cards from `first` on the player's deck could hold another copy of: a bit each.

    Those of which a deck holds any number, or the others.
    """
    cards = 0
    for card in range(first, min(first + WORD, int(t.card_count))):
        if (t.cards[card].unlimited != 0) == unlimited and may_be_made_up(g, t, player, card):
            cards |= 1 << (card - first)
    return cards


@rule
def count_cards(low: int, high: int) -> int:
    """Count the cards of two words of bits."""
    count = 0
    for card in range(WORD):
        count += ((low >> card) & 1) + ((high >> card) & 1)
    return count


@rule
def find_chosen(low: int, high: int, chosen: int) -> int:
    """Return the card before which so many others stand in two words of bits."""
    for card in range(2 * WORD):
        here = (low >> card) & 1 if card < WORD else (high >> (card - WORD)) & 1
        if here > chosen:
            return card
        chosen -= here
    return 0


@rule
def make_up_rest(g: Game, t: Tables, player: int, size: int, rng: Rng) -> None:
    """Fill the player's Deck up with cards it could hold: often with those that may be there in any number.

    Which they are is asked once. After that only the cards made up here are no longer among them: of a card without
    that right a deck has one copy (OW-1.1).
    """
    me = g.players[player]
    any_low = fitting_cards(g, t, player, True, 0)
    any_high = fitting_cards(g, t, player, True, WORD)
    one_low = fitting_cards(g, t, player, False, 0)
    one_high = fitting_cards(g, t, player, False, WORD)
    any_count = count_cards(any_low, any_high)
    one_count = count_cards(one_low, one_high)
    while me.deck.count < size:
        unlimited = below(rng, UNLIMITED_IN) == 0
        if any_count == 0 or one_count == 0:
            unlimited = any_count > 0
        card = 0
        if unlimited:
            card = find_chosen(any_low, any_high, below(rng, any_count))
        elif one_count > 0:
            card = find_chosen(one_low, one_high, below(rng, one_count))
            one_count -= 1
            if card < WORD:
                one_low &= ~(1 << card)
            else:
                one_high &= ~(1 << (card - WORD))
        add(me.deck, card)


@rule
def may_deploy(g: Game, t: Tables, player: int, places: int) -> bool:
    """Could a Ground Force lie in hand beside an answer that puts it down: a known one, or one that is made up?

    ``places``: in hand, beside the answer, for cards that are not known.
    """
    me = g.players[player]
    for i in range(me.known.count):
        if may_put_down(g, t, int(me.known.cards[i])):
            return True
    if places < 1:
        return False
    for card in range(t.card_count):
        if may_put_down(g, t, card) and may_be_made_up(g, t, player, card):
            return True
    return False


@rule
def pick_made_up(g: Game, t: Tables, player: int, wanted: int, others: int, staged: int, free: int, rng: Rng) -> int:
    """Return a random card of those looked for that the player's deck could hold; -1 if there is none."""
    count = 0
    found = -1
    for card in range(t.card_count):
        if is_wanted(g, t, player, card, wanted, others, staged) and may_be_made_up(g, t, player, card):
            if t.cards[card].action == cards.DEPLOY_GROUND and not may_deploy(g, t, player, free - 1):
                continue
            count += 1
            if below(rng, count) == 0:
                found = card
    return found


@rule
def make_up_wanted(
    g: Game,
    t: Tables,
    player: int,
    size: int,
    wanted: int,
    least: int,
    others: int,
    staged: int,
    free: int,
    rng: Rng,
) -> None:
    """Make cards up until at least so many of the gathered ones are what is looked for."""
    me = g.players[player]
    count = 0
    for i in range(me.deck.count):
        card = int(me.deck.cards[i])
        if is_wanted(g, t, player, card, wanted, others, staged):
            if t.cards[card].action != cards.DEPLOY_GROUND or may_deploy(g, t, player, free):
                count += 1
    while count < least and me.deck.count < size:
        card = pick_made_up(g, t, player, wanted, others, staged, free, rng)
        if card < 0:
            return
        add(me.deck, card)
        count += 1


@rule
def needs_ground_force(g: Game, t: Tables, player: int, others: int, staged: int) -> bool:
    """Are all answers among the gathered cards Utilities that put a Ground Force down, which has to be there too?"""
    me = g.players[player]
    for i in range(me.deck.count):
        card = int(me.deck.cards[i])
        if is_held_by(g, t, player, card, others, staged):
            if t.cards[card].type != UTILITY or t.cards[card].action != cards.DEPLOY_GROUND:
                return False
    return True


@rule
def make_up_pool(g: Game, t: Tables, player: int, size: int, others: int, staged: int, free: int, rng: Rng) -> None:
    """Fill the player's Deck, which is empty, with the cards known to be hidden and with made-up ones.

    Among them are as many Automated cards as Worlds with two staged cards need, and one that answers what the
    player is asked, where it is asked; with a Ground Force, if that answer would put one down.
    """
    me = g.players[player]
    for i in range(me.known.count):
        add(me.deck, int(me.known.cards[i]))
    pairs = 0
    for w in range(g.num_worlds):
        if free_staged(me, staged, w) == 2:
            pairs += 1
    make_up_wanted(g, t, player, size, AUTOMATED_CARDS, pairs, others, staged, free, rng)
    if must_answer(g, player):
        make_up_wanted(g, t, player, size, ANSWERS, 1, others, staged, free, rng)
        if needs_ground_force(g, t, player, others, staged):
            make_up_wanted(g, t, player, size, GROUND_FORCES, 1, others, staged, free, rng)
    if must_deploy(g, t, player):
        make_up_wanted(g, t, player, size, GROUND_FORCES, 1, others, staged, free, rng)
    make_up_rest(g, t, player, size, rng)


# ── Deal them out again ──────────────────────────────────────────────────────────────────────


@rule
def take_from_pool(g: Game, t: Tables, player: int, wanted: int, others: int, staged: int, rng: Rng) -> int:
    """Take a random card of those looked for out of the player's Deck; -1 if there is none."""
    me = g.players[player]
    count = 0
    found = -1
    for i in range(me.deck.count):
        card = int(me.deck.cards[i])
        if is_wanted(g, t, player, card, wanted, others, staged):
            count += 1
            if below(rng, count) == 0:
                found = card
    if found >= 0:
        remove(me.deck, found)
    return found


@rule
def deal_to(g: Game, me: Player, card: int, staged: int, hand: int, trash: int, rng: Rng) -> None:
    """Put a card into a random free place outside the Deck: at a World, in the hand, in the Trash Heap."""
    free_hand = hand - int(me.hand.count)
    free_trash = trash - int(me.trash.count)
    free_worlds = 0
    for w in range(g.num_worlds):
        free_worlds += free_staged(me, staged, w)
    place = below(rng, free_hand + free_trash + free_worlds)
    if place < free_hand:
        add(me.hand, card)
        return
    place -= free_hand
    if place < free_trash:
        add(me.trash, card)
        return
    place -= free_trash
    for w in range(g.num_worlds):
        free = free_staged(me, staged, w)
        if place < free:
            add_staged(me, w, card)
            return
        place -= free


@rule
def count_outside(g: Game, me: Player, card: int) -> int:
    """Count the copies of a card that have been dealt to hidden places outside the Deck."""
    count = 0
    for i in range(me.hand.count):
        if me.hand.cards[i] == card:
            count += 1
    for i in range(me.trash.count):
        if me.trash.cards[i] == card:
            count += 1
    if g.point < at.REVEAL:
        for w in range(g.num_worlds):
            for place in range(me.staged_count[w]):
                if me.staged[w, place] == card:
                    count += 1
    return count


@rule
def deal_needed(g: Game, t: Tables, player: int, staged: int, hand: int, rng: Rng) -> None:
    """Deal out cards that have to be somewhere: an answer in the hand, an Automated card where two are staged."""
    me = g.players[player]
    if must_answer(g, player):
        card = take_from_pool(g, t, player, ANSWERS, hand - 1, staged, rng)
        if card >= 0:
            add(me.hand, card)
            if t.cards[card].type == UTILITY and t.cards[card].action == cards.DEPLOY_GROUND:
                card = take_from_pool(g, t, player, GROUND_FORCES, 0, staged, rng)
                if card >= 0:
                    add(me.hand, card)
    if must_deploy(g, t, player):
        card = take_from_pool(g, t, player, GROUND_FORCES, 0, staged, rng)
        if card >= 0:
            add(me.hand, card)
    for w in range(g.num_worlds):
        if free_staged(me, staged, w) == 2:
            card = take_from_pool(g, t, player, AUTOMATED_CARDS, 0, staged, rng)
            if card >= 0:
                add_staged(me, w, card)


@rule
def deal_out(g: Game, t: Tables, player: int, staged: int, hand: int, trash: int, rng: Rng) -> None:
    """Deal the player's gathered cards out: first those known to be outside the Deck, then the others at random.

    `staged` has two bits a World, `hand` and `trash` are numbers: how many cards belong there.
    """
    me = g.players[player]
    copies = 0
    for i in range(me.known.count):
        card = int(me.known.cards[i])
        copies = copies + 1 if i > 0 and me.known.cards[i - 1] == card else 1
        if count_outside(g, me, card) < copies and find(me.deck, card) >= 0:
            remove(me.deck, card)
            deal_to(g, me, card, staged, hand, trash, rng)
    outside = hand + trash - int(me.hand.count) - int(me.trash.count)
    for w in range(g.num_worlds):
        outside += free_staged(me, staged, w)
    for _ in range(outside):
        deal_to(g, me, take_any(me.deck, rng), staged, hand, trash, rng)


@rule
def gather(g: Game, me: Player) -> None:
    """Put all cards of a player that are not in sight into the Deck."""
    if g.point < at.REVEAL:
        take_all_staged(g, me, me.deck)
    pour(me.hand, me.deck)
    pour(me.trash, me.deck)


@rule
def has_answer(g: Game, t: Tables, player: int) -> bool:
    """Does the player hold what it is asked for? Nobody else would be asked (OW-2.1, OW-6.4)."""
    if g.phase == at.REACTING:
        return can_react(g, t, player)
    if g.point == at.EXCHANGE:
        return holds_prohibited(g, t, player)
    return can_play(g, t, player)


@rule
def fits(g: Game, t: Tables, player: int) -> bool:
    """Could what was dealt to a player be true, for all that everybody knows?"""
    me = g.players[player]
    if g.point < at.REVEAL:
        for w in range(g.num_worlds):
            if me.staged_count[w] == 2:
                one = t.cards[me.staged[w, 0]]
                other = t.cards[me.staged[w, 1]]
                if one.kind != cards.AUTOMATED and other.kind != cards.AUTOMATED:
                    return False
    if must_deploy(g, t, player) and not can_deploy(g, t, player):
        return False
    return not must_answer(g, player) or has_answer(g, t, player)


@rule
def is_counted_once(g: Game, me: Player, rng: Rng) -> bool:
    """Accept a deal as often as makes all deals equally likely, though known copies are dealt first.

    Where m copies of a card are known to be outside the Deck and x have come to lie there, any m of the x may have
    been dealt first: so many ways lead to the deal, and one of them counts.
    """
    for i in range(me.known.count):
        card = int(me.known.cards[i])
        if i == 0 or me.known.cards[i - 1] != card:
            known = 0
            for k in range(i, me.known.count):
                known += 1 if me.known.cards[k] == card else 0
            outside = count_outside(g, me, card)
            for k in range(min(known, outside)):
                if below(rng, outside - k) >= known - k:
                    return False
    return True


@rule
def hide_player(g: Game, t: Tables, player: int, rng: Rng) -> None:
    """Resample where the hidden cards of one player are, and with closed decklists which they are."""
    me = g.players[player]
    undo_simultaneous(g, t, player)
    hand = int(me.hand.count)
    trash = int(me.trash.count)
    staged = 0
    elsewhere = trash  # places outside Deck and hand
    for w in range(g.num_worlds):
        staged |= int(me.staged_count[w]) << (2 * w)
        if g.point < at.REVEAL:
            elsewhere += int(me.staged_count[w])
    free = hand - max(0, int(me.known.count) - elsewhere)  # places in hand that known cards may leave
    gather(g, me)
    if g.open_decklists == 0:
        size = int(me.deck.count)
        while me.deck.count > 0:
            remove_at(me.deck, int(me.deck.count) - 1)
        make_up_pool(g, t, player, size, hand - 1, staged, free, rng)
    for _ in range(TRIES):
        deal_out(g, t, player, staged, hand, trash, rng)
        if fits(g, t, player) and is_counted_once(g, me, rng):
            return
        gather(g, me)
    deal_needed(g, t, player, staged, hand, rng)
    deal_out(g, t, player, staged, hand, trash, rng)


@rule
def hide(g: Game, t: Tables, player: int, rng: Rng) -> None:
    """Resample, in place, everything that a player can't know; what that player sees stays the same (OW-7)."""
    for other in range(g.num_players):
        if other != player:
            hide_player(g, t, other, rng)
