"""Run our checker on everybody's games: PettingZoo's own and ours. Writes docs/checker.md.

    python -m docs.checker                          all games; needs pettingzoo[classic,butterfly]
    python -m docs.checker hanabi_v5 rps_v2         only these; prints what was found, writes nothing

`make check-others` makes a virtual environment of its own for it. Each game is checked in a process of its own, so
that one that raises, hangs or takes Python down with it leaves the others alone. Below: ow_env/adapters/check/.

Most of PettingZoo's classic games are turn-based and have no parallel form. They are checked twice: as
`turn_based_aec_to_parallel` converts them, and as `InTurns` shows them, which adds nothing of its own and says whose
turn it is. What is found only in the first way is the converter's, whatever the second finds is the game's.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import multiprocessing
import os
import platform
import textwrap
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ow_env.adapters.check import CHECKS, Finding, Report, check_parallel

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # pygame without a screen
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
ROOT = Path(__file__).parents[2]


PAGE = ROOT / "docs" / "checker.md"
SECONDS = 600  # a game that takes longer hangs; far more than any needs, so that no result depends on it


@dataclass(frozen=True)
class Row:
    """One game, and how much of it is played."""

    name: str
    module: str
    render_mode: str
    episodes: int
    max_steps: int
    parallel: bool = False  # has a parallel form of its own


GAMES = (
    Row("open_worlds_v0",              "ow_env.open_worlds_v0",                             "ansi",      3,  300, True),
    Row("goofspiel_v0",                "ow_env.goofspiel_v0",                               "ansi",      10, 300, True),
    Row("chess_v6",                    "pettingzoo.classic.chess_v6",                       "rgb_array", 3,  100),
    Row("connect_four_v3",             "pettingzoo.classic.connect_four_v3",                "rgb_array", 10, 300),
    Row("go_v5",                       "pettingzoo.classic.go_v5",                          "rgb_array", 3,  150),
    Row("hanabi_v5",                   "pettingzoo.classic.hanabi_v5",                      "rgb_array", 10, 300),
    Row("leduc_holdem_v4",             "pettingzoo.classic.leduc_holdem_v4",                "rgb_array", 30, 300),
    Row("rps_v2",                      "pettingzoo.classic.rps_v2",                         "rgb_array", 10, 300, True),
    Row("texas_holdem_no_limit_v6",    "pettingzoo.classic.texas_holdem_no_limit_v6",       "rgb_array", 30, 300),
    Row("texas_holdem_v4",             "pettingzoo.classic.texas_holdem_v4",                "rgb_array", 30, 300),
    Row("tictactoe_v3",                "pettingzoo.classic.tictactoe_v3",                   "rgb_array", 20, 300),
    Row("cooperative_pong_v6",         "pettingzoo.butterfly.cooperative_pong_v6",          "rgb_array", 3,  200, True),
    Row("knights_archers_zombies_v11", "pettingzoo.butterfly.knights_archers_zombies_v11",  "rgb_array", 3,  300, True),
    Row("pistonball_v6",               "pettingzoo.butterfly.pistonball_v6",                "rgb_array", 2,  130, True),
)  # fmt: skip

# What each finding is, looked into by hand: game ("*": any of PettingZoo's), check, beginning of the message, words.
# A finding that is not listed here is printed with "not looked into yet".
EZPICKLE = (
    "The environment inherits Gymnasium's `EzPickle`: a copy or pickle keeps the constructor's arguments only, so it "
    "is a new environment before reset and not a copy of the current game. `copy.deepcopy(env)` raises no error; "
    "only the next step does, or (tictactoe) the copy continues from an empty board. `EzPickle` intends this, but "
    "searches and checkpoints that copy environments must account for it."
)
WORDS = (
    *(
        ("*", check, beginning, EZPICKLE)
        for check in ("copy", "pickle")
        for beginning in ("can't be stepped on", "a copy plays on")
    ),
    (
        "rps_v2",
        "state",
        "state() raised TypeError",
        "The game stores its moves in an attribute `state`, a dictionary, which shadows PettingZoo's method `state()`.",
    ),
    (
        "knights_archers_zombies_v11",
        "seed",
        "a used environment",
        "`reset` does not reset the countdown to the next zombie (`zombie_spawn_interval` is set in `__init__`), "
        "so it continues from the last episode: the same seed and actions give a different episode than in a "
        "new environment, with zombies appearing earlier. With the counter reset by hand both are equal.",
    ),
    (
        "hanabi_v5",
        "render",
        "rgb_array raised",
        "`close()` of one environment calls `pygame.quit()`, which makes the fonts of every other Hanabi environment "
        "in the process unusable. To reproduce: render two, close one, render the other.",
    ),
    ("hanabi_v5", "crash", "step raised", "The same cause: with a render mode, `step` draws."),
)
CONVERTER = (
    (
        "mask",
        "allows nothing",
        "In the parallel form every live agent acts at every step. The converter passes on the observations of waiting "
        "agents, whose masks are all 0 in these games, so `action_space(agent).sample(mask)` has nothing to sample.",
    ),
    (
        "mask and step",
        "an action the mask forbids",
        "The converter uses the action of the agent whose turn it is, and ignores the others', legal or not.",
    ),
    (
        "buffers",
        "infos",
        "The converter writes `active_agent` into the game's own info dictionaries, which were returned to the caller "
        "before. (The infos of `reset` lack the entry.)",
    ),
)


class InTurns:
    """A turn-based environment (AEC) as a parallel one: all living agents are told, the one in turn acts."""

    def __init__(self, aec: Any) -> None:
        self.aec = aec
        self.possible_agents = list(aec.possible_agents)
        self.agents: list[str] = []
        self.render_mode = aec.render_mode
        self.observation_space = aec.observation_space
        self.action_space = aec.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, ...]:
        """Begin a game; return observations and infos."""
        self.aec.reset(seed=seed, options=options)
        self.agents = list(self.aec.agents)
        return self.told("infos")

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        """Let the agent in turn act; return what all are told."""
        self.aec.step(actions[self.aec.agent_selection])
        told = self.told("rewards", "terminations", "truncations", "infos")
        while self.aec.agents and self.over(self.aec.agent_selection):
            self.aec.step(None)  # who ended has to be stepped over once
        self.agents = list(self.aec.agents)
        return told

    def told(self, *parts: str) -> tuple[Any, ...]:
        """Return observations and the named dictionaries, of the agents that were asked."""
        observations = {agent: self.aec.observe(agent) for agent in self.agents}
        return observations, *({a: getattr(self.aec, part)[a] for a in self.agents} for part in parts)

    def over(self, agent: str) -> bool:
        """Has an agent's game ended?"""
        return bool(self.aec.terminations[agent] or self.aec.truncations[agent])

    def state(self) -> Any:
        """Return the environment's state."""
        return self.aec.state()

    def render(self) -> Any:
        """Return the environment's picture."""
        return self.aec.render()

    def close(self) -> None:
        """Close the environment."""
        self.aec.close()


