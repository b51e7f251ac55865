// Measures a stack: warm-up, repeats on several sets of buffers (to defeat caches), no transfers in the measured part,
// and a check against the references. The engine creates one per request; gpu/chain/stack_run.h is for display.
#pragma once

#include <vector>

#include "core/run/measurement.h"
#include "gpu/chain/reference_cache.h"
#include "gpu/measure/repetitions.h"

namespace lightbench {

/// One measurement on one device.
class StackMeasure {
public:
    /// `errorContext` records the current activity and must outlive the measurement, so that the handler of a cl::Error
    /// can report it.
    StackMeasure(DeviceSession& session, const MeasureRequest& request, const KernelLibrary& kernels,
                 ReferenceCache& references, ErrorContext& errorContext);
    /// Throws Error, or cl::Error.
    Measurement measure();

private:
    void build();
    int bufferCount() const;
    /// At least `count` buffers that contain the image.
    std::vector<DeviceBuffer> inputs(const ImagePtr& image, int count);
    std::vector<PreparedChain> bufferSets();
    void faultIn(const PreparedChain& set);
    void writeResult(const Repetitions& repetitions, std::size_t sets);
    void check(const PreparedChain& measured);

    DeviceSession& session_;
    const MeasureRequest& request_;
    StackSources sources_;
    ReferenceCache& references_;
    ErrorContext& errorContext_;
    PreparedChain chain_;
    Measurement result_;
    bool isNewImage_ = false; ///< earlier measurements used other images
};

} // namespace lightbench
