"""Positions from self-play, as data for learning. Needs numpy (``pip install quadrille[envs]``).

An agent that searches plays games against itself. Each decision with several legal actions gives a
position with the evaluation, the best action and the policy of the search, and later with the result
of the game. The policy of ``mcts:N`` is the share of visits of each action. Other agents give a
policy with one action.

>>> found = self_play("nava-2018", 2, agent="mcts:20", ply_limit=30)
>>> arrays = found.arrays()
>>> len(arrays["planes"]) == len(found)
True

A packed file begins with the eight bytes ``QDRLPOS1``, the length of a header as uint32, and the
header as JSON: the identity of the run, ``planes`` (the names of the planes), ``shape`` (the numbers
of planes, ranks and files), ``num_actions``, and ``observation_version``. Records follow. All numbers
are little-endian:

======  =======  ==========================================================================
offset  type     content
======  =======  ==========================================================================
0       uint32   the length of the record in bytes
4       uint32   the index of the game
8       uint32   the number of plies played before the position
12      uint8    the index of the seat that decides
13      uint8    0
14      uint16   the number P of actions of the policy
16      uint32   the number of the best action
20      float32  the evaluation: the share of the result that the seat's team expects, 0 to 1
24      float32  the share of the seat's team in the result of the game
28      uint16   the number Q of planes that are not empty
30      uint16   0
32      P times  uint32 and float32: the number of an action, and its weight; the sum is 1
then    Q times  uint16 and uint16: the number of a plane, and a number C of cells.
                 If C is 0, a uint8 follows: the value of all cells.
                 Otherwise C times uint16 and uint8 follow: a cell and its value.
======  =======  ==========================================================================

The seat that decides observes. `quadrille.vector` defines action numbers, planes and cells. A cell is
``rank * files + file``. A game that is stopped at the ply limit is shared equally.
"""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import QuadrilleError
from .options import OptionKeywords, Options, _options
from .rules import Ruleset, _count
from .study import Plan, Playouts, Rules, _local, _plan, _save, _whole
from .vector import OBSERVATION_VERSION

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["PositionArrays", "Positions", "read_positions", "self_play"]

MAGIC = b"QDRLPOS1"


class PositionArrays(TypedDict):
    """Positions as arrays. The policy of position `i` is at ``offsets[i]`` to ``offsets[i + 1]``."""

    game: npt.NDArray[np.uint32]
    ply: npt.NDArray[np.uint32]
    seat: npt.NDArray[np.uint8]
    best: npt.NDArray[np.uint32]
    evaluation: npt.NDArray[np.float32]
    result: npt.NDArray[np.float32]
    policy_ids: npt.NDArray[np.uint32]
    policy_weights: npt.NDArray[np.float32]
    offsets: npt.NDArray[np.int64]
    planes: npt.NDArray[np.uint8]


