"""The one door of all commands: whatever happens, a person reads a sentence, and the exit code says what it was."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ow_env import cli
from training.cli import COMMANDS

ROOT = Path(__file__).parents[2]

HAPPENS: list[tuple[BaseException, int, str]] = [  # behind the door | exit code | what is read
    (KeyboardInterrupt(), 130, ""),
    (BrokenPipeError(32, "Broken pipe"), 0, ""),
    (OSError(28, "No space left on device", "out/x"), 2, "ow: out/x: No space left on device\n"),
    (FileNotFoundError(2, "No such file", "x"), 2, "ow: x: there is no such file\n"),
    (ValueError("x: expected a y\x1b"), 2, "ow: x: expected a y\\x1b\n"),
    (ValueError("x" * 10**6), 2, f"ow: {'x' * 5000} ... (995000 letters more)\n"),
    (MemoryError(), 2, "ow: there is not enough memory for this\n"),
    (ChildProcessError("3 workers died"), 2, "ow: 3 workers died\n"),
    (RecursionError("too deep"), 1, "ow: a mistake of this program: RecursionError: too deep ("),
    (KeyError("x"), 1, "ow: a mistake of this program: KeyError: 'x' ("),
]


@pytest.mark.parametrize(("error", "code", "said"), HAPPENS, ids=[type(row[0]).__name__ for row in HAPPENS])
def test_whatever_happens_is_a_sentence(
    error: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(arguments: object) -> None:
        raise error

    before = [signal.getsignal(each) for each in cli.ENDINGS]
    monkeypatch.setattr("training.commands.open_worlds.decks.list_decks", fail)
    monkeypatch.setattr(sys, "argv", ["ow", "decks", "list"])
    monkeypatch.setattr("training.cli.lose", lambda number: None)
    try:
        assert cli.main() == code
    finally:
        for each, handler in zip(cli.ENDINGS, before, strict=True):
            signal.signal(each, handler)
    err = capfd.readouterr().err
    assert err.startswith(said) if code == 1 else err == said
    assert "Traceback" not in err


TYPED = {  # every command, at something that goes on for a while or prints much
    "play": "--port 0 --no-browser",
    "cards": "--game star_realms",
    "decks": "list",
    "rules": "",
    "agents": "--game goofspiel",
    "games": "",
    "completion": "bash",
    "match": "random matcher --game goofspiel --games 1000000",
    "train": "--game goofspiel --minutes 5 --out run",
    "exploit": "random --game goofspiel --minutes 5 --out response",
    "exact": "--game goofspiel-5",
    "ladder": "random matcher --game goofspiel --width 0.00001 --processes 2",
    "watch": "random --game star_realms",
    "replay": "none.jsonl",
    "dataset": "random --game goofspiel --games 100000 --processes 2 --out data",
    "benchmark": "many-players random --out result.json --processes 2",
    "compile": "goofspiel",
    "new": "my_game",
    "check-game": "goofspiel",
}


def test_every_command_is_tried() -> None:
    assert set(COMMANDS) == set(TYPED)


def closed(*numbers: int) -> Callable[[], None]:
    def close() -> None:
        for number in numbers:
            os.close(number)

    return close


# Python reads this as it starts. A file is made when `ow` looks for its packages: until then, Python is interrupted.
BEGUN = """
import os, sys

def note(event, told):
    if event == "import" and told[0] == "ow_env.siblings":
        open(os.environ["BEGUN"], "w").close()

sys.addaudithook(note)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and descriptors")
@pytest.mark.parametrize("command", TYPED)
def test_ctrl_c_and_closed_outputs_print_no_traceback(command: str, tmp_path: Path) -> None:
    typed = [sys.executable, "-m", "ow_env", command, *shlex.split(TYPED[command])]
    begun = tmp_path / "begun"
    (tmp_path / "sitecustomize.py").write_text(BEGUN, encoding="utf-8")
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "80", "BEGUN": str(begun)}
    for wait, closing in ((0.0, ()), (3.0, ()), (3.0, (1,)), (3.0, (0, 1, 2))):
        begun.unlink(missing_ok=True)
        process = subprocess.Popen(
            typed, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, preexec_fn=closed(*closing),
        )  # fmt: skip
        while not begun.exists() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.5)
        if process.poll() is None and command in ("train", "exploit"):  # the first is heard after the round
            os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert "Traceback" not in err + out, err
        assert process.returncode in (0, 2, 130, -signal.SIGINT)  # the last: it was over, or asked twice


def test_an_interrupt_that_python_would_pass_over_comes_again() -> None:
    """In a callback of the import system an exception is printed and forgotten."""
    code = "import signal, time\ndef cb():\n    signal.raise_signal(signal.SIGINT)\ncb()\ntime.sleep(30)\n"
    before = signal.signal(signal.SIGINT, cli.end)
    try:
        with pytest.raises(KeyboardInterrupt) as raised:
            exec(compile(code, cli.IMPORT_CALLBACK[0], "exec"), {})
    finally:
        for each in cli.ENDINGS:
            signal.signal(each, signal.SIG_DFL)
        signal.signal(signal.SIGINT, before)
    assert raised.traceback[-1].name == "end"


@pytest.mark.skipif(sys.platform == "win32", reason="no folder can be removed that a process is in")
def test_a_folder_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    leave = f"import os, sys\nos.rmdir({str(gone)!r})\nos.execv(sys.executable, [sys.executable, '-m', 'ow_env'])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", leave], env=environment, cwd=gone, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("ow: the folder in which it was started is gone")
