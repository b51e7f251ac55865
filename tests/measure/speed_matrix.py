#!/usr/bin/env python3
"""Every filter in every format, at aligned, odd and small sizes: which cells fall behind what the device can copy?

    tests/measure/speed_matrix.py --device 0 [--csv cells.csv] > matrix.md
    tests/measure/speed_matrix.py --judge cells.csv > matrix.md        measures nothing

The rule: a filter that moves little more than its input and its output reaches 70 % of the device's copy peak at
8192 x 8192 and 60 % at odd widths, and four channels cost at most 4.5 times as much as one. Each cell below it is
printed, and so is why the rule does not hold for a filter, or at a size.

The share counts the bytes of input and output once, whatever passes the filter makes. What a filter of one kernel reads
and writes is what its plan says, so that an output of other channels or of another size counts as it is (colour-map
makes RGBA of gray). Second images, which plans count too, do not: here they are the input itself, and come from caches.
"""
import argparse
import collections
import concurrent.futures
import csv
import os
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

# Why the rule does not hold: another limit than what memory can move. Of a filter, or of one of its formats.
# Instructions are those of sm_90, counted in what ptxas makes.
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
    "noise": "arithmetic: random numbers, of which a Gaussian takes many",
    "otsu": "two passes: all is counted before the first result",
    "auto-levels": "two passes: all is counted before the first result",
    "equalize": "two passes: all is counted before the first result",
    "open": "two windows, one after the other",
    "close": "two windows, one after the other",
    "top-hat": "two windows, one after the other",
    "black-hat": "two windows, one after the other",
    "rotate": "gathering: neighbours that lie across rows",
    "warp": "gathering: neighbours that lie across rows",
    "levels u16": "gathering: an entry of a table of 128 KiB for each sample",
    "curve u16": "gathering: an entry of a table of 128 KiB for each sample",
    "box": "arithmetic: some 20 instructions a sample, and a barrier for two rows",
    "resize": "two passes: what lies between is written and read",
    "integral": "dependence: a tile waits for the sums before it; of RGBA two passes",
    "prefix-sum": "dependence: a tile waits for the sums before it",
    "transpose": "gathering: lines that begin anywhere in both images; words are put together from two",
    "rotate-90": "gathering: lines that begin anywhere in both images; words are put together from two",
    "local-maximum k=31": "halo: for 16 rows, or 28, as many as 46 and more are loaded",
    "crop u8": "launch latency: the default makes a quarter of the image, 34 MB read and written",
    "step-edges u8": "arithmetic: 17 instructions a sample for a place, its bar and the mix",
}
for gradient in ("sobel", "scharr", "prewitt"):
    REASONS[f"{gradient} u8"] = "arithmetic: 20 instructions a sample, a root among them; odd widths store bytes, too"
    REASONS[f"{gradient} rgba8"] = "arithmetic: 20 instructions a sample, a root among them"
    REASONS[f"{gradient} u16"] = "arithmetic: 32 instructions a sample, a root and its correction among them"

# Bytes of a sample of the output, where it is another than the input's, of filters of several kernels.
OUTPUT_BYTES = {"integral": 4, "prefix-sum": 4}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="0", help="number or part of its name")
    parser.add_argument("--repeat", default="12")
    parser.add_argument("--cap", default="1", help="seconds of a cell")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--filter", nargs="*", help="these only")
    parser.add_argument("--csv", help="keep the bench's rows in this file; what it has is not measured again")
    parser.add_argument("--judge", metavar="CSV", help="judge the rows of this file, whatever it has")
    parser.add_argument("--cli", default=str(ROOT / "build/release/bin/lightbench-cli"))
    return parser.parse_args()


def filters():
    """The ids of all filters: core/filters/FAMILY/NAME.cpp is a filter's if it defines `Filter NAME()`."""
    paths = ROOT.glob("core/filters/*/*.cpp")
    names = [path.stem for path in paths if f"\nFilter {path.stem}() {{" in path.read_text(encoding="utf-8")]
    return sorted(name.replace("_", "-") for name in names)


def second_images(stack):
    """How many images a filter takes beside its input, as its file declares them."""
    (path,) = ROOT.glob(f"core/filters/*/{stack.split()[0].replace('-', '_')}.cpp")
    return len(re.findall(r"\b(?:secondImage|image)Parameter\(", path.read_text(encoding="utf-8")))


