// Creates the OpenCL implementation of Engine (core/run/engine.h), the public entry of gpu/. The worker process and
// tests call it.
#pragma once

#include <memory>

#include "core/run/engine.h"
#include "gpu/programs/program_sources.h"

namespace lightbench {

/// The kernels that an engine runs, and switches for tests.
struct EngineSettings {
    /// For tests: fill outputs and scratch with 0xA5 bytes before each stage, and check the guard bytes behind them.
    /// This finds samples that no kernel writes, and writes beyond a buffer.
    bool poison = false;
    std::string buildOptions{};       ///< for tests: compiler options for every run
    KernelLibrary kernels{};          ///< the kernels' texts; by default the built-in ones
    ProgramRewriter rewriteProgram{}; ///< for tests: replaces the program text that compilers get
    bool asGpus = false;              ///< for tests: every device claims to be a GPU
};

/// Does not touch OpenCL yet: the first call of devices() or run() enumerates the platforms, on the caller's thread.
std::unique_ptr<Engine> makeOpenClEngine(const EngineSettings& settings = {});

} // namespace lightbench
