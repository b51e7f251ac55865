#include "core/experiment/experiment_report.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/run/report_json.h"
#include "core/run/stack_text.h"

namespace lightbench {

std::vector<std::size_t> membersWith(const PointGroup& group, PointStatus status, const std::vector<PointRow>& rows) {
    std::vector<std::size_t> found;
    std::ranges::copy_if(group.members, std::back_inserter(found),
                         [&](std::size_t i) { return rows[i].status == status; });
    return found;
}

namespace {
std::string candidate(const ExperimentPoint& point, const PointRow& row, bool devices) {
    return "variant=" + row.variant + " workgroup=" + row.workgroup +
           (devices ? " on " + std::to_string(point.device) + " " + row.device : "") + " (" +
           threeDigits(row.spanUs.median / 1000) + " ms" +
           (row.status == PointStatus::Tie && row.ratioLower > 0
                ? ", " + threeDigits(row.ratioLower) + " to " + threeDigits(row.ratioUpper) + " times the fastest"
                : "") +
           ")";
}

/// A line for each variant that does not apply, with its reason.
std::string notApplyingText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows,
                            const PointGroup& group) {
    std::vector<std::string> lines;
    for (std::size_t i : membersWith(group, PointStatus::DoesNotApply, rows)) {
        std::vector<std::string> variants;
        for (const Stage& stage : points[i].stack)
            if (stage.enabled) variants.push_back(stage.variant);
        const std::string line = "  variant=" + joined(variants, " | ") + " " + rows[i].reason + "\n";
        if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
    return joined(lines, "");
}

/// A line about the point with driver-chosen workgroups, if another one wins.
std::string driversText(const PointRow& row) {
    if (row.workgroup != workgroupText(driverChosenWorkgroup) || row.status == PointStatus::Winner || row.ratio <= 0)
        return {};
    return "  with workgroups that the driver chooses, variant=" + row.variant + " takes " + threeDigits(row.ratio) +
           " times the fastest\n";
}
} // namespace

std::string rankingText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    const bool devices = devicesOf(points).size() > 1;
    std::string text;
    for (const PointGroup& group : pointGroups(points)) {
        if (group.members.size() < 2) continue;
        const auto line = [&](const char* what, PointStatus status, bool undecided = false) {
            std::vector<std::string> names;
            for (std::size_t i : membersWith(group, status, rows))
                if (const std::string name = candidate(points[i], rows[i], devices);
                    isUndecided(rows[i]) == undecided &&
                    std::ranges::find(names, name) == names.end()) // `auto` and the variant that it chose have one name
                    names.push_back(name);
            if (!names.empty()) text += std::string("  ") + what + joinWords(names, "and") + "\n";
        };
        text += group.name + "\n";
        line("fastest: ", PointStatus::Winner);
        line("as fast, within the noise: ", PointStatus::Tie);
        line("too few rounds to tell: ", PointStatus::Tie, true);
        if (const PointRow& first = rows[group.members.front()]; !first.ended.empty())
            text += "  the race ended: " + first.ended + "\n";
        for (std::size_t i : group.members)
            text += driversText(rows[i]);
        line("wrong results, which do not compete: ", PointStatus::WrongResult);
        text += notApplyingText(points, rows, group);
        const std::size_t missing = membersWith(group, PointStatus::NotRun, rows).size();
        if (missing > 0)
            text += "  without a time: " + std::to_string(missing) + " of " + std::to_string(group.members.size()) +
                    " points\n";
    }
    return text;
}

