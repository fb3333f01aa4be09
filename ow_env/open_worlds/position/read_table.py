"""From JSON to a draft, first half: the options, where the game stands, the Worlds, the players' cards, how it ended.

Below: model.py. Above: read_decision.py, for which the cards have to be known.
"""

from __future__ import annotations

from ow_env.core.options import ASKING
from ow_env.core.values import JsonObject, shown
from ow_env.open_worlds.cards import word_of
from ow_env.open_worlds.position.form import BEGINS, ENDINGS, FORMAT, PILES, order_from, resolved_by_default
from ow_env.open_worlds.position.model import Draft, ReadUnit
from ow_env.open_worlds.rules.count_income import INCOMES_TO_DEPLETE
from ow_env.open_worlds.rules.setup import BY_WORLD_DRAW, RANDOM_SEAT
from ow_env.open_worlds.state import INDICATORS, MOST_TURNS, NOBODY, TERMINATED, TRUNCATED

MOST_INCOME = 9999
STAGING = ("simultaneous", "priority")

OF_OPTIONS = "max_turns stage open_decklists introductory worlds_given first_player ask".split()
OF_WORLD = "name h2o res habitable hostile resolved".split()
OF_PLAYER = [*"deck_name prior_income income staged units halted unlimited_class".split(), *PILES]
OF_UNIT = "card owner age idle moved".split()
OF_INDICATOR = "card owner".split()


def read_table(p: Draft, told: JsonObject) -> None:
    """Read everything but the decision."""
    p.settled(told, "game", "open_worlds")
    p.settled(told, "format", FORMAT)
    read_options(p, p.fields(told.get("options", {}), "options", OF_OPTIONS))
    read_turn(p, told)
    read_priority(p, told)
    read_worlds(p, told.get("worlds", []))
    for seat, entry in enumerate(p.of_players(told.get("players"), "players")):
        read_player(p, seat, p.fields(entry, f"players[{seat}]", OF_PLAYER))
    read_indicators(p, told.get("indicators", {}))
    p.units.sort(key=lambda unit: unit.order)
    read_end(p, told)


# ── Options and turn ─────────────────────────────────────────────────────────────────────────


def read_options(p: Draft, told: JsonObject) -> None:
    """Read what was agreed before the game; what is left out is as in this game."""
    given = p.template
    p.options["max_turns"] = p.number(told.get("max_turns", int(given.max_turns)), "options.max_turns", 1, MOST_TURNS)
    staging = p.word(told.get("stage", STAGING[given.stage_in_order]), "options.stage", STAGING)
    p.options["stage_in_order"] = int(staging == "priority")
    ask = p.word(told.get("ask", ASKING[given.ask_public]), "options.ask", ASKING)
    p.options["ask_public"] = int(ask == "public")
    for key in ("open_decklists", "introductory", "worlds_given"):
        p.options[key] = p.flag(told, key, "options.", bool(given[key]))
    p.options["first_player"] = int(given.first_player)
    p.first_order = [int(seat) for seat in given.first_order[: len(p.agents)]]
    if "first_player" in told:
        read_first_player(p, told["first_player"])


def read_first_player(p: Draft, told: object) -> None:
    """Read who has Priority first: a seat, all seats in order, or what leaves it to chance (OW-1.4)."""
    p.first_order = [0] * len(p.agents)
    if told is None or told == "worlds":
        p.options["first_player"] = RANDOM_SEAT if told is None else BY_WORLD_DRAW
        return
    path = "options.first_player"
    if isinstance(told, list | tuple):
        p.first_order = read_order(p, told, path)
    else:
        p.first_order = order_from(p.seat(told, path) or 0, len(p.agents))
    p.options["first_player"] = p.first_order[0]


def read_order(p: Draft, told: list[object] | tuple[object, ...], path: str) -> list[int]:
    """Read all seats in Priority Order."""
    seats = [p.seat(seat, f"{path}[{place}]") for place, seat in enumerate(told)]
    order = [seat for seat in seats if seat is not None]
    if len(told) != len(p.agents) or len(set(order)) < len(order):
        found = ", ".join(shown(seat) for seat in told[:5])
        p.fault(path, f"expected each of {len(p.agents)} seats once, found [{found}]")
    return order if sorted(order) == list(range(len(p.agents))) else order_from(0, len(p.agents))


