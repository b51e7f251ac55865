"""Cases of make_fixtures.py for the filters of tone, colour, statistics and test patterns: what others' code makes of images."""

import math
from fractions import Fraction

import cv2
import numpy as np
from scipy import ndimage
from PIL import Image, ImageOps
from scipy.interpolate import PchipInterpolator
from skimage import color, exposure
from skimage.filters import threshold_local, threshold_otsu

THRESHOLDS = {"binary": cv2.THRESH_BINARY, "binary-inverted": cv2.THRESH_BINARY_INV, "truncate": cv2.THRESH_TRUNC,
              "to-zero": cv2.THRESH_TOZERO, "to-zero-inverted": cv2.THRESH_TOZERO_INV}


def full_scale(image):
    return 1.0 if image.dtype == np.float32 else float(np.iinfo(image.dtype).max)


def few(f):
    """An image of every format, by name."""
    return {"gray-61x47-gradient": f.GRAY8["gray-61x47-gradient"], "rgba-17x13": f.RGBA8["rgba-17x13"],
            "gray-61x47-noise": f.GRAY8["gray-61x47-noise"], "gray16-17x13": f.GRAY16["gray16-17x13"],
            "float-61x47": f.FLOATS["float-61x47"]}


def luma(image):
    """Pillow's of 8 bits; its weights of 16 bits and of floats, whose products are rounded one by one."""
    if image.dtype == np.uint8:
        return np.array(Image.fromarray(np.ascontiguousarray(image[..., :3]), "RGB").convert("L"))
    if image.dtype == np.uint16:
        return ((image[..., :3].astype(np.uint64) @ np.array([19595, 38470, 7471], np.uint64) + 32768) >> 16).astype(np.uint16)
    red, green, blue = (image[..., c] * np.float32(weight / 65536) for c, weight in enumerate((19595, 38470, 7471)))
    return red + green + blue


def replaced_luma(image, function):
    """The result for the luma in red, green and blue; alpha stays."""
    result = image.copy()
    result[..., :3] = function(luma(image))[..., None]
    return result


def shifted_luma(image, function):
    """The change of the luma added to red, green and blue; alpha stays."""
    before = luma(image)
    after = function(before)
    result = image.copy()
    change = after.astype(np.int64) - before
    result[..., :3] = np.clip(image[..., :3].astype(np.int64) + change[..., None], 0, np.iinfo(image.dtype).max)
    if image.dtype == np.uint8:  # OpenCV's way by YCrCb rounds Cr and Cb
        parts = cv2.cvtColor(np.ascontiguousarray(image[..., :3]), cv2.COLOR_RGB2YCrCb)
        parts[..., 0] = after
        assert np.abs(cv2.cvtColor(parts, cv2.COLOR_YCrCb2RGB).astype(int) - result[..., :3]).max() <= 3
    return result


def images_with_luma(f):
    """Colour images of every sample type."""
    return {"rgb-61x47-gradient": f.RGB8["rgb-61x47-gradient"], "rgba-17x13": f.RGBA8["rgba-17x13"],
            "rgba-61x47": f.RGBA8["rgba-61x47"], "rgba16-17x13-counted": wide_images(f)["rgba16-17x13-counted"],
            "rgba-float-17x13": float_images(f)["rgba-float-17x13"]}


def threshold(f):
    for source, image in images_with_luma(f).items():
        level = np.float32(100 * (full_scale(image) / 255))
        for kind in ("binary", "to-zero-inverted"):
            expected = replaced_luma(image, lambda plane: cv2.threshold(plane, level, full_scale(image), THRESHOLDS[kind])[1])
            f.case("exact", f"threshold threshold=100 type={kind} channels=luma", source, image, f"threshold-luma-{kind}",
                   expected)
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


