"""Runs every client in its own virtual environment and writes the table of docs/clients.md.

    python -m docs.clients                          those that have not been run as they are now
    python -m docs.clients sb3_ppo tianshou_dqn     only these, again

Environments are made below .venv-clients/ (clients of one library share one), results are kept below build/clients/: it
can be interrupted and goes on where it was. A client that can't be installed or run here is told so in its row; one
without a result here keeps the row that it has.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "clients.md"
ENVIRONMENTS = ROOT / ".venv-clients"
RESULTS = ROOT / "build" / "clients"
BEGIN, END = "<!-- table of clients -->\n", "<!-- end of the table -->"
HEAD = ("client", "version", "lines of glue", "run", "what to know")
GLUE = re.compile(r"#.*\bglue\b")  # a comment on a line that is there only because this client meets these environments
FIGURES = re.compile(r"steps \d+  steps/s \d+.*")  # the last line of every script
SECONDS = 1800  # a client that takes longer hangs


class Failed(Exception):
    """A client that can't be installed or run here; says which, and why."""


@dataclass(frozen=True)
class Environment:
    """A virtual environment of clients.toml: what is installed beside the project, and which pins are left out."""

    name: str
    packages: tuple[str, ...]
    free: tuple[str, ...] = ()

    @property
    def python(self) -> Path:
        """Where its Python stands, or will."""
        return ENVIRONMENTS / self.name / "bin" / "python"

    def constraints(self) -> str:
        """Return the pins of constraints.txt, but for those that it has itself or is free of."""
        own = {name_of(pin) for pin in (*self.packages, *self.free)}
        pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        return "".join(f"{pin}\n" for pin in pins if not pin.startswith("#") and name_of(pin) not in own)


@dataclass(frozen=True)
class Client:
    """A client of clients.toml; `name` is the script's, `package` the one whose version is told.

    `call` is a line that tries the lines of the script that the page shows; "": the page shows none that stand alone.
    `tests` are files of tests that only this environment has the packages for.
    """

    name: str
    title: str
    environment: Environment
    package: str
    note: str
    call: str = ""
    tests: tuple[str, ...] = ()

    @property
    def script(self) -> Path:
        """Where it stands."""
        return HERE / f"{self.name}.py"

    @property
    def glue(self) -> int:
        """How many lines of the script are marked as glue."""
        return sum(bool(GLUE.search(line)) for line in self.script.read_text("utf-8").splitlines())

    @property
    def key(self) -> str:
        """Changes with the script and the packages: a result is of one key."""
        shown = blocks(PAGE.read_text("utf-8")).get(self.name, "")
        told = (
            self.script.read_text("utf-8"),
            shown,
            self.call,
            *((ROOT / tests).read_text("utf-8") for tests in self.tests),
            *self.environment.packages,
            *self.environment.free,
        )
        return hashlib.sha256("\n".join(told).encode()).hexdigest()