def whose_turn(env: InTurns) -> list[str]:
    """Return the agent that acts."""
    return [env.aec.agent_selection]


# ── One game ─────────────────────────────────────────────────────────────────────────────────


def ways(row: Row) -> Iterator[tuple[str, Callable[[], Any], Any]]:
    """Give the ways in which a game is checked: name, what makes it, who acts."""
    module = importlib.import_module(row.module)
    drawn = {"render_mode": row.render_mode}
    if row.parallel:
        yield "parallel_env()", module.parallel_env, None
        yield f"parallel_env(render_mode={row.render_mode!r})", lambda: module.parallel_env(**drawn), None
    if row.module.startswith("pettingzoo.classic"):
        from pettingzoo.utils.conversions import turn_based_aec_to_parallel

        yield "InTurns(env())", lambda: InTurns(module.env()), whose_turn
        yield (f"InTurns(env(render_mode={row.render_mode!r}))", lambda: InTurns(module.env(**drawn)), whose_turn)
        yield CONVERTED, lambda: turn_based_aec_to_parallel(module.env()), None


CONVERTED = "turn_based_aec_to_parallel(env())"


def check(row: Row) -> dict[str, Report | str]:
    """Check one game in every way; a way that can't be checked gives the reason."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    reports: dict[str, Report | str] = {}
    try:
        for way, make, acting in ways(row):
            try:
                reports[way] = check_parallel(make, episodes=row.episodes, max_steps=row.max_steps, acting=acting)
            except Exception as error:
                reports[way] = f"{type(error).__name__}: {error}"
    except Exception as error:  # a dependency is missing, or the module can't be read
        reports["import"] = f"{type(error).__name__}: {error}"
    return reports


def check_apart(row: Row) -> dict[str, Report | str]:
    """Check one game in a process of its own."""
    pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
    work = pool.submit(check, row)
    try:
        return work.result(timeout=SECONDS)
    except Exception as error:  # it hangs, or took its process down
        for process in list((pool._processes or {}).values()):
            process.kill()
        return {"process": f"{type(error).__name__}: {error}"}
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


# ── What was found ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Kind:
    """Equal findings, whichever agent or way they were found with."""

    check: str
    message: str


def kinds(reports: dict[str, Report | str]) -> dict[Kind, list[tuple[str, Finding]]]:
    """Group the findings of a game: for each kind, the ways it was found in and the first finding."""
    groups: dict[Kind, list[tuple[str, Finding]]] = {}
    for way, report in reports.items():
        for finding in report.findings if isinstance(report, Report) else ():
            found = groups.setdefault(Kind(finding.check, finding.message), [])
            if way not in [known for known, _ in found]:
                found.append((way, finding))
    return groups


def of_the_converter(found: list[tuple[str, Finding]]) -> bool:
    """Was it found in the converted form only?"""
    return {way for way, _ in found} == {CONVERTED}


def words(row: Row, kind: Kind, converter: bool) -> str:
    """Say what a finding is."""
    table = [("*", *entry) for entry in CONVERTER] if converter else WORDS
    for game, check_name, beginning, text in table:
        fits = game == row.name or (game == "*" and row.module.startswith("pettingzoo."))
        if fits and check_name == kind.check and kind.message.startswith(beginning):
            return text
    return "Not looked into yet."


def lines(row: Row, reports: dict[str, Report | str]) -> list[str]:
    """Say what was found with a game, a line each, for the terminal."""
    out = [f"  {way}: can't be checked: {report}" for way, report in reports.items() if isinstance(report, str)]
    explained: dict[str, dict[str, list[str]]] = {}  # what it is, the finding, the ways it was found in
    for kind, found in kinds(reports).items():
        converter = of_the_converter(found)
        whose = "the converter's: " if converter else ""
        same = explained.setdefault(whose + words(row, kind, converter), {})
        for way, finding in found:
            same.setdefault(str(finding), []).append(way)
    for text, findings in explained.items():
        out += [f"  {finding}\n      in {', '.join(found_in)}" for finding, found_in in findings.items()]
        out.append(textwrap.indent(textwrap.fill(text, 105), "      "))
    return out


# ── The page ─────────────────────────────────────────────────────────────────────────────────

INTRODUCTION = """\
# The checker

