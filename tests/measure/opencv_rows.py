"""What compare_with_opencv.py compares: a stack of ours, and the calls of OpenCV that do the same.

A call takes an image and its own earlier result to write into (None at first), so that nobody pays for fresh memory:
Lightbench writes into buffers that it has, too.
"""
import typing

import cv2
import numpy
from PIL import Image

ALL = ("u8", "u16", "f32", "rgba8", "rgba16", "rgbaf32")
GRAY = ("u8", "u16", "f32")
BYTES = ("u8", "rgba8")
VGA, HD = 640 * 480 + 1, 1920 * 1081


class Row(typing.NamedTuple):
    name: str
    stack: str
    call: typing.Callable
    formats: tuple = ALL
    moves: bool = False  # copies samples from place to place and computes nothing
    most_pixels: float = float("inf")  # larger images take longer than anybody waits
    prepare: typing.Callable = None  # what both get instead of the image
    peer: typing.Callable = None  # what only OpenCV gets instead of that: another layout of the same samples


def weights(k):
    """As random as convolution's own; what they are does not change the time."""
    random = numpy.random.default_rng(1).random((k, k)).astype(numpy.float32)
    return random / random.sum()


def square(k):
    return numpy.ones((k, k), numpy.uint8)


def full_scale(image):
    return {"uint8": 255.0, "uint16": 65535.0, "float32": 1.0}[image.dtype.name]


def part(image, value):
    """A value of the 8-bit scale on the image's own."""
    return value / 255 * full_scale(image)


def box(k):
    return lambda i, o: cv2.blur(i, (k, k), dst=o, borderType=cv2.BORDER_REPLICATE)


def filter2d(k):
    matrix = weights(k)
    return lambda i, o: cv2.filter2D(i, -1, matrix, dst=o, borderType=cv2.BORDER_REPLICATE)


def gaussian(taps, sigma):
    return lambda i, o: cv2.GaussianBlur(i, (taps, taps), sigma, dst=o, borderType=cv2.BORDER_REPLICATE)


def morphology(operation, k):
    return lambda i, o, window=square(k): cv2.morphologyEx(i, operation, window, dst=o)


def invert(i, o):
    return cv2.bitwise_not(i, dst=o) if i.dtype != numpy.float32 else cv2.subtract((1.0,) * 4, i, dst=o)


def integral(i, o):
    return cv2.integral(i, sum=o, sdepth=cv2.CV_32S if i.dtype == numpy.uint8 else cv2.CV_32F)


def clahe():
    one = cv2.createCLAHE(4, (8, 8))
    return lambda i, o: one.apply(i, dst=o)


def resize(scale, method):
    return lambda i, o: cv2.resize(i, (round(i.shape[1] * scale), round(i.shape[0] * scale)), dst=o,
                                   interpolation=method)


def rotate(i, o):
    height, width = i.shape[:2]
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 30, 1)
    return cv2.warpAffine(i, matrix, (width, height), dst=o)


PERSPECTIVE = numpy.array([[0.9, 0.1, 5], [-0.05, 1.1, 3], [0.00001, 0.00002, 1]])


def perspective(i, o):
    return cv2.warpPerspective(i, PERSPECTIVE, (i.shape[1], i.shape[0]), dst=o)


def colours(code):
    return lambda i, o: cv2.cvtColor(i, code, dst=o)


def template(i, o):
    return cv2.matchTemplate(i, i[100:131, 200:231], cv2.TM_CCOEFF_NORMED, result=o)


def unsharp():
    kept = {}

    def call(i, o):
        kept[i.shape] = cv2.GaussianBlur(i, (13, 13), 2, dst=kept.get(i.shape), borderType=cv2.BORDER_REPLICATE)
        return cv2.addWeighted(i, 2, kept[i.shape], -1, 0, dst=o)

    return call


SEPIA = numpy.array([[0.393, 0.769, 0.189, 0], [0.349, 0.686, 0.168, 0], [0.272, 0.534, 0.131, 0], [0, 0, 0, 1]],
                    numpy.float32)
CURVE = numpy.round(255 * (numpy.arange(256) / 255) ** (1 / 1.4)).astype(numpy.uint8)


def black_and_white(image):
    return numpy.where(image > 127, 255, 0).astype(numpy.uint8)


def three_channels(image):
    """OpenCV's filters for colours that take no alpha; without it they have a quarter less to do."""
    return numpy.ascontiguousarray(image[..., :3]) if image.ndim == 3 else image


def pillow_dither(i, _):
    return Image.fromarray(i).convert("1")


