"""N games on a GPU: `Batch`, its arrays tensors of torch.

Below: launch.py, compile.py. Above: training. A row plays the game that the same row of a `Batch` plays: the rules are
the same, and so are all draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from ow_env.core.batch import ACTION_STREAM, MOST_GAMES, MOST_NUMBER, Observe, Reward, alike, openings_of
from ow_env.core.game import Game, States, frozen
from ow_env.core.kernels import BEGIN, PLAY, SHOW
from ow_env.core.options import one_of, whole_number, yes_or_no
from ow_env.core.rng import RNG, start_all
from ow_env.device.kernels import CUT, NAMES, row_words, whole_words
from ow_env.device.launch import Arguments, Items, Program, symbol_of

NOTHING_REFUSED = [0, 2**62, 0]  # see `kernels.Refused`


class Runs(Protocol):
    """What runs kernels: `launch.Program`, or something that needs no GPU."""

    def launch(self, name: str, threads: int, arguments: Arguments) -> None:
        """Start a kernel."""


class DeviceBatch:
    """N games on a GPU, stepped by a few kernels. Tensors are the same objects for its whole life, changed in place.

    Everything runs on torch's current stream, and nothing waits for the GPU: a step only puts work in line. So an
    action that is not allowed is found later: from then on no row plays, and `check` says which it was.

    Args:
        game: what is played, or its name; or K games that differ in their decks, say: row i plays number i modulo K.
        num_games: N, how many rows. Tens of thousands fill a GPU; a few are slower than a CPU.
        seed: any integer; decides all random draws, as in `Batch`.
        device: which GPU.
        autoreset: a row whose game ends begins the next at once.
        reward: "win" or "shaped".
        observe: whose observations a step writes: "all" seats', or only those of the seats "acting" next.
        first_game: the game number of row 0.
        program: what runs the kernels, for a check without a GPU; None: the GPU.
        sort: play games that stand at the same kind of decision side by side: two to three times as fast.

    Attributes:
        observation: uint8 [N, P, F], rows padded: a view of memory whose rows are a multiple of 16 bytes.
        action_mask: int8 [N, P, A], likewise. 1: allowed; only pass for a player who does not act.
        to_act: bool [N, P].
        reward: float32 [N, P] for the last step.
        terminated, truncated: bool [N].
        game_number: int64 [N].
        actions: int32 [N, P] what was asked for last, allowed or not, or what `rollout` has drawn.
    """

    def __init__(
        self,
        game: Game | str | Sequence[Game],
        num_games: int,
        seed: int = 0,
        *,
        device: str | torch.device = "cuda",
        autoreset: bool = True,
        reward: Reward = "win",
        observe: Observe = "acting",
        first_game: int = 0,
        program: Runs | None = None,
        sort: bool = True,
    ) -> None:
        n = self.num_games = whole_number("num_games", num_games, 1, MOST_GAMES)
        one_of("reward", reward, ("win", "shaped"))
        one_of("observe", observe, ("all", "acting"))
        self.games = alike(game)
        self.game = game = self.games[0]
        if any(openings_of(each) is not None for each in self.games):
            raise ValueError("game: one that begins from openings can't be played on a GPU; use Batch")
        self.autoreset = yes_or_no("autoreset", autoreset)
        self.first_game = whole_number("first_game", first_game, 0, MOST_NUMBER)
        self.device = numbered(device)
        self._shaped, self._acting_only, self._sort = reward == "shaped", observe == "acting", sort
        players, size = game.num_players, game.state_dtype.itemsize
        room = [row_words(width) * 8 for width in (game.num_features, game.num_actions)]

        def zeros(*shape: int, dtype: torch.dtype) -> Tensor:
            return torch.zeros(shape, dtype=dtype, device=self.device)

        self._states = zeros(n, size, dtype=torch.uint8)
        self._rng = zeros(n, RNG.itemsize, dtype=torch.uint8)
        self._action_rng = zeros(n, RNG.itemsize, dtype=torch.uint8)
        self.seeds = zeros(n, dtype=torch.int64)
        self.game_number = zeros(n, dtype=torch.int64)
        self._template_index = torch.arange(n, device=self.device) % len(self.games)
        self.actions = zeros(n, players, dtype=torch.int32)
        self._requested = zeros(n, players, dtype=torch.int32)
        self._observation = zeros(n, players, room[0], dtype=torch.uint8)
        self._action_mask = zeros(n, players, room[1], dtype=torch.int8)
        self.observation = self._observation[:, :, : game.num_features]
        self.action_mask = self._action_mask[:, :, : game.num_actions]
        self.to_act = zeros(n, players, dtype=torch.bool)
        self._shown, self._seen = torch.zeros_like(self.to_act), torch.zeros_like(self.to_act)
        self.reward = zeros(n, players, dtype=torch.float32)
        self.terminated, self.truncated = zeros(n, dtype=torch.bool), zeros(n, dtype=torch.bool)
        self.refused = torch.tensor(NOTHING_REFUSED, device=self.device)
        self._hide_rng = zeros(n, RNG.itemsize, dtype=torch.uint8)
        self._hide_seats = zeros(n, dtype=torch.int64)
        self._decisions = zeros(n, dtype=torch.int64)
        self._begins = zeros(n, dtype=torch.int8)
        self._keys = zeros(n, dtype=torch.int32)
        self._sorted = torch.zeros_like(self._keys)
        self._order = torch.arange(n, device=self.device)
        kinds = torch.from_numpy(np.minimum(game.structure.kind, 255).astype(np.int32))
        self._kinds = kinds.to(self.device)
        self._tables = self._upload(np.frombuffer(frozen(game.tables).tobytes(), np.uint8))
        templates = np.concatenate([each.template for each in self.games])
        self._templates = self._upload(np.frombuffer(templates.tobytes(), np.uint8))
        self._program: Runs = program or program_of(game, self.device)
        self._arguments = self._bind(players, size, room)
        self._graphs: dict[str, Any] = {}
        self.reset(seed=seed)

    def _upload(self, array: Any) -> Tensor:
        return torch.from_numpy(array.copy()).to(self.device)

    def _bind(self, players: int, size: int, room: Sequence[int]) -> dict[str, Arguments]:
        """Return the arguments of each kernel, and of `begin` for each command."""
        n, game = self.num_games, self.game
        states = Items(self._states, (n,), size)
        rng = Items(self._rng, (n,), RNG.itemsize)
        mask_words = Items(self._action_mask, (n, players, room[1] // 8), 8)
        observation_words = Items(self._observation, (n, players, room[0] // 8), 8)
        tables = Items(self._tables, (1,), self._tables.numel())
        templates = Items(self._templates, (self._templates.numel() // size,), size)
        stride = n if self.autoreset else 0
        action_rng = Items(self._action_rng, (n,), RNG.itemsize)
        kinds, keys = self._kinds, self._keys
        found = {
            "choose": Arguments([mask_words, action_rng, self.to_act, self.actions, self.refused, kinds, keys]),
            "accept": Arguments([
                states, self._requested, self._action_mask, self.to_act, self.actions, game.num_actions, self.refused,
                kinds, keys,
            ]),
            "wipe": Arguments([mask_words, observation_words, self._shown, self._seen]),
            "hide": Arguments([states, Items(self._hide_rng, (n,), RNG.itemsize), self._hide_seats, tables]),
            "show": Arguments([
                states, self._order, self._shown, self._seen, self._action_mask,
                observation_words if whole_words(game) else self._observation, game.num_actions, game.num_features,
                tables,
            ]),
        }  # fmt: skip
        found["play"] = Arguments([
            states, rng, self.actions, self.to_act, self._order, self._begins, self.reward, self.terminated,
            self.truncated, self.refused, self._decisions, tables, keys, self._shaped, self.autoreset,
        ])  # fmt: skip
        for command in (SHOW, BEGIN, PLAY):
            found[f"begin {command}"] = Arguments([
                states, rng, self.seeds, self.game_number, self._template_index, self._order, self._begins, self.to_act,
                self._shown, self._seen, self.terminated, self.truncated, tables, templates, keys, command,
                self._acting_only, stride,
            ])  # fmt: skip
        return found

    def reset(self, seed: int | None = None) -> None:
        """Begin a new game in every row; with a seed, the first of that seed."""
        if seed is None:
            self.game_number += self.num_games
        else:
            seed = whole_number("seed", seed)
            self.seeds.fill_(seed % 2**64 - (2**64 if seed % 2**64 >= 2**63 else 0))
            self.game_number.copy_(torch.arange(self.first_game, self.first_game + self.num_games))
            action_rng = np.zeros(self.num_games, RNG)
            start_all(action_rng, np.uint64((seed ^ ACTION_STREAM) % 2**64), np.uint64(self.first_game))
            flat = action_rng.view(np.uint8).reshape(self.num_games, RNG.itemsize)
            self._action_rng.copy_(torch.from_numpy(flat))
        self.reward.zero_()
        self._show(BEGIN)

    def step(self, actions: Tensor) -> None:
        """Play one joint decision in every row: actions int [N, P] on the device, 0 for a player who does not act."""
        self._requested.copy_(actions)
        self._run("accept")

    def seat_rows(self) -> tuple[Tensor, Tensor]:
        """Return the observations [N * P, F or more] and masks [N * P, A or more] of all seats: padded, and no copy."""
        return self._observation.flatten(0, 1), self._action_mask.flatten(0, 1)

    def rollout(self, steps: int) -> None:
        """Play ``steps`` joint decisions in every row at random; `decisions` counts them."""
        for _ in range(whole_number("steps", steps, 0)):
            self._run("choose")

    def decisions(self) -> int:
        """Return how many decisions have been taken since the batch was made, one for each player who acted; waits."""
        return int(self._decisions.sum())

    def check(self) -> None:
        """Wait for the GPU, and refuse what was not allowed.

        Raises:
            ValueError: an action was not allowed. No row has played since; the next step may.
        """
        count, first, _ = self.refused.tolist()
        if count:
            self.refused.copy_(torch.tensor(NOTHING_REFUSED))
            row, player = divmod(first >> 32, self.game.num_players)
            action = (first & 0xFFFFFFFF ^ 0x80000000) - 0x80000000
            told = f"actions: row {row}: player {player}: action {action} is not allowed"
            raise ValueError(f"{told} ({count} refused in all)")

    @property
    def states(self) -> States:
        """The positions [N], copied to the CPU; waits."""
        return self._states.cpu().numpy().view(self.game.state_dtype).reshape(self.num_games)

    def set_states(self, states: States) -> None:
        """Put positions into all rows.

        Raises:
            ValueError: they are not as many, or one is no position of this game.
        """
        if len(states) != self.num_games:
            raise ValueError(f"states: expected {self.num_games}, got {len(states)}")
        self.game.check(states)
        flat = np.ascontiguousarray(states).view(np.uint8).reshape(self.num_games, -1)
        self._states.copy_(torch.from_numpy(flat.copy()))
        self.reward.zero_()
        self._show(SHOW)

    def determinize(self, other: DeviceBatch, rows: Tensor, seats: Tensor, keys: Tensor) -> None:
        """Go on in every row from a copy of another batch's position in which all that a seat can't know is resampled.

        What is drawn afterwards follows from this batch's own seed, and tells nothing of the other's.

        Args:
            other: of the same game; it stays as it is.
            rows: int64 [N] which of its rows each is a copy of.
            seats: int64 [N] for each the seat that searches.
            keys: int64 [N] what is resampled follows from its key alone, as in `Batch.determinizations`.

        Raises:
            ValueError: the other batch plays another game.
        """
        try:
            alike([self.game, other.game])
        except ValueError as error:
            raise ValueError(f"other: expected a batch of the same game: {error}") from None
        torch.index_select(other._states, 0, rows, out=self._states)
        self._hide_rng.zero_()
        self._hide_rng.view(torch.int64)[:, RNG.fields["key"][1] // 8] = keys  # type: ignore[index]
        self._hide_seats.copy_(seats)
        self._program.launch("hide", self.num_games, self._arguments["hide"])
        self.reward.zero_()
        self._show(SHOW)

    def _run(self, first: str) -> None:
        """Do one step, whose actions the kernel ``first`` finds: recorded once, then replayed in one call."""
        if self.device.type != "cuda":
            self._step(first)
            return
        if first not in self._graphs:
            self._step(first)  # this one counts, and makes everything ready
            self._graphs[first] = graph = torch.cuda.CUDAGraph()
            stream = torch.cuda.Stream(self.device)  # torch's own for this is of the GPU that first recorded
            with torch.cuda.device(self.device), torch.cuda.graph(graph, stream=stream):
                self._step(first)
            return
        with torch.cuda.device(self.device):
            self._graphs[first].replay()

    def _step(self, first: str) -> None:
        lanes = 32 if first == "choose" else 1
        self._program.launch(first, self.num_games * lanes, self._arguments[first])
        self._sort_rows()
        self._program.launch("play", self.num_games, self._arguments["play"])
        self._sort_rows()
        self._show(PLAY)

    def _show(self, command: int) -> None:
        n, players = self.num_games, self.game.num_players
        self._program.launch("begin", n, self._arguments[f"begin {command}"])
        self._program.launch("wipe", n * players * 32, self._arguments["wipe"])
        self._program.launch("show", n * players, self._arguments["show"])

    def _sort_rows(self) -> None:
        if self._sort:
            torch.sort(self._keys, out=(self._sorted, self._order))


LEAST_CAPABILITY = (7, 5)  # of CUDA 13
PROGRAMS: dict[tuple[str, int, str], Program] = {}


def numbered(device: str | torch.device) -> torch.device:
    """Return a device, a GPU with its number: torch's current one may be another later."""
    found = torch.device(device)
    return torch.device("cuda", torch.cuda.current_device()) if found.type == "cuda" and found.index is None else found


def program_of(game: Game, device: torch.device) -> Program:
    """Return the kernels of a game on a GPU, loaded once a process.

    Raises:
        ValueError: the GPU is too old.
    """
    place = (game.name, whole_words(game), str(device))  # the length of a row is part of the code
    if place not in PROGRAMS:
        from ow_env.device.compile import code_for

        capability = torch.cuda.get_device_capability(device)
        if capability < LEAST_CAPABILITY:
            name, (major, minor) = torch.cuda.get_device_name(device), capability
            raise ValueError(f"device: {name} has compute capability {major}.{minor}; the rules need 7.5 or later")
        texts = code_for(game, capability).split(CUT)
        codes = {name: (text.encode(), symbol_of(text)) for name, text in zip(NAMES, texts, strict=True)}
        PROGRAMS[place] = Program(codes, device)
    return PROGRAMS[place]
