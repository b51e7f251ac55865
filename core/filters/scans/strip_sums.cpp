#include "core/filters/scans/strip_sums.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/device/device_traits.h"

namespace lightbench {

namespace {

/// Work-items per compute unit: enough that a delayed one does not delay the whole.
constexpr int itemsPerUnit = 8;

int units(const PlanRequest& request) { return std::max(1, request.device.computeUnits); }
int items(const PlanRequest& request) { return units(request) * itemsPerUnit; }

/// Rows per strip: a multiple of four, and few enough that float sums within a strip are exact to a few bits.
int stripRows(const PlanRequest& request, int strips) {
    return std::clamp(int(roundUp(std::size_t(divideUp(request.input.size.height, strips)), 4)), 4, 512);
}

/// True if results exceed the caches and should bypass them.
bool streams(const PlanRequest& request, Format sums) {
    return bypassesCaches(request.device, ImageShape{request.input.size, sums}.bytes());
}

struct Steps {
    bool across = false, down = false, stream = false;
};

/// A pass whose arguments, bytes and operations the caller sets.
KernelPass stripsPass(const PlanRequest& request, const std::string& filter, const std::string& kernel, Format from,
                      Format to, Steps steps, int workItems) {
    KernelPass pass = kernelPass(request, {filter + "/strips", filter + "_" + kernel});
    pass.defines = formatDefines(from, to);
    addDefines(pass, {{"ACROSS", steps.across}, {"DOWN", steps.down}, {"STREAMING_STORES", steps.stream}});
    pass.global = {roundUp(std::size_t(workItems), std::size_t(request.workgroup.x)), 1};
    return pass;
}

/// Adds a buffer for rows of sums, and for floats a second one for rounding errors. Returns both.
std::pair<BufferRef, BufferRef> addRows(Plan& plan, const char* name, std::uint64_t bytes, Format sums) {
    const BufferRef rows = plan.addScratch(name, bytes);
    return {rows, sums.isInteger() ? rows : plan.addScratch(std::string(name) + ", rounding", bytes)};
}

} // namespace

Plan stripLinesPlan(const PlanRequest& request, const LineSums& lines) {
    const Size size = request.input.size;
    const int samples = size.width * lines.to.channels;
    // Columns are divided into blocks of whole vectors; too narrow ones would use little of each cache line.
    const int span = lines.isAlongX ? samples : std::max(int(roundUp(divideUp(samples, items(request)), 16)), 256);
    const int rows = lines.isAlongX ? stripRows(request, items(request)) : size.height;
    const Steps steps{lines.isAlongX, !lines.isAlongX, streams(request, lines.to)};
    Plan plan;
    // Sums along rows need nothing from above; their kernel gets an unused buffer.
    std::pair<BufferRef, BufferRef> above{lines.sums, lines.sums};
    if (steps.down) above = addRows(plan, "sums above", std::uint64_t(samples) * lines.to.bytesPerSample(), lines.to);
    KernelPass& pass = plan.add(stripsPass(request, lines.filter, "strips", lines.from, lines.to, steps,
                                           divideUp(samples, span) * divideUp(size.height, rows)));
    pass.arguments = {{"src", lines.source}, {"dst", lines.sums},   {"above", above.first}, {"lost", above.second},
                      {"samples", samples},  {"rows", size.height}, {"span", span},         {"strip_rows", rows}};
    pass.bytes = ImageShape{size, lines.from}.bytes() + ImageShape{size, lines.to}.bytes();
    pass.operations = ImageShape{size, lines.to}.samples();
    pass.records = lines.sums == outputBuffer();
    return plan;
}

namespace {
/// The strips of an integral image, and the buffers for their rows.
struct Strips {
    int samples, rows, count;
    std::uint64_t rowBytes, bytes;
};

/// Up to this many samples a second launch costs more than letting each strip sum everything above itself.
constexpr std::uint64_t fewSamples = 1'500'000;
bool isAlone(const PlanRequest& request, Format sums) {
    return sums.isInteger() && request.input.samples() <= fewSamples;
}

/// Each strip sums all strips before it, so this work grows with the square of their number. The limit keeps it below
/// the work for the image.
int stripsWanted(const PlanRequest& request, Format sums) {
    if (isAlone(request, sums)) return std::max(4, units(request));
    const int root = int(std::sqrt(double(request.input.size.height)));
    return std::min(items(request), std::max(units(request), root));
}

Strips stripsOf(const PlanRequest& request, Format sums) {
    const int samples = request.input.size.width * sums.channels;
    const int rows = stripRows(request, stripsWanted(request, sums));
    const int count = divideUp(request.input.size.height, rows);
    const std::uint64_t row = std::uint64_t(samples) * sums.bytesPerSample();
    return {samples, rows, count, row, row * std::uint64_t(count)};
}

/// Sums the columns of each strip.
KernelPass columnsPass(const PlanRequest& request, Format sums, const Strips& strips, BufferRef columns) {
    KernelPass pass = stripsPass(request, "integral", "strip_columns", request.input.format, sums, {}, strips.count);
    pass.arguments = {{"src", inputBuffer()},
                      {"sums", columns},
                      {"samples", strips.samples},
                      {"rows", request.input.size.height},
                      {"strip_rows", strips.rows}};
    pass.bytes = request.input.bytes() + strips.bytes;
    pass.operations = request.input.samples();
    return pass;
}

/// A pass over whole strips; the caller adds the buffer with the sums above each strip.
KernelPass wholeStripsPass(const PlanRequest& request, const std::string& kernel, Format sums, const Strips& strips) {
    const ImageShape& input = request.input;
    KernelPass pass =
        stripsPass(request, "integral", kernel, input.format, sums, {true, true, streams(request, sums)}, strips.count);
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"samples", strips.samples},
                      {"rows", input.size.height},
                      {"strip_rows", strips.rows}};
    pass.bytes = input.bytes() + ImageShape{input.size, sums}.bytes() + strips.bytes;
    pass.operations = 2 * input.samples();
    pass.records = true;
    return pass;
}

