"""Tests of observations: the facts that their planes show to each seat, and the facts that they hide."""

from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

import quadrille  # noqa: E402
from quadrille.vector import VectorGames  # noqa: E402

COOKBOOK = Path(__file__).parents[2] / "docs" / "cookbook"


def recipe(name):
    return quadrille.load(f"{COOKBOOK / name}/")


def play(games, *texts):
    """Plays actions in the first game of a batch, by their texts."""
    for text in texts:
        numbers = {one: number for number, texts in games.texts(0).items() for one in texts}
        games.step([numbers[text]])


def planes(games, seat=None, game=0):
    """Returns the planes of a game by their names."""
    return dict(zip(games.plane_names, games.observe(seat)[game], strict=True))


def differing(one, other):
    return {name for name in one if not np.array_equal(one[name], other[name])}


def test_positions_with_other_rights_look_different():
    games = VectorGames("orthodox-chess", 1)
    start = planes(games)
    play(games, *["g1-f3", "g8-f6", "h1-g1", "f6-g8", "g1-h1", "g8-f6", "f3-g1", "f6-g8"])
    after = planes(games)
    assert differing(start, after) == {"own: rook may castle", "own: king may castle to", "plies since progress"}
    assert np.argwhere(after["own: rook may castle"]).tolist() == [[0, 0]]
    assert np.argwhere(after["own: king may castle to"]).tolist() == [[0, 2]]
    assert (after["plies since progress"] == 8).all()


def test_repetitions_are_seen():
    games = VectorGames("orthodox-chess", 1)
    seen = []
    for _ in range(2):
        seen.append(int(planes(games)["earlier occurrences"].max()))
        play(games, *["g1-f3", "g8-f6", "f3-g1", "f6-g8"])
    assert seen == [0, 1]


def test_a_right_to_capture_en_passant_is_seen_by_both():
    games = VectorGames("orthodox-chess", 1)
    play(games, "e2-e4", "a7-a6", "e4-e5", "d7-d5")
    white, black = planes(games, 0), planes(games, 1)
    assert np.argwhere(white["en passant square"]).tolist() == [[5, 3]]
    assert np.argwhere(white["en passant pawn"]).tolist() == [[4, 3]]
    # Black sees the board flipped, with the eighth rank at the bottom.
    assert np.argwhere(black["en passant square"]).tolist() == [[2, 3]]
    assert np.argwhere(black["en passant pawn"]).tolist() == [[3, 3]]
    play(games, "h2-h3")
    assert planes(games)["en passant square"].sum() == 0


@pytest.mark.parametrize("name", ["orthodox-chess", "chesscom-teams", "chesscom-ffa", "nava-2018"])
def test_each_seat_sees_its_own_army_below(name):
    rules = quadrille.load(name)
    games = VectorGames(rules, 1)
    kinds = [kind["name"] for kind in rules.about["kinds"]]
    for seat in range(len(rules.seats)):
        seen = planes(games, seat)
        own = sum(seen[f"own: {kind}"].astype(int) for kind in kinds)
        assert own.any() and np.argwhere(own)[:, 0].max() < games.planes[1] / 2, rules.seats[seat]
        assert seen["squares"].sum() == len(rules.squares)
        assert [number for number in range(len(rules.seats)) if seen[f"{whose(number)}: to act"].all()] == [
            -seat % len(rules.seats)
        ]


def whose(distance):
    return f"seat +{distance}" if distance else "own"


@pytest.mark.parametrize("name", ["orthodox-chess", "chesscom-ffa"])
def test_seats_with_like_armies_see_the_start_alike(name):
    games = VectorGames(name, 1)
    first = planes(games, 0)
    for seat in range(1, len(games.rules.seats)):
        assert all(plane.endswith(": to act") for plane in differing(first, planes(games, seat)))


def test_a_board_that_is_not_square_is_turned_in_a_square_plane():
    picture = "\n".join([".  .  .  .  .", "eK .  .  .  .", "wK .  .  wN ."])
    facing = {"white": "north", "east": "east", "black": "south"}
    seats = "".join(f'[[seats]]\nname = "{seat}"\nkey = "{seat[0]}"\nfacing = "{to}"\n' for seat, to in facing.items())
    manifest = f"""
[variant]
id = "long"
title = "Long"
[board]
mask = "5x3"
{seats}
[pieces]
king = {{ letter = "K", moves = "K" }}
knight = {{ letter = "N", moves = "N", value = 3 }}
[array]
picture = \"\"\"
{picture}
\"\"\"
[rules]
scripts = []
"""
    games = VectorGames(quadrille.load({"geometry.toml": manifest}), 1)
    assert games.planes[1:] == (5, 5)
    at = [(planes(games, seat), -seat % 3) for seat in range(3)]
    knights = [np.argwhere(seen[f"{whose(distance)}: knight"]).tolist() for seen, distance in at]
    # The cell of d1 for seats that face north, east and south.
    assert knights == [[[0, 3]], [[3, 2]], [[2, 1]]]
    for seat in range(3):
        cells = games.cells(seat)
        assert cells[games.squares.index("d1")] == knights[seat][0][0] * 5 + knights[seat][0][1]
        assert sorted(games.turned(seat).tolist()) == list(range(games.num_actions))


