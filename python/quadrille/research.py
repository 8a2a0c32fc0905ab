"""Studies of rules: comparisons, sweeps of tunables, matches of stronger against weaker agents, and
tests of claims in sources. They run without the interpreter's lock, and Ctrl-C ends them."""

from __future__ import annotations

import html
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _native
from .agents import Agent, _line_ups
from .rules import Ruleset, _count, _rules
from .study import Opening, Plan, Rules, _opening, _played

__all__ = ["Claims", "Comparison", "Skill", "Sweep", "claims", "compare", "skill", "sweep"]

LineUps = str | Agent | Sequence[str | Agent | Sequence[str | Agent]]
"""Line-ups of agents. Each is one agent for all seats, or one for each seat, as in
``greedy+random+greedy+random`` or ``["greedy", mine, "greedy", mine]``. Callables can be agents (see
`quadrille.agents`)."""

Progress = Callable[[int, dict[str, Any] | None], object]
"""A function that is called at intervals with the number of games played and the results of the last
interim analysis."""


@dataclass(frozen=True)
class Question:
    """The question of a study, and the settings of its games. Some fields apply only to some studies."""

    agents: list[str]
    number: int
    seed: int
    opening: tuple[str, str, int | None] | None
    jobs: int | None
    ply_limit: int | None
    primary: str = "decided"
    margin: float | None = None
    at_least: int = 0
    decide: bool = False


@dataclass(frozen=True)
class Wanted:
    """Games that a study needs next."""

    number: int
    """The number of the line-up or match."""
    run: int
    """The index of the run in the line-up or match."""
    side: int
    """The index of the ruleset in the study."""
    plan: Plan


def _asked(study: _native.Study, opening: tuple[str, str, int | None] | None) -> list[Wanted] | None:
    """Returns the games that a study needs next, or `None` if no games are left."""
    told = study.asks()
    if told is None:
        return None
    ask = json.loads(told)

    def wanted(one: dict[str, Any]) -> Wanted:
        first, past, rotate, limit = one["first"], one["past"], one["rotate"], one["ply_limit"]
        plan = Plan(one["agents"], one["seed"], first, past, rotate, limit, True, opening)
        return Wanted(ask["number"], one["run"], one["side"], plan)

    return [wanted(one) for one in ask["plans"]]


