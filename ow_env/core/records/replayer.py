"""Playing a record again: every position must be the one that was recorded, and so must the result.

Below: format.py, result.py, batch.py. Above: training, tests. In order: the game a record is of, its moments one by
one, what may be wrong with each, and what one player saw of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ow_env.core.batch import Batch, rewards_of_forfeit
from ow_env.core.game import Game, States
from ow_env.core.records.format import RESULTS, DamagedRecord, Line, Record, expect, shown
from ow_env.core.records.result import outcomes, winner
from ow_env.core.rules_hash import rules_hash, tables_hash
from ow_env.core.secrecy import commitment, parse_key, stream_seed


@dataclass(frozen=True)
class Moment:
    """A position of a replayed game, and what was decided there."""

    state: States  # [1], the receiver's own
    number: int  # of the decision, from 1; after the last one more
    name: str  # where in the game this is: "turn 3, stage"
    actions: Mapping[str, str]  # agent -> action, by name, for all who acted; empty at the end
    chosen: npt.NDArray[np.int32]  # [P] the same as ids, 0 for who did not act; with `rng` for `Game.events`
    rng: npt.NDArray[Any]  # [1] the RNG record as it stood here


def rebuild(record: Record, games: Iterable[type[Game]], **more: Any) -> Game:
    """Return the game a record is of, built as its options say.

    Args:
        record: as it was read.
        games: those it may be.
        more: what a record does not hold, such as the player's own card file.

    Raises:
        DamagedRecord: it is of none of these games, of another version, or with impossible options.
    """
    header, known = record.header, {game.name: game for game in games}
    if header["game"] not in known:
        names = " or ".join(known)
        raise DamagedRecord(record.line, f"game: expected {names}, found {header['game']!r}")
    kind = known[header["game"]]
    if header["version"] != kind.version:
        raise DamagedRecord(
            record.line,
            f"version of {kind.name}: expected {kind.version}, found {shown(header['version'])}: it was played by"
            " other rules, and a release of this package that has them replays it",
        )
    try:
        game = kind.rebuilt(header["options"], **more)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise DamagedRecord(record.line, f"options: {error}") from None
    return game


def replay(record: Record, game: Game) -> Iterator[Moment]:
    """Replay a record: yield every position with the actions taken there, and the last one with none.

    Each position is verified against the recorded one before it is yielded.

    Raises:
        DamagedRecord: at the line where the rules disagree: an action they forbid, another position
            than the recorded one, another result.
    """
    first = record.line
    batch = begun(record, game)
    check_position(record, first, game, batch, record.header)
    for number, decision in enumerate(record.decisions, 1):
        line = first + number
        if batch.terminated[0] or batch.truncated[0]:
            raise DamagedRecord(line, "the game is over: expected the result, found another decision")
        before, rng, actions = batch.states.copy(), batch.rng.copy(), decision["actions"]
        expect(line, "moment", game.moment(before), decision["moment"])
        chosen = action_ids(game, batch, line, actions)
        yield Moment(before, number, decision["moment"], actions, chosen[0], rng)
        try:
            batch.step(chosen)
        except ValueError as error:
            said = str(error).removeprefix("row 0: ")
            raise DamagedRecord(line, f"{said}{of_other_rules(record, game)}") from None
        check_position(record, line, game, batch, decision)
    if record.result is not None:
        check_result(record, game, batch)
    number = len(record.decisions) + 1
    nothing = np.zeros(game.num_players, np.int32)
    yield Moment(batch.states.copy(), number, game.moment(batch.states), {}, nothing, batch.rng.copy())


def begun(record: Record, game: Game) -> Batch:
    """Return a batch of one that stands where the record begins."""
    header = record.header
    batch = Batch(game, 1, stream_of(record), first_game=header["game_number"])
    if "position" in header:
        try:
            state = game.from_position(header["position"])
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise DamagedRecord(record.line, f"position: {'; '.join(str(error).split(chr(10)))}") from None
        batch.set_states(state)
        batch.rng["count"] = header["drawn"]
    return batch


def stream_of(record: Record) -> int:
    """Return the seed that a game draws from: its own, or what its secret made of it."""
    expected, line = record.header.get("secret_hash"), record.line + len(record.decisions) + 1
    secret = None if record.result is None else record.result.get("secret")
    if expected is None:
        if secret is not None:
            raise DamagedRecord(line, "secret: the header says nothing of one")
        return int(record.header["seed"])
    if secret is None:
        why = "the game is not over" if record.result is None else "its generator went on in another record"
        raise DamagedRecord(
            line,
            f"a secret keys all random draws of this game, and it is not disclosed yet: {why}."
            " Nobody can replay it without",
        )
    key = parse_key(secret)
    expect(line, "secret: its hash", expected, commitment(key))
    return stream_seed(key, record.header["seed"])


def action_ids(game: Game, batch: Batch, line: int, actions: Mapping[str, str]) -> npt.NDArray[np.int32]:
    """Return the recorded actions as ids [1, P]; exactly those who act must have one."""
    acting = [game.agents[seat] for seat in np.flatnonzero(batch.to_act[0])]
    expect(line, "who decides", acting, list(actions))
    chosen = np.zeros((1, game.num_players), np.int32)
    for agent in acting:
        seat = game.agents.index(agent)
        try:
            chosen[0, seat] = game.action_id(batch.states, seat, actions[agent])
        except ValueError as error:
            raise DamagedRecord(line, f"{agent}: {error}") from None
    return chosen


def check_position(record: Record, line: int, game: Game, batch: Batch, recorded: Line) -> None:
    """Refuse a line after which the position is another one than recorded."""
    found = game.digest(batch.states)
    if found != recorded["hash"]:
        where = "here" if line > record.line else "at the beginning"
        raise DamagedRecord(
            line,
            f"the record has position {recorded['hash']} {where}, the rules lead to {found}"
            + of_other_rules(record, game),
        )


def of_other_rules(record: Record, game: Game) -> str:
    """Return what may explain a disagreement: the record was made by other sources or other cards."""
    then = record.header["engine"]
    now = {"rules": rules_hash(game.engine.__name__), "tables": tables_hash(game.tables)}
    changed = [what for what, hash_ in now.items() if then.get(what) != hash_]
    if not changed:
        return ""
    by = f"version {shown(then.get('version'))}"
    return f" (recorded by {by}, whose {' and '.join(changed)} were others than here)"


def check_result(record: Record, game: Game, batch: Batch) -> None:
    """Refuse a result other than the one the game came to."""
    recorded = record.result or {}
    line = record.line + len(record.decisions) + 1
    ended = "terminated" if batch.terminated[0] else "truncated" if batch.truncated[0] else None
    result = recorded["result"]
    if ended is not None or result not in RESULTS[2:]:
        expect(line, "result", ended or " or ".join(RESULTS[2:]), result)
    rewards: list[float] = [0] * game.num_players
    if ended == "terminated":
        rewards = outcomes(game, batch.states[0])
    if result == "forfeit":
        by = recorded.get("by")
        if not isinstance(by, list) or not by or any(agent not in game.agents for agent in by):
            raise DamagedRecord(line, f"by: expected who forfeited, found {shown(by)}")
        rewards = rewards_of_forfeit(np.array([agent in by for agent in game.agents])).tolist()
    elif "by" in recorded:
        raise DamagedRecord(line, f"by: only a forfeit has it, not {result!r}")
    expect(line, "rewards", rewards, recorded["rewards"])
    expect(line, "winner", winner(game, rewards), recorded["winner"])


def seen_by(agent: str, game: Game, moments: Iterable[Moment]) -> Iterator[Line]:
    """Yield what one player saw and did, and nothing that could tell more.

    What the others do stands there as far as it shows: in what changes of the position as this
    player sees it. A decision of theirs that shows nothing has no line. There are no hashes and no
    seed, for both tell of hidden cards to whoever tries them out.

    Args:
        agent: whose view it is.
        game: what is played.
        moments: as ``replay`` yields them.
    """
    before: Line = {}
    for moment in moments:
        sees = game.position(moment.state, agent)
        line: Line = {}
        if sees != before:
            changed = {name: value for name, value in sees.items() if before.get(name) != value}
            line["sees"] = changed | dict.fromkeys(before.keys() - sees.keys())
        if agent in moment.actions:
            line["does"] = moment.actions[agent]
        if line:
            yield line
        before = sees
