// integral: the integral image (summed-area table), which holds for each pixel the sum of everything above and to the
// left of it. This file chooses the variant by its defines.
//
// Most variants sum along the rows first, and then sum the sums along the columns: directly, or as the rows of the
// transposed image (transpose.clh). They are those of prefix-sum: the classic scans (line_scans.clh) and blocks of
// registers (register_blocked.clh). Two variants sum in both directions at once and write the image once: look-back
// over tiles for GPUs (look_back.clh), and strips of rows for CPUs (strips.clh). Summed-area tables are those of Crow
// (1984).
#if defined(SCAN_LINES)
#include "integral/line_scans.clh"
#elif defined(TILE_SIDE)
#include "integral/transpose.clh"
#elif defined(ACROSS)
#include "integral/strips.clh"
#elif defined(BLOCK)
#include "integral/register_blocked.clh"
#include "integral/look_back.clh"
#endif
