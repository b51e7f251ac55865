"""Reads the odd image files that Debian's packages carry, and compares Lightbench with Pillow, OpenCV and tifffile.

    ninja -C build/release read_images
    tests/outside/walk_odd_files.py build/odd_files            # downloads the packages there, without installing them
    tests/outside/walk_odd_files.py build/odd_files --table resources/measurements/odd_files.md

Needs python3-numpy, python3-pil, python3-opencv and python3-tifffile. Ends with 1 if a file is neither read as one of the
others reads it, nor refused, nor explained in EXPLANATIONS.
"""
import argparse
import concurrent.futures
import concurrent.futures.process
import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
os.environ["OPENCV_LOG_LEVEL"] = "SILENT"
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
# What carries image files that tests of other programs were made for.
PACKAGES = """golang-1.19-src golang-golang-x-image-dev gdk-pixbuf-tests libsixel-examples libjxl-testdata
python3-skimage golang-github-rwcarlsen-goexif-dev checkit-tiff golang-github-disintegration-imaging-dev
golang-github-disintegration-gift-dev python-matplotlib-data libpython3.11-testsuite node-opencv libsdl2-image-tests
golang-github-bep-gowebp-dev afl++-doc libvigraimpex-dev cimg-examples python3-scipy librust-jpeg-decoder-dev
python3-numpy libpdf-report-perl librust-tiff-dev jbigkit-testdata python3-imageio libimage-exiftool-perl netpbm
labelme-examples""".split()
SUFFIXES = set("""png apng jpg jpeg jpe tif tiff webp bmp dib pbm pgm ppm pnm pam pfm npy exr dng nef cr2 arw orf rw2 raf
pef""".split())
# Larger files are photographs, and not odd.
MOST_BYTES = 1 << 20
# Where nobody else reads a file as Lightbench does: a pattern of the file's name or of Lightbench's words, and why.
EXPLANATIONS = [
    (r"pngsuite/ftb[bw]n0g\d\d", "the colour key of gray is obeyed; OpenCV drops it, Pillow does not scale it or drops it"),
    (r"64-bit float samples", "equal but for the rounding to 32 bits"),
    (r"minimal_valid_12bit", "scaled to full scale; OpenCV multiplies by 16, so that white is 65520"),
]


def download(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        target = folder / package
        if target.exists():
            continue
        debs = list(folder.glob(package + "_*.deb"))
        if not debs:
            subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True, stderr=subprocess.DEVNULL)
            debs = list(folder.glob(package + "_*.deb"))
        subprocess.run(["dpkg-deb", "-x", debs[0], target], check=True)


def odd_files(folder):
    """(package, path within it, path) of every file, each content once."""
    seen, found = set(), []
    for package in PACKAGES:
        for path in sorted((folder / package).rglob("*")):
            if path.is_symlink() or not path.is_file() or path.suffix.lower().lstrip(".") not in SUFFIXES:
                continue
            if path.stat().st_size > MOST_BYTES:
                continue
            digest = hashlib.sha256(path.read_bytes()).digest()
            if digest not in seen:
                seen.add(digest)
                found.append((package, str(path.relative_to(folder / package)), path))
    return found


def by_lightbench(program, files, folder):
    """What Lightbench says of each file; a program that ends is started again after the file that ended it."""
    folder.mkdir(exist_ok=True)
    answers = []
    while len(answers) < len(files):
        batch, offset = files[len(answers):], len(answers)
        into = folder / str(offset)
        into.mkdir(exist_ok=True)
        done = subprocess.run([program, into], input="\n".join(str(path) for _, _, path in batch) + "\n", text=True,
                              stdout=subprocess.PIPE)
        for line in done.stdout.splitlines():
            number, state, words, note = line.split("\t")
            answers.append((state, words, note, into / f"{number}.npy"))
        if len(answers) < len(files):
            answers.append(("crashed", f"ended with {done.returncode}", "", None))
    return answers


def read_by_pillow(path):
    from PIL import Image, ImageOps
    Image.MAX_IMAGE_PIXELS = None
    with Image.open(path) as image:
        image.load()
        image = ImageOps.exif_transpose(image)
        if image.mode == "P" or image.mode == "PA":
            image = image.convert("RGBA" if "transparency" in image.info or image.mode == "PA" else "RGB")
        elif "transparency" in image.info and image.mode in ("1", "L", "RGB"):
            image = image.convert("RGBA")
        if image.mode == "1":
            image = image.convert("L")
        if image.mode in ("CMYK", "YCbCr", "LAB", "HSV"):
            image = image.convert("RGB")
        return np.asarray(image)


def read_by_opencv(path):
    import cv2
    cv2.setNumThreads(1)
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise ValueError("not read")
    return image if image.ndim == 2 else image[..., [2, 1, 0, 3][:image.shape[2]]]


def read_by_opencv_turned(path):
    import cv2
    image = cv2.imread(str(path), cv2.IMREAD_ANYCOLOR | cv2.IMREAD_ANYDEPTH)
    if image is None:
        raise ValueError("not read")
    return image if image.ndim == 2 else image[..., ::-1]


def read_by_tifffile(path):
    if path.suffix.lower() == ".npy":
        return np.load(path)
    import tifffile
    with tifffile.TiffFile(path) as file:
        return file.pages[0].asarray()


READERS = {"Pillow": [read_by_pillow], "OpenCV": [read_by_opencv, read_by_opencv_turned],
           "tifffile": [read_by_tifffile]}


