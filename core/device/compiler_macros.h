// The macros that a device's OpenCL compiler defines by itself, as far as kernels ask for them. The listing of a
// program as built needs them, because only the driver runs the real compiler.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/device/device.h"

namespace lightbench {

struct CompilerMacros {
    std::vector<std::pair<std::string, std::string>> defines;
    std::set<std::string> builtins; ///< names for which __has_builtin is true
    std::set<std::string> absent{}; ///< macros that it is known not to define
};

/// Of a compiler that is based on Clang and builds for this machine's processor, such as PoCL's.
CompilerMacros hostCompilerMacros();
/// The version of OpenCL C that a program is built as: 120; or 300 where its text asks for the scope of a whole device
/// (kernels/prelude/device_fence.clh) and the device is a GPU that has it. OpenCL C 1.2 has no scopes.
int languageVersion(const DeviceInfo& device, std::string_view program);
/// Of the device's compiler, for a program with that text. Macros that are not known count as not defined.
CompilerMacros compilerMacros(const DeviceInfo& device, std::string_view program);

} // namespace lightbench
