"""Each word of a card file is known wherever it has to be: what `docs/cards.md` lists is what is looked for here.

`gaps` reads the sources of a tree as text and says which place does not know a word. Here it finds none; in a copy
to which a new effect was added it finds each place that was left out, by the name of what to edit. Whether what a place
says of a word is right, other tests tell: the scenarios, and the second engine beside the first (`make oracle`).
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from ow_env.open_worlds.cards import Catalogue, load_catalogue
from tests.open_worlds.scenario import all_rows, check, game_of
from tests.scenarios import Row

ROOT = Path(__file__).parents[2]
DATA = "ow_env/open_worlds/data"

# ── Where an effect has to be known ────────────────────────────────────────────────────────────

PLACES = {  # what to edit for a new effect: what it needs there
    "ow_env/open_worlds/data/vocabulary.toml": "a line in [effects]: on which cards it may stand, and what it means",
    "ow_env/open_worlds/cards.py": "a field of CARD; for a word with a number also its highest in _NUMBERED_EFFECTS",
    "ow_env/open_worlds/rules/": "a rule that reads the field",
    "tests/open_worlds/": "scenarios with a card that has it: one in which it bites, one in which it does not",
    "tests/open_worlds/oracle/": "the second engine's own account of it, which asks for the word and not for the field",
    "tests/open_worlds/odd_cards.toml": "a card that has it, for the second engine's games with unprinted cards",
    "agents/open_worlds/": "how the scripts weigh it; or, in UNWEIGHED of tests/open_worlds/test_words.py, why not",
}

UNWEIGHED = {  # effects that no script reads, and why
    "extra automated": "the mask allows the card more; which card to stage is weighed as always",
    "terraform": "what it does to its World is seen in `habitable` and `hostile`",
    "depletes": "it costs H2O two turns later, beyond what the scripts look ahead",
    "bombard": "the mask offers to reserve; at whom to fire is weighed as always",
    "trash after conflict": "lost either way: what an attack is worth does not depend on it",
    "two targets": "each Weapon is aimed by itself",
}
UNRULED = {  # words for which the rules and the second engine need no line of their own, and why
    "two targets": "each Weapon of any ground unit picks for itself (OW-4f.2); the word says so on the card",
    "post": "of no kind that anything asks for",
    "complex": "of no kind that anything asks for",
    "none": "the ordinary case, in which no Swap is offered",
}
RULES_ONLY = {"cancel": "the second engine's only reaction: all that may answer a Utility cancels it"}
IN_ENGLISH = {"non-hostile": "NON_HOSTILE", "non-hostile or occupied": "NON_HOSTILE_OR_OCCUPIED"}


def facts(files: Iterable[Path]) -> tuple[set[str], set[str]]:
    """Return the names that some sources read, with those of attributes, and the texts in them."""
    names, texts = set(), set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                names.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                names.add(node.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
    return names, texts


def words_in(root: Path) -> dict[str, list[str]]:
    """Return the lists of the vocabulary; a word with a number keeps its ":N"."""
    told = toml(root / DATA / "vocabulary.toml")
    return {name: list(words) for name, words in told.items() if name not in ("fields", "labels")}


def toml(path: Path) -> dict:
    return tomllib.loads(path.read_text("utf-8"))


def bearers(path: Path) -> dict[str, set[str]]:
    """Return the cards of a card file by the effects they have."""
    found: dict[str, set[str]] = {}
    for section in toml(path).values():
        for name, row in section.items():
            for effect in row.get("effects", ()):
                found.setdefault(effect.partition(":")[0], set()).add(name)
    return found


def effect_fields(root: Path) -> list[str]:
    """Return the fields of CARD that are effects, as words: those between `swap` and `prohibited`."""
    for node in ast.parse((root / "ow_env/open_worlds/cards.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CARD":
            names = [ast.literal_eval(row.elts[0]) for row in node.value.args[0].elts]
            return [name.replace("_", " ") for name in names[names.index("swap") + 1 : names.index("prohibited")]]
    raise AssertionError("cards.py has no CARD")


def most_of(root: Path) -> dict[str, int]:
    """Return _NUMBERED_EFFECTS."""
    for node in ast.parse((root / "ow_env/open_worlds/cards.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_NUMBERED_EFFECTS":
            return ast.literal_eval(node.value)
    raise AssertionError("cards.py has no _NUMBERED_EFFECTS")


def played_with(root: Path) -> str:
    """Return the positions of all scenarios, in one text."""
    found = []
    for path in (root / "tests/open_worlds").glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("rows", "Table"):
                found += [str(part.value) for part in ast.walk(node) if isinstance(part, ast.Constant)]
    return "\n".join(found)


def gaps(root: Path) -> list[str]:
    """Return a sentence for each place of a tree that does not know an effect; it begins with what to edit."""
    stated = words_in(root)["effects"]
    numbered = {word.removesuffix(":N") for word in stated if word.endswith(":N")}
    meant = {word.removesuffix(":N") for word in stated}
    fields, most = set(effect_fields(root)), most_of(root)
    standard, odd = bearers(root / DATA / "cards.toml"), bearers(root / "tests/open_worlds/odd_cards.toml")
    rules = facts((root / "ow_env/open_worlds/rules").glob("*.py"))[0]
    scripts = facts((root / "agents/open_worlds").rglob("*.py"))[0]
    second = facts((root / "tests/open_worlds/oracle").glob("*.py"))[1]
    shown = played_with(root)

    def is_shown(word: str) -> bool:
        cards = standard.get(word, set()) | odd.get(word, set())
        return any(re.search(rf"(?<!\w){re.escape(card)}(?!\w)", shown) for card in cards)

    knows: dict[str, Callable[[str], bool]] = {
        "ow_env/open_worlds/data/vocabulary.toml": lambda word: word in meant,
        "ow_env/open_worlds/cards.py": lambda word: word in fields and (word in numbered) == (word in most),
        "ow_env/open_worlds/rules/": lambda word: word in UNRULED or word.replace(" ", "_") in rules,
        "tests/open_worlds/": is_shown,
        "tests/open_worlds/oracle/": lambda word: word in UNRULED or word in second,
        "tests/open_worlds/odd_cards.toml": lambda word: word in odd,
        "agents/open_worlds/": lambda word: word in UNWEIGHED or word.replace(" ", "_") in scripts,
    }
    assert knows.keys() == PLACES.keys()
    words = [*sorted(meant | fields | set(most) | set(standard) | set(odd))]
    return [
        f"{place} does not know the effect {word!r}; it needs {PLACES[place]}"
        for word in words
        for place in PLACES
        if not knows[place](word)
    ]


@pytest.mark.rule
def test_every_place_knows_every_effect():
    assert gaps(ROOT) == []


@pytest.mark.rule
def test_the_reasons_why_not_are_those_that_are_needed():
    """A script that learns to weigh an effect, or a rule that comes to ask for a word, takes its row out."""
    scripts = facts((ROOT / "agents/open_worlds").rglob("*.py"))[0]
    rules = facts((ROOT / "ow_env/open_worlds/rules").glob("*.py"))[0]
    assert [word for word in UNWEIGHED if word.replace(" ", "_") in scripts] == []
    assert [word for word in UNRULED if {word.replace(" ", "_"), word.upper(), f"SWAP_{word.upper()}"} & rules] == []
    known = {word.removesuffix(":N") for words in words_in(ROOT).values() for word in words}
    assert {*UNWEIGHED, *UNRULED, *RULES_ONLY} <= known


@pytest.mark.rule
def test_both_engines_know_the_words_of_every_other_list():
    """Kinds, requirements, incomes, swaps, hits, windows, actions: the rules by their code, the second engine too."""
    names = facts((ROOT / "ow_env/open_worlds/rules").glob("*.py"))[0]
    second, texts = facts((ROOT / "tests/open_worlds/oracle").glob("*.py"))
    missing = []
    for name, words in words_in(ROOT).items():
        for word in [word.removesuffix(":N") for word in words]:
            code = IN_ENGLISH.get(word, word.replace(" ", "_").upper())
            field = {"hits": f"hits_{word}", "swaps": f"SWAP_{code}", "effects": ""}.get(name, code)
            if field and word not in UNRULED and field not in names:
                missing.append(f"ow_env/open_worlds/rules/ does not know {word!r} of [{name}]")
            if field and word not in {**UNRULED, **RULES_ONLY} and not {word, code} & (second | texts):
                missing.append(f"tests/open_worlds/oracle/ does not know {word!r} of [{name}]")
    assert missing == []


@pytest.mark.rule
def test_the_page_lists_these_places():
    page = (ROOT / "docs" / "cards.md").read_text("utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", page[page.index("### A new effect") :], re.M)
    assert {place: re.sub("`", "", needs) for place, needs in rows} == PLACES


# ── Each effect bites ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("word", [word.removesuffix(":N") for word in words_in(ROOT)["effects"]])
def test_without_it_a_scenario_of_a_card_that_has_it_ends_otherwise(word, monkeypatch):
    if word in UNRULED:
        pytest.skip(UNRULED[word])
    printed = Catalogue.rows

    def rows(catalogue: Catalogue):
        found = printed(catalogue)
        found[word.replace(" ", "_")] = 0
        return found

    cards = [card.name for card in load_catalogue().cards if word in card.effects]
    shown = [row for row in all_rows() if any(card in row.before for card in cards)]
    game_of.cache_clear()
    with monkeypatch.context() as without:
        without.setattr(Catalogue, "rows", rows)
        fails = any(ends_otherwise(row) for row in shown)
    game_of.cache_clear()
    assert fails, f"no scenario shows what {word!r} does"


def ends_otherwise(row: Row) -> bool:
    """Play a scenario and tell whether it ends otherwise than it says."""
    try:
        check(row)
    except (AssertionError, ValueError):
        return True
    return False


# ── A new effect, added to a copy ──────────────────────────────────────────────────────────────

TIRELESS = {  # place: file, what stands there, what stands there with the new effect
    "ow_env/open_worlds/data/vocabulary.toml": (
        "ow_env/open_worlds/data/vocabulary.toml",
        "\n[hits]\n",
        '"tireless" = { on = ["facility"], means = "its Income can not be stopped" }\n\n[hits]\n',
    ),
    "ow_env/open_worlds/cards.py": (
        "ow_env/open_worlds/cards.py",
        '    ("two_targets",          np.uint8),\n',
        '    ("two_targets",          np.uint8),\n    ("tireless",             np.uint8),\n',
    ),
    "ow_env/open_worlds/rules/": (
        "ow_env/open_worlds/rules/count_income.py",
        "    if u.idle != 0:\n        return 0\n",
        "    if u.idle != 0 and t.cards[u.card].tireless == 0:\n        return 0\n",
    ),
    "tests/open_worlds/": (
        "tests/open_worlds/test_count_income.py",
        "\ndef test_indicators_lie_in_one_order",
        "\ndef test_ow_5_4_what_is_tireless_earns_all_the_same() -> None:\n"
        '    table = Table("stage\\nKoti: you Night Shift (idle), City 30 (idle)\\nyou: hand Kite\\nfoe: hand Kite",\n'
        "                  cards=str(ODD_CARDS))\n"
        "    from ow_env.open_worlds.rules.count_income import total_income\n"
        "    assert total_income(table.state[0], table.game.tables[0], 0) == 7\n\n\n"
        "def test_indicators_lie_in_one_order",
    ),
    "tests/open_worlds/oracle/": (
        "tests/open_worlds/oracle/table.py",
        "        if unit.idle:  # OW-5.4\n",
        '        if unit.idle and "tireless" not in unit.card.effects:  # OW-5.4\n',
    ),
    "tests/open_worlds/odd_cards.toml": (
        "tests/open_worlds/odd_cards.toml",
        "\n[orbital]\n",
        '"Night Shift" = { kind = "yard", defense = 6, income = 7, req = "any world", effects = ["tireless"] }\n'
        "\n[orbital]\n",
    ),
    "agents/open_worlds/": (
        "agents/open_worlds/deployment.py",
        "t.cards[u.card].class_free != 0",
        "t.cards[u.card].class_free != 0 and t.cards[u.card].tireless == 0",
    ),
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the sources that know effects."""
    copy(("ow_env/open_worlds", "agents/open_worlds", "tests/open_worlds", "tests/open_worlds/oracle"), tmp_path)
    return tmp_path