ROWS = [
    Row("box 5", "box k=5", box(5)),
    Row("box 31", "box k=31", box(31)),
    Row("convolution 3", "convolution k=3 kernel=random", filter2d(3)),
    Row("convolution 7", "convolution k=7 kernel=random", filter2d(7)),
    Row("convolution 15", "convolution k=15 kernel=random", filter2d(15), BYTES),
    Row("gaussian sigma 2", "gaussian sigma=2", gaussian(13, 2)),
    Row("gaussian 31 taps", "gaussian sigma=5 radius=15", gaussian(31, 5)),
    Row("median 3", "median k=3", lambda i, o: cv2.medianBlur(i, 3, dst=o)),
    Row("median 5", "median k=5", lambda i, o: cv2.medianBlur(i, 5, dst=o)),
    Row("median 9", "median k=9", lambda i, o: cv2.medianBlur(i, 9, dst=o), BYTES),
    Row("maximum 5", "local-maximum k=5",
        lambda i, o, w=square(5): cv2.dilate(i, w, dst=o, borderType=cv2.BORDER_REPLICATE)),
    Row("maximum 31", "local-maximum k=31",
        lambda i, o, w=square(31): cv2.dilate(i, w, dst=o, borderType=cv2.BORDER_REPLICATE)),
    Row("erode 5", "erode k=5", morphology(cv2.MORPH_ERODE, 5)),
    Row("erode 31", "erode k=31", morphology(cv2.MORPH_ERODE, 31)),
    Row("dilate 5", "dilate k=5", morphology(cv2.MORPH_DILATE, 5)),
    Row("open 5", "open k=5", morphology(cv2.MORPH_OPEN, 5)),
    Row("top-hat 5", "top-hat k=5", morphology(cv2.MORPH_TOPHAT, 5)),
    Row("morphological gradient 5", "morphological-gradient k=5", morphology(cv2.MORPH_GRADIENT, 5)),
    Row("equalize", "equalize", lambda i, o: cv2.equalizeHist(i, dst=o), ("u8",)),
    Row("histogram", "histogram", lambda i, o: cv2.calcHist([i], [0], None, [256], [0, 256], hist=o), ("u8",)),
    Row("otsu", "otsu", lambda i, o: cv2.threshold(i, 0, 255, cv2.THRESH_OTSU, dst=o)[1], ("u8",)),
    Row("clahe", "clahe", clahe(), ("u8",)),
    Row("adaptive threshold, mean", "adaptive-threshold", lambda i, o: cv2.adaptiveThreshold(
        i, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 11, 2, dst=o), ("u8",)),
    Row("adaptive threshold, Gaussian", "adaptive-threshold mean=gaussian", lambda i, o: cv2.adaptiveThreshold(
        i, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, 11, 2, dst=o), ("u8",)),
    Row("integral", "integral", integral, ("u8", "f32", "rgba8", "rgbaf32")),
    Row("grayscale", "grayscale", colours(cv2.COLOR_RGBA2GRAY), ("rgba8", "rgba16", "rgbaf32")),
    Row("invert", "invert", invert),
    Row("threshold", "threshold",
        lambda i, o: cv2.threshold(i, part(i, 127), full_scale(i), cv2.THRESH_BINARY, dst=o)[1]),
    Row("levels", "levels gamma=1.4", lambda i, o: cv2.LUT(i, CURVE, dst=o), BYTES),
    Row("brightness and contrast", "brightness-contrast brightness=5 contrast=1.2",
        lambda i, o: cv2.convertScaleAbs(i, dst=o, alpha=1.2, beta=-12.75), BYTES),
    Row("colour map", "colour-map", lambda i, o: cv2.applyColorMap(i, cv2.COLORMAP_VIRIDIS, dst=o), ("u8",)),
    Row("channel mixer", "channel-mixer preset=sepia", lambda i, o: cv2.transform(i, SEPIA, dst=o),
        ("rgba8", "rgba16", "rgbaf32")),
    Row("RGB to HSV", "colour-space", colours(cv2.COLOR_RGB2HSV), ("rgba8",), peer=three_channels),
    Row("RGB to YCbCr", "colour-space conversion=rgb-to-ycbcr", colours(cv2.COLOR_RGB2YCrCb), ("rgba8",),
        peer=three_channels),
    Row("RGB to Lab", "colour-space conversion=rgb-to-lab", colours(cv2.COLOR_RGB2Lab), ("rgba8",),
        peer=three_channels),
    Row("Lab to RGB", "colour-space conversion=lab-to-rgb", colours(cv2.COLOR_Lab2RGB), ("rgba8",),
        peer=three_channels),
    Row("add", "blend mode=add with=input", lambda i, o: cv2.add(i, i, dst=o)),
    Row("difference", "blend mode=difference with=input", lambda i, o: cv2.absdiff(i, i, dst=o)),
    Row("multiply", "blend mode=multiply with=input",
        lambda i, o: cv2.multiply(i, i, dst=o, scale=1 / full_scale(i))),
    Row("sobel x", "sobel direction=x sign=clipped", lambda i, o: cv2.Sobel(i, -1, 1, 0, dst=o),
        ("u8", "f32", "rgba8")),
    Row("scharr x", "scharr direction=x sign=clipped", lambda i, o: cv2.Scharr(i, -1, 1, 0, dst=o),
        ("u8", "f32", "rgba8")),
    Row("laplacian", "laplacian sign=clipped", lambda i, o: cv2.Laplacian(i, -1, dst=o), ("u8", "f32", "rgba8")),
    Row("canny", "canny", lambda i, o: cv2.Canny(i, 50, 150, edges=o), ("u8",)),
    Row("harris", "harris", lambda i, o: cv2.cornerHarris(i, 2, 3, 0.04, dst=o), ("u8", "f32")),
    Row("bilateral 9", "bilateral", lambda i, o: cv2.bilateralFilter(
        i, 9, part(i, 50), 3, dst=o, borderType=cv2.BORDER_REPLICATE), ("u8", "f32", "rgba8"), peer=three_channels),
    Row("unsharp mask", "unsharp-mask", unsharp(), ("u8", "f32", "rgba8")),
    Row("non-local means", "non-local-means",
        lambda i, o: cv2.fastNlMeansDenoising(i, dst=o, h=10), ("u8",), most_pixels=VGA),
    Row("resize 0.5, nearest", "resize method=nearest scale=0.5", resize(0.5, cv2.INTER_NEAREST), moves=True),
    Row("resize 0.5, area", "resize method=area scale=0.5", resize(0.5, cv2.INTER_AREA)),
    Row("resize 0.6, bilinear", "resize method=bilinear scale=0.6", resize(0.6, cv2.INTER_LINEAR)),
    Row("resize 0.6, bicubic", "resize method=bicubic scale=0.6", resize(0.6, cv2.INTER_CUBIC)),
    Row("resize 0.6, Lanczos", "resize method=lanczos scale=0.6", resize(0.6, cv2.INTER_LANCZOS4)),
    Row("rotate 30 degrees", "rotate angle=30", rotate),
    Row("warp, perspective", "warp matrix=0.9,0.1,5;-0.05,1.1,3;0.00001,0.00002,1", perspective),
    Row("flip, horizontal", "flip", lambda i, o: cv2.flip(i, 1, dst=o), moves=True),
    Row("flip, vertical", "flip direction=vertical", lambda i, o: cv2.flip(i, 0, dst=o), moves=True),
    Row("transpose", "transpose", lambda i, o: cv2.transpose(i, dst=o), moves=True),
    Row("rotate 90 degrees", "rotate-90", lambda i, o: cv2.rotate(i, cv2.ROTATE_90_CLOCKWISE, dst=o), moves=True),
    Row("pad", "pad", lambda i, o: cv2.copyMakeBorder(i, 16, 16, 16, 16, cv2.BORDER_REPLICATE, dst=o), moves=True),
    Row("distance transform", "distance-transform",
        lambda i, o: cv2.distanceTransform(i, cv2.DIST_L2, cv2.DIST_MASK_PRECISE, dst=o), ("u8",),
        prepare=black_and_white),
    Row("connected components", "connected-components",
        lambda i, o: cv2.connectedComponents(i, labels=o, connectivity=8)[1], ("u8",), prepare=black_and_white),
    Row("template matching 31", "template-matching rectangle=200,100,31,31", template, ("u8", "f32")),
    Row("Floyd-Steinberg (Pillow)", "floyd-steinberg", pillow_dither, ("u8",)),
]

