#include "core/filters/windows/window_maximum_plans.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/device/device_traits.h"
#include "core/filters/windows/extreme_tiles.h"
#include "core/filters/windows/float_strips.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench {

namespace {

int windowOf(const PlanRequest& request) { return request.parameters.integer("k"); }

std::uint64_t samplesOf(const PlanRequest& request, int operations) {
    return colourSamples(request.input) * std::uint64_t(operations);
}

/// A kernel of a program in kernels/windows/window_maximum/, from the source, all but the output and the global size;
/// operations: for one sample.
KernelPass maximumPass(const MaximumOutput& use, const PlanRequest& request, const std::string& program,
                       const std::string& name, int operations) {
    KernelPass pass = kernelPass(request, {"window_maximum/" + program, "window_maximum_" + name});
    addDefines(pass, {{"PEAKS", use.peaks}, {"INVERTED_KEYS", use.minimum}});
    pass.arguments = {
        {"src", inputBuffer()}, {"width", request.input.size.width}, {"height", request.input.size.height}};
    pass.operations = samplesOf(request, operations);
    return pass;
}

/// The same, built for this window.
KernelPass windowPass(const MaximumOutput& use, const PlanRequest& request, const std::string& program,
                      const std::string& name, int operations) {
    KernelPass pass = maximumPass(use, request, program, name, operations);
    addDefines(pass, {{"K", windowOf(request)}});
    return pass;
}

/// What the last pass takes and moves beyond its maxima.
void finish(KernelPass& pass, const MaximumOutput& use, const PlanRequest& request, bool readsSourceAgain) {
    addArguments(pass, {{"dst", outputBuffer()}, {"threshold", use.threshold}});
    if (use.peaks) pass.operations += samplesOf(request, 2);
    const bool needsSource = use.peaks || request.input.format.channels == 4; // for alpha
    if (readsSourceAgain && needsSource) pass.bytes += request.input.bytes();
}

/// Rows, then columns, by the kernels NAME_rows and NAME_columns.
Plan linesPlan(const MaximumOutput& use, const PlanRequest& request, const std::string& program,
               const std::string& name, int operations) {
    Plan plan;
    const BufferRef between = plan.addScratch("row maxima", request.input.bytes());
    for (const char* along : {"_rows", "_columns"})
        addArguments(plan.add(windowPass(use, request, program, name + along, operations)), {{"rows", between}});
    finish(lastKernel(plan), use, request, true);
    return plan;
}

KernelPass& firstKernel(Plan& plan) { return std::get<KernelPass>(plan.passes.front()); }

double windowPixels(const PlanRequest& request) { return double(windowOf(request)) * windowOf(request); }

Plan plainMaximumPlan(const MaximumOutput& use, const PlanRequest& request) {
    KernelPass pass = plainPass(request, "window_maximum", request.input.format, int(windowPixels(request)));
    addDefines(pass, {{"K", windowOf(request)}, {"PEAKS", use.peaks}, {"INVERTED_KEYS", use.minimum}});
    addArguments(pass, {{"threshold", use.threshold}});
    return singlePass(std::move(pass));
}

/// Peaks may end with the first row, and must compare with the threshold only.
Plan directPlan(const MaximumOutput& use, const PlanRequest& request) {
    KernelPass pass = maximumPass(use, request, "direct", "direct", 1);
    pass.global = coverGlobal(request.input.size, request.workgroup);
    addArguments(pass, {{"dst", outputBuffer()}, {"radius", windowOf(request) / 2}, {"threshold", use.threshold}});
    return singlePass(std::move(pass));
}

/// Doubling steps until windows of k samples are reached.
int doublings(int k) {
    int steps = 1;
    while (1 << steps <= k)
        ++steps;
    return steps;
}

/// Lines of work-items: along the rows, then, the workgroup turned, down the columns. Each workgroup takes in `blocks`
/// times its length, keeps `copies` of that in local memory and puts out `valid` places.
Plan blockPlan(const MaximumOutput& use, const PlanRequest& request, const std::string& program,
               const std::string& name, int blocks, int copies, int valid, int operations) {
    const Size size = request.input.size;
    const Workgroup group = request.workgroup;
    Plan plan = linesPlan(use, request, program, name, operations);
    KernelPass &rows = firstKernel(plan), &columns = lastKernel(plan);
    const auto cover = [&](int along, int across) {
        return std::pair{roundUp(std::size_t(along), std::size_t(valid)) / std::size_t(valid) * std::size_t(group.x),
                         roundUp(std::size_t(across), std::size_t(group.y))};
    };
    std::tie(rows.global[0], rows.global[1]) = cover(size.width, size.height);
    std::tie(columns.global[1], columns.global[0]) = cover(size.height, size.width);
    columns.local = {group.y, group.x};
    const LocalArgument tile{std::uint64_t(copies * blocks * group.items()) * request.input.format.bytesPerPixel()};
    for (KernelPass* pass : {&rows, &columns}) {
        addArguments(*pass, {{"tile", tile}});
        pass->operations = pass->operations * std::uint64_t(group.x) / std::uint64_t(valid);
    }
    return plan;
}

Plan vanHerkPlan(const MaximumOutput& use, const PlanRequest& request) {
    const int k = windowOf(request);
    const Size size = request.input.size;
    Plan plan = linesPlan(use, request, "van_herk", "herk", 3);
    KernelPass &rows = firstKernel(plan), &columns = lastKernel(plan);
    for (KernelPass* pass : {&rows, &columns}) {
        if (request.general) pass->defines.back() = {"ANY_K", "1"};
        addArguments(*pass, {{"window", k}});
    }
    rows.global = coverBlocks(size, {k, 1}, request.workgroup);
    columns.global = coverBlocks(size, {1, k}, request.workgroup);
    return plan;
}

/// The tuning parameters of kernels/windows/window_maximum/register_blocked.cl.
struct RegisterBlock {
    Size pairs;           ///< packed pairs of a work-item, in a row and a column
    int sharing = 0;      ///< windows along a row that share samples
    int reachX = 0;       ///< of windows to the left and right; 0 in a pass down the columns
    int reachY = 0;       ///< up and down; 0 in a pass along the rows
    bool isFinal = true;  ///< the last pass
    bool aligned = false; ///< every row begins at a whole block, or at 16 bytes of RGBA
};

void addBlock(KernelPass& pass, const RegisterBlock& block) {
    addDefines(pass, {{"PIXELS", block.pairs.width},
                      {"PAIR_ROWS", block.pairs.height},
                      {"GROUP", block.sharing},
                      {"HALO_X", block.reachX},
                      {"HALO_Y", block.reachY},
                      {"FINAL", block.isFinal},
                      {"ALIGNED", block.aligned}});
}

/// Blocks of packed pairs for windows of k in the directions asked for, of what is in the buffer `from`. What the pass
/// writes, and the threshold, are for the caller to add.
KernelPass blocksPass(const MaximumOutput& use, const PlanRequest& request, Size pairs, bool along, bool down,
                      bool isFinal, BufferRef from) {
    const int k = windowOf(request);
    const Size size = request.input.size;
    const bool isColour = request.input.format.channels == 4;
    KernelPass pass =
        windowPass(use, request, "register_blocked", isColour ? "pixels" : "blocks", (along ? 3 : 0) + (down ? 3 : 0));
    RegisterBlock block{.pairs = pairs, .isFinal = isFinal};
    block.sharing = std::min(sharingWindows(k), pairs.width);
    block.reachX = along ? k / 2 : 0;
    block.reachY = down ? k / 2 : 0;
    block.aligned = size.width % (isColour ? 4 : pairs.width) == 0;
    addBlock(pass, block);
    pass.defines.push_back(packedDefine(request.device));
    // A packed pair of gray integers has two rows.
    const int rows = pairs.height * (isColour || !request.input.format.isInteger() ? 1 : 2);
    pass.global = coverBlocks(size, {pairs.width, rows}, request.workgroup);
    addArguments(pass, {{"from", from}});
    return pass;
}

/// Pixels per row of a block: 16 bytes of gray integers.
int blockWidth(const PlanRequest& request, int maximum) {
    const Format format = request.input.format;
    if (format.channels != 1 || !format.isInteger()) return 4;
    return std::max(maximum / int(format.bytesPerSample()), 4);
}

/// Pixels per row of a pass along rows only, which shares what neighbouring windows load. 8-bit RGBA uses words of
/// whole pixels.
int lineWidth(const PlanRequest& request) {
    const Format format = request.input.format;
    return format.type == SampleType::U8 && format.channels == 4 ? 8 : blockWidth(request, 16);
}

/// Small windows in one pass; larger ones down the columns first, then along the rows.
Plan blocksPlan(const MaximumOutput& use, const PlanRequest& request) {
    const int k = windowOf(request);
    const int windows = sharingWindows(k);
    if (k <= 9) {
        const Size block{blockWidth(request, k > 7 ? 8 : 16), windows};
        KernelPass pass = blocksPass(use, request, block, true, true, true, inputBuffer());
        finish(pass, use, request, false);
        return singlePass(std::move(pass));
    }
    // A column of RGBA is as wide as four gray columns.
    const int columns = request.input.format.channels == 4 ? 1 : 4;
    Plan plan;
    const BufferRef between = plan.addScratch("row maxima", request.input.bytes());
    KernelPass& first = plan.add(blocksPass(use, request, {columns, windows}, false, true, false, inputBuffer()));
    addArguments(first, {{"dst", between}, {"threshold", use.threshold}});
    KernelPass& second = plan.add(blocksPass(use, request, {lineWidth(request), 1}, true, false, true, between));
    finish(second, use, request, true);
    return plan;
}

Plan maximumStripsPlan(const MaximumOutput& use, const PlanRequest& request) {
    const int k = windowOf(request);
    const bool isSmall = k <= 7;
    // Small windows use one line, which may fill the first-level cache; larger windows need k + 2 lines.
    const int tile = std::max((isSmall ? 16384 : 2048) / int(request.input.format.bytesPerPixel()), 128);
    // Samples that need no key of another order are compared as they are.
    MaximumOutput unturned = use;
    unturned.minimum = false;
    KernelPass pass = windowPass(unturned, request, "strips", "strips", isSmall ? 2 * k - 2 : 4 + doublings(k));
    addDefines(pass, {{"MINIMUM", use.minimum}});
    coverWithLines(pass, request, tile, isSmall ? 2 : k + 2, k, isSmall ? 8 : k);
    finish(pass, use, request, false);
    return singlePass(std::move(pass));
}

// The variants with lines in local memory, by the number of line lengths that they load.

Plan localPlan(const MaximumOutput& use, const PlanRequest& request) {
    return blockPlan(use, request, "direct_local", "local", 2, 1, request.workgroup.x, windowOf(request) - 1);
}

Plan prefixPlan(const MaximumOutput& use, const PlanRequest& request) {
    const int k = windowOf(request);
    return blockPlan(use, request, "prefix", "prefix", 1, 2, request.workgroup.x - k + 1, doublings(k));
}

Plan twoBlocksPlan(const MaximumOutput& use, const PlanRequest& request) {
    return blockPlan(use, request, "prefix_two_blocks", "two_blocks", 2, 2, request.workgroup.x,
                     2 * doublings(windowOf(request)) - 1);
}

std::string atLeast(int needed, Workgroup workgroup) {
    if (workgroup.x >= needed) return {};
    return workgroupText(workgroup) + " is too short for this window: at least " + std::to_string(needed) +
           " work-items in a row";
}

/// For direct-local and prefix-two-blocks, which load a block and the next one.
std::string twoBlocksProblem(Workgroup group, const PlanRequest& request) {
    return atLeast(windowOf(request) - 1, group);
}

std::string prefixProblem(Workgroup group, const PlanRequest& request) { return atLeast(windowOf(request), group); }

/// The least power of two that is not below n, with rows to reach 256 work-items.
Workgroup linesOf(int n) {
    int length = 16;
    while (length < n)
        length *= 2;
    return {length, std::max(1, 256 / length)};
}

Workgroup twoBlocksWorkgroup(const PlanRequest& request) { return linesOf(windowOf(request) - 1); }

Workgroup prefixWorkgroup(const PlanRequest& request) { return linesOf(windowOf(request) + 1); }

using MakeMaximum = Plan (*)(const MaximumOutput&, const PlanRequest&);
MakePlan planFor(const MaximumUse& use, MakeMaximum make) {
    return [use, make](const PlanRequest& request) { return make(use(request), request); };
}

Variant plainMaximum(const MaximumUse& use) {
    Variant variant =
        plainVariant("Each work-item compares all samples of its neighbourhood, with k^2 - 1 comparisons.",
                     planFor(use, plainMaximumPlan), exactly(), whileQuickForSamples(windowPixels));
    variant.fallbackVariant = "van-herk";
    return variant;
}
} // namespace

