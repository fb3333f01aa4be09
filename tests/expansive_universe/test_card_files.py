"""Card files of one's own: corrections, added cards, whole sets (EU-15.1); every fault named at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ow_env.cards.catalogue import FaultyFile
from ow_env.expansive_universe import cards as source
from ow_env.expansive_universe.cards import LISTS, MOST_OF_KIND, Kind, load_catalogue, vocabulary
from ow_env.expansive_universe.game import ExpansiveUniverse
from tests.expansive_universe.oracle.cards import BASE
from tests.files import card_file

ODD = Path(__file__).with_name("odd_cards.toml")


# ── The catalogue ────────────────────────────────────────────────────────────────────────────────


def test_the_catalogue() -> None:
    catalogue = load_catalogue()
    assert [card.name for card in catalogue.cards] == list(BASE.cards)
    assert [card.id for card in catalogue.cards] == list(range(len(catalogue.cards)))
    assert [len(cards) for cards in catalogue.of_kind] == [40, 24, 20, 20, 16]
    for cards in catalogue.of_kind:
        assert [card.number for card in cards] == list(range(len(cards)))
    assert catalogue.faction_names == ("Galaxernment", "Robotocense", "Wartribe", "Sorcerons")
    assert catalogue.places == ("Core", "Concordia", "Foundry Prime", "Kharg", "Umbrahl")
    assert [card.faction for card in catalogue.of_kind[Kind.CHARACTER]] == [0] * 10 + [1] * 10 + [2] * 10 + [3] * 10
    assert catalogue.factions[2].about.startswith("raids")
    assert catalogue.setup.slots == source.SLOTS


def test_a_figure_says_where_it_is_from() -> None:
    labels = load_catalogue().card("Skull Landing").labels
    assert (labels["alpha"], labels["side"], labels["skills"]) == ("printed", "inferred", "reconstructed")
    assert load_catalogue().factions[0].labels["alpha"] == "printed"
    assert load_catalogue().cores[0].labels["effects"] == "reconstructed"


def test_every_word_is_explained_and_used() -> None:
    catalogue, words = load_catalogue(), vocabulary()
    used = {effect.word for card in catalogue.cards for effect in card.text}
    used |= {effect.word for faction in catalogue.factions for effect in faction.habits}
    used |= {effect.word for core in catalogue.cores for effect in core.laws}
    assert used == {code for codes in LISTS for code in codes}
    for codes, name in LISTS.items():
        told = [word.removesuffix(":N") for word in words[name]]
        assert sorted(told) == sorted(code.name.lower().replace("_", " ") for code in codes)
        assert all(entry["means"] for entry in words[name].values())


def test_the_files_are_read_as_they_are() -> None:
    """Without what is kept of them."""
    assert source.standard_setup.__wrapped__() == load_catalogue().setup
    assert source.vocabulary.__wrapped__() == vocabulary()
    assert source.numbered_words.__wrapped__("cores") == {"core income", "toll", "core point"}


def test_an_effect_reads_as_it_was_written() -> None:
    catalogue = load_catalogue()
    assert [effect.text for effect in catalogue.card("Field Repair Bay").text] == ["boost:1", "straighten"]
    assert [effect.text for effect in catalogue.card("War Drummer").text] == ["boost per ally:1"]
    assert [effect.text for effect in catalogue.factions[2].habits] == ["home guard:5", "raid:3", "free attack"]
    assert [effect.text for core in catalogue.cores for effect in core.laws] == [
        *("core income:1", "drift", "free flight", "drift", "toll:3", "drift"),
        *("core point:2", "drift", "silence", "drift"),
    ]


# ── Corrections, additions, whole sets ───────────────────────────────────────────────────────────


def test_a_correction_keeps_what_it_does_not_state(tmp_path: Path) -> None:
    card, before = (
        load_catalogue(path).card("Storm Caller")
        for path in (card_file(tmp_path, '[character."Storm Caller"]\nspace = 30\nresistance = 0\n'), None)
    )
    assert (card.space, card.resistance, card.combat, card.expire) == (30, 0, before.combat, before.expire)
    assert (card.id, card.when, card.text, card.skills) == (before.id, before.when, before.text, before.skills)
    assert (card.labels["space"], card.labels["combat"]) == ("yours", "reconstructed")


def test_what_a_card_need_not_state(tmp_path: Path) -> None:
    six = '["lore", "lore", "might", "lore", "lore", "lore"]'
    text = f'[character.Mine]\nfaction = "Wartribe"\nskills = {six}\ncombat = 1\nspace = 2\nexpire = 3\nability = []\n'
    text += '[location.Pit]\nfaction = "Wartribe"\nside = "inside"\nskills = ["lore", "lore"]\neffects = ["gold:30"]\n'
    text += '[weapon."Long Fuse"]\nfaction = "Sorcerons"\nability = ["boost:30"]\nwhen = "home"\n'
    catalogue = load_catalogue(card_file(tmp_path, text))
    mine, pit, fuse = (catalogue.card(name) for name in ("Mine", "Pit", "Long Fuse"))
    assert (mine.kind, mine.number, mine.faction, mine.alpha, mine.resistance) == (Kind.CHARACTER, 40, 2, False, 0)
    assert (mine.combat, mine.space, mine.expire, mine.text, mine.when.name) == (1, 2, 3, (), "ALWAYS")
    assert (pit.outside, [skill.name for skill in pit.skills], pit.text[0].number) == (False, ["LORE", "LORE"], 30)
    assert [skill.name for skill in mine.skills] == ["LORE", "LORE", "MIGHT", "LORE", "LORE", "LORE"]
    assert (fuse.when.name, fuse.text[0].number, fuse.number) == ("HOME", 30, 20)
    assert [card.id for card in catalogue.cards] == list(range(123))
    assert catalogue.card("Skull Landing").outside


SMALL = "[set]\nreplaces = true\n[core.Hub]\neffects = []\n" + "".join(
    f'[faction.{name}]\n[planet."{name} Home"]\nfaction = "{name}"\nalpha = true\neffects = []\n'
    f'[location."{name} Port"]\nfaction = "{name}"\nalpha = true\nside = "outside"\nskills = []\neffects = []\n'
    f'[spaceship."{name} Hull"]\nfaction = "{name}"\nalpha = true\nspace = 1\nexpire = 5\n'
    f'[character."{name} Lead"]\nfaction = "{name}"\nalpha = true\nskills = []\ncombat = 1\nspace = 1\nexpire = 5\n'
    "ability = []\n"
    for name in ("Reds", "Blues")
)


def test_a_whole_set_stands_for_itself(tmp_path: Path) -> None:
    catalogue = load_catalogue(card_file(tmp_path, SMALL))
    assert [card.name for card in catalogue.cards] == [
        *("Reds Lead", "Blues Lead", "Reds Hull", "Blues Hull", "Reds Port", "Blues Port"),
    ]
    assert (catalogue.faction_names, catalogue.places) == (("Reds", "Blues"), ("Core", "Reds Home", "Blues Home"))
    assert [core.name for core in catalogue.cores] == ["Hub"]
    assert catalogue.factions[0].about == ""


@pytest.mark.parametrize("told", ["", "[set]\n", "[set]\nreplaces = false\n"])
def test_a_file_that_replaces_nothing_is_laid_over(told: str, tmp_path: Path) -> None:
    catalogue = load_catalogue(card_file(tmp_path, f'{told}[spaceship."Ram Skiff"]\nspace = 5\n'))
    assert (len(catalogue.cards), catalogue.card("Ram Skiff").space) == (120, 5)


def test_a_kind_has_room_for_64_cards(tmp_path: Path) -> None:
    def ships(count: int) -> Path:
        row = 'faction = "Wartribe"\nspace = 1\nexpire = 5\n'
        return card_file(tmp_path, "".join(f"[spaceship.Hull{number}]\n{row}" for number in range(count)))

    assert len(load_catalogue(ships(MOST_OF_KIND - 24)).of_kind[Kind.SPACESHIP]) == 64
    with pytest.raises(FaultyFile) as error:
        load_catalogue(ships(MOST_OF_KIND - 23))
    assert error.value.faults == ("[spaceship]: there are 65 cards; there is room for 64",)


# ── Faults ───────────────────────────────────────────────────────────────────────────────────────

ACE = '[character."Navy Ace"]\n'
PORT = '[location."Tax Office"]\n'
HORN = '[weapon."War Horn"]\n'
MINE = '[weapon.Mine]\nfaction = "Wartribe"\nability = []\n'
WORDS = '"to", "Core", "left", "right", "slot N" are words of actions'
SEVEN = '["lore", "lore", "lore", "lore", "lore", "lore", "lore"]'
FAULTS: list[tuple[str, list[str]]] = [
    (f'{ACE}side = "inside"', ["Navy Ace, side: a character has no such field"]),
    *(
        (f"{ACE}{key} = {value}", [f"Navy Ace, {key}: expected a whole number from 0 to 30, found {value}"])
        for key in ("combat", "space", "expire", "resistance")
        for value in (-1, 31)
    ),
    (f'{ACE}faction = "Wartrib"', ["Navy Ace, faction: \"Wartrib\" is not a known word; nearest: 'Wartribe'"]),
    (
        '[character."Warlord Gruda"]\nfaction = "Wartrib"',
        [
            "Warlord Gruda, faction: \"Wartrib\" is not a known word; nearest: 'Wartribe'",
            "Wartribe: expected one alpha character, found 0",
        ],
    ),
    (f"{ACE}faction = 3", ["Navy Ace, faction: expected a word, found 3"]),
    (f"{ACE}alpha = 1", ["Navy Ace, alpha: expected true or false, found 1"]),
    (f"{ACE}alpha = true", ["Galaxernment: expected one alpha character, found 2"]),
    ('[location."Skull Landing"]\nalpha = false', ["Wartribe: expected one alpha location, found 0"]),
    ('[spaceship."Ram Skiff"]\nalpha = true', ["Wartribe: expected one alpha spaceship, found 2"]),
    (f'{ACE}skills = "lore"', ['Navy Ace, skills: expected a list of at most 6 skills, found "lore"']),
    (
        f"{ACE}skills = {SEVEN}",
        [f"Navy Ace, skills: expected a list of at most 6 skills, found {SEVEN.replace(chr(34), chr(39))}"],
    ),
    (f'{ACE}skills = ["lor"]', ["Navy Ace, skills: \"lor\" is not a known word; nearest: 'lore'"]),
    (f'{ACE}when = "attackin"', ["Navy Ace, when: \"attackin\" is not a known word; nearest: 'attacking'"]),
    (f'{ACE}when = "always"', ["Navy Ace, when: \"always\" is not a known word; nearest: 'attacking'"]),
    (f'{ACE}ability = "free"', ['Navy Ace, ability: expected a list of at most 4 effects, found "free"']),
    (
        f'{ACE}ability = ["free", "free", "free", "free", "free"]',
        ["Navy Ace, ability: expected a list of at most 4 effects, found ['free', 'free', 'free', 'free', 'free']"],
    ),
    (f"{ACE}ability = [3]", ["Navy Ace, ability: expected a word, found 3"]),
    (f'{ACE}ability = ["bost:1"]', ["Navy Ace, ability: \"bost:1\" is not a known word; nearest: 'boost'"]),
    (f'{ACE}ability = ["gold:1"]', ["Navy Ace, ability: \"gold:1\" is not a known word; nearest: 'guard'"]),
    (f'{ACE}ability = ["free:1"]', ["Navy Ace, ability: \"free:1\" is not a known word; nearest: 'free'"]),
    *(
        (
            f'{ACE}ability = ["{word}"]',
            [f'Navy Ace, ability: found "{word}"; boost takes a number from 1 to 30, as in boost:2'],
        )
        for word in ("boost", "boost:0", "boost:31", "boost:x")
    ),
    (f'{PORT}effects = ["boost:1"]', ["Tax Office, effects: \"boost:1\" is not a known word; nearest: 'sabotage'"]),
    (
        f'{PORT}effects = ["gold:31"]',
        ['Tax Office, effects: found "gold:31"; gold takes a number from 1 to 30, as in gold:2'],
    ),
    (f'{PORT}side = "insid"', ["Tax Office, side: \"insid\" is not a known word; nearest: 'inside'"]),
    (f"{PORT}combat = 1", ["Tax Office, combat: a location has no such field"]),
    (f"{HORN}skills = []", ["War Horn, skills: a weapon has no such field"]),
    (f"{HORN}alpha = false", ["War Horn, alpha: a weapon has no such field"]),
    ('[spaceship."Ram Skiff"]\nability = []', ["Ram Skiff, ability: a spaceship has no such field"]),
    (
        "[character.Mine]",
        [
            *(
                f"Mine, {key}: a character has to state it"
                for key in ("faction", "skills", "combat", "space", "expire", "ability")
            ),
            "Mine, faction: expected a word, found None",
        ],
    ),
    (
        "[spaceship.Mine]",
        [
            *(f"Mine, {key}: a spaceship has to state it" for key in ("faction", "space", "expire")),
            "Mine, faction: expected a word, found None",
        ],
    ),
    (
        '[location.Mine]\nfaction = "Wartribe"',
        [
            *(f"Mine, {key}: a location has to state it" for key in ("side", "skills", "effects")),
            "Mine, side: expected a word, found None",
        ],
    ),
    ('[weapon.Mine]\nfaction = "Wartribe"', ["Mine, ability: a weapon has to state it"]),
    (
        "[planet.Kharg]\neffects = 3",
        ["Kharg, effects: expected a list of at most 4 effects, found 3"],
    ),
    ("[planet.Kharg]\nside = 3", ["Kharg, side: a planet has no such field"]),
    ('[planet.Kharg]\neffects = ["toll:1"]', ["Kharg, effects: \"toll:1\" is not a known word; nearest: 'income'"]),
    ('[planet.Pluto]\nfaction = "Wartribe"', ["Wartribe: expected one planet, found 2"]),
    (
        '[core."Galactic Core #1"]\neffects = ["raid:1"]',
        ["Galactic Core #1, effects: \"raid:1\" is not a known word; nearest: 'core point'"],
    ),
    ("[faction.Wartribe]\nabout = 3\nside = 3", ["Wartribe, side: a Faction has no such field"]),
    ("[faction.Pirates]", ["Pirates: expected one planet, found 0"]),
    (
        '[faction.Pirates]\n[planet.Tortuga]\nfaction = "Pirates"\nalpha = true\neffects = []',
        [f"Pirates: expected one alpha {kind}, found 0" for kind in ("location", "spaceship", "character")],
    ),
    (
        "[faction.F1]\n[faction.F2]\n[faction.F3]",
        [
            "[faction]: expected 2 to 6, found 7",
            *(f"F{number}: expected one planet, found 0" for number in (1, 2, 3)),
        ],
    ),
    (
        "[set]\nreplaces = true\n[faction.Alone]",
        [
            "[faction]: expected 2 to 6, found 1",
            "[core]: expected at least one Galactic Core",
            "Alone: expected one planet, found 0",
        ],
    ),
    ("[set]\nreplaces = 1\nmore = 2", ["[set]: expected replaces = true or false, found {'replaces': 1, 'more': 2}"]),
    ("set = 3", ["[set]: expected replaces = true or false, found 3"]),
    (
        '[spaceship."Navy Ace"]\nfaction = "Wartribe"\nspace = 1\nexpire = 1',
        ["Navy Ace: it stands in [character], found in [spaceship]"],
    ),
    *(
        (MINE.replace("Mine", f'"{name}"'), [f'"{name}": {WORDS}'])
        for name in ("Road to Ruin", "Core", "left", "right", "slot 3")
    ),
]


@pytest.mark.parametrize(("text", "faults"), FAULTS, ids=[faults[0] for _, faults in FAULTS])
def test_a_fault_is_named_with_what_would_be_right(text: str, faults: list[str], tmp_path: Path) -> None:
    with pytest.raises(FaultyFile) as error:
        load_catalogue(card_file(tmp_path, text))
    assert list(error.value.faults) == faults
    with pytest.raises(ValueError, match=r"^cards: "):
        ExpansiveUniverse(cards=card_file(tmp_path, text))


@pytest.mark.parametrize("name", ["Toll", "Core Breaker", "slot", "No. #2"])
def test_names_that_are_taken(name: str, tmp_path: Path) -> None:
    assert load_catalogue(card_file(tmp_path, MINE.replace("Mine", f'"{name}"'))).card(name).kind is Kind.WEAPON


def test_a_set_says_which_cores_do_not_drift(tmp_path: Path) -> None:
    assert load_catalogue().warnings == ()
    text = '[core]\n"Galactic Core #1" = { effects = [] }\n"Galactic Core #3" = { effects = ["toll:1"] }\n'
    (warning,) = load_catalogue(card_file(tmp_path, text)).warnings
    assert warning == (
        "Galactic Core #1 and Galactic Core #3: no drift (EU-11.7): a full line-up stays until somebody buys from it."
        " Players who wait for each other may then play until the game is cut short."
    )


def test_the_odd_cards_are_read() -> None:
    catalogue = load_catalogue(ODD)
    assert catalogue.card("Navy Ace").when.name == "OUTNUMBERED"
    assert [effect.number for effect in catalogue.cores[0].laws] == [1, 3, 1]
