// box: the mean of the window of (2 radius + 1)^2 samples around each pixel. This file chooses the variant by its
// defines.
//
// Every variant adds up the window's rows and columns one after the other, and divides once at the end. Any number of
// additions per pixel is possible: a running sum takes two for any window (running_sum.clh), and a loop over the window
// 2 k (separable_local.clh). The corners of an integral image take three (integral_image.clh). Three variants take one
// pass: columns of sums in registers (columns.clh) and blocks of packed samples (register_blocks.clh) for GPUs, and
// strips of vectors for CPUs (strips.clh). Sums of integers are exact: 255^2 * 65535 fits into 32 bits.
#if defined(STRIPS)
#include "box/strips.clh"
#elif defined(LANES)
#include "box/columns.clh"
#elif defined(PAIR_ROWS)
#include "box/register_blocks.clh"
#else
#include "box/running_sum.clh"
#include "box/separable_local.clh"
#include "box/integral_image.clh"
#endif
