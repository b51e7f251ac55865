// Builds programs in the background before a run needs them, so that nobody waits for the compiler. Each session owns
// one with its own low-priority thread; the program cache is shared with the engine's thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/run/resolve.h"
#include "gpu/driver/opencl.h"
#include "gpu/programs/program_sources.h"

namespace lightbench {

class ProgramCache;

/// A stage whose programs should be built.
struct WantedBuild {
    ImageShape input;
    ResolvedStage resolved;
    ProgramSources sources; ///< the programs of its kernels
    FilterCatalog filters;  ///< the catalog with the filter
};

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

/// True if a run of this stage would build nothing.
bool isBuilt(ProgramCache& programs, const WantedBuild& build);

} // namespace lightbench