def bench(options, stacks, form, *more):
    """All stacks on the same images, so that each is made and sent once."""
    given = [word for stack in stacks for word in ("--stack", stack)]
    return [options.cli, "bench", *given, "--format", form, "--device", options.device, "--no-check", "--quiet", *more]


def compile_ahead(options, stacks):
    """Drivers that keep what they have compiled are asked for it on all cores: the measuring is on one."""
    cores = os.cpu_count() or 1
    parts = [(form, stacks[first::cores]) for form in FORMATS for first in range(cores)]
    def run(part):
        subprocess.run(bench(options, part[1], part[0], "--sizes", "1920x1080,1919x1079", "--repeat", "1",
                             "--cap", "1", "--buffers", "2", "--no-peak-rates", "--timeout", "60"),
                       stderr=subprocess.DEVNULL, check=False)
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        list(pool.map(run, [part for part in parts if part[1]]))


def measure(options, stacks, path):
    """Adds rows to the file; a stack that does not take a format has none with a time."""
    begun = time.monotonic()
    compile_ahead(options, stacks)
    print(f"compiled: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    for form in FORMATS:
        done = subprocess.run(bench(options, stacks, form, "--sizes", options.sizes, "--repeat", options.repeat,
                                    "--cap", options.cap, "--journal", path),
                              stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            print(done.stderr.strip()[-2000:], file=sys.stderr)
        print(f"{form}: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


def rows_of(path, stacks):
    """By format, then by stack and size."""
    rows = {form: {} for form in FORMATS}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["format"] in rows and row["stack"] in stacks:
                rows[row["format"]][row["stack"], row["size"]] = row
    return rows


def copy_rate(rows):
    """GB/s: of the row that says what share of it it reached."""
    row = max(rows.values(), key=lambda one: float(one["copy_share"] or 0))
    return float(row["gb_per_s"]) / float(row["copy_share"])


def moved_bytes(stack, row):
    """Input and output once."""
    width, height = map(int, row["size"].split("x"))
    form = row["format"]
    samples = width * height * (4 if form.startswith("rgba") else 1)
    sample = 4 if "32" in form else 2 if "16" in form else 1
    plan = float(row["megabytes"]) * 1e6 - second_images(stack) * samples * sample
    if plan > 0 and len(row["kernels_us"].split()) == 1:
        return plan
    once = samples * (sample + OUTPUT_BYTES.get(stack.split()[0], sample))
    return min(once, plan) if plan > 0 else once


def reason_of(stack, form):
    name = stack.split()[0]
    return next((REASONS[key] for key in (f"{name} {form}", stack, name) if key in REASONS), "")


def judged(stack, cells, peak):
    """Lines for what falls behind: (stack, format, size, ms, share or ratio, what was wanted)."""
    for (form, size), row in cells.items():
        share = moved_bytes(stack, row) / float(row["span_us"]) / 1e3 / peak
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
    stacks = [one for one in filters() + MORE if not options.filter or one.split()[0] in options.filter]
    with tempfile.TemporaryDirectory() as folder:
        path = options.judge or options.csv or f"{folder}/cells.csv"
        if not options.judge:
            measure(options, stacks, path)
        rows = rows_of(path, stacks)
    peak = copy_rate(rows["u8"])
    count, good = collections.Counter(), collections.Counter()
    print(f"Peak rate of copying {peak:.0f} GB/s. Cells below the rule:\n\n"
          "| filter | format | size | variant | ms | found | wanted | why not |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for stack in stacks:
        cells = {(form, size): row for form in FORMATS
                 for (of, size), row in rows[form].items() if of == stack and float(row["span_us"] or 0) > 0}
        behind = list(judged(stack, cells, peak))
        missed = {(form, size) for form, size, *_ in behind}
        unlimited = [cell for cell in cells if not reason_of(stack, cell[0])]
        count.update(size for _, size in unlimited)
        good.update(size for form, size in unlimited if (form, size) not in missed)
        for form, size, row, found, wanted in behind:
            reason = reason_of(stack, form)
            print(f"| {stack} | {form} | {size.replace('x', ' x ')} | {row['variant']} {row['workgroup']} | "
                  f"{float(row['span_us']) / 1000:.3f} | {found} | {wanted} | "
                  f"{reason or ('launch latency' if size == SIZES[-1] else '')} |", flush=True)
    held = "; ".join(f"{size.replace('x', ' x ')}: {good[size]} of {count[size]}" for size in options.sizes.split(","))
    print(f"\nCells of filters bound by traffic that hold the rule: {held}. {time.monotonic() - begun:.0f} s.")


main()
