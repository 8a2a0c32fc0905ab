import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest

import quadrille


def some(positions):
    return [random.Random(position.seed).choice(position.actions) for position in positions]


def first(positions):
    return [0] * len(positions)


def test_games_do_not_depend_on_the_batch_or_on_threads():
    asked = {"agents": [some, "greedy", first, "random"], "seed": 3, "rotate": True, "ply_limit": 60}
    one = quadrille.playout("verney-1881", 12, batch=1, jobs=1, **asked)
    many = quadrille.playout("verney-1881", 12, batch=64, jobs=2, **asked)
    part = quadrille.playout("verney-1881", range(5, 9), batch=3, **asked)
    assert one.games == many.games and one.games[5:9] == part.games
    assert set(one.games[0]["agents"]) == {"python:some", "python:first", "greedy", "random"}
    assert {row["rotation"] for row in one.games} == {0, 1, 2, 3}
    assert one.report["games"] == 12
    merged = quadrille.merge(
        [quadrille.playout("verney-1881", 5, **asked), part, *[quadrille.playout("verney-1881", range(9, 12), **asked)]]
    )
    assert merged.games == one.games


@pytest.mark.parametrize("rules", ["verney-1881", "chesscom-teams", "chaturaji-albiruni-1030"])
@pytest.mark.parametrize("opening", [None, "random:6"])
def test_games_are_those_of_other_playouts(rules, opening):
    ruleset = quadrille.load(rules)

    answers = {}
    plain = quadrille.playout(ruleset, 3, agents="greedy", records=True, opening=opening, ply_limit=80)
    for number, text in enumerate(plain.records):
        game = quadrille.Game.from_pgn(ruleset, text)
        answers[number] = game.history

    taken = {number: 0 for number in answers}

    def answer(position):
        moves = answers[position.game]
        while moves[taken[position.game]] not in position.actions:
            taken[position.game] += 1
        taken[position.game] += 1
        return moves[taken[position.game] - 1]

    def replaying(positions):
        return [answer(position) for position in positions]

    played = quadrille.playout(ruleset, 3, agents=replaying, records=True, opening=opening, ply_limit=80)
    for one, other in zip(plain.games, played.games, strict=True):
        assert {**one, "agents": None} == {**other, "agents": None}


def test_a_batch_has_the_positions_of_many_games():
    sizes = []

    def counting(positions):
        sizes.append(len(positions))
        assert all(position.to_game().turn == position.seat for position in positions)
        assert [position.game for position in positions] == sorted(position.game for position in positions)
        return [position.actions[0] for position in positions]

    quadrille.playout("orthodox-chess", 8, agents=["random", counting], batch=8, jobs=1, ply_limit=10)
    assert max(sizes) == 8


