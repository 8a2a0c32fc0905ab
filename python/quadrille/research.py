"""Studies of rules and agents: comparisons, sweeps of tunables, searches for readings, surveys, matches,
and tests of claims in sources. They run without the interpreter's lock.

Ctrl-C raises `quadrille.Interrupted`, whose `result` has the results so far.
"""

from __future__ import annotations

import html
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from . import _native
from .agents import Agent, _line_ups, _named
from .errors import QuadrilleError
from .options import OptionKeywords, Options, Progress, _options
from .reports import (
    ClaimsReport,
    CompareReport,
    MatchReport,
    MatchRow,
    SearchReport,
    SkillMatchRow,
    SkillReport,
    SurveyReport,
    SweepReport,
    TunableRow,
)
from .rules import Ruleset, _count, _rules
from .study import Plan, Rules, _played, _whole

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Claims",
    "Comparison",
    "Match",
    "Search",
    "Skill",
    "Survey",
    "Sweep",
    "claims",
    "compare",
    "match",
    "search",
    "skill",
    "survey",
    "sweep",
]

LineUps = str | Agent | Sequence[str | Agent | Sequence[str | Agent]]
"""Line-ups of agents. Each is one agent for all seats, or one for each seat, as in
``greedy+random+greedy+random`` or ``["greedy", mine, "greedy", mine]``. Callables can be agents (see
`quadrille.agents`)."""


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
    round_robin: bool = False
    gauntlet: bool = False
    sprt: bool = False
    elo0: float | None = None
    elo1: float | None = None

    @classmethod
    def _of(cls, agents: list[str], games: int, options: Options, **more: Any) -> Question:
        number, opening = _count(games), options._opening()
        return cls(agents, number, options.seed, opening, options.jobs, options.ply_limit, **more)


class Study(Protocol):
    """A study that requests its games step by step."""

    def sides(self) -> list[_native.Ruleset]: ...
    def asks(self) -> str | None: ...
    def give(self, rows: list[list[str]]) -> str | None: ...


class HeldStudy(Study, Protocol):
    """A study that can play the games of built-in agents itself."""

    def hold(self, progress: Callable[[int, str | None], object] | None) -> None: ...


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


def _asked(study: Study, opening: tuple[str, str, int | None] | None) -> list[Wanted] | None:
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


def _held(study: HeldStudy, called: Mapping[str, Agent], options: Options) -> tuple[float | None, BaseException | None]:
    """Plays the games of a study. Returns the time in seconds if the study does not measure it, and the
    exception that ended the study early.

    If callables decide, the study requests its games step by step, so that it stops at the same block
    as without callables.
    """
    if called:
        return _asked_and_given(study, called, options)
    try:
        study.hold(_watching(options._hears()))
    except KeyboardInterrupt as stopped:
        return None, stopped
    return None, None


def _asked_and_given(study: Study, called: Mapping[str, Agent], options: Options) -> tuple[float, BaseException | None]:
    """Plays the games that a study requests."""
    begun, opening, progress = time.monotonic(), options._opening(), options._hears()
    sides = [Ruleset(side) for side in study.sides()]
    done, look = 0, None
    try:
        while (ask := _asked(study, opening)) is not None:
            rows = []
            for one in ask:
                so_far, known = done, look
                hear = (
                    None
                    if progress is None
                    else (lambda played, _, so_far=so_far, known=known: progress(so_far + played, known))
                )
                rules, jobs = sides[one.side], options.jobs
                played = _played(rules, one.plan, jobs, progress=hear, called=called, batch=options.batch)
                rows.append(played._rows)
                done += len(played)
            told = study.give(rows)
            look = json.loads(told) if told is not None else look
    except KeyboardInterrupt as stopped:
        return time.monotonic() - begun, stopped
    return time.monotonic() - begun, None


def _watching(progress: Progress | None) -> Callable[[int, str | None], object] | None:
    if progress is None:
        return None
    return lambda played, look: progress(played, None if look is None else json.loads(look))


class Comparison:
    """The result of a comparison."""

    def __init__(self, report: str, text: str, page: str) -> None:
        self.report: CompareReport = json.loads(report)
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
        return _framed(self.page)


def _framed(page: str) -> str:
    """Returns a page in a frame, because its styles must not affect the notebook."""
    quoted = page.replace("&", "&amp;").replace('"', "&quot;")
    return f'<iframe srcdoc="{quoted}" style="width:100%;height:32rem;border:0" sandbox="allow-scripts"></iframe>'


