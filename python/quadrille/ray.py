"""Playouts on many machines, by Ray (``pip install quadrille[ray]``).

The games of a plan are cut into chunks of numbers. A chunk is a pure function of the rules, the plan and its numbers, so
that any machine may play it, and another one once more if it is lost; put together in order they are what one process
plays, to the last bit. With `store` each chunk is kept when it is done, and a run that was ended goes on from there.

    quadrille-ray playout verney-1881 -n 100000 --agents greedy --store runs/
    quadrille-ray playout verney-1881 -n 100000 --address ray://head:10001
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .errors import QuadrilleError
from .rules import Ruleset, _reload
from .study import Plan, Playouts, Rules, _plan, _played, merge, read_ndjson

# Nothing is reported to anybody, and a node that is lost prints no pages.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "error")
import ray  # noqa: E402

__all__ = ["playout"]

_loaded: dict[str, Ruleset] = {}


def _chunk(source: tuple[str, list[tuple[str, str]], dict[str, str] | None], hash: str, plan: Plan) -> list[str]:
    """Plays a chunk, on whichever machine it is sent to. Rules are loaded once a process, and must be the same there."""
    rules = _loaded.get(hash)
    if rules is None:
        rules = _loaded[hash] = _reload(*source, hash)
    return _played(rules, plan, jobs=1)._rows


def _size(rules: Ruleset, plan: Plan, seconds: float) -> int:
    """How many games take so long on this machine. Only the number of chunks depends on it."""
    begun, games, step = time.monotonic(), 0, 1
    while (spent := time.monotonic() - begun) < 0.2 and games < plan.past - plan.first:
        _played(rules, replace(plan, first=plan.first + games, past=plan.first + games + step), jobs=1)
        games, step = games + step, step * 2
    return max(1, round(games * seconds / max(spent, 1e-3)))


def _stored(store: Path, rules: Ruleset, whole: Playouts) -> list[Playouts]:
    """The chunks that are there already; those of another run are refused."""
    parts = []
    for path in sorted(store.glob("games-*.ndjson")):
        part = read_ndjson(path, rules)
        if part.identity != whole.identity or part.plan.metrics != whole.plan.metrics:
            raise QuadrilleError(f"{path} is of another run")
        if part.plan.first < whole.plan.first or part.plan.past > whole.plan.past:
            raise QuadrilleError(f"{path} has games that are not asked for")
        parts.append(part)
    return parts


def _missing(plan: Plan, parts: Sequence[Playouts], size: int) -> list[Plan]:
    """The chunks that are still to be played."""
    chunks, at = [], plan.first
    for first, past in [*sorted((part.plan.first, part.plan.past) for part in parts), (plan.past, plan.past)]:
        if first < at:
            raise QuadrilleError(f"games {first} to {at - 1} are there twice")
        for begin in range(at, first, size):
            chunks.append(replace(plan, first=begin, past=min(begin + size, first)))
        at = past
    return chunks


def playout(
    rules: Rules,
    games: int | range = 100,
    *,
    agents: str | Sequence[str] = "random",
    seed: int = 1,
    rotate: bool = False,
    ply_limit: int | None = None,
    metrics: bool = True,
    chunk: int | None = None,
    store: str | Path | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Playouts:
    """As `quadrille.playout`, on the machines of a Ray cluster: the one that is connected, or this machine.

    `chunk` is how many games a task plays, about five seconds' worth if it is not given. At most twice as many tasks as there are
    CPUs wait at a time. A task that is lost with its machine is played again.

    Raises:
        QuadrilleError: if `store` holds games of another run, or some twice; nothing is played then.
    """
    ruleset, plan = _plan(rules, games, agents, seed, rotate, ply_limit, metrics)
    whole = Playouts(ruleset, plan, [])
    # Agents that do not suit the game are refused before any task is sent.
    _ = whole.identity
    folder = None if store is None else Path(store)
    parts: list[Playouts] = []
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        parts = _stored(folder, ruleset, whole)
    if not ray.is_initialized():
        ray.init(log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    chunks = _missing(plan, parts, chunk or _size(ruleset, plan, 5.0))
    task = ray.remote(num_cpus=1, max_retries=5)(_chunk)
    total, done = plan.past - plan.first, sum(len(part) for part in parts)
    cpus: float = ray.cluster_resources().get("CPU", 1)  # type: ignore[no-untyped-call]
    most = 2 * max(1, int(cpus))
    rest = iter(chunks)
    open_tasks: dict[Any, Plan] = {}
    try:
        while True:
            while len(open_tasks) < most and (next_one := next(rest, None)) is not None:
                open_tasks[task.remote(ruleset._native.source, ruleset.hash, next_one)] = next_one
            if not open_tasks:
                break
            ready, _ = ray.wait(list(open_tasks), timeout=1.0)
            for one in ready:
                part = Playouts(ruleset, open_tasks.pop(one), ray.get(one))
                if folder is not None:
                    part.to_ndjson(folder / f"games-{part.plan.first:012}-{part.plan.past:012}.ndjson")
                parts.append(part)
                done += len(part)
            if progress is not None:
                progress(done, total)
    finally:
        for one in open_tasks:
            ray.cancel(one, force=True)
    return merge(parts) if parts else whole


def main() -> int:
    """The command ``quadrille-ray``."""
    commands = argparse.ArgumentParser(prog="quadrille-ray", description="Plays on the machines of a Ray cluster.")
    told = commands.add_subparsers(dest="command", required=True)
    play = told.add_parser("playout", help="plays games, and prints the report as JSON")
    play.add_argument("ruleset", help="an id with @preset, or the path of a folder that every machine has")
    play.add_argument("--set", action="append", default=[], metavar="CONST=VALUE", help="changes a tunable (repeatable)")
    play.add_argument("-n", "--number", type=int, default=1000, help="how many games")
    play.add_argument("--agents", default="random", help="one for all seats, or one a seat, with commas between")
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--rotate", action="store_true", help="let agents change seats")
    play.add_argument("--ply-limit", type=int)
    play.add_argument("--no-metrics", action="store_true")
    play.add_argument("--chunk", type=int, help="games a task")
    play.add_argument("--store", help="a folder that keeps what is played, from which the run goes on")
    play.add_argument("--address", help="the cluster; this machine if it is left out")
    options = commands.parse_args()
    from .rules import load

    try:
        settings = dict(one.split("=", 1) for one in options.set)
    except ValueError:
        play.error("--set needs CONST=VALUE")
    if options.address is not None:
        ray.init(options.address, log_to_driver=False, logging_level=logging.ERROR)

    def watch(done: int, total: int) -> None:
        print(f"\r{done} of {total} games", end="", file=sys.stderr, flush=True)

    try:
        played = playout(
            load(options.ruleset, set=settings),
            options.number,
            agents=options.agents.split(","),
            seed=options.seed,
            rotate=options.rotate,
            ply_limit=options.ply_limit,
            metrics=not options.no_metrics,
            chunk=options.chunk,
            store=options.store,
            progress=watch if sys.stderr.isatty() else None,
        )
    except QuadrilleError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        kept = "; the same command goes on" if options.store else ""
        print(f"\ninterrupted{kept}", file=sys.stderr)
        return 130
    print(json.dumps({"run": played.identity, **played.report}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
