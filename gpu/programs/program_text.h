// What a driver's compiler is given, and who may give it something else.
#pragma once

#include <functional>
#include <string>

#include "core/device/device.h"

namespace lightbench {

struct ProgramText {
    std::string text, options;
};

/// Tests: a program for a device, as its compiler is given it for the sake of one kernel. It must say the same of that.
using ProgramRewriter = std::function<ProgramText(const DeviceInfo&, const std::string& kernel, const ProgramText&)>;

} // namespace lightbench
