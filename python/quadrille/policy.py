"""Policies that play by action numbers, such as neural networks, as agents.

Needs numpy (``pip install quadrille[envs]``). A policy is a function from observations to action
numbers. `Policy` makes an agent of it, which plays in `quadrille.playout`, `compare`, `sweep`,
`skill`, `match` and `survey`. `VectorGames.observations` has the same form, so a function can be
trained there and measured here.

>>> import numpy as np
>>> import quadrille
>>> from quadrille.policy import Policy
>>> def first(observations):
...     return observations.ids[observations.offsets[:-1]]
>>> played = quadrille.playout("nava-2018", 4, agents=["random", Policy(first), "random", "random"])
>>> played.games[0]["agents"][1]
'python:first'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from . import _native
from .agents import Position
from .errors import QuadrilleError
from .rules import Ruleset

__all__ = ["Observations", "Policy"]


@dataclass(frozen=True)
class Observations:
    """Positions in which seats decide, as arrays. `n` is the number of positions."""

    rules: Ruleset = field(repr=False)
    """The rules of the games."""
    planes: npt.NDArray[np.uint8] = field(repr=False)
    """The planes with shape (n, planes, ranks, files), as in `quadrille.vector`."""
    ids: npt.NDArray[np.int32] = field(repr=False)
    """The legal action numbers of all positions, one position after the other. Those of position `i`
    are ``ids[offsets[i]:offsets[i + 1]]``, in increasing order."""
    offsets: npt.NDArray[np.int64]
    """The index of the first action number of each position, and finally the length of `ids`."""
    seats: npt.NDArray[np.uint8]
    """The index of the deciding seat in `Ruleset.seats`."""
    seeds: npt.NDArray[np.uint64] = field(repr=False)
    """A number for random choices in each position."""

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """`True` for each position and action number if the action is legal."""
        masks = np.zeros((len(self), self.rules.num_actions), np.bool_)
        masks[np.repeat(np.arange(len(self)), np.diff(self.offsets)), self.ids] = True
        return masks

    @classmethod
    def of(cls, positions: Sequence[Position]) -> Observations:
        """Returns the observations of positions of one ruleset."""
        return cls._of(positions, [np.unique(position.ids) for position in positions])

    @classmethod
    def _of(cls, positions: Sequence[Position], ids: Sequence[npt.NDArray[np.int32]]) -> Observations:
        if not positions:
            raise QuadrilleError("observations need at least one position")
        rules = positions[0].rules
        views = [position._view for position in positions]
        planes = np.frombuffer(_native.planes_of(views), np.uint8).reshape(len(views), *rules.planes)
        offsets = np.concatenate([[0], np.cumsum([len(own) for own in ids])]).astype(np.int64)
        seats = np.array([view.seat for view in views], np.uint8)
        seeds = np.array([position.seed for position in positions], np.uint64)
        return cls(rules, planes, np.concatenate(ids).astype(np.int32), offsets, seats, seeds)


class Policy:
    """An agent that chooses action numbers.

    `choose` receives `Observations` and returns an action number for each position. If several
    actions have the chosen number, as promotions have, the policy chooses again among the numbers of
    the second stage (see `quadrille.vector`).
    """

    def __init__(self, choose: Callable[[Observations], npt.ArrayLike], name: str | None = None) -> None:
        self.choose = choose
        self.__name__ = name or re.sub(r"\W+", "-", getattr(choose, "__name__", type(choose).__name__)).strip("-")

    def __call__(self, positions: Sequence[Position]) -> list[int]:
        answers: list[int] = []
        again: list[tuple[int, list[tuple[int, int]]]] = []
        legal = [np.unique(position.ids) for position in positions]
        for place, number in enumerate(self._chosen(positions, legal)):
            position = positions[place]
            second = position._view.second_stage(number)
            if second:
                again.append((place, second))
            answers.append(int(np.flatnonzero(position.ids == number)[0]))
        if again:
            asked = [positions[place] for place, _ in again]
            numbers = [np.array(sorted(number for number, _ in second), np.int32) for _, second in again]
            for (place, second), number in zip(again, self._chosen(asked, numbers), strict=True):
                answers[place] = dict(second)[number]
        return answers

    def _chosen(self, positions: Sequence[Position], legal: Sequence[npt.NDArray[np.int32]]) -> list[int]:
        """Returns the chosen numbers, after a check that they are legal."""
        given = np.asarray(self.choose(Observations._of(positions, legal)))
        if given.shape != (len(positions),) or given.dtype.kind not in "iu":
            raise QuadrilleError(
                f"the policy `{self.__name__}` returned {given.dtype} numbers of shape {given.shape}: it returns "
                f"an action number for each of {len(positions)} positions"
            )
        numbers: list[int] = given.tolist()
        for position, own, number in zip(positions, legal, numbers, strict=True):
            if number not in own:
                raise QuadrilleError(
                    f"game {position.game}, ply {position.ply}, {position.seat}: action number {number} of the "
                    f"policy `{self.__name__}` is not legal; choose among `ids`, or apply `masks`"
                )
        return numbers

    def __repr__(self) -> str:
        return f"<Policy {self.__name__}>"
