import pytest

import quadrille

GAMES = [("1-0", "1. e4 e5 2. Nf3"), ("0-1", "1. e4 c5"), ("*", "1. Nf3 e5 2. e4")]


@pytest.fixture
def three_games(tmp_path):
    path = tmp_path / "three.pgn"
    tags = '[Ruleset "orthodox-chess"]\n[Result "{}"]\n\n{} {}\n\n'
    path.write_text("".join(tags.format(result, moves, result) for result, moves in GAMES))
    return path


def test_moves_of_a_file_have_results(three_games):
    tree = quadrille.explore(three_games, depth=2)
    assert (tree.games, tree.sides) == (3, ["white", "black"])
    pawn, knight = tree.moves
    assert (pawn.action, pawn.games, pawn.seat) == ("e2-e4", 2, "white")
    assert pawn.frequency == pytest.approx(2 / 3)
    assert pawn.results["white"] == quadrille.SideResults(wins=1, draws=0, losses=1, share=0.5)
    assert sum(pawn.evaluation.values()) == pytest.approx(1)
    assert (knight.unfinished, knight.results["white"].share) == (1, None)
    assert [move.action for move in tree.positions[pawn.next].moves] == ["c7-c5", "e7-e5"]
    assert "e2-e4" in str(tree)


def test_games_that_transpose_into_a_position_belong_to_it(three_games):
    for play in ["e2-e4 e7-e5 g1-f3", "g1-f3 e7-e5 e2-e4"]:
        assert quadrille.explore(three_games, play=play).positions[0].games == 2


def test_games_of_playouts_do_not_depend_on_threads():
    played = quadrille.playout("nava-2018", 12, agents="random", ply_limit=40)
    one, two = (quadrille.explore(played, depth=3, jobs=jobs) for jobs in (1, 2))
    assert one == two and sum(move.games for move in one.moves) == 12


def test_mistakes_have_advice(three_games):
    with pytest.raises(quadrille.QuadrilleError, match="not a file"):
        quadrille.explore("none.pgn")
    with pytest.raises(quadrille.QuadrilleError, match="from 1 to 40"):
        quadrille.explore(three_games, depth=41)
    with pytest.raises(quadrille.QuadrilleError, match="play"):
        quadrille.explore(three_games, play="e2-e5")
    three_games.write_text('[Ruleset "no-such-game"]\n\n1. e4 *\n')
    with pytest.raises(quadrille.QuadrilleError, match="pass `rules`"):
        quadrille.explore(three_games)
