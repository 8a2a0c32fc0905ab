"""Measures the speed of playing random legal actions, with PettingZoo and OpenSpiel in the same run.

pip install "./python[envs]" "pettingzoo[classic]" open_spiel && python python/benches/steps.py
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from quadrille.pettingzoo import env
from quadrille.vector import VectorGames

SECONDS = 3.0


def rate(play: Callable[[], int]) -> float:
    """Returns the number of plies per second."""
    play()
    begun, plies = time.perf_counter(), 0
    while (spent := time.perf_counter() - begun) < SECONDS:
        plies += play()
    return plies / spent


def vector(name: str) -> Callable[[], int]:
    games = VectorGames(name, 1000, seed=1)
    return lambda: games.random(20)


def chosen(name: str) -> Callable[[], int]:
    """Returns a function that plays a batch of games with actions chosen in Python."""
    games = VectorGames(name, 1000, seed=1)
    lots = np.random.default_rng(1)

    def play() -> int:
        ids, counts = games._native.legal()
        table, counts = np.frombuffer(ids, np.int32), np.array(counts)
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        games.step(table[starts + (lots.random(1000) * counts).astype(int)])
        games.reset()
        return 1000

    return play


def cycle(made: object) -> Callable[[], int]:
    """Returns a function that plays in an environment of PettingZoo."""
    game = made
    game.reset(seed=1)

    def play() -> int:
        for _ in range(100):
            seen, _, terminated, truncated, _ = game.last()
            if terminated or truncated:
                game.reset()
                continue
            game.step(game.action_space(game.agent_selection).sample(seen["action_mask"]))
        return 100

    return play


def openspiel() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("chess")
    lots = np.random.default_rng(1)
    state = [game.new_initial_state()]

    def play() -> int:
        for _ in range(100):
            if state[0].is_terminal():
                state[0] = game.new_initial_state()
            legal = state[0].legal_actions()
            state[0].apply_action(legal[int(lots.random() * len(legal))])
        return 100

    return play


def main() -> None:
    rows: list[tuple[str, Callable[[], Callable[[], int]]]] = []
    for name in ("chesscom-teams", "verney-1881", "orthodox-chess"):
        rows.append((f"{name}, 1000 games, random actions natively", lambda name=name: vector(name)))
        rows.append((f"{name}, 1000 games, actions chosen by numpy", lambda name=name: chosen(name)))
        rows.append((f"{name}, PettingZoo environment", lambda name=name: cycle(env(name))))

    def pettingzoo_chess() -> Callable[[], int]:
        from pettingzoo.classic import chess_v6

        return cycle(chess_v6.env())

    rows += [("PettingZoo's own chess", pettingzoo_chess), ("OpenSpiel's chess from Python", openspiel)]
    for name, make in rows:
        try:
            print(f"{name:52} {rate(make()):12,.0f} plies/s", flush=True)
        except ImportError as error:
            print(f"{name:52} left out: {error}")


if __name__ == "__main__":
    main()
