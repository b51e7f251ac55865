#!/usr/bin/env python3
"""Draws the images of tests/fixtures and computes what Pillow, OpenCV, SciPy, NumPy and scikit-image make of them.

tests/outside/outside_world.cpp compares the CPU references with these results, so that the references are proved by others' code.
The results are committed; run this by hand only, where python3-pil, python3-opencv, python3-numpy and python3-scipy are
installed, and python3-skimage: /usr/bin/python3 tests/outside/make_fixtures.py. It needs no input, and draws the same
images each time (seeded). fixtures/ssim.txt has what scikit-image says of pairs of them.

Images, palettes and detectors that stacks are given lie in fixtures/inputs; results lie in fixtures/FILTER, where FILTER
is the stack's last. Each line of fixtures/manifest.txt: tolerance, input file, expected file, stack text; tabs between
them. File names of stack texts are those of inputs. Where the
stack is a single analysis, the expected file holds its words, a row of the analysis in each of its rows.
Tolerances: exact; rounding (at most 1 apart, at most 0.1 % of samples: only ties may fall otherwise); one (at most 1
apart, for code that computes in fixed point); few (of 16 bits, at most 8 apart); float (at most 1e-5 apart); score (1e-4), degrees (1e-3) and lab (0.02) for
floats of 0..1, 0..360 and 0..100 that others compute less exactly.
"""

import math
import pathlib
import sys

import cv2
import numpy as np
from PIL import Image, ImageOps
from scipy import ndimage
from skimage.metrics import structural_similarity
from skimage.morphology import disk

import compositing_fixtures
import geometry_fixtures
import measurement_fixtures
import palette_fixtures
import point_fixtures

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "fixtures"
INPUTS = FOLDER / "inputs"
CV_BORDERS = {"replicate": cv2.BORDER_REPLICATE, "reflect101": cv2.BORDER_REFLECT_101, "constant": cv2.BORDER_CONSTANT}
SCIPY_BORDERS = {"replicate": "nearest", "reflect101": "mirror", "wrap": "wrap", "constant": "constant"}
KERNELS = {
    "laplace": [[0, 1, 0], [1, -4, 1], [0, 1, 0]],
    "shift": [[0, 0, 0], [0, 0, 0], [1, 0, 0]],  # asymmetric: correlation and convolution would differ
    "blur": [[1 / 16, 2 / 16, 1 / 16], [2 / 16, 4 / 16, 2 / 16], [1 / 16, 2 / 16, 1 / 16]],
    "slope": [[(3 * i - 2 * j + 1) / 64 for i in range(5)] for j in range(5)],
}

manifest = []
FULL = 2**64 - 1
saved = {}


def noise(width, height, channels, seed, top=256, kind=np.uint8):
    shape = (height, width) if channels == 1 else (height, width, channels)
    return np.random.default_rng(seed).integers(0, top, shape).astype(kind)


