// Prefix sums along lines: the output format, three classic scan algorithms, and their passes
// (kernels/scans/line_sums.clh). integral and prefix-sum build on it.
#pragma once

#include <string>
#include <vector>

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// One algorithm by which a workgroup scans a segment of a line.
struct LineScan {
    const char* kernel;     ///< the suffix of the kernel's and the program's name: NAME_kernel, NAME/kernel
    int each;               ///< consecutive pixels that one work-item sums
    int localPixels;        ///< pixels of local memory per work-item
    bool needsPowersOfTwo;  ///< the workgroup must be a power of two
    const char* id;         ///< of the variant
    const char* label = ""; ///< of the variant, where the id does not make it
    const char* idea;       ///< of the variant, one line
};
/// In each of log2(n) steps every work-item adds the sum at twice the distance (Hillis and Steele 1986).
extern const LineScan hillisSteeleScan;
/// Up-sweep and down-sweep over a tree (Blelloch 1990).
extern const LineScan blellochScan;
/// Sixteen pixels per work-item in sequence, then a scan of the partial sums.
extern const LineScan loopingScan;

/// 32-bit unsigned for integers, float for float; size and channels are unchanged.
ImageShape sumShape(const ImageShape& input, const ParameterValues& parameters);

/// One pass of sums along rows or columns, from a buffer of one format to one of the other. Both may be the same
/// buffer, because every work-item reads its pixels before it writes them. `filter` is the filter's name in snake_case.
struct LineSums {
    std::string filter;
    Format from, to;
    BufferRef source, sums;
    bool isAlongX = true;
};
KernelPass lineSumPass(const PlanRequest& request, const LineScan& scan, const LineSums& lines);

/// The variant `plain`, whose work-items add up whole lines. `plan` puts the launches of plainSumPass together.
Variant plainSumVariant(MakePlan plan, Communication communication);
/// A launch of prefix_sum/plain: one work-item for each channel of a line.
KernelPass plainSumPass(const PlanRequest& request, const LineSums& lines);

/// The measured choices for the three scans.
std::vector<MeasuredChoice> lineSumChoices();
/// The variant for a scan with a filter's plan.
Variant lineSumVariant(const LineScan& scan, MakePlan plan);

} // namespace lightbench
