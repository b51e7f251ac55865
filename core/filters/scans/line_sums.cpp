#include "core/filters/scans/line_sums.h"

#include "core/framework/plain_variant.h"

#include <utility>

namespace lightbench {

const LineScan hillisSteeleScan{
    .kernel = "hillis_steele",
    .each = 1,
    .localPixels = 2,
    .needsPowersOfTwo = false,
    .id = "hillis-steele",
    .label = "Hillis-Steele",
    .idea = "A workgroup goes along its line in chunks of one pixel per work-item. In each of log2(n) steps in local "
            "memory, it adds the sum at twice the distance of the step before: n log2(n) additions (Hillis and Steele "
            "1986).",
};
const LineScan blellochScan{
    .kernel = "blelloch",
    .each = 1,
    .localPixels = 1,
    .needsPowersOfTwo = true,
    .id = "blelloch",
    .idea = "An up-sweep and a down-sweep over a tree scan chunks of one pixel per work-item. That is twice as many "
            "steps as in Hillis-Steele, but only 2 n additions (Blelloch 1990).",
};
const LineScan loopingScan{
    .kernel = "looping",
    .each = 16,
    .localPixels = 2,
    .needsPowersOfTwo = false,
    .id = "looping",
    .idea = "Each work-item sums 16 pixels of its own in registers. The workgroup scans only these sums, as Hillis and "
            "Steele do, and adds them back. So it needs few barriers, but along rows neighbouring work-items read 16 "
            "pixels apart.",
};

namespace {

/// Lines per workgroup. Along columns, neighbouring work-items need neighbouring columns, or each read would fetch a
/// separate cache line.
int linesPerGroup(Workgroup workgroup, bool isAlongX) { return !isAlongX && workgroup.x % 64 == 0 ? 16 : 1; }

std::string powersOnly(Workgroup workgroup, const PlanRequest&) {
    if ((workgroup.x & (workgroup.x - 1)) == 0) return {};
    return "the tree needs a power of two, which " + std::to_string(workgroup.x) + " is not";
}

} // namespace

ImageShape sumShape(const ImageShape& input, const ParameterValues&) {
    ImageShape shape = input;
    if (shape.format.isInteger()) shape.format.type = SampleType::U32;
    return shape;
}

KernelPass lineSumPass(const PlanRequest& request, const LineScan& scan, const LineSums& lines) {
    const Size size = request.input.size;
    const int side = linesPerGroup(request.workgroup, lines.isAlongX);
    const int count = lines.isAlongX ? size.width : size.height, others = lines.isAlongX ? size.height : size.width;
    const int step = lines.isAlongX ? 1 : size.width, lineStep = lines.isAlongX ? size.width : 1;
    const std::uint64_t items = std::uint64_t(request.workgroup.x);
    KernelPass pass = kernelPass(request, {lines.filter + "/" + scan.kernel, lines.filter + "_" + scan.kernel});
    pass.defines = formatDefines(lines.from, lines.to);
    addDefines(pass, {{"SCAN_LINES", side}, {"SCAN_EACH", scan.each}});
    pass.global = {items, roundUp(std::size_t(others), std::size_t(side)) / std::size_t(side)};
    pass.arguments = {{"src", lines.source},
                      {"dst", lines.sums},
                      {"count", count},
                      {"pixel_step", step},
                      {"lines", others},
                      {"line_step", lineStep},
                      {"sums", LocalArgument{items * std::uint64_t(scan.localPixels) * lines.to.bytesPerPixel()}}};
    pass.bytes = ImageShape{size, lines.from}.bytes() + ImageShape{size, lines.to}.bytes();
    pass.operations = ImageShape{size, lines.to}.samples();
    pass.records = lines.sums == outputBuffer();
    return pass;
}

std::vector<MeasuredChoice> lineSumChoices() {
    std::vector<MeasuredChoice> rows;
    for (const LineScan* scan : {&hillisSteeleScan, &blellochScan, &loopingScan}) {
        rows.push_back({.devices = {DeviceClass::Cpu}, .variant = scan->id, .workgroup = Workgroup{64, 1}});
        rows.push_back({.variant = scan->id, .workgroup = Workgroup{256, 1}});
    }
    return rows;
}

Variant lineSumVariant(const LineScan& scan, MakePlan plan) {
    return Variant{
        .id = scan.id,
        .label = scan.label,
        .idea = scan.idea,
        .tolerance = sumTolerance(),
        .workgroups = scan.needsPowersOfTwo ? lineWorkgroups(powersOnly) : lineWorkgroups(),
        .plan = std::move(plan),
    };
}

Variant plainSumVariant(MakePlan plan, Communication communication) {
    Variant variant =
        plainVariant("Each work-item adds up one channel of a whole row or column.", std::move(plan), sumTolerance());
    variant.workgroups = lineWorkgroups();
    variant.communication = communication;
    return variant;
}

KernelPass plainSumPass(const PlanRequest& request, const LineSums& lines) {
    const Size size = request.input.size;
    const int channels = lines.from.channels, row = size.width * channels;
    const int count = lines.isAlongX ? size.height : size.width, length = lines.isAlongX ? size.width : size.height;
    KernelPass pass = kernelPass(request, "prefix_sum/plain");
    pass.defines = formatDefines(lines.from, lines.to);
    pass.global = {roundUp(std::size_t(count) * std::size_t(channels), std::size_t(request.workgroup.x)), 1};
    pass.arguments = {{"src", lines.source},
                      {"dst", lines.sums},
                      {"lines", count},
                      {"length", length},
                      {"line_step", lines.isAlongX ? row : channels},
                      {"pixel_step", lines.isAlongX ? channels : row}};
    pass.bytes = ImageShape{size, lines.from}.bytes() + ImageShape{size, lines.to}.bytes();
    pass.operations = request.input.samples();
    return pass;
}

} // namespace lightbench
