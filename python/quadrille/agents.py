"""Agents of your own: callables that decide in playouts, for many games at a time.

An agent gets a list of positions, one of each game that waits for it, and returns a list of as many answers: the text
of a legal action, or its number among them. Which positions come together depends on `batch` and on how the games go;
games stay the same if each answer depends on its position and its seed only.

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
from dataclasses import dataclass, field

from .errors import IllegalAction, QuadrilleError
from .game import Game
from .rules import Ruleset

__all__ = ["Agent", "Position"]


@dataclass(frozen=True)
class Position:
    """A position in which an agent decides."""

    game: int
    """The number of the game."""
    ply: int
    """How many plies have been played in it."""
    seat: str
    """Who decides."""
    fen: str
    """The position as FEN4, as the seat knows it: in fog without what it doesn't see, and never with answers that
    others have given in secret."""
    actions: list[str]
    """The texts of the legal actions; always in the same order."""
    seed: int
    """A number for random choices, which depends on the seed of the run, the game, the seat and the ply only."""
    rules: Ruleset = field(repr=False)
    """The rules of the game."""
    guess: str | None = field(default=None, repr=False)
    """If the seat doesn't know all of the position: the position with guesses for the rest, as the program's own agents
    make them. They depend on the game, the seat and the ply only."""

    def to_game(self) -> Game:
        """A game that begins at the position, to look into it or to play on. What the seat doesn't know is guessed."""
        return Game(self.rules, self.fen if self.guess is None else self.guess)


Given = tuple[int, int, str, str, list[str], int, str | None]
"""A position as the engine gives it."""

Agent = Callable[[list[Position]], Sequence[str | int]]
"""Decides in many positions at a time."""


def _named(agents: Sequence[str | Agent]) -> tuple[list[str], dict[str, Agent]]:
    """The names of agents, and those that are callables by their names; each has one of its own."""
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
    """Line-ups as text, and the callables among their agents by their names."""
    entries = [line_ups] if isinstance(line_ups, str) or callable(line_ups) else list(line_ups)
    seats: list[list[str | Agent]] = [
        [entry] if isinstance(entry, str) or callable(entry) else list(entry) for entry in entries
    ]
    names, called = _named([agent for line_up in seats for agent in line_up])
    rest = iter(names)
    return ["+".join(next(rest) for _ in line_up) for line_up in seats], called


def _number(name: str, position: Position, answer: object) -> int:
    """The number of the action that an agent has answered."""
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
    """Asks an agent by its name: for each position the number of an action."""

    def ask(name: str, given: list[Given]) -> list[int]:
        positions = [Position(*one[:6], rules, one[6]) for one in given]
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
