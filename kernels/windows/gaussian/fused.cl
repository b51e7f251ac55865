// Gaussian blur in one kernel, rows first: a workgroup blurs rows of a strip into local memory, and from there down the
// columns. That is 2 k products for k taps a side, and nothing goes through global memory in between. The plain kernel
// has k x k products for each pixel.
//
// A workgroup walks down a strip of one channel. It blurs STEP rows at a time along the rows (fused_lines.clh). The
// blur down the columns has two forms. Normally the blurred rows wait in a ring in local memory until every window has
// seen them (fused_ring.clh). With ROLLING each work-item instead keeps the unfinished sums of a column in registers
// (fused_rolling.clh). That is faster on GPUs as long as the sums fit. The grid has a workgroup for each part of a
// strip, of `steps` steps, for each colour channel. A part takes LAG steps more, because its windows reach rows above
// and below its own. With the ring its first LAG steps store nothing; with ROLLING the last of these may already store
// rows. core/filters/windows/gaussian_tuning.h chooses between both by measurements, and sets the defines.

#if ROLLING
#include "windows/gaussian/fused_rolling.clh"
#else
#include "windows/gaussian/fused_ring.clh"
#endif
