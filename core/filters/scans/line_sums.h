// What the filters that sum along lines share: the output's format, and kernel passes of the scans in
// kernels/scans/scan.clh.
#pragma once

#include <string>
#include <vector>

#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench {

/// One of the ways in which a workgroup scans a stretch of a line.
struct LineScan {
    const char* kernel;     ///< end of the kernel's name: the kernel is NAME_kernel
    int each;               ///< pixels in a row that one work-item sums by itself
    int localPixels;        ///< pixels of local memory for each work-item
    bool needsPowersOfTwo;  ///< of workgroups
    const char *id, *label; ///< of the variant
    const char* idea;       ///< of the variant, one line
};
/// Every work-item adds the sum at twice the distance in each of log2(n) steps (Hillis and Steele 1986).
extern const LineScan hillisSteeleScan;
/// Up-sweep and down-sweep over a tree (Blelloch 1990).
extern const LineScan blellochScan;
/// Sixteen pixels a work-item one after the other, then a scan of the partial sums.
extern const LineScan loopingScan;

/// 32-bit unsigned for integers, float for float; size and channels stay.
ImageShape sumShape(const ImageShape& input, const ParameterValues& parameters);

/// Sums along rows or columns, from a buffer of one format to a buffer of the other. They may be one buffer: every
/// work-item reads its pixels before it writes them. `filter` is the filter's name in snake_case.
struct LineSums {
    std::string filter;
    Format from, to;
    BufferRef source, sums;
    bool isAlongX = true;
};
KernelPass lineSumPass(const PlanRequest& request, const LineScan& scan, const LineSums& lines);

/// The rows of the three scans for a filter's table.
std::vector<MeasuredChoice> lineSumChoices();
/// The variant of a scan with a filter's plan.
Variant lineSumVariant(const LineScan& scan, MakePlan plan);

} // namespace lightbench
