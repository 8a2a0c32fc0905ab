import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy as np  # noqa: E402

import quadrille  # noqa: E402
from quadrille.openspiel import OpenSpielGame  # noqa: E402


@pytest.mark.parametrize("name", quadrille.rulesets()[::3])
def test_openspiel_accepts_it(name):
    rules = quadrille.load(name)
    if rules.about["dice"] or rules.about["shuffles"]:
        pytest.skip("the adapter does not support dice and shuffles")
    game = pyspiel.load_game("python_quadrille", {"rules": name, "ply_limit": 24})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_states_are_those_of_games():
    game = OpenSpielGame({"rules": "verney-1881"})
    state = game.new_initial_state()
    lots = np.random.default_rng(2)
    for _ in range(20):
        ids = state.legal_actions()
        assert ids == sorted(set(state.game.action_ids.values()))
        state.apply_action(int(lots.choice(ids)))
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert copy.game.ply == state.game.ply + 1
    observer = game.make_py_observer()
    observer.set_from(state, 2)
    assert np.array_equal(observer.dict["observation"], state.game.planes(game.rules.seats[2]))


def test_games_with_dice_are_refused():
    with pytest.raises(quadrille.QuadrilleError, match="dice"):
        OpenSpielGame({"rules": "chaturaji-albiruni-1030"})