def name_of(pin: str) -> str:
    """Return a package's name as registries compare them."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[=]", pin)[0]).lower()


def blocks(page: str) -> dict[str, str]:
    """Return the examples of the page, each by the script that was named last before it."""
    parts = re.split(r"^```python\n(.*?)^```$", page, flags=re.M | re.S)
    named = [re.findall(r"\(clients/(\w+)\.py\)", text)[-1] for text in parts[:-1:2]]
    return dict(zip(named, parts[1::2], strict=True))


def clients() -> list[Client]:
    """Return the clients of clients.toml."""
    told = tomllib.loads((HERE / "clients.toml").read_text("utf-8"))
    environments = {
        name: Environment(name, tuple(row["packages"]), tuple(row.get("free", ())))
        for name, row in told["environments"].items()
    }
    return [
        Client(
            name, row["title"], environments[row["environment"]], row["package"], row["note"],
            row.get("call", ""), tuple(row.get("tests", ())),
        )
        for name, row in told["clients"].items()
    ]  # fmt: skip


def install(environment: Environment) -> None:
    """Make an environment, if it is not there as it should be."""
    folder = environment.python.parents[1]
    done, pins = folder / "installed.txt", folder / "constraints.txt"
    project = (ROOT / "pyproject.toml").read_text("utf-8").partition("[tool.")[0]
    wanted = "\n".join((*environment.packages, environment.constraints(), project))
    if done.is_file() and done.read_text("utf-8") == wanted:
        return
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pins.write_text(environment.constraints(), "utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(environment.python), "--disable-pip-version-check"]
    command = [*pip, "install", "--quiet", "--no-compile", "-c", str(pins), "-e", str(ROOT), *environment.packages]
    made = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    if made.returncode:
        errors = re.findall(r"^ERROR: (.*)", made.stderr, re.M) or made.stderr.splitlines()[-1:]
        raise Failed(f"can't be installed here: {' '.join(errors)}")
    done.write_text(wanted, "utf-8")


def run(client: Client) -> str:
    """Run its tests and the lines that the page shows, then the script; return the figures in its last line."""
    for path in (ROOT / tests for tests in client.tests):
        output(
            client, path, "-m", "pytest", "-q", "-m", "not slow", f"--rootdir={ROOT}", "-c", f"{ROOT}/pyproject.toml"
        )
    if client.call:
        shown = RESULTS / f"{client.name}_page.py"
        lines = blocks(PAGE.read_text("utf-8"))[client.name]
        shown.write_text(f'{lines}\n\nif __name__ == "__main__":\n    {client.call}\n', "utf-8")
        output(client, shown)
    last = output(client, client.script)
    if not FIGURES.fullmatch(last):
        raise Failed(f"tells no figures: {last}")
    return last


def output(client: Client, script: Path, *by: str) -> str:
    """Run a script in the client's environment, by a module with arguments if any; return the last line it printed."""
    log = RESULTS / f"{script.stem}.log"
    environment = os.environ | {"OMP_NUM_THREADS": "1"}  # more threads are slower for networks of this size
    with log.open("w", encoding="utf-8") as out:
        try:
            done = subprocess.run(
                [str(client.environment.python), "-W", "ignore", *by, str(script)],
                cwd=RESULTS, env=environment, stdout=out, stderr=subprocess.STDOUT, timeout=SECONDS, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise Failed(f"{script.stem} was stopped after {SECONDS} s") from None
    last = (log.read_text("utf-8").splitlines() or [""])[-1]
    if done.returncode:
        raise Failed(f"failed: {last} (all of it: {log.relative_to(ROOT)})")
    return last


def installed(client: Client) -> str:
    """Return the version of the client as it is installed, without the build (`+cpu`)."""
    ask = f"import importlib.metadata; print(importlib.metadata.version({client.package!r}))"
    return (
        subprocess.run([str(client.environment.python), "-c", ask], capture_output=True, encoding="utf-8", check=True)
        .stdout.strip()
        .partition("+")[0]
    )


def result_of(client: Client) -> dict[str, str] | None:
    """Return what was found with the script and the packages as they are now, if they were run here."""
    path = RESULTS / f"{client.name}.json"
    found: dict[str, str] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found if found.get("key") == client.key else None


def measure(client: Client) -> dict[str, str]:
    """Install and run a client, keep the result and return it."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    try:
        install(client.environment)
        result = {"version": installed(client), "figures": run(client)}
    except Failed as error:
        result = {"version": "", "figures": str(error)}
    result["key"] = client.key
    (RESULTS / f"{client.name}.json").write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    return result


def table(rows: list[Client], page: str) -> str:
    """Return the table; a client without a result here keeps its row of the page."""
    lines = [cells(HEAD), cells(["---"] * len(HEAD))]
    for client in rows:
        link = f"[{client.title}](clients/{client.name}.py)"
        result = result_of(client)
        kept = [line for line in page.splitlines() if f"](clients/{client.name}.py) |" in line]
        if result:
            figures = ", ".join(re.split(r" {2,}", result["figures"]))
            lines.append(cells([link, result["version"], str(client.glue), figures, client.note]))
        else:
            lines.append(kept[0] if kept else cells([link, "", str(client.glue), "not run yet", client.note]))
    return "\n".join(lines) + "\n"


def cells(texts: list[str] | tuple[str, ...]) -> str:
    """Return a row of a Markdown table."""
    return "| " + " | ".join(text.replace("|", "\\|") for text in texts) + " |"


def write(rows: list[Client]) -> None:
    """Write the table into the page."""
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + "\n" + table(rows, page) + "\n" + END + after, "utf-8")


def main() -> None:
    """Run the clients that were named, or those without a result; the page is written after each."""
    rows = clients()
    parser = argparse.ArgumentParser(prog="python -m docs.clients", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="client", help="left out: all without a result, or that failed")
    names = parser.parse_args().names
    if unknown := sorted(set(names) - {client.name for client in rows}):
        parser.error(f"no client {', '.join(unknown)}; there are {', '.join(client.name for client in rows)}")
    for number, client in enumerate(rows, 1):
        result = result_of(client)
        if names and client.name not in names:
            continue
        print(f"{number} of {len(rows)}: {client.name} ... ", end="", flush=True)
        if names or not result or not FIGURES.fullmatch(result["figures"]):
            result = measure(client)
            write(rows)
        print(result["figures"], flush=True)
    write(rows)


if __name__ == "__main__":
    main()
