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
#include "prelude/prelude.clh"
#include "edges/canny_gradients.clh"
#ifdef VECTORS
#include "edges/canny_vectors.clh"
#else
#include "edges/canny_strips.clh"
#endif
#include "edges/canny_hysteresis.clh"
