"""Other libraries as clients: those that the tests have run their scripts; the page and the table know every script."""

from __future__ import annotations

import importlib
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "clients.md").read_text("utf-8")
FOLDER = ROOT / "docs" / "clients"
NO_CLIENT = ("__init__", "__main__", "behaviour_cloning")  # the last learns from a dataset: docs/dataset.md
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in NO_CLIENT)

runner = importlib.import_module("docs.clients.__main__")
CLIENTS = {client.name: client for client in runner.clients()}
BLOCKS = runner.blocks(PAGE)


def script(name: str) -> ModuleType:
    """Import a script as it stands in its folder."""
    spec = importlib.util.spec_from_file_location(f"client_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ------------------------------------------------------------------ the scripts whose clients the tests have

# PettingZoo's checks speak of a dict of observation and mask; SB3 of threads and devices; Gymnasium of what it guesses.
lenient = pytest.mark.filterwarnings("ignore")
SMALL = {
    "cleanrl_ppo": ("torch", {"steps": 4096, "game": "ow_env:ow_env/Goofspiel-v0", "games": 20}),
    "gymnasium_wrappers": ("PIL", {"steps": 200, "game": "ow_env:ow_env/Goofspiel-v0"}),
    "pettingzoo_wrappers": ("PIL", {"steps": 200, "game": "ow_env/Goofspiel-v0"}),
    "sb3_maskable": ("sb3_contrib", {"steps": 2048, "game": "ow_env:ow_env/Goofspiel-v0", "games": 20}),
    "sb3_maskable_vec": ("sb3_contrib", {"steps": 2048, "game": "goofspiel", "games": 20}),
    "sb3_ppo": ("stable_baselines3", {"steps": 2048, "game": "ow_env:ow_env/Goofspiel-v0", "games": 20}),
}


@pytest.mark.slow
@lenient
@pytest.mark.parametrize("name", sorted(SMALL))
def test_a_script_runs_and_tells_its_figures(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    needed, small = SMALL[name]
    pytest.importorskip(needed, reason="needs open-worlds-env[test]")
    if needed != "PIL":
        import torch

        torch.set_num_threads(1)
    told = script(name).main(**small)
    assert runner.FIGURES.fullmatch(told)
    steps = re.match(r"steps (\d+)", told)[1]
    assert int(steps) >= small["steps"]
    share = re.search(r"score .* ([\d.]+)$", told)
    assert share is None or 0 <= float(share[1]) <= 1


# ------------------------------------------------------------------ the page


def test_every_script_is_in_the_table_and_every_row_has_a_script() -> None:
    assert sorted(CLIENTS) == SCRIPTS
    table = PAGE.partition(runner.BEGIN)[2].partition(runner.END)[0]
    rows = re.findall(r"^\| \[(.+?)\]\(clients/(\w+)\.py\) \| ([\d.]*) \| (\d) \| (.*?) \| (.*) \|$", table, re.M)
    assert [name for _, name, *_ in rows] == list(CLIENTS)
    for title, name, _, glue, figures, note in rows:
        client = CLIENTS[name]
        assert (title, int(glue), note) == (client.title, client.glue, client.note)
        assert figures.startswith("steps ") or "can't be installed here" in figures, f"{name}: {figures}"


def test_no_client_needs_more_than_a_line_of_glue() -> None:
    assert {name: client.glue for name, client in CLIENTS.items() if client.glue > 1} == {}


def test_an_environment_pins_what_it_installs() -> None:
    for environment in {client.environment for client in CLIENTS.values()}:
        assert all("==" in package for package in environment.packages), environment.name
        pins = environment.constraints().splitlines()
        assert "torch==2.13.0" in (*pins, *environment.packages)
        for own in (*environment.packages, *environment.free):
            assert not [pin for pin in pins if runner.name_of(pin) == runner.name_of(own)]


def test_what_the_page_shows_stands_in_the_scripts() -> None:
    """Each block holds lines of its script, in their order."""
    assert len(BLOCKS) == PAGE.count("```python") > 8
    for name, block in BLOCKS.items():
        lines = iter((FOLDER / f"{name}.py").read_text("utf-8").splitlines())
        missing = [line for line in block.splitlines() if line and line not in lines]
        assert not missing, (name, missing)


def test_what_stands_alone_on_the_page_is_tried() -> None:
    assert [name for name in BLOCKS if not CLIENTS[name].call] == ["cleanrl_ppo"]  # one line of many


@pytest.mark.slow
@lenient
@pytest.mark.parametrize("name", sorted(set(SMALL) & {name for name in BLOCKS if CLIENTS[name].call}))
def test_a_block_of_the_page_works_by_itself(name: str) -> None:
    pytest.importorskip(SMALL[name][0], reason="needs open-worlds-env[test]")
    exec(compile(f"{BLOCKS[name]}\n{CLIENTS[name].call}\n", f"docs/clients.md: {name}", "exec"), {})


# ------------------------------------------------------------------ the runner


@pytest.fixture
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page and results of our own."""
    page = tmp_path / "clients.md"
    page.write_text(PAGE, "utf-8")
    monkeypatch.setattr(runner, "PAGE", page)
    monkeypatch.setattr(runner, "RESULTS", tmp_path)
    return tmp_path


def test_results_are_kept_until_the_script_or_its_packages_change(apart: Path) -> None:
    client = CLIENTS["sb3_ppo"]
    assert runner.result_of(client) is None
    result = {"key": client.key, "version": "7.7", "figures": "steps 5  steps/s 9  score against random 0.12"}
    (apart / "sb3_ppo.json").write_text(json.dumps(result))
    runner.write(list(CLIENTS.values()))
    old, new = PAGE.splitlines(), (apart / "clients.md").read_text("utf-8").splitlines()
    (row,) = set(new) - set(old)
    assert row.startswith("| [PPO (Stable-Baselines3)](clients/sb3_ppo.py) | 7.7 | 0 | steps 5, steps/s 9, score")
    assert len(new) == len(old)
    (apart / "sb3_ppo.json").write_text(json.dumps(result | {"key": "of yesterday"}))
    assert runner.result_of(client) is None


def test_a_client_that_can_not_be_installed_is_told_in_words(apart: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(environment) -> None:
        raise runner.Failed("can't be installed here: no wheel")

    monkeypatch.setattr(runner, "install", refuse)
    runner.measure(CLIENTS["supersuit_ppo"])
    runner.write(list(CLIENTS.values()))
    assert re.search(r"supersuit_ppo\.py\) \|  \| 0 \| can't be installed here: no wheel \|", runner.PAGE.read_text())


class Here(runner.Environment):
    """This environment."""

    python = Path(sys.executable)


@pytest.mark.slow
def test_lines_of_the_page_that_fail_are_told_before_the_script_runs(apart, monkeypatch):
    client = replace(
        CLIENTS["gymnasium_wrappers"], environment=Here("here", ()), call="wrapped('ow_env:ow_env/Chess-v0')"
    )
    monkeypatch.setattr(runner, "ROOT", apart)
    with pytest.raises(runner.Failed, match=r"Chess.*\(all of it: gymnasium_wrappers_page.log\)"):
        runner.run(client)
    assert not (apart / "gymnasium_wrappers.log").exists()


@pytest.mark.slow
def test_tests_that_fail_are_told_before_the_script_runs(apart, monkeypatch):
    (apart / "pyproject.toml").touch()
    (apart / "test_it.py").write_text("def test_it():\n    assert False\n")
    client = replace(CLIENTS["gymnasium_wrappers"], environment=Here("here", ()), tests=("test_it.py",))
    monkeypatch.setattr(runner, "ROOT", apart)
    with pytest.raises(runner.Failed, match=r"1 failed.*\(all of it: test_it.log\)"):
        runner.run(client)
    assert not (apart / "gymnasium_wrappers.log").exists()