def wide_images(f):
    """16-bit images, one with a narrow range."""
    images = dict(f.GRAY16)
    images["gray16-61x47-waves"] = (f.waves(61, 47).astype(np.uint16) * 130 + 9000 + f.GRAY16["gray16-61x47"] // 97).astype(np.uint16)
    images["rgba16-17x13-counted"] = f.noise(17, 13, 4, 24, 65536, np.uint16)
    return images


def luma_otsu(f):
    for source, image in images_with_luma(f).items():
        full = image.dtype.type(full_scale(image))
        expected = replaced_luma(image, lambda plane: (plane > threshold_otsu(plane)) * full)
        f.case("exact", "otsu channels=luma", source, image, "otsu-luma", expected)
    for source in ("rgba-61x47", "rgba-17x13"):
        expected = replaced_luma(f.RGBA8[source], lambda plane: cv2.threshold(
            plane, 0, 255, cv2.THRESH_OTSU | cv2.THRESH_BINARY_INV)[1])
        f.case("exact", "otsu inverted=on channels=luma", source, f.RGBA8[source], "otsu-luma-inverted", expected)


def wide_otsu(f):
    for source, image in wide_images(f).items():
        expected = f.colours_only(image, lambda plane: (plane > threshold_otsu(plane)) * np.uint16(65535))
        f.case("exact", "otsu", source, image, "otsu", expected)


def wide_levels(f):
    """In Python's unbounded integers; ends are the samples beyond which fewer lie than may be cut off."""
    def stretched(plane, dark, light):
        ordered = np.sort(plane.ravel())
        low, high = int(ordered[math.floor(plane.size * dark / 100)]), int(ordered[-1 - math.floor(plane.size * light / 100)])
        if high <= low:
            return plane
        moved = np.clip(plane.astype(np.int64), low, high) - low
        return np.rint(65535 * moved / (high - low)).astype(np.uint16)

    for source, image in wide_images(f).items():
        for dark, light in ((0, 0), (2, 5)):
            expected = f.colours_only(image, lambda plane: stretched(plane, dark, light))
            f.case("exact", f"auto-levels dark={dark} light={light}", source, image, f"levels{dark}-{light}", expected)


def float_images(f):
    """In and beyond 0..1, gray and RGBA."""
    wavy = (f.waves(61, 47) * np.float32(1 / 31) - 2 + 3 * f.FLOATS["float-61x47"]).astype(np.float32)
    return {**f.FLOATS, "float-61x47-wavy": wavy,
            "rgba-float-17x13": np.random.default_rng(32).random((13, 17, 4), dtype=np.float32),
            "float-17x13-flat": np.full((13, 17), np.float32(0.3))}


def float_otsu(f):
    for source, image in float_images(f).items():
        expected = f.colours_only(image, lambda plane: (plane > threshold_otsu(plane)).astype(np.float32))
        f.case("exact", "otsu", source, image, "otsu", expected)


def float_levels(f):
    def stretched(plane, dark, light):
        ordered = np.sort(plane.ravel())
        low, high = ordered[math.floor(plane.size * dark / 100)], ordered[-1 - math.floor(plane.size * light / 100)]
        if high <= low:
            return plane
        made = exposure.rescale_intensity(plane.astype(np.float64), in_range=(low, high), out_range=(0.0, 1.0))
        return made.astype(np.float32)

    for source, image in float_images(f).items():
        for dark, light in ((0, 0), (2, 5)):
            expected = f.colours_only(image, lambda plane: stretched(plane, dark, light))
            f.case("float", f"auto-levels dark={dark} light={light}", source, image, f"levels{dark}-{light}", expected)


def float_adaptive_threshold(f):
    """scikit-image's mean; OpenCV's Gaussian, which scikit-image cuts off elsewhere. No sample is near its threshold."""
    for source, image in {k: v for k, v in float_images(f).items() if "flat" not in k}.items():
        for mean, k, offset, inverted in (("box", 11, 2, False), ("box", 5, -7, True), ("gaussian", 11, 2, True),
                                          ("gaussian", 7, 10, False), ("box", 31, 0, False)):
            def local(plane):
                wide = plane.astype(np.float64)
                if mean == "box":
                    threshold = threshold_local(wide, k, "mean", offset / 255, mode="nearest")
                else:
                    threshold = cv2.GaussianBlur(wide, (k, k), 0, borderType=cv2.BORDER_REPLICATE) - offset / 255
                assert np.abs(wide - threshold).min() > 1e-6
                return ((wide > threshold) != inverted).astype(np.float32)

            text = f"adaptive-threshold mean={mean} k={k} offset={offset} inverted={'on' if inverted else 'off'}"
            f.case("exact", text, source, image, f"adaptive-{mean}{k}", f.colours_only(image, local))


def equalized(plane):
    """16 bits in Python's unbounded integers, halves to even."""
    counts = np.bincount(plane.ravel(), minlength=65536)
    first = np.flatnonzero(counts)[0]
    left = plane.size - int(counts[first])
    if left == 0:
        return plane
    sums = np.cumsum(counts) - counts[first]
    table = [round(Fraction(65535 * int(total), left)) if value > first else 0 for value, total in enumerate(sums)]
    return np.array(table, np.uint16)[plane]


def wide_equalize(f):
    for source, image in {**wide_images(f), "gray16-17x13-flat": np.full((13, 17), 777, np.uint16)}.items():
        f.case("exact", "equalize", source, image, "equalized", f.colours_only(image, equalized))
    for source, image in float_images(f).items():
        expected = by_sixteen_bits(image, lambda wide: f.colours_only(wide, equalized))
        f.case("float", "equalize", source, image, "equalized", expected)


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


def adaptive_threshold(f):
    methods = {"box": cv2.ADAPTIVE_THRESH_MEAN_C, "gaussian": cv2.ADAPTIVE_THRESH_GAUSSIAN_C}
    for mean, method in methods.items():
        for k, offset, inverted in ((11, 2, False), (5, -7, True), (31, 10, False)):
            kind = cv2.THRESH_BINARY_INV if inverted else cv2.THRESH_BINARY
            text = f"adaptive-threshold mean={mean} k={k} offset={offset} inverted={'on' if inverted else 'off'}"
            for source in ("gray-61x47-scene", "gray-61x47-noise", "rgba-17x13"):
                image = f.RGBA8[source] if source in f.RGBA8 else f.GRAY8[source]
                expected = f.colours_only(image, lambda plane: cv2.adaptiveThreshold(plane, 255, method, kind, k, offset))
                f.case("exact", text, source, image, f"adaptive-{mean}{k}", expected)
            if mean == "box":  # SciPy's sums of 16 bits; k^2 is odd, and no mean a tie
                image = f.GRAY16["gray16-61x47"]
                sums = ndimage.correlate(image.astype(np.int64), np.ones((k, k), np.int64), mode="nearest")
                is_above = image.astype(np.int64) > (2 * sums + k * k) // (2 * k * k) - 257 * offset
                expected = (is_above != inverted) * np.uint16(65535)
                f.case("exact", text, "gray16-61x47", image, f"adaptive-{mean}{k}", expected)


def luma_adaptive_threshold(f):
    for mean, k, method in (("box", 11, cv2.ADAPTIVE_THRESH_MEAN_C), ("gaussian", 5, cv2.ADAPTIVE_THRESH_GAUSSIAN_C)):
        for source, image in images_with_luma(f).items():
            if image.dtype == np.uint8:
                expected = replaced_luma(image, lambda plane: cv2.adaptiveThreshold(plane, 255, method, cv2.THRESH_BINARY, k, 3))
                f.case("exact", f"adaptive-threshold mean={mean} k={k} offset=3 channels=luma", source, image,
                       f"adaptive-luma-{mean}{k}", expected)


def luma_equalize(f):
    for source, image in images_with_luma(f).items():
        if image.dtype == np.uint8:
            f.case("exact", "equalize channels=luma", source, image, "equalized-luma", shifted_luma(image, cv2.equalizeHist))
        elif image.dtype == np.uint16:
            f.case("exact", "equalize channels=luma", source, image, "equalized-luma", shifted_luma(image, equalized))
        else:
            expected = by_sixteen_bits(image, lambda wide: shifted_luma(wide, equalized))
            f.case("float", "equalize channels=luma", source, image, "equalized-luma", expected)


def luma_clahe(f):
    for limit, columns, rows in ((4, 8, 8), (40, 1, 2)):
        made = cv2.createCLAHE(limit, (columns, rows))
        text = f"clahe limit={limit} columns={columns} rows={rows} channels=luma"
        for source, image in images_with_luma(f).items():
            if image.dtype == np.float32:
                expected = by_sixteen_bits(image, lambda wide: shifted_luma(wide, made.apply))
                f.case("float", text, source, image, f"clahe{limit}-luma", expected)
            else:
                f.case("rounding", text, source, image, f"clahe{limit}-luma", shifted_luma(image, made.apply))


def mixed(x):
    x = ((x ^ x >> np.uint32(16)) * np.uint32(0x7FEB352D)).astype(np.uint32)
    x = ((x ^ x >> np.uint32(15)) * np.uint32(0x846CA68B)).astype(np.uint32)
    return x ^ x >> np.uint32(16)


def draws(image, seed, gray, number):
    channels = 1 if image.ndim == 2 else 4  # RGB gets an alpha
    places = np.arange(image.shape[0] * image.shape[1] * channels, dtype=np.uint32)
    places = places // np.uint32(channels) if gray else places
    key = mixed(np.array([seed + 0x9E3779B9], np.uint32))
    bits = mixed(mixed(places ^ key) + np.uint32(number * 0x9E3779B9 & 0xFFFFFFFF))
    return bits.reshape(image.shape[:2] + (channels,))[..., : image.shape[2] if image.ndim == 3 else 1].reshape(image.shape)


def alpha_of(image, made):
    if image.ndim == 3 and image.shape[2] == 4:
        made[..., 3] = image[..., 3]
    return made


def noise(f):
    """The numbers in NumPy by the words of the filter's doc; their moments and shares are what they should be."""

    def normal_of(image, *which):
        parts = [draws(image, *which, n) for n in range(1, 7)]
        return sum((p & 0xFFFF).astype(np.float64) + (p >> 16) for p in parts) / 65536 - 12 * 65535 / 131072

    normal = normal_of(np.zeros((512, 512), np.uint8), 9, False)
    shares = [(np.abs(normal) < reach).mean() for reach in (1, 2)]
    assert abs(normal.mean()) < 0.01 and abs(normal.std() - 1) < 0.01 and np.allclose(shares, [0.6827, 0.9545], atol=0.005)
    for source, image in colours(f).items():
        full, seed = full_scale(image), len(source)
        tolerance = "float" if full == 1 else "rounding"
        for gray in (False, True):
            switch = f"seed={seed} gray={'on' if gray else 'off'}"
            expected = alpha_of(image, f.stored(image + normal_of(image, seed, gray) * 20 / 255 * full, image.dtype))
            f.case(tolerance, f"noise kind=gaussian sigma=20 {switch}", source, image, f"normal{gray}", expected)
        first, second = (draws(image, seed, True, n) for n in (1, 2))
        flat = ((first >> 9) - (2**23 - 1) / 2) / 2**23 * 2 * np.sqrt(3)
        expected = alpha_of(image, f.stored(image + flat * 30 / 255 * full, image.dtype))
        f.case(tolerance, f"noise kind=uniform sigma=30 {switch}", source, image, "uniform", expected)
        ends = np.where(second & 1, full, 0).astype(image.dtype)
        expected = alpha_of(image, np.where(first < 0.25 * 2**32, ends, image))
        f.case("exact", f"noise kind=salt-and-pepper share=25 {switch}", source, image, "salt", expected)


def laid_over(f, image, pattern, opacity, dark, light):
    level = np.where(pattern, light, dark) * full_scale(image)
    level = level if image.ndim == 2 else level[..., None]
    return alpha_of(image, f.stored(image * (1 - opacity) + level * opacity, image.dtype))


def checkerboard(f):
    for source, image in colours(f).items():
        fields = np.kron(np.indices((20, 20)).sum(0) % 2, np.ones((5, 5)))[: image.shape[0], : image.shape[1]]
        expected = laid_over(f, image, fields == 1, 0.3, 0.1, 0.9)
        tolerance = "float" if image.dtype == np.float32 else "rounding"
        f.case(tolerance, "checkerboard size=5 opacity=30 dark=10 light=90", source, image, "checkerboard", expected)


def step_edges(f):
    """Bars across an axis that OpenCV's matrix turned."""
    for source, image in colours(f).items():
        h, w = image.shape[:2]
        turn = cv2.getRotationMatrix2D(((w - 1) / 2, (h - 1) / 2), 20, 1)
        y, x = np.mgrid[0:h, 0:w]
        distance = turn[0, 0] * x + turn[0, 1] * y + turn[0, 2] - (w - 1) / 2
        expected = laid_over(f, image, np.floor(distance / 4) % 2 == 1, 0.75, 0, 1)
        tolerance = "float" if image.dtype == np.float32 else "rounding"
        f.case(tolerance, "step-edges width=4 angle=20 opacity=75", source, image, "edges", expected)


def hsv_in_floats(hsv):
    """OpenCV's 8-bit code cuts fractions off where it has vectors; its floats, rounded, do not."""
    floats = hsv.astype(np.float32) * np.array([2, 1 / 255, 1 / 255], np.float32)
    return np.rint(cv2.cvtColor(floats, cv2.COLOR_HSV2RGB) * 255).astype(np.uint8)


def colour_space(f):
    """OpenCV has Cr before Cb, and Lab in whole numbers that are up to 2 off its own floats; scikit-image has it in doubles."""
    swapped, scale, middle = [0, 2, 1], np.array([2.55, 1, 1]), np.array([0, 128, 128])
    functions = (
        ("exact", "rgb-to-hsv", lambda rgb: cv2.cvtColor(rgb, cv2.COLOR_RGB2HSV)),
        ("rounding", "hsv-to-rgb", hsv_in_floats),
        ("exact", "rgb-to-ycbcr", lambda rgb: cv2.cvtColor(rgb, cv2.COLOR_RGB2YCrCb)[..., swapped]),
        ("exact", "ycbcr-to-rgb", lambda p: cv2.cvtColor(np.ascontiguousarray(p[..., swapped]), cv2.COLOR_YCrCb2RGB)),
        ("one", "rgb-to-lab", lambda rgb: f.stored(color.rgb2lab(rgb / 255) * scale + middle, np.uint8)),
        ("one", "lab-to-rgb", lambda lab: cv2.cvtColor(lab, cv2.COLOR_Lab2RGB)),
    )
    for tolerance, name, function in functions:
        for source in ("rgb-61x47-noise", "rgb-61x47-gradient", "rgb-17x13-scene"):
            image = f.RGB8[source]
            f.case(tolerance, f"colour-space conversion={name}", source, image, name, function(image))
    colour_space_floats(f)


def colour_space_floats(f):
    """OpenCV's floats; but its Lab is looked up, up to 0.3 off; scikit-image's white is another in the fifth digit."""
    rgb = np.random.default_rng(61).random((21, 33, 3), dtype=np.float32)
    swapped = [0, 2, 1]
    hsv, ycc = cv2.cvtColor(rgb, cv2.COLOR_RGB2HSV), cv2.cvtColor(rgb, cv2.COLOR_RGB2YCrCb)[..., swapped]
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2Lab)
    f.case("degrees", "colour-space conversion=rgb-to-hsv", "float-rgb-33x21", rgb, "rgb-to-hsv", hsv)
    f.case("float", "colour-space conversion=hsv-to-rgb", "float-hsv-33x21", hsv, "hsv-to-rgb",
           cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB))
    f.case("float", "colour-space conversion=rgb-to-ycbcr", "float-rgb-33x21", rgb, "rgb-to-ycbcr", ycc)
    f.case("float", "colour-space conversion=ycbcr-to-rgb", "float-ycbcr-33x21", ycc, "ycbcr-to-rgb",
           cv2.cvtColor(np.ascontiguousarray(ycc[..., swapped]), cv2.COLOR_YCrCb2RGB))
    f.case("lab", "colour-space conversion=rgb-to-lab", "float-rgb-33x21", rgb, "rgb-to-lab",
           color.rgb2lab(rgb.astype(np.float64)).astype(np.float32))
    f.case("score", "colour-space conversion=lab-to-rgb", "float-lab-33x21", lab, "lab-to-rgb",
           cv2.cvtColor(lab, cv2.COLOR_Lab2RGB))


