"""What is missing or wrong in a game, all at once, each with what to write: `ow check-game`, and a game's own test.

Below: ow_env. Above: training/commands/check_game.py. First what can be told without playing: rules, declarations. Then
games are played at random, with the fewest players, the most, and as the game is made when nothing is said; every
decision is looked at from the outside, and now and then a position from all sides. In order: the class, single
decisions, positions, what a seat is given.
"""

from __future__ import annotations

import inspect
import json
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ow_env import registry
from ow_env.compiled.layout import NOBODY, OWNER
from ow_env.compiled.refused import UnfitRules
from ow_env.core.batch import Batch, any_allowed
from ow_env.core.declared import hidden_fields
from ow_env.core.engines import WRITTEN, missing
from ow_env.core.game import Game, Rows, States
from ow_env.core.values import difference, shown
from ow_env.drawing.page import html_of
from ow_env.drawing.parts import FULL, PUBLIC

GAMES = 8  # played at once
MOST_STEPS = 3_000  # joint decisions of each, if it does not end
GROWTH = 1.25  # positions are looked at after 0, 1, 2 ... decisions, then ever more rarely
DECLARATIONS = {  # of a game's class: what to write
    "facts": 'facts = Facts("Title", (2, 4), choices="simultaneous", decks="fixed", payoff="win")',
    "actions": "actions = ACTIONS, an ActionTable with all that can be said",
    "features": "features = SEEN, the Features that write_observation fills in",
}


@dataclass(frozen=True)
class Finding:
    """Something that is missing or wrong.

    Attributes:
        about: what was looked at: "rules", "hide".
        told: what is wrong, with where it was found.
        write: what to write.
    """

    about: str
    told: str
    write: str

    def __str__(self) -> str:
        """Return both, a line each."""
        return f"{self.about}: {self.told}\n    {self.write}"


def check(name: str, seed: int = 0) -> list[Finding]:
    """Return all that is missing or wrong in a registered game.

    Args:
        name: the game's.
        seed: of the games that are played.

    Raises:
        ValueError: there is no game of this name.
    """
    module = registry.module_of(name)
    called = registry.rows()[name].partition(":")[2]
    try:
        kind = getattr(import_module(module), called, None)
    except UnfitRules as unfit:
        return list(of_unfit(unfit))
    except Exception as error:
        return [Finding("module", f"{module} can't be imported: {in_words(error)}", "mend what it says")]
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        return [Finding("registry", f"there is no game {called!r} in {module}", f"class {called or 'NAME'}(Game):")]
    return list(of_class(name, kind)) or of_play(kind, seed)


def of_play(kind: type[Game], seed: int = 0) -> list[Finding]:
    """Return all that shows in configured games of this class, and in playing them."""
    found, played = Findings(), []
    for options in configurations(kind):
        with found.guard("class", "mend __init__, or facts.players"):
            if not fits(kind, options):
                continue
            game = kind(**options)
            wrong = list(of_game(game))
            for about, told, write in wrong:
                found.add(about, told, write)
            if not wrong and game.options not in played:
                played.append(game.options)
                Play(game, found, seed).check()
    return list(found.all.values())


def configurations(kind: type[Game]) -> list[dict[str, Any]]:
    """Return the options of the games that are played: as it is made when nothing is said, the fewest and the most."""
    if "num_players" not in inspect.signature(kind).parameters:
        return [{}]
    return [{}, *({"num_players": players} for players in dict.fromkeys(kind.facts.players))]


def fits(kind: type[Game], options: dict[str, Any]) -> bool:
    """May so many play, as other options are by default? A scenario for one may be another."""
    if not options or len(inspect.signature(kind).parameters) == 1:
        return True  # whatever refuses it is wrong
    try:
        kind(**options)
    except ValueError:
        return False
    return True


