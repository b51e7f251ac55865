#!/usr/bin/env python3
"""Runs the same races again and again, half of them beside busy loops that come and go, and shows whether they agree.

    tests/measure/repeat_races.py PHOTO [--runs 20] [--device NAME] [--cap SECONDS] [--program lightbench-cli]

Three sweeps, with every point entered twice (the axis `copy`). Printed for each as a table: who won how often, who was
called slower although another run has it as winner, and how many points were told apart from their own copy.
"""
import argparse
import collections
import json
import math
import os
import subprocess
import tempfile
import threading
import time

SIZES = "workgroup=driver,64,128,256,512,16x16,32x8,32x4,64x4,64x8"
SWEEPS = {
    "gaussian, variants and workgroups": ["grayscale | gaussian sigma=2",
                                          "gaussian.variant=two-pass,fused,two-pass-local,strips", "gaussian." + SIZES],
    "gaussian two-pass, workgroups": ["grayscale | gaussian sigma=2 variant=two-pass", "gaussian." + SIZES],
    "median, variants and workgroups": ["grayscale | median k=5", "median.variant=kernels", "median." + SIZES],
}
MARGIN = 0.01  # what counts as the same, as --margin
LOOPS = max(2, os.cpu_count() or 2)


def busy_loops(stop):
    """Loops of 1.5 s with pauses of 0.7 s, until told to stop."""
    while not stop.is_set():
        loops = [subprocess.Popen(["timeout", "1.5", "sh", "-c", "while :; do :; done"]) for _ in range(LOOPS)]
        for loop in loops:
            loop.wait()
        stop.wait(0.7)


def race(arguments, stack, axes):
    """The points of one run's report."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [arguments.program, "experiment", arguments.photo, "--stack", stack, "--no-check", "--no-peak-rates",
                   "--cap", str(arguments.cap), "--report", report, "--axis", "copy=1,2"]
        for axis in axes:
            command += ["--axis", axis]
        if arguments.device:
            command += ["--device", arguments.device]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode not in (0, 1):
            raise SystemExit(done.stderr)
        with open(report, encoding="utf-8") as file:
            return json.load(file)["points"]


def named(point):
    """The last stage's variant and workgroup: the one that is varied."""
    return point["variant"].split(" | ")[-1] + " " + point["workgroup"].split(" | ")[-1]


def median_interval(values, error):
    """Where the median lies with a probability of at least 1 - error, by order statistics (the sign test); None of too
    few values."""
    values, count = sorted(values), len(values)
    tail, outside = 0.0, 0
    while tail + math.comb(count, outside) / 2**count <= error / 2:
        tail += math.comb(count, outside) / 2**count
        outside += 1
    return (values[outside - 1], values[count - outside]) if outside > 0 else None


def told_apart(one, other, error):
    """Whether two entries of the same point differ for sure by more than the margin, by the rounds that both were in."""
    ratios = [a / b for a, b in zip(one["samples_us"], other["samples_us"])]
    interval = median_interval(ratios, error)
    return interval is not None and (interval[0] > 1 + MARGIN or interval[1] < 1 / (1 + MARGIN))


def copies_told_apart(points):
    """How many points there are, and the names of those that differ from their copy, at an error of 1 % for all."""
    pairs = collections.defaultdict(list)
    for point in points:
        if point["median_us"] is not None:
            pairs[tuple(value for name, value in point["values"].items() if name != "copy")].append(point)
    both = [pair for pair in pairs.values() if len(pair) == 2]
    return len(both), [named(pair[0]) for pair in both if told_apart(*pair, 0.01 / len(both))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photo")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--device", default="")
    parser.add_argument("--cap", type=int, default=2)
    parser.add_argument("--program", default="build/release/bin/lightbench-cli")
    arguments = parser.parse_args()
    winners = {name: collections.Counter() for name in SWEEPS}
    losers = {name: set() for name in SWEEPS}
    pairs, wrong = collections.Counter(), collections.defaultdict(list)
    for run in range(arguments.runs):
        stop = threading.Event()
        load = threading.Thread(target=busy_loops, args=(stop,))
        if run % 2:
            load.start()
        for name, (stack, *axes) in SWEEPS.items():
            begun = time.monotonic()
            points = race(arguments, stack, axes)
            winners[name][next(named(p) for p in points if p["status"] == "winner")] += 1
            losers[name] |= {named(p) for p in points if p["status"] == "slower"}
            count, those = copies_told_apart(points)
            pairs[name] += count
            wrong[name] += those
            print(f"run {run + 1}{', loaded' if run % 2 else ''}: {name}, {time.monotonic() - begun:.1f} s", flush=True)
        if run % 2:
            stop.set()
            load.join()
    print("\n| sweep | winners | winners that another run called slower | copies told apart |\n| --- | --- | --- | --- |")
    for name in SWEEPS:
        won = ", ".join(f"{who} {count}" for who, count in winners[name].most_common())
        contradicted = ", ".join(sorted(set(winners[name]) & losers[name])) or "none"
        apart = f"{len(wrong[name])} of {pairs[name]}" + (": " + ", ".join(sorted(set(wrong[name]))) if wrong[name] else "")
        print(f"| {name} | {won} | {contradicted} | {apart} |")


if __name__ == "__main__":
    main()
