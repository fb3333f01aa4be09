"""Saved agents given away and fetched: on the Hugging Face Hub, or in a folder of the same layout.

Below: agents.learned (what a file is), measure/model_card.py (its card as a page), ow_env/user_files.py (where pulled
agents lie). Above: commands/agents.py. In order: what a repository holds, pulling, pushing, a folder, the Hub.

A repository holds one agent, in three files:

    agent.safetensors   the weights, with what the agent is in their header
    manifest.json       game, SHA-256 and size of the weights, and the agent's card, if it has been measured
    README.md           a page for people, with the Hub's metadata

What is pulled is read as data: the weights only if their size and hash are those of manifest.json, and then they must
be an agent for its game. The page is not fetched.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import agents
from agents import learned, shipped
from ow_env.core.text import escaped, in_markdown, json_in, nearest
from ow_env.registry import class_of, games
from ow_env.user_files import ABOUT, NAME, WEIGHTS, agents_folder, pulled_agents
from training.files import write_json, write_whole
from training.games import make_game, with_sides
from training.measure import model_card

PAGE = "README.md"
FORMAT = 1  # of manifest.json
LARGEST = {ABOUT: 2**20, WEIGHTS: 2**28}  # bytes: a bundled agent has 1 to 10 MB
RESERVED = (shipped.NAME, "person", "none", "network")  # mean something where an agent's name is taken
A_NAME = "a name of small letters, digits, '.', '_' and '-', 64 at most"
REPOSITORY = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")
Data = dict[str, Any]  # JSON-able


class Source(Protocol):
    """Where an agent is fetched from."""

    @property
    def revision(self) -> str | None:
        """Which state of it is fetched; None: there are none."""
        ...

    def fetch(self, name: str, into: Path) -> Path:
        """Copy a file of `LARGEST` into a folder and return its path; refuse one that is not there or is too large."""
        ...


# ── What a repository holds ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Manifest:
    """What manifest.json says."""

    game: str
    sha256: str
    bytes: int
    card: Data | None  # as `ow agents card` writes it

    def data(self) -> Data:
        """Return it as JSON has it."""
        return {"format": FORMAT, "game": self.game, "sha256": self.sha256, "bytes": self.bytes, "card": self.card}


def read_manifest(path: Path, repo: str) -> Manifest:
    """Return what manifest.json says.

    Raises:
        ValueError: it is damaged or of another format: which field, what was found, what is right.
    """
    where = f"{escaped(repo)}: {ABOUT}"
    try:
        told = json_in(path)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if not isinstance(told, dict):
        raise ValueError(f"{where}: expected an object, found {told!r:.80}")
    if told.get("format") != FORMAT:
        raise ValueError(f"{where}: of format {told.get('format')!r:.40}; this version reads {FORMAT}")
    game, card = told.get("game"), told.get("card")
    if game not in games():
        raise ValueError(f"{where}: an agent for {game!r:.80}, which is no game here{nearest(game, games())}")
    if not isinstance(told.get("sha256"), str) or not re.fullmatch("[0-9a-f]{64}", told["sha256"]):
        raise ValueError(f"{where}: sha256: expected 64 hexadecimal digits, found {told.get('sha256')!r:.80}")
    if type(told.get("bytes")) is not int or not 0 < told["bytes"] <= LARGEST[WEIGHTS]:
        raise ValueError(f"{where}: bytes: expected 1 to {LARGEST[WEIGHTS]}, found {told.get('bytes')!r:.80}")
    if card is not None and not isinstance(card, dict):
        raise ValueError(f"{where}: card: expected an object or null, found {card!r:.80}")
    return Manifest(game, told["sha256"], told["bytes"], card)


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# ── Pulling ──────────────────────────────────────────────────────────────────────────────────────


def pull(repo: str, name: str | None = None, revision: str | None = None) -> str:
    """Fetch an agent and keep it; return in words where it lies and how it is named.

    Args:
        repo: a repository of the Hub, or a folder (`is_folder`).
        name: what to call it; None: the end of ``repo``.
        revision: of the Hub's repository: branch, tag or commit; None: the newest.

    Raises:
        ValueError: there is no such agent, it is not what its manifest.json says, is for no game here, or the name is
            taken or no name. Nothing is kept.
        ImportError: the Hub was asked for and huggingface_hub is not installed.
    """
    name = checked_name(name or name_of(repo))
    top = agents_folder()
    top.mkdir(parents=True, exist_ok=True)
    source: Source = Folder(repo, revision) if is_folder(repo) else Hub(repo, revision)
    with tempfile.TemporaryDirectory(prefix=".pull-", dir=top) as made:
        new = Path(made) / "new"
        new.mkdir()
        manifest = read_manifest(source.fetch(ABOUT, new), repo)
        where = whence(repo)
        refuse_taken(name, manifest.game, where)
        weights = source.fetch(WEIGHTS, new)
        check(weights, manifest, repo)
        table = table_of(weights)
        note = {"from": where, "revision": source.revision, "table": table}
        write_json(new / ABOUT, manifest.data() | {"pulled": note})
        target = top / manifest.game / name
        target.parent.mkdir(exist_ok=True)
        if target.exists():
            target.replace(Path(made) / "old")
        new.replace(target)
    at = f" at {source.revision[:12]}" if source.revision else ""
    told = f" ({table})" if table else ""
    return (
        f"{name}: an agent for {manifest.game}{told}, from {escaped(repo)}{at}, in {target}\n"
        f"to play with it: ow match {name} random --game {manifest.game}"
    )


def check(weights: Path, manifest: Manifest, repo: str) -> None:
    """Refuse weights that are not those of manifest.json, or no agent for its game."""
    size, found = weights.stat().st_size, sha256_of(weights)
    if (size, found) != (manifest.bytes, manifest.sha256):
        raise ValueError(
            f"{escaped(repo)}: {WEIGHTS} is not the file that {ABOUT} names: expected {manifest.bytes} bytes with the"
            f" SHA-256 {manifest.sha256}, found {size} with {found}; it was damaged or exchanged, and is not kept"
        )
    try:
        game = learned.read_card(weights).game
    except ValueError as error:
        raise ValueError(f"{escaped(repo)}: {str(error).removeprefix(f'{escaped(weights)}: ')}") from None
    if game != manifest.game:
        raise ValueError(f"{escaped(repo)}: {ABOUT} says that it plays {manifest.game}, {WEIGHTS} that it plays {game}")


def table_of(weights: Path) -> str:
    """Return what an agent was trained for, in words: "3 players, space wars"; "": it does not say so, or too much."""
    told = learned.read_card(weights)
    try:
        options = model_card.told_options(told)
        game = with_sides(told.game, model_card.named_decks(weights, told, options), **options)
    except ValueError:  # decks or cards of its own, which are not opened on its word
        return ""
    players = f"{game.num_players} player{'s' * (game.num_players > 1)}"
    return f"{players}, {game.format.lower()}" if game.format else players


def name_of(repo: str) -> str:
    """Return what an agent is called if nothing is said: by the end of where it comes from."""
    last = Path(repo).expanduser().resolve().name if is_folder(repo) else repo.rpartition("/")[2]
    return re.sub(r"[^a-z0-9._-]+", "-", last.lower()).strip("-._")[:64]


def checked_name(name: str) -> str:
    """Return a name that a pulled agent can have."""
    if not NAME.fullmatch(name) or name.endswith(learned.SUFFIX):
        raise ValueError(f"NAME: expected {A_NAME}, got {escaped(name)!r:.100}")
    return name


def refuse_taken(name: str, game: str, where: str) -> None:
    """Refuse a name that stands for something else in this game."""
    mine = pulled_agents(game).get(name)
    if mine is None:
        if name.startswith(shipped.NAME) or name in RESERVED or name in agents.names(game):
            raise ValueError(f"NAME: {name} stands for another agent; say what to call it: ow agents pull REPO NAME")
        return
    try:
        before = json_in(mine.with_name(ABOUT))["pulled"]["from"]
    except (ValueError, OSError, KeyError, TypeError):  # damaged: the better for being replaced
        return
    if before != where:
        raise ValueError(
            f"NAME: {name} was pulled from {escaped(before)}; give this one another name: ow agents pull REPO NAME"
        )


# ── Pushing ──────────────────────────────────────────────────────────────────────────────────────


def push(agent: str, repo: str, game: str, private: bool = False, message: str = "An agent") -> str:
    """Write a saved agent to a repository; return in words where to.

    Args:
        agent: the path of its file, or its name among the saved agents of ``game``.
        repo: as for `pull`; a repository that is not there is made.
        game: whose agent is meant by a name.
        private: whether a repository that is made can be seen by its owner alone.
        message: of the commit.

    Raises:
        ValueError: there is no such agent, its card is another's, or the repository can't be written.
        ImportError: the Hub was asked for and huggingface_hub is not installed.
    """
    file = file_of(agent, game)
    told = learned.read_card(file)
    card = card_of(file, told)
    manifest = Manifest(told.game, sha256_of(file), file.stat().st_size, card)
    title = name_of(repo) or "agent"
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        shutil.copyfile(file, folder / WEIGHTS)
        write_json(folder / ABOUT, manifest.data())
        write_whole(folder / PAGE, page(title, repo, told, card))
        where = put(folder, repo) if is_folder(repo) else Hub(repo).put(folder, private, message)
    measured = "" if card else "\nwithout a card: `ow agents card FILE` measures how strong it is, then push again"
    return f"{where}\nto fetch it: ow agents pull {escaped(repo)}{measured}"


def file_of(agent: str, game: str) -> Path:
    """Return the file of a saved agent."""
    if agent.endswith(learned.SUFFIX):
        return Path(agent)
    saved = shipped.paths(game)
    if agent == shipped.NAME:
        return shipped.path_of(agent, make_game(game))
    if agent not in saved:
        known = f"; there are {', '.join(saved)}" if saved else ""
        raise ValueError(f"no saved agent of {game} is called {agent!r}{nearest(agent, saved)}{known}")
    return saved[agent]


def card_of(file: Path, told: learned.Card) -> Data | None:
    """Return the card of a saved agent that lies beside it; None: it was never measured.

    Raises:
        ValueError: that is the card of other weights, or none.
    """
    path, manifest = file.with_suffix(".json"), file.with_name(ABOUT)
    if not path.is_file():  # as it was pulled
        came = read_manifest(manifest, str(file.parent)) if manifest.is_file() else None
        return came.card if came and came.sha256 == sha256_of(file) else None
    again = f"measure it again: ow agents card {file}"
    try:
        card = json_in(path)
        game = make_game(told.game, **model_card.told_options(told))
        same = card["file"]["weights"] == learned.load(file, game).parameters["weights"]
        model_card.page(card)
    except (KeyError, TypeError, AttributeError):
        raise ValueError(f"{escaped(path)}: no card of an agent, or a damaged one; {again}") from None
    except ValueError as error:
        told_by = f"can't be held against the weights ({error}); move it away to push them without a card"
        raise ValueError(f"{escaped(path)}: {told_by}") from None
    if not same:
        raise ValueError(f"{escaped(path)}: the card of other weights than {escaped(file)} has; {again}")
    return dict(card)


def page(title: str, repo: str, told: learned.Card, card: Data | None) -> str:
    """Return the page of a repository: metadata that the Hub reads, how to fetch the agent, its card."""
    plays = class_of(told.game).facts.title
    about = f"A network that plays {plays}, trained by self-play. How strong it is was not measured."
    text = f"# {in_markdown(title)}\n\n{about}\n"
    if card is not None:
        try:
            text = model_card.page(card | {"agent": title})
        except (KeyError, TypeError, AttributeError, ValueError):
            raise ValueError("the agent's card is damaged; measure it again: ow agents card FILE") from None
        text = re.sub(r"\[([^\]]*)\]\((?:\.\./)+[^)]*\)", r"\1", text)  # to pages that are not there
    data = json.dumps
    head = [
        "---",
        "library_name: open-worlds-env",
        "pipeline_tag: reinforcement-learning",
        f"tags: {data(['open-worlds-env', 'reinforcement-learning', 'self-play', 'card-game', told.game])}",
        *([f"model-index: {data(results_of(title, told.game, card))}"] if card and card.get("scores") else ()),
        "---",
    ]
    first, _, rest = text.partition("\n\n")
    use = [
        "    pip install 'open-worlds-env[hub]'",
        f"    ow agents pull {'FOLDER' if is_folder(repo) else repo} {title}",
        f"    ow match {title} random --game {told.game}",
    ]
    return "\n".join([*head, "", first, "", *use, "", rest])


def results_of(title: str, game: str, card: Data) -> list[Data]:
    """Return the scores of a card as the Hub's metadata has them."""
    metrics = [
        {
            "type": "score",
            "name": f"score against {score['anchor']} (version {score['version']}), {score['games']} games",
            "value": score["points"],
        }
        for score in card["scores"]
    ]
    task = {"type": "reinforcement-learning", "name": "reinforcement-learning"}
    return [{"name": title, "results": [{"task": task, "dataset": {"type": game, "name": game}, "metrics": metrics}]}]


