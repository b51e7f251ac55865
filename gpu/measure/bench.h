// Measures stacks: warm-up, repeats over several sets of buffers so that caches do not flatter, no transfers inside the
// measured part, and a check of the result against the references.
#pragma once

#include <optional>
#include <vector>

#include "core/run/engine.h"
#include "gpu/chain/reference_cache.h"
#include "gpu/driver/devices.h"
#include "gpu/measure/bench_laps.h"
#include "gpu/measure/ceilings.h"

namespace lightbench {

class Bench {
public:
    /// Throws Error(Device) if there is no such device.
    explicit Bench(int device);
    const DeviceInfo& device() const { return info_; }
    const std::vector<std::string>& warnings() const { return catalog_.list.warnings; }
    /// Measured at the first call.
    const Ceilings& ceilings();
    /// Throws Error as the engine does.
    Measurement run(const ImagePtr& image, const Stack& stack, const MeasureOptions& options);

private:
    struct Inputs {
        ImagePtr image;
        std::vector<DeviceBuffer> buffers;
    };
    DeviceSession& session();
    const std::vector<DeviceBuffer>& inputsOf(const ImagePtr& image, int count);
    template <class Work> auto guarded(Work&& work);
    Measurement measure(const ImagePtr& image, const Stack& stack, const MeasureOptions& options);
    void check(Measurement& result, const ImagePtr& image, const BufferSet& set);
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