Variant directPeaksVariant(const MaximumUse& use) {
    return Variant{
        .id = "direct",
        .idea = "Each work-item reads the samples of its neighbourhood, the nearest rows first. It stops as soon as "
                "every channel has met a greater sample, and at once if the pixel is below the threshold.",
        .plan = planFor(use, directPlan),
    };
}

std::vector<Variant> windowMaximumVariants(const MaximumUse& use) {
    const auto plan = [&use](MakeMaximum make) { return planFor(use, make); };
    return {
        Variant{
            .id = "direct-local",
            .label = "Direct, local memory",
            .idea = "Finds maxima along rows, then along columns. A line of work-items loads its block and the next "
                    "one into local memory. Each then compares its k samples one by one, with k - 1 comparisons.",
            .workgroups = areaWorkgroups(twoBlocksProblem),
            .plan = plan(localPlan),
            .automatic = twoBlocksWorkgroup,
            .fallbackVariant = "van-herk",
        },
        Variant{
            .id = "prefix",
            .label = "Log steps",
            .idea = "Finds maxima along rows, then along columns. Steps in local memory make maxima of 2, 4, 8 and so "
                    "on samples, as a prefix sum does (Hillis and Steele 1986). The last k - 1 results of a block lack "
                    "samples, so blocks overlap: for k = 5, 12 of 16 results are valid.",
            .workgroups = areaWorkgroups(prefixProblem),
            .plan = plan(prefixPlan),
            .automatic = prefixWorkgroup,
            .fallbackVariant = "van-herk",
        },
        Variant{
            .id = "prefix-two-blocks",
            .label = "Log steps, two blocks",
            .idea = "The same steps cover a block and the next one, with two samples per work-item. So all results of "
                    "a block are valid.",
            .workgroups = areaWorkgroups(twoBlocksProblem),
            .plan = plan(twoBlocksPlan),
            .automatic = twoBlocksWorkgroup,
            .fallbackVariant = "van-herk",
        },
        Variant{
            .id = "van-herk",
            .label = "Van Herk",
            .idea = "Finds maxima along rows, then along columns. k neighbouring pixels share the suffix maxima of one "
                    "block and the prefix maxima of the next. That needs 3 comparisons for any k (van Herk 1992, Gil "
                    "and Werman 1993).",
            .plan = plan(vanHerkPlan),
            .fallbackVariant = "van-herk",
        },
        Variant{
            .id = "register-blocked",
            .label = "Register-blocked",
            .idea = "Each work-item computes a block of pixels in registers, with two samples in each register. It "
                    "uses van Herk's suffixes and prefixes down columns and along rows. From k = 11 on, two passes do "
                    "this, columns first.",
            .plan = plan(blocksPlan),
            .fallbackVariant = "van-herk",
        },
        Variant{
            .id = "tiles",
            .idea = "Each workgroup makes a tile in one pass. By van Herk's suffixes and prefixes, work-items find the "
                    "maxima down columns of words, and keep them in local memory. From there they find the maxima "
                    "along rows, and store whole vectors at any width of the image.",
            .workgroups = extremeTilesWorkgroups(),
            .plan = [use](const PlanRequest& request) { return extremeTilesPlan(use(request), request); },
            .automatic = [use](const PlanRequest& request) { return extremeTilesWorkgroup(use(request), request); },
            .fallbackVariant = "van-herk",
        },
        Variant{
            .id = "strips",
            .label = "Strips of vectors",
            .idea = "For CPUs: each work-item goes down a strip. It computes the maxima of columns in local memory, "
                    "then those along rows, in vectors. From k = 9 on, it uses van Herk's method down columns and "
                    "steps of 2, 4, 8 and so on along rows.",
            .workgroups = areaWorkgroups(),
            .missing = missingLineMemory,
            .plan = plan(maximumStripsPlan),
            .fallbackVariant = "van-herk",
        },
        plainMaximum(use),
    };
}

