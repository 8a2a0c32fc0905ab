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


def test_the_ruleset_decides_the_columns_of_tables(tmp_path):
    """A table has the same columns and types for any games, and even without games."""
    pyarrow = pytest.importorskip("pyarrow")
    rules = quadrille.load("team-chess")
    parts = [quadrille.playout(rules, range(at, at + 4), agents="greedy") for at in (0, 4, 8)]
    unmeasured = quadrille.playout(rules, 2, metrics=False)
    tables = [one.to_arrow() for one in (*parts, unmeasured, quadrille.playout(rules, 0))]
    schema = tables[0].schema
    assert all(table.schema.equals(schema) for table in tables)
    assert not any(pyarrow.types.is_null(field.type) for field in schema)
    assert tables[-1].num_rows == 0
    for counted in rules.about["counts"]:
        column = pyarrow.chunked_array([chunk for table in tables[:3] for chunk in table[f"count_{counted}"].chunks])
        games = [row["counts"].get(counted, 0) for part in parts for row in part.games]
        assert column.to_pylist() == games
    for number, part in enumerate(parts):
        part.to_parquet(tmp_path / f"{number}.parquet")
    whole = pytest.importorskip("pyarrow.dataset").dataset(tmp_path).to_table()
    assert whole.num_rows == 12 and whole.schema.equals(schema)


def test_columns_have_units_and_tables_their_run():
    pytest.importorskip("pyarrow")
    played = quadrille.playout("verney-1881", 5, agents="greedy", seed=8, series=True)
    for table in (played.to_arrow(), played.series_to_arrow()):
        run = json.loads(table.schema.metadata[b"quadrille"])
        assert run["version"] == quadrille.__version__ and run["seed"] == 8
        assert run["ruleset"]["hash"] == played.rules.hash
        assert all(field.metadata[b"meaning"] for field in table.schema)
    unit = {field.name: field.metadata.get(b"unit") for field in played.to_arrow().schema}
    assert (unit["length"], unit["drama"], unit["plies"]) == (b"plies", b"share", b"plies")
    assert unit["pieces"] == b"pieces" and unit["game"] is None
    row, game = played.to_arrow().to_pylist()[2], played.games[2]
    for name in ("eliminated", "absent", "captured_by", "winners", "captures_at", "mates_at", "pieces", "opening"):
        assert row[name] == game[name], name
    assert [list(freeze.values()) for freeze in row["frozen"]] == game["frozen"]
    assert row["utility_red"] == game["utility"][played.rules.seats.index("red")]
    assert row["clause_V11"] == game["clauses"].get("V11", 0)
    ply = played.series_to_arrow().to_pylist()[3]
    assert (ply["ply"], ply["checks"]) == (4, played.series[3]["checks"])


def test_points_are_in_rows_series_tables_and_games():
    pytest.importorskip("pyarrow")
    rules = quadrille.load("chesscom-ffa")
    played = quadrille.playout(rules, 3, agents="greedy", series=True, records=True)
    table, plies = played.to_arrow().to_pylist(), played.series_to_arrow().to_pylist()
    for number, game in enumerate(played.games):
        final = dict(zip(rules.seats, game["counters"]["points"], strict=True))
        assert sum(final.values()) > 0
        replayed = quadrille.Game.from_pgn(rules, played.records[number])
        assert replayed.counters["points"] == final
        assert {seat: table[number][f"counter_points_{seat}"] for seat in rules.seats} == final
        last = [row for row in played.series if row["game"] == number][-1]
        assert last["counters"]["points"] == list(final.values())
        flat = [row for row in plies if row["game"] == number]
        assert {seat: flat[-1][f"counter_points_{seat}"] for seat in rules.seats} == final
        replayed.go_to(40)
        assert {seat: flat[39][f"counter_points_{seat}"] for seat in rules.seats} == replayed.counters["points"]
        # A counter of the game has a single value, not one for each seat.
        assert table[number]["counter_progress_at"] == game["counters"]["progress_at"][0]
    assert isinstance(quadrille.Game(rules).counters["progress_at"], int)
    assert quadrille.Game("orthodox-chess").counters == {}

    def first(positions):
        return [0 for position in positions]

    called = quadrille.playout(rules, 2, agents=["greedy", first, "greedy", first], ply_limit=80)
    assert all(len(game["counters"]["points"]) == 4 for game in called.games)