def colour_space_wide(f):
    """OpenCV's YCrCb of 16 bits, and its floats; scikit-image's Lab, whose white is another in the fifth digit."""
    image = f.noise(21, 33, 3, 62, 65536, np.uint16)
    swapped = [0, 2, 1]
    ycc = cv2.cvtColor(image, cv2.COLOR_RGB2YCrCb)[..., swapped]
    f.case("exact", "colour-space conversion=rgb-to-ycbcr", "rgb16-21x33", image, "rgb-to-ycbcr", ycc)
    f.case("exact", "colour-space conversion=ycbcr-to-rgb", "rgb16-21x33", image, "ycbcr-to-rgb",
           cv2.cvtColor(np.ascontiguousarray(image[..., swapped]), cv2.COLOR_YCrCb2RGB))
    lab_scale, lab_middle = np.array([655.35, 257, 257]), np.array([0, 32896, 32896])
    hsv_scale, floats = np.array([65535 / 360, 65535, 65535]), (image / 65535).astype(np.float32)
    hsv = f.stored(cv2.cvtColor(floats, cv2.COLOR_RGB2HSV) * hsv_scale, np.uint16)
    lab = f.stored(color.rgb2lab(image / 65535) * lab_scale + lab_middle, np.uint16)
    f.case("one", "colour-space conversion=rgb-to-hsv", "rgb16-21x33", image, "rgb-to-hsv", hsv)
    f.case("one", "colour-space conversion=hsv-to-rgb", "hsv16-21x33", hsv, "hsv-to-rgb",
           f.stored(cv2.cvtColor((hsv / hsv_scale).astype(np.float32), cv2.COLOR_HSV2RGB) * 65535.0, np.uint16))
    f.case("few", "colour-space conversion=rgb-to-lab", "rgb16-21x33", image, "rgb-to-lab", lab)
    f.case("few", "colour-space conversion=lab-to-rgb", "lab16-21x33", lab, "lab-to-rgb",
           f.stored(cv2.cvtColor(((lab - lab_middle) / lab_scale).astype(np.float32), cv2.COLOR_Lab2RGB) * 65535.0,
                    np.uint16))