def by_others(path, samples):
    """What each other says of a file: a word, and for those that read it how far they are from these samples."""
    said = {}
    for name, readers in READERS.items():
        if name == "tifffile" and path.suffix.lower() not in (".tif", ".tiff", ".npy", ".dng", ".nef"):
            said[name] = "-"
            continue
        words = []
        for reader in readers:
            try:
                other = reader(path)
                words.append("reads" if samples is None else difference(np.load(samples), other))
            except Exception as error:
                words.append("refuses")
        order = ["equal", "within", "differs", "other", "reads", "refuses"]
        said[name] = min(words, key=lambda word: order.index(word.split()[0]))
    return said


def difference(mine, other):
    """In steps of the finer depth; both are brought to full scale and to red, green, blue, alpha."""
    def spread(a):
        if a.dtype == bool:
            a = a.astype(np.uint8) * 255
        if a.ndim == 3 and a.shape[0] in (3, 4) and a.shape[2] > 4:
            a = a.transpose(1, 2, 0)
        a = a[..., None] if a.ndim == 2 else a
        if a.ndim != 3:
            return None, 1
        scale = {np.dtype(np.uint8): 255, np.dtype(np.uint16): 65535}.get(a.dtype.newbyteorder("="), 1)
        if a.dtype == np.int32:  # Pillow's form of 16-bit gray
            scale = 65535
        if a.shape[2] == 2:
            a = a[..., [0, 0, 0, 1]]
        if a.shape[2] == 1:
            a = a[..., [0, 0, 0]]
        if a.shape[2] == 3:
            a = np.concatenate([a, np.full(a.shape[:2] + (1,), scale, a.dtype)], axis=2)
        return a.astype(np.float64), scale

    (a, scale_a), (b, scale_b) = spread(mine), spread(other)
    if a is None or b is None or a.shape != b.shape:
        return "other size"
    if np.array_equal(a, b, equal_nan=True) and scale_a == scale_b:
        return "equal"
    # A reader that gives 8 bits of 16 keeps the upper ones, or rounds.
    steps = np.nanmax(np.abs(a / scale_a - b / scale_b)) * min(scale_a, scale_b)
    return f"within {steps:.2g}" if steps <= 1.001 and min(scale_a, scale_b) > 1 else f"differs by {steps:.3g}"


def be_silent():
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def others_of_all(files, answers):
    """In a process of its own, since damaged files take other readers down, too. What they print of damage is dropped."""
    said = []
    new_pool = lambda: concurrent.futures.ProcessPoolExecutor(1, initializer=be_silent)
    pool = new_pool()
    for (_, _, path), (state, _, _, samples) in zip(files, answers):
        try:
            said.append(pool.submit(by_others, path, samples if state == "read" else None).result(timeout=30))
        except (concurrent.futures.TimeoutError, concurrent.futures.process.BrokenProcessPool):
            for process in list(pool._processes.values()):
                process.kill()
            pool = new_pool()
            said.append({name: "crashes" for name in READERS})
    pool.shutdown()
    return said


def verdict(name, answer, others):
    state, words, note, _ = answer
    for pattern, why in EXPLANATIONS:
        if re.search(pattern, name + " | " + words + " | " + note):
            return "explained: " + why
    if state == "crashed":
        return "FAULT: crashed"
    if state == "refused":
        readers = [other for other, said in others.items() if said in ("reads",)]
        return "refused, read by " + ", ".join(readers) if readers else "refused by all"
    if any(said == "equal" for said in others.values()):
        return "equal"
    if any(said.startswith("within") for said in others.values()):
        return "equal at the lesser depth"
    if all(said in ("refuses", "crashes", "-") for said in others.values()):
        return "read by Lightbench alone"
    return "FAULT: differs"


def table_of(rows):
    counts = Counter(row[-1].split(",")[0].split(":")[0] for row in rows)
    lines = ["# Odd image files", "",
             "`tests/outside/walk_odd_files.py` reads the image files that Debian's packages carry for tests and examples. "
             "It compares what", "Lightbench says with Pillow, OpenCV and tifffile. Files with the same content are read "
             "once. \"equal\" means that another reader gives", "the same samples. \"within 1\" means that it does at "
             "the lesser of the two depths. \"-\" means that the reader is not for this format.", "",
             "| verdict | files |", "| --- | ---: |"]
    lines += [f"| {name} | {count} |" for name, count in counts.most_common()]
    lines += ["", "| file | package | Lightbench | Pillow | OpenCV | tifffile | verdict |",
              "| --- | --- | --- | --- | --- | --- | --- |"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where packages are downloaded and unpacked")
    parser.add_argument("--program", default=ROOT / "build/release/bin/read_images")
    parser.add_argument("--table", type=Path, help="writes the table of all files")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    download(folder)
    files = odd_files(folder)
    answers = by_lightbench(arguments.program, files, folder / "samples")
    others = others_of_all(files, answers)
    rows = []
    for (package, name, path), answer, said in zip(files, answers, others):
        state, words, note, _ = answer
        words = words.replace(str(path), "").strip(" :") + (". " + note.replace(str(path), "").strip() if note else "")
        short = re.sub(r"^usr/(share|lib)/", "", name)
        rows.append((short, package, words, *(said[reader] for reader in READERS), verdict(name, answer, said)))
    if arguments.table:
        arguments.table.write_text(table_of(rows))
    faults = [row for row in rows if row[-1].startswith("FAULT")]
    for row in faults:
        print(" | ".join(row))
    print(dict(Counter(row[-1].split(",")[0].split(":")[0] for row in rows)), "of", len(rows), "files")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
