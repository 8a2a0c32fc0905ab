import copy
import pickle
import random

import pytest

import quadrille


@pytest.fixture(scope="module")
def chess():
    return quadrille.load("orthodox-chess")


def test_fools_mate(chess):
    game = quadrille.Game(chess)
    game.play_all("f2-f3 e7-e5 g2-g4 d8-h4")
    assert game.over and game.turn is None and game.actions == []
    assert game.result.winners == ["black"]
    assert game.checks[0]["square"] == "e1"
    assert game.undo() and not game.over and game.turn == "black"
    assert game.redo() and game.over


def test_an_illegal_action_is_refused_with_the_reason(chess):
    game = quadrille.Game(chess)
    with pytest.raises(quadrille.IllegalAction) as caught:
        game.play("e2-e5")
    assert caught.value.action == "e2-e5" and caught.value.why.code
    assert game.ply == 0
    assert game.why_not("e2-e4") is None
    with pytest.raises(quadrille.QuadrilleError):
        game.play("nonsense")
    with pytest.raises(quadrille.QuadrilleError):
        game.play_all("e2-e4 e7-e6 e2-e4")
    assert game.ply == 0, "all or nothing"


def test_every_ruleset_plays_and_comes_back_from_every_format():
    lots = random.Random(5)
    for name in quadrille.rulesets():
        game = quadrille.Game(quadrille.load(name))
        for _ in range(30):
            actions = game.actions
            if not actions:
                break
            game.play(lots.choice(actions))
        for other in (
            quadrille.Game.from_json(game.rules, game.to_json()),
            quadrille.Game.from_pgn(game.rules, game.to_pgn()),
            pickle.loads(pickle.dumps(game)),
            copy.deepcopy(game),
        ):
            assert (other.fen, other.history) == (game.fen, game.history), name
        assert quadrille.Game(game.rules, game.fen).fen == game.fen
        assert game.svg.startswith("<svg") and game._repr_svg_() == game.svg
        assert [one.text for one in game.legal_moves] == game.actions
        assert len(game.trace) == game.ply


def test_a_fork_goes_its_own_way(chess):
    game = quadrille.Game(chess)
    other = game.fork()
    other.play("e2-e4")
    assert (game.ply, other.ply) == (0, 1)
    assert other.board["e4"].kind == "pawn" and "e4" not in game.board


def test_advice_depends_on_the_seed_only(chess):
    game = quadrille.Game(chess)
    advice = [game.advise("mcts:50", seed=seed) for seed in (1, 1)]
    assert advice[0] == advice[1] and advice[0].action in game.actions
    with pytest.raises(quadrille.QuadrilleError):
        game.advise("clever")


def test_consequences_are_told_and_not_played(chess):
    game = quadrille.Game(chess)
    told = game.consequences("e2-e4")
    assert told["action"] == "e2-e4" and game.ply == 0
