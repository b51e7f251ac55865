// The text and options that a driver's compiler gets, and a hook to replace them. Only tests set the hook, for example
// to compile kernels against stubs of the built-in functions.
#pragma once

#include <functional>
#include <string>

#include "core/device/device.h"

namespace lightbench {

struct ProgramText {
    std::string text, options;
};

/// For tests: rewrites a program before it is compiled for one kernel. The result must have the same meaning for that
/// kernel.
using ProgramRewriter = std::function<ProgramText(const DeviceInfo&, const std::string& kernel, const ProgramText&)>;

} // namespace lightbench
