// Builds programs before a run asks for them, on a thread of its own, so that nobody waits for a compiler.
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

/// A stage whose programs are wanted.
struct WantedBuild {
    ImageShape input;
    ResolvedStage resolved;
    ProgramSources sources; ///< of its kernels
    FilterCatalog filters;  ///< has the filter
};

class BuildAhead {
public:
    struct Job {
        std::vector<WantedBuild> now;  ///< built at once
        std::vector<WantedBuild> rest; ///< built once no newer job came for restTime
        std::function<void()> done;    ///< called on the thread, once all of both is built; may be empty
    };
    BuildAhead(cl::Context context, cl::Device device, const DeviceInfo& info, ProgramCache& programs);
    /// Waits for the program at work.
    ~BuildAhead();
    /// Takes the place of a job before it; the program at work is still finished. What fails to build is left to the
    /// run that needs it, which says why.
    void replace(Job job);
    /// How long a hand rests before builds are made for the value where it stopped.
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

/// Whether a run of this stage would build nothing.
bool isBuilt(ProgramCache& programs, const ResolvedStage& resolved, const ProgramSources& sources);

} // namespace lightbench
