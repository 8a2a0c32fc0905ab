import warnings

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, seed_test

import quadrille
from quadrille.pettingzoo import env


def every():
    return [
        name + at
        for name in quadrille.rulesets()
        for at in ["", *(f"@{preset}" for preset in quadrille.load(name).about["presets"])]
    ]


@pytest.mark.parametrize("name", every())
def test_pettingzoo_accepts_it(name):
    with warnings.catch_warnings():
        # It wants planes of floats, and the mask among them.
        warnings.simplefilter("ignore")
        api_test(env(name, ply_limit=200), num_cycles=60)


@pytest.mark.parametrize("name", every())
def test_the_seed_decides(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: env(name, ply_limit=60), num_cycles=40)


def test_a_whole_game_ends_for_all_at_once():
    game = env("nava-2018")
    game.reset(seed=4)
    lots = np.random.default_rng(4)
    totals = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, terminated, truncated, _ = game.last()
        totals[agent] += reward
        game.step(None if terminated or truncated else lots.choice(np.flatnonzero(seen["action_mask"])))
    assert game.agents == []
    assert set(totals.values()) <= {-1.0, 0.0, 1.0}


def test_points_are_rewards():
    game = env("chesscom-ffa", reward="points", ply_limit=400)
    game.reset(seed=1)
    lots = np.random.default_rng(1)
    total = 0.0
    for _ in game.agent_iter():
        seen, reward, terminated, truncated, _ = game.last()
        total += reward
        game.step(None if terminated or truncated else lots.choice(np.flatnonzero(seen["action_mask"])))
    assert total > 0
    with pytest.raises(KeyError):
        env("verney-1881", reward="points")