class _Told:
    """A report as data and as text."""

    report: Any
    """The report in the format of the command with ``--format json``."""

    def __init__(self, report: str, text: str) -> None:
        self.report = json.loads(report)
        self.text = text
        """The report as the command prints it."""

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


class Sweep(_Told):
    """The result of a sweep."""

    report: SweepReport

    @property
    def rules(self) -> list[TunableRow]:
        """A row for each change of a tunable and each line-up: `agents`, `tunable`, `value`,
        `instead_of`, `change` with its interval, and `worth`. The latter is ``matters``,
        ``matters-elsewhere``, ``open``, ``no-change-found`` or ``never-in-play``. `at_most` lists the
        maximum change of each metric for which no change was found."""
        rows: list[TunableRow] = [
            row | {"agents": "+".join(trial["agents"])} for trial in self.report["trials"] for row in trial["rules"]
        ]
        return rows

    def __repr__(self) -> str:
        return f"<Sweep by {self.report['primary']}: {len(self.rules)} changes>"


class Skill(_Told):
    """The result of matches about skill."""

    report: SkillReport

    @property
    def matches(self) -> list[SkillMatchRow]:
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

    report: ClaimsReport

    @property
    def results(self) -> dict[str, str]:
        """The result for each claim, by ``ruleset/claim``: ``held``, ``failed``, ``depends-on-agents``,
        ``unsettled`` or ``not-tested``."""
        return {f"{one['ruleset']}/{one['id']}": one["result"] for one in self.report["claims"]}

    def __repr__(self) -> str:
        tested = sum(result != "not-tested" for result in self.results.values())
        return f"<Claims: {tested} of {len(self.results)} tested>"


class Match(_Told):
    """The result of matches between agents."""

    report: MatchReport

    @property
    def matches(self) -> list[MatchRow]:
        """A row for each pair of agents: wins, shared games and losses of the first agent, its share of
        the points with its interval, and its advantage in Elo."""
        return self.report["matches"]

    @property
    def ratings(self) -> dict[str, float]:
        """The ratings in Elo, highest first, if more than two agents played. Their mean is 0."""
        return {row["name"]: row["elo"] for row in self.report["ratings"]}

    def __repr__(self) -> str:
        return f"<Match: {len(self.matches)} pairs, {self.report['games']} games>"


class Survey(_Told):
    """The result of a survey."""

    report: SurveyReport

    def __init__(self, report: str, text: str, page: str, csv: str, map: str | None) -> None:
        super().__init__(report, text)
        self.page = page
        """The report as a page in one file."""
        self.csv = csv
        """All means and intervals as CSV."""
        self.map = map
        """The map of the rulesets as SVG, or `None` if fewer than three differ."""

    @property
    def means(self) -> dict[str, dict[str, float | None]]:
        """The mean of each metric with the first agent, for each ruleset."""
        names = [metric["name"] for metric in self.report["metrics"]]

        def means(cells: list[dict[str, float] | None]) -> dict[str, float | None]:
            return {name: None if cell is None else cell["mean"] for name, cell in zip(names, cells, strict=True)}

        return {game["name"]: means(game["results"][0]["metrics"]) for game in self.report["surveyed"]}

    def _repr_html_(self) -> str:
        return _framed(self.page)

    def __repr__(self) -> str:
        return f"<Survey of {len(self.report['surveyed'])} rulesets>"


