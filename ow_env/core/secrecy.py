"""Random numbers that players may be given: they reveal nothing about hidden cards.

Below: options.py, rng.py. Above: batch.py, records/, players.py, adapters, agents, training. All draws of a game
follow from its seed and number (`rng.py`), by an invertible mixing function. So a player is never given either,
nor anything mixed from them. The randomness a player needs comes from here, by a one-way hash (BLAKE2b, RFC 7693),
each purpose in a sequence of its own. In order: the secret of a host, seeds to hand out, draws
for choices, and the stream of a game that a secret keys.

A hash can't prevent brute force: if seeds are known to be below a million, a player can hash a million seeds. So a
host that does not trust its players sets a secret, without which no guess can be tested.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ow_env.core.options import shown
from ow_env.core.rng import GAMMA, M1, M2, S27, S30, S31

__all__ = ["Keys", "Draws", "Secret", "commitment", "game_key", "draw_keys", "draws_of", "seed_for", "stream_seed"]

Keys: TypeAlias = npt.NDArray[np.uint64]  # [B] one for each row: what one seat's draws follow from
Draws: TypeAlias = npt.NDArray[np.float64]  # [B], uniform from [0, 1)

S11 = np.uint64(11)
LEAST_SECRET, MOST_SECRET = 16, 64  # bytes: fewer could be tried out, more no key of BLAKE2b holds
KEY_BYTES = 16  # what a game is keyed with, and what is disclosed at its end
CHOICE, DETERMINIZATION = 0, 1  # what a number is for, at one decision


class Secret:
    """Bytes that key all random draws of a host's games. They are shown nowhere: not in a repr, an error or an info.

    Args:
        secret: 16 to 64 bytes that nobody can guess: ``secrets.token_bytes(32)``.

    Raises:
        TypeError: it is not bytes. The error does not show it.
        ValueError: it is too short or too long.
    """

    __slots__ = ("_bytes",)

    def __init__(self, secret: bytes) -> None:
        if not isinstance(secret, bytes):
            raise TypeError(f"secret: expected bytes or None, got {type(secret).__name__}")
        if not LEAST_SECRET <= len(secret) <= MOST_SECRET:
            raise ValueError(f"secret: expected {LEAST_SECRET} to {MOST_SECRET} bytes, got {len(secret)}")
        self._bytes = secret

    @staticmethod
    def of(secret: bytes | Secret | None) -> Secret | None:
        """Return what a host gave as a Secret; None: it gave none."""
        return secret if secret is None or isinstance(secret, Secret) else Secret(secret)

    def __repr__(self) -> str:
        return "Secret(...)"


def digest(purpose: str, size: int, secret: Secret | None, *parts: int | str) -> bytes:
    """Return ``size`` bytes that follow from all this, and from which none of it follows.

    Args:
        purpose: at most 9 letters; other purposes share nothing.
        size: 1 to 64.
        secret: the host's, or None.
        parts: whole numbers from 0 to 2**64 - 1, and words.
    """
    data = repr(parts).encode()  # unambiguous: no two lists of parts read alike
    key = b"" if secret is None else secret._bytes
    return blake2b(data, digest_size=size, key=key, person=b"ow_env " + purpose.encode()).digest()


# ── Seeds to hand out ────────────────────────────────────────────────────────────────────────


def seed_for(purpose: str, seed: int, *about: int | str, secret: Secret | None = None) -> int:
    """Return a seed from 0 to 2**63 - 1 for something with random draws of its own, such as a player.

    Args:
        purpose: what for, at most 9 letters.
        seed: of the games.
        about: whose it is: a seat, a name.
        secret: the host's, or None.
    """
    return int.from_bytes(digest(purpose, 8, secret, seed, *about), "little") >> 1


# ── Draws for choices ───────────────────────────────────────────────────────────────────────


def draw_keys(seeds: Keys, numbers: npt.NDArray[np.int64], players: int, secret: Secret | None = None) -> Keys:
    """Return what the draws of each seat follow from, in each of some games. No key tells another.

    Args:
        seeds: [B] of the games.
        numbers: [B] their numbers.
        players: P, at most 8.
        secret: the host's, or None.

    Returns:
        [B, P].
    """
    games = np.stack([seeds.astype("<u8"), numbers.astype("<u8")], axis=1).tobytes()
    key, person, size = (b"" if secret is None else secret._bytes), b"ow_env luck", 8 * players
    found = b"".join(
        [  # one hash for all seats of a game
            blake2b(games[at : at + 16], digest_size=size, key=key, person=person).digest()
            for at in range(0, len(games), 16)
        ]
    )
    return np.frombuffer(found, "<u8").reshape(len(seeds), players).astype(np.uint64)


def mixed(bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return 64 bits scrambled in each row, as `rng.mix` does it for one value: SplitMix64's finalizer."""
    bits = (bits ^ (bits >> S30)) * M1
    bits = (bits ^ (bits >> S27)) * M2
    scrambled: npt.NDArray[np.uint64] = bits ^ (bits >> S31)
    return scrambled


def drawn_from(keys: Keys, moments: npt.NDArray[np.int64], purpose: int) -> Keys:
    """Return 64 bits for each row [B]: value number ``moment`` of its key, for CHOICE or DETERMINIZATION.

    A counter and SplitMix64, as in `rng.py`: inverting it gives the key, which reveals what this seat
    itself will draw in this game, and nothing else.
    """
    counts = (moments.astype(np.uint64) << np.uint64(1)) + np.uint64(purpose + 1)
    return mixed(keys + counts * GAMMA)


def draws_of(keys: Keys, moments: npt.NDArray[np.int64]) -> Draws:
    """Return a number from [0, 1) for each row [B], for the choice of its seat at this moment of its game."""
    return (drawn_from(keys, moments, CHOICE) >> S11).astype(np.float64) * 2.0**-53


# ── The stream of a game that a secret keys ──────────────────────────────────────────────────


def game_key(secret: Secret, seed: int, number: int) -> bytes:
    """Return what one game is keyed with (16 bytes). Disclosed at its end, it tells nothing of any other game."""
    return digest("game", KEY_BYTES, secret, seed, number)


def stream_seed(key: bytes, seed: int) -> int:
    """Return the seed, from 0 to 2**64 - 1, under which a game of this key and of this seed is dealt."""
    data = seed.to_bytes(8, "little")
    return int.from_bytes(blake2b(data, digest_size=8, key=key, person=b"ow_env stream").digest(), "little")


def commitment(key: bytes) -> str:
    """Return what may be disclosed of a game's key before its end: 32 hex digits that no other key has."""
    return blake2b(b"", digest_size=16, key=key, person=b"ow_env told").hexdigest()


def parse_key(text: str) -> bytes:
    """Return the key that is written so: 32 hex digits.

    Raises:
        ValueError: it is not.
    """
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise ValueError(f"expected {2 * KEY_BYTES} hex digits, got {shown(text)}")
    return key
