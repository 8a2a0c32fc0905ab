import json
import threading
import time

import pytest

import quadrille


def test_games_do_not_depend_on_threads_or_on_their_company():
    rules = quadrille.load("verney-1881")
    one = quadrille.playout(rules, 40, seed=7, jobs=1)
    two = quadrille.playout(rules, 40, seed=7, jobs=2)
    assert one.games == two.games
    late = quadrille.playout(rules, range(30, 40), seed=7)
    assert one.games[30:] == late.games
    assert one.report["plies"] == sum(game["plies"] for game in one.games)


def test_results_are_those_of_the_report():
    played = quadrille.playout("chesscom-teams", 30, agents="greedy", metrics=False)
    seat = played.report["seats"][0]
    assert seat["wins"] == sum(game["results"][0] == "win" for game in played.games)


def test_records_can_be_read_again():
    played = quadrille.playout("nava-2018", 3, records=True)
    for text, row in zip(played.records, played.games, strict=True):
        assert quadrille.Game.from_pgn(played.rules, text).ply == row["plies"]


def test_agents_must_suit_the_game():
    with pytest.raises(quadrille.QuadrilleError, match="4 seats"):
        quadrille.playout("verney-1881", 1, agents=["random", "greedy"])
    with pytest.raises(quadrille.QuadrilleError):
        quadrille.playout("verney-1881", 1, agents="clever")
    with pytest.raises(ValueError, match="one by one"):
        quadrille.playout("verney-1881", range(0, 10, 2))


def test_progress_is_told_and_may_end_the_run():
    seen = []

    def watch(played, total):
        seen.append((played, total))
        if len(seen) == 2:
            raise KeyboardInterrupt

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        quadrille.playout("verney-1881", 10_000_000, progress=watch)
    assert time.monotonic() - begun < 30
    assert seen[0][1] == 10_000_000


def test_the_interpreter_is_free_meanwhile():
    counted = 0
    thread = threading.Thread(target=quadrille.playout, args=("verney-1881", 300))
    thread.start()
    while thread.is_alive():
        counted += 1
        time.sleep(0.001)
    assert counted > 3


def test_tables_keep_where_they_come_from(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    played = quadrille.playout("verney-1881", 10)
    played.to_parquet(tmp_path / "games.parquet")
    table = parquet.read_table(tmp_path / "games.parquet")
    rows = table.to_pylist()
    assert [row["plies"] for row in rows] == [game["plies"] for game in played.games]
    assert rows[3]["result_red"] == played.games[3]["results"][played.rules.seats.index("red")]
    assert rows[3]["length"] == played.games[3]["metrics"]["length"]
    assert json.loads(table.schema.metadata[b"quadrille"]) == played.identity


def test_parts_of_a_run_make_the_whole_and_nothing_else_does(tmp_path):
    asked = {"agents": ["random", "greedy", "random", "random"], "seed": 4, "rotate": True}
    whole = quadrille.playout("verney-1881", 24, **asked)
    parts = [quadrille.playout("verney-1881", range(at, at + 8), **asked) for at in (16, 0, 8)]
    merged = quadrille.merge(parts)
    for one in (whole, merged):
        for clock in ("seconds", "plies_per_second"):
            one.report.pop(clock)
    assert merged.games == whole.games and merged.report == whole.report
    with pytest.raises(quadrille.QuadrilleError, match="missing"):
        quadrille.merge(parts[:2])
    with pytest.raises(quadrille.QuadrilleError, match="twice"):
        quadrille.merge([*parts, parts[0]])
    other = quadrille.playout("verney-1881", range(24, 32), **{**asked, "seed": 5})
    with pytest.raises(quadrille.QuadrilleError, match="another run"):
        quadrille.merge([*parts, other])
    whole.to_ndjson(tmp_path / "games.ndjson")
    again = quadrille.read_ndjson(tmp_path / "games.ndjson", "verney-1881")
    assert again.games == whole.games
    with pytest.raises(quadrille.QuadrilleError, match="other rules"):
        quadrille.read_ndjson(tmp_path / "games.ndjson", "nava-2018")
    (tmp_path / "cut").write_text((tmp_path / "games.ndjson").read_text()[:3000])
    with pytest.raises(quadrille.QuadrilleError):
        _ = quadrille.read_ndjson(tmp_path / "cut", "verney-1881").report


def test_openings_are_part_of_a_run(tmp_path):
    rules = quadrille.load("nava-2018")
    played = quadrille.playout(rules, 6, opening="random:6", seed=2)
    assert played.games != quadrille.playout(rules, 6, seed=2).games
    assert played.games[3:] == quadrille.playout(rules, range(3, 6), opening="random:6", seed=2).games
    played.to_ndjson(tmp_path / "games.ndjson")
    assert quadrille.read_ndjson(tmp_path / "games.ndjson", rules).games == played.games
    game = quadrille.Game(rules)
    game.play(game.actions[0])
    fens = [game.fen, quadrille.Game(rules).fen]
    by_list = quadrille.playout(rules, 4, opening=fens)
    (tmp_path / "fens").write_text("\n".join(fens))
    assert by_list.games == quadrille.playout(rules, 4, opening=tmp_path / "fens").games
    assert {row["opening"] for row in by_list.games} <= {0, 1}
    records = quadrille.playout(rules, 2, records=True).records
    after = quadrille.playout(rules, 3, opening="\n".join(records), opening_plies=4)
    assert after.identity["opening"]["name"].startswith("2 positions")
    with pytest.raises(quadrille.QuadrilleError, match="another run"):
        quadrille.merge([played, quadrille.playout(rules, range(6, 8), seed=2)])
    for wrong in ("random:0", "nonsense"):
        with pytest.raises(quadrille.QuadrilleError):
            quadrille.playout(rules, 1, opening=wrong)


def test_series_have_a_row_for_each_ply():
    pytest.importorskip("pyarrow")
    played = quadrille.playout("verney-1881", 3, agents="greedy", ply_limit=40, series=True)
    assert len(played.series) == played.report["plies"]
    last = quadrille.playout("verney-1881", range(2, 3), agents="greedy", ply_limit=40, series=True)
    parts = quadrille.merge([quadrille.playout("verney-1881", 2, agents="greedy", ply_limit=40, series=True), last])

    def timeless(one):
        return one.series_to_arrow().drop_columns("micros")

    assert timeless(parts) == timeless(played)
    assert played.series_to_arrow().column_names[:3] == ["game", "ply", "seat"]
