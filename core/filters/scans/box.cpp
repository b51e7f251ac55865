// box: replaces each sample by the mean of its window.
#include <algorithm>
#include <type_traits>

#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/building_blocks.h"
#include "core/filters/scans/box_strips.h"
#include "core/filters/windows/box_blocks.h"
#include "core/filters/windows/float_strips.h"
#include "core/filters/windows/unaligned_segments.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/colour_rows.h"
#include "core/framework/plain_variant.h"

namespace lightbench::filters {

namespace {

/// Side of the largest window, in pixels.
constexpr int largestWindow = 255;

/// The type of window sums: integers are summed exactly.
template <class T> using Total = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

Image boxReference(const Image& input, const ParameterValues& parameters) {
    const Border border = borderByName(parameters.choice("border"));
    const int k = parameters.integer("k");
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const auto one = [](int) { return Total<T>(1); };
        const auto columns = columnSums<T, Total<T>>(input, y, k / 2, border, one);
        const auto sums = rowSums(columns, input.channels(), k / 2, border, one);
        fill([&](std::size_t s) { return storeSample<T>(double(sums[s]) / (double(k) * k)); });
    });
}

/// Bytes per pixel between the passes: for 8-bit samples the sum of the widest window's row fits 16 bits.
std::uint64_t rowPixelBytes(Format format) {
    return std::uint64_t(format.channels) * (format.type == SampleType::U8 ? 2 : 4);
}

/// A pass with one work-item for each of `items`; the caller sets bytes and some arguments. `additions`: per sample.
KernelPass boxPass(const PlanRequest& request, const std::string& program, const std::string& kernel, Size items,
                   int additions) {
    KernelPass pass = kernelPass(request, {"box/" + program, kernel});
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    pass.global = coverGlobal(items, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},
                      {"width", request.input.size.width},
                      {"height", request.input.size.height},
                      {"radius", request.parameters.integer("k") / 2}};
    pass.operations = colourSamples(request.input) * std::uint64_t(additions);
    return pass;
}

/// How a variant computes a line of sums: its work-items, their additions per sample, and extra arguments.
struct Lines {
    std::string kernel;
    Size items;
    int additions;
    NamedArgument own;
};

/// Row sums, then column sums, with the row sums in between.
Plan boxTwoPassPlan(const PlanRequest& request, const std::string& program, const Lines& rows, const Lines& columns) {
    const ImageShape& input = request.input;
    const std::uint64_t between = input.size.area() * rowPixelBytes(input.format);
    Plan plan;
    const BufferRef sums = plan.addScratch("row sums", between);
    KernelPass& first = plan.add(boxPass(request, program, rows.kernel, rows.items, rows.additions));
    addArguments(first, {{"rows", sums}, rows.own});
    first.bytes = input.bytes() + between;
    KernelPass& second = plan.add(boxPass(request, program, columns.kernel, columns.items, columns.additions));
    addArguments(second, {{"rows", sums}, {"dst", outputBuffer()}, columns.own});
    // The second pass reads only the input's alpha, but alpha shares every cache line with the colours.
    const std::uint64_t images = input.format.channels == 4 ? 2 : 1;
    second.bytes = between + images * input.bytes();
    return plan;
}

Plan runningPlan(const PlanRequest& request) {
    // A segment starts with k additions. With at least k samples this costs at most one more addition per sample. At
    // least 32 samples slide enough; longer segments would leave too few work-items.
    const int segment = std::max(request.parameters.integer("k"), 32);
    const Size size = request.input.size;
    const Size rows{divideUp(size.width, segment), size.height};
    const Size columns{size.width, divideUp(size.height, segment)};
    const NamedArgument own{"share", segment};
    return boxTwoPassPlan(request, "running_sum", {"box_running_rows", rows, 3, own},
                          {"box_running_columns", columns, 3, own});
}

Plan localPlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    const Size size = request.input.size;
    const Format format = request.input.format;
    const Workgroup group = request.workgroup;
    const LocalArgument wide{std::uint64_t(group.x + k - 1) * std::uint64_t(group.y) * format.bytesPerPixel()};
    const LocalArgument high{std::uint64_t(group.x) * std::uint64_t(group.y + k - 1) * rowPixelBytes(format)};
    return boxTwoPassPlan(request, "separable_local", {"box_local_rows", size, k, {"tile", wide}},
                          {"box_local_columns", size, k, {"tile", high}});
}