class Search(_Told):
    """The result of a search for readings."""

    report: SearchReport

    def __init__(self, report: str, text: str, page: str) -> None:
        super().__init__(report, text)
        self.page = page
        """The report as a page in one file."""

    @property
    def readings(self) -> dict[str, str]:
        """The state of each reading that was tried, such as ``met`` or ``missed``, by its settings."""
        return {" ".join(row["set"]): row["state"] for row in self.report["readings"]}

    def _repr_html_(self) -> str:
        return _framed(self.page)

    def __repr__(self) -> str:
        return f"<Search for {self.report['goal']}: {self.report['found']}>"


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
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Comparison:
    """Compares rulesets by a metric, and plays until the answer is known for each line-up of agents.

    A line-up is one agent for all seats, or one for each seat, as in ``greedy+random+greedy+random``.
    The other rulesets are compared with the first. `options` are the settings of the games, which can
    also be keywords (see `quadrille.Options`).

    The probability of any false answer is at most 5 %, for any number of interim analyses.

    >>> found = compare("nava-2018", "orthodox-chess", agents="random", games=200, at_least=0)
    >>> found.conclusions
    ['different']
    >>> def first(positions):
    ...     return [0 for position in positions]
    >>> compare("nava-2018", "nava-2018", agents=["random", ["random", first, "random", first]], games=8).conclusions
    ['inconclusive']

    Raises:
        Interrupted: If Ctrl-C ends the comparison. Its `result` has the results so far.
    """
    own, (line_ups, called) = _options(options, changes), _line_ups(agents)
    asked = Question._of(line_ups, games, own, primary=primary, margin=margin, at_least=_count(at_least))
    study = _native.Study.compare(_compared_rulesets(sides), asked)
    seconds, ended = _held(study, called, own)
    return _whole(_compared(study, seconds), ended)


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
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Sweep:
    """Changes the tunables of a ruleset one by one, and plays until it is known which changes matter.

    By default all tunables with listed values are tested. `tunables` names a selection, optionally with
    values as in ``mate.AFTER_MATE=remove,freeze``. Changes within `margin` do not matter. For fractions
    of games the default margin is five percentage points. The other parameters are as in `compare`.

    >>> found = sweep("verney-1881", "AFTER_MATE=remove", agents="random", games=40, at_least=0)
    >>> [(row["tunable"], row["value"]) for row in found.rules]
    [('mate.AFTER_MATE', 'remove')]

    Raises:
        Interrupted: If Ctrl-C ends the sweep. Its `result` has the results so far.
        ScriptError: If a script fails in one of the games.
    """
    own, (line_ups, called) = _options(options, changes), _line_ups(agents)
    asked = Question._of(line_ups, games, own, primary=primary, margin=margin, at_least=_count(at_least))
    study = _native.Study.sweep(_rules(rules)._native, _listed(tunables), asked)
    seconds, ended = _held(study, called, own)
    return _whole(Sweep(*study.report(seconds)[:2]), ended)


