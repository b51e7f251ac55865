// Measures a stack: warm-up, repeats over several sets of buffers so that caches do not flatter, no transfers inside
// the measured part, and a check of the result against the references.
#pragma once

#include <vector>

#include "core/run/measurement.h"
#include "gpu/chain/reference_cache.h"
#include "gpu/measure/laps.h"

namespace lightbench {

/// One measurement on one device; StackRun is its neighbour that shows.
class StackMeasure {
public:
    /// `place` says where it is; it outlives the measurement, so that whoever catches a cl::Error can tell.
    StackMeasure(DeviceSession& session, const MeasureRequest& request, const KernelLibrary& kernels,
                 ReferenceCache& references, RunPlace& place);
    /// Throws Error, or cl::Error.
    Measurement measure();

private:
    void build();
    int bufferCount() const;
    /// At least so many that hold the image.
    std::vector<DeviceBuffer> inputs(const ImagePtr& image, int count);
    std::vector<PreparedChain> sets();
    void touch(const PreparedChain& set);
    void write(const Laps& laps, std::size_t sets);
    void check(const PreparedChain& measured);

    DeviceSession& session_;
    const MeasureRequest& request_;
    StackSources sources_;
    ReferenceCache& references_;
    RunPlace& place_;
    PreparedChain chain_;
    Measurement result_;
    bool isNewImage_ = false; ///< the measurements before were of others
};

} // namespace lightbench