/// The source of the integral image: the image with its border, a row and a column of zeros in front, and zeros up to
/// whole vectors.
ImageShape paddedOf(const PlanRequest& request) {
    const Size size = request.input.size;
    const int k = request.parameters.integer("k");
    return {{int(roundUp(std::size_t(size.width + k), 16)), size.height + k}, request.input.format};
}

Plan integralPlan(const PlanRequest& request) {
    const ImageShape& input = request.input;
    const ImageShape padded = paddedOf(request);
    const Plan sums = planOf(buildingBlock("integral"), padded, request.device);
    const std::uint64_t sumBytes = sums.output.bytes();
    Plan plan;
    const BufferRef image = plan.addScratch("padded image", padded.bytes());
    const BufferRef integral = plan.addScratch("integral image", sumBytes);
    KernelPass pad = boxPass(request, "integral_image", "box_pad", padded.size, 0);
    addArguments(pad, {{"padded", image}, {"padded_width", padded.size.width}, {"padded_height", padded.size.height}});
    pad.bytes = input.bytes() + padded.bytes();
    KernelPass corners = boxPass(request, "integral_image", "box_corners", input.size, 3);
    addArguments(corners, {{"sums", integral}, {"dst", outputBuffer()}, {"padded_width", padded.size.width}});
    corners.bytes = sumBytes + (input.format.channels == 4 ? 2 : 1) * input.bytes();
    plan.passes.emplace_back(std::move(pad));
    appendPlan(plan, sums, image, integral);
    plan.passes.emplace_back(std::move(corners));
    return plan;
}

/// Rows per band: enough that loading its first window counts little, few enough that the device stays busy.
int bandRows(const PlanRequest& request, int strips) {
    const int height = request.input.size.height, k = request.parameters.integer("k");
    int rows = request.input.format.isInteger() ? 16 : 32;
    while (rows < 128 && 2 * rows < k)
        rows *= 2;
    while (rows > 16 && strips * (divideUp(height, rows)) < 8 * request.device.computeUnits)
        rows /= 2;
    return rows;
}

/// What the kernel of sliding columns and its plan share. The kernel takes it by defines.
struct ColumnsLayout {
    int segmentPixels, radius, items;
    bool isPacked;             ///< two column sums share a word: bytes in small windows
    int rows;                  ///< rows per barrier
    std::uint64_t sharedBytes; ///< of local memory, for two sets of `rows` rows
};

ColumnsLayout columnsLayout(const PlanRequest& request) {
    const Format format = request.input.format;
    const int k = request.parameters.integer("k");
    ColumnsLayout layout{unalignedSegment(format), k / 2, request.workgroup.x, false, 1, 0};
    layout.isPacked = format.type == SampleType::U8 && k * layout.segmentPixels * 255 < 65536;
    // A row shares the sums of its columns and each segment's total.
    const std::uint64_t row =
        std::uint64_t(layout.items * format.channels * (layout.segmentPixels * (layout.isPacked ? 2 : 4) + 4));
    // Two rows per barrier, if that leaves room for other workgroups.
    layout.rows = format.isInteger() && 4 * row <= 24 << 10 ? 2 : 1;
    layout.sharedBytes = 2 * std::uint64_t(layout.rows) * row;
    return layout;
}

Plan columnsPlan(const PlanRequest& request) {
    const ImageShape& input = request.input;
    const ColumnsLayout layout = columnsLayout(request);
    const int k = request.parameters.integer("k"), strips = linesAcross(request, layout.radius);
    const int band = bandRows(request, strips);
    const Reciprocal reciprocal = reciprocalOf(std::uint32_t(k * k), input.format.type == SampleType::U8);
    KernelPass pass = boxPass(request, "columns", "box_columns", {1, 1}, 4);
    addUnalignedSegments(pass, request);
    addDefines(pass, {{"SEGMENT_BITS", layout.segmentPixels == 8 ? 3 : 2},
                      {"RADIUS", layout.radius},
                      {"ITEMS", layout.items},
                      {"PACKED", layout.isPacked},
                      {"ROWS", layout.rows},
                      {"HALF_COUNT", reciprocal.half},
                      {"RECIPROCAL", reciprocal.factor},
                      {"SHIFT", reciprocal.shift}});
    pass.global = {std::size_t(strips) * std::size_t(layout.items), std::size_t(divideUp(input.size.height, band))};
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"width", input.size.width},
                      {"height", input.size.height},
                      {"band", band}};
    pass.localBytes = layout.sharedBytes;
    pass.bytes = 2 * input.bytes();
    return singlePass(std::move(pass));
}

