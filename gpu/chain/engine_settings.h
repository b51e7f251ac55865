// The settings of an OpenCL engine: its kernels, and switches with which tests find wrong kernels. OpenClEngine is
// created with them, and each StackRun reads them.
#pragma once

#include <string>

#include "core/framework/kernel_library.h"
#include "gpu/programs/program_text.h"

namespace lightbench {

struct EngineSettings {
    /// For tests: fill outputs and scratch with 0xA5 bytes before each stage, and watch guard bytes behind them. This
    /// finds samples that no kernel writes, and writes beyond a buffer.
    bool poison = false;
    std::string buildOptions{};  ///< for tests: compiler options for every run
    KernelLibrary kernels{};     ///< Engine::kernels
    ProgramRewriter rewritten{}; ///< for tests: replaces the program text that compilers get
    bool asGpus = false;         ///< for tests: every device claims to be a GPU
};

} // namespace lightbench