namespace {
Json valuesJson(const std::vector<Axis>& axes, const std::vector<std::string>& values) {
    Json members = Json::Object();
    for (std::size_t i = 0; i < axes.size(); ++i)
        members[axes[i].name] = values[i];
    return members;
}

Json numberOrNull(bool there, double value) { return there ? Json(value) : Json(); }

Json ratioJson(const PointRow& row) {
    const bool isKnown = row.ratioLower > 0;
    return Json::Object{{"median", numberOrNull(row.ratio > 0, row.ratio)},
                        {"low", numberOrNull(isKnown, row.ratioLower)},
                        {"high", numberOrNull(isKnown, row.ratioUpper)}};
}

Json pointJson(const Sweep& sweep, std::size_t index, const PointRow& row) {
    const bool timed = row.hasTime();
    const Timings& timings = row.timings;
    const double share = row.copyShare > 0 ? row.copyShare : row.readShare;
    return Json::Object{{"values", valuesJson(sweep.axes, sweep.points[index].values)},
                        {"device", row.device},
                        {"device_index", sweep.points[index].device},
                        {"variant", row.variant},
                        {"workgroup", row.workgroup},
                        {"repeats", row.repeats},
                        {"repeats_wanted", row.provenance.requestedRepeats},
                        {"rounds", timings.racing.size()},
                        {"batch", row.runs},
                        {"median_us", numberOrNull(timed, row.spanUs.median)},
                        {"q1_us", numberOrNull(timed, row.spanUs.lowerQuartile)},
                        {"q3_us", numberOrNull(timed, row.spanUs.upperQuartile)},
                        {"min_us", numberOrNull(timed, row.spanUs.minimum)},
                        {"samples_us", jsonOf(timings.racing)},
                        {"fresh_us", jsonOf(timings.confirmation)},
                        {"build_ms", numberOrNull(timed, row.buildMs)},
                        {"gb_per_s", numberOrNull(timed, row.gbPerS)},
                        {"share_of_peak", numberOrNull(share > 0, share)},
                        {"verdict", toJson(row.verdict)},
                        {"status", statusName(row.status)},
                        {"ratio_to_winner", ratioJson(row)},
                        {"ratio_to_baseline", numberOrNull(row.baselineRatio > 0, row.baselineRatio)},
                        {"queued_us", numberOrNull(timed, row.queuedUs)},
                        {"submit_us", numberOrNull(timed, row.submitUs)},
                        {"reason", explanationText(row)},
                        {"kept", row.fromJournal}};
}
} // namespace

Json peakRatesJson(const PeakRates& peakRates) {
    Json members = Json::Object();
    for (const auto& [name, peakRate] : {std::pair<std::string, const PeakRate&>{"read_gb_per_s", peakRates.readGbPerS},
                                         {"copy_gb_per_s", peakRates.copyGbPerS},
                                         {"multiply_add_gop_per_s", peakRates.gigaOperationsPerS},
                                         {"local_gb_per_s", peakRates.localGbPerS}}) {
        members[name] = peakRate.best;
        members["slowest_round_" + name] = peakRate.minimum;
    }
    members["launch_us"] = peakRates.launchUs;
    members["rounds"] = peakRates.rounds;
    members["bytes"] = peakRates.bytes;
    return members;
}

Json deviceJson(const DeviceInfo& device, const PeakRates& peakRates) {
    Json members = Json::Object{{"name", device.name},
                                {"platform", device.platform},
                                {"driver", device.driver},
                                {"type", toJson(device.type)},
                                {"index", device.index}};
    if (peakRates.bytes > 0) members["peak_rates"] = peakRatesJson(peakRates);
    return members;
}

Json axesJson(const std::vector<Axis>& axes) {
    Json all = Json::Array();
    for (const Axis& axis : axes)
        all.append(Json::Object{{"name", axis.name}, {"values", jsonOf(axis.values)}});
    return all;
}

Json pointsJson(const Sweep& sweep, const std::vector<PointRow>& rows) {
    Json::Array all;
    for (std::size_t i = 0; i < rows.size(); ++i)
        all.push_back(pointJson(sweep, i, rows[i]));
    return Json::lines(std::move(all));
}

Json raceSettingsJson(const std::optional<RaceSettings>& settings) {
    if (!settings) return {};
    return Json::Object{{"name", "sign-test intervals of ratios inside rounds"},
                        {"error_rate", settings->error},
                        {"margin", settings->margin},
                        {"precision", settings->precision},
                        {"seed", double(settings->seed)}};
}

namespace {
Json warningJson(const std::string& of, const RaceWarning& warning) {
    return Json::Object{{"of", of}, {"kind", warningName(warning.kind)}, {"text", warning.text}};
}

std::string raceName(const Experiment& experiment, const RaceRunner& runner) {
    const PointRow& first = experiment.rows()[runner.members().front()];
    return first.stack + " " + first.size;
}
} // namespace

void addRaces(Json::Array& all, const Experiment& experiment) {
    for (const RaceRunner& runner : experiment.runners())
        if (const std::optional<RaceStanding> standing = runner.standing())
            all.push_back(Json::Object{{"name", raceName(experiment, runner)},
                                       {"points", runner.members().size()},
                                       {"ended", standing->finished ? Json(endName(standing->end)) : Json()},
                                       {"rounds", standing->rounds},
                                       {"precision", numberOrNull(standing->precision > 0, standing->precision)}});
}

void addWarnings(Json::Array& all, const Experiment& experiment) {
    for (const RaceRunner& runner : experiment.runners()) {
        const std::optional<RaceStanding> standing = runner.standing();
        if (!standing) continue;
        for (const RaceWarning& warning : standing->warnings)
            all.push_back(warningJson(raceName(experiment, runner), warning));
        for (const CandidateStanding& one : standing->candidates)
            for (const RaceWarning& warning : one.warnings)
                all.push_back(warningJson(one.name, warning));
    }
}

} // namespace lightbench
