"""Times reading and writing of a 4K photograph in each format: Lightbench beside OpenCV and Pillow, and beside an earlier
Lightbench if its time_codecs is given. All take turns, so that a busy machine is unfair to none; medians are printed.

    ninja -C build/release time_codecs
    tests/measure/time_codecs.py photo.jpg [--before OLDER/time_codecs] [--rounds 7] [--processor-time]

Needs python3-numpy, python3-pil and python3-opencv. The photograph is scaled to 3840 x 2160 first.
"""
import argparse
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2
import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
# Suffix, and what makes OpenCV and Pillow write about what Lightbench writes by default.
FORMATS = {
    "png": ([cv2.IMWRITE_PNG_COMPRESSION, 1], {"compress_level": 1}),
    "jpg": ([cv2.IMWRITE_JPEG_QUALITY, 95], {"quality": 95, "subsampling": 0}),
    "tif": ([], {}),
    "webp": ([cv2.IMWRITE_WEBP_QUALITY, 101], {"lossless": True}),
    "bmp": ([], {}),
    "ppm": ([], {}),
    "npy": None,
    "exr": ([], None),
}


CLOCK = time.perf_counter


def milliseconds(action):
    begin = CLOCK()
    result = action()
    return (CLOCK() - begin) * 1000, result


def by_opencv(source, target, options):
    read, image = milliseconds(lambda: cv2.imread(str(source), cv2.IMREAD_UNCHANGED))
    write, _ = milliseconds(lambda: cv2.imwrite(str(target), image, options))
    return read, write


def by_pillow(source, target, options):
    def load():
        image = Image.open(source)
        image.load()
        return image

    read, image = milliseconds(load)
    write, _ = milliseconds(lambda: image.save(target, **options))
    return read, write


def by_numpy(source, target):
    read, image = milliseconds(lambda: np.load(source))
    write, _ = milliseconds(lambda: np.save(target, image))
    return read, write


def by_program(program, source, target):
    done = subprocess.run([program, source, target, "2"], text=True, capture_output=True)
    if done.returncode:
        return None
    # The first round also finds the pages of new memory; the others read and write repeatedly, too.
    words = [float(word) for word in done.stdout.splitlines()[-1].split()]
    return tuple(words[2:] if CLOCK is time.process_time else words[:2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photo")
    parser.add_argument("--program", default=ROOT / "build/release/bin/time_codecs")
    parser.add_argument("--before", help="time_codecs of an earlier revision")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--processor-time", action="store_true", help="of all threads: for a machine that others use, too")
    arguments = parser.parse_args()
    global CLOCK
    if arguments.processor_time:
        CLOCK = time.process_time
    photo = Image.open(arguments.photo).convert("RGB").resize((3840, 2160), Image.LANCZOS)
    print("| format | before: read, write | Lightbench: read, write | OpenCV: read, write | Pillow: read, write |")
    print("| --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for suffix, options in FORMATS.items():
            source, target = Path(folder) / f"in.{suffix}", Path(folder) / f"out.{suffix}"
            samples = np.asarray(photo)
            if suffix == "npy":
                np.save(source, samples)
            elif suffix == "exr":
                cv2.imwrite(str(source), samples[..., ::-1].astype(np.float32) / 255, [cv2.IMWRITE_EXR_TYPE, 1])
            elif suffix == "webp":
                photo.save(source, lossless=True)
            else:
                photo.save(source, **options[1])
            tools = {"now": lambda: by_program(arguments.program, source, target)}
            if arguments.before:
                tools["before"] = lambda: by_program(arguments.before, source, target)
            if options is None:
                tools["OpenCV"] = lambda: by_numpy(source, target)
            else:
                tools["OpenCV"] = lambda: by_opencv(source, target, options[0])
                if options[1] is not None:
                    tools["Pillow"] = lambda: by_pillow(source, target, options[1])
            times = {name: [] for name in ("before", "now", "OpenCV", "Pillow")}
            for _ in range(arguments.rounds):
                for name, tool in tools.items():
                    measured = tool()
                    if measured:
                        times[name].append(measured)
            cells = []
            for measured in times.values():
                medians = [statistics.median(column) for column in zip(*measured)]
                cells.append(", ".join(f"{median:.0f} ms" for median in medians) if medians else "-")
            print(f"| {suffix} | " + " | ".join(cells) + " |", flush=True)
    print("\nFor npy the column OpenCV is NumPy.")


if __name__ == "__main__":
    main()
