import pytest

np = pytest.importorskip("numpy")

import quadrille  # noqa: E402
from quadrille.vector import VectorGames  # noqa: E402


@pytest.mark.parametrize("name", quadrille.rulesets())
def test_masks_are_the_legal_actions_over_whole_games(name):
    rules = quadrille.load(name)
    games = VectorGames(rules, 2, seed=3, ply_limit=120)
    lots = np.random.default_rng(3)
    second = games.starts["second"]
    while (games.over == 0).any():
        masks, legal, over = games.masks(), games.legal(), games.over
        chosen = np.full(2, -1)
        for at in np.flatnonzero(over == 0):
            assert np.array_equal(np.flatnonzero(masks[at]), legal[at]), "the mask is the list"
            assert len(legal[at]) > 0
            chosen[at] = lots.choice(legal[at])
        # In the first stage, every legal move has the number of its two squares.
        for at, fen in enumerate(games.fens()):
            if over[at] == 0 and (legal[at] < second).all():
                game = quadrille.Game(rules, fen)
                squares = {square: number for number, square in enumerate(games.squares)}
                moves = [one for one in game.legal_moves if one.group in ("move", "promotion", "castling")]
                pairs = {squares[one.origin] * len(squares) + squares[one.target] for one in moves}
                assert pairs <= set(legal[at].tolist()), (name, fen)
        games.step(chosen)
    assert set(games.over.tolist()) <= {1, 2}


def test_the_same_seed_gives_the_same_games():
    def played():
        games = VectorGames("chaturaji-albiruni-1030", 8, seed=9)
        games.random(50)
        return games.fens()

    assert played() == played()


def test_an_illegal_action_is_refused_and_nothing_is_played():
    games = VectorGames("orthodox-chess", 2)
    before = games.fens()
    legal = games.legal()[0][0]
    with pytest.raises(quadrille.QuadrilleError, match="game 1"):
        games.step([legal, 0])
    assert games.fens() == before
    with pytest.raises(quadrille.QuadrilleError):
        games.step([legal])


def test_a_pawn_that_promotes_is_asked_for_its_kind():
    rules = quadrille.load("orthodox-chess")
    games = VectorGames(rules, 1, seed=1)
    lots = np.random.default_rng(1)
    kinds = [kind["name"] for kind in rules.about["kinds"]]
    for _ in range(20_000):
        legal = games.legal()[0]
        if legal[0] >= games.starts["second"]:
            asked = {kinds[number - games.starts["second"]] for number in legal}
            assert asked == {"queen", "rook", "bishop", "knight"}
            break
        games.step([lots.choice(legal)])
        games.reset()
    else:
        pytest.fail("no pawn promoted")


def test_planes_show_pieces_of_no_seat_and_hide_what_is_in_fog():
    picture = "\n".join(["bK . . . .", ". . . . .", ". . nT . .", ". . . . bR", "wK . . . ."])
    manifest = f"""
[variant]
id = "hidden"
title = "Hidden"
[board]
mask = "5x5"
[[seats]]
name = "white"
key = "w"
facing = "north"
[[seats]]
name = "black"
key = "b"
facing = "south"
[neutral]
key = "n"
[pieces]
king = {{ letter = "K", moves = "K", royal = true }}
rook = {{ letter = "R", moves = "R", value = 5 }}
tree = {{ letter = "T", moves = "" }}
[array]
picture = \"\"\"
{picture}
\"\"\"
[rules]
scripts = ["fog.rhai"]
"""
    ends = "fn on_mate(game, seat) { lose(seat); }\nfn on_stalemate(game, seat) { draw(); }\n"
    clear = {"geometry.toml": manifest, "fog.rhai": f"//! All is seen.\n{ends}"}
    fog = {
        "geometry.toml": manifest,
        "fog.rhai": f'//! Fog.\nfn define(rules) {{ rules.fog(); rules.protect("own", "none"); }}\n{ends}',
    }
    for files, seen in ((clear, 1), (fog, 0)):
        games = VectorGames(quadrille.load(files), 1)
        planes = dict(zip(games.plane_names, games.observe()[0], strict=True))
        assert planes["no seat: tree"].sum() == seen
        assert np.argwhere(planes["own: king"]).tolist() == [[0, 0]], "White's own king"
        assert planes["seat +1: king"].sum() == seen and planes["seat +1: rook"].sum() == seen


def test_agents_play_by_numbers():
    games = VectorGames("nava-2018", 3, seed=2)
    chosen = games.advise("greedy")
    assert all(number in legal for number, legal in zip(chosen, games.legal(), strict=True))
    games.step(chosen)


@pytest.mark.parametrize("name", ["orthodox-chess", "chaturaji-albiruni-1030", "chesscom-ffa"])
def test_games_do_not_depend_on_threads(name):
    def played(jobs):
        games = VectorGames(name, 40, seed=4, ply_limit=60, jobs=jobs)
        for _ in range(4):
            games.random(30)
            ids, offsets = games.legal_ids()
            games.step(ids[offsets[:-1]])
        return games.fens(), games.observe().tobytes(), games.advise("greedy").tolist(), games.seats.tolist()

    assert played(1) == played(3)


def test_games_begin_at_given_positions_and_restart_there():
    rules = quadrille.load("orthodox-chess")
    game = quadrille.Game(rules)
    fens = [game.fen]
    game.play("e2-e4")
    fens.append(game.fen)
    games = VectorGames(rules, 5, fens=fens)
    begun = games.fens()
    assert begun == [fens[0], fens[1], fens[0], fens[1], fens[0]]
    games.random(9)
    games.reset(range(5))
    assert games.fens() == begun
    with pytest.raises(quadrille.QuadrilleError, match="position 1 can't be played"):
        VectorGames(rules, 2, fens=[fens[0], "nonsense"])


def test_copies_go_their_own_ways_with_the_same_dice():
    games = VectorGames("chaturaji-albiruni-1030", 20, seed=1)
    games.random(20)
    copies = games.copy([3, 3, 7])
    assert copies.fens() == [games.fens()[at] for at in (3, 3, 7)]
    before = games.fens()
    copies.random(10)
    assert games.fens() == before and copies.fens()[0] == copies.fens()[1]
    games.random(10)
    assert [games.fens()[at] for at in (3, 7)] == copies.fens()[1:]
    with pytest.raises(quadrille.QuadrilleError, match="out of range"):
        games.copy([20])


def test_agents_and_texts_play_in_a_batch():
    games = VectorGames("orthodox-chess", 3)

    def last(positions):
        return [position.actions[-1] for position in positions]

    assert games.play_agents({0: last, 1: "greedy"}) == 3
    assert set(games.seats.tolist()) == {1}
    games.play(["e7-e5", None, "a7-a6"])
    assert games.seats.tolist() == [0, 1, 0]
    before = games.fens()
    with pytest.raises(quadrille.QuadrilleError, match="`e7-e2` is not legal in game 1"):
        games.play([None, "e7-e2", None])
    assert games.fens() == before
