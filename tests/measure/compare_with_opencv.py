#!/usr/bin/env python3
"""Lightbench beside OpenCV's CPU code, in one interleaved run: every filter that both have, by format and size.

Each round measures OpenCV's calls and then ours on the same image, both into memory that they used before and on
several copies in turn; so whatever else the machine does meets both. The ratio is OpenCV's time over ours, the median
of the rounds' own ratios: above 1 ours is faster. The rule: at least 1, or 0.8 where nothing is computed and samples
are only moved; a row is behind if even the upper quartile of its rounds is below that. Floyd-Steinberg is beside
Pillow. Times are by the clock, around a call and its finish. Needs Debian's python3-opencv, python3-pil and
python3-numpy, and what `ninja -C build/release measure_stacks` builds.

    tests/measure/compare_with_opencv.py > ratios.md                    # about ten minutes
    tests/measure/compare_with_opencv.py --filter box gaussian --formats u8 rgba8 --sizes 640x480 3840x2160
    tests/measure/compare_with_opencv.py --sizes 7728x4354 --formats u8 --opencl --json ratios.json
    tests/measure/compare_with_opencv.py --check                        # exit code 1 if a row is behind
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

sys.dont_write_bytecode = True  # no folder of it beside the scripts

import cv2  # noqa: E402
import numpy  # noqa: E402
from PIL import Image  # noqa: E402

from opencv_rows import ALL, REASONS, ROWS  # noqa: E402

Image.MAX_IMAGE_PIXELS = None
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SIZES = ["640x480", "639x481", "1920x1080", "1919x1081", "3840x2160", "3839x2161"]
COPIES = 4
MOST_CALLS = 50
GOAL, GOAL_OF_MOVES, GOAL_TO_OPENCL = 1.0, 0.8, 3.0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--image", help="any image file. Default: the sample scene")
    parser.add_argument("--sizes", nargs="*", default=SIZES, help="of the image")
    parser.add_argument("--formats", nargs="*", default=ALL, choices=ALL)
    parser.add_argument("--filter", nargs="*", default=[""], help="rows whose name has one of these words")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--budget", type=float, default=20, help="ms of each round for each of both")
    parser.add_argument("--device", default="portable", help="Lightbench's device: number or part of its name")
    parser.add_argument("--opencl", action="store_true", help="OpenCV's OpenCL code on the same device, too")
    parser.add_argument("--verify", action="store_true", help="compare our results with their references, too")
    parser.add_argument("--bin", default=str(ROOT / "build/release/bin"), help="where Lightbench's programs are")
    parser.add_argument("--json", help="write all figures to this file")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a row is behind the rule")
    return parser.parse_args()


def scene(options, size):
    """RGBA of 8 bits."""
    with tempfile.TemporaryDirectory() as folder:
        path = options.image or os.path.join(folder, "scene.png")
        if not options.image:
            subprocess.run([f"{options.bin}/lightbench-cli", "samples", "scene", "-o", path, "--size", size],
                           check=True)
        with Image.open(path) as image:
            wanted = tuple(map(int, size.split("x")))
            return image.convert("RGBA") if image.size == wanted else image.convert("RGBA").resize(wanted)


def in_format(image, form):
    samples = numpy.array(image if form.startswith("rgba") else image.convert("L"))
    if form.endswith("16"):
        return samples.astype(numpy.uint16) * 257
    return samples.astype(numpy.float32) / 255 if form.endswith("f32") else samples


class Ours:
    """measure_stacks, asked line by line. The first answer of a stack says how it ran."""

    def __init__(self, options):
        self.process = subprocess.Popen([f"{options.bin}/measure_stacks", options.device], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def __call__(self, path, stack, calls, letters):
        self.process.stdin.write(f"{path}\t{calls}\t{COPIES}\t{letters}\t{stack}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or sys.exit("measure_stacks ended"))
        if "error" in answer:
            sys.exit(f"{stack}: {answer['error']}")
        return answer

    def launch_seconds(self, folder):
        """What a stage on next to nothing takes: less than that no image can."""
        path = os.path.join(folder, "tiny.npy")
        numpy.save(path, numpy.zeros((16, 16), numpy.uint8))
        return min(self(path, "invert", MOST_CALLS, "")["wall_us"] for _ in range(5)) / 1e6


class Theirs:
    """A row's call on several copies of the image, each with the result that it writes into."""

    def __init__(self, call, image, finish=lambda: None, wrap=lambda array: array.copy()):
        self.call, self.finish = call, finish
        self.images = [wrap(image) for _ in range(COPIES)]
        self.results = [call(copy, None) for copy in self.images]

    def seconds(self, calls):
        times = []
        for i in range(calls):
            image, result = self.images[i % COPIES], self.results[i % COPIES]
            begun = time.perf_counter()
            self.call(image, result)
            self.finish()
            times.append(time.perf_counter() - begun)
        return statistics.median(times)


def opencl_of(row, image):
    """None where OpenCV has no OpenCL device, or no such form of the call."""
    cv2.ocl.setUseOpenCL(True)
    try:
        return Theirs(lambda i, _: row.call(i, None), image, cv2.ocl.finish, cv2.UMat) if cv2.ocl.useOpenCL() else None
    except (cv2.error, TypeError, AttributeError):
        return None
    finally:
        cv2.ocl.setUseOpenCL(False)


def calls_within(budget_ms, seconds):
    return max(1, min(MOST_CALLS, round(budget_ms / 1000 / max(seconds, 1e-6))))


