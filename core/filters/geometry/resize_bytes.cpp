#include "core/filters/geometry/resize_bytes.h"

#include <algorithm>
#include <cmath>

namespace lightbench {

namespace {
/// Words of filter taps that fit the registers.
constexpr int maxTapWords = 4;
/// Words per work-item of resize_across_words, below each other.
constexpr int wordsDown = 2;

KernelPass bytePass(Plan& plan, const PlanRequest& request, const std::string& kernel, const ResizeWeights& table,
                    Size items) {
    const std::vector<std::uint32_t> weights = table.fixedBytes();
    KernelPass pass = kernelPass(request, {"resize/byte_products", kernel});
    addDefines(pass, {{"TAP_WORDS", table.tapWords()}, {"WORDS_DOWN", wordsDown}});
    pass.global = coverGlobal(items, request.workgroup);
    pass.arguments = {{"spans", plan.addTable("spans", table.spans)}, {"weights", plan.addTable("weights", weights)}};
    return pass;
}
} // namespace

bool fitsInBytes(const ResizeWeights& table) {
    return table.tapWords() <= maxTapWords &&
           std::ranges::all_of(table.weights, [](double weight) { return std::abs(weight) < 1.99; });
}

Plan resizeBytesPlan(const PlanRequest& request, Size to, const BothWeights& weights) {
    const Size from = request.input.size;
    const int rows = divideUp(from.height, 4), pitch = divideUp(to.width, 4) * 4;
    const std::uint64_t between = std::uint64_t(rows) * std::uint64_t(pitch) * 4;
    Plan plan;
    const BufferRef words = plan.addScratch("resized across", between);
    KernelPass& across =
        plan.add(bytePass(plan, request, "resize_across_words", weights.across, {to.width, divideUp(rows, wordsDown)}));
    addArguments(across, {{"src", inputBuffer()},
                          {"dst", words},
                          {"source_width", from.width},
                          {"source_height", from.height},
                          {"width", to.width},
                          {"pitch", pitch}});
    across.bytes = request.input.bytes() + between;
    across.operations = between * 8 * std::uint64_t(weights.across.tapWords());
    KernelPass& down =
        plan.add(bytePass(plan, request, "resize_down_words", weights.down, {divideUp(to.width, 4), to.height}));
    addArguments(down, {{"src", words},
                        {"dst", outputBuffer()},
                        {"width", to.width},
                        {"pitch", pitch},
                        {"height", to.height},
                        {"rows", rows}});
    down.bytes = between + to.area();
    down.operations = to.area() * 8 * std::uint64_t(weights.down.tapWords());
    return plan;
}

} // namespace lightbench
