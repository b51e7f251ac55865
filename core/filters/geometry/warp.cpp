// warp: transforms the image by an affine map or a homography.
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/filters/geometry/warp_map.h"

namespace lightbench::filters {

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
        fail(ErrorKind::Usage,
             "warp takes a matrix of 3 x 3 numbers, and this one has " + std::to_string(k) + " x " + std::to_string(k) +
                 "; an affine map has 2 x 3",
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
