// Builds programs in the background before a run needs them, so that nobody waits for the compiler. Each session owns
// one with its own low-priority thread; the program cache is shared with the engine's thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "gpu/execution/prepared_stage.h"

namespace lightbench {

/// A stage whose programs should be built. It keeps no image alive.
struct WantedBuild {
    ImageShape input;
    ResolvedStage resolved;
    ProgramSources sources; ///< the programs of its kernels
    FilterCatalog filters;  ///< the catalog with the filter
};
WantedBuild buildOf(const PreparedStage& stage);
/// The fallback variant of a stage (Variant::fallbackVariant) as a build; nothing if it has none.
std::optional<WantedBuild> fallbackBuild(const PreparedStage& stage, const DeviceInfo& device);
/// True if a run of this plan would build nothing.
bool isBuilt(ProgramCache& programs, const Plan& plan, const ProgramSources& sources);

class BuildAhead {
public:
    struct Job {
        std::vector<WantedBuild> now;  ///< built immediately
        std::vector<WantedBuild> rest; ///< built after no newer job came for restTime
        std::function<void()> done;    ///< called on the background thread when everything is built; may be empty
    };
    BuildAhead(cl::Context context, cl::Device device, const DeviceInfo& info, ProgramCache& programs);
    /// Waits for the program that is being built.
    ~BuildAhead();
    /// Replaces the current job; the program being built is still finished. Build errors are left to the run that needs
    /// the program.
    void replace(Job job);
    /// How long a value must stay unchanged before programs for it are built.
    static constexpr std::chrono::milliseconds restTime{300};

private:
    void work(const std::stop_token& stop);
    bool take(Job& job, const std::stop_token& stop);
    bool isReplaced();
    bool rests(const std::stop_token& stop);
    bool buildAll(const std::vector<WantedBuild>& wanted, const std::stop_token& stop);
    BuiltKernel kernelOf(const WantedBuild& wanted, const KernelPass& pass);
    void build(const WantedBuild& wanted);
    void launchOnce(const WantedBuild& wanted);

    cl::Context context_;
    cl::Device device_;
    const DeviceInfo& info_;
    ProgramCache& programs_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    Job job_;            ///< guarded by mutex_
    bool isNew_ = false; ///< guarded by mutex_
    std::jthread thread_;
};

} // namespace lightbench
