"""Cases of make_fixtures.py for the filters of tone, colour, statistics and test patterns: what others' code makes of images."""

import cv2
import numpy as np
from PIL import Image, ImageOps
from scipy.interpolate import PchipInterpolator
from skimage import color, exposure

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


SEPIA = np.array([[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]])


def colours(f):
    """Images with colours, of every format, and gray ones as colours."""
    rng = np.random.default_rng(81)
    rgba16, floats = rng.integers(0, 65536, (13, 17, 4)).astype(np.uint16), rng.random((13, 17, 4), dtype=np.float32)
    return {"rgb-61x47-gradient": f.RGB8["rgb-61x47-gradient"], "rgba-17x13": f.RGBA8["rgba-17x13"],
            "rgba16-17x13": rgba16, "rgbafloat-17x13": floats, "gray-17x13": f.GRAY8["gray-17x13"]}


def on_colours(image, function):
    """A function of RGB in double precision, rounded; alpha stays, gray becomes RGB."""
    rgb = image[..., :3] if image.ndim == 3 else np.stack([image] * 3, -1)
    made = function(rgb)
    return np.concatenate([made, image[..., 3:]], -1) if image.ndim == 3 and image.shape[2] == 4 else made


def channel_mixer(f):
    matrix = np.array([[0.5, -0.25, 0.7], [1.2, 0.1, -0.2], [0.3, 0.31, 0.32]])
    for text, weights, offsets in (
        ("preset=sepia", SEPIA, (0, 0, 0)),
        (f"matrix={f.matrix_text(matrix)} red=10 green=-5 blue=2", matrix, (0.1, -0.05, 0.02)),
    ):
        for source, image in colours(f).items():
            full = full_scale(image)
            affine = np.column_stack([weights, np.array(offsets) * full])
            expected = on_colours(image, lambda rgb: f.stored(cv2.transform(rgb.astype(np.float64), affine), image.dtype))
            f.case("float" if full == 1 else "rounding", f"channel-mixer {text}", source, image,
                   f"mixed-{text[:6]}", expected)


def saturation_hue(f):
    """scikit-image's YIQ, turned and scaled there."""
    for saturation, hue in ((150, 40), (30, -120), (0, 0)):
        turn = np.exp(1j * np.deg2rad(hue)) * saturation / 100
        for source, image in colours(f).items():
            full = full_scale(image)

            def turned(rgb):
                yiq = color.rgb2yiq(rgb / full)
                chroma = (yiq[..., 1] + 1j * yiq[..., 2]) * turn
                return f.stored(color.yiq2rgb(np.stack([yiq[..., 0], chroma.real, chroma.imag], -1)) * full, image.dtype)

            expected = image if image.ndim == 2 else on_colours(image, turned)
            tolerance = "float" if full == 1 else "rounding"
            f.case(tolerance, f"saturation-hue saturation={saturation} hue={hue}", source, image, f"hue{hue}", expected)


def colour_map(f):
    maps = {"viridis": cv2.COLORMAP_VIRIDIS, "magma": cv2.COLORMAP_MAGMA, "turbo": cv2.COLORMAP_TURBO}

    def coloured(plane, name):
        bytes_ = np.rint(plane / full_scale(plane) * 255).astype(np.uint8)
        if name == "gray":
            return np.stack([bytes_] * 3, -1)
        return cv2.applyColorMap(bytes_, maps[name])[..., ::-1]

    for name in (*maps, "gray"):
        for source in ("gray-61x47-gradient", "gray-17x13"):
            image = f.GRAY8[source]
            f.case("exact", f"colour-map map={name}", source, image, f"map-{name}", coloured(image, name))
    image = f.GRAY16["gray16-17x13"]
    f.case("exact", "colour-map map=turbo", "gray16-17x13", image, "map", coloured(image, "turbo").astype(np.uint16) * 257)
    image = f.FLOATS["float-61x47"]
    f.case("float", "colour-map map=magma", "float-61x47", image, "map", (coloured(image, "magma") / 255).astype(np.float32))
    image = f.RGBA8["rgba-17x13"]
    luma = np.array(Image.fromarray(np.ascontiguousarray(image[..., :3])).convert("L"))
    for of, plane in (("luma", luma), ("red", image[..., 0]), ("blue", image[..., 2])):
        expected = np.concatenate([coloured(np.ascontiguousarray(plane), "viridis"), image[..., 3:]], -1)
        f.case("exact", f"colour-map of={of}", "rgba-17x13", image, f"map-{of}", expected)


def counted_images(f):
    low = (f.waves(61, 47) // 4 + 90).astype(np.uint8)
    return {**f.GRAY8, "gray-61x47-low": low, "rgb-61x47-gradient": f.RGB8["rgb-61x47-gradient"],
            "rgba-61x47": f.RGBA8["rgba-61x47"]}


def otsu(f):
    for source, image in counted_images(f).items():
        expected = f.colours_only(image, lambda plane: cv2.threshold(plane, 0, 255, cv2.THRESH_OTSU)[1])
        f.case("exact", "otsu", source, image, "otsu", expected)
        if source in ("gray-61x47-low", "rgba-61x47"):
            f.case("exact", "otsu inverted=on", source, image, "otsu-inverted", np.where(
                np.arange(image.ndim == 3 and image.shape[2] or 1) < 3, 255 - expected.reshape(image.shape[0], image.shape[1], -1),
                image.reshape(image.shape[0], image.shape[1], -1)).reshape(image.shape).astype(np.uint8))


def auto_levels(f):
    """Pillow rounds down, scikit-image's result is rounded; shares that cut off the same number in both."""
    for source, image in counted_images(f).items():
        def pillow(plane):
            return np.array(ImageOps.autocontrast(Image.fromarray(plane, "L"), cutoff=(2, 5)))

        def stretched(plane):
            if plane.min() == plane.max():
                return plane
            return f.stored(exposure.rescale_intensity(plane.astype(np.float64), out_range=(0.0, 255.0)), np.uint8)

        f.case("one", "auto-levels dark=2 light=5", source, image, "autocontrast", f.colours_only(image, pillow))
        f.case("rounding", "auto-levels dark=0 light=0", source, image, "stretched", f.colours_only(image, stretched))


def draw(f):
    for cases in (threshold, brightness_contrast, posterize, levels, curve, channel_mixer, saturation_hue, colour_map,
                  otsu, auto_levels):
        cases(f)
