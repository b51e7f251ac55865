// small_window: derivatives from 3 x 3 windows, for sobel, scharr, prewitt and laplacian.
//
// KIND tells which: the derivative along x or along y, the magnitude of both, or the sum of second derivatives. A first
// derivative is weighted SIDE, MIDDLE, SIDE across its direction. The sum of second derivatives has the weights EDGE,
// CORNER and -CENTRE. A work-item computes ROWS rows of neighbouring pixels, from top to bottom. It reduces each row to
// two values a pixel (window_sums_t) and keeps those of three rows in registers. Each sample is so loaded and weighted
// once for the three windows of a column. The grid has a work-item for each block of ROWS rows of a segment or of
// words. Integers are exact, and floats are added in the order of the CPU reference.
//
// GPUs compute integers in 32-bit words (small_window_words.clh, where BLOCK_WORDS is defined). CPUs, and all devices
// for floats, use vectors (small_window_segments.clh).
//
// Samples have 8 or 16 bits or are floats. Magnitudes use neither SIGN_RULE nor `gain`, a factor of 1 to 16. Defines:
// KIND and its weights; SIGN_RULE, how negative results are stored; HAS_GAIN, 0 if `gain` is 1; ROWS; ALIGNED, 1 if
// each row of the image begins at a whole segment or block.

// KIND, numbered as in core/filters/edges/small_window.cpp.
enum { ALONG_X, ALONG_Y, MAGNITUDE, LAPLACIAN };
// Weights that KIND does not use need a value, too, because dead branches name them.
#ifdef EDGE
#define SIDE 0
#define MIDDLE 0
#else
#define EDGE 0
#define CORNER 0
#define CENTRE 0
#endif

#include "edges/signed_results.clh"
#ifdef BLOCK_WORDS
#include "edges/small_window_words.clh"
#else
#include "edges/small_window_segments.clh"
#endif
