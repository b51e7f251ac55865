// prefix-sum for CPUs: each work-item sums a strip of rows, or a block of columns, in vectors of 16 samples
// (strip_sums.clh). The plain kernel adds sample by sample, and down columns jumps from row to row for each of them.
//
// Along rows (ACROSS) a work-item takes strip_rows whole rows, and `span` is a whole row. Along columns (DOWN) it takes
// `span` samples of every row and walks down the image, and there is one strip. The sums down to the current row lie in
// `above`, in the cache. Floats keep their rounding errors in `lost`. The grid has about eight work-items per compute
// unit, so that a delayed one does not delay the whole. Workgroups may have any size.
#include "scans/strip_sums.clh"

KERNEL void prefix_sum_strips(global const sample_t* src, global out_sample_t* dst, global out_sample_t* above,
                              global out_sample_t* lost, int samples, int rows, int span,
                              int strip_rows RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_strip(src, dst, above, lost, samples, rows, span, strip_rows, &recorder);
    end_recording(&recorder);
}
