"""Agents pulled and pushed: nothing is kept that is not what it says, everything is refused in a sentence.

The Hub itself is never reached. A folder is tried whole; the Hub by a stand-in for its library, and, where the library
is installed, by the library against a server on this machine that speaks as much of the Hub's protocol as is needed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import pickle
import re
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

import agents
from agents import learned
from ow_env.goofspiel.game import Goofspiel
from ow_env.user_files import agents_folder
from training import hub
from training.cli import main
from training.known_agents import known_agents

ROOT = Path(__file__).parents[2]
BUNDLED = ROOT / "agents" / "goofspiel" / "shipped" / "learned.safetensors"
NOVICE = ROOT / "agents" / "star_realms" / "shipped" / "learned.safetensors"
FILES = [hub.PAGE, hub.ABOUT, hub.WEIGHTS]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of pulled agents of our own, in a working folder of our own."""
    monkeypatch.setenv("OW_ENV_AGENTS", str(tmp_path / "agents"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def pushed() -> Path:
    """A folder with an agent."""
    hub.push(str(BUNDLED), "./bot", "goofspiel")
    return Path("bot")


def kept() -> list[str]:
    """What lies in the folder of pulled agents, hidden files too."""
    top = agents_folder()
    return sorted(path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file())


def said(manifest: Path, **changes: object) -> None:
    """Change what manifest.json says."""
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | changes))


def with_weights(folder: Path, content: bytes) -> None:
    """Put other weights into a repository, and say so in manifest.json."""
    (folder / hub.WEIGHTS).write_bytes(content)
    said(folder / hub.ABOUT, sha256=hashlib.sha256(content).hexdigest(), bytes=len(content))


# ── A folder ─────────────────────────────────────────────────────────────────────────────────────


def test_what_was_pushed_to_a_folder_is_pulled_and_plays_by_its_name(capsys) -> None:
    assert main(["agents", "push", str(BUNDLED), "./bot"]) == 0
    assert sorted(path.name for path in Path("bot").iterdir()) == sorted(FILES)
    assert main(["agents", "pull", "bot", "rival"]) == 0
    assert "rival: an agent for goofspiel (2 players), from bot, in" in capsys.readouterr().out
    assert kept() == ["goofspiel/rival/agent.safetensors", "goofspiel/rival/manifest.json"]
    assert (agents_folder() / "goofspiel/rival/agent.safetensors").read_bytes() == BUNDLED.read_bytes()
    game = Goofspiel()
    assert "rival" in agents.names("goofspiel")
    assert "rival" in agents.names(game)
    assert "rival" not in agents.names("star_realms")
    made = agents.make("rival", game)
    assert made.name == "rival"
    assert made.parameters["weights"] == agents.make("learned", game).parameters["weights"]
    assert main("match rival random --game goofspiel --games 8".split()) == 0
    assert main("agents --game goofspiel".split()) == 0
    out = capsys.readouterr().out
    assert re.search(r"^rival +2 players +neural network pulled from ", out, re.M)
    assert f"Pulled agents lie in {agents_folder()}/goofspiel" in out
    with pytest.raises(ValueError, match="rival plays goofspiel, not star_realms"):
        agents.make("rival", agents_game("star_realms"))


def agents_game(name: str):
    from ow_env import make

    return make(name)


@pytest.mark.parametrize(
    ("folder", "name"), [("./My Bot!", "my-bot"), ("~/bot.v2", "bot.v2"), (".", "here"), ("./x/../bot/", "bot")]
)
def test_an_agent_is_called_as_its_repository_ends(folder: str, name: str, home: Path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(home))
    (home / "here").mkdir()
    monkeypatch.chdir(home / "here")
    hub.push(str(BUNDLED), folder, "goofspiel")
    assert hub.pull(folder).startswith(f"{name}: ")
    assert list(hub.pulled_agents("goofspiel")) == [name]


def test_pulled_again_it_is_replaced_and_by_nothing_that_is_refused(pushed: Path) -> None:
    hub.pull("bot")
    (pushed / hub.WEIGHTS).write_bytes(b"damaged")
    with pytest.raises(ValueError, match="is not the file that"):
        hub.pull("bot")
    assert (agents_folder() / "goofspiel/bot/agent.safetensors").read_bytes() == BUNDLED.read_bytes()
    hub.push(str(BUNDLED), "bot", "goofspiel")
    said(pushed / hub.ABOUT, card=None)
    hub.pull("bot")
    assert json.loads((agents_folder() / "goofspiel/bot/manifest.json").read_text())["card"] is None
    assert len(kept()) == 2


