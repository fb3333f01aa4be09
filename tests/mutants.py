"""Break the code on purpose, one place at a time, and name every break that no test notices.

    python tests/mutants.py                     everything in TARGETS (`make mutants`)
    python tests/mutants.py move core/batch     only these files
    python tests/mutants.py --only is_defended  only breaks whose name or text has this in it
    python tests/mutants.py --named             only those in NAMED, which a reader of the code once found unnoticed
    python tests/mutants.py --explained         also those said to change nothing; a test that notices one is named
    python tests/mutants.py --sample 200        a random part of the breaks, decided by --seed

TARGETS says which files are broken and which tests hold each: another game's files are another row. It runs
uncompiled. The tests are collected and run once, to see which functions each of them calls and which lines it comes
to; then each break is made in a forked child by giving functions other code, a template and all that was bound of it
(ow_env/core/jit.py) alike, and the tests that come to the broken statement run there until the first one fails, those
of the file's own name first. What runs only as a module is imported is broken too late: a test has to do it anew,
such as bind templates. What they do not notice is tried on the row's long tests: for rules whole games, the golden
ones, then every scenario beside the oracle. A test that does not end counts as failed. A break that survives all is
printed with its line before and after, and the exit code is 1. Breaks that change nothing anybody could notice stand
with the reason in `mutants_explained.toml`. What was noticed is kept in build/mutants.txt as long as the function
reads the same, so a run that was stopped goes on, and a second run tries only what is left.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import hashlib
import os
import random
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import pytest  # noqa: E402
from _pytest import runner  # noqa: E402

EXPLAINED = Path(__file__).with_name("mutants_explained.toml")
SCENARIOS = (  # the tests that show rules: tests/open_worlds/test_*.py
    *("setup", "turn", "stage", "move", "reveal", "resolution", "install_facilities"),
    *("station_orbitals", "deploy_ground_forces", "trigger_catastrophes", "orbital_activity"),
    *("surface_conflict", "count_income", "trash_and_draw", "utilities", "worked_examples", "mask"),
)
SHOWN_BY = {  # files without a test file of their own name: the one that shows most of them
    "legality": "mask",
    "combat": "surface_conflict",
    "piles": "turn",
    "trash": "trash_and_draw",
    "decklab/intervals": "decklab_intervals",
}
GOLDEN = "playthroughs/test_playthroughs.py::test_a_golden_game_is_what_is_played"
WHOLE_GAMES = (  # the quick ones first
    *(f"{GOLDEN}[cut-short]", f"{GOLDEN}[by-hand]", GOLDEN),
    "oracle/test_lockstep.py::test_engine_and_oracle_agree_in_every_scenario",
)
BY_HAND = (  # of the tests of ratings those that take no time
    *("a_tally_by_hand", "the_ends_of_a_direct_interval_are_wilsons", "ratings_by_hand", "misfits_by_hand"),
    *("far_apart_the_top_is_found_all_the_same", "who_is_wanted_by_hand", "who_has_met_nobody_has_no_rating"),
    *("the_error_of_a_share_is_that_of_the_difference", "ties_are_half_a_win"),
    "nothing_is_wanted_when_all_is_known_or_nothing_may_be_played",
    "where_newtons_steps_would_run_away_the_top_is_found",
    "a_pair_that_has_not_met_is_not_sent_to_meet_for_a_rating",
)
SLICES = (  # of the tests of observations those that play no games
    "an_observation_is_what_the_position_says",
    "the_slices_lie_one_behind_the_other_as_long_as_what_they_count",
    "figures_above_255_read_255",
)
ASKED = (  # of test_hidden.py those that play no games
    *("scenario", "refused", "what_lies_open", "what_could_be_held"),
    *("ow_6_16_who_could_have_something_left_to_stage", "ow_6_10_what_could_be_replaced"),
    "ow_6_11_prohibited_ground_forces_are_no_answer_on_the_final_turn",
    "ow_3_1_prohibited_utilities_are_no_answer_on_the_final_turn",
    "ow_6_3_a_reaction_may_be_held_as_long_as_there_is_room_for_one",
)
HIDDEN = tuple(f"open_worlds/test_hidden.py::test_{name}" for name in ASKED)
PRIORITY = tuple(  # of the tests of setup those that look at what is observed of it
    f"open_worlds/test_setup.py::test_ow_1_4_{name}"
    for name in (
        "who_will_be_first_is_told_to_nobody_while_hands_are_adjusted",
        "an_order_is_seen_by_all_until_the_first_count",
    )
)
OPEN_WORLDS = "ow_env/open_worlds"
STAR_REALMS = "ow_env/star_realms"
REALM = (  # the tests that show the rules of Star Realms
    *("words", "turn", "play", "abilities", "allies", "scrapping", "combat", "owed", "buying", "special", "end"),
    *("cards", "actions", "setup"),
)
REALM_GAMES = (  # the quick ones first
    "star_realms/test_golden.py::test_a_golden_game_is_what_is_played",
    *(
        f"star_realms/test_properties.py::test_{name}"
        for name in ("the_mask_is_why_not", "observations_stay_in_their_range")
    ),
    "star_realms/test_secrecy.py::test_sr_13_8_a_step_forced_by_hidden_cards_alone_is_asked",
    "star_realms/test_secrecy.py::test_sr_13_8_not_what_everybody_could_tell_is_taken",
    "star_realms/test_oracle.py::test_engine_and_oracle_agree",
)
OF_REALMS = (  # of the tests of positions those that play no games
    *("a_position_is_written_as_it_was_read", "the_form_of_a_position", "what_is_left_out_is_empty_or_0", "loading"),
    *("known_is_the_whole_hand_only_if_the_shuffled_deck_is_empty", "played_is_the_ships_in_play"),
    *("who_started_follows_from_the_turn", "several_cards_may_be_one_entry_and_seats_may_be_named"),
    *("every_fault_is_named_and_what_would_be_right", "the_last_turn_is_that_of_the_game"),
    *("a_view_counts_what_it_hides", "a_view_can_not_be_set_up_and_an_unknown_one_is_refused"),
)
THESE_NEW_WORLDS = "ow_env/these_new_worlds"
NEW_WORLDS = (  # the tests that show the rules of These New Worlds
    *("words", "card_phase", "awards", "colonizing", "combat", "end", "examples", "actions", "setup"),
)
NEW_WORLDS_GAMES = (  # the quick ones first
    "these_new_worlds/test_golden.py::test_a_golden_game_is_what_is_played",
    "these_new_worlds/test_properties.py::test_the_mask_is_why_not",
    "these_new_worlds/test_oracle.py::test_engine_and_oracle_agree",
)
OF_NEW_WORLDS = (  # of the tests of positions those that play no games
    *("a_position_is_written_as_it_was_read", "the_form_of_a_position", "a_position_goes_on_to_its_next_decision"),
    *("what_is_left_out_is_empty_or_what_it_has_to_be", "the_turn_is_of_the_player_who_did_not_deal"),
    *("every_fault_is_named_and_what_would_be_right", "a_round_beyond_those_of_the_game_is_refused"),
    *("a_view_counts_what_it_hides_and_names_what_is_there", "a_view_can_not_be_set_up_and_an_unknown_one_is_refused"),
)
EXPANSIVE = "ow_env/expansive_universe"
OF_EXPANSIVE = (  # the tests that show the rules of Expansive Universe
    *("turn", "missions", "battles", "effects", "damage", "leaving", "special", "examples", "setup", "actions"),
)
EXPANSIVE_GAMES = (  # the quick ones first
    "expansive_universe/test_golden.py::test_a_golden_game_is_what_is_played",
    "expansive_universe/test_properties.py::test_the_mask_is_why_not",
    "expansive_universe/test_oracle.py::test_engine_and_oracle_agree",
)
TRADEWORLDS = "ow_env/tradeworlds"
WORLDS_OF_TRADE = (  # the tests that show the rules of TradeWorlds
    *("turn", "roles", "combat", "tactics", "reinforcements", "end", "derelict", "examples", "actions", "setup"),
)
OF_ASKING = (  # of the tests of secrecy those that show who is asked
    *("p5_who_could_hold_a_weapon_that_fits_is_asked", "p5_who_could_pay_for_the_only_card_on_top_is_asked"),
    *("p5_who_is_asked_in_a_window", "p5_a_single_action_is_taken_unasked_only_where_it_tells_nothing"),
    "b4_a_purchase_pending_after_hide_may_lapse",
)
TRADE_GAMES = (  # the quick ones first
    "tradeworlds/test_golden.py::test_a_golden_game_is_what_is_played",
    "tradeworlds/test_oracle.py::test_engine_and_oracle_agree",
)


@dataclass(frozen=True)
class Target:
    """Files that are broken, and the tests that hold them.

    Attributes:
        files: one file, or a pattern.
        tests: below tests/. Those that call what is broken are tried, the quick ones first.
        long: tests tried last and not watched.
        without: names of files that the pattern finds and another row has.
    """

    files: str
    tests: tuple[str, ...]
    long: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def paths(self) -> list[Path]:
        """Return the files."""
        found = (path for path in sorted(ROOT.glob(self.files)) if path.stem not in self.without)
        return [path for path in found if not path.name.startswith("_")]


SCRIPTS_PLAY = (  # of the tests of Star Realms' scripts those that play no whole games
    *("in_the_main_phase", "where_a_card_asks", "the_worst_card_is_discarded_for_the_opponent"),
    *("the_eager_player_takes_anything_but_the_end_of_the_turn", "what_a_card_is_worth_follows_the_formula"),
    *("what_is_no_weight_is_refused", "a_turn_is_played_as_it_is_written_down", "the_first_script_is_the_best"),
)
OF_THE_LEARNED = (  # of the tests of learned agents those that say how one chooses and is known again
    "choices_come_as_often_as_the_temperature_says",
    "an_agent_of_the_package_is_known_again_in_a_ladder_that_was_published",
)
BOUGHT = (  # of the tests of what cards are worth those that play few games
    *("who_is_given_a_card_has_one_more_and_the_box_as_many", "a_stored_result_that_can_not_be_is_refused"),
    *("what_can_not_be_measured_is_refused", "a_few_games_of_the_kernel_are_those_of_a_batch"),
    "a_game_of_the_kernel_counts_what_is_bought_and_bars_what_is_not_for_sale",
)


TARGETS = (
    Target(
        f"{OPEN_WORLDS}/rules/*.py",
        (*(f"open_worlds/test_{name}.py" for name in SCENARIOS), *HIDDEN),
        long=WHOLE_GAMES,
        without=("hidden", "hide"),
    ),
    Target(f"{OPEN_WORLDS}/rules/hidden.py", HIDDEN),
    Target(f"{OPEN_WORLDS}/rules/hide.py", ("open_worlds/test_hide.py",)),
    Target(
        f"{OPEN_WORLDS}/observe.py",
        (*(f"open_worlds/test_observe.py::test_{name}" for name in SLICES), *PRIORITY),
    ),
    Target(f"{OPEN_WORLDS}/engine.py", ("open_worlds/test_engine.py",)),
    Target(
        f"{STAR_REALMS}/rules/*.py",
        (*(f"star_realms/test_{name}.py" for name in REALM), "star_realms/test_hidden.py::test_rule"),
        long=REALM_GAMES,
        without=("hide",),
    ),
    Target(
        f"{STAR_REALMS}/rules/hide.py",
        ("star_realms/test_secrecy.py::test_every_hand_is_exactly_as_likely_as_it_should_be",),
    ),
    Target(f"{STAR_REALMS}/observe.py", ("star_realms/test_hidden.py",)),
    Target(f"{STAR_REALMS}/engine.py", ("star_realms/test_end.py", "star_realms/test_hidden.py")),
    Target(
        f"{STAR_REALMS}/position.py",
        tuple(f"star_realms/test_positions.py::test_{name}" for name in OF_REALMS),
        long=("star_realms/test_properties.py::test_a_position_written_and_read_is_the_same_record",),
    ),
    Target(f"{STAR_REALMS}/cards.py", ("star_realms/test_card_files.py",)),
    Target(f"{STAR_REALMS}/view.py", ("star_realms/test_view.py",)),
    Target(f"{STAR_REALMS}/events.py", ("star_realms/test_events.py",)),
    Target(f"{OPEN_WORLDS}/view.py", ("open_worlds/test_pointing.py", "open_worlds/test_render.py")),
    Target("ow_env/goofspiel/view.py", ("goofspiel/test_views.py",)),
    Target("agents/star_realms/*.py", tuple(f"agents/test_star_realms.py::test_{name}" for name in SCRIPTS_PLAY)),
    Target(
        "agents/base.py",
        ("agents/test_advice.py", "agents/test_agents.py::test_an_observation_has_no_route_to_the_table"),
    ),
    Target(
        "agents/learned/agent.py",
        (
            "agents/test_advice.py",
            *(f"agents/test_learned.py::test_{name}" for name in OF_THE_LEARNED),
        ),
    ),
    Target("agents/search/agent.py", ("agents/test_advice.py", "agents/test_tree.py")),
    Target(
        "training/decklab/star_realms/*.py", tuple(f"training/test_decklab_bought.py::test_{name}" for name in BOUGHT)
    ),
    Target(
        f"{EXPANSIVE}/rules/*.py",
        (
            *(f"expansive_universe/test_{name}.py" for name in OF_EXPANSIVE),
            "expansive_universe/test_observe.py::test_an_observation_is_what_the_position_says",
        ),
        long=EXPANSIVE_GAMES,
        without=("hide",),
    ),
    Target(f"{EXPANSIVE}/rules/hide.py", ("expansive_universe/test_secrecy.py",)),
    Target(
        f"{EXPANSIVE}/position/*.py",
        ("expansive_universe/test_positions.py",),
        long=("expansive_universe/test_properties.py::test_a_position_written_and_read_is_the_same_record",),
    ),
    Target(f"{EXPANSIVE}/observe.py", ("expansive_universe/test_observe.py",)),
    Target(f"{EXPANSIVE}/engine.py", ("expansive_universe/test_observe.py", "expansive_universe/test_setup.py")),
    Target(f"{EXPANSIVE}/cards.py", ("expansive_universe/test_card_files.py",)),
    Target(
        f"{TRADEWORLDS}/rules/*.py",
        (
            *(f"tradeworlds/test_{name}.py" for name in WORLDS_OF_TRADE),
            *(
                "tradeworlds/test_hidden.py::test_rule",
                "tradeworlds/test_hidden.py::test_tw_h6_what_is_drawn_and_in_which_order",
            ),
            *(f"tradeworlds/test_secrecy.py::test_tw_{name}" for name in OF_ASKING),
            "tradeworlds/test_hidden.py::test_what_is_observed_follows_from_what_is_known",
            "tradeworlds/test_card_files.py::test_tw_s7_each_side_rolls_its_own_initiative_die",
            "tradeworlds/test_card_files.py::test_where_nobody_has_a_card_the_game_is_played_to_its_end_unasked",
        ),
        long=TRADE_GAMES,
        without=("hide",),
    ),
    Target(
        f"{TRADEWORLDS}/rules/hide.py",
        ("tradeworlds/test_secrecy.py::test_tw_h5_every_hand_is_exactly_as_likely_as_it_should_be",),
    ),
    Target(
        f"{TRADEWORLDS}/position/*.py",
        ("tradeworlds/test_positions.py", "tradeworlds/test_hidden.py"),
        long=("tradeworlds/test_properties.py::test_what_holds_at_every_decision",),
    ),
    Target(f"{TRADEWORLDS}/observe.py", ("tradeworlds/test_hidden.py",), long=TRADE_GAMES[1:]),
    Target(f"{TRADEWORLDS}/engine.py", ("tradeworlds/test_end.py", "tradeworlds/test_hidden.py")),
    Target(f"{TRADEWORLDS}/cards.py", ("tradeworlds/test_card_files.py",)),
    Target(
        f"{THESE_NEW_WORLDS}/rules/*.py",
        (*(f"these_new_worlds/test_{name}.py" for name in NEW_WORLDS), "these_new_worlds/test_hidden.py::test_rule"),
        long=NEW_WORLDS_GAMES,
        without=("hide",),
    ),
    Target(
        f"{THESE_NEW_WORLDS}/rules/hide.py",
        tuple(
            f"these_new_worlds/test_secrecy.py::test_tnw_9_4_every_hand_is_exactly_as_likely_as_it_should_be{for_whom}"
            for for_whom in ("", "_for_player_1")
        ),
    ),
    Target(f"{THESE_NEW_WORLDS}/observe.py", ("these_new_worlds/test_hidden.py",)),
    Target(f"{THESE_NEW_WORLDS}/engine.py", ("these_new_worlds/test_end.py", "these_new_worlds/test_hidden.py")),
    Target(
        f"{THESE_NEW_WORLDS}/position.py",
        tuple(f"these_new_worlds/test_positions.py::test_{name}" for name in OF_NEW_WORLDS),
    ),
    Target(f"{THESE_NEW_WORLDS}/cards.py", ("these_new_worlds/test_card_files.py",)),
    *(
        Target(f"agents/search/{name}.py", ("agents/test_tree.py",))
        for name in ("tree", "network", "rollout", "ismcts", "halving", "search")
    ),
    Target(
        "training/measure/ratings.py",
        tuple(f"training/test_ratings.py::test_{name}" for name in BY_HAND),
    ),
    Target("training/decklab/intervals.py", ("training/test_decklab_intervals.py",)),
    *(
        Target(
            f"training/measure/{name}.py",
            ("training/test_store.py", "training/test_database.py::test_a_hostile_file_is_refused_in_one_sentence"),
        )
        for name in ("store", "schema")
    ),
    Target("ow_env/core/batch.py", ("core/test_batch.py",)),
    *(
        Target(f"ow_env/cards/{name}.py", (f"cards/test_{name}.py",))
        for name in (
            *("piles", "tallies", "stacks", "features", "numbered"),
            *("catalogue", "decklists", "positions", "names", "options", "game"),
        )
    ),
)


@dataclass(frozen=True)
class Named:
    """A break that once went unnoticed: what stands in a file, once, and what is put there."""

    file: str
    before: str
    after: str


NAMED = (
    Named(f"{OPEN_WORLDS}/rules/hide.py", "if other != player:", "if other != player and other != 3:"),
    Named("ow_env/cards/piles.py", "below(rng, int(pile.count))", "below(rng, int(pile.count) + 1 >> 1)"),
    Named("ow_env/cards/piles.py", "place = below(rng, int(pile.count))", "place = 0"),
    Named(f"{OPEN_WORLDS}/rules/hide.py", "place = below(rng, free_hand + free_trash + free_worlds)", "place = 0"),
    Named(
        f"{OPEN_WORLDS}/observe.py",
        "seats_on(g, int(u.owner), int(u.controller)) - 1",
        "seats_on(g, int(u.controller), int(u.owner)) - 1",
    ),
    Named(f"{OPEN_WORLDS}/observe.py", "at[MOVED] + place // worlds * t.layout.ships + c.ship", "at[MOVED] + c.ship"),
    Named(f"{OPEN_WORLDS}/engine.py", "INCOME_SCALE = 50.0", "INCOME_SCALE = 40.0"),
    Named("ow_env/core/batch.py", "action_rng[chosen] = action_rng[chosen]", "action_rng[:] = action_rng"),
    Named("training/measure/ratings.py", "few = self.pairs / np.maximum(self.pairs - 1, 1)", "few = 1"),
    Named("training/measure/ratings.py", "middle = (score + Z * Z / (2 * n)) / (1 + Z * Z / n)", "middle = score"),
    Named("training/measure/ratings.py", "np.sqrt(tally.spread) / tally.weight", "np.sqrt(tally.spread) / tally.games"),
    Named("training/decklab/intervals.py", "student(1 - alpha / (2 * tests), n - 1)", "student(1 - alpha / 2, n - 1)"),
    Named("training/decklab/intervals.py", "(alpha / (2 * tests)) ** (1 / n)", "(alpha / 2) ** (1 / n)"),
    Named(
        "training/decklab/intervals.py",
        "half = quantile(1 - alpha / (2 * tests)) * error\n    return Interval(rise",
        "half = quantile(1 - alpha / 2) * error\n    return Interval(rise",
    ),
    Named("training/decklab/intervals.py", "other.var(ddof=1) / len(other)", "other.var(ddof=1) / len(one)"),
    Named("training/decklab/intervals.py", "one.var(ddof=1) / len(one)", "one.var(ddof=1) / len(other)"),
)
UNMADE = 3  # exit code of a child that could not make its break
LONGEST = 600  # seconds of work for a long test, which is not watched
PATIENCE = 1.5  # seconds of work for another, beside four times what it takes unbroken: some breaks never end

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
OTHER_NAME = {"min": "max", "max": "min"}


@dataclass(frozen=True, eq=False)
class Break:
    """One file with one place changed."""

    path: Path
    functions: tuple[str, ...]  # what is given other code, by qualified names
    line: int
    lines: range  # of the broken statement, of a compound one those of its head; none where it is no statement
    before: str
    after: str
    text: str  # of what has to read the same, for it to be the same break
    source: str | None = None  # the whole file as it would be; None: `place` becomes `changed`
    module: Any = None
    place: Any = None
    changed: Any = None
    number: int = 1  # among breaks of the same function that read the same

    @property
    def file(self) -> str:
        """Return what names the file."""
        return name_of(self.path)

    @property
    def key(self) -> str:
        """Return what names the break in `mutants_explained.toml`; lines may move."""
        again = f" ({self.number})" if self.number > 1 else ""
        inside = f".{self.functions[0]}" if self.source is None else ""
        return f"{self.file}{inside}: {self.before} -> {self.after}{again}"

    @property
    def noted(self) -> str:
        """Return what names the break while its function reads the same."""
        text = f"{self.text} {self.key}"
        return f"{hashlib.sha256(text.encode()).hexdigest()[:16]} {self.key}".replace("\n", " ")


def name_of(path: Path) -> str:
    """Return what a file is called here: a file of Open Worlds' rules by its own name, others with their folder.

    Rules of other games, and files that read and write their positions, have the game's folder.
    """
    folder = path.parent.parent if path.parent.name in ("rules", "position") else path.parent
    return path.stem if path.parent == ROOT / OPEN_WORLDS / "rules" else f"{folder.name}/{path.stem}"


# ── Making breaks ────────────────────────────────────────────────────────────────────────────


def breaks_of(path: Path) -> Iterator[Break]:
    """Yield every break of every function and every number of a file."""
    source = path.read_text()
    module = ast.parse(source)
    for name, node in functions_of(module):
        seen: Counter[tuple[str, str]] = Counter()
        without_docstring = "\n".join(ast.unparse(line) for line in body_of(node))
        for statement, place, changed in changes(node):
            text = first_line(statement), first_line(replaced(statement, place, changed))
            seen[text] += 1
            made = {"module": module, "place": place, "changed": changed, "number": seen[text]}
            yield Break(path, (name,), place.lineno, lines_of(statement), *text, without_docstring, **made)
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            for changed in others(node.value):
                other = altered(node, "value", changed)
                text = ast.unparse(node), ast.unparse(other)
                yield of_text(path, source, ast.get_source_segment(source, node) or "", text[1], text)


def of_text(path: Path, source: str, before: str, after: str, shown: tuple[str, str]) -> Break:
    """Return the break that puts one text for another, wherever in the file it stands."""
    if source.count(before) != 1:
        raise SystemExit(f"{name_of(path)} has {source.count(before)} times what NAMED breaks: {before}")
    line = source[: source.index(before)].count("\n") + 1
    changed = source.replace(before, after)
    old, new = (dict(codes_of(compile(text, str(path), "exec"))) for text in (source, changed))
    inside = tuple(name for name, code in old.items() if "<" not in name and code != new.get(name))
    return Break(path, inside, line, range(0), *shown, source, changed)


def functions_of(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions and methods of a file with their qualified names, those inside others as parts of them."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from (
                (f"{node.name}.{inner.name}", inner) for inner in node.body if isinstance(inner, ast.FunctionDef)
            )


def codes_of(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    """Yield the code of all functions in a file's code, by qualified name."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner.co_qualname, inner
            yield from codes_of(inner)