def _listed(names: str | Sequence[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _held(
    study: _native.Study,
    called: Mapping[str, Agent],
    opening: tuple[str, str, int | None] | None,
    jobs: int | None,
    batch: int,
    progress: Progress | None,
) -> float | None:
    """Plays the games of a study. Returns the time in seconds if the study does not measure it.

    If callables decide, the study requests its games step by step, so that it stops at the same block
    as without callables.
    """
    if not called:
        study.hold(_watching(progress))
        return None
    begun = time.monotonic()
    sides = [Ruleset(side) for side in study.sides()]
    done, look = 0, None
    while (ask := _asked(study, opening)) is not None:
        rows = []
        for one in ask:
            so_far, known = done, look
            hear = (
                None
                if progress is None
                else (lambda played, _, so_far=so_far, known=known: progress(so_far + played, known))
            )
            played = _played(sides[one.side], one.plan, jobs, progress=hear, called=called, batch=batch)
            rows.append(played._rows)
            done += len(played)
        told = study.give(rows)
        look = json.loads(told) if told is not None else look
    return time.monotonic() - begun


def _watching(progress: Progress | None) -> Callable[[int, str | None], object] | None:
    if progress is None:
        return None
    return lambda played, look: progress(played, None if look is None else json.loads(look))


class Comparison:
    """The result of a comparison."""

    def __init__(self, report: str, text: str, page: str) -> None:
        self.report: dict[str, Any] = json.loads(report)
        """The report in the format of ``quadrille compare --format json``."""
        self.text = text
        """The report as ``quadrille compare`` prints it."""
        self.page = page
        """The report as a page in one file."""

    @property
    def conclusions(self) -> list[str]:
        """The conclusion for each side except the first: ``different``, ``agent-dependent``,
        ``some-agents``, ``equivalent`` or ``inconclusive``."""
        return [row["conclusion"] for row in self.report["conclusions"]]

    @property
    def sentences(self) -> list[str]:
        """The conclusions as sentences."""
        return [row["sentence"] for row in self.report["conclusions"]]

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def __repr__(self) -> str:
        return f"<Comparison by {self.report['primary']}: {', '.join(self.conclusions)}>"

    def _repr_html_(self) -> str:
        # The page has its own styles, which must not affect the notebook.
        quoted = self.page.replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{quoted}" style="width:100%;height:32rem;border:0" sandbox="allow-scripts"></iframe>'


class _Told:
    """A report as data and as text."""

    def __init__(self, report: str, text: str) -> None:
        self.report: dict[str, Any] = json.loads(report)
        """The report in the format of the command with ``--format json``."""
        self.text = text
        """The report as the command prints it."""

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


class Sweep(_Told):
    """The result of a sweep."""

    @property
    def rules(self) -> list[dict[str, Any]]:
        """A row for each change of a tunable and each line-up: `agents`, `tunable`, `value`,
        `instead_of`, `change` with its interval, and `worth`. The latter is ``matters``,
        ``matters-elsewhere``, ``open``, ``no-change-found`` or ``never-in-play``. `at_most` lists the
        maximum change of each metric for which no change was found."""
        return [
            {"agents": "+".join(trial["agents"]), **row} for trial in self.report["trials"] for row in trial["rules"]
        ]

    def __repr__(self) -> str:
        return f"<Sweep by {self.report['primary']}: {len(self.rules)} changes>"


class Skill(_Told):
    """The result of matches about skill."""

    @property
    def matches(self) -> list[dict[str, Any]]:
        """A row for each match: the agents, and the stronger agent's score with its interval. If there are
        more than two agents, the last match is between the strongest and the weakest."""
        extremes = self.report["extremes"]
        return [*self.report["matches"], *([] if extremes is None else [extremes])]

    @property
    def luck(self) -> float | None:
        """1 if strength has no effect, and 0 if the strongest agent always beats the weakest."""
        luck: float | None = self.report["luck"]
        return luck

    def __repr__(self) -> str:
        return f"<Skill: {len(self.matches)} matches, luck {self.luck}>"


class Claims(_Told):
    """The results of tests of claims. The text is Markdown."""

    @property
    def results(self) -> dict[str, str]:
        """The result for each claim, by ``ruleset/claim``: ``held``, ``failed``, ``depends-on-agents``,
        ``unsettled`` or ``not-tested``."""
        return {f"{one['ruleset']}/{one['id']}": one["result"] for one in self.report["claims"]}

    def __repr__(self) -> str:
        tested = sum(result != "not-tested" for result in self.results.values())
        return f"<Claims: {tested} of {len(self.results)} tested>"


def _compared_rulesets(sides: Sequence[Rules]) -> list[_native.Ruleset]:
    if len(sides) < 2:
        raise ValueError("a comparison needs two rulesets")
    return [_rules(side)._native for side in sides]


def compare(
    *sides: Rules,
    primary: str = "decided",
    margin: float | None = None,
    agents: LineUps = ("random", "greedy"),
    games: int = 4000,
    at_least: int = 1000,
    seed: int = 1,
    opening: Opening | None = None,
    opening_plies: int | None = None,
    jobs: int | None = None,
    ply_limit: int | None = None,
    batch: int = 64,
    progress: Progress | None = None,
) -> Comparison:
    """Compares rulesets by a metric, and plays until the answer is known for each line-up of agents.

    A line-up is one agent for all seats, or one for each seat, as in ``greedy+random+greedy+random``.
    The other rulesets are compared with the first. Callables among the agents decide for at most
    `batch` games at a time (see `quadrille.agents`).

    The probability of any false answer is at most 5 %, for any number of interim analyses. `opening` is
    as in `playout`. `progress` is called with the number of games played and the last interim analysis:
    the number of blocks, and each change with its interval.

    >>> found = compare("nava-2018", "orthodox-chess", agents="random", games=200, at_least=0)
    >>> found.conclusions
    ['different']
    >>> def first(positions):
    ...     return [0 for position in positions]
    >>> compare("nava-2018", "nava-2018", agents=["random", ["random", first, "random", first]], games=8).conclusions
    ['inconclusive']
    """
    line_ups, called = _line_ups(agents)
    begin = _opening(opening, opening_plies)
    asked = Question(line_ups, _count(games), seed, begin, jobs, ply_limit, primary, margin, at_least)
    study = _native.Study.compare(_compared_rulesets(sides), asked)
    return _compared(study, _held(study, called, begin, jobs, batch, progress))


def _compared(study: _native.Study, seconds: float | None = None) -> Comparison:
    report, text, page = study.report(seconds)
    return Comparison(report, text, page or "")


def sweep(
    rules: Rules,
    tunables: str | Sequence[str] = (),
    *,
    primary: str = "decided",
    margin: float | None = None,
    agents: LineUps = ("random", "greedy"),
    games: int = 4000,
    at_least: int = 1000,
    seed: int = 1,
    opening: Opening | None = None,
    opening_plies: int | None = None,
    jobs: int | None = None,
    ply_limit: int | None = None,
    batch: int = 64,
    progress: Progress | None = None,
) -> Sweep:
    """Changes the tunables of a ruleset one by one, and plays until it is known which changes matter.

    By default all tunables with listed values are tested. `tunables` names a selection, optionally with
    values as in ``mate.AFTER_MATE=remove,freeze``. Changes within `margin` do not matter. For fractions
    of games the default margin is five percentage points. The other parameters are as in `compare`.

    >>> found = sweep("verney-1881", "AFTER_MATE=remove", agents="random", games=40, at_least=0)
    >>> [(row["tunable"], row["value"]) for row in found.rules]
    [('mate.AFTER_MATE', 'remove')]

    Raises:
        ScriptError: If a script fails in one of the games.
    """
    line_ups, called = _line_ups(agents)
    begin = _opening(opening, opening_plies)
    asked = Question(line_ups, _count(games), seed, begin, jobs, ply_limit, primary, margin, at_least)
    study = _native.Study.sweep(_rules(rules)._native, _listed(tunables), asked)
    seconds = _held(study, called, begin, jobs, batch, progress)
    return Sweep(*study.report(seconds)[:2])


def skill(
    rules: Rules,
    agents: LineUps = "mcts:4..64",
    *,
    games: int = 200,
    decide: bool = False,
    seed: int = 1,
    opening: Opening | None = None,
    opening_plies: int | None = None,
    jobs: int | None = None,
    ply_limit: int | None = None,
    batch: int = 64,
    progress: Progress | None = None,
) -> Skill:
    """Plays matches of stronger against weaker agents, which measure the effect of strength in a game.

    List the agents from the weakest to the strongest. Each plays the agent before it, and the last
    plays the first. ``mcts:4..64`` means budgets from 4 to 64, each twice the one before.

    `games` is the number of games in a match. With `decide`, it is the maximum, because a match ends as
    soon as the stronger agent is known. `progress` is called with the number of games played and the
    agents of the match.

    >>> found = skill("nava-2018", ["random", "greedy"], games=20)
    >>> found.matches[0]["strong"], found.matches[0]["games"]
    ('greedy', 20)

    Raises:
        ScriptError: If a script fails in one of the games.
    """
    rungs, called = _line_ups(agents)
    begin = _opening(opening, opening_plies)
    asked = Question(rungs, _count(games), seed, begin, jobs, ply_limit, decide=decide)
    study = _native.Study.skill(_rules(rules)._native, asked)
    seconds = _held(study, called, begin, jobs, batch, progress)
    return Skill(*study.report(seconds)[:2])


def claims(
    ruleset: str | None = None,
    *,
    games: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    ply_limit: int | None = None,
    progress: Progress | None = None,
) -> Claims:
    """Tests the claims of the sources about a ruleset, or about all shipped rulesets.

    The claims are in the ``claims.toml`` of each ruleset's folder. `games` limits the number of games
    on each side of every test. `progress` is called with the number of games played and the present
    test.

    >>> found = claims("verney-1881", games=4, ply_limit=20)
    >>> set(found.results.values()) <= {"held", "failed", "depends-on-agents", "unsettled", "not-tested"}
    True
    """
    return Claims(*_native.claims(ruleset, games, seed, jobs, ply_limit, _watching(progress)))
