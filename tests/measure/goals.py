#!/usr/bin/env python3
"""The rows that Lightbench is held against on a GPU, measured in one run, as a Markdown table.

lightbench-cli bench alone does the measuring; rows that --csv holds already are not measured again.

    tests/measure/goals.py --device 0 --csv goals.csv > goals.md
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LARGE, USUAL = "16384x16384", "8192x8192"

# Work, stack, size, format, image, what to reach: milliseconds, or a share of the peak rate of reading.
ROWS = [
    ("histogram, random", "histogram", LARGE, "u8", "random", "90 % of read"),
    ("histogram, natural", "histogram", LARGE, "u8", "natural", "90 % of read"),
    ("histogram, constant", "histogram", LARGE, "u8", "constant", "90 % of read"),
    ("floyd-steinberg", "floyd-steinberg", USUAL, "u8", "natural", 2.0),
    ("integral", "integral", USUAL, "u8", "random", 0.20),
    ("convolution 31 x 31", "convolution k=31 kernel=random", USUAL, "u8", "random", 4.0),
    ("gaussian 31 taps, 8-bit", "gaussian sigma=5 radius=15", USUAL, "u8", "random", 0.25),
    ("gaussian 31 taps, float", "gaussian sigma=5 radius=15", USUAL, "f32", "random", 0.35),
    ("gaussian 31 taps, RGBA 8-bit", "gaussian sigma=5 radius=15", USUAL, "rgba8", "random", 0.8),
    ("local-maximum 5 x 5", "local-maximum k=5", USUAL, "u8", "random", 0.07),
    ("median 5 x 5", "median k=5", USUAL, "u8", "random", 0.30),
    ("transpose", "transpose", USUAL, "u8", "random", 0.06),
    ("equalize", "equalize", USUAL, "u8", "natural", 0.12),
]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="0", help="number or part of its name")
    parser.add_argument("--repeat", default="30")
    parser.add_argument("--csv", help="where the measured rows are kept")
    parser.add_argument("--check-size", default="2048x2048", help="of the image that is compared with the reference")
    parser.add_argument("--cli", default=str(ROOT / "build/release/bin/lightbench-cli"))
    parser.add_argument("--size", help="of all images instead of their own, for a trial")
    return parser.parse_args()


def measure(row, options, path, folder):
    """Runs the bench, which measures the peak rates in the same process. Its report has this run's row, also where the
    file has others of the same point that something else measured."""
    _, stack, size, form, image, _ = row
    report = os.path.join(folder, "row.json")
    if os.path.exists(report):
        os.remove(report)
    subprocess.run([options.cli, "bench", "--stack", stack, "--size", size, "--format", form, "--image", image,
                    "--device", options.device, "--repeat", options.repeat, "--check-size", options.check_size,
                    "--journal", path, "--report", report, "--quiet"], check=False)
    if not os.path.exists(report):
        sys.exit(f"lightbench-cli bench failed on {stack}")  # what cannot be measured has a row with its reason
    with open(report, encoding="utf-8") as file:
        return json.load(file)["rows"][0]


def line(row, found):
    name, _, size, _, _, goal = row
    if int(found["repeats"]) == 0:
        return f"| {name} | {size.replace('x', ' x ')} | {found['reason']} | | | | | | |"
    ms, low, high = (float(found[key]) / 1000 for key in ("span_us", "span_q1_us", "span_q3_us"))
    read_share, copy_share = float(found["read_share"]), float(found["copy_share"])
    reached = read_share >= 0.9 if isinstance(goal, str) else ms <= goal
    verdict = found["verdict"] + (f" (at {found['checked_size']})" if found["checked_size"] else "")
    wanted = goal if isinstance(goal, str) else f"{goal:g} ms"
    copied = f"{100 * copy_share:.0f} %" if copy_share > 0 else ""  # what writes nothing is no copy
    return (f"| {name} | {size.replace('x', ' x ')} | {found['variant']} {found['workgroup']} | {ms:.3f} | "
            f"{low:.3f}..{high:.3f} | {100 * read_share:.0f} % | {copied} | "
            f"{wanted}: {'reached' if reached else 'missed'} | {verdict} |")


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        path = options.csv or os.path.join(folder, "goals.csv")
        lines = []
        for row in ROWS:
            if options.size:
                row = (*row[:2], options.size, *row[3:])
            found = measure(row, options, path, folder)
            lines.append(line(row, found))
            print(lines[-1], file=sys.stderr, flush=True)
        print(f"On {found['device']}; medians of {options.repeat} runs, whole filter, no transfers.\n")
        print("| work | size | variant | ms | quartiles | of read | of copy | to reach | verdict |\n"
              "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
        print("\n".join(lines))


main()
