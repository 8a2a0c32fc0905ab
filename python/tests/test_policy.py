import random
import re
from itertools import pairwise

import pytest

np = pytest.importorskip("numpy")

import quadrille  # noqa: E402
from quadrille.policy import Observations, Policy  # noqa: E402
from quadrille.vector import VectorGames  # noqa: E402


def by_seed(observations):
    """Chooses a random legal action by the seed of each position."""
    ids, ends = observations.ids, observations.offsets
    spans = zip(pairwise(ends.tolist()), observations.seeds.tolist(), strict=True)
    return [ids[begin:end][random.Random(seed).randrange(end - begin)] for (begin, end), seed in spans]


@pytest.mark.parametrize("name", ["orthodox-chess", "chesscom-ffa", "bughouse", "chaturaji-albiruni-1030"])
def test_a_position_has_the_planes_and_numbers_of_a_batch(name):
    rules = quadrille.load(name)
    games = VectorGames(rules, 3, seed=5, ply_limit=150)
    for _ in range(4):
        games.random(7)
        positions = games.positions()
        observed, going = games.observations()
        assert [position.game for position in positions] == going.tolist()
        again = Observations.of(positions)
        for one in ("planes", "ids", "offsets", "seats"):
            assert np.array_equal(getattr(observed, one), getattr(again, one)), one
        assert np.array_equal(observed.masks, games.masks()[going])
        for position, row in zip(positions, observed.masks, strict=True):
            assert np.array_equal(position.mask, row) and len(position.ids) == len(position.actions)
            texts = games.texts(position.game)
            assert {number: texts[number] for number in set(position.ids.tolist())} == texts
            for number, text in zip(position.ids.tolist(), position.actions, strict=True):
                assert text in texts[number]


def test_texts_and_numbers_map_both_ways():
    for name in quadrille.rulesets()[::4]:
        rules = quadrille.load(name)
        game = quadrille.Game(rules)
        lots = random.Random(3)
        for _ in range(8):
            if game.over:
                break
            numbers = game.action_ids
            for move in game.legal_moves:
                number = numbers[move.text]
                if move.group in ("move", "castling", "drop", "pass") and move.text.count("-") < 2:
                    assert rules.action_id(move.text) == number, (name, move.text)
                    path = re.split("[,=]", move.text)[0]
                    assert rules.action_text(number).split("-")[-1] == path.split("-")[-1]
            game.play(lots.choice(game.actions))
    for wrong in ("e2", "e2-e99", "choose=queen", "", "castle", "Z@e4"):
        with pytest.raises(quadrille.QuadrilleError, match="without a position"):
            quadrille.load("orthodox-chess").action_id(wrong)
    with pytest.raises(quadrille.QuadrilleError, match="without a position"):
        rules.action_text(rules.num_actions)


def test_a_policy_plays_the_same_games_in_any_batch_and_in_all_studies():
    policy = Policy(by_seed)
    agents = [policy, "greedy"]
    asked = {"agents": agents, "ply_limit": 200, "seed": 6}
    one = quadrille.playout("orthodox-chess", 6, batch=1, **asked)
    many = quadrille.playout("orthodox-chess", 6, batch=64, jobs=2, **asked)
    assert one.games == many.games and one.games[0]["agents"] == ["python:by_seed", "greedy"]
    found = quadrille.match("nava-2018", policy, "random", games=12, ply_limit=60)
    assert found.matches[0]["a"] == "python:by_seed" and found.report["games"] == 12
    assert quadrille.compare("nava-2018", "nava-2018@ffa", agents=policy, games=8, ply_limit=40).conclusions
    assert quadrille.skill("nava-2018", [policy, "greedy"], games=8, ply_limit=40).matches
    surveyed = quadrille.survey("nava-2018", "verney-1881", agents=[policy], games=4, ply_limit=40)
    assert surveyed.report["agents"] == ["python:by_seed"] and surveyed.report["games"] == 8


def test_a_policy_chooses_the_kind_of_a_promotion_in_a_second_stage():
    rules = quadrille.load("orthodox-chess")
    kinds = [kind["name"] for kind in rules.about["kinds"]]
    start = VectorGames(rules, 1).starts["second"]
    asked = []

    def knight(observations):
        asked.append(observations.ids.tolist())
        wanted = [rules.action_id("a7-a8"), start + kinds.index("knight")]
        return [next(number for number in wanted if number in observations.ids)]

    game = quadrille.Game(rules, fen=promotes(rules))
    (index,) = Policy(knight)([game.position()])
    game.play(game.actions[index])
    assert game.board["a8"].kind == "knight"
    assert len(asked) == 2 and {kinds[number - start] for number in asked[1]} == {"queen", "rook", "bishop", "knight"}


def promotes(rules):
    game = quadrille.Game(rules)
    game.play_all("a2-a4 b7-b5 a4-b5 a7-a6 b5-a6 b8-c6 a6-a7 c6-e5 g1-f3 a8-b8 f3-g1 e5-c6")
    return game.fen


def test_wrong_answers_of_policies_are_refused_in_words():
    for wrong, message in [
        (lambda seen: [0] * len(seen), "is not legal; choose among `ids`"),
        (lambda seen: [0.5] * len(seen), "an action number for each"),
        (lambda seen: [], "an action number for each"),
    ]:
        with pytest.raises(quadrille.QuadrilleError, match=message):
            quadrille.playout("orthodox-chess", 2, agents=Policy(wrong, "wrong"))
    game = quadrille.Game("orthodox-chess")
    game.play_all("f2-f3 e7-e5 g2-g4 d8-h4")
    with pytest.raises(quadrille.QuadrilleError, match="no seat decides"):
        game.position()
