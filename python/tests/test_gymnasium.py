import warnings

import pytest

pytest.importorskip("gymnasium")

import numpy as np
from gymnasium.utils.env_checker import check_env

import quadrille
from quadrille.gymnasium import SeatEnv, SeatVectorEnv


@pytest.mark.parametrize("name", quadrille.rulesets()[::3])
def test_gymnasium_accepts_it(name):
    rules = quadrille.load(name)
    env = SeatEnv(rules, rules.seats[0], "random", ply_limit=60, illegal="random")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)


def play(env, legal, lots):
    return [int(lots.choice(np.flatnonzero(mask))) if mask.any() else -1 for mask in legal]


def test_a_vector_of_games_is_many_single_games():
    rules = quadrille.load("nava-2018")
    many = SeatVectorEnv(rules, 3, rules.seats[1], "greedy", ply_limit=40)
    seen, _ = many.reset(seed=3)
    lots = np.random.default_rng(3)
    endings = 0
    for _ in range(60):
        assert many.observation_space.contains(seen)
        seen, rewards, terminated, truncated, _ = many.step(np.array(play(many, seen["action_mask"], lots)))
        assert not (rewards[~terminated]).any()
        endings += int((terminated | truncated).sum())
    assert endings > 0


def test_callables_and_agents_play_the_other_seats():
    asked = set()

    def first(positions):
        asked.update(position.seat for position in positions)
        return [0 for _ in positions]

    rules = quadrille.load("verney-1881")
    one, *others = rules.seats
    env = SeatEnv(rules, one, {others[0]: first, others[1]: "greedy", others[2]: first}, ply_limit=60)
    seen, _ = env.reset(seed=1)
    while True:
        seen, _, terminated, truncated, _ = env.step(np.flatnonzero(seen["action_mask"])[0])
        if terminated or truncated:
            break
    assert asked <= {others[0], others[2]} and asked
    env.reset(seed=1)
    with pytest.raises(quadrille.QuadrilleError, match="not legal"):
        env.step(0)


def test_wrong_seats_and_modes_are_refused_in_words():
    with pytest.raises(quadrille.QuadrilleError, match="no seat `north`: its seats are white, black"):
        SeatEnv("orthodox-chess", "north")
    with pytest.raises(quadrille.QuadrilleError, match="give an agent for each of black"):
        SeatEnv("orthodox-chess", "white", {})
    with pytest.raises(quadrille.QuadrilleError, match="render_mode"):
        SeatEnv("orthodox-chess", "white", render_mode="human")
    with pytest.raises(quadrille.QuadrilleError, match="illegal"):
        SeatEnv("orthodox-chess", "white", illegal="ignore")
