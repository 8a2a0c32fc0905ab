"""What spreading games by Ray costs: the same games in one process and by one worker, in turn.

``python python/benches/spread.py [RULESET] [AGENT] [SECONDS]``
"""

import logging
import statistics
import sys
import time

import ray

import quadrille
import quadrille.ray

PAIRS = 5


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "verney-1881"
    agent = sys.argv[2] if len(sys.argv) > 2 else "greedy"
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30.0
    rules = quadrille.load(name)

    def alone(number: int) -> float:
        begun = time.perf_counter()
        quadrille.playout(rules, number, agents=agent, jobs=1)
        return time.perf_counter() - begun

    rate = 100 / alone(100)
    number = int(rate * seconds)
    chunk = max(1, int(rate))
    ray.init(num_cpus=1, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    # The first task starts the worker, and loads the ruleset there.
    quadrille.ray.playout(rules, chunk, agents=agent, chunk=chunk)
    ratios = []
    for _ in range(PAIRS):
        one = alone(number)
        begun = time.perf_counter()
        quadrille.ray.playout(rules, number, agents=agent, chunk=chunk)
        ratios.append((time.perf_counter() - begun) / one)
        print(f"{number} games alone {one:.1f} s, by Ray in chunks of {chunk} {ratios[-1] * one:.1f} s: {ratios[-1]:.3f}", flush=True)
    print(f"{name}, {agent}: {100 * (statistics.median(ratios) - 1):+.1f} % (median of {PAIRS} pairs)")


if __name__ == "__main__":
    main()