# What binds where rows stay behind, by name.
REASONS = {
    "channel mixer": "pixel by pixel, without vectors",
    "add": "both wait for memory; colours that are floats are weighted by alpha, which OpenCV does not do",
    "difference": "both wait for memory; colours that are floats are weighted by alpha, which OpenCV does not do",
    "multiply": "both wait for memory; colours that are floats are weighted by alpha, which OpenCV does not do",
    "canny": "edges are united over the whole image; OpenCV follows them on one core",
    "distance transform": "16 pixels look along their row as far as the farthest of them must; OpenCV sweeps twice",
    "otsu": "counting goes sample by sample in both; OpenCV needs no launches",
    "resize 0.5, nearest": "every second byte through vectors of 32, or from a table",
    "resize 0.5, area": "little more than a launch; where columns are no pairs, a weight for each sample",
    "resize 0.6, bilinear": "stretched as the image shrinks: 4 x 4 weights; OpenCV has 2 x 2 and aliases",
    "resize 0.6, bicubic": "stretched as the image shrinks: 7 x 7 weights; OpenCV has 4 x 4 and aliases",
    "resize 0.6, Lanczos": "stretched as the image shrinks: 10 x 10 weights; OpenCV has 8 x 8 and aliases",
    "rotate 30 degrees": "places in whole numbers of 64 bits; four samples a pixel gathered one by one",
    "warp, perspective": "two quotients of 64 bits a pixel; four samples gathered one by one",
    "gaussian sigma 2": "floats; OpenCV blurs bytes in fixed point of 16 bits, two lanes where a float is one",
    "template matching 31": "a product for each sample of the template; OpenCV multiplies spectra",
    "threshold": "both wait for memory",
    "invert": "both wait for memory",
    "grayscale": "both wait for memory",
    "integral": "both wait for memory; ours reads the image twice, so that strips of it need not wait for each other",
}