# ── A folder ─────────────────────────────────────────────────────────────────────────────────────


def is_folder(repo: str) -> bool:
    """Tell whether a repository is a folder: one that exists, or a path that begins as one."""
    return repo.startswith(("./", "../", "/", "~")) or repo in (".", "..") or Path(repo).is_dir()


def whence(repo: str) -> str:
    """Return what a pulled agent's origin is known by."""
    return str(Path(repo).expanduser().resolve()) if is_folder(repo) else repo


class Folder:
    """An agent in a folder."""

    def __init__(self, repo: str, revision: str | None = None) -> None:
        if revision is not None:
            raise ValueError(f"--revision: {escaped(repo)} is a folder, which has no revisions")
        self.folder, self.revision = Path(repo).expanduser(), revision
        if not self.folder.is_dir():
            raise ValueError(f"{escaped(repo)}: there is no such folder")

    def fetch(self, name: str, into: Path) -> Path:
        """Copy a file."""
        file = self.folder / name
        if not file.is_file():
            raise ValueError(f"{escaped(file)}: there is no such file; `ow agents push` writes it")
        refuse_large(file.stat().st_size, name, str(self.folder))
        return Path(shutil.copyfile(file, into / name))


def refuse_large(size: int, name: str, repo: str) -> None:
    """Refuse a file that is too large to be what it should be."""
    if size > LARGEST[name]:
        raise ValueError(f"{escaped(repo)}: {name} has {size} bytes; expected {LARGEST[name]} at most")


