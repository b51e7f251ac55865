#!/usr/bin/env python3
"""Lightbench beside OpenCV and Pillow on one CPU, in one interleaved run: MPix/s and ratios.

Each round measures, one after the other, OpenCV's own CPU code, OpenCV's OpenCL code on the same PoCL (cv2.UMat),
Pillow's Floyd-Steinberg, and lightbench-bench on the same gray 8-bit image; so whatever else the machine does meets
all of them. Figures are medians over all rounds of the wall clock around a call and its finish, on several copies of
the image in turn. Needs Debian's python3-opencv, python3-pil and python3-numpy.

    tests/measure/compare_with_opencv.py                          # the scene, 7728 x 4354, drawn by lightbench-cli
    tests/measure/compare_with_opencv.py --image photo.jpg --rounds 10 --json ratios.json
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

# OpenCV looks for a GPU unless it is told otherwise.
os.environ.setdefault("OPENCV_OPENCL_DEVICE", "Portable Computing Language:CPU:")

import cv2  # noqa: E402
import numpy  # noqa: E402
from PIL import Image  # noqa: E402

Image.MAX_IMAGE_PIXELS = None
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COPIES = 4
ONES = numpy.ones((5, 5), numpy.uint8)


def weights(k):
    """As random as convolution's own; what they are does not change the time."""
    random = numpy.random.default_rng(1).random((k, k)).astype(numpy.float32)
    return random / random.sum()


# Name, the stack of ours, the call of OpenCV, what to reach: ours / OpenCV's CPU code (Pillow's for the last).
ROWS = [
    ("histogram", "histogram", lambda i: cv2.calcHist([i], [0], None, [256], [0, 256]), 1.0),
    ("integral", "integral", lambda i: cv2.integral(i, sdepth=cv2.CV_32S), 0.5),
    ("filter2D 7x7", "convolution k=7 kernel=random", lambda i, w=weights(7): cv2.filter2D(i, -1, w), 1.0),
    ("filter2D 15x15", "convolution k=15 kernel=random", lambda i, w=weights(15): cv2.filter2D(i, -1, w), 1.0),
    ("Gaussian 31 taps", "gaussian sigma=5 radius=15", lambda i: cv2.GaussianBlur(i, (31, 31), 5), 1.0),
    ("maximum 5x5", "local-maximum k=5", lambda i: cv2.dilate(i, ONES), 0.5),
    ("median 5x5", "median k=5", lambda i: cv2.medianBlur(i, 5), 0.5),
    ("Floyd-Steinberg", "floyd-steinberg", None, 1.0),
]
OPENCL_GOAL = 3.0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--image", help="any image file; taken as gray 8-bit. Default: the sample scene")
    parser.add_argument("--size", default="7728x4354", help="of the sample scene")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=5, help="calls a round")
    parser.add_argument("--device", default="portable", help="Lightbench's device: number or part of its name")
    parser.add_argument("--rows", help="only rows whose name has one of these words, with commas between them")
    parser.add_argument("--bin", default=str(ROOT / "build/release/bin"), help="where Lightbench's programs are")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown too")
    parser.add_argument("--json", help="write all figures to this file")
    return parser.parse_args()


def gray_image(options, folder):
    path = options.image
    if not path:
        path = os.path.join(folder, "scene.png")
        subprocess.run([f"{options.bin}/lightbench-cli", "samples", "scene", "-o", path, "--size", options.size],
                       check=True)
    return numpy.array(Image.open(path).convert("L"))


WARM = set()
MOST_SECONDS = 5.0


def seconds(name, call, images, repeat):
    """One time for each call, fewer than `repeat` if they take long; the first call of all is not counted."""
    if name not in WARM:
        call(images[0])
        WARM.add(name)
    times = []
    for i in range(repeat):
        start = time.perf_counter()
        call(images[(i + 1) % len(images)])
        times.append(time.perf_counter() - start)
        if sum(times) > MOST_SECONDS:
            break
    return times


def opencv_cpu(row, images, options):
    cv2.ocl.setUseOpenCL(False)
    return seconds(("cpu", row[0]), row[2], images, options.repeat)


def pillow(images, options):
    copies = [Image.fromarray(image) for image in images]
    return seconds("pillow", lambda image: image.convert("1"), copies, options.repeat)


def opencv_opencl(row, images, options):
    """None where OpenCV has no OpenCL device."""
    cv2.ocl.setUseOpenCL(True)
    if not cv2.ocl.useOpenCL():
        return None

    def call(image):
        row[2](image)
        cv2.ocl.finish()

    return seconds(("opencl", row[0]), call, [cv2.UMat(image) for image in images], options.repeat)