def read_turn(p: Draft, told: JsonObject) -> None:
    """Read where in the game the position stands."""
    if "step" not in told:
        p.fault("step", f"it is missing; one of {', '.join(BEGINS)}")
    else:
        p.step = p.word(told["step"], "step", BEGINS) or "stage"
    p.point = BEGINS[p.step]
    setup = p.step == "adjust" or (p.step == "draw" and told.get("decision") is not None)
    least = 0 if setup else 1
    most = 0 if p.step == "adjust" else p.options["max_turns"]
    p.turn = p.number(told.get("turn", most and 1), "turn", least, most)
    p.final_turn = p.flag(told, "final_turn", "")
    if p.final_turn and (p.turn == 0 or p.step in ("trash", "draw")):
        p.fault("final_turn", "the FINAL TURN is a turn and ends with Count Income (OW-3.2)")


def read_priority(p: Draft, told: JsonObject) -> None:
    """Read who has Priority. In the first turn a Priority Order that was given holds until the count (OW-1.4)."""
    first = p.options["first_player"]
    counted = p.step in ("trash", "draw") or (p.step == "over" and not p.final_turn)
    opening = first >= 0 and (p.turn == 0 or (p.turn == 1 and not counted))
    if p.step == "adjust" and first < 0:
        p.priority = NOBODY
        p.order = order_from(0, len(p.agents))
        if told.get("priority") is not None:
            found = f"expected null, found {shown(told['priority'])}"
            p.fault("priority", f"it is determined after the hands are adjusted (OW-1.4): {found}")
        return
    usual = first if p.step == "adjust" else 0
    p.priority = p.seat(told.get("priority", usual), "priority") or 0
    p.order = order_from(p.priority, len(p.agents))
    if opening and p.priority == first:
        p.order = p.first_order


def read_end(p: Draft, told: JsonObject) -> None:
    """Read how the game ended, where it has: it follows from the turn and the Incomes."""
    if p.step != "over":
        for key in ("ending", "winner"):
            if told.get(key) is not None:
                p.fault(key, f"only a game whose step is 'over' has one, found {p.step!r}")
        return
    p.ending = TERMINATED if p.final_turn else TRUNCATED
    if told.get("ending", ENDINGS[p.ending]) != ENDINGS[p.ending]:
        which = "the" if p.final_turn else "no"
        right = f"{ENDINGS[p.ending]!r}, as this is {which} FINAL TURN"
        p.fault("ending", f"expected {right}, found {shown(told['ending'])}")
    most = p.options["max_turns"]
    if not p.final_turn and p.turn != most:
        p.fault("turn", f"a truncated game ends with turn {most}, found {p.turn}")
    best = max(me.income for me in p.players)
    winners = [seat for seat, me in enumerate(p.players) if me.income == best]
    if p.final_turn and len(winners) == 1:
        p.winner = winners[0]
    found = told.get("winner", None if p.winner < 0 else p.winner)
    if found is not None:
        found = p.seat(found, "winner")
    if (-1 if found is None else found) != p.winner:
        right = "nobody" if p.winner < 0 else p.agents[p.winner]
        p.fault("winner", f"by the Incomes it is {right}, found {shown(told['winner'])}")


# ── Worlds ───────────────────────────────────────────────────────────────────────────────────


def read_worlds(p: Draft, value: object) -> None:
    """Read the row of Worlds. A World of the catalogue may be given by its name alone."""
    before = len(p.faults)
    told = p.entries(value, "worlds")
    count = p.words.num_worlds
    if len(told) != count:
        p.fault("worlds", f"expected {count} Worlds, found {len(told)}")
    default = resolved_by_default(p.step, p.turn)
    for place, entry in enumerate(told[:count]):
        path = f"worlds[{place}]"
        world = p.fields({"name": entry} if isinstance(entry, str) else entry, path, OF_WORLD)
        read_world(p, world, path)
        resolved = p.flag(world, "resolved", f"{path}.", default)
        p.resolved.append(resolved)
        if resolved != default and p.step != "resolve":
            right = f"expected {str(default).lower()} in step {p.step!r}"
            p.fault(f"{path}.resolved", f"{right}, found {str(resolved).lower()}")
    p.world_faults = len(p.faults) > before


def read_world(p: Draft, told: JsonObject, path: str) -> None:
    """Read one World, whose figures are those of its card."""
    ids = p.words.catalogue.world_ids
    name = told.get("name")
    if not isinstance(name, str) or name not in ids:
        p.fault(f"{path}.name", f"expected the name of a World, found {shown(name)}{p.near(name, ids)}")
        return
    world = p.words.catalogue.worlds[ids[name]]
    if world.id in p.row:
        p.fault(f"{path}.name", f"{name} is there twice; each World is unique (OW-1.2)")
    p.row.append(world.id)
    for key in ("h2o", "res", "habitable", "hostile"):
        right = getattr(world, key)
        found = told.get(key, right)
        if type(found) is not type(right) or found != right:
            hint = "other card values are given by a card file of your own, cards="
            p.fault(f"{path}.{key}", f"{name} has {str(right).lower()}, found {shown(found)}; {hint}")


