// JSON objects made member by member.
#include "core/experiment/experiment_report.h"

#include "core/experiment/ranking.h"
#include "core/run/report_json.h"

namespace lightbench {

namespace {
Json valuesJson(const std::vector<Axis>& axes, const std::vector<std::string>& values) {
    Json members = Json::Object();
    for (std::size_t i = 0; i < axes.size(); ++i)
        members[axes[i].name] = values[i];
    return members;
}

Json numberOrNull(bool there, double value) { return there ? Json(value) : Json(); }

Json pointJson(const Sweep& sweep, std::size_t index, const PointRow& row, PointStatus status) {
    const bool timed = row.hasTime();
    const double share = row.copyShare > 0 ? row.copyShare : row.readShare;
    return Json::Object{{"values", valuesJson(sweep.axes, sweep.points[index].values)},
                        {"device", row.device},
                        {"device_index", sweep.points[index].device},
                        {"variant", row.variant},
                        {"workgroup", row.workgroup},
                        {"repeats", row.repeats},
                        {"repeats_wanted", row.from.repeatsWanted},
                        {"median_us", numberOrNull(timed, row.spanUs.median)},
                        {"q1_us", numberOrNull(timed, row.spanUs.lowerQuartile)},
                        {"q3_us", numberOrNull(timed, row.spanUs.upperQuartile)},
                        {"min_us", numberOrNull(timed, row.spanUs.least)},
                        {"gb_per_s", numberOrNull(timed, row.gbPerS)},
                        {"share_of_ceiling", numberOrNull(share > 0, share)},
                        {"verdict", toJson(row.verdict)},
                        {"status", statusName(status)},
                        {"reason", reasonOf(row)},
                        {"kept", row.kept}};
}
} // namespace

Json ceilingsJson(const Ceilings& ceilings) {
    Json members = Json::Object();
    for (const auto& [name, ceiling] : {std::pair<std::string, const Ceiling&>{"read_gb_per_s", ceilings.readGbPerS},
                                        {"copy_gb_per_s", ceilings.copyGbPerS},
                                        {"multiply_add_gop_per_s", ceilings.gigaOperationsPerS}}) {
        members[name] = ceiling.best;
        members["slowest_round_" + name] = ceiling.least;
    }
    members["rounds"] = ceilings.rounds;
    members["bytes"] = ceilings.bytes;
    return members;
}

Json deviceJson(const DeviceInfo& device, const Ceilings& ceilings) {
    Json members = Json::Object{{"name", device.name},
                                {"platform", device.platform},
                                {"driver", device.driver},
                                {"type", toJson(device.type)},
                                {"index", device.index}};
    if (ceilings.bytes > 0) members["ceilings"] = ceilingsJson(ceilings);
    return members;
}

Json axesJson(const std::vector<Axis>& axes) {
    Json all = Json::Array();
    for (const Axis& axis : axes)
        all.append(Json::Object{{"name", axis.name}, {"values", jsonOf(axis.values)}});
    return all;
}

Json pointsJson(const Sweep& sweep, const std::vector<PointRow>& rows) {
    const std::vector<PointStatus> statuses = statusesOf(sweep.points, rows);
    Json::Array all;
    for (std::size_t i = 0; i < rows.size(); ++i)
        all.push_back(pointJson(sweep, i, rows[i], statuses[i]));
    return Json::lines(std::move(all));
}

} // namespace lightbench
