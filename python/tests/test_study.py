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
    with pytest.raises(ValueError):
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


def test_a_comparison_says_what_the_command_line_says():
    looks = []
    found = quadrille.compare(
        "nava-2018", "orthodox-chess", agents="random", games=200, at_least=0, progress=lambda games, look: looks.append(look)
    )
    assert found.conclusions == ["different"] and "differs from A" in str(found)
    assert found.page.startswith("<!doctype html>")
    assert found.report["again"].startswith("quadrille compare nava-2018 orthodox-chess --primary decided")
    again = quadrille.compare("nava-2018", "orthodox-chess", agents="random", games=200, at_least=0, jobs=1)
    found.report.pop("seconds"), again.report.pop("seconds")
    assert again.report == found.report
    with pytest.raises(quadrille.QuadrilleError, match="length"):
        quadrille.compare("nava-2018", "orthodox-chess", primary="lenght")
    with pytest.raises(ValueError):
        quadrille.compare("nava-2018")


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
