"""Cases of make_fixtures.py for the dithers with palettes: SciPy finds the nearest colours, NumPy hands errors on."""

import numpy as np
from scipy.spatial.distance import cdist

from geometry_fixtures import MATRICES, void_and_cluster
from geometry_fixtures import diffused as levelled
from point_fixtures import by_sixteen_bits

# With colours that are equally far from others, and one that is there twice.
WARM = [(0, 0, 0), (64, 32, 16), (255, 255, 255), (200, 120, 40), (240, 200, 150), (64, 32, 16), (128, 0, 0), (0, 0, 128)]
FOUR = [(15, 56, 15), (48, 98, 48), (139, 172, 15), (155, 188, 15)]
GRAYS = [(v, v, v) for v in (0, 100, 101, 255)]


def write_palettes(f):
    rows = [f"{r:3d} {g:3d} {b:3d}\tA name of it" for r, g, b in WARM]
    (f.INPUTS / "warm.gpl").write_text("\n".join(["GIMP Palette", "Name: Warm", "Columns: 4", "# eight", *rows, ""]))
    rows = [f"{r} {g} {b}" for r, g, b in FOUR]
    (f.INPUTS / "four.pal").write_bytes("\r\n".join(["JASC-PAL", "0100", "4", *rows, ""]).encode())
    (f.INPUTS / "grays.palette").write_text("; a comment\n#000000\n646464\n#656565\nFFffFF\n")


def scaled(colours, kind):
    return np.array(colours, np.int64) * (257 if kind == np.uint16 else 1)


def nearest(values, colours):
    """Of several the first, as argmin does; squares are whole numbers, exact in doubles."""
    return colours[np.argmin(cdist(values.reshape(-1, 3), colours, "sqeuclidean"), 1)].reshape(values.shape)


def rgb(image):
    colours = np.stack([image] * 3, -1) if image.ndim == 2 else image[..., :3]
    return colours if image.dtype == np.float32 else colours.astype(np.int64)


def as_image(result, image):
    result = result.astype(image.dtype)
    return np.dstack([result, image[..., 3]]) if image.ndim == 3 and image.shape[2] == 4 else result


def ordered(image, ranks, colours, spread):
    n, side = ranks.size, len(ranks)
    unit = 257 if image.dtype == np.uint16 else 1
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    bias = spread * unit * (2 * ranks[y % side, x % side] + 1 - n) // (2 * n)
    values = np.clip(rgb(image) + bias[..., None], 0, np.iinfo(image.dtype).max)
    return as_image(nearest(values, scaled(colours, image.dtype)), image)


def ordered_floats(image, ranks, colours, spread):
    n, side = ranks.size, len(ranks)
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    bias = (spread / 255 * (2 * ranks[y % side, x % side] + 1 - n) / (2 * n)).astype(np.float32)
    values = np.clip(rgb(image) + bias[..., None], 0, 1)
    return as_image(nearest(values, (np.array(colours) / 255).astype(np.float32)), image)


def levelled_floats(plane, ranks, levels):
    side, steps = len(ranks), np.float32(levels - 1)
    y, x = np.mgrid[0 : plane.shape[0], 0 : plane.shape[1]]
    share = ((2 * ranks[y % side, x % side] + 1) / (2 * ranks.size)).astype(np.float32)
    return (np.floor(np.clip(plane, 0, 1) * steps + share).astype(np.float64) / (levels - 1)).astype(np.float32)


def draw_floats(f, blue):
    images = {**f.FLOATS, "rgba-float-17x13-bright": np.random.default_rng(32).random((13, 17, 4), dtype=np.float32) * np.float32(1.2)}
    for source, image in images.items():
        for name, ranks, side in (("ordered-dither", f.bayer(4), 4), ("blue-noise", blue, 16)):
            for levels in (2, 7):
                made = f.colours_only(image, lambda plane: levelled_floats(plane, ranks, levels))
                f.case("exact", f"{name} matrix={side} levels={levels}", source, image, f"{name}-{levels}", made)
            f.case("exact", f"{name} matrix={side} spread=80 palette=warm.gpl", source, image, f"{name}-warm",
                   ordered_floats(image, ranks, WARM, 80))
        made = by_sixteen_bits(image, lambda wide: f.colours_only(wide, lambda plane: levelled(plane, "floyd-steinberg", 4)))
        f.case("float", "floyd-steinberg levels=4", source, image, "floyd-steinberg-4", made)
        made = by_sixteen_bits(image, lambda wide: diffused(wide, "floyd-steinberg", WARM))
        f.case("float", "floyd-steinberg colours=warm.gpl", source, image, "floyd-steinberg-warm", made)


def diffused(image, name, colours):
    divisor, rows = MATRICES[name]
    values, palette, full = rgb(image), scaled(colours, image.dtype), int(np.iinfo(image.dtype).max)
    height, width = values.shape[:2]
    got, result = np.zeros((height + 2, width + 4, 3), np.int64), np.zeros_like(values)
    for y in range(height):
        for x in range(width):
            shared = np.sign(got[y, x + 2]) * (np.abs(got[y, x + 2]) // divisor)
            v = np.clip(values[y, x] + shared, 0, full)
            result[y, x] = palette[np.argmin(((palette - v) ** 2).sum(1))]
            for j, row in enumerate(rows):
                for i, share in enumerate(row):
                    if share not in "-#":
                        got[y + j, x + i] += int(share) * (v - result[y, x])
    return as_image(result, image)


def draw(f):
    write_palettes(f)
    images = {"rgb-61x47-noise": f.RGB8["rgb-61x47-noise"], "rgba-17x13": f.RGBA8["rgba-17x13"],
              "rgb-61x47-gradient": f.RGB8["rgb-61x47-gradient"], "gray-61x47-gradient": f.GRAY8["gray-61x47-gradient"],
              "gray16-17x13": f.GRAY16["gray16-17x13"]}
    files = {"warm.gpl": WARM, "four.pal": FOUR, "grays.palette": GRAYS}
    blue = void_and_cluster(f, 16)
    draw_floats(f, blue)
    for source, image in images.items():
        for file, colours in files.items():
            name = file.split(".")[0]
            for spread, side in ((0, 8), (100, 4)):
                stack = f"ordered-dither matrix={side} spread={spread} palette={file}"
                f.case("exact", stack, source, image, f"bayer-{name}-{spread}",
                       ordered(image, f.bayer(side), colours, spread))
            f.case("exact", f"floyd-steinberg colours={file}", source, image, f"floyd-steinberg-{name}",
                   diffused(image, "floyd-steinberg", colours))
            for matrix in ("floyd-steinberg", "jarvis", "atkinson"):
                f.case("exact", f"error-diffusion matrix={matrix} palette={file}", source, image, f"{matrix}-{name}",
                       diffused(image, matrix, colours))
        f.case("exact", "blue-noise matrix=16 spread=64 palette=warm.gpl", source, image, "blue-warm",
               ordered(image, blue, WARM, 64))
