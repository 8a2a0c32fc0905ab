"""Questions about rules: comparisons, sweeps of tunables, matches of stronger against weaker agents, tests of what sources
claim. They are played with the interpreter's lock free, and ctrl-C ends them."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from . import _native
from .study import Opening, Plan, Rules, _opening, _rules

__all__ = ["Claims", "Comparison", "Skill", "Sweep", "claims", "compare", "skill", "sweep"]

Progress = Callable[[int, dict[str, Any] | None], object]
"""Hears now and then how many games are played, and what was known at the last look."""


@dataclass(frozen=True)
class Question:
    """What a study asks, and how its games are played; a part of it is about some studies only."""

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
    """Which of its runs of games they are of."""
    side: int
    """Which of the study's rulesets they are played by."""
    plan: Plan


def _asked(study: _native.Study, opening: tuple[str, str, int | None] | None) -> list[Wanted] | None:
    """The games that a study needs next; none if nothing is left to play."""
    told = study.asks()
    if told is None:
        return None
    ask = json.loads(told)

    def wanted(one: dict[str, Any]) -> Wanted:
        first, past, rotate, limit = one["first"], one["past"], one["rotate"], one["ply_limit"]
        plan = Plan(one["agents"], one["seed"], first, past, rotate, limit, True, opening)
        return Wanted(ask["number"], one["run"], one["side"], plan)

    return [wanted(one) for one in ask["plans"]]


def _listed(agents: str | Sequence[str]) -> list[str]:
    return [agents] if isinstance(agents, str) else list(agents)


def _watching(progress: Progress | None) -> Callable[[int, str | None], object] | None:
    if progress is None:
        return None
    return lambda played, look: progress(played, None if look is None else json.loads(look))


class Comparison:
    """What a comparison found."""

    def __init__(self, report: str, text: str, page: str) -> None:
        self.report: dict[str, Any] = json.loads(report)
        """All of it, as ``quadrille compare --format json`` gives it."""
        self.text = text
        """The same as ``quadrille compare`` prints it."""
        self.page = page
        """The report as a page in one file."""

    @property
    def conclusions(self) -> list[str]:
        """For each side but the first: ``different``, ``agent-dependent``, ``some-agents``, ``equivalent`` or
        ``inconclusive``."""
        return [row["conclusion"] for row in self.report["conclusions"]]

    @property
    def sentences(self) -> list[str]:
        """The same in words."""
        return [row["sentence"] for row in self.report["conclusions"]]

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def __repr__(self) -> str:
        return f"<Comparison by {self.report['primary']}: {', '.join(self.conclusions)}>"

    def _repr_html_(self) -> str:
        # The page has styles of its own, which must not reach the notebook's.
        quoted = self.page.replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{quoted}" style="width:100%;height:32rem;border:0" sandbox="allow-scripts"></iframe>'


class _Told:
    """A report as data and as text."""

    def __init__(self, report: str, text: str) -> None:
        self.report: dict[str, Any] = json.loads(report)
        """All of it, as the command gives it with ``--format json``."""
        self.text = text
        """The same as the command prints it."""

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


class Sweep(_Told):
    """What a sweep found."""

    @property
    def rules(self) -> list[dict[str, Any]]:
        """A row for each change of a tunable and line-up: `agents`, `tunable`, `value`, `instead_of`, `change` with its
        interval, and as `worth` ``matters``, ``matters-elsewhere``, ``open``, ``decorative`` or ``never-in-play``."""
        return [{"agents": "+".join(trial["agents"]), **row} for trial in self.report["trials"] for row in trial["rules"]]

    def __repr__(self) -> str:
        return f"<Sweep by {self.report['primary']}: {len(self.rules)} changes>"


class Skill(_Told):
    """What matches found about skill."""

    @property
    def matches(self) -> list[dict[str, Any]]:
        """A row for each match: the agents, the share of the stronger one with its interval. The last is that of the
        strongest with the weakest, where there are more than two agents."""
        extremes = self.report["extremes"]
        return [*self.report["matches"], *([] if extremes is None else [extremes])]

    @property
    def luck(self) -> float | None:
        """1 where strength brings nothing, 0 where the strongest agent always beats the weakest."""
        luck: float | None = self.report["luck"]
        return luck

    def __repr__(self) -> str:
        return f"<Skill: {len(self.matches)} matches, luck {self.luck}>"


class Claims(_Told):
    """What tests of claims found; the text is Markdown."""

    @property
    def results(self) -> dict[str, str]:
        """For each claim, as ``ruleset/claim``: ``held``, ``failed``, ``depends-on-agents`` or ``unsettled``."""
        return {f"{one['ruleset']}/{one['id']}": one["result"] for one in self.report["claims"]}

    def __repr__(self) -> str:
        return f"<Claims: {len(self.results)} tested>"


def _comparison(
    sides: Sequence[Rules],
    primary: str,
    margin: float | None,
    agents: str | Sequence[str],
    games: int,
    at_least: int,
    seed: int,
    opening: Opening | None,
    opening_plies: int | None,
    jobs: int | None,
    ply_limit: int | None,
) -> _native.Study:
    loaded = [_rules(side)._native for side in sides]
    if len(loaded) < 2:
        raise ValueError("a comparison needs two rulesets")
    begin = _opening(opening, opening_plies)
    asked = Question(_listed(agents), games, seed, begin, jobs, ply_limit, primary, margin, at_least)
    return _native.Study.compare(loaded, asked)


