"""Python callables as agents, which decide for many games at a time.

An agent receives a list of positions, one from each game that waits for it. It returns a list with
an answer for each position: the text of a legal action, or its index among the legal actions. The
grouping of positions depends on `batch` and on the course of the games. Results do not depend on
the grouping if each answer depends only on its position and its seed.

>>> import random
>>> import quadrille
>>> def taker(positions):
...     def answer(position):
...         captures = [action for action in position.actions if "x" in action]
...         return random.Random(position.seed).choice(captures or position.actions)
...
...     return [answer(position) for position in positions]
>>> played = quadrille.playout("orthodox-chess", 20, agents=["random", taker], batch=8)
>>> played.games[0]["agents"]
['random', 'python:taker']
>>> played.games == quadrille.playout("orthodox-chess", 20, agents=["random", taker], batch=1).games
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from . import _native
from .errors import IllegalAction, QuadrilleError
from .game import Game
from .rules import Ruleset

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Agent", "Position"]


class Position:
    """A position in which an agent decides.

    Texts, action numbers and planes are made when they are first read.
    """

    def __init__(self, rules: Ruleset, game: int, ply: int, seat: str, seed: int, view: _native.SeatView) -> None:
        self.rules = rules
        """The rules of the game."""
        self.game = game
        """The index of the game."""
        self.ply = ply
        """The number of plies played in the game."""
        self.seat = seat
        """The seat that decides."""
        self.seed = seed
        """A number for random choices. It depends only on the seed of the run, the game, the seat and
        the ply."""
        self._view = view

    @cached_property
    def fen(self) -> str:
        """The position as FEN4, as the seat knows it. It lacks pieces hidden by fog, and secret answers
        of other seats."""
        return self._view.fen()

    @cached_property
    def guess(self) -> str | None:
        """The position with guesses in place of hidden information, or `None` if nothing is hidden from
        the seat. The built-in agents guess in the same way. The guesses depend only on the seed of the
        run, the game, the seat and the ply."""
        return self._view.guess()

    @cached_property
    def actions(self) -> list[str]:
        """The texts of the legal actions, always in the same order."""
        return self._view.actions()

    @cached_property
    def ids(self) -> npt.NDArray[np.int32]:
        """The action number of each of the `actions`, as in `quadrille.vector`.

        Promotions on the same squares have the same number. `quadrille.policy.Policy` chooses among
        them. Needs numpy, like `mask` and `planes`.
        """
        import numpy as np

        return np.frombuffer(self._view.ids(), np.int32)

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """`True` for each action number that is legal."""
        import numpy as np

        mask = np.zeros(self.rules.num_actions, np.bool_)
        mask[self.ids] = True
        return mask

    @property
    def planes(self) -> npt.NDArray[np.uint8]:
        """The observation of the seat, with the planes of `quadrille.vector`."""
        from .policy import Observations

        planes: npt.NDArray[np.uint8] = Observations.of([self]).planes[0]
        return planes

    def to_game(self) -> Game:
        """Returns a game that begins at the position. Hidden information is replaced by guesses."""
        return Game(self.rules, self.fen if self.guess is None else self.guess)

    def __repr__(self) -> str:
        return f"<Position of {self.rules.id}: game {self.game}, ply {self.ply}, {self.seat}>"


Given = tuple[int, int, str, int, "_native.SeatView"]
"""A position as the native module passes it."""

Agent = Callable[[list[Position]], Sequence[str | int]]
"""A callable that decides in many positions at a time."""


def _named(agents: Sequence[str | Agent]) -> tuple[list[str], dict[str, Agent]]:
    """Returns the names of agents, and the callables by their names. Each callable has a unique name."""
    names: list[str] = []
    called: dict[str, Agent] = {}
    for agent in agents:
        if isinstance(agent, str):
            names.append(agent)
            continue
        plain = re.sub(r"[^\w-]+", "-", getattr(agent, "__name__", type(agent).__name__)).strip("-")
        name, number = f"python:{plain}", 1
        while called.get(name, agent) is not agent:
            number += 1
            name = f"python:{plain}-{number}"
        called[name] = agent
        names.append(name)
    return names, called


def _line_ups(
    line_ups: str | Agent | Sequence[str | Agent | Sequence[str | Agent]],
) -> tuple[list[str], dict[str, Agent]]:
    """Returns line-ups as strings, and the callables among their agents by their names."""
    entries = [line_ups] if isinstance(line_ups, str) or callable(line_ups) else list(line_ups)
    seats: list[list[str | Agent]] = [
        [entry] if isinstance(entry, str) or callable(entry) else list(entry) for entry in entries
    ]
    names, called = _named([agent for line_up in seats for agent in line_up])
    rest = iter(names)
    return ["+".join(next(rest) for _ in line_up) for line_up in seats], called


def _number(name: str, position: Position, answer: object) -> int:
    """Returns the index of the action that an agent has answered."""
    actions = position.actions
    if isinstance(answer, str):
        if answer in actions:
            return actions.index(answer)
    elif hasattr(answer, "__index__") and not isinstance(answer, bool):
        number = int(answer.__index__())
        if 0 <= number < len(actions):
            return number
    some = ", ".join(actions[:5]) + (f" and {len(actions) - 5} more" if len(actions) > 5 else "")
    where = f"game {position.game}, ply {position.ply}, {position.seat}"
    if isinstance(answer, str):
        message = f"{where}: `{answer}` by `{name}` is not legal; legal are {some}"
        try:
            why = position.to_game()._native.why_not(answer)
        except QuadrilleError:
            why = None
        if why is not None:
            raise IllegalAction(message, answer, why)
        raise QuadrilleError(message)
    raise QuadrilleError(
        f"{where}: {answer!r} by `{name}` is neither the text of a legal move nor a number from 0 to "
        f"{len(actions) - 1}; legal are {some}"
    )


def _asking(rules: Ruleset, called: Mapping[str, Agent]) -> Callable[[str, list[Given]], list[int]]:
    """Returns a function that calls an agent by its name and returns the index of an action for each
    position."""

    def ask(name: str, given: list[Given]) -> list[int]:
        positions = [Position(rules, *one) for one in given]
        told: object = called[name](positions)
        if isinstance(told, str | bytes) or not isinstance(told, Iterable):
            raise QuadrilleError(
                f"`{name}` returned {told!r}: an agent returns a list with an answer for each position"
            )
        answers = list(told)
        if len(answers) != len(positions):
            raise QuadrilleError(f"`{name}` has {len(answers)} answers for {len(positions)} positions")
        return [_number(name, position, answer) for position, answer in zip(positions, answers, strict=True)]

    return ask