`ow_env.adapters.check` plays seeded episodes of any PettingZoo parallel environment with random legal actions and
reports errors that would silently invalidate experiments. It supports all of Gymnasium's spaces; masks in the info, in
the observation or none; agents that leave or join during an episode; environments that can't be copied, and those
without `state()`, `render()` or `possible_agents`. `make check-others` runs it on this project's and PettingZoo's own
games and writes this page.

## What it checks
"""

USE = """
If an environment can't be copied, masks are tested in new environments after replaying the same actions.

## How to use it

```python
from ow_env import goofspiel_v0 as my_game
from ow_env.adapters.check import check_parallel

report = check_parallel(lambda: my_game.parallel_env(), seed=0, episodes=3, max_steps=500)
print(report)  # a line for each finding: what, where, and the seed and step to reproduce it
assert report  # true if nothing was found
```

The checker creates the environment several times, so pass a function that makes it. The same arguments give the same
report. For a turn-based game, pass `acting=lambda env: [...]`, which returns the agents whose actions count now; the
masks of all others are ignored.

`report.findings` has each kind of finding once for each agent, `report.failed` the names of the failed checks.

## Findings in PettingZoo's environments and in ours
"""

RESULTS = """
PettingZoo's classic games are turn-based (AEC). All nine can be converted with `turn_based_aec_to_parallel`; only rock
paper scissors has a parallel form of its own, and `aec_to_parallel` rejects the others. To separate errors of the
converter from those of the games, each was also checked through `InTurns` of `docs/checker/__main__.py`, which passes
on what the game shows and adds nothing. The last column has findings that occur in the converted form only. The
butterfly games and ours are parallel environments. Each game was checked with and without a render mode;
`episodes / steps` is the total. `tests/adapters/test_check.py` checks ours with more of their options.

