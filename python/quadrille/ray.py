"""Playouts and studies on many machines, with Ray (``pip install quadrille[ray]``).

The games of a plan are divided into chunks of consecutive indices. A chunk depends only on the
rules, the plan and its indices. Therefore any machine can play it, and a lost chunk can be played
again. The joined chunks are identical to the games of one process. With `store`, each finished chunk
is saved, and an interrupted run can continue from there.

A comparison, a sweep or a series of matches requests its next games step by step. These games are
played in chunks as well, until no more games are needed. The results are identical to the results
of one process.

    quadrille-ray playout verney-1881 -n 100000 --agents greedy --store runs/
    quadrille-ray playout verney-1881 -n 100000 --address ray://head:10001
    quadrille-ray compare verney-1881 verney-1881@removal --agents mcts:100 --store runs/
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from .agents import Agent, _line_ups, _named
from .errors import QuadrilleError
from .options import OptionKeywords, Options, _options
from .research import (
    Comparison,
    LineUps,
    Match,
    Question,
    Skill,
    Study,
    Survey,
    Sweep,
    Wanted,
    _asked,
    _compared,
    _compared_rulesets,
    _listed,
    _match,
    _match_result,
)
from .rules import Ruleset, Value, _count, _reload, _rules, load
from .study import Plan, Playouts, Rules, _local, _plan, _played, merge, read_ndjson

if TYPE_CHECKING:
    from typing_extensions import Unpack

# Send no usage statistics, and print no long logs for a lost node.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "error")
import ray

__all__ = ["compare", "match", "playout", "skill", "survey", "sweep"]

SECONDS = 5.0
"""The approximate time of a task in seconds, if its number of games is not given."""

_loaded: dict[tuple[str, str | None], Ruleset] = {}


def _chunk(
    source: tuple[str, list[tuple[str, str]], dict[str, str] | None, str | None],
    hash: str,
    plan: Plan,
    called: Mapping[str, Agent],
) -> list[str]:
    """Plays a chunk on the machine that receives it. Each process loads the rules once and checks their
    hash."""
    key = (hash, source[3])
    rules = _loaded.get(key)
    if rules is None:
        rules = _loaded[key] = _reload(*source, hash)
    return _played(rules, plan, jobs=1, called=called)._rows


def _size(rules: Ruleset, plan: Plan, called: Mapping[str, Agent], seconds: float) -> int:
    """Returns the number of games that this machine plays in the given time. Only the sizes of chunks
    depend on it."""
    begun, games, step = time.monotonic(), 0, 1
    while (spent := time.monotonic() - begun) < 0.2 and games < plan.past - plan.first:
        some = replace(plan, first=plan.first + games, past=plan.first + games + step)
        _played(rules, some, jobs=1, called=called)
        games, step = games + step, step * 2
    return max(1, round(games * seconds / max(spent, 1e-3)))


def _stored(store: Path, rules: Ruleset, whole: Playouts) -> list[Playouts]:
    """Returns the chunks in the store. Raises an error for chunks of another run."""
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
    """Returns the chunks that have not been played yet."""
    chunks, at = [], plan.first
    for first, past in [*sorted((part.plan.first, part.plan.past) for part in parts), (plan.past, plan.past)]:
        if first < at:
            raise QuadrilleError(f"games {first} to {at - 1} are there twice")
        for begin in range(at, first, size):
            chunks.append(replace(plan, first=begin, past=min(begin + size, first)))
        at = past
    return chunks


def _file(folder: Path, part: Playouts) -> Path:
    return folder / f"games-{part.plan.first:012}-{part.plan.past:012}.ndjson"


def _connect() -> None:
    if not ray.is_initialized():
        ray.init(log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)


def _spread(
    chunks: Sequence[tuple[Ruleset, Plan]], called: Mapping[str, Agent]
) -> Iterator[tuple[int, Playouts] | None]:
    """Plays chunks on the machines. Yields each finished chunk with its index, and `None` after each
    second without one."""
    task = ray.remote(num_cpus=1, max_retries=5)(_chunk)
    cpus: float = ray.cluster_resources().get("CPU", 1)  # type: ignore[no-untyped-call]
    most = 2 * max(1, int(cpus))
    rest = iter(enumerate(chunks))
    # This sends callables to each machine only once.
    sent: ray.ObjectRef[Mapping[str, Agent]] = ray.put(called)
    open_tasks: dict[Any, int] = {}
    try:
        while True:
            while len(open_tasks) < most and (next_one := next(rest, None)) is not None:
                number, (rules, plan) = next_one
                open_tasks[task.remote(rules._native.source, rules.hash, plan, sent)] = number
            if not open_tasks:
                return
            ready, _ = ray.wait(list(open_tasks), timeout=1.0)
            for one in ready:
                number = open_tasks.pop(one)
                yield number, Playouts(*chunks[number], ray.get(one))
            if not ready:
                yield None
    finally:
        for one in open_tasks:
            ray.cancel(one, force=True)


def playout(
    rules: Rules,
    games: int | range = 100,
    *,
    agents: str | Agent | Sequence[str | Agent] = "greedy",
    rotate: bool = False,
    metrics: bool = True,
    chunk: int | None = None,
    store: str | Path | None = None,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Playouts:
    """Plays games like `quadrille.playout`, on the connected Ray cluster or on this machine.

    `chunk` is the number of games in a task. The default is about five seconds of games. At most two
    tasks for each CPU are submitted at a time. A task that is lost with its machine is played again.

    Ray pickles callables among the agents and sends them to the machines, which must have the modules
    that the callables use. A `store` identifies a callable by its name. Use another folder after you
    change a callable.

    Raises:
        QuadrilleError: If `store` holds games of another run, or duplicate games. No games are played
            then.
    """
    names, called = _named([agents] if isinstance(agents, str) or callable(agents) else agents)
    own = _options(options, changes)
    ruleset, plan = _plan(rules, games, names, rotate, metrics, own)
    progress = own._hears()
    whole = Playouts(ruleset, plan, [])
    # This refuses unsuitable agents before any task is sent.
    _ = whole.identity
    folder = None if store is None else _local(store)
    parts: list[Playouts] = []
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        parts = _stored(folder, ruleset, whole)
    _connect()
    chunks = _missing(plan, parts, chunk or _size(ruleset, plan, called, SECONDS))
    total, done = plan.past - plan.first, sum(len(part) for part in parts)
    for one in _spread([(ruleset, part) for part in chunks], called):
        if one is not None:
            _, part = one
            if folder is not None:
                part.to_ndjson(_file(folder, part))
            parts.append(part)
            done += len(part)
        if progress is not None:
            progress(done, total)
    return merge(parts) if parts else whole


class _Run:
    """The games of one run of a study that have been played so far, by their indices."""

    def __init__(
        self, rules: Ruleset, plan: Plan, folder: Path | None, chunk: int | None, called: Mapping[str, Agent]
    ) -> None:
        self.rules = rules
        self._called = called
        self.folder = folder
        self.rows: dict[int, str] = {}
        self._chunk = chunk
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            identity = Playouts(rules, plan, []).identity
            for path in sorted(folder.glob("games-*.ndjson")):
                part = read_ndjson(path, rules)
                if part.identity != identity or not part.plan.metrics:
                    raise QuadrilleError(f"{path} is of another run")
                self._take(part)

    def _take(self, part: Playouts) -> None:
        self.rows.update(zip(range(part.plan.first, part.plan.past), part._rows, strict=True))

    def missing(self, plan: Plan) -> list[Plan]:
        """Returns the chunks of a plan that have not been played yet."""
        numbers = [number for number in range(plan.first, plan.past) if number not in self.rows]
        if numbers and self._chunk is None:
            self._chunk = _size(self.rules, plan, self._called, SECONDS)
        chunks: list[Plan] = []
        for number in numbers:
            last = chunks[-1] if chunks else None
            if last is not None and last.past == number and number - last.first < (self._chunk or 1):
                chunks[-1] = replace(last, past=number + 1)
            else:
                chunks.append(replace(plan, first=number, past=number + 1))
        return chunks

    def add(self, part: Playouts) -> None:
        """Adds a played chunk, and saves it in the folder."""
        if self.folder is not None:
            part.to_ndjson(_file(self.folder, part))
        self._take(part)

    def of(self, plan: Plan) -> list[str]:
        """Returns the rows of a plan."""
        return [self.rows[number] for number in range(plan.first, plan.past)]


def _hold(
    study: Study, called: Mapping[str, Agent], options: Options, chunk: int | None, store: str | Path | None
) -> float:
    """Plays the games of a study on the machines, and returns the time in seconds."""
    opening, progress = options._opening(), options._hears()
    begun = time.monotonic()
    local = None if store is None else _local(store)
    _connect()
    sides = [Ruleset(side) for side in study.sides()]
    runs: dict[tuple[int, int], _Run] = {}

    def run(one: Wanted) -> _Run:
        key = (one.number, one.run)
        if key not in runs:
            folder = None if local is None else local / f"{one.number + 1}-{one.run + 1}"
            runs[key] = _Run(sides[one.side], one.plan, folder, chunk, called)
        return runs[key]

    done, look = 0, None
    while (ask := _asked(study, opening)) is not None:
        chunks = [(run(one), part) for one in ask for part in run(one).missing(one.plan)]
        for played in _spread([(its.rules, part) for its, part in chunks], called):
            if played is not None:
                number, part = played
                chunks[number][0].add(part)
                done += len(part)
            if progress is not None:
                progress(done, look)
        told = study.give([run(one).of(one.plan) for one in ask])
        look = json.loads(told) if told is not None else look
    return time.monotonic() - begun


def compare(
    *sides: Rules,
    primary: str = "decided",
    margin: float | None = None,
    agents: LineUps = ("random", "greedy"),
    games: int = 4000,
    at_least: int = 1000,
    chunk: int | None = None,
    store: str | Path | None = None,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Comparison:
    """Compares rulesets like `quadrille.compare`, on a Ray cluster.

    `chunk` and `store` are as in `playout`.

    Raises:
        QuadrilleError: If `store` holds games of another run.
    """
    own, (line_ups, called) = _options(options, changes), _line_ups(agents)
    asked = Question._of(line_ups, games, own, primary=primary, margin=margin, at_least=_count(at_least))
    study = _native.Study.compare(_compared_rulesets(sides), asked)
    return _compared(study, _hold(study, called, own, chunk, store))


def sweep(
    rules: Rules,
    tunables: str | Sequence[str] = (),
    *,
    primary: str = "decided",
    margin: float | None = None,
    agents: LineUps = ("random", "greedy"),
    games: int = 4000,
    at_least: int = 1000,
    chunk: int | None = None,
    store: str | Path | None = None,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Sweep:
    """Sweeps tunables like `quadrille.sweep`, on a Ray cluster.

    `chunk` and `store` are as in `playout`.

    Raises:
        QuadrilleError: If `store` holds games of another run.
        ScriptError: If a script fails in one of the games.
    """
    own, (line_ups, called) = _options(options, changes), _line_ups(agents)
    asked = Question._of(line_ups, games, own, primary=primary, margin=margin, at_least=_count(at_least))
    study = _native.Study.sweep(_rules(rules)._native, _listed(tunables), asked)
    seconds = _hold(study, called, own, chunk, store)
    return Sweep(*study.report(seconds)[:2])


def skill(
    rules: Rules,
    agents: LineUps = "mcts:4..64",
    *,
    games: int = 200,
    decide: bool = False,
    chunk: int | None = None,
    store: str | Path | None = None,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Skill:
    """Plays matches like `quadrille.skill`, on a Ray cluster.

    `chunk` and `store` are as in `playout`.

    Raises:
        QuadrilleError: If `store` holds games of another run.
        ScriptError: If a script fails in one of the games.
    """
    own, (rungs, called) = _options(options, changes), _line_ups(agents)
    study = _native.Study.skill(_rules(rules)._native, Question._of(rungs, games, own, decide=decide))
    seconds = _hold(study, called, own, chunk, store)
    return Skill(*study.report(seconds)[:2])


def match(
    rules: Rules,
    *agents: str | Agent,
    games: int = 400,
    round_robin: bool = False,
    gauntlet: bool = False,
    decide: bool = False,
    sprt: bool = False,
    elo0: float | None = None,
    elo1: float | None = None,
    chunk: int | None = None,
    store: str | Path | None = None,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Match:
    """Plays agents against each other like `quadrille.match`, on a Ray cluster.

    `chunk` and `store` are as in `playout`.

    Raises:
        QuadrilleError: If `store` holds games of another run.
        ScriptError: If a script fails in one of the games.
    """
    study, called, own = _match(rules, agents, games, options, changes, round_robin, gauntlet, decide, sprt, elo0, elo1)
    return _match_result(study, _hold(study, called, own, chunk, store))


def survey(
    *rules: Rules,
    metrics: Sequence[str] | None = None,
    agents: str | Agent | Sequence[str | Agent] = ("random", "greedy"),
    games: int = 200,
    clusters: int | None = None,
    chunk: int | None = None,
    store: str | Path | None = None,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Survey:
    """Surveys rulesets like `quadrille.survey`, on a Ray cluster.

    `chunk` and `store` are as in `playout`.

    Raises:
        QuadrilleError: If `store` holds games of another run.
        ScriptError: If a script fails in one of the games.
    """
    own = _options(options, changes)
    names, called = _named([agents] if isinstance(agents, str) or callable(agents) else agents)
    measured = _native.survey_metrics() if metrics is None else _listed(metrics)
    asked = Question._of(names, games, own)
    study = _native.Survey([_rules(one)._native for one in rules], asked, measured, clusters)
    return Survey(*study.report(_hold(study, called, own, chunk, store)))


def _arguments() -> argparse.ArgumentParser:
    commands = argparse.ArgumentParser(prog="quadrille-ray", description="Plays on the machines of a Ray cluster.")
    told = commands.add_subparsers(dest="command", required=True)
    every = argparse.ArgumentParser(add_help=False)
    every.add_argument("--seed", type=int, default=1)
    every.add_argument("--ply-limit", type=int)
    every.add_argument(
        "--from", dest="begin", metavar="FILE|random:N|moves:MOVES", help="where games begin: a file has FENs or PGN4"
    )
    every.add_argument(
        "--from-plies", type=int, metavar="PLIES", help="begin after so many plies of the games in the file"
    )
    every.add_argument("--chunk", type=int, help="games a task")
    every.add_argument("--store", help="a folder that keeps what is played, from which the run goes on")
    every.add_argument("--address", help="the cluster; this machine if it is left out")
    one = argparse.ArgumentParser(add_help=False)
    one.add_argument("ruleset", help="an id with @preset, or the path of a folder that every machine has")
    one.add_argument("--set", action="append", default=[], metavar="CONST=VALUE", help="changes a tunable (repeatable)")
    asks = argparse.ArgumentParser(add_help=False)
    asks.add_argument("--primary", default="decided", help="the metric that decides")
    asks.add_argument("--margin", type=float, help="the smallest difference of it that matters")
    asks.add_argument("--agents", default="random,greedy", help="line-ups, each tested separately, with commas between")
    asks.add_argument("-n", "--number", type=int, default=4000, help="the most games a side and line-up")
    asks.add_argument("--at-least", type=int, default=1000, help="the fewest")
    play = told.add_parser("playout", parents=[one, every], help="plays games, and prints the report as JSON")
    play.add_argument("-n", "--number", type=int, default=1000, help="how many games")
    play.add_argument("--agents", default="greedy", help="one for all seats, or one a seat, with commas between")
    play.add_argument("--rotate", action="store_true", help="let agents change seats")
    play.add_argument("--no-metrics", action="store_true")
    comparing = told.add_parser(
        "compare", parents=[asks, every], help="plays until it is known whether rulesets differ"
    )
    comparing.add_argument("rulesets", nargs="+", help="the first is what the others are compared with")
    comparing.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="[SIDE:]CONST=VALUE",
        help="changes a tunable of a side (a, b, …) or of all",
    )
    sweeping = told.add_parser("sweep", parents=[one, asks, every], help="changes each tunable in turn")
    sweeping.add_argument(
        "--tunable", action="append", default=[], metavar="CONST[=VALUE,…]", help="only this one (repeatable)"
    )
    matching = told.add_parser("skill", parents=[one, every], help="plays matches of stronger against weaker agents")
    matching.add_argument("-n", "--number", type=int, default=200, help="games a match")
    matching.add_argument("--agents", default="mcts:4..64", help="weakest first, with commas between")
    matching.add_argument("--decide", action="store_true", help="end a match as soon as it is known who is stronger")
    return commands


def _settings(given: Sequence[str]) -> Mapping[str, Value]:
    try:
        return dict(one.split("=", 1) for one in given)
    except ValueError:
        raise QuadrilleError("--set needs CONST=VALUE") from None


def _sides(names: Sequence[str], given: Sequence[str]) -> list[Ruleset]:
    """Returns the rulesets of a comparison, each with the settings of its side. A single ruleset is
    compared with itself."""
    names = list(names) * 2 if len(names) == 1 else list(names)
    letters = [chr(ord("a") + place) for place in range(len(names))]
    for setting in given:
        side, colon, _ = setting.split("=", 1)[0].partition(":")
        if colon and side not in letters:
            raise QuadrilleError(f"unknown side `{side}`: the rulesets are a to {letters[-1]}")

    def of(letter: str) -> Mapping[str, Value]:
        own = [one.removeprefix(f"{letter}:") for one in given if one.startswith(f"{letter}:")]
        return _settings([*(one for one in given if ":" not in one.split("=", 1)[0]), *own])

    return [load(name, set=of(letter)) for name, letter in zip(names, letters, strict=True)]


def _run(options: argparse.Namespace) -> Mapping[str, Any]:
    """Runs the command line, and returns the report."""
    begin = options.begin
    how: dict[str, Any] = {
        "agents": options.agents.split(","),
        "seed": options.seed,
        "ply_limit": options.ply_limit,
        "opening": begin if begin is None or begin.startswith(("random:", "moves:")) else Path(begin),
        "opening_plies": options.from_plies,
        "chunk": options.chunk,
        "store": options.store,
        "progress": sys.stderr.isatty(),
    }
    if options.command == "compare":
        sides = _sides(options.rulesets, options.set)
    else:
        rules = load(options.ruleset, set=_settings(options.set))
    if options.command in ("compare", "sweep"):
        how |= {
            "primary": options.primary,
            "margin": options.margin,
            "games": options.number,
            "at_least": options.at_least,
        }
    if options.command == "compare":
        return compare(*sides, **how).report
    if options.command == "sweep":
        return sweep(rules, options.tunable, **how).report
    if options.command == "skill":
        return skill(rules, games=options.number, decide=options.decide, **how).report
    played = playout(rules, options.number, rotate=options.rotate, metrics=not options.no_metrics, **how)
    return {"run": played.identity, **played.report}


def main() -> int:
    """Runs the command ``quadrille-ray``."""
    options = _arguments().parse_args()
    if options.address is not None:
        ray.init(options.address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        report = _run(options)
    except (QuadrilleError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        kept = "; the same command goes on" if options.store else ""
        print(f"\ninterrupted{kept}", file=sys.stderr)
        return 130
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
