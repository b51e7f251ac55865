// How the work-items of a kernel communicate, as its text says. The test of what variants declare uses it
// (Variant::communication).
#pragma once

#include "core/framework/filter.h"
#include "core/framework/plan.h"
#include "core/source/preprocessor.h"

namespace lightbench {

/// The strongest that a preprocessed text has: atomics, fences and volatile accesses, and loads through pointers to
/// global memory that the text may store to. A name is found by its declaration, so the text may be a part of a
/// program.
Communication communicationIn(const ProgramTokens& tokens);

/// The same of all kernels that a plan launches on the device, each with what it calls. A pass whose output or
/// scratch buffer is two arguments is in place, too.
Communication communicationOf(const Plan& plan, const DeviceInfo& device);

/// A word for messages, as Variant::communication has it, such as "AcrossWorkgroups".
std::string communicationName(Communication communication);

} // namespace lightbench
