"""A minimal learner: policy gradient (REINFORCE) with numpy, on NAVA, a game of two teams.

The policy is linear in two features of a move: the kind that moves, and the kind that it captures. It plays both sides
of a batch of games and is moved towards the choices of the winners. Then it plays against a team that plays at random.

    python learn_nava.py            # about a minute
"""

from __future__ import annotations

import argparse

import numpy as np

from quadrille.vector import VectorGames


class Policy:
    """A softmax over legal moves, with a weight for each pair of a moving kind and a captured kind."""

    def __init__(self, games: VectorGames) -> None:
        self.kinds = len(games.rules.about["kinds"])
        self.own = sum(name.startswith("own: ") for name in games.plane_names)
        self.seats = len(games.rules.seats)
        self.squares = len(games.squares)
        # The cell of each square, as each seat sees the board.
        self.cells = np.array([games.cells(seat) for seat in range(self.seats)])
        # The last weight is for all actions that are not moves, such as promotions and answers.
        self.weights = np.zeros(self.kinds * (self.kinds + 1) + 1)

    def features(self, games: VectorGames, game: np.ndarray, ids: np.ndarray) -> np.ndarray:
        """Returns the index of the weight that each action uses."""
        move = ids < self.squares**2
        origin, target = np.where(move, ids, 0) // self.squares, np.where(move, ids, 0) % self.squares
        planes, cells = games.observe(), self.cells[games.seats[game]]
        pieces = planes[:, : self.seats * self.own].reshape(len(planes), self.seats, self.own, -1)
        pieces = pieces[:, :, : self.kinds]
        each = np.arange(len(ids))
        mover = pieces[game, 0, :, cells[each, origin]].argmax(1)
        others = pieces[game, 1:, :, cells[each, target]].any(1)
        taken = np.where(others.any(1), others.argmax(1), self.kinds)
        return np.where(move, mover * (self.kinds + 1) + taken, len(self.weights) - 1)

    def choose(self, games: VectorGames, lots: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Returns an action for each game, and the gradient of its log probability by the weights."""
        legal = games.legal()
        counts = np.array([len(ids) for ids in legal])
        chosen = np.full(games.num_envs, -1, np.int32)
        gradient = np.zeros((games.num_envs, len(self.weights)))
        going = np.flatnonzero(counts)
        if going.size == 0:
            return chosen, gradient
        ids = np.concatenate([legal[at] for at in going])
        game = np.repeat(going, counts[going])
        features = self.features(games, game, ids)
        # By the Gumbel-max trick, the action with the largest of these scores is a draw from the softmax.
        scores = self.weights[features]
        noisy = scores + lots.gumbel(size=len(ids))
        starts = np.concatenate([[0], np.cumsum(counts[going])[:-1]])
        best = np.maximum.reduceat(noisy, starts)
        drawn = np.flatnonzero(noisy == np.repeat(best, counts[going]))
        chosen[game[drawn]] = ids[drawn]
        chance = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), counts[going]))
        chance /= np.repeat(np.add.reduceat(chance, starts), counts[going])
        np.add.at(gradient, (game, features), -chance)
        np.add.at(gradient, (game[drawn], features[drawn]), 1.0)
        return chosen, gradient


def learn(policy: Policy, games: VectorGames, lots: np.random.Generator, rate: float) -> None:
    """Plays all games to their ends, and moves the policy towards the choices of the winners."""
    sums = np.zeros((games.num_envs, policy.seats, len(policy.weights)))
    plies = np.zeros((games.num_envs, policy.seats))
    while (going := games.over == 0).any():
        seats = games.seats
        chosen, gradient = policy.choose(games, lots)
        at = np.flatnonzero(going)
        sums[at, seats[at]] += gradient[at]
        plies[at, seats[at]] += 1
        games.step(chosen)
    results = games.results.astype(float)
    policy.weights += rate * (results[:, :, None] * sums / np.maximum(plies, 1)[:, :, None]).mean((0, 1)) * policy.seats
    games.reset()


def share(policy: Policy, games: VectorGames, lots: np.random.Generator) -> float:
    """Returns the mean score of the policy against random play, where a win is 1 and a draw 1/2.

    In half of the games, the policy plays the first seat's team.
    """
    teams = list(games.rules.teams.values())
    seats = games.rules.seats
    mine = np.array([[seat in teams[game % 2] for seat in seats] for game in range(games.num_envs)])
    games.reset(range(games.num_envs))
    while (games.over == 0).any():
        chosen, _ = policy.choose(games, lots)
        at_random = np.array([lots.choice(ids) if len(ids) else -1 for ids in games.legal()], np.int32)
        acts = mine[np.arange(games.num_envs), games.seats]
        games.step(np.where(acts, chosen, at_random))
    results = np.array([games.results[game][mine[game]][0] for game in range(games.num_envs)])
    return float((results + 1).mean() / 2)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=40)
    options.add_argument("--games", type=int, default=128)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    lots = np.random.default_rng(chosen.seed)
    games = VectorGames("nava-2018", chosen.games, seed=chosen.seed, ply_limit=400)
    tests = VectorGames("nava-2018", 200, seed=chosen.seed + 1, ply_limit=400)
    policy = Policy(games)
    print(f"before: {share(policy, tests, lots):.1%} of the games against random play")
    for number in range(1, chosen.rounds + 1):
        learn(policy, games, lots, rate=20.0)
        if number % 10 == 0:
            print(f"after {number * chosen.games} games: {share(policy, tests, lots):.1%}")
    names = [kind["name"] for kind in games.rules.about["kinds"]]
    table = policy.weights[:-1].reshape(policy.kinds, policy.kinds + 1)
    print("what it likes to take:", ", ".join(names[kind] for kind in np.argsort(-table[:, :-1].mean(0))))


if __name__ == "__main__":
    main()