/// Integers: two launches, or one for few samples.
Plan integerStripsPlan(const PlanRequest& request, Format sums) {
    const Strips strips = stripsOf(request, sums);
    Plan plan;
    const BufferRef above = plan.addScratch("sums above the strips", strips.bytes);
    if (isAlone(request, sums)) {
        KernelPass all = wholeStripsPass(request, "strips_alone", sums, strips);
        addArguments(all, {{"above", above}});
        plan.passes.emplace_back(std::move(all));
        return plan;
    }
    const BufferRef columns = plan.addScratch("sums of the strips' columns", strips.bytes);
    KernelPass last = wholeStripsPass(request, "strips_of_columns", sums, strips);
    addArguments(last, {{"columns", columns}, {"above", above}});
    plan.passes.emplace_back(columnsPass(request, sums, strips, columns));
    plan.passes.emplace_back(std::move(last));
    return plan;
}

/// Floats: adds the rows above the strips in sequence, with their rounding errors.
Plan floatStripsPlan(const PlanRequest& request, Format sums) {
    const Strips strips = stripsOf(request, sums);
    Plan plan;
    const auto [tops, lost] = addRows(plan, "sums above the strips", strips.bytes, sums);
    if (strips.count > 1) {
        const auto [above, aboveLost] = addRows(plan, "sums above", strips.rowBytes, sums);
        const BufferRef columns = plan.addScratch("sums of the strips' columns", strips.bytes);
        KernelPass second = stripsPass(request, "integral", "strip_tops", sums, sums, {true, true, false}, 1);
        second.arguments = {{"sums", columns},           {"tops", tops},          {"above", above}, {"lost", aboveLost},
                            {"samples", strips.samples}, {"strips", strips.count}};
        second.bytes = 2 * strips.bytes;
        second.operations = 2 * strips.bytes / sums.bytesPerSample();
        plan.passes.emplace_back(columnsPass(request, sums, strips, columns));
        plan.passes.emplace_back(std::move(second));
    }
    KernelPass last = wholeStripsPass(request, "strips", sums, strips);
    addArguments(last, {{"above", tops}, {"lost", lost}});
    plan.passes.emplace_back(std::move(last));
    return plan;
}
} // namespace

Plan stripIntegralPlan(const PlanRequest& request, Format sums) {
    return sums.isInteger() ? integerStripsPlan(request, sums) : floatStripsPlan(request, sums);
}

} // namespace lightbench
