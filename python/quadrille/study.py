"""Games in bulk: playouts. The interpreter's lock is free while they play, and ctrl-C ends them."""

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
from typing import Any

from . import _native
from .agents import Agent, _asking, _named
from .errors import QuadrilleError
from .rules import Ruleset, _count, _rules

__all__ = ["Opening", "Plan", "Playouts", "merge", "playout", "read_ndjson"]

Rules = Ruleset | str

Opening = str | os.PathLike[str] | Sequence[str]
"""Where games begin: ``random:8`` for eight plies of random play, ``moves:e2-e4 e7-e5`` after these actions, FENs
(one, several, or a line each), the text of games in PGN4, or the path of a file that has such a text. All games of a
block begin at the same position."""


def _opening(opening: Opening | None, plies: int | None) -> tuple[str, str, int | None] | None:
    """Its name, its text, and the ply of recorded games."""
    if opening is None:
        if plies is not None:
            raise ValueError("opening_plies is about the games of an opening")
        return None
    if isinstance(opening, os.PathLike):
        return (os.fspath(opening), Path(opening).read_text(encoding="utf-8"), plies)
    text = opening if isinstance(opening, str) else "\n".join(opening)
    if re.fullmatch(r"[a-z]+:\S*", text) and not text.startswith(("random:", "moves:")):
        raise QuadrilleError(f"unknown opening `{text}`: write `random:8`, `moves:e2-e4 e7-e5`, FENs or PGN4")
    return (text if text.startswith(("random:", "moves:")) else "opening", text, plies)


@dataclass(frozen=True)
class Plan:
    """Which games are played, and how. A game depends on the rules, the plan without `first` and `past`, and its number
    only."""

    agents: list[str]
    seed: int
    first: int
    past: int
    rotate: bool
    ply_limit: int | None
    metrics: bool
    opening: tuple[str, str, int | None] | None = None


class Playouts:
    """Games that were played, or some of a run's. Parts of one run can be put together by `merge`."""

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
        """The games as PGN4, if they were asked for."""
        self._rows = rows
        self._seconds = seconds
        self._series = series or []

    @cached_property
    def report(self) -> dict[str, Any]:
        """Outcomes, endings, lengths, clauses and metrics, as ``quadrille playout --format json`` gives them. It is
        made from the rows, so it is the same wherever and in how many parts they were played."""
        told: dict[str, Any] = json.loads(_native.report(self.rules._native, self.plan, self._rows, self._seconds))
        return told

    @property
    def games(self) -> list[dict[str, Any]]:
        """A row for each game, by its number: plies, results, agents, clauses, metrics, final counters, as ``quadrille
        export`` gives them. A counter such as ``points`` is a list with a value for each seat, or with the one of the
        game."""
        return [json.loads(row) for row in self._rows]

    @property
    def series(self) -> list[dict[str, Any]]:
        """A row for each ply of each game, if they were asked for: seat, action, how many actions were legal, pieces
        captured, seats in check, each seat's share of the game by static evaluation, the counters, and how long the
        decision took in microseconds, which alone differs from run to run."""
        return [row for plies in self._series for row in json.loads(plies)]

    @property
    def identity(self) -> dict[str, Any]:
        """What makes games parts of one run: version, rules, seed, agents."""
        told: dict[str, Any] = json.loads(_native.identity(self.rules._native, self.plan))
        return told

    @property
    def clauses(self) -> dict[str, int]:
        """In how many games each clause applied."""
        return {row["id"]: row["games"] for row in self.report["clauses"]}

    def to_ndjson(self, path: str | Path) -> None:
        """Writes the rows, one a line, after a line that says what run they are of. `read_ndjson` reads them."""
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
        """The rows as a pyarrow table, which polars, pandas and DuckDB read.

        The ruleset decides the columns and their types, so all parts of a run have the same. Each field has its
        ``meaning`` and ``unit`` as metadata. The schema has, as JSON under ``quadrille``, what makes the run:
        version, ruleset with its hash, seed, agents. docs/reference/playouts.md describes the columns.

        >>> played = playout("chesscom-ffa", 2)
        >>> schema = played.to_arrow().schema
        >>> str(schema.field("counter_points_red").type), schema.field("length").metadata[b"unit"]
        ('int64', b'plies')
        """
        return self._table("games", (self._flat(row) for row in self.games))

    def series_to_arrow(self) -> Any:
        """The plies as a pyarrow table, with a column for each seat's share and counter; types, units and metadata as
        in `to_arrow`.

        >>> played = playout("nava-2018", 2, series=True)
        >>> played.series_to_arrow().num_rows == played.report["plies"]
        True
        """

        def flat(row: dict[str, Any]) -> dict[str, Any]:
            shares = zip(self.rules.seats, row.pop("shares"), strict=True)
            return {**row, **{f"share_{seat}": share for seat, share in shares}, **self._counters(row)}

        return self._table("plies", (flat(row) for row in self.series))

    def _table(self, which: str, rows: Iterable[dict[str, Any]]) -> Any:
        """A table with the columns that the ruleset has for games or plies."""
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
        """Writes that table as a Parquet file, with what makes the run in its metadata."""
        import pyarrow.parquet

        buffer = io.BytesIO()
        pyarrow.parquet.write_table(self.to_arrow(), buffer, compression="zstd")
        _save(path, buffer.getvalue())

    def _flat(self, row: dict[str, Any]) -> dict[str, Any]:
        flat = {**row, **row["metrics"], **self._counters(row)}
        for number, seat in enumerate(self.rules.seats):
            flat[f"agent_{seat}"] = row["agents"][number]
            flat[f"result_{seat}"] = None if row["results"] is None else row["results"][number]
            flat[f"utility_{seat}"] = None if row["utility"] is None else row["utility"][number]
        flat.update({f"clause_{name}": row["clauses"].get(name, 0) for name in self.rules.clauses})
        flat.update({f"count_{name}": row["counts"].get(name, 0) for name in self.rules.about["counts"]})
        freezes = ("seat", "from", "until", "released")
        flat["frozen"] = [dict(zip(freezes, freeze, strict=True)) for freeze in row["frozen"]]
        return flat

    def _counters(self, row: dict[str, Any]) -> dict[str, int]:
        """The counters of a row by the names of their columns."""
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
    """A path of this machine's files."""
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", os.fspath(path)):
        raise QuadrilleError(
            f"{path} is an address, not a folder or file: mount it, or write to a folder and copy that"
        )
    return Path(path)