def compare(
    *sides: Rules,
    primary: str = "decided",
    margin: float | None = None,
    agents: str | Sequence[str] = ("random", "greedy"),
    games: int = 4000,
    at_least: int = 1000,
    seed: int = 1,
    opening: Opening | None = None,
    opening_plies: int | None = None,
    jobs: int | None = None,
    ply_limit: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Plays rulesets until it is known whether they differ by a metric, for each line-up of agents: one for all
    seats, or one a seat, as in ``greedy+random+greedy+random``. The first ruleset is what the others are compared with.

    The chance that any answer is false is 5 % at most, however often one looks. `opening` is where the games begin, as in
    `playout`. `progress` is called with the games played and what was known at the last look: blocks, and each change with
    its interval.

    >>> found = compare("nava-2018", "orthodox-chess", agents="random", games=200, at_least=0)
    >>> found.conclusions
    ['different']
    """
    study = _comparison(
        sides, primary, margin, agents, games, at_least, seed, opening, opening_plies, jobs, ply_limit
    )
    study.hold(_watching(progress))
    return _compared(study)


def _compared(study: _native.Study, seconds: float | None = None) -> Comparison:
    report, text, page = study.report(seconds)
    return Comparison(report, text, page or "")


def _sweep(
    rules: Rules,
    tunables: Sequence[str],
    primary: str,
    margin: float | None,
    agents: str | Sequence[str],
    games: int,
    at_least: int,
    seed: int,
    opening: Opening | None,
    opening_plies: int | None,
    jobs: int | None,
    ply_limit: int | None,
) -> _native.Study:
    begin = _opening(opening, opening_plies)
    asked = Question(_listed(agents), games, seed, begin, jobs, ply_limit, primary, margin, at_least)
    return _native.Study.sweep(_rules(rules)._native, _listed(tunables), asked)


def sweep(
    rules: Rules,
    tunables: str | Sequence[str] = (),
    *,
    primary: str = "decided",
    margin: float | None = None,
    agents: str | Sequence[str] = ("random", "greedy"),
    games: int = 4000,
    at_least: int = 1000,
    seed: int = 1,
    opening: Opening | None = None,
    opening_plies: int | None = None,
    jobs: int | None = None,
    ply_limit: int | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Changes tunables of a ruleset one by one, and plays until it is known which of the changes matter: all whose values
    are listed, or those named, maybe with values as in ``mate.AFTER_MATE=remove,freeze``.

    Changes within `margin` do not matter: five points of a share, if it is not given. The rest is as in `compare`.

    >>> found = sweep("verney-1881", "AFTER_MATE=remove", agents="random", games=40, at_least=0)
    >>> [(row["tunable"], row["value"]) for row in found.rules]
    [('mate.AFTER_MATE', 'remove')]

    Raises:
        ScriptError: if a script fails in one of the games.
    """
    study = _sweep(
        rules, tunables, primary, margin, agents, games, at_least, seed, opening, opening_plies, jobs, ply_limit
    )
    study.hold(_watching(progress))
    return Sweep(*study.report()[:2])


def _matches(
    rules: Rules,
    agents: str | Sequence[str],
    games: int,
    decide: bool,
    seed: int,
    opening: Opening | None,
    opening_plies: int | None,
    jobs: int | None,
    ply_limit: int | None,
) -> _native.Study:
    begin = _opening(opening, opening_plies)
    asked = Question(_listed(agents), games, seed, begin, jobs, ply_limit, decide=decide)
    return _native.Study.skill(_rules(rules)._native, asked)


def skill(
    rules: Rules,
    agents: str | Sequence[str] = "mcts:4..64",
    *,
    games: int = 200,
    decide: bool = False,
    seed: int = 1,
    opening: Opening | None = None,
    opening_plies: int | None = None,
    jobs: int | None = None,
    ply_limit: int | None = None,
    progress: Progress | None = None,
) -> Skill:
    """Lets agents, weakest first, play the one before them, and the last the first: what strength brings in a game.
    ``mcts:4..64`` means budgets from 4 to 64, each twice the one before.

    `games` is how many a match has, or the most where `decide` ends it as soon as it is known who is stronger. `progress`
    is called with the games played and the agents of the match.

    >>> found = skill("nava-2018", ["random", "greedy"], games=20)
    >>> found.matches[0]["strong"], found.matches[0]["games"]
    ('greedy', 20)

    Raises:
        ScriptError: if a script fails in one of the games.
    """
    study = _matches(rules, agents, games, decide, seed, opening, opening_plies, jobs, ply_limit)
    study.hold(_watching(progress))
    return Skill(*study.report()[:2])


def claims(
    ruleset: str | None = None,
    *,
    games: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    ply_limit: int | None = None,
    progress: Progress | None = None,
) -> Claims:
    """Tests what the sources claim about a ruleset, or about all that are shipped: the ``claims.toml`` in their folders.
    `games` is the most on a side, whatever a claim asks for. `progress` is called with the games played and what is tested.

    >>> found = claims("verney-1881", games=8)
    >>> set(found.results.values()) <= {"held", "failed", "depends-on-agents", "unsettled"}
    True
    """
    return Claims(*_native.claims(ruleset, games, seed, jobs, ply_limit, _watching(progress)))
