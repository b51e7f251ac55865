// Guesses tile sizes from launch sizes, and explains what differs by them. JSON keys are part of the reports' format.
#include "core/run/stage_explanation.h"

#include <algorithm>
#include <bit>

#include "core/base/json.h"
#include "core/run/region_mix.h"
#include "core/run/report_json.h"

namespace lightbench {

namespace {
/// How many pixels each of `groups` takes so that they cover `pixels`: of the possible numbers the one that the
/// largest power of two divides, or what is a multiple of `items`. Nothing if no number does.
std::optional<int> tileSide(std::size_t pixels, std::size_t groups, std::size_t items) {
    if (groups == 1) return int(pixels);
    if (groups == 0 || groups > pixels) return std::nullopt;
    const std::size_t minimum = (pixels + groups - 1) / groups, maximum = (pixels - 1) / (groups - 1);
    std::optional<std::size_t> best;
    const auto roundness = [items](std::size_t n) {
        return std::pair(n % items == 0, std::size_t(1) << std::countr_zero(n));
    };
    for (std::size_t side = minimum; side <= std::min(maximum, minimum + 4096); ++side)
        if ((pixels + side - 1) / side == groups && (!best || roundness(side) > roundness(*best))) best = side;
    return best ? std::optional(int(*best)) : std::nullopt;
}

/// A line of work-items: each has a column, or each a row. Nothing for other lines.
std::optional<Size> lineTile(const KernelReport& kernel, Size image) {
    const auto covers = [&](int side) {
        const auto items = kernel.local[0];
        return (std::size_t(side) + items - 1) / items * items == kernel.global[0];
    };
    if (image.height == 1 || covers(image.width)) return Size{int(kernel.local[0]), image.height};
    if (covers(image.height)) return Size{image.width, int(kernel.local[0])};
    return std::nullopt;
}

std::optional<Size> tileOf(const KernelReport& kernel, Size image) {
    if (kernel.local[0] == 0 || kernel.local[1] == 0) return std::nullopt; // no kernel
    if (kernel.global[1] == 1) return lineTile(kernel, image);
    const auto x = tileSide(std::size_t(image.width), kernel.global[0] / kernel.local[0], kernel.local[0]);
    const auto y = tileSide(std::size_t(image.height), kernel.global[1] / kernel.local[1], kernel.local[1]);
    return x && y ? std::optional(Size{*x, *y}) : std::nullopt;
}

int perItem(int tile, int items, int image) { return tile < image && tile % items == 0 ? tile / items : 1; }
} // namespace

std::vector<Tiling> tilingsOf(const StageReport& stage) {
    std::vector<Tiling> all;
    if (std::ranges::count(stage.kernels, partMover, &KernelReport::name) > 0) return all;
    for (auto kernel = stage.kernels.rbegin(); kernel != stage.kernels.rend(); ++kernel) {
        const Size image = stage.output.size;
        const auto tile = tileOf(*kernel, image);
        if (!tile) continue;
        const Workgroup local{int(kernel->local[0]), int(kernel->local[1])};
        const Size item{perItem(tile->width, local.x, image.width), perItem(tile->height, local.y, image.height)};
        const auto isSame = [&](const Tiling& one) { return one.tile == *tile && one.perItem == item; };
        if (std::ranges::none_of(all, isSame)) all.push_back({kernel->name, local, *tile, item});
    }
    return all;
}

std::optional<StageExplanation> explainStage(const StageReport& stage) {
    if (!isChecked(stage.difference.verdict) || !stage.analysis.empty()) return std::nullopt;
    if (!stage.outputImage || !stage.referenceImage) return std::nullopt;
    const Image &actual = *stage.outputImage, &expected = *stage.referenceImage;
    return StageExplanation{stage.stackIndex, stage.filter,
                            explainMismatches(actual, expected, stage.tolerance, tilingsOf(stage)),
                            metricsOf(actual, expected, stage.difference)};
}

Json toJson(const Finding& finding) {
    return Json::Object{{"pattern", patternName(finding.pattern)}, {"text", finding.text}, {"hint", finding.hint}};
}

Json toJson(const Explanation& explanation, const std::optional<Metrics>& metrics) {
    Json object = Json::Object();
    object["findings"] = jsonOf(explanation.findings);
    object["pixels"] = explanation.pixels;
    object["largest_at"] = jsonOf(explanation.largestAt);
    object["metrics"] = metrics ? fieldsJson(*metrics) : Json();
    return object;
}

} // namespace lightbench
