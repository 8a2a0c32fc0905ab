"""One seat of a game as an environment of Gymnasium. Needs ``pip install quadrille[envs]``.

The learner plays one seat, or several seats of a team, against given agents. An observation has the
planes of the learner's seat and the mask of legal actions, as in `quadrille.vector`. At the end of
the game, the reward is the number that `quadrille.vector.VectorGames.rewards` has for the learner's
seat.

>>> import numpy as np
>>> game = SeatEnv("nava-2018", "southwest", "random")
>>> seen, _ = game.reset(seed=1)
>>> seen, reward, terminated, truncated, _ = game.step(np.flatnonzero(seen["action_mask"])[0])
>>> bool(terminated or truncated or seen["action_mask"].any())
True
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .agents import Agent
from .errors import QuadrilleError
from .game import Game
from .rules import Ruleset, _rules
from .vector import VectorGames

__all__ = ["SeatEnv", "SeatVectorEnv"]

Opponents = str | Agent | Mapping[str, str | Agent]
"""An agent for all other seats, or an agent for each of them by its name."""


def _agents(rules: Ruleset, seat: str, opponents: Opponents) -> tuple[int, dict[int, str | Agent]]:
    """Returns the index of the learner's seat, and the agents of the other seats by their indices."""
    learner = rules._seat(seat)
    if not isinstance(opponents, Mapping):
        opponents = {other: opponents for other in rules.seats if other != seat}
    if set(opponents) != set(rules.seats) - {seat}:
        others = ", ".join(other for other in rules.seats if other != seat)
        raise QuadrilleError(f"give an agent for each of {others}, and none for {seat}")
    return learner, {rules.seats.index(other): agent for other, agent in opponents.items()}


def _space(rules: Ruleset) -> spaces.Space[Any]:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, rules.planes, np.uint8),
            "action_mask": spaces.Box(0, 1, (rules.num_actions,), np.int8),
        }
    )


class _Tables:
    """Games in which agents play all seats except the learner's."""

    def __init__(
        self, rules: Ruleset, num_envs: int, seat: str, opponents: Opponents, ply_limit: int | None, illegal: str
    ) -> None:
        if illegal not in ("error", "random"):
            raise QuadrilleError(f"there is no illegal={illegal!r}: it is `error` or `random`")
        self.rules, self.num_envs, self.ply_limit, self.illegal = rules, num_envs, ply_limit, illegal
        self.seat, self.agents = _agents(rules, seat, opponents)
        self.games: VectorGames | None = None
        self.seed = 0
        self.luck = np.random.default_rng(0)

    def begin(self, seed: int | None) -> None:
        if seed is not None or self.games is None:
            self.seed = 0 if seed is None else seed
            self.games = VectorGames(self.rules, self.num_envs, seed=self.seed, ply_limit=self.ply_limit)
        else:
            self.games.reset(range(self.num_envs))
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self.await_learner()

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays the learner's actions. A negative number plays nothing."""
        assert self.games is not None
        numbers = np.array(actions)
        if self.illegal == "random":
            legal, going = self.games.legal(), self.games.over == 0
            for game in np.flatnonzero(going & (numbers >= 0)):
                if numbers[game] not in legal[game]:
                    numbers[game] = self.luck.choice(legal[game])
        self.games.step(numbers)

    def await_learner(self) -> None:
        """Lets the agents play until the learner has to decide in each game that has not ended."""
        assert self.games is not None
        while self.games.play_agents(self.agents, self.seed):
            pass

    def observe(self) -> dict[str, npt.NDArray[Any]]:
        assert self.games is not None
        return {"observation": self.games.observe(self.seat).copy(), "action_mask": self.games.masks().astype(np.int8)}


class SeatEnv(gymnasium.Env[dict[str, npt.NDArray[Any]], np.int64]):
    """A game in which the learner plays one seat."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        rules: Ruleset | str,
        seat: str,
        opponents: Opponents = "greedy",
        *,
        ply_limit: int | None = None,
        illegal: str = "error",
        render_mode: str | None = None,
    ) -> None:
        """Creates an environment.

        `seat` is the learner's seat. `opponents` is a built-in agent or a callable for all other seats,
        or a dictionary with an agent for each of them. If `illegal` is ``error``, an illegal action
        raises an error. If it is ``random``, a random legal action replaces an illegal action.
        `render_mode` is ``ansi`` or ``svg``.
        """
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise QuadrilleError(f"there is no render_mode {render_mode!r}: it is `ansi`, `svg` or None")
        self.rules = _rules(rules)
        self.render_mode = render_mode
        self._tables = _Tables(self.rules, 1, seat, opponents, ply_limit, illegal)
        self.observation_space = _space(self.rules)
        self.action_space = spaces.Discrete(self.rules.num_actions)

    def _seen(self) -> dict[str, npt.NDArray[Any]]:
        return {name: values[0] for name, values in self._tables.observe().items()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
        """Starts a game. Dice and agents depend only on the seed."""
        super().reset(seed=seed)
        self._tables.begin(seed)
        return self._seen(), {}

    def step(self, action: np.int64 | int) -> tuple[dict[str, npt.NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Plays an action of the learner, and the answers of the agents."""
        games = self._tables.games
        if games is None:
            raise QuadrilleError("call reset() before step()")
        if games.over[0] == 0:
            self._tables.step([operator.index(action)])
            self._tables.await_learner()
        over = int(games.over[0])
        reward = float(games.rewards[0, self._tables.seat]) if over == 1 else 0.0
        return self._seen(), reward, over == 1, over == 2, {}

    def render(self) -> str | None:  # type: ignore[override]
        """Returns the whole board as text or SVG, including pieces hidden by fog."""
        if self.render_mode is None or self._tables.games is None:
            return None
        game = Game(self.rules, self._tables.games.fens()[0])
        return game.svg if self.render_mode == "svg" else str(game)


class SeatVectorEnv(VectorEnv[dict[str, npt.NDArray[Any]], npt.NDArray[Any], npt.NDArray[Any]]):
    """Many games in which the learner plays one seat. A game that has ended restarts in the next step,
    which ignores its action."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        rules: Ruleset | str,
        num_envs: int,
        seat: str,
        opponents: Opponents = "greedy",
        *,
        ply_limit: int | None = None,
        illegal: str = "error",
    ) -> None:
        """Creates `num_envs` games. The other parameters are as in `SeatEnv`."""
        self.rules = _rules(rules)
        self.num_envs = num_envs
        self.single_observation_space = _space(self.rules)
        self.single_action_space = spaces.Discrete(self.rules.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._tables = _Tables(self.rules, num_envs, seat, opponents, ply_limit, illegal)
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(  # type: ignore[override]
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
        """Starts all games. Dice and agents depend only on the seed."""
        self._tables.begin(seed)
        self._ended[:] = False
        return self._tables.observe(), {}

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[dict[str, npt.NDArray[Any]], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Plays an action of the learner in each game, and the answers of the agents."""
        games = self._tables.games
        if games is None:
            raise QuadrilleError("call reset() before step()")
        self._tables.step(np.where(self._ended, -1, np.asarray(actions)))
        games.reset(np.flatnonzero(self._ended).tolist())
        self._tables.await_learner()
        over = games.over
        rewards = np.where(over == 1, games.rewards[:, self._tables.seat], 0.0).astype(np.float64)
        self._ended = over != 0
        return self._tables.observe(), rewards, over == 1, over == 2, {}