def changes(function: ast.FunctionDef) -> Iterator[tuple[ast.stmt, Any, Any]]:
    """Yield statements of a function, a place in each and what to put there."""
    for statement in (
        inner
        for outer in body_of(function)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.stmt) and not is_text(inner)
    ):
        for node in own_nodes(statement):
            yield from ((statement, node, other) for other in others(node))


def is_text(node: ast.AST) -> bool:
    """Is it a docstring?"""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement and what it consists of, without the statements inside it."""
    yield statement
    for child in ast.iter_child_nodes(statement):
        if not isinstance(child, ast.stmt):
            yield from own_nodes(child)


def lines_of(statement: ast.stmt) -> range:
    """Return the lines a statement stands in, without those of the statements inside it."""
    own = (getattr(node, "end_lineno", 0) for node in own_nodes(statement) if node is not statement)
    compound = any(isinstance(node, ast.stmt) and node is not statement for node in ast.walk(statement))
    last = statement.lineno if compound else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, *own, 0) + 1)


def first_line(statement: ast.AST) -> str:
    """Return a statement as text, a compound one without its body."""
    return ast.unparse(statement).splitlines()[0] if hasattr(statement, "body") else ast.unparse(statement)


def body_of(function: ast.FunctionDef) -> list[ast.stmt]:
    """Return the statements of a function without its docstring."""
    return function.body[1:] if ast.get_docstring(function) else function.body


def others(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node may be changed into."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        yield altered(node, "ops", [SWAPS[type(node.ops[0])](), *node.ops[1:]])
    if isinstance(node, ast.BoolOp):
        yield altered(node, "op", SWAPS[type(node.op)]())
        for left_out in range(len(node.values)):
            rest = [value for i, value in enumerate(node.values) if i != left_out]
            yield rest[0] if len(rest) == 1 else altered(node, "values", rest)
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in SWAPS:
        yield altered(node, "op", SWAPS[type(node.op)]())
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield altered(node, "value", node.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is float:
        yield altered(node, "value", 2 * node.value if node.value else 1.0)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield altered(node, "value", not node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OTHER_NAME:
        yield altered(node, "func", ast.Name(OTHER_NAME[node.func.id], ast.Load()))
    if isinstance(node, (ast.If, ast.While)):
        yield altered(node, "test", ast.Constant(isinstance(node, ast.If)))
        if isinstance(node, ast.If):
            yield altered(node, "test", ast.Constant(False))
    if (
        isinstance(node, ast.AugAssign)
        or (isinstance(node, ast.Expr) and not is_stub(node))
        or (isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name))
    ):
        yield ast.Pass()


def is_stub(node: ast.Expr) -> bool:
    """Is it the body of a declaration, ``...``?"""
    return isinstance(node.value, ast.Constant) and node.value.value is Ellipsis


def altered(node: ast.AST, field: str, value: Any) -> ast.AST:
    """Return a copy of a node with one field changed."""
    other = copy.copy(node)
    setattr(other, field, value)
    return other


class Replace(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, place: ast.AST, changed: ast.AST) -> None:
        self.place, self.changed = place, changed

    def visit(self, node: ast.AST) -> Any:
        """Return the changed node at its place, and every other as it is."""
        if node is self.place:
            return ast.copy_location(self.changed, node)
        return self.generic_visit(node)


def replaced(node: ast.AST, place: ast.AST, changed: ast.AST) -> Any:
    """Return a copy of a node with one place in it changed."""
    copies: dict[int, Any] = {}
    whole = copy.deepcopy(node, copies)
    return Replace(copies[id(place)], copy.deepcopy(changed)).visit(whole)


def make(broken: Break) -> None:
    """Break the code of this process: give each function of a file, and each number, what it has after the break."""
    name = broken.path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    if broken.source is None:
        tree = Replace(broken.place, broken.changed).visit(broken.module)
        functions = functions_in(broken.path)[broken.functions[0]]
        if any("__class__" in function.__code__.co_freevars for function in functions):
            keep_class(dict(functions_of(tree))[broken.functions[0]])
        whole = compile(ast.fix_missing_locations(tree), str(broken.path), "exec", dont_inherit=True)
        codes = dict(codes_of(whole))
        for function in functions:
            function.__code__ = codes[broken.functions[0]]
        return
    here = sys.modules[name]
    other = ModuleType(name)
    other.__dict__.update(__file__=str(broken.path), __package__=here.__package__)
    sys.modules[name] = other  # where dataclasses look for it
    exec(compile(broken.source, str(broken.path), "exec", dont_inherit=True), other.__dict__)
    sys.modules[name] = here
    made = functions_in(broken.path, of=other.__dict__)
    for qualified, functions in functions_in(broken.path, but=other.__dict__).items():
        for function in functions:
            function.__code__ = made[qualified][0].__code__
            function.__defaults__ = made[qualified][0].__defaults__
            function.__kwdefaults__ = made[qualified][0].__kwdefaults__
    for word, value in vars(here).copy().items():
        if isinstance(value, (int, float)) and value != other.__dict__.get(word):
            for scope in scopes():
                if scope is not other.__dict__ and type(scope.get(word)) is type(value) and scope[word] == value:
                    scope[word] = other.__dict__[word]


def keep_class(function: ast.FunctionDef) -> None:
    """Let a method that no longer calls ``super`` still name its class: new code must have the old free variables."""
    function.body.extend(ast.parse("if False: __class__").body)


def functions_in(path: Path, of: Any = None, but: Any = None) -> dict[str, list[FunctionType]]:
    """Return all functions there are that a file has defined: what was bound or decorated is found by its code."""
    found: dict[str, list[FunctionType]] = defaultdict(list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == str(path):
            scope = function.__globals__
            if (of is None or scope is of) and (but is None or scope is not but):
                found[function.__code__.co_qualname].append(function)
    return found


def scopes() -> Iterator[dict[str, Any]]:
    """Yield the names that our modules know, and those that functions bound to a game do."""
    seen: dict[int, dict[str, Any]] = {}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename.startswith(str(ROOT)):
            seen[id(function.__globals__)] = function.__globals__
    yield from seen.values()


# ── Trying them ──────────────────────────────────────────────────────────────────────────────


class Tracer:
    """What ``sys.settrace`` takes: writes down which functions of some files are called and which lines run."""

    def __init__(self, files: Container[str]) -> None:
        self.files = files
        self.calls: set[tuple[str, str]] = set()  # (file, qualified name)
        self.lines: set[tuple[str, int]] = set()  # (file, line)

    def __call__(self, frame: FrameType, event: str, _: Any) -> Tracer | None:
        """Note what happens in a frame of these files, and go on watching it; let the others run untraced."""
        code = frame.f_code
        if code.co_filename not in self.files:
            return None
        if event == "call":
            self.calls.add((code.co_filename, code.co_qualname))
        elif event == "line":
            self.lines.add((code.co_filename, frame.f_lineno))
        return self


class Trial:
    """A pytest plugin: instead of running the tests once, run them for every break."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.called: dict[str, set[tuple[str, str]]] = {}  # by test: the (file, function) it calls
        self.lines: dict[str, set[tuple[str, int]]] = {}  # by test: the (file, line) it comes to
        self.seconds: dict[str, float] = {}  # by test: what it takes as the code is
        self.noticed: set[str] = set()
        self.unnoticed: list[Break] = []
        self.explained: list[Break] = []
        self.noticing: dict[str, set[str]] = defaultdict(set)  # by file and function: tests that did
        self.paths: dict[str, Target] = {}  # by file
        self.refuted: list[Break] = []  # explained, and noticed all the same

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all breaks and print what nobody noticed."""
        self.paths = {str(path): target for target in wanted(self.arguments.files) for path in target.paths()}
        asked = [path for path in map(Path, self.paths) if is_wanted(path, self.arguments.files)]
        breaks = [b for path in asked for b in breaks_of(path)]
        named = [of_named(n) for n in NAMED if ROOT / n.file in asked]
        known = explained()
        if not self.arguments.files and (gone := known - {b.key for b in breaks}):
            raise SystemExit("\n".join([f"{EXPLAINED.name} explains what is no break:", *sorted(gone)]))
        breaks = named if self.arguments.named else named + breaks
        breaks = [b for b in breaks if self.arguments.only in b.key]
        if self.arguments.sample:
            random.Random(self.arguments.seed).shuffle(breaks)
            breaks = breaks[: self.arguments.sample]
        self.explained = [b for b in breaks if b.key in known]
        others = [b for b in breaks if b.key not in known]
        with Journal(fresh=self.arguments.fresh) as journal:
            self.noticed |= {b.noted for b in others} & journal.noticed
            todo = [b for b in others if b.noted not in self.noticed]
            todo += self.explained if self.arguments.explained else []
            if todo:
                self.watch(session)
                self.try_all(session, todo, journal)
        self.refuted = [b for b in self.explained if b.noted in self.noticed]
        self.unnoticed = [b for b in self.unnoticed if b.key not in known]
        return True

    def watch(self, session: pytest.Session) -> None:
        """Run every test once as the code is; keep how long it takes, what it calls and which lines it comes to."""
        for item in session.items:
            if is_long(item):
                continue
            begun = time.monotonic()
            tracer = Tracer(self.paths)
            sys.settrace(tracer)
            reports = runner.runtestprotocol(item, nextitem=None, log=False)
            sys.settrace(None)
            if any(report.failed for report in reports):
                raise SystemExit(f"{item.nodeid} fails before anything is broken")
            self.called[item.nodeid] = tracer.calls
            self.lines[item.nodeid] = tracer.lines
            self.seconds[item.nodeid] = time.monotonic() - begun
            self.show(f"{len(self.called)} tests watched")

    def show(self, text: str, *, always: bool = False) -> None:
        """Show how far it has come, once a second at most."""
        if always or time.monotonic() - self.shown >= 1:
            self.shown = time.monotonic()
            print(f"\r{text}", end="", file=sys.stderr, flush=True)

    shown = 0.0

    def try_all(
        self,
        session: pytest.Session,
        breaks: list[Break],
        journal: Journal,
    ) -> None:
        """Try breaks in forked children, so many at once."""
        begun, done = time.monotonic(), 0
        running: dict[int, tuple[Break, int]] = {}  # by process: the break, where to read who noticed
        while done < len(breaks):
            while len(running) < self.arguments.jobs and done + len(running) < len(breaks):
                broken = breaks[done + len(running)]
                read, write = os.pipe()
                running[self.child(session, broken, write)] = broken, read
                os.close(write)
            ended, status = os.wait()
            broken, read = running.pop(ended)
            with os.fdopen(read) as told:
                said = told.read()
            if os.waitstatus_to_exitcode(status) == UNMADE:
                raise SystemExit(f"a break can't be made: {said}")
            self.noticing[where(broken)].update(filter(None, [said]))
            breaks.remove(broken)
            breaks.insert(done, broken)
            done += 1
            if status:
                self.noticed.add(broken.noted)
                journal.note(broken)
            else:
                self.unnoticed.append(broken)
                print(f"\rsurvives: {shown_at(broken)}", file=sys.stderr)
            text = f"{done}/{len(breaks)}, {len(self.unnoticed)} unnoticed, {time.monotonic() - begun:.0f} s"
            self.show(text, always=not status or done == len(breaks))

    def child(self, session: pytest.Session, broken: Break, tell: int) -> int:
        """Make a break in a child that ends with 0 when no test fails there; return its process id."""
        child = os.fork()
        if child:
            return child
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        try:
            make(broken)
        except BaseException as error:
            os.write(tell, f"{shown_at(broken)}: {error!r}".encode())
            os._exit(UNMADE)
        for item in self.in_order(session.items, broken):
            signal.setitimer(signal.ITIMER_PROF, self.longest(item))
            reports = runner.runtestprotocol(item, nextitem=None, log=False)
            if any(report.failed for report in reports):
                os.write(tell, item.nodeid.encode())
                os._exit(1)
        os._exit(0)

    def longest(self, item: pytest.Item) -> float:
        """Return how many seconds a test may work; those in which others have the machine do not count."""
        if is_long(item):
            return LONGEST
        return PATIENCE + 4 * self.seconds[item.nodeid]

    def in_order(self, items: list[pytest.Item], broken: Break) -> list[pytest.Item]:
        """Return the tests that come to what is broken, first those that noticed a break of it or have its file's name.

        Of either the quick ones come first. The long ones come last.
        """
        target = self.paths[str(broken.path)]
        inside = {(str(broken.path), function) for function in broken.functions}
        home = f"test_{SHOWN_BY.get(broken.file, broken.path.stem)}."
        noticing = self.noticing[where(broken)]

        def key(item: pytest.Item) -> tuple[bool, bool, float]:
            name = item.nodeid
            return name not in noticing, home not in name, self.seconds[name]

        mine = [item for item in items if is_among(item, target.tests) and not is_long(item)]
        if lines := {(str(broken.path), line) for line in broken.lines}:
            mine = [item for item in mine if lines & self.lines[item.nodeid]]
        elif inside:
            mine = [item for item in mine if inside & self.called[item.nodeid]]
        return sorted(mine, key=key) + [item for item in items if is_among(item, target.long)]


def where(broken: Break) -> str:
    """Return the file and function of a break."""
    return f"{broken.path} {broken.functions}"


def shown_at(broken: Break) -> str:
    """Return a break with the line it stands in."""
    return f"{broken.path.relative_to(ROOT)}:{broken.line} {broken.key}"


def of_named(named: Named) -> Break:
    """Return one of NAMED as a break."""
    path = ROOT / named.file
    return of_text(path, path.read_text(), named.before, named.after, (named.before, named.after))


def is_wanted(path: Path, names: list[str]) -> bool:
    """Is a file one of those named, by its own name or with its folder? None named: all are."""
    return not names or path.stem in names or name_of(path) in names


def wanted(names: list[str]) -> list[Target]:
    """Return the rows that have a file of these names."""
    if unknown := [n for n in names if not any(is_wanted(p, [n]) for t in TARGETS for p in t.paths())]:
        raise SystemExit(f"not in TARGETS: {', '.join(unknown)}")
    return [target for target in TARGETS if any(is_wanted(path, names) for path in target.paths())]


def is_among(item: pytest.Item, tests: tuple[str, ...]) -> bool:
    """Is it one of these tests, or in one of these files?"""
    name = item.nodeid
    return any(f"/{test}" in (f"/{part}" for part in parts_of(name)) for test in tests)


def parts_of(nodeid: str) -> Iterator[str]:
    """Yield what may name a test: its file, the test, the test with its parameters; each below tests/."""
    below = nodeid.removeprefix("tests/")
    yield below
    yield below.partition("[")[0]
    yield below.partition("::")[0]


def is_long(item: pytest.Item) -> bool:
    """Is it a long test of any row?"""
    return any(is_among(item, target.long) for target in TARGETS)


def explained() -> set[str]:
    """Return the names of the breaks that change nothing anybody could notice."""
    keys = [key for group in tomllib.loads(EXPLAINED.read_text()).get("group", []) for key in group["breaks"]]
    if twice := [key for key, times in Counter(keys).items() if times > 1]:
        raise SystemExit("\n".join([f"{EXPLAINED.name} explains twice:", *twice]))
    return set(keys)


class Journal:
    """Which breaks were noticed so far: build/mutants.txt, a line each."""

    PATH = ROOT / "build" / "mutants.txt"

    def __init__(self, *, fresh: bool) -> None:
        self.PATH.parent.mkdir(exist_ok=True)
        if fresh or not self.PATH.exists():
            self.PATH.write_text("")
        self.noticed = set(self.PATH.read_text().splitlines())

    def __enter__(self) -> Journal:
        self.file = self.PATH.open("a")
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def note(self, broken: Break) -> None:
        """Write down that a break was noticed."""
        self.file.write(broken.noted + "\n")
        self.file.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="one of TARGETS: its name without .py")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="breaks tried at once")
    parser.add_argument("--fresh", action="store_true", help="try anew what was noticed before")
    parser.add_argument("--scenarios", action="store_true", help="no long tests")
    parser.add_argument("--named", action="store_true", help="only the breaks listed in NAMED")
    parser.add_argument("--explained", action="store_true", help="try those explained as well")
    parser.add_argument("--only", default="", metavar="TEXT", help="only breaks with this in their name")
    parser.add_argument("--sample", type=int, help="try only so many, chosen at random")
    parser.add_argument("--seed", type=int, default=0)
    trial = Trial(parser.parse_args())
    rows = wanted(trial.arguments.files)
    tests = [test for row in rows for test in row.tests]
    tests += [] if trial.arguments.scenarios else [test for row in rows for test in row.long]
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
    code = pytest.main([*(str(ROOT / "tests" / test) for test in tests), *options], plugins=[trial])
    print()
    for broken in sorted(trial.unnoticed, key=lambda b: (b.file, b.line)):
        print(f"unnoticed: {shown_at(broken)}")
    for broken in trial.refuted:
        print(f"explained, but noticed: {shown_at(broken)}")
    noticed = len(trial.noticed) - len(trial.refuted)
    total = noticed + len(trial.explained) + len(trial.unnoticed)
    print(f"{total} breaks: {noticed} noticed, {len(trial.explained)} explained, {len(trial.unnoticed)} unnoticed")
    return 1 if trial.unnoticed or trial.refuted else int(code)


if __name__ == "__main__":
    sys.exit(main())