@dataclass
class Findings:
    """What was found, each kind of thing once."""

    all: dict[tuple[str, str], Finding] = field(default_factory=dict)

    def add(self, about: str, told: str, write: str, key: str = "") -> None:
        """Add a finding; of those of one key, by default those about the same with the same to write, the first."""
        self.all.setdefault((about, key or write), Finding(about, told, write))

    def guard(self, about: str, write: str) -> Guard:
        """Return a context in which whatever is raised is a finding."""
        return Guard(self, about, write)


@dataclass(frozen=True)
class Guard:
    """Turns what is raised into a finding."""

    findings: Findings
    about: str
    write: str

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        """Add what was raised."""
        if isinstance(error, UnfitRules):
            for each in of_unfit(error):
                self.findings.add(each.about, each.told, each.write)
        elif isinstance(error, Exception):
            self.findings.add(self.about, in_words(error), self.write)
        return error is None or isinstance(error, Exception)


def in_words(error: BaseException) -> str:
    """Return an error as a sentence; one that is no refusal with the line where it was raised."""
    if isinstance(error, ValueError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"


# ── The class ────────────────────────────────────────────────────────────────────────────────


def of_unfit(unfit: UnfitRules) -> Iterator[Finding]:
    """Yield what rules lack, and beside them the class that was to be made of them."""
    told = str(unfit).partition("\n")[0].removesuffix(":")
    for line in unfit.lines:
        yield Finding("rules", told, line if line != told else "mend this rule")
    if unfit.kind is not None:
        yield from undeclared(unfit.kind)


def of_class(name: str, kind: type[Game]) -> Iterator[Finding]:
    """Yield what a class lacks before any game of it can be made."""
    if not hasattr(kind, "engine"):
        module = sys.modules[kind.__module__]
        told = f"{kind.__module__} has no rules of {name}"
        lacking = {each: line for each, line in WRITTEN.items() if not hasattr(module, each)}
        if hasattr(module, "rule"):
            lacking = missing(module, module.rule.library.records["Game"])
        else:
            yield Finding("rules", told, f'rule = rules_of("{name}", State=GAME), and @rule above each rule')
        for line in lacking.values():
            yield Finding("rules", told, line)
    elif kind.name != name:
        told = f"the rules are those of {kind.name!r}, and the registry calls the game {name!r}"
        yield Finding("rules", told, f'rule = rules_of("{name}", State=GAME)')
    if not hasattr(kind, "engine") or not hasattr(kind, "facts"):
        yield from undeclared(kind)


def undeclared(kind: type[Game]) -> Iterator[Finding]:
    """Yield what a class of which no game can be made does not declare; its ``__init__`` might do it, too."""
    try:
        begun = inspect.getsource(kind)
    except (OSError, TypeError):  # it stands in no file
        begun = ""
    for attribute, line in DECLARATIONS.items():
        if not hasattr(kind, attribute) and f"self.{attribute}" not in begun:
            yield Finding("class", f"{kind.__name__} declares no {attribute}", line)


def of_game(game: Game) -> Iterator[tuple[str, str, str]]:
    """Yield what one configured game declares wrong: about what, what, what to write."""
    needed = dict.fromkeys(("options", "num_players", "tables", "template"), "self.configured(num_players) in __init__")
    needed |= DECLARATIONS | {"num_actions": DECLARATIONS["actions"], "observation_high": DECLARATIONS["features"]}
    lacking = {line: name for name, line in reversed(needed.items()) if not hasattr(game, name)}
    for line, name in lacking.items():
        yield "class", f"{type(game).__name__} has no {name}", line
    if lacking:
        return
    if game.actions[:1] != ("pass",):
        yield "actions", f"id 0 is {game.actions[:1]}, not pass", "begin with ACTIONS = ActionTable(), which has pass"
    twice = [name for name in dict.fromkeys(game.actions) if game.actions.count(name) > 1]
    if twice:
        yield "actions", f"{twice[0]!r} and {len(twice) - 1} other names are there twice", "give each action a name"
    if type(game).why_not is Game.why_not and game.reasons is Game.reasons:
        yield "reasons", "nothing says in words why an action is forbidden", "reasons = REASONS, a Numbered"
    for each in game.features:
        if not 0 <= each.high <= 255:
            told = f"the slice {each.name!r} has a high of {each.high}; numbers observed are from 0 to 255"
            yield "features", told, f"declare {each.name} with a high of at most 255, and write a share of it"
    if game.rebuilt(game.options).options != game.options:
        yield "class", "its options do not make the same game again", "hand every option to self.configured"


# ── Single decisions ─────────────────────────────────────────────────────────────────────────


class Play:
    """Random games of one configuration, and what they show."""

    def __init__(self, game: Game, findings: Findings, seed: int) -> None:
        self.game, self.findings = game, findings
        self.batch, self.rng = Batch(game, GAMES, seed=seed), np.random.default_rng(seed)
        self.dealt_anew = False  # has `hide` ever changed anything?
        self.step = 0

    def find(self, about: str, told: str, write: str, key: str = "") -> None:
        """Add a finding, with where it was found."""
        where = f"{self.game.num_players} players, decision {self.step}"
        self.findings.add(about, f"{told} ({where})", write, key)

    def look(self, check: Callable[..., None], *arguments: Any) -> None:
        """Look at something; whatever is raised is a finding."""
        about = check.__name__.removeprefix("check_").removesuffix("_after_hide")
        with self.findings.guard(about, MEND.get(about, f"mend {about}")):
            check(*arguments)

    def check(self) -> None:
        """Play, and look."""
        batch, next_look = self.batch, 0.0
        turns = self.game.turn(batch.states)
        for self.step in range(MOST_STEPS):
            self.look(self.check_observation)
            self.look(self.check_outcome)
            looks = self.step >= next_look
            if looks:
                next_look = max(self.step + 1, self.step * GROWTH)
                self.check_positions()
            if batch.terminated.all():
                break
            row, before, rng, chosen = (
                self.step % GAMES,
                batch.states.copy(),
                batch.rng.copy(),
                any_allowed(batch, self.rng),
            )
            if looks and not batch.terminated[row]:
                self.look(self.check_events, before[row : row + 1], chosen[row], rng[row : row + 1])
            batch.step(chosen)
            after = self.game.turn(batch.states)
            for row in np.flatnonzero(after < turns)[:1]:
                told = f"it falls from {turns[row]} to {after[row]}"
                self.find("turn", told, "count turns or rounds over the whole game", "falls")
            turns = after
        else:
            if not batch.terminated.any():
                told = f"all of {GAMES} random games go on after {MOST_STEPS:,} decisions"
                self.find("ending", told, "see that a game comes to its end, where waits_for is False for all seats")
        # what a rule decides about may be seen by all, as this game is configured
        hidden = [path for path, by in hidden_fields(self.game.state_dtype) if by in (OWNER, NOBODY)]
        if hidden and not self.dealt_anew and self.game.num_players > 1:
            write = f"resample in hide what the seat can't know: {', '.join(hidden)}"
            self.find("hide", "it never changes anything", write)

    def check_observation(self) -> None:
        """Look whether every number observed is as declared."""
        game, observation = self.game, self.batch.observation
        for row, seat, place in np.argwhere(observation > game.observation_high):
            value, about = int(observation[row, seat, place]), self.slice_of(place)
            high = int(game.observation_high[place])
            told = f"{about.name}[{place - about.start}] of player_{seat} is {value}, declared is 0 to {high}"
            self.find("observation", told, f"declare {about.name} with the most that it can be", about.name)
        most = int((observation != 0).sum(axis=2).max())
        if most > game.most_numbers:
            told = f"{most} numbers observed are other than 0, facts have at most {game.most_numbers}"
            self.find("facts", told, f"most_numbers={most} or more, or leave it out", "most_numbers")

    def slice_of(self, place: int) -> Any:
        """Return the slice that a number observed belongs to."""
        return next(each for each in self.game.features if each.start <= place < each.stop)

    def check_outcome(self) -> None:
        """Look whether results are in range, and there at the end only."""
        game, batch = self.game, self.batch
        for row in range(GAMES):
            state = batch.states[row]
            over = bool(game.engine.ending(state))
            for seat in range(game.num_players):
                result = float(game.engine.outcome(state, seat))
                if not -1.0 <= result <= 1.0:
                    self.find("outcome", f"it is {result:g} for player_{seat}", "keep it between -1 and 1: a share")
                elif result and not over:
                    told = f"it is {result:g} for player_{seat} before the end"
                    self.find("outcome", told, "return 0.0 as long as somebody is asked")
                if over and float(game.engine.potential(state, game.tables[0], seat)):
                    self.find("potential", "it is not 0 after the end", "return 0.0 where nobody is asked")

    def check_events(self, before: States, chosen: NDArray[np.int64], rng: NDArray[Any]) -> None:
        """Look whether a decision can be told to everybody."""
        for view in self.views():
            self.game.events(before, chosen, rng, view)

    def views(self) -> list[str]:
        """Return the names of all views."""
        return [FULL, PUBLIC, *self.game.agents]

    # ── Positions ────────────────────────────────────────────────────────────────────────────

    def check_positions(self) -> None:
        """Look at the positions of two rows from all sides."""
        for row in {self.step % GAMES, (self.step + GAMES // 2) % GAMES}:
            state = self.batch.states[row : row + 1].copy()
            for check in (self.check_record, self.check_mask, self.check_names, self.check_position, self.check_view):
                self.look(check, state)
            for seat in range(self.game.num_players):
                other = self.game.hide(state, seat, seed=self.step)
                self.dealt_anew |= other.tobytes() != state.tobytes()
                self.look(self.check_hide, state, other, seat)
                self.look(self.check_position_after_hide, state, other, seat)
                self.look(self.check_view_after_hide, state, other, seat)

    def check_record(self, state: States) -> None:
        """Look whether every field is in its range."""
        self.game.check(state, "the record")

    def check_mask(self, state: States) -> None:
        """Hold the mask against ``why_not``, and each reason against the list of reasons."""
        game, rows = self.game, self.game.show(state)
        for seat, who in enumerate(game.agents):
            codes = np.array([self.code(state, seat, action) for action in range(game.num_actions)])
            allowed = rows.action_mask[0, seat] != 0
            if not game.engine.waits_for(state[0], seat):
                wrong = [action for action in range(game.num_actions) if allowed[action] != (action == 0)]
                for action in wrong[:1]:
                    may = "may play" if allowed[action] else "may not play"
                    told = f"{who} is not asked and {may} {game.actions[action]!r}"
                    self.find("why_not", told, "if not waits_for(g, player): return OK if action == 0 else NOT_ASKED")
            elif not allowed.any():
                self.find("why_not", f"{who} is asked and may do nothing", "let waits_for be False where this is so")
            else:
                for action in np.flatnonzero(allowed != (codes == 0))[:1]:
                    told = f"the mask of {who} {'allows' if allowed[action] else 'forbids'} {game.actions[action]!r}"
                    write = "leave write_mask out: it then asks why_not for each action"
                    self.find("write_mask", f"{told}, why_not returns {codes[action]}", write)
            if allowed.sum() > game.most_actions:
                told = f"{allowed.sum()} actions are allowed at once, facts have at most {game.most_actions}"
                self.find("facts", told, f"most_actions={allowed.sum()} or more, or leave it out", "most_actions")
            self.check_reasons(state, seat, codes)

    def code(self, state: States, seat: int, action: int) -> int:
        """Return what ``why_not`` says."""
        return int(self.game.engine.why_not(state[0], self.game.tables[0], seat, action))

    def check_reasons(self, state: States, seat: int, codes: NDArray[np.int64]) -> None:
        """Look whether there are words for each reason that was given."""
        game = self.game
        listed = type(game).why_not is Game.why_not
        for code in np.unique(codes[codes != 0]).tolist():
            action = int(np.flatnonzero(codes == code)[0])
            if (listed and not 0 <= code < len(game.reasons)) or not game.why_not(state, seat, action):
                told = f"why_not returns {code} for {game.actions[action]!r}, and there are no words for it"
                self.find("reasons", told, 'give it a line: NAME = REASONS("why, in words")', str(code))

    def check_names(self, state: States) -> None:
        """Look whether the name of each action that is allowed leads back to it."""
        game = self.game
        for seat in range(game.num_players):
            for action in game.legal_actions(state, seat).tolist():
                name = game.action_name(state, seat, action)
                other = game.action_id(state, seat, name)
                if other != action:
                    self.find("names", f"{name!r} is action {action}, and read {other}", "give each action a name")

    def check_position(self, state: States) -> None:
        """Look whether a position is exact both ways, and JSON can hold it."""
        game, told = self.game, self.game.position(state)
        again = game.from_position(json.loads(json.dumps(told)))
        if again.tobytes() != state.tobytes():
            names = [name for name in state.dtype.names or () if state[name].tobytes() != again[name].tobytes()]
            write = "tell all of the field in the position; or is it not the same in all positions, but declared fixed?"
            self.find("position", f"read again it has another {', '.join(names[:3])}", write)

    def check_view(self, state: States) -> None:
        """Look whether what is seen can be drawn: a zone that no drawing shows is refused when the view is made."""
        for view in self.views():
            seen = self.game.view(state, view)
            str(seen), html_of(seen)

    # ── What a seat is given ─────────────────────────────────────────────────────────────────

    def check_hide(self, state: States, other: States, seat: int) -> None:
        """Look whether all that a seat is given stays as it is when what it can't know is resampled."""
        self.game.check(other, "what it leaves")
        for about, told in self.given_otherwise(self.game.show(state), self.game.show(other), seat):
            write = f"let hide leave what {about} reads of this seat, or {about} not read what is hidden"
            self.find("hide", f"player_{seat} can tell: {told}", write)

    def given_otherwise(self, before: Rows, after: Rows, seat: int) -> Iterator[tuple[str, str]]:
        """Yield which rule gives a seat something else, and what."""
        for place in np.flatnonzero(before.observation[0, seat] != after.observation[0, seat])[:1].tolist():
            about, (was, now) = self.slice_of(place), (rows.observation[0, seat, place] for rows in (before, after))
            yield "write_observation", f"{about.name}[{place - about.start}] is {now} after it, was {was}"
        for action in np.flatnonzero(before.action_mask[0, seat] != after.action_mask[0, seat])[:1].tolist():
            yield "why_not", f"{self.game.actions[action]!r} is allowed before or after it, not both"
        if before.to_act[0, seat] != after.to_act[0, seat]:
            yield "waits_for", "it is asked before or after it, not both"

    def check_position_after_hide(self, state: States, other: States, seat: int) -> None:
        """Look whether a seat's position stays as it is."""
        who = self.game.agents[seat]
        found = difference(self.game.position(other, who), self.game.position(state, who), "")
        if found:
            path, now, was = found[0].lstrip("."), shown(found[1]), shown(found[2])
            told = f"in the position of {who} {path} is {now} after it, was {was}"
            self.find("hide", told, "let hide leave it, or declare who sees the field: OWNER or NOBODY", "position")

    def check_view_after_hide(self, state: States, other: States, seat: int) -> None:
        """Look whether a seat's view stays as it is."""
        if self.game.view(other, f"player_{seat}") != self.game.view(state, f"player_{seat}"):
            write = "let the view show what the seat's position tells, and no more"
            self.find("hide", f"the view of player_{seat} is another after it", write, "view")


MEND = {  # by what was looked at where something was raised; else it is the method of that name
    "record": "give the field the range that it has: number(LOW, HIGH)",
    "mask": "mend why_not and write_mask",
    "names": "mend action_name and action_id",
    "position": "mend position and from_position",
    "view": "mend view: a zone lies before a seat, before a seat at a place, or at neither",
}
