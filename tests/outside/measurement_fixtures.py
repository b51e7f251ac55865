"""Cases of make_fixtures.py for the filters that measure: what SciPy, OpenCV and scikit-image find in images."""

import numpy as np
from scipy import ndimage
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
    f.case("exact", f"{stack} show=mask least=5", "gray-61x47-sparse-parts", sparse, "mask5", kept * np.uint8(255))
    labels = ndimage.label(kept)[0].astype(np.uint32)
    f.case("exact", f"{stack} least=5", "gray-61x47-sparse-parts", sparse, "labels4-5", labels)


def draw(f):
    for one in (connected_components,):
        one(f)
