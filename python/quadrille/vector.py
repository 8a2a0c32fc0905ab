"""Many games at once, stepped by action numbers, for learners.

Needs numpy (``pip install quadrille[envs]``). Action numbers, with N squares and K kinds, in this order:

- ``from * N + to`` for moves
- ``kind * N + square`` for drops, K x N of them
- N x N announcements
- one number for passing
- 256 answers to questions
- 64 offers and claims
- the second stage

If several moves have one number, as with promotions, the same seat chooses among them in the second
stage. The number there is the kind if the moves differ in their kinds, and otherwise the index in
the list. `VectorGames.starts` has the first number of each group. Squares are numbered by rank from
the bottom, and from left to right in each rank, without holes. `VectorGames.squares` lists them. The
numbers are the same for all seats. `VectorGames.turned` translates numbers of the board as a seat
sees it.

Observations are planes of bytes, seen by the seat to act or by any other seat. The board is turned
so that this seat's own side is at the bottom. Planes are as high and wide as the board. If a seat
faces east or west, they are squares that fit the board. For two seats that face each other, the
board is flipped, so that files keep their places. `VectorGames.cells` gives the cell of each square
for a seat. `VectorGames.plane_names` lists the planes:

- for each seat, beginning with the observer, in the order of the rules: its pieces by kind; its
  pieces by the state of their army; the number of each kind in hand (in all cells); 1 in all cells
  if it is to act, and if it has turns; the rooks that may still castle, and the king's target
  squares; its counters
- pieces with each mark, and the counters of pieces; the quarter turns of pieces that face another
  way than their army
- the square and the pawn of each right to capture en passant; the number of earlier occurrences of
  the position, up to 255 (if the rules count them); the moves made in this turn; an announced move;
  the plies since the last progress, up to the limit of the rules, or 255; the number of dice with
  each face; the counters of the game
- one plane for each kind of neutral piece, if there are any; and one that is 1 on the squares of the
  board

A counter is shown in all cells as the difference from its minimum. If the difference can exceed 255,
the counter has several planes: digits to the base of 256, the highest first. A memory has a plane
for each seat that it may hold, one plane for a square, or one with the number of the kind.

An observation shows only facts that its seat knows. In fog it lacks hidden pieces, castling rights
and memories of others, repetitions, and plies since progress. Questions, offers, restrictions of the
next action and changes of the order of turns have no planes. Their effect is in the mask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from .agents import Agent, Position, _asking, _named
from .errors import QuadrilleError
from .policy import Observations
from .rules import Ruleset, _count, _rules

__all__ = ["OBSERVATION_VERSION", "VectorGames"]

OBSERVATION_VERSION = 1
"""The version of the planes' meaning. Action numbers have been the same since version 0."""


