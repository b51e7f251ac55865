"""Writes the seeds that fuzzing starts from: tests/fuzz/seeds/FORMAT, small files of every kind that a format has.
Seeds of texts are taken from the fixtures of tests/outside and from measurements.

Needs NumPy, Pillow, tifffile and OpenCV (python3-numpy, python3-pil, python3-tifffile, python3-opencv). The files are
committed, so that fuzzing itself needs none of them.
"""
import io
import os
import struct
import zlib
from pathlib import Path

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"
import cv2
import numpy as np
import tifffile
from PIL import Image, ImageCms

SEEDS = Path(__file__).parent / "seeds"
ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
W, H = 9, 6
RANDOM = np.random.default_rng(26)
RGB = RANDOM.integers(0, 256, (H, W, 3), dtype=np.uint8)
RGBA = RANDOM.integers(0, 256, (H, W, 4), dtype=np.uint8)
GRAY = RANDOM.integers(0, 256, (H, W), dtype=np.uint8)
GRAY16 = RANDOM.integers(0, 65536, (H, W), dtype=np.uint16)
FLOAT = RANDOM.random((H, W), dtype=np.float32)
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
# TIFF's structure with one entry: orientation 6.
EXIF = b"II*\0\x08\0\0\0\x01\0" + struct.pack("<HHII", 274, 3, 1, 6) + bytes(4)


def put(kind, name, content):
    folder = SEEDS / kind
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


