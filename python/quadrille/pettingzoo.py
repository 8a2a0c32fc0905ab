"""Rulesets as environments of PettingZoo. Needs ``pip install quadrille[envs]``.

Actions and observations are the same as in `quadrille.vector`. Each agent sees the board from its
own side, and only facts that its seat knows. Action numbers are the same for all agents.
`Env.turned` translates action numbers of the board as an agent sees it.

Seats that are frozen or out of the game do not act. All agents terminate together at the end of the
game, because frozen armies can be released until then, and results are known only then. The
environment rolls dice from its seed. A question goes to the seat that answers it, even in another
seat's turn. The ply limit truncates a game, and a truncated game gives no rewards for its result.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from .errors import QuadrilleError
from .game import Game
from .rules import Ruleset, _rules
from .vector import OBSERVATION_VERSION, VectorGames

__all__ = ["Env", "ParallelGame", "env", "parallel_env"]


def env(rules: Ruleset | str, **options: Any) -> Env:
    """Creates an environment.

    `rules` is a ruleset or its id, with ``@preset`` for a preset. `Env` describes the `options`.
    """
    return Env(_rules(rules), **options)


def parallel_env(rules: Ruleset | str, **options: Any) -> ParallelGame:
    """Creates an environment in which all agents pass an action in each step.

    The parameters are as in `env`.
    """
    return ParallelGame(Env(_rules(rules), **options))


class Env(AECEnv):  # type: ignore[misc]
    """A game as an environment of agents that act in turn."""

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "svg"],
        "name": f"quadrille_v{OBSERVATION_VERSION}",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Ruleset | str,
        *,
        reward: str = "result",
        ply_limit: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Creates an environment.

        With ``result``, `reward` is 1, 0 or -1 at the end. With a counter of the rules such as
        ``points``, it is the increase of the counter with each ply. `render_mode` is ``ansi`` or
        ``svg``.

        Raises:
            QuadrilleError: If `render_mode` has another value.
        """
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise QuadrilleError(f"there is no render_mode {render_mode!r}: it is `ansi`, `svg` or None")
        self.rules = rules = _rules(rules)
        self.render_mode = render_mode
        self.metadata = {
            **type(self).metadata,
            "name": f"quadrille_{rules.id.replace('-', '_')}_v{OBSERVATION_VERSION}",
        }
        self._reward = reward
        self._ply_limit = ply_limit
        self.possible_agents = [f"{seat}_0" for seat in rules.seats]
        self._games = VectorGames(rules, 1, seed=0, ply_limit=ply_limit)
        if reward != "result":
            self._games.counter(reward)
        self._begun = False
        planes, size = self._games.planes, self._games.num_actions
        view = spaces.Box(0, 255, planes, np.uint8)
        mask = spaces.Box(0, 1, (size,), np.int8)
        both = {agent: spaces.Dict({"observation": view, "action_mask": mask}) for agent in self.possible_agents}
        self.observation_spaces = both
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of planes and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of action numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. Dice depend only on the seed."""
        if seed is not None:
            self._games = VectorGames(self.rules, 1, seed=seed, ply_limit=self._ply_limit)
        elif self._begun:
            self._games.reset([0])
        self._begun = True
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._points = self._count()
        self._look()

    def _count(self) -> Any:
        return None if self._reward == "result" else self._games.counter(self._reward)[0].copy()

    def _look(self) -> None:
        """Updates the acting agent and its mask."""
        ids = self._games.legal()[0]
        self._mask = np.zeros(self._games.num_actions, np.int8)
        self._mask[ids] = 1
        self.agent_selection = self.possible_agents[int(self._games.seats[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns the observation of an agent. Only the acting agent has legal actions."""
        planes = self._games.observe(self.possible_agents.index(agent))[0]
        going = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._mask.copy() if going else np.zeros_like(self._mask)
        return {"observation": planes.copy(), "action_mask": mask}

    def turned(self, agent: str) -> Any:
        """Returns the action numbers for a policy that sees the board as an agent does. See
        `VectorGames.turned`."""
        return self._games.turned(self.possible_agents.index(agent))

    @property
    def texts(self) -> dict[int, list[str]]:
        """The texts of the legal actions by their numbers. See `VectorGames.texts`."""
        return self._games.texts(0)

    def step(self, action: int | None) -> None:
        """Plays an action of the acting agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._play(action)
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        if any(self.terminations.values()) or any(self.truncations.values()):
            self._deads_step_first()

    def _play(self, action: int | None) -> None:
        """Plays an action and sets the rewards."""
        try:
            number = -1 if action is None else operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self._mask.size or not self._mask[number]:
            raise QuadrilleError(f"action {action} is not legal: the mask shows which are")
        self._clear_rewards()
        self._games.step([number])
        over = int(self._games.over[0])
        if self._points is not None:
            points = self._count()
            for agent, more in zip(self.possible_agents, points - self._points, strict=True):
                self.rewards[agent] = float(more)
            self._points = points
        if over == 0:
            self._look()
        else:
            if self._points is None:
                for agent, reward in zip(self.possible_agents, self._games.rewards[0], strict=True):
                    self.rewards[agent] = float(reward)
            ended = self.terminations if over == 1 else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
            self._mask = np.zeros_like(self._mask)

    def render(self) -> str | None:
        """Returns the whole board as text or SVG, including pieces hidden by fog."""
        if self.render_mode is None:
            return None
        game = Game(self.rules, self._games.fens()[0])
        return game.svg if self.render_mode == "svg" else str(game)

    def close(self) -> None:
        """Does nothing, because the environment holds no resources."""


class ParallelGame(ParallelEnv):  # type: ignore[misc]
    """A game as an environment in which all agents pass an action in each step.

    Only the action of the agent to act is played. The masks of all other agents are empty, and their
    actions are ignored.
    """

    metadata: dict[str, Any] = {**Env.metadata, "is_parallelizable": True}

    def __init__(self, game: Env) -> None:
        self.aec_env = game
        """The environment in which agents act in turn."""
        self.metadata = {**game.metadata, "is_parallelizable": True}
        self.render_mode = game.render_mode
        self.possible_agents = game.possible_agents
        self.observation_spaces = game.observation_spaces
        self.action_spaces = game.action_spaces
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of planes and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of action numbers."""
        return self.action_spaces[agent]

    @property
    def agent_selection(self) -> str:
        """The agent whose action the next step plays."""
        return self.aec_env.agent_selection

    def _seen(self) -> dict[str, dict[str, Any]]:
        return {agent: self.aec_env.observe(agent) for agent in self.possible_agents}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Starts a game. Returns the observations and empty dictionaries."""
        self.aec_env.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Plays the action of the agent to act.

        Returns observations, rewards, terminations, truncations and empty dictionaries.
        """
        game, agents = self.aec_env, self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        if game.agent_selection not in actions:
            raise QuadrilleError(f"{game.agent_selection} is to act, and has no action")
        game._play(actions[game.agent_selection])
        over = any(game.terminations.values()) or any(game.truncations.values())
        self.agents = [] if over else agents
        return (
            self._seen(),
            {agent: game.rewards[agent] for agent in agents},
            {agent: game.terminations[agent] for agent in agents},
            {agent: game.truncations[agent] for agent in agents},
            {agent: {} for agent in agents},
        )

    def render(self) -> str | None:
        """Returns the whole board as text or SVG, including pieces hidden by fog."""
        return self.aec_env.render()

    def close(self) -> None:
        """Does nothing, because the environment holds no resources."""
