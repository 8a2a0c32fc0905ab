import json
import struct

import pytest

np = pytest.importorskip("numpy")

import quadrille  # noqa: E402
from quadrille.positions import read_positions, self_play  # noqa: E402
from quadrille.vector import VectorGames  # noqa: E402


@pytest.fixture(scope="module")
def found():
    return self_play("chesscom-teams", 3, agent="mcts:30", fens=True, ply_limit=30, seed=2)


def test_positions_have_the_planes_and_actions_of_their_fens(found):
    arrays = found.arrays()
    games = VectorGames("chesscom-teams", len(found), fens=found.fens)
    names = VectorGames("chesscom-teams", 1).plane_names
    same = [at for at, name in enumerate(names) if "occurrences" not in name]
    assert np.array_equal(games.observe()[:, same], arrays["planes"][:, same])
    assert np.array_equal(games.seats, arrays["seat"])
    for at, legal in enumerate(games.legal()):
        span = slice(arrays["offsets"][at], arrays["offsets"][at + 1])
        assert set(arrays["policy_ids"][span].tolist()) <= set(legal.tolist())
        assert arrays["policy_weights"][span].sum() == pytest.approx(1.0, abs=1e-5)
        assert arrays["best"][at] in legal
    assert ((arrays["evaluation"] >= 0) & (arrays["evaluation"] <= 1)).all()
    assert set(arrays["result"].tolist()) <= {0.0, 0.5, 1.0}


def test_games_do_not_depend_on_threads_or_on_their_company(found):
    again = self_play("chesscom-teams", 3, agent="mcts:30", ply_limit=30, seed=2, jobs=1)
    assert again._records == found._records
    last = self_play("chesscom-teams", range(2, 3), agent="mcts:30", ply_limit=30, seed=2)
    assert found._records.endswith(last._records) and len(last) > 0


def test_files_are_read_again(found, tmp_path):
    found.save(tmp_path / "positions")
    again = read_positions(tmp_path / "positions")
    assert again.header == found.header and again._records == found._records
    assert sum(len(batch["game"]) for batch in again.batches(7, seed=1)) == len(found)
    content = (tmp_path / "positions").read_bytes()
    (length,) = struct.unpack("<I", content[8:12])
    assert json.loads(content[12 : 12 + length])["num_actions"] == found.header["num_actions"]
    for wrong in (b"nonsense", content[:20], content[:-3]):
        (tmp_path / "wrong").write_bytes(wrong)
        with pytest.raises(quadrille.QuadrilleError, match=r"not a file of packed positions|damaged"):
            read_positions(tmp_path / "wrong")
    parquet = pytest.importorskip("pyarrow.parquet")
    found.to_parquet(tmp_path / "positions.parquet")
    table = parquet.read_table(tmp_path / "positions.parquet")
    assert table.num_rows == len(found) and table["fen"].to_pylist() == found.fens
    assert table["policy_ids"].to_pylist()[0] == found.arrays(0, 1)["policy_ids"].tolist()


def test_agents_that_do_not_search_are_refused():
    with pytest.raises(quadrille.QuadrilleError, match="agent that searches"):
        self_play("nava-2018", 1, agent="greedy")
    assert len(self_play("nava-2018", 1, agent="search:50", ply_limit=20)) > 0
