"""Rulesets as environments of PettingZoo. Needs ``pip install quadrille[envs]``.

Actions and observations are those of `quadrille.vector`. A seat that is frozen or out of the game is not asked; all
agents end together, when the game does, for armies can thaw and results are known only then. Dice are thrown by the
environment, from its seed; questions are asked of the seat that answers them, at whoever's turn. Reaching the ply limit
truncates.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from .game import Game
from .rules import Ruleset, load
from .vector import VectorGames

__all__ = ["Env", "env"]


def env(rules: Ruleset | str, **options: Any) -> Env:
    """An environment: `rules` is a ruleset or its id, with ``@preset`` if one is wanted; `options` are those of
    `Env`."""
    return Env(load(rules) if isinstance(rules, str) else rules, **options)


class Env(AECEnv):  # type: ignore[misc]
    """A game as an environment of agents that act one after the other."""

    metadata = {"render_modes": ["ansi", "svg"], "name": "quadrille_v0", "is_parallelizable": False}

    def __init__(
        self,
        rules: Ruleset,
        *,
        reward: str = "result",
        ply_limit: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`reward` is ``result``: 1, 0 or -1 at the end; or a counter of the rules such as ``points``: what each ply
        adds to it."""
        super().__init__()
        self.rules = rules
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"quadrille_{rules.id.replace('-', '_')}_v0"}
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
        # Planes that belong to a seat; the others are the same for all.
        about = rules.about
        self._own = 2 * len(about["kinds"]) + len(about["states"])

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
        """What there is to see, once for all who look."""
        self._planes = self._games.observe()[0]
        ids = self._games.legal()[0]
        self._mask = np.zeros(self._games.num_actions, np.int8)
        self._mask[ids] = 1
        self._seat = int(self._games.seats[0])
        self.agent_selection = self.possible_agents[self._seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees. Only the one that acts has legal actions."""
        seats = len(self.possible_agents)
        turned = (self.possible_agents.index(agent) - self._seat) % seats
        planes = self._planes
        if turned:
            cut = seats * self._own
            mine = planes[:cut].reshape(seats, self._own, *planes.shape[1:])
            planes = np.concatenate([np.roll(mine, -turned, axis=0).reshape(cut, *planes.shape[1:]), planes[cut:]])
        going = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._mask.copy() if going else np.zeros_like(self._mask)
        return {"observation": planes.copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not self._mask[action]:
            raise ValueError(f"action {action} is not legal: the mask says which are")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._games.step([action])
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
            self._planes = self._games.observe()[0]
            self._mask = np.zeros_like(self._mask)
        self._accumulate_rewards()
        if over != 0:
            self._deads_step_first()

    def render(self) -> str | None:
        """The board as text or SVG."""
        if self.render_mode is None:
            return None
        game = Game(self.rules, self._games.fens()[0])
        return game.svg if self.render_mode == "svg" else str(game)

    def close(self) -> None:
        """Nothing is left open."""
