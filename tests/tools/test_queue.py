#!/usr/bin/env python3
"""Tests changes of the agents: a queue of tests, each of one commit against another.

    python3 tests/tools/test_queue.py queue.toml

Each test plays `quadrille match --sprt` on several rulesets. Ctrl-C keeps all games, and the same
command continues. `--once MINUTES` stops after that time. A queue has this form:

    [[test]]
    name = "more-reduction"
    base = "main"
    change = "more-reduction"     # a branch or commit
    rulesets = ["orthodox-chess", "chesscom-teams"]
    nodes = 2000
    elo0 = 0
    elo1 = 5
    games = 8000                  # the maximum for each ruleset
    openings = "random:8"

The programs are built once for each commit, in the folder `target/test-queue`. The games and results
are there, too. A test passes if no ruleset accepts `elo0` and at least one accepts `elo1`.
"""

import argparse
import json
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFAULTS = {"base": "HEAD", "nodes": 2000, "elo0": 0, "elo1": 5, "games": 8000,
            "openings": "random:8"}
QUARTER_SECONDS = 900


def git(*args: str) -> str:
    found = subprocess.run(["git", "-C", str(ROOT), *args], check=True, capture_output=True, text=True)
    return found.stdout.strip()


def build(commit: str, folder: pathlib.Path) -> pathlib.Path:
    """Returns the program of a commit."""
    program = folder / "programs" / commit
    if program.exists():
        return program
    source = folder / "source"
    if source.exists():
        git("worktree", "remove", "--force", str(source))
    git("worktree", "add", "--detach", str(source), commit)
    try:
        target = folder / "build"
        subprocess.run(
            ["cargo", "build", "--release", "-q", "-p", "quadrille-cli", "--target-dir", str(target)],
            cwd=source, check=True)
        program.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(target / "release" / "quadrille", program)
    finally:
        git("worktree", "remove", "--force", str(source))
    return program


def play(test: dict, ruleset: str, programs: dict, folder: pathlib.Path, jobs: int, end: float) -> dict:
    """Plays a test on a ruleset until its answer, and returns the report of the match."""
    name = f"{test['name']}-{ruleset.replace('@', '-')}"
    report = folder / "results" / f"{name}.json"
    if report.exists():
        return json.loads(report.read_text())
    report.parent.mkdir(parents=True, exist_ok=True)

    def engine(side: str) -> str:
        command = f"{shlex.quote(str(programs[side]))} engine {ruleset}"
        return f"uci:{command};name={side};fen=quadrille;go=nodes {test['nodes']}"

    games = folder / "results" / f"{name}.jsonl"
    known = max(len(games.read_text().splitlines()) - 1, 0) if games.exists() else 0
    line = [
        str(programs["driver"]), "match", ruleset, "--a", engine("change"), "--b", engine("base"),
        "--sprt", "--elo0", str(test["elo0"]), "--elo1", str(test["elo1"]),
        "-n", str(test["games"]), "--from", test["openings"], "--jobs", str(jobs),
        "--out", str(games), "--resume", "--format", "json",
    ]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
    timeout = max(end - time.monotonic(), 0.1) if end else None
    try:
        text, _ = process.communicate(timeout=timeout)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.send_signal(signal.SIGINT)
        process.communicate()
        raise KeyboardInterrupt from None
    if process.returncode != 0:
        raise KeyboardInterrupt if process.returncode == 130 else SystemExit(f"{name}: {line[0]} failed")
    found = json.loads(text) | {"known": known}
    report.write_text(json.dumps(found, indent=1))
    return found


def describe(report: dict) -> str:
    row = report["matches"][0]
    sums = " ".join(str(one["blocks"]) for one in row["sums"])
    low, high = row["elo_interval"]
    speed = (row["games"] - report["known"]) / max(report["seconds"], 1e-9) * QUARTER_SECONDS
    accepted = {"more": "elo1", "less": "elo0", None: "neither"}[row["answer"]]
    return (f"{row['games']} games [{sums}], {row['share'] * 100:.1f} %, Elo {row['elo']} "
            f"({low} to {high}), log ratio {row['likelihood_ratio']['log_ratio']:.2f}, "
            f"accepted: {accepted}; {speed:.0f} games a quarter of an hour")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("queue", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "target" / "test-queue")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--once", type=float, metavar="MINUTES", default=0)
    args = parser.parse_args()
    end = time.monotonic() + args.once * 60 if args.once else 0.0
    for entry in tomllib.loads(args.queue.read_text())["test"]:
        test = DEFAULTS | entry
        commits = {side: git("rev-parse", test[side]) for side in ("base", "change")}
        programs = {side: build(commit, args.folder) for side, commit in commits.items()}
        programs["driver"] = build(git("rev-parse", "HEAD"), args.folder)
        print(f"{test['name']}: {commits['change'][:8]} against {commits['base'][:8]}", flush=True)
        answers = []
        for ruleset in test["rulesets"]:
            try:
                report = play(test, ruleset, programs, args.folder, args.jobs, end)
            except KeyboardInterrupt:
                print("stopped; the same command continues", file=sys.stderr)
                return 130
            answers.append(report["matches"][0]["answer"])
            print(f"  {ruleset}: {describe(report)}", flush=True)
        print(f"  {'passed' if 'more' in answers and 'less' not in answers else 'not passed'}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