def copy(folders: Iterable[str], to: Path) -> None:
    """Copy folders of this tree into another."""
    for folder in folders:
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)


def add(tree: Path, place: str) -> None:
    """Edit one place so that it knows the new effect."""
    name, before, after = TIRELESS[place]
    text = (tree / name).read_text("utf-8")
    assert text.count(before) == 1, f"{name} has changed: {before!r} stands there {text.count(before)} times"
    (tree / name).write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.rule
@pytest.mark.parametrize("left_out", PLACES)
def test_a_place_that_is_left_out_is_named(left_out, tree):
    for place in PLACES:
        if place != left_out:
            add(tree, place)
    assert [found.partition(" ")[0] for found in gaps(tree) if "'tireless'" in found] == (
        # a card file may only use words of the vocabulary, so without the card no scenario can name it either
        ["tests/open_worlds/", left_out] if left_out == "tests/open_worlds/odd_cards.toml" else [left_out]
    )


@pytest.mark.slow
def test_an_effect_added_at_these_places_is_whole_and_plays(tree):
    """The edited copy: nothing is missing, its scenario passes, and with the rule left out the scenario fails."""

    def scenario() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/open_worlds/test_count_income.py",
             "-k", "tireless"],
            cwd=tree,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tree)},
            capture_output=True,
            text=True,
        )  # fmt: skip

    copy(("ow_env", "agents", "tests"), tree)
    shutil.copy(ROOT / "pyproject.toml", tree)
    for place in PLACES:
        if place != "ow_env/open_worlds/rules/":
            add(tree, place)
    without = scenario()
    assert "1 failed" in without.stdout, without.stdout
    assert "assert 0 == 7" in without.stdout
    add(tree, "ow_env/open_worlds/rules/")
    assert gaps(tree) == []
    whole = scenario()
    assert "1 passed" in whole.stdout, whole.stdout
