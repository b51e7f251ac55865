// Groups rows by race, and decides whether each winner may be stored. To say whether `auto` uses a result, it resolves
// the measured stage again, without using the device.
#include "core/tuning/tuning_results.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/race/median_interval.h"
#include "core/race/race_settings.h"
#include "core/run/resolve.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
/// A row with its parsed stack.
struct Entry {
    const PointRow* row = nullptr;
    Stage stage;
};

struct Group {
    std::string key, name;
    std::vector<Entry> entries;
    std::string refusal;
};

bool isAutomatic(const Stage& stage) { return stage.variant == "auto" && !stage.workgroup; }

/// The only enabled stage. Throws Error.
Stage onlyStage(Stack stack) {
    std::erase_if(stack, [](const Stage& stage) { return !stage.enabled; });
    if (stack.size() != 1)
        fail(ErrorKind::Usage, "the stack has several stages, whose times the race does not separate");
    return stack.front();
}

void put(std::vector<Group>& groups, const PointRow& row, const FilterCatalog& filters) {
    Entry entry{&row, {}};
    std::string what = row.stack, refusal;
    try {
        const Stack stack = parseStack(row.stack, filters);
        what = automaticStackText(stack, filters);
        entry.stage = onlyStage(stack);
    } catch (const Error& error) { // for example a file that is missing here
        refusal = error.what();
    }
    const std::string where = ", " + row.size + " " + row.format + ", " + row.device, name = what + where;
    // What cannot be read may differ in its variant alone: it is one race where it has one reason.
    const std::string key = (refusal.empty() ? what : refusal) + where + "\n" + row.image + "\n" + row.provenance.race +
                            "\n" + row.provenance.host + "\n" + std::to_string(row.provenance.deviceIndex) + "\n" +
                            row.provenance.driver;
    auto group = std::ranges::find(groups, key, &Group::key);
    if (group == groups.end()) group = groups.insert(group, {key, name, {}, refusal});
    group->entries.push_back(entry);
}

/// The row of the built-in choice; null if it did not take part.
const PointRow* baselineOf(const Group& group, const FilterCatalog& filters, const std::vector<DeviceInfo>& devices) {
    for (const Entry& entry : group.entries)
        if (isAutomatic(entry.stage)) return entry.row;
    const PointRow& first = *group.entries.front().row;
    for (const DeviceInfo& device : devices) {
        if (device.name != first.device || device.driver != first.provenance.driver) continue;
        const ResolvedStage builtIn = resolveStage(automaticStage(group.entries.front().stage),
                                                   {parseSize(first.size), parseFormat(first.format)}, device, filters);
        for (const Entry& entry : group.entries)
            if (entry.row->variant == builtIn.variant->id && entry.row->workgroup == workgroupText(builtIn.workgroup))
                return entry.row;
    }
    return nullptr;
}

/// True if another candidate's confirmation timings are faster by more than the margin of a race.
bool isSuperseded(const PointRow& winner, const PointRow& other) {
    const std::vector<double>&best = winner.timings.confirmation, &its = other.timings.confirmation;
    const RaceSettings usual;
    std::vector<double> logs;
    for (std::size_t i = 0; i < std::min(best.size(), its.size()); ++i)
        if (best[i] > 0 && its[i] > 0) logs.push_back(std::log(best[i] / its[i]));
    return medianInterval(logs, usual.error / usual.finalists).lower >
           std::log1p(usual.margin) + std::log1p(usual.precision);
}

std::string refusalOf(const Group& group, const Entry* won, const PointRow* baseline, const FilterCatalog& filters) {
    if (!group.refusal.empty()) return group.refusal;
    if (!won) return "no variant won";
    const PointRow* winner = won->row;
    if (!isUsableTime(winner->spanUs.median)) return "the driver reported no usable event times";
    if (winner->ended.empty()) return "the race has not ended";
    if (winner->variant == "cpu") return "the host was faster than the device";
    if (winner->variant.starts_with(ownVariantPrefix)) return "auto never chooses a variant of your own";
    const Variant* variant = findVariant(filters.byId(won->stage.filter), winner->variant);
    if (variant && !mayBeAutomatic(*variant)) return "auto never chooses the variant " + variant->id;
    if (!baseline) return "the built-in choice of auto was not in the race";
    for (const Entry& entry : group.entries) {
        if (isUndecided(*entry.row)) return "there were too few rounds to decide on all candidates";
        if (isSuperseded(*winner, *entry.row)) return "the confirmation run did not confirm the winner";
    }
    return {};
}

/// The gain from ratios within rounds, or from times if there are no ratios.
double gainOf(const PointRow& winner, const PointRow& baseline) {
    if (baseline.ratio > 0) return baseline.ratio;
    return winner.spanUs.median > 0 ? baseline.spanUs.median / winner.spanUs.median : 0;
}

