import json
import sqlite3

import pytest

import quadrille


def test_options_are_the_same_as_keywords():
    options = quadrille.Options(seed=5, ply_limit=30, opening="random:2")
    asked = {"agents": "greedy"}
    one = quadrille.playout("nava-2018", 4, options=options, **asked)
    two = quadrille.playout("nava-2018", 4, seed=5, ply_limit=30, opening="random:2", **asked)
    assert one.games == two.games
    assert quadrille.playout("nava-2018", 4, options=options, seed=6, **asked).plan.seed == 6
    with pytest.raises(TypeError, match="no option `sed`: the options are seed"):
        quadrille.playout("nava-2018", 4, sed=6)


@pytest.mark.parametrize(
    "wrong", [{"seed": -1}, {"seed": 1.5}, {"jobs": 0}, {"batch": 0}, {"ply_limit": "9"}, {"batch": True}]
)
def test_bad_values_are_refused_in_words(wrong):
    (name,) = wrong
    with pytest.raises(quadrille.QuadrilleError, match=f"{name} is a whole number"):
        quadrille.playout("nava-2018", 1, **wrong)


def test_games_take_names_and_refuse_other_values():
    assert quadrille.Game("nava-2018").rules.id == "nava-2018"
    with pytest.raises(quadrille.QuadrilleError, match="not 7"):
        quadrille.Game(7)


def first(positions):
    return [0 for _ in positions]


@pytest.mark.parametrize("agents", ["greedy", ["greedy", first, "greedy", first]])
def test_an_interrupt_keeps_the_games_that_were_played(agents):
    def stop(played, total):
        if played > 100:
            raise KeyboardInterrupt

    with pytest.raises(quadrille.Interrupted) as caught:
        quadrille.playout("nava-2018", 1_000_000, agents=agents, seed=3, ply_limit=20, progress=stop)
    played = caught.value.result
    assert 0 < len(played) == played.report["games"]
    assert played.games == quadrille.playout("nava-2018", len(played), agents=agents, seed=3, ply_limit=20).games


def test_an_interrupt_keeps_the_results_of_studies():
    def stop(played, look):
        if played > 20:
            raise KeyboardInterrupt

    asked = {"agents": "random", "games": 1_000_000, "progress": stop}
    for study in (
        lambda: quadrille.compare("nava-2018", "nava-2018@ffa", **asked),
        lambda: quadrille.skill("nava-2018", ["random", "greedy"], games=1_000_000, progress=stop),
        lambda: quadrille.survey("nava-2018", "verney-1881", **asked),
        lambda: quadrille.search("verney-1881", "decided >= 1 %", "AFTER_MATE=remove", **asked),
    ):
        with pytest.raises(quadrille.Interrupted) as caught:
            study()
        assert caught.value.result.report["interrupted"]
        assert caught.value.result.report["games"] > 0


def test_a_match_is_that_of_the_command():
    found = quadrille.match("nava-2018", "greedy", "random", "mcts:2", games=8, round_robin=True, ply_limit=60)
    assert [(row["a"], row["b"]) for row in found.matches] == [
        ("greedy", "random"),
        ("greedy", "mcts:2"),
        ("random", "mcts:2"),
    ]
    assert set(found.ratings) == {"greedy", "random", "mcts:2"} and found.report["games"] == 24
    assert found.report["again"].startswith("quadrille match nava-2018 --a greedy --b random")
    decided = quadrille.match("orthodox-chess", "greedy", "random", games=4000, decide=True)
    assert decided.matches[0]["answer"] == "more" and decided.report["games"] < 4000
    with pytest.raises(quadrille.QuadrilleError, match="two agents"):
        quadrille.match("nava-2018", "greedy")
    with pytest.raises(quadrille.QuadrilleError, match="round_robin"):
        quadrille.match("orthodox-chess", "greedy", "random", "mcts:2")


def test_weights_that_were_learned_can_be_loaded(tmp_path):
    learned = quadrille.learn("nava-2018", games=6, stages=1, openings=0, ply_limit=40)
    assert learned.stages[0]["games"] == 6
    learned.save(tmp_path / "weights.toml")
    rules = quadrille.load("nava-2018", weights=tmp_path / "weights.toml")
    plain = quadrille.load("nava-2018", weights="none")
    runs = [quadrille.playout(one, 2).identity["ruleset"]["weights"] for one in (rules, plain)]
    assert runs[0] != runs[1]
    again = quadrille.learn("nava-2018", games=6, stages=2, openings=0, ply_limit=40, before=learned.weights)
    assert len(again.stages) == 2 and again.stages[0]["games"] == 6
    with pytest.raises(quadrille.QuadrilleError, match="other options"):
        quadrille.learn("nava-2018", games=7, stages=1, ply_limit=40, before=learned.weights)


def test_puzzles_are_found_and_written(tmp_path):
    found = quadrille.puzzles("orthodox-chess", 6, plies=1, ply_limit=120, seed=2)
    for puzzle in found:
        game = quadrille.Game("orthodox-chess", puzzle["fen"])
        assert puzzle["solution"][0] in game.actions
    assert found.text.startswith("# Made by `quadrille.puzzles`.")
    with pytest.raises(quadrille.QuadrilleError, match="the goals are win"):
        quadrille.puzzles("orthodox-chess", 1, goals="draw")


def columns(row):
    return ", ".join(f'"{name}"' for name in row)


def test_databases_are_read(tmp_path):
    """The database is written as the program writes it, from rows of games."""
    played = quadrille.playout("nava-2018", 5, seed=4)
    run, spec = played.identity, played.rules.about
    path = tmp_path / "run.db"
    with sqlite3.connect(path) as base:
        base.execute("PRAGMA user_version = 7")
        told = {
            "version": run["version"], "ruleset": run["ruleset"]["id"], "preset": run["ruleset"]["preset"],
            "hash": run["ruleset"]["hash"], "tunables": "{}", "seed": str(run["seed"]),
            "agents": json.dumps(run["agents"]), "rotate": 0, "ply_limit": None, "opening": None,
            "positions": "[]", "first": 0, "past": 5,
        }  # fmt: skip
        base.execute(f"CREATE TABLE run ({columns(told)})")
        base.execute(f"INSERT INTO run VALUES ({', '.join('?' * len(told))})", list(told.values()))
        flat = [{**{k: v for k, v in row.items() if k != "metrics"}, **row["metrics"]} for row in played.games]
        base.execute(f"CREATE TABLE game ({columns(flat[0])})")
        for row in flat:
            values = [json.dumps(value) if isinstance(value, list | dict) else value for value in row.values()]
            base.execute(f"INSERT INTO game VALUES ({', '.join('?' * len(values))})", values)
        base.execute("CREATE TABLE ply (game, ply, seat, action, legal, captured, checks, shares, counters, micros)")
    assert spec["id"] == "nava-2018"
    read = quadrille.open_db(path)
    assert read.games == played.games and read.identity == played.identity
    with pytest.raises(quadrille.QuadrilleError, match="other rules"):
        quadrille.open_db(path, "verney-1881")
    (tmp_path / "other").write_text("nonsense")
    with pytest.raises(quadrille.QuadrilleError):
        quadrille.open_db(tmp_path / "other")
