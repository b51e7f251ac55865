// One table per device; the column `used` says whether auto uses the choice.
#include "app/bench/tuned_table.h"

#include <algorithm>

#include "app/terminal/table.h"
#include "app/worker/program_filters.h"
#include "core/base/text.h"
#include "core/tuning/tuning_applicability.h"

namespace lightbench {

namespace {
std::string deviceOf(const TunedChoice& choice) {
    return choice.device + ", " + std::to_string(choice.computeUnits) +
           (choice.computeUnits == 1 ? " compute unit" : " compute units") + ", driver " + choice.driver;
}

std::string useOf(const TunedChoice& choice, const Tuning& tuning, const std::vector<DeviceInfo>& devices) {
    const std::string unused = unusedReason(choice, tuning, programFilters(), devices);
    return unused.empty() ? "yes" : "no: " + unused;
}

std::string tunedGain(double gain) { return gain > 0 ? "x " + threeDigits(gain) : "-"; }
} // namespace

std::string tunedText(const Tuning& tuning, const std::vector<DeviceInfo>& devices) {
    std::string text;
    std::vector<std::string> reported;
    for (const TunedChoice& first : tuning.database->choices) {
        if (std::ranges::find(reported, deviceOf(first)) != reported.end()) continue;
        reported.push_back(deviceOf(first));
        Table table({6, 7});
        table.add({"stage", "format", "size", "", "variant", "workgroup", "gain", "ties", "measured", "used"});
        for (const TunedChoice& choice : tuning.database->choices)
            if (deviceOf(choice) == reported.back())
                table.add({choice.stack, choice.format, choice.sizeClass, choice.size, choice.variant, choice.workgroup,
                           tunedGain(choice.gain), std::to_string(choice.ties), choice.date(),
                           useOf(choice, tuning, devices)});
        text += (text.empty() ? "" : "\n") + reported.back() + "\n" + table.text();
    }
    return text;
}

} // namespace lightbench
