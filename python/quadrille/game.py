"""Games."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import Why, _why
from .rules import Ruleset, _rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from .agents import Position

__all__ = ["Action", "Advice", "Game", "Piece", "Result"]


@dataclass(frozen=True)
class Piece:
    """A piece on the board."""

    kind: str
    army: str
    facing: str
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Action:
    """A legal action. Its string is the text that `Game.play` takes."""

    text: str
    group: str
    """The kind of action: ``move``, ``promotion``, ``castling``, ``drop``, ``announcement``,
    ``answer``, ``roll``, ``say`` or ``pass``."""
    seat: str
    origin: str | None
    """The starting square of the piece."""
    target: str | None
    """The target square of the piece."""
    kind: str | None
    """The kind to which the piece promotes, or of which a piece is dropped."""
    captures: tuple[str, ...]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Result:
    """The result of a game."""

    results: dict[str, str]
    """The result of each seat: ``win``, ``draw`` or ``loss``."""
    ending: str
    """The clause that ended the game, or a built-in ending."""
    points: dict[str, int] = field(default_factory=dict)
    """The points of each seat. Empty if the game did not end with points."""

    @property
    def winners(self) -> list[str]:
        """The seats that won."""
        return [seat for seat, result in self.results.items() if result == "win"]


@dataclass(frozen=True)
class Advice:
    """The recommendation of an agent."""

    action: str | None
    share: float
    """The agent's evaluation for its team, from 0 to 1. It is 0 if the agent does not search."""
    nodes: int