def test_a_pulled_agent_is_pushed_on_with_its_card(pushed: Path) -> None:
    hub.pull("bot", "rival")
    assert "without a card" not in hub.push("rival", "./on", "goofspiel")
    before = json.loads((pushed / hub.ABOUT).read_text())
    assert json.loads(Path("on/manifest.json").read_text()) == before
    assert before["card"]["scores"]
    file = agents_folder() / "goofspiel/rival/agent.safetensors"
    card = before["card"] | {"elo": 1.0}
    file.with_suffix(".json").write_text(json.dumps(card))  # as `ow agents card` writes it, for the same weights
    hub.push("rival", "./on", "goofspiel")
    assert json.loads(Path("on/manifest.json").read_text())["card"] == card


class Payload:
    """What would run if a file were unpickled."""

    def __reduce__(self):
        return (Path.touch, (Path("ran").resolve(),))


def other_game(folder: Path) -> None:
    with_weights(folder, NOVICE.read_bytes())


def sparse_file(path: Path, size: int) -> None:
    with path.open("wb") as file:
        file.truncate(size)


SPOILED = {  # how a repository is spoiled, and what is said of it
    "a byte": (
        lambda at: (at / hub.WEIGHTS).write_bytes(BUNDLED.read_bytes()[:-1] + b"x"),
        "agent.safetensors is not the file that manifest.json names: expected 574812 bytes with the SHA-256 5ca753e0",
    ),
    "its end": (lambda at: (at / hub.WEIGHTS).write_bytes(BUNDLED.read_bytes()[:-9]), "found 574803 with"),
    "no weights": (lambda at: (at / hub.WEIGHTS).unlink(), "agent.safetensors: there is no such file"),
    "no manifest": (lambda at: (at / hub.ABOUT).unlink(), "manifest.json: there is no such file; `ow agents push`"),
    "a pickle": (lambda at: with_weights(at, pickle.dumps(Payload())), "damaged, or no saved agent"),
    "other arrays": (lambda at: with_weights(at, b"\2\0\0\0\0\0\0\0{}"), "no saved agent: its header has no"),
    "another game's": (other_game, "says that it plays goofspiel, agent.safetensors that it plays star_realms"),
    "an unknown game": (
        lambda at: said(at / hub.ABOUT, game="goofspeil"),
        "manifest.json: an agent for 'goofspeil', which is no game here; nearest: 'goofspiel'",
    ),
    "a list for a game": (lambda at: said(at / hub.ABOUT, game=[]), "an agent for [], which is no game here"),
    "a path for a game": (lambda at: said(at / hub.ABOUT, game="../.."), "an agent for '../..', which is no game here"),
    "no hash": (lambda at: said(at / hub.ABOUT, sha256=None), "sha256: expected 64 hexadecimal digits, found None"),
    "a short hash": (lambda at: said(at / hub.ABOUT, sha256="5c"), "expected 64 hexadecimal digits, found '5c'"),
    "no size": (lambda at: said(at / hub.ABOUT, bytes=True), "bytes: expected 1 to 268435456, found True"),
    "another format": (lambda at: said(at / hub.ABOUT, format=9), "of format 9; this version reads 1"),
    "a list": (lambda at: (at / hub.ABOUT).write_text("[]"), "manifest.json: expected an object, found []"),
    "no JSON": (lambda at: (at / hub.ABOUT).write_text("{"), "manifest.json: it is not JSON"),
    "no text": (lambda at: (at / hub.ABOUT).write_bytes(b"\xff{}"), "manifest.json: it is no text in UTF-8"),
    "a card of words": (lambda at: said(at / hub.ABOUT, card="good"), "card: expected an object or null, found 'good'"),
    "large weights": (lambda at: sparse_file(at / hub.WEIGHTS, 2**28 + 1), "268435457 bytes; expected 268435456 at"),
    "a large manifest": (lambda at: sparse_file(at / hub.ABOUT, 2**20 + 1), "manifest.json has 1048577 bytes; exp"),
}  # fmt: skip


