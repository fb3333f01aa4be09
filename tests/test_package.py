"""The package as others install and import it: what is in the wheel, what type checkers see, what an import loads."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import ow_env
from ow_env import registry
from ow_env.registry import environment_ids
from tests.package import GAME, USES

ROOT = Path(__file__).parents[1]
PACKAGES = ("ow_env", "agents", "training")
BESIDE = (  # what a source distribution has beside the packages
    "pyproject.toml", "PACKAGE.md", "MANIFEST.in", "LICENSE", "CITATION.cff", "CHANGELOG.md",
    "constraints.txt",
)  # fmt: skip
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LEARNED = tomllib.loads((ROOT / "agents" / "pyproject.toml").read_text("utf-8"))["project"]
NAME = PROJECT["name"].replace("-", "_")
LARGEST = 4 * 2**20  # bytes of the wheel


def run(*command: str | Path, **options) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and return what it printed."""
    return subprocess.run([*map(str, command)], capture_output=True, text=True, **options)


def test_one_version():
    assert PROJECT["version"] == LEARNED["version"] == ow_env.__version__
    assert LEARNED["dependencies"] == [f"{PROJECT['name']}[agents]=={ow_env.__version__}"]


def test_learned_agents_need_only_safetensors():
    assert [need.partition(">")[0] for need in PROJECT["optional-dependencies"]["agents"]] == ["safetensors"]


# ── What a package index shows ─────────────────────────────────────────────────────────────────


def test_the_description_fits_and_names_no_game():
    """An index cuts a longer one off, or refuses it; and a new game changes nothing here."""
    assert len(PROJECT["description"]) <= 200
    told = " ".join((PROJECT["description"], *PROJECT["keywords"])).lower()
    assert not [name for name in registry.ROWS if registry.class_of(name).facts.title.lower() in told]


def test_the_page_of_the_package_stands_by_itself():
    """Its links lead out of the repository, and its tables are true.

    A row on a game has its title, name and players as the game's facts have them; no game has to have one. There is a
    row for each extra that users install.
    """
    page = (ROOT / PROJECT["readme"]).read_text("utf-8")
    links = re.findall(r"\]\(([^)]*)\)", page)
    assert links
    assert not [link for link in links if not link.startswith("https://")]
    rows = re.findall(r"^\| (.*?) \| `(\w+)` \| (.*?) \|", page, re.M)
    assert rows
    facts = {name: registry.class_of(name).facts for _, name, _ in rows}
    counts = {name: " to ".join(map(str, dict.fromkeys(each.players))) for name, each in facts.items()}
    assert rows == [(each.title, name, counts[name]) for name, each in facts.items()]
    of_others = ("docs", "test", "dev", "gpu")  # `gpu` is experimental, and asks for a card
    users = [extra for extra in PROJECT["optional-dependencies"] if extra not in of_others]
    assert sorted(re.findall(r"^\| `open-worlds-env\[(\w+)\]` \|", page, re.M)) == sorted(users)
    assert sorted({*USES} - {"none", "learned"}) == sorted(users)


def test_who_cites_names_this_version():
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    told = dict(re.findall(r"^(\w[\w-]*): (.+)$", cited, re.M))
    assert (told["version"], told["license"]) == (PROJECT["version"], PROJECT["license"])
    assert PROJECT["name"] in told["title"]
    (author,) = PROJECT["authors"]
    assert [name.lower() for name in re.findall(r"^  - name: (.*)$", cited, re.M)] == [author["name"]]
    assert author["name"] in (ROOT / "LICENSE").read_text("utf-8")


# ── What an import loads ───────────────────────────────────────────────────────────────────────

HEAVY = ("numba", "torch", "scipy", "matplotlib", "PIL", "safetensors", "stable_baselines3", "pygame", "ray", "agents")


def test_the_import_is_light_and_registers_every_game_twice():
    """In a fresh process, for here everything is loaded already."""
    look = (
        "import sys, ow_env, gymnasium, pettingzoo\n"
        f"print(*[name for name in {HEAVY} if name in sys.modules])\n"
        "print(*[id for id in gymnasium.registry if id.startswith('ow_env/')])\n"
        "print(*[id for id in getattr(pettingzoo, 'parallel_registry', ()) if id.startswith('ow_env/')])\n"
        "print(*[id for id in getattr(pettingzoo, 'aec_registry', ()) if id.startswith('ow_env/')])\n"
    )
    found = run(sys.executable, "-c", look, cwd=ROOT)
    assert found.stderr == ""
    loaded, *registered = [line.split() for line in found.stdout.splitlines()]
    assert loaded == []
    assert registered == [list(environment_ids())] * 3


def test_every_module_of_environments_is_registered():
    modules = sorted(path.stem for path in (ROOT / "ow_env").glob("*_v[0-9]*.py"))
    assert {f"ow_env.{name}" for name in modules} <= set(environment_ids().values())