def measured(row, form, size, image, path, ours, launch, options):
    """One row's figures; None where OpenCV does not take the format."""
    try:
        theirs = Theirs(row.call, row.peer(image) if row.peer else image)
    except cv2.error:
        return None
    opencl = opencl_of(row, image) if options.opencl else None
    told = ours(path, row.stack, 1, "c" if options.verify else "")
    calls = calls_within(options.budget, theirs.seconds(2))
    our_calls = calls_within(options.budget, told["wall_us"] / 1e6)
    rounds = []
    for _ in range(options.rounds):
        one = {"opencv": theirs.seconds(calls), "lightbench": ours(path, row.stack, our_calls, "a")["wall_us"] / 1e6}
        if opencl:
            cv2.ocl.setUseOpenCL(True)
            one["opencl"] = opencl.seconds(calls_within(options.budget, one["opencv"]))
            cv2.ocl.setUseOpenCL(False)
        rounds.append(one)
    return judged(row, form, size, told, rounds, launch)


def judged(row, form, size, told, rounds, launch):
    ratios = sorted(one["opencv"] / one["lightbench"] for one in rounds)
    quartiles = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    goal = GOAL_OF_MOVES if row.moves else GOAL
    found = {"row": row.name, "stack": row.stack, "format": form, "size": size, "variant": told["variant"],
             "workgroup": told["workgroup"], "verdict": told["verdict"], "goal": goal, "ratio": quartiles[1],
             "ratio_quartiles": [quartiles[0], quartiles[2]], "behind": quartiles[2] < goal,
             "reason": REASONS.get(row.name, "")}
    for who in rounds[0]:
        found[f"{who}_ms"] = statistics.median(1000 * one[who] for one in rounds)
    if found["opencv_ms"] < 2000 * launch:
        found["reason"] = f"OpenCV takes little longer than a launch, {1e6 * launch:.0f} us"
    if "opencl_ms" in found:
        found["ratio_to_opencl"] = found["opencl_ms"] / found["lightbench_ms"]
    return found


def measure_all(options):
    """Prints a line a row while it measures."""
    ours = Ours(options)
    cv2.ocl.setUseOpenCL(False)
    rows = [row for row in ROWS if any(word.lower() in row.name.lower() for word in options.filter)]
    table = []
    with tempfile.TemporaryDirectory() as folder:
        launch = ours.launch_seconds(folder)
        for size in options.sizes:
            picture = scene(options, size)
            for form in options.formats:
                plain, paths = in_format(picture, form), {}
                for row in rows:
                    if form not in row.formats or plain.shape[0] * plain.shape[1] > row.most_pixels:
                        continue
                    image = row.prepare(plain) if row.prepare else plain
                    if row.prepare not in paths:
                        paths[row.prepare] = os.path.join(folder, f"{size}-{form}-{len(paths)}.npy")
                        numpy.save(paths[row.prepare], image)
                    found = measured(row, form, size, image, paths[row.prepare], ours, launch, options)
                    if found:
                        table.append(found)
                        show(found)
                for path in paths.values():
                    os.remove(path)
    return table


def show(one):
    opencl = f" {one['ratio_to_opencl']:.1f} |" if "ratio_to_opencl" in one else ""
    low, high = one["ratio_quartiles"]
    print(f"| {one['row']} | {one['format']} | {one['size'].replace('x', ' x ')} | {one['opencv_ms']:.3f} | "
          f"{one['lightbench_ms']:.3f} | {one['ratio']:.2f} | {low:.2f}..{high:.2f} |{opencl} "
          f"{one['variant']} {one['workgroup']} | {'behind' if one['behind'] else ''} |", flush=True)


def summary(table):
    """The rows that are behind, from the worst on, and how many are not."""
    behind = sorted((one for one in table if one["behind"]), key=lambda one: one["ratio"] / one["goal"])
    print(f"\n{len(table) - len(behind)} of {len(table)} rows keep the rule." + (" Behind it:\n" if behind else ""))
    if behind:
        print("| row | format | size | ratio | to reach | why |\n| --- | --- | --- | --- | --- | --- |")
    for one in behind:
        print(f"| {one['row']} | {one['format']} | {one['size'].replace('x', ' x ')} | {one['ratio']:.2f} | "
              f"{one['goal']:g} | {one['reason']} |")
    if any("ratio_to_opencl" in one for one in table):
        slow = [one["row"] for one in table if one.get("ratio_to_opencl", GOAL_TO_OPENCL) < GOAL_TO_OPENCL]
        print(f"\nBelow {GOAL_TO_OPENCL:g} times OpenCV's OpenCL code: {', '.join(slow) or 'none'}.")
    wrong = [f"{one['row']} {one['format']}: {one['verdict']}" for one in table if one["verdict"] == "mismatch"]
    print("".join(f"\n{line}" for line in wrong))
    return behind + wrong


def main():
    options = arguments()
    print(f"OpenCV {cv2.__version__} with {cv2.getNumThreads()} threads, {options.rounds} rounds of {options.budget:g} "
          f"ms each.\n\n| row | format | size | OpenCV ms | Lightbench ms | ratio | quartiles |"
          f"{' to its OpenCL |' if options.opencl else ''} variant | |\n|{' --- |' * (9 + options.opencl)}", flush=True)
    table = measure_all(options)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"opencv": cv2.__version__, "threads": cv2.getNumThreads(), "rounds": options.rounds,
                       "rows": table}, file, indent=1)
    sys.exit(1 if summary(table) and options.check else 0)


main()