def test_what_is_wrong_with_an_answer_is_told():
    with pytest.raises(quadrille.IllegalAction, match=r"game 0, ply 0.*`e2-e5` by `python:<?lambda.*legal are"):
        quadrille.playout("orthodox-chess", 1, agents=lambda positions: ["e2-e5"])
    with pytest.raises(quadrille.QuadrilleError, match=r"ply 0.*nonsense.*legal are"):
        quadrille.playout("orthodox-chess", 1, agents=lambda positions: ["nonsense"])
    with pytest.raises(quadrille.QuadrilleError, match=r"neither .* 0 to 19"):
        quadrille.playout("orthodox-chess", 1, agents=lambda positions: [20])
    with pytest.raises(quadrille.QuadrilleError, match="0 answers for 4 positions"):
        quadrille.playout("orthodox-chess", 4, agents=lambda positions: [], batch=4)
    with pytest.raises(ZeroDivisionError):
        quadrille.playout("orthodox-chess", 4, agents=lambda positions: [1 // 0])
    with pytest.raises(quadrille.QuadrilleError, match="pass the callable"):
        quadrille.playout("orthodox-chess", 4, agents="python:some")


def test_progress_may_end_a_run_with_callables():
    def stop(played, total):
        raise KeyboardInterrupt

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        quadrille.playout("verney-1881", 1_000_000, agents=some, progress=stop)
    assert time.monotonic() - begun < 30


def without_clocks(report):
    """Returns a report without the parts that differ from run to run, and without the command line."""
    report = dict(report)
    for key in ("seconds", "again", "command"):
        report.pop(key, None)
    return report


def test_a_comparison_of_callables_is_that_of_the_same_agents():
    asked = {"games": 24, "at_least": 8, "seed": 4, "ply_limit": 40}
    one = quadrille.compare(
        "nava-2018", "nava-2018@default", agents=[first, ["random", some, "random", some]], batch=1, **asked
    )
    many = quadrille.compare(
        "nava-2018", "nava-2018@default", agents=[first, ["random", some, "random", some]], batch=64, jobs=2, **asked
    )
    assert without_clocks(one.report) == without_clocks(many.report)
    assert set(one.report["trials"][0]["agents"]) == {"python:first"}
    assert one.report["trials"][1]["agents"] == ["random", "python:some", "random", "python:some"]


def test_a_comparison_asks_callables_for_the_games_that_it_would_play_itself():
    plain = quadrille.compare("nava-2018", "nava-2018@default", agents=["random", "greedy"], games=40, at_least=8)
    seen = []

    def hear(games, look):
        seen.append(games)

    # The number of line-ups is the same, so each has the same share of the error probability.
    mixed = quadrille.compare(
        "nava-2018", "nava-2018@default", agents=["random", first], games=40, at_least=8, progress=hear
    )
    assert mixed.report["trials"][0]["pairs"] == plain.report["trials"][0]["pairs"]
    assert seen == sorted(seen)


def test_sweeps_and_matches_take_callables():
    swept = quadrille.sweep("verney-1881", "AFTER_MATE=remove", agents=first, games=8, at_least=0, ply_limit=30)
    assert {agent for row in swept.rules for agent in row["agents"].split("+")} == {"python:first"}
    matched = quadrille.skill("nava-2018", ["random", some, "greedy"], games=8, ply_limit=60)
    assert [row["strong"] for row in matched.matches][:2] == ["python:some", "greedy"]


def test_an_error_in_a_callable_ends_a_comparison():
    def fails(positions):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        quadrille.compare("nava-2018", "orthodox-chess", agents=fails, games=8)
    with pytest.raises(quadrille.QuadrilleError):
        quadrille.compare("nava-2018", "orthodox-chess", agents="python:some", games=8)


def test_games_with_callables_may_not_run_on_without_end():
    work = "let n = 0; for i in 0..25000 { n += i % 7; } if n < 0 { draw(); }"
    slow = {
        "geometry.toml": '''
[variant]
id = "slow"
title = "Slow"
[board]
mask = "8x8"
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
bK . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . wK
"""
[rules]
scripts = ["slow.rhai"]
ply_limit = 20000
''',
        "slow.rhai": f"""//! Hooks that take long.

/// when: every ply
fn on_turn(game, seat) {{ {work} }}

/// when: every ply
fn on_move(game, seat, piece, from, to) {{ {work} }}
""",
    }
    played = quadrille.playout(quadrille.load(slow), 1, agents=first, metrics=False)
    assert "million operations" in played.games[0]["error"]


COOKBOOK = Path(__file__).parents[2] / "docs" / "cookbook"


def test_an_agent_sees_in_fog_what_its_seat_sees():
    rules = quadrille.load(f"{COOKBOOK / 'fog'}/")
    hidden = []

    def pieces(fen):
        return Counter(re.findall(r"(?<![A-Za-z])[a-z][A-Z]", fen))

    def looking(positions):
        for position in positions:
            seen, whole = pieces(position.fen), pieces(position.guess)
            game = position.to_game()
            key = position.seat[0]
            own = {piece: count for piece, count in whole.items() if piece[0] == key}
            assert own.items() <= seen.items(), "its own pieces, all of them"
            hidden.append(sum(whole.values()) - sum(seen.values()))
            assert game.turn == position.seat
            assert len(game.board) == sum(whole.values())
        return [random.Random(position.seed).randrange(len(position.actions)) for position in positions]

    played = quadrille.playout(rules, 4, agents=looking, records=True, ply_limit=60)
    assert sum(hidden) > 1000
    # An agent receives equal data for positions that are equal to its seat.
    again = quadrille.playout(rules, 4, agents=looking, records=True, ply_limit=60, batch=1)
    assert played.records == again.records


def test_hidden_moves_do_not_change_what_an_agent_is_given():
    """Two games differ by a move that is hidden from the agent."""
    rules = quadrille.load(f"{COOKBOOK / 'fog'}/")
    given = []
    for pawn in ("h2-h3", "h2-h4"):

        def second(positions, given=given):
            given.extend((position.fen, position.actions) for position in positions if position.ply == 0)
            return [0 for position in positions]

        quadrille.playout(rules, 1, agents=second, opening=f"moves:{pawn}", ply_limit=2)
        assert not given or given[0] == given[-1]
    assert len(given) == 2


def test_answers_given_in_secret_stay_secret():
    rules = quadrille.load(f"{COOKBOOK / 'at-once'}/")
    told = []

    def first_of_all(positions):
        told.extend(positions)
        return [0 for position in positions]

    quadrille.playout(rules, 1, agents=first_of_all, ply_limit=8)
    assert len({position.seat for position in told}) == 2
    assert not any("sealed" in position.fen for position in told if position.guess)
    answering = [position for position in told if position.guess is not None]
    assert answering, "somebody answers after another has"
    for position in answering:
        assert "'sealed'" in position.guess and position.to_game().turn == position.seat


def test_an_agent_that_returns_no_list_is_told_so():
    for wrong in (None, 3, "e2-e4"):
        with pytest.raises(quadrille.QuadrilleError, match="returns a list with an answer for each position"):
            quadrille.playout("orthodox-chess", 1, agents=lambda positions, wrong=wrong: wrong)
