"""Playouts: games in bulk. They run without the interpreter's lock.

Ctrl-C raises `quadrille.Interrupted`, whose `result` has the games so far.
"""

from __future__ import annotations

import io
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from . import _native
from .agents import Agent, _asking, _named
from .errors import Interrupted, QuadrilleError
from .options import OptionKeywords, Options, _options
from .reports import GameRow, PlayoutReport, PlyRow, RunIdentity
from .rules import Ruleset, _count, _rules

__all__ = ["Plan", "Playouts", "merge", "playout", "read_ndjson"]

if TYPE_CHECKING:
    from typing_extensions import Unpack

Rules = Ruleset | str

Result = TypeVar("Result")


@dataclass(frozen=True)
class Plan:
    """The games to play, and their settings. A game depends only on the rules, on the plan without
    `first` and `past`, and on its index."""

    agents: list[str]
    seed: int
    first: int
    past: int
    rotate: bool
    ply_limit: int | None
    metrics: bool
    opening: tuple[str, str, int | None] | None = None


class Playouts:
    """Played games: a whole run, or a part of one. `merge` joins the parts of a run."""

    def __init__(
        self,
        rules: Ruleset,
        plan: Plan,
        rows: list[str],
        records: list[str] | None = None,
        seconds: float = 0.0,
        series: list[str] | None = None,
    ) -> None:
        self.rules = rules
        self.plan = plan
        self.records = records or []
        """The games as PGN4, if they were requested."""
        self._rows = rows
        self._seconds = seconds
        self._series = series or []

    @cached_property
    def report(self) -> PlayoutReport:
        """Outcomes, endings, lengths, clauses and metrics in the format of ``quadrille playout --format
        json``. They are computed from the rows, so they do not depend on the machines that played the
        games, or on the number of parts."""
        told: PlayoutReport = json.loads(_native.report(self.rules._native, self.plan, self._rows, self._seconds))
        return told

    @cached_property
    def games(self) -> list[GameRow]:
        """A row for each game in the format of ``quadrille export``: index, plies, results, agents,
        clauses, metrics, final counters. A counter such as ``points`` is a list with a value for each
        seat, or with one value for the game."""
        return [json.loads(row) for row in self._rows]

    @cached_property
    def series(self) -> list[PlyRow]:
        """A row for each ply of each game, if they were requested. It contains the seat, the action, the
        number of legal actions, pieces captured, seats in check, the static evaluation of each seat,
        the counters, and the time of the decision in microseconds. Only this time differs from run to
        run."""
        return [row for plies in self._series for row in json.loads(plies)]

    @property
    def identity(self) -> RunIdentity:
        """The identity of the run: version, rules, seed, agents. Parts of one run have equal identities."""
        told: RunIdentity = json.loads(_native.identity(self.rules._native, self.plan))
        return told

    @property
    def clauses(self) -> dict[str, int]:
        """The number of games in which each clause fired."""
        return {row["id"]: row["games"] for row in self.report["clauses"]}

    def to_ndjson(self, path: str | Path) -> None:
        """Writes a line with the identity of the run, and then a line for each row. `read_ndjson` reads
        the file."""
        plan = self.plan
        told = {
            "run": self.identity,
            "metrics": plan.metrics,
            "games": [plan.first, plan.past],
            "opening": plan.opening,
        }
        head = json.dumps(told)
        _save(path, "\n".join([head, *self._rows, ""]).encode())

    def to_arrow(self) -> Any:
        """Returns the rows as a pyarrow table, which polars, pandas and DuckDB read.

        The ruleset determines the columns and their types, so all parts of a run have the same columns.
        Each field has its ``meaning`` and ``unit`` as metadata. The schema has the identity of the run
        as JSON under ``quadrille``: version, ruleset with its hash, seed, agents.
        docs/reference/playouts.md describes the columns.

        >>> played = playout("chesscom-ffa", 2)
        >>> schema = played.to_arrow().schema
        >>> str(schema.field("counter_points_red").type), schema.field("length").metadata[b"unit"]
        ('int64', b'plies')
        """
        return self._table("games", (self._flat(row) for row in self.games))

    def series_to_arrow(self) -> Any:
        """Returns the plies as a pyarrow table, with a column for each seat's evaluation and counters.

        Types, units and metadata are as in `to_arrow`.

        >>> played = playout("nava-2018", 2, series=True)
        >>> played.series_to_arrow().num_rows == played.report["plies"]
        True
        """

        def flat(row: PlyRow) -> dict[str, Any]:
            shares = zip(self.rules.seats, row["shares"], strict=True)
            own = {name: value for name, value in row.items() if name != "shares"}
            return {**own, **{f"share_{seat}": share for seat, share in shares}, **self._counters(row)}

        return self._table("plies", (flat(row) for row in self.series))

    def _table(self, which: str, rows: Iterable[dict[str, Any]]) -> Any:
        """Returns a table with the ruleset's columns for games or plies."""
        import pyarrow

        freeze = [("seat", pyarrow.string()), ("from", pyarrow.int64()), ("until", pyarrow.int64())]
        types = {
            "integer": pyarrow.int64(),
            "number": pyarrow.float64(),
            "text": pyarrow.string(),
            "integers": pyarrow.list_(pyarrow.int64()),
            "texts": pyarrow.list_(pyarrow.string()),
            "freezes": pyarrow.list_(pyarrow.struct([*freeze, ("released", pyarrow.bool_())])),
        }

        def field(column: dict[str, Any]) -> Any:
            about = {name: column[name] for name in ("meaning", "unit") if column[name] is not None}
            return pyarrow.field(column["name"], types[column["type"]], metadata=about)

        fields = [field(column) for column in json.loads(self.rules._native.columns())[which]]
        schema = pyarrow.schema(fields, metadata={"quadrille": json.dumps(self.identity)})
        return pyarrow.Table.from_pylist(list(rows), schema=schema)

    def to_parquet(self, path: str | Path) -> None:
        """Writes the table of `to_arrow` as a Parquet file, with the identity of the run in its metadata."""
        import pyarrow.parquet

        buffer = io.BytesIO()
        pyarrow.parquet.write_table(self.to_arrow(), buffer, compression="zstd")
        _save(path, buffer.getvalue())

    def _flat(self, row: GameRow) -> dict[str, Any]:
        flat: dict[str, Any] = {**row, **row["metrics"], **self._counters(row)}
        for number, seat in enumerate(self.rules.seats):
            flat[f"agent_{seat}"] = row["agents"][number]
            flat[f"result_{seat}"] = None if row["results"] is None else row["results"][number]
            flat[f"points_{seat}"] = None if row["points"] is None else row["points"][number]
            flat[f"utility_{seat}"] = None if row["utility"] is None else row["utility"][number]
        flat.update({f"clause_{name}": row["clauses"].get(name, 0) for name in self.rules.clauses})
        flat.update({f"count_{name}": row["counts"].get(name, 0) for name in self.rules.about["counts"]})
        freezes = ("seat", "from", "until", "released")
        flat["frozen"] = [dict(zip(freezes, freeze, strict=True)) for freeze in row["frozen"]]
        return flat

    def _counters(self, row: GameRow | PlyRow) -> dict[str, int]:
        """Returns the counters of a row by the names of their columns."""
        flat = {}
        for name, values in row["counters"].items():
            if name in self.rules.about["seat_counters"]:
                for seat, value in zip(self.rules.seats, values, strict=True):
                    flat[f"counter_{name}_{seat}"] = value
            else:
                (flat[f"counter_{name}"],) = values
        return flat

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<Playouts {self.rules.id}: games {self.plan.first} to {self.plan.past - 1}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Playouts, (self.rules, self.plan, self._rows, self.records, self._seconds, self._series))


