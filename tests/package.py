"""Builds the package as it would be published, installs it as a user would, and uses it: `make package`.

1. `build` makes both distributions, the package's and that of the learned agents' networks (agents/): of each the
   source distribution, and of that alone the wheel; `twine check --strict` reads all.
2. The package is installed into empty virtual environments (`.venv-package/`), with no extra, with the learned
   agents, and with each extra of `USES`.
3. In each, a user's script is type-checked by mypy --strict and run, and commands are typed.

Needs nothing but Python and the network. tests/test_package.py has what of this works offline.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENTS = ROOT / ".venv-package"
OUT = ROOT / "build" / "package"
TOOLS = ("build==1.6.1", "twine==7.0.0", "mypy")

GAME = """\
import numpy as np
import ow_env
from ow_env import goofspiel_v0
from ow_env.core import Batch

env = goofspiel_v0.parallel_env(num_cards=4)
observations, infos = env.reset(seed=1)
while env.agents:
    actions = {agent: int(np.flatnonzero(observations[agent]["action_mask"])[-1]) for agent in env.agents}
    observations, rewards, terminations, truncations, infos = env.step(actions)
batch = Batch(ow_env.make("goofspiel"), num_games=8, seed=1, autoreset=True)
print(sum(rewards.values()), batch.rollout(10))
"""

LEARNED = """\
import agents
import ow_env
from training.measure.match import play_match

game = ow_env.make("star_realms")
print(play_match(game, agents.make("learned", game), agents.make("random", game), 4, 1).score)
"""

UNLEARNED = """\
import agents
import ow_env

try:
    agents.make("learned", ow_env.make("goofspiel"))
except ValueError as refusal:
    print(refusal)
"""

PICTURE = """\
import numpy as np
from ow_env import goofspiel_v0

env = goofspiel_v0.parallel_env(num_cards=4, render_mode="rgb_array")
env.reset(seed=1)
picture = env.render()
assert isinstance(picture, np.ndarray)  # as text it would be a str
print(picture.shape)
"""

MASKED = """\
from sb3_contrib import MaskablePPO
import ow_env
from ow_env.adapters.sb3 import GameVecEnv

env = GameVecEnv(ow_env.make("goofspiel", num_cards=4), 4, opponent="random")
model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=16, seed=1).learn(64)
print(model.num_timesteps)
"""

SERVED = """\
import re
import subprocess
import sys
from urllib.request import urlopen

command = [sys.executable, "-m", "ow_env.cli", "play", "--no-browser", "--port", "0"]
with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
    try:
        assert server.stdout
        link = re.search(r"http://\\S+", server.stdout.readline())
        assert link
        print(urlopen(link[0]).status)
    finally:
        server.terminate()
"""

ASKED = """\
import subprocess
import sys

command = [sys.executable, "-m", "ow_env.cli", "match", "llm:any,tries=1", "random", "--game", "goofspiel"]
nowhere = {"OPENAI_API_KEY": "any", "OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OW_LLM_ANSWERS": ""}
refused = subprocess.run([*command, "--games", "2"], env=nowhere, stderr=subprocess.PIPE, text=True)
assert refused.returncode == 2
assert "no server answers at http://127.0.0.1:9/v1" in refused.stderr
print(refused.stderr)
"""

PROGRAM = """\
import jax
from ow_env.adapters.jax import JaxBatch, random_actions

env = JaxBatch("goofspiel", 4)
state, seen = env.reset(jax.random.key(1))
state, seen = jax.jit(env.step)(state, random_actions(jax.random.key(2), seen))
print(seen.reward.shape)
"""

GIVEN = """\
import subprocess
import sys

command = [sys.executable, "-m", "ow_env.cli", "agents", "pull", "nobody/nothing"]
refused = subprocess.run(command, env={"HF_HUB_OFFLINE": "1"}, stderr=subprocess.PIPE, text=True)
assert refused.returncode == 2
assert "the Hugging Face Hub can't be reached" in refused.stderr
print(refused.stderr)
"""

EVERY_SEAT = """\
from ow_env.adapters import rllib

env = rllib.make("goofspiel_v0", num_cards=4)({})
observations, infos = env.reset(seed=1)
print(sorted(observations))
"""

NAMED = """\
from ow_env.adapters.openenv import GameEnvironment, Move

env = GameEnvironment("goofspiel")
print(env.step(Move(move=env.reset(seed=1).legal[0])).legal)
"""

SPIEL = """\
import pyspiel
from ow_env.adapters import openspiel