@pytest.mark.parametrize("how", SPOILED)
def test_what_is_not_what_it_says_is_refused_in_a_line_and_nothing_is_kept(how: str, pushed: Path, capsys) -> None:
    spoil, told = SPOILED[how]
    spoil(pushed)
    assert main(["agents", "pull", "bot"]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
    assert kept() == []
    assert "bot" not in agents.names("goofspiel")
    assert not Path("ran").exists()


@pytest.mark.parametrize("name", ["matcher", "random", "search", "scripted", "learned", "learned-54", "person"])
def test_a_name_that_stands_for_another_agent_is_refused(name: str, pushed: Path) -> None:
    with pytest.raises(ValueError, match=f"NAME: {name} stands for another agent; say what to call it"):
        hub.pull("bot", name)
    assert kept() == []


@pytest.mark.parametrize("name", ["Bot", "../bot", "a/b", ".bot", "bot.safetensors", "a b", "x" * 65, "a\n"])
def test_what_is_no_name_is_refused(name: str, pushed: Path) -> None:
    with pytest.raises(ValueError, match="NAME: expected a name of small letters"):
        hub.pull("bot", name)
    assert kept() == []


def test_an_agent_from_elsewhere_takes_no_others_name(pushed: Path) -> None:
    hub.pull("bot")
    hub.push(str(BUNDLED), "./other", "goofspiel")
    with pytest.raises(
        ValueError, match=rf"NAME: bot was pulled from {re.escape(str(pushed.resolve()))}; give this one"
    ):
        hub.pull("other", "bot")
    hub.pull("other")
    assert list(hub.pulled_agents("goofspiel")) == ["bot", "other"]


def test_what_lies_in_the_folder_damaged_is_told_and_replaced(pushed: Path) -> None:
    hub.pull("bot")
    (agents_folder() / "goofspiel/bot/manifest.json").write_text("{")
    (agents_folder() / "goofspiel/bot/agent.safetensors").write_text("{")
    [listed] = [each for each in known_agents("goofspiel") if each.name == "bot"]
    assert "pull it again" in listed.about
    with pytest.raises(ValueError, match="damaged, or no saved agent"):
        agents.make("bot", Goofspiel())
    hub.pull("bot")
    agents.make("bot", Goofspiel())


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("agents pull ./none", "./none: there is no such folder"),
        ("agents pull none", "REPO: expected NAME/REPOSITORY on the Hugging Face Hub, or a folder, got 'none'"),
        ("agents pull a/b/c", "REPO: expected NAME/REPOSITORY"),
        ("agents pull ./bot --revision v2", "--revision: ./bot is a folder, which has no revisions"),
        ("agents push nobody ./x --game goofspiel", "no saved agent of goofspiel is called 'nobody'"),
        ("agents push matcher ./x --game goofspiel", "no saved agent of goofspiel is called 'matcher'"),
        ("agents push none.safetensors ./x", "none.safetensors: there is no such file"),
        (
            "agents push learned . --game goofspiel",
            "expected a new or empty folder, or one with an agent: this has other",
        ),
    ],
)
def test_what_is_not_there_is_refused_in_a_line(typed: str, told: str, pushed: Path, capsys) -> None:
    assert main(typed.split()) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1


def test_only_the_card_of_these_weights_goes_with_an_agent() -> None:
    saved = Path("runs/agent.safetensors")
    saved.parent.mkdir()
    saved.write_bytes(BUNDLED.read_bytes())
    assert "without a card: `ow agents card FILE` measures" in hub.push(str(saved), "./bot", "goofspiel")
    assert json.loads(Path("bot/manifest.json").read_text())["card"] is None
    assert "How strong it is was not measured." in Path("bot/README.md").read_text()
    card = json.loads(BUNDLED.with_suffix(".json").read_text("utf-8"))
    for wrong, told in (
        (card | {"file": card["file"] | {"weights": "0" * 16}}, "the card of other weights than runs/agent"),
        ({"file": {"weights": card["file"]["weights"]}}, "no card of an agent, or a damaged one"),
        ([], "no card of an agent, or a damaged one"),
        ("{", r"can't be held against the weights \(it is not JSON.*\); move it away to push them without a card"),
    ):
        saved.with_suffix(".json").write_text(wrong if wrong == "{" else json.dumps(wrong))
        with pytest.raises(ValueError, match=told):
            hub.push(str(saved), "./other", "goofspiel")
        assert not Path("other").exists()
    saved.with_suffix(".json").write_text(json.dumps(card))
    assert "without a card" not in hub.push(str(saved), "./other", "goofspiel")


