"""A game as text, decision by decision: as agents play it, or as it was recorded.

Below: one_game.py. Above: commands/watch.py, commands/replay.py, the report of a training run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ow_env.core.events import Event, worth_telling
from ow_env.core.game import Game
from ow_env.core.records import Moment
from ow_env.drawing.text import text_of
from training.replay.one_game import one_game, seated_agents, view_of
from training.words import spoken


def lines_of(events: Iterable[Event]) -> Iterator[str]:
    """Yield what happened as lines: headings, below them sentences. A Step in which nothing did gets no heading."""
    for event in worth_telling(events):
        yield spoken(f"{'  ' * event.level}{event}")


def text_of_game(
    game: Game, moments: Iterable[Moment], view: str, every: bool, turns: int = 1, colour: bool = False
) -> Iterator[str]:
    """Yield a game as pages and lines: the table where a turn begins and at the end, all that happens, the result.

    What the signs of a table mean stands below the first.

    Args:
        game: that is played.
        moments: of it.
        view: whose: full, public, or player_0, player_1 ...
        every: show the table at every decision.
        turns: show it every so many turns; 0: never.
        colour: mark up with ANSI codes.
    """
    shown, begun, first = None, -1, True
    for moment in moments:
        turn = int(game.turn(moment.state)[0])
        begun += turn != shown
        due = turn != shown and turns > 0 and begun % turns == 0
        if every or due or (turns and not moment.actions):
            yield f"\n{text_of(spoken(view_of(game, moment.state, view)), colour, signs=first)}\n"
            first = False
        shown = turn
        if moment.actions:
            yield from lines_of(game.events(moment.state, moment.chosen, moment.rng, view))
        else:
            result = spoken(view_of(game, moment.state, view).decision)
            yield f"\x1b[1m{result}\x1b[0m" if colour else result


def transcript(
    game: Game, names: list[str], seed: int, view: str, every: bool, record: str | None = None, turns: int = 1,
    colour: bool = False,
) -> Iterator[str]:  # fmt: skip
    """Yield a game between agents as pages and lines of text.

    Args:
        game: as it is configured.
        names: of agents, one for each seat; the last plays the rest too.
        seed: of the game and of the agents.
        view: whose: full, public, or player_0, player_1 ...
        every: show the position at every decision, not only as a turn begins.
        record: a file to write the game to.
        turns: show the position every so many turns; 0: never.
        colour: mark up with ANSI codes.
    """
    seats, players = seated_agents(game, names, seed)
    yield spoken(", ".join(f"{who}: {name}" for who, name in zip(game.agents, seats, strict=True)))
    moments = (moment for moment, _ in one_game(game, players, seed, record))
    yield from text_of_game(game, moments, view, every, turns, colour)