def _save(given: str | Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    path = _local(given)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _plan(
    rules: Rules,
    games: int | range,
    agents: str | Sequence[str],
    seed: int,
    rotate: bool,
    ply_limit: int | None,
    metrics: bool,
    opening: Opening | None = None,
    opening_plies: int | None = None,
) -> tuple[Ruleset, Plan]:
    numbers = games if isinstance(games, range) else range(_count(games))
    if numbers.step != 1 or numbers.start < 0:
        raise ValueError("games are numbered from 0, one by one")
    players = [agents] if isinstance(agents, str) else list(agents)
    past = max(numbers.start, numbers.stop)
    begin = _opening(opening, opening_plies)
    return _rules(rules), Plan(players, seed, numbers.start, past, rotate, ply_limit, metrics, begin)


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
    """Plays the games of a plan; `called` are the callables among its agents."""
    if batch < 1:
        raise ValueError("a batch has one game at least")
    begun = time.monotonic()
    native = ruleset._native
    if called:
        ask = _asking(ruleset, called)
        rows, texts, plies = _native.playout_called(native, plan, jobs, batch, records, series, ask, progress)
    else:
        rows, texts, plies = _native.playout(native, plan, jobs, records, series, progress)
    return Playouts(ruleset, plan, rows, texts, time.monotonic() - begun, plies)


def playout(
    rules: Rules,
    games: int | range = 100,
    *,
    agents: str | Agent | Sequence[str | Agent] = "random",
    seed: int = 1,
    rotate: bool = False,
    jobs: int | None = None,
    ply_limit: int | None = None,
    metrics: bool = True,
    opening: Opening | None = None,
    opening_plies: int | None = None,
    records: bool = False,
    series: bool = False,
    batch: int = 64,
    progress: Callable[[int, int], object] | None = None,
) -> Playouts:
    """Plays games between agents.

    A game depends on the rules, the agents, the seed and its number only: not on `jobs`, nor on which games are
    played with it. `games` is how many, or a range of numbers. `agents` is one for all seats, or one for each;
    callables are agents of your own, which decide for at most `batch` games at a time (see `quadrille.agents`).
    `rotate` lets agents change seats. `opening` is where the games begin, if not at the array; of recorded games that
    is after their last ply, or after `opening_plies`. `records` keeps each game as PGN4, and `series` each of its
    plies. `progress` is called with the games played and all of them, now and then; what it raises ends the run.

    >>> played = playout("nava-2018", 50, seed=3)
    >>> played.report["games"]
    50
    >>> playout("nava-2018", 5, opening="random:4").identity["opening"]["name"]
    'random:4'
    >>> played.games[7] == playout("nava-2018", range(7, 8), seed=3).games[0]
    True
    """
    names, called = _named([agents] if isinstance(agents, str) or callable(agents) else agents)
    ruleset, plan = _plan(rules, games, names, seed, rotate, ply_limit, metrics, opening, opening_plies)
    return _played(ruleset, plan, jobs, records, series, progress, called, batch)


def merge(parts: Iterable[Playouts]) -> Playouts:
    """Puts parts of one run together, in any order. What they say together is what one run would say, to the last bit.

    >>> parts = [playout("nava-2018", range(at, at + 10)) for at in (20, 0, 10)]
    >>> merge(parts).report["outcomes"] == playout("nava-2018", 30).report["outcomes"]
    True

    Raises:
        QuadrilleError: if they are of different runs, or games are missing or there twice.
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
    """Reads the games of a file, of these rules: what `Playouts.to_ndjson` has written, or ``quadrille export`` with
    ``--format json`` or ``ndjson``.

    The last of these has games only. `seed` is the seed of their run then, and neither the rules' hash nor openings nor
    a ply limit are known.

    Raises:
        QuadrilleError: if the games are of other rules or of another version, or not all there.
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
    """The identity of a run, if the text has it, the plan of its games, and their rows."""
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
    # The agent of a seat is the one that was given for the seat after as many as it is rotated by.
    agents, turn = games[0]["agents"], games[0]["rotation"]
    agents = [agents[(seat - turn) % len(agents)] for seat in range(len(agents))]
    rotate = any(game["rotation"] > 0 for game in games)
    return None, Plan(agents, seed, first, past, rotate, None, metrics), rows


def _fits(game: dict[str, Any], rules: Ruleset) -> bool:
    """Whether a row may be of a game by these rules."""
    counters = game["counters"].keys()
    return (
        len(game["agents"]) == len(rules.seats)
        and game["clauses"].keys() <= rules.clauses.keys()
        and game["counts"].keys() <= set(rules.about["counts"])
        and counters <= set(rules.about["counters"])
    )