def test_the_page_has_metadata_of_the_hub_and_leads_nowhere_else(pushed: Path) -> None:
    text = (pushed / hub.PAGE).read_text("utf-8")
    head = yaml.safe_load(text.split("---\n")[1])
    card = json.loads(BUNDLED.with_suffix(".json").read_text("utf-8"))
    assert head["library_name"] == "open-worlds-env"
    assert {"goofspiel", "reinforcement-learning"} <= set(head["tags"])
    [model] = head["model-index"]
    metrics = model["results"][0]["metrics"]
    assert [metric["value"] for metric in metrics] == [score["points"] for score in card["scores"]]
    assert not re.search(r"\]\(\.", text)
    for line in re.findall(r"^    (ow .*)", text, re.M)[:2]:
        assert line.split()[1] in ("agents", "match")


def test_a_card_can_not_write_into_the_metadata() -> None:
    """What an agent's file and card say is quoted there."""
    card = json.loads(BUNDLED.with_suffix(".json").read_text("utf-8"))
    card["scores"][0]["anchor"] = 'x"}]\n---\nlicense: mit\n'
    told = learned.read_card(BUNDLED)
    head = yaml.safe_load(hub.page("bot", "a/bot", told, card).split("\n---\n")[0].removeprefix("---\n"))
    assert "license" not in head
    assert card["scores"][0]["anchor"] in head["model-index"][0]["results"][0]["metrics"][0]["name"]


# ── The Hub, by a stand-in for its library ───────────────────────────────────────────────────────


class HubError(OSError):
    """As the library's: with the answer of the server."""

    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.response = SimpleNamespace(status_code=status)


class Errors:
    """The library's kinds of error, as they stand under each other."""

    HfHubHTTPError = HubError
    RepositoryNotFoundError = type("RepositoryNotFoundError", (HubError,), {})
    GatedRepoError = type("GatedRepoError", (RepositoryNotFoundError,), {})
    RevisionNotFoundError = type("RevisionNotFoundError", (HubError,), {})
    EntryNotFoundError = type("EntryNotFoundError", (Exception,), {})
    LocalEntryNotFoundError = type("LocalEntryNotFoundError", (EntryNotFoundError, FileNotFoundError), {})


class Api:
    """A Hub of one repository, whose commits are folders."""

    endpoint = "https://hub.example"
    commits: dict[str, Path] = {}
    newest = ""
    fails: Exception | None = None
    asked: list[tuple[str, str | None]] = []

    def __init__(self, library_name: str) -> None:
        assert library_name == "open-worlds-env"

    def model_info(self, repo, revision, files_metadata):
        if self.fails:
            raise self.fails
        commit = self.newest if revision is None else revision
        if commit not in self.commits:
            raise Errors.RevisionNotFoundError("404", 404)
        files = [
            SimpleNamespace(rfilename=path.name, size=path.stat().st_size) for path in self.commits[commit].iterdir()
        ]
        return SimpleNamespace(sha=commit, siblings=files)

    def hf_hub_download(self, repo, name, revision, local_dir):
        self.asked.append((name, revision))
        target = Path(local_dir) / name
        target.write_bytes((self.commits[revision] / name).read_bytes())
        return str(target)

    def create_repo(self, repo, private, exist_ok):
        if self.fails:
            raise self.fails
        self.asked.append((repo, str(private)))

    def upload_folder(self, repo_id, folder_path, commit_message):
        self.asked.append((commit_message, ",".join(sorted(path.name for path in folder_path.iterdir()))))


@pytest.fixture
def api(pushed: Path, monkeypatch) -> type[Api]:
    """A Hub that has what was pushed to the folder."""
    for name, value in {"commits": {"c0ffee" * 6: pushed}, "newest": "c0ffee" * 6, "fails": None, "asked": []}.items():
        monkeypatch.setattr(Api, name, value)
    library = SimpleNamespace(HfApi=Api, errors=Errors, get_token=lambda: "hf_secret")
    monkeypatch.setitem(sys.modules, "huggingface_hub", library)
    return Api


def test_both_files_come_from_the_same_commit_of_the_hub(api: type[Api]) -> None:
    told = hub.pull("someone/bot")
    assert told.startswith("bot: an agent for goofspiel (2 players), from someone/bot at c0ffeec0ffee, in ")
    assert api.asked == [(hub.ABOUT, api.newest), (hub.WEIGHTS, api.newest)]
    note = json.loads((agents_folder() / "goofspiel/bot/manifest.json").read_text())["pulled"]
    assert note == {"from": "someone/bot", "revision": api.newest, "table": "2 players"}
    assert len(kept()) == 2
    agents.make("bot", Goofspiel())


