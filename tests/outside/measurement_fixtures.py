"""Cases of make_fixtures.py for the filters that measure: what SciPy, OpenCV and scikit-image find in images."""

import cv2
import numpy as np
from scipy import ndimage
from skimage.feature import match_template
from skimage.measure import label


def spiral(width, height):
    """One line that winds inwards, one pixel wide, and one pixel apart from itself."""
    image = np.zeros((height, width), np.uint8)
    x, y, dx, dy = 0, 0, 1, 0
    image[0, 0] = 255

    def is_free(x, y):
        return 0 <= x < width and 0 <= y < height and image[y, x] == 0

    for _ in range(width * height):
        ahead, further = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
        beyond = 0 <= further[0] < width and 0 <= further[1] < height and image[further[1], further[0]]
        if not is_free(*ahead) or beyond:
            dx, dy = -dy, dx
            ahead, further = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            inside = 0 <= further[0] < width and 0 <= further[1] < height
            if not is_free(*ahead) or (inside and image[further[1], further[0]]):
                break
        x, y = ahead
        image[y, x] = 255
    return image


def connected_components(f):
    y, x = np.mgrid[0:47, 0:61]
    sparse = np.where(f.GRAY8["gray-61x47-noise"] > 140, 255, 0).astype(np.uint8)
    images = {"gray-61x47-spiral": spiral(61, 47), "gray-61x47-sparse-parts": sparse,
              "gray-61x47-checkers": ((x + y) % 2 * 255).astype(np.uint8),
              "gray-61x47-comb": np.where((x % 2 == 0) | (y == 46), 255, 0).astype(np.uint8),
              "gray-61x47-scene": f.GRAY8["gray-61x47-scene"], "gray-1x64": f.GRAY8["gray-1x64"],
              "gray-64x1": f.GRAY8["gray-64x1"], "gray-1x1": f.GRAY8["gray-1x1"],
              "gray16-61x47": f.GRAY16["gray16-61x47"], "float-61x47": f.FLOATS["float-61x47"]}
    for source, image in images.items():
        unit = {"uint8": 1, "uint16": 257, "float32": np.float32(1 / 255)}[str(image.dtype)]
        for threshold, connectivity in ((100, 8), (180, 4)):
            is_set = image > threshold * unit
            labels, _ = ndimage.label(is_set, np.ones((3, 3)) if connectivity == 8 else None)
            assert np.array_equal(labels, label(is_set, connectivity=connectivity // 4))
            stack = f"connected-components threshold={threshold} connectivity={connectivity}"
            f.case("exact", stack, source, image, f"labels{connectivity}", labels.astype(np.uint32))
    areas = np.bincount(ndimage.label(sparse)[0].ravel())
    areas[0] = 0
    found = areas[ndimage.label(sparse)[0]]
    stack = "connected-components connectivity=4"
    f.case("exact", f"{stack} show=area", "gray-61x47-sparse-parts", sparse, "areas", found.astype(np.uint32))
    kept = found >= 5
    f.case("exact", f"{stack} show=mask min-area=5", "gray-61x47-sparse-parts", sparse, "mask5", kept * np.uint8(255))
    labels = ndimage.label(kept)[0].astype(np.uint32)
    f.case("exact", f"{stack} min-area=5", "gray-61x47-sparse-parts", sparse, "labels4-5", labels)


def placed(f, scores, image, width, height):
    """Scores of windows where the filter puts them, 0 beside."""
    result = np.zeros(image.shape[:2], np.float32)
    rows, columns = scores.shape
    result[height // 2 : height // 2 + rows, width // 2 : width // 2 + columns] = scores
    return result


def template_matching(f):
    """OpenCV's in its floats, which are up to 1e-4 off; scikit-image's in doubles for 16-bit and float images."""
    methods = {"ccoeff": cv2.TM_CCOEFF_NORMED, "ccorr": cv2.TM_CCORR_NORMED}
    for source in ("gray-61x47-scene", "gray-61x47-noise", "gray-61x47-gradient"):
        image = f.GRAY8[source]
        for x, y, w, h in ((20, 11, 13, 10), (1, 2, 31, 7), (40, 30, 4, 17)):
            for name, method in methods.items():
                patch = image[y : y + h, x : x + w]
                scores = cv2.matchTemplate(image, patch, method)
                if source == "gray-61x47-gradient" and name == "ccoeff":  # so flat that OpenCV's floats are 4e-4 off
                    scores = match_template(image.astype(np.float64), patch.astype(np.float64))
                stack = f"template-matching rectangle={x},{y},{w},{h} method={name}"
                f.case("score", stack, source, image, f"{name}{w}x{h}", placed(f, scores, image, w, h))
    image, corner = f.GRAY8["gray-61x47-noise"], np.zeros((47, 61), np.float32)
    corner[:38, :54] = cv2.matchTemplate(image, image[3:13, 5:13], cv2.TM_CCOEFF_NORMED)
    f.case("score", "template-matching rectangle=5,3,8,10 place=corner", "gray-61x47-noise", image, "corner", corner)
    image = f.GRAY8["gray-61x47-scene"]
    patch = image[5:20, 25:34]
    lines = [" ".join(map(str, row)) for row in patch]
    (f.INPUTS / "scene.template").write_text("\n".join(["P2", "# a part of gray-61x47-scene", "9 15", "255", *lines, ""]))
    for source in ("gray-61x47-scene", "gray-61x47-noise", "float-61x47"):
        image = {**f.GRAY8, **f.FLOATS}[source]
        scores = match_template(image.astype(np.float64), patch.astype(np.float64))
        f.case("score", "template-matching template=scene.template", source, image, "found", placed(f, scores, image, 9, 15))
    for source, image in (("gray16-61x47", f.GRAY16["gray16-61x47"]), ("float-61x47", f.FLOATS["float-61x47"])):
        scores = match_template(image.astype(np.float64), image[9:30, 15:32].astype(np.float64))
        stack = "template-matching rectangle=15,9,17,21"
        f.case("score", stack, source, image, "ccoeff17x21", placed(f, scores, image, 17, 21))


def draw(f):
    for one in (connected_components, template_matching):
        one(f)