def skill(
    rules: Rules,
    agents: LineUps = "mcts:4..64",
    *,
    games: int = 200,
    decide: bool = False,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Skill:
    """Plays matches of stronger against weaker agents, which measure the effect of strength in a game.

    List the agents from the weakest to the strongest. Each plays the agent before it, and the last
    plays the first. ``mcts:4..64`` means budgets from 4 to 64, each twice the one before.

    `games` is the number of games in a match. With `decide`, it is the maximum, because a match ends as
    soon as the stronger agent is known. `options` are as in `compare`.

    >>> found = skill("nava-2018", ["random", "greedy"], games=20)
    >>> found.matches[0]["strong"], found.matches[0]["games"]
    ('greedy', 20)

    Raises:
        Interrupted: If Ctrl-C ends the matches. Its `result` has the results so far.
        ScriptError: If a script fails in one of the games.
    """
    own, (rungs, called) = _options(options, changes), _line_ups(agents)
    study = _native.Study.skill(_rules(rules)._native, Question._of(rungs, games, own, decide=decide))
    seconds, ended = _held(study, called, own)
    return _whole(Skill(*study.report(seconds)[:2]), ended)


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
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Match:
    """Plays agents against each other, and estimates the difference of their strength.

    Each opening is played with every assignment of the agents to the sides. Two agents play `games`
    games. With `round_robin`, each pair of agents plays so many games; with `gauntlet`, the first
    agent plays each other agent. With `decide`, a match ends as soon as the stronger agent is known.
    With `elo0`, it ends as soon as the first agent is known to exceed this advantage, or to miss
    `elo1`. With `sprt`, a sequential probability ratio test of `elo0` (0) against `elo1` (5) ends it.
    `options` are as in `compare`. The command ``quadrille match`` also plays external engines.

    >>> found = match("nava-2018", "greedy", "random", games=20)
    >>> found.matches[0]["a"], found.matches[0]["games"], found.matches[0]["share"] > 0.5
    ('greedy', 20, True)

    Raises:
        Interrupted: If Ctrl-C ends the match. Its `result` has the results so far.
        ScriptError: If a script fails in one of the games.
    """
    study, called, own = _match(rules, agents, games, options, changes, round_robin, gauntlet, decide, sprt, elo0, elo1)
    seconds, ended = _asked_and_given(study, called, own)
    return _match_result(study, seconds, ended)


def _match(
    rules: Rules,
    agents: Sequence[str | Agent],
    games: int,
    options: Options | None,
    changes: OptionKeywords,
    round_robin: bool,
    gauntlet: bool,
    decide: bool,
    sprt: bool,
    elo0: float | None,
    elo1: float | None,
) -> tuple[_native.Match, dict[str, Agent], Options]:
    """Returns a match, the callables among its agents by their names, and the options."""
    own, (names, called) = _options(options, changes), _named(agents)
    more: dict[str, Any] = {"round_robin": round_robin, "gauntlet": gauntlet}
    more |= {"decide": decide, "sprt": sprt, "elo0": elo0, "elo1": elo1}
    return _native.Match(_rules(rules)._native, Question._of(names, games, own, **more)), called, own


def _match_result(study: _native.Match, seconds: float, ended: BaseException | None = None) -> Match:
    if ended is not None:
        study.interrupt()
    return _whole(Match(*study.report(seconds)), ended)


def survey(
    *rules: Rules,
    metrics: Sequence[str] | None = None,
    agents: str | Agent | Sequence[str | Agent] = ("random", "greedy"),
    games: int = 200,
    clusters: int | None = None,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Survey:
    """Measures many rulesets in the same way, to find their differences.

    Each agent plays all seats in `games` games of each ruleset. `metrics` names the metrics, and
    `clusters` is the number of clusters; by default it is the number that separates best. `options`
    are as in `compare`.

    >>> found = survey("nava-2018", "verney-1881", metrics=["length"], agents="random", games=4)
    >>> found.means["nava-2018"]["length"] > 0
    True

    Raises:
        Interrupted: If Ctrl-C ends the survey. Its `result` has the results so far.
        ScriptError: If a script fails in one of the games.
    """
    own = _options(options, changes)
    names, called = _named([agents] if isinstance(agents, str) or callable(agents) else agents)
    asked = Question._of(names, games, own)
    measured = _native.survey_metrics() if metrics is None else _listed(metrics)
    study = _native.Survey([_rules(one)._native for one in rules], asked, measured, clusters)
    seconds, ended = _held(study, called, own)
    return _whole(Survey(*study.report(seconds)), ended)


def search(
    rules: Rules,
    goal: str,
    tunables: str | Sequence[str] = (),
    *,
    agents: str | Sequence[str] = "greedy",
    games: int = 20_000,
    candidates: int = 64,
    finalists: int = 3,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Search:
    """Searches for readings of a ruleset that meet a goal, such as ``decided >= 60 %, plies <= 300``.

    A reading is a choice of values for the tunables. Half of the games explore, and half confirm the
    best `finalists` readings. If there are more than `candidates` readings, a sample is tried.
    `tunables` and `options` are as in `sweep`. Agents are built-in agents.

    >>> found = search("verney-1881", "decided >= 1 %", "AFTER_MATE=remove", agents="random", games=400)
    >>> sorted(found.readings)
    ['', 'mate.AFTER_MATE=remove']

    Raises:
        Interrupted: If Ctrl-C ends the search. Its `result` has the results so far.
        ScriptError: If a script fails in one of the games.
    """
    own = _options(options, changes)
    asked = Question._of(_listed(agents), games, own)
    hear, native = _watching(own._hears()), _rules(rules)._native
    *told, ended = _native.search(native, goal, _listed(tunables), asked, candidates, finalists, hear)
    return _whole(Search(*told), ended)


def claims(
    ruleset: str | None = None,
    *,
    games: int | None = None,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Claims:
    """Tests the claims of the sources about a ruleset, or about all shipped rulesets.

    The claims are in the ``claims.toml`` of each ruleset's folder. `games` limits the number of games
    on each side of every test. `options` are as in `compare`, without openings.

    >>> found = claims("verney-1881", games=4, ply_limit=20)
    >>> set(found.results.values()) <= {"held", "failed", "depends-on-agents", "unsettled", "not-tested"}
    True

    Raises:
        Interrupted: If Ctrl-C ends the tests. Its `result` has the claims that were tested.
    """
    own = _options(options, changes)
    if own.opening is not None:
        raise QuadrilleError("claims name their openings themselves, so `opening` has no effect; leave it out")
    number = None if games is None else _count(games)
    *told, ended = _native.claims(ruleset, number, own.seed, own.jobs, own.ply_limit, _watching(own._hears()))
    return _whole(Claims(*told), ended)