def test_a_revision_is_asked_for(api: type[Api], pushed: Path) -> None:
    api.commits["v2"] = pushed
    assert " at v2, in " in hub.pull("someone/bot", revision="v2")
    with pytest.raises(ValueError, match=r"^someone/bot: there is no revision 'v3'$"):
        hub.pull("someone/bot", revision="v3")


def test_what_the_hub_holds_is_checked_as_in_a_folder(api: type[Api], pushed: Path) -> None:
    (pushed / hub.WEIGHTS).write_bytes(BUNDLED.read_bytes()[:-1] + b"x")
    with pytest.raises(ValueError, match="was damaged or exchanged, and is not kept"):
        hub.pull("someone/bot")
    sparse_file(pushed / hub.WEIGHTS, 2**28 + 1)
    api.asked.clear()
    with pytest.raises(ValueError, match="has 268435457 bytes; expected 268435456 at most"):
        hub.pull("someone/bot")
    assert (hub.WEIGHTS, api.newest) not in api.asked  # refused before it is fetched
    (pushed / hub.ABOUT).unlink()
    with pytest.raises(ValueError, match=r"^someone/bot: there is no manifest.json; `ow agents push` writes it$"):
        hub.pull("someone/bot")
    assert kept() == []


FAILURES = [
    (
        Errors.RepositoryNotFoundError("404", 404),
        "there is no such repository, or it is private and you are not logged in",
    ),
    (Errors.GatedRepoError("403", 403), "access has to be asked for on its page, and you have to be logged in"),
    (HubError("401 Client Error", 401), "the Hub refuses (HTTP 401): log in as one who may do this: `hf auth login`"),
    (HubError("503 Server Error\nid: 3", 503), "the Hub answers HTTP 503: 503 Server Error"),
    (
        Errors.LocalEntryNotFoundError("no connection"),
        "the Hugging Face Hub can't be reached, or broke off: no connection",
    ),
    (Errors.EntryNotFoundError("404"), "there is no manifest.json"),
    (
        ConnectionError("Name or service not known"),
        "can't be reached, or broke off: Name or service not known; a folder",
    ),
    (RuntimeError(""), "can't be reached, or broke off: RuntimeError"),
]


