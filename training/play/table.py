"""One game being played by people and agents. No web and no waiting: whoever holds a table says when it goes on.

Below: Batch, agents. Above: tables.py, hall.py, terminal.py. In order: what is told, the plan of a seat, the table.

*Plans.* What a person chooses in a Step that nobody sees (`Game.private_step`) is only planned: it is played on a copy
of the position, and the game itself waits until every person who is asked has chosen to the end of the Step. So
`Table.undo` is exact, and takes back nothing that was drawn or seen.

*Taking back what was played.* A decision that one person alone took is taken back as long as nobody has decided since,
chance was not drawn, and the person has learned nothing by it: all that the seat can't know, resampled with the same
numbers before the decision and after it, is the same. No game has to say so. What the person showed of its own stays
seen.

*Secrecy.* What a viewer is told is `Game.view` of its shown position, `Game.events` as its view has them, and, of a
seat's own choices, what `Game.choice` and `Game.why_not` say of the same position. Nothing else of the position leaves
a table before the game has ended.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

import agents
from agents.base import Advice, Agent, advice_of
from agents.registry import SEARCH
from ow_env.core.batch import FORFEIT, Batch
from ow_env.core.events import HAPPENING, Event
from ow_env.core.game import Game, States
from ow_env.core.history import Decided
from ow_env.core.players import needs_views, seen_by, tell_ends
from ow_env.core.records import Recorder, outcomes
from ow_env.core.records.writer import AgentInfo
from ow_env.core.secrecy import Secret, seed_for
from ow_env.drawing.parts import FULL, PUBLIC, Choice, Spot
from ow_env.drawing.view import View
from training.replay.one_game import ask

PERSON = "person"  # who sits where no agent does
DEALS = 3  # ways in which what a seat can't know is dealt, to see whether a decision has told it anything
MOST_HINTS = 5  # actions of a hint: the rest of a policy is noise to a reader
LEAST_SHARE = 0.005  # of an action worth telling
WARM_UP = 8  # simulations of a search that is only tried
NUMBER_OF_RULE = re.compile(r"\b[A-Z]{2,4}-[0-9A-Z][0-9a-z]*(?:\.[0-9]+)?\b")  # "OW-4a.4", "SR-9.1"


# ── What is told ─────────────────────────────────────────────────────────────────────────────


class Refused(ValueError):
    """What was asked of a table is not possible; nothing has changed."""


@dataclass(frozen=True)
class Entry:
    """One line of a viewer's log."""

    n: int  # counts the lines of this viewer, from 0: lines of others leave no gap
    level: int  # as `Event.level`
    seat: int | None
    kind: str
    text: str
    rule: str
    dice: tuple[int, ...] = ()  # what they show


@dataclass(frozen=True)
class Shown:
    """A position as one viewer is shown it."""

    viewer: int | None  # a seat; None: whoever only watches
    state: States  # [1], never changed once it stands here
    decisions: int  # how many joint decisions the game has had
    asked: bool  # is the viewer to choose?
    undo: bool  # can it take back its last choice?
    over: bool
    planned: tuple[int, ...] = ()  # what it has chosen that is not played, nor to be seen in the position


@dataclass(frozen=True)
class Reason:
    """Why what somebody pointed at can't be done; or the choice it stands for, if it can."""

    text: str
    rules: tuple[str, ...] = ()
    choice: Choice | None = None


@dataclass(frozen=True)
class Hint:
    """What an agent would do in a seat's place."""

    agent: str
    choices: tuple[tuple[int, float], ...]  # actions and how much speaks for each, the most first
    value: float | None  # the result it expects, -1 to 1; None: it has no idea


@dataclass(frozen=True)
class Person:
    """Who sits at a seat, as a record wants to know it."""

    name: str
    version: int = 1
    parameters: Mapping[str, Any] = field(default_factory=dict)


# ── Plans ────────────────────────────────────────────────────────────────────────────────────


class Plan:
    """What one seat has chosen since the game itself last went on.

    Args:
        state: [1] the position from which it chooses.
        step: of `Game.private_step`; None: what it chooses is played at once.
    """

    def __init__(self, state: States, step: int | None) -> None:
        self.step = step
        self.positions = [state]  # from the first to the one that is shown
        self.actions: list[int] = []
        self.complete = False  # has it chosen to the end of its Step?
        self.played = 0  # how many of the actions the game itself has had

    def add(self, action: int, after: States | None) -> None:
        """Choose an action; ``after`` is the position it leads to, None where the Step ends with it."""
        self.actions.append(action)
        if after is None:
            self.complete = True
        else:
            self.positions.append(after)

    def undo(self) -> None:
        """Take the last action back."""
        self.actions.pop()
        if self.complete:
            self.complete = False
        else:
            self.positions.pop()


