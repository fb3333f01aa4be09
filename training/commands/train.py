"""``ow train``: train an agent by self-play, evaluate it, and write a report."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import agents
from ow_env.cli import ENDINGS
from ow_env.registry import DEFAULT, games
from training.arguments import a_name, a_number, a_path, a_seed
from training.commands.options import add_option, examples, options_of
from training.files import alone_in
from training.progress import ProgressLine

if TYPE_CHECKING:
    from training.selfplay.settings import Settings

RUNS = Path("runs")
BAR = 30  # characters of a bar at the most
SELDOM = 10.0  # seconds between lines that go to a file; on a terminal one line changes all the time


def add_to(commands: Any) -> None:
    """Add ``ow train``."""
    parser = commands.add_parser(
        "train",
        description="Train an agent by self-play, evaluate it against known opponents, and write a report"
        " (report.html). All settings: `ow train --print-settings`.",
        **examples(
            "ow train --game goofspiel --minutes 2",
            "ow train --settings mine.toml --out runs/mine",
            "ow train --resume --out runs/mine --minutes 30",
        ),
    )
    parser.set_defaults(run=train)
    known = ", ".join(games())
    parser.add_argument(
        "--game", type=a_name, metavar="GAME", help=f"{known} (default: as in --settings, else {DEFAULT})"
    )
    add_option(parser)
    parser.add_argument("--settings", type=a_path, metavar="FILE", help="a TOML file of settings; the rest is default")
    parser.add_argument(
        "--print-settings", action="store_true", help="only print all settings, explained, as a file for --settings"
    )
    parser.add_argument("--minutes", type=a_number, help="training time in minutes (default 2)")
    parser.add_argument(
        "--decisions", type=int, metavar="N", help="train for this many decisions of the learner instead"
    )
    parser.add_argument("--seed", type=a_seed, metavar="N", help="random seed")
    parser.add_argument("--device", choices=("cpu", "cuda"), help="where to play and learn (default: cpu)")
    parser.add_argument("--from-scratch", action="store_true", help="skip behaviour cloning of a scripted teacher")
    parser.add_argument("--out", type=a_path, metavar="FOLDER", help="output folder (default: a new one in runs/)")
    parser.add_argument("--resume", action="store_true", help="continue the run in --out from its last checkpoint")
    parser.add_argument(
        "--report",
        action="store_true",
        help="no training: evaluate the run in --out (missing parts only), write its report",
    )
    parser.add_argument("--games", type=int, metavar="N", help="evaluation games per opponent (default 1000)")


def train(arguments: argparse.Namespace) -> None:
    """Train, measure, report."""
    from training.selfplay import settings, train as script

    changes = {name: getattr(arguments, name) for name in ("game", "minutes", "decisions", "seed", "games", "device")}
    changes["options"] = options_of(arguments) or None
    changes["teacher"] = "" if arguments.from_scratch else None
    if arguments.decisions and arguments.minutes is None:
        changes["minutes"] = 0.0  # the same seed then gives the same agent, however fast the machine is
    if arguments.resume or arguments.report:
        typed = ("settings", "game", "option", "device", "from_scratch")
        given = any(getattr(arguments, name) for name in typed)
        if arguments.out is None or given or arguments.seed is not None:
            raise ValueError(
                "--resume, --report: expected --out and no --game, --option, --settings, --seed, --device or"
                " --from-scratch: these are as the run was started"
            )
        folder = arguments.out
        chosen = script.resumed_settings(folder, *(changes[name] for name in ("minutes", "decisions", "games")))
    else:
        chosen = settings.read(arguments.settings, **changes)
        folder = arguments.out or RUNS / time.strftime("train-%Y%m%d-%H%M%S")
    if arguments.print_settings:
        print(chosen.explained(), end="")
        return
    for name in chosen.against if chosen.games else ():  # not after hours of training
        try:
            agents.make(name, script.games_of(chosen)[0])
        except ValueError as error:
            raise ValueError(f"against: {error}") from None
    if chosen.device == "cuda" and not arguments.report:  # nor after a folder has been made
        from training.device import run as on_a_gpu

        on_a_gpu.find_device()
    again = "--resume"
    try:
        if not arguments.report:
            end = f"{chosen.minutes:g} minutes" if chosen.minutes else f"{chosen.decisions:,} decisions"
            begun = f"behaviour cloning of {chosen.teacher} first" if chosen.teacher else "from scratch"
            print(f"training in {folder} for {end}, seed {chosen.seed}, {begun}", flush=True)
            with progress_line() as say, StopRequest() as stop:
                script.train(folder, chosen, arguments.resume, say, stop)
        again = "--report"  # from here on nothing is left to train
        with alone_in(folder):
            show(folder, chosen)
    except KeyboardInterrupt:
        print(f"stopped; to resume: {shlex.join(['ow', 'train', again, '--out', str(folder)])}", file=sys.stderr)
        raise


def show(folder: Path, chosen: Settings) -> None:
    """Measure a finished run, as far as it is not measured yet, and write its report."""
    from training.measure import alone, model_card as agent_cards
    from training.selfplay import checkpoint, measure, report, train as script

    agent = folder / script.AGENT
    if not agent.exists():
        raise ValueError(f"{folder}: no finished run: there is no {script.AGENT}")
    state = checkpoint.last_state(folder)
    print("time spent: " + ", ".join(f"{name} {100 * share:.0f} %" for name, share in state["times"].items()))
    print(f"agent: {agent}", flush=True)
    game = script.games_of(chosen)[0]
    with progress_line() as say:
        measured = measure.measure(folder, chosen, game, agent, say)
        measured = replace(measured, on_decks=measure.measure_on_decks(folder, chosen, agent, say))
    for score in measured.scores:
        print(
            f"against {score.opponent}: score {100 * score.points:.1f} %"
            f" [95 % CI {100 * score.low:.1f}, {100 * score.high:.1f}], {score.games} games"
        )
    for each in measured.on_decks:
        print(each.line)
    for share in measured.shares:
        print(f"  {alone.in_words(share.tried, game.facts.payoff)}, {share.tried.games} games  {share.label}")
    for rung in measured.rungs:
        print(f"  {rung.elo:5.0f} ± {rung.error:3.0f} Elo  {rung.label}")
    speed = agent_cards.speed_of(agent, game)
    page = report.write(folder, chosen, script.history(folder), state, measured, game, speed)
    print(f"report: {page}")


class StopRequest:
    """Whether Ctrl-C was pressed, or a scheduler or a closed terminal said so (SIGTERM, SIGHUP).

    The first time it is a wish, heard after the round; the second ends at once.
    """

    def __init__(self) -> None:
        self.heard = False
        self.before: dict[signal.Signals, Any] = {}

    def __call__(self) -> bool:
        """Return whether it was."""
        return self.heard

    def __enter__(self) -> StopRequest:
        with contextlib.suppress(ValueError):  # not the main thread: whoever called from there ends it in its own way
            for each in ENDINGS:
                if signal.getsignal(each) is not signal.SIG_IGN:  # nohup: it is not to be heard
                    self.before[each] = signal.signal(each, self.hear)
        return self

    def __exit__(self, *error: object) -> None:
        for each, before in self.before.items():
            signal.signal(each, before)

    def hear(self, number: int, frame: object) -> None:
        """Take a press."""
        if self.heard:
            raise KeyboardInterrupt
        self.heard = True


def progress_line() -> ProgressLine:
    """Return where lines about how something goes are shown: on a terminal with a bar."""
    return ProgressLine(every=SELDOM, layout=fitted, must=lambda line: line.startswith("100 %"))


def fitted(line: str, room: int) -> list[str]:
    """Return a line as rows no longer than ``room``: a bar behind its per cent, the scores in a row of their own."""
    first, _, scores = line.partition(" | scores: ")
    share, percent, rest = first.partition(" % | ")
    width = min(BAR, room - len(first) - 1)
    if percent and width >= 8 and share.strip().isdigit():
        full = width * int(share) // 100
        first = f"{share} % {'█' * full}{'░' * (width - full)} {rest}"
    rows = [first] + ([f"      scores: {scores}"] if scores else [])
    return [row if len(row) <= room else row[: room - 1] + "…" for row in rows]
