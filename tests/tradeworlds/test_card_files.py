"""Card files of one's own: corrections, added Tactics, The Derelict (TW-0.8); every fault named at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ow_env.cards.catalogue import FaultyFile
from ow_env.tradeworlds import cards as source
from ow_env.tradeworlds.cards import ALLOWED, Act, Effect, Pile, Side, Token, Window, load_catalogue, vocabulary
from ow_env.tradeworlds.game import TradeWorlds
from tests.files import card_file
from tests.tradeworlds.oracle.boxes import box_of
from tests.tradeworlds.oracle.cards import BASE
from tests.tradeworlds.oracle.setups import ODD
from tests.tradeworlds.scenario import position_of
from tests.tradeworlds.table import Table

# ── The catalogue ────────────────────────────────────────────────────────────────────────────────


def test_the_catalogue() -> None:
    catalogue = load_catalogue()
    assert [card.name for card in catalogue.cards] == [card.name for card in BASE.cards]
    assert [card.id for card in catalogue.cards] == list(range(30))
    assert [card.level for card in catalogue.cards] == [1, 2, 3, 4, 5] * 3 + [0] * 15
    assert [card.pile for card in catalogue.upgrades] == [pile for pile in list(Pile)[:3] for _ in range(5)]
    assert {card.pile for card in catalogue.tactics} == {Pile.TACTIC}
    assert len(catalogue.upgrades) + len(catalogue.tactics) == 30
    assert (catalogue.card("Starship 2").title, catalogue.card("Signal Jam").title) == ("SCS - Courier", "Signal Jam")


def test_what_a_tactic_says() -> None:
    card = load_catalogue().card("Focused Lances")
    assert (card.effect, card.side, card.number, card.trade) == (Effect.FIREPOWER, Side.ANY, 2, 3)
    assert card.windows == (Window.DECLARE, Window.ROLL, Window.STRIKE)
    assert load_catalogue().card("Starship 1").effect is Effect.NONE
    assert load_catalogue().card("Starship 1").side is Side.ANY


def test_what_the_derelict_is() -> None:
    alien = load_catalogue().alien
    assert (alien.resistance, alien.firepower_die, alien.initiative_die) == (7, 6, 6)
    assert (alien.critical_mass, alien.lose_at) == (1, 6)
    assert [act.name for act in alien.table] == [
        *("DISCHARGE", *["BOOST"] * 3, *["ATTACK"] * 3, *["TWO_ATTACKS"] * 2, "HYPER_CANNON"),
    ]


def test_what_factions_and_tokens_are() -> None:
    setup = load_catalogue().setup
    assert setup == source.standard_setup.__wrapped__()
    assert (setup.hand, setup.homeworld, setup.initiative_die, setup.send) == (5, 18, 6, 10)
    assert [setup.use[token] for token in Token] == [1, 2, 3, 4, 5]
    assert [setup.amount[token] for token in Token] == [2, 2, 0, 0, 0]
    assert (setup.use[0], setup.amount[0]) == (0, 0)
    acolytes, brethren, covenant, destined = setup.factions
    assert (acolytes.flat_bank, acolytes.several_weapons, acolytes.unlock_discount) == ((3, 8), True, (0, 0, 0, 0))
    assert (brethren.flat_bank, brethren.several_weapons, brethren.unlock_discount) == ((0, 0), False, (5, 10, 15, 20))
    assert (brethren.bounty, setup.levelled[1].bounty, covenant.bounty) == (5, 10, 0)
    assert (covenant.short_bank, setup.levelled[2].short_bank, destined.short_bank) == ((3, 5), (3, 2), (0, 0))
    assert (destined.long_bank, covenant.long_bank) == ((4, 15), (0, 0))
    assert [faction.weapon_returns for faction in setup.factions] == [False, False, True, False]
    assert [faction.crew_returns for faction in setup.factions] == [False, False, False, True]
    assert [faction.colour for faction in setup.factions] == ["red", "blue", "green", "purple"]


def test_a_figure_says_where_it_is_from() -> None:
    catalogue = load_catalogue()
    assert catalogue.card("Starship 2").labels["copies"] == "found"
    assert catalogue.alien.labels["firepower_die"] == "printed"
    assert catalogue.setup.factions[0].labels["colour"] == "found"


def test_every_word_is_explained() -> None:
    words = vocabulary()
    assert words == source.vocabulary.__wrapped__()
    assert all(entry["means"] for listed in words if listed != "fields" for entry in words[listed].values())


# ── Corrections and additions ────────────────────────────────────────────────────────────────────

FUSE = (
    '[tactic."Long Fuse"]\ntrade = 1\neffect = "firepower"\nside = "attack"\namount = 5\n'
    'windows = ["declare", "roll"]\ncopies = 2\n'
)


def test_a_correction_keeps_what_it_does_not_state(tmp_path: Path) -> None:
    card, before = (
        load_catalogue(path).card("Starship 3")
        for path in (card_file(tmp_path, '[starship."Starship 3"]\ncapacity = 99\nname = "Scow"\n'), None)
    )
    assert (card.number, card.title, card.trade, card.copies) == (99, "Scow", before.trade, before.copies)
    assert (card.id, card.level, card.start) == (before.id, before.level, before.start)
    assert (card.labels["capacity"], card.labels["trade"]) == ("yours", "inferred")


def test_a_tactic_is_added(tmp_path: Path) -> None:
    catalogue = load_catalogue(card_file(tmp_path, FUSE))
    card = catalogue.card("Long Fuse")
    assert (card.id, card.pile, card.level, card.trade, card.number) == (30, Pile.TACTIC, 0, 1, 5)
    assert (card.effect, card.side, card.windows) == (Effect.FIREPOWER, Side.ATTACK, (Window.DECLARE, Window.ROLL))
    assert (card.copies, card.start, card.title) == (2, 0, "Long Fuse")
    assert "play Long Fuse" in TradeWorlds(cards=tmp_path / "mine.toml").actions


def test_a_file_may_go_to_the_ends_of_each_range(tmp_path: Path) -> None:
    text = '[crew."Crew 1"]\nresistance = 1\ntrade = 20\ncopies = 15\nstart = 15\n'
    text += f'[weapon."Weapon 1"]\ntrade = 1\ncopies = 0\nstart = 0\nname = "{"x" * 40}"\n'
    text += '[tactic."Ghost Echo"]\namount = 0\n'
    text += '[derelict."The Derelict"]\nresistance = 99\nfirepower_die = 20\ninitiative_die = 1\ncritical_mass = 0\n'
    text += 'lose_at = 1\ntable = ["boost"]\n'
    catalogue = load_catalogue(card_file(tmp_path, text))
    crew, weapon, alien = catalogue.card("Crew 1"), catalogue.card("Weapon 1"), catalogue.alien
    assert (crew.number, crew.trade, crew.copies, crew.start) == (1, 20, 15, 15)
    assert (weapon.copies, weapon.start, weapon.title) == (0, 0, "x" * 40)
    assert catalogue.card("Ghost Echo").number == 0
    assert (alien.resistance, alien.firepower_die, alien.initiative_die) == (99, 20, 1)
    assert (alien.critical_mass, alien.lose_at, alien.table) == (0, 1, (Act.BOOST,))


def test_there_is_room_for_24_tactics(tmp_path: Path) -> None:
    def tactics(count: int) -> Path:
        return card_file(tmp_path, "".join(FUSE.replace("Long Fuse", f"Fuse {number}") for number in range(count)))

    assert len(load_catalogue(tactics(9)).tactics) == 24
    with pytest.raises(FaultyFile) as error:
        load_catalogue(tactics(10))
    assert error.value.faults == ("there are 25 Tactics; there is room for 24",)


@pytest.mark.parametrize("name", ["X", "x" * 40])
def test_a_name_has_one_letter_to_forty(tmp_path: Path, name: str) -> None:
    catalogue = load_catalogue(card_file(tmp_path, f'[starship."Starship 3"]\nname = "{name}"\n'))
    assert catalogue.card("Starship 3").title == name


def test_the_oracle_reads_the_same_file() -> None:
    catalogue, box = load_catalogue(ODD), box_of(ODD)
    assert [(card.name, card.trade, card.number, card.copies, card.start) for card in catalogue.cards] == [
        (card.name, card.trade, card.value, card.copies, card.start) for card in box.cards
    ]


def test_tw_s7_each_side_rolls_its_own_initiative_die(tmp_path: Path) -> None:
    """The Derelict one of eight sides, where a card file says so, whoever attacks; the player one of six."""
    path = str(card_file(tmp_path, '[derelict."The Derelict"]\ninitiative_die = 8\n'))
    table = Table(position_of("scenario The Derelict | hand S1, Vector Plot | lane 5/1, 4/1"), cards=path)
    table.roll(3, (8, 8))
    table.do("role Admiral", "send lane 1")
    assert table.decision["die"] == [3, 8]
    text = "scenario The Derelict | point discard | hand S1, Ghost Echo | lane 5/2"
    table = Table(position_of(text), cards=path)
    table.roll((5, 10), 4, (8, 8), 3)
    table.do("done")
    assert table.decision["die"] == [8, 3]


# ── Faults ───────────────────────────────────────────────────────────────────────────────────────

JAM = '[tactic."Signal Jam"]\n'
SHIP = '[starship."Starship 3"]\n'
ALIEN = '[derelict."The Derelict"]\n'
MINE = FUSE.replace('"Long Fuse"', "Mine")


def whole(what: str, low: int, high: int, found: int) -> list[str]:
    return [f"{what}: expected a whole number from {low} to {high}, found {found}"]


NEAREST = ("roll", "roll", "strike", "roll", "strike", "cancel", "loss")  # to "sleep", of the windows of each effect
FAULTS: list[tuple[str, list[str]]] = [
    (f"{SHIP}firepower = 3", ["Starship 3, firepower: a Starship has no such field"]),
    (f'{JAM}name = "Jam"', ["Signal Jam, name: a Tactic has no such field"]),
    *((f"{SHIP}capacity = {value}", whole("Starship 3, capacity", 1, 99, value)) for value in (0, 100)),
    *((f'[weapon."Weapon 1"]\nfirepower = {value}', whole("Weapon 1, firepower", 1, 99, value)) for value in (0, 100)),
    *((f'[crew."Crew 1"]\nresistance = {value}', whole("Crew 1, resistance", 1, 99, value)) for value in (0, 100)),
    *((f"{SHIP}trade = {value}", whole("Starship 3, trade", 1, 20, value)) for value in (0, 21)),
    *((f"{SHIP}copies = {value}", whole("Starship 3, copies", 0, 15, value)) for value in (-1, 16)),
    (f"{SHIP}start = -1", whole("Starship 3, start", 0, 15, -1)),
    (f"{SHIP}start = 4", ["Starship 3, start: expected at most 3, as many as there are, found 4"]),
    *(
        (f"{SHIP}name = {told}", [f"Starship 3, name: expected a name of at most 40 letters, found {found}"])
        for told, found in (("3", "3"), ('""', '""'), (f'"{"x" * 41}"', f'"{"x" * 41}"'))
    ),
    *((f"{JAM}amount = {value}", whole("Signal Jam, amount", 0, 99, value)) for value in (-1, 100)),
    (
        f'{JAM}effect = "cancl"',
        [
            "Signal Jam, effect: \"cancl\" is not a known word; nearest: 'cancel'",
            "Signal Jam, windows: \"cancel\" is not a known word; nearest: 'roll'",
            "Signal Jam, windows: expected some of roll",
        ],
    ),
    (f'{JAM}side = "atack"', ["Signal Jam, side: \"atack\" is not a known word; nearest: 'attack'"]),
    (f"{JAM}windows = []", ["Signal Jam, windows: expected some of cancel"]),
    (
        f'{JAM}windows = "cancel"',
        [
            'Signal Jam, windows: expected a list of words, found "cancel"',
            "Signal Jam, windows: expected some of cancel",
        ],
    ),
    *(
        (
            f'{JAM}effect = "{effect.name.lower()}"\nwindows = ["sleep"]',
            [
                f"Signal Jam, windows: \"sleep\" is not a known word; nearest: '{near}'",
                f"Signal Jam, windows: expected some of {', '.join(windows)}",
            ],
        )
        for (effect, windows), near in zip(ALLOWED.items(), NEAREST, strict=True)
    ),
    (f"{ALIEN}homeworld = 3", ["The Derelict, homeworld: there is no such field; nearest: 'firepower_die'"]),
    *((f"{ALIEN}resistance = {value}", whole("The Derelict, resistance", 1, 99, value)) for value in (0, 100)),
    *(
        (f"{ALIEN}{die} = {value}", whole(f"The Derelict, {die}", 1, 20, value))
        for die in ("firepower_die", "initiative_die")
        for value in (0, 21)
    ),
    *((f"{ALIEN}critical_mass = {value}", whole("The Derelict, critical_mass", 0, 99, value)) for value in (-1, 100)),
    *((f"{ALIEN}lose_at = {value}", whole("The Derelict, lose_at", 1, 99, value)) for value in (0, 100)),
    (f"{ALIEN}table = 3", ["The Derelict, table: expected a list of 1 to 20 acts, found 3"]),
    (f"{ALIEN}table = []", ["The Derelict, table: expected a list of 1 to 20 acts, found []"]),
    (f'{ALIEN}table = ["bost"]', ["The Derelict, table: \"bost\" is not a known word; nearest: 'boost'"]),
    (
        "[tactic.Mine]",
        [
            *(
                f"Mine, {key}: a Tactic has to state it"
                for key in ("trade", "effect", "side", "amount", "windows", "copies")
            ),
            "Mine, windows: expected some of roll",
        ],
    ),
    ('[crew."Crew 6"]\ntrade = 1\nresistance = 6\ncopies = 3', ["Crew 6: only Tactics can be added, found in [crew]"]),
    (MINE.replace("Mine", '"Crew 5"'), ["Crew 5: it stands in [crew], found in [tactic]"]),
]


@pytest.mark.parametrize(("text", "faults"), FAULTS, ids=[text.replace("\n", " ")[:60] for text, _ in FAULTS])
def test_a_fault_is_named_with_what_would_be_right(text: str, faults: list[str], tmp_path: Path) -> None:
    with pytest.raises(FaultyFile) as error:
        load_catalogue(card_file(tmp_path, text))
    assert list(error.value.faults) == faults
    with pytest.raises(ValueError, match=r"^cards: "):
        TradeWorlds(cards=card_file(tmp_path, text))


def test_where_nobody_has_a_card_the_game_is_played_to_its_end_unasked(tmp_path: Path) -> None:
    """Trader is the only Role (TW-2.2), and a single action is taken (TW-P4), from the beginning on."""
    sections = {"starship": "Starship", "weapon": "Weapon", "crew": "Crew"}
    text = "".join(
        f'[{section}."{word} {level}"]\nstart = 0\n' for section, word in sections.items() for level in range(1, 6)
    )
    text += '[tactic]\n"Overcharged Coils" = { start = 0 }\n"Braced Frames" = { start = 0 }\n'
    table = Table(cards=str(card_file(tmp_path, text)), max_rounds=3)
    assert table.asked is None
    assert (table.position()["round"], table.decision) == (3, {"type": "over", "winner": None, "cut_short": True})
