// Tries what was measured once more, without a device.
#include "core/tuning/tuning_applicability.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

std::string unusedReason(const TunedChoice& choice, const Tuning& tuning, const std::vector<DeviceInfo>& devices) {
    const auto device = std::ranges::find_if(devices, [&](const DeviceInfo& one) {
        return one.name == choice.device && one.computeUnits == choice.computeUnits;
    });
    if (device == devices.end()) return "no such device here";
    if (device->driver != choice.driver) return "the driver is " + device->driver + " now";
    try {
        const Stage stage = parseStack(choice.stack).front();
        const ImageShape shape{parseSize(choice.size), parseFormat(choice.format)};
        return tunedStage(stage, shape, *device, builtInFilters(), tuning) ? "" : "the kernels have changed";
    } catch (const Error& error) { // a filter or a parameter of another version
        return error.what();
    }
}

} // namespace lightbench