class Game:
    """A game with its history.

    >>> import quadrille
    >>> game = quadrille.Game(quadrille.load("orthodox-chess"))
    >>> game.turn, len(game.actions)
    ('white', 20)
    >>> _ = game.play("e2-e4")
    >>> game.turn
    'black'
    >>> print(game.why_not("e7-e4"))
    the pawn on e7 does not move to e4; it reaches e5 and e6
    >>> game.undo(), game.ply
    (True, 0)
    """

    def __init__(self, rules: Ruleset | str, fen: str | None = None) -> None:
        """Creates a game at the start of a ruleset or at a position in FEN4.

        `rules` is a ruleset or its name.
        """
        self._rules = _rules(rules)
        self._native = _native.Game(self._rules._native, fen)

    @classmethod
    def _of(cls, rules: Ruleset, native: _native.Game) -> Game:
        game = cls.__new__(cls)
        game._rules, game._native = rules, native
        return game

    @classmethod
    def from_json(cls, rules: Ruleset | str, text: str) -> Game:
        """Loads a game that `to_json` has saved."""
        rules = _rules(rules)
        return cls._of(rules, _native.Game.from_json(rules._native, text))

    @classmethod
    def from_pgn(cls, rules: Ruleset | str, text: str) -> Game:
        """Loads the first game of a PGN4 text, at its end."""
        rules = _rules(rules)
        return cls._of(rules, _native.Game.from_pgn(rules._native, text))

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self._rules

    @property
    def fen(self) -> str:
        """The position as FEN4."""
        return self._native.fen()

    @property
    def plain_fen(self) -> str | None:
        """The position as plain FEN for two players, or `None` if plain FEN can't represent it."""
        return self._native.plain_fen()

    @property
    def turn(self) -> str | None:
        """The seat that moves, rolls or answers, or `None` if the game is over."""
        return self._native.turn()

    @property
    def over(self) -> bool:
        """`True` if the game has ended."""
        return self._native.result() is not None

    @property
    def result(self) -> Result | None:
        """The result, or `None` if the game is not over."""
        told = self._native.result()
        return None if told is None else Result(**json.loads(told))

    @property
    def ply(self) -> int:
        """The number of plies played."""
        return self._native.ply()

    @property
    def actions(self) -> list[str]:
        """The texts of the legal actions, sorted."""
        return self._native.actions()

    @property
    def legal_moves(self) -> list[Action]:
        """The legal actions with their squares, sorted by their texts."""
        return [
            Action(one["text"], one["group"], one["seat"], one["from"], one["to"], one["kind"], tuple(one["captures"]))
            for one in json.loads(self._native.legal())
        ]

    @property
    def action_ids(self) -> dict[str, int]:
        """The action number of each legal action, by its text, as in `quadrille.vector`. Promotions on
        the same squares have the same number.

        >>> game = Game("orthodox-chess")
        >>> game.action_ids["e2-e4"] == game.rules.action_id("e2-e4")
        True
        """
        return dict(self._native.action_ids(self._rules._native))

    def position(self, *, seed: int = 0) -> Position:
        """Returns the position as an agent receives it, for the seat that decides.

        If information is hidden from the seat, `seed` decides the guesses.

        Raises:
            QuadrilleError: If the game is over.
        """
        from .agents import Position

        view = self._native.seat_view(self._rules._native, seed)
        return Position(self._rules, 0, self.ply, self._rules.seats[view.seat], seed, view)

    def planes(self, seat: str) -> npt.NDArray[np.uint8]:
        """Returns the observation of a seat, with the planes of `quadrille.vector`. Needs numpy."""
        import numpy as np

        rules, number = self._rules, self._rules._seat(seat)
        return np.frombuffer(self._native.observe(rules._native, number), np.uint8).reshape(rules.planes)

    @property
    def declarations(self) -> list[str]:
        """The declarations that seats may make, such as resigning or a draw by agreement. `play` takes
        them."""
        return self._native.declarations()

    @property
    def history(self) -> list[str]:
        """The texts of the actions played."""
        return self._native.history()

    @property
    def board(self) -> dict[str, Piece]:
        """The pieces by their squares."""
        told = json.loads(self._native.board()).items()
        return {at: Piece(one["kind"], one["army"], one["facing"], tuple(one["marks"])) for at, one in told}

    @property
    def counters(self) -> dict[str, int | dict[str, int]]:
        """The counters of the rules, such as points, each with a value for every seat or one for the game.

        >>> Game("chesscom-ffa").counters["points"]
        {'red': 0, 'blue': 0, 'yellow': 0, 'green': 0}
        """
        told: dict[str, list[int]] = json.loads(self._native.counters())
        own, seats = self._rules.about["seat_counters"], self._rules.seats
        return {
            name: dict(zip(seats, values, strict=True)) if name in own else values[0] for name, values in told.items()
        }

    @property
    def checks(self) -> list[dict[str, Any]]:
        """Each royal in check, with its checkers."""
        told: list[dict[str, Any]] = json.loads(self._native.checks())
        return told

    @property
    def prospects(self) -> dict[str, float]:
        """The evaluation of each seat from 0 to 1, without a search."""
        return dict(zip(self._rules.seats, self._native.prospects(), strict=True))

    @property
    def trace(self) -> list[dict[str, Any]]:
        """The changes of each ply step by step, with pieces, hooks and clauses."""
        told: list[dict[str, Any]] = json.loads(self._native.trace())
        return told

    def play(self, action: str | Action) -> dict[str, Any]:
        """Plays an action and returns its changes.

        Raises:
            IllegalAction: If the action is not legal. Its `why` has the reason.
        """
        told: dict[str, Any] = json.loads(self._native.play(str(action)))
        return told

    def play_all(self, actions: str | Iterable[str | Action]) -> None:
        """Plays several actions, or none of them if one can't be played."""
        self._native.play_all(actions if isinstance(actions, str) else " ".join(map(str, actions)))

    def why_not(self, action: str | Action) -> Why | None:
        """Returns the reason why an action is not legal, or `None` if it is legal."""
        told = self._native.why_not(str(action))
        return None if told is None else _why(told)

    def consequences(self, action: str | Action) -> dict[str, Any]:
        """Returns the changes that an action would make, without playing it."""
        told: dict[str, Any] = json.loads(self._native.consequences(str(action)))
        return told

    def undo(self) -> bool:
        """Takes the last ply back. Returns `True` if there was one."""
        return self._native.undo()

    def redo(self) -> bool:
        """Plays a ply that was taken back. Returns `True` if there was one."""
        return self._native.redo()

    def go_to(self, ply: int) -> None:
        """Goes to the position after `ply` plies. Later plies are kept for `redo`."""
        self._native.go_to(ply)

    def fork(self) -> Game:
        """Returns a copy of the game at the same ply."""
        return self._of(self._rules, self._native.fork())

    __copy__ = fork

    def __deepcopy__(self, _: Any) -> Game:
        return self.fork()

    def advise(self, agent: str = "mcts:400", *, seed: int = 0) -> Advice:
        """Returns the recommendation of an agent such as ``random``, ``greedy``, ``search:depth=2`` or
        ``mcts:1000``. It depends only on the game, the agent and the seed."""
        return Advice(*self._native.advise(agent, seed))

    def to_json(self) -> str:
        """Returns the game as JSON, including plies that were taken back."""
        return self._native.to_json()

    def to_pgn(self, **tags: str) -> str:
        """Returns the game as PGN4."""
        return self._native.to_pgn(list(tags.items()))

    @property
    def svg(self) -> str:
        """The position as SVG, which notebooks display automatically."""
        return self._native.svg()

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        return f"<Game {self._rules.id} ply {self.ply}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game.from_json, (self._rules, self.to_json()))