def test_numbers_of_games_are_whole_and_not_negative():
    for wrong in (-5, 10.5, "ten", None):
        with pytest.raises(quadrille.QuadrilleError, match="number of games"):
            quadrille.playout("nava-2018", wrong)
        for study in (quadrille.sweep, quadrille.skill):
            with pytest.raises(quadrille.QuadrilleError, match="number of games"):
                study("nava-2018", games=wrong)
        with pytest.raises(quadrille.QuadrilleError, match="number of games"):
            quadrille.compare("nava-2018", "nava-2018@ffa", games=wrong)
    np = pytest.importorskip("numpy")
    assert len(quadrille.playout("nava-2018", np.int64(3))) == 3


def test_openings_and_addresses_that_do_not_exist_are_refused(tmp_path):
    with pytest.raises(quadrille.QuadrilleError, match="random:8"):
        quadrille.playout("nava-2018", 2, opening="rand:8")
    played = quadrille.playout("nava-2018", 2)
    for write in (played.to_ndjson, lambda path: quadrille.read_ndjson(path, "nava-2018")):
        with pytest.raises(quadrille.QuadrilleError, match="s3://bucket/games is an address"):
            write("s3://bucket/games")


def test_exports_of_the_command_are_read(tmp_path):
    """`quadrille export` writes the rows of `Playouts.games`, alone or after the identity of their run."""
    rules = quadrille.load("nava-2018")
    agents = ["greedy", "random", "random", "random"]
    begun = quadrille.playout(rules, 4, opening="random:3")
    rows = ",".join(json.dumps(row) for row in begun.games)
    head = json.dumps({"schema": 1, **begun.identity, "range": [0, 4]}).removesuffix("}")
    (tmp_path / "random.json").write_text(f'{head},"games":[\n{rows}\n]}}\n')
    assert quadrille.read_ndjson(tmp_path / "random.json", rules).identity == begun.identity
    played = quadrille.playout(rules, range(2, 12), agents=agents, rotate=True, seed=5)
    (tmp_path / "games.ndjson").write_text("".join(json.dumps(row) + "\n" for row in played.games))
    read = quadrille.read_ndjson(tmp_path / "games.ndjson", rules, seed=5)
    assert (read.games, read.identity, read.plan) == (played.games, played.identity, played.plan)
    head = json.dumps({"schema": 1, **played.identity, "range": [0, 12]}).removesuffix("}")
    rows = ",\n".join(json.dumps(row) for row in played.games)
    (tmp_path / "games.json").write_text(f'{head},"games":[\n{rows}\n]}}\n')
    read = quadrille.read_ndjson(tmp_path / "games.json", rules)
    assert (read.games, read.identity) == (played.games, played.identity)
    for name in ("games.ndjson", "games.json"):
        with pytest.raises(quadrille.QuadrilleError, match="other rules"):
            quadrille.read_ndjson(tmp_path / name, "verney-1881")
    for text in ("", "[]", "{}", "1\n", '{"game": 1}\n', "nonsense"):
        (tmp_path / "wrong").write_text(text)
        with pytest.raises(quadrille.QuadrilleError, match="holds no games"):
            quadrille.read_ndjson(tmp_path / "wrong", rules)
    (tmp_path / "gap").write_text(json.dumps(played.games[0]) + "\n" + json.dumps(played.games[4]) + "\n")
    with pytest.raises(quadrille.QuadrilleError, match="2 games instead of 5"):
        quadrille.read_ndjson(tmp_path / "gap", rules)
