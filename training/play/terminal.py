"""A game at the prompt: the table as text, the decision in words, and what a person types.

Below: table.py, which plays; drawing/text.py. Above: ``ow play --terminal``. In order: what is typed and what it means,
the game at the prompt, completion. It needs no more than lines in and lines out, so it works over a pipe, too.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import TypeAlias

from ow_env.core.game import Game
from ow_env.core.text import escaped, nearest, second_person
from ow_env.drawing.text import text_of
from ow_env.drawing.view import View
from training.card_texts import card_texts, in_short
from training.files import write_whole
from training.play.setup import hints_for
from training.play.table import PERSON, Entry, Refused, Shown, Table
from training.primer import read_primer
from training.rules import read_rules
from training.terminal_output import in_colour, plain_output, shown_safely
from training.words import spoken

Read: TypeAlias = Callable[[str], str]  # a prompt in, a line out; EOFError where there are no more
Write: TypeAlias = Callable[[str], None]

WIDTH = 100
FEW = 9  # choices that are listed without being asked for
RECENT = 20  # lines of the log
BAR = 20  # columns of a share of 100 %
COMMANDS = {  # as they are typed: what they do
    "?": "list what you may do; `? WORDS` lists what has these words in it",
    "table": "show the table (so does an empty line)",
    "why NAME": "say which rule forbids an action",
    "undo": "take back your last choice, unless chance was drawn, something hidden was seen or another has chosen",
    "hint [AGENT]": "what an agent would do, and how sure it is",
    "log [N]": "what has happened",
    "rule NUMBER": "show a rule",
    "goal": "how to play, in a minute",
    "card [NAME]": "what a card does, or what those of your hand do",
    "play all": "play all cards that can be played now, one after the other",
    "resign": "give the game up",
    "again": "play another game at the same table, when this one is over",
    "save FILE": "write the game down when it has ended, for `ow replay`",
    "help": "list these",
    "quit": "leave the game",
}


# ── What is typed, and what it means ─────────────────────────────────────────────────────────


def fitting(typed: str, names: Sequence[str]) -> list[str]:
    """Return the names that a text can stand for: the name itself; or those that begin so; or those with such words.

    A text of words fits a name that has, in this order, words beginning like them: "st ci z" is "stage City 12 @
    Zadruga".
    """
    typed = " ".join(typed.split()).casefold()
    same = [name for name in names if name.casefold() == typed]
    begun = same or [name for name in names if name.casefold().startswith(typed)]
    return begun or [name for name in names if has_words(name, typed.split())]


def has_words(name: str, words: Sequence[str]) -> bool:
    """Tell whether a name has words that begin like these, in this order."""
    rest = iter(re.findall(r"\w[\w'.-]*|\W", name.casefold()))
    return all(any(each.startswith(word) for each in rest) for word in words)


def listed(names: Sequence[str]) -> str:
    """Return choices as numbered lines, in columns where they are short."""
    cells = [f"{number:>3}  {name}" for number, name in enumerate(names, 1)]
    wide = max(map(len, cells)) + 3
    across = max(1, WIDTH // wide)
    rows = -(-len(cells) // across)
    lines = ["".join(cell.ljust(wide) for cell in cells[row::rows]).rstrip() for row in range(rows)]
    return "\n".join(lines)


# ── The game at the prompt ───────────────────────────────────────────────────────────────────


class Terminal:
    """One person at a table, line by line.

    Args:
        table: with one person.
        read: asks for a line.
        write: prints some.
        colour: mark up with ANSI codes.
        again: makes another game at the same table; None: there is none.
    """

    def __init__(
        self, table: Table, read: Read, write: Write, colour: bool = False, again: Callable[[], Table] | None = None
    ) -> None:
        if len(table.people) != 1:
            raise ValueError(f"at the prompt one person plays, this table has {len(table.people)}; use the browser")
        self.table, self.game, self.seat = table, table.game, table.people[0]
        self._read, self._write, self._colour, self._again = read, write, colour, again
        self._signs = True  # are the signs of the table still to be explained?
        self._left = False
        self._begin()

    def _begin(self) -> None:
        """Forget what belonged to the game before."""
        self._told = 0  # lines of the log
        self._drawn: tuple[str, str] | None = None  # turn and Step in which the table was drawn last
        self._asked: object = None  # the position whose decision was told last
        self._save: Path | None = None
        self._resigned = False

    def play(self) -> None:
        """Play until the game is over and the person has left."""
        names = enumerate(self.table.names)
        who = (f"{spoken(self.game.agents[seat])}: {'you' if seat == self.seat else name}" for seat, name in names)
        self.say(f"{self.game.facts.title}. {'; '.join(who)}. `help` lists what you can type.")
        while not self._left:
            if self.table.ready and not self._resigned:
                self.go_on()
                continue
            if not self._over:
                self.ask()
            self.take_line()

    def go_on(self) -> None:
        """Play one joint decision, and tell what came of it."""
        try:
            self.table.step()
        except KeyboardInterrupt:  # while an agent thinks
            self.quit("")
            return
        self.tell()
        if self.table.over:
            self.end()

    def say(self, text: str) -> None:
        """Print text; nothing in it steers the terminal."""
        self._write(shown_safely(spoken(text)))

    def tell(self) -> None:
        """Print what has happened since it was last told."""
        entries = self.table.log(self.seat)
        for entry in entries[self._told :]:
            self.say(line_of(entry))
        self._told = len(entries)

    def ask(self) -> None:
        """Print the table where a Step begins, and what is to be decided, once."""
        shown = self.table.shown(self.seat)
        if shown.state is self._asked:
            return
        self._asked = shown.state
        view = self._view()
        if self._drawn != (view.when, view.step):
            self.draw()
        else:
            self.say(f"\n> {view.decision}")
        names = self.names()
        if len(names) <= FEW:
            self.say(listed(names))
        else:
            self.say(f"{len(names)} choices: `?` lists them.")

    def draw(self) -> None:
        """Print the table."""
        view = self._view()
        self._drawn = view.when, view.step
        self.say(f"\n{text_of(view, self._colour, signs=self._signs)}\n")
        self._signs = False

    def end(self) -> None:
        """Print how the game ended, and save it where that was asked for."""
        self._signs = False
        self.draw()
        self.say(f"The game is over. {outcome_of(self.table.rewards(), self.seat)} {sentence(self.table.ending())}")
        if self._save is not None:
            self.write_record(self._save)
        self.say("`save FILE` writes it down for `ow replay`, `again` plays another game, `quit` leaves.")

    def names(self) -> list[str]:
        """Return what the person may do now, by name; `legal` has the ids in the same order."""
        shown = self.table.shown(self.seat)
        if self._resigned:
            return []
        return self._names_of(shown, self.table.legal(shown))

    def _names_of(self, shown: Shown, actions: Iterable[int]) -> list[str]:
        return [spoken(self.game.action_name(shown.state, self.seat, action)) for action in actions]

    def _view(self) -> View:
        """Return what the person sees, in words for it."""
        shown = self.table.shown(self.seat)
        view = spoken(self.game.view(shown.state, self.table.view_of(self.seat)))
        if shown.over:
            return replace(view, decision=spoken(self.table.ending()))
        told = second_person(view.decision, self._me)
        if shown.asked and 0 not in self.table.legal(shown):  # passing, where a game has it
            told = re.sub(r",? or pass\b.*$", "", told)
        return replace(view, decision=f"Your turn: {told}" if shown.asked else told)

    # What is typed.

    def take_line(self) -> None:
        """Read a line and do what it says."""
        try:
            line = self._read(f"{self._me}> ").strip()
        except (EOFError, KeyboardInterrupt):
            self.say("")
            self.quit("")
            return
        try:
            self.do(line)
        except Refused as refusal:
            self.say(sentence(str(refusal)))
        except (ValueError, OSError, ImportError) as error:
            self.say(str(error))
        except KeyboardInterrupt:  # while an agent thinks of a hint
            self.say("Stopped.")

    def do(self, line: str) -> None:
        """Do what a line says: an action's own name comes before a command, a command before the first letters."""
        names, line = self.names(), spoken(line)
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            word, rest = "?", line[1:]
        commands: dict[str, Callable[[str], None]] = {
            "?": self.list, "table": lambda _: self.draw(), "": lambda _: self.draw(), "why": self.why,
            "undo": self.undo, "hint": self.hint, "log": self.log, "rule": self.rule, "save": self.save,
            "help": self.help, "quit": self.quit, "exit": self.quit, "card": self.card, "goal": self.goal,
            "rules": self.goal, "resign": self.resign, "again": self.again,
        }  # fmt: skip
        if " ".join(line.split()).casefold() == "play all":
            self.play_all("play ")
        elif line in names or word.casefold() not in commands:
            self.choose(line, names)
        else:
            commands[word.casefold()](rest.strip())

    def choose(self, typed: str, names: Sequence[str]) -> None:
        """Choose an action by its number in the list, its name, or as much of it as tells which is meant."""
        if self._over:
            raise Refused("the game is over")
        if typed.isdecimal() and typed not in names:
            if not 1 <= int(typed) <= len(names):
                raise Refused(f"there are {len(names)} choices: `?` lists them")
            name = names[int(typed) - 1]
        else:
            found = fitting(typed, names)
            if len(found) != 1:
                self.say(self.not_one(typed, found, names))
                return
            name = found[0]
        self.say(f"  {name}")
        self.table.choose(self.seat, self.table.legal(self.table.shown(self.seat))[names.index(name)])

    def not_one(self, typed: str, found: Sequence[str], names: Sequence[str]) -> str:
        """Return why a text is none of the choices, or which of them it may mean."""
        if found:
            return f"Which of these?\n{listed_as(found, names)}"
        shown = self.table.shown(self.seat)
        every = [name.casefold() for name in self._names_of(shown, range(self.game.num_actions))]
        typed = " ".join(typed.split())
        if typed.casefold() not in every:
            return f"'{escaped(typed)}' is nothing that you can do or type{nearest(typed, names)}. `?` lists it all."
        why = self.game.why_not(shown.state, self.seat, every.index(typed.casefold()))
        return why or "That is not allowed here."

    def list(self, words: str) -> None:
        """List what may be done, or what of it has these words."""
        names = self.names()
        found = [name for name in names if all(word in name.casefold() for word in words.casefold().split())]
        if not names:
            self.say("There is nothing to choose: the game is over.")
        else:
            self.say(listed_as(found, names) if found else f"None of the {len(names)} choices has that in its name.")

    def why(self, typed: str) -> None:
        """Tell the rule that forbids an action, legal or not, by its name or as much of it as tells which is meant."""
        if not typed:
            raise Refused("say which action: `why pass`")
        shown = self.table.shown(self.seat)
        names = self._names_of(shown, range(self.game.num_actions))
        found = fitting(typed, names)
        if len(found) != 1:
            none = f"no action is called that{nearest(typed, names)}"
            self.say(sentence(f"Which of these?\n{listed(found[:RECENT])}" if found else none))
            return
        (name,) = found
        action = names.index(name)
        if action in self.table.legal(shown):
            self.say(f"{name}: you may do that.")
        else:
            self.say(f"{name}: {self.game.why_not(shown.state, self.seat, action) or 'it is not your turn.'}")

    def undo(self, _: str) -> None:
        """Take back the last choice."""
        self.table.undo(self.seat)
        self._told = min(self._told, len(self.table.log(self.seat)))
        self.say("Taken back.")

    def hint(self, name: str) -> None:
        """Tell what an agent would do."""
        agent = name or hints_for(self.game)[0]
        shown = self.table.shown(self.seat)
        hint = self.table.hint(shown, agent)
        value = "" if hint.value is None else f", and expects {hint.value:+.2f} (-1 is lost, +1 is won)"
        self.say(f"{agent} would do this{value}:")
        for action, share in hint.choices:
            bar = "█" * round(BAR * share)
            self.say(f"  {100 * share:3.0f} % {bar:<{BAR}} {self.game.action_name(shown.state, self.seat, action)}")

    def log(self, count: str) -> None:
        """Print the last lines of what has happened."""
        if count and not count.isdecimal():
            raise Refused(f"expected a number of lines, got {count}")
        entries = self.table.log(self.seat)
        for entry in entries[-int(count or RECENT) :] if count != "0" else ():
            self.say(line_of(entry))

    def rule(self, number: str) -> None:
        """Print a rule by its number, or all of a section."""
        rules = read_rules(self.game.name)
        wanted = number.casefold()
        found = [rule for rule in rules if rule.number.casefold() == wanted]
        found = found or [rule for rule in rules if wanted in (name.casefold() for name in rule.sections) and wanted]
        if not found:
            numbers = [rule.number for rule in rules]
            none = f"{self.game.facts.title} has no page of numbered rules" if not rules else "there is no such rule"
            raise Refused(f"{none}{nearest(number.upper(), numbers) if rules else ''}")
        for rule in found:
            self.say(fill(f"{rule.number} {rule.text}", WIDTH, subsequent_indent="    "))

    def save(self, name: str) -> None:
        """Write the game down, or note where to when it has ended: a record tells all that is hidden."""
        if not name:
            raise Refused("say where to: `save game.jsonl`")
        path = Path(name).expanduser()
        if path.exists():
            raise Refused(f"{path} is there already; say another file")
        if self.table.over:
            self.write_record(path)
        else:
            self._save = path
            self.say(f"It is written to {path} when the game has ended: it tells all that is hidden.")

    def write_record(self, path: Path) -> None:
        """Write the game to a file that is not there yet."""
        write_whole(path, self.table.record())
        self._save = None
        self.say(f"Saved: {path}. `ow replay --html OUT {path}` makes a page of it.")

    def play_all(self, verb: str) -> None:
        """Play one card after the other, until there is none, something else is asked, or others have acted."""
        if not any(name.startswith(verb) for name in self.names()):
            raise Refused("no card can be played now")
        step = self._step()
        while found := [name for name in self.names() if name.startswith(verb)]:
            shown, told = self.table.shown(self.seat), self._told
            self.say(f"  {found[0]}")
            self.table.choose(self.seat, self.table.legal(shown)[self.names().index(found[0])])
            while self.table.ready:
                self.go_on()
            others = {entry.seat for entry in self.table.log(self.seat)[told:]} - {None, self.seat}
            if others or self._over or self._step() != step:
                return

    def _step(self) -> tuple[str, str]:
        view = self._view()
        return view.when, view.step

    def card(self, typed: str) -> None:
        """Tell what a card does, by its name or as much of it as tells which is meant; without: each of the hand."""
        zones, texts = self._view().zones, card_texts(self.game)
        if not typed:
            hands = [zone.cards for zone in zones if zone.kind == "hand" and zone.seat == self.seat]
            held = sorted({card.name for hand in hands for card in hand if texts.get(card.name)})
            if not held:
                raise Refused("say which card: `card NAME`")
            for name in held:
                self.say(fill(f"{name}: {in_short(texts[name])}", WIDTH, subsequent_indent="    "))
            return
        lying = {card.name: card for zone in zones for card in zone.cards if card.name}
        found = fitting(typed, [*dict.fromkeys([*lying, *texts])])
        if len(found) != 1:
            none = f"no card is called that{nearest(typed, [*lying, *texts])}"
            self.say(sentence(f"Which of these?\n{listed(found[:RECENT])}" if found else none))
            return
        (name,) = found
        self.say(name)
        figures = ", ".join(map(str, lying[name].figures)) if name in lying else ""
        for said in texts.get(name, ()):
            label = f"{said.label}: " if said.label else ""
            self.say(fill(f"{label}{said.text}", WIDTH, initial_indent="  ", subsequent_indent="    "))
        if figures or not texts.get(name):
            self.say(f"  {figures or 'It does nothing by itself.'}")

    def goal(self, _: str) -> None:
        """Tell how to play, in short."""
        primer = read_primer(self.game.name)
        if primer is None:
            raise Refused(f"{self.game.facts.title} has no page on how to play; `rule NUMBER` shows its rules")
        self.say(primer.text(WIDTH))

    def resign(self, _: str) -> None:
        """Give the game up; what is hidden stays so, for the game was not played out."""
        if self._over:
            raise Refused("the game is over")
        self._resigned = True
        self.say("You have resigned, and lost. `again` plays another game, `quit` leaves.")

    def again(self, _: str) -> None:
        """Begin another game at the same table."""
        if not self._over:
            raise Refused("the game is not over: `resign` gives it up")
        if self._again is None:
            raise Refused("there is no other game here: start `ow play --terminal` again")
        self.table = self._again()
        self._begin()

    def help(self, _: str) -> None:
        """List the commands."""
        self.say(
            "Type an action's name, the beginning of it, some of its words, or its number in the list; Tab completes."
        )
        for typed, meaning in COMMANDS.items():
            self.say(f"  {typed:<13} {meaning}")

    def quit(self, _: str) -> None:
        """Leave the game."""
        if not self._over:
            self.say("You have left; the game is not over." + (" It is not saved." if self._save else ""))
        self._left = True

    @property
    def _over(self) -> bool:
        return self.table.over or self._resigned

    @property
    def _me(self) -> str:
        return spoken(self.game.agents[self.seat])


