// Measures stacks: warm-up, repeats over several sets of buffers so that caches do not flatter, no transfers inside the
// measured part, and a check of the result against the references.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/report.h"
#include "core/statistics.h"
#include "gpu/bench_laps.h"
#include "gpu/ceilings.h"
#include "gpu/devices.h"
#include "gpu/reference_cache.h"

namespace lightbench {

struct BenchOptions {
    int repeat = 20;
    int buffers = 0;          ///< sets of input, scratch and output; 0: enough to be several times larger than caches
    bool check = true;        ///< compare every stage with its reference
    double capMs = 0;         ///< measuring ends early after so much time; 0: never
    std::string buildOptions; ///< more options for the compiler, such as -cl-nv-verbose
    std::stop_token stop;
};

/// One stack on one image. Times are microseconds over the repeats.
struct BenchResult {
    std::vector<StageReport> stages;       ///< as the engine reports them, with the differences if checked
    std::vector<std::string> buildOptions; ///< of each stage's first kernel
    std::vector<Summary> stageSpanUs;
    Summary spanUs; ///< by events, first start to last end of the whole stack
    Summary sumUs;  ///< by events, all kernels, fills and host steps added up
    Summary wallUs; ///< by the clock around enqueue and finish
    int repeats = 0, warmUps = 0, buffers = 0;
    double buildMs = 0;
    std::string buildLog; ///< what the compiler said of programs that this run built
    std::vector<std::string> warnings;
    std::uint64_t bytes() const; ///< what the plans say must be moved
    std::uint64_t operations() const;
    double gbPerS() const; ///< bytes over the median span
    /// The worst of all stages; NotChecked if nothing was.
    Verdict verdict() const;
};

class Bench {
public:
    /// Throws Error(Device) if there is no such device.
    explicit Bench(int device);
    const DeviceInfo& device() const { return info_; }
    const std::vector<std::string>& warnings() const { return catalog_.list.warnings; }
    /// Measured at the first call.
    const Ceilings& ceilings();
    /// Throws Error as the engine does.
    BenchResult run(const ImagePtr& image, const Stack& stack, const BenchOptions& options);

private:
    struct Inputs {
        ImagePtr image;
        std::vector<DeviceBuffer> buffers;
    };
    DeviceSession& session();
    const std::vector<DeviceBuffer>& inputsOf(const ImagePtr& image, int count);
    template <class Work> auto guarded(Work&& work);
    BenchResult measure(const ImagePtr& image, const Stack& stack, const BenchOptions& options);
    void check(BenchResult& result, const ImagePtr& image, const BufferSet& set);
    ImagePtr download(const DeviceBuffer& buffer, const ImageShape& shape);

    DeviceCatalog catalog_;
    DeviceInfo info_;
    std::unique_ptr<DeviceSession> session_;
    std::vector<Inputs> inputs_; ///< in the session's context
    ReferenceCache references_;
    std::optional<Ceilings> ceilings_;
    Place place_;
};

} // namespace lightbench
