"""The ``ow`` command: what it prints, and what it refuses without a traceback."""

from __future__ import annotations

import json
import platform
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import agents
import ow_env
from agents.games import scripts_of
from docs.shipped import leaderboard
from docs.shipped.roster import recipes
from docs.site.commands import parsers_of
from ow_env.registry import ROWS, games, make
from training import known_agents as known_agents_module
from training.cli import COMMANDS, GROUPS, main, parser_of
from training.known_agents import known_agents
from training.rules import read_rules

ROOT = Path(ow_env.__file__).parents[1]

PRINTS = [  # what is typed, what is read
    ("cards", ["Facility (28)", "Utility (10)", "A value without a mark: printed in the rulebook"]),
    ("cards --only ship", ["Orbital (19)", "Titan"]),
    ("cards --only ground --only MANNED", ["Ground (10)", "Troops 22"]),
    ("cards --only world", ["World (36)", "Koti          3    3\n", "Zephyr Low    4?"]),
    ("cards show City 15", ["defense    15  [printed]", "in decks: Smith-Boson F.E., Empyrean"]),
    ("cards show Suck Dry", ["depletes:2: ", "2 less, never below 1", "prohibited   yes  [printed]"]),
    ("cards show Coup", ["at most 15, as if"]),
    ("cards show koti", ["Koti: world, 1 of 36", "h2o   3  [printed]"]),
    ("cards --game tradeworlds show Covenant", ["short bank       below: 3, credits: 5  [printed]", "(TW-R2.2)"]),
    ("cards --game tradeworlds show The Derelict", ["resistance       7  [reconstructed]", "unlock    15, 35, 60, 90"]),
    ("cards --game tradeworlds --only crew", ["Crew 5  Aces?       5~     5~          3*      0~"]),
    ("cards --game star_realms show Patrol Mech", ["trade: trade:3 or combat: combat:5  [found", "or decline"]),
    ("cards --game star_realms --only blob", ["Blob (11 kinds, 20 cards)", "Trade Pod       2     3~"]),
    ("cards --game expansive_universe show Kharg", ["raid:3: ", "alpha     yes  [printed]"]),
    ("cards --game these_new_worlds --only red", ["collect:4?; extra own its colour?", "Planet (4)", "  Ochre Gate "]),
    ("cards --game these_new_worlds show vermeil", ["Vermeil: planet, 4 of 16", "colour   red"]),
    ("cards --game star_realms show blob world", ["Blob World: blob, 11 of 11", "defense   7  [found"]),
    ("decks", ["Smith-Boson F.E.       54 cards", "40 cards, introductory"]),
    ("decks list", ["Empyrean Enterprises"]),
    ("decks show Ares Venture Trust", ["\n7x Outpost  ", "\nKite  ", "earns 2, Defense 1, may Swap"]),
    ("decks show --plain Ares Venture Trust", ["7x Outpost", "\nKite\n"]),
    ("decks random --seed 3 --size 40", ["# random 40-card deck 3: 40 cards", "Ships by Class"]),
    ("rules", ["OW-0.1", "OW-X.3", "`ow rules NUMBER` shows a rule in full"]),
    ("rules OW-4a.3", ["Install Facilities (page 10)", "[book] The REQ is looked at before"]),
    ("rules 4A.3", ["[book] The REQ is looked at before the Swap"]),
    ("rules OW-4b", ["OW-4b.1", "Station or Field whose REQ"]),
    ("rules OW-S.3", ["[ruling]", "Why:"]),
    ("--help", ["cards", "rules", "compile", "--version"]),
    ("--version", [f"open-worlds-env {ow_env.__version__} (Python {platform.python_version()}, numba "]),
]


@pytest.mark.parametrize(("typed", "read"), PRINTS)
def test_what_is_printed(typed, read, capsys):
    assert main(typed.split()) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert max(map(len, out.splitlines())) <= 100
    for part in read:
        assert part in out


def test_each_figure_of_the_list_shows_its_label(capsys):
    main(["cards"])
    lines = {line[2:20].strip(): line[20:].split() for line in capsys.readouterr().out.splitlines()}
    assert lines["City 15"][:5] == ["population", "15", "1", "req", "habitable"]  # printed
    assert lines["City 20"][:5] == ["population", "20", "2~", "req", "habitable"]  # income inferred
    assert lines["Company Town"][:4] == ["population?", "8?", "works", "here?"]  # ours


def test_filters_leave_out_what_does_not_belong(capsys):
    main(["cards", "--only", "Ares Venture Trust"])
    ares = capsys.readouterr().out
    assert "Kite" in ares
    assert "Titan" not in ares
    main(["cards", "--only", "station"])
    assert "Titan" not in capsys.readouterr().out
    main(["rules", "--rulings"])
    rulings = capsys.readouterr().out
    assert "OW-4a.4 " in rulings
    assert "OW-4a.3 " not in rulings