# ── The table ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Resignation:
    """A seat's game that was given up."""

    decisions: int  # that were taken before
    seat: int
    text: str


class Table:
    """A game with its seats.

    Args:
        game: as it is configured.
        players: for each seat `PERSON`, or the name of an agent.
        seed: decides all draws; None: nobody can foretell them, and the record discloses at the end what they came of.
        names: what people are called, one for each seat; what is missing or empty is called after the seat.

    Raises:
        ValueError: there is no such agent for this game, or not one for each seat.
    """

    def __init__(self, game: Game, players: Sequence[str], seed: int | None = None, names: Sequence[str] = ()) -> None:
        if len(players) != game.num_players:
            raise ValueError(f"players: expected {game.num_players}, one for each seat, got {len(players)}")
        self.game, self.players, self.seed = game, tuple(players), seed
        self.people = tuple(seat for seat, player in enumerate(players) if player == PERSON)
        called = [*names, *[""] * len(players)]
        self.names = tuple(
            player if player != PERSON else called[seat] or game.agents[seat] for seat, player in enumerate(players)
        )
        secret = os.urandom(32) if seed is None else None
        self._draws = int.from_bytes(os.urandom(6), "little") if seed is None else seed, secret
        self._batch = Batch(game, 1, self._draws[0], secret=secret)
        self._batch.keep_history()
        self._hints = Secret(os.urandom(32))  # nobody can ask for hints in thought: at another table they are others
        self._agents: dict[int, Agent] = {
            seat: agents.make(name, game, self._batch.player_seed("agent", 0, seat))
            for seat, name in enumerate(players)
            if name != PERSON
        }
        sitting: list[Agent | Person] = [
            self._agents.get(seat) or Person(self.names[seat]) for seat in range(game.num_players)
        ]
        self._sitting = cast(list[AgentInfo], sitting)
        self._record = ""  # once it was asked for
        self._trials: dict[int, Batch] = {}  # in which each seat's plans are played
        self._free: list[int | None] = []  # who may take back each decision, as long as nobody has decided since
        self.resigned: int | None = None  # the seat that gave a game of two up, or of one
        self._resignations: list[Resignation] = []
        self._resignations_told: dict[int | None, int] = {}  # how many of them are in each of the logs
        self._logs: dict[int | None, list[Entry]] = {}
        self._starts: dict[int | None, list[int]] = {}  # where in each of the logs the decisions begin that are in it
        self.undone = False  # has what was played been taken back?
        self._plans: dict[int, Plan] = {}
        self.decisions = 0
        self._settle()

    # Who is asked.

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(self.resigned is not None or self._batch.terminated[0] or self._batch.truncated[0])

    @property
    def ready(self) -> bool:
        """Can the game go on: has every person who is asked chosen to the end?"""
        return not self.over and all(self._plans[seat].complete for seat in self._asked_people())

    def view_of(self, viewer: int | None) -> str:
        """Return which view a viewer gets: its own; everything once the game is over, or where nobody sits."""
        if self.over or (viewer is None and not self.people):
            return FULL
        return PUBLIC if viewer is None else self.game.agents[viewer]

    def shown(self, viewer: int | None) -> Shown:
        """Return the position that a viewer is shown: a seat's with its plan carried out."""
        plan = None if viewer is None else self._plans.get(viewer)
        if plan is None or self.over:
            return Shown(viewer, self._now, self.decisions, False, self._may_take_back(viewer), self.over)
        undo = (bool(plan.actions) and not plan.played) or self._may_take_back(viewer)
        planned = tuple(plan.actions[-1:]) if plan.complete else ()
        return Shown(viewer, plan.positions[-1], self.decisions, not plan.complete, undo, False, planned)

    def legal(self, shown: Shown) -> list[int]:
        """Return what a viewer may choose."""
        if shown.viewer is None or not shown.asked:
            return []
        return [int(action) for action in self.game.legal_actions(shown.state, shown.viewer)]

    def waiting_for(self, shown: Shown, view: View) -> list[int]:
        """Return the seats of agents for which a viewer knows that it is their turn, and no person's."""
        asked = [seat for seat, each in enumerate(view.seats) if each.asked and seat != shown.viewer]
        people = any(seat in self.people for seat in asked)
        return [] if shown.asked or shown.over or people else asked

    # What people do.

    def warm_up(self, seat: int) -> None:
        """Have all compiled, or loaded, that whoever sits in a seat needs. An agent of the game itself is not asked.

        A search is tried with few simulations: all of its code is used by these.
        """
        if seat in self.people:
            self.legal(self.shown(seat))
            return
        if needs_views(self._agents.get(seat)):
            return  # it may be paid by the question
        family = family_of(self.players[seat])
        self._advice_of(f"{SEARCH}:{WARM_UP}" if family == SEARCH else family, seat, self._now)

    def choose(self, seat: int, action: int) -> None:
        """Choose an action for a person; nothing is played before `step`.

        Raises:
            Refused: it is not this seat's turn, or the action is not allowed: then the rule is told.
        """
        shown = self.shown(seat)
        if not shown.asked:
            raise Refused("it is not your turn" if not self.over else "the game is over")
        if action not in self.legal(shown):
            if not 0 <= action < self.game.num_actions:
                raise Refused(f"action: expected a number from 0 to {self.game.num_actions - 1}, got {action}")
            raise Refused(self.game.why_not(shown.state, seat, action) or "that is not allowed")
        plan = self._plans[seat]
        plan.add(action, None if plan.step is None else self._tried(plan, seat, action))

    def choose_all(self, seat: int) -> None:
        """Choose for a person all that `together` has, one after the other.

        Raises:
            Refused: there is nothing that could be done all at once.
        """
        actions = self.together(self.shown(seat))
        if not actions:
            raise Refused("nothing can be done all at once here")
        plan = self._plans[seat]
        for action in actions:
            plan.add(action, None)

    def together(self, shown: Shown) -> tuple[int, ...]:
        """Return choices that a person may want to take all at once, each card's: in any order they come to the same.

        That is tried: none of them draws, ends a turn or asks anything, and all are taken forwards and backwards.
        """
        game, seat = self.game, shown.viewer
        if seat is None or not shown.asked or not game.any_order:
            return ()
        labels = {action: game.choice(shown.state, seat, action).label for action in self.legal(shown)}
        offered = [action for action, label in labels.items() if label in game.any_order]
        alone = [action for action in offered if self._all_of(shown.state, seat, [action])[0]]
        forwards, here = self._all_of(shown.state, seat, alone)
        _, there = self._all_of(shown.state, seat, alone[::-1])
        return tuple(forwards) if here == there and len(forwards) > 1 else ()

    def _all_of(self, state: States, seat: int, actions: Sequence[int]) -> tuple[list[int], bytes]:
        """Return these actions, each as often as it can be taken, and where they lead; none if one is not by itself."""
        trial, taken = self._trial(seat), []
        trial.set_states(state)
        drawn, moment = trial.rng.tobytes(), self.game.moment(state)
        chosen = np.zeros((1, self.game.num_players), np.int32)
        for action in actions:
            chosen[0, seat] = action
            while trial.to_act[0, seat] and trial.action_mask[0, seat, action]:
                trial.step(chosen)
                taken.append(action)
                ended = trial.terminated[0] or trial.truncated[0] or trial.to_act[0].sum() != 1
                if ended or trial.rng.tobytes() != drawn or self.game.moment(trial.states) != moment:
                    return [], b""
        return taken, trial.states.tobytes()

    def cancel(self, seat: int) -> None:
        """Take back a payment that was begun, and what is being bought.

        Raises:
            Refused: nothing is being paid, or what was paid can't be taken back.
        """
        if not self.can_cancel(seat):
            raise Refused("nothing is being paid that could be taken back")
        while self.game.payment(self._now) is not None:
            self._take_back()

    def can_cancel(self, seat: int | None) -> bool:
        """Can a payment be taken back to where it began?"""
        if seat is None or self.over or self.game.payment(self._now) is None:
            return False
        for decided, free in zip(reversed(self._decided), reversed(self._free), strict=True):
            if free != seat:
                return False
            if self.game.payment(decided.state(self.game)) is None:
                return True
        return False

    def resign(self, seat: int) -> None:
        """Give the game up for a person: of two the other wins; at a larger table an agent plays on for the seat.

        Raises:
            Refused: the game is over, or nobody sits there.
        """
        if self.over or seat not in self.people:
            raise Refused("the game is over" if self.over else "resign: an agent plays for this seat")
        self._give_up(seat)

    def _give_up(self, seat: int, why: str = "") -> None:
        """End the game for a seat, as `resign` says; ``why``: a clause, if there is anything to say."""
        text = f"{self.game.agents[seat]} resigns{f' ({why})' if why else ''}"
        if self.game.num_players <= 2:
            self.resigned = seat
        else:
            known = agents.names(self.game)
            name = next(each for each in ("scripted", "random") if each in known)
            self._agents[seat] = agents.make(name, self.game, self._batch.player_seed("agent", 0, seat))
            self.people = tuple(each for each in self.people if each != seat)
            self.players = tuple(name if each == seat else player for each, player in enumerate(self.players))
            self._plans.pop(seat, None)
            text += f", {name} plays on"
        self._resignations.append(Resignation(self.decisions, seat, text))
        if self._free:
            self._free[-1] = None
        self._settle()

    def undo(self, seat: int) -> None:
        """Take back a person's last choice.

        Raises:
            Refused: there is nothing that could be taken back.
        """
        if not self.shown(seat).undo:
            raise Refused("nothing can be taken back: what you chose has been played")
        plan = self._plans.get(seat)
        if plan is not None and plan.actions and not plan.played:
            plan.undo()
        else:
            self._take_back()

    def step(self) -> None:
        """Play one joint decision: agents choose, people have chosen. It takes as long as the agents do.

        An agent that chooses `FORFEIT` resigns.
        """
        if not self.ready:
            raise Refused("somebody has yet to choose")
        actions = np.zeros((1, self.game.num_players), np.int32)
        for seat in self._asked():
            plan = self._plans.get(seat)
            actions[0, seat] = self._act(seat) if plan is None else plan.actions[plan.played]
            if actions[0, seat] == FORFEIT:
                self._give_up(seat, getattr(self._agents[seat], "last_failure", ""))
                return
        before, rng, asked = self._now, self._batch.rng.copy(), self._asked()
        self._batch.step(actions)
        free = asked[0] if len(asked) == 1 and self._tells_nothing(asked[0], before, actions, rng) else None
        self._free.append(free)
        self.decisions += 1
        for plan in self._plans.values():
            plan.played += 1
        self._settle()

    # What people ask.

    def why(self, shown: Shown, source: Spot | None, target: Spot | None) -> Reason:
        """Return why nothing can be done with what a seat points at, by the rule that speaks against it.

        Args:
            shown: what the seat was shown as it pointed.
            source: the first thing it pointed at.
            target: the second, if any.
        """
        seat, state, game = shown.viewer, shown.state, self.game
        assert seat is not None
        if shown.over:
            return Reason("The game is over.")
        choices = [game.choice(state, seat, action) for action in range(game.num_actions)]
        fitting = [choice for choice in choices if fits(choice.source, source)]  # whatever the target: it may be next
        legal = set(self.legal(shown))
        for choice in fitting:
            if choice.action in legal and fits(choice.target, target):
                return Reason(choice.name, (), choice)
        asked = game.view(state, game.agents[seat]).decision
        if not shown.asked:
            return Reason(f"It is not your turn. {asked}".strip(), rules_in(asked))
        if not fitting:
            return Reason(f"Nothing in the game is done with that. {asked}".strip(), rules_in(asked))
        labels = {choices[action].label for action in legal}
        reasons = [(choice, game.why_not(state, seat, choice.action) or "") for choice in fitting]
        best = max(reasons, key=lambda pair: pertinence(pair[0], pair[1], labels, target))[1]
        return Reason(best or f"That is not allowed here. {asked}".strip(), rules_in(best))

    def hint(self, shown: Shown, name: str) -> Hint:
        """Return what an agent would do in a seat's place. It is asked of a copy, and takes as long as it does.

        Raises:
            Refused: the seat is not asked.
            ValueError: there is no such agent for this game.
        """
        seat = shown.viewer
        if seat is None or not shown.asked:
            raise Refused("a hint is for whoever has to choose now")
        advice = self._advice_of(name, seat, shown.state, shown.decisions)
        policy = advice.policy[0]
        order = np.argsort(-policy, kind="stable")[:MOST_HINTS].tolist()
        choices = tuple((action, float(policy[action])) for action in order if policy[action] >= LEAST_SHARE)
        return Hint(name, choices, None if advice.values is None else float(advice.values[0]))

    def log(self, viewer: int | None) -> list[Entry]:
        """Return all that a viewer was told of the game, in its order."""
        entries, starts = self._logs.setdefault(viewer, []), self._starts.setdefault(viewer, [])
        for decided in (*self._decided[len(starts) :], None):
            for given_up in self._resignations[self._resignations_told.get(viewer, 0) :]:
                if given_up.decisions == len(starts):
                    entries.append(Entry(len(entries), HAPPENING, given_up.seat, "resigned", given_up.text, ""))
                    self._resignations_told[viewer] = self._resignations_told.get(viewer, 0) + 1
            if decided is None:
                break
            starts.append(len(entries))
            view = PUBLIC if viewer is None else self.game.agents[viewer]
            view = FULL if viewer is None and not self.people else view
            for event in decided.events(self.game, view):
                dice = dice_of(event)
                entries.append(Entry(len(entries), event.level, event.seat, event.kind, event.text, event.rule, dice))
        return entries

    def rewards(self) -> list[float]:
        """Return what each seat has won, at the end."""
        if self.resigned is not None:
            return [-1.0 if seat == self.resigned else 1.0 for seat in range(self.game.num_players)]
        return [float(reward) for reward in outcomes(self.game, self._batch.states[0])]

    def ending(self) -> str:
        """Return who has won and why."""
        if self.resigned is not None:
            others = [who for seat, who in enumerate(self.game.agents) if seat != self.resigned]
            return f"{f'{others[0]} wins: ' if others else ''}{self.game.agents[self.resigned]} has resigned"
        return self.game.ending(self._batch.states)

    def record(self) -> str:
        """Return the game as it was written down.

        Raises:
            Refused: it has not ended, and a record tells what the seats keep from each other.
        """
        if not self.over:
            raise Refused("the record is there when the game is over: it tells all that was hidden")
        if not self._record:
            seed, secret = self._draws
            batch, written = Batch(self.game, 1, seed, secret=secret), io.StringIO()
            recorder = Recorder(batch, written, self._sitting)
            recorder.begin()
            for decided in self._decided:
                recorder.step(decided.actions[None])
            if self.resigned is not None:
                recorder.end(0, "forfeit", self.rewards(), [self.game.agents[self.resigned]])
            self._record = written.getvalue()
        return self._record

    # Within.

    def _asked(self) -> list[int]:
        """Return the seats that the game waits for."""
        return [] if self.over else [int(seat) for seat in np.flatnonzero(self._batch.to_act[0])]

    def _asked_people(self) -> list[int]:
        return [seat for seat in self._asked() if seat in self.people]

    def _settle(self) -> None:
        """Take note of where the game stands: plans that are played through end, whoever is asked begins one."""
        self._now = self._batch.states.copy()
        if self.over:  # a search has much memory, and the table may be looked at for long
            if self.resigned is None:
                seats = range(self.game.num_players)
                tell_ends(self._batch, [self._agents.get(seat) for seat in seats], np.ones(1, np.bool_))
            self._agents.clear()
            self._trials.clear()
        self._plans = {seat: plan for seat, plan in self._plans.items() if plan.played < len(plan.actions)}
        for seat in self._asked_people():
            if seat not in self._plans:
                self._plans[seat] = Plan(self._now, self.game.private_step(self._now, seat))

    @property
    def _decided(self) -> list[Decided]:
        """All that was decided and not taken back."""
        assert self._batch.history is not None
        return self._batch.history.rows[0]

    def _may_take_back(self, seat: int | None) -> bool:
        """Can the last decision be taken back by this seat?"""
        return bool(self._free) and not self.over and seat is not None and self._free[-1] == seat

    def _take_back(self) -> None:
        """Go back to where the last decision was taken, as if it had not been."""
        *before, last = self._decided
        self._free.pop()
        self._batch.set_states(last.state(self.game))
        self._batch.rng[:] = last.rng
        self._decided.extend(before)
        self.decisions -= 1
        for viewer, starts in self._starts.items():
            for start in starts[len(self._free) :]:
                del self._logs[viewer][start:]
            del starts[len(self._free) :]
        self._plans, self.undone = {}, True
        self._settle()

    def _tells_nothing(self, seat: int, before: States, actions: NDArray[np.int32], rng: NDArray[Any]) -> bool:
        """Tell whether a decision that was just played drew no chance, and told its seat, a person's, nothing."""
        if seat not in self.people or self.over or self._batch.rng.tobytes() != rng.tobytes():
            return False
        after = self._batch.states.copy()
        trial = self._trial(seat)
        for deal in range(DEALS):
            trial.set_states(self.game.hide(before, seat, deal))
            drawn = trial.rng.tobytes()
            if not trial.action_mask[0, seat, actions[0, seat]]:
                return False
            trial.step(actions)
            if trial.rng.tobytes() != drawn or trial.terminated[0] or trial.truncated[0]:
                return False
            if trial.states.tobytes() != self.game.hide(after, seat, deal).tobytes():
                return False
        return True

    def _trial(self, seat: int) -> Batch:
        """Return the batch in which a seat's choices are tried."""
        if seat not in self._trials:
            self._trials[seat] = Batch(self.game, 1)
        return self._trials[seat]

    def _tried(self, plan: Plan, seat: int, action: int) -> States | None:
        """Return the position in which a seat goes on choosing after an action; None: its Step ends with it.

        The others do anything that they may: by `Game.private_step` it is all the same to this seat.
        """
        trial = self._trial(seat)
        trial.set_states(plan.positions[-1])
        actions = trial.action_mask.argmax(axis=2).astype(np.int32)
        actions[0, seat] = action
        trial.step(actions)
        ended = trial.terminated[0] or trial.truncated[0]
        return None if ended or self.game.private_step(trial.states, seat) != plan.step else trial.states.copy()

    def _advice_of(self, name: str, seat: int, state: States, decisions: int = 0) -> Advice:
        """Ask a new agent what it would do in a seat's place."""
        agent = agents.make(name, self.game, seed_for("hint", 0, seat, secret=self._hints))
        copy = Batch(self.game, 1, secret=self._hints)  # its random numbers have nothing to do with the game's
        copy.set_states(state)
        seen = seen_by(agent, copy, np.zeros(1, np.intp), np.array([seat]), decisions)
        return advice_of(agent, seen, self.game.num_actions)

    def _act(self, seat: int) -> int:
        """Return what an agent chooses."""
        return ask(self._batch, {seat: self._agents[seat]}, self.decisions)[seat].action


