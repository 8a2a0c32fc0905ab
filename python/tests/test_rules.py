import pickle

import pytest

import quadrille


def test_shipped_rulesets_load_and_say_what_they_are():
    for name in quadrille.rulesets():
        rules = quadrille.load(name)
        assert rules.id == name
        assert len(rules.seats) == len(set(rules.seats)) >= 2
        assert set(rules.order) <= set(rules.seats)


def test_tunables_and_presets_change_the_rules():
    plain = quadrille.load("verney-1881")
    removal = quadrille.load("verney-1881", AFTER_MATE="remove")
    assert plain.changed == {} and removal.changed == {"mate.AFTER_MATE": "remove"}
    assert plain != removal
    assert quadrille.load("verney-1881", set={"mate.AFTER_MATE": "remove"}) == removal
    assert quadrille.load("verney-1881", preset="removal").preset == "removal"
    assert quadrille.load("orthodox-chess", MOVES=5).changed == {"draws.MOVES": "5"}


def test_a_mistake_is_told_with_its_place_and_how_to_correct_it():
    with pytest.raises(quadrille.RulesetError) as caught:
        quadrille.load({"geometry.toml": 'extends = "nava-2018"\n[variant]\nid = "x"\ntitel = "X"\n'})
    found = [one for one in caught.value.diagnostics if "titel" in one.message]
    assert found and found[0].severity == "error"
    assert (found[0].places[0].line, found[0].places[0].column) == (4, 1)
    assert "^" in str(found[0]) and "title" in str(found[0])
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.diagnostics == caught.value.diagnostics


def test_what_is_not_there_is_refused_with_a_suggestion():
    with pytest.raises(quadrille.RulesetError, match="verney-1881"):
        quadrille.load("verney-1882")
    with pytest.raises(quadrille.RulesetError, match="AFTER_MATE"):
        quadrille.load("verney-1881", AFTER_MAT="remove")


def test_rules_travel_as_their_source_and_are_checked_on_arrival():
    mine = quadrille.load({"geometry.toml": 'extends = "nava-2018"\n[variant]\nid = "mine"\ntitle = "Mine"\n'})
    for rules in (quadrille.load("verney-1881", preset="removal", AFTER_MATE="freeze"), mine):
        assert pickle.loads(pickle.dumps(rules)) == rules
    from quadrille.rules import _reload

    with pytest.raises(quadrille.QuadrilleError, match="others here"):
        _reload("verney-1881", [], None, None, "0000000000000000")
