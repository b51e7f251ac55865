"""Cases of make_fixtures.py for the filters that resample, dither and measure: what Pillow, OpenCV and SciPy make of images."""

import math

import cv2
import numpy as np
from PIL import Image
from scipy import ndimage

from point_fixtures import by_sixteen_bits

PILLOW = {"nearest": Image.NEAREST, "bilinear": Image.BILINEAR, "box": Image.BOX, "bicubic": Image.BICUBIC,
          "lanczos": Image.LANCZOS}
SCIPY = {"replicate": "nearest", "reflect101": "mirror", "wrap": "grid-wrap", "constant": "grid-constant"}


def planes(image, function):
    """Alpha like the colours."""
    if image.ndim == 2:
        return function(image)
    return np.stack([function(np.ascontiguousarray(image[..., c])) for c in range(image.shape[2])], -1)


def pillow_resized(f, plane, size, method):
    if plane.dtype == np.uint8:
        return np.array(Image.fromarray(plane, "L").resize(size, PILLOW[method]))
    return f.stored(np.array(Image.fromarray(plane.astype(np.float32), "F").resize(size, PILLOW[method])), plane.dtype)


def resize(f):
    images = {"gray-61x47-scene": (f.GRAY8["gray-61x47-scene"], "exact"), "rgba-17x13": (f.RGBA8["rgba-17x13"], "exact"),
              "gray-61x47-noise": (f.GRAY8["gray-61x47-noise"], "exact"), "gray-1x64": (f.GRAY8["gray-1x64"], "exact"),
              "gray16-61x47": (f.GRAY16["gray16-61x47"], "one"), "float-61x47": (f.FLOATS["float-61x47"], "float")}
    for method in PILLOW:
        for width, height in ((30, 20), (90, 60), (61, 11), (7, 47)):
            for source, (image, tolerance) in images.items():
                expected = planes(image, lambda plane: pillow_resized(f, plane, (width, height), method))
                if method == "nearest" and source == "gray-1x64":  # Pillow adds up steps and just misses whole ones
                    rows, columns = ((2 * np.arange(n) + 1) * m // (2 * n) for n, m in zip((height, width), image.shape))
                    expected = image[np.ix_(rows, columns)]
                stack = f"resize method={method} width={width} height={height}"
                f.case(tolerance, stack, source, image, f"{method}{width}x{height}", expected)
    source, image = "gray-64x64-waves", f.waves(64, 64)
    expected = cv2.resize(image, (16, 16), interpolation=cv2.INTER_AREA)
    f.case("one", "resize method=area scale=0.25", source, image, "opencv-area", expected)
    area(f, images)


def area(f, images):
    """Where both sides shrink OpenCV weights by coverage, too; where they grow SciPy counts what is covered."""
    images = dict(images, **{"rgba-61x47": (f.RGBA8["rgba-61x47"], "one"),
                             "gray-3x1": (np.array([[0, 90, 240]], np.uint8), "exact")})
    for width, height in ((30, 20), (61, 11), (7, 47), (60, 46), (2, 1), (1, 1)):
        for source, (image, tolerance) in images.items():
            if image.shape[0] >= height and image.shape[1] >= width and image.shape[:2] != (height, width):
                expected = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
                tolerance = "one" if tolerance == "exact" and source != "gray-3x1" else tolerance
                stack = f"resize method=area width={width} height={height}"
                f.case(tolerance, stack, source, image, f"area{width}x{height}", expected)
    for source in ("gray16-61x47", "float-61x47"):
        image, tolerance = images[source]
        expected = f.stored(coverage(90, 61, image.T).T, image.dtype)
        f.case(tolerance, "resize method=area width=90 height=47", source, image, "area90x47", expected)


def coverage(n, m, lines):
    """Each pixel of n from m is the integral of the line of pixels over it: a difference of the sums up to its ends."""
    sums = np.vstack([np.zeros(lines.shape[1]), np.cumsum(lines.astype(np.float64), 0)])
    ends = ndimage.map_coordinates(sums, np.meshgrid(np.arange(n + 1) * m / n, np.arange(lines.shape[1]), indexing="ij"),
                                   order=1, mode="nearest")
    return np.diff(ends, axis=0) * n / m


def looked_up(f, image, matrix, order, border, shape):
    """SciPy at the places that a matrix names, (x, y) of the result to (x, y) of the image."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float64)
    u, v, w = (row[0] * x + row[1] * y + row[2] for row in np.asarray(matrix, np.float64))

    def plane(samples):
        places = (v / w, u / w)
        if order == 0:
            places = tuple(np.floor(place + 0.5) for place in places)
        found = ndimage.map_coordinates(samples.astype(np.float64), places, order=order, mode=SCIPY[border], prefilter=False)
        return f.stored(found, samples.dtype)

    return planes(image, plane)


def smooth(f):
    """Without steps that a 512th of a pixel could carry beyond one level."""
    y, x = np.mgrid[0:47, 0:61]
    return {"gray-61x47-waves": f.waves(61, 47),
            "rgba-61x47-waves": np.stack([f.waves(61, 47), f.waves(61, 47)[::-1], f.waves(61, 47)[:, ::-1],
                                          (x + y).astype(np.uint8)], -1)}


def rotate(f):
    for angle, whole in ((31, False), (-100.5, False), (45, True), (90, True)):
        for source, image in smooth(f).items():
            height, width = image.shape[:2]
            c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            if angle == 90:
                c, s = 0.0, 1.0
            shape = (height, width)
            if whole:
                shape = int(width * abs(s) + height * abs(c) + 0.5), int(width * abs(c) + height * abs(s) + 0.5)
            x, y = (shape[1] - 1) / 2, (shape[0] - 1) / 2
            matrix = [[c, -s, (width - 1) / 2 - c * x + s * y], [s, c, (height - 1) / 2 - s * x - c * y], [0, 0, 1]]
            for order, method in ((0, "nearest"), (1, "bilinear")):
                stack = f"rotate angle={angle} size={'whole' if whole else 'same'} method={method}"
                expected = looked_up(f, image, matrix, order, "replicate", shape)
                f.case("one" if order else "exact", f"{stack} border=replicate", source, image,
                       f"rotated{angle}-{method}", expected)
    image = f.GRAY8["gray-61x47-noise"]
    f.case("exact", "rotate angle=90 size=whole", "gray-61x47-noise", image, "rotated90", np.rot90(image))


def warp(f):
    affine = np.array([[0.913, 0.217, 3.57], [-0.103, 1.219, -4.26], [0, 0, 1]])
    perspective = np.array([[1.1, 0.1, -3.0], [0.05, 0.95, 2.0], [0.001, 0.002, 1.0]])
    for name, matrix in (("affine", affine), ("perspective", perspective)):
        inverse = np.linalg.inv(matrix)
        text = f.matrix_text(matrix)
        for border in ("replicate", "reflect101", "wrap"):
            image = smooth(f)["gray-61x47-waves"]
            if border == "wrap":  # neighbours across the seam differ by more than a 512th of a pixel forgives
                image = f.stored(127.5 + 60 * np.sin(2 * np.pi * np.mgrid[0:47, 0:61][1] / 61), np.uint8)
            source = "gray-61x47-waves" if border != "wrap" else "gray-61x47-periodic"
            expected = looked_up(f, image, inverse, 1, border, image.shape)
            f.case("one", f"warp matrix={text} border={border}", source, image, f"{name}-{border}", expected)
        image = f.GRAY16["gray16-17x13"]
        expected = looked_up(f, image, inverse, 0, "constant", image.shape)
        f.case("exact", f"warp matrix={text} method=nearest", "gray16-17x13", image, f"{name}-nearest", expected)
    shift = np.array([[1, 0, 2.25], [0, 1, -3.5], [0, 0, 1]])
    for source, image, tolerance in (("gray-61x47-noise", f.GRAY8["gray-61x47-noise"], "one"),
                                     ("float-61x47", f.FLOATS["float-61x47"], "float")):
        expected = looked_up(f, image, np.linalg.inv(shift), 1, "constant", image.shape)
        f.case(tolerance, f"warp matrix={f.matrix_text(shift)}", source, image, "shifted", expected)
    for source, image in smooth(f).items():  # two rows, as OpenCV has it; in its 32nds of a pixel
        whole = np.array([[1, 0, 7.0], [0, 1, -5.0]])
        expected = cv2.warpAffine(image, whole, image.shape[1::-1], flags=cv2.INTER_LINEAR)
        f.case("exact", f"warp matrix={f.matrix_text(whole)}", source, image, "moved", expected)
        expected = cv2.warpAffine(image, affine[:2], image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        stack = f"warp matrix={f.matrix_text(affine[:2])} border=replicate"
        if source == "gray-61x47-waves":
            f.case("one", stack, source, image, "affine-opencv", expected)


# Shares by (columns right, rows below), as the papers print them.
MATRICES = {
    "floyd-steinberg": (16, ["--#70", "03510"]),
    "jarvis": (48, ["--#75", "35753", "13531"]), "stucki": (42, ["--#84", "24842", "12421"]),
    "burkes": (32, ["--#84", "24842"]), "sierra": (32, ["--#53", "24542", "02320"]),
    "sierra-two-row": (16, ["--#43", "12321"]), "sierra-lite": (4, ["--#20", "01100"]),
    "atkinson": (8, ["--#11", "01110", "00100"]),
}


def diffused(plane, name, levels):
    """Each error is handed on when it is made, times its shares; what a pixel got is divided once. Of two levels the upper
    one above 128 (Pillow's rule), of more the nearest, ties to the lower."""
    divisor, rows = MATRICES[name]
    full = int(np.iinfo(plane.dtype).max)
    values = [round(k * full / (levels - 1)) for k in range(levels)]

    def nearest(v):
        if levels == 2:
            return full if v > 128 * (full // 255) else 0
        return min(values, key=lambda value: (abs(value - v), value))

    height, width = plane.shape
    got, result = np.zeros((height + 2, width + 4), int), np.zeros_like(plane)
    for y in range(height):
        for x in range(width):
            sum_ = int(got[y, x + 2])
            shared = sum_ // divisor if sum_ >= 0 else -(-sum_ // divisor)
            v = min(max(int(plane[y, x]) + shared, 0), full)
            q = nearest(v)
            result[y, x] = q
            for j, row in enumerate(rows):
                for i, share in enumerate(row):
                    if share not in "-#":
                        got[y + j, x + i] += int(share) * (v - q)
    return result


def error_diffusion(f):
    for source in ("gray-61x47-gradient", "gray-61x47-noise", "gray-61x47-scene", "gray-64x1"):
        image = f.GRAY8[source]
        f.case("exact", "error-diffusion matrix=floyd-steinberg levels=2", source, image, "dithered",
               f.dithered(Image.fromarray(image, "L")))
    for name in MATRICES:
        for source, image, levels in (("gray-61x47-gradient", f.GRAY8["gray-61x47-gradient"], 2),
                                      ("gray-61x47-noise", f.GRAY8["gray-61x47-noise"], 5),
                                      ("rgba-17x13", f.RGBA8["rgba-17x13"], 3),
                                      ("gray16-17x13", f.GRAY16["gray16-17x13"], 2),
                                      ("gray-64x1", f.GRAY8["gray-64x1"], 2)):
            expected = f.colours_only(image, lambda plane: diffused(plane, name, levels))
            stack = f"error-diffusion matrix={name} levels={levels}"
            f.case("exact", stack, source, image, f"{name}{levels}", expected)
    for filter, name, levels in (("error-diffusion matrix=stucki", "stucki", 2), ("error-diffusion matrix=atkinson", "atkinson", 5)):
        for source, image in (("float-61x47", f.FLOATS["float-61x47"]),
                              ("rgba-float-17x13", np.random.default_rng(32).random((13, 17, 4), dtype=np.float32))):
            expected = by_sixteen_bits(
                image, lambda wide: f.colours_only(wide, lambda plane: diffused(plane, name, levels)))
            f.case("float", f"{filter} levels={levels}", source, image, f"{name}{levels}", expected)


def void_and_cluster(f, side):
    """Ulichney's method by the words of the filter's doc; the energies of all places at once, rolled into place."""
    powers = [1 << 32]
    for _ in range(2 * side * side):
        powers.append(powers[-1] * int(math.exp(-1 / 4.5) * 2**32) >> 32)
    near = np.minimum(np.arange(side), side - np.arange(side))
    table = np.array([[powers[x * x + y * y] >> 12 for x in near] for y in near])

    def put(state, i, sign):
        state[0].flat[i] = sign > 0
        state[1] += sign * np.roll(table, divmod(i, side), (0, 1))

    def cluster(state):
        return int(np.argmax(np.where(state[0], state[1], -1)))

    def hole(state):
        return int(np.argmin(np.where(state[0], 1 << 60, state[1])))

    start, random, area = [np.zeros((side, side), bool), np.zeros((side, side), np.int64)], f.SplitMix(1), side * side
    while start[0].sum() < area // 10:
        i = random.below(area)
        if not start[0].flat[i]:
            put(start, i, 1)
    moved = True
    while moved:
        i = cluster(start)
        put(start, i, -1)
        j = hole(start)
        put(start, j, 1)
        moved = i != j
    ranks = np.zeros(area, int)
    fewer, more = [part.copy() for part in start], [part.copy() for part in start]
    for rank in range(area // 10 - 1, -1, -1):
        i = cluster(fewer)
        put(fewer, i, -1)
        ranks[i] = rank
    for rank in range(area // 10, area):
        i = hole(more)
        put(more, i, 1)
        ranks[i] = rank
    return ranks.reshape(side, side)


def blue_noise(f):
    for side, levels in ((16, 2), (32, 7), (64, 2)):
        ranks = void_and_cluster(f, side)
        for source, image in (("gray-61x47-gradient", f.GRAY8["gray-61x47-gradient"]), ("rgba-17x13", f.RGBA8["rgba-17x13"]),
                              ("gray16-17x13", f.GRAY16["gray16-17x13"])):
            expected = f.colours_only(image, lambda plane: f.ordered(plane, ranks, levels))
            f.case("exact", f"blue-noise matrix={side} levels={levels}", source, image, f"blue{side}-{levels}", expected)


def harris(f):
    for block, k in ((2, 0.04), (3, 0.06), (5, 0.04)):
        for source in ("gray-61x47-scene", "gray-61x47-noise", "gray-17x13"):
            image = f.GRAY8[source]
            expected = cv2.cornerHarris(image, block, 3, k, borderType=cv2.BORDER_REFLECT_101)
            f.case("float", f"harris block={block} k={k}", source, image, f"harris{block}", expected)
        image = f.FLOATS["float-61x47"]
        expected = cv2.cornerHarris(image, block, 3, k, borderType=cv2.BORDER_REFLECT_101)
        f.case("float", f"harris block={block} k={k}", "float-61x47", image, f"harris{block}", expected)
        image = f.GRAY16["gray16-61x47"]  # by way of floats, whose full scale is 1
        expected = cv2.cornerHarris((image / 65535).astype(np.float32), block, 3, k, borderType=cv2.BORDER_REFLECT_101)
        f.case("float", f"harris block={block} k={k}", "gray16-61x47", image, f"harris{block}", expected)


def distance_transform(f):
    sparse = f.GRAY8["gray-61x47-noise"].copy()
    sparse[sparse < 2] = 0
    alone = np.full((47, 61), 9, np.uint8)
    alone[40, 3] = 0
    wide = f.GRAY16["gray16-61x47"] // 2000 * 7  # samples that are black in 8 bits alone
    signed = np.where(f.FLOATS["float-61x47"] < 0.03, np.float32(0), f.FLOATS["float-61x47"] - np.float32(0.5))
    for source, image in (("gray-61x47-gradient", f.GRAY8["gray-61x47-gradient"]), ("gray-61x47-sparse", sparse),
                          ("gray-61x47-alone", alone), ("gray-61x47-halved", f.GRAY8["gray-61x47-scene"] // 128),
                          ("gray-17x13-sparse", f.GRAY8["gray-17x13"] // 16), ("gray16-61x47-dark", wide),
                          ("float-61x47-signed", signed)):
        expected = ndimage.distance_transform_edt(image).astype(np.float32)
        f.case("float", "distance-transform", source, image, "distance", expected)


def draw(f):
    for one in (resize, rotate, warp, error_diffusion, blue_noise, harris, distance_transform):
        one(f)
