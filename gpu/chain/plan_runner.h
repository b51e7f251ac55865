// Enqueues the passes of a plan and measures them. PreparedChain runs stages with it, for display and for measurements.
// It can run pass by pass (to cancel soon), and poison buffers to find wrong writes in tests.
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

/// A stage with everything that its passes need on the device.
struct PreparedStage : WantedBuild {
    int stackIndex = 0;
    Stage requested;
    StackSources snapshot{};          ///< the filters and kernels that its names refer to
    bool records = false;             ///< records its order of pixels
    std::string moreOptions{};        ///< compiler options besides the plan's defines
    std::vector<BuiltKernel> kernels; ///< one per pass; empty if a pass is no kernel
    double buildMs = 0;               ///< time to build its programs
    std::string fallbackFor{};        ///< the variant that is still being built; empty if this is the requested one
    /// A second image is a file, the result of an earlier stage, or the chain's input.
    struct SecondImage {
        ImagePtr file;             ///< null if it is no file
        int producerPosition = -1; ///< the position in the chain of the stage that makes it; -1: none
        DeviceBuffer buffer;
    };
    std::vector<SecondImage> images;
    DeviceBuffer inputBuffer, outputBuffer;
    std::vector<DeviceBuffer> scratch; ///< one per scratch buffer of the plan
};

/// A kernel as built takes smaller workgroups than its plan has. Its field is "workgroup".
class WorkgroupTooLarge : public Error {
public:
    WorkgroupTooLarge(const std::string& message, std::size_t most) : Error(ErrorKind::Usage, message), items(most) {}
    std::size_t items; ///< what it takes at most; 0: none
};

/// Builds the kernels of a stage and checks limits known only after building: CL_KERNEL_WORK_GROUP_SIZE and
/// CL_KERNEL_LOCAL_MEM_SIZE. Throws Error(Build), or WorkgroupTooLarge that names kernel, size and limit.
void prepareKernels(DeviceSession& session, PreparedStage& stage, ErrorContext& errorContext);
/// The same with programs of another cache of that device.
void prepareKernels(DeviceSession& session, ProgramCache& programs, PreparedStage& stage, ErrorContext& errorContext);
/// The largest workgroup that the device takes of a kernel, in work-items.
std::size_t maxWorkItems(const cl::Device& device, const cl::Kernel& kernel);

class PlanRunner {
public:
    struct Options {
        /// Wait for each pass before the next is enqueued, so that a cancelled run stops within one kernel. Enqueued
        /// commands cannot be withdrawn.
        bool stepwise = false;
        /// Fill outputs and scratch, with guardBytes behind each, with 0xA5 bytes before the stage, and check the guard
        /// bytes after it.
        bool poison = false;
    };
    /// `log` receives the host's work; may be null.
    PlanRunner(DeviceSession& session, ErrorContext& errorContext, Options options, HostLog* log = nullptr);
    /// Runs a stage and returns its timed commands for the rows of StageTimes. Throws cl::Error, or Error(Cancelled)
    /// under a stopped CancelScope.
    std::vector<TimedCommand> run(PreparedStage& stage);
    /// Milliseconds that drivers spent compiling at first launches, since the last call.
    double takeCompileMs() { return std::exchange(compileMs_, 0.0); }

private:
    void runKernel(PreparedStage& stage, std::size_t pass, std::vector<TimedCommand>& commands);
    TimedCommand launch(const BuiltKernel& built, const KernelPass& pass);
    void launchFirst(BuiltKernel& built, const KernelPass& pass, std::vector<TimedCommand>& commands);
    void wait(const std::string& what);
    void runFill(const PreparedStage& stage, const FillPass& pass, std::vector<TimedCommand>& commands);
    void runHost(const PreparedStage& stage, const HostPass& pass, std::vector<TimedCommand>& commands);
    void poison(const PreparedStage& stage);
    void checkGuards(const PreparedStage& stage);
    void checkGuard(const DeviceBuffer& buffer, std::uint64_t bytes, const std::string& name);
    void afterPass(const std::vector<TimedCommand>& commands);
    HostSpan note(HostWork work, const std::string& name, std::int64_t begin);

    DeviceSession& session_;
    ErrorContext& errorContext_;
    Options options_;
    HostLog* log_;
    double compileMs_ = 0;
};

constexpr std::uint64_t guardBytes = 4096;

/// Throws cl::Error with the command's status if it failed.
void checkFinished(const TimedCommand& command);

} // namespace lightbench