def clahe_wide(f):
    for limit, columns, rows in ((4, 8, 8), (100, 2, 3), (0, 1, 2)):
        made = cv2.createCLAHE(limit, (columns, rows))
        text = f"clahe limit={limit} columns={columns} rows={rows}"
        for source, image in wide_images(f).items():
            f.case("rounding", text, source, image, f"clahe{limit}", f.colours_only(image, made.apply))


def by_sixteen_bits(image, function):
    """What becomes of floats by way of 16 bits, alpha aside."""
    made = function(np.rint(np.clip(image * np.float32(65535), 0, 65535)).astype(np.uint16)) / 65535
    result = made.astype(np.float32)
    if image.ndim == 3 and image.shape[2] == 4:
        result[..., 3] = image[..., 3]
    return result


def clahe_floats(f):
    for limit, columns, rows in ((4, 8, 8), (100, 2, 3)):
        made = cv2.createCLAHE(limit, (columns, rows))
        for source, image in float_images(f).items():
            expected = by_sixteen_bits(image, lambda wide: f.colours_only(wide, made.apply))
            f.case("float", f"clahe limit={limit} columns={columns} rows={rows}", source, image, f"clahe{limit}", expected)


def clahe(f):
    for limit, columns, rows in ((4, 8, 8), (2, 3, 5), (40, 1, 2)):
        made = cv2.createCLAHE(limit, (columns, rows))
        text = f"clahe limit={limit} columns={columns} rows={rows}"
        for source, image in counted_images(f).items():
            if source in ("gray-61x47-scene", "gray-61x47-low", "gray-17x13", "gray-1x64", "rgba-61x47"):
                f.case("rounding", text, source, image, f"clahe{limit}", f.colours_only(image, made.apply))


