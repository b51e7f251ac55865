// Plans of the variants that local-maximum and peaks share.
#include "core/filters/windows/window_maximum_plans.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "core/device/device_traits.h"

namespace lightbench {

namespace {

int windowOf(const PlanRequest& request) { return request.parameters.integer("k"); }

std::uint64_t samplesOf(const PlanRequest& request, int operations) {
    return request.input.size.area() * std::uint64_t(request.input.format.colourChannels() * operations);
}

/// All but the arguments and the global size; operations: for one sample.
KernelPass passOf(const MaximumUse& use, const PlanRequest& request, const std::string& kernel, int operations) {
    KernelPass pass;
    pass.kernel = use.prefix + kernel;
    pass.defines = formatDefines(request.input.format, request.input.format);
    pass.defines.push_back({"K", std::to_string(windowOf(request))});
    pass.local = request.workgroup;
    pass.bytes = 2 * request.input.bytes();
    pass.operations = samplesOf(request, operations);
    return pass;
}

void addSize(KernelPass& pass, const PlanRequest& request) {
    pass.arguments.push_back(request.input.size.width);
    pass.arguments.push_back(request.input.size.height);
}

/// What the last pass takes and moves beyond its maxima.
void finish(KernelPass& pass, const MaximumUse& use, const PlanRequest& request, bool readsSourceAgain) {
    if (use.threshold) pass.arguments.push_back(*use.threshold);
    if (use.comparesWithSource) pass.operations += samplesOf(request, 2);
    const bool needsSource = use.comparesWithSource || request.input.format.channels == 4; // alpha
    if (readsSourceAgain && needsSource) pass.bytes += request.input.bytes();
}

Plan twoPasses(const PlanRequest& request, KernelPass rows, KernelPass columns) {
    Plan plan;
    plan.scratch.push_back({"row maxima", request.input.bytes(), {}});
    plan.passes.push_back(std::move(rows));
    plan.passes.push_back(std::move(columns));
    return plan;
}

/// Rows, then columns, whose kernels take (source, rows, size) and (source, rows, output, size and what finish adds).
std::array<KernelPass, 2> linePasses(const MaximumUse& use, const PlanRequest& request, const std::string& name,
                                     int operations) {
    KernelPass rows = passOf(use, request, name + "_rows", operations);
    rows.arguments = {inputBuffer(), scratchBuffer(0)};
    addSize(rows, request);
    KernelPass columns = passOf(use, request, name + "_columns", operations);
    columns.arguments = {inputBuffer(), scratchBuffer(0), outputBuffer()};
    addSize(columns, request);
    finish(columns, use, request, true);
    return {rows, columns};
}

/// Steps of the doubling that ends with maxima of k samples.
int doublings(int k) {
    int steps = 1;
    while (1 << steps <= k)
        ++steps;
    return steps;
}

/// Lines of work-items: along the rows, then, the workgroup turned, down the columns. Each workgroup takes in `blocks`
/// times its length, keeps `copies` of that in local memory and puts out `valid` places.
Plan blockPlan(const MaximumUse& use, const PlanRequest& request, const std::string& name, int blocks, int copies,
               int valid, int operations) {
    const Size size = request.input.size;
    const Workgroup group = request.workgroup;
    auto [rows, columns] = linePasses(use, request, name, operations);
    const auto cover = [&](int along, int across) {
        return std::pair{roundUp(std::size_t(along), std::size_t(valid)) / std::size_t(valid) * std::size_t(group.x),
                         roundUp(std::size_t(across), std::size_t(group.y))};
    };
    std::tie(rows.global[0], rows.global[1]) = cover(size.width, size.height);
    std::tie(columns.global[1], columns.global[0]) = cover(size.height, size.width);
    columns.local = {group.y, group.x};
    const LocalArgument tile{std::uint64_t(copies * blocks * group.items()) * request.input.format.bytesPerPixel()};
    for (KernelPass* pass : {&rows, &columns}) {
        pass->arguments.push_back(tile);
        pass->operations = pass->operations * std::uint64_t(group.x) / std::uint64_t(valid);
    }
    return twoPasses(request, std::move(rows), std::move(columns));
}

Plan vanHerkPlan(const MaximumUse& use, const PlanRequest& request) {
    const int k = windowOf(request);
    const Size size = request.input.size;
    auto [rows, columns] = linePasses(use, request, "herk", 3);
    for (KernelPass* pass : {&rows, &columns}) {
        if (request.general) pass->defines.back() = {"ANY_K", "1"};
        pass->arguments.push_back(k);
    }
    rows.global = coverGlobal({(size.width + k - 1) / k, size.height}, request.workgroup);
    columns.global = coverGlobal({size.width, (size.height + k - 1) / k}, request.workgroup);
    return twoPasses(request, std::move(rows), std::move(columns));
}

/// The largest of 2, 4, 8 and 16 that is not above k: as many neighbouring windows have samples that all share.
int sharingWindows(int k) { return k < 4 ? 2 : k < 8 ? 4 : k < 16 ? 8 : 16; }

/// A pass of kernels/windows/maximum_blocks.clh: blocks of pixels x rows cells, windows of k in the directions asked
/// for.
KernelPass blocksPass(const MaximumUse& use, const PlanRequest& request, Size block, bool along, bool down,
                      bool isFinal) {
    const int k = windowOf(request);
    const int halves = request.input.format.isInteger() ? 2 : 1;
    KernelPass pass = passOf(use, request, "blocks", (along ? 3 : 0) + (down ? 3 : 0));
    pass.defines.push_back({"PIXELS", std::to_string(block.width)});
    pass.defines.push_back({"CELL_ROWS", std::to_string(block.height)});
    pass.defines.push_back({"GROUP", std::to_string(std::min(sharingWindows(k), block.width))});
    pass.defines.push_back({"HALO_X", std::to_string(along ? k / 2 : 0)});
    pass.defines.push_back({"HALO_Y", std::to_string(down ? k / 2 : 0)});
    pass.defines.push_back({"FINAL", isFinal ? "1" : "0"});
    pass.defines.push_back(packedDefine(request.device));
    const Size size = request.input.size;
    const int rows = halves * block.height;
    pass.global =
        coverGlobal({(size.width + block.width - 1) / block.width, (size.height + rows - 1) / rows}, request.workgroup);
    pass.arguments = {inputBuffer(), isFinal && !down ? scratchBuffer(0) : inputBuffer(),
                      isFinal ? outputBuffer() : scratchBuffer(0)};
    addSize(pass, request);
    if (isFinal)
        finish(pass, use, request, !down);
    else if (use.threshold)
        pass.arguments.push_back(*use.threshold);
    return pass;
}

/// Pixels of a block in a row: 16 where rows of 8-bit gray divide into vectors of so many.
int blockWidth(const PlanRequest& request, int most) {
    if (request.input.format.type != SampleType::U8 || request.input.format.channels != 1) return 4;
    int width = most;
    while (width > 4 && request.input.size.width % width != 0)
        width /= 2;
    return width;
}

/// Small windows in one pass; larger ones down the columns first, then along the rows.
Plan blocksPlan(const MaximumUse& use, const PlanRequest& request) {
    const int k = windowOf(request);
    const int windows = sharingWindows(k);
    if (k > 9)
        return twoPasses(request, blocksPass(use, request, {4, windows}, false, true, false),
                         blocksPass(use, request, {blockWidth(request, 16), 1}, true, false, true));
    Plan plan;
    plan.passes.push_back(blocksPass(use, request, {blockWidth(request, k > 7 ? 8 : 16), windows}, true, true, true));
    return plan;
}

Plan stripsPlan(const MaximumUse& use, const PlanRequest& request) {
    const int k = windowOf(request);
    const Size size = request.input.size;
    const Format format = request.input.format;
    const int lanes = sampleLanes(request.device, format.bytesPerSample());
    const bool isSmall = k <= 7;
    // One line for small windows, which may be as long as the nearest cache allows; larger windows need k + 2 of them.
    const int tile = std::max((isSmall ? 16384 : 2048) / int(format.bytesPerPixel()), 128);
    const int strip = (64 + k - 1) / k * k;
    KernelPass pass = passOf(use, request, "strips", isSmall ? 2 * k - 2 : 4 + doublings(k));
    pass.defines.push_back({"LANES", std::to_string(lanes)});
    pass.defines.push_back({"TILE", std::to_string(tile)});
    pass.defines.push_back({"STRIP", std::to_string(strip)});
    pass.global = coverGlobal({(size.width + tile - 1) / tile, (size.height + strip - 1) / strip}, request.workgroup);
    pass.arguments = {inputBuffer(), outputBuffer()};
    addSize(pass, request);
    finish(pass, use, request, false);
    const int line = tile + 2 * k + 2 * lanes / format.channels;
    const int lines = (isSmall ? 1 : k + 2) * request.workgroup.items();
    pass.arguments.push_back(LocalArgument{std::uint64_t(lines) * std::uint64_t(line) * format.bytesPerPixel()});
    Plan plan;
    plan.passes.push_back(std::move(pass));
    return plan;
}

std::string atLeast(int needed, Workgroup workgroup) {
    if (workgroup.x >= needed) return {};
    return workgroupText(workgroup) + " is too short for this window: at least " + std::to_string(needed) +
           " work-items in a row";
}

/// Of direct-local and prefix-two-blocks, which load a block and the next.
std::string twoBlocksProblem(Workgroup group, const PlanRequest& request) {
    return atLeast(windowOf(request) - 1, group);
}

std::string prefixProblem(Workgroup group, const PlanRequest& request) { return atLeast(windowOf(request), group); }

/// The least power of two that is not below n, with rows to make 256 work-items.
Workgroup linesOf(int n) {
    int length = 16;
    while (length < n)
        length *= 2;
    return {length, std::max(1, 256 / length)};
}

Workgroup twoBlocksWorkgroup(const PlanRequest& request) { return linesOf(windowOf(request) - 1); }

Workgroup prefixWorkgroup(const PlanRequest& request) { return linesOf(windowOf(request) + 1); }

std::string missingLocalMemory(const DeviceInfo& device) {
    if (device.localMemory >= 512 << 10) return {};
    return "it needs 512 KiB of local memory, as CPU devices have";
}

} // namespace

Plan windowMaximumPlan(MaximumVariant variant, const MaximumUse& use, const PlanRequest& request) {
    const int k = windowOf(request);
    const int length = request.workgroup.x;
    switch (variant) {
    case MaximumVariant::Local: return blockPlan(use, request, "local", 2, 1, length, k - 1);
    case MaximumVariant::Prefix: return blockPlan(use, request, "prefix", 1, 2, length - k + 1, doublings(k));
    case MaximumVariant::TwoBlocks: return blockPlan(use, request, "two_blocks", 2, 2, length, 2 * doublings(k) - 1);
    case MaximumVariant::VanHerk: return vanHerkPlan(use, request);
    case MaximumVariant::Blocks: return blocksPlan(use, request);
    case MaximumVariant::Strips: break;
    }
    return stripsPlan(use, request);
}

std::vector<Variant> windowMaximumVariants(const Variant& direct, const MaximumPlans& plans) {
    return {
        direct,
        Variant{
            .id = "direct-local",
            .label = "Direct, local memory",
            .idea = "Rows, then columns: a line of work-items loads its block and the next into local memory and each "
                    "reads its k samples one by one, k - 1 comparisons.",
            .workgroups = areaWorkgroups(twoBlocksProblem),
            .plan = plans.local,
            .automatic = twoBlocksWorkgroup,
            .standIn = "van-herk",
        },
        Variant{
            .id = "prefix",
            .label = "Log steps",
            .idea = "Rows, then columns: maxima of 1, 2, 4 ... samples by log steps in local memory, as a prefix sum "
                    "(Hillis and Steele 1986); k - 1 results a block lack samples: 12 of 16 are valid for k = 5, and "
                    "blocks overlap.",
            .workgroups = areaWorkgroups(prefixProblem),
            .plan = plans.prefix,
            .automatic = prefixWorkgroup,
            .standIn = "van-herk",
        },
        Variant{
            .id = "prefix-two-blocks",
            .label = "Log steps, two blocks",
            .idea = "The log steps over a block and the next one, two samples a work-item, so that all results of a "
                    "block are valid.",
            .workgroups = areaWorkgroups(twoBlocksProblem),
            .plan = plans.twoBlocks,
            .automatic = twoBlocksWorkgroup,
            .standIn = "van-herk",
        },
        Variant{
            .id = "van-herk",
            .label = "Van Herk",
            .idea = "Rows, then columns; k windows in a line share the suffix maxima of one block and the prefix "
                    "maxima of the next: 3 comparisons for any k (van Herk 1992, Gil and Werman 1993).",
            .workgroups = areaWorkgroups(),
            .plan = plans.vanHerk,
            .standIn = "van-herk",
        },
        Variant{
            .id = "register-blocked",
            .label = "Register-blocked",
            .idea = "A work-item makes a block of pixels in registers, two samples in each, by van Herk's suffixes "
                    "and prefixes down and along; from k = 11 in two passes, down first.",
            .workgroups = areaWorkgroups(),
            .plan = plans.blocks,
            .standIn = "van-herk",
        },
        Variant{
            .id = "strips",
            .label = "Strips of vectors",
            .idea = "For CPUs: a work-item walks down a strip, a row's maxima down the columns in a line of local "
                    "memory, then along, in vectors; from k = 9 by van Herk down and log steps along.",
            .workgroups = areaWorkgroups(),
            .missing = missingLocalMemory,
            .plan = plans.strips,
            .standIn = "van-herk",
        },
    };
}

ChoiceTable windowMaximumChoices() {
    return {{
        {.devices = {DeviceClass::Cpu},
         .variant = "strips",
         .measured = "PoCL, 2 cores, 2026-11-21: 2048 x 2048, gray 8-bit, k = 3 to 63 in 0.35 to 0.67 ms, "
                     "van-herk 9.2 to 13 ms"},
        {.variant = "register-blocked",
         .workgroup = Workgroup{32, 4},
         .measured = "H200, 2026-11-21: 8192 x 8192, gray 8-bit, k = 5 in 0.048 ms, van-herk 0.245, "
                     "direct-local 0.451"},
        {.variant = "strips", .workgroup = Workgroup{1, 1}},
    }};
}

} // namespace lightbench
