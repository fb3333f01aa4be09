"""A game to step through on a page: the drawn board at every decision, what came of it, a few lines of script.

Below: agents, Batch, `Game.draw`. Above: report.py. The boards of one game are nearly the same, so each is cut into
tiles and a tile is kept once. Without Pillow the boards are text.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import agents
from ow_env.core.batch import Batch
from ow_env.core.events import HAPPENING
from ow_env.core.game import Game
from ow_env.core.players import look, needs_determinizations
from ow_env.core.secrecy import seed_for
from ow_env.core.text import in_html

TILE = (98, 160)  # height and width, in pixels
COLOURS = 64  # of a tile


def viewer(game: Game, names: Sequence[str], seed: int, shown: Mapping[str, str]) -> str:
    """Play a game and return it as HTML to step through: nothing is fetched, nothing else is needed.

    Args:
        game: which is played.
        names: who plays, seat by seat, as `agents.make` takes them.
        seed: of the game and the agents, as of `ow watch`.
        shown: what to call an agent where its name is a path.
    """
    players = [agents.make(name, game, seed=seed_for("agent", seed, seat)) for seat, name in enumerate(names)]
    batch = Batch(game, 1, seed)
    tiles = Tiles()
    steps: list[dict[str, Any]] = []
    over = False
    while not over:
        over = bool(batch.terminated[0] or batch.truncated[0])
        step: dict[str, Any] = {"when": game.moment(batch.states), "board": board(game, batch, tiles)}
        actions = np.zeros((1, game.num_players), np.int32)
        for seat in [] if over else np.flatnonzero(batch.to_act[0]).tolist():
            determinize = needs_determinizations(players[seat])
            seen = look(batch, np.zeros(1, np.intp), np.array([seat]), len(steps), determinize)
            actions[0, seat] = players[seat].act(seen)[0]
        if over:
            told = [[seat, f"{game.agents[seat]} {result(batch, seat)}"] for seat in range(game.num_players)]
        else:
            events = game.events(batch.states, actions[0], batch.rng)
            told = [[event.seat, str(event)] for event in events if event.level >= HAPPENING]
        steps.append({**step, "told": told})
        if not over:
            batch.step(actions)
    seats = [f"{game.agents[seat]} ({shown.get(name, name)})" for seat, name in enumerate(names)]
    data = {"seats": seats, "size": tiles.size, "tile": [TILE[1], TILE[0]], "tiles": tiles.kept, "steps": steps}
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return PAGE.replace("{{data}}", text).replace("{{words}}", in_html(f"{len(steps)} positions"))


def result(batch: Batch, seat: int) -> str:
    """Return how the game ended for a player."""
    if batch.truncated[0]:
        return "cut off by the limit of turns"
    reward = float(batch.reward[0, seat])
    return "has won" if reward > 0 else "has lost" if reward < 0 else "has a tie"


def board(game: Game, batch: Batch, tiles: Tiles) -> list[int] | str:
    """Return the board as numbers of tiles or, without Pillow, as text."""
    try:
        return tiles.cut(game.draw(batch.states, "full"))
    except ImportError:
        return game.render(batch.states, "full")


class Tiles:
    """Pieces of pictures, each kept once."""

    def __init__(self) -> None:
        self.kept: list[str] = []  # PNG, base64
        self.size: list[int] = []  # width and height of the pictures
        self._number: dict[bytes, int] = {}

    def cut(self, picture: NDArray[np.uint8]) -> list[int]:
        """Return the numbers of a picture's tiles, row by row."""
        high, wide = picture.shape[:2]
        self.size = [wide, high]
        return [
            self._keep(picture[top : top + TILE[0], left : left + TILE[1]])
            for top in range(0, high, TILE[0])
            for left in range(0, wide, TILE[1])
        ]

    def _keep(self, tile: NDArray[np.uint8]) -> int:
        key = tile.tobytes()
        if key not in self._number:
            from PIL import Image

            file = io.BytesIO()
            Image.fromarray(np.ascontiguousarray(tile)).quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG")
            self._number[key] = len(self.kept)
            self.kept.append(base64.b64encode(file.getvalue()).decode())
        return self._number[key]


PAGE = """<div class="game" id="game">
<div class="told" aria-live="polite"><span class="when"></span><div class="choices"></div></div>
<div class="wide"><canvas role="img" aria-label="the board"></canvas><pre hidden></pre></div>
<div class="bar">
<button data-go="-Infinity" title="to the beginning">|◀</button><button data-go="-1" title="one back">◀</button>
<button class="play" title="play or pause">play</button>
<button data-go="1" title="one on">▶</button><button data-go="Infinity" title="to the end">▶|</button>
<input type="range" min="0" value="0" aria-label="position"><span class="n at"></span>
</div>
<details><summary>All decisions ({{words}}); a click shows the board</summary><ol class="log"></ol></details>
<noscript>To step through the game, the page needs JavaScript; the text below is the same game.</noscript>
</div>
<script type="application/json" id="played">{{data}}</script>
<script>
(() => {
  const game = JSON.parse(document.getElementById("played").textContent), root = document.getElementById("game");
  const find = name => root.querySelector(name);
  const canvas = find("canvas"), slider = find("input"), log = find(".log"), play = find(".play");
  const last = game.steps.length - 1, images = [], drawn = game.size.length > 0;
  let at = 0, timer = null;
  if (drawn) [canvas.width, canvas.height] = game.size; else { canvas.hidden = true; find("pre").hidden = false }
  const image = number => images[number] ??= new Promise(done => {
    const made = new Image();
    made.onload = () => done(made);
    made.src = "data:image/png;base64," + game.tiles[number];
  });
  const line = ([seat, what]) => {
    const row = document.createElement("div");
    if (seat !== null) row.className = "seat" + seat;
    row.textContent = what;
    return row;
  };
  const show = async step => {
    at = Math.max(0, Math.min(last, step));
    const now = game.steps[at], here = at;
    slider.value = at;
    find(".at").textContent = `${at + 1} of ${last + 1}`;
    find(".when").textContent = now.when;
    find(".choices").replaceChildren(...now.told.map(line));
    log.querySelector(".now")?.classList.remove("now");
    log.children[at].classList.add("now");
    if (!drawn) { find("pre").textContent = now.board; return }
    const tiles = await Promise.all(now.board.map(image));
    if (here !== at) return;
    const across = Math.ceil(game.size[0] / game.tile[0]), pen = canvas.getContext("2d");
    tiles.forEach((tile, k) => pen.drawImage(tile, k % across * game.tile[0], Math.floor(k / across) * game.tile[1]));
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "play" };
  play.onclick = () => {
    if (timer) return stop();
    play.textContent = "pause";
    if (at === last) show(0);
    timer = setInterval(() => at < last ? show(at + 1) : stop(), 900);
  };
  root.querySelectorAll("[data-go]").forEach(button => button.onclick = () => {
    stop();
    show(at + Number(button.dataset.go));
  });
  slider.max = last;
  slider.oninput = () => { stop(); show(Number(slider.value)) };
  game.steps.forEach((step, number) => {
    const row = document.createElement("li");
    row.append(...step.told.map(line));
    row.onclick = () => { stop(); show(number) };
    log.append(row);
  });
  show(0);
})();
</script>"""