ChoiceTable windowMaximumChoices() {
    return {{
        {.devices = {DeviceClass::Cpu},
         .variant = "strips",
         .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048, gray 8-bit, k = 3 to 63: 0.35 to 0.67 ms, "
                     "van-herk 9.2 to 13 ms"},
        {.devices = {DeviceClass::Gpu},
         .variant = "tiles",
         .measured = "H200, 2026-11-23, 8-bit, k = 5: gray, 8192 x 8192: 0.047 ms, register-blocked 0.048 ms; "
                     "gray, 8191 x 8193: 0.054 ms, register-blocked 0.082 ms; RGBA, 8192 x 8192: 0.144 ms, "
                     "register-blocked 0.177 ms; RGBA, 8191 x 8193: 0.147 ms, register-blocked 0.345 ms"},
        {.variant = "register-blocked",
         .workgroup = Workgroup{32, 4},
         .measured = "H200, 2026-11-21, 8192 x 8192, 8-bit: gray, k = 5: 0.048 ms, van-herk 0.245 ms, "
                     "direct-local 0.451 ms; RGBA, k = 5: 0.176 ms (2026-11-22); RGBA, k = 31: 0.38 ms "
                     "(2026-11-22)"},
        {.variant = "strips", .workgroup = Workgroup{1, 1}},
    }};
}

} // namespace lightbench
