#!/usr/bin/env python3
"""The filters of every day on a GPU beside their marks and what others take, as a Markdown table.

    tests/measure/everyday_rows.py --device 0 [--csv rows.csv] > everyday.md
    tests/measure/everyday_rows.py --judge rows.csv > everyday.md        measures nothing

lightbench-cli bench alone does the measuring: whole filters, without transfers and without checks, which conformance is for.
"""
import argparse
import csv
import itertools
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
USUAL, ODD, FOUR_K = "8192x8192", "8191x8193", "3840x2160"

# Work, stack, size, format, image, the mark in ms or None, what others take on such a card.
ROWS = [
    ("invert", "invert", USUAL, "u8", "random", 0.045, "OpenCV 0.171"),
    ("grayscale of RGBA", "grayscale", USUAL, "rgba8", "random", 0.095, "OpenCV 0.325"),
    ("box 5 x 5", "box k=5", USUAL, "u8", "random", 0.06, "OpenCV 0.368"),
    ("box 31 x 31", "box k=31", USUAL, "u8", "random", 0.08, "OpenCV 0.702"),
    ("convolution 3 x 3", "convolution k=3", USUAL, "u8", "random", 0.07, "OpenCV 0.73 (7 x 7)"),
    ("convolution 7 x 7 of RGBA", "convolution k=7", USUAL, "rgba8", "random", 0.8, "OpenCV 1.43"),
    ("Gaussian, 13 taps", "gaussian sigma=2", USUAL, "u8", "random", 0.09, "OpenCV 1.0 and more"),
    ("Gaussian, 13 taps, of RGBA", "gaussian sigma=2", USUAL, "rgba8", "random", 0.35, "OpenCV 1.0 and more"),
    ("Gaussian, 121 taps", "gaussian sigma=20", USUAL, "u8", "random", 1.2, "CuPy 32"),
    ("Gaussian, 121 taps, 8191 x 8193", "gaussian sigma=20", ODD, "u8", "random", None, "CuPy 32"),
    ("maximum 5 x 5 of RGBA", "local-maximum k=5", USUAL, "rgba8", "random", 0.2, "OpenCV 1.45"),
    ("maximum 31 x 31 of RGBA", "local-maximum k=31", USUAL, "rgba8", "random", None, ""),
    ("median 5 x 5 of RGBA", "median k=5", USUAL, "rgba8", "random", 0.6, "OpenCV 4.88"),
    ("median 9 x 9", "median k=9", USUAL, "u8", "random", 0.8, "OpenCV 2417"),
    ("transpose, 8191 x 8193", "transpose", ODD, "u8", "random", 0.06, "OpenCV 0.246"),
    ("integral, 8191 x 8193", "integral", ODD, "u8", "random", 0.2, ""),
    ("histogram of RGBA", "histogram", USUAL, "rgba8", "random", 0.075, ""),
    ("Floyd-Steinberg, 4 levels", "floyd-steinberg levels=4", USUAL, "u8", "random", 1.6, ""),
    ("Floyd-Steinberg of RGBA", "floyd-steinberg", USUAL, "rgba8", "random", 3.0, ""),
    ("Floyd-Steinberg, 8191 x 8193", "floyd-steinberg", ODD, "u8", "random", 1.35, ""),
    ("Floyd-Steinberg, 3840 x 2160", "floyd-steinberg", FOUR_K, "u8", "random", 0.33, ""),
    ("random trees", "random-trees", USUAL, "u8", "random", 20.3, ""),
    ("binary patterns", "binary-patterns", USUAL, "u8", "random", 22, ""),
    ("bilateral d = 9", "bilateral", USUAL, "u8", "random", 0.9, "OpenCV 2.6"),
    ("bilateral d = 9 of RGBA", "bilateral", USUAL, "rgba8", "random", 2, "OpenCV 4.5 (RGB)"),
    ("canny, noise image", "canny", USUAL, "u8", "random", 0.5, "OpenCV 1.88"),
    ("canny, natural image", "canny", USUAL, "u8", "natural", 0.5, ""),
    ("CLAHE 8 x 8", "clahe", USUAL, "u8", "random", 0.25, "OpenCV 1.55"),
    ("CLAHE 8 x 8, 16-bit", "clahe", USUAL, "u16", "random", None, ""),
    ("sobel x", "sobel direction=x", USUAL, "u8", "random", 0.08, "OpenCV 0.66"),
    ("open 5 x 5", "open k=5", USUAL, "u8", "random", 0.12, "OpenCV 1.05"),
    ("erode 31 x 31", "erode k=31", USUAL, "u8", "random", 0.1, "OpenCV 62"),
    ("erode 31 x 31 of RGBA", "erode k=31", USUAL, "rgba8", "random", None, ""),
    ("morphological gradient", "morphological-gradient", USUAL, "u8", "random", None, ""),
    ("resize 0.5, area", "resize scale=0.5 method=area", USUAL, "u8", "random", 0.05, "OpenCV 0.150"),
    ("resize 0.6, bicubic", "resize scale=0.6 method=bicubic", USUAL, "u8", "random", 0.15, "OpenCV 22.6"),
    ("resize 0.6, Lanczos", "resize scale=0.6 method=lanczos", USUAL, "u8", "random", 0.2, "OpenCV 31.7"),
    ("rotate by 30 degrees, bilinear", "rotate angle=30", USUAL, "u8", "random", 0.12, "CuPy 0.60, OpenCV 0.67"),
    ("non-local means 7, 21", "non-local-means", USUAL, "u8", "random", 60, "OpenCV 307"),
    ("otsu", "otsu", USUAL, "u8", "random", 0.08, "OpenCV 100"),
    ("otsu, 16-bit", "otsu", USUAL, "u16", "random", None, ""),
    ("otsu, float", "otsu", USUAL, "f32", "random", None, ""),
    ("equalize, 16-bit", "equalize", USUAL, "u16", "random", None, ""),
    ("adaptive threshold, mean 11 x 11", "adaptive-threshold", USUAL, "u8", "random", 0.1, "OpenCV 164"),
    ("connected components, of noise", "connected-components", USUAL, "u8", "random", 1.5, "CuPy 4.3"),
    ("distance transform, of noise", "distance-transform", USUAL, "u8", "random", 2.5, "CuPy 8.2"),
    ("distance transform, no black pixel", "distance-transform", USUAL, "u8", "constant", 2.5, ""),
    ("template matching 31 x 31, normalised", "template-matching rectangle=100,100,31,31", USUAL, "u8", "random", 8,
     "OpenCV 3030"),
    ("harris", "harris", USUAL, "u8", "random", None, ""),
    ("error diffusion, Jarvis-Judice-Ninke", "error-diffusion", USUAL, "u8", "random", None, ""),
]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="0", help="number or part of its name")
    parser.add_argument("--repeat", default="10")
    parser.add_argument("--csv", help="keep the bench's rows in this file")
    parser.add_argument("--judge", metavar="CSV", help="judge the rows of this file")
    parser.add_argument("--cli", default=str(ROOT / "build/release/bin/lightbench-cli"))
    return parser.parse_args()