OWN = "[orbital]\nTitan = { defense = 36 }\n[world]\nNova = { h2o = 3, res = 9 }\n"


@pytest.mark.parametrize("typed", ["cards --cards {} show Titan", "cards show Titan --cards {}"])
def test_a_card_file_of_ones_own(typed, tmp_path, capsys):
    (tmp_path / "own.toml").write_text(OWN)
    assert main(typed.format(tmp_path / "own.toml").split()) == 0
    assert "defense    36  [yours]" in capsys.readouterr().out


def test_own_figures_have_a_mark_in_the_list(tmp_path, capsys):
    (tmp_path / "own.toml").write_text(OWN)
    assert main(["cards", "--only", "ship", "--cards", str(tmp_path / "own.toml")]) == 0
    out = capsys.readouterr().out
    assert "36+" in out
    assert "+: from your own file" in out


def test_checking_a_card_file(tmp_path, capsys):
    own = tmp_path / "own.toml"
    own.write_text(OWN)
    assert main(["cards", "check", str(own)]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["  corrects  Titan", "  adds      Nova"]
    own.write_text("[orbital]\nTitan = { defense = 0, range = 10 }")
    assert main(["cards", "check", str(own)]) == 2
    assert capsys.readouterr().err.count("\n  - Titan, ") == 2


def test_checking_a_set_says_what_its_players_should_know(tmp_path, capsys):
    own = tmp_path / "own.toml"
    own.write_text('[core]\n"Galactic Core #1" = { effects = ["core income:2"] }\n')
    assert main(["cards", "--game", "expansive_universe", "check", str(own)]) == 0
    assert "Galactic Core #1: no drift (EU-11.7)" in capsys.readouterr().out


def test_checking_a_deck_file(tmp_path, capsys):
    deck = tmp_path / "deck.txt"
    main(["decks", "show", "Ares", "Venture", "Trust"])
    deck.write_text(capsys.readouterr().out)
    assert main(["decks", "check", str(deck)]) == 0
    assert capsys.readouterr().out == "deck: a legal deck of 40 cards.\n"
    deck.write_text(deck.read_text().replace("Kite", "Titan"))
    assert main(["decks", "check", str(deck)]) == 2
    assert "Titan: left out of introductory decks (OW-1.5)" in capsys.readouterr().err


# ── The rules page ─────────────────────────────────────────────────────────────────────────────


def test_every_rule_says_what_it_is_and_every_ruling_why():
    for rule in read_rules():
        assert rule.marks, rule.number
        assert rule.text.count("[ruling]") == rule.text.count("*Why:"), rule.number


def test_rules_are_numbered_in_sequence():
    sections: dict[str, list[str]] = {}
    for rule in read_rules():
        section, _, number = rule.number.partition(".")
        assert rule.section.startswith(section + " ")
        sections.setdefault(section, []).append(number)
    for numbers in sections.values():
        assert numbers == [str(n + 1) for n in range(len(numbers))]


def test_every_rule_cited_in_the_code_exists():
    numbers = {rule.number for rule in read_rules()}
    known = numbers | {number.partition(".")[0] for number in numbers}
    for file in [*ROOT.glob("ow_env/**/*.py"), *ROOT.glob("docs/*.md")]:
        cited = set(re.findall(r"OW-[0-9A-Z][a-z]?(?:\.[0-9]+)?\b", file.read_text("utf-8")))
        assert cited <= known, f"{file.name} cites {sorted(cited - known)}"


def test_agents_are_listed_without_what_reads_saved_ones(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "safetensors", None)
    assert main(["agents", "-v"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^expert +\d+ ± \d+ +2 players, 54 +compares building", out, re.M)
    assert re.search(r"^expert: version \d+; Elo at 2 players, 54: ", out, re.M)
    assert re.search(r"^search: version \d+, [^:]*network\s+none", out, re.M)
    assert re.search(
        r"^learned-54-for-3: Elo at 3 players, 54: ", out, re.M
    )  # settings of what can't be made are left out
    assert "can't" not in out


@pytest.mark.parametrize("game", ROWS)
def test_every_agent_is_listed_with_a_line_and_the_elo_of_the_leaderboard(game):
    known = known_agents(game)
    assert sorted(agent.name for agent in known) == agents.names(game)
    assert all(agent.about for agent in known)
    assert list(scripts_of(game)) == list(known_agents_module.scripts_of(game, known_agents_module.folder_of(game)))
    file = leaderboard.ratings_of(game)
    assert json.loads(file.read_text("utf-8")) == leaderboard.ratings(game, recipes()), (
        "python -m docs.shipped.leaderboard"
    )
    page = leaderboard.PAGE.read_text("utf-8")
    assert all(
        f"| `{each.rated}` | {each.text}" in page for agent in known for each in agent.ratings if each.elo is not None
    )
    assert any(agent.ratings for agent in known)


QUICK = {  # what is typed: packages that it must not import, each of which takes a tenth of a second and more
    "": "numpy numba gymnasium agents",
    "--help": "numpy numba gymnasium agents",
    "--version": "numpy numba gymnasium agents",
    "agents": "numpy numba gymnasium agents",
    "rules": "numpy numba gymnasium agents",
    "decks --help": "numpy numba gymnasium agents",
    "cards --game tradeworlds": "numpy numba gymnasium agents",
    "cards": "numba gymnasium agents",
    "cards --game star_realms": "numba gymnasium agents",
    "decks list": "numba gymnasium agents training.decklab",
}


def test_what_only_lists_waits_for_no_import():
    """Counted are modules, not seconds."""
    code = "import sys\nsys.argv = ['ow']\nfrom ow_env.cli import main\n"
    for typed, heavy in QUICK.items():
        code += f"sys.argv[1:] = {typed.split()!r}\nassert main() == 0\n"
        code += f"print({typed!r}, sorted(sys.modules.keys() & {set(heavy.split())!r}), file=sys.stderr)\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stderr.splitlines() == [f"{typed} []" for typed in QUICK]


def test_without_a_command_four_examples_are_shown(capsys):
    assert main([]) == 0
    out = capsys.readouterr().out
    assert out.count("\n  ow ") == 4
    for line in re.findall(r"^  (ow .*?)  ", out, re.M):
        parser_of(line.split()[1:2]).parse_args(line.split()[1:])


def test_every_example_of_a_help_can_be_typed(capsys):
    count = 0
    for name in COMMANDS:
        assert main([name, "--help"]) == 0
        for line in re.findall(r"^  (ow .*)$", capsys.readouterr().out.partition("examples:")[2], re.M):
            typed = shlex.split(line.partition(" > ")[0])[1:]
            parser_of(typed[:1], typed[1:]).parse_args(typed)
            count += 1
    assert count > 2 * len(COMMANDS)


def test_the_help_lists_every_command_in_a_group(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n{group}:\n" in out for group in GROUPS)
    assert all(re.search(rf"^  {name} +\w", out, re.M) for name in COMMANDS)


LISTS = {  # what is typed with --json: what is in it
    "games": '"name": "goofspiel"',
    "agents": '"name": "expert"',
    "agents --game goofspiel": '"rated": "search:20"',
    "cards": '"name": "Koti"',
    "cards show Koti": '"h2o": "printed"',
    "cards --game goofspiel": '"numbers"',
    "rules": '"number": "OW-0.1"',
    "rules OW-4a.3": '"marks": [\n   "book"',
    "decks list": '"size": 54',
    "decks list --game star_realms": '"name": "player_1"',
    "exact --list": '"game": "goofspiel-2"',
}


@pytest.mark.parametrize("typed", LISTS)
def test_lists_as_json(typed, capsys):
    assert main([*typed.split(), "--json"]) == 0
    out = capsys.readouterr().out
    assert json.loads(out)
    assert LISTS[typed] in out


def test_every_command_that_prints_a_table_takes_json():
    whole = parser_of(COMMANDS)
    commands = parsers_of(whole)
    takes = {name for name, inner in commands.items() if "--json" in inner.format_help()}
    takes |= {
        f"decks {name}" for name, inner in parsers_of(commands["decks"]).items() if "--json" in inner.format_help()
    }
    tables = "games agents cards rules decks match ladder exploit exact benchmark".split()
    measures = "list match matrix balance card-values worlds build sensitivity market-values".split()
    assert takes == {*tables, *(f"decks {name}" for name in measures)}


def test_the_games_are_listed_with_their_sizes(capsys):
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 100
    for name in games():
        (line,) = (line for line in lines if line.startswith(f"{name} "))
        assert f" {make(name).num_actions:,} " in line


def test_without_shtab_a_shell_is_told_nothing(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert capsys.readouterr().err == "ow: this needs shtab, which is not installed: pip install shtab\n"


def test_a_shell_is_told_all_commands(capsys):
    pytest.importorskip("shtab")
    for shell in ("bash", "zsh"):
        assert main(["completion", shell]) == 0
        out = capsys.readouterr().out
        assert all(word in out for word in (*COMMANDS, "--elo-width", "market-values", "goofspiel"))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_output_that_is_full_ends_in_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        typed = [sys.executable, "-m", "training.cli", "decks", "list"]
        ended = subprocess.run(typed, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr == "ow: No space left on device\n"


def test_a_refusal_steers_no_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(arguments: object) -> None:
        raise ValueError("two\nlines of \x1b[31m")

    monkeypatch.setattr("training.commands.open_worlds.decks.list_decks", refuse)
    assert main(["decks", "list"]) == 2
    assert capsys.readouterr().err == "ow: two\nlines of \\x1b[31m\n"
