"""What `ow` refuses, command by command: in words that name what was wrong, before anything is played or written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from training.cli import main

FILES = {  # what lies in the folder in which they are typed
    "goofspiel.toml": 'game = "goofspiel"\nagainst = ["builder"]\n',
    "mistyped.toml": 'against = ["expret"]\n',
    "bad.txt": "Titn\n2x Kite\n",
    "empty.txt": "# nothing\n",
    "deep.toml": "a = " + "[" * 9000,
    "large.toml": f"minutes = {10**400}\nthreads = 100000\nwidth_whole = 99999999999\n",
    "file": "no folder",
}
PLAYS_OTHER = "expert plays open_worlds, not goofspiel"
BAKER, ARES = "'Baker-Braugn EDV'", "'Ares Venture Trust'"
DUEL = f"decks match {BAKER} {ARES}"
# What is typed | what is said. With |~ a file of results has been opened by then, or a line printed.
TYPED = f"""
card                                    | invalid choice: 'card'

# what is looked up
cards show Titen                        | ow: there is no card 'Titen'; nearest: 'Titan'
cards show Ram                          | star_realms has it: `ow cards --game star_realms show Ram`
cards show Rum                          | among the cards of open_worlds; --game looks in another game
cards --only shipp                      | no card of open_worlds has the word 'shipp'; nearest: 'ship'
cards check none.toml                   | none.toml cannot be used:\\n  - there is no such file
cards --game goofspiel --only ship      | --only: goofspiel has no card files
cards --game goofspiel show Titan       | goofspiel has no card files; `ow cards --game goofspiel`
rules OW-4a.9                           | its section has OW-4a.1, OW-4a.2
rules OW-9.1                            | there is no rule 'OW-9.1'; nearest: 'OW-
rules SR-4.3                            | SR-4.3 is a number of star_realms: `ow rules --game star_realms SR-4.3`
rules --game star_realms SR-99          | there is no rule 'SR-99'
rules --game star_realms OW-4a.3        | OW-4a.3 is a number of open_worlds
replay none.jsonl                       | ow: none.jsonl: there is no such file
decks show empty.txt                    | ow: empty: there is no card in this deck
cards check deep.toml                   | it is not TOML of a sensible kind: it is nested too deeply
train --settings deep.toml              | deep.toml: it is not TOML of a sensible kind: it is nested too deeply
compile --clean goofspiel               | --clean: removes all compiled code; expected no LIBRARY, got 'goofspiel'
agents card none.safetensors            | there is no such file
compile open_worlds_agent               | no library 'open_worlds_agent'; nearest: 'open_worlds_agents'

# seeds, numbers and paths, everywhere alike
match random random --seed -1           | --seed: expected a number from 0 to 9223372036854775807, got '-1'
ladder random matcher --seed {2**63}    | --seed: expected a number from 0 to 9223372036854775807
train --seed {2**64}                    | --seed: expected a number from 0 to 9223372036854775807
exploit random --seed 1e3               | --seed: expected a number from 0 to 9223372036854775807, got '1e3'
train --minutes nan                     | --minutes: expected a number, got 'nan'
ladder random matcher --elo-width inf   | --elo-width: expected a number, got 'inf'
exact --nash-conv inf                   | --nash-conv: expected a number, got 'inf'
train --out ''                          | --out: expected a path, got ''
train --game ''                         | --game: expected a name, got ''
exploit random --game ''                | --game: expected a name, got ''
train --settings large.toml             | minutes: expected a number from 0 to 9.22337203685e+18, got 1000000
watch random random random --game goofspiel | agents: expected at most 2, one for each seat, got 3

