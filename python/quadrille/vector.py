"""Many games at once, stepped by the numbers of actions, for learners. Needs numpy (``pip install quadrille[envs]``).

What the numbers mean, N being the number of squares and K that of kinds: ``from * N + to`` moves, then ``kind * N +
square`` drops, N x N announcements, one for passing, 256 answers to questions, 64 things to say, and the second stage.
Where several moves fit a number, as with promotions, the same seat is asked again for one of these last numbers: a kind
where kinds tell the moves apart, otherwise the place in the list. `VectorGames.starts` says where each begins. Squares
are numbered from the lowest rank, each from left to right, holes left out: as `VectorGames.squares` lists them.

Observations are planes of bytes as high and wide as the board, seen by the seat to act: for each seat, beginning with
that one and going on in the rules' order, a plane for each kind of piece, one for each state that an army can be in,
one for the pieces of each kind in hand; then one for each mark; if pieces belong to no seat, one for each kind of
these; and one that shows where the board has squares. In fog what is hidden from the seat to act is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from .rules import Ruleset, load

__all__ = ["VectorGames"]


class VectorGames:
    """So many games of a ruleset.

    >>> games = VectorGames("chesscom-teams", 4, seed=1)
    >>> masks = games.masks()
    >>> masks.shape == (4, games.num_actions), int(masks[0].sum())
    (True, 20)
    >>> games.step(np.full(4, np.flatnonzero(masks[0])[0]))
    >>> games.seats.tolist()
    [1, 1, 1, 1]
    """

    def __init__(self, rules: Ruleset | str, count: int, *, seed: int = 0, ply_limit: int | None = None) -> None:
        self.rules = load(rules) if isinstance(rules, str) else rules
        self._native = _native.Batch(self.rules._native, count, seed, ply_limit)
        self.count = count
        self.num_actions = self._native.actions
        self.planes = self._native.planes
        """Planes, ranks and files of an observation."""

    @property
    def starts(self) -> dict[str, int]:
        """The first number of each kind of action; ``end`` is how many there are."""
        names = ("drops", "announcements", "pass", "answers", "sayings", "second", "end")
        return {"moves": 0, **dict(zip(names, self._native.starts, strict=True))}

    @property
    def squares(self) -> list[str]:
        """The squares as they are numbered."""
        about = self.rules.about
        letters = "abcdefghijklmnopqrstuvwxyz"

        def place(name: str) -> tuple[int, int]:
            letter = name.rstrip("0123456789")
            return int(name[len(letter) :]), letters.index(letter)

        return sorted(about["squares"], key=place)

    @property
    def seats(self) -> npt.NDArray[np.uint8]:
        """The seat to act in each game, by its place in `Ruleset.seats`."""
        return np.frombuffer(self._native.standing()[0], np.uint8)

    @property
    def over(self) -> npt.NDArray[np.uint8]:
        """0 where a game goes on, 1 where it has ended, 2 where it was stopped at the ply limit."""
        return np.frombuffer(self._native.standing()[1], np.uint8)

    @property
    def results(self) -> npt.NDArray[np.int8]:
        """For each game and seat: 1 for a win, -1 for a loss, 0 for a draw or a game that goes on."""
        return np.frombuffer(self._native.results(), np.int8).reshape(self.count, -1)

    def counter(self, name: str) -> npt.NDArray[np.int32]:
        """A counter of the rules, such as ``points``, for each game and seat."""
        values = np.frombuffer(self._native.counter(name), np.int32)
        if values.size == 0:
            raise KeyError(f"{self.rules.id} has no counter {name}")
        return values.reshape(self.count, -1)

    def masks(self) -> npt.NDArray[np.bool_]:
        """For each game, which numbers of actions are legal."""
        return np.frombuffer(self._native.masks(), np.bool_).reshape(self.count, -1)

    def legal(self) -> list[npt.NDArray[np.int32]]:
        """The numbers of the legal actions of each game, which is much less than the masks."""
        ids, counts = self._native.legal()
        return np.split(np.frombuffer(ids, np.int32), np.cumsum(counts)[:-1])

    def observe(self) -> npt.NDArray[np.uint8]:
        """The planes of each game, seen by the seat to act."""
        return np.frombuffer(self._native.observe(), np.uint8).reshape(self.count, *self.planes)

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays an action in each game; a negative number plays none there. Games that have ended stay as they are."""
        self._native.step(np.ascontiguousarray(actions, np.int32).tobytes())

    def restart(self, which: Sequence[int] | None = None) -> None:
        """Begins these games again, or all that have ended."""
        self._native.restart(None if which is None else list(which))

    def random(self, plies: int) -> int:
        """Plays so many random plies in each game, all legal actions equally likely; one that ends begins again. Gives
        how many were played."""
        return self._native.random(plies)

    def advise(self, agent: str, seed: int = 0) -> npt.NDArray[np.int32]:
        """What an agent would play in each game; -1 where there is nothing to play."""
        return np.frombuffer(self._native.advise(agent, seed), np.int32)

    def fens(self) -> list[str]:
        """The positions as FEN4."""
        return self._native.fens()

    def __repr__(self) -> str:
        return f"<VectorGames {self.count} x {self.rules.id}>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a batch of games can't be copied; save the positions with fens()")