@pytest.mark.parametrize(("error", "told"), FAILURES)
def test_what_the_hub_refuses_is_told_in_a_line(
    error: Exception, told: str, api: type[Api], capsys, monkeypatch
) -> None:
    monkeypatch.setattr(Api, "fails", error)
    assert main(["agents", "pull", "someone/bot"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("ow: someone/bot: ")
    assert told in err
    assert err.count("\n") == 1
    assert kept() == []


def test_an_agent_is_pushed_in_one_commit_by_who_is_logged_in(api: type[Api], capsys, monkeypatch) -> None:
    typed = ["agents", "push", str(BUNDLED), "someone/rival", "--private", "--message", "Better"]
    assert main(typed) == 0
    assert (
        "pushed to https://hub.example/someone/rival\nto fetch it: ow agents pull someone/rival"
        in capsys.readouterr().out
    )
    assert api.asked == [("someone/rival", "True"), ("Better", "README.md,agent.safetensors,manifest.json")]
    monkeypatch.setattr(sys.modules["huggingface_hub"], "get_token", lambda: None)
    assert main(typed) == 2
    assert "not logged in to the Hugging Face Hub: `hf auth login`, or set HF_TOKEN" in capsys.readouterr().err


def test_without_the_library_a_folder_works_and_the_hub_names_the_extra(pushed: Path, capsys, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    assert main(["agents", "pull", "bot"]) == 0
    capsys.readouterr()
    for typed in (["pull", "someone/bot"], ["push", "bot", "someone/bot", "--game", "goofspiel"]):
        assert main(["agents", *typed]) == 2
        assert "huggingface_hub, which is not installed: pip install 'open-worlds-env[hub]'" in capsys.readouterr().err


# ── The Hub's library, and a server on this machine ──────────────────────────────────────────────


class Server(BaseHTTPRequestHandler):
    """As much of the Hub as the library asks for; one repository of files, behind a token for who writes."""

    files: dict[str, bytes] = {}
    repo, commit = "someone/bot", "c0ffee" * 6 + "0123"

    def answer(self, status: int, content: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(content)), "X-Repo-Commit": self.commit} | headers).items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def tell(self, data: object) -> None:
        self.answer(200, json.dumps(data).encode(), Content_Type="application/json")

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path.startswith(f"/api/models/{self.repo}") and self.files:
            if path.removeprefix(f"/api/models/{self.repo}") not in ("", "/revision/main", f"/revision/{self.commit}"):
                self.answer(404, X_Error_Code="RevisionNotFound")
                return
            siblings = [{"rfilename": name, "size": len(content)} for name, content in self.files.items()]
            self.tell({"id": self.repo, "modelId": self.repo, "sha": self.commit, "siblings": siblings, "tags": []})
        elif (
            path.startswith(f"/{self.repo}/resolve/{self.commit}/") and (name := path.rpartition("/")[2]) in self.files
        ):
            tag = f'"{hashlib.sha256(self.files[name]).hexdigest()}"'
            self.answer(200, self.files[name], ETag=tag, Content_Type="application/octet-stream")
        else:
            self.answer(404, X_Error_Code="RepoNotFound")

    do_HEAD = do_GET

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Authorization") != "Bearer hf_good":
            self.answer(401, b'{"error": "Invalid username or password."}')
        elif self.path == "/api/repos/create":
            self.tell({"url": f"https://huggingface.co/{self.repo}", "id": self.repo})
        elif "/preupload/" in self.path:
            asked = json.loads(body)["files"]
            self.tell(
                {"files": [{"path": file["path"], "uploadMode": "regular", "shouldIgnore": False} for file in asked]}
            )
        elif "/commit/" in self.path:
            for line in map(json.loads, body.splitlines()):
                if line["key"] == "file":
                    self.files[line["value"]["path"]] = base64.b64decode(line["value"]["content"])
            self.tell(
                {
                    "success": True,
                    "commitOid": self.commit,
                    "commitUrl": f"https://huggingface.co/{self.repo}/commit/{self.commit}",
                }
            )
        else:
            self.tell({})

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch) -> Iterator[type[Server]]:
    """A server, to which the library is sent."""
    library = pytest.importorskip("huggingface_hub", reason="needs open-worlds-env[hub]")
    monkeypatch.setattr(Server, "files", {})
    running = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{running.server_port}"
    api = library.HfApi
    monkeypatch.setattr(library, "HfApi", lambda library_name: api(endpoint=address, token="hf_good"))
    monkeypatch.setattr(library, "get_token", lambda: "hf_good")
    yield Server
    running.shutdown()
    running.server_close()


@pytest.mark.filterwarnings("ignore")  # the library's own
def test_the_library_itself_pushes_to_a_server_and_pulls_from_it(server: type[Server], capsys) -> None:
    assert main(["agents", "pull", "someone/bot"]) == 2
    assert "someone/bot: there is no such repository" in capsys.readouterr().err
    assert main(["agents", "push", str(BUNDLED), "someone/bot"]) == 0
    assert server.files[hub.WEIGHTS] == BUNDLED.read_bytes()
    assert set(server.files) == set(FILES)
    assert main(["agents", "pull", "someone/bot", "rival"]) == 0
    assert len(kept()) == 2
    agents.make("rival", Goofspiel())
    assert main(["agents", "pull", "someone/bot", "--revision", "v9"]) == 2
    assert "someone/bot: there is no revision 'v9'" in capsys.readouterr().err
    server.files[hub.WEIGHTS] = server.files[hub.WEIGHTS][:-1] + b"x"
    assert main(["agents", "pull", "someone/bot", "third"]) == 2
    assert "is not the file that manifest.json names" in capsys.readouterr().err
    assert len(kept()) == 2


@pytest.mark.filterwarnings("ignore")
def test_the_library_itself_finds_no_server(monkeypatch, capsys) -> None:
    library = pytest.importorskip("huggingface_hub", reason="needs open-worlds-env[hub]")
    api = library.HfApi
    monkeypatch.setattr(library, "HfApi", lambda library_name: api(endpoint="http://127.0.0.1:9", token="hf_good"))
    assert main(["agents", "pull", "someone/bot"]) == 2
    assert "the Hugging Face Hub can't be reached, or broke off: " in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore")
def test_the_library_itself_reads_the_metadata(pushed: Path) -> None:
    pytest.importorskip("huggingface_hub", reason="needs open-worlds-env[hub]")
    from huggingface_hub import ModelCard

    data = ModelCard((pushed / hub.PAGE).read_text("utf-8")).data
    assert data.library_name == "open-worlds-env"
    assert [result.metric_value for result in data.eval_results] == [0.827, 0.501]
