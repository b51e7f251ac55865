// Makes the engine that runs stacks on OpenCL.
#pragma once

#include <memory>
#include <string>

#include "core/run/engine.h"
#include "gpu/programs/program_text.h"

namespace lightbench {

struct EngineSettings {
    /// Tests: outputs and scratch are filled with 0xA5 bytes before each stage, so that samples that no kernel writes
    /// are found, even in buffers that were used before; and bytes behind them are watched, so that writes beyond are
    /// found.
    bool poison = false;
    std::string buildOptions{};  ///< tests: of every run, for the compiler
    KernelLibrary kernels{};     ///< Engine::kernels
    ProgramRewriter rewritten{}; ///< tests: what compilers are given in the place of programs
    bool asGpus = false;         ///< tests: every device says that it is a GPU, and gets what is made for those
};

/// Cheap: platforms are looked for at the first call of devices() or run(), on the thread that makes it.
std::unique_ptr<Engine> makeOpenClEngine(const EngineSettings& settings = {});

} // namespace lightbench
