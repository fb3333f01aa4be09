"""Runs the fast tests with the lowest versions that pyproject.toml allows, or with the newest there are.

    make test-lowest PYTHON=python3.12      make test-newest PYTHON=python3.13

Needs nothing but Python: a run makes virtual environments of its own (`.venv-lowest-3.12/`), one for each part.
What was installed and how many tests passed is kept in docs/versions.json; the tables of docs/versions.md are written
from it. tests/test_versions.py holds both against pyproject.toml.

In order: the parts, what is installed, a run, the page.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
for elsewhere in ("gpu", "openenv", "openspiel"):  # tried with the versions that gpu-study.md and clients.md name
    PROJECT["optional-dependencies"].pop(elsewhere)
RESULTS = ROOT / "docs" / "versions.json"
PAGE = ROOT / "docs" / "versions.md"
BEGIN = "<!-- what was run: written by `make test-lowest` and `make test-newest` -->\n"
END = "<!-- end of what was run -->"
WHICH = ("lowest", "newest")
PYTHONS = ("3.11", "3.12", "3.13")

# ── The parts ──────────────────────────────────────────────────────────────────────────────────

TOOLS = ("pytest", "pytest-xdist", "hypothesis")  # what every part needs to be tested, with the bounds of `test`


@dataclass(frozen=True)
class Part:
    """Extras that are installed together, and what is run with them."""

    extras: tuple[str, ...]
    tests: tuple[str, ...]  # pytest's arguments
    title: str


# What meets other packages is the same for every game, so it is tried with the smallest: few rules to compile.
SMALLEST = "not (worlds or star_realms or starrealms or expansive or bazaar)"

PARTS = {
    "package": Part(
        ("agents", "render", "train", "play", "data"),
        (
            "-m", "not slow", "-k", SMALLEST,
            "tests/core/test_batch.py", "tests/compiled/test_jit.py",  # numpy, numba
            "tests/adapters/test_gymnasium.py", "tests/adapters/test_pettingzoo.py",
            "tests/adapters/test_observation_forms.py", "tests/adapters/test_sb3.py",
            "tests/agents/test_learned.py",  # safetensors
            "tests/drawing/test_drawing.py",  # pillow
            "tests/training/test_dataset.py",  # pyarrow, minari
            "tests/training/test_exact.py",  # scipy
            "tests/training/test_selfplay.py",  # torch, sb3-contrib, tensorboard, matplotlib
            "tests/training/play/test_server.py",  # starlette, uvicorn, websockets
        ),
        "the package with `agents`, `render`, `train`, `play` and `data`",
    ),
    "ray": Part(
        ("ray", "rllib"),  # RLlib pins Gymnasium, so it has an environment of its own
        (
            "-k", SMALLEST,
            "tests/adapters/test_rllib.py",
            "tests/training/test_ladder.py::test_ray_plays_the_same_and_loses_nothing",
        ),
        "with `ray` and `rllib`",
    ),
    "bridges": Part(
        ("hub", "jax"),
        ("-m", "not slow", "tests/adapters/test_jax.py", "tests/training/test_hub.py"),
        "with `hub` and `jax`",
    ),
    "llm": Part(("llm",), ("-m", "not slow", "tests/agents/test_llm.py"), "with `llm`"),
    "tools": Part(
        ("test",),  # with `docs`
        ("-m", "slow", "tests/test_site.py", "tests/test_package.py"),
        "the site and the wheel, with `docs` and `test`",
    ),
}  # fmt: skip

# ── What is installed ──────────────────────────────────────────────────────────────────────────

# The first release that pip installs on this Python: older ones have no wheel for it, or refuse it (pettingzoo).
FIRST_WHEEL = {
    "3.13": {
        "numpy": "2.1.0", "pettingzoo": "1.26.0", "scipy": "1.14.1", "matplotlib": "3.9.2", "pillow": "11.0.0",
        "pyarrow": "18.0.0",
    },
}  # fmt: skip

# What the lowest versions force upon the others.
BESIDE: dict[str, dict[str, str]] = {
    "package": {},
    "ray": {"gymnasium": "1.1.1"},  # RLlib 2.49 asks for this one alone
    "bridges": {},
    "llm": {},
    "tools": {},
}

HELD = ("torch",)  # in all runs the version of constraints.txt: see docs/versions.md


@dataclass(frozen=True)
class Need:
    """A requirement of pyproject.toml, such as `scipy>=1.13,<2`."""

    name: str  # as registries compare them
    inside: str  # its own extras, `[rllib]` or nothing
    bound: str  # `>=1.13,<2`

    @property
    def lowest(self) -> str:
        """The lowest version that the bound allows."""
        return str(re.findall(r">=([^,]+)", self.bound)[0])


def need_of(text: str) -> Need:
    """Read a requirement.

    Raises:
        ValueError: it has no lower bound, or a part that is not read here (a marker, an address).
    """
    found = re.fullmatch(r"([\w.-]+)(\[[\w,.-]+\])?((?:[<>=!~]=?[\w.]+,?)*)", text.replace(" ", ""))
    if not found or found[3].count(">=") != 1:
        raise ValueError(f"pyproject.toml: {text!r} should be a name with one lower bound, such as 'numpy>=2.0'")
    return Need(re.sub(r"[-_.]+", "-", found[1]).lower(), found[2] or "", found[3])


def needs(extras: Iterable[str]) -> dict[str, Need]:
    """Return what the package asks for with these extras, those that they stand on included, by name."""
    found = {need.name: need for need in map(need_of, PROJECT["dependencies"])}
    waiting, done = list(extras), set()
    while waiting:
        extra = waiting.pop(0)
        if extra in done:
            continue
        done.add(extra)
        for text in PROJECT["optional-dependencies"][extra]:
            if inner := re.fullmatch(rf"{PROJECT['name']}\[(.*)\]", text):
                waiting += inner[1].split(",")
            else:
                need = need_of(text)
                known = found.setdefault(need.name, need)
                if known.bound != need.bound:
                    raise ValueError(f"pyproject.toml has two bounds for {need.name}: {known.bound} and {need.bound}")
                found[need.name] = known if known.inside else need
    return found


def needs_of(part: Part) -> dict[str, Need]:
    """Return what is asked for in a part: the package, its extras, the tools that test it."""
    asked = needs(part.extras)
    tools = needs(("test",))
    return asked | {name: tools[name] for name in TOOLS}


def held() -> dict[str, str]:
    """Return the versions that no run varies."""
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text("utf-8"), re.M))
    return {name: pins[name] for name in HELD}


def pins(which: str, part: str, python: str) -> dict[str, str]:
    """Return the versions that a run asks for, by name; what is not in it is the newest that fits.

    Args:
        which: "lowest" or "newest".
        part: a name of `PARTS`.
        python: "3.11".
    """
    if which == "newest":
        return held()
    lowest = {name: need.lowest for name, need in needs_of(PARTS[part]).items()}
    first = {name: version for name, version in FIRST_WHEEL.get(python, {}).items() if name in lowest}
    return lowest | first | BESIDE[part] | held()


def install(which: str, part: str, python: str) -> Path:
    """Make the environment of a part, or bring it up to date, and return its Python."""
    folder = ROOT / f".venv-{which}-{python}" / part
    inside = folder / "bin" / "python"
    if not inside.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    constraints = folder / "constraints.txt"
    constraints.write_text("".join(f"{name}=={pin}\n" for name, pin in pins(which, part, python).items()), "utf-8")
    tools = [f"{name}{need.bound}" for name, need in needs(("test",)).items() if name in TOOLS]
    asked = [*tools, "-e", f"{ROOT}[{','.join(PARTS[part].extras)}]"]
    fresh = ("--upgrade", "--upgrade-strategy", "eager") if which == "newest" else ()
    pip = (str(inside), "-m", "pip", "--disable-pip-version-check")
    wheels = ("--only-binary", ":all:")  # what needs a compiler is nothing that pip would choose by itself
    subprocess.run([*pip, "install", "--quiet", *wheels, *fresh, "-c", str(constraints), *asked], check=True)
    subprocess.run([*pip, "check"], check=True)
    return inside


def installed(inside: Path, part: str) -> dict[str, str]:
    """Return the versions of what the part asks for, as they were installed, without the build (`+cpu`)."""
    names = sorted(needs_of(PARTS[part]))
    ask = f"import importlib.metadata as m, json; print(json.dumps({{n: m.version(n) for n in {names}}}))"
    told = subprocess.run([str(inside), "-c", ask], check=True, capture_output=True, text=True, encoding="utf-8").stdout
    return {name: version.partition("+")[0] for name, version in json.loads(told).items()}


# ── A run ──────────────────────────────────────────────────────────────────────────────────────


def run(which: str, part: str, python: str, workers: str) -> None:
    """Install, test, and keep what was found.

    Raises:
        SystemExit: a test failed; nothing is kept then.
    """
    inside = install(which, part, python)
    versions = installed(inside, part)
    of = f"{which} versions, Python {python}, {part}"
    print(f"{of}: " + ", ".join(f"{name} {version}" for name, version in versions.items()), flush=True)
    report = ROOT / "build" / "versions" / f"{which}-{python}-{part}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    # A library of two years ago may warn of what has changed since, in itself or in Python; that is no fault of ours.
    warnings = ("-W", "default") if which == "lowest" else ()
    command = ("-m", "pytest", "-q", "-n", workers, "-p", "no:cacheprovider", f"--junit-xml={report}", *warnings)
    alone = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # threads of several workers wait for each other
    done = subprocess.run([str(inside), *command, *PARTS[part].tests], cwd=ROOT, env=os.environ | alone, check=False)
    if done.returncode:
        sys.exit(f"{of}: tests failed")
    suite = next(ElementTree.parse(report).iter("testsuite"))
    count = {name: int(suite.attrib[name]) for name in ("tests", "skipped")}
    keep(which, part, python, {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "python": ".".join(map(str, sys.version_info[:3])),
        "passed": count["tests"] - count["skipped"],
        "skipped": count["skipped"],
        "versions": versions,
    })  # fmt: skip


def results() -> dict[str, Any]:
    """Return what was kept: which, then Python, then part."""
    found: dict[str, Any] = json.loads(RESULTS.read_text("utf-8")) if RESULTS.is_file() else {}
    return found


def keep(which: str, part: str, python: str, result: dict[str, Any]) -> None:
    """Write a result into docs/versions.json, and the page."""
    found = results()
    found.setdefault(which, {}).setdefault(python, {})[part] = result
    RESULTS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    write()


# ── The page ───────────────────────────────────────────────────────────────────────────────────


def tables(found: dict[str, Any]) -> str:
    """Return both tables: the runs, and each package with its bound and the versions that were tried."""
    lines = [*rows_of_runs(found), "", *rows_of_packages(found)]
    return "\n".join(lines)


def rows_of_runs(found: dict[str, Any]) -> Iterator[str]:
    """Yield the table of runs: tests passed, for each part."""
    yield row(["versions", "Python", *(part.title for part in PARTS.values())])
    yield row(["---"] * (2 + len(PARTS)))
    for which in WHICH:
        for python in PYTHONS:
            of = found.get(which, {}).get(python, {})
            exact = sorted({result["python"] for result in of.values()}) or [python]
            yield row([which, ", ".join(exact), *(outcome(of.get(part)) for part in PARTS)])


def outcome(result: dict[str, Any] | None) -> str:
    """Return a run's cell."""
    if result is None:
        return "not run"
    skipped = f", {result['skipped']} skipped" if result["skipped"] else ""
    return f"{result['passed']} passed{skipped} ({result['date']})"


