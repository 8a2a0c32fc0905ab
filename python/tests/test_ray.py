"""Tests of a cluster with two nodes on one machine, one of which is killed during the run."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray")

SCRIPT = """
import json, sys, threading, time
import quadrille
from quadrille import ray as machines
import ray
from ray.cluster_utils import Cluster

rules = quadrille.load("verney-1881", AFTER_MATE="remove")
asked = dict(agents=["random", "greedy", "random", "random"], seed=5, rotate=True)
alone = quadrille.playout(rules, 480, jobs=1, **asked)
threads = quadrille.playout(rules, 480, jobs=2, **asked)
cluster = Cluster(initialize_head=True, head_node_args={
    "num_cpus": 1, "include_dashboard": False, "object_store_memory": 80 << 20})
lost = cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
try:
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    both = machines.playout(rules, 480, chunk=40, **asked)
    killed = []

    def watch(done, total):
        if done >= 80 and not killed:
            killed.append(done)
            cluster.remove_node(lost, allow_graceful=False)

    survived = machines.playout(rules, 480, chunk=20, progress=watch, store=sys.argv[1], **asked)
finally:
    ray.shutdown()
    cluster.shutdown()
told = [one._rows for one in (alone, threads, both, survived)]
reports = []
for one in (alone, threads, both, survived):
    for clock in ("seconds", "plies_per_second"):
        one.report.pop(clock)
    reports.append(one.report)
print(json.dumps({"killed": killed, "rows": [rows == told[0] for rows in told],
                  "reports": [report == reports[0] for report in reports]}))
"""


def run(arguments, timeout=240):
    """Runs Python in a separate process group, and ends the whole group afterwards."""
    child = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        out, err = child.communicate(timeout=timeout)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    return child.returncode, out, err


def test_machines_play_what_one_process_plays_even_if_one_is_lost(tmp_path):
    code, out, err = run(["-c", SCRIPT, str(tmp_path)])
    assert code == 0, err
    told = json.loads(out.strip().splitlines()[-1])
    assert told["killed"] and all(told["rows"]) and all(told["reports"])
    assert len(list(Path(tmp_path).glob("games-*.ndjson"))) == 24


def test_the_command_goes_on_from_what_is_stored_and_refuses_what_is_not_its_own(tmp_path):
    command = ["-m", "quadrille.ray", "playout", "nava-2018", "--store", str(tmp_path), "--chunk", "10"]
    code, out, err = run([*command, "-n", "40"])
    assert code == 0, err
    first = sorted(tmp_path.iterdir())
    assert len(first) == 4
    first[1].unlink()
    code, out, err = run([*command, "-n", "60"])
    assert code == 0 and json.loads(out)["games"] == 60, err
    code, _, err = run([*command, "-n", "60", "--seed", "2"])
    assert code == 2 and "another run" in err
    code, _, err = run(["-m", "quadrille.ray", "playout", "no-such-ruleset"])
    assert code == 2 and "no-such-ruleset" in err
    first[0].write_text("")
    code, _, err = run([*command, "-n", "60"])
    assert code == 2 and "holds no games" in err


STUDIES = """
import json
import quadrille
from quadrille import ray as machines
import ray
from ray.cluster_utils import Cluster

cluster = Cluster(initialize_head=True, head_node_args={
    "num_cpus": 1, "include_dashboard": False, "object_store_memory": 80 << 20})
cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
compared = dict(
    agents=["random", "random+greedy+random+random"], games=160, at_least=0, seed=3, margin=0.2, ply_limit=200
)
swept = dict(agents="random", games=80, at_least=0, opening="random:4", ply_limit=200)
matched = dict(games=40, decide=True, ply_limit=60)
sides = ["verney-1881", quadrille.load("verney-1881", preset="removal")]
same = {}


def eager(positions):
    return [next((move for move in position.actions if "x" in move), position.actions[0]) for position in positions]


called = dict(agents=[["random", eager, "random", eager]], games=40, at_least=0, seed=3, ply_limit=60)
try:
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    for name, local, spread, asked, how in [
        ("compare", quadrille.compare, machines.compare, sides, compared),
        ("sweep", quadrille.sweep, machines.sweep, ["verney-1881", "AFTER_MATE"], swept),
        ("callables", quadrille.compare, machines.compare, sides, called),
        ("skill", quadrille.skill, machines.skill, ["nava-2018", ["random", "greedy", "mcts:2"]], matched),
        ("match", quadrille.match, machines.match, ["nava-2018", "greedy", eager], dict(games=20, ply_limit=60)),
        ("survey", quadrille.survey, machines.survey, ["nava-2018", "verney-1881"], dict(games=20, ply_limit=60)),
    ]:
        one, many = local(*asked, **how), spread(*asked, chunk=9, **how)
        one.report.pop("seconds"), many.report.pop("seconds")
        same[name] = one.report == many.report and one.report["games"] > 0
    how = dict(agents=["random", eager, "random", eager], ply_limit=60)
    one, many = quadrille.playout("verney-1881", 20, **how), machines.playout("verney-1881", 20, chunk=3, **how)
    same["playout"] = one.games == many.games
finally:
    ray.shutdown()
    cluster.shutdown()
print(json.dumps(same))
"""


def test_studies_find_on_many_machines_what_they_find_on_one():
    code, out, err = run(["-c", STUDIES])
    assert code == 0, err
    assert json.loads(out.strip().splitlines()[-1]) == dict.fromkeys(
        ("compare", "sweep", "callables", "skill", "match", "survey", "playout"), True
    )


def test_a_study_goes_on_from_what_is_stored(tmp_path):
    how = ["-n", "20", "--ply-limit", "60", "--chunk", "4", "--store", str(tmp_path)]
    command = ["-m", "quadrille.ray", "skill", "nava-2018", "--agents", "random,greedy", *how]
    code, first, err = run(command)
    assert code == 0, err
    kept = sorted(tmp_path.glob("1-*/games-*.ndjson"))
    assert len(kept) >= 4 and json.loads(first)["games"] == 20
    kept[1].unlink()
    code, again, err = run(command)
    assert code == 0, err
    assert {**json.loads(again), "seconds": 0} == {**json.loads(first), "seconds": 0}
    assert sorted(tmp_path.glob("1-*/games-*.ndjson")) == kept
    code, _, err = run([*command, "--seed", "2"])
    assert code == 2 and "another run" in err
    code, _, err = run(["-m", "quadrille.ray", "compare", "nava-2018", "--set", "z:X=1"])
    assert code == 2 and "unknown side" in err


def test_a_store_is_a_folder(tmp_path, monkeypatch):
    from quadrille import ray as machines

    monkeypatch.chdir(tmp_path)
    for store in ("s3://bucket/games", "gs://bucket"):
        for play in (machines.playout, machines.skill, machines.sweep):
            with pytest.raises(ValueError, match="is an address"):
                play("nava-2018", store=store)
    assert list(tmp_path.iterdir()) == []
