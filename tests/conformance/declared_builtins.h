// Shortens compile time on PoCL. Its compiler starts each program with 18,000 lines of declarations, which take 80 of
// the 100 ms for an empty program. Tests that build many programs give each only the declarations that it may call.
#pragma once

#include <memory>
#include <string>

#include "gpu/opencl_engine.h"

namespace lightbench {

/// The program that PoCL gets for a kernel: `before` and the program, preprocessed and reduced to what its kernels
/// reach, after the declarations that they need. Programs that differ only in defines become equal texts, which PoCL
/// compiles once. A missing declaration is a compile error and never another result. If PoCL's declarations are not
/// where Debian installs them, the program stays unchanged.
ProgramText withDeclaredBuiltins(const std::string& kernel, const ProgramText& program, const std::string& before = {});
/// The same where the device is one of PoCL's; elsewhere `before` and the program. From PoCL 4 on without the option
/// -cl-opt-disable: the compiler of PoCL 6.0 (LLVM 18) ends the process at some programs that are built with it, see
/// https://github.com/llvm/llvm-project/issues/104905.
ProgramText quicklyBuilt(const DeviceInfo& device, const std::string& kernel, const ProgramText& program,
                         const std::string& before = {});
/// An engine that builds programs this way.
std::unique_ptr<Engine> makeDeclaredEngine(EngineSettings settings = {});

} // namespace lightbench
