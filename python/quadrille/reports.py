"""The forms of reports and rows, as typed dictionaries.

The reference pages of the commands describe their fields. Intervals are pairs of numbers.
"""

from __future__ import annotations

from typing import Any, TypedDict

__all__ = [
    "ClaimRow",
    "ClaimsReport",
    "CompareReport",
    "ConclusionRow",
    "EndingRow",
    "EstimateRow",
    "GameRow",
    "LearningStage",
    "MatchReport",
    "MatchRow",
    "MetricChange",
    "MetricRow",
    "PairReport",
    "PlayoutReport",
    "PlyRow",
    "Puzzle",
    "RatingRow",
    "ReadingRow",
    "RulesetId",
    "RunIdentity",
    "SearchReport",
    "SideRow",
    "SkillMatchRow",
    "SkillReport",
    "SurveyGame",
    "SurveyReport",
    "SweepReport",
    "TrialReport",
    "TunableRow",
]


class RulesetId(TypedDict):
    """The identity of a ruleset."""

    id: str
    preset: str | None
    hash: str
    weights: str | None
    tunables: dict[str, str]


class OpeningId(TypedDict):
    """The identity of an opening."""

    name: str


class RunIdentity(TypedDict):
    """The identity of a run. Parts of one run have equal identities."""

    version: str
    ruleset: RulesetId
    seed: int
    agents: list[str]
    rotate: bool
    ply_limit: int | None
    opening: OpeningId | None
    seats: list[str]
    teams: list[str]


class GameRow(TypedDict):
    """A game of a run. docs/reference/playouts.md describes the columns."""

    game: int
    block: int
    rotation: int
    opening: int | None
    agents: list[str]
    outcome: str
    winners: list[str]
    results: list[str] | None
    points: list[int] | None
    utility: list[float] | None
    ending: str | None
    clause: str | None
    hook: str | None
    error: str | None
    plies: int
    metrics: dict[str, float | None]
    clauses: dict[str, int]
    counts: dict[str, int]
    counters: dict[str, list[int]]
    eliminated: list[int | None]
    absent: list[int]
    captured_by: list[int]
    frozen: list[list[Any]]
    captures_at: list[str]
    mates_at: list[str]
    promotions_at: list[str]
    pieces: list[int]


class PlyRow(TypedDict):
    """A ply of a game."""

    game: int
    ply: int
    seat: str | None
    action: str
    legal: int
    captured: int
    checks: list[str]
    shares: list[float]
    counters: dict[str, list[int]]
    micros: int | None


class OutcomeRow(TypedDict):
    """An outcome, with the number of games that had it."""

    outcome: str
    winners: list[str]
    games: int
    share: float
    interval: list[float]


class EndingRow(TypedDict):
    """An ending, with the number of games that had it."""

    ending: str
    clause: str | None
    text: str
    games: int


class _SideRow(TypedDict):
    name: str
    wins: int
    draws: int
    losses: int
    win_share: float
    win_interval: list[float]
    utility: float
    utility_interval: list[float]


class SideRow(_SideRow, total=False):
    """The results of a seat or a team."""

    team: str


class MetricRow(TypedDict):
    """A metric of a playout."""

    name: str
    group: str
    unit: str
    mean: float | None
    interval: list[float] | None
    deviation: float | None
    blocks: int


class _PlayoutReport(TypedDict):
    games: int
    range: list[int]
    plies: int
    seconds: float
    plies_per_second: int
    agents: list[str]
    rotate: bool
    outcomes: list[OutcomeRow]
    endings: list[EndingRow]
    seats: list[SideRow]
    teams: list[SideRow]
    length: dict[str, Any]
    clauses: list[dict[str, Any]]
    clause_coverage: float | None
    counts: list[dict[str, Any]]
    faults: dict[str, Any]
    interrupted: bool


class PlayoutReport(_PlayoutReport, total=False):
    """A report on games. The fields about metrics are missing without metrics."""

    blocks: int
    metrics: list[MetricRow]
    advantage: list[dict[str, Any]]
    contrasts: list[dict[str, Any]]
    agent_shares: list[dict[str, Any]]
    balance: dict[str, Any] | None
    outcome_uniformity: float | None
    eliminations: list[dict[str, Any]]
    pieces: list[dict[str, Any]]
    heat: dict[str, Any]
    profile: dict[str, Any]
    fault: dict[str, Any]


class EstimateRow(TypedDict):
    """An estimate of a mean."""

    mean: float
    expected: float
    deviation: float
    interval: list[float]


class MetricChange(TypedDict):
    """A metric in two rulesets, and its change."""

    metric: str
    about: str
    unit: str
    primary: bool
    bounds: list[float]
    bounded_by: str
    blocks: int
    first: EstimateRow
    other: EstimateRow
    change: EstimateRow
    level: float
    p: float
    raw_p: float
    called: bool
    correlation: float | None
    gain: float | None


class PairReport(TypedDict):
    """The comparison of a ruleset with the first."""

    side: str
    verdict: str
    blocks: int
    answered: int | None
    looks: list[dict[str, Any]]
    expected_blocks: int | None
    metrics: list[MetricChange]


