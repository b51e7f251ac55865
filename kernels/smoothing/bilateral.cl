// bilateral: the weighted mean of the pixels around each, which keeps edges (Tomasi and Manduchi 1998).
//
// The window is a disc. The weight of a pixel falls with its distance and with the difference of its colours, by a
// Gaussian each. A weight is a single power of two, since the exponents of both Gaussians are added. The filter sums up
// weighted differences from the pixel itself, because floats hold more digits of these than of the samples.
//
// With BLOCK_ROWS, the rows of a block, the program has the kernel of GPUs, for blocks of pixels
// (bilateral_blocks.clh). Otherwise it has the one for segments of samples (bilateral_segments.clh), and for RGBA
// images on CPUs also the one for separate colours (bilateral_colours.clh). The grid has a work-item for each block or
// segment.
#include "prelude/prelude.clh"

#ifdef BLOCK_ROWS
#include "smoothing/bilateral_blocks.clh"
#else
#include "smoothing/bilateral_segments.clh"
#if LANES == 16 && SRC_CHANNELS == 4
#include "smoothing/bilateral_colours.clh"
#endif
#endif