@pytest.mark.parametrize("name", ["orthodox-chess", "chesscom-teams"])
def test_numbers_of_the_turned_board_are_moves_of_the_observers_pieces(name):
    games = VectorGames(name, 1)
    count = len(games.squares)
    for _ in games.rules.seats:
        seat = int(games.seats[0])
        cells = np.sort(games.cells(seat))
        own = planes(games)["own: pawn"].ravel()
        turned = np.flatnonzero(games.masks()[0][games.turned(seat)])
        assert len(turned) == 20
        assert sum(own[cells[number // count]] for number in turned) == 16, "two steps of each pawn"
        assert all(cells[number % count] >= cells[number // count] for number in turned), "all go up"
        games.step([games.legal()[0][0]])


def test_counters_are_seen_by_all():
    games = VectorGames(recipe("three-checks"), 1)
    before = planes(games)
    assert before["own: checks"].max() == 0
    play_until(games, lambda: games.counter("checks")[0].any())
    checks = games.counter("checks")[0]
    for seat in range(4):
        seen = planes(games, seat)
        assert [int(seen[f"{whose((other - seat) % 4)}: checks"].max()) for other in range(4)] == checks.tolist()
    lives = planes(VectorGames(recipe("lives"), 1))
    assert (lives["own: lives"] == 3).all() and (lives["seat +3: lives"] == 3).all()


def play_until(games, done, most=20_000):
    lots = np.random.default_rng(1)
    for _ in range(most):
        if done():
            return
        games.step([lots.choice(games.legal()[0])])
        games.reset()
    pytest.fail("it did not happen")


def test_large_counters_are_digits():
    games = VectorGames("chesscom-ffa", 1, seed=1)
    play_until(games, lambda: games.counter("points")[0].any())
    seen = planes(games)
    digits = [name for name in games.plane_names if name.startswith("own: points")]
    assert digits == [f"own: points, times 256^{digit}" for digit in (2, 1, 0)]
    seat = int(games.seats[0])
    for other in range(4):
        value = 0
        for digit in digits:
            value = value * 256 + int(seen[digit.replace("own", whose((other - seat) % 4))].max())
        assert value == games.counter("points")[0][other]


def test_dice_are_seen():
    games = VectorGames("chaturaji-albiruni-1030", 8, seed=5)
    faces = [name for name in games.plane_names if name.startswith("die ")]
    thrown = [sum(int(planes(games, game=game)[face].max()) for face in faces) for game in range(8)]
    assert all(thrown)


def test_fog_hides_from_each_seat_what_it_does_not_see():
    games = VectorGames(recipe("fog"), 1, seed=3)
    rules = games.rules
    kinds = [kind["name"] for kind in rules.about["kinds"]]
    lots = np.random.default_rng(3)
    cells = [games.cells(seat) for seat in range(4)]
    hidden = 0
    for _ in range(60):
        if games.over[0]:
            break
        board = quadrille.Game(rules, games.fens()[0]).board
        for seat, name in enumerate(rules.seats):
            seen = planes(games, seat)
            own = {square for square, piece in board.items() if piece.army == name}
            places = {int(cells[seat][games.squares.index(square)]) for square in own}
            shown = np.flatnonzero(sum(seen[f"own: {kind}"].astype(int) for kind in kinds))
            assert set(shown.tolist()) == places, "its own pieces, all of them"
            for other in range(1, 4):
                army = rules.seats[(seat + other) % 4]
                count = sum(int(seen[f"seat +{other}: {kind}"].sum()) for kind in kinds)
                there = sum(piece.army == army for piece in board.values())
                assert count <= there
                hidden += there - count
                assert not seen[f"seat +{other}: rook may castle"].any()
            assert not seen["plies since progress"].any() and not seen["earlier occurrences"].any()
        games.step([lots.choice(games.legal()[0])])
    assert hidden > 1000


def test_an_observer_need_not_be_the_seat_to_act():
    """Any seat can be the observer. In fog, each sees only its own part of the board."""
    games = VectorGames(recipe("fog"), 2)
    both = games.observe([0, 1])
    assert np.array_equal(both[0], games.observe()[0])
    assert not np.array_equal(both[1], games.observe()[1])
    for wrong in (4, -1, [0, 1, 2]):
        with pytest.raises((quadrille.QuadrilleError, ValueError), match=r"seat|broadcast"):
            games.observe(wrong)


def test_the_planes_have_names_of_their_own():
    for name in [*quadrille.rulesets(), "crazyhouse", "bids", "seirawan", "veterans", "duck", "sideways-pawns"]:
        rules = quadrille.load(name) if name in quadrille.rulesets() else recipe(name)
        games = VectorGames(rules, 1, seed=2)
        assert len(set(games.plane_names)) == len(games.plane_names) == games.planes[0], name
        games.random(30)
        for seat in range(len(rules.seats)):
            assert games.observe(seat).shape == (1, *games.planes)


def test_pieces_that_face_elsewhere_are_seen():
    """A pawn that has turned left is shown to its own seat and to the opponent, who sees the board flipped."""
    games = VectorGames(quadrille.load(TURNING), 1)
    play(games, "a1-b1")
    white, black = planes(games, 0)["faces otherwise"], planes(games, 1)["faces otherwise"]
    assert white[0, 1] == 3 and black[4, 1] == 1 and white.sum() == 3 and black.sum() == 1


def test_what_is_no_action_is_refused():
    games = VectorGames("orthodox-chess", 1)
    for wrong in (10**9, 10**12, 0.5, None, 10**30):
        with pytest.raises(quadrille.QuadrilleError):
            games.step([wrong])
    for count in (-5, 2.5, 0):
        with pytest.raises(quadrille.QuadrilleError):
            VectorGames("orthodox-chess", count)


MEMORIES = {
    "geometry.toml": '''
[variant]
id = "memories"
title = "Memories"
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
[pieces]
king = { letter = "K", moves = "K", royal = true }
[array]
picture = """
bK . . . .
. . . . .
. . . . .
. . . . .
wK . . . .
"""
[rules]
scripts = ["memories.rhai"]
''',
    "memories.rhai": """//! What is remembered of each move.
const FOG = true;

fn define(rules) {
    if FOG { rules.fog(); }
    rules.protect("own", "none");
    rules.memory("aim", "seat", "square");
    rules.memory("last", "game", "square");
    rules.memory("mover", "game", "seat");
    rules.memory("moved", "game", "seats");
    rules.memory("kind", "game", "kind");
    rules.counter("steps", "seat", -3, 300).start(-2);
}

/// when: every ply
fn on_move(game, seat, piece, from, to) {
    remember("aim", seat, to);
    remember("last", to);
    remember("mover", seat);
    remember("moved", [seat]);
    remember("kind", "king");
    add_counter("steps", seat, 1);
}

fn on_mate(game, seat) { lose(seat); }
fn on_stalemate(game, seat) { draw(); }
""",
}


@pytest.mark.parametrize("fog", [False, True])
def test_memories_are_seen_by_those_who_know_them(fog):
    rules = quadrille.load(MEMORIES, FOG=fog)
    games = VectorGames(rules, 1)
    play(games, "a1-b1")
    white, black = planes(games, 0), planes(games, 1)
    assert np.argwhere(white["own: aim"]).tolist() == [[0, 1]]
    known = 0 if fog else 1
    assert black["seat +1: aim"][4, 1] == known and black["seat +1: aim"].sum() == known
    for seen, mover in ((white, "own"), (black, "seat +1")):
        assert (seen[f"game: mover: {mover}"] == known).all() and (seen[f"game: moved: {mover}"] == known).all()
        assert seen["game: last"].sum() == known and (seen["game: kind"] == known).all()
    # All seats see the counters: the difference from the minimum, with two digits if it needs them.
    assert [int(white[f"own: steps, times 256^{digit}"].max()) for digit in (1, 0)] == [0, 2]
    assert int(black["seat +1: steps, times 256^0"].max()) == 2

    seen = []

    def looking(positions):
        seen.extend(position.fen for position in positions)
        return [0 for _ in positions]

    quadrille.playout(rules, 1, agents=["random", looking], ply_limit=2)
    assert ("aim=" in seen[0]) != fog and ("last=" in seen[0]) != fog and "steps=" in seen[0]


TURNING = {
    "geometry.toml": MEMORIES["geometry.toml"],
    "memories.rhai": """//! Kings turn to the west.
fn define(rules) { rules.protect("own", "none"); }

/// when: every ply
fn on_move(game, seat, piece, from, to) { set_facing(to, "west"); }

fn on_mate(game, seat) { lose(seat); }
fn on_stalemate(game, seat) { draw(); }
""",
}