def _local(path: str | os.PathLike[str]) -> Path:
    """Returns a path on this machine, or raises an error for an address."""
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", os.fspath(path)):
        raise QuadrilleError(
            f"{path} is an address, not a folder or file: mount it, or write to a folder and copy that"
        )
    return Path(path)


def _save(given: str | Path, content: bytes) -> None:
    """Writes a file atomically."""
    path = _local(given)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _plan(
    rules: Rules, games: int | range, agents: Sequence[str], rotate: bool, metrics: bool, options: Options
) -> tuple[Ruleset, Plan]:
    numbers = games if isinstance(games, range) else range(_count(games))
    if numbers.step != 1 or numbers.start < 0:
        raise QuadrilleError("games are numbered from 0, one by one")
    past = max(numbers.start, numbers.stop)
    begin, limit = options._opening(), options.ply_limit
    return _rules(rules), Plan(list(agents), options.seed, numbers.start, past, rotate, limit, metrics, begin)


def _played(
    ruleset: Ruleset,
    plan: Plan,
    jobs: int | None,
    records: bool = False,
    series: bool = False,
    progress: Callable[[int, int], object] | None = None,
    called: Mapping[str, Agent] | None = None,
    batch: int = 64,
) -> Playouts:
    """Plays the games of a plan. `called` contains the callables among its agents."""
    begun = time.monotonic()
    native = ruleset._native
    if called:
        ask = _asking(ruleset, called)
        played = _native.playout_called(native, plan, jobs, batch, records, series, ask, progress)
    else:
        played = _native.playout(native, plan, jobs, records, series, progress)
    rows, texts, plies, ended = played
    kept = plan if ended is None else replace(plan, past=plan.first + len(rows))
    return _whole(Playouts(ruleset, kept, rows, texts, time.monotonic() - begun, plies), ended)