TuningResult resultOf(const Stage& stage, const PointRow& winner, const FilterCatalog& filters) {
    TuningResult result;
    result.device = winner.device;
    result.computeUnits = winner.computeUnits;
    result.driver = winner.provenance.driver;
    result.filter = stage.filter;
    result.format = winner.format;
    result.sizeClass = sizeClassOf(parseSize(winner.size));
    result.settings = settingsClassOf(stage.parameters);
    result.variant = winner.variant;
    result.workgroup = winner.workgroup;
    result.kernels = winner.provenance.kernels;
    result.time = winner.provenance.time;
    result.stack = stageText(automaticStage(stage), filters);
    result.size = winner.size;
    result.us = winner.spanUs.median;
    return result;
}

/// The number of ties, with points of one configuration counted once.
int tiesIn(const Group& group, const PointRow& winner) {
    std::vector<std::string> names;
    for (const Entry& entry : group.entries)
        if (entry.row->status == PointStatus::Tie &&
            (entry.row->variant != winner.variant || entry.row->workgroup != winner.workgroup))
            names.push_back(entry.row->variant + " " + entry.row->workgroup);
    std::ranges::sort(names);
    // Not std::ranges::unique: clang before 16 cannot compile its result.
    return int(std::unique(names.begin(), names.end()) - names.begin());
}

TunedRace raceOf(const Group& group, const FilterCatalog& filters, const std::vector<DeviceInfo>& devices) {
    TunedRace race;
    race.name = group.name;
    const auto won = std::ranges::find_if(group.entries,
                                          [](const Entry& entry) { return entry.row->status == PointStatus::Winner; });
    const PointRow* baseline = group.refusal.empty() ? baselineOf(group, filters, devices) : nullptr;
    race.refusal = refusalOf(group, won == group.entries.end() ? nullptr : &*won, baseline, filters);
    if (!race.refusal.empty()) return race;
    const PointRow& winner = *won->row;
    race.winner = resultOf(won->stage, winner, filters);
    race.winner.gain = gainOf(winner, *baseline);
    race.winner.ties = tiesIn(group, winner);
    for (const Entry& entry : group.entries)
        if (entry.row->hasTime()) race.raced.emplace_back(entry.row->variant, entry.row->workgroup);
    return race;
}
} // namespace

std::vector<TunedRace> tunedRaces(const std::vector<PointRow>& rows, const FilterCatalog& filters,
                                  const std::vector<DeviceInfo>& devices) {
    std::vector<Group> groups;
    for (const PointRow& row : rows)
        if (row.status != PointStatus::NotRaced) put(groups, row, filters);
    std::erase_if(groups, [](const Group& group) { return group.entries.size() < 2 && group.refusal.empty(); });
    std::vector<TunedRace> races;
    for (const Group& group : groups)
        races.push_back(raceOf(group, filters, devices));
    return races;
}

bool addResult(TuningDatabase& database, const TunedRace& race) {
    if (!race.refusal.empty()) return false;
    const auto there =
        std::ranges::find_if(database.results, [&](const TuningResult& one) { return isForSame(one, race.winner); });
    if (there == database.results.end()) {
        database.results.push_back(race.winner);
        return true;
    }
    if (!there->hasTime()) {
        *there = race.winner;
        return true;
    }
    if (there->kernels == race.winner.kernels && there->time > race.winner.time) return false;
    const bool raced = std::ranges::find(race.raced, std::pair(there->variant, there->workgroup)) != race.raced.end();
    if (!raced && there->kernels == race.winner.kernels && there->gain > race.winner.gain) return false;
    *there = race.winner;
    return true;
}

std::string unusedReason(const TuningResult& result, const Tuning& tuning, const FilterCatalog& filters,
                         const std::vector<DeviceInfo>& devices) {
    if (!result.hasTime()) return "its time was not measured: the driver reported no usable event times";
    const auto device = std::ranges::find_if(devices, [&](const DeviceInfo& candidate) {
        return candidate.name == result.device && candidate.computeUnits == result.computeUnits;
    });
    if (device == devices.end()) return "this machine has no such device";
    if (device->driver != result.driver) return "measured with another driver; it is " + device->driver + " now";
    try {
        const Stage stage = parseStack(result.stack, filters).front();
        const ImageShape shape{parseSize(result.size), parseFormat(result.format)};
        return tunedStage(stage, shape, *device, filters, tuning)
                   ? ""
                   : "the kernels have changed, or the variant cannot run here";
    } catch (const Error& error) { // the filter or a parameter no longer exists
        return error.what();
    }
}

} // namespace lightbench
