"""Learned weights and puzzles, from games of self-play.

Ctrl-C raises `quadrille.Interrupted`, whose `result` has the results so far.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from . import _native
from .errors import QuadrilleError
from .options import OptionKeywords, Options, _options
from .reports import LearningStage, Puzzle
from .research import _watching
from .rules import _count, _rules
from .study import Rules, _save, _whole

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Learned", "Puzzles", "learn", "puzzles"]


@dataclass(frozen=True)
class Learned:
    """The result of learning."""

    weights: str
    """The weights in the form of a ``weights.toml``. `quadrille.load` takes them as `weights`."""
    stages: list[LearningStage]
    """The completed stages."""

    def save(self, path: str | Path) -> None:
        """Writes the weights to a file."""
        _save(path, self.weights.encode())

    def __repr__(self) -> str:
        return f"<Learned in {len(self.stages)} stages>"


@dataclass(frozen=True)
class _LearnPlan:
    agent: str
    contest: str | None
    games: int
    stages: int
    network: bool
    openings: int
    seed: int
    jobs: int | None
    ply_limit: int | None


def learn(
    rules: Rules,
    *,
    agent: str = "search-paranoid:depth=2",
    games: int = 200,
    stages: int = 4,
    network: bool = False,
    openings: int = 20,
    contest: str | None = None,
    before: str | None = None,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Learned:
    """Tunes the weights of the evaluation by games of self-play, like ``quadrille learn``.

    In each stage, `agent` plays `games` games with the weights of the stage before, and new weights are
    fitted to these games. With `network`, a network is trained instead. After stages 1, 2, 4, … and the
    last, a contest of `openings` openings compares the weights with unlearned ones, played by `contest`
    or by `agent`. `before` is the text of weights by the same plan, from which learning continues.

    >>> learned = learn("nava-2018", games=4, stages=1, openings=0, ply_limit=40)
    >>> len(learned.stages)
    1

    Raises:
        Interrupted: If Ctrl-C ends learning. Its `result` has the complete stages.
    """
    own = _options(options, changes)
    if own.opening is not None:
        raise QuadrilleError("games of self-play begin with random plies, so `opening` has no effect; leave it out")
    plan = _LearnPlan(
        agent, contest, _count(games), _count(stages, "stages"), network, _count(openings, "openings"),
        own.seed, own.jobs, own.ply_limit,
    )  # fmt: skip
    weights, told, ended = _native.learn(_rules(rules)._native, plan, before, _watching(own._hears()))
    return _whole(Learned(weights, json.loads(told)), ended)


class Puzzles(list[Puzzle]):
    """Puzzles that were found in games."""

    def __init__(self, found: Sequence[Puzzle], text: str) -> None:
        super().__init__(found)
        self.text = text
        """The puzzles in the form of a ``puzzles.toml``."""

    def save(self, path: str | Path) -> None:
        """Writes the puzzles to a file."""
        _save(path, self.text.encode())


@dataclass(frozen=True)
class _PuzzlePlan:
    agents: list[str]
    games: int
    goals: list[str]
    plies: int
    least: int
    actions: int
    nodes: int
    seed: int
    jobs: int | None
    ply_limit: int | None


def puzzles(
    rules: Rules,
    games: int = 20,
    *,
    agents: str | Sequence[str] = "greedy",
    goals: str | Sequence[str] = (),
    plies: int = 2,
    least: int = 1,
    actions: int = 5,
    nodes: int = 50_000,
    options: Options | None = None,
    **changes: Unpack[OptionKeywords],
) -> Puzzles:
    """Finds puzzles in games, like ``quadrille puzzles``.

    A puzzle is a position in which exactly one move forces a goal: ``win``, ``mate``, ``save`` or
    ``thaw``. `goals` selects some of them. The solving side needs `least` to `plies` plies, and has at
    least `actions` legal actions. A search reaches at most `nodes` positions.

    >>> found = puzzles("nava-2018", 3, plies=1, ply_limit=80)
    >>> all(puzzle["plies"] == 1 for puzzle in found)
    True

    Raises:
        Interrupted: If Ctrl-C ends the search. Its `result` has the puzzles found so far.
    """
    own = _options(options, changes)
    if own.opening is not None:
        raise QuadrilleError("the games of puzzles begin at the array, so `opening` has no effect; leave it out")
    players = [agents] if isinstance(agents, str) else list(agents)
    words = [goals] if isinstance(goals, str) else list(goals)
    plan = _PuzzlePlan(
        players, _count(games), words, plies, least, actions, nodes, own.seed, own.jobs, own.ply_limit
    )  # fmt: skip
    told, text, ended = _native.find_puzzles(_rules(rules)._native, plan, _watching(own._hears()))
    return _whole(Puzzles(json.loads(told), text), ended)