def neighbours(plane, dx, dy, mode):
    """The sample dx to the right and dy below, beyond the edge as NumPy's padding has it."""
    height, width = plane.shape
    wide = np.pad(plane, 3, mode)
    return wide[3 + dy : 3 + dy + height, 3 + dx : 3 + dx + width]


def formula(f):
    """NumPy's arithmetic of 32-bit floats, operation by operation."""
    one = np.float32
    with np.errstate(all="ignore"):
        for source, image in {**few(f), "rgba-61x47": f.RGBA8["rgba-61x47"], "rgba-float-17x13": float_images(f)["rgba-float-17x13"]}.items():
            full = one(full_scale(image))
            height, width = image.shape[:2]
            y, x = np.mgrid[0:height, 0:width].astype(one)

            def case(label, expression, function, settings="", tolerance="exact"):
                def made(plane):
                    value = function(plane.astype(one) / full)
                    if image.dtype == np.float32:
                        return value.astype(one)
                    return f.stored(np.clip(np.where(np.isnan(value), one(0), value), 0, 1) * full, plane.dtype)

                f.case(tolerance, f'formula expression="{expression}"{settings}', source, image, f"formula-{label}",
                       f.colours_only(image, made))

            case("line", "(v - 0.2) * 1.7 + p1 / 10", lambda v: (v - one(0.2)) * one(1.7) + one(0.25) / one(10), " p1=0.25")
            case("place", "v < p1 ? x / w : y^2 / (w * h)",
                 lambda v: np.where(v < one(0.5), x / one(width), y ** 2 / one(width * height)).astype(one),
                 tolerance="float" if image.dtype == np.float32 else "rounding")
            for mode, border in (("edge", "replicate"), ("reflect", "reflect101"), ("wrap", "wrap"), ("constant", "constant")):
                case(f"border-{border}", "0.5 + s(2, -1) - s(-3, 0.6)",
                     lambda v: one(0.5) + neighbours(v, 2, -1, mode) - neighbours(v, -3, 1, mode), f" border={border}")
            case("steps", "mod(floor(v * 7), 2) == 1 && v != 1 ? min(v, 0.6) : max(-v, -0.5) + 1",
                 lambda v: np.where((np.floor(v * one(7)) % one(2) == 1) & (v != 1), np.minimum(v, one(0.6)),
                                    np.maximum(-v, one(-0.5)) + one(1)))
            case("functions", "sqrt(v) * sin(pi * v) + log(1 + v^2)",
                 lambda v: np.sqrt(v.astype(float)) * np.sin(np.pi * v.astype(float)) + np.log(1 + v.astype(float) ** 2),
                 tolerance="float" if image.dtype == np.float32 else "rounding")
            if image.dtype != np.float32:
                case("endless", "sqrt(v - 0.5) + v / 0", lambda v: np.sqrt(v - one(0.5)) + v / one(0))
            if image.ndim == 2:
                f.case("exact", 'formula expression="1 - g; v; a"', source, image, "formula-channels",
                       np.dstack([full.astype(image.dtype) - image, image, *[np.full_like(image, full)] * 2]))
            else:
                f.case("exact", 'formula expression="b; a; 1 - r"', source, image, "formula-channels",
                       np.dstack([image[..., 2], image[..., 3], full.astype(image.dtype) - image[..., 0], image[..., 3]]))


def draw(f):
    for cases in (formula, threshold, brightness_contrast, posterize, levels, curve, channel_mixer, saturation_hue, colour_map,
                  otsu, wide_otsu, float_otsu, auto_levels, wide_levels, float_levels, adaptive_threshold,
                  float_adaptive_threshold, wide_equalize, noise, checkerboard, step_edges, colour_space,
                  colour_space_wide, clahe, clahe_wide, clahe_floats, luma_otsu, luma_adaptive_threshold,
                  luma_equalize, luma_clahe):
        cases(f)
