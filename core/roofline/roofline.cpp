#include "core/roofline/roofline.h"

#include <algorithm>
#include <array>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/device/device_traits.h"

namespace lightbench {

namespace {
/// A kernel that takes no longer than so many launches is mostly launch.
constexpr double fewLaunches = 4;
/// Warps, or vectors, of a compute unit that hide the time which each waits for memory.
constexpr int hidingWarps = 8;
/// Traffic that is at most so many times the plan's is likely; beyond, waiting is.
constexpr double likelyTraffic = 4;
/// A share above this exceeds the peak rate by more than the noise of its measurement, so a cache takes part.
constexpr double abovePeakRate = 1.15;

/// For a kernel above a peak rate by no more than noise.
constexpr const char* slowerThen = ": it ran slower when its peak rates were measured, so measure them again";

struct Diagnosis {
    Limit limit = Limit::Unknown;
    std::string why;
};

std::string percent(double share) { return threeDigits(100 * share) + " %"; }

/// At most, where the driver chose their size.
std::size_t groupsOf(const KernelReport& kernel) {
    std::size_t groups = 1;
    for (std::size_t i = 0; i < 2; ++i)
        groups *= kernel.global[i] / std::max<std::size_t>(1, kernel.local[i]);
    return groups;
}

Diagnosis nearARoof(const RooflinePoint& point, const PeakRates& peakRates) {
    const double memory = point.gbPerS / peakRates.copyGbPerS.best;
    const double arithmetic = point.gigaOperationsPerS / peakRates.gigaOperationsPerS.best;
    if (memory > abovePeakRate)
        return {Limit::Cache,
                percent(memory) + " of what memory can copy: part of it stays in a cache, or stores bypass it"};
    if (point.share < nearShare) return {};
    if (memory >= arithmetic)
        return {Limit::Memory, percent(memory) + " of what memory can move" + (memory > 1 ? slowerThen : "")};
    // The peak rate was measured with 32-bit floats.
    if (arithmetic > abovePeakRate)
        return {Limit::Arithmetic, threeDigits(arithmetic) +
                                       " times the multiply-adds of floats that were measured: a vector holds more "
                                       "of smaller samples, or the compiler saves what the plan counts"};
    if (arithmetic > 1)
        return {Limit::Arithmetic, percent(arithmetic) + " of what the device can compute" + slowerThen};
    return {Limit::Arithmetic, percent(arithmetic) + " of what the device can compute"};
}

Diagnosis launchBound(const RooflinePoint& point, const PeakRates& peakRates) {
    if (peakRates.launchUs <= 0 || point.us >= fewLaunches * peakRates.launchUs) return {};
    return {Limit::Launch,
            "an empty launch takes " + threeDigits(peakRates.launchUs) + " us of its " + threeDigits(point.us) + " us"};
}

/// OpenCL does not report how many workgroups fit on a compute unit: the device's local memory size is the limit of one
/// workgroup (48 KiB on an H200, whose units have 228).
Diagnosis tooFew(const KernelReport& kernel, const DeviceInfo& device) {
    const std::size_t groups = groupsOf(kernel), units = std::size_t(std::max(1, device.computeUnits));
    if (groups < units)
        return {Limit::Occupancy, std::to_string(groups) + (groups == 1 ? " workgroup" : " workgroups") + " for " +
                                      std::to_string(units) + " compute units"};
    if (isCpuDevice(device)) return {};
    const std::size_t items = kernel.global[0] * kernel.global[1], each = items / units;
    const std::size_t wanted = std::size_t(hidingWarps * std::max(1, device.preferredMultiple));
    if (each < wanted)
        return {Limit::Occupancy, std::to_string(each) +
                                      " work-items per compute unit; hiding their latency needs about " +
                                      std::to_string(wanted)};
    return {};
}

Diagnosis trafficOrLatency(const RooflinePoint& point, const PeakRates& peakRates) {
    const double times = point.gbPerS > 0 ? peakRates.copyGbPerS.best / point.gbPerS : 0;
    if (times > 0 && times <= likelyTraffic)
        return {Limit::Traffic, "in its time the device could move " + threeDigits(times) + " times the " +
                                    byteText(double(point.bytes)) +
                                    " that it must: it reads rows again, or uses only parts of memory's lines"};
    return {Limit::Latency, "enough work in flight, but only " + percent(point.share) +
                                " of its peak: its steps wait for each other (barriers, chains, markers), or it has "
                                "instructions that the plan does not count"};
}

Diagnosis diagnosed(const RooflinePoint& point, const KernelReport& kernel, const DeviceInfo& device,
                    const PeakRates& peakRates) {
    for (const Diagnosis& found : {nearARoof(point, peakRates), launchBound(point, peakRates), tooFew(kernel, device)})
        if (found.limit != Limit::Unknown) return found;
    return trafficOrLatency(point, peakRates);
}
} // namespace

std::string limitName(Limit limit) {
    constexpr std::array<const char*, 8> names{"unknown", "memory",    "arithmetic", "cache",
                                               "launch",  "occupancy", "traffic",    "latency"};
    return names[std::size_t(limit)];
}

double roofAt(const PeakRates& peakRates, double intensity) {
    return std::min(peakRates.copyGbPerS.best * intensity, peakRates.gigaOperationsPerS.best);
}

double ridgeOf(const PeakRates& peakRates) {
    return peakRates.copyGbPerS.best > 0 ? peakRates.gigaOperationsPerS.best / peakRates.copyGbPerS.best : 0;
}

bool hasRooflinePoint(const KernelReport& kernel) {
    return !kernel.onHost && kernel.global[0] > 0 && (kernel.bytes > 0 || kernel.operations > 0);
}

RooflinePoint rooflinePointOf(const KernelReport& kernel, const DeviceInfo& device, const PeakRates& peakRates) {
    RooflinePoint point;
    point.kernel = kernel.name;
    point.us = kernel.runUs;
    point.bytes = kernel.bytes;
    point.operations = kernel.operations;
    if (kernel.bytes > 0) point.intensity = double(kernel.operations) / double(kernel.bytes);
    if (kernel.runUs <= 0) return point;
    point.gbPerS = double(kernel.bytes) / kernel.runUs / 1000;
    point.gigaOperationsPerS = double(kernel.operations) / kernel.runUs / 1000;
    if (peakRates.copyGbPerS.best <= 0 || peakRates.gigaOperationsPerS.best <= 0) return point;
    point.share = std::max(point.gbPerS / peakRates.copyGbPerS.best,
                           point.gigaOperationsPerS / peakRates.gigaOperationsPerS.best);
    const Diagnosis found = diagnosed(point, kernel, device, peakRates);
    point.limit = found.limit;
    point.why = found.why;
    return point;
}

std::vector<RooflinePoint> rooflineOf(const Report& report, const PeakRates& peakRates) {
    std::vector<RooflinePoint> points;
    for (const StageReport& stage : report.stages)
        for (const KernelReport& kernel : stage.kernels) {
            if (!hasRooflinePoint(kernel)) continue;
            points.push_back(rooflinePointOf(kernel, report.device, peakRates));
            points.back().stackIndex = stage.stackIndex;
            points.back().filter = stage.filter;
        }
    return points;
}

Json toJson(const RooflinePoint& point) {
    Json json = fieldsJson(point);
    json["limit"] = limitName(point.limit);
    return json;
}

} // namespace lightbench