/// The variant columns: small windows of 8-bit samples in registers alone, others by columnsPlan.
Plan columnsVariantPlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    if (request.input.format.type != SampleType::U8 || k > tuningOf<BoxColumnsTuning>(request).maxInRegisters)
        return columnsPlan(request);
    KernelPass pass =
        boxBlocksPass(request, {"box/register_blocks", "box_blocks"}, k, request.parameters.choice("border"));
    pass.operations = request.input.samples() * 4;
    return singlePass(std::move(pass));
}

std::string columnsProblem(Workgroup group, const PlanRequest& request) {
    return helpersProblem(group, request, request.parameters.integer("k") / 2);
}

/// At most a fifth of a line's work-items only load margins.
Workgroup columnsWorkgroup(const PlanRequest& request) {
    int items = 64;
    while (items < 256 && items < 10 * helpers(request, request.parameters.integer("k") / 2))
        items *= 2;
    return {items, 1};
}

Plan stripsPlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    KernelPass pass = boxStripsPass(request, k, request.parameters.choice("border"));
    pass.operations = request.input.samples() * 4;
    return singlePass(std::move(pass));
}

/// Lines of 63 rows of RGBA floats need a third of a MiB.
std::string missingForStrips(const DeviceInfo& device) {
    if (isCpuDevice(device) && device.localMemory >= 512 << 10) return {};
    return "it needs the vectors of a CPU, and 512 KiB of local memory";
}

std::string missingForColumns(const DeviceInfo& device) {
    if (keepsValuesAtBarriers(device)) return {};
    return "PoCL from version 4 on sometimes compiles it wrong";
}

double boxTaps(const PlanRequest& request) {
    const double k = request.parameters.integer("k");
    return k * k;
}

Plan plainBoxPlan(const PlanRequest& request) {
    KernelPass pass = plainPass(request, "box", request.input.format, int(boxTaps(request)));
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    addArguments(pass, {{"radius", request.parameters.integer("k") / 2}});
    return singlePass(std::move(pass));
}

std::vector<Variant> boxVariants() {
    return {
        Variant{
            .id = "running-sum",
            .idea = "Sums rows, then columns. Each work-item slides along a part of the line. At each step it adds the "
                    "sample that enters the neighbourhood and subtracts the one that leaves. The work is the same for "
                    "any k (McDonnell 1981).",
            .tolerance = withinOne(),
            .plan = runningPlan,
        },
        Variant{
            .id = "separable-local",
            .label = "Separable, local memory",
            .idea = "Sums rows, then columns, with one work-item per pixel and 2 k additions. A workgroup copies its "
                    "block and the pixels around it into local memory.",
            .tolerance = withinOne(),
            .workgroups = areaWorkgroups(),
            .plan = localPlan,
        },
        Variant{
            .id = "integral",
            .label = "Integral image",
            .idea = "Each sum needs four samples of the integral image of the padded image. The work is the same for "
                    "any k (Crow 1984). The kernels of the filter integral make that image.",
            .workgroups = areaWorkgroups(),
            .applies = {"it takes integers only, because no difference of sums over a whole image of floats is exact",
                        [](const PlanRequest& request) { return request.input.format.isInteger(); }},
            .plan = integralPlan,
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "columns",
            .label = "Sliding columns",
            .idea = "In one pass, each work-item slides down with the sums of its columns in registers. For small "
                    "neighbourhoods of 8-bit samples it adds up two such sums at a time. Otherwise it adds up segments "
                    "of columns in local memory (after McDonnell 1981).",
            .tolerance = withinOne(),
            .workgroups = {WorkgroupRule::Line, {{64, 1}, {128, 1}, {256, 1}}, columnsProblem},
            .missing = missingForColumns,
            .plan = columnsVariantPlan,
            .tuning = tuningNames<BoxColumnsTuning, BoxBlocksTuning>(),
            .automatic = columnsWorkgroup,
            .fallbackVariant = "running-sum",
        },
        Variant{
            .id = "strips",
            .label = "Strips of vectors",
            .idea = "For CPUs: each work-item makes a strip of rows. It keeps sums of columns in local memory and adds "
                    "them up along rows, in vectors. For larger neighbourhoods of integers it uses running sums down "
                    "columns and along rows. For those of floats it uses suffixes and prefixes of k rows (van Herk "
                    "1992), and sums of 4, 16 and so on along rows.",
            .tolerance = withinOne(),
            .workgroups = stripWorkgroups(),
            .missing = missingForStrips,
            .plan = stripsPlan,
            .fallbackVariant = "running-sum",
        },
        plainVariant(
            "Each work-item adds up the samples of its neighbourhood, with k^2 additions, and divides by their number.",
            plainBoxPlan, withinOne(), whileQuickForSamples(boxTaps)),
    };
}

