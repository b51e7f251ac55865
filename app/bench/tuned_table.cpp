// One table a device, and of each choice whether `auto` takes it.
#include "app/bench/tuned_table.h"

#include <algorithm>

#include "app/terminal/table.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/bench_image.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
std::string deviceOf(const TunedChoice& choice) {
    return choice.device + ", " + std::to_string(choice.computeUnits) +
           (choice.computeUnits == 1 ? " compute unit" : " compute units") + ", driver " + choice.driver;
}

/// Null where there is none of that name and size.
const DeviceInfo* deviceFor(const TunedChoice& choice, const std::vector<DeviceInfo>& devices) {
    const auto found = std::ranges::find_if(devices, [&](const DeviceInfo& one) {
        return one.name == choice.device && one.computeUnits == choice.computeUnits;
    });
    return found == devices.end() ? nullptr : &*found;
}

std::string useOf(const TunedChoice& choice, const Tuning& tuning, const std::vector<DeviceInfo>& devices) {
    const DeviceInfo* device = deviceFor(choice, devices);
    if (!device) return "no: no such device here";
    if (device->driver != choice.driver) return "no: the driver is " + device->driver + " now";
    try {
        const Stage stage = parseStack(choice.stack).front();
        const ImageShape shape{parseSize(choice.size), parseFormat(choice.format)};
        return tunedStage(stage, shape, *device, builtInFilters(), tuning) ? "yes" : "no: the kernels have changed";
    } catch (const Error& error) { // a filter or a parameter of another version
        return std::string("no: ") + error.what();
    }
}

std::string gainText(double gain) { return gain > 0 ? "x " + threeDigits(gain) : "-"; }
} // namespace

std::string tunedText(const Tuning& tuning, const std::vector<DeviceInfo>& devices) {
    std::string text;
    std::vector<std::string> told;
    for (const TunedChoice& first : tuning.memory->choices) {
        if (std::ranges::find(told, deviceOf(first)) != told.end()) continue;
        told.push_back(deviceOf(first));
        Table table({6, 7});
        table.add({"stage", "format", "size", "", "variant", "workgroup", "gain", "ties", "measured", "used"});
        for (const TunedChoice& choice : tuning.memory->choices)
            if (deviceOf(choice) == told.back())
                table.add({choice.stack, choice.format, choice.sizeClass, choice.size, choice.variant, choice.workgroup,
                           gainText(choice.gain), std::to_string(choice.ties), choice.date(),
                           useOf(choice, tuning, devices)});
        text += (text.empty() ? "" : "\n") + told.back() + "\n" + table.text();
    }
    return text;
}

} // namespace lightbench
