"""Cases of make_fixtures.py for the filters of two images: what Pillow, OpenCV and NumPy make of them."""

import cv2
import numpy as np
from PIL import Image, ImageChops

PILLOW = {"difference": ImageChops.difference, "add": ImageChops.add, "min": ImageChops.darker,
          "max": ImageChops.lighter}


def product(a, b):
    """a b over full scale in whole numbers, to the nearest: Pillow's cuts off, and has 8 bits only."""
    full = np.uint64(np.iinfo(a.dtype).max)
    return ((a.astype(np.uint64) * b + full // np.uint64(2)) // full).astype(a.dtype)


def blended(mode, a, b):
    """Integers without an alpha."""
    if mode == "normal":
        return b
    if mode in PILLOW and a.dtype == np.uint8:
        return np.array(PILLOW[mode](Image.fromarray(a), Image.fromarray(b)))
    if mode == "multiply":
        result = product(a, b)
        if a.dtype == np.uint8:  # OpenCV rounds, too
            assert np.array_equal(result, cv2.multiply(a, b, scale=1 / 255))
        return result
    if mode == "screen":
        return cv2.bitwise_not(product(cv2.bitwise_not(a), cv2.bitwise_not(b)))
    return {"difference": cv2.absdiff, "add": cv2.add, "min": cv2.min, "max": cv2.max}[mode](a, b)


def blended_floats(mode, a, b):
    one = np.float32(1)
    return {"normal": lambda: b, "multiply": lambda: cv2.multiply(a, b), "difference": lambda: cv2.absdiff(a, b),
            "screen": lambda: one - (one - a) * (one - b), "add": lambda: cv2.add(a, b), "min": lambda: cv2.min(a, b),
            "max": lambda: cv2.max(a, b)}[mode]()


def over(f, mode, a, b):
    """Colours and alpha: by NumPy, as on an opaque image."""
    colours = blended(mode, np.ascontiguousarray(a[..., :3]), np.ascontiguousarray(b[..., :3])).astype(np.float64)
    alpha = b[..., 3:].astype(np.float64) / 255
    mixed = f.stored(np.rint(a[..., :3] * (1 - alpha) + colours * alpha), a.dtype)
    return np.concatenate([mixed, a[..., 3:]], -1)


def blend(f):
    modes = ("normal", "multiply", "screen", "difference", "add", "min", "max")
    pairs = [("gray-61x47-noise", "gray-61x47-scene", f.GRAY8), ("gray16-61x47", "gray16-61x47-turned", f.GRAY16),
             ("rgb-61x47-noise", "rgb-61x47-gradient", f.RGB8)]
    f.GRAY16["gray16-61x47-turned"] = np.ascontiguousarray(f.GRAY16["gray16-61x47"][::-1, ::-1])
    floats = f.FLOATS["float-61x47"], np.ascontiguousarray(f.FLOATS["float-61x47"][::-1, ::-1])
    colours = f.RGBA8["rgba-17x13"], np.ascontiguousarray(f.RGBA8["rgba-17x13"][::-1, ::-1])
    for mode in modes:
        for first, second, images in pairs:
            a, b = images[first], images[second]
            f.case("exact", f"blend mode={mode} with={f.save_input(second, b)}", first, a, f"blend-{mode}",
                   blended(mode, a, b))
        second = f.save_input("float-61x47-turned", floats[1])
        f.case("float", f"blend mode={mode} with={second}", "float-61x47", floats[0], f"blend-{mode}",
               blended_floats(mode, *floats))
        second = f.save_input("rgba-17x13-turned", colours[1])
        f.case("exact", f"blend mode={mode} with={second}", "rgba-17x13", colours[0], f"blend-{mode}",
               over(f, mode, *colours))
    # Of the stack's own images.
    image = f.GRAY8["gray-61x47-scene"]
    twice = cv2.subtract(image, cv2.bitwise_not(image)) + cv2.subtract(cv2.bitwise_not(image), image)
    f.case("exact", "invert | blend mode=difference with=input", "gray-61x47-scene", image, "own-difference", twice)
    f.case("exact", "invert | median k=5 | blend mode=max with=1", "gray-61x47-scene", image, "own-lighter",
           cv2.max(cv2.bitwise_not(image), cv2.medianBlur(cv2.bitwise_not(image), 5)))


def mask_mix(f):
    mask = f.GRAY8["gray-61x47-gradient"]
    for first, second, images, kind in (("gray-61x47-noise", "gray-61x47-scene", f.GRAY8, "L"),
                                        ("rgb-61x47-noise", "rgb-61x47-gradient", f.RGB8, "RGB")):
        a, b = images[first], images[second]
        expected = np.array(Image.composite(Image.fromarray(b, kind), Image.fromarray(a, kind), Image.fromarray(mask)))
        stack = f"mask-mix with={f.save_input(second, b)} mask={f.save_input('gray-61x47-gradient', mask)}"
        f.case("exact", stack, first, a, "composite", expected)
    a, b = f.RGBA8["rgba-61x47"], np.ascontiguousarray(f.RGBA8["rgba-61x47"][::-1, ::-1])
    stack = f"mask-mix with={f.save_input('rgba-61x47-turned', b)} mask=gray-61x47-gradient.npy"
    f.case("exact", stack, "rgba-61x47", a, "composite",
           np.array(Image.composite(Image.fromarray(b), Image.fromarray(a), Image.fromarray(mask))))
    colour = f.RGB8["rgb-61x47-gradient"]
    luma = Image.fromarray(colour).convert("L")
    gray = f.GRAY8["gray-61x47-noise"], f.GRAY8["gray-61x47-scene"]
    stack = "mask-mix with=gray-61x47-scene.npy mask=rgb-61x47-gradient.npy"
    f.case("exact", stack, "gray-61x47-noise", gray[0], "composite-luma",
           np.array(Image.composite(Image.fromarray(gray[1]), Image.fromarray(gray[0]), luma)))
    wide = f.GRAY16["gray16-61x47"], f.GRAY16["gray16-61x47-turned"]
    share = np.ascontiguousarray(wide[0][::-1])
    stack = f"mask-mix with=gray16-61x47-turned.npy mask={f.save_input('gray16-61x47-upturned', share)}"
    s, w, m = (image.astype(object) for image in (*wide, share))
    expected = ((s * (65535 - m) + w * m + 32767) // 65535).astype(np.uint16)
    f.case("exact", stack, "gray16-61x47", wide[0], "composite", expected)


def region_and_mix(f):
    """What every stage has: a part of the image, and how much of the result is seen."""
    for source, image in (("gray-61x47-scene", f.GRAY8["gray-61x47-scene"]), ("rgb-61x47-noise", f.RGB8["rgb-61x47-noise"])):
        blurred = cv2.medianBlur(image, 5)
        expected = image.copy()
        expected[11:40, 5:50] = blurred[11:40, 5:50]
        f.case("exact", "median k=5 region=5,11,45,29", source, image, "region", expected)
        half = cv2.addWeighted(image.astype(np.float64), 0.5, blurred.astype(np.float64), 0.5, 0)
        f.case("exact", "median k=5 mix=0.5", source, image, "half", np.floor(half + 0.5).astype(np.uint8))


def draw(f):
    for filters in (blend, mask_mix, region_and_mix):
        filters(f)
