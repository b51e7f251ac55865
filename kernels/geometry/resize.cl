// resize: each pixel of the result is a sum of neighbouring pixels of the source, weighted, along rows and columns.
//
// The host computes tables of weights for each axis, as Pillow does. `spans` tells from which pixel of the source on,
// and how many, a pixel of the result takes; these are its taps. Bytes are summed in whole numbers with 22 bits behind
// the point, and rounded after each axis. Other samples are summed in floats, in the order of the taps.
//
// Each way to compute this is a file of its own, and the defines of a plan tell which one its program is for.
// core/filters/geometry/resize.cpp, resize_halves.cpp and resize_strips.cpp make the plans.
#ifdef COMPENSATED
#ifdef LANES
#include "resize/resize_down.clh"
#else
#include "resize/resize_across.clh"
#endif
#elif defined(TAP_WORDS)
#include "resize/tap_words.clh"
#elif defined(PIXELS)
#include "resize/halving_blocks.clh"
#else
#include "resize/resize_strips.clh"
#include "resize/halving_rows.clh"
#include "resize/resize_nearest.clh"
#endif
