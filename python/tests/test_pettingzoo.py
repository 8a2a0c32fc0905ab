import warnings
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, seed_test

import quadrille
from quadrille.pettingzoo import env, parallel_env
from quadrille.vector import OBSERVATION_VERSION, VectorGames


def every():
    return [
        name + at
        for name in quadrille.rulesets()
        for at in ["", *(f"@{preset}" for preset in quadrille.load(name).about["presets"])]
    ]


@pytest.mark.parametrize("name", every())
def test_pettingzoo_accepts_it(name):
    with warnings.catch_warnings():
        # The test of the API expects planes of floats that include the mask, and warns otherwise.
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


def test_each_agent_sees_with_its_own_eyes():
    fog = Path(__file__).parents[2] / "docs" / "cookbook" / "fog"
    game = env(f"{fog}/")
    game.reset(seed=1)
    vector = VectorGames(game.rules, 1)
    lots = np.random.default_rng(1)
    for _ in range(12):
        for number, agent in enumerate(game.possible_agents):
            seen = game.observe(agent)
            assert np.array_equal(seen["observation"], vector.observe(number)[0])
            assert seen["action_mask"].any() == (agent == game.agent_selection)
        action = lots.choice(np.flatnonzero(game.observe(game.agent_selection)["action_mask"]))
        assert set(game.texts) == set(np.flatnonzero(vector.masks()[0]))
        game.step(action)
        vector.step([action])


def test_what_can_not_be_done_is_refused():
    for mode in ("human", "rgb_array"):
        with pytest.raises(ValueError, match="render_mode"):
            env("orthodox-chess", render_mode=mode)
    game = env("orthodox-chess", render_mode="ansi")
    assert game.metadata["name"].endswith(f"_v{OBSERVATION_VERSION}")
    game.reset(seed=1)
    for wrong in (10**9, -1, 10**30, None, "e2-e4", 1.5):
        with pytest.raises(ValueError, match="not legal"):
            game.step(wrong)
    assert game.render().count("\n") > 7


@pytest.mark.parametrize("name", quadrille.rulesets()[::3])
def test_pettingzoo_accepts_it_in_parallel(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(parallel_env(name, ply_limit=30), num_cycles=40)


def test_both_environments_play_the_same_game():
    one, both = env("nava-2018", ply_limit=300), parallel_env("nava-2018", ply_limit=300)
    one.reset(seed=2)
    seen, _ = both.reset(seed=2)
    lots = np.random.default_rng(2)
    totals = dict.fromkeys(both.agents, 0.0)
    for agent in one.agent_iter():
        own, _, terminated, truncated, _ = one.last()
        if terminated or truncated:
            break
        assert both.agent_selection == agent and np.array_equal(own["observation"], seen[agent]["observation"])
        action = lots.choice(np.flatnonzero(own["action_mask"]))
        one.step(action)
        seen, rewards, *_ = both.step({**dict.fromkeys(both.agents, 0), agent: action})
        totals = {agent: totals[agent] + reward for agent, reward in rewards.items()}
    assert both.agents == [] and any(totals.values())
    assert totals == {agent: one._cumulative_rewards[agent] for agent in totals}
