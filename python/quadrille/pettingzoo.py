"""Rulesets as environments of PettingZoo. Needs ``pip install quadrille[envs]``.

Actions and observations are those of `quadrille.vector`: each agent sees the board from its own side and only what its
seat knows, at any time. The numbers of actions are the same for all agents; `Env.turned` translates those of the board
as an agent sees it. A seat that is frozen or out of the game is not asked; all
agents end together, when the game does, for armies can thaw and results are known only then. Dice are thrown by the
environment, from its seed; questions are asked of the seat that answers them, at whoever's turn. Reaching the ply limit
truncates; a game that is truncated rewards nobody for its result.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from .errors import QuadrilleError
from .game import Game
from .rules import Ruleset, _rules
from .vector import OBSERVATION_VERSION, VectorGames

__all__ = ["Env", "env"]


def env(rules: Ruleset | str, **options: Any) -> Env:
    """An environment: `rules` is a ruleset or its id, with ``@preset`` if one is wanted; `options` are those of
    `Env`."""
    return Env(_rules(rules), **options)


class Env(AECEnv):  # type: ignore[misc]
    """A game as an environment of agents that act one after the other."""

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
        """`reward` is ``result``: 1, 0 or -1 at the end; or a counter of the rules such as ``points``: what each ply
        adds to it. `render_mode` is ``ansi`` or ``svg``.

        Raises:
            QuadrilleError: if there is no such `render_mode`.
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
        """The planes and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The same seed gives the same dice."""
        if seed is not None:
            self._games = VectorGames(self.rules, 1, seed=seed, ply_limit=self._ply_limit)
        elif self._begun:
            self._games.restart([0])
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
        """Whose turn it is, and what they may do."""
        ids = self._games.legal()[0]
        self._mask = np.zeros(self._games.num_actions, np.int8)
        self._mask[ids] = 1
        self.agent_selection = self.possible_agents[int(self._games.seats[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees. Only the one that acts has legal actions."""
        planes = self._games.observe(self.possible_agents.index(agent))[0]
        going = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._mask.copy() if going else np.zeros_like(self._mask)
        return {"observation": planes.copy(), "action_mask": mask}

    def turned(self, agent: str) -> Any:
        """The numbers of actions for a policy that sees the board as an agent does; see `VectorGames.turned`."""
        return self._games.turned(self.possible_agents.index(agent))

    @property
    def texts(self) -> dict[int, list[str]]:
        """The texts of the legal actions by their numbers; see `VectorGames.texts`."""
        return self._games.texts(0)

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        try:
            number = -1 if action is None else operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self._mask.size or not self._mask[number]:
            raise QuadrilleError(f"action {action} is not legal: the mask shows which are")
        self._cumulative_rewards[self.agent_selection] = 0.0
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
                for agent, result in zip(self.possible_agents, self._games.results[0], strict=True):
                    self.rewards[agent] = float(result)
            ended = self.terminations if over == 1 else self.truncations
            ended.update(dict.fromkeys(self.agents, True))
            self._mask = np.zeros_like(self._mask)
        self._accumulate_rewards()
        if over != 0:
            self._deads_step_first()

    def render(self) -> str | None:
        """The whole board as text or SVG, also what fog hides."""
        if self.render_mode is None:
            return None
        game = Game(self.rules, self._games.fens()[0])
        return game.svg if self.render_mode == "svg" else str(game)

    def close(self) -> None:
        """Nothing is left open."""
