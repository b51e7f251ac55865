// convolution: correlation with a window of weights over one denominator. Each variant has a file in the folder
// convolution.
//
// A plan's defines choose the variant. All variants sum a window row by row, and then the rows, because shorter sums
// lose fewer bits of a float. They differ in where the samples lie that neighbouring windows share: in the cache, in
// local memory or in registers. The head of each file says how it divides the work among work-items and groups.
#if defined(STRIPS)
#include "convolution/strips.cl"
#elif defined(TILE_X)
#include "convolution/register_blocked.cl"
#elif defined(ROWS)
#include "convolution/run_blocks.cl"
#elif defined(STRIP_ROWS)
#include "convolution/rolling_buffer.cl"
#elif defined(LANES)
#include "convolution/runs.cl"
#else
#include "convolution/naive.cl"
#include "convolution/tiled.cl"
#endif
