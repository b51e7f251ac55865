// Passes whose work-items make a run of neighbouring pixels at any address: the host's side of kernels/loose_runs.clh;
// and lines of such work-items that share what windows reach into.
#pragma once

#include <string>

#include "core/filter/plan.h"

namespace lightbench {

/// Pixels of a run: 8, of RGBA 4.
int looseRun(Format format);
/// The defines LANES, ALIGNED, LOOSE_WORDS and PACKED_16.
void addLooseRuns(KernelPass& pass, const PlanRequest& request);

/// Of a workgroup that is a line, the work-items at each end whose runs only the windows of others reach into.
int helpers(const PlanRequest& request, int radius);
/// Lines that it takes to make a row.
int linesAcross(const PlanRequest& request, int radius);
/// Why not, if nobody but helpers would be left; empty if there is.
std::string helpersProblem(Workgroup group, const PlanRequest& request, int radius);

} // namespace lightbench