def _whole(result: Result, ended: BaseException | None) -> Result:
    """Returns the result of a run. If an exception ended the run early, raises the exception."""
    if ended is None:
        return result
    if isinstance(ended, KeyboardInterrupt):
        raise Interrupted(result) from None
    raise ended


def playout(
    rules: Rules,
    games: int | range = 100,
    *,
    agents: str | Agent | Sequence[str | Agent] = "greedy",
    rotate: bool = False,
    metrics: bool = True,
    records: bool = False,
    series: bool = False,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Playouts:
    """Plays games between agents.

    A game depends only on the rules, the agents, the opening, the seed and its index. It does not
    depend on `jobs` or on the other games.

    - `games` is the number of games, or a range of their indices.
    - `agents` is one agent for all seats, or one for each. Callables decide for at most `batch` games
      at a time (see `quadrille.agents`).
    - `rotate` lets agents change seats.
    - `records` keeps each game as PGN4, and `series` keeps each ply.
    - `options` are the other settings, which can also be keywords (see `quadrille.Options`).

    >>> played = playout("nava-2018", 50, seed=3)
    >>> played.report["games"]
    50
    >>> opening = playout("nava-2018", 5, opening="random:4").identity["opening"]
    >>> opening["name"] if opening else None
    'random:4'
    >>> played.games[7] == playout("nava-2018", range(7, 8), seed=3).games[0]
    True

    Raises:
        Interrupted: If Ctrl-C ends the run. Its `result` has the first games of the run.
    """
    own = _options(options, changes)
    names, called = _named([agents] if isinstance(agents, str) or callable(agents) else agents)
    ruleset, plan = _plan(rules, games, names, rotate, metrics, own)
    return _played(ruleset, plan, own.jobs, records, series, own._hears(), called, own.batch)


def merge(parts: Iterable[Playouts]) -> Playouts:
    """Joins the parts of one run, in any order. The result is identical to the result of a single
    run.

    >>> parts = [playout("nava-2018", range(at, at + 10)) for at in (20, 0, 10)]
    >>> merge(parts).report["outcomes"] == playout("nava-2018", 30).report["outcomes"]
    True

    Raises:
        QuadrilleError: If the parts belong to different runs, or games are missing or duplicated.
    """
    ordered = sorted(parts, key=lambda part: part.plan.first)
    if not ordered:
        raise QuadrilleError("there are no parts")
    first = ordered[0]
    at = first.plan.first
    for part in ordered:
        if part.identity != first.identity or part.plan.metrics != first.plan.metrics:
            raise QuadrilleError(f"games {part.plan.first} to {part.plan.past - 1} are of another run")
        if part.plan.first != at:
            what = "are missing" if part.plan.first > at else "are there twice"
            low, high = sorted((part.plan.first, at))
            raise QuadrilleError(f"games {low} to {high - 1} {what}")
        if len(part) != part.plan.past - part.plan.first:
            raise QuadrilleError(f"games {part.plan.first} to {part.plan.past - 1} are not all there")
        at = part.plan.past
    rows = [row for part in ordered for row in part._rows]
    records = [text for part in ordered for text in part.records]
    series = [plies for part in ordered for plies in part._series]
    plan = replace(first.plan, past=at)
    return Playouts(first.rules, plan, rows, records, sum(part._seconds for part in ordered), series)


def read_ndjson(path: str | Path, rules: Rules, *, seed: int = 1) -> Playouts:
    """Reads games with these rules from a file.

    The file was written by `Playouts.to_ndjson`, or by ``quadrille export`` with ``--format json`` or
    ``ndjson``. The last format contains only games. Then `seed` is the seed of their run, and the
    rules' hash, the openings and the ply limit are unknown.

    Raises:
        QuadrilleError: If the games have other rules or another version, or are incomplete.
    """
    ruleset = _rules(rules)
    text = _local(path).read_text(encoding="utf-8")
    try:
        run, plan, rows = _read(text, seed)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise QuadrilleError(f"{path} holds no games: {error}") from None
    played = Playouts(ruleset, plan, rows)
    if run is not None and played.identity != run:
        raise QuadrilleError(f"{path} holds games of other rules, or of another version: {run['ruleset']}")
    if run is None and not _fits(json.loads(rows[0]), ruleset):
        raise QuadrilleError(f"{path} holds games of other rules than {ruleset.id}")
    if len(played) != plan.past - plan.first:
        raise QuadrilleError(f"{path} holds {len(played)} games instead of {plan.past - plan.first}")
    return played


def _read(text: str, seed: int) -> tuple[dict[str, Any] | None, Plan, list[str]]:
    """Returns the identity of a run if the text has it, the plan of its games, and their rows."""
    lines = text.rstrip("\n").split("\n")
    exported = lines[0].startswith("{") and lines[0].endswith('"games":[')
    head = json.loads(text) if exported else json.loads(lines[0])
    if "run" in head:
        run, (first, past) = head["run"], head["games"]
        given = head["opening"]
        opening = None if given is None else (str(given[0]), str(given[1]), given[2])
        plan = Plan(run["agents"], run["seed"], first, past, run["rotate"], run["ply_limit"], head["metrics"], opening)
        return run, plan, lines[1:]
    games = head["games"] if exported else [json.loads(line) for line in lines]
    rows = [json.dumps(game) for game in games] if exported else lines
    first, past = games[0]["game"], games[-1]["game"] + 1
    metrics = any(value is not None for game in games for value in game["metrics"].values())
    if exported:
        run = {name: value for name, value in head.items() if name not in ("schema", "range", "games")}
        start = run["opening"]
        if start and not start["name"].startswith("random:"):
            raise ValueError(f"their openings, {start['name']}, are only in the database")
        opening = start and (start["name"], start["name"], None)
        plan = Plan(run["agents"], run["seed"], first, past, run["rotate"], run["ply_limit"], metrics, opening)
        return run, plan, rows
    # Rotation shifts the agents of a row by `turn` seats; this undoes it.
    agents, turn = games[0]["agents"], games[0]["rotation"]
    agents = [agents[(seat - turn) % len(agents)] for seat in range(len(agents))]
    rotate = any(game["rotation"] > 0 for game in games)
    return None, Plan(agents, seed, first, past, rotate, None, metrics), rows


def _fits(game: dict[str, Any], rules: Ruleset) -> bool:
    """Returns `True` if a row fits these rules."""
    counters = game["counters"].keys()
    return (
        len(game["agents"]) == len(rules.seats)
        and game["clauses"].keys() <= rules.clauses.keys()
        and game["counts"].keys() <= set(rules.about["counts"])
        and counters <= set(rules.about["counters"])
    )
