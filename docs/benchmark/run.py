"""The rounds: every library is asked in turn, so that a slow minute of the machine hits all alike.

Below: plan.py; workers in processes of their own (worker.py). Above: __main__.py, show.py.
In each round all of ours is measured once; then each peer, and directly after it our case with the same driver
and our fastest. A ratio is made of two figures of one such turn.

An interruption ends the rounds and keeps what was measured.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, TypeAlias

from docs.benchmark.plan import OURS, Settings, Subject, own_subjects, peer_subjects, rivals

Results: TypeAlias = dict[str, Any]
Sample: TypeAlias = dict[str, Any]  # "seconds", "round", and counts
Runs: TypeAlias = dict[str, dict[str, list[Sample]]]  # what was run in fresh processes -> game -> samples
Report: TypeAlias = Callable[[str], None]  # gets one line about what goes on

FORMAT = 2
ROOT = Path(__file__).parents[2]
PEERS_PYTHON = ROOT / ".venv-peers" / "bin" / "python"
# How a worker is started so that Ctrl-C is ours to deal with: Windows has groups of processes instead of sessions.
GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
APART: dict[str, Any] = {"creationflags": GROUP} if GROUP else {"start_new_session": True}


class Unanswered(RuntimeError):
    """A worker could not do what it was asked."""


class Worker:
    """A process that measures when asked.

    Args:
        python: which Python runs it.
        module: what it runs, one that calls `serve`.
        threads: how many processors it may use (where the system can say so), and is told to use.
        log: where what it prints goes; None: to our stderr.
    """

    def __init__(self, python: Path, module: str, threads: int, log: IO[bytes] | None = None) -> None:
        self.threads = threads
        self.log = log
        self.process = subprocess.Popen(
            [python, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            cwd=ROOT,
            env=environment(threads),
            encoding="utf-8",
            **APART,
            preexec_fn=(lambda: keep_to(threads)) if hasattr(os, "sched_setaffinity") else None,  # refused on Windows
        )

    def ask(self, **question: Any) -> dict[str, Any]:
        """Return the answer to a question."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            print(json.dumps(question), file=self.process.stdin, flush=True)
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Unanswered(f"its process has ended{self.last_words()}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise Unanswered(answer["error"])
        return answer

    def last_words(self) -> str:
        """Return the last line it printed."""
        if self.log is None:
            return ""
        self.log.seek(0)
        lines = self.log.read().decode(errors="replace").strip().splitlines()
        return f": {lines[-1][:200]}" if lines else ""

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.communicate()
        if self.log is not None:
            self.log.close()


class Workers:
    """The processes, one for each library and number of threads, started when first needed."""

    def __init__(self, settings: Settings, peers_python: Path = PEERS_PYTHON) -> None:
        self.settings = settings
        self.peers_python = peers_python
        self.running: dict[tuple[str, int], Worker] = {}
        self.facts: dict[str, dict[str, Any]] = {}  # by the name of the subject
        self.refused: dict[str, str] = {}  # likewise: why there is no figure
        self.prepared_in: dict[str, tuple[str, int]] = {}  # likewise: which process knows it

    def of(self, who: str, threads: int) -> Worker:
        """Return a library's process."""
        if (who, threads) not in self.running:
            if who == OURS:
                worker = Worker(Path(sys.executable), "docs.benchmark.ours", threads)
            else:
                log = tempfile.TemporaryFile()  # closed with the worker
                module = f"docs.benchmark.peers.{who}"
                worker = Worker(self.peers_python, module, threads, log)
            self.running[who, threads] = worker
        return self.running[who, threads]

    def prepare(self, subject: Subject) -> bool:
        """Compile, warm up, find the best batch size; return whether it can be measured."""
        if subject.name in self.facts or subject.name in self.refused:
            return subject.name in self.facts
        try:
            self.facts[subject.name] = self.of(subject.who, subject.threads).ask(
                do="prepare",
                name=subject.name,
                case=subject.case,
                game=subject.game,
                games=subject.games,
                sizes=self.settings.tried,
                threads=subject.threads,
            )
            self.prepared_in[subject.name] = subject.who, subject.threads
        except Unanswered as reason:
            self.refuse(subject, reason)
        return subject.name in self.facts

    def measure(self, subject: Subject) -> Sample:
        """Return one sample."""
        worker = self.of(subject.who, subject.threads)
        return worker.ask(do="measure", name=subject.name, seconds=self.settings.seconds)

    def refuse(self, subject: Subject, reason: Unanswered) -> None:
        """Go on without a subject; a process that has ended takes no others with it."""
        self.refused[subject.name] = str(reason)
        self.facts.pop(subject.name, None)
        worker = self.running[subject.who, subject.threads]
        if worker.process.poll() is not None:
            self.running.pop((subject.who, subject.threads)).close()
            for name, process in self.prepared_in.items():
                if process == (subject.who, subject.threads) and self.facts.pop(name, None) is not None:
                    self.refused[name] = f"ended with {subject.name}"

    def versions(self) -> dict[str, dict[str, str]]:
        """Return the versions of each library's packages."""
        found = {}
        for (who, _), worker in self.running.items():
            if who not in found and worker.process.poll() is None:
                found[who] = worker.ask(do="versions")
        return found

    def close(self) -> None:
        """End all processes."""
        for worker in self.running.values():
            worker.close()


def environment(threads: int) -> dict[str, str]:
    """Return the environment of a worker: nobody starts more threads than it is measured with."""
    told = dict.fromkeys(("OMP_NUM_THREADS", "RAYON_NUM_THREADS", "NUMBA_NUM_THREADS"), str(threads))
    quiet = {"JAX_PLATFORMS": "cpu", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return {**os.environ, **told, **quiet}


def processors() -> list[int]:
    """Return the processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def keep_to(threads: int) -> None:
    """Let this process use so many processors only, where the system can say so: on Linux."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, processors()[:threads])


def benchmark(
    settings: Settings,
    report: Report,
    command: str = "",
    workers: Workers | None = None,
    save: Callable[[Results], None] = lambda results: None,
) -> Results:
    """Measure everything asked for.

    Args:
        settings: how long and how much.
        report: gets a line for each thing done.
        command: what was typed, for the results.
        workers: who is asked; created if None.
        save: gets the results so far after every round.
    """
    workers = workers or Workers(settings)
    results: Results = {
        "format": FORMAT,
        "command": command,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "game": settings.games[0],
        "games": list(settings.games),
        **source(),
        "machine": machine(),
        "settings": {
            "rounds": settings.rounds,
            "seconds": settings.seconds,
            "only": list(settings.only),
            "batch sizes tried": list(settings.tried),
        },
        "interrupted": False,
    }
    samples: dict[Subject, list[Sample]] = {}
    pairs: dict[tuple[Subject, Subject], list[list[Sample]]] = {}
    runs: Runs = {"warm start": {}, "learning": {}}
    first = settings.games[0]
    try:
        peers = peer_subjects(settings.only)
        if peers and not workers.peers_python.exists():
            report("peers: not installed here, only our own figures are measured (`make bench` has them)")
            workers.refused["peers"] = "not installed"
            peers = []
        everything = own_subjects(settings) + [each for p in peers for each in (p, *rivals(p, first))]
        for subject in dict.fromkeys(everything):
            report(f"preparing {subject.name}")
            if not workers.prepare(subject):
                report(f"left out: {subject.name}: {workers.refused[subject.name]}")
        results["versions"] = workers.versions()
        for game in settings.games:
            measure_once(game, settings, results, workers.refused, report)
        for number in range(1, settings.rounds + 1):
            where = f"round {number}/{settings.rounds}"
            for game in settings.games:
                measure_runs(game, settings, runs, workers.refused, report)
            for subject in own_subjects(settings):
                measure(workers, subject, samples, number, where, report)
            for subject in peers:
                theirs = measure(workers, subject, samples, number, where, report)
                for rival in rivals(subject, first):
                    own = measure(workers, rival, samples, number, where, report)
                    if theirs and own:
                        pairs.setdefault((subject, rival), []).append([theirs, own])
            results.update(collected(workers, samples, pairs, runs))
            save(results)
    except KeyboardInterrupt:
        results["interrupted"] = True
        report("interrupted: what was measured so far is kept")
    finally:
        workers.close()
    results.update(collected(workers, samples, pairs, runs))
    results["machine"]["load after"] = load()
    return results


def measure(
    workers: Workers,
    subject: Subject,
    samples: dict[Subject, list[Sample]],
    number: int,
    where: str,
    report: Report,
) -> Sample | None:
    """Take one sample and keep it; None where the subject was left out."""
    if subject.name not in workers.facts:
        return None
    try:
        sample = {"round": number, **workers.measure(subject)}
    except Unanswered as reason:
        workers.refuse(subject, reason)
        report(f"left out: {subject.name}: {reason}")
        return None
    samples.setdefault(subject, []).append(sample)
    report(f"{where}  {subject.name}: {rate(sample, subject.unit):,.0f} {subject.unit}/s")
    return sample


def measure_once(game: str, settings: Settings, results: Results, refused: dict[str, str], report: Report) -> None:
    """Measure what needs a process of its own, and once is enough: memory, compiling into an empty folder."""

    def keep(what: str, module: str, *arguments: str, **how: Any) -> None:
        report(f"{game}: {what}")
        try:
            results.setdefault(what, {})[game] = fresh(module, game, *arguments, **how)
        except Unanswered as reason:
            refused[f"{game} {what}"] = str(reason)
            report(f"left out: {game} {what}: {reason}")

    if "memory" in settings.only:
        keep("memory", "memory", str(settings.memory))
    if settings.parts:
        with tempfile.TemporaryDirectory() as folder:
            keep("compile", "compiling", *settings.parts, cache=folder)
    if "start" in settings.only and settings.cold:
        with tempfile.TemporaryDirectory() as folder:
            keep("cold start", "startup", cache=folder)


def measure_runs(game: str, settings: Settings, runs: Runs, refused: dict[str, str], report: Report) -> None:
    """Measure, once a round, what needs a process of its own each time: a start, a short run of training."""
    wanted = {"warm start": ("start", "startup", ()), "learning": ("learning", "learning", (str(settings.learning),))}
    for what, (group, module, arguments) in wanted.items():
        if group not in settings.only or f"{game} {what}" in refused:
            continue
        report(f"{game}: {what}")
        taken = runs[what].setdefault(game, [])
        try:
            if not taken:  # the first compiles what is not compiled yet
                fresh(module, game, *arguments)
            taken.append(fresh(module, game, *arguments))
        except Unanswered as reason:
            refused[f"{game} {what}"] = str(reason)
            report(f"left out: {game} {what}: {reason}")


def fresh(module: str, *arguments: str, cache: str | None = None) -> Sample:
    """Run a module in a process of its own; return what its last line says, and "seconds" from start to end.

    It may use as many processors as there are, two of them where it shares work out by itself.

    Raises:
        Unanswered: it failed; the last line it printed says why.
    """
    env = environment(1) | ({"OW_ENV_CACHE": cache} if cache else {})
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", f"docs.benchmark.{module}", *arguments],
        cwd=ROOT,
        env=env,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    took = time.perf_counter() - begun
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise Unanswered(lines[-1][:300] if lines else f"it ended with {done.returncode}")
    return rounded({**json.loads(done.stdout.splitlines()[-1]), "seconds": took})


def rounded(found: dict[str, Any]) -> dict[str, Any]:
    """Return numbers as they are worth being written down, also those inside."""
    return {
        key: rounded(value) if isinstance(value, dict) else significant(value) if isinstance(value, float) else value
        for key, value in found.items()
    }


# ── What is made of the samples ────────────────────────────────────────────────────────────────


def rate(sample: Sample, unit: str) -> float:
    """Return the figure of a sample: how many a second, choosing included."""
    return float(sample[unit] / sample["seconds"])


def spread(values: Iterable[float]) -> dict[str, float]:
    """Return the smallest, the middle and the largest."""
    listed = sorted(values)
    return {
        "min": significant(listed[0]),
        "median": significant(statistics.median(listed)),
        "max": significant(listed[-1]),
    }


def significant(value: float, digits: int = 4) -> float:
    """Return a number as it is worth being written down."""
    return float(f"{value:.{digits}g}")


def summary(subject: Subject, facts: dict[str, Any], samples: Sequence[Sample]) -> Results:
    """Return all that is known of one subject."""
    return {
        "name": subject.name,
        "who": subject.who,
        **({"game": subject.game} if subject.game else {}),
        "case": subject.case,
        "threads": subject.threads,
        "unit": subject.unit,
        **facts,
        "rate": spread(rate(sample, subject.unit) for sample in samples),
        "samples": [{key: significant(x, 9) for key, x in sample.items()} for sample in samples],
    }


def compared(theirs: Subject, own: Subject, pairs: Sequence[Sequence[Sample]]) -> Results:
    """Return how many times as fast as a peer we are, measured pair by pair, in what is counted of the peer."""
    ratios = [rate(b, theirs.unit) / rate(a, theirs.unit) for a, b in pairs]
    return {
        "peer": theirs.name,
        "ours": own.name,
        "case": own.case,
        "alike": own.case == theirs.like,  # the same driver
        "ratio": spread(ratios),
        "ratios": [significant(ratio) for ratio in ratios],
    }


def collected(
    workers: Workers,
    samples: dict[Subject, list[Sample]],
    pairs: dict[tuple[Subject, Subject], list[list[Sample]]],
    runs: Runs,
) -> Results:
    """Return what the samples so far say."""
    found: Results = {
        "measured": [
            summary(subject, workers.facts.get(subject.name, {}), taken) for subject, taken in samples.items()
        ],
        "ratios": [compared(*subjects, taken) for subjects, taken in pairs.items()],
        "left out": dict(workers.refused),
    }
    for what, by_game in runs.items():
        spreads = {
            game: {key: spread(sample[key] for sample in taken) for key in taken[0]}
            for game, taken in by_game.items()
            if taken
        }
        found |= {what: spreads} if spreads else {}
    return found


# ── Where it was measured ──────────────────────────────────────────────────────────────────────


def machine() -> dict[str, Any]:
    """Return what the figures depend on besides the code."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text("utf-8").splitlines() if line.startswith("model name")]
        model = lines[0].partition(":")[2].strip() if lines else model
    return {
        "cpu": model,
        "cores": len(processors()),
        "pinned": hasattr(os, "sched_setaffinity"),
        "system": f"{platform.system()} {platform.machine()}",
        "load before": load(),
    }


def load() -> list[float]:
    """Return the load average over 1, 5 and 15 minutes: who else was at work."""
    return [round(x, 2) for x in os.getloadavg()] if hasattr(os, "getloadavg") else []


def source() -> dict[str, Any]:
    """Return the commit, and whether anything but the results differs from it."""
    commit = git("rev-parse", "HEAD")
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs", ":!README.md")
    return {"commit": commit or "unknown", "changed": changed != ""}


def git(*arguments: str) -> str:
    """Return what git says about this checkout; nothing where there is no git."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