class ConclusionRow(TypedDict):
    """The conclusion about a ruleset."""

    side: str
    conclusion: str
    sentence: str
    sentences: list[Any]


class TrialReport(TypedDict):
    """The games of a line-up."""

    agents: list[str]
    random_play: bool
    rotations: int
    sides: list[dict[str, Any]]
    pairs: list[PairReport]
    faults: int


class CompareReport(TypedDict):
    """A report on a comparison."""

    rulesets: list[dict[str, Any]]
    differing: list[list[dict[str, str]]]
    primary: str
    margin: float | None
    alpha: float
    floor: int
    cap: int
    opening: str | None
    conclusions: list[ConclusionRow]
    trials: list[TrialReport]
    games: int
    interrupted: bool
    seconds: float
    again: str


class TunableRow(TypedDict):
    """A change of a tunable with a line-up. `agents` is the line-up in `quadrille.Sweep.rules`."""

    agents: str
    tunable: str
    value: str
    instead_of: str
    worth: str
    blocks: int
    change: EstimateRow
    also_changed: list[str]
    at_most: list[dict[str, Any]]


class SweepReport(TypedDict):
    """A report on a sweep."""

    primary: str
    margin: float
    alpha: float
    trials: list[dict[str, Any]]
    not_swept: list[str]
    games: int
    interrupted: bool
    seconds: float
    again: str


class SkillMatchRow(TypedDict):
    """A match of a stronger against a weaker agent."""

    strong: str
    weak: str
    blocks: int
    games: int
    stopped: int
    share: float
    interval: list[float]
    beyond: float
    explained: float | None


class SkillReport(TypedDict):
    """A report on matches about skill."""

    even: float
    alpha: float
    matches: list[SkillMatchRow]
    extremes: SkillMatchRow | None
    trace: dict[str, float] | None
    luck: float | None
    luck_interval: list[float] | None
    games: int
    interrupted: bool
    seconds: float
    again: str


class MatchRow(TypedDict):
    """A match between two agents, from the view of the first."""

    a: str
    b: str
    blocks: int
    games: int
    wins: int
    shared: int
    losses: int
    share: float
    interval: list[float]
    elo: float | None
    elo_interval: list[float | None]
    superiority: float
    sums: list[dict[str, float]]
    answer: str | None
    likelihood_ratio: dict[str, Any] | None


class RatingRow(TypedDict):
    """The rating of an agent."""

    name: str
    elo: float
    interval: list[float]
    duels: int


class MatchReport(TypedDict):
    """A report on matches."""

    even: float
    alpha: float
    agents: list[dict[str, Any]]
    matches: list[MatchRow]
    ratings: list[RatingRow]
    games: int
    adjudicated: int
    stopped: int
    interrupted: bool
    seconds: float
    again: str


class SurveyGame(TypedDict):
    """A ruleset of a survey, with its measurements."""

    name: str
    title: str
    ruleset: RulesetId
    seats: int
    sides: int
    cluster: int | None
    stays: float | None
    place: list[float] | None
    results: list[dict[str, Any]]


class SurveyReport(TypedDict):
    """A report on a survey."""

    agents: list[str]
    opening: str | None
    metrics: list[dict[str, str]]
    alpha: float
    joint_alpha: float
    intervals: int
    surveyed: list[SurveyGame]
    landscape: dict[str, Any] | None
    games: int
    interrupted: bool
    seconds: float
    again: str


class ReadingRow(TypedDict):
    """A reading of a ruleset in a search."""

    set: list[str]
    state: str
    explored: int
    confirmed: int
    terms: list[dict[str, Any]]
    play: str


class SearchReport(TypedDict):
    """A report on a search."""

    goal: str
    agents: list[str]
    opening: str | None
    answer: str
    found: str
    alpha: float
    tunables: list[list[Any]]
    combinations: str
    tried: int
    not_tried: list[str]
    readings: list[ReadingRow]
    games: int
    interrupted: bool
    seconds: float
    again: str


class ClaimRow(TypedDict):
    """The test of a claim."""

    ruleset: str
    id: str
    says: str
    source: str
    result: str
    interrupted: bool
    metric: str | None
    ply_limit: int | None
    compared_with: str | None
    margin: str | None
    in_favour: str | None
    against: str | None
    why: str | None
    by_agents: list[dict[str, Any]]
    looking_ahead: Any


class ClaimsReport(TypedDict):
    """A report on tests of claims."""

    claims: list[ClaimRow]
    interrupted: bool


class LearningStage(TypedDict):
    """A stage of learning: the games and positions so far, the loss in games that were held out, the
    scale of the network, and the contest against unlearned weights."""

    games: int
    positions: int
    loss_before: float
    loss_after: float
    size: float | None
    contest: dict[str, float | None] | None


class Puzzle(TypedDict):
    """A puzzle: its goal, position and main line, and the place where it was found."""

    goal: str
    plies: int
    grade: int
    preset: str | None
    fen: str
    solution: list[str]
    game: int
    ply: int
