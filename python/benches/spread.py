"""Measures the cost of playing games through Ray: the same games in one process and by one worker, in turn.

Prints the elapsed time and the CPU time. The CPU time depends less on other work of the machine. It includes the
driver and the worker, but not Ray's daemons.

``python python/benches/spread.py [RULESET] [AGENT] [SECONDS]``
"""

import logging
import os
import statistics
import sys
import time

import ray

import quadrille
import quadrille.ray

PAIRS = 5


def spent() -> tuple[int, float]:
    """Returns the id of this process, and its CPU time so far in seconds."""
    return os.getpid(), time.process_time()


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "verney-1881"
    agent = sys.argv[2] if len(sys.argv) > 2 else "greedy"
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30.0
    rules = quadrille.load(name)

    def alone(number: int) -> tuple[float, float]:
        begun, cpu = time.perf_counter(), time.process_time()
        quadrille.playout(rules, number, agents=agent, jobs=1)
        return time.perf_counter() - begun, time.process_time() - cpu

    rate = 100 / alone(100)[0]
    number = int(rate * seconds)
    chunk = max(1, int(rate))
    ray.init(num_cpus=1, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    # The first task starts the worker and loads its ruleset, which should not be measured.
    quadrille.ray.playout(rules, chunk, agents=agent, chunk=chunk)
    worker = ray.remote(num_cpus=1)(spent)

    def spread(number: int) -> tuple[float, float]:
        process, before = ray.get(worker.remote())
        begun, cpu = time.perf_counter(), time.process_time()
        quadrille.ray.playout(rules, number, agents=agent, chunk=chunk)
        wall, cpu = time.perf_counter() - begun, time.process_time() - cpu
        now, after = ray.get(worker.remote())
        if now != process:
            raise SystemExit("the games were played by more than one worker")
        return wall, cpu + after - before

    walls, cpus = [], []
    for _ in range(PAIRS):
        one, many = alone(number), spread(number)
        walls.append(many[0] / one[0])
        cpus.append(many[1] / one[1])
        print(
            f"{number} games alone {one[0]:.1f} s (CPU {one[1]:.1f} s), by Ray in chunks of {chunk} {many[0]:.1f} s "
            f"(CPU {many[1]:.1f} s): {walls[-1]:.3f} (CPU {cpus[-1]:.3f})",
            flush=True,
        )
    wall, cpu = (100 * (statistics.median(ratios) - 1) for ratios in (walls, cpus))
    print(f"{name}, {agent}: {wall:+.1f} %, CPU {cpu:+.1f} % (medians of {PAIRS} pairs)")


if __name__ == "__main__":
    main()