def line_of(entry: Entry) -> str:
    """Return a line of the log, set in as far as it says."""
    return f"{'  ' * entry.level}{entry.text}{f' ({entry.rule})' if entry.rule else ''}"


def listed_as(found: Sequence[str], names: Sequence[str]) -> str:
    """Return some of the choices, each with its number among all."""
    if len(found) == len(names):
        return listed(names)
    return "\n".join(f"{names.index(name) + 1:>3}  {name}" for name in found)


def outcome_of(rewards: Sequence[float], seat: int) -> str:
    """Return what a result is for a seat."""
    if rewards[seat] > 0 and rewards[seat] == max(rewards):
        return "You won."
    return "You lost." if rewards[seat] < 0 or rewards[seat] < max(rewards) else "A draw."


def sentence(text: str) -> str:
    """Return a text for people with a capital letter and an end."""
    text = spoken(text)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) or "\n" in text else ".")


# ── At a real terminal ───────────────────────────────────────────────────────────────────────


class Completer:
    """Completes what is typed: actions that begin so, or the one with such words; then commands."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._found: list[str] = []

    def __call__(self, text: str, state: int) -> str | None:
        """Return the completion of this number, None after the last."""
        if state == 0:
            self._found = self.completions(text)
        return self._found[state] if state < len(self._found) else None

    def completions(self, text: str) -> list[str]:
        """Return what a text may become. Several are given only if they begin with the text: else it would be lost."""
        command, space, rest = text.partition(" ")
        before = f"{command} " if command == "why" and space else ""
        names = self._terminal.names()
        found = fitting(rest if before else text, names)
        if len(found) > 1:
            begun = (rest if before else text).casefold()
            found = [name for name in found if name.casefold().startswith(begun)]
        commands = [] if before else [each.split()[0] for each in COMMANDS if each.startswith(text) and each != "?"]
        return [before + name for name in found] + commands


def with_completion(terminal: Terminal) -> None:
    """Let the Tab key complete lines, where Python has a line editor."""
    try:
        import readline
    except ImportError:  # some systems have none: what is typed is still read
        return
    readline.set_completer_delims("")
    readline.set_completer(Completer(terminal))
    editline = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")


def play(game: Game, players: Sequence[str], seed: int | None = None) -> None:
    """Play a game at this terminal, or over a pipe.

    Args:
        game: as it is configured.
        players: for each seat `table.PERSON`, once, or the name of an agent.
        seed: of the game; None: nobody can foretell it.
    """
    if list(players).count(PERSON) != 1:
        raise ValueError("--terminal: one person plays at the prompt; `ow play` in the browser has room for more")
    out = plain_output()
    live = sys.stdin.isatty() and out.isatty()

    def write(text: str) -> None:
        print(text, file=out, flush=True)

    def read(prompt: str) -> str:
        with redirect_stdout(out):  # Python edits lines only at the real output
            line = input(prompt)
        if not live:
            write(line)  # nobody typed it here
        return line

    seeds = itertools.count(seed) if seed is not None else itertools.repeat(None)

    def table() -> Table:
        return Table(game, players, next(seeds))

    terminal = Terminal(table(), read, write, colour=live and in_colour(), again=table)
    if live:
        with_completion(terminal)
    terminal.play()
