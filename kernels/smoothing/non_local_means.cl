// non_local_means: the weighted mean of the pixels of a search window (Buades, Coll and Morel 2005).
//
// The patch of a pixel is the window around it. A weight follows from the distance of two patches, that of the pixel
// and that of the one that is computed. As in OpenCV all is computed in integers: sums of squared differences of bytes,
// shifted to an index of a table of weights. For 16-bit samples differences are absolute instead of squared, weights
// have 31 bits, and sums have 64. Both variants reuse the rows of patches: the patch of the next pixel down a column
// loses one row and gains another.
//
// The grid has a work-item for each block of ROWS rows of neighbouring pixels. With PATCH the program has the variant
// for GPUs (non_local_means_patches.clh), otherwise the one for vectors (non_local_means_sliding.clh).
#include "prelude/prelude.clh"
#include "smoothing/colour_pixels.clh"
#ifdef PATCH
#include "smoothing/non_local_means_patches.clh"
#else
#include "smoothing/non_local_means_sliding.clh"
#endif