state = pyspiel.load_game("ow_env_goofspiel(num_cards=4)").new_initial_state()
print(state.chance_outcomes())
"""


@dataclass(frozen=True)
class Use:
    """What a user does with an extra."""

    script: str
    commands: tuple[str, ...] = ()  # of `ow`
    free: tuple[str, ...] = ()  # packages that are not held to constraints.txt


USES = {  # `docs` and `test` are for who works on the sources
    "none": Use(GAME, ("--version", "cards show Titan", "match random scripted --game goofspiel --games 8")),
    "learned": Use(LEARNED, ("agents --game goofspiel",)),  # open-worlds-env-agents, which asks for the extra `agents`
    "agents": Use(UNLEARNED),
    "render": Use(PICTURE),
    "train": Use(
        MASKED, ("exact --game goofspiel-2 random --out exact.json", "train --game goofspiel --minutes 0.02 --out run")
    ),
    "play": Use(SERVED),
    "data": Use(GAME, ("dataset random --game goofspiel --games 8 --out games", "dataset check games")),
    "ray": Use(GAME, ("ladder random scripted --game goofspiel --games 64 --ray",)),
    "llm": Use(ASKED),
    "jax": Use(PROGRAM),
    "hub": Use(GIVEN),
    "openenv": Use(NAMED, free=("pillow",)),  # it holds Pillow below 13
    "openspiel": Use(SPIEL),
    "rllib": Use(EVERY_SEAT, free=("gymnasium",)),  # it pins Gymnasium
}


def call(*command: str | Path, folder: Path | None = None) -> None:
    """Run a command that must succeed; what it prints is shown if it does not.

    Raises:
        SystemExit: it failed.
    """
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    done = subprocess.run(
        [*map(str, command)], cwd=folder, env=environment, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    if folder and (lines := done.stdout.splitlines()):
        print(f"    {lines[-1]}", flush=True)


def environment(name: str) -> Path:
    """Return the Python of an empty virtual environment."""
    folder = ENVIRONMENTS / name
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    return folder / "bin" / "python"


def tools_environment() -> Path:
    """Return the Python of the tools; nothing of ours is installed there, so it is kept."""
    python = ENVIRONMENTS / "tools" / "bin" / "python"
    if not python.exists():
        environment("tools")
    install(python, constraints("tools"), *TOOLS)
    return python


def constraints(name: str, free: tuple[str, ...] = ()) -> Path:
    """Write constraints.txt, but for what is free, and return where."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines(keepends=True)
    path = OUT / f"constraints-{name}.txt"
    path.write_text("".join(line for line in lines if line.partition("==")[0] not in free), "utf-8")
    return path


def install(python: Path, pins: Path, *what: str) -> None:
    """Install packages."""
    call(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", pins, *what)


def build() -> tuple[Path, Path, Path]:
    """Build and check both distributions; return the Python of the tools, and the wheels: package, learned agents."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    tools = tools_environment()
    for folder in (ROOT, ROOT / "agents"):
        call(tools, "-m", "build", "--outdir", OUT, folder)
    built = sorted(path for path in OUT.iterdir() if path.suffix in (".whl", ".gz"))
    call(tools, "-m", "twine", "check", "--strict", *built)
    for path in built:
        print(f"built, and passed by twine: {path.name}, {path.stat().st_size / 2**20:.1f} MiB", flush=True)
    (wheel,), (learned,) = OUT.glob("open_worlds_env-*.whl"), OUT.glob("open_worlds_env_agents-*.whl")
    return tools, wheel, learned


def use(extra: str, tools: Path, wheel: Path, learned: Path) -> None:
    """Install the wheels with an extra, and do what a user does."""
    told, python = USES[extra], environment(extra)
    print(f"{extra}:", flush=True)
    wanted = {"none": [wheel], "learned": [wheel, learned]}.get(extra, [f"{wheel}[{extra}]"])
    install(python, constraints(extra, told.free), *map(str, wanted))
    call(python, "-m", "pip", "check")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "user.py").write_text(told.script, "utf-8")
        call(tools, "-m", "mypy", "--strict", "--python-executable", python, "user.py", folder=folder)
        call(python, "-I", "user.py", folder=folder)
        for typed in told.commands:
            call(python.parent / "ow", *typed.split(), folder=folder)


def main() -> None:
    """Build, then use with the extras that were named, or with each."""
    parser = argparse.ArgumentParser(prog="python -m tests.package", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("extras", nargs="*", metavar="extra", help=f"left out: each of {', '.join(USES)}")
    extras = parser.parse_args().extras
    if unknown := sorted(set(extras) - {*USES}):
        parser.error(f"no extra {', '.join(unknown)}; there are {', '.join(USES)}")
    built = build()
    for extra in extras or USES:
        use(extra, *built)


if __name__ == "__main__":
    main()
