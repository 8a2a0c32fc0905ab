"""Opening trees: the moves of many games at one position, with frequencies, results and evaluations.

Ctrl-C raises `quadrille.Interrupted`, whose `result` has the games so far.
"""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _native
from .database import open_db
from .errors import Interrupted, QuadrilleError
from .rules import _rules
from .study import Playouts, Rules, _local

__all__ = ["ExploredMove", "ExploredPosition", "OpeningTree", "SideResults", "explore"]

MAX_DEPTH = 40
"""The maximum depth of a tree in plies."""

_SQLITE_MAGIC = b"SQLite format 3\0"
"""The first bytes of a database."""


@dataclass(frozen=True)
class SideResults:
    """The results of a side in several games."""

    wins: int
    draws: int
    losses: int
    share: float | None
    """The side's mean share of the result, from 0 to 1. `None` if no game has a result."""


@dataclass(frozen=True)
class ExploredMove:
    """A move, with the games in which it was played."""

    seat: str | None
    """The seat that plays. For dice, the seat whose turn it is."""
    action: str
    frequency: float
    """The share of the move in the games at the position, from 0 to 1."""
    games: int
    unfinished: int
    """The number of games without a result."""
    mean_plies: float
    """The mean length of the games."""
    results: dict[str, SideResults]
    """The results by side. A side is a team, or a seat without partners."""
    evaluation: dict[str, float]
    """Each side's share by static evaluation of the position after the move, from 0 to 1."""
    next: int | None
    """The index of the position after the move in `OpeningTree.positions`. `None` at the end of the tree."""


@dataclass(frozen=True)
class ExploredPosition:
    """A position, with the games that reach it by any order of moves."""

    line: list[str]
    """The moves from the first position of the tree."""
    games: int
    unfinished: int
    mean_plies: float
    results: dict[str, SideResults]
    moves: list[ExploredMove]
    """The moves, most frequent first."""


@dataclass(frozen=True)
class OpeningTree:
    """The moves of games from one position."""

    games: int
    """The number of games, including games that do not reach the position."""
    fen: str
    """The first position, as FEN4."""
    sides: list[str]
    positions: list[ExploredPosition]
    """The positions, breadth first."""
    left_out: int
    """The number of games that left the tree early, because the tree is full."""
    text: str
    """The tree as ``quadrille explore`` prints it."""

    @property
    def moves(self) -> list[ExploredMove]:
        """The moves at the first position, most frequent first."""
        return self.positions[0].moves

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<OpeningTree: {self.games} games, {len(self.positions)} positions>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


@dataclass(frozen=True)
class Request:
    """The position and the size of a tree."""

    play: str
    fen: str | None
    depth: int
    min_games: int


def explore(
    source: str | Path | Playouts,
    *,
    play: str = "",
    fen: str | None = None,
    depth: int = 1,
    min_games: int = 1,
    rules: Rules | None = None,
    jobs: int | None = None,
) -> OpeningTree:
    """Lists the moves of many games at one position.

    - `source` is a PGN4 file, a database of the command line, or the result of `playout`. The games of
      a database or of `playout` are played again from their seeds.
    - `play` and `fen` choose the position, which is the start position by default.
    - `depth` is the number of plies, from 1 to 40.
    - `min_games` leaves out moves of fewer games.
    - `rules` are the rules of a file, if the file does not name shipped rules. Without `rules`, games of a
      PGN4 file with other rules than the first game are left out.

    >>> from quadrille import playout
    >>> played = playout("nava-2018", 20, agents="random", ply_limit=40)
    >>> tree = explore(played, depth=2)
    >>> sum(move.games for move in tree.moves)
    20

    Raises:
        QuadrilleError: If a game or the position has a mistake.
        Interrupted: If Ctrl-C ends the work. Its `result` has the games so far.
    """
    if not 1 <= depth <= MAX_DEPTH:
        raise QuadrilleError(f"`depth` is {depth}; choose a number from 1 to {MAX_DEPTH}")
    if min_games < 1:
        raise QuadrilleError(f"`min_games` is {min_games}; the least is 1")
    request = Request(play, fen, depth, min_games)
    if not isinstance(source, Playouts):
        path = _local(source)
        if not path.is_file():
            raise QuadrilleError(f"{path} is not a file")
        with path.open("rb") as file:
            is_database = file.read(len(_SQLITE_MAGIC)) == _SQLITE_MAGIC
        if is_database:
            source = open_db(path, rules)
        else:
            named = None if rules is None else _rules(rules)._native
            return _tree(*_native.explore_file(named, str(path), request))
    elif rules is not None:
        raise QuadrilleError("the games of `playout` have their own rules; leave `rules` out")
    return _tree(*_native.explore_run(source.rules._native, source.plan, source._rows, jobs, request))


def _tree(report: str, text: str, ended: BaseException | None) -> OpeningTree:
    """Returns the tree of a report. If an exception ended the work, raises it with the tree."""
    told = json.loads(report)
    sides: list[str] = told["sides"]

    def counts(of: dict[str, Any]) -> dict[str, Any]:
        results = [SideResults(**side) for side in of["results"]]
        return {**of, "results": dict(zip(sides, results, strict=True))}

    def move(of: dict[str, Any]) -> ExploredMove:
        return ExploredMove(**{**counts(of), "evaluation": dict(zip(sides, of["evaluation"], strict=True))})

    positions = [
        ExploredPosition(**{**counts(of), "moves": [move(played) for played in of["moves"]]})
        for of in told["positions"]
    ]
    tree = OpeningTree(told["games"], told["fen"], sides, positions, told["left_out"], text)
    if isinstance(ended, KeyboardInterrupt):
        raise Interrupted(tree) from None
    if ended is not None:
        raise ended
    return tree