# who plays, with which options
match bulder random                     | no agent is called 'bulder'; nearest: 'builder'
match random rendom --game goofspiel    | no agent is called 'rendom'; nearest: 'random'
match expert random --game goofspiel    | {PLAYS_OTHER}, which learned, matcher, random, scripted
match search:abc random                 | simulations: expected a whole number from 1 to 1,000,000, got 'abc'
match none.safetensors random           | none.safetensors: there is no such file
match random random --games 0           | --games: expected a number from 1 up
match builder random --option num_player=3 | no option 'num_player'; nearest: 'num_players'; its options: decks, worlds,
match random random --game goofspiel --decks A B | --decks: goofspiel is played without decks, Factions or the like
match random random --decks Smith       | --decks: decks: expected 2 to 4, one for each player, got 1
match random random --decks Smith none.txt | --decks: decks[0]: there is no deck 'Smith'
match random random --decks none.txt none.txt | --decks: decks[0]: none.txt cannot be used
match random random --time --random-decks | no --decks, --record or --time
match random --time --game tradeworlds --option 'scenario=The Derelict' | --time: compares two agents
match builder random --random-decks 50  | --random-decks: expected sizes among 54 and 40, each once, got [50]
match random random --game goofspiel --random-decks | --random-decks: goofspiel is played without decks
match builder --random-decks            | --random-decks: expected two agents, and no --decks, --record or --time
match builder nobody --random-decks     | no agent is called 'nobody'
match expert random --random-decks 40 --random-values 1 | --random-values: expected a number from 2 up, got 1
match expert random --random-values 2  | --random-values: only with --random-decks

# `ow play`
play --no-browser --game goofspiel --seat 2 | --seat: expected 0 to 1, got 2
play --no-browser --game goofspiel --against random random | --against: expected at most 1, got 2
play --no-browser --game goofspiel --against nobdy | no agent is called 'nobdy'
play --no-browser --game star_realms --decks a b | --decks: star_realms is played without
play --no-browser --game tradeworlds --option scenario=Derelict | --option: scenario: expected
play --no-browser --game goofspiel --option num_players=4 --against random random random random | at most 3, got 4
play --no-browser --host 203.0.113.7    | can't listen at 203.0.113.7
play --no-browser --port 123456         | can't listen at 127.0.0.1, port 123456

# ladders
ladder random                           |~ a ladder takes two different agents or more, got random
ladder random scripde --game goofspiel  |~ no agent is called 'scripde'; nearest: 'scripted'
ladder random scripted --game goofspiel --games 0 | --games: expected a number from 1 up, got 0
ladder random scripted --game goofspiel --games 8 --block 5 |~ --games: expected 10 or more, a block of 5
ladder random scripted --game goofspiel --processes 0 |~ --processes: expected a number from 1 up, got 0
ladder random scripted --game goofspiel --anchor nobody |~ anchor: expected one of
ladder random scripted --game goofspiel --width 2 |~ width: expected a number between 0 and 1
ladder random scripted --game goofspiel --decks a b | --decks: goofspiel is played without
ladder --game goofspiel --show          | --store: there is no file

# training
train --resume                          | --resume, --report: expected --out
train --report --out none --seed 3      | --resume, --report: expected --out
train --resume --out none               | none: holds no run to resume
train --report --out none               | none: holds no run to resume
train --resume --out none --from-scratch | --resume, --report: expected --out
train --settings none.toml              | ow: none.toml: there is no such file
train --settings goofspiel.toml         | against: builder plays open_worlds, not goofspiel, which learned, matcher
train --settings mistyped.toml          | against: no agent is called 'expret'; nearest: 'expert'
exploit                                 | AGENT: expected the agent to exploit
exploit nobody                          | no agent is called 'nobody'
exploit expert --game goofspiel         | {PLAYS_OTHER}
exploit none.safetensors                | there is no such file
exploit random --games 0                | --games: expected a number from 1 up, got 0
exploit random --seed 20000             | decides the games that are measured on
exploit random --decks A                | decks: expected 2 to 4, one for each player, got 1
exploit random --from-itself --game goofspiel | expected a learned agent, which has weights to begin with
exploit --resume --out x --from-itself  | --resume: expected --out
exploit random --resume --out x         | --resume: expected --out
exploit --resume --out x                | holds no run to resume
exact --game goofspiel-6                | there is no small game 'goofspiel-6'; nearest: 'goofspiel-
exact --method magic                    | --method: expected auto, program, regrets, got 'magic'
exact --nash-conv 0                     | --nash-conv: expected a number above 0
exact --samples 0                       | --samples: expected a number from 1 up
exact expert --game goofspiel-2         | {PLAYS_OTHER}
exact exprt --game open_worlds-tiny     | no agent is called 'exprt'; nearest: 'expert'