class VectorGames:
    """A batch of games of a ruleset.

    >>> games = VectorGames("chesscom-teams", 4, seed=1)
    >>> masks = games.masks()
    >>> masks.shape == (4, games.num_actions), int(masks[0].sum())
    (True, 20)
    >>> games.step(np.full(4, np.flatnonzero(masks[0])[0]))
    >>> games.seats.tolist()
    [1, 1, 1, 1]
    """

    def __init__(
        self,
        rules: Ruleset | str,
        num_envs: int,
        *,
        seed: int = 0,
        ply_limit: int | None = None,
        fens: str | Sequence[str] = (),
        jobs: int | None = None,
    ) -> None:
        """Creates games at the array, or at the positions `fens` in turn.

        `jobs` is the number of threads; the default is the number of processors. Games do not depend
        on it.
        """
        self.rules = _rules(rules)
        self.num_envs = _count(num_envs)
        starts = [fens] if isinstance(fens, str) else list(fens)
        self._native = _native.Batch(self.rules._native, self.num_envs, seed, ply_limit, starts, jobs)
        self.num_actions = self.rules.num_actions
        self.planes = self.rules.planes
        """The numbers of planes, ranks and files of an observation."""

    def copy(self, which: Sequence[int] | None = None) -> VectorGames:
        """Returns copies of all games, or of the games `which`, in this order. A game may occur several
        times.

        >>> games = VectorGames("orthodox-chess", 2)
        >>> twice = games.copy([0, 0])
        >>> twice.step([number[0] for number in twice.legal()])
        >>> games.fens()[0] == twice.fens()[0]
        False
        """
        chosen = list(range(self.num_envs)) if which is None else [_count(one, "a game") for one in which]
        games = type(self).__new__(type(self))
        games.rules, games.num_envs = self.rules, len(chosen)
        games.num_actions, games.planes = self.num_actions, self.planes
        games._native = self._native.copy(chosen)
        return games

    __copy__ = copy

    def __deepcopy__(self, _: Any) -> VectorGames:
        return self.copy()

    @property
    def starts(self) -> dict[str, int]:
        """The first number of each group of actions. ``end`` is the count of all numbers."""
        names = ("drops", "announcements", "pass", "answers", "sayings", "second", "end")
        return {"moves": 0, **dict(zip(names, self._native.starts, strict=True))}

    @property
    def squares(self) -> list[str]:
        """The squares in the order of their numbers."""
        return self._native.squares

    @property
    def plane_names(self) -> list[str]:
        """The names of the planes of an observation.

        >>> VectorGames("orthodox-chess", 1).plane_names[:2]
        ['own: king', 'own: queen']
        """
        return self._native.plane_names

    def cells(self, seat: int) -> npt.NDArray[np.intp]:
        """Returns the cell of each square in the planes of a seat, in the order of `squares`.

        A cell is ``rank * files + file``.

        >>> games = VectorGames("orthodox-chess", 1)
        >>> [int(games.cells(seat)[games.squares.index("e1")]) for seat in (0, 1)]
        [4, 60]
        """
        return np.array(self._native.cells(seat), np.intp)

    def turned(self, seat: int) -> npt.NDArray[np.int32]:
        """Returns the action numbers for a policy that sees the board as a seat does.

        The policy numbers squares from the seat's lower left. The array maps its action numbers to the
        numbers of `step`, `legal` and `masks`. ``mask[turned]`` turns a mask.

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
        """The seat to act in each game, by its index in `Ruleset.seats`."""
        return np.frombuffer(self._native.seats_and_statuses()[0], np.uint8)

    @property
    def over(self) -> npt.NDArray[np.uint8]:
        """The status of each game: 0 for playing, 1 for ended, 2 for stopped at the ply limit."""
        return np.frombuffer(self._native.seats_and_statuses()[1], np.uint8)

    @property
    def results(self) -> npt.NDArray[np.int8]:
        """The results for each game and seat: 1 for a win, -1 for a loss, 0 for a draw or no result yet."""
        return np.frombuffer(self._native.results(), np.int8).reshape(self.num_envs, -1)

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """The reward at the end of the game for each game and seat: 1 for a win, -1 for a loss, 0 for a
        draw or no result yet. If a game ended with points, the reward is (s - e) / (1 - e). Here s is the
        share of the seat's team in the points, and e is an equal share."""
        return np.frombuffer(self._native.rewards(), np.float32).reshape(self.num_envs, -1)

    def counter(self, name: str) -> npt.NDArray[np.int32]:
        """Returns a counter of the rules, such as ``points``, for each game and seat."""
        values = np.frombuffer(self._native.counter(name), np.int32)
        if values.size == 0:
            known = ", ".join(self.rules.about["counters"]) or "none"
            raise KeyError(f"{self.rules.id} has no counter `{name}`: its counters are {known}")
        return values.reshape(self.num_envs, -1)

    def masks(self) -> npt.NDArray[np.bool_]:
        """Returns, for each game and action number, `True` if the action is legal."""
        return np.frombuffer(self._native.masks(), np.bool_).reshape(self.num_envs, -1)

    def legal_ids(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Returns the legal action numbers of all games, one game after the other, and offsets.

        The numbers of game `i` are ``ids[offsets[i]:offsets[i + 1]]``, in increasing order. They take
        much less time and memory than `masks`. A game that has ended has no numbers.

        >>> ids, offsets = VectorGames("orthodox-chess", 3).legal_ids()
        >>> offsets.tolist()
        [0, 20, 40, 60]
        """
        ids, offsets = self._native.legal()
        return np.frombuffer(ids, np.int32), np.frombuffer(offsets, np.int64)

    def legal(self) -> list[npt.NDArray[np.int32]]:
        """Returns the legal action numbers of each game."""
        ids, offsets = self.legal_ids()
        ends = offsets.tolist()
        return [ids[begin:end] for begin, end in pairwise(ends)]

    def observations(self, seed: int = 0) -> tuple[Observations, npt.NDArray[np.intp]]:
        """Returns the observations of the games that have not ended, and the numbers of these games.

        The seat to act observes. `seed` decides the `seeds` of the observations.
        """
        going = np.flatnonzero(self.over == 0)
        ids, offsets = self.legal_ids()
        counts = np.diff(offsets)[going]
        seeds = np.random.default_rng([seed, int(self.plies.sum())]).integers(2**63, size=len(going), dtype=np.uint64)
        ends = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return Observations(self.rules, self.observe()[going], ids, ends, self.seats[going], seeds), going

    def positions(self, which: Sequence[int] | None = None, *, seed: int = 0) -> list[Position]:
        """Returns the positions of these games, as agents receive them. Games that have ended have none."""
        chosen = list(range(self.num_envs)) if which is None else list(which)
        return [Position(self.rules, *one) for one in self._native.positions(chosen, seed)]

    def play(self, texts: Sequence[str | None]) -> None:
        """Plays an action in each game by its text. `None` plays nothing.

        Raises:
            QuadrilleError: If an action is not legal. No action is played then.
        """
        self._native.play(list(texts))

    def texts(self, game: int) -> dict[int, list[str]]:
        """Returns the texts of a game's legal actions by their numbers. `Game.play` takes these texts.

        A number with several texts, as for promotions, leads to the second stage.

        >>> games = VectorGames("orthodox-chess", 1)
        >>> games.texts(0)[games.legal()[0][0]]
        ['b1-a3']
        """
        texts: dict[int, list[str]] = {}
        for number, text in self._native.texts(game):
            texts.setdefault(number, []).append(text)
        return texts

    def observe(self, seats: int | npt.ArrayLike | None = None) -> npt.NDArray[np.uint8]:
        """Returns the planes of each game with shape (games, planes, ranks, files).

        They are seen by the seat to act or by `seats`: one seat for all games, or one for each.
        """
        seen = None if seats is None else np.broadcast_to(np.asarray(seats), (self.num_envs,)).tolist()
        if seen is not None and min(seen) < 0:
            raise QuadrilleError("seats are numbered from 0")
        return np.frombuffer(self._native.observe(seen), np.uint8).reshape(self.num_envs, *self.planes)

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays an action in each game. A negative number plays nothing. Games that have ended do not change.

        Raises:
            QuadrilleError: If an action is not legal. No action is played then.
        """
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise QuadrilleError(f"actions are whole numbers, not {numbers.dtype}")
        # A number that is too large for the native module is not an action either.
        whole = np.clip(numbers.astype(np.int64), -1, np.iinfo(np.int32).max)
        self._native.step(np.ascontiguousarray(whole, np.int32).tobytes())

    def reset(self, which: Sequence[int] | None = None) -> None:
        """Restarts these games, or all games that have ended."""
        self._native.reset(None if which is None else list(which))

    def random(self, plies: int) -> int:
        """Plays `plies` random plies in each game and returns the number of plies played.

        All legal actions are equally likely. A game that ends is replaced by a new one.
        """
        return self._native.random(plies)

    def advise(self, agents: str | Sequence[str | None], seed: int = 0) -> npt.NDArray[np.int32]:
        """Returns the action number that an agent recommends in each game.

        `agents` is an agent for all seats, or one for each seat. The number is -1 if no seat has to
        decide, or if the agent of the seat is `None`.
        """
        each: list[str | None] = []
        each.extend([agents] * len(self.rules.seats) if isinstance(agents, str) else agents)
        if len(each) != len(self.rules.seats):
            raise QuadrilleError(f"{len(each)} agents were given for {len(self.rules.seats)} seats; give one for each")
        return np.frombuffer(self._native.advise(each, seed), np.int32)

    def play_agents(self, agents: Mapping[int, str | Agent], seed: int = 0) -> int:
        """Plays an action in each game in which a seat with an agent has to decide.

        `agents` has built-in agents and callables by the indices of their seats. Returns the number of
        games in which an action was played.
        """
        seats, over = self.seats, self.over
        names = [agents.get(seat) for seat in range(len(self.rules.seats))]
        built_in = [name if isinstance(name, str) else None for name in names]
        numbers = np.full(self.num_envs, -1, np.int32)
        if any(name is not None for name in built_in):
            numbers = self.advise(built_in, seed)
        texts: list[str | None] = [None] * self.num_envs
        for seat, agent in agents.items():
            if isinstance(agent, str):
                continue
            going = np.flatnonzero((seats == seat) & (over == 0)).tolist()
            if not going:
                continue
            given = self._native.positions(going, seed)
            (name,), called = _named([agent])
            chosen = _asking(self.rules, called)(name, given)
            for game, position, number in zip(going, given, chosen, strict=True):
                texts[game] = position[4].actions()[number]
        played = int((numbers >= 0).sum()) + sum(text is not None for text in texts)
        if (numbers >= 0).any():
            self.step(numbers)
        if any(text is not None for text in texts):
            self.play(texts)
        return played

    @property
    def plies(self) -> npt.NDArray[np.int64]:
        """The number of plies played in each game."""
        return np.array(self._native.plies(), np.int64)

    def fens(self) -> list[str]:
        """Returns the whole positions as FEN4, including pieces hidden by fog."""
        return self._native.fens()

    def __repr__(self) -> str:
        return f"<VectorGames {self.num_envs} x {self.rules.id}>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a batch of games can't be pickled; save the positions with fens()")
