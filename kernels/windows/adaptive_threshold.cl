// adaptive-threshold: compares each sample with the mean around it. Each variant has a file in the folder
// adaptive_threshold.
//
// A plan's defines choose the variant. With PAIR_ROWS one kernel sums the windows in registers and compares at once.
// Otherwise the means are an image that the kernels of box or gaussian made, or, for floats, two kernels of this
// filter. The head of each file says how it divides the work among work-items and groups.
#ifdef PAIR_ROWS
#include "adaptive_threshold/fused.cl"
#else
#include "adaptive_threshold/mean_and_runs.cl"
#endif