# data
dataset random --game goofspiel         | --out: expected the folder
dataset random random --game goofspiel --out x | random is named twice
dataset randon --game goofspiel --out x |~ no agent is called 'randon'
dataset random --game goofspiel --games 0 --out x | games: expected a number from 1 up, got 0
dataset random --game goofspiel --block 0 --out x | block: expected a number from 1 up, got 0
dataset random --game goofspiel --seed -1 --out x | seed: expected a number from 0
dataset check                           | ow dataset check: expected FOLDER, got nothing
dataset check nowhere                   | nowhere: no dataset is here: expected dataset.json in it
dataset minari nowhere                  | ow dataset minari: expected FOLDER and ID, got nowhere

# the deck lab
decks show Ares                         | nearest: 'Ares Venture Trust'
decks check none.txt                    | there is no such file
decks match bad.txt {ARES}               | bad is no legal deck:\\n  - has 3 cards, expected 40
decks match {ARES} Baker                 | there is no deck 'Baker' and no such file; nearest: 'Baker-Braugn EDV'
decks match player_0 player_9 --game goofspiel | there is no seat 'player_9'
{DUEL} --width 0.7                      |~ width: expected a number between 0 and 0.5, got 0.7
{DUEL} --games 0                        |~ --games: expected a number from 1 up, got 0
{DUEL} --agent bilder                   | no agent is called 'bilder'; nearest: 'builder'
{DUEL} --other-agent nobody             | no agent is called 'nobody'
{DUEL} --agent random builder --other-agent raider | --other-agent: goes with one --agent, not with several
{DUEL} --out file/x                     | file/x cannot be written to: Not a directory
{DUEL} --out file                       | file cannot be written to: File exists
{DUEL} --store file/s.sqlite            |~ file/s.sqlite: cannot be used as a ladder's results
decks card-values {BAKER} --against Ares | there is no deck 'Ares'
decks card-values {BAKER} --agent search:5 |~ agent: expected one of random, builder, raider, expert, learned, or the
decks card-values {ARES} --card Titan   |~ card: Ares Venture Trust has no 'Titan'
decks card-values {ARES} --card 'City 11' |~ card: Ares Venture Trust has no 'City 11'; nearest: 'City 1
decks card-values {ARES} --by Titen     |~ there is no card 'Titen'; nearest: 'Titan'
decks card-values {ARES} --by Quarry    |~ by: Quarry may not stand in Ares Venture Trust in place of
decks card-values {ARES} --by 'Shipyard 8' |~ by: Shipyard 8 may not stand in Ares Venture Trust in place of
decks card-values x --game goofspiel    | --game: this is for open_worlds alone, got goofspiel
decks --game goofspiel random           | --game: this is for open_worlds alone, got goofspiel
decks build --agent none.safetensors    | there is no such file
decks build --size 40 --against 'Smith-Boson F.E.' |~ Smith-Boson F.E. has 54 cards, the decks to be built 40
decks balance --game goofspiel --cards own.toml | goofspiel has no option 'cards'
decks balance --game goofspiel --agent expert | {PLAYS_OTHER}
decks market-values --game goofspiel           | this is for star_realms alone, got goofspiel
"""


ROWS = [re.split(r" +\|(~?) ", line) for line in TYPED.splitlines() if " |" in line]


@pytest.mark.parametrize(("typed", "begun", "said"), ROWS, ids=[row[0] for row in ROWS])
def test_it_is_refused_in_words_and_nothing_is_written(
    typed: str,
    begun: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert main(shlex.split(typed)) == 2
    out, err = capsys.readouterr()
    assert said.replace("\\n", "\n") in err
    assert "Traceback" not in err
    if not begun:
        assert out == ""
        assert {path.name for path in tmp_path.rglob("*")} == FILES.keys()
