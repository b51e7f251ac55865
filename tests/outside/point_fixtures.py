"""Cases of make_fixtures.py for the filters of tone, colour, statistics and test patterns: what others' code makes of images."""

import cv2
import numpy as np
from PIL import Image, ImageOps
from scipy.interpolate import PchipInterpolator
from skimage import exposure

THRESHOLDS = {"binary": cv2.THRESH_BINARY, "binary-inverted": cv2.THRESH_BINARY_INV, "truncate": cv2.THRESH_TRUNC,
              "to-zero": cv2.THRESH_TOZERO, "to-zero-inverted": cv2.THRESH_TOZERO_INV}


def full_scale(image):
    return 1.0 if image.dtype == np.float32 else float(np.iinfo(image.dtype).max)


def few(f):
    """An image of every format, by name."""
    return {"gray-61x47-gradient": f.GRAY8["gray-61x47-gradient"], "rgba-17x13": f.RGBA8["rgba-17x13"],
            "gray-61x47-noise": f.GRAY8["gray-61x47-noise"], "gray16-17x13": f.GRAY16["gray16-17x13"],
            "float-61x47": f.FLOATS["float-61x47"]}


def threshold(f):
    for name, kind in THRESHOLDS.items():
        image = f.GRAY8["gray-17x13"]
        f.case("exact", f"threshold threshold=100 type={name}", "gray-17x13", image, f"threshold-{name}",
               cv2.threshold(image, 100, 255, kind)[1])
    for source, image in few(f).items():
        scale = full_scale(image) / 255
        expected = f.colours_only(image, lambda plane: cv2.threshold(plane, np.float32(77 * scale), full_scale(image),
                                                                     cv2.THRESH_BINARY)[1])
        f.case("exact", "threshold threshold=77", source, image, "threshold77", expected)


def brightness_contrast(f):
    for contrast, brightness in ((1.7, -12), (0.4, 30)):
        for source, image in few(f).items():
            full = full_scale(image)
            offset = full * ((1 - contrast) / 2 + brightness / 100)
            expected = f.colours_only(image, lambda plane: cv2.addWeighted(plane, contrast, plane, 0, offset))
            f.case("float" if full == 1 else "rounding", f"brightness-contrast contrast={contrast} brightness={brightness}",
                   source, image, f"line{contrast}", expected)


def posterize(f):
    for bits in (1, 3, 7):
        for source in ("gray-61x47-gradient", "gray-17x13"):
            image = f.GRAY8[source]
            expected = np.array(ImageOps.posterize(Image.fromarray(image, "L"), bits))
            f.case("exact", f"posterize form=bits levels={2 ** bits}", source, image, f"bits{bits}", expected)
    for levels in (3, 10):
        for source, image in few(f).items():
            step = full_scale(image) / (levels - 1)
            expected = f.colours_only(image, lambda plane: f.stored(np.rint(plane / step) * step, plane.dtype))
            f.case("float" if image.dtype == np.float32 else "exact", f"posterize levels={levels}", source, image,
                   f"levels{levels}", expected)


def levels(f):
    """scikit-image's stretch and its power law, one after the other."""
    for black, white, gamma in ((20, 200, 1), (50, 255, 2.2), (0, 130, 0.4)):
        for source, image in few(f).items():
            full = full_scale(image)

            def stretched(plane):
                ends = black / 255 * full, white / 255 * full
                unit = exposure.rescale_intensity(plane.astype(np.float64), in_range=ends, out_range=(0.0, 1.0))
                return f.stored(exposure.adjust_gamma(unit, 1 / gamma) * full, plane.dtype)

            f.case("float" if full == 1 else "rounding", f"levels black={black} white={white} gamma={gamma}", source, image,
                   f"levels-{black}-{white}", f.colours_only(image, stretched))


def curve(f):
    points = np.array([[0, 10], [41, 90], [120, 100], [211, 60], [255, 248]]) / 255
    text = "curve black=10 x2=41 y2=90 x1=120 y1=100 x3=211 y3=60 white=248"
    for form, function in (("monotone", PchipInterpolator(*points.T)), ("straight", lambda x: np.interp(x, *points.T))):
        for source, image in few(f).items():
            full = full_scale(image)
            expected = f.colours_only(image, lambda plane: f.stored(function(plane / full) * full, plane.dtype))
            f.case("float" if full == 1 else "rounding", f"{text} form={form}", source, image, f"curve-{form}", expected)


def draw(f):
    for cases in (threshold, brightness_contrast, posterize, levels, curve):
        cases(f)