# ── The wheel ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment's site-packages with our wheel and what it needs.

    The source distribution is built from a copy of the sources, and the wheel of what is in it alone.
    """
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in BESIDE:
        shutil.copy(ROOT / name, source)
    for what, where in (("sdist", source), ("wheel", folder / f"{NAME}-{ow_env.__version__}")):
        build = f"from setuptools import build_meta; build_meta.build_{what}({str(folder)!r})"
        built = run(sys.executable, "-c", build, cwd=where)
        assert built.returncode == 0, built.stderr
        if what == "sdist":
            shutil.unpack_archive(folder / f"{NAME}-{ow_env.__version__}.tar.gz", folder, filter="data")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(site)
    others = [path for path in sys.path if path.endswith("site-packages")]
    (site / "others.pth").write_text("\n".join(others), encoding="utf-8")  # numpy, numba and the like
    return site


@pytest.mark.slow
def test_the_wheel_holds_the_packages_but_the_networks_and_nothing_else(site: Path):
    here = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".safetensors")
    } - {"agents/pyproject.toml"}
    there = {path.relative_to(site).as_posix() for package in PACKAGES for path in (site / package).rglob("*.*")}
    assert there == here
    assert {f"{package}/py.typed" for package in PACKAGES} <= there
    (wheel,) = site.parents[3].glob("*.whl")
    assert wheel.stat().st_size < LARGEST


USER = """
import agents
from ow_env import goofspiel_v0
from ow_env.core import Batch
from ow_env.goofspiel.game import Goofspiel
from training.measure.match import play_match

game = Goofspiel(num_cards=4)
reveal_type(Batch(game, num_games=2).to_act)
reveal_type(goofspiel_v0.parallel_env(num_cards=4).reset)
one, other = agents.make("scripted", game), agents.make("random", game)
reveal_type(play_match(game, one, other, 2, 1).score)
Goofspiel(num_cards="four")
"""

SEEN = [  # line of the script, what mypy says there
    (9, 'Revealed type is "numpy.ndarray'),
    (10, "def (seed: int | None ="),
    (12, 'Revealed type is "float"'),
    (13, 'incompatible type "str"; expected "int"'),
]


@pytest.mark.slow
def test_a_users_strict_mypy_sees_our_types(site: Path, tmp_path: Path):
    (tmp_path / "user.py").write_text(USER, encoding="utf-8")
    (tmp_path / "game.py").write_text(GAME, encoding="utf-8")  # in which there is nothing to complain of
    python = site.parents[2] / "bin" / "python"
    strict = ("--strict", "--config-file=", "--python-executable", python)
    command = (sys.executable, "-m", "mypy", *strict, "user.py", "game.py")
    said = run(*command, cwd=tmp_path, env={**os.environ, "MYPYPATH": "", "PYTHONPATH": ""}).stdout.splitlines()
    assert len(said) == len(SEEN) + 1, said  # and the count of errors
    for line, (number, part) in zip(said, SEEN, strict=False):
        assert line.startswith(f"user.py:{number}: "), line
        assert part in line, line


@pytest.mark.slow
def test_the_game_of_a_user_is_played(site: Path, tmp_path: Path):
    (tmp_path / "user.py").write_text(GAME, encoding="utf-8")
    played = run(site.parents[2] / "bin" / "python", "-I", "user.py", cwd=tmp_path)
    assert (played.returncode, played.stdout.split()[:1]) == (0, ["0.0"]), played.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", list(registry.ROWS)[-1:])
def test_the_tests_that_every_game_has_to_pass_are_installed(site: Path, tmp_path: Path, name: str):
    """And run where no folder of tests is; its modules are not the checkout's."""
    python, nets = site.parents[2] / "bin" / "python", ("--pyargs", "ow_env.testing", "--game", name)
    told = run(python, "-I", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", *nets, cwd=tmp_path)
    assert told.returncode == 0, told.stdout + told.stderr
    assert re.search(r"[1-9]\d passed", told.stdout)
    look = "import ow_env.testing.contract as found; print(found.TESTS.is_dir(), found.contracts()[%r].reveals)"
    told = run(python, "-I", "-c", look % name, cwd=tmp_path)
    assert (told.stdout, told.stderr) == ("False None\n", "")


@pytest.mark.slow
def test_the_installed_command_runs(site: Path, tmp_path: Path):
    """As the script that pip makes of the entry point would, from a folder that is not the checkout."""
    module, _, function = PROJECT["scripts"]["ow"].partition(":")
    start = f"import sys; from {module} import {function}; sys.argv[0] = 'ow'; sys.exit({function}())"
    python = site.parents[2] / "bin" / "python"
    told = run(python, "-I", "-c", start, "--version", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith(f"open-worlds-env {ow_env.__version__} (Python ")
    assert run(python, "-I", "-c", start, "cards", "show", "Titan", cwd=tmp_path).stdout.startswith("Titan: orbital")
