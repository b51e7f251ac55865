// Resolves the measured stage again, without using the device.
#include "core/tuning/tuning_applicability.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

std::string unusedReason(const TunedChoice& choice, const Tuning& tuning, const FilterCatalog& filters,
                         const std::vector<DeviceInfo>& devices) {
    if (!choice.hasTime()) return "its time was not measured: the driver reported no usable event times";
    const auto device = std::ranges::find_if(devices, [&](const DeviceInfo& candidate) {
        return candidate.name == choice.device && candidate.computeUnits == choice.computeUnits;
    });
    if (device == devices.end()) return "this machine has no such device";
    if (device->driver != choice.driver) return "measured with another driver; it is " + device->driver + " now";
    try {
        const Stage stage = parseStack(choice.stack, filters).front();
        const ImageShape shape{parseSize(choice.size), parseFormat(choice.format)};
        return tunedStage(stage, shape, *device, filters, tuning)
                   ? ""
                   : "the kernels have changed, or the variant cannot run here";
    } catch (const Error& error) { // the filter or a parameter no longer exists
        return error.what();
    }
}

} // namespace lightbench
