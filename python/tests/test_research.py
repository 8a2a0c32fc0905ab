import pytest

import quadrille


def timeless(found):
    report = dict(found.report)
    report.pop("seconds", None)
    return report


def test_a_comparison_says_what_the_command_line_says():
    looks = []
    found = quadrille.compare(
        "nava-2018",
        "orthodox-chess",
        agents="random",
        games=200,
        at_least=0,
        progress=lambda games, look: looks.append(look),
    )
    assert found.conclusions == ["different"] and " in B: " in str(found)
    assert found.page.startswith("<!doctype html>")
    assert found.report["again"].startswith("quadrille compare nava-2018 orthodox-chess --primary decided")
    again = quadrille.compare("nava-2018", "orthodox-chess", agents="random", games=200, at_least=0, jobs=1)
    found.report.pop("seconds"), again.report.pop("seconds")
    assert again.report == found.report
    with pytest.raises(quadrille.QuadrilleError, match="length"):
        quadrille.compare("nava-2018", "orthodox-chess", primary="lenght")
    with pytest.raises(ValueError, match="two"):
        quadrille.compare("nava-2018")


def test_a_sweep_says_which_tunables_matter():
    looks = []
    asked = {"agents": "random", "games": 60, "at_least": 0, "seed": 3, "opening": "random:4"}
    found = quadrille.sweep("verney-1881", "AFTER_MATE", progress=lambda games, look: looks.append(look), **asked)
    assert found.rules and {row["tunable"] for row in found.rules} == {"mate.AFTER_MATE"}
    assert found.report["again"].startswith(
        "quadrille sweep verney-1881 --tunable AFTER_MATE --primary decided --margin 0.05"
    )
    assert "--from random:4" in found.report["again"] and found.text in str(found)
    again = quadrille.sweep("verney-1881", ["AFTER_MATE"], jobs=1, **asked)
    assert timeless(again) == timeless(found)
    with pytest.raises(quadrille.QuadrilleError, match="AFTER_MATE"):
        quadrille.sweep("verney-1881", "AFTER_MAT")
    with pytest.raises(quadrille.QuadrilleError, match="margin"):
        quadrille.sweep("verney-1881", primary="length")
    with pytest.raises(quadrille.RulesetError):
        quadrille.sweep("verney-1881", "AFTER_MATE=nonsense")


def test_a_ruleset_of_files_can_be_swept():
    files = {"geometry.toml": 'extends = "verney-1881"\n[variant]\nid = "mine"\ntitle = "Mine"\n'}
    found = quadrille.sweep(quadrille.load(files), "AFTER_MATE=remove", agents="random", games=8, at_least=0)
    assert found.report["again"].startswith("quadrille sweep mine")


def test_matches_say_what_strength_brings():
    found = quadrille.skill("nava-2018", ["random", "greedy", "mcts:2"], games=12, ply_limit=60)
    assert [(row["strong"], row["weak"]) for row in found.matches] == [
        ("greedy", "random"),
        ("mcts:2", "greedy"),
        ("mcts:2", "random"),
    ]
    again = quadrille.skill("nava-2018", ["random", "greedy", "mcts:2"], games=12, ply_limit=60, jobs=1)
    assert timeless(again) == timeless(found)
    with pytest.raises(quadrille.QuadrilleError, match="weaker"):
        quadrille.skill("nava-2018", "random")


def test_claims_are_tested_and_told():
    told = []
    found = quadrille.claims("verney-1881", games=4, ply_limit=20, progress=lambda games, look: told.append(look))
    assert found.text.startswith("# What the sources claim")
    assert all(name.startswith("verney-1881/") for name in found.results)
    with pytest.raises(quadrille.QuadrilleError, match="no such ruleset"):
        quadrille.claims("no-such-ruleset")


@pytest.mark.parametrize("study", [quadrille.sweep, quadrille.skill, quadrille.claims])
def test_progress_may_end_a_study(study):
    def stop(games, look):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study("verney-1881", games=10_000_000, progress=stop)


def test_a_study_takes_games_that_were_played_elsewhere():
    from quadrille import _native
    from quadrille.options import _opening
    from quadrille.research import Question, Skill, _asked, _compared, _compared_rulesets
    from quadrille.study import _played

    def elsewhere(study, opening=None):
        sides = [quadrille.Ruleset(side) for side in study.sides()]
        while (ask := _asked(study, opening)) is not None:
            study.give([_played(sides[one.side], one.plan, 1)._rows for one in ask])

    sides = ["nava-2018", "orthodox-chess"]
    asked = {
        "primary": "decided",
        "margin": 0.1,
        "agents": ["random", "greedy"],
        "games": 200,
        "at_least": 0,
        "seed": 5,
    }
    question = Question(["random", "greedy"], 200, 5, None, None, 80, "decided", 0.1, 0)
    study = _native.Study.compare(_compared_rulesets(sides), question)
    elsewhere(study)
    assert timeless(_compared(study)) == timeless(quadrille.compare(*sides, **asked, ply_limit=80))
    fresh = _native.Study.compare(_compared_rulesets(sides), question)
    with pytest.raises(quadrille.QuadrilleError):
        fresh.give([["{}"], ["{}"]])

    begin = _opening("random:4", None)
    question = Question(["random", "greedy"], 30, 2, begin, None, 60, decide=True)
    study = _native.Study.skill(quadrille.load("nava-2018")._native, question)
    elsewhere(study, begin)
    local = quadrille.skill(
        "nava-2018", ["random", "greedy"], games=30, decide=True, seed=2, opening="random:4", ply_limit=60
    )
    assert timeless(Skill(*study.report()[:2])) == timeless(local)