ChoiceTable boxChoices() {
    ChoiceTable table{{
        {.devices = {DeviceClass::Gpu},
         .variant = "columns",
         .measured = "H200, 2026-11-23, 8192 x 8192, 8-bit: gray, k = 5: 0.057 ms, integral 0.67 ms; gray, k ="
                     " 31: 0.116 ms, integral 0.67 ms; RGBA, k = 5: 0.173 ms; RGBA, k = 31: 0.333 ms"},
        {.devices = {DeviceClass::Cpu},
         .types = {SampleType::U8, SampleType::U16},
         .variant = "strips",
         .measured = "PoCL, 2 cores, 2026-11-23, 3839 x 2161, gray 8-bit: k = 5: 0.8 ms; k = 31: 1.0 ms, "
                     "OpenCV on the same cores 4.1 ms; k = 255: 1.7 ms, running-sum 18 ms"},
        {.devices = {DeviceClass::Cpu},
         .where = {{.name = "k", .maximum = 63}},
         .variant = "strips",
         .measured = "PoCL, 2 cores, 2026-11-23, 3840 x 2160, gray float, k = 31: 4.8 ms, OpenCV on the same "
                     "cores 10.4 ms"},
        // Small windows have short segments, whose work-items read different rows at once.
        {.where = {{.name = "k", .maximum = 15}}, .variant = "separable-local"},
        {.variant = "running-sum"},
        {.types = {SampleType::U8},
         .channels = 4,
         .where = {{.name = "k", .maximum = 9}},
         .variant = "columns",
         .workgroup = Workgroup{128, 1}},
        {.types = {SampleType::U8},
         .channels = 1,
         .where = {{.name = "k", .maximum = 11}},
         .variant = "columns",
         .workgroup = Workgroup{128, 1}},
        {.channels = 4, .variant = "columns", .tuning = {{"most-in-registers", 9}}},
        {.variant = "columns",
         .tuning = {{"most-in-registers", 11}},
         .measured = "H200, 2026-11-22, 8192 x 8192, gray 8-bit, k = 11: 0.091 ms, by local memory 0.137 ms"},
    }};
    return mergedChoices(std::move(table.rows), {boxBlocksCuts("columns")});
}
} // namespace

Filter box() {
    return {
        .id = "box",
        .group = "Blur and sharpen",
        .summary = "Blurs an image by the plain mean of each neighbourhood.",
        .synonyms = {"blur", "mean", "average", "smooth"},
        .doc = "Each sample becomes the mean of the k x k samples around it, rounded half to even. Each colour channel "
               "is filtered by itself; alpha is copied.",
        .parameters = {integerParameter("k", "Window size", "px", 1, largestWindow, 2, 5,
                                        "Side of the neighbourhood; odd."),
                       borderParameter()},
        .locality = squareLocality,
        .reference = boxReference,
        .variants = boxVariants(),
        .choices = boxChoices(),
    };
}

} // namespace lightbench::filters