def place(row):
    """What rows share that are measured on the same images."""
    return row[2:5]


def measure(options, path):
    """A process for the rows of the same images, each of which is made and sent once. The files' rows come in order."""
    for (size, form, image), rows in itertools.groupby(sorted(ROWS, key=place), key=place):
        stacks = [word for row in rows for word in ("--stack", row[1])]
        done = subprocess.run([options.cli, "bench", *stacks, "--size", size, "--format", form, "--image",
                               image, "--device", options.device, "--repeat", options.repeat, "--buffers", "2", "--cap",
                               "2", "--no-check", "--no-peak-rates", "--quiet", "--journal", path],
                              stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            print(done.stderr.strip()[-2000:], file=sys.stderr)


def line(row, found):
    name, *_, mark, others = row
    if not float(found["span_us"] or 0):
        return f"| {name} | {found['reason']} | | | | {others} |"
    ms, low, high = (float(found[key]) / 1000 for key in ("span_us", "span_q1_us", "span_q3_us"))
    digits = 3 if ms < 5 else 2 if ms < 10 else 1
    reached = "" if mark is None else f"{mark:g}: " + ("reached" if ms <= mark else f"{ms / mark:.2f} x")
    return (f"| {name} | {found['variant']} {found['workgroup']} | {ms:.{digits}f} | {low:.{digits}f}..{high:.{digits}f} | "
            f"{reached} | {others} |")


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        path = options.judge or options.csv or f"{folder}/rows.csv"
        if not options.judge:
            measure(options, path)
        with open(path, encoding="utf-8", newline="") as file:
            found = list(csv.DictReader(file))
    if len(found) != len(ROWS):
        sys.exit(f"{path} has {len(found)} rows instead of {len(ROWS)}")
    lines = {row: line(row, one) for row, one in zip(sorted(ROWS, key=place), found)}
    print(f"On {found[0]['device']}; medians of {options.repeat} runs, whole filter, no transfers.\n")
    print("| work | variant | ms | quartiles | to reach | others, ms |\n| --- | --- | --- | --- | --- | --- |")
    print("\n".join(lines[row] for row in ROWS))


main()
