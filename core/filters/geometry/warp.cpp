// rotate and warp: rotates by any angle about the image's centre, and warps by a matrix.
#include <cmath>
#include <limits>

#include "core/base/direction.h"
#include "core/base/error.h"
#include "core/filters/geometry/warp_map.h"

namespace lightbench::filters {

namespace {
Warp rotated(const ImageShape& input, const ParameterValues& parameters) {
    const auto [c, s] = directionOf(parameters.real("angle"));
    const double w = input.size.width, h = input.size.height;
    ImageShape result = input;
    if (parameters.choice("size") == "whole")
        result.size = {std::max(1, int(w * std::abs(c) + h * std::abs(s) + 0.5)),
                       std::max(1, int(w * std::abs(s) + h * std::abs(c) + 0.5))};
    const double x = (result.size.width - 1) / 2.0, y = (result.size.height - 1) / 2.0;
    return {result, {c, -s, (w - 1) / 2 - c * x + s * y, s, c, (h - 1) / 2 - s * x - c * y, 0, 0, 1}};
}
} // namespace

Filter rotate() {
    Filter filter = warpFilter(rotated);
    filter.id = "rotate";
    filter.synonyms = {"turn", "angle", "straighten", "spin"};
    filter.summary = "Turns an image counterclockwise by any angle.";
    filter.doc = "Turns the image counterclockwise by an angle a about its middle (cx, cy) = ((W-1)/2, (H-1)/2). "
                 "out(x,y) = in(cx + cos a dx - sin a dy, cy + sin a dx + cos a dy). dx and dy are measured from the "
                 "middle of the result, in pixels. This is OpenCV's getRotationMatrix2D, and SciPy's affine_transform "
                 "of order 1 within one step of 8 bits. Positions are whole numbers, rounded to 256ths of a pixel, and "
                 "weights are 65536ths. All four channels are computed alike.";
    filter.parameters.insert(filter.parameters.begin(),
                             {realParameter("angle", "Angle", "deg", -360, 360, 1, 30, "Counterclockwise."),
                              choiceParameter("size", "Size", {{"same", "Same"}, {"whole", "The whole image"}}, "same",
                                              "same: width and height stay, and corners are cut off; whole: the result "
                                              "holds the whole turned image.")});
    return filter;
}

namespace {
/// The inverse, by cofactors. The last row of affine maps is exactly 0 0 1. Without a meaningful inverse, when the
/// determinant is tiny beside its own terms, the numbers are not finite.
WarpMatrix inverseOf(const WarpMatrix& m) {
    const auto minor = [&](int a, int b, int c, int d) { return m[a] * m[d] - m[b] * m[c]; };
    WarpMatrix cofactors{minor(4, 5, 7, 8), minor(2, 1, 8, 7), minor(1, 2, 4, 5), minor(5, 3, 8, 6), minor(0, 2, 6, 8),
                         minor(2, 0, 5, 3), minor(3, 4, 6, 7), minor(1, 0, 7, 6), minor(0, 1, 3, 4)};
    const double determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6];
    const double terms = std::abs(m[0]) * (std::abs(m[4] * m[8]) + std::abs(m[5] * m[7])) +
                         std::abs(m[1]) * (std::abs(m[5] * m[6]) + std::abs(m[3] * m[8])) +
                         std::abs(m[2]) * (std::abs(m[3] * m[7]) + std::abs(m[4] * m[6]));
    const bool isRegular = std::abs(determinant) > 1e-12 * terms && std::isfinite(terms);
    for (double& one : cofactors)
        one = isRegular ? one / determinant : std::numeric_limits<double>::quiet_NaN();
    if (m[6] == 0 && m[7] == 0 && m[8] == 1) cofactors[6] = cofactors[7] = 0, cofactors[8] = 1;
    return cofactors;
}

Warp mapped(const ImageShape& input, const ParameterValues& parameters) {
    WarpMatrix matrix{1, 0, 0, 0, 1, 0, 0, 0, 1};
    const Matrix& given = parameters.matrix("matrix");
    if (given.k == 3) std::copy(given.weights.begin(), given.weights.end(), matrix.begin());
    return {input, inverseOf(matrix)};
}

void checkWarpMatrix(const ImageShape& input, const ParameterValues& parameters) {
    const int k = parameters.matrix("matrix").k;
    if (k != 0 && k != 3)
        failPredicate(ErrorKind::Usage,
                      "takes a matrix of 3 x 3 numbers, and this one has " + std::to_string(k) + " x " +
                          std::to_string(k) + "; an affine map has 2 x 3",
                      "matrix");
    checkWarp(mapped, input, parameters, "matrix");
}
} // namespace

Filter warp() {
    Filter filter = warpFilter(mapped);
    filter.id = "warp";
    filter.label = "Warp by a matrix";
    filter.synonyms = {"affine", "homography", "perspective", "transform", "shear"};
    filter.summary = "Moves an image by a 3 x 3 matrix: shift, turn, shear or perspective.";
    filter.doc =
        "The matrix M moves the pixel at (x,y) to (u/w, v/w) with (u,v,w) = M (x,y,1). Pixel centres are at whole "
        "numbers, as in OpenCV's warpAffine (third row 0 0 1) and warpPerspective. The inverse of M says where in the "
        "input each result pixel lies, to 1/256 pixel. With bilinear, the four pixels around that place are blended, "
        "with weights in steps of 1/65536. SciPy's affine_transform (order 1) differs by at most one step of 8 bits. "
        "OpenCV differs more, because it rounds positions to 1/32 pixel. A matrix without an inverse is an error. All "
        "four channels are computed alike. The size of the image does not change.";
    Parameter matrix = matrixParameter("matrix", "Matrix",
                                       "3 rows of 3 numbers that map the image to the result, in pixels. With 2 rows, "
                                       "as in OpenCV's affine maps, the third is 0,0,1. With none, nothing moves.");
    matrix.takesAffine = true;
    filter.parameters.insert(filter.parameters.begin(), std::move(matrix));
    filter.check = checkWarpMatrix;
    return filter;
}

} // namespace lightbench::filters