def rows_of_packages(found: dict[str, Any]) -> Iterator[str]:
    """Yield the table of packages, in the order of pyproject.toml."""
    yield row(["package", "required by", "bound", "lowest tried", "newest tried"])
    yield row(["---"] * 5)
    for name, need in needs(PROJECT["optional-dependencies"]).items():
        by = [extra for extra in PROJECT["optional-dependencies"] if name in direct(extra)]
        of = ", ".join(f"`{extra}`" for extra in by) or "the package"
        yield row([name + need.inside, of, f"`{need.bound}`", *(tried(found.get(which, {}), name) for which in WHICH)])


def direct(extra: str) -> set[str]:
    """Return what an extra asks for itself."""
    own = f"{PROJECT['name']}["
    return {need_of(text).name for text in PROJECT["optional-dependencies"][extra] if not text.startswith(own)}


def tried(found: dict[str, Any], name: str) -> str:
    """Return the versions of a package that ran, with the Pythons where they were not the same everywhere.

    Of several parts the first says it: RLlib pins what the package alone does not.
    """
    by: dict[str, list[str]] = {}
    for python in PYTHONS:
        parts = [found.get(python, {}).get(part, {"versions": {}})["versions"] for part in PARTS]
        if ran := [versions[name] for versions in parts if name in versions]:
            by.setdefault(ran[0], []).append(python)
    if len(by) < 2:
        return next(iter(by), "not tried")
    return ", ".join(f"{version} ({', '.join(pythons)})" for version, pythons in by.items())