def family_of(player: str) -> str:
    """Return an agent by the code it runs: all searches need the same, whatever they may spend."""
    return SEARCH if player.partition(":")[0] == SEARCH else player


# ── Pointing and telling ─────────────────────────────────────────────────────────────────────


def fits(pattern: Spot | None, pointed: Spot | None) -> bool:
    """Tell whether what somebody pointed at is what a choice means. A card stands for its place and its seat, too."""
    if pattern is None or pointed is None:
        return pattern is None and pointed is None
    if pattern.card is not None:
        zones = not pattern.zones or not pointed.zones or set(pattern.zones) & set(pointed.zones)
        return pattern.card == pointed.card and bool(zones) and at(pattern, pointed)
    if pattern.place is not None:
        return pattern.place == pointed.place
    return pattern.seat == pointed.seat


def at(pattern: Spot, pointed: Spot) -> bool:
    """Tell whether two spots can be before one seat and at one place."""
    seats = pattern.seat is None or pointed.seat is None or pattern.seat == pointed.seat
    return seats and (pattern.place is None or pointed.place is None or pattern.place == pointed.place)


def pertinence(choice: Choice, reason: str, labels: set[str], target: Spot | None) -> tuple[bool, ...]:
    """Return how well the reason against a choice answers who pointed at something; the greatest does best.

    Args:
        choice: one that fits.
        reason: what speaks against it.
        labels: of what may be done now: who is asked to stage wants to know why this can't be staged.
        target: what was pointed at after the source.
    """
    return (choice.label in labels, fits(choice.target, target), bool(reason), bool(rules_in(reason)))


def rules_in(text: str) -> tuple[str, ...]:
    """Return the numbers of the rules that a text names, each once."""
    return tuple(dict.fromkeys(NUMBER_OF_RULE.findall(text)))


def dice_of(event: Event) -> tuple[int, ...]:
    """Return what dice show of which an event tells: its kind is "die", what was rolled is among its data."""
    rolled = event.data.get("rolled", event.data.get("die", ())) if event.kind == "die" else ()
    return (rolled,) if isinstance(rolled, int) else tuple(int(die) for die in rolled)
