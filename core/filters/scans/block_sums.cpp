#include "core/filters/scans/block_sums.h"

#include <utility>

#include "core/device/device_traits.h"

namespace lightbench {

namespace {

std::uint64_t pixelBytes(Format format) { return format.bytesPerPixel(); }
constexpr std::uint64_t quadBytes = 16; ///< sums have four bytes per sample

/// A pass without its global size and local memory.
KernelPass linesPass(const PlanRequest& request, const LineSums& lines, const char* kernel, const char* program,
                     int block) {
    const Size size = request.input.size;
    KernelPass pass = kernelPass(request, {lines.filter + "/" + program, lines.filter + "_" + kernel});
    pass.defines = blockDefines(request, lines, block);
    pass.arguments = {
        {"src", lines.source}, {"dst", lines.sums}, {"samples", size.width * lines.to.channels}, {"rows", size.height}};
    pass.bytes = ImageShape{size, lines.from}.bytes() + ImageShape{size, lines.to}.bytes();
    pass.operations = ImageShape{size, lines.to}.samples();
    pass.records = lines.sums == outputBuffer();
    return pass;
}

/// Local memory for the totals of a row of work-items: one per sub-group, or two per work-item without sub-groups.
NamedArgument rowTotals(const PlanRequest& request, const LineSums& lines) {
    const int lanes = subgroupItems(request);
    const int each = lanes > 1 ? request.workgroup.x / lanes : 2 * request.workgroup.x;
    return {"totals", LocalArgument{std::uint64_t(each) * std::uint64_t(request.workgroup.y) * pixelBytes(lines.to)}};
}

NamedArgument columnTotals(const PlanRequest& request) {
    return {"sums", LocalArgument{2 * std::uint64_t(request.workgroup.items()) * quadBytes}};
}

} // namespace

int subgroupItems(const PlanRequest& request) {
    const int lanes = shuffleLanes(request.device);
    return request.workgroup.x % lanes == 0 ? lanes : 1;
}

std::uint64_t lookBackWords(Format sums) { return sums.isInteger() ? 1 : 2; }

std::size_t quadsOf(int pixels, Format format) {
    return divideUp(std::size_t(pixels) * std::size_t(format.channels), 4);
}

std::vector<std::pair<std::string, std::string>> blockDefines(const PlanRequest& request, const LineSums& lines,
                                                              int block) {
    auto defines = formatDefines(lines.from, lines.to);
    defines.emplace_back("BLOCK", std::to_string(block));
    defines.emplace_back("WIDE", request.input.size.width * lines.to.channels % 4 == 0 ? "1" : "0");
    defines.emplace_back("SUBGROUP", std::to_string(subgroupItems(request)));
    return defines;
}

KernelPass blockSumPass(const PlanRequest& request, const LineSums& lines, int block) {
    KernelPass pass =
        linesPass(request, lines, lines.isAlongX ? "blocked_rows" : "blocked_columns", "register_blocked", block);
    const Size size = request.input.size;
    const Workgroup group = request.workgroup;
    if (lines.isAlongX) {
        pass.global = {std::size_t(group.x), roundUp(std::size_t(size.height), std::size_t(group.y))};
        pass.arguments.push_back(rowTotals(request, lines));
    } else {
        pass.global = {roundUp(quadsOf(size.width, lines.to), std::size_t(group.x)), std::size_t(group.y)};
        pass.arguments.push_back(columnTotals(request));
    }
    return pass;
}

void addLookBack(Plan& plan, const PlanRequest& request, const LineSums& lines, int block) {
    KernelPass pass =
        linesPass(request, lines, lines.isAlongX ? "look_back_rows" : "look_back_columns", "look_back", block);
    const Size size = request.input.size;
    const std::size_t x = std::size_t(request.workgroup.x), y = std::size_t(request.workgroup.y);
    const std::size_t quads = quadsOf(size.width, lines.to), height = std::size_t(size.height);
    const std::size_t across = divideUp(quads, lines.isAlongX ? x * std::size_t(block) : x);
    const std::size_t down = divideUp(height, lines.isAlongX ? y : y * std::size_t(block));
    const std::uint64_t sums =
        std::uint64_t(lines.to.channels) * (lines.isAlongX ? across * height : down * std::size_t(size.width));
    // The first word is the ticket counter.
    const std::uint64_t bytes = (1 + sums * lookBackWords(lines.to)) * sizeof(std::uint64_t);
    const BufferRef words = plan.addScratch("look-back", bytes);
    plan.passes.emplace_back(FillPass{words, 0});
    pass.global = {across * down * x, y};
    addArguments(pass, {{"words", words},
                        lines.isAlongX ? rowTotals(request, lines) : columnTotals(request),
                        {"carries", LocalArgument{lines.isAlongX ? y * pixelBytes(lines.to) : x * quadBytes}}});
    pass.localBytes = sizeof(std::int32_t);
    pass.bytes += 2 * bytes;
    plan.passes.emplace_back(std::move(pass));
}

Variant registerBlockedVariant(MakePlan plan, ChooseWorkgroup automatic) {
    return Variant{
        .id = "register-blocked",
        .label = "Register-blocked",
        .idea = "Each work-item scans several vectors of four samples in registers. Only the totals of the work-items "
                "are scanned together, by shuffles in an NVIDIA warp or in local memory (Merrill and Grimshaw 2009).",
        .tolerance = sumTolerance(),
        .workgroups = areaWorkgroups(),
        .plan = std::move(plan),
        .automatic = std::move(automatic),
    };
}

} // namespace lightbench