def gradient(width, height, channels=1):
    y, x = np.mgrid[0:height, 0:width]
    planes = [(x * 255 // max(width - 1, 1) + p * y * 3) % 256 for p in range(channels)]
    return np.stack(planes, -1).astype(np.uint8).reshape((height, width) if channels == 1 else (height, width, channels))


def scene(width, height, channels=1):
    """Edges, a disc, stripes and a few lone pixels."""
    y, x = np.mgrid[0:height, 0:width]
    planes = []
    for p in range(channels):
        plane = np.full((height, width), 40 + 30 * p)
        plane[(x - width * 0.6) ** 2 + (y - height * 0.4) ** 2 < (height * 0.3) ** 2] = 220 - 60 * p
        plane[: height // 3, : width // 3] = (x[: height // 3, : width // 3] % 4 < 2) * 255
        plane[(x * 7 + y * 13 + p) % 101 == 0] = 255
        planes.append(plane)
    return np.stack(planes, -1).astype(np.uint8).reshape((height, width) if channels == 1 else (height, width, channels))


def save(name, array):
    name += ".npy"
    if name not in saved:
        (FOLDER / name).parent.mkdir(exist_ok=True)
        np.save(FOLDER / name, np.ascontiguousarray(array))
        saved[name] = array
    assert np.array_equal(saved[name], array), name + " was saved with other contents"
    return name


def save_input(name, array):
    """Returns the name that stack texts have for it."""
    return save(f"inputs/{name}", array).removeprefix("inputs/")


def case(tolerance, stack, source, image, label, expected):
    last = stack.split("|")[-1].split()[0]
    files = save(f"inputs/{source}", image), save(f"{last}/{source}.{label}", expected)
    manifest.append("\t".join([tolerance, *files, stack]))


def colours_only(image, function):
    """Applies a function to each colour channel; alpha stays."""
    if image.ndim == 2:
        return function(image)
    planes = [function(np.ascontiguousarray(image[..., c])) if c < 3 else image[..., c] for c in range(image.shape[2])]
    return np.stack(planes, -1)


def stored(values, kind):
    """Real results as samples: rounded half to even and saturated; floats are only narrowed."""
    if kind == np.float32:
        return values.astype(kind)
    return np.clip(np.rint(values), 0, np.iinfo(kind).max).astype(kind)


GRAY8 = {
    "gray-1x1": noise(1, 1, 1, 1),
    "gray-1x64": noise(1, 64, 1, 2),
    "gray-64x1": noise(64, 1, 1, 3),
    "gray-17x13": noise(17, 13, 1, 4),
    "gray-61x47-noise": noise(61, 47, 1, 5),
    "gray-61x47-gradient": gradient(61, 47),
    "gray-61x47-scene": scene(61, 47),
    "gray-17x13-flat": np.full((13, 17), 77, np.uint8),
}
RGB8 = {
    "rgb-1x1": noise(1, 1, 3, 11),
    "rgb-61x47-noise": noise(61, 47, 3, 12),
    "rgb-61x47-gradient": gradient(61, 47, 3),
    "rgb-17x13-scene": scene(17, 13, 3),
}
RGBA8 = {"rgba-17x13": noise(17, 13, 4, 13), "rgba-61x47": noise(61, 47, 4, 14)}
GRAY16 = {
    "gray16-1x64": noise(1, 64, 1, 21, 65536, np.uint16),
    "gray16-17x13": noise(17, 13, 1, 22, 65536, np.uint16),
    "gray16-61x47": noise(61, 47, 1, 23, 65536, np.uint16),
}
FLOATS = {"float-61x47": np.random.default_rng(31).random((47, 61), dtype=np.float32)}


def grayscale():
    for source, image in {**RGB8, **RGBA8}.items():
        expected = np.array(Image.fromarray(image[..., :3].copy(), "RGB").convert("L"))
        case("exact", "grayscale", source, image, "grayscale", expected)
    # Every corner of the cube, and steps in between: the rounding of the weighted sum.
    steps = np.array([0, 1, 2, 63, 64, 127, 128, 191, 192, 253, 254, 255], np.uint8)
    cube = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), -1).reshape(36, 48, 3)
    case("exact", "grayscale", "rgb-48x36-cube", cube, "grayscale", np.array(Image.fromarray(cube, "RGB").convert("L")))


def dithered(gray):
    return np.array(gray.convert("1")).astype(np.uint8) * 255


def floyd_steinberg():
    large = {"gray-256x171-waves": waves(256, 171)}
    for source, image in {**GRAY8, **large}.items():
        case("exact", "floyd-steinberg levels=2", source, image, "dithered", dithered(Image.fromarray(image, "L")))
    for source, image in RGB8.items():
        expected = dithered(Image.fromarray(image, "RGB").convert("L"))
        case("exact", "grayscale | floyd-steinberg levels=2", source, image, "dithered", expected)
    source, image = "rgba-61x47", RGBA8["rgba-61x47"]
    expected = colours_only(image, lambda plane: dithered(Image.fromarray(plane, "L")))
    case("exact", "floyd-steinberg levels=2", source, image, "dithered", expected)


def waves(width, height):
    y, x = np.mgrid[0:height, 0:width]
    return stored(127.5 + 80 * np.sin(x / 17) + 60 * np.cos(y / 11 + x / 40), np.uint8)


def invert():
    for source in ("gray-17x13", "gray-64x1"):
        expected = np.array(ImageOps.invert(Image.fromarray(GRAY8[source], "L")))
        case("exact", "invert", source, GRAY8[source], "inverted", expected)
    image = RGBA8["rgba-17x13"]
    expected = image.copy()
    expected[..., :3] = np.array(ImageOps.invert(Image.fromarray(image[..., :3].copy(), "RGB")))
    case("exact", "invert", "rgba-17x13", image, "inverted", expected)
    case("exact", "invert", "gray16-17x13", GRAY16["gray16-17x13"], "inverted", cv2.bitwise_not(GRAY16["gray16-17x13"]))
    image = FLOATS["float-61x47"]
    case("exact", "invert", "float-61x47", image, "inverted", (np.float32(1) - image).astype(np.float32))


def median():
    small = ("gray-1x1", "gray-1x64", "gray-64x1", "gray-17x13", "gray-61x47-scene")
    for k in (3, 5, 7, 9):
        for source in small + ("gray-61x47-noise",):
            image = GRAY8[source]
            case("exact", f"median k={k}", source, image, f"median{k}", cv2.medianBlur(image, k))
        image = RGBA8["rgba-17x13"]
        expected = colours_only(image, lambda plane: cv2.medianBlur(plane, k))
        case("exact", f"median k={k}", "rgba-17x13", image, f"median{k}", expected)
    for k in (3, 5):  # OpenCV has no larger ones for 16 bits
        for source, image in GRAY16.items():
            case("exact", f"median k={k}", source, image, f"median{k}", cv2.medianBlur(image, k))


def equalize():
    low = (waves(61, 47) // 4 + 90).astype(np.uint8)
    for source, image in {**GRAY8, "gray-61x47-low": low, **RGB8, **RGBA8}.items():
        case("exact", "equalize", source, image, "equalized", colours_only(image, cv2.equalizeHist))


def transpose():
    for source, image in {**GRAY8, **RGB8, **GRAY16, **FLOATS}.items():
        if source in ("gray-61x47-noise", "gray-1x64", "gray-64x1", "rgb-17x13-scene", "gray16-17x13", "float-61x47"):
            case("exact", "transpose", source, image, "transposed", np.swapaxes(image, 0, 1))


def matrix_text(kernel):
    return ";".join(",".join(repr(float(weight)) for weight in row) for row in kernel)


def convolution():
    for name, kernel in KERNELS.items():
        weights = np.array(kernel, np.float64)
        whole = np.array_equal(weights, np.rint(weights))
        text = f"convolution matrix={matrix_text(kernel)}"
        for border in SCIPY_BORDERS:
            for source in ("gray-61x47-scene", "gray-17x13"):
                convolution_case(text, weights, border, source, GRAY8[source], name, "exact" if whole else "rounding")
        convolution_case(text, weights, "replicate", "gray-1x64", GRAY8["gray-1x64"], name, "rounding")
        convolution_case(text, weights, "reflect101", "gray16-61x47", GRAY16["gray16-61x47"], name, "rounding")
    blur = np.array(KERNELS["blur"])
    text = f"convolution matrix={matrix_text(blur)}"
    convolution_case(text, blur, "replicate", "rgba-61x47", RGBA8["rgba-61x47"], "blur", "rounding")
    convolution_case(text, blur, "wrap", "float-61x47", FLOATS["float-61x47"], "blur", "float")
    for k in (1, 5, 31):
        box = np.full((k, k), 1 / (k * k))
        source, image = "gray-61x47-noise", GRAY8["gray-61x47-noise"]
        convolution_case(f"convolution kernel=box k={k}", box, "reflect101", source, image, f"box{k}", "rounding")


def convolution_case(text, weights, border, source, image, name, tolerance):
    """OpenCV where it has the border mode and wide images; SciPy in double precision for the rest."""
    opencv = border in CV_BORDERS and image.dtype == np.uint8 and weights.shape[0] < 11

    def filtered(plane):
        if opencv:
            return cv2.filter2D(plane, -1, weights, borderType=CV_BORDERS[border])
        values = ndimage.correlate(plane.astype(np.float64), weights, mode=SCIPY_BORDERS[border], cval=0)
        return stored(values, plane.dtype)

    case(tolerance, f"{text} border={border}", source, image, f"{name}-{border}", colours_only(image, filtered))


def gaussian():
    for sigma in (0.5, 1.3, 4):
        for border in SCIPY_BORDERS:
            for source in ("gray-61x47-scene", "gray-17x13"):
                gaussian_case(sigma, border, source, GRAY8[source], "rounding")
        gaussian_case(sigma, "reflect101", "gray16-61x47", GRAY16["gray16-61x47"], "rounding")
        gaussian_case(sigma, "replicate", "float-61x47", FLOATS["float-61x47"], "float")
        gaussian_case(sigma, "replicate", "rgba-17x13", RGBA8["rgba-17x13"], "rounding")
        opencv_gaussian(sigma, "gray-61x47-scene", GRAY8["gray-61x47-scene"], "rounding", np.float64)
        opencv_gaussian(sigma, "float-61x47", FLOATS["float-61x47"], "float")
    # For 8-bit images OpenCV's weights are 256ths; with wide windows those alone make it 2 off its own doubles.
    for sigma in (0.5, 1.3):
        opencv_gaussian(sigma, "gray-61x47-noise", GRAY8["gray-61x47-noise"], "one")


def gaussian_case(sigma, border, source, image, tolerance):
    radius = math.ceil(3 * sigma)

    def blurred(plane):
        weights = np.exp(-np.arange(-radius, radius + 1.0) ** 2 / (2 * sigma * sigma))
        weights /= weights.sum()
        values = plane.astype(np.float64)
        for axis in (0, 1):
            values = ndimage.correlate1d(values, weights, axis=axis, mode=SCIPY_BORDERS[border], cval=0)
        return stored(values, plane.dtype)

    stack = f"gaussian sigma={sigma} border={border}"
    case(tolerance, stack, source, image, f"gaussian{sigma}-{border}", colours_only(image, blurred))


def opencv_gaussian(sigma, source, image, tolerance, kind=None):
    """In the image's own type, or by way of another."""
    side = 2 * math.ceil(3 * sigma) + 1
    given = image if kind is None else image.astype(kind)
    expected = stored(cv2.GaussianBlur(given, (side, side), sigma, borderType=cv2.BORDER_REFLECT_101), image.dtype)
    case(tolerance, f"gaussian sigma={sigma} border=reflect101", source, image, f"opencv{sigma}", expected)


def sums(image, axes):
    """Cumulative sums: 32-bit unsigned and modulo 2^32 for integers, in double for floats."""
    floats = image.dtype == np.float32
    values = image.astype(np.float64 if floats else np.uint32)
    for axis in axes:
        values = np.cumsum(values, axis=axis, dtype=values.dtype)
    return values.astype(np.float32) if floats else values


# Large enough for sums to pass 2^32.
U32 = {"u32-61x47": np.random.default_rng(41).integers(0, 1 << 32, (47, 61), dtype=np.uint32)}
SUMMED = {**{name: GRAY8[name] for name in ("gray-1x1", "gray-1x64", "gray-64x1", "gray-17x13", "gray-61x47-noise")},
          **RGBA8, "gray16-61x47": GRAY16["gray16-61x47"], **FLOATS, **U32}


def prefix_sum():
    for source, image in SUMMED.items():
        tolerance = "float" if image.dtype == np.float32 else "exact"
        for name, axis in (("x", 1), ("y", 0)):
            case(tolerance, f"prefix-sum axis={name}", source, image, f"sums-{name}", sums(image, [axis]))


def integral():
    for source, image in SUMMED.items():
        tolerance = "float" if image.dtype == np.float32 else "exact"
        if image.dtype in (np.uint8, np.float32):
            expected = cv2.integral(image, sdepth=cv2.CV_64F)[1:, 1:]
            expected = expected.astype(np.float32 if image.dtype == np.float32 else np.uint32)
        else:
            expected = sums(image, [1, 0])
        case(tolerance, "integral", source, image, "integral", expected)


def box():
    for k in (1, 3, 9):
        for border, mode in SCIPY_BORDERS.items():
            box_case(k, border, mode, "gray-61x47-scene", GRAY8["gray-61x47-scene"], "rounding")
            box_case(k, border, mode, "gray-17x13", GRAY8["gray-17x13"], "rounding")
        box_case(k, "replicate", "nearest", "rgba-61x47", RGBA8["rgba-61x47"], "rounding")
        box_case(k, "reflect101", "mirror", "gray16-61x47", GRAY16["gray16-61x47"], "rounding")
        box_case(k, "wrap", "wrap", "float-61x47", FLOATS["float-61x47"], "float")
    for border, mode in CV_BORDERS.items():
        for k in (5, 31):
            source, image = "gray-61x47-noise", GRAY8["gray-61x47-noise"]
            expected = cv2.blur(image, (k, k), borderType=mode)
            case("rounding", f"box k={k} border={border}", source, image, f"box{k}-{border}", expected)


def box_case(k, border, mode, source, image, tolerance):
    def mean(plane):
        values = ndimage.uniform_filter(plane.astype(np.float64), k, mode=mode, cval=0)
        return stored(values, plane.dtype)

    expected = colours_only(image, mean)
    case(tolerance, f"box k={k} border={border}", source, image, f"box{k}-{border}", expected)


def dilated(plane, k):
    return cv2.dilate(plane, np.ones((k, k), np.uint8), borderType=cv2.BORDER_REPLICATE)


WINDOWED = {**{name: GRAY8[name] for name in ("gray-1x1", "gray-1x64", "gray-64x1", "gray-17x13", "gray-61x47-scene")},
            "rgba-17x13": RGBA8["rgba-17x13"], "gray16-61x47": GRAY16["gray16-61x47"], **FLOATS}


def local_maximum():
    for k in (3, 5, 9, 31):
        for source, image in WINDOWED.items():
            expected = colours_only(image, lambda plane: dilated(plane, k))
            case("exact", f"local-maximum k={k}", source, image, f"maximum{k}", expected)


def peaks():
    for k, threshold in ((3, 0), (5, 128), (9, 200)):
        for source, image in WINDOWED.items():
            full = 1 if image.dtype == np.float32 else np.iinfo(image.dtype).max
            least = np.float32(threshold) / np.float32(255) if image.dtype == np.float32 else threshold * (full // 255)

            def found(plane):
                is_peak = (plane == ndimage.maximum_filter(plane, k, mode="nearest")) & (plane >= least)
                return is_peak.astype(plane.dtype) * plane.dtype.type(full)

            stack = f"peaks k={k} threshold={threshold}"
            case("exact", stack, source, image, f"peaks{k}-{threshold}", colours_only(image, found))


def with_sign(values, kind, sign):
    """Signed results as samples, by the parameter `sign` of the filters of edges."""
    half = 0.5 if kind == np.float32 else (np.iinfo(kind).max + 1) // 2
    return stored({"absolute": np.abs(values), "offset": values + half, "clipped": values}[sign], kind)


EDGED = {**{name: GRAY8[name] for name in ("gray-1x64", "gray-17x13", "gray-61x47-scene")},
         "rgba-17x13": RGBA8["rgba-17x13"], "gray16-61x47": GRAY16["gray16-61x47"], **FLOATS}


def gradients(name, derivative):
    """derivative(plane, across, border) in doubles."""
    settings = (("x", "absolute", "replicate"), ("y", "offset", "reflect101"), ("x", "clipped", "constant"),
                ("magnitude", "absolute", "reflect101"))
    for direction, sign, border in settings:
        for source, image in EDGED.items():
            def filtered(plane):
                x, y = (derivative(plane.astype(np.float64), across, border) for across in (True, False))
                if direction == "magnitude":
                    return stored(np.sqrt(x * x + y * y), plane.dtype)
                return with_sign(x if direction == "x" else y, plane.dtype, sign)

            tolerance = "float" if image.dtype == np.float32 else "exact"
            stack = f"{name} direction={direction} sign={sign} border={border}"
            case(tolerance, stack, source, image, f"{name}-{direction}-{sign}", colours_only(image, filtered))
    image = GRAY8["gray-61x47-noise"]
    if name != "prewitt":  # in OpenCV's own 8 bits
        function = {"sobel": cv2.Sobel, "scharr": cv2.Scharr}[name]
        for direction, dx, dy in (("x", 1, 0), ("y", 0, 1)):
            stack = f"{name} direction={direction} sign=absolute border=reflect101"
            expected = cv2.convertScaleAbs(function(image, cv2.CV_16S, dx, dy))
            case("exact", stack, "gray-61x47-noise", image, f"{name}-{direction}-opencv", expected)


def sobel():
    gradients("sobel", lambda plane, across, border:
              cv2.Sobel(plane, cv2.CV_64F, int(across), int(not across), borderType=CV_BORDERS[border]))


def scharr():
    gradients("scharr", lambda plane, across, border:
              cv2.Scharr(plane, cv2.CV_64F, int(across), int(not across), borderType=CV_BORDERS[border]))


def prewitt():
    gradients("prewitt", lambda plane, across, border:
              ndimage.prewitt(plane, axis=1 if across else 0, mode=SCIPY_BORDERS[border]))


def laplacian():
    eight = np.array([[1, 1, 1], [1, -8, 1], [1, 1, 1]], np.float64)
    for sign, border in (("absolute", "replicate"), ("offset", "reflect101"), ("clipped", "constant")):
        for source, image in EDGED.items():
            for window, function in (
                ("four", lambda plane: cv2.Laplacian(plane, cv2.CV_64F, ksize=1, borderType=CV_BORDERS[border])),
                ("diagonal", lambda plane: cv2.Laplacian(plane, cv2.CV_64F, ksize=3, borderType=CV_BORDERS[border])),
                ("eight", lambda plane: ndimage.correlate(plane, eight, mode=SCIPY_BORDERS[border])),
            ):
                expected = colours_only(image, lambda plane:
                                        with_sign(function(plane.astype(np.float64)), plane.dtype, sign))
                tolerance = "float" if image.dtype == np.float32 else "exact"
                stack = f"laplacian window={window} sign={sign} border={border}"
                case(tolerance, stack, source, image, f"laplacian-{window}-{sign}", expected)
    for gain, sign in ((3, "offset"), (16, "absolute")):
        for source, image in EDGED.items():
            expected = colours_only(image, lambda plane: with_sign(
                cv2.Laplacian(plane.astype(np.float64), cv2.CV_64F, ksize=1, scale=gain, borderType=cv2.BORDER_REPLICATE),
                plane.dtype, sign))
            tolerance = "float" if image.dtype == np.float32 else "exact"
            case(tolerance, f"laplacian gain={gain} sign={sign}", source, image, f"laplacian-gain{gain}", expected)


def blurred_floats(plane, sigma, border):
    return ndimage.gaussian_filter(plane.astype(np.float64), sigma, mode=SCIPY_BORDERS[border], cval=0,
                                   radius=math.ceil(3 * sigma))


def unsharp_mask():
    for sigma, amount, threshold, border in ((1, 1, 0, "replicate"), (2.5, 3, 0, "wrap"), (1, 2, 20, "reflect101")):
        for source, image in EDGED.items():
            def sharpened(plane):
                least = threshold * {"uint8": 1, "uint16": 257, "float32": 1 / 255}[str(plane.dtype)]
                detail = plane - blurred_floats(plane, sigma, border)
                detail = np.sign(detail) * np.maximum(np.abs(detail) - least, 0)
                return stored(plane + amount * detail, plane.dtype)

            tolerance = {"uint8": "rounding", "uint16": "one", "float32": "float"}[str(image.dtype)]
            stack = f"unsharp-mask sigma={sigma} amount={amount} threshold={threshold} border={border}"
            case(tolerance, stack, source, image, f"unsharp{sigma}-{threshold}", colours_only(image, sharpened))


def dog():
    for sigma, wide, sign, border, gain in ((1, 1.6, "absolute", "replicate", 1), (1, 3, "offset", "reflect101", 1),
                                            (0.5, 2, "clipped", "constant", 1), (1, 1.6, "absolute", "replicate", 4)):
        for source, image in EDGED.items():
            def filtered(plane):
                values = blurred_floats(plane, sigma, border) - blurred_floats(plane, wide, border)
                return with_sign(values * gain, plane.dtype, sign)

            # Blurs are floats, which have few bits left for fractions of 16-bit samples.
            tolerance = {"uint8": "rounding", "uint16": "one", "float32": "float"}[str(image.dtype)]
            stack = f"difference-of-gaussians sigma={sigma} sigma2={wide} sign={sign} border={border}"
            label = f"dog{sigma}-{wide}"
            if gain > 1:
                stack, label = f"{stack} gain={gain}", f"{label}-gain{gain}"
            case(tolerance, stack, source, image, label, colours_only(image, filtered))


UNITS = {"uint8": 1, "uint16": 257, "float32": 1 / 255}
PADS = {"replicate": "edge", "reflect101": "reflect", "wrap": "wrap", "constant": "constant"}
SMOOTHED = {name: EDGED[name] for name in ("gray-17x13", "gray-61x47-scene", "gray16-61x47", "float-61x47")}


def bilateral():
    """OpenCV's for 8 bits; NumPy for what it does not have."""
    for d, colour, space, border in ((9, 50, 3, "reflect101"), (5, 20, 1.5, "replicate"), (15, 120, 6, "constant")):
        stack = f"bilateral d={d} sigma-color={colour} sigma-space={space} border={border}"
        for source in ("gray-61x47-scene", "gray-61x47-noise", "gray-17x13"):
            image = GRAY8[source]
            expected = cv2.bilateralFilter(image, d, colour, space, borderType=CV_BORDERS[border])
            case("rounding", stack, source, image, f"bilateral{d}", expected)
        image = RGBA8["rgba-61x47"]
        colours = cv2.bilateralFilter(np.ascontiguousarray(image[..., :3]), d, colour, space, borderType=CV_BORDERS[border])
        case("rounding", stack, "rgba-61x47", image, f"bilateral{d}", np.dstack([colours, image[..., 3]]))
        for source in ("gray16-61x47", "float-61x47"):
            image, r = SMOOTHED[source], d // 2
            plane, unit = image.astype(np.float64), UNITS[str(image.dtype)]
            padded, total, weights = np.pad(plane, r, PADS[border]), 0, 0
            for j in range(-r, r + 1):
                for i in range(-r, r + 1):
                    if i * i + j * j <= r * r:
                        other = padded[r + j : r + j + plane.shape[0], r + i : r + i + plane.shape[1]]
                        exponent = ((other - plane) / (colour * unit)) ** 2 + (i * i + j * j) / space**2
                        total, weights = total + np.exp(-exponent / 2) * other, weights + np.exp(-exponent / 2)
            tolerance = "float" if image.dtype == np.float32 else "rounding"
            case(tolerance, stack, source, image, f"bilateral{d}", stored(total / weights, image.dtype))


def kuwahara():
    for r, border in ((1, "replicate"), (3, "reflect101"), (5, "wrap"), (7, "constant")):
        def filtered(plane):
            h, w = plane.shape
            values = np.pad(plane.astype(np.float64), r, PADS[border])
            windows = np.lib.stride_tricks.sliding_window_view(values, (r + 1, r + 1))
            sums, squares = windows.sum((2, 3)), (windows**2).sum((2, 3))
            n = (r + 1) ** 2
            quarters = [(s[:h, :w], s[:h, r : r + w], s[r : r + h, :w], s[r : r + h, r : r + w])
                        for s in (sums, n * squares - sums**2)]
            best = np.argmin(np.stack(quarters[1]), 0)
            return stored(np.take_along_axis(np.stack(quarters[0]), best[None], 0)[0] / n, plane.dtype)

        for source, image in {**SMOOTHED, "rgba-17x13": RGBA8["rgba-17x13"]}.items():
            if min(image.shape[:2]) > r:
                tolerance = "float" if image.dtype == np.float32 else "exact"
                expected = colours_only(image, filtered)
                case(tolerance, f"kuwahara radius={r} border={border}", source, image, f"kuwahara{r}", expected)


def anisotropic_diffusion():
    for conduction, iterations, kappa, rate in (("exponential", 10, 20, 0.2), ("rational", 25, 40, 0.25)):
        def filtered(plane):
            values, unit = plane.astype(np.float64), UNITS[str(plane.dtype)]
            for _ in range(iterations):
                padded, change = np.pad(values, 1, "edge"), 0
                for other in (padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]):
                    d = other - values
                    squared = (d / (kappa * unit)) ** 2
                    change = change + (d * np.exp(-squared) if conduction == "exponential" else d / (1 + squared))
                values = values + rate * change
            return stored(values, plane.dtype)

        for source, image in {**SMOOTHED, "rgba-17x13": RGBA8["rgba-17x13"]}.items():
            tolerance = "float" if image.dtype == np.float32 else "rounding"
            stack = f"anisotropic-diffusion conduction={conduction} iterations={iterations} kappa={kappa} rate={rate}"
            case(tolerance, stack, source, image, f"diffusion-{conduction}", colours_only(image, filtered))


def canny():
    """16-bit and float images have the 8-bit image's numbers in their own units, for which OpenCV has no Canny."""
    for low, high, norm in ((50, 150, "l1"), (30, 300, "l2"), (400, 100, "l1"), (0, 200, "l2")):
        stack = f"canny low={low} high={high} norm={norm}"
        images = {name: GRAY8[name] for name in ("gray-61x47-scene", "gray-61x47-noise", "gray-1x64", "gray-17x13")}
        for source, image in {**images, "gray-256x171-waves": waves(256, 171), **RGB8}.items():
            expected = cv2.Canny(image, low, high, L2gradient=norm == "l2")
            case("exact", stack, source, image, f"canny{low}-{norm}", expected)
        image = GRAY8["gray-61x47-scene"]
        expected = cv2.Canny(image, low, high, L2gradient=norm == "l2")
        case("exact", stack, "gray16-61x47-scene", image * np.uint16(257), f"canny{low}-{norm}", expected * np.uint16(257))


def non_local_means():
    for h, patch, search in ((10, 7, 21), (3, 5, 9), (40, 3, 15)):
        stack = f"non-local-means h={h} patch={patch} search={search}"
        for source in ("gray-61x47-scene", "gray-61x47-noise", "gray-17x13"):
            image = GRAY8[source]
            expected = cv2.fastNlMeansDenoising(image, None, h, patch, search)
            case("exact", stack, source, image, f"means{h}", expected)
        image = RGBA8["rgba-61x47"] // 4 + 90
        colours = cv2.fastNlMeansDenoising(np.ascontiguousarray(image[..., :3]), None, h, patch, search)
        case("exact", stack, "rgba-61x47-low", image, f"means{h}", np.dstack([colours, image[..., 3]]))
    wide_non_local_means()


def wide_non_local_means():
    """OpenCV has 16 bits with the norm L1 alone."""
    waves16 = (waves(61, 47).astype(np.uint16) * 200 + GRAY16["gray16-61x47"] // 20).astype(np.uint16)
    colour = (noise(17, 13, 4, 25, 9000, np.uint16) + 20000).astype(np.uint16)
    for h, patch, search in ((10, 7, 21), (3, 5, 9), (40, 3, 15)):
        stack = f"non-local-means h={h} patch={patch} search={search}"
        strength = [257.0 * h]
        for source, image in (("gray16-61x47-noisy", waves16), ("gray16-17x13", GRAY16["gray16-17x13"])):
            expected = cv2.fastNlMeansDenoising(image, strength, None, patch, search, cv2.NORM_L1)
            case("exact", stack, source, image, f"means{h}", expected)
        rgb = np.ascontiguousarray(colour[..., :3])
        expected = cv2.fastNlMeansDenoising(rgb, strength, None, patch, search, cv2.NORM_L1)
        case("exact", stack, "rgba16-17x13-low", colour, f"means{h}", np.dstack([expected, colour[..., 3]]))
        for source, image in (("float-61x47-noisy", (waves16 / 65535).astype(np.float32)), ("float-61x47", FLOATS["float-61x47"])):
            expected = point_fixtures.by_sixteen_bits(
                image, lambda wide: cv2.fastNlMeansDenoising(wide, strength, None, patch, search, cv2.NORM_L1))
            case("float", stack, source, image, f"means{h}", expected)


def morphology():
    """OpenCV's; discs are scikit-image's, whose radius is that of the window. 16-bit and floats as well."""
    operations = {"erode": cv2.MORPH_ERODE, "dilate": cv2.MORPH_DILATE, "open": cv2.MORPH_OPEN, "close": cv2.MORPH_CLOSE,
                  "morphological-gradient": cv2.MORPH_GRADIENT, "top-hat": cv2.MORPH_TOPHAT,
                  "black-hat": cv2.MORPH_BLACKHAT}
    forms = (("square", 5, np.ones((5, 5), np.uint8)), ("cross", 7, cv2.getStructuringElement(cv2.MORPH_CROSS, (7, 7))),
             ("disc", 9, disk(4)), ("square", 31, np.ones((31, 31), np.uint8)))
    few = ("gray-61x47-scene", "rgba-17x13", "gray16-61x47")
    for name, operation in operations.items():
        for shape, k, element in forms:
            for source in few if shape != "square" or k == 5 else few[:1]:
                image = WINDOWED[source]
                expected = colours_only(image, lambda plane: cv2.morphologyEx(plane, operation, element))
                case("exact", f"{name} k={k} shape={shape}", source, image, f"{name}-{shape}{k}", expected)
    for name, gain in (("top-hat", 3), ("black-hat", 16)):
        for shape, k, element in (forms[0], forms[2]):
            for source in few:
                image = WINDOWED[source]
                expected = colours_only(image, lambda plane: cv2.multiply(
                    cv2.morphologyEx(plane, operations[name], element), np.ones_like(plane), scale=gain))
                case("exact", f"{name} k={k} shape={shape} gain={gain}", source, image, f"{name}-{shape}{k}-gain{gain}",
                     expected)
    for name in ("erode", "top-hat"):
        image = FLOATS["float-61x47"]
        expected = cv2.morphologyEx(image, operations[name], disk(1))
        case("exact", f"{name} k=3 shape=disc", "float-61x47", image, f"{name}-disc3", expected)


class SplitMix:
    """SplitMix64 with the draws that core/base/split_mix.h names."""

    def __init__(self, state):
        self.state = state

    @staticmethod
    def mixed(z):
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & FULL
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & FULL
        return z ^ (z >> 31)

    def later(self, n):
        return self.mixed((self.state + (n + 1) * 0x9E3779B97F4A7C15) & FULL)

    def next(self):
        draw = self.later(0)
        self.state = (self.state + 0x9E3779B97F4A7C15) & FULL
        return draw

    def below(self, n):
        return (self.next() >> 32) * n >> 32

    def symmetric(self):
        return (self.next() >> 11) * 2.0**-52 - 1


def detector_tests(kind, random, w, h, count):
    tests = []
    for _ in range(count):
        if kind == "random-trees":
            a, b = random.below(w * h), random.below(w * h - 1)
            b += b >= a
            tests.append((a % w, a // w, b % w, b // w))
        else:
            a, b = 1 + random.below(w // 2), 1 + random.below(h // 2)
            tests.append((random.below(w - 2 * a + 1), random.below(h - 2 * b + 1), a, b))
    return tests


def detector_bits(kind, window, test):
    """Of one test on one window, straight from the pixels."""
    if kind == "random-trees":
        ax, ay, bx, by = test
        return int(window[ay, ax] > window[by, bx])
    x, y, a, b = test
    part = window[y : y + 2 * b, x : x + 2 * a].astype(np.int64)
    return 2 * int(part[:, :a].sum() > part[:, a:].sum()) + int(part[:b].sum() > part[b:].sum())


def detector_leaf(kind, window, tests):
    leaf = 0
    for test in tests:
        leaf = leaf * (2 if kind == "random-trees" else 4) + detector_bits(kind, window, test)
    return leaf


def warped(gray, rectangle, seed, number):
    """Positive of that number: shifted, scaled, turned and with noise; the first is the patch itself."""
    x, y, w, h = rectangle
    random = SplitMix((seed << 32) + 2 + number)
    if number == 0:
        return gray[y : y + h, x : x + w]
    cx, cy = x + (w - 1) / 2.0, y + (h - 1) / 2.0
    cx += random.symmetric() * w / 50
    cy += random.symmetric() * h / 50
    scale = 1 + 0.1 * random.symmetric()
    t = 0.08748866352592401 * random.symmetric()
    cosine, sine, most = scale * (1 - t * t) / (1 + t * t), scale * 2 * t / (1 + t * t), number % 4 * 2
    patch = np.zeros((h, w), np.uint8)
    for v in range(h):
        for u in range(w):
            p, q = u - (w - 1) / 2.0, v - (h - 1) / 2.0
            column = min(max(math.floor(cx + cosine * p - sine * q + 0.5), 0), gray.shape[1] - 1)
            row = min(max(math.floor(cy + sine * p + cosine * q + 0.5), 0), gray.shape[0] - 1)
            noise = ((random.later(v * w + u) >> 32) * (2 * most + 1) >> 32) - most
            patch[v, u] = min(max(int(gray[row, column]) + noise, 0), 255)
    return patch


def negatives(gray, rectangle, seed):
    x, y, w, h = rectangle
    random, corners = SplitMix((seed << 32) + 1), []
    while len(corners) < 1024:
        a, b = random.below(gray.shape[1] - w + 1), random.below(gray.shape[0] - h + 1)
        if 2 * abs(a - x) >= w or 2 * abs(b - y) >= h:
            corners.append((a, b))
    return [gray[b : b + h, a : a + w] for a, b in corners]


def trained(kind, gray, rectangle, trees, tests, seed):
    """Lists of tests and of leaves, a tree each, by the rule that `lightbench-cli filters random-trees` tells."""
    w, h = rectangle[2:]
    drawn = detector_tests(kind, SplitMix(seed << 32), w, h, trees * tests)
    forest = [drawn[tree * tests : (tree + 1) * tests] for tree in range(trees)]
    hits = [warped(gray, rectangle, seed, i) for i in range(256)]
    misses = negatives(gray, rectangle, seed)
    leaves = []
    for tree in forest:
        counts = np.zeros(((2 if kind == "random-trees" else 4) ** tests, 2), int)
        for column, windows in enumerate((hits, misses)):
            for window in windows:
                counts[detector_leaf(kind, window, tree), column] += 1
        both = counts.sum(1)
        leaves.append(np.where(counts[:, 0] > 0, (255 * counts[:, 0] + both // 2) // np.maximum(both, 1), 0))
    return forest, leaves


def detector_response(kind, gray, window, forest, leaves):
    w, h = window
    result = np.zeros(gray.shape, np.uint8)
    for y in range(gray.shape[0] - h + 1):
        for x in range(gray.shape[1] - w + 1):
            part = gray[y : y + h, x : x + w]
            shares = [int(shares[detector_leaf(kind, part, tree)]) for tree, shares in zip(forest, leaves)]
            result[y + h // 2, x + w // 2] = sum(shares) // len(shares)
    return result


def detector_text(kind, window, forest, leaves):
    lines = ["lightbench-detector 1", f"filter {kind}", "window {} {}".format(*window), f"trees {len(forest)}"]
    lines += [f"tests {len(forest[0])}"]
    lines += ["test {} {} {} {}".format(*test) for tree in forest for test in tree]
    lines += [f"leaf {t} {i} {share}" for t, shares in enumerate(leaves) for i, share in enumerate(shares) if share]
    return "\n".join(lines + ["end", ""])


def detectors():
    """Training and output by the words of the filters' docs, and a saved detector on another image."""
    scene_gray = GRAY8["gray-61x47-scene"]
    rgb = RGB8["rgb-61x47-noise"]
    luma = np.array(Image.fromarray(rgb, "RGB").convert("L"))
    for kind in ("random-trees", "binary-patterns"):
        for image, source, gray, rectangle, trees, tests, seed in (
            (scene_gray, "gray-61x47-scene", scene_gray, (30, 10, 13, 10), 3, 4, 5),
            (rgb, "rgb-61x47-noise", luma, (3, 20, 8, 7), 2, 3, 0),
            (GRAY8["gray-17x13"], "gray-17x13", GRAY8["gray-17x13"], (1, 2, 4, 5), 1, 1, 999999),
            (GRAY8["gray-61x47-noise"], "gray-61x47-noise", GRAY8["gray-61x47-noise"], (0, 0, 2, 2), 4, 2, 1),
        ):
            forest, leaves = trained(kind, gray, rectangle, trees, tests, seed)
            stack = "{} rectangle={},{},{},{} trees={} tests={} seed={}".format(kind, *rectangle, trees, tests, seed)
            expected = detector_response(kind, gray, rectangle[2:], forest, leaves)
            case("exact", stack, source, image, kind, expected)
        forest, leaves = trained(kind, scene_gray, (30, 10, 13, 10), 3, 4, 5)
        (INPUTS / f"scene.{kind}.detector").write_text(detector_text(kind, (13, 10), forest, leaves))
        other = GRAY8["gray-61x47-gradient"]
        expected = detector_response(kind, other, (13, 10), forest, leaves)
        case("exact", f"{kind} detector=scene.{kind}.detector", "gray-61x47-gradient", other, f"{kind}-loaded", expected)


MOVED = {**{name: GRAY8[name] for name in ("gray-1x1", "gray-1x64", "gray-17x13")}, "rgb-17x13-scene": RGB8["rgb-17x13-scene"],
         "rgba-17x13": RGBA8["rgba-17x13"], "gray16-17x13": GRAY16["gray16-17x13"], **FLOATS}


def flip():
    for source, image in MOVED.items():
        for direction, code in (("horizontal", 1), ("vertical", 0), ("both", -1)):
            case("exact", f"flip direction={direction}", source, image, f"flip-{direction}", cv2.flip(image, code))


def rotate_90():
    turns = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
    for source, image in MOVED.items():
        for angle, code in turns.items():
            case("exact", f"rotate-90 angle={angle}", source, image, f"turned{angle}", cv2.rotate(image, code))


def crop():
    for source, image in MOVED.items():
        if image.shape[0] >= 13 and image.shape[1] >= 13:
            case("exact", "crop rectangle=3,2,9,7", source, image, "cropped", image[2:9, 3:12])
    image = RGBA8["rgba-61x47"]
    expected = np.array(Image.fromarray(image, "RGBA").crop((0, 40, 61, 47)))
    case("exact", "crop rectangle=0,40,61,7", "rgba-61x47", image, "cropped", expected)
    case("exact", "crop rectangle=0,40,900,800", "rgba-61x47", image, "cropped", expected)
    expected = np.array(Image.fromarray(image, "RGBA").crop((5, 3, 80, 60)))
    case("exact", "crop rectangle=5,3,75,57 beyond=zero", "rgba-61x47", image, "cropped-beyond", expected)
    expected = np.array(Image.fromarray(GRAY8["gray-1x1"], "L").crop((0, 0, 4, 7)))
    case("exact", "crop rectangle=0,0,4,7 beyond=zero", "gray-1x1", GRAY8["gray-1x1"], "cropped-beyond", expected)


def pad():
    borders = {**CV_BORDERS, "wrap": cv2.BORDER_WRAP}
    for source, image in MOVED.items():
        for border, mode in borders.items():
            if border == "reflect101" and min(image.shape[:2]) == 1:
                continue
            full = 1 if image.dtype == np.float32 else np.iinfo(image.dtype).max
            value = float(np.float32(51) / np.float32(255)) if full == 1 else 51 * (full // 255)
            expected = cv2.copyMakeBorder(image, 2, 20, 5, 1, mode, value=(value, value, value, full))
            stack = f"pad left=5 top=2 right=1 bottom=20 value=51 border={border}"
            case("exact", stack, source, image, f"pad-{border}", expected)


def bayer(side):
    """By the recursion of Bayer (1973), as a Kronecker product."""
    ranks = np.zeros((1, 1), int)
    while len(ranks) < side:
        ranks = np.kron(np.ones((2, 2), int), 4 * ranks) + np.kron(np.array([[0, 2], [3, 1]]), np.ones_like(ranks))
    return ranks


def ordered(plane, ranks, levels):
    """k = floor(s L / M + (2 r + 1) / (2 n)), in Python's unbounded integers."""
    full, steps, n = int(np.iinfo(plane.dtype).max), levels - 1, ranks.size
    result = np.zeros_like(plane)
    for (y, x), sample in np.ndenumerate(plane):
        rank = int(ranks[y % len(ranks), x % len(ranks)])
        k = (int(sample) * steps * 2 * n + full * (2 * rank + 1)) // (2 * n * full)
        result[y, x] = round(k * full / steps)
    return result


def ordered_dither():
    for side, levels in ((2, 2), (4, 3), (8, 2), (16, 2), (16, 200)):
        for source, image in (("gray-61x47-gradient", GRAY8["gray-61x47-gradient"]), ("rgba-17x13", RGBA8["rgba-17x13"]),
                              ("gray16-17x13", GRAY16["gray16-17x13"])):
            expected = colours_only(image, lambda plane: ordered(plane, bayer(side), levels))
            case("exact", f"ordered-dither matrix={side} levels={levels}", source, image, f"bayer{side}-{levels}", expected)


def histogram():
    """Counts in 256 bins a channel, a row each: gray; or red, green, blue, alpha and luma. NumPy counts, Pillow has luma."""

    def row(samples, bins=256):
        return np.bincount(samples.ravel(), minlength=bins).astype(np.uint32)

    for label, image in (
        ("gray-61x47-noise", GRAY8["gray-61x47-noise"]),
        ("gray-17x13", GRAY8["gray-17x13"]),
        ("gray-1x1-histogram", np.array([[255]], np.uint8)),
        ("gray16-61x47-histogram", noise(61, 47, 1, 71, 65536, np.uint16)),
    ):
        bins = image >> 8 if image.dtype == np.uint16 else image
        case("exact", "histogram", label, image, "histogram", row(bins)[None, :])
    colour = noise(61, 47, 4, 72)
    luma = np.array(Image.fromarray(np.ascontiguousarray(colour[..., :3])).convert("L"))
    rows = [row(colour[..., c]) for c in range(4)] + [row(luma)]
    case("exact", "histogram", "rgba-61x47-histogram", colour, "histogram", np.stack(rows))


def ssim():
    """Structural similarity of images and blurs of them: lines of file, file, value."""
    pairs = ("gray-61x47-scene", "convolution", "blur-replicate"), ("gray-17x13", "box", "box3-wrap"), \
        ("gray16-61x47", "gaussian", "gaussian4-reflect101"), ("rgba-61x47", "convolution", "blur-replicate"), \
        ("float-61x47", "gaussian", "gaussian1.3-replicate"), ("gray-61x47-noise", "floyd-steinberg", "dithered")
    lines = []
    for source, last, label in pairs:
        files = f"inputs/{source}.npy", f"{last}/{source}.{label}.npy"
        full = {"uint8": 255, "uint16": 65535, "float32": 1}[str(np.load(FOLDER / files[0]).dtype)]
        one, other = (np.atleast_3d(np.load(FOLDER / file).astype(np.float64))[..., :3] for file in files)
        value = structural_similarity(one, other, gaussian_weights=True, sigma=1.5, use_sample_covariance=False,
                                      data_range=full, channel_axis=-1)
        lines.append(f"{files[0]}\t{files[1]}\t{value!r}")
    (FOLDER / "ssim.txt").write_text("\n".join(lines) + "\n")


def main():
    INPUTS.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*/*.npy"):
        old.unlink()
    for draw in (grayscale, invert, convolution, gaussian, median, equalize, transpose, floyd_steinberg, prefix_sum,
                 integral, box, local_maximum, peaks, sobel, scharr, prewitt, laplacian,
                 unsharp_mask, dog, canny, non_local_means, morphology, bilateral, kuwahara, anisotropic_diffusion, detectors, histogram,
                 flip, rotate_90, crop, pad, ordered_dither):
        draw()
    point_fixtures.draw(sys.modules[__name__])
    geometry_fixtures.draw(sys.modules[__name__])
    measurement_fixtures.draw(sys.modules[__name__])
    compositing_fixtures.draw(sys.modules[__name__])
    palette_fixtures.draw(sys.modules[__name__])
    ssim()
    (FOLDER / "manifest.txt").write_text("\n".join(manifest) + "\n")
    print(f"{len(manifest)} cases, {len(saved)} images, {sum(f.stat().st_size for f in FOLDER.rglob('*'))} bytes")


if __name__ == "__main__":
    main()
