"""Rulesets as games of OpenSpiel. Needs ``pip install quadrille[openspiel]``.

`OpenSpielGame` is a `pyspiel.Game`. After this module is imported, ``pyspiel.load_game`` also
creates it by its name ``python_quadrille``. Actions and observations are the same as in
`quadrille.vector`. Rulesets with dice or shuffles are not supported.

>>> import pyspiel
>>> game = pyspiel.load_game("python_quadrille", {"rules": "nava-2018"})
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player()
1
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from .errors import QuadrilleError
from .game import Game
from .rules import Ruleset, load

__all__ = ["OpenSpielGame", "OpenSpielState"]

DEFAULT_RULES = "orthodox-chess"
"""The ruleset of a game without the parameter ``rules``."""

_TYPE = pyspiel.GameType(
    short_name="python_quadrille",
    long_name="Quadrille",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": DEFAULT_RULES, "ply_limit": 0},
)


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset as a game of OpenSpiel."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Creates a game.

        The parameter ``rules`` is a ruleset's name. The parameter ``ply_limit`` replaces the ply limit
        of the rules. At this limit, a game ends, and each player receives 0.
        """
        given = {"rules": DEFAULT_RULES, "ply_limit": 0, **(params or {})}
        self.rules: Ruleset = load(given["rules"])
        if self.rules.about["dice"] or self.rules.about["shuffles"]:
            raise QuadrilleError(f"{self.rules.id} has dice or shuffles, which the adapter does not support")
        self.ply_limit = int(given["ply_limit"]) or int(self.rules.about["ply_limit"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=0,
            num_players=len(self.rules.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            # A ply may have a second stage.
            max_game_length=2 * self.ply_limit,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> OpenSpielState:
        """Returns the state at the start of the game."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Returns an observer with the planes of `quadrille.vector`."""
        return _Observer(self.rules)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of an OpenSpiel game."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._ply_limit = game.ply_limit
        self.game = Game(game.rules)
        """The game with its history."""
        self._second: dict[int, str] = {}

    def current_player(self) -> int:
        """Returns the index of the player to act."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.game._native.seat_view(self._rules._native, 0).seat)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._second or set(self.game.action_ids.values()))

    def _apply_action(self, action: int) -> None:
        if self._second:
            text, self._second = self._second[action], {}
            self.game.play(text)
            return
        position = self.game.position()
        second = position._view.second_stage(action)
        if second:
            self._second = {number: position.actions[index] for number, index in second}
        else:
            self.game.play(position.actions[int(np.flatnonzero(position.ids == action)[0])])

    def _action_to_string(self, player: int, action: int) -> str:
        if self._second:
            return self._second[action]
        texts = [text for text, number in self.game.action_ids.items() if number == action]
        return texts[0] if len(texts) == 1 else self._rules.action_text(action)

    def is_terminal(self) -> bool:
        """Returns `True` if the game is over, or at its ply limit."""
        return self.game.over or self.game.ply >= self._ply_limit

    def returns(self) -> list[float]:
        """Returns 1 for each player who won, -1 for each who lost, and 0 for all others."""
        result = self.game.result
        if result is None:
            return [0.0] * len(self._rules.seats)
        value = {"win": 1.0, "draw": 0.0, "loss": -1.0}
        return [value[result.results[seat]] for seat in self._rules.seats]

    def __str__(self) -> str:
        second = f" {sorted(self._second.values())}" if self._second else ""
        return self.game.fen + second


class _Observer:
    """An observer of states, as OpenSpiel expects it."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self.tensor = np.zeros(int(np.prod(rules.planes)), np.float32)
        self.dict = {"observation": self.tensor.reshape(rules.planes)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Sets the tensor to the observation of a player."""
        self.dict["observation"][:] = state.game.planes(self._rules.seats[player])

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Returns the observation of a player as text."""
        planes = state.game.planes(self._rules.seats[player])
        places = np.argwhere(planes)
        return " ".join(f"{plane}:{rank},{file}={planes[plane, rank, file]}" for plane, rank, file in places.tolist())


pyspiel.register_game(_TYPE, OpenSpielGame)