def lightbench(row, path, options, first, folder):
    report = os.path.join(folder, "report.json")
    command = [f"{options.bin}/lightbench-bench", "--stack", row[1], "--input", path, "--device", options.device,
               "--repeat", str(options.repeat), "--buffers", str(COPIES), "--report", report, "--no-ceilings",
               "--quiet"]
    if not first:
        command.append("--no-check")
    if subprocess.run(command, check=False).returncode > 1:
        sys.exit(f"lightbench-bench failed on {row[1]}")
    with open(report, encoding="utf-8") as file:
        measured = json.load(file)["rows"][0]
    return measured["wall_us"] / 1e6, measured


def measure(rows, image, path, options, folder):
    images = [image.copy() for _ in range(COPIES)]
    times = {row[0]: {} for row in rows}
    told = {}
    for number in range(options.rounds):
        for row in rows:
            own = times[row[0]]
            wall, report = lightbench(row, path, options, number == 0, folder)
            own.setdefault("lightbench", []).append(wall)
            if number == 0:
                told[row[0]] = report
            if row[2]:
                own.setdefault("cpu", []).extend(opencv_cpu(row, images, options))
                found = opencv_opencl(row, images, options)
                if found:
                    own.setdefault("opencl", []).extend(found)
            else:
                own.setdefault("cpu", []).extend(pillow(images, options))
            if sys.stderr.isatty():
                print(f"\rround {number + 1} of {options.rounds}: {row[0]:<20}",
                      end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return times, told


def rates(rows, times, told, pixels):
    """One dictionary a row: MPix/s, ratios and goals."""
    table = []
    for name, stack, _, goal in rows:
        speed = {who: pixels / statistics.median(of) / 1e6 for who, of in times[name].items()}
        table.append({"row": name, "stack": stack, "variant": told[name]["variant"],
                      "workgroup": told[name]["workgroup"], "verdict": told[name]["verdict"], "mpix_per_s": speed,
                      "to_cpu": speed["lightbench"] / speed["cpu"], "goal_to_cpu": goal,
                      "to_opencl": speed["lightbench"] / speed["opencl"] if "opencl" in speed else None,
                      "goal_to_opencl": OPENCL_GOAL if "opencl" in speed else None})
    return table


def show(table):
    def ratio(value, goal):
        return "-" if value is None else f"{value:.2f} {'>=' if value >= goal else '< '} {goal:g}"

    print(f"{'MPix/s':<17} {'Lightbench':>10} {'OpenCV CPU':>11} {'OpenCV OpenCL':>13}   {'to CPU':<12} "
          f"{'to OpenCL':<12} variant, verdict")
    for one in table:
        speed = one["mpix_per_s"]
        opencl = f"{speed['opencl']:.0f}" if "opencl" in speed else "-"
        print(f"{one['row']:<17} {speed['lightbench']:>10.0f} {speed['cpu']:>11.0f} {opencl:>13}   "
              f"{ratio(one['to_cpu'], one['goal_to_cpu']):<12} {ratio(one['to_opencl'], one['goal_to_opencl']):<12} "
              f"{one['variant']} {one['workgroup']}, {one['verdict']}")
    print("Floyd-Steinberg is beside Pillow's convert('1') in the CPU column.")


def markdown(table):
    print("\n| MPix/s | Lightbench | OpenCV CPU | OpenCV OpenCL | to CPU | to OpenCL | variant | verdict |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |")
    for one in table:
        speed = one["mpix_per_s"]
        opencl = (f"{speed['opencl']:.0f}", f"{one['to_opencl']:.2f}") if "opencl" in speed else ("-", "-")
        print(f"| {one['row']} | {speed['lightbench']:.0f} | {speed['cpu']:.0f} | {opencl[0]} | {one['to_cpu']:.2f} "
              f"(goal {one['goal_to_cpu']:g}) | {opencl[1]} | {one['variant']} {one['workgroup']} | {one['verdict']} |")


def main():
    options = arguments()
    words = options.rows.lower().split(",") if options.rows else [""]
    rows = [row for row in ROWS if any(word in row[0].lower() for word in words)]
    with tempfile.TemporaryDirectory() as folder:
        image = gray_image(options, folder)
        path = os.path.join(folder, "gray.npy")
        numpy.save(path, image)
        cv2.ocl.setUseOpenCL(True)
        device = cv2.ocl.Device_getDefault().name() if cv2.ocl.useOpenCL() else "none"
        print(f"{image.shape[1]} x {image.shape[0]} gray 8-bit, OpenCV {cv2.__version__} with {cv2.getNumThreads()} "
              f"threads, its OpenCL device: {device}")
        times, told = measure(rows, image, path, options, folder)
        table = rates(rows, times, told, image.size)
    show(table)
    if options.markdown:
        markdown(table)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"width": image.shape[1], "height": image.shape[0], "opencv": cv2.__version__,
                       "rounds": options.rounds, "repeat": options.repeat, "rows": table}, file, indent=1)


main()
