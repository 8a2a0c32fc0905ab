"""Many games at once, stepped by the numbers of actions, for learners. Needs numpy (``pip install quadrille[envs]``).

What the numbers mean, N being the number of squares and K that of kinds: ``from * N + to`` moves, then ``kind * N +
square`` drops, N x N announcements, one for passing, 256 answers to questions, 64 things to say, and the second stage.
Where several moves fit a number, as with promotions, the same seat is asked again for one of these last numbers: a kind
where kinds tell the moves apart, otherwise the place in the list. `VectorGames.starts` says where each begins. Squares
are numbered from the lowest rank, each from left to right, holes left out: as `VectorGames.squares` lists them. The
numbers are the same for all seats; `VectorGames.turned` translates those of the board as a seat sees it.

Observations are planes of bytes, seen by one seat: the seat to act, or any other. The board is turned so that this
seat's own side is below, as high and wide as the board, or a square that it fits in if some seat faces east or west.
Between two seats that face each other it is flipped, so that files stay. `VectorGames.cells` says where a seat sees
each square. `VectorGames.plane_names` lists the planes:

- for each seat, beginning with the observer and going on in the rules' order: its pieces by kind; those whose army is
  in each state; the number of each kind in hand (in all cells); 1 in all cells if it is to act, and if it has turns;
  the rooks that it may still castle with, and where its king goes to then; its counters
- pieces that bear each mark, and the counters that pieces carry; the quarter turns of pieces that do not face as
  their army does
- the square and the pawn of each right to capture en passant; how often the position has occurred before, up to 255
  (if the rules count that); moves in this turn so far; an announced move; plies since the last progress, up to the
  limit of the rules, or 255; how many dice show each face; the counters of the game
- if pieces belong to no seat, one plane for each kind of these; and one that is 1 where the board has squares

A counter is its distance from the least value that the rules allow it, in all cells. If that may exceed 255 it has
several planes, digits to the base of 256, the highest first. A memory has a plane for each seat that it may hold, one
with the square, or one with the number of the kind.

No observation shows what its seat does not know. In fog it lacks hidden pieces, castling rights and memories of
others, repetitions, and plies since progress. Questions, offers, restrictions of the next action and changes of the
order of turns have no planes: the mask shows what they allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import QuadrilleError
from .rules import Ruleset, _count, _rules

__all__ = ["OBSERVATION_VERSION", "VectorGames"]

OBSERVATION_VERSION = 1
"""Counts changes of what the planes mean. The numbers of actions have not changed since version 0."""


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
        self.rules = _rules(rules)
        self.count = _count(count)
        self._native = _native.Batch(self.rules._native, self.count, seed, ply_limit)
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
        return self._native.squares

    @property
    def plane_names(self) -> list[str]:
        """What each plane of an observation shows.

        >>> VectorGames("orthodox-chess", 1).plane_names[:2]
        ['own: king', 'own: queen']
        """
        return self._native.plane_names

    def cells(self, seat: int) -> npt.NDArray[np.intp]:
        """Where a seat sees each square, in the order of `squares`: the cell of a plane, ``rank * files + file``.

        >>> games = VectorGames("orthodox-chess", 1)
        >>> [int(games.cells(seat)[games.squares.index("e1")]) for seat in (0, 1)]
        [4, 60]
        """
        return np.array(self._native.cells(seat), np.intp)

    def turned(self, seat: int) -> npt.NDArray[np.int32]:
        """The numbers of actions for a policy that sees the board as a seat does: for each number with squares counted
        from that seat's lower left, the number that `step`, `legal` and `masks` use. A mask turns as ``mask[turned]``.

        >>> games = VectorGames("orthodox-chess", 1)
        >>> games.step([games.legal()[0][0]])
        >>> N = len(games.squares)
        >>> pawn = games.turned(1)[(8 + 4) * N + (24 + 4)]
        >>> [games.squares[pawn // N], games.squares[pawn % N]], bool(games.masks()[0][pawn])
        (['e7', 'e5'], True)
        """
        starts, squares = self.starts, np.argsort(self.cells(seat), kind="stable").astype(np.int32)
        count = len(squares)
        moves = (squares[:, None] * count + squares).ravel()
        kinds = np.arange((starts["announcements"] - starts["drops"]) // count, dtype=np.int32)
        drops = starts["drops"] + (kinds[:, None] * count + squares).ravel()
        others = np.arange(starts["pass"], starts["end"], dtype=np.int32)
        return np.concatenate([moves, drops, starts["announcements"] + moves, others], dtype=np.int32)

    @property
    def seats(self) -> npt.NDArray[np.uint8]:
        """The seat to act in each game, by its place in `Ruleset.seats`."""
        return np.frombuffer(self._native.seats_and_statuses()[0], np.uint8)

    @property
    def over(self) -> npt.NDArray[np.uint8]:
        """0 where a game goes on, 1 where it has ended, 2 where it was stopped at the ply limit."""
        return np.frombuffer(self._native.seats_and_statuses()[1], np.uint8)

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

    def texts(self, game: int) -> dict[int, list[str]]:
        """The texts of the legal actions of a game by their numbers, as `Game.play` takes them. A number with several
        texts, as of promotions, leads to the second stage.

        >>> games = VectorGames("orthodox-chess", 1)
        >>> games.texts(0)[games.legal()[0][0]]
        ['b1-a3']
        """
        texts: dict[int, list[str]] = {}
        for number, text in self._native.texts(game):
            texts.setdefault(number, []).append(text)
        return texts

    def observe(self, seats: int | npt.ArrayLike | None = None) -> npt.NDArray[np.uint8]:
        """The planes of each game, shaped (games, planes, ranks, files): seen by the seat to act, or by `seats`, which
        is one for all games or one for each."""
        seen = None if seats is None else np.broadcast_to(np.asarray(seats), (self.count,)).tolist()
        if seen is not None and min(seen) < 0:
            raise QuadrilleError("seats are numbered from 0")
        return np.frombuffer(self._native.observe(seen), np.uint8).reshape(self.count, *self.planes)

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays an action in each game; a negative number plays none there. Games that have ended stay as they are.

        Raises:
            QuadrilleError: if one is not legal; nothing is played then.
        """
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise QuadrilleError(f"actions are whole numbers, not {numbers.dtype}")
        # A number that is too large for the engine is no action either.
        whole = np.clip(numbers.astype(np.int64), -1, np.iinfo(np.int32).max)
        self._native.step(np.ascontiguousarray(whole, np.int32).tobytes())

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
        """The positions as FEN4: all of each, also what fog hides."""
        return self._native.fens()

    def __repr__(self) -> str:
        return f"<VectorGames {self.count} x {self.rules.id}>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a batch of games can't be copied; save the positions with fens()")
