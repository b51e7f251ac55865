// prefix-sum: running sums along the rows or the columns of an image. This file chooses the variant by its defines.
//
// The classic scans (line_scans.clh) show the textbook algorithms with one pixel, or a few, per work-item. The forms
// for GPUs hold blocks of samples in registers: workgroups walk along whole lines (register_blocked.clh), or divide the
// lines and pass their sums on (look_back.clh). The form for CPUs sums strips of rows in vectors (strips.clh). Sums of
// integers are 32-bit unsigned and wrap around; floats stay floats. Each channel is summed on its own, alpha like any
// other.
#if defined(SCAN_LINES)
#include "prefix_sum/line_scans.clh"
#elif defined(ACROSS)
#include "prefix_sum/strips.clh"
#elif defined(BLOCK)
#include "prefix_sum/register_blocked.clh"
#include "prefix_sum/look_back.clh"
#endif