Every finding was verified by hand; most checks pass in all games. "Nothing" means that nothing was found in this
number of steps, not that there are no errors.
"""


@dataclass(frozen=True)
class Seen:
    """The first finding of its kind in one game."""

    row: Row
    way: str
    finding: Finding

    @property
    def what(self) -> str:
        """Return what was found."""
        detail = f": {self.finding.detail}" if self.finding.detail else ""
        return f"{self.finding.message}{detail}"

    @property
    def where(self) -> str:
        """Return how to see it again."""
        at = "reset" if self.finding.step < 0 else f"step {self.finding.step}"
        who = f", {self.finding.agent}" if self.finding.agent else ""
        return f"`{self.way}`, seed {self.finding.seed}, {at}{who}"


def page(results: dict[Row, dict[str, Report | str]]) -> str:
    """Return docs/checker.md."""
    packages = ("numpy", "gymnasium", "pettingzoo")
    versions = ", ".join(f"{package} {installed(package)}" for package in packages)
    seen: dict[str, list[Seen]] = {}
    games = []
    for row, reports in results.items():
        marks: dict[bool, list[str]] = {False: [], True: []}  # of the game, of its converted form
        for kind, found in kinds(reports).items():
            converter = of_the_converter(found)
            text = words(row, kind, converter)
            seen.setdefault(text, []).append(Seen(row, *found[0]))
            number = list(seen).index(text) + 1
            marks[converter].append(f"{kind.check} ({number})")
        for way, report in reports.items():
            if isinstance(report, str):
                marks[way == CONVERTED].append(f"can't be checked: {report}")
        none = {False: "nothing", True: "nothing more" if CONVERTED in reports else ""}
        texts = [", ".join(dict.fromkeys(marks[key])) or none[key] for key in (False, True)]
        games.append(cells(f"`{row.name}`", source(row), size(reports), *texts))
    return "\n".join(
        [
            INTRODUCTION,
            *table("check", "what has to hold"),
            *(cells(name, what) for name, what in CHECKS.items()),
            USE,
            f"Python {platform.python_version()}, {versions}.",
            RESULTS,
            *table("game", "version", "episodes / steps", "found: the game", "found: converted"),
            *games,
            "",
            *textwrap.wrap(f"These checks found nothing in any unconverted game: {', '.join(clean(results))}.", 115),
            "",
            "The numbers refer to the following. `python -m docs.checker GAME` prints all findings of one game.",
            *(line for number, text in enumerate(seen, 1) for line in section(number, text, seen[text])),
            "",
        ]
    )


def clean(results: dict[Row, dict[str, Report | str]]) -> list[str]:
    """Return the checks that found nothing in any game by itself; what the converter adds is not counted."""
    found = {
        kind.check
        for reports in results.values()
        for kind, ways_found in kinds(reports).items()
        if not of_the_converter(ways_found)
    }
    return [check for check in CHECKS if check not in found]


def section(number: int, text: str, seen: list[Seen]) -> list[str]:
    """Return what is known about a finding; games in which it looks the same share a row."""
    rows: dict[tuple[str, str], tuple[list[str], list[str]]] = {}
    for one in seen:
        games, checks = rows.setdefault((one.what, one.where), ([], []))
        games.append(f"`{one.row.name}`")
        checks.append(one.finding.check)
    wrapped = textwrap.wrap(f"**{number}.** {text}", 115, break_on_hyphens=False)
    lines_of_table = [
        cells(", ".join(dict.fromkeys(games)), f"{', '.join(dict.fromkeys(checks))}: {what}", where)
        for (what, where), (games, checks) in rows.items()
    ]
    return ["", *wrapped, "", *table("game", "what", "how to reproduce"), *lines_of_table]


def source(row: Row) -> str:
    """Say where a game comes from."""
    return f"pettingzoo {installed('pettingzoo')}" if row.module.startswith("pettingzoo.") else "this repository"


def installed(package: str) -> str:
    """Return the version of a package, or a dash."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"


def size(reports: dict[str, Report | str]) -> str:
    """Say how much was played."""
    played = [report for report in reports.values() if isinstance(report, Report)]
    return f"{sum(report.episodes for report in played)} / {sum(report.steps for report in played)}"


def table(*names: str) -> list[str]:
    """Return the head of a Markdown table."""
    return [cells(*names), "|" + "---|" * len(names)]


def cells(*texts: str) -> str:
    """Return a row of a Markdown table."""
    return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"


def main() -> None:
    """Check the games that were named, or all, and write the page."""
    parser = argparse.ArgumentParser(description="Run our checker on PettingZoo's games and ours.")
    parser.add_argument("games", nargs="*", help="names as in docs/checker.md; left out: all, and the page is written")
    names = parser.parse_args().games
    unknown = set(names) - {row.name for row in GAMES}
    if unknown:
        parser.error(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(r.name for r in GAMES)}")
    results = {}
    for row in GAMES:
        if not names or row.name in names:
            print(row.name, "...", flush=True)
            results[row] = check_apart(row)
            print("\n".join(lines(row, results[row])) or "  nothing found", flush=True)
    if not names:
        PAGE.write_text(page(results), encoding="utf-8")
        print(f"written: {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
