// Puts the passes of a plan on the queue.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/run/resolve.h"
#include "gpu/chain/host_log.h"
#include "gpu/chain/session.h"
#include "gpu/chain/timing.h"
#include "gpu/driver/cl_error.h"
#include "gpu/programs/program_sources.h"

namespace lightbench {

/// A stage with all that its passes need on the device.
struct PreparedStage {
    int stackIndex = 0;
    Stage asked;
    ImageShape input;
    ResolvedStage resolved;
    StackSources from{};              ///< what its names mean
    bool records = false;             ///< its order of pixels
    ProgramSources sources;           ///< of its kernels
    std::string moreOptions{};        ///< for the compiler, beside what the plan defines
    std::vector<BuiltKernel> kernels; ///< as many as passes; empty where a pass is no kernel
    double buildMs = 0;               ///< that building its programs took
    std::string standsInFor{};        ///< the variant that is being built; empty if this is what was asked for
    /// Of each second image: a file's samples, or the stage of the chain that makes it (-1: the chain's input).
    struct SecondImage {
        ImagePtr file;
        int maker = -1;
        DeviceBuffer buffer;
    };
    std::vector<SecondImage> images;
    DeviceBuffer inputBuffer, outputBuffer;
    std::vector<DeviceBuffer> scratch; ///< as many as the plan's
};

/// Builds the kernels of a stage and checks what only a build can tell: CL_KERNEL_WORK_GROUP_SIZE and
/// CL_KERNEL_LOCAL_MEM_SIZE. Throws Error(Build), or Error(Usage, field "workgroup") that names kernel, size and limit.
void prepareKernels(DeviceSession& session, PreparedStage& stage, RunPlace& place);

class PlanRunner {
public:
    struct Options {
        /// Each pass is waited for before the next is put on the queue, so that a cancelled run stops within one
        /// kernel: commands that are on a queue cannot be taken back.
        bool stepwise = false;
        /// Outputs and scratch, with guardBytes behind each, are filled with 0xA5 bytes before the stage; after it,
        /// those behind must be as they were.
        bool poison = false;
    };
    /// `log`: gets what the host did; null for nobody.
    PlanRunner(DeviceSession& session, RunPlace& place, Options options, HostLog* log = nullptr);
    /// Marks for the rows of StageTimes. Throws cl::Error, or Error(Cancelled) under a stopped CancelScope.
    std::vector<Mark> run(PreparedStage& stage);
    /// Milliseconds that drivers compiled at first launches, since the last call of this.
    double takeCompileMs() { return std::exchange(compileMs_, 0.0); }

private:
    void runKernel(PreparedStage& stage, std::size_t pass, std::vector<Mark>& marks);
    Mark launch(const BuiltKernel& built, const KernelPass& pass);
    void launchFirst(BuiltKernel& built, const KernelPass& pass, std::vector<Mark>& marks);
    void wait(const std::string& what);
    void runFill(const PreparedStage& stage, const FillPass& pass, std::vector<Mark>& marks);
    void runHost(const PreparedStage& stage, const HostPass& pass, std::vector<Mark>& marks);
    void poison(const PreparedStage& stage);
    void checkGuards(const PreparedStage& stage);
    void checkGuard(const DeviceBuffer& buffer, std::uint64_t bytes, const std::string& name);
    void afterPass(const std::vector<Mark>& marks);
    HostSpan note(HostWork work, const std::string& name, std::int64_t begin);

    DeviceSession& session_;
    RunPlace& place_;
    Options options_;
    HostLog* log_;
    double compileMs_ = 0;
};

constexpr std::uint64_t guardBytes = 4096;

/// Throws cl::Error with the command's own status if it failed.
void checkFinished(const Mark& mark);

} // namespace lightbench
