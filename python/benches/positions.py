"""Measures the positions of self-play per minute, and the time of masks.

python python/benches/positions.py orthodox-chess chesscom-teams
"""

import sys
import time

from quadrille.positions import self_play
from quadrille.vector import VectorGames


def main() -> None:
    for name in sys.argv[1:] or ["orthodox-chess", "chesscom-teams", "nava-2018"]:
        for agent in ("mcts:100", "search:100"):
            begun = time.monotonic()
            found = self_play(name, 40, agent=agent, ply_limit=120)
            rate = len(found) / (time.monotonic() - begun)
            size = len(found._records) / len(found)
            print(f"{name} {agent}: {60 * rate:,.0f} positions a minute, {size:,.0f} bytes a position")
        games = VectorGames(name, 256, seed=1)
        games.random(20)
        for what in ("masks", "legal", "legal_ids", "observe"):
            begun, rounds = time.monotonic(), 0
            while time.monotonic() - begun < 1:
                getattr(games, what)()
                rounds += 1
            print(f"{name} {what}: {1e6 * (time.monotonic() - begun) / rounds / 256:.2f} microseconds a game")


if __name__ == "__main__":
    main()