class Positions:
    """Positions of games of self-play."""

    def __init__(self, header: dict[str, Any], records: bytes, fens: list[str] | None = None) -> None:
        self.header = header
        """The header of the packed file."""
        self._records = records
        self.fens = fens or []
        """The positions as FEN4, as the seat that decides knows them, if they were requested."""
        self._starts = [0]
        while self._starts[-1] < len(records):
            begin = self._starts[-1]
            length = int.from_bytes(records[begin : begin + 4], "little")
            if length < 32 or begin + length > len(records):
                raise QuadrilleError("the records are damaged: a record is longer than the data")
            self._starts.append(begin + length)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def arrays(self, first: int = 0, past: int | None = None, *, planes: bool = True) -> PositionArrays:
        """Returns the positions from `first` to before `past` as arrays.

        With ``planes=False``, the planes are left out, and their array is empty.
        """
        begin, end, _ = slice(first, past).indices(len(self))
        shape = tuple(self.header["shape"])
        count, area = (shape[0] if planes else 0), shape[1] * shape[2]
        records = self._records[self._starts[begin] : self._starts[max(begin, end)]]
        columns = _native.unpack(records, count, area)
        kinds: list[Any] = [
            np.uint32, np.uint32, np.uint8, np.uint32, np.float32, np.float32, np.uint32, np.float32, np.int64,
        ]  # fmt: skip
        told = [np.frombuffer(column, kind) for column, kind in zip(columns[:9], kinds, strict=True)]
        seen = np.frombuffer(columns[9], np.uint8).reshape(len(told[0]) if planes else 0, *shape)
        names = list(PositionArrays.__annotations__)
        return dict(zip(names, [*told, seen], strict=True))  # type: ignore[return-value]

    def batches(self, size: int, *, seed: int | None = None) -> Iterator[PositionArrays]:
        """Yields arrays of at most `size` consecutive positions. With `seed`, batches are in a random
        order."""
        starts = np.arange(0, len(self), size)
        if seed is not None:
            np.random.default_rng(seed).shuffle(starts)
        for start in starts.tolist():
            yield self.arrays(start, start + size)

    def save(self, path: str | Path) -> None:
        """Writes the positions as a packed file."""
        header = json.dumps(self.header).encode()
        _save(path, b"".join([MAGIC, struct.pack("<I", len(header)), header, self._records]))

    def to_arrow(self) -> Any:
        """Returns the positions as a pyarrow table without planes. The schema has the header as JSON
        under ``quadrille``. If the positions have FENs, the table has them in the column ``fen``."""
        import pyarrow

        told = self.arrays(planes=False)
        offsets = pyarrow.array(told["offsets"].astype(np.int32))
        columns: dict[str, Any] = {
            name: told[name]  # type: ignore[literal-required]
            for name in ("game", "ply", "seat", "best", "evaluation", "result")
        }
        for name in ("policy_ids", "policy_weights"):
            values = pyarrow.array(told[name])  # type: ignore[literal-required]
            columns[name] = pyarrow.ListArray.from_arrays(offsets, values)
        if self.fens:
            columns["fen"] = self.fens
        table = pyarrow.table(columns)
        return table.replace_schema_metadata({"quadrille": json.dumps(self.header)})

    def to_parquet(self, path: str | Path) -> None:
        """Writes the table of `to_arrow` as a Parquet file."""
        import pyarrow.parquet

        buffer = io.BytesIO()
        pyarrow.parquet.write_table(self.to_arrow(), buffer, compression="zstd")
        _save(path, buffer.getvalue())

    def __repr__(self) -> str:
        return f"<Positions: {len(self)}>"


def read_positions(path: str | Path) -> Positions:
    """Reads a packed file that `Positions.save` wrote.

    Raises:
        QuadrilleError: If the file is damaged, or is not such a file.
    """
    content = _local(path).read_bytes()
    if content[:8] != MAGIC or len(content) < 12:
        raise QuadrilleError(f"{path} is not a file of packed positions")
    (length,) = struct.unpack("<I", content[8:12])
    try:
        header = json.loads(content[12 : 12 + length])
        _ = header["shape"]
    except (KeyError, TypeError, ValueError) as error:
        raise QuadrilleError(f"{path} is damaged: its header can't be read: {error}") from None
    return Positions(header, content[12 + length :])


def _header(rules: Ruleset, plan: Plan) -> dict[str, Any]:
    return {
        "run": Playouts(rules, plan, []).identity,
        "games": [plan.first, plan.past],
        "shape": list(rules.planes),
        "num_actions": rules.num_actions,
        "planes": rules._native.plane_names(),
        "observation_version": OBSERVATION_VERSION,
    }


def self_play(
    rules: Rules,
    games: int | range = 100,
    *,
    agent: str = "mcts:100",
    sampled_plies: int = 0,
    fens: bool = False,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Positions:
    """Plays games of self-play and returns their positions.

    A game depends only on the rules, the agent, the seed and its index. `agent` searches, such as
    ``mcts:100``, whose number is the number of positions that a search reaches. In the first
    `sampled_plies` plies, actions are drawn by the policy; later the best action is played. By default
    games begin with eight random plies. With `fens`, the positions are kept as FEN4 too.

    Raises:
        Interrupted: If Ctrl-C ends the run. Its `result` has the positions of the first games.
    """
    own = _options(options, changes)
    if own.opening is None:
        own = _options(own, {"opening": "random:8"})
    ruleset, plan = _plan(rules, games, [agent], False, False, own)
    sampled = _count(sampled_plies, "plies")
    played = _native.self_play(ruleset._native, plan, own.jobs, sampled, fens, own._hears())
    records, texts, ended = played
    if ended is not None:
        plan = Plan(
            plan.agents, plan.seed, plan.first, plan.first + len(records), False, plan.ply_limit, False, plan.opening
        )
    found = Positions(_header(ruleset, plan), b"".join(records), [fen for game in texts for fen in game])
    return _whole(found, ended)
