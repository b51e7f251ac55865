// canny: Canny's edge detector (1986), with Sobel gradients, non-maximum suppression and hysteresis.
//
// The first kernel, canny_marks or canny_vectors, marks candidate pixels. The gradient of a candidate exceeds the low
// threshold and is the longest across its edge. The kernel writes two bits a pixel, in words of 32 pixels of a row:
// `candidates`, and `strong` for those above the high threshold. canny_strips.clh does this for GPUs, for colours and
// for 16-bit samples. CPUs mark other gray images with vectors (canny_vectors.clh). canny_begin, canny_join and
// canny_finish keep the candidates that are connected to a strong one (canny_hysteresis.clh). Samples beyond the edge
// repeat the edge pixel. The grids are two-dimensional: a work-item for each strip of neighbouring pixels, then for
// each word. Words keep what passes through memory between the kernels small.
//
// Defines: L2 (1: gradients are measured by the Euclidean norm), STRIP_ROWS (the rows that a work-item of the first
// kernel walks down), VECTORS (CPUs only).
// Gradients have two derivatives by Sobel's 3 x 3 windows. Integers are exact, so that the magnitudes of 16-bit samples
// take 64 bits. Floats are computed in the order of the CPU reference. By the Euclidean norm a magnitude is squared,
// and so are the thresholds, because that saves the root and keeps integers exact.
#if SRC_IS_FLOAT
typedef float derivative_t;
typedef float2 gradient_t;
typedef float magnitude_t;
#else
typedef int derivative_t;
typedef int2 gradient_t;
#if SRC_TYPE_ID == U8
typedef int magnitude_t;
#else
typedef long magnitude_t;
#endif
#endif

INLINE magnitude_t magnitude_of(gradient_t gradient) {
    const magnitude_t x = gradient.x, y = gradient.y;
    if (L2) return x * x + y * y;
    return (x < 0 ? -x : x) + (y < 0 ? -y : y);
}

// The value that magnitudes are compared with.
INLINE magnitude_t magnitude_limit(float threshold) {
    if (L2) return (magnitude_t)threshold * (magnitude_t)threshold;
    return (magnitude_t)threshold;
}

// The tangent of 22.5 degrees in 32768ths, as in OpenCV: gradients closer to an axis count as horizontal or vertical.
// The tangent of 67.5 degrees is that of 22.5 degrees plus 2.
enum { TAN_UNIT = 32768, TAN_22_5 = 13573 };

#ifdef VECTORS
#include "edges/canny_vectors.clh"
#else
#include "edges/canny_strips.clh"
#endif
#include "edges/canny_hysteresis.clh"
