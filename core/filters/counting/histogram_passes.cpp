// Chooses how many tables a workgroup has, how many workgroups count, and whether the key range is divided.
#include "core/filters/counting/histogram_passes.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
constexpr std::uint64_t tableBytes(int rows) { return std::uint64_t(rows) * 256 * 4; }
} // namespace

int maxBanks(const DeviceInfo& device, int rows) {
    // Leaves an eighth for local memory that the driver uses itself.
    const std::uint64_t copies = device.localMemory / 8 * 7 / tableBytes(rows);
    return int(std::bit_floor(std::clamp<std::uint64_t>(copies, 1, 32)));
}

std::vector<MeasuredChoice> countingChoices() {
    return {
        {.devices = {DeviceClass::Cpu},
         .channels = 1,
         .tuning = {{"banks", 8}},
         .measured = "PoCL, 2 cores, 2026-11-23: otsu of a gray 8-bit scene, 1919 x 1081: 0.77 ms, with 4 "
                     "tables 0.95 ms"},
        {.devices = {DeviceClass::Cpu},
         .tuning = {{"banks", 4}, {"serial", 1}, {"groups", 4}},
         .measured = "PoCL, 2 cores, 2026-11-21: serial reads 40 to 45 GB/s, coalesced 7 to 19 GB/s; a "
                     "constant image 2 GB/s with one table, 10 GB/s with more"},
        {.tuning = {{"banks", 32}, {"serial", 0}, {"groups", 2}},
         .measured = "H200, 2026-11-21, 16384 x 16384: random bytes 0.068 ms with 32 tables, 0.121 ms with "
                     "one; coalesced reads 3.1 TB/s, serial 2.2 TB/s"},
    };
}

Counting automaticCounting(const PlanRequest& request, int rows) {
    const auto tuning = tuningOf<CountingTuning>(request);
    Counting counting;
    counting.rows = rows;
    counting.banks = std::min(maxBanks(request.device, rows), tuning.banks);
    counting.serial = tuning.serial;
    counting.byKernel = false;
    counting.groups = tuning.groups;
    return counting;
}

KernelPass countingPass(const PlanRequest& request, const Counting& counting, KernelName name, std::size_t minPixels) {
    const std::size_t items = std::size_t(request.workgroup.x);
    const std::size_t maximum = std::size_t(std::max(1, request.device.computeUnits)) * std::size_t(counting.groups);
    const std::size_t groups = std::clamp<std::size_t>(request.input.size.area() / (items * minPixels), 1, maximum);
    KernelPass pass = kernelPass(request, std::move(name));
    addDefines(pass, {{"BIN_ROWS", counting.rows},
                      {"SINGLE_ITEM_GROUP", items == 1},
                      {"SERIAL", counting.serial},
                      {"MERGES_BY_KERNEL", counting.byKernel}});
    pass.global = {groups * items, 1};
    pass.bytes = request.input.bytes();
    pass.operations = 2 * request.input.samples();
    return pass;
}

void countInBanks(KernelPass& pass, const Counting& counting) {
    addDefines(pass, {{"BANKS", counting.banks}});
    pass.localBytes = tableBytes(counting.rows) * std::uint64_t(counting.banks) + 4;
}

Scratch sumsScratch(int rows) {
    // Two 32-bit words per counter, plus one counter (kernels/counting/histogram/local_banked.cl).
    const std::vector<std::uint64_t> zeros(std::size_t(rows) * 256);
    return {"sums", zeros.size() * 8, bytesOf(zeros)};
}

KernelPass mergePass(const PlanRequest& request, const KernelPass& counted, int rows, int tables, int sums) {
    const int maximum = int(std::min<std::size_t>(request.device.maxWorkgroup, 1024));
    const int columns = std::min(32, int(std::bit_floor(unsigned(maximum))));
    const int sharing =
        std::clamp(std::min(maximum / columns, tables / sums), 1, tuningOf<MergeTuning>(request).mergeRows);
    KernelPass pass = kernelPass(request, "histogram/merge");
    pass.defines = counted.defines;
    pass.local = {columns, int(std::bit_floor(unsigned(sharing)))};
    addDefines(pass, {{"MERGE_ITEMS", pass.local.items()}});
    pass.global = {std::size_t(rows) * 256, std::size_t(sums) * std::size_t(pass.local.y)};
    pass.localBytes = std::uint64_t(pass.local.items()) * 4;
    pass.bytes = tableBytes(rows) * std::uint64_t(tables + sums);
    pass.operations = std::uint64_t(rows) * 256 * std::uint64_t(tables);
    return pass;
}

namespace {
/// How the counters are divided, for kernels/counting/key_counts.clh.
struct KeyCounts {
    std::size_t parts = 3; ///< workgroups that count the same pixels, each its part of the keys
    /// Counters of 16 bits are in pairs.
    constexpr std::size_t keys() const { return (65536 / parts + 1) / 2 * 2; }
    constexpr std::uint64_t localBytes() const { return keys() * 2; }
};
constexpr KeyCounts keyCounts;
/// The least pixels per segment, because each segment ends with up to 65536 additions to the tables.
constexpr std::size_t minPixels = 65536;
} // namespace

bool countsKeysInParts(const PlanRequest& request) {
    return !isCpuDevice(request.device) && request.device.localMemory >= keyCounts.localBytes() + 1024;
}

KernelPass keyCountsPass(const PlanRequest& request, const std::string& program) {
    const std::size_t busy = 2 * std::size_t(std::max(1, request.device.computeUnits)) / keyCounts.parts;
    const std::size_t pixels = request.input.size.area();
    const std::size_t segments = std::clamp<std::size_t>(pixels / minPixels, 1, std::max<std::size_t>(busy, 1));
    KernelPass pass = kernelPass(request, program + "/count-in-parts");
    addDefines(pass, {{"PARTS", std::int64_t(keyCounts.parts)}, {"PART_KEYS", std::int64_t(keyCounts.keys())}});
    pass.global = {segments * keyCounts.parts * std::size_t(request.workgroup.x), 1};
    pass.arguments = {{"src", inputBuffer()}, {"pixels", std::int32_t(pixels)}};
    pass.localBytes = keyCounts.localBytes();
    pass.bytes = request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

} // namespace lightbench
