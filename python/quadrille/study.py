"""Games in bulk: playouts. The interpreter's lock is free while they play, and ctrl-C ends them."""

from __future__ import annotations

import io
import json
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from . import _native
from .agents import Agent, _asking, _named
from .errors import QuadrilleError
from .rules import Ruleset, load

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
    return (text if text.startswith(("random:", "moves:")) else "opening", text, plies)


def _rules(rules: Rules) -> Ruleset:
    if isinstance(rules, Ruleset):
        return rules
    return load(rules)


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
        """A row for each game, by its number: plies, results, agents, clauses, metrics, as ``quadrille export`` gives
        them."""
        return [json.loads(row) for row in self._rows]

    @property
    def series(self) -> list[dict[str, Any]]:
        """A row for each ply of each game, if they were asked for: seat, action, how many actions were legal, pieces
        captured, seats in check, each seat's share of the game by static evaluation, and how long the decision took,
        which alone differs from run to run."""
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
        _save(Path(path), "\n".join([head, *self._rows, ""]).encode())

    def to_arrow(self) -> Any:
        """The rows as a pyarrow table, which polars, pandas and DuckDB read: a column for each seat's agent and result,
        for each metric, and for how often each clause applied."""
        import pyarrow

        table = pyarrow.Table.from_pylist([self._flat(row) for row in self.games])
        return table.replace_schema_metadata({"quadrille": json.dumps(self.identity)})

    def series_to_arrow(self) -> Any:
        """The plies as a pyarrow table, with a column for each seat's share.

        >>> played = playout("nava-2018", 2, series=True)
        >>> played.series_to_arrow().num_rows == played.report["plies"]
        True
        """
        import pyarrow

        rows = []
        for row in self.series:
            shares = zip(self.rules.seats, row.pop("shares"), strict=True)
            row["checks"] = " ".join(row["checks"])
            rows.append(row | {f"share_{seat}": share for seat, share in shares})
        return pyarrow.Table.from_pylist(rows).replace_schema_metadata({"quadrille": json.dumps(self.identity)})

    def to_parquet(self, path: str | Path) -> None:
        """Writes that table as a Parquet file, with what makes the run in its metadata."""
        import pyarrow.parquet

        buffer = io.BytesIO()
        pyarrow.parquet.write_table(self.to_arrow(), buffer, compression="zstd")
        _save(Path(path), buffer.getvalue())

    def _flat(self, row: dict[str, Any]) -> dict[str, Any]:
        flat = {
            name: row[name] for name in ("game", "block", "rotation", "outcome", "ending", "clause", "error", "plies")
        }
        flat["winners"] = " ".join(row["winners"])
        for number, seat in enumerate(self.rules.seats):
            flat[f"agent_{seat}"] = row["agents"][number]
            flat[f"result_{seat}"] = None if row["results"] is None else row["results"][number]
            flat[f"share_{seat}"] = None if row["utility"] is None else row["utility"][number]
        flat.update(row["metrics"])
        flat.update({f"clause_{name}": row["clauses"].get(name, 0) for name in self.rules.clauses})
        flat.update({f"count_{name}": times for name, times in row["counts"].items()})
        return flat

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<Playouts {self.rules.id}: games {self.plan.first} to {self.plan.past - 1}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Playouts, (self.rules, self.plan, self._rows, self.records, self._seconds, self._series))


def _save(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
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
    numbers = range(games) if isinstance(games, int) else games
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


def read_ndjson(path: str | Path, rules: Rules) -> Playouts:
    """Reads what `Playouts.to_ndjson` has written, of these rules.

    Raises:
        QuadrilleError: if the games are of other rules or of another version, or not all there.
    """
    ruleset = _rules(rules)
    lines = Path(path).read_text().splitlines()
    try:
        head = json.loads(lines[0])
        run, (first, past) = head["run"], head["games"]
        given = head["opening"]
        opening = None if given is None else (str(given[0]), str(given[1]), given[2])
        plan = Plan(run["agents"], run["seed"], first, past, run["rotate"], run["ply_limit"], head["metrics"], opening)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise QuadrilleError(f"{path} holds no games: {error}") from None
    played = Playouts(ruleset, plan, lines[1:])
    if played.identity != run:
        raise QuadrilleError(f"{path} holds games of other rules, or of another version: {run['ruleset']}")
    if len(played) != past - first:
        raise QuadrilleError(f"{path} holds {len(played)} games instead of {past - first}")
    return played
