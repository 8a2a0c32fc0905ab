import sys
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from quadrille.vector import VectorGames  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
learn_nava = pytest.importorskip("learn_nava")


def test_the_learner_beats_random_play():
    lots = np.random.default_rng(1)
    games = VectorGames("nava-2018", 128, seed=1, ply_limit=400)
    tests = VectorGames("nava-2018", 100, seed=2, ply_limit=400)
    policy = learn_nava.Policy(games)
    for _ in range(10):
        learn_nava.learn(policy, games, lots, rate=20.0)
    assert learn_nava.share(policy, tests, lots) > 0.7
