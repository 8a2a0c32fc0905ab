"""Databases of the command line in Python.

``quadrille playout --db run.db`` writes a database. `open_db` reads it.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from .errors import QuadrilleError
from .rules import Ruleset, _rules, load
from .study import Plan, Playouts, Rules, _local

__all__ = ["open_db"]

SCHEMA_VERSION = 7
"""The version of the databases that this version reads."""

_PLAIN = ("game", "block", "rotation", "opening", "outcome", "ending", "clause", "hook", "error", "plies")
"""The columns of games with plain values, except metrics."""
_JSON = (
    *("agents", "winners", "results", "points", "utility", "clauses", "counts", "counters", "eliminated"),
    *("absent", "captured_by", "frozen", "captures_at", "mates_at", "promotions_at", "pieces"),
)
"""The columns of games with lists and dictionaries, as JSON."""


def open_db(path: str | Path, rules: Rules | None = None) -> Playouts:
    """Reads the games of a database.

    By default the rules are those that the database names. Pass `rules` if they come from your folder.
    If the run is not complete, the result has the games up to the first that is missing. Plies are in
    `series`, if the run saved them.

    Raises:
        QuadrilleError: If the file is not a database of this version, or its games have other rules.
    """
    local = _local(path)
    if not local.is_file():
        raise QuadrilleError(f"{path} is not a file")
    connection = sqlite3.connect(f"{local.resolve().as_uri()}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version != SCHEMA_VERSION:
            raise QuadrilleError(
                f"{path} has version {version} of the format instead of {SCHEMA_VERSION}: run `quadrille migrate`"
            )
        run = dict(connection.execute("SELECT * FROM run").fetchone())
        games = [_game(dict(row)) for row in connection.execute("SELECT * FROM game ORDER BY game")]
        plies = [_ply(dict(row)) for row in connection.execute("SELECT * FROM ply ORDER BY game, ply")]
    except (sqlite3.Error, TypeError, ValueError, KeyError) as error:
        if isinstance(error, QuadrilleError):
            raise
        raise QuadrilleError(f"{path} can't be read as a database of Quadrille: {error}") from None
    finally:
        connection.close()
    ruleset = _rules_of(run) if rules is None else _rules(rules)
    if ruleset.hash != run["hash"]:
        raise QuadrilleError(f"{path} has games of other rules: {run['hash']} instead of {ruleset.hash}")
    opening = None
    if run["opening"] is not None:
        positions = json.loads(run["positions"])
        text = "\n".join(positions) if positions else run["opening"]
        opening = (run["opening"], text, None)
    present = [row for number, row in enumerate(games, run["first"]) if row["game"] == number]
    measured = any(value is not None for row in present for value in row["metrics"].values())
    past = run["first"] + len(present)
    agents, seed, limit = json.loads(run["agents"]), int(run["seed"]), run["ply_limit"]
    plan = Plan(agents, seed, run["first"], past, bool(run["rotate"]), limit, measured, opening)
    series: dict[int, list[dict[str, Any]]] = {row["game"]: [] for row in present}
    for ply in plies:
        if ply["game"] in series:
            series[ply["game"]].append(ply)
    kept = [json.dumps(rows) for rows in series.values()] if plies else None
    return Playouts(ruleset, plan, [json.dumps(row) for row in present], series=kept)


def _rules_of(run: dict[str, Any]) -> Ruleset:
    tunables: dict[str, str] = json.loads(run["tunables"])
    return load(run["ruleset"], preset=run["preset"], set=tunables)


def _game(row: dict[str, Any]) -> dict[str, Any]:
    """Converts a row of the database to a row of `Playouts.games`."""
    game = {name: row[name] for name in _PLAIN}
    game |= {name: None if row[name] is None else json.loads(row[name]) for name in _JSON}
    game["metrics"] = {name: value for name, value in row.items() if name not in game}
    return game


def _ply(row: dict[str, Any]) -> dict[str, Any]:
    for name in ("checks", "shares", "counters"):
        row[name] = json.loads(row[name])
    return row