def row(cells: Iterable[str]) -> str:
    """Return a row of a Markdown table."""
    return "| " + " | ".join(cells) + " |"


def page(text: str, found: dict[str, Any]) -> str:
    """Return the page with its tables rewritten."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables(found)}\n\n{END}{after}"


def write() -> None:
    """Write the tables into docs/versions.md."""
    PAGE.write_text(page(PAGE.read_text("utf-8"), results()), "utf-8")


def main() -> None:
    """Run the parts that were named, or all."""
    parser = argparse.ArgumentParser(prog="python -m docs.versions", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("which", choices=(*WHICH, "page"), help="page: only write the tables of docs/versions.md")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"left out: all, which are {', '.join(PARTS)}")
    parser.add_argument("--workers", default="auto", metavar="N", help="how many processes test")
    arguments = parser.parse_args()
    if unknown := sorted(set(arguments.parts) - {*PARTS}):
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    if python not in PYTHONS:
        parser.error(
            f"this is Python {python}; there are bounds for {', '.join(PYTHONS)}: try PYTHON=python{PYTHONS[0]}"
        )
    os.environ.pop("PYTHONPATH", None)  # what lies there is not what was installed
    if arguments.which == "page":
        write()
        return
    for part in arguments.parts or PARTS:
        run(arguments.which, part, python, arguments.workers)


if __name__ == "__main__":
    main()