def read_indicators(p: Draft, told: object) -> None:
    """Read the indicators; a plain name is a card of player 0."""
    for name, entries in p.by_name(told, "indicators", '{"Koti": ["Suck Dry"]}'):
        path = f"indicators.{name}"
        world = p.place(name, path)
        for place, entry in enumerate(p.entries(entries, path)):
            read_indicator(p, world, entry, f"{path}[{place}]")
    if len(p.indicators) > INDICATORS:
        p.fault("indicators", f"expected {INDICATORS} at most, found {len(p.indicators)}")


def read_indicator(p: Draft, world: int | None, entry: object, path: str) -> None:
    """Read one indicator."""
    told = p.fields({"card": entry} if isinstance(entry, str) else entry, path, OF_INDICATOR)
    card = p.card(told.get("card"), path)
    owner = p.seat(told.get("owner", 0), f"{path}.owner")
    if card is not None and p.t.cards[card].depletes == 0:
        p.fault(path, f"{p.name(card)} never becomes an indicator")
    elif card is not None and owner is not None and world is not None:
        p.indicators.append((world, card, owner))


# ── Players ──────────────────────────────────────────────────────────────────────────────────


def read_player(p: Draft, seat: int, told: JsonObject) -> None:
    """Read one player."""
    path = f"players[{seat}]."
    me = p.players[seat]
    if not isinstance(told.get("deck_name"), str | None):
        p.fault(f"{path}deck_name", f"expected a name, found {shown(told['deck_name'])}")
    read_incomes(p, seat, told, path)
    me.piles = {key: p.cards(told.get(key, []), f"{path}{key}") for key in PILES}
    for name, cards in p.by_name(told.get("staged", {}), f"{path}staged", '{"Koti": ["City 12"]}'):
        where = f"{path}staged.{name}"
        world, ids = p.place(name, where), p.cards(cards, where)
        if world is not None and ids:
            me.staged[world] = ids
    for name, entries in p.by_name(told.get("units", {}), f"{path}units", '{"Koti": ["City 12"]}'):
        where = f"{path}units.{name}"
        world = p.place(name, where)
        for place, entry in enumerate(p.entries(entries, where)):
            read_unit(p, seat, world, entry, f"{where}[{place}]")
    me.halted = p.flag(told, "halted", path)
    me.unlimited_class = p.flag(told, "unlimited_class", path)


def read_incomes(p: Draft, seat: int, told: JsonObject, path: str) -> None:
    """Read a player's Income and that of the prior turn; till the next count both are one figure."""
    me = p.players[seat]
    me.income = p.number(told.get("income", 0), f"{path}income", 0, MOST_INCOME)
    me.prior_income = p.number(told.get("prior_income", 0), f"{path}prior_income", 0, MOST_INCOME)
    if p.step not in ("trash", "draw", "over"):
        me.income = me.income if "income" in told else me.prior_income
        me.prior_income = me.prior_income if "prior_income" in told else me.income


def read_unit(p: Draft, seat: int, world: int | None, entry: object, path: str) -> None:
    """Read one unit: a name, or an object with what is special about it."""
    told = p.fields({"card": entry} if isinstance(entry, str) else entry, path, OF_UNIT)
    card = p.card(told.get("card"), f"{path}.card" if isinstance(entry, dict) else path)
    owner = p.seat(told.get("owner", seat), f"{path}.owner")
    idle, moved = (p.flag(told, key, f"{path}.") for key in ("idle", "moved"))
    age = p.number(told.get("age", 0), f"{path}.age", 0, INCOMES_TO_DEPLETE - 1)
    if card is None or owner is None:
        return
    if p.t.cards[card].unit < 0:
        what = word_of(p.words.catalogue.cards[card].type)
        p.fault(path, f"{p.name(card)} is a {what} and can't be in play")
        return
    unit = ReadUnit(world if world is not None else -1, seat, card, owner, age, idle, moved)
    check_unit(p, unit, path)
    if world is not None:
        p.units.append(unit)


def check_unit(p: Draft, unit: ReadUnit, path: str) -> None:
    """Check that a unit is only what its card can be."""
    row = p.t.cards[unit.card]
    name = p.name(unit.card)
    if unit.owner != unit.controller and row.facility < 0:
        p.fault(f"{path}.owner", f"{name} is no Facility: only its owner may control it")
    if unit.idle and row.facility < 0:
        p.fault(f"{path}.idle", f"{name} is no Facility: its Income can't be stopped")
    if unit.moved and row.ship < 0:
        p.fault(f"{path}.moved", f"{name} is no Ship: it can't move")
    if unit.age and row.depletes == 0:
        p.fault(f"{path}.age", f"{name} never runs dry: expected 0, found {unit.age}")
