// What plain variants have in common. A plain variant is the algorithm as a textbook writes it, in one short kernel
// file that needs the prelude alone. One work-item makes one pixel, unless the algorithm has an order.
#pragma once

#include <functional>
#include <string>

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// The variant "plain", for any workgroup. `idea`: what a work-item does, in one sentence.
Variant plainVariant(std::string idea, MakePlan plan, Tolerance tolerance = {}, AppliesRule applies = {});

using CountOperations = std::function<double(const PlanRequest& request)>;
/// Where a plain variant exists that would take minutes on large images: up to 40 billion operations, which take a
/// processor some seconds. `operations`: for each pixel.
AppliesRule whileQuick(CountOperations operations);
/// The same for operations on each sample of a colour.
AppliesRule whileQuickForSamples(CountOperations operations);

/// A launch with one work-item for each pixel of the output, which has the source's size. Its kernel is NAME_plain in
/// the program NAME/plain, and takes src, dst, width and height. `operations`: for each sample.
KernelPass plainPass(const PlanRequest& request, const std::string& name, Format output, int operations);

/// Lets only one workgroup, or one work-item, run: for algorithms whose steps have an order.
void runOneGroup(KernelPass& pass, Workgroup workgroup);

} // namespace lightbench