def put(made: Path, repo: str) -> str:
    """Copy what was made into a folder, which is made, or holds an agent already."""
    folder = Path(repo).expanduser()
    if folder.is_dir() and any(folder.iterdir()) and not (folder / ABOUT).is_file():
        raise ValueError(f"{escaped(repo)}: expected a new or empty folder, or one with an agent: this has other files")
    folder.mkdir(parents=True, exist_ok=True)
    for name in (WEIGHTS, PAGE, ABOUT):  # what says that it is whole comes last
        partial = folder / f"{name}.partial"
        shutil.copyfile(made / name, partial)
        partial.replace(folder / name)
    return f"written to {escaped(folder)}"


# ── The Hub ──────────────────────────────────────────────────────────────────────────────────────


class Hub:
    """A repository of the Hugging Face Hub, by its own library; whatever that refuses is told in a sentence."""

    def __init__(self, repo: str, revision: str | None = None) -> None:
        if not REPOSITORY.fullmatch(repo):
            raise ValueError(
                f"REPO: expected NAME/REPOSITORY on the Hugging Face Hub, or a folder, got {escaped(repo)!r:.120}"
            )
        import huggingface_hub

        self.library, self.api = huggingface_hub, huggingface_hub.HfApi(library_name="open-worlds-env")
        self.repo, self.asked, self.revision = repo, revision, revision
        self.sizes: dict[str, int | None] | None = None

    def fetch(self, name: str, into: Path) -> Path:
        """Download a file, all of the same commit, into the folder and into no cache."""
        if self.sizes is None:
            with self.in_words(name):
                info = self.api.model_info(self.repo, revision=self.asked, files_metadata=True)
            self.revision = info.sha
            self.sizes = {file.rfilename: file.size for file in info.siblings or ()}
        if name not in self.sizes:
            raise ValueError(f"{self.repo}: there is no {name}; `ow agents push` writes it")
        refuse_large(self.sizes[name] or 0, name, self.repo)
        with tempfile.TemporaryDirectory(dir=into.parent) as made:
            with self.in_words(name):
                found = self.api.hf_hub_download(self.repo, name, revision=self.revision, local_dir=made)
            refuse_large(Path(found).stat().st_size, name, self.repo)
            return Path(shutil.copyfile(found, into / name))

    def put(self, folder: Path, private: bool, message: str) -> str:
        """Upload a folder, in one commit; return its address."""
        if self.library.get_token() is None:
            raise ValueError("not logged in to the Hugging Face Hub: `hf auth login`, or set HF_TOKEN")
        with self.in_words(""):
            self.api.create_repo(self.repo, private=private, exist_ok=True)
            self.api.upload_folder(repo_id=self.repo, folder_path=folder, commit_message=message)
        return f"pushed to {self.api.endpoint}/{self.repo}"

    @contextmanager
    def in_words(self, name: str) -> Iterator[None]:
        """Turn what the library raises into a ValueError of one sentence."""
        try:
            yield
        except Exception as error:
            raise ValueError(f"{self.repo}: {self.why(error, name)}") from error

    def why(self, error: Exception, name: str) -> str:
        """Return in words what went wrong."""
        errors = self.library.errors
        login = "`hf auth login`, or set HF_TOKEN"
        first = escaped(str(error).strip().partition("\n")[0])[:300] or type(error).__name__
        status = getattr(getattr(error, "response", None), "status_code", None)
        if isinstance(error, errors.GatedRepoError):
            return f"access has to be asked for on its page, and you have to be logged in: {login}"
        if isinstance(error, errors.RevisionNotFoundError):
            return f"there is no revision {escaped(self.asked)!r}"
        if isinstance(error, errors.RepositoryNotFoundError):
            return f"there is no such repository, or it is private and you are not logged in: {login}"
        if isinstance(error, errors.EntryNotFoundError) and not isinstance(error, errors.LocalEntryNotFoundError):
            return f"there is no {name}"
        if status in (401, 403):
            return f"the Hub refuses (HTTP {status}): log in as one who may do this: {login}"
        if status is not None:
            return f"the Hub answers HTTP {status}: {first}"
        return f"the Hugging Face Hub can't be reached, or broke off: {first}; a folder works without it"
