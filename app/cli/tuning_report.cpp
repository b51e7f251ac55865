// Stores all winners of a command in one change of the file. The table's column `used` says whether auto uses a result.
#include "app/cli/tuning_report.h"

#include <algorithm>

#include "app/terminal/table.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
std::string gainText(double gain) {
    if (gain <= 0) return "the built-in choice was not timed";
    if (gain == 1) return "the built-in choice";
    return threeDigits(gain) + " times as fast as the built-in choice";
}

std::string deviceOf(const TuningResult& result) {
    return result.device + ", " + std::to_string(result.computeUnits) +
           (result.computeUnits == 1 ? " compute unit" : " compute units") + ", driver " + result.driver;
}

std::string useOf(const TuningResult& result, const Tuning& tuning, const FilterCatalog& filters,
                  const std::vector<DeviceInfo>& devices) {
    const std::string unused = unusedReason(result, tuning, filters, devices);
    return unused.empty() ? "yes" : "no: " + unused;
}

std::string tunedGain(double gain) { return gain > 0 ? "x " + threeDigits(gain) : "-"; }
} // namespace

std::string tuningResultText(const TuningResult& result) {
    std::string text = "variant=" + result.variant + " workgroup=" + result.workgroup + ", " + gainText(result.gain);
    if (result.ties == 0) return text;
    return text + ", the simplest of " + std::to_string(result.ties + 1) + " that tie";
}

std::vector<std::string> storeWinners(const std::vector<TunedRace>& races, const TuningFile& file,
                                      const CommandContext& context) {
    std::vector<std::string> lines;
    if (std::ranges::none_of(races, [](const TunedRace& race) { return race.refusal.empty(); })) return lines;
    context.uninterrupted([&] {
        file.change([&](TuningDatabase& database) {
            for (const TunedRace& race : races)
                if (addResult(database, race)) lines.push_back(race.name + ": " + tuningResultText(race.winner));
        });
    });
    return lines;
}

std::string tuningTable(const Tuning& tuning, const FilterCatalog& filters, const std::vector<DeviceInfo>& devices) {
    std::string text;
    std::vector<std::string> reported;
    for (const TuningResult& first : tuning.database->results) {
        if (std::ranges::find(reported, deviceOf(first)) != reported.end()) continue;
        reported.push_back(deviceOf(first));
        Table table({6, 7});
        table.add({"stage", "format", "size", "", "variant", "workgroup", "gain", "ties", "measured", "used"});
        for (const TuningResult& result : tuning.database->results)
            if (deviceOf(result) == reported.back())
                table.add({result.stack, result.format, result.sizeClass, result.size, result.variant, result.workgroup,
                           tunedGain(result.gain), std::to_string(result.ties), result.date(),
                           useOf(result, tuning, filters, devices)});
        text += (text.empty() ? "" : "\n") + reported.back() + "\n" + table.text();
    }
    return text;
}

} // namespace lightbench
