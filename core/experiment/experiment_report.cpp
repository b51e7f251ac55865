// JSON objects made member by member.
#include "core/experiment/experiment_report.h"

#include "core/base/json_text.h"
#include "core/experiment/ranking.h"

namespace lightbench {

namespace {
using Members = std::vector<std::pair<std::string, std::string>>;

std::string valuesJson(const std::vector<Axis>& axes, const std::vector<std::string>& values) {
    Members members;
    for (std::size_t i = 0; i < axes.size(); ++i)
        members.emplace_back(axes[i].name, jsonText(values[i]));
    return jsonObject(members);
}

std::string numberOrNull(bool there, double value) { return there ? jsonNumber(value) : "null"; }

std::string pointJson(const Sweep& sweep, std::size_t index, const PointRow& row, PointStatus status) {
    const bool timed = row.hasTime();
    const double share = row.copyShare > 0 ? row.copyShare : row.readShare;
    return jsonObject({{"values", valuesJson(sweep.axes, sweep.points[index].values)},
                       {"device", jsonText(row.device)},
                       {"device_index", std::to_string(sweep.points[index].device)},
                       {"variant", jsonText(row.variant)},
                       {"workgroup", jsonText(row.workgroup)},
                       {"repeats", std::to_string(row.repeats)},
                       {"repeats_wanted", std::to_string(row.from.repeatsWanted)},
                       {"median_us", numberOrNull(timed, row.spanUs.median)},
                       {"q1_us", numberOrNull(timed, row.spanUs.lowerQuartile)},
                       {"q3_us", numberOrNull(timed, row.spanUs.upperQuartile)},
                       {"min_us", numberOrNull(timed, row.spanUs.least)},
                       {"gb_per_s", numberOrNull(timed, row.gbPerS)},
                       {"share_of_ceiling", numberOrNull(share > 0, share)},
                       {"verdict", jsonText(verdictName(row.verdict))},
                       {"status", jsonText(statusName(status))},
                       {"reason", jsonText(reasonOf(row))},
                       {"kept", row.kept ? "true" : "false"}});
}
} // namespace

std::string ceilingsJson(const Ceilings& ceilings) {
    Members members;
    for (const auto& [name, ceiling] : {std::pair<std::string, const Ceiling&>{"read_gb_per_s", ceilings.readGbPerS},
                                        {"copy_gb_per_s", ceilings.copyGbPerS},
                                        {"multiply_add_gop_per_s", ceilings.gigaOperationsPerS}}) {
        members.emplace_back(name, jsonNumber(ceiling.best));
        members.emplace_back("slowest_round_" + name, jsonNumber(ceiling.least));
    }
    members.emplace_back("rounds", std::to_string(ceilings.rounds));
    members.emplace_back("bytes", std::to_string(ceilings.bytes));
    return jsonObject(members);
}

std::string deviceJson(const DeviceInfo& device, const Ceilings& ceilings) {
    Members members{{"name", jsonText(device.name)},
                    {"platform", jsonText(device.platform)},
                    {"driver", jsonText(device.driver)},
                    {"type", jsonText(deviceTypeName(device.type))},
                    {"index", std::to_string(device.index)}};
    if (ceilings.bytes > 0) members.emplace_back("ceilings", ceilingsJson(ceilings));
    return jsonObject(members);
}

std::string axesJson(const std::vector<Axis>& axes) {
    std::vector<std::string> all;
    for (const Axis& axis : axes) {
        std::vector<std::string> values;
        for (const std::string& value : axis.values)
            values.push_back(jsonText(value));
        all.push_back(jsonObject({{"name", jsonText(axis.name)}, {"values", jsonArray(values)}}));
    }
    return jsonArray(all);
}

std::string pointsJson(const Sweep& sweep, const std::vector<PointRow>& rows) {
    const std::vector<PointStatus> statuses = statusesOf(sweep.points, rows);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < rows.size(); ++i)
        all.push_back(pointJson(sweep, i, rows[i], statuses[i]));
    return jsonArray(all, true);
}

} // namespace lightbench
