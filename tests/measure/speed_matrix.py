#!/usr/bin/env python3
"""Every filter in every format, at aligned, odd and small sizes: which cells fall behind what the device can copy?

    tests/measure/speed_matrix.py --device 0 [--csv cells.csv] > matrix.md        (half an hour on a GPU; share it out by --filter)

The rule: a filter that moves little more than its input and its output reaches 70 % of the device's copy ceiling at
8192 x 8192 and 60 % at odd widths, and four channels cost at most 4.5 times as much as one. Each cell below it is
printed, and so is why the rule does not hold for a filter, or at a size. The share counts the bytes of input and output
once, whatever passes the filter makes.
"""
import argparse
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FORMATS = ["u8", "u16", "f32", "rgba8", "rgba16", "rgbaf32"]
SIZES = ["8192x8192", "8191x8193", "1920x1080"]
GOALS = {"8192x8192": 0.70, "8191x8193": 0.60}
MOST_TIMES_GRAY = 4.5

# Filters that are tried with other parameters, too.
MORE = ["box k=31", "gaussian sigma=1", "local-maximum k=31", "median k=5"]

# Why the rule does not hold: another limit than what memory can move.
REASONS = {
    "convolution": "arithmetic: k x k products a sample",
    "gaussian": "arithmetic: 13 taps along each axis",
    "median": "arithmetic: a selection for each sample",
    "floyd-steinberg": "dependence: a sample needs those before it",
    "error-diffusion": "dependence: a sample needs those before it",
    "random-trees": "arithmetic: every window asks every tree",
    "binary-patterns": "arithmetic: every window asks every tree",
    "bilateral": "arithmetic: an exponential for each of the window's samples",
    "kuwahara": "arithmetic: means and variances of four windows",
    "anisotropic-diffusion": "dependence: steps, each of which reads what the one before wrote",
    "non-local-means": "arithmetic: patches compared with patches",
    "template-matching": "arithmetic: the template at each place",
    "canny": "dependence: edges are followed",
    "clahe": "several passes: histograms, tables, interpolation",
    "adaptive-threshold": "several passes over the image",
    "difference-of-gaussians": "arithmetic: two blurs",
    "unsharp-mask": "arithmetic: a blur",
    "connected-components": "dependence: labels travel",
    "distance-transform": "dependence: columns, then rows",
    "harris": "arithmetic: products of gradients, and their sums",
    "histogram": "analysis: reads only",
    "colour-space": "arithmetic: cube roots and powers",
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="0", help="number or part of its name")
    parser.add_argument("--repeat", default="12")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--filter", nargs="*", help="these only")
    parser.add_argument("--csv", help="keep the bench's rows in this file; what it has is not measured again")
    parser.add_argument("--bench", default=str(ROOT / "build/release/bin/lightbench-bench"))
    return parser.parse_args()


def filters():
    """The ids of all filters, as CMakeLists.txt lists them."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    names = re.search(r"set\(LIGHTBENCH_FILTERS(.*?)\)", text, re.S).group(1).split()
    return [name.split("/")[-1].replace("_", "-") for name in names]


def measure(options, stack, form, path, with_ceilings):
    """The rows of one stack in one format, by size; a filter that does not take the format has none with a time."""
    command = [options.bench, "--stack", stack, "--sizes", options.sizes, "--format", form, "--device", options.device,
               "--repeat", options.repeat, "--no-check", "--quiet", "--csv", path]
    done = subprocess.run(command + ([] if with_ceilings else ["--no-ceilings"]), stderr=subprocess.PIPE, text=True,
                          check=False)
    with open(path, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["stack"] == stack and row["format"] == form]
    if not rows:
        print(f"{stack}, {form}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
    return {row["size"]: row for row in rows}


def copy_ceiling(options, path):
    """GB/s, from a filter that surely moves something."""
    row = measure(options, "invert", "rgba8", path, True)[options.sizes.split(",")[0]]
    return float(row["gb_per_s"]) / float(row["copy_share"])


def moved_bytes(row):
    """Input and output once. Filters whose output has another format or size say so by the plan's own bytes, where
    those are fewer."""
    width, height = map(int, row["size"].split("x"))
    form = row["format"]
    once = width * height * (4 if form.startswith("rgba") else 1) * (4 if "32" in form else 2 if "16" in form else 1)
    plan = float(row["megabytes"]) * 1e6
    return min(2 * once, plan) if plan > 0 else 2 * once


def judged(stack, cells, ceiling):
    """Lines for what falls behind: (stack, format, size, ms, share or ratio, what was wanted)."""
    for (form, size), row in cells.items():
        share = moved_bytes(row) / float(row["span_us"]) / 1e3 / ceiling
        if size in GOALS and share < GOALS[size]:
            yield form, size, row, f"{100 * share:.0f} % of copy", f"{100 * GOALS[size]:.0f} %"
        gray = cells.get((form.removeprefix("rgba") if form == "rgbaf32" else "u" + form.removeprefix("rgba"), size))
        if form.startswith("rgba") and gray:
            ratio = float(row["span_us"]) / float(gray["span_us"])
            if ratio > MOST_TIMES_GRAY:
                yield form, size, row, f"{ratio:.1f} times gray", f"{MOST_TIMES_GRAY} times"


def main():
    options = arguments()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = options.csv or f"{folder}/cells.csv"
        ceiling = copy_ceiling(options, path)
        count, good = 0, 0
        print(f"Copy ceiling {ceiling:.0f} GB/s. Cells below the rule:\n\n"
              "| filter | format | size | variant | ms | found | wanted | why not |\n"
              "| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
        stacks = [one for one in filters() + MORE if not options.filter or one.split()[0] in options.filter]
        for stack in stacks:
            cells = {(form, size): row for form in FORMATS
                     for size, row in measure(options, stack, form, path, False).items() if float(row["span_us"]) > 0}
            reason = REASONS.get(stack.split()[0], "")
            behind = list(judged(stack, cells, ceiling))
            missed = {(form, size) for form, size, *_ in behind}
            count += 0 if reason else len(cells)
            good += 0 if reason else len(cells) - len(missed)
            for form, size, row, found, wanted in behind:
                print(f"| {stack} | {form} | {size.replace('x', ' x ')} | {row['variant']} {row['workgroup']} | "
                      f"{float(row['span_us']) / 1000:.3f} | {found} | {wanted} | "
                      f"{reason or ('launch latency' if size == SIZES[-1] else '')} |", flush=True)
            print(f"{stack}: {len(cells)} cells, {len(missed)} behind", file=sys.stderr, flush=True)
    print(f"\n{good} of {count} cells of filters bound by traffic hold the rule; {time.monotonic() - begun:.0f} s.")


main()