def by_pillow(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def png_file(depth, colour, rows, before=b"", interlace=0, width=W):
    chunk = lambda t, d: struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))
    parts = b"".join(chunk(before[i][0], before[i][1]) for i in range(len(before)))
    header = struct.pack(">IIBBBBB", width, len(rows), depth, colour, 0, 0, interlace)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + parts + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def png():
    for depth in (1, 2, 4, 8, 16):
        row = bytes(range(17, 17 + (W * depth + 7) // 8))
        put("png", f"gray-{depth}.png", png_file(depth, 0, [row] * H))
        put("png", f"gray-{depth}-key.png", png_file(depth, 0, [row] * H, [(b"tRNS", b"\0\1")]))
        if depth <= 8:
            palette = [(b"PLTE", bytes(range(0, 3 * 2 ** depth % 256 or 255))), (b"tRNS", b"\x80\x40")]
            put("png", f"palette-{depth}.png", png_file(depth, 3, [row] * H, palette))
    for depth in (8, 16):
        for colour, samples in ((2, 3), (4, 2), (6, 4)):
            row = bytes((i * 7) % 256 for i in range(W * samples * depth // 8))
            put("png", f"colour{colour}-{depth}.png", png_file(depth, colour, [row] * H))
        key = [(b"tRNS", bytes(range(6)))]
        put("png", f"colour2-{depth}-key.png", png_file(depth, 2, [bytes(range(W * 3 * depth // 8))] * H, key))
    meta = [(b"iCCP", b"x\0\0" + zlib.compress(SRGB)), (b"pHYs", struct.pack(">IIB", 11811, 11811, 1)), (b"eXIf", EXIF),
            (b"gAMA", struct.pack(">I", 45455))]
    put("png", "metadata.png", png_file(8, 0, [bytes(range(W))] * H, meta))
    # Adam7 of 8 x 8 gray pixels: its seven passes, each with its rows.
    passes = [(1, 1), (1, 1), (2, 1), (2, 2), (4, 2), (4, 4), (8, 4)]
    rows = [bytes(range(w)) for w, h in passes for _ in range(h)]
    interlaced = png_file(8, 0, rows, interlace=1, width=8)
    header = interlaced[:20] + struct.pack(">I", 8) + interlaced[24:29]
    put("png", "interlaced.png", header + struct.pack(">I", zlib.crc32(header[12:29])) + interlaced[33:])
    frames = [Image.fromarray(RGBA), Image.fromarray(RGBA[::-1].copy())]
    put("png", "animated.png", by_pillow(frames[0], "PNG", save_all=True, append_images=frames[1:]))


def jpeg():
    put("jpeg", "gray.jpg", by_pillow(Image.fromarray(GRAY), "JPEG"))
    put("jpeg", "metadata.jpg", by_pillow(Image.fromarray(RGB), "JPEG", icc_profile=SRGB, dpi=(300, 300),
                                          exif=b"Exif\0\0" + EXIF))
    for subsampling in (0, 1, 2):
        put("jpeg", f"subsampling{subsampling}.jpg", by_pillow(Image.fromarray(RGB), "JPEG", subsampling=subsampling))
    put("jpeg", "progressive.jpg", by_pillow(Image.fromarray(RGB), "JPEG", progressive=True))
    put("jpeg", "cmyk.jpg", by_pillow(Image.fromarray(RGBA, "CMYK"), "JPEG"))
    ok, arithmetic = cv2.imencode(".jpg", RGB, [cv2.IMWRITE_JPEG_RST_INTERVAL, 1, cv2.IMWRITE_JPEG_OPTIMIZE, 1])
    put("jpeg", "restarts.jpg", arithmetic.tobytes())


def tiff():
    def add(name, data, **options):
        out = io.BytesIO()
        tifffile.imwrite(out, data, metadata=None, software=False, **options)
        put("tiff", name + ".tif", out.getvalue())

    kinds = {"u8": GRAY, "u16": GRAY16, "u32": GRAY16.astype(np.uint32), "i8": GRAY.astype(np.int8),
             "i16": GRAY16.astype(np.int16), "f16": FLOAT.astype(np.float16), "f32": FLOAT, "f64": FLOAT.astype(float)}
    for name, data in kinds.items():
        add(name, data)
        add(name + "-turned", data, extratags=[(274, "H", 1, 6, True)])
    add("rgb", RGB, photometric="rgb", resolution=(300, 300, "INCH"),
        extratags=[(34675, "B", len(SRGB), SRGB, True)])
    add("rgba", RGBA, photometric="rgb", extrasamples=["unassalpha"])
    add("premultiplied", RGBA, photometric="rgb", extrasamples=["assocalpha"])
    add("planar", RGB.transpose(2, 0, 1).copy(), photometric="rgb", planarconfig="separate")
    add("tiles", np.tile(RGB, (4, 3, 1)), photometric="rgb", tile=(16, 16))
    add("tiles-planar", np.tile(RGB.transpose(2, 0, 1), (1, 4, 3)), photometric="rgb", tile=(16, 16))
    add("big", GRAY, bigtiff=True)
    add("pages", np.stack([GRAY, GRAY]))
    add("five", RANDOM.integers(0, 256, (H, W, 5), dtype=np.uint8), photometric="minisblack", planarconfig="contig")
    add("white", GRAY, photometric="miniswhite")
    out = io.BytesIO()
    tifffile.imwrite(out, GRAY16, byteorder=">", metadata=None)
    put("tiff", "big-endian.tif", out.getvalue())
    for compression in ("tiff_lzw", "tiff_deflate", "packbits", "jpeg"):
        image = Image.fromarray(np.tile(RGB, (3, 2, 1)))
        put("tiff", compression + ".tif", by_pillow(image, "TIFF", compression=compression))
    for compression in ("group3", "group4"):
        put("tiff", compression + ".tif", by_pillow(Image.fromarray(GRAY).convert("1"), "TIFF", compression=compression))
    put("tiff", "palette.tif", by_pillow(Image.fromarray(RGB).quantize(16), "TIFF"))
    put("tiff", "cmyk.tif", by_pillow(Image.fromarray(RGBA, "CMYK"), "TIFF"))
    put("tiff", "bits1.tif", by_pillow(Image.fromarray(GRAY).convert("1"), "TIFF"))
    for bits in (2, 4, 12, 14):
        put("tiff", f"bits{bits}.tif", packed_tiff(bits))


def packed_tiff(bits):
    """Gray of a depth that no program here writes: strips of packed bits."""
    row = bytes((i * 37) % 256 for i in range((W * bits + 7) // 8))
    entries = [(256, 4, W), (257, 4, H), (258, 3, bits), (259, 3, 1), (262, 3, 1), (273, 4, 8), (277, 3, 1), (278, 4, H),
               (279, 4, len(row) * H)]
    samples = row * H + b"\0" * (len(row) * H % 2)
    directory = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", t, k, 1, v) for t, k, v in entries)
    return b"II*\0" + struct.pack("<I", 8 + len(samples)) + samples + directory + bytes(4)


def webp():
    put("webp", "lossy.webp", by_pillow(Image.fromarray(RGB), "WEBP", quality=80))
    put("webp", "alpha.webp", by_pillow(Image.fromarray(RGBA), "WEBP", quality=80))
    put("webp", "lossless.webp", by_pillow(Image.fromarray(RGBA), "WEBP", lossless=True, exact=True))
    put("webp", "metadata.webp", by_pillow(Image.fromarray(RGB), "WEBP", lossless=True, icc_profile=SRGB, exif=EXIF))
    frames = [Image.fromarray(RGBA), Image.fromarray(RGBA[::-1].copy())]
    put("webp", "animated.webp", by_pillow(frames[0], "WEBP", save_all=True, append_images=frames[1:], duration=9))


def bmp_file(bits, rows, compression=0, masks=b"", palette=b"", height=H, header=40):
    data = b"".join(row + bytes(-len(row) % 4) for row in rows) if compression in (0, 3) else b"".join(rows)
    offset = 14 + header + len(masks) + len(palette)
    info = struct.pack("<IiiHHIIiiII", header, W, height, 1, bits, compression, len(data), 11811, 11811, len(palette) // 4, 0)
    if header == 12:
        info = struct.pack("<IHHHH", 12, W, height, 1, bits)
    return b"BM" + struct.pack("<IHHI", offset + len(data), 0, 0, offset) + info + masks + palette + data


def bmp():
    colours = bytes((i * 5) % 256 for i in range(1024))
    for bits in (1, 4, 8):
        row = bytes((i * 41) % 256 for i in range((W * bits + 7) // 8))
        put("bmp", f"palette{bits}.bmp", bmp_file(bits, [row] * H, palette=colours[:4 << bits]))
    for bits in (16, 24, 32):
        row = bytes((i * 41) % 256 for i in range(W * bits // 8))
        put("bmp", f"colour{bits}.bmp", bmp_file(bits, [row] * H))
        put("bmp", f"downwards{bits}.bmp", bmp_file(bits, [row] * H, height=-H))
    row = bytes((i * 41) % 256 for i in range(W * 2))
    put("bmp", "fields565.bmp", bmp_file(16, [row] * H, 3, struct.pack("<III", 0xf800, 0x7e0, 0x1f)))
    row = bytes((i * 41) % 256 for i in range(W * 4))
    fields = struct.pack("<III", 0x3ff00000, 0xffc00, 0x3ff)
    put("bmp", "fields10.bmp", bmp_file(32, [row] * H, 3, fields))
    runs = [b"\x05\x07\x00\x04\x01\x02\x03\x04\x00\x00"] * (H - 1) + [b"\x09\x03\x00\x01"]
    put("bmp", "runs8.bmp", bmp_file(8, runs, 1, palette=colours))
    runs = [b"\x05\x71\x00\x04\x12\x34\x00\x00"] * (H - 1) + [b"\x09\x35\x00\x01"]
    put("bmp", "runs4.bmp", bmp_file(4, runs, 2, palette=colours[:64]))
    put("bmp", "old.bmp", bmp_file(24, [bytes(range(W * 3))] * H, header=12))
    put("bmp", "alpha.bmp", by_pillow(Image.fromarray(RGBA), "BMP"))


def portable_map():
    size = b"%d %d\n" % (W, H)
    text = lambda data: b" ".join(b"%d" % v for v in data.ravel()) + b"\n"
    put("ppm", "p1.pbm", b"P1\n# words\n" + size + b"010110010" * H + b"\n")
    put("ppm", "p2.pgm", b"P2\n" + size + b"255\n" + text(GRAY))
    put("ppm", "p3.ppm", b"P3 " + size + b"1023\n" + text(RGB.astype(int) * 4))
    put("ppm", "p4.pbm", b"P4\n" + size + b"\xa5\x80" * H)
    put("ppm", "p5.pgm", b"P5\n" + size + b"255\n" + GRAY.tobytes())
    put("ppm", "p5-16.pgm", b"P5\n" + size + b"65535\n" + GRAY16.astype(">u2").tobytes())
    put("ppm", "p5-7.pgm", b"P5\n" + size + b"7\n" + (GRAY >> 5).tobytes())
    put("ppm", "p6.ppm", b"P6\n" + size + b"255\n" + RGB.tobytes())
    put("ppm", "p6-16.ppm", b"P6\n" + size + b"4095\n" + (RGB.astype(">u2") << 4).astype(">u2").tobytes())
    pam = b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" % (W, H)
    put("ppm", "p7.pam", pam + RGBA.tobytes())
    put("ppm", "float.pfm", b"Pf\n" + size + b"-1.0\n" + FLOAT.tobytes())


def npy():
    arrays = {"u8": GRAY, "u16": GRAY16, "u32": GRAY16.astype(np.uint32), "f32": FLOAT, "rgb": RGB, "rgba": RGBA,
              "deep": GRAY[:, :, None], "f64": FLOAT.astype(float), "big-endian": GRAY16.astype(">u2"),
              "columns": np.asfortranarray(GRAY)}
    for name, data in arrays.items():
        out = io.BytesIO()
        np.save(out, data)
        put("npy", name + ".npy", out.getvalue())


def exr_file(channels, data_window=(0, 0, W - 1, H - 1), halved=(), tile=0):
    """Lines, or square tiles, without compression; channels by name: 0 unsigned, 1 half, 2 float. Those of `halved`
    have every other sample of every other line."""
    def attribute(name, kind, value):
        return name + b"\0" + kind + b"\0" + struct.pack("<I", len(value)) + value

    names = sorted(channels)
    step = {name: 2 if name in halved else 1 for name in names}
    listed = b"".join(n + b"\0" + struct.pack("<iBBBBii", channels[n], 0, 0, 0, 0, step[n], step[n]) for n in names) + b"\0"
    left, top, right, bottom = data_window
    header = struct.pack("<II", 20000630, 2 | (0x200 if tile else 0)) + attribute(b"channels", b"chlist", listed)
    header += attribute(b"tiles", b"tiledesc", struct.pack("<IIB", tile, tile, 0)) if tile else b""
    header += attribute(b"compression", b"compression", b"\0")
    header += attribute(b"dataWindow", b"box2i", struct.pack("<4i", *data_window))
    header += attribute(b"displayWindow", b"box2i", struct.pack("<4i", 0, 0, W - 1, H - 1))
    header += attribute(b"lineOrder", b"lineOrder", b"\0")
    header += attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1))
    header += attribute(b"screenWindowCenter", b"v2f", bytes(8))
    header += attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)) + b"\0"
    numpy_types = (np.uint32, np.float16, np.float32)

    def samples(xs, y):
        return b"".join((np.array([x for x in xs if x % step[n] == 0]) / 4).astype(numpy_types[channels[n]]).tobytes()
                        for n in names if y % step[n] == 0)

    chunks = []
    if tile:
        for y in range(top, bottom + 1, tile):
            for x in range(left, right + 1, tile):
                xs, ys = range(x, min(x + tile, right + 1)), range(y, min(y + tile, bottom + 1))
                data = b"".join(samples(xs, line) for line in ys)
                chunks.append(struct.pack("<5i", (x - left) // tile, (y - top) // tile, 0, 0, len(data)) + data)
    else:
        for y in range(top, bottom + 1):
            data = samples(range(left, right + 1), y)
            chunks.append(struct.pack("<iI", y, len(data)) + data)
    place, table = len(header) + 8 * len(chunks), b""
    for chunk in chunks:
        table += struct.pack("<Q", place)
        place += len(chunk)
    return header + table + b"".join(chunks)


def exr():
    def by_opencv(name, data, *options):
        ok, content = cv2.imencode(".exr", data, list(options))
        put("exr", name + ".exr", content.tobytes())

    colour = RANDOM.random((H, W, 3), dtype=np.float32)
    half = [cv2.IMWRITE_EXR_TYPE, cv2.IMWRITE_EXR_TYPE_HALF]
    for compression in range(10):
        by_opencv(f"compression{compression}", colour, cv2.IMWRITE_EXR_COMPRESSION, compression, *half)
    by_opencv("float", colour)
    by_opencv("alpha", RANDOM.random((H, W, 4), dtype=np.float32))
    by_opencv("gray", FLOAT)
    put("exr", "layers.exr", exr_file({b"R": 1, b"G": 1, b"B": 1, b"Z": 2, b"diffuse.R": 1, b"id.first": 0}))
    put("exr", "unsigned.exr", exr_file({b"id": 0}))
    put("exr", "window.exr", exr_file({b"Y": 2, b"A": 1}, (-3, 20, 5, 26)))
    even = (0, 0, 9, 5)  # chroma has every other sample: the width is even
    put("exr", "chroma.exr", exr_file({b"Y": 1, b"RY": 1, b"BY": 1}, even, halved=(b"RY", b"BY")))
    put("exr", "chroma_alpha.exr", exr_file({b"Y": 1, b"RY": 1, b"BY": 1, b"A": 1}, even, halved=(b"RY", b"BY")))
    put("exr", "tiles.exr", exr_file({b"R": 1, b"G": 1, b"B": 1}, tile=8))


def raw():
    y, x = np.mgrid[0:32, 0:32]
    colour = y % 2 + x % 2
    level = 256 + y * 40 + x * 20
    sensor = np.choose(colour, [level // 2, level, level * 3 // 4]).astype(np.uint16)
    rationals = lambda values: sum(([round(v * 10000), 10000] for v in values), [])
    tags = [(271, "s", 0, "Lightbench", True), (272, "s", 0, "Test", True), (33421, "H", 2, (2, 2), True),
            (33422, "B", 4, (0, 1, 1, 2), True), (50706, "B", 4, (1, 4, 0, 0), True), (50708, "s", 0, "Test", True),
            (50714, "H", 1, 256, True), (50717, "H", 1, 4095, True),
            (50721, "2i", 9, rationals((0.8, -0.2, 0, 0, 1, 0, 0, 0, 1)), True),
            (50728, "2I", 3, rationals((0.5, 1, 0.75)), True), (50778, "H", 1, 21, True)]
    for name, more in (("bayer", []), ("turned", [(274, "H", 1, 6, True)])):
        out = io.BytesIO()
        tifffile.imwrite(out, sensor, photometric=32803, metadata=None, software=False, extratags=tags + more)
        put("raw", name + ".dng", out.getvalue())
    put("raw", "canon.cr2", b"II*\0\x10\0\0\0CR\x02\0" + bytes(100))


def stack():
    """The shortest and the longest stage of each filter among the fixtures, and the samples."""
    stages = {}
    for line in (FIXTURES / "manifest.txt").read_text().splitlines():
        text = line.split("\t")[3]
        stages.setdefault(text.split()[0], []).append(text)
    for name, texts in stages.items():
        texts.sort(key=len)
        put("stack", name + ".stack", f"{texts[0]}\n!{texts[-1]} workgroup=16x8 # words\n".encode())
    for path in (ROOT / "resources" / "stacks").glob("*.stack"):
        put("stack", path.name, path.read_bytes())
    put("stack", "line.stack", b'| grayscale | blend with="1" mix=0.5 region=1,2,3,4 | gaussian sigma=2.5 variant=two-pass |')
    put("stack", "quotes.stack", b'warp matrix="1, 0, 5; 0, 1, -3"\n\xef\xbb\xbfinvert "region"=none\r\n')


def resources():
    for name in ("warm.gpl", "four.pal", "grays.palette"):
        put("palette", name, (FIXTURES / "inputs" / name).read_bytes())
    put("palette", "digits.hex", b"# words\n#f80 orange\nffffff\n; words\n#102030\n")
    put("template", "scene.template", (FIXTURES / "inputs" / "scene.template").read_bytes())
    put("template", "deep.template", b"P2 # words\n3 2\n65535\n0 1 65535\n300 4 5\n")
    for kind in ("random-trees", "binary-patterns"):
        put("detector", kind + ".detector", (FIXTURES / "inputs" / f"scene.{kind}.detector").read_bytes())
    put("detector", "small.detector", b"lightbench-detector 1\nfilter random-trees\nwindow 24 18\ntrees 2\ntests 1\n"
        b"test 3 4 10 4\ntest 0 1 7 17 # words\nleaf 0 1 255\nend\n")
    put("formula", "all.txt", b"v < p1 && x >= 2 || a == 1 ? -v^2 : 1e-2 * (s(1, -p2) + .5) / mod(w, 3)")
    put("formula", "functions.txt", b"sin(pi) + atan2(y, h); min(r, max(g, b)) - clamp(log10(a), 0, rint(p4)); sqrt(2.) != 1")
    put("formula", "wrong.txt", b"v = 1; 2(v) ** vv")
    put("matrix", "inline.txt", b"1,2,1;2,4,2;1,2,1")
    put("matrix", "affine.txt", b"1.5 0 -1e3\n+0,1,.5 # words\n")
    put("matrix", "rows.txt", b"# words\n" + b"0 -1.25 1e-3, 7 8\n" * 5)


def tables():
    """Rows of experiments and races, tuning results and peak rates, with cells that need quotes."""
    for device, name in (("h200", "goals"), ("h200", "ladder"), ("pocl", "separable"), ("pocl", "floyd-size")):
        lines = (ROOT / "resources" / "measurements" / device / f"{name}.csv").read_text().splitlines()
        put("journal", f"{device}-{name}.csv", ("\n".join(lines[:3]) + "\n").encode())
    put("journal", "short.csv", b'device,stack,image,size,format,axes,repeats,samples_us,kernels_us,warnings,status\n'
        b'"a ""b"", c",invert | box,random,64x64,u8,,3,1 2; 1.5 2; 3,one=1.25 two=3e2,one; two,winner\n,,,,,,,,,,\n')
    put("json", "report.json", b'{"runs": [{"input": "a.png", "ms": 1.25e-3, "ok": true, "error": null}], "n": []}\n')
    put("json", "texts.json", b'["a\\"b\\\\c\\n\\u00e9\\ud83d\\ude00", "caf\xc3\xa9", -0, 12345678901234567890]')
    names = "device,compute_units,driver,filter,format,size_class,settings,variant,workgroup,kernels_hash"
    choice = 'GPU,132,"560, x",gaussian,rgba8,4.19 to 16.8 MP,border=replicate sigma=2..4,two-pass,32x8,0123'
    put("tuning", "short.csv", f"{names}\n{choice}\n".encode())
    put("tuning", "whole.csv", f"{names},time,stack,size,us,gain,ties\n{choice},2026-01-31T12:00:00Z,gaussian sigma=3,"
        f"3840x2160,12.5,1.25,2\n{choice},,,,nan,0,0".encode())
    kinds = ("read_gb_per_s", "copy_gb_per_s", "local_gb_per_s", "gop_per_s")
    heading = "device,driver,compute_units,measured,bytes,rounds,launch_us," + ",".join(
        f"{kind},{kind}_slowest,{kind}_launch" for kind in kinds)
    rates = "2026-11-26T06:49:23Z,268435456,6,0.65" + ',23.5,21,"4 groups, 8 at once"' * 4
    put("peak_rates", "one.csv", f"{heading}\none,1.8,4,{rates}\n".encode())
    put("peak_rates", "two.csv", f"{heading}\nother,1.8,4,{rates}\none,1.8,4,{rates}\nthird,1,2,{rates}".encode())


def kernels():
    """A kernel file with corrections (the others are in tests/own_kernels), and logs of compilers with what was built."""
    plain = (b"// Scales samples; the corrections behind the zero say by what.\n"
             b"kernel void scale(global const uchar* src, global uchar* dst, int n, float gain) { dst[n] = src[n]; }\n")
    put("kernel_file", "corrected.cl", plain + b"\0//@ parameter gain: 0.5..4, default 2\n")
    program = b'#line 1 "user/shade/value.h"\nint a;\n#line 1 "user/shade/shade.cl"\nkernel void shade() {}\n'
    lines = (b"user/shade/shade.cl:1:14: error: no\n", b"error: user/shade/shade.cl:1:3: no\n",
             b'"/tmp/OCL1.cl", line 4: error: no\n      kernel void shade() {}\n', b"ptxas error   : no\n",
             b"/tmp/t.cl:4:1: warning: no\n    4 | kernel void shade() {}\n",
             b'"/tmp/OCL1.cl", line -3: error: no\n')
    for number, line in enumerate(lines):
        put("build_log", f"{number}.txt", line + b"\0" + program)


def wire():
    """fuzz_wire makes a message of all fields from a letter."""
    for letter in "dpcfrmots":
        put("wire", letter, letter.encode())


if __name__ == "__main__":
    for write in (png, jpeg, tiff, webp, bmp, portable_map, npy, exr, raw, stack, resources, tables, kernels, wire):
        write()
